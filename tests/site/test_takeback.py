"""Taking a whole turn back, if everybody agrees."""

import pytest
from django.urls import reverse

from engine.scenario import deal
from games.core import access
from games.core.refusal import Capped, NotPossible
from games.core.snapshot import TableSnapshot
from games.history import game_history
from games.models import By, Game, GameState, Notice, Question, Vote
from games.play import consent, takeback
from games.play.takeback import MOST_A_DAY
from tests.mail.tables import store

from .play import answer, question_to, seat_of

PAGES = ("game", "takeback", "pause")


@pytest.fixture
def stored(db):
    """Ann has drawn two cards by hers, and her turn is over; it is Bob's."""
    scene = deal(
        ann=["draw-2", "milk", "love"], bob=["bread", "time"], cid=3, turn="ann", played=0, rules=["play-2"]
    )
    stored = store(scene)
    for label in ("draw-2", "milk"):
        answer(stored.question("ann"), [label])
    return stored


def looks(stored, name: str) -> object:
    view = access.view(stored.game, stored.seats[name])
    return view.hand, view.seats, view.goals, view.rules, view.deck_size, view.turn


def request(stored) -> Vote:
    vote = takeback.request_takeback(seat=stored.seats["ann"].pk)
    assert vote is not None
    return vote


def say(stored, vote: Vote, name: str, *, agrees: bool = True) -> None:
    takeback.answer_takeback(vote=vote, seat=stored.seats[name], agrees=agrees)


def told(stored) -> str:
    return " ".join(line.text for line in game_history.history_lines(stored.game, None))


def test_all_agree_and_the_turn_begins_again(stored):
    """The table is as before the first move, draws the same cards again, and says what has happened."""
    vote = request(stored)
    after = looks(stored, "ann")
    say(stored, vote, "bob")
    assert looks(stored, "ann") == after
    say(stored, vote, "cid")
    back = access.view(stored.game, stored.seats["ann"])

    assert sorted(back.hand) == ["draw-2", "love", "milk"]
    assert (back.turn, back.question.what.value) == (1, "play")
    assert Question.objects.filter(game=stored.game, closed_at=None).count() == 1
    assert "Everyone agreed to take back Ann’s last turn" in told(stored)
    for label in ("draw-2", "milk"):
        answer(stored.question("ann"), [label])
    assert looks(stored, "ann") == after


def test_one_refusal_ends_it(stored):
    """Bob and Cid are asked by a notice each; nothing changes, and the table hears not who refused."""
    before = bytes(GameState.objects.get(game=stored.game).data)
    vote = request(stored)
    notices = Notice.objects.filter(kind=Notice.Kind.TAKEBACK).order_by("seat__number")
    assert [str(notice.seat) for notice in notices] == ["Bob", "Cid"]
    say(stored, vote, "cid", agrees=False)
    vote.refresh_from_db()

    assert (vote.outcome, vote.is_open) == ("refused", False)
    assert bytes(GameState.objects.get(game=stored.game).data) == before
    assert "not everyone agreed" in told(stored)
    with pytest.raises(NotPossible):
        say(stored, vote, "bob")


def test_the_next_move_of_anybody_lapses_it(stored):
    """Bob plays on: the request is of no use any more, and another can be made."""
    vote = request(stored)
    say(stored, vote, "cid")
    answer(stored.question("bob"))

    assert takeback.find_request(TableSnapshot(stored.game).votes) is None
    with pytest.raises(NotPossible, match="moved on"):
        say(stored, vote, "bob")
    assert request(stored).pk != vote.pk


def test_it_lapses_at_once_in_the_database_too(stored):
    """As soon as Bob has played on, the request is closed, and the history says so; an order leaves it."""
    vote = request(stored)
    answer(stored.question("bob"), by=By.ORDER)
    vote.refresh_from_db()
    was_open = vote.is_open
    answer(Question.objects.filter(game=stored.game, closed_at=None)[0])
    vote.refresh_from_db()

    assert (was_open, vote.is_open, vote.outcome) == (True, False, "lapsed")
    assert "Ann’s turn stays" in told(stored)


def test_it_can_be_withdrawn_and_not_repeated_for_ever(stored):
    """One request at a time, three a day."""
    for _number in range(3):
        request(stored)
        with pytest.raises(NotPossible, match="already"):
            request(stored)
        consent.withdraw(seat=stored.seats["ann"], kind=Vote.Kind.TAKEBACK)
    with pytest.raises(Capped):
        request(stored)


def test_among_bots_it_is_done_at_once(ann, start):
    """A bot agrees."""
    game = start(ann, bots=2)
    question = Question.objects.get(game=game, closed_at=None)
    before = access.view(game, question.seat).hand
    answer(question)
    game.refresh_from_db()
    if game.is_over:
        return
    assert takeback.request_takeback(seat=question.seat_id) is None

    assert access.view(game, question.seat).hand == before


def test_among_bots_no_page_says_that_others_are_asked(client, ann, start):
    """One button takes the turn back, another pauses the game."""
    game = start(ann, bots=2)
    answer(Question.objects.get(game=game, closed_at=None))
    client.force_login(ann)
    pages = [client.get(reverse(name, args=[game.key])).content.decode() for name in PAGES]

    assert [False, False, False] == ["sk the others" in page for page in pages]
    assert "Take back this turn" in pages[1]


def test_who_has_played_nothing_has_nothing_to_take_back(stored):
    """Cid has had no turn yet."""
    with pytest.raises(NotPossible):
        takeback.request_takeback(seat=stored.seats["cid"].pk)

    assert Game.objects.get(pk=stored.game.pk).version == stored.game.version + 2


def test_where_only_bots_are_asked_it_is_not_done_again_and_again(ann, start):
    """Bots agree at once, but three times a day at most: the turn is no place to try out what comes."""
    game = start(ann, bots=1)
    for _time in range(MOST_A_DAY):
        answer(question_to(game, ann))
        assert takeback.request_takeback(seat=seat_of(game, ann).pk) is None
    answer(question_to(game, ann))

    with pytest.raises(Capped):
        takeback.request_takeback(seat=seat_of(game, ann).pk)
