"""Switches that hold the clocks or the mail of the whole site."""

import logging
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Exists
from django.utils.translation import gettext as _

from games import clock
from games.core.event_log import check_staff, log_staff_act
from games.core.refusal import Illegal, NotPossible
from games.models import Heartbeat, Outage, Player, Switch
from games.timing import outages

logger = logging.getLogger(__name__)

IS_ON = {"until__isnull": True}
HOLDS_CLOCKS = (Switch.Name.CLOCKS, Switch.Name.JUMP)
# As SQL, for a statement that looks up more; the parameter is `HOLDS_CLOCKS`.
CLOCKS_ARE_HELD = """
(EXISTS (SELECT FROM games_switch WHERE until IS NULL AND name = ANY(%(switches)s))
    OR EXISTS (SELECT FROM games_outage WHERE credited_at IS NULL))
"""
# Between two alerts of one switch that is still on.
ALERT_EVERY = timedelta(hours=1)
# Whether no notice may leave the site.
MAIL_HELD = Exists(Switch.objects.filter(name=Switch.Name.MAIL, **IS_ON))


def switches_on() -> list[Switch]:
    """Return the switches that are on, the oldest first."""
    return list(Switch.objects.filter(**IS_ON).order_by("since"))


def holds_mail() -> bool:
    """Whether no notice may leave the site."""
    return Switch.objects.filter(name=Switch.Name.MAIL, **IS_ON).exists()


def holds_clocks() -> bool:
    """Whether no time may run out: the clocks are held, or an outage is not yet credited to them."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {CLOCKS_ARE_HELD}", {"switches": list(HOLDS_CLOCKS)})
        (is_held,) = cursor.fetchone()
    return bool(is_held)


@transaction.atomic
def press_switch(*, name: str, by: Player, reason: str) -> Switch:
    """Hold the clocks or the mail from now on, for every game. Raises a `Refusal`."""
    check_staff(by, reason)
    if name not in (Switch.Name.CLOCKS, Switch.Name.MAIL):
        raise Illegal(_("There’s no such switch."))
    if Switch.objects.filter(name=name, **IS_ON).exists():
        raise NotPossible(_("This is already on hold."))
    switch = Switch.objects.create(name=name, since=clock.now(), who=by, reason=reason.strip()[:500])
    record_switch_act(switch, "hold", by, reason)
    logger.warning("%s are held by staff: %s", name, switch.reason)
    return switch


@transaction.atomic
def release_switch(*, switch: Switch, by: Player, reason: str) -> None:
    """Let go what is held. Clocks get the time back for which they were held. Raises a `Refusal`."""
    check_staff(by, reason)
    held = Switch.objects.select_for_update().get(pk=switch.pk)
    if held.until is not None:
        raise NotPossible(_("This has already been released."))
    do_release(held, by=by)
    record_switch_act(held, "release", by, reason)
    logger.warning("%s are released by staff", held.name)


def do_release(switch: Switch, *, by: Player | None) -> None:
    """Turn a locked switch off; the clocks get the time back if staff held them, or for long."""
    now = clock.now()
    switch.until, switch.released_by = now, by
    switch.save(update_fields=["until", "released_by"])
    if switch.name == Switch.Name.CLOCKS:
        outages.record_outage(switch.since, now, Outage.Why.HELD)
    elif switch.name == Switch.Name.JUMP and now - switch.since > outages.LONG:
        outages.record_outage(switch.since, now, Outage.Why.JUMP)


def record_switch_act(switch: Switch, act: str, by: Player, reason: str) -> None:
    """Log what a member of staff did with a switch."""
    before = {"on": act == "release", "since": _iso(switch.since)}
    after = {"on": act == "hold", "until": _iso(switch.until)}
    log_staff_act(f"{act}-{switch.name}", by, reason, about=switch, before=before, after=after)


def _iso(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def log_forgotten_switches() -> int:
    """Log, once an hour each, the switches that may have been forgotten; return how many."""
    now = clock.now()
    said = 0
    for switch in switches_on():
        if switch.is_overdue(now) and (switch.alerted_at is None or now - switch.alerted_at >= ALERT_EVERY):
            logger.error(
                "ALERT: %s are held since %s: %s", switch.name, f"{switch.since:%F %T %Z}", switch.reason
            )
            switch.alerted_at = now
            switch.save(update_fields=["alerted_at"])
            said += 1
    return said


def record_canary(*, sent_at: str) -> None:
    """Record when a message last went through the queue, and how many milliseconds it took."""
    now = clock.now()
    took = max(now - datetime.fromisoformat(sent_at), timedelta())
    milliseconds = min(took // timedelta(milliseconds=1), 2**31 - 1)
    Heartbeat.objects.update_or_create(name="queue", defaults={"at": now, "did": milliseconds})
