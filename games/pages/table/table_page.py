"""The table as one viewer may see it: everything that the table page shows, as one plain value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

import engine
from games.board.values import BoardDrawing
from games.commands.text_field import FieldResult
from games.history.happened import Happened
from games.models import Game, Seat
from games.pages.common.card_faces import Face, Faces
from games.pages.common.seat_context import SeatContext
from games.play.nudge import NudgeOffer
from games.play.undo import UndoOffer

from .board_bar import BoardBar
from .build_ending import Ending, RematchOffer
from .dock_row import DockRow, build_dock_row
from .player_plates import PlayerPlate, place_players
from .question_form import QuestionForm
from .receipt import Receipt
from .surprise_switches import SurpriseSwitch
from .table_cards import TableCards
from .table_notes import TableNotes
from .table_rights import TableRights
from .table_sidebar import TableSide
from .turn_news import TurnNews
from .waiting_for import WaitingSeat, WindowShown


class More(NamedTuple):
    """What the sheet “More” offers at this moment, besides facts of the game."""

    rights: TableRights
    switches: tuple[SurpriseSwitch, ...]
    offers_window_orders: bool
    offers_turn_orders: bool
    can_choose_one_tap: bool
    plays_by_one_tap: bool
    leads_on: bool
    is_board: bool
    asks_on_board: bool


class Head(NamedTuple):
    """The first line of a table, with how many remarks are new and how many questions wait elsewhere."""

    game: str
    is_over: bool
    is_dealt: bool
    is_before_first_turn: bool
    turn: int
    turn_name: str
    is_my_turn: bool
    has_talk: bool
    unread: int
    waiting_elsewhere: int
    is_guest: bool


class HistoryFoot(NamedTuple):
    """What stands below the last turns; `number` is that of the last move, for who marks it as read."""

    number: int
    leads_to_replay: bool
    can_mark_as_read: bool
    reads_by_itself: bool


@dataclass(frozen=True)
class TablePage:
    """The whole table page. ``table`` is missing before the deal; ``side_questions`` stop nobody."""

    context: SeatContext
    me: Seat | None
    rights: TableRights
    notes: TableNotes
    table: TableCards | None
    board: BoardDrawing | None
    board_bar: BoardBar | None
    asked: QuestionForm | None
    side_questions: tuple[QuestionForm, ...]
    window: WindowShown | None
    due_at: datetime | None
    waiting: tuple[WaitingSeat, ...]
    happened: Happened
    since: tuple[TurnNews, ...]
    is_answered: bool
    receipt: Receipt | None
    undo: UndoOffer | None
    nudges: Sequence[NudgeOffer]
    switches: Mapping[str, SurpriseSwitch]
    text_result: FieldResult | None
    ending: Ending | None
    rematch: RematchOffer | None
    side: TableSide | None
    has_tips: bool
    plays_by_one_tap: bool
    waiting_elsewhere: int

    @property
    def game(self) -> Game:
        """The game, for its name, its state and its settings."""
        return self.context.game

    @property
    def head(self) -> Head:
        """The first line of the page."""
        table, talk = self.table, None if self.side is None else self.side.talk
        return Head(
            self.game.name,
            self.game.is_over,
            is_dealt=table is not None,
            is_before_first_turn=table is not None and table.is_before_first_turn,
            turn=0 if table is None else table.view.turn_number,
            turn_name="" if table is None else table.turn_name,
            is_my_turn=self.is_my_turn,
            has_talk=talk is not None,
            unread=0 if talk is None else talk.unread,
            waiting_elsewhere=self.waiting_elsewhere,
            is_guest=self.context.is_guest,
        )

    @property
    def faces(self) -> Faces | None:
        """The cards of the table as they are now."""
        return self.table.faces if self.table is not None else None

    @property
    def cards(self) -> TableCards | None:
        """What lies on a table without a board."""
        return self.table if self.table is not None and self.table.pegs is None else None

    @property
    def felt(self) -> str:
        """What kind of table it is: by its middle, and by how full that is."""
        if self.game.is_over:
            how = (
                "won"
                if self.have_won
                else "all-lost"
                if self.table is not None and self.table.lost
                else "lost"
            )
            stage = how if self.me is not None or how == "all-lost" else "won"
            return f"end felt--{stage}{' felt--end-of-board' if self.board is not None else ''}"
        if self.board is not None:
            return "board"
        return "cards felt--full" if self.table is not None and self.table.is_full else "cards"

    @property
    def opens_side_questions(self) -> bool:
        """Whether what is asked beside the play is open: an answer to it is filled in, or was refused."""
        return any(
            each.problem or each.own_words or any(choice.is_chosen for choice in each.choices)
            for each in self.side_questions
        )

    @property
    def waiting_count(self) -> int:
        """How many questions wait for the viewer, those of other games included."""
        return self.waiting_elsewhere + (self.asked is not None)

    @property
    def is_my_turn(self) -> bool:
        """Whether it is the turn of the viewer, who is no deputy."""
        return self.table is not None and self.table.is_my_turn and self.context.deputy is None

    @property
    def whose(self) -> str:
        """Why the viewer is asked now, unless it is for their own turn."""
        if self.asked is None or self.asked.question.own_turn:
            return ""
        if self.table is None:
            return _("Before the deal")
        if self.asked.is_window:
            return _("You can object before it takes effect")
        if self.table.is_my_turn:
            return _("It’s your turn, and a card has a question")
        return _("You have a question during %(name)s’s turn") % {"name": self.table.turn_name}

    @property
    def news(self) -> tuple[TurnNews, ...]:
        """What was played since the viewer's last turn; what the receipt tells is not told twice."""
        told = self.receipt is not None and bool(self.since) and self.since[-1].is_mine
        return self.since[:-1] if told else self.since

    @property
    def leads_on(self) -> bool:
        """Whether something waits for the viewer in another game."""
        return self.waiting_elsewhere > 0

    @property
    def news_count(self) -> int:
        """How many sentences the log has of the turns that are not folded."""
        return sum(len(turn.lines) for turn in self.happened.turns)

    @property
    def players(self) -> tuple[PlayerPlate, ...]:
        """The others around the table, clockwise from the viewer's left."""
        due = {each.number: each.due_at for each in self.waiting}
        return () if self.table is None else place_players(self.table.seats, due)

    @property
    def notices(self) -> tuple[str, ...]:
        """The kinds of what stands above the table, the most pressing first."""
        before = ("text",) if self.text_result is not None else ()
        after = [
            kind
            for kind, is_said in (
                ("autopilot", self.rights.can_come_back),
                ("side", bool(self.side_questions)),
                ("tips", self.has_tips),
            )
            if is_said
        ]
        first = [kind for kind in self.notes.kinds if kind not in ("offered", "deputies", "link")]
        return (*before, *first, *after, *(kind for kind in self.notes.kinds if kind not in first))

    @property
    def row(self) -> DockRow:
        """What lies in the dock: the options of what is asked, the hand, free actions."""
        owner = "" if self.notes.deputy is None else self.notes.deputy.owner
        return build_dock_row(self.asked, self.hand, self.set_aside, owner)

    @property
    def is_since_turn(self) -> bool:
        """Whether what happened begins with the end of the viewer's own last turn."""
        return self.happened.last_turn > 0 and self.context.deputy is None

    @property
    def leads_to_replay(self) -> bool:
        """Whether there is a replay to look at."""
        return self.table is not None and self.context.deputy is None

    @property
    def marks_itself_as_read(self) -> bool:
        """Whether a page that is on the screen says so, though there is nothing new on it."""
        is_read = self.me is not None and self.me.seen_version >= self.happened.version
        return is_read and self.rights.marks_itself_as_read

    @property
    def can_mark_as_read(self) -> bool:
        """Whether there is something new, and somebody who can say that they have read it."""
        if self.me is None or not self.me.is_person or self.context.deputy is not None:
            return False
        return self.happened.has_news and self.me.seen_version < self.happened.version

    @property
    def history_foot(self) -> HistoryFoot:
        """What stands below the last turns. Behind a link nothing counts as read by itself."""
        is_signed_in = not self.context.only_this_game
        number = self.happened.number if self.can_mark_as_read else 0
        return HistoryFoot(number, self.leads_to_replay, self.can_mark_as_read, is_signed_in)

    @property
    def others_waiting(self) -> tuple[WaitingSeat, ...]:
        """The others that the table waits for; unless there is a window, the first is what the page says."""
        others = [each for each in self.waiting if not each.is_me]
        if others and self.window is None:
            others[0] = replace(others[0], is_heading=True)
        return tuple(others)

    @property
    def set_aside(self) -> tuple[Face, ...]:
        """The cards that the viewer has set aside for the card being played."""
        return self.table.temporary if self.table is not None and not self.game.is_over else ()

    @property
    def hand(self) -> tuple[tuple[Face, SurpriseSwitch | None], ...]:
        """The viewer's hand with the switches of Surprises."""
        faces = () if self.table is None or self.game.is_over else self.table.hand
        return tuple((face, self.switches.get(face.slug)) for face in faces)

    @property
    def opens_discard(self) -> bool:
        """Whether the discard pile is unfolded, as a card of it is asked for."""
        return self.asked is not None and self.asked.question.what is engine.QuestionKind.CHOOSE_DISCARDED

    @property
    def offers_window_orders(self) -> bool:
        """Whether standing orders could answer such windows."""
        return self.rights.can_give_orders and self.asked is not None and self.asked.is_window

    @property
    def offers_turn_orders(self) -> bool:
        """Whether standing orders could have answered what is asked."""
        return self.rights.can_give_orders and self.asked is not None and self.asked.can_be_ordered

    @property
    def can_choose_one_tap(self) -> bool:
        """Whether the viewer may choose what a press on a card does."""
        return self.context.deputy is None and self.asked is not None and self.asked.is_required

    @property
    def more(self) -> More:
        """What the sheet “More” offers."""
        return More(
            self.rights,
            tuple(self.switches.values()),
            self.offers_window_orders,
            self.offers_turn_orders,
            self.can_choose_one_tap,
            self.plays_by_one_tap,
            self.leads_on,
            is_board=self.board is not None,
            asks_on_board=self.board is not None and bool(self.board.labels),
        )

    @property
    def has_nothing_to_do(self) -> bool:
        """Whether a mail calls the viewer when there is something for them to do again."""
        return self.me is not None and not self.side_questions and not self.context.is_trial

    @property
    def have_won(self) -> bool:
        """Whether the viewer has won."""
        return self.me is not None and self.game.winner_id == self.me.pk

    @property
    def end_reason(self) -> str:
        """Why the game ended early, in the reader's language where the site itself has said it."""
        says_loss = self.table is not None and self.table.lost
        return _(self.game.end_reason) if self.game.end_reason and not says_loss else ""
