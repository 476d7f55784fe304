"""Decks as data: names, JSON, what is wrong with them, and what comes of playing with them."""

import json
import re
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import DeckSpec, Game, Record, Unreadable, all_editions, bots, composition, problems, seat_counts
from engine.deck_spec import MOST_CARDS, MOST_COPIES, MOST_MADE
from engine.editions import SWITCHES, deck_of, edition_of
from engine.editions.deck_list import list_of
from engine.invariants import violations
from engine.made.data import Counting, MadeCard, Plain, Step, Wants
from engine.record import RecordedStep as Answered
from engine.set_up import MOST
from tests.engine.made_decks import made_deck

DOC = (Path(__file__).parents[2] / "docs" / "made-cards.md").read_text(encoding="utf-8")
EXAMPLE: str = re.findall(r"```json\n(.*?)```", DOC, re.S)[0]


def play(name: str, seats: int, dice: Random, *, most: int = 400, sleep: bool = False) -> Game:
    """A game with a deck, played by chance to its end, or for so many answers; every moment must be sound."""
    game = Game.new(name, seats=seats, seed=str(dice.random()))
    for number in range(most):
        if game.over:
            break
        question = dice.choice(game.questions)
        game.answer(question.seat, bots.pick(question, dice), question.number)
        if number % 10 == 0:
            assert violations(game) == []
        if sleep:
            woken = Game.load(game.dump())
            assert (woken.questions, woken.dump()) == (game.questions, game.dump())
            game = woken
    return game


def test_a_name_in_words_and_its_json_are_the_same_deck():
    """Both forms are read, and each deck has one name."""
    spec = DeckSpec.parse("fluxx ice !limits-at-once -sleep +draw-2 -bread +draw-2")

    assert spec == DeckSpec(
        ("fluxx", "ice"), {"draw-2": 2}, without=("bread", "sleep"), switches=("limits-at-once",)
    )
    assert spec.name == "fluxx ice +draw-2 +draw-2 -bread -sleep !limits-at-once"
    assert (
        spec == DeckSpec.parse(spec.name) == DeckSpec.parse(str(spec)) == DeckSpec.parse(spec.dump().encode())
    )
    assert deck_of(spec.name).slugs == deck_of(spec.dump()).slugs


@pytest.mark.parametrize("edition", [edition.slug for edition in all_editions()])
def test_every_edition_is_a_sound_deck(edition):
    """An edition as it is printed has no problem, with any number of seats."""
    spec = DeckSpec((edition,))

    assert spec.name == edition
    assert [problem for seats in (None, *seat_counts(edition)) for problem in problems(spec, seats)] == []
    assert composition(spec).size == len(spec.deck)


def test_no_card_of_the_board_has_the_name_of_another():
    """A name is one card in all games; the one that both kinds of games have is the very same."""
    cards = [set(each.cards) for each in all_editions() if each.game == "cards"]
    board = [set(each.cards) for each in all_editions() if each.game == "board"]

    assert set().union(*cards) & set().union(*board) == {"trade-hands"}


def test_the_documented_example_is_a_sound_deck():
    """Whoever copies the example can play it, and its name is the JSON itself."""
    spec = DeckSpec.parse(EXAMPLE)
    held = composition(spec)

    assert problems(spec) == []
    assert json.loads(spec.name) == json.loads(EXAMPLE)
    assert [share.copies for share in held.shares if share.made] == [2, 1, 1, 1, 1, 1, 1]
    assert (held.copies["bread"], "jackpot" in held.copies, held.size) == (2, False, len(spec.deck))


def test_every_word_of_the_format_is_documented():
    """No kind, key, step or wish is missing from the document."""
    described = set(re.findall(r"`([a-z0-9_-]+)`", DOC))
    kinds = [*get_args(MadeCard), *get_args(Wants), Step, DeckSpec]

    assert {name for kind in kinds for name in kind.__struct_fields__} <= described
    assert {kind.__struct_config__.tag for kind in kinds if kind.__struct_config__.tag} <= described
    assert {*get_args(Plain), *get_args(Counting), *SWITCHES} <= described


