"""Turns notices into mails."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from email.mime.image import MIMEImage
from functools import partial

from django.conf import settings
from django.utils import timezone, translation

from games.core.site_title import short_title
from games.core.snapshot import TableSnapshot
from games.core.unknown import look_up
from games.history.formatting import one_line
from games.models import Notice, Player
from games.outbox import planning
from games.outbox.obsolete import Obsolete

from . import (
    addresses,
    banner,
    board,
    bundle,
    game_letters,
    headers,
    numbering,
    parts,
    render,
    replies,
    subjects,
    table_matters,
    talk,
    turns,
    vacations,
)
from .context import LetterContext, Writer
from .letter import Letter
from .message import Mail

CHECK = "check"  # what X-Fluxx-Kind says in the mail of an operator's test
CHECK_TEXT = """This is a test of {site}, sent by manage.py check_mail.

If you read it in your inbox, and not among spam, mails leave well. Look at
the field Authentication-Results in its source: it should say spf=pass,
dkim=pass and dmarc=pass.
"""
CHECK_ANSWER = "\nAnswer it to see whether mail comes in as well.\n"

WRITERS: dict[str, Writer] = {
    **game_letters.WRITERS,
    **replies.WRITERS,
    **table_matters.WRITERS,
    **talk.WRITERS,
    **turns.WRITERS,
    **vacations.WRITERS,
}


def compose(notice: Notice, snapshot: TableSnapshot | None = None) -> Mail:
    """Return the mail of a notice, about the game as it is now, in its reader's language and time zone.

    It goes to `notice.address` alone, and takes a bounded number of queries, however long the game is; fewer
    with a `snapshot` of the game. Raises `Obsolete` if there is nothing left to tell; the caller has checked
    that the reader still takes part.
    """
    if notice.player is not None and "seats" in notice.params:
        return _compose_answer(notice, notice.player)
    with _settings_of_reader(notice):
        letter, picture = board.draw_picture(_write_letter(notice, snapshot), _picture_id(notice))
        letter, drawn_banner = banner.draw_banner(letter, f"cards.{notice.reference}@{settings.MAIL_DOMAIN}")
        letter, reply_to = _number(notice, letter)
        shown_sender = headers.from_address(letter.sender)
        fields = headers.headers(notice, shown_sender)
        mail = Mail(
            subject=headers.subject(notice.game, letter.subject),
            body=render.render_text(letter, notice.game),
            from_email=headers.envelope_sender(notice)
            if "From" in fields
            else headers.from_address(letter.sender),
            to=[notice.address],
            reply_to=[reply_to],
            headers=fields,
        )
        mail.attach_alternative(render.render_html(letter, notice.game), "text/html")
        for each in filter(None, (drawn_banner, picture)):
            mail.attach(each)
    return mail


def _number(notice: Notice, letter: Letter) -> tuple[Letter, str]:
    """Return a letter with its numbers, and its Reply-To address.

    The address of a mail that asks one thing names its question. What the numbers of one that asks more stand
    for is stored.
    """
    answered_at = addresses.make_reply(notice)
    if not letter.side_questions or answered_at == addresses.no_reply():
        return numbering.number_letter(letter), answered_at
    told = numbering.SeatLetter(one_line(notice.game.name), notice.seat, letter)
    (numbered,), numbers = numbering.number_letters(notice, [told])
    numbers.save()
    return numbered.letter, addresses.make_several(numbers)


def letter_of(notice: Notice, snapshot: TableSnapshot | None = None) -> Letter:
    """Return the content of a notice's mail. Raises `Obsolete`, as `compose` does."""
    with _settings_of_reader(notice):
        return _write_letter(notice, snapshot)


def compose_bundle(player: Player, letters: Sequence[tuple[Notice, Letter]]) -> Mail:
    """Return one mail for the letters of several notices to a player, which share a Message-ID.

    It stores what its numbers stand for. `Mail.left_out` are the notices for which it has no room.
    """
    first = min((notice for notice, _letter in letters), key=bundle.urgency)
    with _settings_of_reader(first):
        letters, pictures = _draw_pictures(sorted(letters, key=lambda pair: bundle.urgency(pair[0])))
        told = [
            numbering.SeatLetter(one_line(notice.game.name), notice.seat, letter, notice)
            for notice, letter in letters
        ]
        return _numbered_mail(player, first, told, bundle.make_bundle, pictures)


def _compose_answer(notice: Notice, player: Player) -> Mail:
    """Return the mail that answers a reply which was for several games."""
    with _settings_of_reader(notice):
        answered, told = replies.write_answer(notice)
        return _numbered_mail(player, notice, told, partial(replies.make_answer, answered))


