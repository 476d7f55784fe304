"""A game that is stored and loaded after every answer is the game that was never stored."""

from random import Random

import msgspec
import pytest

from engine import Diverged, Game
from engine.stored import FORMAT
from tests.engine.games import DECKS, by_chance, moments, seats_of, take


def look(game: Game) -> tuple[object, ...]:
    """All that can be seen of a game."""
    return (
        game.questions,
        game.at_rest,
        game.over,
        game.winner,
        game.turn,
        game.views(None, *game.seats),
        game.dump(),
    )


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("number", range(10))  # each number of seats, with coming and going and without
def test_reload_after_every_answer_equals_straight_through(deck, number):
    """Same questions with the same numbers, same outcomes, same views, same data, to the same end."""
    come_and_go = 0.02 * (number % 2)
    straight = Game.new(deck, seats_of(deck, number), seed=f"reload {number}")
    straight.take_outcomes()
    twin = Game.load(straight.dump())
    for step in by_chance(straight, Random(number), come_and_go):
        expected = take(straight, step)
        seen = look(straight)

        assert take(twin, step) == expected
        assert look(twin) == seen
        twin = Game.load(twin.dump())
        assert look(twin) == seen


def test_a_game_kept_alive_and_one_loaded_once_stay_the_same():
    """Loading in the middle of a play and going on without loading again gives the same game."""
    straight = Game.new(seats=4, seed="once")
    straight.take_outcomes()
    twins: list[Game] = []
    for answers, step in enumerate(by_chance(straight, Random(4))):
        expected = take(straight, step)
        assert [take(twin, step) for twin in twins] == [expected] * len(twins)
        if answers % 10 == 9 and not straight.over:
            twins.append(Game.load(straight.dump()))

    assert len(twins) > 5
    assert {twin.dump() for twin in twins} == {straight.dump()}


@pytest.mark.parametrize("deck", DECKS)
def test_a_game_that_is_only_stored_in_the_middle_of_plays_is_stored_the_same(deck):
    """The answers that led to a checkpoint are done again to write it, however many plays they were."""
    come_and_go, written = 0.02, 0
    for number in range(3):
        often = Game.new(deck, seats_of(deck, number), seed=f"seldom {number}")
        seldom = Game.load(often.dump())
        often.take_outcomes()
        for step in by_chance(often, Random(number), come_and_go):
            assert take(seldom, step) == take(often, step)
            stored = often.dump()
            if often.journal:
                written += 1
                assert seldom.dump() == stored
    assert written > 20


def in_the_middle() -> Game:
    """A game in the middle of a play, with answers in its journal."""
    return next(game for number in range(100) for game in moments(number) if len(game.journal) > 2)


def test_a_journal_that_no_longer_fits_goes_back_to_the_checkpoint():
    """Diverged hands over the game before the play in progress, and the answers that are lost."""
    game = in_the_middle()
    stored = msgspec.json.decode(game.dump())
    stored["journal"][-1][1] = ["a-card-that-was-renamed"]
    rest = stored | {"journal": []}

    with pytest.raises(Diverged) as diverged:
        Game.load(msgspec.json.encode(stored))

    lost = [(seat, tuple(labels)) for seat, labels in stored["journal"]]
    assert list(diverged.value.lost) == lost
    assert diverged.value.game.at_rest
    seen = [diverged.value.game.view(seat).hand for seat in game.seats]
    assert seen == [Game.load(msgspec.json.encode(rest)).view(seat).hand for seat in game.seats]


def test_a_journal_of_somebody_who_is_not_asked_goes_back_to_the_checkpoint():
    """An answer without its question does not fit either."""
    game = in_the_middle()
    stored = msgspec.json.decode(game.dump())
    stored["journal"] = [[9, ["bread"]]]

    with pytest.raises(Diverged):
        Game.load(msgspec.json.encode(stored))


def test_a_question_asked_again_has_a_new_number():
    """After Diverged no question has the number of one that was asked before."""
    game = in_the_middle()
    stored = msgspec.json.decode(game.dump())
    stored["journal"][-1][1] = ["a-card-that-was-renamed"]
    asked = max(question.number for question in game.questions)

    with pytest.raises(Diverged) as diverged:
        Game.load(msgspec.json.encode(stored))

    again = diverged.value.game
    assert min(question.number for question in again.questions) > asked
    assert Game.load(again.dump()).questions == again.questions


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff",
        b'{"format":1}',
        b'{"format":1,"checkpoint":{},"journal":[],"asked":0}',
        b'{"format":1,"checkpoint":{"deck":"no-such-edition"},"journal":[],"asked":0}',
    ],
)
def test_what_is_no_stored_game_is_refused(data):
    """Loading nonsense raises ValueError."""
    with pytest.raises(ValueError):  # noqa: PT011  (the text is for developers)
        Game.load(data)


def test_another_format_is_refused():
    """A stored game says its format, and one of the future is not guessed at."""
    stored = msgspec.json.decode(Game.new(seats=2, seed="0").dump()) | {"format": FORMAT + 1}

    with pytest.raises(ValueError, match="format"):
        Game.load(msgspec.json.encode(stored))


def test_a_stored_game_stays_small():
    """However long a game lasts, what is stored of it does not grow."""
    sizes = [len(game.dump()) for number in range(10) for game in moments(number, seats=6)]

    assert max(sizes) < 4_000


def test_a_finished_game_loads_as_finished():
    """A game that is over asks nothing, loaded or not."""
    *_, game = moments(1)

    loaded = Game.load(game.dump())

    assert look(loaded) == look(game)
    assert (loaded.over, loaded.questions, loaded.winner) == (True, (), game.winner)
