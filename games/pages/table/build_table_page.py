"""The table as one viewer may see it: everything that the table page shows, as plain values."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import msgspec
from django.utils.translation import gettext as _

import engine
from games.board.drawing import build_drawing
from games.board.values import BoardDrawing
from games.commands.text_field import FieldResult
from games.core import access, passes
from games.history import game_history, window
from games.history.game_history import HistoryLine
from games.history.turn_blocks import TurnBlock, group_by_turn
from games.models import Game, Move, Question, Seat
from games.models.question import TAKE_FIRST_CARD
from games.pages.common.card_faces import Face, Faces
from games.pages.common.seat_context import SeatContext

from .board_bar import BoardBar, build_board_bar
from .build_ending import Ending, build_ending
from .choices import Choice
from .hints import shows_hints, with_hints
from .question_form import UNFILLED, FilledForm, QuestionForm, build_first_card_form, build_question_form
from .question_words import describe_wait
from .receipt import Receipt, build_receipt
from .surprise_switches import SurpriseSwitch, build_switches
from .table_cards import TableCards, build_table_cards

MOVES_SHOWN = 60
MOVES_OF_CONTEXT = LINES_OF_CONTEXT = 4
LATEST, LATEST_SINCE_PLAY = 3, 6


@dataclass(frozen=True)
class WaitingSeat:
    """A seat that the table waits for."""

    name: str
    text: str
    due_at: datetime | None
    is_me: bool


@dataclass(frozen=True)
class WindowShown:
    """A card that others may answer before it takes effect, and the Surprises against it so far.

    It is the same for seats that are asked, seats that have answered, and onlookers.
    """

    call: str
    verdict: str
    outcome: str
    by: str
    card: Face
    chain: tuple[tuple[str, Face], ...]
    due_at: datetime | None


@dataclass(frozen=True)
class TablePage:
    """The whole table page. ``table`` is missing before the deal; ``side_questions`` stop nobody."""

    context: SeatContext
    me: Seat | None
    people: tuple[Seat, ...]
    version: int
    table: TableCards | None
    board: BoardDrawing | None
    board_bar: BoardBar | None
    asked: QuestionForm | None
    side_questions: tuple[QuestionForm, ...]
    window: WindowShown | None
    due_at: datetime | None
    waiting: tuple[WaitingSeat, ...]
    turns: tuple[TurnBlock, ...]
    folded_turns: tuple[TurnBlock, ...]
    told_since: int
    has_news: bool
    is_since_turn: bool
    receipt: Receipt | None
    is_answered: bool
    seed: str | None
    switches: Mapping[str, SurpriseSwitch] = field(default_factory=dict)
    batch: FieldResult | None = None
    ending: Ending | None = None

    @property
    def game(self) -> Game:
        """The game, for its name, its state and its settings."""
        return self.context.game

    @property
    def latest(self) -> list[HistoryLine]:
        """The last lines of what happened, for phones; after a play, those of what came of it."""
        lines = [line for turn in self.turns for line in turn.lines if not line.is_undone]
        if self.receipt is None:
            return lines[-LATEST:]
        return [line for line in lines if line.version > self.receipt.version][-LATEST_SINCE_PLAY:]

    @property
    def faces(self) -> Faces | None:
        """The cards of the table as they are now."""
        return Faces.at(self.table.view) if self.table is not None else None

    @property
    def others_waiting(self) -> tuple[WaitingSeat, ...]:
        """The others that the table waits for."""
        return tuple(each for each in self.waiting if not each.is_me)

    @property
    def host(self) -> str:
        """What the host is called at this table."""
        return next((str(each) for each in self.people if each.player_id == self.game.host_id), "")

    @property
    def hand(self) -> tuple[tuple[Face, SurpriseSwitch | None], ...]:
        """The viewer's hand, with the switches of Surprises."""
        faces = self.table.hand if self.table is not None else ()
        return tuple((face, self.switches.get(face.slug)) for face in faces)

    @property
    def heirs(self) -> tuple[Seat, ...]:
        """To whom the viewer could hand the game over; nobody, if they are not its host."""
        if self.me is None or self.context.only_this_game or self.me.player_id != self.game.host_id:
            return ()
        return tuple(each for each in self.people if each.pk != self.me.pk)

    @property
    def has_windows(self) -> bool:
        """Whether others may answer what is played, so that there are hours for it."""
        return passes.has_windows(self.game)

    @property
    def gives_orders(self) -> bool:
        """Whether the viewer may say what the site does for them."""
        return self.me is not None and self.me.is_person and not self.game.is_over

    @property
    def end_reason(self) -> str:
        """Why the game ended early, in the reader's language where the site itself has said it."""
        return _(self.game.end_reason) if self.game.end_reason else ""