def deck(*made: dict[str, Any], **fields: Any) -> DeckSpec:
    """A deck of base Fluxx with changes."""
    return DeckSpec.of({"editions": ["fluxx"], "made": list(made), **fields})


def goal(wants: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A made goal."""
    return {"kind": "goal", "title": "Goal", "wants": wants, **fields}


FLUXX = list(edition_of("fluxx").cards)
BOARD = list(edition_of("board").cards)
BOARD_GOALS = BOARD[:33]
ROBOT = {"kind": "keeper", "title": "Robot"}
BOTH = {"what": "both", "one": "made:robot", "other": "bread"}
GHOST = {"kind": "creeper", "title": "Ghost"}

SERIOUS = [
    (deck(editions=["flux"]), "There’s no edition called “flux”."),
    (deck(more={"toast-2": 1}), "There’s no card called “toast-2”."),
    (deck(without=["toast-2"]), "There’s no card called “toast-2”."),
    (deck(switches=["fast"]), "There’s no rule option called “fast”."),
    (deck(goal(BOTH)), "“Goal” mentions the card “made:robot”, which doesn’t exist."),
    (
        deck(goal(BOTH), {**GHOST, "title": "Robot"}),
        "“Goal” names “Robot” as a keeper, but it isn’t one.",
    ),
    (deck(goal(BOTH, creeper="milk"), ROBOT), "“Goal” names “Milk” as a Creeper, but it isn’t one."),
    (
        deck({"kind": "rule", "title": "Rule", "bonus": {"holds": "draw-2", "draw": 1}}),
        "“Rule” names “Draw 2” as a keeper, but it isn’t one.",
    ),
    (deck(more={"bread": 20}), "There are 21 copies of “Bread”; the limit is 20."),
    (deck(ROBOT, more={"made:robot": 20}), "There are 21 copies of “Robot”; the limit is 20."),
    (deck(more=dict.fromkeys(FLUXX[:56], 9)), "The deck has 603 cards; the limit is 600."),
    (deck(more={"basic-rules": 1}), "“Basic Rules” can’t be added to a deck."),
    (deck(more={"face-down": 1}), "“Face-down keeper” can’t be added to a deck."),
    (
        deck(without=FLUXX[:-9]),
        "The deck is too small for 3 players: each is dealt 3 cards.",
    ),
    (
        deck(without=[card for card in FLUXX if card in FLUXX[19:49]]),
        "The deck has no goals, so nobody can win.",
    ),
    (
        deck(goal(BOTH), ROBOT, without=[card for card in FLUXX if card != "toast"]),
        "None of the deck’s goals can be met, so nobody can win.",
    ),
    (deck(editions=["board", "fluxx"]), "The board game can’t be mixed with card games."),
    (deck(ROBOT, editions=["board"]), "Made cards can’t be played in the board game."),
    (
        deck(editions=["board"], more={"bread": 1}),
        "“Bread” is a card of another game, and can’t be played in this one.",
    ),
    (
        deck(more={"leap-to-bread": 1}),
        "“Leap to Bread” is a card of another game, and can’t be played in this one.",
    ),
    (
        deck(editions=["board"], without=BOARD_GOALS[3:], switches=["win-at-4"]),
        "Winning takes 4 goals, but the deck has only 3, so nobody can win.",
    ),
    (
        deck(editions=["board"], without=BOARD[14:]),
        "The deck is too small for 3 players: each is dealt 3 cards.",
    ),
]


@pytest.mark.parametrize(("spec", "text"), SERIOUS)
def test_serious_problems(spec, text):
    """What keeps a deck from being played with three seats is said in a sentence, before all hints."""
    found = problems(spec, seats=3)

    assert text in [str(problem) for problem in found if problem.serious]
    assert found == sorted(found, key=lambda problem: not problem.serious)


HINTS = [
    (deck(without=["milk"]), "Nobody can meet the goal “Milk & Cookies”: the deck has no “Milk”."),
    (
        deck(goal({"what": "some", "least": 2, "of": ["virus", "bread", "tea"]})),
        "Nobody can meet the goal “Goal”: it takes 2 such cards, and the deck has 1.",
    ),
    (
        deck(goal({"what": "most-keepers", "least": 2}), without=FLUXX[:18]),
        "Nobody can meet the goal “Goal”: it takes 2 such cards, and the deck has 1.",
    ),
    (
        deck(goal({"what": "most-keepers", "least": 2}, creeper="virus")),
        "Nobody can meet the goal “Goal”: the deck has no “Virus”.",
    ),
    (
        deck({"kind": "rule", "title": "Rule", "bonus": {"holds": "coffee", "draw": 1}}),
        "The rule “Rule” never helps anyone: the deck has no “Coffee”.",
    ),
    (deck(without=["milk", "milk"]), "The deck doesn’t have that many copies of “Milk” to leave out."),
    (deck({**ROBOT, "title": "BREAD!"}), "Two different cards are called “BREAD!”."),
    (deck(without=FLUXX[:19]), "The deck has no keepers."),
    (deck(without=FLUXX[:85]), "The deck is too small for more than 4 players."),
    (
        deck(GHOST, more={"made:ghost": 1}),
        "2 Creepers don’t attach to a keeper, so nobody can get rid of them.",
    ),
    (deck(switches=["win-at-4"]), "The rule option “win-at-4” changes nothing in this game."),
    (
        deck(editions=["board"], without=BOARD_GOALS[3:]),
        "The stack starts with 5 goals, but the deck has only 3.",
    ),
    (
        deck(editions=["board"], without=BOARD_GOALS[20:]),
        "The deck has 20 goals. With fewer than 21, they may run out before anyone wins if winning takes 6.",
    ),
    (deck(editions=["board"], without=BOARD[15:]), "The deck is too small for more than 3 players."),
]


@pytest.mark.parametrize(("spec", "text"), HINTS)
def test_hints(spec, text):
    """What a deck's maker may want to know, though it can be played."""
    found = [str(problem) for problem in problems(spec) if not problem.serious]

    assert text in found


@pytest.mark.parametrize("name", ["board", "board !win-at-4", "board +draw-more -leap-to-brain"])
def test_a_deck_of_the_board_game_lacks_nothing(name):
    """Its goals ask for places and not for keepers, which it has none of; up to four can play with it."""
    spec = DeckSpec.parse(name)

    assert [problems(spec), *(problems(spec, seats) for seats in (2, 3, 4))] == [[]] * 4
    assert [str(problem) for problem in problems(spec, 5)] == [
        "The board game is for 2 to 4 players, not for 5."
    ]


def test_no_game_is_dealt_from_cards_of_two_games():
    """Neither from editions nor from single cards, in words or in JSON; a board deck in JSON is dealt."""
    for name in ("board +bread", "fluxx +leap-to-bread", "board fluxx", '{"editions":["board","ice"]}'):
        with pytest.raises(Unreadable, match=r"\.$"):
            deck_of(name)

    assert deck_of('{"editions":["board"],"switches":["win-at-4"]}').game == "board"


def test_a_problem_can_be_translated():
    """Its sentence has places for titles and numbers, which are given apart."""
    (problem,) = [each for each in problems(deck(more={"bread": 20})) if each.serious]

    assert problem.text == "There are {count} copies of “{card}”; the limit is {most}."
    assert problem.about == {"card": "Bread", "count": "21", "most": str(MOST_COPIES)}


UNREADABLE: list[str | bytes] = [
    "",
    "{",
    "{}",
    "[]",
    "{" * 100_000,
    '{"editions":' + "[" * 90_000,
    '{"editions": []}',
    '{"editions": ["fluxx", "fluxx"]}',
    '{"editions": "fluxx"}',
    '{"editions": ["fluxx"], "format": 3}',
    '{"editions": ["fluxx"], "format": [1]}',
    '{"editions": ["fluxx"], "extra": 1}',
    '{"editions": ["fluxx"], "more": {"bread": 0}}',
    '{"editions": ["fluxx"], "more": {"bread": -1}}',
    '{"editions": ["fluxx"], "more": {"bread": 1e99}}',
    '{"editions": ["fluxx"], "more": {"bread": ' + "9" * 5000 + "}}",
    '{"editions": ["fluxx"], "more": {"bread": 600, "milk": 1}}',
    '{"editions": ["fluxx"], "more": {"": 1}}',
    '{"editions": ["fluxx"], "more": {"a b": 1}}',
    '{"editions": ["fluxx"], "more": {"made:robot": 1}}',
    '{"editions": ["fluxx"], "made": [{"kind": "keeper", "title": "\\ud800"}]}',
    '{"editions": ["fluxx"], "made": [{"kind": "keeper", "title": "\\u0000"}]}',
    '{"editions": ["fluxx"], "made": [' + ",".join(['{"kind": "keeper", "title": "A"}'] * 2) + "]}",
    json.dumps({"editions": ["fluxx"], "made": [ROBOT, {**ROBOT, "title": "robot!"}]}),
    json.dumps({"editions": ["fluxx"], "made": [{**ROBOT, "title": f"R {n}"} for n in range(MOST_MADE + 1)]}),
    json.dumps({"editions": ["fluxx"], "made": [{**ROBOT, "text": "x" * 250_000}]}),
    json.dumps({"editions": ["fluxx"], "made": [{**ROBOT, "picture": "../../icon"}]}),
    json.dumps({"editions": ["fluxx"], "made": [{**ROBOT, "picture": "x" * 41}]}),
    b'{"editions": ["fl\xffuxx"]}',
    "fluxx +",
    "fluxx fluxx",
    "fluxx \u202exxulf",
    "fluxx" + " +bread" * (MOST_CARDS + 1),
]


@pytest.mark.parametrize("data", UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_is_no_deck_is_refused_with_a_sentence(data):
    """Wrong types, absurd numbers, deep nesting, broken text, too much of anything."""
    with pytest.raises(Unreadable, match=r"\.$") as refused:
        DeckSpec.parse(data)

    assert str(refused.value).isprintable()
    assert str(refused.value) == refused.value.text.format(**refused.value.about)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"editions": 3}, "The part “editions” of this deck or card isn’t what belongs there."),
        ({}, "The part “editions” of this deck or card is missing."),
        ({"editions": ["fluxx"], "x": 1}, "This site doesn’t know the part “x” of this deck or card."),
        (
            {"editions": ["fluxx"], "made": [{"kind": "keeper", "title": "A", "no": 1}]},
            "This site doesn’t know the part “made[0].no” of this deck or card.",
        ),
        ("{", "This isn’t a deck or a card that this site can read."),
    ],
)
def test_what_is_wrong_is_told_by_its_place(data, said):
    """In a sentence that can be translated, and not in the words of a library."""
    with pytest.raises(Unreadable) as refused:
        DeckSpec.parse(data if isinstance(data, str) else json.dumps(data))

    assert said == str(refused.value)


