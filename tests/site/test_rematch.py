"""A rematch: the same people and settings, one press each."""

import pytest

from games.core.refusal import NotAllowed, NotPossible, Resting
from games.models import Game, Notice
from games.seats.lobby import cancel_game
from games.seats.rematch import decline_rematch, join_rematch

from .play import seat_of
from .staff import end_game


@pytest.fixture
def over(ann, bob, start, moderator):
    game = start(ann, bob, bots=1, pace=7)
    end_game(game=game, by=moderator, reason="a test")
    game.refresh_from_db()
    return game


def test_the_first_press_makes_the_game_and_asks_the_others(ann, bob, over):
    """Who presses is the host, the bot sits, the other is invited and mailed."""
    new = join_rematch(game=over, player=bob)

    seats = [(seat.player, bool(seat.bot), seat.status) for seat in new.seats.all()]
    assert seats == [(ann, False, "invited"), (bob, False, "taken"), (None, True, "taken")]
    assert (new.host, new.pace, new.status, new.rematch_of) == (bob, 7, "open", over)
    assert Notice.objects.get(kind="rematch").player == ann


def test_the_last_press_starts_it(ann, bob, over):
    """Who presses twice counts once; everybody has pressed: the cards are dealt."""
    first = join_rematch(game=over, player=bob)
    assert first == join_rematch(game=over, player=bob)
    new = join_rematch(game=over, player=ann)

    new.refresh_from_db()
    assert (new.pk, new.status, new.is_dealt) == (first.pk, "running", True)


def test_declining_a_rematch_frees_the_seat(ann, bob, over):
    """The host is told, and the seat can go to somebody else."""
    new = join_rematch(game=over, player=bob)
    decline_rematch(seat=seat_of(new, ann))

    assert new.seats.get(number=1).status == "free"
    assert Notice.objects.get(kind="declined").player == bob
    with pytest.raises(NotPossible):
        join_rematch(game=over, player=ann)


def test_strangers_and_running_games_have_no_rematch(ann, bob, carol, start, over):
    """Only who played, and only after the end."""
    with pytest.raises(NotAllowed):
        join_rematch(game=over, player=carol)
    with pytest.raises(Resting):
        join_rematch(game=start(ann, bob), player=ann)


def test_a_rematch_that_was_called_off_can_be_asked_for_again(ann, bob, over):
    """One open rematch at a time; an ended one does not count."""
    first = join_rematch(game=over, player=bob)
    cancel_game(game=first, by=bob)
    second = join_rematch(game=over, player=ann)

    assert (second != first, second.host, Game.objects.filter(rematch_of=over).count()) == (True, ann, 2)
