"""The lists of games that are open to all: those with a free seat, and those to watch."""

from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

import engine
from games.core import sign_up
from games.core.list_rows import newest_moves, people_at
from games.core.window_passes import SEALED
from games.history.last_event import RECENT, LastEvent, find_last_event
from games.models import Game, Move, Pace, Question, Seat, Timing
from games.models.game import MOST_SEATS
from games.pages.common.guards import sign_in_on_404
from games.pages.common.people import Person, people_among

SHOWN = 20
NO_CLOCK, WITH_BOTS, WITHOUT_BOTS = "none", "with", "without"
FLAT = (Pace.ONE_DAY, Pace.THREE_DAYS, Pace.ONE_WEEK)
OTHER_CLOCKS = (Timing.BANK, Timing.FIXED)
PACES = [
    ("", gettext_lazy("Any pace")),
    *((str(each.value), each.label) for each in FLAT),
    *((each.value, capfirst(each.label)) for each in OTHER_CLOCKS),
    (NO_CLOCK, capfirst(Pace.NONE.label)),
]
BOTS = [
    ("", gettext_lazy("With or without bots")),
    (WITH_BOTS, gettext_lazy("Bots take empty seats")),
    (WITHOUT_BOTS, gettext_lazy("People only")),
]


def plays_edition(slug: str, column: str = "edition") -> Q:
    """Return the condition that the deck of a game has an edition; `Game.edition` is words, or JSON."""
    return Q(**{f"{column}__regex": rf'^({slug}|[^{{]* {slug})( |$)|"editions": *\[[^]]*"{slug}"'})


class EditionFilter(forms.Form):
    """Which games a list shows: those of one edition."""

    edition = forms.ChoiceField(required=False, label=gettext_lazy("Edition"))
    fields_without_note = ("edition", "pace", "language", "free", "bots")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        titles = [(each.slug, _(each.title)) for each in engine.all_editions()]
        cast(forms.ChoiceField, self.fields["edition"]).choices = [("", _("All editions")), *titles]

    def choose(self, games: QuerySet[Game]) -> QuerySet[Game]:
        """Return the games that were asked for; a wrong value chooses nothing, and the form says so."""
        self.is_valid()
        chosen = self.cleaned_data if self.is_bound else {}
        return games.filter(plays_edition(chosen["edition"])) if chosen.get("edition") else games

    @property
    def is_used(self) -> bool:
        """Whether something was asked for, so that an empty list may have more without it."""
        return self.is_bound and any(self.data.get(name) for name in self.fields)


class OpenGamesFilter(EditionFilter):
    """Which games with a free seat a list shows."""

    pace = forms.ChoiceField(required=False, choices=PACES, label=gettext_lazy("Pace"))
    language = forms.ChoiceField(required=False, label=gettext_lazy("Language of the host"))
    free = forms.ChoiceField(required=False, label=gettext_lazy("Free seats"))
    bots = forms.ChoiceField(required=False, choices=BOTS, label=gettext_lazy("Bots"))

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        numbers = [(str(number), _("%(n)d or more") % {"n": number}) for number in range(2, MOST_SEATS)]
        cast(forms.ChoiceField, self.fields["free"]).choices = [("", _("Any number")), *numbers]
        languages = [("", _("Any language")), *settings.LANGUAGES]
        cast(forms.ChoiceField, self.fields["language"]).choices = languages
        if len(settings.LANGUAGES) == 1:
            del self.fields["language"]

    def choose(self, games: QuerySet[Game]) -> QuerySet[Game]:
        """Return the games that were asked for; they are annotated with `free`."""
        games = super().choose(games)
        chosen = self.cleaned_data if self.is_bound else {}
        pace = chosen.get("pace")
        if pace == NO_CLOCK:
            games = games.filter(timing=Timing.FLAT, pace=Pace.NONE)
        elif pace in OTHER_CLOCKS:
            games = games.filter(timing=pace)
        elif pace:
            games = games.filter(timing=Timing.FLAT, pace=int(pace))
        if chosen.get("language"):
            games = games.filter(host__language=chosen["language"])
        if chosen.get("free"):
            games = games.filter(Q(free__gte=int(chosen["free"])))
        if chosen.get("bots"):
            games = games.filter(fill_with_bots=chosen["bots"] == WITH_BOTS)
        return games


def open_games(without: list[int] | None = None) -> QuerySet[Game]:
    """Return the games that are listed for all and have a free seat, the newest first."""
    free = Seat.objects.filter(game=OuterRef("pk"), status=Seat.Status.FREE).order_by()
    games = Game.objects.filter(Exists(free), status=Game.Status.OPEN, is_open=True)
    counted = games.annotate(free=Subquery(free.values("game").annotate(count=Count("pk")).values("count")))
    return counted.exclude(pk__in=without or []).select_related("host").order_by("-created_at", "-pk")


def check_is_shown(request: HttpRequest) -> None:
    """Keep the lists of a site for friends from strangers. Raises `Http404`."""
    if not (sign_up.is_open() or request.user.is_authenticated):
        raise Http404


@require_safe
@sign_in_on_404
def list_open_games(request: HttpRequest) -> HttpResponse:
    """Show the games with a free seat that anybody may take, as asked for in the address."""
    check_is_shown(request)
    form = OpenGamesFilter(request.GET or None)
    page = Paginator(form.choose(open_games()), SHOWN).get_page(request.GET.get("page"))
    return render(request, "games/open_games.html", {"form": form, "page": page})


@dataclass(frozen=True)
class WatchedGame:
    """A running game that everybody may watch, with its last public event."""

    game: Game
    people: tuple[Person, ...]
    event: LastEvent | None
    turn: int


def last_turn(game: str = "game") -> Subquery:
    """Return an annotation with the turn of a game that was last asked for; `game` is its column."""
    asked = Question.objects.filter(game=OuterRef(game)).order_by("-number")
    return Subquery(asked.values("turn")[:1])


def watched_games() -> QuerySet[Game]:
    """Return the running games whose host lets everybody watch, the one with the last move first."""
    visible = Move.objects.filter(game=OuterRef("pk")).exclude(SEALED).order_by("-version")
    games = Game.objects.filter(status=Game.Status.RUNNING, is_open=True)
    moved = games.annotate(moved_at=Subquery(visible.values("created_at")[:1]))
    return moved.order_by(F("moved_at").desc(nulls_last=True), "-pk")


@require_safe
@sign_in_on_404
def watch(request: HttpRequest) -> HttpResponse:
    """Show the running games that everybody may watch."""
    check_is_shown(request)
    form = EditionFilter(request.GET or None)
    page = Paginator(form.choose(watched_games()), SHOWN).get_page(request.GET.get("page"))
    shown = {"form": form, "page": page, "games": describe_watched(page)}
    return render(request, "games/watch.html", shown)


def describe_watched(page: Page[Game]) -> list[WatchedGame]:
    """Return what everybody may know of the games of a page."""
    keys = [game.pk for game in page]
    games = {game.pk: game for game in Game.objects.filter(pk__in=keys).annotate(turn=last_turn("pk"))}
    seats, moves = people_at(keys), newest_moves(keys, RECENT)
    return [
        WatchedGame(
            game,
            people_among(seats.get(pk, ())),
            find_last_event(game, None, moves.get(pk, ()), seats.get(pk, ())),
            game.turn or 0,
        )
        for pk in keys
        if (game := games.get(pk)) is not None
    ]
