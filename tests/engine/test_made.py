"""Made cards: what they do in play, what they say, and what nobody can make."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import DeckSpec, Unreadable, read_card
from engine.made import key
from engine.made.build import build
from engine.made.data import MadeCard
from engine.outcomes import Drew
from engine.scenario import BadScenario, deal
from engine.scenario.case import read_cases, run_case

CARDS = """
[[given.made_cards]]
kind = "keeper"
title = "Robot"
[[given.made_cards]]
kind = "keeper"
title = "Kettle"
food = true
[[given.made_cards]]
kind = "creeper"
title = "Rust"
attaches = true
[[given.made_cards]]
kind = "goal"
title = "Kettle Robot"
wants = { what = "both", one = "made:robot", other = "made:kettle" }
[[given.made_cards]]
kind = "goal"
title = "Rusty Robot"
wants = { what = "both", one = "made:robot", other = "bread" }
creeper = "made:rust"
[[given.made_cards]]
kind = "goal"
title = "Two of Three"
wants = { what = "some", least = 2, of = ["made:robot", "made:kettle", "bread"] }
[[given.made_cards]]
kind = "goal"
title = "No Kettle"
wants = { what = "without", keeper = "made:robot", absent = "made:kettle" }
[[given.made_cards]]
kind = "goal"
title = "Rusty Crowd"
wants = { what = "most-keepers", least = 2 }
creeper = "made:rust"
[[given.made_cards]]
kind = "goal"
title = "Full Hand"
wants = { what = "most-cards", least = 4 }
[[given.made_cards]]
kind = "goal"
title = "Robot and Rust"
wants = { what = "with-creeper", keepers = ["made:robot"], creeper = "made:rust" }
[[given.made_cards]]
kind = "rule"
title = "Sip"
draw = 3
[[given.made_cards]]
kind = "rule"
title = "Everything"
play_all_but = 0
[[given.made_cards]]
kind = "rule"
title = "Small Hands"
hand_limit = 1
[[given.made_cards]]
kind = "rule"
title = "One Shelf"
keeper_limit = 1
[[given.made_cards]]
kind = "rule"
title = "Robot Bonus"
bonus = { holds = "made:robot", draw = 1, play = 2 }
[[given.made_cards]]
kind = "action"
title = "Draw then Steal"
steps = [{ do = "draw", count = 2 }, { do = "steal-a-keeper" }]
[[given.made_cards]]
kind = "action"
title = "Feast"
steps = [{ do = "everybody-draws", count = 1 }, { do = "everybody-discards", count = 2 }]
[[given.made_cards]]
kind = "action"
title = "Whirl"
steps = [{ do = "draw-and-play", count = 3, play = 2 }, { do = "draw", count = 1 }]
[[given.made_cards]]
kind = "action"
title = "Pickpocket"
steps = [{ do = "take-a-card" }, { do = "take-a-card" }]
"""

CASES = {
    "two made keepers meet a made goal": """
        keepers.A = ["robot"]
        goals = ["kettle-robot"]
        hands.A = ["kettle"]
        [[when]]
        seat = "A"
        answer = "kettle"
        [then]
        winner = "A" """,
    "a Creeper that the goal requires blocks nobody": """
        keepers.A = ["robot", "bread"]
        creepers.A = ["rust"]
        attached = { rust = "robot" }
        hands.A = ["rusty-robot"]
        [[when]]
        seat = "A"
        answer = "rusty-robot"
        [then]
        winner = "A" """,
    "without the Creeper the goal is not met": """
        keepers.A = ["robot", "bread"]
        hands.A = ["rusty-robot"]
        [[when]]
        seat = "A"
        answer = "rusty-robot"
        [then]
        over = false
        goals = ["rusty-robot"] """,
    "a made Creeper blocks whoever has it, and clings": """
        keepers.A = ["robot", "kettle"]
        creepers.A = ["rust"]
        hands.A = ["kettle-robot"]
        [[when]]
        seat = "A"
        answer = "rust"
        refused = true
        [[when]]
        seat = "A"
        answer = "robot"
        then = { attached = { rust = "robot" } }
        [[when]]
        seat = "A"
        answer = "kettle-robot"
        [then]
        over = false """,
    "some of a list": """
        keepers.A = ["kettle"]
        goals = ["two-of-three"]
        hands.A = ["bread"]
        [[when]]
        seat = "A"
        answer = "bread"
        [then]
        winner = "A" """,
    "Inflation raises the number of a list": """
        keepers.A = ["kettle"]
        goals = ["two-of-three"]
        rules = ["inflation"]
        drawn = 2
        hands.A = ["bread", "robot"]
        [[when]]
        seat = "A"
        answer = "bread"
        then = { over = false }
        [[when]]
        seat = "A"
        answer = "robot"
        [then]
        winner = "A" """,
    "a keeper while nobody has another": """
        keepers.A = ["robot"]
        keepers.B = ["kettle"]
        goals = ["no-kettle"]
        hands.A = ["trash-a-keeper"]
        [[when]]
        seat = "A"
        answer = "trash-a-keeper"
        then = { over = false }
        [[when]]
        seat = "A"
        answer = "kettle@B"
        [then]
        winner = "A" """,
    "most keepers with a Creeper, among rivals": """
        keepers.A = ["robot", "kettle"]
        keepers.B = ["milk"]
        creepers.A = ["rust"]
        attached = { rust = "kettle" }
        hands.A = ["rusty-crowd"]
        [[when]]
        seat = "A"
        answer = "rusty-crowd"
        [then]
        winner = "A" """,
    "most keepers without the Creeper is not enough": """
        keepers.A = ["robot", "kettle"]
        keepers.B = ["milk"]
        creepers.B = ["rust"]
        attached = { rust = "milk" }
        hands.A = ["rusty-crowd"]
        [[when]]
        seat = "A"
        answer = "rusty-crowd"
        [then]
        over = false """,
    "most cards in hand": """
        hands.A = ["full-hand", 4]
        hands.B = 3
        [[when]]
        seat = "A"
        answer = "full-hand"
        [then]
        winner = "A" """,
    "keepers and a Creeper": """
        keepers.A = ["robot"]
        creepers.A = ["rust"]
        attached = { rust = "robot" }
        hands.A = ["robot-and-rust"]
        [[when]]
        seat = "A"
        answer = "robot-and-rust"
        [then]
        winner = "A" """,
    "a made draw rule replaces a printed one and is caught up with": """
        rules = ["draw-2"]
        drawn = 2
        deck = ["milk", "love"]
        hands.A = ["sip", 1]
        [[when]]
        seat = "A"
        answer = "sip"
        [then]
        rules = ["sip"]
        discard = ["draw-2"]
        hands.A = ["milk", 1]
        turn = "B" """,
    "a made Play All": """
        hands.A = ["everything", 2]
        [[when]]
        seat = "A"
        answer = "everything"
        [then]
        play_count = "all"
        plays_left = 2 """,
    "made limits bind who waits": """
        hands.A = ["small-hands", "milk"]
        hands.B = ["bread", "love"]
        [[when]]
        seat = "A"
        answer = "small-hands"
        then = { hand_limit = 1, asked = { B = "hand-limit" } }
        [[when]]
        seat = "B"
        answer = "love"
        [then]
        hands.B = ["bread", 1] """,
    "a made keeper limit": """
        hands.A = ["one-shelf"]
        keepers.B = ["robot", "kettle"]
        [[when]]
        seat = "A"
        answer = "one-shelf"
        then = { asked = { B = { what = "keeper-limit", options = ["robot", "kettle"] } } }
        [[when]]
        seat = "B"
        answer = "robot"
        [then]
        keepers.B = ["kettle"] """,
    "a bonus counts while the keeper lies there": """
        keepers.A = ["robot"]
        hands.A = ["robot-bonus", 3]
        [[when]]
        seat = "A"
        answer = "robot-bonus"
        [then]
        draw_count = 2
        play_count = 3 """,
    "steps come in order": """
        keepers.B = ["robot", "kettle"]
        deck = ["milk", "love"]
        hands.A = ["draw-then-steal"]
        [[when]]
        seat = "A"
        answer = "draw-then-steal"
        then = { hands = { A = ["milk", "love"] }, asked = { A = "take-keeper" } }
        [[when]]
        seat = "A"
        answer = "kettle@B"
        [then]
        keepers.A = ["kettle"]
        keepers.B = ["robot"]
        discard = ["draw-then-steal"] """,
    "a step that wins is the last one": """
        keepers.A = ["robot"]
        keepers.B = ["kettle"]
        goals = ["kettle-robot"]
        hands.A = ["draw-then-steal"]
        [[when]]
        seat = "A"
        answer = "draw-then-steal"
        [then]
        winner = "A" """,
    "everybody draws, then everybody discards at once": """
        deck = ["milk", "love", "time"]
        hands.A = ["feast", "bread", "peace"]
        hands.B = ["dreams"]
        hands.C = []
        [[when]]
        seat = "A"
        answer = "feast"
        then = { asked = { A = { what = "discard-cards", count = 2 } }, not_asked = ["B", "C"] }
        [[when]]
        seat = "A"
        answer = ["bread", "milk"]
        [then]
        hands.A = ["peace"]
        hands.C = []
        discard = ["feast", "bread", "milk", "dreams", "love", "time"] """,
    "a temporary hand, and what comes after it": """
        deck = ["milk", "love", "time", "bread"]
        hands.A = ["whirl"]
        [[when]]
        seat = "A"
        answer = "whirl"
        then = { temporary = { A = ["milk", "love", "time"] } }
        [[when]]
        seat = "A"
        answer = "milk"
        [[when]]
        seat = "A"
        answer = "time"
        [then]
        keepers.A = ["milk", "time"]
        hands.A = ["bread"]
        discard = ["whirl", "love"] """,
    "Inflation raises the numbers of a made action": """
        deck = ["milk", "love", "time", "peace", "bread", "dreams"]
        rules = ["inflation"]
        drawn = 2
        played = 1
        hands.A = ["whirl"]
        [[when]]
        seat = "A"
        answer = "whirl"
        [[when]]
        seat = "A"
        answer = "milk"
        [[when]]
        seat = "A"
        answer = "time"
        [[when]]
        seat = "A"
        answer = "love"
        [then]
        keepers.A = ["love", "milk", "time"]
        hands.A = ["bread", "dreams"]
        discard = ["whirl", "peace"] """,
    "cards are taken until nobody has one": """
        hands.A = ["pickpocket"]
        hands.B = ["bread"]
        [[when]]
        seat = "A"
        answer = "pickpocket"
        [then]
        hands.A = ["bread"]
        discard = ["pickpocket"] """,
}


@pytest.mark.parametrize("name", CASES)
def test_made_cards_in_play(name):
    """Each sort of made card does what its data say."""
    body, *steps = CASES[name].partition("[[when]]")
    drawn = "" if "drawn =" in body else "drawn = 1\n"
    text = f'[given]\nseats = ["A", "B", "C"]\n{drawn}{body}\n{CARDS}\n{"".join(steps)}'

    run_case(read_cases(text)[0])


def made(**fields: Any) -> MadeCard:
    """A made card from its data."""
    return read_card({"title": "Card", **fields})


def test_a_slug_is_the_title_in_plain_letters_and_a_hash():
    """Any alphabet gives plain letters, and a slug fits into forty characters."""
    titles = ["Żółta Łódź!", "Щука и Чай", "🎉", "Über " + "x" * 35]
    slugs = [build([made(kind="keeper", title=title)])[key(title)].card.slug for title in titles]

    assert ["zolta-lodz", "shchuka-i-chai", "card", "uber-" + "x" * 18] == [
        slug.partition("~")[0] for slug in slugs
    ]
    assert all(len(slug) <= 40 and len(slug.partition("~")[2]) == 16 for slug in slugs)


def test_a_slug_stands_for_the_whole_card():
    """The same card has one slug in every deck; whatever it names, or does, makes another."""
    goal = {"kind": "goal", "title": "Goal", "wants": {"what": "both", "one": "made:robot", "other": "bread"}}
    robot = {"kind": "keeper", "title": "Robot"}
    decks = [
        [goal, robot],
        [robot, {"kind": "keeper", "title": "More"}, goal],
        [{**robot, "food": True}, goal],
        [robot, {**goal, "text": "Robots like bread."}],
    ]
    first, again, *others = [build(list(map(read_card, cards)))["made:goal"].card.slug for cards in decks]

    assert first == again
    assert len({first, *others}) == 3


def test_a_made_card_is_known_to_its_deck_alone():
    """A deck knows every printed card and the cards that were made for it, whatever was read before."""
    spec = DeckSpec.of({"editions": ["fluxx"], "made": [{"kind": "keeper", "title": "Robot", "face": "R2"}]})
    deck = spec.deck
    robot = deck.cards[-1]

    assert (robot.title, robot.face) == ("Robot", "R2")
    assert deck.known_cards[robot.slug] is robot
    assert deck.known_cards["alice"] is engine.card("alice")
    assert engine.cards_of(spec.name)[robot.slug] is robot
    assert robot.slug not in engine.deck_of("fluxx").known_cards
    with pytest.raises(KeyError):
        engine.card(robot.slug)


def test_an_extra_card_is_drawn_by_the_rule_that_was_made():
    """Who began with an empty hand draws one to keep, and is told by which card (R045)."""
    data = {"kind": "rule", "title": "Keep One", "play_all_but": 1}
    (built,) = build([read_card(data)]).values()
    table = deal(ann=0, bob=["milk"], made_cards=[data], deck=[built.card.slug, "bread", "love"])
    ann, _bob = table.seats
    ann.plays(built.card.slug)

    assert ann.hand == ["bread"]
    assert [each.why for each in table.happened if isinstance(each, Drew) and each.why] == [built.card.slug]


TEXTS = [
    ({"kind": "keeper"}, "A keeper: play it in front of you. Goals ask for keepers."),
    ({"kind": "keeper", "food": True, "text": "Crunchy."}, "Crunchy."),
    (
        {"kind": "goal", "wants": {"what": "some", "least": 2, "of": ["bread", "milk"]}, "creeper": "virus"},
        "Win with at least 2 of these: Bread, Milk. You also need Virus in front of you.",
    ),
    (
        {"kind": "goal", "wants": {"what": "without", "keeper": "bread", "absent": "milk"}},
        "Win with Bread while nobody has Milk in play.",
    ),
    ({"kind": "rule", "hand_limit": 1}, "While others play, hold at most 1 card; at the end"),
    ({"kind": "rule", "play_all_but": 0}, "Play every card you hold, including those you get on the way."),
    (
        {"kind": "rule", "bonus": {"holds": "bread", "play": 2}},
        "With Bread in front of you, play 2 more on your turn.",
    ),
    (
        {"kind": "action", "steps": [{"do": "draw", "count": 1}, {"do": "rules-reset"}]},
        "Draw 1 card. Discard all new rules in play. Goals stay.",
    ),
    (
        {"kind": "action", "steps": [{"do": "draw-and-play", "count": 3, "play": 2}]},
        "Set your hand aside, draw 3 cards, play 2 and discard the rest.",
    ),
]


@pytest.mark.parametrize(("data", "text"), TEXTS)
def test_a_card_without_a_text_says_what_it_does(data, text):
    """The text is written from the data; a text of its maker's own stands as it is."""
    (built,) = build([made(**data)]).values()

    assert built.card.text.startswith(text)


