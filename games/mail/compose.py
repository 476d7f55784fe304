"""Turns notices into mails."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from email.mime.image import MIMEImage
from typing import Any

from django.conf import settings
from django.utils import timezone, translation

from games.core.site_title import short_title
from games.core.snapshot import TableSnapshot
from games.core.unknown import look_up
from games.models import Notice, NumberedMail, Player
from games.models.channel import choices_of
from games.outbox.kinds import spec_of
from games.outbox.notices import make_message_id
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
    seat_letters,
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
    **seat_letters.WRITERS,
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
    with _settings_of_reader(notice):
        if replies.answers_bundle(notice):
            return _make_mail(notice, *replies.write_answer(notice))
        return _make_mail(notice, None, [_seat_letter(notice, _write_letter(notice, snapshot))])


def letter_of(notice: Notice, snapshot: TableSnapshot | None = None) -> Letter:
    """Return the content of a notice's mail. Raises `Obsolete`, as `compose` does."""
    with _settings_of_reader(notice):
        return _write_letter(notice, snapshot)


def compose_bundle(player: Player, letters: Sequence[tuple[Notice, Letter]]) -> Mail:
    """Return one mail for the letters of several notices to a player, which share a Message-ID.

    It stores what its numbers stand for. `Mail.left_out` are the notices for which it has no room.
    """
    ordered = sorted(letters, key=lambda pair: bundle.urgency(pair[0]))
    first = ordered[0][0]
    with _settings_of_reader(first):
        seat_letters = [_seat_letter(notice, letter) for notice, letter in ordered]
        return _make_mail(first, bundle.begin_bundle(player, seat_letters), seat_letters)


def _seat_letter(notice: Notice, letter: Letter) -> numbering.SeatLetter:
    return numbering.SeatLetter(notice.game.shown_name, notice.seat, letter, notice)


def _make_mail(first: Notice, begun: bundle.Bundle | None, letters: Sequence[numbering.SeatLetter]) -> Mail:
    """Return a mail with these letters, or as many as there is room for, and store what its numbers mean.

    With a bundle that is `begun` they are about several games; otherwise there is one letter alone.
    """
    letters, pictures = _draw_pictures(letters)
    can_answer = addresses.is_on() and any(each.is_own for each in letters)
    asking = [each for each in letters if each.questions]
    others = [each for each in letters if not each.questions]
    count, html = len(asking), ""
    while not html or (count > 1 and len(html.encode()) > bundle.LARGEST):
        count -= max(1, count // 8) if html else 0
        numbered, numbers = _number(first, [*asking[:count], *others], is_alone=begun is None)
        if begun is None:
            content = bundle.make_letter(numbered[0])
        else:
            content = bundle.fill_bundle(begun, numbered, asking[count:], can_answer=can_answer)
        html = render.render_html(content)
    reply_to = addresses.no_reply()
    if numbers is None:
        reply_to = addresses.make_reply(first)
    elif can_answer:
        numbers.save()
        reply_to = addresses.make_bundle_address(numbers)
    names_table = (
        begun is None and first.invitation is None
    )  # nobody is written to by a name that a host made up
    sender = headers.from_address(content.sender, first.game.shown_name if names_table else "")
    fields = headers.headers(first, sender, is_bundle=begun is not None)
    mail = _mail(
        content,
        html,
        subject=headers.subject(first.game, content.subject),
        from_email=headers.envelope_sender(first) if "From" in fields else sender,
        to=[first.address],
        reply_to=[reply_to],
        headers=fields,
    )
    for picture in pictures:
        if f"cid:{str(picture['Content-ID']).strip('<>')}" in html:
            mail.attach(picture)
    mail.left_out = [each.notice for each in asking[count:] if each.notice is not None]
    return mail


def _number(
    first: Notice, letters: Sequence[numbering.SeatLetter], *, is_alone: bool
) -> tuple[list[numbering.SeatLetter], NumberedMail | None]:
    """Return letters with their numbers, and what has to be stored about these.

    That is nothing where a letter alone asks one thing: the address of its mail names the question.
    """
    if is_alone:
        (alone,) = letters
        if not alone.letter.side_questions or addresses.make_reply(first) == addresses.no_reply():
            return [replace(alone, letter=numbering.number_letter(alone.letter))], None
    return numbering.number_letters(first, letters)


def compose_test(player: Player) -> Mail:
    """Return a test mail to a player."""
    with translation.override(player.site_language), timezone.override(player.zone):
        content = bundle.make_test_bundle(player)
        return _mail(
            content,
            render.render_html(content),
            subject=content.subject,
            to=[player.email],
            reply_to=[addresses.no_reply()],
            headers=headers.automatic(make_message_id("test"), "test") | headers.language(),
        )


def compose_check(address: str, number: int) -> Mail:
    """Return the mail by which an operator tests the mail server; its answer and its bounce name the test."""
    ours = addresses.make_check(number)
    own_sender = "" if settings.EMAIL_BACKEND.startswith("anymail.") else ours
    fields = {"From": settings.DEFAULT_FROM_EMAIL} if own_sender else {}
    fields |= headers.automatic(make_message_id(CHECK), CHECK)
    return Mail(
        subject=f"[{short_title()}] Test of the mail server",
        body=CHECK_TEXT.format(site=settings.SITE_URL) + (CHECK_ANSWER if ours else ""),
        from_email=own_sender or settings.DEFAULT_FROM_EMAIL,
        to=[address],
        reply_to=[ours or addresses.no_reply()],
        headers=fields,
    )


def _mail(content: bundle.Bundle, html: str, **fields: Any) -> Mail:
    mail = Mail(body=render.render_text(content), **fields)
    mail.attach_alternative(html, "text/html")
    return mail


def _draw_pictures(
    letters: Sequence[numbering.SeatLetter],
) -> tuple[list[numbering.SeatLetter], list[MIMEImage]]:
    """Draw the pictures of these letters: the boards in turn, until the mail has no more room for one."""
    drawn: list[numbering.SeatLetter] = []
    pictures: list[MIMEImage] = []
    room = board.LARGEST
    for each in letters:
        if each.notice is None:  # an answer in several games has no pictures
            drawn.append(each)
            continue
        place = f"{each.notice.reference}@{settings.MAIL_DOMAIN}"
        letter, shown = banner.draw_banner(each.letter, f"cards.{place}")
        picture = None
        if room:
            letter, picture = board.draw_picture(letter, f"board.{place}", room)
        if picture is not None:
            room -= len(picture.get_payload(decode=True))
        elif letter.board is not None:
            room = 0
        pictures += filter(None, (shown, picture))
        drawn.append(replace(each, letter=letter))
    return drawn, pictures


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
    kind = spec_of(notice.kind)
    if notice.invitation is not None:
        write = look_up("letter", seat_letters.INVITATION_WRITERS, notice.kind)
        return write(notice, notice.game, notice.invitation)
    context = LetterContext.of(notice, snapshot)
    write_to_seat, choices = look_up("letter", WRITERS, notice.kind), choices_of(context.player)
    lost = choices.replaced_channel(kind.group)
    letter = write_to_seat(context)
    if lost is not None:
        letter = replace(letter, lead=(*letter.lead, parts.stands_in_for(lost.shown_name)))
    # A reply to a mail has the subject of that mail.
    if choices.telling_subjects and not letter.subject and notice.kind != Notice.Kind.REPLY:
        letter = replace(letter, subject=subjects.telling_subject(notice, letter))
    return replace(letter, history=(), table=None) if choices.short and letter.question else letter
