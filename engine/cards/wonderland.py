"""The cards of the Wonderland edition that the base game does not have."""

from engine.card import Bonus, Card, Creeper, Goal, Keeper
from engine.cards import wonderland_powers  # noqa: F401  (registers what keepers and rules let a seat do)
from engine.cards.rules import rule
from engine.cards.wonderland_actions import ACTIONS
from engine.cards.wonderland_surprises import SURPRISES
from engine.cards.words import words
from engine.goals import Both, GoalCondition, Holds

KEEPERS = [
    Keeper(slug, *words(slug), "keeper")
    for slug in (
        *("alice", "white-rabbit", "cheshire-cat", "mad-hatter", "march-hare", "dormouse", "caterpillar"),
        *("queen-of-hearts", "king-of-hearts", "knave-of-hearts", "duchess", "mock-turtle", "gryphon"),
        *("humpty-dumpty", "tweedledum", "tweedledee", "walrus", "carpenter", "white-knight", "red-queen"),
        *("tea", "tarts", "looking-glass", "pocket-watch"),
        *("crown", "vorpal-sword", "cake", "bottle"),
    )
]

_WANTS: dict[str, GoalCondition] = {
    "down-the-rabbit-hole": Both("alice", "white-rabbit"),
    "tea-for-two": Holds(all=("tea",), some=("mad-hatter", "march-hare", "dormouse"), least=1),
    "into-the-teapot": Both("dormouse", "march-hare"),
    "no-room": Both("mad-hatter", "alice"),
    "grin-without-a-cat": Both("cheshire-cat", "duchess"),
    "who-are-you": Both("caterpillar", "alice"),
    "stolen-tarts": Both("knave-of-hearts", "tarts"),
    "royal-couple": Both("queen-of-hearts", "king-of-hearts"),
    "croquet-ground": Both("queen-of-hearts", "duchess"),
    "lobster-quadrille": Both("mock-turtle", "gryphon"),
    "schooldays-in-the-sea": Both("mock-turtle", "alice"),
    "agreed-to-a-battle": Both("tweedledum", "tweedledee"),
    "oysters-come-and-walk": Both("walrus", "carpenter"),
    "i-shall-be-late": Both("white-rabbit", "pocket-watch"),
    "two-days-wrong": Both("mad-hatter", "pocket-watch"),
    "through-the-looking-glass": Both("alice", "looking-glass"),
    "faster-faster": Both("red-queen", "looking-glass"),
    "queen-alice": Both("alice", "crown"),
    "eat-me-drink-me": Both("cake", "bottle"),
    "taller-and-smaller": Both("caterpillar", "bottle"),
    "glory-for-you": Both("humpty-dumpty", "looking-glass"),
    "impenetrability": Both("humpty-dumpty", "vorpal-sword"),
    "my-own-invention": Both("white-knight", "vorpal-sword"),
    "check": Both("red-queen", "white-knight"),
    "herald-and-accused": Both("white-rabbit", "knave-of-hearts"),
    "important-unimportant": Both("king-of-hearts", "tarts"),
    "off-with-its-head": Both("cheshire-cat", "queen-of-hearts"),
    "mirror-writing": Holds(all=("looking-glass",), own=("jabberwock",)),
    "king-of-beasts": Holds(all=("crown",), own=("jabberwock",)),
    "snicker-snack": Holds(all=("vorpal-sword",), any=("jabberwock",)),
}

GOALS = [Goal(slug, *words(slug), "goal", wants=wants) for slug, wants in _WANTS.items()]

RULES = [rule("rhyme-time"), rule("crown-bonus", bonus=Bonus("crown", draw=1, play=1))]

CREEPERS = [Creeper("jabberwock", *words("jabberwock"), "creeper")]

CARDS: list[Card] = [*KEEPERS, *GOALS, *RULES, *ACTIONS, *SURPRISES, *CREEPERS]
