"""Requirement D6: when the machine's time cannot be trusted, nobody's time runs out."""

import pytest

from games.models import By, Move, Switch
from games.moderation import switches
from games.moderation.switches import release_switch
from games.periodic import jumps
from games.periodic.jumps import ClockReading, describe_jump
from games.periodic.sweep import sweep_deadlines, sweep_reminders

from .play import let_time_run_out


@pytest.fixture(autouse=True)
def forgotten(monkeypatch):
    """Each test begins with a process that has read no clock yet."""
    monkeypatch.setattr(jumps, "_last", None)


@pytest.mark.parametrize(
    ("before", "now", "known", "wrong"),
    [
        (None, ClockReading(1000, 5), 0, ""),
        (ClockReading(1000, 5), ClockReading(1015, 20), 0, ""),
        (ClockReading(1000, 5), ClockReading(1074, 20), 0, ""),
        (
            ClockReading(1000, 5),
            ClockReading(1000 + 86400, 20),
            0,
            "the machine’s time jumped by +86385 seconds",
        ),
        (
            ClockReading(5000, 5),
            ClockReading(5015 - 3600, 20),
            0,
            "the machine’s time jumped by -3600 seconds",
        ),
        (None, ClockReading(1000, 5, 61), 0, "the machine’s time is +61 seconds off the database’s"),
        (None, ClockReading(1000, 5, -300), 0, "the machine’s time is -300 seconds off the database’s"),
        (None, ClockReading(1000, 5, -300), -290, ""),
    ],
)
def test_d6_what_a_jump_is(before, now, known, wrong):
    """More than a minute between two clocks; a distance that staff know of is none."""
    assert describe_jump(before, now, known=known) == wrong


def test_d6_after_a_jump_nobody_runs_out_until_two_sweeps_are_quiet(ann, bob, start, caplog):
    """The time of the machine is put forward by a day: the clocks are held, and let go by themselves."""
    game = start(ann, bob)
    let_time_run_out(game)
    jumps.watch_time(ClockReading(0, 0))
    jumps.watch_time(ClockReading(86400, 15))
    sweep_deadlines()
    held = switches.holds_clocks(), Move.objects.filter(by=By.CLOCK).count()
    jumps.watch_time(ClockReading(86415, 30))
    still = switches.holds_clocks()
    jumps.watch_time(ClockReading(86430, 45))
    released = Switch.objects.get()
    sweep_deadlines()

    assert (held, still, switches.holds_clocks()) == ((True, 0), True, False)
    assert (released.name, released.who, released.released_by) == ("jump", None, None)
    assert set(Move.objects.filter(by=By.CLOCK).values_list("seat__player", flat=True)) == {ann.pk}
    assert "ALERT: the machine’s time jumped by +86385 seconds" in caplog.text


def test_d6_another_jump_begins_anew(ann):
    """One quiet sweep is not enough when the next one finds another jump."""
    for wall, steady in [(0, 0), (7200, 15), (7215, 30), (0, 45), (15, 60)]:
        jumps.watch_time(ClockReading(wall, steady))

    assert (switches.holds_clocks(), Switch.objects.get().quiet) == (True, 1)


def test_d6_staff_let_go_what_stays_wrong(moderator):
    """The database's clock is off for good: staff say so once, and the same distance alerts no more."""
    jumps.watch_time(ClockReading(0, 0, 300))
    switch = Switch.objects.get()
    release_switch(switch=switch, by=moderator, reason="known")
    jumps.watch_time(ClockReading(15, 15, 301))
    calm = switches.holds_clocks()
    jumps.watch_time(ClockReading(30, 30, 900))

    assert (calm, switches.holds_clocks()) == (False, True)


def test_d6_a_backward_jump_fires_nothing_twice(ann, bob, start, travel):
    """What has struck, and what was reminded of, is not done again in the hour that comes twice."""
    game = start(ann, bob)
    travel(days=1, seconds=90)
    sweep_reminders()
    sweep_deadlines()
    moves = Move.objects.filter(game=game).count()
    travel(hours=-1)
    sweep_reminders()
    sweep_deadlines()

    assert Move.objects.filter(game=game).count() == moves


def test_d6_tests_that_travel_are_no_jump(ann, settings):
    """Without WATCH_CLOCK, as in these tests, nobody looks."""
    jumps.watch_time()

    assert (settings.WATCH_CLOCK, jumps._last, Switch.objects.count()) == (False, None, 0)


def test_d6_the_clocks_of_this_machine_are_read(settings, ann):
    """With it, the sweep reads wall clock, steady clock and database, and finds them in order."""
    settings.WATCH_CLOCK = True
    jumps.watch_time()
    jumps.watch_time()

    assert jumps._last is not None
    assert abs(jumps._last.ahead) < 10
    assert not Switch.objects.exists()
