"""The rows of the dashboard: for each game what is asked, until when, and what happened last."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext as _

from games import clock
from games.core.list_rows import SeatInList, newest_moves, people_at, questions_at, seats_of
from games.history.last_event import RECENT, LastEvent, find_last_event
from games.history.remarks import newest_of_others
from games.models import Game, Move, Player, Question, Seat
from games.pages.common.people import Person, people_among

# A deadline within so long is shown as near, and as very near.
SOON, URGENT = timedelta(days=1), timedelta(hours=6)
NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class GameRow:
    """A game as its player's dashboard shows it; `question` is what the player is asked there first."""

    game: Game
    seat: Seat
    people: tuple[Person, ...]
    seats: int
    is_unread: bool
    asked: str = ""
    question: Question | None = None
    due_at: datetime | None = None
    has_side_question: bool = False
    event: LastEvent | None = None
    newest: int = 0
    is_muted: bool = False

    @property
    def has_news(self) -> bool:
        """Whether something happened that the player has not been shown."""
        return self.game.is_running and self.question is None and self.newest > self.seat.seen_version

    @property
    def urgency(self) -> str:
        """How near the player's own deadline is: ``urgent``, ``soon`` or nothing."""
        if self.due_at is None or self.question is None:
            return ""
        left = self.due_at - clock.now()
        return "urgent" if left < URGENT else "soon" if left < SOON else ""

    @property
    def picks(self) -> str:
        """The end of the table's address, which leads to a side question."""
        if self.question is None or not self.question.is_side:
            return ""
        return f"?ask={self.question.number}#ask-{self.question.number}"


def list_rows(player: Player) -> list[GameRow]:
    """Return a row for each game of a player that has not ended, the most urgent first."""
    listed = seats_of(player)
    games = [each.seat.game_id for each in listed]
    people, moves = people_at(games), newest_moves(games, RECENT)
    questions = questions_at(each.seat for each in listed if each.seat.game.is_running)
    said = newest_of_others(player, [each.seat.game_id for each in listed if each.has_talk])
    rows = [
        _build_row(
            each, people.get(game, []), questions.get(game, []), moves.get(game, []), said.get(game, 0)
        )
        for game, each in zip(games, listed, strict=True)
    ]
    return sorted(rows, key=_by_urgency)


def _build_row(
    listed: SeatInList,
    everybody: Sequence[Seat],
    questions: Sequence[Question],
    moves: Sequence[Move],
    said: int,
) -> GameRow:
    seat, by_pk = listed.seat, {each.pk: each for each in everybody}
    game = seat.game
    for question in questions:
        question.game, question.seat = game, by_pk[question.seat_id]
    is_asking = game.is_running and game.paused_at is None
    own = [question for question in questions if question.seat_id == seat.pk]
    is_mine = bool(own) and is_asking and not seat.on_autopilot
    others = [question for question in questions if not question.is_side]
    return GameRow(
        game,
        seat,
        people=people_among(everybody),
        seats=sum(each.status != Seat.Status.LEFT for each in everybody),
        is_unread=said > seat.heard_until,
        asked=describe_own(own[0]) if is_mine else describe_others(game, seat, others),
        question=own[0] if is_mine else None,
        due_at=own[0].due_at if is_mine else _first_deadline(others) if is_asking else None,
        has_side_question=is_mine and len(own) > 1,
        event=find_last_event(game, seat, moves, everybody),
        newest=moves[0].version if moves else 0,
        is_muted=listed.is_muted,
    )


def _first_deadline(questions: Sequence[Question]) -> datetime | None:
    """Return the next deadline of what others are asked; none of a window, where it might tell who passed."""
    if any(question.is_window for question in questions):
        return None
    return min((question.due_at for question in questions if question.due_at is not None), default=None)


def describe_own(question: Question) -> str:
    """Say in a few words what a player is asked."""
    if question.is_side:
        return _("A side question, no hurry")
    if question.is_window:
        return _("A card is being played, and you can object")
    if question.is_first_card:
        return _("Take the first card")
    if question.kind.is_limit:
        return _("You have too many cards")
    return _("Your turn") if question.own_turn else _("A card has a question for you")


def describe_others(game: Game, seat: Seat, questions: Sequence[Question]) -> str:
    """Say in a few words for whom a game waits; of a window, not whom it asks."""
    if not game.is_running:
        return ""
    if game.paused_at:
        return _("Paused")
    if seat.on_autopilot:
        return _("A bot plays for you")
    if any(question.is_window for question in questions):
        return _("A card is being played, and others can object")
    names = list(dict.fromkeys(str(question.seat) for question in questions))
    if not names:
        return _("The bots play")
    if len(names) == 1 and questions[0].own_turn:
        return _("%(name)s’s turn") % {"name": names[0]}
    return _("Waiting for %(names)s") % {"names": _(", ").join(names)}


def _by_urgency(row: GameRow) -> tuple[datetime, bool, str, int]:
    is_side = row.question is not None and row.question.is_side
    return (row.due_at or NEVER, is_side, row.game.name.casefold(), row.game.pk)
