"""Games that nobody fills: the warning to the host, one press that keeps them, and the end (ADR 50)."""

import pytest

from games.core.refusal import NotAllowed
from games.models import Game, Notice
from games.periodic.sweep import sweep_deadlines, sweep_notices, sweep_votes
from games.seats.expiry import keep_open
from games.seats.invitations import decline_invitation, invite
from games.seats.lobby import cancel_game, create_game
from games.seats.membership import take_seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def unfilled(ann, bob, smtp, travel) -> Game:
    """A game of Ann's with three free seats, one of which Bob has taken, and one kept for Dee."""
    game = create_game(host=ann, name="Friday", is_open=True)
    take_seat(game=game, player=bob)
    invite(game=game, by=ann, email="dee@players.example")
    sweep_votes()
    sweep_notices()
    smtp.received.clear()
    return game


def told(smtp) -> list[str]:
    """To whom mails about the end of the game went, in their order; others are left out."""
    ours = [f"X-Fluxx-Kind: {kind}".encode() for kind in ("expiring", "ended", "called-off")]
    return [mail.recipients[0] for mail in smtp.received if any(kind in mail.raw for kind in ours)]


def sweep_after(travel, **time) -> None:
    """Let time pass, cancel and warn what is due, and send the mails."""
    travel(**time)
    sweep_votes()
    sweep_notices()


def test_a_game_that_nobody_fills_is_cancelled_after_a_warning(unfilled, ann, travel, smtp):
    """Two weeks, a mail to the host alone, three more days, and everybody is told."""
    sweep_after(travel, days=13, hours=23)
    early = told(smtp)
    sweep_after(travel, hours=2)
    warned = told(smtp)
    sweep_after(travel, days=2, hours=23)
    unfilled.refresh_from_db()
    still = unfilled.status
    sweep_after(travel, hours=2)
    unfilled.refresh_from_db()

    assert [] == early
    assert [ann.email] == warned
    assert (Game.Status.OPEN, Game.Status.ENDED) == (still, unfilled.status)
    assert ["ann@players.example", "bob@players.example", "dee@players.example"] == sorted(told(smtp)[1:])


def test_keeping_a_game_open_gives_it_as_long_again(unfilled, ann, bob, travel, smtp):
    """One press of the host; nobody else may, and after it a new warning comes first."""
    sweep_after(travel, days=14, hours=1)
    with pytest.raises(NotAllowed):
        keep_open(game=unfilled, by=bob)
    keep_open(game=unfilled, by=ann)
    sweep_after(travel, days=13)
    unfilled.refresh_from_db()
    kept = (unfilled.status, unfilled.warned_at)
    sweep_after(travel, days=1, hours=1)
    unfilled.refresh_from_db()

    assert (Game.Status.OPEN, None) == kept
    assert unfilled.warned_at is not None
    assert [ann.email] * 2 == told(smtp)


@pytest.mark.parametrize("change", ["take", "invite"])
def test_a_game_that_somebody_cares_for_is_not_cancelled(change, unfilled, ann, carol, travel):
    """A seat that is taken, or an invitation, counts as keeping it open."""
    sweep_after(travel, days=14, hours=1)
    if change == "take":
        take_seat(game=unfilled, player=carol)
    else:
        invite(game=unfilled, by=ann, email="eve@players.example")
    sweep_after(travel, days=4)
    unfilled.refresh_from_db()

    assert (Game.Status.OPEN, None) == (unfilled.status, unfilled.warned_at)


def test_an_outage_gives_games_that_wait_their_time_back(unfilled, travel, smtp):
    """Five days without the site cost the game none of its two weeks."""
    travel(days=10)
    sweep_deadlines()
    travel(days=5, asleep=True)
    sweep_deadlines()
    sweep_after(travel, days=3)
    unfilled.refresh_from_db()
    early = unfilled.warned_at
    sweep_after(travel, days=1, hours=1)
    unfilled.refresh_from_db()

    assert early is None
    assert unfilled.warned_at is not None


def test_no_game_is_cancelled_before_its_warning_was_sent(unfilled, travel):
    """However long the mails were held: three days count from when it left."""
    travel(days=14, hours=1)
    sweep_votes()
    travel(days=10)
    sweep_votes()
    sweep_notices()
    sweep_votes()
    unfilled.refresh_from_db()
    still = unfilled.status
    sweep_after(travel, days=3, hours=1)
    unfilled.refresh_from_db()

    assert (Game.Status.OPEN, Game.Status.ENDED) == (still, unfilled.status)


def test_a_game_that_started_does_not_expire(start, ann, bob, travel):
    """What is played is left alone, and so is what the release before has made, which has no instant yet."""
    running = start(ann, bob)
    older = create_game(host=ann, name="Older")
    Game.objects.filter(pk=older.pk).update(expires_at=None)
    sweep_votes()
    older.refresh_from_db()
    travel(days=30)
    sweep_votes()
    running.refresh_from_db()

    assert running.status == Game.Status.RUNNING
    assert older.expires_at is not None
    assert not Notice.objects.filter(kind="expiring", game=running).exists()


def test_who_was_invited_is_told_that_the_host_cancelled(unfilled, ann, smtp):
    """By one mail that leads to nothing to do; a seat that was declined is told nothing."""
    declined = invite(game=unfilled, by=ann, email="eve@players.example")
    sweep_notices()
    decline_invitation(invitation=declined)
    sweep_notices()
    smtp.received.clear()
    cancel_game(game=unfilled, by=ann)
    sweep_notices()

    assert ["bob@players.example", "dee@players.example"] == sorted(told(smtp))