def test_a_text_is_written_in_the_language_of_its_reader():
    """Every piece goes through the caller's translation, the titles of printed cards among them."""
    goal = {"kind": "goal", "title": "Goal", "wants": {"what": "both", "one": "made:r2", "other": "bread"}}
    spec = DeckSpec.of({"editions": ["fluxx"], "made": [goal, {"kind": "keeper", "title": "R2"}]})
    card = spec.deck.cards[-2]
    russian = {"Win with {one} and {other}.": "Нужны {one} и {other}.", "Bread": "Хлеб"}

    said = card.describe(lambda text: russian.get(text, text), lambda one, many, n: many)

    assert said == "Нужны R2 и Хлеб."
    assert engine.card("bread").describe(str.upper, lambda one, many, n: many).startswith("A KEEPER")


UNREADABLE: list[dict[str, Any]] = [
    {"kind": "keeper", "title": ""},
    {"kind": "keeper", "title": "   "},
    {"kind": "keeper", "title": " Robot"},
    {"kind": "keeper", "title": "x" * 41},
    {"kind": "keeper", "title": "two\nlines"},
    {"kind": "keeper", "title": "back\u202ewards"},
    {"kind": "keeper", "title": "\u200bhidden"},
    {"kind": "keeper", "title": "\u3164"},
    {"kind": "keeper", "title": "bell\x07"},
    {"kind": "keeper", "title": "Robot", "text": "x" * 301},
    {"kind": "keeper", "title": "Robot", "face": "x" * 9},
    {"kind": "keeper", "title": "Robot", "effect": "import os"},
    {"kind": "keeper", "title": ["Robot"]},
    {"kind": "surprise", "title": "Robot"},
    {"title": "Robot"},
    {"kind": "rule", "title": "Rule"},
    {"kind": "rule", "title": "Rule", "draw": 0},
    {"kind": "rule", "title": "Rule", "draw": 11},
    {"kind": "rule", "title": "Rule", "draw": 2, "play": 2},
    {"kind": "rule", "title": "Rule", "draw": True},
    {"kind": "rule", "title": "Rule", "draw": 10**400},
    {"kind": "rule", "title": "Rule", "play_all_but": 2},
    {"kind": "rule", "title": "Rule", "bonus": {"holds": "bread"}},
    {"kind": "action", "title": "Action", "steps": []},
    {"kind": "action", "title": "Action", "steps": [{"do": "draw", "count": 1}] * 6},
    {"kind": "action", "title": "Action", "steps": [{"do": "draw"}]},
    {"kind": "action", "title": "Action", "steps": [{"do": "win"}]},
    {"kind": "action", "title": "Action", "steps": [{"do": "steal-a-keeper", "count": 2}]},
    {"kind": "action", "title": "Action", "steps": [{"do": "draw", "count": 2, "play": 1}]},
    {"kind": "action", "title": "Action", "steps": [{"do": "draw-and-play", "count": 2, "play": 3}]},
    {"kind": "goal", "title": "Goal"},
    {"kind": "goal", "title": "Goal", "wants": {"what": "both", "one": "bread", "other": "bread"}},
    {"kind": "goal", "title": "Goal", "wants": {"what": "some", "least": 3, "of": ["bread", "milk"]}},
    {"kind": "goal", "title": "Goal", "wants": {"what": "some", "least": 1, "of": []}},
    {"kind": "goal", "title": "Goal", "wants": {"what": "some", "least": 1, "of": ["bread"] * 21}},
]


