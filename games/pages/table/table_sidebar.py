"""What a viewer of a table sees beside the cards: facts of the game, clocks, the talk, own notes."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

import engine
from games import clock
from games.history import game_settings
from games.history import remarks as talk
from games.models import Remark, Seat, SeatNotebook
from games.pages.common.seat_context import SeatContext
from games.play.give_time import GIFTS, MOST_GIVEN
from games.timing.seat_clock import SeatClock, read_clock

from .about_game import AboutGame, build_about
from .fairness import SeedShown, build_seed

FIRST_SHOWN = 30


@dataclass(frozen=True)
class RemarkShown:
    """One remark, and what the viewer may do with it."""

    remark: Remark
    is_new: bool
    is_mine: bool
    may_delete: bool
    may_report: bool


@dataclass(frozen=True)
class TalkShown:
    """The talk of a table as one viewer sees it, newest last. ``earlier`` is folded away."""

    earlier: tuple[RemarkShown, ...]
    remarks: tuple[RemarkShown, ...]
    unread: int
    newest: int
    state: str
    may_say: bool
    draft: str = ""
    submission_key: str = field(default_factory=lambda: uuid.uuid4().hex)


def build_talk(context: SeatContext, draft: str = "") -> TalkShown | None:
    """Return the talk of a table; ``None`` to who may not read it."""
    game, seat, person = context.game, context.seat, context.person
    known = None if context.only_this_game else person
    if context.deputy is not None or not talk.may_read(game, seat, known):
        return None
    reader = seat.player_id if seat is not None else (None if person is None else person.pk)
    now = clock.now()
    remarks = talk.remarks(game, reader=reader) if context.snapshot.rare.remarks else []
    is_known = seat is not None or person is not None
    me, read_until = (seat.pk, seat.heard_until) if seat is not None else (None, None)
    shown = tuple(
        RemarkShown(
            each,
            is_new=read_until is not None and each.pk > read_until and each.seat_id != me and each.is_shown,
            is_mine=me is not None and each.seat_id == me,
            may_delete=talk.may_delete_remark(each, seat, now),
            may_report=each.is_shown and is_known and (me is None or each.seat_id != me),
        )
        for each in remarks
        if each.deleted_at is None
    )
    split = max(0, len(shown) - FIRST_SHOWN)
    return TalkShown(
        earlier=shown[:split],
        remarks=shown[split:],
        unread=sum(each.is_new for each in shown),
        newest=remarks[-1].pk if remarks else 0,
        state=talk.remarks_state(remarks),
        may_say=seat is not None and seat.is_person,
        draft=draft,
    )


def find_notebook(context: SeatContext) -> SeatNotebook | None:
    """Return what the viewer has written down at their seat; to nobody else."""
    seat = context.seat
    if context.deputy is not None or seat is None or not seat.is_person:
        return None
    found = SeatNotebook.objects.filter(seat=seat).first() if context.snapshot.rare.notebooks else None
    return found or SeatNotebook(seat=seat)


@dataclass(frozen=True)
class ClockShown:
    """The clock of one seat, what it has saved in words, and how many days the viewer may give it."""

    seat: Seat
    is_me: bool
    clock: SeatClock
    bank: str
    gifts: tuple[int, ...]


def build_clocks(context: SeatContext) -> list[ClockShown]:
    """Return the clocks of a running table, of those seats of which there is something to say."""
    game, me, now = context.game, context.seat, clock.now()
    if not game.is_running or game.paused_at is not None:
        return []
    asked = {row.seat_id: row for row in context.snapshot.questions}
    gives = me is not None and me.is_person
    found = []
    for seat in context.snapshot.seats:
        if not seat.is_person:
            continue
        hours = context.snapshot.pauses[seat.player_id or 0]
        its = read_clock(game, seat, asked.get(seat.pk), hours, now)
        may_give = gives and its.due_at is not None and seat != me and not seat.plays_itself
        gifts = tuple(days for days in GIFTS if may_give and seat.gift_days + days <= MOST_GIVEN)
        bank = "" if its.bank is None else game_settings.describe_span(its.bank)
        if bank or its.away_until or gifts or its.rests_until:
            found.append(ClockShown(seat, seat == me, its, bank, gifts))
    return found


@dataclass(frozen=True)
class TableSide:
    """What stands beside the table of a game, for everybody but a deputy.

    `seed` is the secret of the shuffles, once it may be shown.
    """

    about: AboutGame
    seed: SeedShown | None
    clocks: Sequence[ClockShown]
    talk: TalkShown | None
    notebook: SeatNotebook | None


def build_side(context: SeatContext, view: engine.View | None) -> TableSide | None:
    """Return what stands beside the table for a viewer; a deputy sees none."""
    if context.deputy is not None:
        return None
    return TableSide(
        about=build_about(context, view),
        seed=build_seed(context.game, context.snapshot.seats),
        clocks=build_clocks(context),
        talk=build_talk(context),
        notebook=find_notebook(context),
    )
