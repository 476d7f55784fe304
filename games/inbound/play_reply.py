"""Plays a reply to a mail that asks one thing, line by line, and has it answered."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.commands.carry_out import LOST, LineTarget, Meant, Stopped
from games.core import access, wake
from games.core.refusal import NotPossible
from games.mail import sent_lines
from games.models import Notice, Outage, Question, Reply, Seat
from games.replies import vocabulary
from games.replies.commands import CommandKind, ReplyCommand
from games.replies.consent import begins_with_consent
from games.replies.doubts import ANSWERS
from games.replies.known_words import KnownWords
from games.replies.read_text import read_text
from games.replies.requests import find_requests

from .matters import Matter, asks_for_two_things, find_act, find_matter
from .reply_lines import do_lines, note_begun, report_unread_text
from .reply_notice import notify_not_counted, notify_replied
from .take_offer import offer_of_letter, take_offer

# They depend on no move.
INDEPENDENT = (CommandKind.SAY, CommandKind.REQUEST)


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
    offer = offer_of_letter(seat, question, written_at, in_reply_to)
    with wake.one_delivery():
        with translation.override(player.language), timezone.override(player.zone):
            known = vocabulary.known_words(
                access.view(seat.game, seat), players=access.names(seat.game).values()
            )
            if offer is None or not take_offer(reply, offer, text, known):
                matter = find_matter(seat, question, in_reply_to, written_at)
                commands = read_commands(seat, text, known, matter, is_perhaps_automatic=is_perhaps_automatic)
                do_lines(reply, commands, partial(begin_line, reply, seat, commands, about, matter))
            report_unread_text(reply, text)
        if is_perhaps_automatic and reply.changed_nothing:
            notify_not_counted(seat, "automatic")
        else:
            notify_replied(reply=reply, seat=seat, is_lost=about == LOST)
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


def read_commands(
    seat: Seat, text: str, known: KnownWords, matter: Matter | None, *, is_perhaps_automatic: bool
) -> list[ReplyCommand]:
    """Return what a reply says: its answers, and below them what it asks for besides.

    A machine may have written what `is_perhaps_automatic`: it asks for nothing.
    """
    view, players = access.view(seat.game, seat), list(access.names(seat.game).values())
    if is_perhaps_automatic:
        return read_text(view, text, players)
    found = find_requests(
        text, known, matter.reads(text, known) if matter is not None else lambda line: False
    )
    return [*read_text(view, found.rest, players), *found.commands]


def begin_line(
    reply: Reply,
    seat: Seat,
    commands: Sequence[ReplyCommand],
    about: Meant,
    matter: Matter | None,
    place: int,
) -> LineTarget:
    """Return what a command is for: the question that the mail asked, or what follows it.

    The first that is refused ends the reply. What depends on no move is done below that, too: what is said at
    the table, requests, and the answer to the `matter` of the mail. A mail that asked nothing plays nothing.
    """
    command, earlier = commands[place], reply.lines
    if command.kind not in INDEPENDENT and not all(line.done for line in earlier):
        raise Stopped
    was_begun = note_begun(reply, place)
    if command.kind == CommandKind.REQUEST:
        if command.unclear is not None:
            raise command.unclear
        return LineTarget(seat, None, act=find_act(command, seat, matter, was_begun=was_begun))
    if matter is not None and matter.how_to_answer and command.kind in ANSWERS:
        raise NotPossible(matter.how_to_answer)
    if matter is not None and command.kind in ANSWERS and begins_with_consent(command.line):
        raise asks_for_two_things()
    if about is None and command.kind in ANSWERS and all(line.version is None for line in earlier):
        raise NotPossible(
            _(
                "The mail you answered has no question that a card could answer, so nothing was "
                "played. Answer a mail with a question, such as this one if there’s a question "
                "below."
            )
        )
    if command.unclear is not None and not command.unclear.offer:
        raise command.unclear
    return LineTarget(seat, about, earlier, was_begun)