@pytest.mark.parametrize("data", UNREADABLE)
def test_what_is_no_card_is_refused_with_a_sentence(data):
    """Titles that can't be shown, numbers out of bounds, unknown fields and kinds, goals without sense."""
    with pytest.raises(Unreadable, match=r"\.$") as refused:
        read_card(data)

    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 200


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
fields = st.sampled_from(sorted({name for kind in MadeCard.__args__ for name in kind.__struct_fields__}))


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(
    kind=st.sampled_from(["keeper", "creeper", "goal", "rule", "action"]),
    data=st.dictionaries(fields, json_values, max_size=4),
)
def test_nothing_but_a_sentence_comes_of_nonsense(kind, data):
    """Whatever stands where a card should be, it is a card or it is refused."""
    try:
        card = read_card({"kind": kind, "title": "Card", **data})
    except Unreadable:
        return

    assert read_card(msgspec.to_builtins(card)) == card


@pytest.mark.parametrize("title", ["Bread", "Draw", "Window"])
def test_a_scenario_can_not_make_a_card_whose_name_means_something_else(title):
    """In a file a word has one meaning."""
    card = f'[[given.made_cards]]\nkind = "keeper"\ntitle = "{title}"\n'
    text = f'[given]\nseats = ["A", "B"]\n{card}[then]\nturn = "A"'
    with pytest.raises(BadScenario, match="something else"):
        read_cases(text)


