"""What a clock must know before it strikes, besides the rows of its game.

In one statement, written by hand: after a stop of the site thousands of clocks strike within minutes, and
each of them asks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection

from games import clock
from games.models import By, Notice
from games.models.question import WINDOW
from games.moderation.switches import CLOCKS_ARE_HELD, HOLDS_CLOCKS
from games.outbox.kinds import NEWS_KINDS


class QuestionNotice(NamedTuple):
    """What is known of one notice of a question."""

    question: int
    key: str
    version: int
    quiet: timedelta
    status: str
    sent_at: datetime | None
    channel: int | None
    attempts: int
    next_try_at: datetime
    plan: str

    @property
    def is_late(self) -> bool:
        """Whether it should have gone before the deadline that has passed.

        One that asks goes before it, whatever hours its reader chose, unless it is put off by the limits of
        mails (`bundling.check_mail_pace`). Only a digest may come later.
        """
        if self.status != Notice.Status.WAITING:
            return False
        if self.attempts > 0 or self.next_try_at <= clock.now():
            return True
        return self.plan != Notice.Plan.DIGEST


@dataclass(frozen=True)
class StrikeFacts:
    """What was found for one question.

    ``missed_before``: the clock has answered for the seat in this turn already. ``had_outage``: the site was
    away while the question was open. ``notices`` are those of the question, and of its earlier rows: it kept
    its opening time when it was closed and asked again.
    """

    clocks_held: bool
    missed_before: bool
    had_outage: bool
    notices: Sequence[QuestionNotice]


FACTS = f"""
SELECT {CLOCKS_ARE_HELD},
    EXISTS (SELECT FROM games_question m WHERE m.seat_id = q.seat_id AND m.turn = q.turn
            AND m.closed_by = %(clock)s AND m.what <> %(window)s),
    EXISTS (SELECT FROM games_outage o WHERE o.ended_at > q.opened_at AND o.started_at < %(now)s),
    n.*
FROM games_question q
LEFT JOIN LATERAL (
    SELECT n.question_id, n.key, n.version, n.quiet, n.status, n.sent_at, n.channel_id, n.attempts,
        n.next_try_at, n.plan
    FROM games_question asked JOIN games_notice n ON n.question_id = asked.id
    WHERE asked.seat_id = q.seat_id AND asked.what = q.what AND asked.opened_at = q.opened_at
        AND n.kind <> ALL(%(kinds)s)
) n ON TRUE
WHERE q.id = %(question)s
"""  # noqa: S608  (what is put together is written in these modules)


def load_facts(question: int) -> StrikeFacts:
    """Look up what a clock must know of the question with this primary key."""
    params: dict[str, Any] = {
        "question": question,
        "now": clock.now(),
        "clock": By.CLOCK.value,
        "window": WINDOW,
        "kinds": [str(kind) for kind in NEWS_KINDS],
        "switches": list(HOLDS_CLOCKS),
    }
    with connection.cursor() as cursor:
        cursor.execute(FACTS, params)
        found = cursor.fetchall()
    held, missed, outage = found[0][:3]
    notices = [QuestionNotice(*row[3:]) for row in found if row[3] is not None]
    return StrikeFacts(held, missed, outage, notices)
