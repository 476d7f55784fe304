"""What a player has done with an answer of their own, in the second person, and what they chose.

It tells nothing that anybody else has hidden.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine
from engine import OptionKind, QuestionKind
from games.core.window_passes import PASS
from games.decks.titles import translate
from games.models import Move

from .marks import mark_seat, marked_title, quoted_marked, translate_marked

END = ["end"]
PLAYS = (QuestionKind.WINDOW, QuestionKind.PLAY_TEMPORARY, QuestionKind.CHOOSE_DISCARDED)
# Where what the answer moved is not what was asked: the rest of the cards went on by itself.
CHOICES = (*PLAYS, QuestionKind.CHOOSE_RECIPIENT)
DISCARDED, TOOK = gettext_noop("You discarded %(cards)s."), gettext_noop("You took %(cards)s.")
# What an answer to a kind of question does with the cards that are chosen, where it is more than choosing.
DONE_WITH: dict[QuestionKind, str] = {
    **dict.fromkeys(PLAYS, gettext_noop("You played %(cards)s.")),
    QuestionKind.HAND_LIMIT: DISCARDED,
    QuestionKind.KEEPER_LIMIT: DISCARDED,
    QuestionKind.DISCARD_CARDS: DISCARDED,
    QuestionKind.DISCARD_KEEPER: DISCARDED,
    QuestionKind.REVEAL_KEEPERS: gettext_noop("You turned up %(cards)s."),
}
IN_OWN_WORDS = (QuestionKind.RHYME, QuestionKind.ALTERNATE_FACTLETS)
# Answers without a card, in sentences.
PLAIN = {
    (): gettext_noop("You chose nothing."),
    tuple(PASS): gettext_noop("You passed."),
    tuple(END): gettext_noop("You ended your turn."),
}
# A sentence, and the cards in it.
Deed = tuple[str, Mapping[str, Sequence[str]]]


def name_choices(move: Move, asked: QuestionKind, cards: engine.KnownCards, names: Mapping[int, str]) -> str:
    """Name what was chosen, without marks: “Bread”, or “Bread, Milk”; words of one's own as they are."""
    if move.kind == Move.Kind.DEAL:
        return _("Take the first card")
    if asked in IN_OWN_WORDS:
        return ", ".join(move.labels)
    chosen = (engine.read_option(label, asked) for label in move.labels)
    try:
        return ", ".join(engine.text.option(each, cards, names, translate) for each in chosen) or _("nothing")
    except (KeyError, ValueError):  # it isn't known what was asked, and these name nothing at this table
        return ", ".join(move.labels)


def tell(
    move: Move,
    asked: QuestionKind,
    outcomes: Sequence[engine.Outcome],
    me: int | None,
    cards: engine.KnownCards,
    names: Mapping[int, str],
) -> str:
    """Tell seat `me` what its answer did, or else what it was, with marks.

    `outcomes` are those that it may know; `asked` is the kind of the question.
    """
    if asked not in CHOICES and (deed := _tell_deed(outcomes, me, cards)):
        return deed
    if plain := PLAIN.get(tuple(move.labels)):
        return _(plain)
    if asked in IN_OWN_WORDS:
        return _("You wrote: “%(words)s”") % {"words": move.labels[0]}
    chosen = [engine.read_option(label, asked) for label in move.labels]
    if me is not None and [option.seat for option in chosen if option.kind is OptionKind.SEAT] == [me]:
        return _("You chose yourself.")
    named = _(", ").join(_name_choice(option, cards, names) for option in chosen)
    if asked in DONE_WITH:
        return _(DONE_WITH[asked]) % {"cards": named}
    return _("You chose %(choices)s.") % {"choices": named}


def _tell_deed(outcomes: Sequence[engine.Outcome], me: int | None, cards: engine.KnownCards) -> str:
    """Name the card that seat `me` has played, or else what its answer moved; empty for nothing."""
    for outcome in outcomes:
        match outcome:
            case engine.Played(seat=seat, card=played, via="") if seat == me:
                return _("You played “%(card)s”.") % {"card": marked_title(played, cards)}
    match outcomes:
        case [engine.Drew(seat=seat, cards=drawn), *_others] if seat == me and drawn:
            return _("You drew %(cards)s.") % {"cards": quoted_marked(drawn, cards)}
    text, slugs = next(filter(None, (_deed_of(outcome, me) for outcome in outcomes)), ("", {}))
    return text and _(text) % {word: quoted_marked(each, cards) for word, each in slugs.items()}


def _deed_of(outcome: engine.Outcome, me: int | None) -> Deed | None:
    match outcome:
        case engine.Discarded(seat=owner, cards=discarded, why=why) if (
            owner == me or not QuestionKind.read(why).is_limit
        ):
            return DISCARDED, {"cards": discarded}
        case engine.KeeperTaken(seat=seat, card=taken) | engine.Zapped(seat=seat, card=taken) if seat == me:
            return TOOK, {"cards": [taken]}
        case engine.CardsTaken(seat=seat, cards=several) if seat == me and several:
            return TOOK, {"cards": several}
        case engine.KeepersExchanged(seat=seat, given=given, taken=taken) if seat == me:
            return gettext_noop("You gave %(given)s for %(taken)s."), {"given": [given], "taken": [taken]}
        case engine.CardGiven(seat=seat, card=card) | engine.KeeperGiven(seat=seat, card=card) if (
            seat == me and card
        ):
            return gettext_noop("You gave away %(cards)s."), {"cards": [card]}
        case engine.Used(seat=seat, rule=rule) if seat == me:
            return gettext_noop("You used %(cards)s."), {"cards": [rule]}
    return None


def _name_choice(option: engine.Option, cards: engine.KnownCards, names: Mapping[int, str]) -> str:
    """Name what an option stands for: “Bread”, a player, or other words in quotation marks."""
    if option.kind is OptionKind.CARD and option.card in cards:
        return quoted_marked([option.card], cards)
    if option.kind is OptionKind.SEAT and option.seat is not None:
        return mark_seat(option.seat, names[option.seat])
    return _("“{title}”").format(title=engine.text.option(option, cards, names, translate_marked).rstrip("."))
