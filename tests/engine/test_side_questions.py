"""Questions beside the play: they sleep, keep their numbers, lapse, and outlive whoever leaves."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from engine import Diverged, Game, Record, Refused, text
from engine.cards import CARDS
from engine.editions.deck_list import list_of
from engine.invariants import violations
from engine.outcomes import Answered, Judged, Said, dump_outcomes, load_outcomes, seen_by
from engine.record import RecordedStep
from engine.scenario import deal
from tests.engine.games import by_chance, moments, take

ROOT = Path(__file__).parents[2]
NAME, ADD = "name-that-organ", "alternate-factlets"
DECK = "anatomy"
NAMES = {seat: f"Seat {seat}" for seat in range(1, 30)}


def eager(game, dice, come_and_go=0.0):
    """Steps by chance, in which whoever is asked for a fact writes one now and then."""
    for step in by_chance(game, dice, come_and_go):
        asked = [each for each in game.questions if each.number == step.beside and each.words]
        yield RecordedStep(step.seat, (f"Fact no. {dice.random()}",), beside=step.beside) if asked else step


def look(game):
    """All that can be seen of a game."""
    return (
        game.questions,
        game.at_rest,
        game.over,
        [game.view(seat) for seat in (None, *game.seats)],
        game.dump(),
    )


@pytest.mark.parametrize("number", range(30))
def test_reload_after_every_answer_equals_straight_through(number):
    """Whether an answer beside the play comes between two plays or in the middle of one."""
    deck = [DECK, "anatomy +heartbeat", "anatomy wonderland fluxx"][number % 3]
    straight = Game.new(deck, 2 + number % 5, seed=f"beside {number}")
    straight.take_outcomes()
    stored = straight.dump()
    for count, step in enumerate(eager(straight, Random(number), 0.02 * (number % 2))):
        twin = Game.load(stored)
        expected = take(straight, step)
        assert take(twin, step) == expected
        assert look(twin) == look(straight)
        assert violations(straight) == []
        stored = twin.dump()
        if count > 250:
            break


@pytest.mark.parametrize("number", range(20))
def test_a_number_is_never_given_twice_and_never_changes(number):
    """A question that stays open keeps its number, its seat and its kind; a new one has a higher number."""
    game = Game.new(DECK, 2 + number % 5, seed=f"numbers {number}")
    seen = {each.number: each for each in game.questions}
    for count, step in enumerate(eager(game, Random(number), 0.02)):
        newest, before = max(seen), {each.number for each in game.questions}
        take(game, step)
        for each in game.questions:
            if each.number in seen:
                old = seen[each.number]
                assert (each.seat, each.what) == (old.seat, old.what)
            else:
                assert each.number > newest or step.act
            assert each.number in before or each.number > newest
        seen |= {each.number: each for each in game.questions}
        if count > 250:
            break


def asked_beside() -> Game:
    """Ann is in the middle of her turn, and Bob is asked about an organ."""
    table = deal(
        edition=DECK, ann=["liver", "draw-2", "skin"], bob=1, cid=1, rules=[NAME, "play-all"], drawn=1
    )
    table.seats[0].plays("liver")
    return table.game


def test_an_answer_beside_the_play_leaves_the_open_question_as_it_is():
    """Ann's question keeps its number and its options, before and after sleep."""
    game = asked_beside()
    (ann, bob) = game.questions
    game.answer(2, [bob.options[0]], bob.number)

    assert game.questions == (ann,)
    assert Game.load(game.dump()).questions == (ann,)
    assert game.at_rest


def test_an_answer_to_a_question_that_is_gone_is_never_taken_for_another():
    """Bob's late answer names a card that he could play: it is refused, and nothing is played."""
    table = deal(edition=DECK, ann=["liver"], bob=["skin", "bile"], rules=[NAME, "play-2"], drawn=1)
    ann, bob = table.seats
    ann.plays("liver")
    (late,) = bob.beside
    bob.plays("bile")
    before = table.game.dump()

    with pytest.raises(Refused, match="no longer open"):
        table.game.answer(bob.seat, ["skin"], late.number)
    assert table.game.dump() == before


