"""Decks made by chance, for tests that look at what anybody might build."""

from random import Random
from typing import Any, get_args

from engine.cards import CARDS
from engine.deck_spec import DeckSpec
from engine.editions import SWITCHES, all_editions, is_of
from engine.made import key
from engine.made.data import Plain

PLAYED = [
    card.slug
    for card in CARDS.values()
    if card.kind not in ("basic rules", "meta rule") and is_of(card.slug, "cards")
]
KEEPERS = [card.slug for card in CARDS.values() if card.kind == "keeper" and card.slug != "face-down"]


def made_deck(dice: Random, most_made: int = 12, least_printed: float = 0.0) -> DeckSpec:
    """A deck of any editions of cards, thinned out by chance, with made cards of every kind."""
    chosen = dice.sample([each.slug for each in all_editions() if each.game == "cards"], dice.randint(1, 2))
    printed = [card for each in all_editions() if each.slug in chosen for card in each.cards]
    gone = dice.sample(printed, int(len(printed) * dice.random() * (1 - least_printed)))
    pieces = made_cards(dice, dice.randint(1, most_made))
    more = {
        dice.choice([*PLAYED, *map(key_of, pieces)]): dice.randint(1, 8) for _ in range(dice.randint(0, 4))
    }
    more.pop("face-down", None)
    return DeckSpec.of(
        {
            "format": 1,
            "editions": chosen,
            "without": gone,
            "more": more,
            "switches": dice.sample(sorted(SWITCHES), dice.randint(0, len(SWITCHES))),
            "made": pieces,
        }
    )


def made_cards(dice: Random, count: int) -> list[dict[str, Any]]:
    """So many made cards, as JSON has them; goals and rules name printed cards and some of these."""
    kinds = [dice.choice(("keeper", "creeper", "goal", "rule", "action", "action")) for _ in range(count)]
    titles = [f"{kind} Ż{number}" for number, kind in enumerate(kinds)]
    keepers = (
        KEEPERS + [key(title) for title, kind in zip(titles, kinds, strict=True) if kind == "keeper"] * 5
    )
    creepers = [key(title) for title, kind in zip(titles, kinds, strict=True) if kind == "creeper"]
    fields = {
        "keeper": lambda: {
            "food": dice.random() < 0.5,
            "face": dice.choice(("", "🤖")),
            "picture": dice.choice(("", "bot")),
        },
        "creeper": lambda: {"attaches": dice.random() < 0.5},
        "goal": lambda: made_goal(dice, keepers, creepers),
        "rule": lambda: made_rule(dice, keepers),
        "action": lambda: {"steps": [made_step(dice) for _ in range(dice.randint(1, 5))]},
    }
    return [
        {"kind": kind, "title": title, **fields[kind]()} for title, kind in zip(titles, kinds, strict=True)
    ]


def made_goal(dice: Random, keepers: list[str], creepers: list[str]) -> dict[str, Any]:
    """What a goal wants."""
    named = list(dict.fromkeys(dice.choices(keepers, k=5)))
    forms: list[dict[str, Any]] = [
        {"what": "some", "least": dice.randint(1, len(named)), "of": named},
        {"what": "most-keepers", "least": dice.randint(1, 5)},
        {"what": "most-cards", "least": dice.randint(3, 10)},
    ]
    if len(named) > 1:
        forms += [
            {"what": "both", "one": named[0], "other": named[1]},
            {"what": "without", "keeper": named[0], "absent": named[1]},
        ]
    goal: dict[str, Any] = {}
    if creepers:
        forms.append({"what": "with-creeper", "keepers": named[:2], "creeper": dice.choice(creepers)})
        if dice.random() < 0.3:
            goal["creeper"] = dice.choice(creepers)
    return {"wants": dice.choice(forms), **goal}


def made_rule(dice: Random, keepers: list[str]) -> dict[str, Any]:
    """The number of a rule, or its bonus."""
    forms: list[dict[str, Any]] = [
        {"draw": dice.randint(1, 10)},
        {"play": dice.randint(1, 10)},
        {"play_all_but": dice.randint(0, 1)},
        {"hand_limit": dice.randint(0, 10)},
        {"keeper_limit": dice.randint(1, 10)},
        {"bonus": {"holds": dice.choice(keepers), "draw": dice.randint(0, 3), "play": dice.randint(1, 3)}},
    ]
    return dice.choice(forms)


def made_step(dice: Random) -> dict[str, Any]:
    """One step of an action; those that play cards come often."""
    count = dice.randint(1, 10)
    forms: list[dict[str, Any]] = [
        {"do": "draw", "count": count},
        {"do": "draw-and-play", "count": count, "play": dice.randint(1, count)},
        {"do": "draw-and-play", "count": 1, "play": 1},
        {"do": "everybody-draws", "count": count},
        {"do": "everybody-discards", "count": count},
        *({"do": name} for name in dice.sample(get_args(Plain), 4)),
    ]
    return dice.choice(forms)


def key_of(card: dict[str, Any]) -> str:
    """How other cards name it."""
    return key(card["title"])
