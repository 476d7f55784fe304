"""What Celery runs. A task carries ids only, and does what a sweep would do a little later."""

from celery import shared_task

from games.delivery import dispatch
from games.inbound import mailbox
from games.moderation.switches import record_canary
from games.periodic import sweep
from games.play import play_on


@shared_task
def deliver(game: int) -> None:
    """Send the notices of one game."""
    dispatch.deliver(game=game)


@shared_task
def play_bots(game: int) -> None:
    """Let the bots of one game go on."""
    play_on.play_bots(game=game)


@shared_task
def sweep_notices() -> None:
    """Send every notice that is due."""
    sweep.sweep_notices()


@shared_task
def sweep_deadlines() -> None:
    """Answer for every seat whose time has run out."""
    sweep.sweep_deadlines()


@shared_task
def sweep_reminders() -> None:
    """Remind every seat whose time is running out."""
    sweep.sweep_reminders()


@shared_task
def sweep_wishes() -> None:
    """Let forgotten bots answer, and players join and leave."""
    sweep.sweep_wishes()


@shared_task
def sweep_votes() -> None:
    """Close votes whose time is up, and withdraw offers that nobody took."""
    sweep.sweep_votes()


@shared_task
def sweep_alerts() -> None:
    """Say in the log what somebody should look at."""
    sweep.sweep_alerts()


@shared_task
def sweep_old() -> None:
    """Remove what is too old to be of use."""
    sweep.sweep_old()


@shared_task
def sweep_inbox() -> None:
    """Take mail that has come to the mailbox of INBOX_URL."""
    mailbox.sweep_inbox()


@shared_task
def canary(sent_at: str) -> None:
    """Note that a message went through the queue."""
    record_canary(sent_at=sent_at)