def test_without_a_number_the_question_that_the_play_waits_for_is_meant():
    """Only if there is none, the oldest beside the play."""
    table = deal(edition=DECK, ann=["liver"], bob=["skin", "bile"], rules=[NAME, "play-2"], drawn=1)
    ann, bob = table.seats
    ann.plays("liver")
    (beside,) = bob.beside
    table.game.answer(bob.seat, ["bile"])

    assert bob.hand.count("bile") == 0
    assert beside.number not in [each.number for each in table.game.questions]


@pytest.mark.parametrize("labels", [(), ("appendix", "skin"), ("no-organ",), ("",)])
def test_a_refused_answer_changes_nothing(labels):
    """Neither none, nor two, nor one that is no option."""
    game = asked_beside()
    before = game.dump()

    with pytest.raises(Refused):
        game.answer(2, labels, game.questions[-1].number)
    assert game.dump() == before


def test_a_question_is_answered_once():
    """What was given stays given."""
    game = asked_beside()
    question = game.questions[-1]
    game.answer(2, [question.options[0]], question.number)

    with pytest.raises(Refused):
        game.answer(2, [question.options[1]], question.number)


def test_another_seat_cannot_answer_it():
    """Not even with its number."""
    game = asked_beside()
    question = game.questions[-1]

    with pytest.raises(Refused):
        game.answer(3, [question.options[0]], question.number)


def test_who_leaves_is_asked_no_more_and_gets_nothing():
    """Bob answered, and left before it was settled: all are told, and no card is drawn for him."""
    game = asked_beside()
    question = game.questions[-1]
    (kept,) = game.table.beside
    game.answer(2, [kept.secret[0]], question.number)
    game.leave(2)
    told = game.answer(1, ["draw-2"])

    assert [each.right for each in told if isinstance(each, Answered)] == [True]
    assert (game.table.beside, game.seats, violations(game)) == ([], (1, 3), [])


def test_who_leaves_without_an_answer_is_asked_no_more():
    """Its question is gone at once for all to see, and cannot be answered."""
    game = asked_beside()
    number = game.questions[-1].number
    game.leave(2)

    assert [each.seat for each in game.questions] == [1]
    with pytest.raises(Refused):
        game.answer(2, ["skin"], number)


def test_a_vote_is_decided_without_those_who_left():
    """Cid challenges and Dan leaves: one vote of one, so the fact does not count."""
    table = deal(
        edition=DECK,
        without=["learning-mode"],
        ann=["liver", "draw-2", "draw-3", "draw-4", "draw-5"],
        bob=1,
        cid=1,
        dan=1,
        rules=[ADD, "play-all"],
        drawn=1,
    )
    ann, bob, cid, dan = table.seats
    ann.plays("liver")
    bob.answers("It is a liver.")
    ann.plays("draw-2")
    ann.answers("challenge")
    cid.answers("challenge")
    dan.leaves()
    ann.plays("draw-3")

    (judged,) = [each for each in table.happened if isinstance(each, Judged)]
    assert (judged.votes, judged.challenges, judged.accepted) == (2, 2, False)


def test_a_finished_game_asks_nothing_beside_the_play():
    """Whatever was open is gone, and with it every answer that nobody gave."""
    ended = 0
    for number in range(15):
        *_, game = moments(number, deck=DECK)
        ended += 1
        assert (game.questions, game.table.beside) == ((), [])
        assert all(not game.view(seat).beside for seat in (None, *game.seats))
        assert Game.load(game.dump()).over

    assert ended == 15


def in_the_middle():
    """Cid must discard for a hand limit, in the middle of a play, while Bob is asked beside it."""
    table = deal(
        edition=DECK, ann=["liver", "hand-limit-1", "skin"], bob=1, cid=3, rules=[NAME, "play-all"], drawn=1
    )
    ann, *_ = table.seats
    ann.plays("liver").plays("hand-limit-1")
    assert not table.game.at_rest
    return table.game


def test_an_answer_in_the_middle_of_a_play_waits_for_its_end():
    """It is in the journal, the play goes on as before, and then it is settled."""
    game = in_the_middle()
    (kept,) = game.table.beside
    assert game.answer(2, [kept.secret[0]], kept.number) == ()
    loaded = Game.load(game.dump())
    assert loaded.questions == game.questions
    cid = next(each for each in game.questions if each.seat == 3)
    told = game.answer(3, cid.options[:2])

    assert loaded.answer(3, cid.options[:2]) == told
    assert [each.right for each in told if isinstance(each, Answered)] == [True]
    assert loaded.dump() == game.dump()


