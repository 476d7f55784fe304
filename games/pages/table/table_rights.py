"""What a viewer may do at a table: what its page offers, and nothing that a template would have to work out.

The acts themselves check it again, under the lock of the game.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from games.decks import descriptions
from games.models import Seat, Wish
from games.pages.common.seat_context import SeatContext
from games.play import votes


class Heir(NamedTuple):
    """Somebody to whom the host may hand the game over."""

    number: int
    name: str


@dataclass(frozen=True)
class TableRights:
    """What the page of a table offers a viewer. A deputy is offered nothing of what its player sets.

    With `asks_others` the others have to agree before a turn is taken back, or the game paused.
    """

    can_give_orders: bool = False
    can_come_back: bool = False
    can_take_turn_back: bool = False
    can_pause: bool = False
    can_end_pause: bool = False
    can_change_pace: bool = False
    asks_others: bool = False
    can_see_people: bool = False
    can_report: bool = False
    can_leave: bool = False
    can_give_up_trial: bool = False
    can_mute: bool = False
    can_disable_links: bool = False
    can_rematch: bool = False
    can_join: bool = False
    is_joining: bool = False
    marks_itself_as_read: bool = False
    heirs: tuple[Heir, ...] = ()


def find_rights(context: SeatContext, *, can_ask_back: bool) -> TableRights:
    """Return what a viewer may do.

    A turn can be asked back where `can_ask_back`: cards are dealt, and nobody has asked already.
    """
    game, seat = context.game, context.seat
    if context.deputy is not None:
        return TableRights()
    sits = seat is not None and seat.is_person
    plays, runs, is_trial = sits and not game.is_over, game.is_running, context.is_trial
    is_known = context.person is not None or context.only_this_game
    is_paused, is_joining, heirs = (
        game.paused_at is not None,
        is_about_to_join(context),
        find_heirs(context, context.snapshot.seats),
    )
    can_sit_down, asks_others = not is_joining and can_join(context), has_voters(context)
    return TableRights(
        can_give_orders=plays,
        can_come_back=seat is not None and seat.on_autopilot,
        can_take_turn_back=sits and runs and can_ask_back,
        can_pause=sits and runs and not is_paused and (asks_others or game.is_timed),
        can_change_pace=sits and runs and not is_paused and not is_trial,
        can_end_pause=sits and is_paused and game.paused_until is not None,
        asks_others=asks_others,
        can_see_people=is_known,
        can_report=is_known and not is_trial,
        can_leave=plays and not is_trial,
        can_give_up_trial=is_trial,
        can_mute=plays and not is_trial,
        can_disable_links=sits and not is_trial,
        can_rematch=sits and game.is_over,
        can_join=can_sit_down,
        is_joining=is_joining,
        marks_itself_as_read=plays and not context.only_this_game,
        heirs=heirs,
    )


def has_voters(context: SeatContext) -> bool:
    """Return whether other people are asked before the viewer's turn is taken back or the game paused."""
    return context.seat is not None and bool(votes.voters(context.snapshot.seats, context.seat))


def find_heirs(context: SeatContext, seats: Iterable[Seat]) -> tuple[Heir, ...]:
    """Return to whom of the seats the viewer may hand the game over; nobody, if they are not its host."""
    game, me = context.game, context.seat
    if me is None or context.only_this_game or game.is_over or me.player_id != game.host_id:
        return ()
    others = (each for each in seats if each.is_person and each.pk != me.pk)
    return tuple(Heir(each.number, str(each)) for each in others)


def is_about_to_join(context: SeatContext) -> bool:
    """Return whether an onlooker has asked for a seat of a running game."""
    person = context.person
    if person is None or context.seat is not None or context.game.is_over:
        return False
    return context.game.wishes.filter(player=person, kind=Wish.Kind.JOIN, settled_at=None).exists()


def can_join(context: SeatContext) -> bool:
    """Return whether an onlooker may join a running game."""
    game = context.game
    if context.person is None or context.seat is not None or game.is_over or not game.is_open:
        return False
    taken = game.seats.filter(status=Seat.Status.TAKEN).count()
    return taken < descriptions.most_seats(game.edition)
