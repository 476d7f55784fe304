"""The page of a season of a circle: a quarter of a year, with its standings and its games."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse

from games.models import CircleMember
from games.pages.common.person_context import PersonContext
from games.people.circle_tally import count_tally, find_season

from .circle_page import circle_page, render_circle
from .games import SHOWN, finished, list_games


@circle_page()
def season(
    request: HttpRequest, person: PersonContext, me: CircleMember, year: int, quarter: int
) -> HttpResponse:
    """Show how it stood at the end of a season, or stands now, and its games; it stays there."""
    found = find_season(year, quarter)
    if found is None:
        raise Http404
    games = finished(me.circle).filter(finished_at__gte=found.begins_at, finished_at__lt=found.ends_at)
    page = Paginator(games, SHOWN).get_page(request.GET.get("page"))
    shown = {
        "season": found,
        "tally": count_tally(me.circle, person.player, found),
        "page": page,
        "games": list_games(person, me.circle, page),
    }
    return render_circle(request, person, me, "circles/season.html", shown)
