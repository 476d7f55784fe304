"""Mails to persons that concern no table, such as what came of a report. Answers to them go to staff."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.models import PersonMail, Report
from games.outbox.obsolete import Obsolete

from . import links
from .message import Mail
from .render import join_blocks, wrapped


@dataclass(frozen=True)
class PersonLetter:
    """What such a mail says, paragraph by paragraph. What people have written themselves is `quoted`."""

    subject: str
    paragraphs: tuple[str, ...]
    quoted: str = ""
    after: tuple[str, ...] = ()


def compose_person_mail(row: PersonMail) -> EmailMessage:
    """Return the mail, in its reader's language and time zone. Raises `Obsolete`.

    Its answer goes to the people who run the site: it is how somebody appeals.
    """
    player = row.player
    with translation.override(player.site_language), timezone.override(player.zone):
        letter = WRITERS[row.kind](row)
        return Mail(
            subject=f"[Fluxx] {letter.subject}",
            body=join_blocks(_blocks(letter)),
            from_email=settings.ACCOUNTS_FROM_EMAIL,
            to=[player.email],
            reply_to=[settings.CONTACT_EMAIL],
            headers={
                "Message-ID": row.message_id,
                "Auto-Submitted": "auto-generated",
                "X-Auto-Response-Suppress": "All",
                "X-Fluxx-Kind": row.kind,
                "Content-Language": translation.get_language() or settings.LANGUAGE_CODE,
            },
        )


def _blocks(letter: PersonLetter) -> Iterable[list[str]]:
    for paragraph in letter.paragraphs:
        yield wrapped(paragraph)
    if letter.quoted:
        yield [row for line in letter.quoted.splitlines() for row in wrapped(line, "> ")]
    for paragraph in letter.after:
        yield wrapped(paragraph)
    yield [
        "-- ",
        _("Fluxx by mail"),
        links.absolute_url("dashboard"),
        f"{_('Rules of conduct')}: {links.absolute_url('conduct')}",
    ]


def report_settled_letter(row: PersonMail) -> PersonLetter:
    """Return what came of a report, to the person who made it."""
    report = Report.objects.filter(pk=row.params.get("report")).first()
    if report is None or report.is_open:
        raise Obsolete("the report is open, or gone")
    headline = _("We’ve looked at your report, and did something about it.")
    if report.status == Report.Status.NOTHING:
        headline = _("We’ve looked at your report, and found nothing against the rules of conduct.")
    return PersonLetter(
        _("What came of your report"),
        (headline,),
        report.outcome,
        (
            _("Thank you for telling us. The other person isn’t told who reported them."),
            _("If you see it differently, answer this mail: a person reads it."),
        ),
    )


def written_letter(row: PersonMail) -> PersonLetter:
    """Return what a moderator writes to somebody."""
    return PersonLetter(
        _("A message from the moderators"),
        (_("A moderator of the site writes to you:"),),
        str(row.params.get("text", "")),
        (_("If you want to say something about it, answer this mail: a person reads it."),),
    )


WRITERS: dict[str, Callable[[PersonMail], PersonLetter]] = {
    PersonMail.Kind.REPORT_SETTLED: report_settled_letter,
    PersonMail.Kind.WRITTEN: written_letter,
}
