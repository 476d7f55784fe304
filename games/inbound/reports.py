"""Acts on what mail servers report, and on what comes back of an operator's test."""

import re
from contextlib import suppress

from games.delivery import bounce_reports
from games.delivery.bounces import describe_bounce, latest_notice, take_bounce, take_complaint
from games.mail import addresses
from games.mail.addresses import AddressPurpose
from games.mail.compose import CHECK
from games.models import Notice

from .claims import Kind, MailResult, Status
from .incoming import IncomingMail

# Of a DKIM-Signature its domain, of Authentication-Results what was found.
SIGNER = re.compile(r"(?:^|[;\s])d\s*=\s*([\w.-]+)")
VERDICT = re.compile(r"\b(?:spf|dkim|dmarc)=[a-z]+")


def find_check(mail: IncomingMail) -> int | None:
    """Return the number of the operator's test to whose address a mail came, if it came to one."""
    for address in mail.recipients:
        if addresses.purpose_of(address) == AddressPurpose.BOUNCE:
            with suppress(ValueError):
                return addresses.read_check(address)
    return None


def take_check(mail: IncomingMail, number: int) -> MailResult:
    """Record for `check_mail` what came of its test: it arrived, was answered, or came back."""
    name = f"test {number}: "
    if not mail.came_back and mail.header("X-Fluxx-Kind") == CHECK:
        return MailResult(Kind.AUTOMATIC, Status.DONE, f"{name}arrived{describe_signatures(mail)}")
    if not mail.came_back:
        return MailResult(Kind.REPLY, Status.DONE, f"{name}answered by {mail.sender or 'nobody'}")
    bounces = bounce_reports.read_bounce(mail.message, mail.whole_text)
    said = f"came back: {describe_bounce(bounces[0])}" if bounces else "late, or answered by a machine"
    return MailResult(Kind.BOUNCE, Status.DONE, f"{name}{said}")


def describe_signatures(mail: IncomingMail) -> str:
    """Return who signed a mail, and what the server that took it found: for operators, not to be trusted."""
    signers = [found for each in mail.headers("DKIM-Signature") for found in SIGNER.findall(each)]
    verdicts = VERDICT.findall(mail.header("Authentication-Results").lower())
    signed = f"signed (DKIM) by {', '.join(signers[:3])}" if signers else "without a DKIM signature"
    return "; ".join(["", signed, *dict.fromkeys(verdicts)])


def take_complaint_report(mail: IncomingMail) -> MailResult:
    """Record that a reader has called a mail spam."""
    notice = find_reported_notice(mail)
    return reported(Kind.COMPLAINT, take_complaint(notice=notice), notice)


def take_report(mail: IncomingMail, *, came_back: bool) -> MailResult:
    """Record a report of a mail server. If it `came_back` to a bounce address, it may have any form."""
    notice = find_reported_notice(mail)
    is_proven = came_back and notice is not None
    bounces = (
        bounce_reports.read_bounce(mail.message, mail.whole_text)
        if is_proven
        else bounce_reports.read_report(mail.message)
    )
    done = "ignored: it tells of no failure"
    if bounces or notice is None:
        done = take_bounce(notice=notice, bounces=bounces, is_proven=is_proven)
    return reported(Kind.BOUNCE, done, notice)


def reported(kind: Kind, done: str, notice: Notice | None) -> MailResult:
    """Return the result for a bounce or a complaint."""
    status = Status.IGNORED if done.startswith("ignored") else Status.DONE
    return MailResult(kind, status, done, notice.seat if notice else None, notice)


def find_reported_notice(mail: IncomingMail) -> Notice | None:
    """Return the notice that a report is about: by the report's address, or by the mail in it."""
    for address in mail.recipients:
        if addresses.purpose_of(address) == AddressPurpose.BOUNCE:
            try:
                return latest_notice(pk=addresses.read_bounce(address))
            except ValueError:
                return None
    return latest_notice(message_id__in=bounce_reports.original_ids(mail.message))
