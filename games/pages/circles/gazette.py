"""The gazette of a circle: all its issues, one of them, and whether it comes by mail."""

from datetime import date

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.models import CircleMember
from games.pages.common.person_context import PersonContext
from games.people.gazette import find_issue, list_issues, mail_gazette, read_issue
from games.people.gazette_letters import describe_week, write_letter
from games.people.gazette_values import Week

from .circle_page import circle_page, render_circle

SHOWN = 26  # half a year


@circle_page()
def archive(request: HttpRequest, person: PersonContext, me: CircleMember) -> HttpResponse:
    """Show the weeks of which there is an issue, the last first; take whether the gazette comes by mail."""
    if request.method == "POST":
        is_on = request.POST.get("mail") == "yes"
        mail_gazette(circle=me.circle, player=person.player, is_on=is_on)
        told = (
            _("You’ll get the gazette by mail.") if is_on else _("No more gazettes of this circle by mail.")
        )
        messages.success(request, told)
        to_settings = request.POST.get("back") == "notices"
        return redirect(person.url("notices") if to_settings else person.url("circle_gazette", me.circle.key))
    page = Paginator(list_issues(me.circle), SHOWN).get_page(request.GET.get("page"))
    issues = [(each.week, describe_week(Week(each.week))) for each in page]
    return render_circle(request, person, me, "circles/gazette.html", {"page": page, "issues": issues})


@circle_page()
def issue(
    request: HttpRequest, person: PersonContext, me: CircleMember, year: int, month: int, day: int
) -> HttpResponse:
    """Show one issue, in the reader's language, as its mail does."""
    try:
        stored = find_issue(me.circle, date(year, month, day))
    except (ValueError, OverflowError):
        raise Http404 from None
    if stored is None:
        raise Http404
    shown = read_issue(stored, person.player)
    page = {
        "week": describe_week(Week(stored.week)),
        "issue": shown,
        "letter": write_letter(shown, person.player) if shown is not None else None,
    }
    return render_circle(request, person, me, "circles/issue.html", page)
