"""An issue of a gazette in words, as its mail and its page show it to a member."""

from collections.abc import Iterable
from contextlib import suppress

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

import engine
from games.board.names import picture_of
from games.decks.card_kinds import kind_name
from games.decks.titles import quoted_title
from games.history.formatting import day, format_date
from games.mail import links
from games.mail.gazette_letter import GazetteLetter, Row
from games.mail.gazette_picture import WinningCard, WinningCards
from games.mail.unsubscribe import make_gazette_token
from games.models import Player
from games.models.names import one_line

from .gazette import Issue, Result
from .gazette_values import Week


def write_letter(issue: Issue, reader: Player) -> GazetteLetter:
    """Return an issue as its mail shows it. A guest, who opens pages by a seat, gets no links to them."""
    circle, monday = issue.circle, issue.week.monday
    words = {"year": issue.season.year, "quarter": issue.season.quarter}
    page = links.absolute_url("circle_issue", circle.key, *map(str, monday.timetuple()[:3]))
    return GazetteLetter(
        circle=one_line(circle.name),
        week=describe_week(issue.week),
        headlines=issue.headlines,
        results=[describe_result(each) for each in issue.results],
        season=f"{_('Standings')} · {_('%(year)s, quarter %(quarter)s') % words}",
        standings=[
            Row(one_line(each.name) or _("Someone"), each.won, each.games) for each in issue.tally.standings
        ],
        picture=find_picture(issue),
        page="" if reader.is_guest else page,
        settings="" if reader.is_guest else links.absolute_url("notices"),
        unsubscribe=make_gazette_token(reader, circle),
    )


def describe_week(week: Week) -> str:
    """Return the days of a week: “7–13 December 2026”, or “28 December – 3 January 2027”."""
    if week.monday.month == week.sunday.month:
        return f"{week.monday.day}–{day(week.sunday)}"
    return f"{format_date(week.monday, pgettext('date format', 'j E'))} – {day(week.sunday)}"


def describe_result(result: Result) -> str:
    """Return a game that ended in a line: its name, who won, with which goal, and in how many turns."""
    if result.winner:
        who = one_line(result.winner)
    else:
        who = _("someone else won") if result.is_won else _("nobody won")
    turns = ngettext("%(n)s turn", "%(n)s turns", result.turns) % {"n": result.turns}
    goal = "".join(quoted_title(card) for card in find_cards([result.goal]))
    return " · ".join(filter(None, (one_line(result.game), who, goal, turns)))


def find_picture(issue: Issue) -> WinningCards | None:
    """Return the cards by which a member won the game of the first headline, or else another one."""
    for result in sorted(issue.results, key=lambda each: each.pk != issue.lead):
        cards = find_cards(result.cards)
        if result.winner and cards:
            titles = ", ".join(quoted_title(card) for card in cards)
            above = _("%(name)s won.") % {"name": one_line(result.winner)}
            alt = _("The winning cards: %(cards)s") % {"cards": titles}
            return WinningCards(above, [_card(card) for card in cards], alt)
    return None


def find_cards(slugs: Iterable[str]) -> list[engine.Card]:
    """Return the cards of these slugs that editions have."""
    found = []
    for slug in slugs:
        with suppress(KeyError):
            found.append(engine.card(slug))
    return found


def _card(card: engine.Card) -> WinningCard:
    pictures = [picture_of(name) for name in (card.names if card.kind == "goal" else (card.slug,))]
    return WinningCard(_(card.title), card.kind.replace(" ", "-"), kind_name(card.kind), pictures)
