"""The line that answers an answer: what the viewer has just done, and what is left to do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

import engine
from games.history import game_history
from games.history.marks import Told, mark_seat, marked_title, quoted_marked, translate_marked
from games.models import BY_PEOPLE, Move, Question
from games.models.question import WINDOW
from games.pages.common.seat_context import SeatContext

PASS, END = "pass", "end"
PLAYS = (WINDOW, "play-temporary", "choose-discarded")
# Where what the answer moved is not what was asked: the rest of the cards went on by itself.
CHOICES = (*PLAYS, "choose-recipient")
# What an answer to a kind of question does with the cards that are chosen, where it is more than choosing.
DONE_WITH = {
    **dict.fromkeys(PLAYS, gettext_noop("You played %(cards)s.")),
    **dict.fromkeys(
        ("hand-limit", "keeper-limit", "discard-cards", "discard-keeper"),
        gettext_noop("You discarded %(cards)s."),
    ),
    "reveal-keepers": gettext_noop("You turned up %(cards)s."),
}
IN_OWN_WORDS = ("rhyme", "alternate-factlets")


@dataclass(frozen=True)
class Receipt:
    """What the viewer has done, and by which move."""

    told: Told
    version: int


def build_receipt(
    context: SeatContext, view: engine.View | None, recent: Sequence[Move], since: int | None
) -> Receipt | None:
    """Say what the viewer's newest own answer after move `since` did; `None` where there is none.

    `recent` are the last moves, the newest first. It tells the viewer's own answer and the state of their
    turn, so nothing that anybody else has hidden.
    """
    seat = context.seat
    if since is None or seat is None or view is None or context.deputy is not None:
        return None
    undone = game_history.undone_among(recent)
    own = (
        move
        for move in recent
        if move.seat_id == seat.pk
        and move.kind == Move.Kind.ANSWER
        and move.by in BY_PEOPLE
        and move.version not in undone
    )
    move = next(own, None)
    # What is sealed has no number on any page, so the address after it names the newest move that all see.
    if move is None or (move.version <= since and move.outcomes):
        return None
    seen = game_history.outcomes_of(context.game, seat, [move])
    asked = Question.objects.filter(game=context.game, number=move.question_number or 0).first()
    what = asked.what if asked is not None else ""
    said = "" if what in CHOICES else _say_what_was_done(seen, seat.number, view.deck.known_cards)
    said = said or _say_what_was_answered(move.labels, what, context, view)
    if asked is not None and asked.on_turn_clock and move.labels != [END] and not context.game.is_over:
        said = f"{said} {_say_what_is_left(view, asked.turn)}".rstrip()
    return Receipt(Told(said), move.version)


def _say_what_was_done(outcomes: Sequence[engine.Outcome], me: int, cards: engine.KnownCards) -> str:
    """Name the card that seat `me` has played, or else what its answer moved; empty if it moved nothing."""
    for outcome in outcomes:
        match outcome:
            case engine.Played(seat=seat, card=played, via="") if seat == me:
                return _("You played “%(card)s”.") % {"card": marked_title(played, cards)}
    match outcomes:
        case [engine.Drew(seat=seat, cards=drawn), *_rest] if seat == me and drawn:
            return _("You drew %(cards)s.") % {"cards": quoted_marked(drawn, cards)}
    for outcome in outcomes:
        match outcome:
            case engine.Discarded(seat=owner, cards=discarded, why=why) if (
                owner == me or why not in game_history.LIMITS
            ):
                return _("You discarded %(cards)s.") % {"cards": quoted_marked(discarded, cards)}
            case engine.KeeperTaken(seat=seat, card=taken) if seat == me:
                return _("You took %(cards)s.") % {"cards": quoted_marked([taken], cards)}
            case engine.KeepersExchanged(seat=seat, given=given, taken=taken) if seat == me:
                words = {"given": quoted_marked([given], cards), "taken": quoted_marked([taken], cards)}
                return _("You gave %(given)s for %(taken)s.") % words
            case engine.CardsTaken(seat=seat, cards=taken) if seat == me and taken:
                return _("You took %(cards)s.") % {"cards": quoted_marked(taken, cards)}
            case engine.Zapped(seat=seat, card=taken) if seat == me:
                return _("You took %(cards)s.") % {"cards": quoted_marked([taken], cards)}
            case engine.CardGiven(seat=seat, card=given) | engine.KeeperGiven(seat=seat, card=given) if (
                seat == me and given
            ):
                return _("You gave away %(cards)s.") % {"cards": quoted_marked([given], cards)}
            case engine.Used(seat=seat, rule=rule) if seat == me:
                return _("You used %(cards)s.") % {"cards": quoted_marked([rule], cards)}
    return ""


def _say_what_was_answered(labels: Sequence[str], what: str, context: SeatContext, view: engine.View) -> str:
    """Say what the viewer has answered, where it moved nothing yet or nothing that says it better."""
    if not labels:
        return _("You chose nothing.")
    if labels == [PASS]:
        return _("You passed.")
    if labels == [END]:
        return _("You ended your turn.")
    if what in IN_OWN_WORDS:
        return _("You wrote: “%(words)s”") % {"words": labels[0]}
    names = context.snapshot.names
    named = _(", ").join(_name_choice(label, what, view.deck.known_cards, names) for label in labels)
    if what in DONE_WITH:
        return _(DONE_WITH[what]) % {"cards": named}
    return _("You chose %(choices)s.") % {"choices": named}


def _name_choice(label: str, what: str, cards: engine.KnownCards, names: Mapping[int, str]) -> str:
    """Name what a label stands for: “Bread”, a player, or other words in quotation marks."""
    slug = engine.text.card_of(label)
    if slug is not None and slug in cards and not label.startswith("use:"):
        return quoted_marked([slug], cards)
    if label.startswith("@"):
        return mark_seat(seat := int(label.removeprefix("@")), names[seat])
    return _("“{title}”").format(
        title=engine.text.option(label, cards, names, translate_marked, what).rstrip(".")
    )


def _say_what_is_left(view: engine.View, turn: int) -> str:
    """Say how many plays are left of the turn with this number, which may be long over; 0 is any turn."""
    if view.turn != view.me or turn not in (0, view.turn_number):
        return _("Your turn is over.")
    if view.play_count is None or view.play_count <= view.played:
        return ""
    left = view.play_count - view.played
    return ngettext("%(n)s play left.", "%(n)s plays left.", left) % {"n": left}