def test_an_answer_beside_a_play_that_is_lost_is_kept():
    """The rules changed under the play in progress: it begins again, and what Bob gave is not asked again."""
    game = in_the_middle()
    (kept,) = game.table.beside
    game.answer(2, [kept.secret[0]], kept.number)
    stored = msgspec.json.decode(game.dump())
    stored["journal"][0][1] = ["a-card-that-was-renamed"]

    with pytest.raises(Diverged) as diverged:
        Game.load(msgspec.json.encode(stored))

    again = diverged.value.game
    assert diverged.value.lost == ((1, ("a-card-that-was-renamed",)),)
    assert [each.given for each in again.table.beside] == [kept.given]
    assert [each.seat for each in again.questions] == [1]
    assert Game.load(again.dump()).questions == again.questions


def test_what_was_asked_in_a_lost_play_is_asked_again_under_another_number():
    """The question opened in the play in progress is gone with it."""
    game = in_the_middle()
    stored = msgspec.json.decode(game.dump())
    stored["journal"].append([-99, ["skin"]])

    with pytest.raises(Diverged) as diverged:
        Game.load(msgspec.json.encode(stored))

    again = diverged.value.game
    top = next(each for each in again.questions if not each.beside)
    assert top.number > stored["asked"]
    assert (-99, ("skin",)) in diverged.value.lost


def test_a_record_replays_answers_beside_the_play():
    """Its steps name the questions that they answer."""
    game, dice, steps = Game.new(DECK, 3, seed="5" * 64), Random(5), []
    for step in eager(game, dice):
        take(game, step)
        steps.append(step)
    record = Record(DECK, 3, 1, "5" * 64, tuple(steps), game.winner, deck=list_of(game.table.deck))

    assert any(step.beside for step in steps)
    assert Record.parse(str(record)).check().dump() == game.dump()


def test_every_outcome_and_question_can_be_told_to_everybody():
    """Stored and read again, seen by each seat, in words."""

    def same(string, plural="", count=1):
        return string if count == 1 else plural

    kinds = set()
    for number in range(10):
        game, dice = Game.new(DECK, 4, seed=f"told {number}"), Random(number)
        for step in eager(game, dice):
            told = take(game, step)
            assert load_outcomes(dump_outcomes(told)) == told
            for each in told:
                kinds.add(type(each).__name__)
                for seat in (None, *game.seats):
                    if (seen := seen_by(each, seat)) is not None:
                        assert text.sentence(seen, CARDS, NAMES, same, same) is not None
            for question in game.questions:
                assert text.ask(question, CARDS, same, same)
                assert all(text.option(option, CARDS, NAMES, same) for option in question.read_options)
                assert all("fact-" not in option.card for option in question.read_options)

    assert {"Quizzed", "Answered", "Lapsed", "Judged", "Said", "RuleEntered"} <= kinds


def test_a_text_is_kept_as_its_seat_wrote_it_but_for_its_spaces():
    """Loading reads it again, and finds the same."""
    table = deal(
        edition=DECK,
        without=["learning-mode"],
        ann=["liver", "draw-2", "skin"],
        bob=1,
        rules=[ADD, "play-all"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("liver")
    bob.answers("  It {can}   grow\r\n\r\n back: 100 % \u2028 sure. ")
    ann.plays("draw-2")

    (said,) = [each for each in table.happened if isinstance(each, Said)]
    assert said.words == "It {can} grow\nback: 100 %\nsure."
    (vote,) = ann.beside
    assert said.words in text.ask(vote, CARDS, str, lambda one, many, count: one)


PLAY = """
import hashlib
from random import Random
from engine import Game, dump_outcomes
from tests.engine.games import take
from tests.engine.test_side_questions import eager

digest = hashlib.sha256()
for number in range(12):
    game = Game.new("anatomy wonderland" if number % 2 else "anatomy", 2 + number % 5, seed=str(number))
    for count, step in enumerate(eager(game, Random(number))):
        digest.update(repr((step, dump_outcomes(take(game, step)))).encode())
        digest.update(game.dump())
        if count > 300:
            break
print(digest.hexdigest())
"""


@pytest.mark.slow
def test_two_hash_seeds_play_the_same_games():
    """Nothing about trivia depends on the order of a set."""
    digests = {
        subprocess.run(
            [sys.executable, "-c", PLAY],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    }

    assert len(digests) == 1
