"""Orders of a seat for its own turn: the plan of the next one, “plan: bread, milk”, and its only card."""

from collections.abc import Mapping
from functools import lru_cache

from django.utils.translation import gettext as _

from games.core import access
from games.core.refusal import Illegal, NotPossible
from games.decks.titles import declined_forms, quoted_title
from games.models import Seat
from games.orders.turn_orders import PlanLine, cards_in
from games.play.set_turn_orders import read_turn_orders, set_turn_orders
from games.replies.board_vocabulary import in_all_languages
from games.replies.commands import join_names, loose, normalized, split_pieces

NOTHING = frozenset(map(normalized, ("none", "nothing", "off", "nic", "brak", "ничего", "нет")))


def describe_plan(seat: Seat) -> str:
    """Return what a seat plays in its next turn by its plan."""
    lines = read_turn_orders(seat).plan.lines
    cards = cards_in(seat.game.edition)
    titles = [quoted_title(cards[line.card]) for line in lines if line.card in cards]
    if not titles:
        return _(
            "You have no plan. “plan: bread, milk” plays these cards on your next turn; other orders are on "
            "the page."
        )
    return _("Your plan for your next turn: %(cards)s. “plan: none” deletes it.") % {
        "cards": _(", ").join(titles)
    }


def set_plan(seat: Seat, given: str) -> str:
    """Plan these cards for the next turn of a seat, in their order. Raises a `Refusal`."""
    if normalized(given) in NOTHING:
        set_turn_orders(seat=seat, plan=[])
        return _("Your plan is deleted.")
    view = access.view(seat.game, seat)
    if view is not None and not view.over and view.turn == seat.number:
        raise NotPossible(
            _(
                "It’s your turn now: just write the cards you want to play. A plan is for when others are "
                "playing."
            )
        )
    slugs = _titles(seat.game.edition)
    with_commas = [title for title in slugs if "," in title]
    planned = []
    for piece in join_names([each for each in split_pieces(given) if each], with_commas):
        found = slugs.get(normalized(piece)) or slugs.get(loose(piece))
        if found is None:
            raise Illegal(
                _("There’s no card “%(title)s” in this deck. Write whole titles, with commas between them.")
                % {"title": piece}
            )
        planned.append(PlanLine(found))
    set_turn_orders(seat=seat, plan=planned)
    return describe_plan(seat)


def play_only_card(seat: Seat, _given: str) -> str:
    """Let the site play the only card of a seat, or make its only move, from now on."""
    set_turn_orders(seat=seat, only_choice=True)
    return _(
        "Whenever you have just one card to play on your turn and can’t do anything else, we’ll play it for "
        "you. Reply “ask me about my only card” to change that."
    )


def ask_only_card(seat: Seat, _given: str) -> str:
    """Ask the player for the only card, too."""
    set_turn_orders(seat=seat, only_choice=False)
    return _("We’ll ask you again when you have just one card to play.")


@lru_cache(maxsize=32)
def _titles(edition: str) -> Mapping[str, str]:
    """Return the cards of a deck by their titles in all languages and cases, `normalized` and `loose`."""
    pairs = in_all_languages(
        lambda: [
            (form, slug)
            for slug, card in cards_in(edition).items()
            for form in (_(card.title), *declined_forms(card.title))
        ]
    )
    return {read(form): slug for form, slug in pairs for read in (loose, normalized)}
