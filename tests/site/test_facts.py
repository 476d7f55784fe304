"""The facts of finished games: true by a second computation, public, and written whatever else goes wrong."""

import time
from contextlib import suppress

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import engine
from games import clock
from games.core import access
from games.core.refusal import Refusal
from games.history.game_history import target_of
from games.history.narrator import Viewer
from games.history.play_again import build_player, play_again
from games.history.why_it_ended import explain_end
from games.models import (
    BY_PEOPLE,
    Game,
    GameFacts,
    GameState,
    Move,
    PostponedRow,
    Question,
    SeatFacts,
)
from games.people.account_deletion import delete_account, request_deletion
from games.periodic import sweep
from games.play import facts
from games.play.undo import undo
from games.seats.membership import leave

from .play import answer, open_questions, play_to_end, seat_of

pytestmark = pytest.mark.django_db
LATER = time.monotonic() + 10_000
EDITIONS = [each.slug for each in engine.all_editions()]


def events_by_replay(game: Game) -> list[tuple[int, engine.Outcome]]:
    """All that happened and was not taken back, with the turn of it, by playing its record again."""
    moves = list(game.moves.exclude(kind=Move.Kind.EVENT).select_related("seat").order_by("version"))
    found: list[tuple[int, int, engine.Outcome]] = []
    turn = 0
    for move, outcomes in play_again(build_player(game, GameState.objects.get(game=game), moves), moves):
        if move.kind == Move.Kind.UNDO:
            found = [each for each in found if each[0] <= target_of(move)]
            began = (each.number for _move, _turn, each in found if isinstance(each, engine.TurnBegan))
            turn = max(began, default=0)
        for outcome in outcomes:
            turn = outcome.number if isinstance(outcome, engine.TurnBegan) else turn
            found.append((move.version, turn, outcome))
    return [(turn, outcome) for _version, turn, outcome in found]


def check_by_replay(game: Game) -> None:
    """Compare the facts of a game, and of its seats, with what its record says."""
    stored, events = GameFacts.objects.get(game=game), events_by_replay(game)
    cards, view = engine.cards_of(game.edition), access.view(game, None)
    played = [(turn, each) for turn, each in events if isinstance(each, engine.Played)]
    goals = [(turn, each.seat, each.card) for turn, each in played if cards[each.card].kind == "goal"]
    thefts = [(turn, each.seat, each.source) for turn, each in events if isinstance(each, engine.KeeperTaken)]
    won = [each for _turn, each in events if isinstance(each, engine.Won)]

    assert stored.turns == view.turn_number == max(turn for turn, _outcome in events)
    assert goals == [(each["turn"], each["seat"], each["card"]) for each in stored.goals_set]
    assert thefts == [(each["turn"], each["seat"], each["source"]) for each in stored.thefts]
    assert stored.goal == (won[0].goals[0] if won else "")
    for each in SeatFacts.objects.filter(facts=stored).select_related("seat"):
        number = each.seat.number
        begun = [outcome for _turn, outcome in events if isinstance(outcome, engine.TurnBegan)]
        assert each.has_won == (number == game.winner.number if game.winner else False)
        assert each.turns == sum(outcome.seat == number for outcome in begun)
        assert each.goals_set == sum(seat == number for _turn, seat, _card in goals)
        assert each.taken == sum(seat == number for _turn, seat, _source in thefts)
        assert each.lost == sum(source == number for _turn, _seat, source in thefts)


def play_with_undo(game: Game, most: int = 1000) -> int:
    """Play a game to its end, and take back whatever can be in its first turns; return how often it could."""
    undone = 0
    for number in range(most):
        game.refresh_from_db()
        if game.is_over:
            return undone
        question = next(each for each in open_questions(game) if not each.is_side)
        view = access.view(game, question.seat)
        answer(question, engine.bots.sensible(view, view.question))
        if number < 40:
            with suppress(Refusal):
                undo(seat=question.seat_id)
                undone += 1
                question = next(each for each in open_questions(game) if not each.is_side)
                answer(question, engine.bots.sensible(view, view.question))
    raise AssertionError("the game does not end")


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_facts_are_those_of_the_record(start, ann, bob, carol, edition):
    """Of every edition, also where moves were taken back: the record played again gives the same."""
    game = start(ann, bob, carol, edition=edition)
    undone = play_with_undo(game)

    assert undone > 0
    assert game.status == Game.Status.FINISHED
    assert 3 == SeatFacts.objects.filter(facts__game=game).count()
    check_by_replay(game)


