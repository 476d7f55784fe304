"""Dealing with reports: closing one with an outcome, which the person who made it is told."""

from django.utils.translation import gettext as _

from games import clock
from games.core.event_log import check_staff
from games.core.locking import in_transaction
from games.core.refusal import Illegal, NotAllowed, NotPossible
from games.models import PersonMail, Player, Report
from games.outbox.person_mail import write_to


@in_transaction
def settle_report(*, report: Report, by: Player, status: str, outcome: str) -> Report:
    """Close a report, and tell who made it. Locks the report. Raises a `Refusal`."""
    check_staff(by, outcome)
    if status not in (Report.Status.ACTED, Report.Status.NOTHING):
        raise Illegal(_("Choose the outcome."))
    row = Report.objects.select_for_update(of=("self",)).select_related("by").get(pk=report.pk)
    check_impartial(row, by)
    if not row.is_open:
        raise NotPossible(_("Someone has already closed this report."))
    row.status, row.outcome = status, outcome.strip()
    row.settled_at, row.settled_by = clock.now(), by
    row.save()
    write_to(row.by, PersonMail.Kind.REPORT_SETTLED, report=row.pk)
    return row


def check_impartial(report: Report, by: Player) -> None:
    """Refuse a member of staff who made the report, or whom it is about."""
    if by.pk in (report.by_id, report.about_id):
        raise NotAllowed(_("This report is yours, or about you. Ask another moderator."))
