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
from engine.goals import Both, Condition, Holds, TableTest
from engine.in_force import numeral
from engine.outcomes import Discarded
from engine.table import Table
from engine.verbs import choose, discard_creeper, draw, label_cards


class Afflicted(TableTest, frozen=True):
    """A Creeper of this name clings to a keeper, and so many keepers have one clinging to them."""

    creeper: str
    least: int

    def is_met(self, table: Table) -> bool:
        return self.creeper in table.slugs(table.attached) and len(set(table.attached.values())) >= numeral(
            table, self.least
        )


class AllCling(TableTest, frozen=True):
    """Creepers of all these names cling to keepers, whosever."""

    creepers: tuple[str, ...]

    def is_met(self, table: Table) -> bool:
        return set(self.creepers).issubset(table.slugs(table.attached))


class CreepersInPlay(TableTest, frozen=True):
    """So many Creepers lie in front of the seats together."""

    least: int

    def is_met(self, table: Table) -> bool:
        return sum(map(len, table.creepers.values())) >= numeral(table, self.least)


KEEPERS = [
    Keeper(slug, *words(slug), "keeper")
    for slug in (
        *("adrenals", "appendix", "bladder", "blood-vessels", "bones", "brain", "eyes", "gallbladder"),
        *("heart", "intestines", "kidneys", "liver", "lungs", "muscles", "nerves", "ovaries", "pancreas"),
        *("pituitary-gland", "prostate", "skin", "spleen", "stomach", "testes", "thyroid", "uterus"),
    )
]

_WANTS: dict[str, Condition] = {
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
    "cancer": Afflicted("mutation", least=3),
    "sepsis": AllCling(("virus", "bacteria")),
    "organ-failure": CreepersInPlay(least=4),
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
    """Discard Bacteria off one of your keepers; the keeper stays."""
    await _cure(table, me, "antibiotics", ("bacteria",))


@action("antivirals")
async def antivirals(table: Table, me: int) -> None:
    """Discard Virus off one of your keepers; the keeper stays."""
    await _cure(table, me, "antivirals", ("virus",))


@action("surgery")
async def surgery(table: Table, me: int) -> None:
    """Discard any Creeper off one of your keepers; the keeper stays."""
    await _cure(table, me, "surgery", ())


async def _cure(table: Table, me: int, why: str, helps: tuple[str, ...]) -> None:
    """Only what clings to a keeper can be cured, and this alone parts the two (D9)."""
    creepers = [
        card
        for card in table.creepers.get(me, ())
        if card in table.attached and (not helps or table.deck.slugs[card] in helps)
    ]
    if not creepers:
        return
    creeper = await choose(table, me, "discard-creeper", label_cards(table, creepers), about=(why,))
    discard_creeper(table, me, creeper)
    table.tell(Discarded(table.slugs([creeper]), "creepers", why, me))


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