def test_a_picture_has_a_format_of_its_own():
    """A deck with a picture says so; one without stays as it was written, so that older games find it."""
    plain, pictured = (
        DeckSpec.of({"editions": ["fluxx"], "made": [each]}) for each in (ROBOT, {**ROBOT, "picture": "bot"})
    )
    cards = [next(card for card in each.deck.cards if card.is_made) for each in (plain, pictured)]

    assert [1, 2] == [json.loads(each.dump())["format"] for each in (plain, pictured)]
    assert [plain, pictured] == [DeckSpec.parse(each.dump()) for each in (plain, pictured)]
    assert "picture" not in plain.dump()
    assert ["", "bot"] == [card.picture for card in cards]
    assert cards[0].slug != cards[1].slug


def test_a_key_written_twice_counts_once():
    """The last one counts; what is kept has each key once."""
    spec = DeckSpec.parse('{"editions": ["ice"], "editions": ["fluxx"]}')

    assert spec.dump() == '{"format":1,"editions":["fluxx"]}'


def test_a_game_with_a_deck_that_is_not_known_is_refused():
    """Unknown editions and cards, in words or in JSON, and JSON that is no deck: a sentence, no game."""
    unknown = [
        '{"editions":["fluxxx"]}',
        '{"editions":["fluxx"],"more":{"no-card":1}}',
        '{"editions":3}',
        "nope",
    ]
    for name in unknown:
        with pytest.raises(ValueError, match=r"\.$"):
            Game.new(name, seats=2, seed="0")


