"""The table as one viewer may see it: everything that the table page shows, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine
from games import access, history
from games.history import Line
from games.models import Game, Question, Seat
from games.models.question import TAKE_FIRST_CARD

from .asked import Asked, hand_words, show_first_card, show_question
from .doors import Door
from .faces import Face, Faces
from .waiting import doing

MOVES_SHOWN = 60
MOVES_OF_CONTEXT = 4
BACKS_DRAWN = 12

PHASES = {
    "start": gettext_noop("the turn begins"),
    "before-drawing": gettext_noop("before drawing"),
    "draw": gettext_noop("drawing"),
    "plays": gettext_noop("playing"),
    "hand-limit": gettext_noop("hand limit"),
    "keeper-limit": gettext_noop("keeper limit"),
    "end": gettext_noop("the turn ends"),
}


@dataclass(frozen=True)
class Number:
    """One rule in force as a number. ``is_basic`` when no new rule has changed it."""

    name: str
    value: str
    is_basic: bool

    @property
    def is_word(self) -> bool:
        """Whether it says “all” or “none”."""
        return not self.value.isdigit()


@dataclass(frozen=True)
class SeatShown:
    """What everybody sees of a seat."""

    number: int
    name: str
    is_me: bool
    has_turn: bool
    is_asked: bool
    is_bot: bool
    on_autopilot: bool
    has_won: bool
    hand: str
    hand_size: int
    temporary: int
    keepers: tuple[Face, ...]

    @property
    def backs(self) -> range:
        """One for each card that is drawn as a back; a large hand is told in words."""
        return range(min(self.hand_size, BACKS_DRAWN))


@dataclass(frozen=True)
class Waiting:
    """A seat that the table waits for."""

    name: str
    text: str
    due_at: datetime | None
    is_me: bool


@dataclass(frozen=True)
class Table:
    """The cards on the table, and the viewer's own hand."""

    turn: int
    turn_name: str
    is_my_turn: bool
    turn_number: int
    phase: str
    drawn: int
    draw_count: int
    played: int
    play_count: int | None
    goals: tuple[Face, ...]
    basic_rules: Face
    rules: tuple[Face, ...]
    numbers: tuple[Number, ...]
    inflation: bool
    resolving: tuple[Face, ...]
    discard: tuple[Face, ...]
    deck_size: int
    seats: tuple[SeatShown, ...]
    hand: tuple[Face, ...]
    temporary: tuple[Face, ...]


@dataclass(frozen=True)
class Scene:
    """The whole table page. ``table`` is missing before the deal."""

    door: Door
    me: Seat | None
    people: tuple[Seat, ...]
    version: int
    table: Table | None
    asked: Asked | None
    due_at: datetime | None
    waiting: tuple[Waiting, ...]
    new_lines: tuple[Line, ...]
    old_lines: tuple[Line, ...]
    seed: str | None

    @property
    def game(self) -> Game:
        """The game, for its name, its state and its settings."""
        return self.door.game

    @property
    def others_waiting(self) -> tuple[Waiting, ...]:
        """The others that the table waits for."""
        return tuple(each for each in self.waiting if not each.is_me)

    @property
    def host(self) -> str:
        """What the host is called at this table."""
        return next((str(each) for each in self.people if each.player_id == self.game.host_id), "")

    @property
    def heirs(self) -> tuple[Seat, ...]:
        """To whom the viewer could hand the game over; nobody, if they are not its host."""
        if self.me is None or self.door.is_link or self.me.player_id != self.game.host_id:
            return ()
        return tuple(each for each in self.people if each.pk != self.me.pk)

    @property
    def end_reason(self) -> str:
        """Why the game ended early, in the reader's language where the site itself has said it."""
        return _(self.game.end_reason) if self.game.end_reason else ""


def show(door: Door, *, picked: Iterable[str] = (), since: int | None = None) -> Scene:
    """Return the scene of a started game from a seat, with what happened after move `since` marked as new.

    Without `since`, what is new is what came after the viewer's last visit.
    """
    game, seat = door.game, door.seat
    view = access.view(game, seat)
    seats = {each.number: each for each in game.seats.select_related("player")}
    names = {number: str(each) for number, each in seats.items()}
    rows = {row.seat_id: row for row in Question.objects.filter(game=game, closed_at=None)}
    mine = rows.get(seat.pk) if seat is not None and not game.is_over else None
    faces = Faces(game.edition, inflation=view is not None and view.inflation)
    new, old = _lines(door, since)
    return Scene(
        door=door,
        me=seat,
        people=tuple(each for each in seats.values() if each.is_person),
        version=game.version,
        table=_show_table(view, game, seats, faces) if view is not None else None,
        asked=_show_asked(game, view, mine, names, faces, picked),
        due_at=mine.due_at if mine is not None else None,
        waiting=tuple(_waiting(game, seats, rows, seat)),
        new_lines=tuple(new),
        old_lines=tuple(old),
        seed=access.shown_seed(game),
    )


