"""Turns notices into mails."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from email.mime.image import MIMEImage

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation

from games.models import Notice, Player
from games.outbox.obsolete import Obsolete

from . import addresses, board, bundle, game_letters, headers, render, replies, table_matters, talk, turns
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
}


def compose(notice: Notice) -> EmailMultiAlternatives:
    """Return the mail of a notice, about the game as it is now, in its reader's language and time zone.

    It goes to `notice.address` alone, and takes a bounded number of queries, however long the game is. Raises
    `Obsolete` if there is nothing left to tell; the caller has checked that the reader still takes part.
    """
    with _settings_of_reader(notice):
        letter, picture = board.draw_picture(_write_letter(notice), _picture_id(notice))
        mail = Mail(
            subject=headers.subject(notice.game),
            body=render.render_text(letter, notice.game),
            from_email=headers.envelope_sender(notice),
            to=[notice.address],
            reply_to=[addresses.make_reply(notice)],
            headers=headers.headers(notice),
        )
        mail.attach_alternative(render.render_html(letter, notice.game), "text/html")
        if picture is not None:
            mail.attach(picture)
    return mail


def letter_of(notice: Notice) -> Letter:
    """Return the content of a notice's mail. Raises `Obsolete`, as `compose` does."""
    with _settings_of_reader(notice):
        return _write_letter(notice)


def compose_bundle(player: Player, letters: Sequence[tuple[Notice, Letter]]) -> EmailMultiAlternatives:
    """Return one mail for the letters of several notices to a player, which share a Message-ID."""
    letters = sorted(letters, key=lambda pair: bundle.urgency(pair[0]))
    first = letters[0][0]
    with _settings_of_reader(first):
        letters, pictures = _draw_pictures(letters)
        return _bundle_mail(
            player,
            bundle.make_bundle(player, letters),
            headers.envelope_sender(first),
            bundle.bundle_headers(first, player),
            pictures,
        )


def compose_test(player: Player, now: datetime) -> EmailMultiAlternatives:
    """Return a test mail to a player."""
    fields = {
        "Message-ID": f"<test-{player.pk}.{int(now.timestamp())}@{settings.MAIL_DOMAIN}>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Fluxx-Kind": "test",
    }
    with translation.override(player.site_language), timezone.override(player.zone):
        return _bundle_mail(player, bundle.make_test_bundle(player), settings.DEFAULT_FROM_EMAIL, fields)


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
        subject="[Fluxx] Test of the mail server",
        body=CHECK_TEXT.format(site=settings.SITE_URL) + (CHECK_ANSWER if ours else ""),
        from_email=own_sender or settings.DEFAULT_FROM_EMAIL,
        to=[address],
        reply_to=[ours or addresses.no_reply()],
        headers=fields,
    )


def _bundle_mail(
    player: Player,
    content: bundle.Bundle,
    sender: str,
    fields: dict[str, str],
    pictures: Iterable[MIMEImage] = (),
) -> Mail:
    mail = Mail(
        subject=content.subject,
        body=bundle.render_text(content),
        from_email=sender,
        to=[player.email],
        reply_to=[addresses.no_reply()],  # nobody could tell which of the games an answer means
        headers=fields,
    )
    mail.attach_alternative(bundle.render_html(content), "text/html")
    for picture in pictures:
        mail.attach(picture)
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
    return f"board.{notice.pk}@{settings.MAIL_DOMAIN}"


@contextmanager
def _settings_of_reader(notice: Notice) -> Iterator[None]:
    """Use the reader's language and zone; for a stranger, those of the player who invites them."""
    reader = notice.player
    if notice.invitation is not None:
        known = Player.objects.filter(email=notice.invitation.email).first()
        reader = known or notice.invitation.invited_by
    if reader is None:
        raise Obsolete("nobody to write to")
    with translation.override(reader.site_language), timezone.override(reader.zone):
        yield


def _write_letter(notice: Notice) -> Letter:
    if notice.invitation is not None:
        write = game_letters.INVITATION_WRITERS[Notice.Kind(notice.kind)]
        return write(notice, notice.game, notice.invitation)
    return WRITERS[notice.kind](LetterContext.of(notice))
