"""The pages of figures: what a player's finished games say, each with a bar and its number.

All of them, those of an edition, those with one other person, and those of a year.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.dates import MONTHS
from django.utils.translation import gettext as _

import engine
from games.decks.titles import translate
from games.models import SeatFacts
from games.pages.common.person_context import PersonContext, person_page, render_person_page
from games.pages.seats.open_games import EditionFilter
from games.people.figures import MOST_GAMES, Count, Versus, read_figures
from games.people.figures_between import find_met, read_between
from games.people.figures_of_year import MOST_GAMES as MOST_OF_YEAR
from games.people.figures_of_year import Year, read_year, year_of
from games.timing.player_records import describe_length


@dataclass(frozen=True)
class Bar:
    """A row of a figure: what it counts, how often, and the length of its bar in percent."""

    label: str
    count: int
    games: int
    percent: int


@dataclass(frozen=True)
class NamedGame:
    """A game that stands out, with its address where the reader can open it."""

    facts: SeatFacts
    address: str


@dataclass(frozen=True)
class LastGame:
    """A game with somebody, its address where the reader can open it, and who of the two has won it."""

    facts: SeatFacts
    address: str
    is_mine: bool
    is_theirs: bool


@person_page()
def figures(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Show the player's figures, of all editions or of one; how to come to some, where there are none."""
    form = EditionFilter(request.GET or None)
    edition = form.cleaned_data["edition"] if form.is_valid() else ""
    found = read_figures(person.player, edition)
    titles = {each.slug: _(each.title) for each in engine.all_editions()}
    shown = {
        "form": form,
        "edition": titles.get(edition, ""),
        "figures": found,
        "most": MOST_GAMES if found.games == MOST_GAMES else 0,
        "answer": describe_length(found.answer) if found.answer is not None else "",
        "shortest": _named(person, found.shortest),
        "longest": _named(person, found.longest),
        "editions": bars_of(found.editions, titles),
        "goals": bars_of(found.goals),
        "beaten_by": bars_of(found.beaten_by),
        "cards": bars_of(found.cards),
        "people": [(each, _address_of(person, each)) for each in found.people],
        "year": _year_of(person, found.last),
    }
    return render_person_page(request, person, "games/figures.html", shown)


@person_page()
def figures_with(request: HttpRequest, person: PersonContext, table: str, number: int) -> HttpResponse:
    """Show how it stands with somebody whom the player has finished a game with; of anybody else nothing."""
    met = find_met(person.player, table, number)
    found = read_between(person.player, met) if met is not None else None
    if found is None:
        raise Http404
    most = max(found.me.won, found.them.won, found.neither)
    wins = [(_("You"), found.me.won), (found.name, found.them.won), (_("Neither of you"), found.neither)]
    shown = {
        "between": found,
        "most": MOST_GAMES if found.games == MOST_GAMES else 0,
        "wins": [Bar(label, count, found.games, round(100 * count / most)) for label, count in wins],
        "shortest": _named(person, found.shortest),
        "longest": _named(person, found.longest),
        "goals": bars_of(found.me.goals),
        "their_goals": bars_of(found.them.goals),
        "last": [
            LastGame(
                each,
                person.game_url(each.facts.game.key),
                each.has_won,
                each.facts.game.winner_id == seat.pk,
            )
            for each, seat in found.last
        ],
    }
    return render_person_page(request, person, "games/figures_with.html", shown)


@person_page()
def figures_of_year(request: HttpRequest, person: PersonContext, year: int) -> HttpResponse:
    """Show a year of the player: one without games says so, one that can't have any isn't there."""
    found = read_year(person.player, year)
    if found is None:
        raise Http404
    shown = {
        "year": found,
        "figures": found.figures,
        "most": MOST_OF_YEAR if found.figures.games == MOST_OF_YEAR else 0,
        "card": title_of(found.card.what) if found.card is not None else "",
        "shortest": _named(person, found.figures.shortest),
        "longest": _named(person, found.figures.longest),
        "months": months_of(found),
        "goals": bars_of(found.figures.goals),
        "beaten_by": bars_of(found.figures.beaten_by),
        "before": found.before and person.url("figures_of_year", found.before),
        "share_url": person.url("share_year", year) if found.figures.games else "",
        "after": found.after and person.url("figures_of_year", found.after),
    }
    return render_person_page(request, person, "games/figures_of_year.html", shown)


def _year_of(person: PersonContext, last: SeatFacts | None) -> int | None:
    """Return the year of the last game, which leads to those before it."""
    return year_of(last.facts.game.finished_at, person.player.zone) if last is not None else None


def _address_of(person: PersonContext, versus: Versus) -> str:
    """Return where it is told how it stands with somebody: by the last table at which they sat."""
    return person.url("figures_with", versus.key, versus.number)


def _named(person: PersonContext, facts: SeatFacts | None) -> NamedGame | None:
    return NamedGame(facts, person.game_url(facts.facts.game.key)) if facts is not None else None


def bars_of(counts: Iterable[Count], titles: dict[str, str] | None = None) -> list[Bar]:
    """Return the rows of a figure; cards are called by their titles, and made ones alike."""
    return [
        Bar(
            title_of(each.what) if titles is None else titles.get(each.what, _("Decks of our own")),
            each.count,
            each.games,
            each.percent,
        )
        for each in counts
    ]


def months_of(year: Year) -> list[Bar]:
    """Return the rows of the months of a year."""
    return bars_of(year.months, {str(number): str(name) for number, name in MONTHS.items()})


def title_of(slug: str) -> str:
    """Return the title of a card; none of a made one, which could be called after somebody."""
    try:
        return translate(engine.card(slug).title)
    except KeyError:  # a made card, which only its deck knows
        return _("a made-up card")
