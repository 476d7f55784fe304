"""The archive: all games of a player that are over, with a search."""

from dataclasses import dataclass

from django import forms
from django.core.paginator import Paginator
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.core.list_rows import people_at
from games.models import Seat
from games.pages.common.people import Person, people_among
from games.pages.common.person_context import PersonContext, person_page, render_person_page
from games.pages.seats.open_games import plays_edition

from .dashboard import finished_games

SHOWN = 30


class SearchForm(forms.Form):
    """What is searched for: part of the name of a game, of a player or of an edition."""

    q = forms.CharField(
        required=False,
        max_length=60,
        label=gettext_lazy("Search"),
        help_text=gettext_lazy("Part of the name of a game, a player or an edition."),
        widget=forms.TextInput({"type": "search"}),
    )
    fields_without_note = ("q",)

    @property
    def is_used(self) -> bool:
        """Whether something was searched for."""
        return self.is_bound and bool(self.data.get("q"))

    def choose(self, seats: QuerySet[Seat]) -> QuerySet[Seat]:
        """Return the seats in the games that were asked for."""
        words = self.cleaned_data.get("q", "").split() if self.is_valid() else []
        for word in words:
            seats = seats.filter(matches(word))
        return seats


def matches(word: str) -> Q:
    """Return the condition that a word is part of the name of the game, of a player or of an edition."""
    named = Seat.objects.filter(game=OuterRef("game"), name__icontains=word)
    found = Q(game__name__icontains=word) | Q(game__deck_title__icontains=word) | Q(Exists(named))
    for edition in engine.all_editions():
        if word.casefold() in _(edition.title).casefold():
            found |= plays_edition(edition.slug, "game__edition")
    return found


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over: the player's seat, everybody's, and its address where they can open it."""

    seat: Seat
    people: tuple[Person, ...]
    address: str


def count_results(seats: QuerySet[Seat]) -> dict[str, int]:
    """Return how many of these games there are, and how many of them the player has won."""
    return seats.order_by().aggregate(games=Count("pk"), won=Count("pk", filter=Q(game__winner=F("pk"))))


@person_page()
def archive(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Show the player's games that are over, the last first, page by page, or those that they search for."""
    form = SearchForm(request.GET or None)
    mine = finished_games(person.player)
    page = Paginator(form.choose(mine), SHOWN).get_page(request.GET.get("page"))
    seats = people_at(seat.game_id for seat in page)
    games = [
        FinishedGame(seat, people_among(seats.get(seat.game_id, ())), person.game_url(seat.game.key))
        for seat in page
    ]
    shown = {"form": form, "page": page, "games": games, "tally": count_results(mine)}
    return render_person_page(request, person, "games/archive.html", shown)
