"""Plays a reply line by line, and writes the notice that answers it.

What a line may do: docs/decisions/0022-what-a-reply-may-do.md.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Literal, TypeAlias

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games import clock
from games.core import access, wake
from games.core.locking import in_transaction
from games.core.refusal import NotPossible, Refusal, Stale
from games.mail import sent_lines
from games.models import By, Notice, Outage, Player, Question, Reply, Seat
from games.outbox import notices
from games.outbox.kinds import QUESTION_KINDS
from games.people.talk import post_remark
from games.play.answer_batch import answer_next, read_seat_commands
from games.play.undo import undo
from games.replies import vocabulary
from games.replies.commands import MOST_CHARACTERS, MOST_LINES, CommandKind, ReplyCommand, UnclearAnswer
from games.replies.read_reply import ANSWERS

from .not_counted import notify_not_counted

DAY = timedelta(days=1)
# Answered replies a day with the same mistake, per seat: a person tries another way, a loop must end (M13).
MOST_IN_VAIN = 10
# Answered replies a day, per seat: somebody may write in its player's name.
MOST_ANSWERED = 100
# The question of the mail is not that of its number: it was lost when a backup was restored.
LOST: Final = "lost"
Meant: TypeAlias = Question | Literal["lost"] | None
# So long a question's own notice waits for this answer, which contains the question.
ANSWER_FIRST = timedelta(minutes=2)


def play_reply(
    *,
    seat: Seat,
    text: str,
    received_at: datetime,
    message_id: str,
    question: int | None = None,
    nonce: int | None = None,
    written_at: datetime | None = None,
    in_reply_to: Sequence[str] = (),
    is_perhaps_automatic: bool = False,
) -> Reply | None:
    """Carry out the commands of a reply for a seat, and write one notice that answers it.

    `text` is without quotations. `question` and `nonce` are those of the question that the mail asked, from
    the reply address; without them, `in_reply_to` (Message-IDs) identifies it. Numbers of choices count for
    that question alone; if it is not asked any more, as if it had never been, the reply changes nothing, and
    neither does one to a mail that asked nothing and was written (`written_at`) in time that the restore of a
    backup has undone. The caller has verified that the player wrote it. If it may be a machine's
    (`is_perhaps_automatic`) and does nothing, its player is told so once a day, instead of each time.

    Idempotent by `message_id`. Every line is a transaction of its own; a refused one ends the reply, and what
    was done before stands. Returns ``None`` if nobody sits there.
    """
    player = seat.player
    if player is None or not seat.is_taken:
        return None
    key = hashlib.sha256(message_id.encode("utf-8", "replace")).hexdigest()
    new = {"player": player, "received_at": received_at}
    reply, _is_new = Reply.objects.get_or_create(seat=seat, key=key, defaults=new)
    if reply.notice_id is not None:
        return reply
    about = question_meant(seat, question, nonce, in_reply_to, written_at)
    if question is None and about is None and is_lost(written_at, in_reply_to):
        about = LOST
    with wake.one_delivery():
        with translation.override(player.language), timezone.override(player.zone):
            do_lines(reply, seat, read_seat_commands(seat, text), about)
            report_unread_text(reply, text)
        if is_perhaps_automatic and changed_nothing(reply):
            notify_not_counted(seat, "automatic")
        else:
            notify_replied(reply=reply, seat=seat, player=player, is_lost=about == LOST)
    return reply


def question_meant(
    seat: Seat,
    number: int | None,
    nonce: int | None,
    in_reply_to: Sequence[str],
    written_at: datetime | None = None,
) -> Meant:
    """Return the question that the answered mail asked this seat; ``None`` if that is uncertain."""
    if number is not None:
        row = Question.objects.filter(game=seat.game_id, seat=seat, number=number).first()
        return LOST if row is None or nonce not in (None, row.nonce) else row
    named = [word.strip() for word in in_reply_to]
    mine = Notice.objects.filter(seat=seat, player=seat.player_id)
    mails = mine.filter(message_id__in=named) if named else mine.none()
    if written_at is not None and not mails:
        # The address of a mail that asks by a number names it, so it isn't that one.
        mails = mine.filter(sent_lines.written_at(written_at)).exclude(question__number__gt=0)
        mails = mine.none() if mails.filter(question=None) else mails
    asked = set(mails.exclude(question=None).values_list("question", flat=True))
    return Question.objects.filter(pk=asked.pop(), seat=seat).first() if len(asked) == 1 else None


def is_lost(written_at: datetime | None, in_reply_to: Sequence[str]) -> bool:
    """Whether a mail was written between a backup and its restore, and is not known any more."""
    if written_at is None:
        return False
    undone = Outage.objects.filter(
        why=Outage.Why.RESTORED, started_at__lte=written_at, ended_at__gte=written_at
    )
    named = [word.strip() for word in in_reply_to]
    return undone.exists() and not Notice.objects.filter(message_id__in=named).exists()


def do_lines(reply: Reply, seat: Seat, commands: Sequence[ReplyCommand], about: Meant) -> None:
    """Carry out commands up to the first that is refused, continuing where a crash interrupted them.

    What is said at the table depends on no move, so it is said below a refused line, too.
    """
    place = sum(result.get("took", 1) for result in reply.results)
    while place < len(commands):
        command = commands[place]
        if command.kind != CommandKind.SAY and not all(result["done"] for result in reply.results):
            result: dict[str, object] = {"done": False, "text": ""}
        else:
            was_begun = reply.begun > place
            reply.begun = max(reply.begun, place + 1)
            reply.save(update_fields=["begun"])
            try:
                check_asked(command, about, reply.results)
                result = do_line(reply, seat, commands[place:], about, place, was_begun=was_begun)
            except (Refusal, UnclearAnswer) as refused:
                result = {"done": False, "text": vocabulary.describe_refusal(refused)}
        reply.results.append({"done": True, "kind": command.kind, "line": command.line[:200], **result})
        reply.save(update_fields=["results", "wants_help", "wants_hand"])
        place += reply.results[-1].get("took", 1)


def check_asked(command: ReplyCommand, about: Meant, earlier: Sequence[dict[str, Any]]) -> None:
    """Refuse an answer to a mail that asked nothing: such as one about a vote, or what somebody wrote."""
    if about is None and command.kind in ANSWERS and not any("version" in result for result in earlier):
        raise NotPossible(
            _(
                "The mail that you answered asks nothing that a card could answer, so nothing was played. "
                "Answer a mail that asks you, such as this one, if something is asked below."
            )
        )


def do_line(
    reply: Reply,
    seat: Seat,
    commands: Sequence[ReplyCommand],
    about: Meant,
    place: int,
    *,
    was_begun: bool,
    earlier: Sequence[dict[str, Any]] | None = None,
    first_number: int = 1,
) -> dict[str, object]:
    """Carry out the first of these commands and return its result.

    `earlier` are the results that its answer follows, by default all of the reply; the mail numbers the
    choices from `first_number`. Raises `Refusal` or `UnclearAnswer`, and has changed nothing then.
    """
    earlier = reply.results if earlier is None else earlier
    if commands[0].unclear is not None:
        raise commands[0].unclear
    match commands[0].kind:
        case CommandKind.HELP:
            reply.wants_help = True
            return {"text": ""}
        case CommandKind.HAND:
            reply.wants_hand = True
            return {"text": ""}
        case _ if about == LOST:
            raise Stale(
                _(
                    "Nothing was played: the table has changed since this mail was sent. Please answer a "
                    "newer mail."
                )
            )
        case CommandKind.UNDO | CommandKind.SAY if was_begun:
            return {"text": _("We were interrupted here; check the table to see whether it was done.")}
        case CommandKind.UNDO:
            undo(seat=seat.pk, by=By.REPLY)
            return {"text": _("Your last move has been undone.")}
        case CommandKind.SAY:
            post_remark(seat=seat.pk, text=commands[0].text, submission_key=f"reply.{reply.pk}.{place}")
            return {"text": _("Said at the table.")}
    # The question of the mail comes first, then those that follow it.
    done = answer_next(
        seat,
        commands,
        about,
        after=next((result["version"] for result in reversed(earlier) if "version" in result), None),
        mailed=next((result["mailed"] for result in earlier if "mailed" in result), ()),
        by=By.REPLY,
        submission_key=f"reply.{reply.pk}.{place}",
        received_at=reply.received_at,
        first_number=first_number,
    )
    result: dict[str, object] = {
        "line": done.line[:200],
        "text": _("Your answer: %(played)s.") % {"played": done.text},
        "version": done.version,
    }
    if done.took > 1:
        result["took"] = done.took
    if done.mailed:
        result["mailed"] = list(done.mailed)
    return result


def report_unread_text(reply: Reply, text: str) -> None:
    """Report that a reply was too long, or empty."""
    if not reply.results:
        problem = _("We found nothing new in your mail. Write your answer on the first line.")
    elif len(text) > MOST_CHARACTERS or len(reply.results) == MOST_LINES:
        problem = _("We read at most %(lines)d lines and %(count)d characters; the rest was left out.")
        problem %= {"lines": MOST_LINES, "count": MOST_CHARACTERS}
    else:
        return
    reply.results.append({"kind": "", "line": "", "done": False, "text": problem})


@in_transaction
def notify_replied(
    *, reply: Reply, seat: Seat, player: Player, is_lost: bool, seats: Sequence[Seat] = ()
) -> None:
    """Write the answer to a reply; of equal ones that changed nothing, the first few of a day are answered.

    One to a mail whose question is lost (`is_lost`) is always answered: its writer could not know.

    It contains the present question, so the question's own notice waits, and is obsolete once the answer is
    sent (`obsolete.why_asked_in_reply`). Of a mail of several games, `seats` are those that it tells of.
    """
    reply.save()
    today = Reply.objects.filter(seat=seat, received_at__gt=clock.now() - DAY)
    if today.exclude(notice=None).count() >= MOST_ANSWERED:
        return
    left = MOST_IN_VAIN
    if changed_nothing(reply) and not is_lost:
        answered = Reply.objects.filter(seat=seat, player=player, received_at__gt=clock.now() - DAY)
        left -= sum(is_same_mistake(each, reply) for each in answered.exclude(notice=None))
        if left <= 0:
            return
    seat.game.refresh_from_db()
    question = access.question_of(seat) or next(iter(access.side_questions(seat)), None)
    notice = notices.build_notice(
        Notice.Kind.REPLY,
        key=f"reply/{reply.pk}",
        game=seat.game,
        player=player,
        seat=seat,
        question=None if seat.game.paused_at else question,
        params={"is_last": left == 1} | ({"seats": [each.pk for each in seats]} if seats else {}),
    )
    notices.write([notice])
    reply.notice = Notice.objects.get(key=notice.key)
    reply.save(update_fields=["notice"])
    asked = Notice.objects.filter(player=player, kind__in=QUESTION_KINDS).exclude(kind=Notice.Kind.REMINDER)
    asked = asked.filter(seat__in=seats) if seats else asked.filter(question=notice.question)
    if seats or notice.question is not None:
        soon = clock.now() + ANSWER_FIRST
        asked.filter(status=Notice.Status.WAITING, next_try_at__lt=soon).update(next_try_at=soon)


def changed_nothing(reply: Reply) -> bool:
    """Whether no line of a reply was carried out."""
    return not any(result["done"] for result in reply.results)


def is_same_mistake(one: Reply, other: Reply) -> bool:
    """Whether two replies that changed nothing have said the same, as machines do."""
    lines = [[result["line"] for result in each.results] for each in (one, other)]
    return changed_nothing(one) and lines[0] == lines[1]
