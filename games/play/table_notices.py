"""Notices to a table: of what has happened, and about players who are silent or cannot be reached."""

from collections.abc import Iterable
from datetime import timedelta

from games.core.change import Change
from games.models import Game, Notice, Question, Seat, Silence
from games.outbox import notices
from games.timing.question_changes import QuestionChanges


def is_worth_a_warning(question: Question) -> bool:
    """Whether the others are warned before time runs out for this question, since the policy then acts.

    Not where the site plays on by itself: nothing is taken from the table then.
    """
    seat, game = question.seat, question.game
    counts = question.is_missed_turn and not (question.is_side or seat.plays_itself) and question.number > 0
    return counts and game.silence != Silence.PLAY and seat.timeouts_in_row + 1 >= game.patience


def build_warnings(question: Question) -> list[Notice]:
    """Return the warnings of the others that somebody is about to be silent for too long, once a deadline."""
    if question.due_at is None or not is_worth_a_warning(question):
        return []
    others = [seat for seat in question.game.seats.all() if seat.is_person and seat.pk != question.seat_id]
    return notices.build_for_seats(
        Notice.Kind.WARNING,
        others,
        key=f"warning/{question.pk}/{question.due_at:%s}",
        game=question.game,
        question=question,
        params={"due_at": int(question.due_at.timestamp())},
    )


def build_table_notices(change: Change, questions: QuestionChanges) -> list[Notice]:
    """Return what people must be told after something has happened at a table, and is stored."""
    game = change.game
    pending = [
        notices.build_for_question(
            row, delay=notices.AT_THE_PAGE if follows_own_answer(row, change) else timedelta()
        )
        for row in questions.to_notify
        if notices.needs_notice(row)
    ]
    pending += [
        notices.build_notice(
            Notice.Kind.AUTOPILOT, key=f"autopilot/{seat.pk}/{game.version}", game=game, seat=seat
        )
        for seat in change.autopiloted
        if not game.is_over
    ]
    if game.is_over:
        pending += notices.build_for_end(game, change.people)
    return pending


def follows_own_answer(question: Question, change: Change) -> bool:
    """Whether this question follows its seat's own answer in the same turn: it is on the page already."""
    return change.present.get(question.seat.number) == change.engine_game.turn_number


def notify_table(change: Change, questions: QuestionChanges) -> None:
    """Write the notices of what has happened at a table, and the warnings that no reminder brings."""
    urgent = [row for row in questions.to_notify if row.due_at is not None and row.remind_at is None]
    warnings = [warning for row in urgent for warning in build_warnings(row)]
    pending = build_table_notices(change, questions)
    notices.write([*pending, *warnings])


def notify_unreachable(game: Game, seat: Seat, seats: Iterable[Seat], question: Question | None) -> None:
    """Notify the host that no notice reaches a seat; if it is the host's own, notify everybody else.

    Once for each question that the seat is asked; without one, once for each refusal of its mail.
    """
    others = [each for each in seats if each.is_person and not each.plays_itself and each.pk != seat.pk]
    host = [each for each in others if each.player_id == game.host_id]
    refused_at = seat.player.mail_refused_at if seat.player is not None else None
    occasion = f"unreachable/{question.pk}" if question else f"refused/{seat.pk}/{refused_at:%s}"
    params = {} if question else {"seat": seat.pk}
    notices.notify_seats(
        Notice.Kind.UNREACHABLE, host or others, key=occasion, game=game, question=question, params=params
    )