def build_table_page(
    context: SeatContext, filled: FilledForm = UNFILLED, *, since: int | None = None
) -> TablePage:
    """Return the page of a started game from a seat, with what happened after move `since` marked as new.

    Without `since`, what is new is what came after the viewer's last visit.
    """
    game, seat = context.game, context.seat
    view = access.view(game, seat, context.snapshot)
    if view is not None and (game.is_over or game.paused_at is not None):
        view = msgspec.structs.replace(view, question=None, beside=())
    seats = {each.number: each for each in context.snapshot.seats}
    names, rows = context.snapshot.names, [] if game.is_over else context.snapshot.questions
    mine = next((row for row in rows if seat is not None and row.seat_id == seat.pk), None)
    version = passes.newest_version(game)
    recent = game_history.moves_after(game, max(0, version - MOVES_SHOWN))
    last_turn = _find_last_turn(game, seat, recent, version)
    is_answered = since is not None and filled.batch is None
    receipt = build_receipt(context, view, recent, since) if is_answered else None
    if since is None:
        since = seat.seen_version if seat is not None else max(0, version - MOVES_OF_CONTEXT)
    drawn_after = max(0, version - MOVES_OF_CONTEXT if last_turn is None else last_turn)
    told_after = max(0, min(since, drawn_after, version - MOVES_OF_CONTEXT), version - MOVES_SHOWN)
    lines = _lines_with_head(context, recent, told_after)
    # All since the viewer's last turn stays open during the present one, though they have answered in it.
    earlier = sum(line.version <= min(since, drawn_after) for line in lines)
    folded = _back_to_turn(lines, min(earlier, max(0, len(lines) - LINES_OF_CONTEXT)))
    version = max([version, *(line.version for line in lines)])
    switches, has_hints = build_switches(context, view), shows_hints(context)
    board, asked = (
        _draw_board(context, view, filled, recent, drawn_after),
        _show_asked(context, view, mine, filled, has_hints=has_hints),
    )
    return TablePage(
        context=context,
        me=seat,
        people=tuple(each for each in seats.values() if each.is_person),
        version=version,
        table=build_table_cards(view, seats, Faces.at(view), is_over=game.is_over)
        if view is not None
        else None,
        board=board,
        board_bar=build_board_bar(board, asked),
        asked=with_switches(asked, switches),
        side_questions=tuple(_show_side_questions(context, view, filled)),
        window=None if game.is_over else show_window(view, names, rows, has_hints=has_hints),
        due_at=mine.due_at if mine is not None else None,
        waiting=tuple(_waiting(seats.values(), rows, seat)),
        turns=tuple(group_by_turn(lines[folded:])),
        folded_turns=tuple(group_by_turn(lines[:folded])),
        told_since=since,
        has_news=any(line.version > since for line in lines),
        is_since_turn=bool(last_turn),
        receipt=receipt,
        is_answered=is_answered,
        seed=access.shown_seed(game),
        ending=build_ending(context, view, recent) if game.is_over and view is not None else None,
        switches=switches,
        batch=filled.batch,
    )


def with_switches(asked: QuestionForm | None, switches: Mapping[str, SurpriseSwitch]) -> QuestionForm | None:
    """Put the switches of Surprises in hand on the cards of a question that lie in the hand."""
    if asked is None or not switches:
        return asked

    def on_card(choice: Choice) -> Choice:
        return replace(choice, switch=switches.get(choice.label.partition("#")[0]))

    groups = tuple(
        replace(group, choices=tuple(map(on_card, group.choices)))
        if group.style in ("hand", "surprises")
        else group
        for group in asked.groups
    )
    return replace(asked, groups=groups)


def _find_last_turn(game: Game, seat: Seat | None, recent: Sequence[Move], version: int) -> int | None:
    """Return the move with which a player's last turn ended, mostly one of the recent ones; 0 if none did."""
    if seat is None or not seat.is_person:
        return None
    found = game_history.last_turn_among(recent, seat)
    return found if found or version <= MOVES_SHOWN else game_history.since_last_turn(game, seat)


