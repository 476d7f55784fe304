"""Which questions may wait while the table goes on, and why no other may (docs/decisions/0024).

A question can be put off if whoever decides next finds the same table whatever its answer is going to be, and
if its own seat knows no more when it answers late. Only what lies beside the play already is like that.
"""

from collections.abc import Iterator
from random import Random

import pytest

from engine import Game, Outcome, QuestionKind, bots, seen_by
from engine.question_kind import QUESTIONS
from engine.scenario import deal
from engine.view import QuestionView, View
from tests.engine.games import DECKS, moments

# Asked of seats that wait, too.
OUT_OF_TURN = {
    "attach",
    "choose-gift",
    "choose-recipient",
    "discard-cards",
    "discard-or-random",
    "hand-limit",
    "keeper-limit",
    "rock-paper-scissors",
    "window",
}
# Asked of the seat in turn alone: the others wait for its turn, whatever it is asked.
IN_TURN = {
    "before-drawing",
    "choose-direction",
    "choose-discarded",
    "choose-goals",
    "choose-in-play",
    "choose-occasion",
    "choose-opponent",
    "choose-victim",
    "discard-creeper",
    "discard-goal",
    "discard-keeper",
    "discard-rule",
    "discard-rules",
    "free-change",
    "give-keeper",
    "leap",
    "pass-colours",
    "play",
    "play-or-move",
    "play-temporary",
    "reveal-keepers",
    "rhyme",
    "rotate-tile",
    "send-back",
    "shift-peg",
    "switch-tiles",
    "take-keeper",
    "uproot-tile",
}
BESIDE = {"name-that-organ", "knowledge-bonus", "alternate-factlets", "challenge"}


def twice(game: Game) -> tuple[Game, Game]:
    """The same game two times."""
    data = game.dump()
    return Game.load(data), Game.load(data)


def two_answers(question: QuestionView, dice: Random) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Two different answers to a question, if it leaves a choice between different cards."""
    found = {bots.pick(question, dice) for _try in range(12)}
    named = {tuple(sorted(label.partition("#")[0] for label in answer)): answer for answer in found}
    return None if len(named) < 2 else (sorted(named.values())[0], sorted(named.values())[1])


def until_another_decides(game: Game, seat: int, others: dict[int, tuple[str, ...]]) -> list[Outcome]:
    """Give the answers of those who were asked at the same time, and what else this seat must decide.

    Return what all can tell of it.
    """
    happened: list[Outcome] = []
    for question in game.questions:
        if question.number in others:
            happened += game.answer(question.seat, others[question.number], question.number)
    while mine := [each for each in game.questions if not each.beside and each.seat == seat]:
        if mine[0].own_turn:
            break
        happened += game.answer(seat, mine[0].options[: mine[0].least], mine[0].number)
    return [told for each in happened if (told := seen_by(each, None)) is not None]


def seen(game: Game, seats: tuple[int, ...]) -> list[View]:
    """What these seats and a spectator can tell."""
    return [game.view(seat) for seat in (*seats, None)]


def stopped(deck: str, number: int) -> Iterator[tuple[Game, QuestionView]]:
    """Questions that stop the play, and are asked of seats that are not in turn, in a game by chance."""
    for game in moments(number, deck=deck):
        for question in game.questions:
            if not question.beside and question.seat != game.turn:
                yield game, question


def is_seen(game: Game, question: QuestionView, dice: Random) -> bool | None:
    """Whether others can tell, when one of them next decides, which of two answers was given.

    None where there are no two answers, or where chance or the seat in turn is asked, too, or where the
    seat's own keepers lie face down, which nobody else can tell apart.
    """
    answers = two_answers(question, dice)
    asked = [each for each in game.questions if not each.beside and each is not question]
    if question.what is QuestionKind.ATTACH and any(
        seat.face_down for seat in game.view(question.seat).seats
    ):
        return None
    if answers is None or ("random",) in answers or game.turn in [each.seat for each in asked]:
        return None
    others = {each.number: bots.pick(each, dice) for each in asked}
    seats = tuple(seat for seat in game.seats if seat != question.seat)
    found = []
    for each, answer in zip(twice(game), answers, strict=True):
        told = [seen_by(outcome, None) for outcome in each.answer(question.seat, answer, question.number)]
        told += until_another_decides(each, question.seat, others)
        if each.over:
            return True
        found.append((told, seen(each, seats)))
    return found[0] != found[1]


def test_every_kind_of_question_is_sorted():
    """A new kind of question has to be thought about: may it wait?"""
    assert sorted([*OUT_OF_TURN, *IN_TURN, *BESIDE]) == sorted(map(str, QUESTIONS))


@pytest.mark.parametrize("deck", DECKS)
def test_only_these_are_asked_of_seats_that_wait(deck):
    """In games by chance nothing else stops the play for a seat that is not in turn."""
    kinds = {question.what.value for number in range(6) for _game, question in stopped(deck, number)}

    assert kinds <= OUT_OF_TURN


@pytest.mark.slow
def test_whatever_stops_the_play_is_seen_by_whoever_decides_next():
    """Of every kind that gives up or moves cards, others know what was chosen when they decide themselves."""
    dice, told = Random(24), dict[str, list[bool]]()
    for deck in DECKS:
        for number in range(8):
            for game, question in stopped(deck, number):
                if question.what not in (QuestionKind.WINDOW, QuestionKind.ROCK_PAPER_SCISSORS):
                    outcome = is_seen(game, question, dice)
                    if outcome is not None:
                        told.setdefault(question.what.value, []).append(outcome)

    assert {"hand-limit", "keeper-limit", "choose-gift", "choose-recipient", "attach"} <= set(told)
    assert [what for what, found in told.items() if not all(found)] == []


def test_who_gives_up_cards_late_knows_more():
    """The same player, asked after Ann's next play instead of before it, keeps another card."""
    given = []
    for plays in (["hand-limit-1"], ["baked-goods", "hand-limit-1"]):
        scene = deal(
            ann=["hand-limit-1", "baked-goods", "love"],
            bob=["bread", "sleep"],
            keepers={"bob": ["cookies", "dreams"]},
            rules=["play-3"],
            goals=["dreamland"],
            turn="ann",
            drawn=1,
        )
        for card in plays:
            scene.seats[0].plays(card)
        given.append(bots.sensible(scene.game.view(2)))

    assert given == [("bread",), ("sleep",)]


