"""A year of somebody for anybody: what its page says, and the picture of it for chats (1200 by 630 pixels).

Nobody is named but the player, no game and no made card: these could be called after somebody.
"""

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.dates import MONTHS_3
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.layout import fit
from games.board.values import Word
from games.core.site_title import site_title
from games.history.formatting import name_of
from games.models import Player
from games.models.names import one_line
from games.pages.table.end_picture import GROUNDS, HEIGHT, INK, WIDTH, can_write, centred
from games.people.figures_of_year import Year

from .figures import title_of

LEFT, STEP, BAR, BASE, HIGHEST = 120.0, 80.0, 48.0, 440.0, 150.0


@dataclass(frozen=True)
class ShownYear:
    """A year as anybody reads it, in the present language: whose, how many games, and other facts."""

    year: Year
    name: str
    tally: str
    facts: tuple[str, ...]

    @property
    def title(self) -> str:
        """Whose year it is."""
        return f"{self.name} · {self.year.year}"


@dataclass(frozen=True)
class DrawnMonth:
    """A bar of the picture with its number above and its month below; both are in the middle of it."""

    x: float
    y: float
    height: float
    games: Word
    name: Word


def show_year(player: Player, year: Year) -> ShownYear:
    """Return a year as anybody may read it."""
    found = year.figures
    tally = ngettext("%(n)s game, %(won)s won", "%(n)s games, %(won)s won", found.games) % {
        "n": found.games,
        "won": found.won,
    }
    facts = [_("Other players: %(n)d") % {"n": year.people}, _("Goals set: %(n)d") % {"n": year.goals_set}]
    if found.longest is not None:
        facts.append(_("Turns of the longest game: %(n)d") % {"n": found.longest.facts.turns})
    if year.card is not None:
        words = {"card": title_of(year.card.what), "count": year.card.count, "n": year.card.games}
        facts.append(_("Decided most games: %(card)s (%(count)d of %(n)d)") % words)
    rate = f" ({found.win_rate} %)" if found.win_rate is not None else ""
    return ShownYear(year, one_line(name_of(player)), tally + rate, tuple(facts))


def render_year(shown: ShownYear) -> str:
    """Return the picture of a year as SVG, in the present language."""
    name = shown.name if can_write(shown.name) else _("A player")
    context = {
        "width": WIDTH,
        "height": HEIGHT,
        "ground": GROUNDS["over"],
        "ink": INK,
        "site": site_title(),
        "title": centred(f"{name} · {shown.year.year}", 150, WIDTH - 120, 72),
        "tally": centred(shown.tally, 210, WIDTH - 160, 34),
        "months": [_draw(place, each.games, each.percent) for place, each in enumerate(shown.year.months)],
        "base": BASE,
        "lines": [
            centred(" · ".join(facts), y, WIDTH - 120, 26)
            for facts, y in ((shown.facts[:3], 532), (shown.facts[3:], 574))
        ],
    }
    return render_to_string("games/year_picture.svg", context)


def _draw(place: int, games: int, percent: int) -> DrawnMonth:
    left, height = LEFT + place * STEP + (STEP - BAR) / 2, HIGHEST * percent / 100
    middle = left + BAR / 2
    return DrawnMonth(
        left,
        BASE - height,
        height,
        fit(str(games) if games else "", middle, BASE - height - 10, STEP, 24),
        fit(capfirst(MONTHS_3[place + 1]), middle, BASE + 30, STEP - 8, 22),
    )
