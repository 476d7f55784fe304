"""The page of figures: what a player's finished games say, each with a bar and its number."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

import engine
from games.decks.titles import translate
from games.models import SeatFacts
from games.pages.common.person_context import PersonContext, person_page, render_person_page
from games.people.figures import MOST_GAMES, Count, read_figures
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


@person_page()
def figures(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Show the player's figures; how to come to some, where there are none."""
    found = read_figures(person.player)
    named = {
        name: NamedGame(facts, person.game_url(facts.facts.game.key))
        for name, facts in (("shortest", found.shortest), ("longest", found.longest))
        if facts is not None
    }
    shown = {
        "figures": found,
        "most": MOST_GAMES if found.games == MOST_GAMES else 0,
        "answer": describe_length(found.answer) if found.answer is not None else "",
        **named,
        "editions": _bars(found.editions, {each.slug: _(each.title) for each in engine.all_editions()}),
        "goals": _bars(found.goals),
        "beaten_by": _bars(found.beaten_by),
        "cards": _bars(found.cards),
    }
    return render_person_page(request, person, "games/figures.html", shown)


def _bars(counts: Iterable[Count], titles: dict[str, str] | None = None) -> list[Bar]:
    """Return the rows of a figure; cards are called by their titles, and made ones alike."""
    return [
        Bar(
            _title(each.what) if titles is None else titles.get(each.what, _("Decks of our own")),
            each.count,
            each.games,
            each.percent,
        )
        for each in counts
    ]


def _title(slug: str) -> str:
    try:
        return translate(engine.card(slug).title)
    except KeyError:  # a made card, which only its deck knows
        return _("a made-up card")
