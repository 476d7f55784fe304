"""Where SQL of our own repeats a condition of the models, both find the same rows."""

from datetime import UTC, datetime, timedelta
from itertools import product
from uuid import uuid4

import pytest
import time_machine
from django.db import transaction
from django.db.models import Q

from fluxx_site.context import News
from games import clock
from games.core.blocks import BLOCK
from games.core.snapshot import TableSnapshot
from games.delivery.bundling import DIRECT_KINDS, free_notices, lock_others
from games.models import (
    Announcement,
    Channel,
    MutedGame,
    Notice,
    Outage,
    PlayerBlock,
    Question,
    Remark,
    Seat,
    SeatNotebook,
    Switch,
    Vacation,
    Vote,
)
from games.models.vote import IS_OPEN
from games.moderation.switches import HOLDS_CLOCKS, holds_clocks, switches_on
from games.pages.common import waiting
from games.people.announcements import current_announcements

HOUR = timedelta(hours=1)
NOW = datetime(2036, 2, 3, 4, 5, tzinfo=UTC)


def others_rows(game, seat):
    """What a game may have one of: rows that are found, and others that are not."""
    now = clock.now()
    days = {"first_day": now.date(), "last_day": now.date(), "starts_at": now, "ends_at": now + HOUR}
    return {
        "votes": lambda: Vote.objects.create(game=game, seat=seat, kind=Vote.Kind.PAUSE, closes_at=now),
        "closed vote": lambda: Vote.objects.create(
            game=game, seat=seat, kind=Vote.Kind.PAUSE, closes_at=now, closed_at=now
        ),
        "remarks": lambda: Remark.objects.create(game=game, seat=seat, text="Hello"),
        "mutes": lambda: MutedGame.objects.create(game=game, player=seat.player),
        "notebooks": lambda: SeatNotebook.objects.create(seat=seat, text="Mine"),
        "vacations": lambda: Vacation.objects.create(player=seat.player, **days),
        "blocks": lambda: PlayerBlock.objects.create(by=seat.player, player=seat.player, kind=BLOCK),
        "muted person": lambda: PlayerBlock.objects.create(
            by=seat.player, player=seat.player, kind=PlayerBlock.Kind.MUTE
        ),
    }


@pytest.mark.parametrize(
    "kind",
    ["votes", "closed vote", "remarks", "mutes", "notebooks", "vacations", "blocks", "muted person"],
    ids=str,
)
def test_rare_rows_are_those_of_the_models(ann, bob, carol, start, kind):
    """A row of this game counts for its kind alone; one of another game, a closed vote or a mute for none."""
    game, other = start(ann, bob), start(carol, bob)
    others_rows(other, other.seats.get(player=carol))[kind]()
    found_before = TableSnapshot(game).rare
    others_rows(game, game.seats.get(player=ann))[kind]()
    found = TableSnapshot(game).rare
    people = Seat.objects.filter(game=game, player__isnull=False).values("player")

    assert not any(found_before)
    assert {name for name, there in found._asdict().items() if there} == {kind} - {
        "closed vote",
        "muted person",
    }
    assert found == (
        Vote.objects.filter(IS_OPEN, game=game).exists(),
        Remark.objects.filter(game=game).exists(),
        MutedGame.objects.filter(game=game).exists(),
        SeatNotebook.objects.filter(seat__game=game).exists(),
        Vacation.objects.filter(player__in=people).exists(),
        PlayerBlock.objects.filter(by__in=people, kind=BLOCK).exists(),
    )


@pytest.mark.parametrize(("begins", "ends"), [(-2, -1), (-1, 1), (1, 2), (0, 1), (-1, 0)])
@pytest.mark.django_db
def test_news_are_those_of_the_models(begins, ends):
    """An announcement is read from its first moment until before its last."""
    with time_machine.travel("2026-11-20T12:00:00Z", tick=False):
        now = clock.now()
        Announcement.objects.create(begins_at=now + begins * HOUR, ends_at=now + ends * HOUR, text_en="Hello")

        assert News().exists == (bool(current_announcements()), bool(switches_on()))


@pytest.mark.parametrize("name", [None, *Switch.Name])
@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("credited", [None, False, True])
@pytest.mark.django_db
def test_what_is_held_is_what_the_models_say(name, is_over, credited):
    """Clocks are held by a switch that is on, or by an outage that was not credited yet."""
    now = clock.now()
    if name:
        Switch.objects.create(name=name, since=now, until=now if is_over else None, reason="Because")
    if credited is not None:
        Outage.objects.create(started_at=now - HOUR, ended_at=now, credited_at=now if credited else None)
    by_switch = any(each.name in HOLDS_CLOCKS for each in switches_on())

    assert News().exists == (False, bool(switches_on()))
    assert holds_clocks() == (by_switch or Outage.objects.filter(credited_at=None).exists())


def test_what_is_locked_for_a_mail_is_what_is_free(ann, bob, start):
    """Notices in every state, for a person and a device: the mail takes along what no other sender has."""
    game = start(ann, bob)
    Notice.objects.all().delete()
    now = clock.now()
    ours, theirs = uuid4(), uuid4()
    leases = [(None, None), (ours, now + HOUR), (theirs, now + HOUR), (theirs, now - HOUR)]
    device = ann.channels.create(kind=Channel.Kind.JSON, name="Mine", url="https://example.org/hook")
    rows = [
        Notice(
            key=f"{number}",
            kind=kind,
            player=player,
            game=game,
            channel=channel,
            status=status,
            next_try_at=due,
            lease=lease,
            leased_until=until,
        )
        for number, (kind, player, channel, status, due, (lease, until)) in enumerate(
            product(
                [Notice.Kind.TURN, *DIRECT_KINDS][:3],
                [ann, bob],
                [None, device],
                Notice.Status,
                [now - HOUR, now + HOUR],
                leases,
            )
        )
    ]
    Notice.objects.bulk_create(rows)
    own = Notice.objects.create(
        key="own", kind=Notice.Kind.TURN, player=ann, game=game, lease=ours, leased_until=now + HOUR
    )
    with transaction.atomic():
        locked = lock_others(own)
    wanted = free_notices(own).filter(~Q(kind__in=DIRECT_KINDS), player=ann, channel=None)

    assert {each.pk for each in locked} == set(wanted.values_list("pk", flat=True))
    assert len(locked) == 3


@pytest.mark.parametrize(
    "change",
    [{}, {"game__paused_at": NOW}, {"seat__on_autopilot": True}, {"is_side": True}, {"closed_at": NOW}],
    ids=["asked", "paused", "autopilot", "side", "closed"],
)
def test_what_waits_elsewhere_is_counted_as_it_is_listed(ann, bob, start, change):
    """The count on each table's page is that of the list from which “next game” is chosen."""
    game, other = start(ann, bob), start(ann, bob)
    question = Question.objects.filter(game=other, closed_at=None).first()
    for name, value in change.items():
        row, _, field = name.rpartition("__")
        changed = getattr(question, row) if row else question
        setattr(changed, field, value)
        changed.save()
    for player in (ann, bob):
        listed = waiting.questions_for(player).exclude(game=game).count()
        assert waiting.count_elsewhere(player, game) == listed
