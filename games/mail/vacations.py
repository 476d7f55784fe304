"""Letters about a player's own vacation: it has begun by itself, or their clocks run again tomorrow."""

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks import running_time
from games.history.formatting import moment
from games.models import Notice, Question, Vacation
from games.models.question import STOPS_PLAY
from games.outbox.obsolete import Obsolete

from . import links, parts
from .context import LetterContext, Writer
from .letter import Letter, Link

MOST_GAMES = 12


def vacation_letter(context: LetterContext) -> Letter:
    """Return the letter about a vacation of the reader."""
    vacation = Vacation.objects.filter(pk=context.param("vacation"), player=context.player).first()
    if vacation is None:
        raise Obsolete("the vacation was withdrawn")
    at = moment(vacation.ends_at, context.player.zone)
    if context.param("event") == "began":
        headline = _("You’re on vacation now, %(name)s.") % {"name": context.name}
        lead = [
            _(
                "Your time for a turn ran out in “%(game)s”. As you asked, a vacation has started "
                "instead. Your clocks are stopped until %(at)s at most; after that, you have a day "
                "for that turn."
            )
            % {"game": context.game.shown_name, "at": at},
            _("Back already? Press “I’m back” on the page."),
        ]
    else:
        headline = _("Your vacation ends soon, %(name)s.") % {"name": context.name}
        lead = [
            _("Your clocks start again on %(at)s.") % {"at": at},
            *describe_waiting(context, vacation.ends_at),
        ]
    return parts.basic_letter(context, headline, lead=tuple(lead), button=find_button(context))


def find_button(context: LetterContext) -> Link:
    """Return the link to what has happened meanwhile; to the table, for who has no account to sign in to."""
    if context.player.is_guest:
        return Link(_("Open the table"), context.seat_link())
    return Link(_("While you were away"), links.absolute_url("while_away"))


def describe_waiting(context: LetterContext, back: datetime) -> Iterable[str]:
    """Say which games wait for the reader, and by when each wants an answer; the nearest deadline first."""
    asked = Question.objects.filter(STOPS_PLAY, seat__player=context.player, game__status="running")
    rows = list(asked.select_related("game", "seat__player").order_by("due_at", "pk"))
    rows = [row for row in rows if not (row.is_window or row.seat.plays_itself)]
    if not rows:
        yield _("No games are waiting for you.")
        return
    yield ngettext(
        "%(count)d game is waiting for you:", "%(count)d games are waiting for you:", len(rows)
    ) % {"count": len(rows)}
    for row in rows[:MOST_GAMES]:
        name = row.game.shown_name
        if row.due_at is None:
            yield _("%(game)s: no hurry.") % {"game": name}
        else:
            left = running_time.elapsed(back, row.due_at, row.pauses)
            hours = max(1, round(left.total_seconds() / 3600))
            words = {"game": name, "at": moment(row.due_at, context.player.zone), "hours": hours}
            yield (
                ngettext(
                    "%(game)s: %(hours)d hour left then · %(at)s",
                    "%(game)s: %(hours)d hours left then · %(at)s",
                    hours,
                )
                % words
            )


WRITERS: dict[str, Writer] = {Notice.Kind.VACATION: vacation_letter}