def test_actions_that_play_actions_come_to_an_end():
    """Twenty cards of five times "draw 1, play 1" would play each other nearly without end."""
    step = {"do": "draw-and-play", "count": 1, "play": 1}
    data = {
        "editions": ["fluxx"],
        "without": list(engine.edition_of("fluxx").cards),
        "more": {"made:deep": 19, "toast": 1},
        "made": [{"kind": "action", "title": "Deep", "steps": [step] * 5}],
    }
    game, dice = engine.Game.new(DeckSpec.of(data).name, seats=2, seed="deep"), Random(0)
    for _ in range(40):
        question = dice.choice(game.questions)
        game.answer(question.seat, engine.bots.pick(question, dice))

    assert game.table.turn.number > 10


def longest_turn(spec, seats, seed, answers):
    """Let sensible bots play; return the most answers that any turn took."""
    game, counts = engine.Game.new(spec.name, seats=seats, seed=seed), Counter()
    for _ in range(answers):
        if game.over:
            break
        question = game.questions[0]
        counts[game.turn_number] += 1
        labels = engine.bots.sensible(game.view(question.seat), question)
        game.answer(question.seat, labels, question.number)
    return max(counts.values())


@pytest.mark.slow
@pytest.mark.parametrize("steps", [1, 5])
def test_a_turn_of_cards_that_bring_ever_more_cards_ends(steps):
    """480 actions that draw 10 cards and play them: after 60 of them what was begun is given up."""
    storm = {"do": "draw-and-play", "count": 10, "play": 10}
    made = [{"kind": "action", "title": f"Storm {number}", "steps": [storm] * steps} for number in range(24)]
    more = {f"made:storm-{number}": 19 for number in range(24)}
    spec = DeckSpec.of({"editions": ["fluxx"], "made": made, "more": more})

    assert longest_turn(spec, 4, "b" * 32, 400) < 150


def test_a_turn_under_play_all_ends():
    """Every card draws ten more, and all must be played: after 100 plays the turn is over."""
    made = [{"kind": "action", "title": "Plenty", "steps": [{"do": "draw", "count": 10}]}]
    without = [
        slug for slug in engine.edition_of("fluxx").cards if slug not in ("play-all", "toast", "bread")
    ]
    data = {
        "editions": ["fluxx"],
        "without": without,
        "more": {"made:plenty": 19, "play-all": 5},
        "made": made,
    }

    assert 90 < longest_turn(DeckSpec.of(data), 2, "plenty", 400) <= 102
