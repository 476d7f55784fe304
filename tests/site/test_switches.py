"""Requirement D14: staff hold the clocks or the mail of the whole site, and everybody sees it."""

from datetime import timedelta

import pytest
from django.urls import reverse

from games.core.refusal import Illegal, NotAllowed, NotPossible
from games.delivery import writing
from games.delivery.dispatch import deliver
from games.models import By, Move, Notice, Outage, StaffAct, Switch
from games.moderation import switches
from games.moderation.switches import press_switch, release_switch
from games.periodic.sweep import sweep_deadlines, sweep_notices, sweep_reminders

from .plain import plain
from .play import question_to

HOUR = timedelta(hours=1)
CLOCKS_HELD = "All clocks are stopped"
MAIL_HELD = "isn’t sending any mail right now"


def test_d14_held_clocks_strike_nobody_and_get_the_time_back(ann, bob, start, travel, moderator):
    """Five hours of holding move each deadline by five hours, exactly once."""
    game = start(ann, bob)
    before = question_to(game, ann).due_at
    sweep_deadlines()
    switch = press_switch(name="clocks", by=moderator, reason="a bug")
    travel(hours=30)
    sweep_deadlines()
    sweep_reminders()
    reminded = Notice.objects.filter(kind=Notice.Kind.REMINDER).count()
    held = Move.objects.filter(by=By.CLOCK).count()
    release_switch(switch=switch, by=moderator, reason="mended")
    owed = switches.holds_clocks()
    sweep_deadlines()
    sweep_deadlines()

    assert (held, reminded, owed) == (0, 0, True)
    assert question_to(game, ann).due_at == before + Outage.objects.get(why="held").length
    assert not Move.objects.filter(by=By.CLOCK).exists()
    assert list(StaffAct.objects.values_list("act", "reason").order_by("pk")) == [
        ("hold-clocks", "a bug"),
        ("release-clocks", "mended"),
    ]


def test_d14_a_worker_that_dies_while_clocks_are_held_is_credited_once(ann, bob, start, travel, moderator):
    """Two hours without sweeps, two more with held clocks, some of both: four hours in all."""
    game = start(ann, bob)
    before = question_to(game, ann).due_at
    sweep_deadlines()
    travel(asleep=True, hours=2)
    switch = press_switch(name="clocks", by=moderator, reason="what is going on?")
    travel(asleep=True, hours=1)
    sweep_deadlines()
    travel(hours=1)
    release_switch(switch=switch, by=moderator, reason="mended")
    sweep_deadlines()

    stretches = Outage.objects.order_by("started_at")
    assert [each.why for each in stretches] == ["silent", "held"]
    length = sum((each.length for each in stretches), timedelta())
    assert abs(length - 4 * HOUR) < timedelta(minutes=1)
    assert question_to(game, ann).due_at == before + length


def test_d14_held_mail_waits_and_nobody_runs_out_for_it(ann, bob, start, moderator, smtp, monkeypatch):
    """No mail leaves, by sweep or by wake-up call; afterwards it does."""
    monkeypatch.setattr(writing, "compose", plain)
    switch = press_switch(name="mail", by=moderator, reason="a loop")
    game = start(ann, bob)
    sweep_notices()
    deliver(game=game.pk)
    held = len(smtp.received)
    question = question_to(game, ann)
    type(question).objects.filter(pk=question.pk).update(due_at=question.opened_at - HOUR)
    sweep_deadlines()
    release_switch(switch=switch, by=moderator, reason="mended")
    sweep_notices()

    assert (held, Move.objects.filter(by=By.CLOCK).count()) == (0, 0)
    assert len(smtp.received) > 0


def test_d14_one_switch_is_pressed_once(moderator, ann):
    """What is held cannot be held again, nor be released twice, nor by just anybody, nor without a reason."""
    switch = press_switch(name="clocks", by=moderator, reason="a bug")
    with pytest.raises(NotPossible, match="already on hold"):
        press_switch(name="clocks", by=moderator, reason="again")
    with pytest.raises(NotAllowed):
        release_switch(switch=switch, by=ann, reason="please")
    with pytest.raises(Illegal):
        release_switch(switch=switch, by=moderator, reason=" ")
    release_switch(switch=switch, by=moderator, reason="mended")
    with pytest.raises(NotPossible, match="already been released"):
        release_switch(switch=switch, by=moderator, reason="again")


def test_d14_the_admin_presses_and_releases(client, moderator, ann, bob, start):
    """Staff press a switch by adding it, and release it by an action, each with a reason."""
    start(ann, bob)
    client.force_login(moderator)
    added = client.post(reverse("admin:games_switch_add"), {"name": "clocks", "reason": "a bug"})
    again = client.post(reverse("admin:games_switch_add"), {"name": "clocks", "reason": "a bug"})
    switch = Switch.objects.get()
    banner = client.get("/").content.decode()
    release = {"action": "release", "_selected_action": [switch.pk], "confirmed": "1", "reason": "mended"}
    client.post(reverse("admin:games_switch_changelist"), release)
    switch.refresh_from_db()

    assert (added.status_code, again.status_code) == (302, 200)
    assert "This is already on hold." in again.content.decode()
    assert CLOCKS_HELD in banner
    assert (switch.who, switch.released_by, switch.until is not None) == (moderator, moderator, True)
    assert CLOCKS_HELD not in client.get("/").content.decode()


def test_d14_every_page_says_what_is_held(client, moderator, ann, bob, start):
    """A stranger on the front page and a player at the table read it."""
    game = start(ann, bob)
    press_switch(name="clocks", by=moderator, reason="a bug")
    press_switch(name="mail", by=moderator, reason="a loop")
    pages = [client.get("/").content.decode()]
    client.force_login(ann)
    pages.append(client.get(f"/g/{game.key}/").content.decode())

    assert all(CLOCKS_HELD in page and MAIL_HELD in page for page in pages)
    assert not any("a bug" in page for page in pages)


def test_d14_a_forgotten_switch_alerts_once_an_hour(client, moderator, travel, caplog):
    """After an hour the log says so, and again each hour; staff see it on every page."""
    press_switch(name="mail", by=moderator, reason="a loop")
    said = []
    for minutes in (59, 2, 30, 31):
        travel(minutes=minutes)
        said.append(switches.log_forgotten_switches())
    client.force_login(moderator)

    assert said == [0, 1, 0, 1]
    assert "ALERT: mail" in caplog.text
    assert "a loop" in client.get("/").content.decode()
