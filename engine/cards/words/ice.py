"""Titles and texts of the ICE edition."""

from engine.cards.words.base import KEEPER
from engine.cards.words.mark import Words
from engine.translation import gettext_noop

WORDS: Words = {
    # Keepers
    "coffee": (gettext_noop("Coffee"), KEEPER),
    "death": (gettext_noop("Death"), KEEPER),
    "doughnuts": (gettext_noop("Doughnuts"), KEEPER),
    "taxes": (gettext_noop("Taxes"), KEEPER),
    "the-pyramid": (gettext_noop("The Pyramid"), KEEPER),
    "war": (gettext_noop("War"), KEEPER),
    "face-down": (
        gettext_noop("Face-down keeper"),
        gettext_noop("A keeper that lies face down: its owner alone knows which one. No goal counts it."),
    ),
    # Goals
    "all-that-is-certain": (
        gettext_noop("All That Is Certain"),
        gettext_noop("Win with Death and Taxes."),
    ),
    "all-you-need-is-love": (
        gettext_noop("All You Need Is Love"),
        gettext_noop("Win with Love, if you have no other keeper that lies face up."),
    ),
    "coffee-break": (gettext_noop("Coffee Break"), gettext_noop("Win with Coffee and Doughnuts.")),
    "death-by-chocolate": (
        gettext_noop("Death by Chocolate"),
        gettext_noop("Win with Death and Chocolate."),
    ),
    "money-no-taxes": (
        gettext_noop("Money (No Taxes)"),
        gettext_noop("Win with Money, while nobody has Taxes."),
    ),
    "on-the-dollar-bill": (
        gettext_noop("On the Dollar Bill"),
        gettext_noop("Win with The Eye and The Pyramid."),
    ),
    "peace-no-war": (
        gettext_noop("Peace (No War)"),
        gettext_noop("Win with Peace, while nobody has War."),
    ),
    "war-equals-death": (gettext_noop("War = Death"), gettext_noop("Win with War and Death.")),
    # New rules
    "coffee-bonus": (
        gettext_noop("Coffee Bonus"),
        gettext_noop("With Coffee in front of you, play 1 more card on your turn."),
    ),
    "doughnut-bonus": (
        gettext_noop("Doughnut Bonus"),
        gettext_noop("With Doughnuts in front of you, draw 1 more card on your turn."),
    ),
    "final-card-random": (
        gettext_noop("Final Card Random"),
        gettext_noop(
            "In a turn of at least three plays, chance picks the last card that you play out of your hand."
        ),
    ),
    "government-cover-up": (
        gettext_noop("Government Cover-Up"),
        gettext_noop(
            "All keepers are turned face down, and new ones are played so. A keeper that lies face down "
            "counts for keeper limits but for no goal. On your turn you may turn up any of your own. All are "
            "turned up when this rule goes, unless Secret Data takes its place."
        ),
    ),
    "secret-data": (
        gettext_noop("Secret Data"),
        gettext_noop(
            "From now on keepers are played face down. A keeper that lies face down counts for keeper limits "
            "but for no goal. On your turn you may turn up any of your own. All are turned up when this rule "
            "goes, unless Government Cover-Up takes its place."
        ),
    ),
    # Actions
    "scramble-keepers": (
        gettext_noop("Scramble Keepers"),
        gettext_noop("All keepers in play are shuffled and dealt out: everyone gets as many as they had."),
    ),
}
