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
def canary(sent_at: str) -> None:
    """Note that a message went through the queue."""
    record_canary(sent_at=sent_at)


SWEEPS = (
    sweep.sweep_notices,
    sweep.sweep_deadlines,
    sweep.sweep_reminders,
    sweep.sweep_wishes,
    sweep.sweep_votes,
    sweep.sweep_alerts,
    sweep.sweep_old,
    sweep.sweep_gazettes,
    mailbox.sweep_inbox,
)
for run in SWEEPS:
    shared_task(name=f"games.tasks.{run.__name__}")(run)