def _numbered_mail(
    player: Player,
    first: Notice,
    letters: Sequence[numbering.SeatLetter],
    make: Callable[..., bundle.Bundle],
    pictures: Sequence[MIMEImage] = (),
) -> Mail:
    """Return a mail with these letters, or as many as there is room for, and store what its numbers mean."""
    can_answer = addresses.is_on() and any(each.is_own for each in letters)
    asking = [each for each in letters if each.questions]
    others = [each for each in letters if not each.questions]
    count, html = len(asking), ""
    while not html or (count > 1 and len(html.encode()) > bundle.LARGEST):
        count -= max(1, count // 8) if html else 0
        numbered, numbers = numbering.number_letters(first, [*asking[:count], *others])
        content = make(player, numbered, left_out=asking[count:], can_answer=can_answer)
        html = bundle.render_html(content)
    if can_answer:
        numbers.save()
    mail = _bundle_mail(
        player,
        content,
        html,
        headers.envelope_sender(first),
        bundle.bundle_headers(first, player),
        reply_to=addresses.make_several(numbers) if can_answer else "",
    )
    for picture in pictures:
        if f"cid:{str(picture['Content-ID']).strip('<>')}" in html:
            mail.attach(picture)
    mail.left_out = [each.notice for each in asking[count:] if each.notice is not None]
    return mail


def compose_test(player: Player, now: datetime) -> Mail:
    """Return a test mail to a player."""
    fields = {
        "Message-ID": f"<test-{player.pk}.{int(now.timestamp())}@{settings.MAIL_DOMAIN}>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Fluxx-Kind": "test",
    }
    with translation.override(player.site_language), timezone.override(player.zone):
        content = bundle.make_test_bundle(player)
        html = bundle.render_html(content)
        return _bundle_mail(player, content, html, settings.DEFAULT_FROM_EMAIL, fields)


def compose_check(address: str, number: int) -> Mail:
    """Return the mail by which an operator tests the mail server; its answer and its bounce name the test."""
    ours = addresses.make_check(number)
    own_sender = "" if settings.EMAIL_BACKEND.startswith("anymail.") else ours
    fields = {
        **({"From": settings.DEFAULT_FROM_EMAIL} if own_sender else {}),
        "Message-ID": f"<check-{number}@{settings.MAIL_DOMAIN}>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Fluxx-Kind": CHECK,
    }
    return Mail(
        subject=f"[{short_title()}] Test of the mail server",
        body=CHECK_TEXT.format(site=settings.SITE_URL) + (CHECK_ANSWER if ours else ""),
        from_email=own_sender or settings.DEFAULT_FROM_EMAIL,
        to=[address],
        reply_to=[ours or addresses.no_reply()],
        headers=fields,
    )


def _bundle_mail(
    player: Player,
    content: bundle.Bundle,
    html: str,
    sender: str,
    fields: dict[str, str],
    *,
    reply_to: str = "",
) -> Mail:
    mail = Mail(
        subject=content.subject,
        body=bundle.render_text(content),
        from_email=sender,
        to=[player.email],
        reply_to=[reply_to or addresses.no_reply()],
        headers={**fields, "Content-Language": translation.get_language() or settings.LANGUAGE_CODE},
    )
    mail.attach_alternative(html, "text/html")
    return mail


def _draw_pictures(
    letters: Sequence[tuple[Notice, Letter]],
) -> tuple[list[tuple[Notice, Letter]], list[MIMEImage]]:
    """Draw the boards of these letters in turn until the mail has no more room."""
    drawn: list[tuple[Notice, Letter]] = []
    pictures: list[MIMEImage] = []
    room = board.LARGEST
    for notice, letter in letters:
        shown, picture = board.draw_picture(letter, _picture_id(notice), room) if room else (letter, None)
        if picture is not None:
            pictures.append(picture)
            room -= len(picture.get_payload(decode=True))
        elif letter.board is not None:
            room = 0
        drawn.append((notice, shown))
    return drawn, pictures


def _picture_id(notice: Notice) -> str:
    """Return the Content-ID of a notice's picture, which is always the same."""
    return f"board.{notice.reference}@{settings.MAIL_DOMAIN}"


@contextmanager
def _settings_of_reader(notice: Notice) -> Iterator[None]:
    """Use the reader's language and zone; for a stranger, those of the player who invites them.

    Who has asked for a seat by the game's link gets the language of the page on which they asked.
    """
    reader, language = notice.player, ""
    if notice.invitation is not None:
        known = Player.objects.filter(email=notice.invitation.email).first()
        reader = known or notice.invitation.invited_by
        language = "" if known is not None else notice.invitation.language
    if reader is None:
        raise Obsolete("nobody to write to")
    with translation.override(language or reader.site_language), timezone.override(reader.zone):
        yield


def _write_letter(notice: Notice, snapshot: TableSnapshot | None = None) -> Letter:
    letter = _write_content(notice, snapshot)
    return letter if letter.links else replace(letter, links=(parts.conduct_link(),))


def _write_content(notice: Notice, snapshot: TableSnapshot | None) -> Letter:
    if notice.invitation is not None:
        write = look_up("letter", game_letters.INVITATION_WRITERS, notice.kind)
        return write(notice, notice.game, notice.invitation)
    letter = look_up("letter", WRITERS, notice.kind)(LetterContext.of(notice, snapshot))
    if notice.player is None:
        return letter
    choices = planning.choices_of(notice.player)
    if lost := planning.replaced_channel(notice):
        letter = replace(letter, lead=(*letter.lead, parts.stands_in_for(one_line(lost.name))))
    # A reply to a mail has the subject of that mail.
    if choices.telling_subjects and not letter.subject and notice.kind != Notice.Kind.REPLY:
        letter = replace(letter, subject=subjects.telling_subject(notice, letter))
    return replace(letter, history=(), table=None) if choices.short and letter.question else letter
