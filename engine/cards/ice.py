"""The cards of the ICE edition that the base game does not have."""

from engine.ask import Ask
from engine.card import Action, Bonus, Card, Goal, Keeper
from engine.cards.actions.keepers import tell_deal
from engine.cards.free_actions import free_action
from engine.cards.registering import registering
from engine.cards.rules import rule
from engine.cards.words import words
from engine.goals import Both, GoalCondition, Holds, Without
from engine.outcomes import FACE_DOWN
from engine.question_kind import QuestionKind
from engine.table import Table
from engine.verbs import choose_some, label_cards, turn_down, turn_up

KEEPERS = [
    Keeper(slug, *words(slug), "keeper", food=slug == "doughnuts")
    for slug in ("coffee", "death", "doughnuts", "taxes", "the-pyramid", "war")
]

FACE_DOWN_KEEPER = Keeper(FACE_DOWN, *words(FACE_DOWN), "keeper")
"""What others see of a keeper that lies face down; in no deck."""

_WANTS: dict[str, GoalCondition] = {
    "all-that-is-certain": Both("death", "taxes"),
    "all-you-need-is-love": Holds(all=("love",), only=True),
    "coffee-break": Both("coffee", "doughnuts"),
    "death-by-chocolate": Both("death", "chocolate"),
    "money-no-taxes": Without("money", absent="taxes"),
    "on-the-dollar-bill": Both("the-eye", "the-pyramid"),
    "peace-no-war": Without("peace", absent="war"),
    "war-equals-death": Both("war", "death"),
}

GOALS = [Goal(slug, *words(slug), "goal", wants=wants) for slug, wants in _WANTS.items()]

RULES = [
    rule("coffee-bonus", bonus=Bonus("coffee", play=1)),
    rule("doughnut-bonus", bonus=Bonus("doughnuts", draw=1)),
    rule("final-card-random"),
    rule("government-cover-up", "secrecy", enters=turn_down),
    rule("secret-data", "secrecy"),
]

ACTIONS: list[Action] = []
action = registering(ACTIONS)


@action("scramble-keepers")
async def scramble_keepers(table: Table, me: int) -> None:
    """Shuffle all keepers in play and deal them out: everybody gets as many as they had.

    Keepers that lie face down stay so, and Creepers stay where they are, off their keepers.
    """
    pool = [card for seat in table.order for card in table.keepers[seat]]
    if not pool:
        return
    table.attached.clear()
    table.shuffle(pool)
    for seat in table.around(me):
        count = len(table.keepers[seat])
        table.keepers[seat], pool = pool[:count], pool[count:]
    tell_deal(table, {seat: table.keepers[seat] for seat in table.around(me)})


def _face_down(table: Table, seat: int) -> list[int]:
    return [card for card in table.keepers[seat] if card in table.face_down]


def _has_face_down(table: Table) -> bool:
    return bool(table.face_down and _face_down(table, table.turn.seat))


@free_action("government-cover-up", _has_face_down)
@free_action("secret-data", _has_face_down)
async def reveal_keepers(table: Table, me: int) -> None:
    """Turn any of your face-down keepers face up."""
    options = label_cards(table, _face_down(table, me))
    turn_up(
        table, me, await choose_some(table, Ask(me, QuestionKind.REVEAL_KEEPERS, options, most=len(options)))
    )


CARDS: list[Card] = [*KEEPERS, *GOALS, *RULES, *ACTIONS, FACE_DOWN_KEEPER]
