"""How the reader stands, in a few lines: the goal and who has what of it, keepers, hints on cards."""

from collections.abc import Iterator, Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.board.names import space_name
from games.decks import descriptions
from games.decks.card_kinds import kind_name

from .letter import CardFace, GoalInPlay, Situation, WantedCard

Names = Mapping[int, str]
MOST_GOALS = 3  # that the hint on a keeper names
# What keepers say that do nothing by themselves.
PLAIN_TEXTS = frozenset((engine.card("bread").text, engine.card("liver").text))


def show_situation(view: engine.View, names: Names, keepers: tuple[CardFace, ...] = ()) -> Situation:
    """Return what everybody sees of the goals, and `keepers`, which lie before the reader."""
    cards = view.deck.known_cards
    return Situation(
        goals=tuple(_show_goal(cards[slug], view, names) for slug in view.goals),
        keepers=keepers,
        has_keepers=view.board is None and view.me is not None and not view.over,
        remark=_plays_left(view),
    )


def _plays_left(view: engine.View) -> str:
    """Say how many plays, and moves on the board, are left in the reader's turn."""
    if view.question is None or not view.question.own_turn or view.over:
        return ""
    shown = []
    if view.plays_left:
        words = {"count": view.plays_left}
        shown.append(ngettext("%(count)d play left", "%(count)d plays left", view.plays_left) % words)
    if view.board is not None and view.board.moves_left:
        words = {"count": view.board.moves_left}
        shown.append(ngettext("%(count)d move left", "%(count)d moves left", words["count"]) % words)
    return " · ".join(shown)


def _show_goal(card: engine.Card, view: engine.View, names: Names) -> GoalInPlay:
    wanted = tuple(_show_wanted(card, view, names))
    # Two keepers with their owners say all that such a goal says.
    is_plain = len(wanted) == 2 and (view.board is not None or _is_pair(card))
    meaning = descriptions.card_text(card)
    return GoalInPlay(
        title=_(card.title),
        kind=card.kind.replace(" ", "-"),
        kind_name=capfirst(kind_name(card.kind)),
        text="" if is_plain else meaning,
        wanted=wanted,
        meaning=meaning,
    )


def _is_pair(card: engine.Card) -> bool:
    wants = getattr(card, "wants", None)
    return wants is not None and wants.names_all and len(card.names) == 2


def _show_wanted(card: engine.Card, view: engine.View, names: Names) -> Iterator[WantedCard]:
    cards, board = view.deck.known_cards, view.board
    for name in card.names:
        if board is not None:
            owners = [seat for seat, colour in board.colours.items() if name in board.pieces[colour]]
            title, kind = space_name(name), "space"
        elif name in cards:
            owners = [each.seat for each in view.seats if name in _seen_before(each)]
            title, kind = _(cards[name].title), cards[name].kind.replace(" ", "-")
        else:  # a keeper that the deck has not
            continue
        who = _(", ").join(_("you") if seat == view.me else names[seat] for seat in owners)
        yield WantedCard(
            title, kind, who or _("nobody yet"), is_mine=view.me in owners, is_owned=bool(owners)
        )


def _seen_before(seat: engine.SeatView) -> tuple[str, ...]:
    """Return the cards that everybody sees before a seat; not its own ones that lie face down."""
    down = list(seat.face_down)
    seen = []
    for slug in seat.keepers:
        if slug in down:
            down.remove(slug)
        else:
            seen.append(slug)
    return (*seen, *seat.creepers)


def hint_on_card(slug: str, view: engine.View) -> str:
    """Say what a card of the hand does: of a keeper without a text of its own, which goals want it."""
    card = view.deck.known_cards[slug]
    text = descriptions.card_text(card)
    if card.kind != "keeper":
        return _draws_at_once(card, view) or text
    wanting = _goals_by_keeper(view.deck).get(slug, ())
    now = [goal for goal in wanting if goal in view.goals]
    named = now or wanting[:MOST_GOALS]
    titles = _(", ").join(quote_title(_(view.deck.known_cards[goal].title)) for goal in named)
    if now:
        hint = _("Needed for %(goals)s.") % {"goals": titles}
    elif len(wanting) > MOST_GOALS:
        words = {"goals": titles, "count": len(wanting) - MOST_GOALS}
        hint = _("For %(goals)s and %(count)d more.") % words
    else:
        hint = _("For %(goals)s.") % {"goals": titles} if titles else ""
    return hint if card.text in PLAIN_TEXTS else f"{text} {hint}".rstrip()


def _draws_at_once(card: engine.Card, view: engine.View) -> str:
    """Say how many cards a rule brings that raises how many are drawn, in the reader's own turn."""
    count = getattr(card, "draw", None)
    if view.turn != view.me or count is None:
        return ""
    rules = (getattr(view.deck.known_cards[slug], "draw", None) for slug in view.rules)
    more = count - next((draws for draws in rules if draws is not None), 1)
    if more <= 0:
        return ""
    return ngettext("%(count)d more card right away.", "%(count)d more cards right away.", more) % {
        "count": more
    }


@engine.cached_on_deck
def _goals_by_keeper(deck: engine.Deck) -> dict[str, tuple[str, ...]]:
    """Return the goals of a deck by the keepers that they want."""
    goals: dict[str, tuple[str, ...]] = {}
    for slug in dict.fromkeys(card.slug for card in deck.cards if card.kind == "goal"):
        for name in deck.known_cards[slug].names:
            goals[name] = (*goals.get(name, ()), slug)
    return goals


def quote_title(title: str) -> str:
    """Return the title of a card in the quotation marks of the language."""
    return _("“%(title)s”") % {"title": title}
