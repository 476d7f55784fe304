"""What the site and its staff do: sweeps as time goes by, outages, acts of staff and their revert."""

from typing import Any

from games import clock
from games.models import (
    Heartbeat,
    Question,
    StaffAct,
)
from games.models.question import IS_OPEN
from games.moderation import desk
from games.moderation.table_acts import rewind_points
from games.periodic import sweep
from tests.site.play import sweeps_ran

from .asked import some_seat
from .world import World

SWEEPS = (sweep.sweep_wishes, sweep.sweep_deadlines, sweep.sweep_votes, sweep.sweep_reminders)


def run_sweeps() -> None:
    """Run every sweep that has to do with play."""
    for each in SWEEPS:
        tally = each()
        assert not tally.failed, each.__name__


def wait(world: World) -> str:
    """Let some hours go by."""
    hours = world.dice.choice((0.5, 2, 5, 9))
    world.travel(hours=hours)
    if world.chance() < 0.8:
        sweeps_ran()
    Heartbeat.objects.update(at=clock.now())
    run_sweeps()
    return f"{hours} hours"


def wait_long(world: World) -> str:
    """Let time go by until somebody is late."""
    due = Question.objects.filter(IS_OPEN, game=world.game, due_at__isnull=False).order_by("due_at").first()
    hours = 30.0
    if due is not None and due.due_at is not None:
        hours = max(0.0, (due.due_at - clock.now()).total_seconds() / 3600) + world.dice.choice(
            (-1.0, 0.01, 0.2, 6.0)
        )
    world.travel(hours=max(hours, 0.1))
    if world.chance() < 0.9:
        sweeps_ran()
    Heartbeat.objects.update(at=clock.now())
    run_sweeps()
    return f"{hours:.3f} hours"


def outage(world: World) -> str:
    """Let the site be away for some hours; then the clocks get them back."""
    Heartbeat.objects.update_or_create(name="deadlines", defaults={"at": clock.now()})
    world.travel(hours=world.dice.choice((3, 8, 30)))
    for each in (sweep.sweep_deadlines, *SWEEPS):
        each()
    return "back"


def staff(world: World) -> str | None:
    """Let staff do something."""
    seat = some_seat(world)
    if seat is None:
        return None
    code = world.dice.choice(
        ("answer", "answer", "answer", "pause", "resume", "extend", "offer", "replace", "rewind", "rename",
         "suspend", "extend-all", "rename-player", "warn")
        + (("end", "void") if world.chance() < 0.2 else ())
    )  # fmt: skip
    if world.game.paused_at is not None and world.chance() < 0.6:
        code = "resume"
    more: dict[str, Any] = {"game": world.game}
    if code in ("answer", "offer", "replace", "warn"):
        more["seat"] = seat.number
    if code in ("extend", "extend-all"):
        more["hours"] = world.dice.choice((1, 24))
    if code == "replace":
        more["to"] = world.newcomer().pk if world.chance() < 0.6 else None
    if code == "rewind":
        points = rewind_points(world.game)
        more["version"] = world.dice.choice(points).version if points else 1
    if code == "rename":
        more["title"] = f"Game {world.step}"
    if code in ("suspend", "extend-all", "rename-player"):
        more.pop("game")
        more["player"] = seat.player
        more |= {"suspend": {"days": 2}, "rename-player": {"name": f"Name {world.step}"}}.get(code, {})
    performed = desk.perform(
        code, by=world.moderator, reason="To try it.", rehearse=world.chance() < 0.15, **more
    )
    return f"{code}: {performed.effects}"


def revert(world: World) -> str | None:
    """Let staff take back what they have done."""
    done = (
        StaffAct.objects.exclude(status=StaffAct.Status.REVERTED)
        if world.chance() < 0.9
        else StaffAct.objects.all()
    )
    record = world.pick(done.order_by("-pk")[:2])
    if record is None:
        return None
    desk.revert(record, by=world.moderator)
    return record.act
