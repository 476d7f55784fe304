"""Turn orders as values, stored as JSON (`StoredTurnOrders`): for limits, throws, and a seat's own turn."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import takewhile
from typing import Any

import msgspec
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

import engine
from engine import QuestionKind
from games.decks import descriptions

# Questions out of one's own turn that orders can answer, besides windows.
ORDERED = (
    QuestionKind.HAND_LIMIT,
    QuestionKind.KEEPER_LIMIT,
    QuestionKind.DISCARD_CARDS,
    QuestionKind.DISCARD_OR_RANDOM,
    QuestionKind.ROCK_PAPER_SCISSORS,
)
MOST_LINES = 6  # of a plan
MOST_PROVISOS = 3  # of one line
MOST_THROWS = 12
MOST_KEPT = 60  # cards that one list names

# What becomes of cards that a list does not name.
ASK, FITTING, SENSIBLE = "ask", "fitting", "sensible"
OTHERWISE = {
    ASK: _("Ask me, and let the others wait"),
    FITTING: _("Keep what goes together with a goal, then other keepers; discard the rest first"),
    SENSIBLE: _("Discard what a careful player would"),
}
FITTING_ON_THE_BOARD = _(
    "Keep goals and leapers that suit where my pieces are, then other leapers; discard the rest first"
)
# What is thrown once the list is used up.
CHANCE = "chance"
AND_THEN = {ASK: _("Ask me"), CHANCE: _("Let the site throw for me at random")}
THROWS = {"rock": _("rock"), "paper": _("paper"), "scissors": _("scissors")}

# What a line of a plan may ask for; `about` names a card, or a number.
GOAL, NO_GOAL = "goal", "no-goal"
MINE, NOT_MINE = "mine", "not-mine"
IN_HAND = "in-hand"
RULE, NO_RULE = "rule", "no-rule"
MOST_KEEPERS = "most-keepers"
I_WIN = "i-win"
PROVISOS = {
    GOAL: _("this goal is in play:"),
    NO_GOAL: _("this goal is not in play:"),
    MINE: _("I have this keeper in front of me:"),
    NOT_MINE: _("I do not have this keeper in front of me:"),
    IN_HAND: _("I hold this card in my hand, too:"),
    RULE: _("this rule is in force:"),
    NO_RULE: _("this rule is not in force:"),
    MOST_KEEPERS: _("nobody else has more keepers than:"),
    I_WIN: _("It makes me win right away"),
}
# The kinds of cards that a proviso may name.
KINDS_OF = {
    GOAL: ("goal", "ungoal"),
    NO_GOAL: ("goal", "ungoal"),
    MINE: ("keeper",),
    NOT_MINE: ("keeper",),
    RULE: ("new rule",),
    NO_RULE: ("new rule",),
}
ON_THE_BOARD = (GOAL, NO_GOAL, IN_HAND, I_WIN)  # where nobody has keepers, and no rule card stays in play


class Ranking(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards that a seat keeps first when it must discard, most valuable first.

    ``otherwise`` says what happens to cards that it does not name. ``own_turn``: at the end of its turn, too.
    """

    keep: tuple[str, ...] = ()
    otherwise: str = ASK
    own_turn: bool = True

    def keeping(self, slugs: Iterable[str]) -> "Ranking":
        """Return the same with these cards kept before all others."""
        keep = tuple(dict.fromkeys((*slugs, *self.keep)))
        return msgspec.structs.replace(self, keep=keep[:MOST_KEPT])

    @property
    def is_given(self) -> bool:
        """Whether it may decide anything."""
        return bool(self.keep) or self.otherwise != ASK


class Throws(msgspec.Struct, frozen=True, omit_defaults=True):
    """The next throws of a seat, each used once; then the player is asked, or chance throws."""

    next: tuple[str, ...] = ()
    otherwise: str = ASK


class PlanCondition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition for a line of a plan, as the seat sees the table."""

    what: str
    about: str = ""


class PlanLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card that a plan plays if all its conditions hold."""

    card: str
    provisos: tuple[PlanCondition, ...] = ()


class TurnPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """The plan of a seat for one turn, line by line.

    ``done`` counts the lines that were carried out. ``turn`` is the number of the turn that it is for, 0
    until that turn has begun.
    """

    lines: tuple[PlanLine, ...] = ()
    done: int = 0
    turn: int = 0

    @property
    def next_line(self) -> PlanLine | None:
        """The line that is next, if one is left."""
        return self.lines[self.done] if self.done < len(self.lines) else None


class TurnOrders(msgspec.Struct, frozen=True, omit_defaults=True):
    """All turn orders of a seat.

    ``unused`` are the free actions that it never uses. ``only_choice``: in its own turn it plays its only
    card, or makes its only move.
    """

    hand: Ranking = Ranking()
    keepers: Ranking = Ranking()
    throws: Throws = Throws()
    unused: tuple[str, ...] = ()
    plan: TurnPlan = TurnPlan()
    only_choice: bool = False

    @classmethod
    def read(cls, given: Any) -> "TurnOrders":
        """Return orders from their stored form, without what this release doesn't know."""
        try:
            return known_parts(msgspec.convert(given, cls))
        except msgspec.ValidationError:
            return cls()

    def dump(self) -> Any:
        """Return their stored form."""
        return msgspec.to_builtins(self)

    def but(self, **changes: Any) -> "TurnOrders":
        """Return the same orders with something changed."""
        return msgspec.structs.replace(self, **changes)

    def with_plan_in(self, turn: int) -> "TurnOrders":
        """Return the same orders with the plan for the turn with this number."""
        return self.but(plan=msgspec.structs.replace(self.plan, turn=turn))


def known_parts(orders: TurnOrders) -> TurnOrders:
    """Return orders without what another release has stored: where it would decide, the player is asked."""
    rankings = {
        name: ranking if ranking.otherwise in OTHERWISE else replace(ranking, otherwise=ASK)
        for name, ranking in (("hand", orders.hand), ("keepers", orders.keepers))
    }
    throws = orders.throws
    if throws.otherwise not in AND_THEN or not set(throws.next) <= set(THROWS):
        throws = Throws()
    known = takewhile(
        lambda line: all(proviso.what in PROVISOS for proviso in line.provisos), orders.plan.lines
    )
    plan = replace(orders.plan, lines=tuple(known))
    if plan.lines != orders.plan.lines and plan.done >= len(plan.lines):
        plan = TurnPlan()
    return orders.but(**rankings, throws=throws, plan=plan)


def cards_in(edition: str) -> dict[str, engine.Card]:
    """Return the cards of a game's deck by slug, each title once, in the order of lists of cards."""
    return _cards_in(edition, get_language() or "")


@lru_cache(maxsize=64)
def _cards_in(edition: str, _language: str) -> dict[str, engine.Card]:
    """Return the same, as the titles of a language are sorted."""
    shares = [
        share
        for _kind, of_kind in descriptions.shares_by_kind(descriptions.parse_spec(edition))
        for share in of_kind
    ]
    return {share.card.slug: share.card for share in shares}


def plan_conditions_in(edition: str) -> dict[str, Any]:
    """Return the conditions possible with this deck, with their words."""
    if not descriptions.is_board_game(edition):
        return dict(PROVISOS)
    return {what: words for what, words in PROVISOS.items() if what in ON_THE_BOARD}


def fallbacks_in(edition: str) -> dict[str, Any]:
    """Return what may happen to cards that a ranking does not name, with words for this deck."""
    return OTHERWISE | ({FITTING: FITTING_ON_THE_BOARD} if descriptions.is_board_game(edition) else {})


def free_actions_in(edition: str) -> tuple[str, ...]:
    """Return the cards of a game's deck that may give a free action, in the order of lists of cards."""
    free = engine.free_actions(edition)
    return tuple(slug for slug in cards_in(edition) if slug in free)
