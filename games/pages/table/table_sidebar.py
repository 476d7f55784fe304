"""What a viewer of a table sees beside the cards: what they can take back, the talk, their own notes."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from games import clock
from games.core import access
from games.history import remarks as talk
from games.models import Player, Remark, SeatNotebook, Vote
from games.pages.common.seat_context import SeatContext
from games.play import undo, undo_turn

FIRST_SHOWN = 30


@dataclass(frozen=True)
class UndoShown:
    """What the player in turn can take back: the answer after move ``version``, or nothing, and why not."""

    version: int | None
    why_not: str


@dataclass(frozen=True)
class RequestShown:
    """A request to take a turn back, as one seat sees it; ``agrees`` is what it has answered, if it has."""

    vote: Vote
    is_mine: bool
    may_answer: bool
    agrees: bool | None


def show_undo(context: SeatContext, *, turn: int, is_my_turn: bool) -> UndoShown | None:
    """Return what the viewer can take back in turn number `turn`; ``None`` where it is not their turn."""
    seat, game = context.seat, context.game
    if (
        context.deputy is not None
        or not is_my_turn
        or seat is None
        or not seat.is_person
        or game.is_over
        or game.paused_at is not None
    ):
        return None
    version, why = access.last_answer(context.snapshot, seat, turn)
    # No reason is shown to a player who has done nothing yet in this turn.
    return UndoShown(version, _(undo.WHY_NOT[why]) if version is None and why else "")


def show_request(context: SeatContext) -> RequestShown | None:
    """Return the request that the table can answer now; ``None`` to viewers without a seat."""
    seat, game = context.seat, context.game
    if context.deputy is not None or seat is None or not seat.is_taken:
        return None
    if not game.is_running or game.paused_at is not None:
        return None
    vote = undo_turn.find_request(context.snapshot.votes)
    if vote is None:
        return None
    given = vote.ballots.filter(seat=seat).first()
    agrees = given.choice == undo_turn.AGREE if given is not None else None
    is_mine = vote.seat_id == seat.pk
    return RequestShown(vote, is_mine, not is_mine and seat.is_person and not seat.on_autopilot, agrees)


@dataclass(frozen=True)
class RemarkShown:
    """One remark, and what the viewer may do with it."""

    remark: Remark
    is_new: bool
    is_mine: bool
    may_delete: bool


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


def show_talk(
    context: SeatContext, person: Player | AnonymousUser | None, draft: str = ""
) -> TalkShown | None:
    """Return the talk of a table; ``None`` to who may not read it."""
    game, seat = context.game, context.seat
    if context.deputy is not None or not talk.may_read(
        game, seat, None if context.only_this_game else person
    ):
        return None
    now, remarks = clock.now(), talk.remarks(game)
    me, read_until = (seat.pk, seat.heard_until) if seat is not None else (None, None)
    shown = tuple(
        RemarkShown(
            each,
            is_new=read_until is not None and each.pk > read_until and each.seat_id != me and each.is_shown,
            is_mine=me is not None and each.seat_id == me,
            may_delete=talk.may_delete_remark(each, seat, now),
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


def show_notes(context: SeatContext) -> SeatNotebook | None:
    """Return what the viewer has written down at their seat; to nobody else."""
    seat = context.seat
    if context.deputy is not None or seat is None or not seat.is_person:
        return None
    return SeatNotebook.objects.filter(seat=seat).first() or SeatNotebook(seat=seat)