def test_a_stored_game_keeps_its_deck_and_wakes_fast():
    """The deck is stored by its name, made cards and all; with a deck known already that is no work."""
    spec = DeckSpec.parse(EXAMPLE)
    game = Game.new(spec.name, seats=4, seed="sleep")
    data = game.dump()
    began = process_time()
    for _ in range(100):
        woken = Game.load(data)

    assert process_time() - began < 0.1
    assert woken.table.deck is game.table.deck
    assert woken.view(1).deck.slug == spec.name


def test_a_record_of_a_game_with_made_cards_plays_again():
    """A record holds the deck by its name, too."""
    name, dice, steps = DeckSpec.parse(EXAMPLE).name, Random(5), []
    game = Game.new(name, seats=3, seed="record")
    while not game.over:
        question = dice.choice(game.questions)
        steps.append(Answered(question.seat, bots.pick(question, dice)))
        game.answer(question.seat, steps[-1].labels)
    record = Record(name, 3, 1, "record", tuple(steps), game.winner, deck=list_of(game.table.deck))

    assert Record.parse(str(record)).check().dump() == game.dump()


def test_sensible_bots_play_made_cards():
    """A bot imagines made cards as it does printed ones."""
    name = DeckSpec.parse(EXAMPLE).name
    for number in range(6):
        game = Game.new(name, seats=2 + number % 3, seed=str(number))
        for _ in range(150):
            if game.over:
                break
            question = game.questions[0]
            game.answer(question.seat, bots.sensible(game.view(question.seat), question), question.number)
        assert violations(game) == []


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(number=st.integers(0, 10**9))
def test_whatever_has_no_serious_problem_can_be_played(number):
    """Decks made by chance: games of 2 to 6 seats are sound at every moment, and wake as they fell asleep."""
    dice = Random(number)
    spec = made_deck(dice, most_made=dice.choice((5, 12, 60)))

    assert DeckSpec.parse(spec.name) == spec == DeckSpec.parse(spec.dump())
    assert composition(spec).size == len(spec.deck)
    if any(problem.serious for problem in problems(spec)):
        return
    for seats in range(2, MOST + 1):
        if not any(problem.serious for problem in problems(spec, seats)):
            play(spec.name, seats, dice, sleep=seats == 3)


@pytest.mark.slow
def test_games_with_decks_made_by_chance_end():
    """Of decks without a serious problem, nearly all games end, though they are played by chance."""
    over = played = 0
    for number in range(60):
        dice = Random(number)
        spec = made_deck(dice, least_printed=0.5)
        if not any(problem.serious for problem in problems(spec)):
            played += 1
            over += play(spec.name, 2 + number % 3, dice, most=5_000).over

    assert played > 40
    assert over > 0.9 * played
