"""What a viewer of a table sees beside the cards: facts of the game, clocks, the talk, own notes."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import engine
from games import clock
from games.clocks import running_time
from games.clocks.running_time import ClockPauses
from games.core import access, window_passes
from games.history import game_settings
from games.history import remarks as talk
from games.models import Game, Question, Remark, Seat, SeatNotebook, Timing
from games.pages.common.seat_context import SeatContext
from games.people import notification_settings
from games.play import nudge, undo
from games.play.give_time import GIFTS, MOST_GIVEN
from games.timing import deadlines

FIRST_SHOWN = 30


@dataclass(frozen=True)
class UndoOffer:
    """What the player in turn can take back: the answer after move ``version``, or nothing, and why not."""

    version: int | None
    why_not: str


def build_undo(context: SeatContext, view: engine.View | None) -> UndoOffer | None:
    """Return what the viewer can take back in this turn; ``None`` where it is not theirs."""
    seat, game = context.seat, context.game
    if (
        context.deputy is not None
        or view is None
        or view.turn != view.me
        or seat is None
        or not seat.is_person
        or game.is_over
        or game.paused_at is not None
    ):
        return None
    version, why = access.last_answer(context.snapshot, seat, view.turn_number)
    # No reason is shown to a player who has done nothing yet in this turn.
    return UndoOffer(version, undo.why_not(why) if version is None and why else "")


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
    """The clock of one seat, as everybody may see it."""

    seat: Seat
    is_me: bool
    due_at: datetime | None
    rests_until: datetime | None
    bank: str
    away_until: datetime | None
    gifts: tuple[int, ...]


@dataclass(frozen=True)
class NudgeOffer:
    """Somebody whom the viewer may nudge; or who was nudged lately, and when."""

    seat: Seat
    nudged_at: datetime | None


def build_nudges(context: SeatContext) -> list[NudgeOffer]:
    """Return whom the viewer may nudge, and who was nudged within the last day."""
    game, me = context.game, None if context.deputy is not None else context.seat
    if me is None or not me.is_person or not game.is_running or game.paused_at is not None:
        return []
    seats = {seat.pk: seat for seat in context.snapshot.seats}
    asked = [
        seats[each.seat_id]
        for each in context.snapshot.questions
        if each.seat_id != me.pk
        and each.opened_at <= clock.now() - nudge.SOONEST
        and nudge.may_be_nudged(each, seats[each.seat_id])
    ]
    sent = nudge.last_nudges(game) if asked else {}
    return [NudgeOffer(seat, sent[seat.pk].created_at if seat.pk in sent else None) for seat in asked]


def build_clocks(context: SeatContext) -> list[ClockShown]:
    """Return the clocks of a running table, of those seats of which there is something to say."""
    game = context.game
    if not game.is_running or game.paused_at is not None:
        return []
    now = clock.now()
    seats = [seat for seat in context.snapshot.seats if seat.is_person]
    asked = {row.seat_id: row for row in context.snapshot.questions}
    shown = [build_clock(context, seat, asked.get(seat.pk), now) for seat in seats]
    return [each for each in shown if each.bank or each.away_until or each.gifts or each.rests_until]


def build_clock(context: SeatContext, seat: Seat, row: Question | None, now: datetime) -> ClockShown:
    """Return the clock of one seat; of a window nothing, for who has answered is sealed."""
    game = context.game
    asked = row if row is not None and not row.is_window and row.due_at is not None else None
    hours = context.snapshot.pauses[seat.player_id or 0]
    away_until = max((back for leave, back in hours.away if leave <= now < back), default=None)
    rests_until = None
    if asked is not None:
        asked.game, asked.seat = game, seat
        resumes = running_time.end_of_pause(now, deadlines.pauses_of(asked, hours))
        rests_until = resumes if resumes > now and asked.due_at != resumes else None
    return ClockShown(
        seat=seat,
        is_me=context.seat is not None and seat.pk == context.seat.pk,
        due_at=asked.due_at if asked is not None else None,
        rests_until=rests_until,
        bank=bank_left(game, seat, asked, now, hours),
        away_until=away_until if game.vacations_stop_turns or seat.is_away else None,
        gifts=gifts_for(context, seat, asked),
    )


def bank_left(game: Game, seat: Seat, asked: Question | None, now: datetime, hours: ClockPauses) -> str:
    """Return in words what a seat has saved; nothing where nothing is saved up."""
    if game.timing != Timing.BANK or seat.plays_itself:
        return ""
    bank = game.bank[0] if seat.bank is None else seat.bank
    if (
        asked is not None
        and asked.on_turn_clock
        and asked.turn == seat.clock_turn
        and asked.due_at is not None
    ):
        bank = min(bank, running_time.elapsed(now, asked.due_at, deadlines.pauses_of(asked, hours)))
    return game_settings.describe_span(max(bank, timedelta()))


def gifts_for(context: SeatContext, seat: Seat, asked: Question | None) -> tuple[int, ...]:
    """Return how many days the viewer may give to a seat; none where its clock does not run."""
    me = None if context.deputy is not None else context.seat
    if asked is None or me is None or not me.is_person or me.pk == seat.pk or seat.plays_itself:
        return ()
    return tuple(days for days in GIFTS if seat.gift_days + days <= MOST_GIVEN)


@dataclass(frozen=True)
class TableSide:
    """What stands beside the table of a game, for everybody but a deputy.

    `host` is what the host is called there, `seed` the secret of the shuffles, once it is told.
    """

    policy: str
    host: str
    seed: str | None
    has_windows: bool
    is_muted: bool
    clocks: Sequence[ClockShown]
    talk: TalkShown | None
    notebook: SeatNotebook | None


def build_side(context: SeatContext) -> TableSide | None:
    """Return what stands beside the table for a viewer; a deputy sees none."""
    game = context.game
    if context.deputy is not None:
        return None
    people = (seat for seat in context.snapshot.seats if seat.is_person)
    return TableSide(
        policy=game_settings.describe_silence_policy(game),
        host=next((str(each) for each in people if each.player_id == game.host_id), ""),
        seed=access.shown_seed(game),
        has_windows=window_passes.has_windows(game),
        is_muted=is_muted(context),
        clocks=build_clocks(context),
        talk=build_talk(context),
        notebook=find_notebook(context),
    )


def is_muted(context: SeatContext) -> bool:
    """Return whether the viewer has muted the game."""
    if context.seat is None or not context.snapshot.rare.mutes:
        return False
    player = next(each.player for each in context.snapshot.seats if each == context.seat)
    return player is not None and notification_settings.is_muted(player, context.game)
