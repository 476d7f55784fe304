"""Sharing a year: its player makes the link and withdraws it, and anybody who has it sees the figures."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core.refusal import Illegal, Refusal
from games.history.formatting import name_of
from games.mail.links import absolute_url
from games.models import YearShare
from games.pages.common.guards import show_refusal
from games.pages.common.person_context import PersonContext, person_page, render_person_page
from games.pages.common.rate_limits import check_rate
from games.pages.table.end_picture import answer_with_png
from games.pages.table.shared import shared_page
from games.people.figures_of_year import Year, read_year
from games.people.year_shares import find_shared_year, share_year, withdraw_year

from .figures import bars_of, months_of
from .year_picture import render_year, show_year


@person_page()
def share(request: HttpRequest, person: PersonContext, year: int) -> HttpResponse:
    """Show the link to a year of the player that has games; make it, or withdraw it."""
    if request.method == "POST":
        try:
            _do(request, person, year)
        except Refusal as refusal:
            return show_refusal(request, refusal)
        return redirect(person.url("share_year", year))
    told = read_year(person.player, year)
    if told is None or not told.figures.games:
        raise Http404
    found = YearShare.objects.filter(player=person.player, year=year).first()
    shown = {
        "year": year,
        "share": found,
        "name": name_of(person.player),
        "link": absolute_url("shared_year", found.key) if found is not None else "",
        "picture_url": reverse("shared_year_picture", args=[found.key]) if found is not None else "",
    }
    return render_person_page(request, person, "games/share_year.html", shown)


def _do(request: HttpRequest, person: PersonContext, year: int) -> None:
    """Do what a button of the page asks for. Raises a `Refusal`."""
    match request.POST.get("do"):
        case "share":
            check_rate(request, "share", person.player)
            share_year(player=person.player, year=year, language=get_language() or "en")
        case "withdraw":
            withdraw_year(player=person.player, year=year)
        case _other:
            raise Illegal(_("Nothing was changed. Go back, reload the page and press a button there."))


@shared_page(find_shared_year)
def year(request: HttpRequest, shared: tuple[YearShare, Year]) -> HttpResponse:
    """Show the year, with what chats show of the link in the language of who has shared it."""
    link, found = shared
    with translation.override(link.language):
        preview = show_year(link.player, found)
        previewed = {
            "title": preview.title,
            "description": " · ".join((preview.tally, *preview.facts)),
            "language": link.language,
        }
    page = {
        "shown": show_year(link.player, found),
        "preview": previewed,
        "address": absolute_url("shared_year", link.key),
        "picture_url": absolute_url("shared_year_picture", link.key),
        "months": months_of(found),
        "goals": bars_of(found.figures.goals),
    }
    return render(request, "games/shared_year.html", page)


@shared_page(find_shared_year)
def picture(request: HttpRequest, shared: tuple[YearShare, Year]) -> HttpResponse:
    """Return the picture of the year in the language of who has shared it."""
    link, found = shared
    with translation.override(link.language):
        return answer_with_png(request, render_year(show_year(link.player, found)))