@pytest.mark.parametrize("what", ["name-that-organ", "knowledge-bonus"])
def test_what_lies_beside_the_play_comes_to_the_same_late(what):
    """Answered at once, or at the last moment before the next turn of its seat: the same table.

    A right answer wins a card that is drawn when it is given: only a wrong one leaves the piles as they were.
    """
    found = 0
    for number in range(40):
        for game in moments(number, seats=3, deck="anatomy"):
            beside = next((each for each in game.questions if each.what.value == what), None)
            if beside is None or game.turn == beside.seat:
                continue
            found += compare_late(game, beside)
            break

    assert found > 5


def compare_late(game: Game, beside: QuestionView) -> int:
    """Play on to the turn of the seat that is asked; return 1 if one game could answer at once, one late."""
    (right, *_slug) = next(each.secret for each in game.table.beside if each.number == beside.number)
    wrong = next(option for option in beside.options if option != right)
    early, late = twice(game)
    early.answer(beside.seat, (wrong,), beside.number)
    while not late.over and late.turn != beside.seat:
        before, now = ([each for each in one.questions if not each.beside] for one in (early, late))
        if [(each.seat, each.what, each.options) for each in before] != [
            (each.seat, each.what, each.options) for each in now
        ]:
            raise AssertionError("the play depends on what lies beside it")
        answer = bots.pick(now[0], Random(now[0].number))
        data = late.dump()
        early.answer(before[0].seat, answer, before[0].number)
        late.answer(now[0].seat, answer, now[0].number)
    if late.over:
        return 0
    late = Game.load(data)
    late.answer(beside.seat, (wrong,), beside.number)
    late.answer(now[0].seat, answer, now[0].number)
    assert [early.view(seat) for seat in (*early.seats, None)] == [
        late.view(seat) for seat in (*late.seats, None)
    ]
    return 1
