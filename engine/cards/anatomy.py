"""The cards of the Anatomy edition that the base game does not have.

What the learning rules ask is in ``trivia``, how Learning Mode keeps one of them in ``engine.learning``.
"""

from engine.card import Action, Card, Creeper, Goal, Keeper, MetaRule, Ungoal
from engine.cards import trivia  # noqa: F401  (its rules register what they ask)
from engine.cards.actions.keepers import share_the_wealth
from engine.cards.free_actions import free_action
from engine.cards.registering import registering
from engine.cards.rules import rule
from engine.cards.words import words
from engine.goals import Both, GoalCondition, Holds, TableTest
from engine.in_force import numeral
from engine.outcomes import CreeperRemoved
from engine.question_kind import QuestionKind
from engine.table import Table
from engine.verbs import choose, clinging, draw, label_creepers, remove_creeper


class OneKeeper(TableTest, frozen=True):
    """Creepers of all these names cling to the same keeper, whosever it is."""

    creepers: tuple[str, ...]

    def met_by(self, table: Table) -> set[int]:
        return {
            keeper
            for keeper in set(table.attached.values()).difference(table.face_down)
            if set(self.creepers).issubset(table.slugs(clinging(table, keeper)))
        }


class EveryKeeper(TableTest, frozen=True):
    """A Creeper clings to each keeper of a seat that has at least so many."""

    least: int

    def met_by(self, table: Table) -> set[int]:
        afflicted, least = set(table.attached.values()), numeral(table, self.least)
        met = (
            keepers
            for keepers in table.face_up.values()
            if len(keepers) >= least and afflicted.issuperset(keepers)
        )
        return set().union(*met)


class ManyKeepers(TableTest, frozen=True):
    """Creepers cling to so many keepers, whosever; of two seats also to the only keeper of one."""

    least: int

    def met_by(self, table: Table) -> set[int]:
        afflicted = set(table.attached.values()).difference(table.face_down)
        if len(afflicted) >= numeral(table, self.least):
            return afflicted
        if len(table.order) > 2:
            return set()
        return {
            card
            for keepers in table.keepers.values()
            for card in keepers
            if len(keepers) == 1 and card in afflicted
        }


KEEPERS = [
    Keeper(slug, *words(slug), "keeper")
    for slug in (
        *("adrenals", "appendix", "bladder", "blood-vessels", "bones", "brain", "eyes", "gallbladder"),
        *("heart", "intestines", "kidneys", "liver", "lungs", "muscles", "nerves", "ovaries", "pancreas"),
        *("pituitary-gland", "prostate", "skin", "spleen", "stomach", "testes", "thyroid", "uterus"),
    )
]

_WANTS: dict[str, GoalCondition] = {
    "appetite": Both("brain", "stomach"),
    "respiratory-system": Both("lungs", "blood-vessels"),
    "filters": Holds(some=("liver", "kidneys", "spleen"), least=2),
    "female-reproductive-system": Both("ovaries", "uterus"),
    "menses": Both("uterus", "blood-vessels"),
    "semen": Both("testes", "prostate"),
    "puberty": Holds(all=("pituitary-gland",), some=("ovaries", "testes"), least=1),
    "circulation": Both("heart", "blood-vessels"),
    "out-of-breath": Both("heart", "lungs"),
    "digestion": Both("stomach", "intestines"),
    "bile": Both("liver", "gallbladder"),
    "blood-sugar": Both("pancreas", "liver"),
    "nervous-system": Both("brain", "nerves"),
    "eyesight": Both("eyes", "brain"),
    "on-the-move": Both("bones", "muscles"),
    "reflexes": Both("nerves", "muscles"),
    "sense-of-touch": Both("skin", "nerves"),
    "urinary-tract": Both("kidneys", "bladder"),
    "adrenaline": Both("adrenals", "heart"),
    "metabolism": Both("thyroid", "pituitary-gland"),
    "stress": Both("pituitary-gland", "adrenals"),
    "skin-and-bones": Both("skin", "bones"),
    "blood-cells": Both("bones", "spleen"),
    "blood-pressure": Both("kidneys", "adrenals"),
    "enzymes": Both("pancreas", "intestines"),
    "master-gland": Both("pituitary-gland", "brain"),
    "blushing": Both("skin", "blood-vessels"),
    "growing-up": Both("pituitary-gland", "bones"),
}

GOALS = [Goal(slug, *words(slug), "goal", wants=wants) for slug, wants in _WANTS.items()]

_LOSES: dict[str, TableTest] = {
    "cancer": OneKeeper(("mutation", "toxin")),
    "sepsis": OneKeeper(("virus", "bacteria")),
    "organ-failure": EveryKeeper(least=2),  # of older games
    "multiple-organ-failure": ManyKeepers(least=4),
}

UNGOALS = [Ungoal(slug, *words(slug), "ungoal", loses=loses) for slug, loses in _LOSES.items()]

CREEPERS = [
    Creeper(slug, *words(slug), "creeper", attaches=True)
    for slug in ("virus", "bacteria", "mutation", "toxin")
]

META_RULES = [MetaRule("learning-mode", *words("learning-mode"), "meta rule")]

RULES = [
    *(rule(slug, "learning") for slug in ("name-that-organ", "knowledge-bonus")),
    *(rule(slug) for slug in ("alternate-factlets", "heartbeat")),
]

ACTIONS: list[Action] = []
action = registering(ACTIONS)


@action("antibiotics")
async def antibiotics(table: Table, me: int) -> None:
    """Take Bacteria off a keeper, out of the game; yours or another player's, it stays."""
    await _cure(table, me, "antibiotics", ("bacteria",))


@action("antivirals")
async def antivirals(table: Table, me: int) -> None:
    """Take Virus off a keeper, out of the game; yours or another player's, it stays."""
    await _cure(table, me, "antivirals", ("virus",))


@action("surgery")
async def surgery(table: Table, me: int) -> None:
    """Take any Creeper off a keeper, out of the game; yours or another player's, it stays."""
    await _cure(table, me, "surgery", ())


async def _cure(table: Table, me: int, why: str, helps: tuple[str, ...]) -> None:
    """Only what clings to a keeper can be cured, whosever, and this alone parts the two (D9).

    A discarded Creeper would come straight back through the next reshuffle, so it leaves the game.
    """
    creepers = {
        label: (seat, creeper)
        for label, (seat, creeper) in label_creepers(table, table.around(me)).items()
        if creeper in table.attached and (not helps or table.deck.slugs[creeper] in helps)
    }
    if not creepers:
        return
    seat, creeper = await choose(table, me, QuestionKind.DISCARD_CREEPER, creepers, about=(why,))
    remove_creeper(table, seat, creeper)
    table.tell(CreeperRemoved(seat, table.deck.slugs[creeper], why))


@action("mix-it-all-up")
async def mix_it_all_up(table: Table, me: int) -> None:
    """Shuffle all keepers and Creepers in play, parted, and deal them out, starting with you (R103, D13)."""
    await share_the_wealth(table, me)


@free_action(
    "heartbeat",
    lambda table: "heartbeat" not in table.turn.used and bool(table.draw_pile or table.discard),
)
async def heartbeat(table: Table, me: int) -> None:
    """Keep the beat once a turn, and draw 1."""
    draw(table, me, numeral(table, 1), why="heartbeat")


CARDS: list[Card] = [
    *KEEPERS,
    *GOALS,
    *UNGOALS,
    *CREEPERS,
    *META_RULES,
    *RULES,
    *ACTIONS,
]