def test_what_is_shown_of_an_end(start, ann, bob):
    """The goal and the deciding cards are those of the page; answers are those that were timed."""
    game = play_to_end(start(ann, bob))
    stored = GameFacts.objects.get(game=game)
    ending = explain_end(Viewer.of(game), access.view(game, None))

    assert tuple(stored.cards) == ending.cards
    assert ending.cards[0] == stored.goal
    assert stored.between_people
    assert "fluxx" == stored.edition
    answers = dict(SeatFacts.objects.values_list("seat__player", "answers"))
    for player in (ann, bob):
        timed = Question.objects.filter(counts_for=player, took__isnull=False, closed_by__in=BY_PEOPLE)
        assert answers[player.pk] == timed.count() > 0


def test_a_game_that_was_broken_off_has_none(start, ann, bob):
    """Nobody can say who would have won."""
    game = start(ann, bob)
    leave(seat=seat_of(game, ann))
    game.refresh_from_db()

    assert game.status == Game.Status.ENDED
    assert not GameFacts.objects.exists()


def test_older_games_get_theirs(start, ann, bob):
    """Those of games that ended before are the same, and the sweep then looks once an hour."""
    game = play_to_end(start(ann, bob))
    then = [list(model.objects.values()) for model in (GameFacts, SeatFacts)]
    GameFacts.objects.all().delete()

    assert 1 == facts.fill_in_facts(stop_at=LATER).did
    assert then == [list(model.objects.values()) for model in (GameFacts, SeatFacts)]
    with CaptureQueriesContext(connection) as looked:
        assert 0 == facts.fill_in_facts(stop_at=LATER).did
    assert 1 == len(looked)
    check_by_replay(game)


def test_a_game_ends_whatever_comes_of_its_facts(start, ann, bob, monkeypatch):
    """A fault in the facts is noted, holds up nobody, and the sweep makes good for it."""

    def fail(*_args: object) -> None:
        GameFacts.objects.raw("SELECT nothing")[0]  # the database fails, too

    with monkeypatch.context() as patch:
        patch.setattr(facts, "derive_facts", fail)
        game = play_to_end(start(ann, bob))
    assert game.status == Game.Status.FINISHED
    assert [facts.WORK] == [row.work for row in PostponedRow.objects.all()]
    assert not GameFacts.objects.exists()

    PostponedRow.objects.update(retry_at=clock.now())
    sweep.sweep_old()
    assert GameFacts.objects.filter(game=game).exists()
    assert not PostponedRow.objects.exists()


def test_a_very_long_game_leaves_its_facts_to_the_sweep(start, ann, bob, monkeypatch):
    """Its moves are not read under its lock."""
    monkeypatch.setattr(facts, "MOST_MOVES_AT_END", 3)
    game = play_to_end(start(ann, bob))
    assert not GameFacts.objects.exists()

    facts.fill_in_facts(stop_at=LATER)
    check_by_replay(game)


def test_a_row_lists_no_more_than_it_may(start, ann, bob, monkeypatch):
    """Of a deck whose cards do nothing but take keepers the row would weigh megabytes; counts stay right."""
    monkeypatch.setattr(facts, "MOST_LISTED", 1)
    game = play_to_end(start(ann, bob))
    stored, of_seats = GameFacts.objects.get(), SeatFacts.objects.all()
    goals = sum(each.goals_set for each in of_seats)

    assert 1 == len(stored.goals_set) < goals
    monkeypatch.undo()
    GameFacts.objects.all().delete()
    facts.fill_in_facts(stop_at=LATER)
    check_by_replay(game)
    assert goals == sum(each.goals_set for each in SeatFacts.objects.all())


def test_facts_outlive_an_account(start, ann, bob, travel):
    """They name nobody: the seat is a former player's then."""
    game = play_to_end(start(ann, bob))
    then = list(GameFacts.objects.values()), list(SeatFacts.objects.values())
    request_deletion(player=ann)
    travel(days=15)
    delete_account(ann.pk)

    assert then == (list(GameFacts.objects.values()), list(SeatFacts.objects.values()))
    check_by_replay(game)