def _show_asked(
    game: Game,
    view: engine.View | None,
    mine: Question | None,
    names: Mapping[int, str],
    faces: Faces,
    picked: Iterable[str],
) -> Asked | None:
    if game.paused_at is not None or game.is_over:
        return None
    if view is not None:
        return show_question(view, view.question, names, faces, picked) if view.question is not None else None
    return show_first_card(mine.number) if mine is not None and mine.what == TAKE_FIRST_CARD else None


def _waiting(
    game: Game, seats: Mapping[int, Seat], rows: Mapping[int, Question], me: Seat | None
) -> Iterable[Waiting]:
    if game.is_over:
        return
    for seat in seats.values():
        row = rows.get(seat.pk)
        if row is not None:
            is_me = me is not None and seat.pk == me.pk
            yield Waiting(str(seat), doing(str(seat), row.what), row.due_at, is_me)


def _lines(door: Door, since: int | None) -> tuple[Sequence[Line], Sequence[Line]]:
    """Return what is new to the viewer, and a few lines from before it."""
    game, seat = door.game, door.seat
    if since is None:
        since = seat.seen_version if seat is not None else max(0, game.version - MOVES_OF_CONTEXT)
    after = max(0, min(since, game.version - MOVES_OF_CONTEXT), game.version - MOVES_SHOWN)
    lines = history.lines(game, seat, after=after)
    return [line for line in lines if line.version > since], [line for line in lines if line.version <= since]


def _show_table(view: engine.View, game: Game, seats: Mapping[int, Seat], faces: Faces) -> Table:
    return Table(
        turn=view.turn,
        turn_name=str(seats[view.turn]),
        is_my_turn=view.turn == view.me,
        turn_number=view.turn_number,
        phase=_(PHASES.get(view.phase, gettext_noop("playing"))),
        drawn=view.drawn,
        draw_count=view.draw_count,
        played=view.played,
        play_count=view.play_count,
        goals=faces.all(view.goals),
        basic_rules=faces.of("basic-rules"),
        rules=faces.all(view.rules),
        numbers=tuple(_numbers(view)),
        inflation=view.inflation,
        resolving=faces.all(view.resolving),
        discard=faces.all(view.discard),
        deck_size=view.deck_size,
        seats=tuple(_show_seat(view, each, seats, game, faces) for each in _from_me(view)),
        hand=faces.all(view.hand),
        temporary=faces.all(view.temporary),
    )


def _numbers(view: engine.View) -> Iterable[Number]:
    plays = _("all") if view.play_count is None else str(view.play_count)
    yield Number(_("Draw"), str(view.draw_count), view.draw_count == 1)
    yield Number(_("Play"), plays, view.play_count == 1)
    yield Number(_("Hand limit"), _limit(view.hand_limit), view.hand_limit is None)
    yield Number(_("Keeper limit"), _limit(view.keeper_limit), view.keeper_limit is None)


def _limit(limit: int | None) -> str:
    return _("none") if limit is None else str(limit)


def _from_me(view: engine.View) -> Sequence[engine.SeatView]:
    """Return the seats clockwise, the viewer's own first."""
    start = next((place for place, each in enumerate(view.seats) if each.seat == view.me), 0)
    return [*view.seats[start:], *view.seats[:start]]


def _show_seat(
    view: engine.View, each: engine.SeatView, seats: Mapping[int, Seat], game: Game, faces: Faces
) -> SeatShown:
    seat = seats[each.seat]
    return SeatShown(
        number=each.seat,
        name=str(seat),
        is_me=each.seat == view.me,
        has_turn=each.seat == view.turn and not game.is_over,
        is_asked=not game.is_over and any(asked == each.seat for asked, _what in view.waiting_for),
        is_bot=bool(seat.bot),
        on_autopilot=seat.on_autopilot,
        has_won=view.winner == each.seat,
        hand=hand_words(each.hand_size),
        hand_size=each.hand_size,
        temporary=each.temporary,
        keepers=faces.all(each.keepers),
    )