def _show_asked(
    context: SeatContext,
    view: engine.View | None,
    mine: Question | None,
    filled: FilledForm,
    *,
    has_hints: bool,
) -> QuestionForm | None:
    """Show the question that the play waits for; before the deal, who takes the first card."""
    if view is None:
        is_first = mine is not None and mine.what == TAKE_FIRST_CARD and context.game.paused_at is None
        if mine is None or not is_first:
            return None
        return build_first_card_form(mine.number, context.required_seat.number, mine.nonce)
    if view.question is None:
        return None
    at, nonce = filled.at(view.question), None if mine is None else mine.nonce
    form = build_question_form(view, view.question, context.snapshot.names, at, nonce=nonce)
    return with_hints(form, view) if has_hints else form


def _draw_board(
    context: SeatContext,
    view: engine.View | None,
    filled: FilledForm,
    recent: Sequence[Move],
    after: int,
) -> BoardDrawing | None:
    """Draw the board with the moves after `after`; `recent` are the last ones of all."""
    if view is None or view.board is None:
        return None
    if recent and after < recent[-1].version - 1:
        recent = game_history.moves_after(context.game, after)
    shown = [move for move in recent if move.version > after]
    moved, filled = game_history.outcomes_of(context.game, context.seat, shown), filled.at(view.question)
    return build_drawing(view, context.snapshot.names, path=filled.path, labels=filled.labels, moved=moved)


def _show_side_questions(
    context: SeatContext, view: engine.View | None, filled: FilledForm
) -> Iterable[QuestionForm]:
    """Show what is asked of the viewer while nobody waits for it."""
    if view is None:
        return
    nonces = {row.number: row.nonce for row in context.snapshot.open_questions}
    for question in view.beside:
        mine = filled if filled.number == question.number else UNFILLED
        nonce = nonces.get(question.number)
        yield build_question_form(view, question, context.snapshot.names, mine, nonce=nonce)


def show_window(
    view: engine.View | None,
    names: Mapping[int, str],
    rows: Iterable[Question] = (),
    *,
    has_hints: bool = False,
) -> WindowShown | None:
    """Show the card that is being played. Nothing of it tells who has answered, and who has not."""
    opened = window.open_window(view, names) if view is not None else None
    if view is None or opened is None:
        return None
    faces = Faces.at(view)
    return WindowShown(
        call=opened.call,
        verdict=opened.verdict,
        outcome=opened.outcome if has_hints else "",
        by=opened.by,
        card=faces.of(opened.card),
        chain=tuple((name, faces.of(slug)) for name, slug in opened.chain),
        due_at=window.due_at(row for row in rows if row.is_window),
    )


def _waiting(seats: Iterable[Seat], rows: Iterable[Question], me: Seat | None) -> Iterable[WaitingSeat]:
    """Return for whom the table waits; of a window nothing, for who has answered is sealed."""
    asked = {row.seat_id: row for row in rows if not row.is_window}
    for seat in seats:
        if (row := asked.get(seat.pk)) is not None:
            yield WaitingSeat(str(seat), describe_wait(str(seat), row.what), row.due_at, seat == me)


def _lines_with_head(context: SeatContext, recent: Sequence[Move], after: int) -> Sequence[HistoryLine]:
    """Return what happened after move `after`, and the beginning of the turn in which that move ended."""
    start = max(0, after - 1)
    lines = _lines(context, [move for move in recent if move.version > start], start)
    first = next((place for place, line in enumerate(lines) if line.version > after), len(lines))
    return lines[_back_to_turn(lines, first) :]


def _back_to_turn(lines: Sequence[HistoryLine], place: int) -> int:
    """Return where the turn that goes on at a place began, if that was in the move before; else the place."""
    last = lines[place - 1].version if place else 0
    begun = (at for at in range(place) if lines[at].version == last and lines[at].began is not None)
    return max(begun, default=place)


def _lines(context: SeatContext, recent: Sequence[Move], after: int) -> Sequence[HistoryLine]:
    """Return what happened after move `after`, as the viewer may know it."""
    return game_history.history_lines(
        context.game,
        context.seat,
        after=after,
        with_notes=context.deputy is None,
        seats=context.snapshot.seats,
        moves=recent,
    )
