"""Describes the settings of a game: its clock, silent players, and joining."""

from collections.abc import Iterable
from datetime import timedelta

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.models import Game, GraceHours, Pace, Player, Promise, Silence, Timing
from games.models.timing import EVERY_DAY, HOUR

from .formatting import lower_case_names

CONSEQUENCES = {
    Silence.PLAY: gettext_noop("a bot keeps the seat until its player is back"),
    Silence.BOT: gettext_noop("a bot keeps the seat until its player is back"),
    Silence.VOTE: gettext_noop("the others vote what to do"),
    Silence.REPLACE: gettext_noop(
        "the seat may be taken over by somebody else, and a bot keeps it meanwhile"
    ),
    Silence.END: gettext_noop("the game ends for everybody"),
}
VOTE_CHOICES = {
    "more-time": gettext_noop("Wait: give them as much time again"),
    "bot": gettext_noop("A bot keeps the seat until they are back"),
    "replace": gettext_noop("Look for somebody else to take the seat over"),
    "end": gettext_noop("End the game"),
}
VOTE_OUTCOMES = {
    "returned": gettext_noop("The player is back, so the vote is off."),
    "moot": gettext_noop("There was nothing left to decide."),
}


def describe_pace(game: Game) -> str:
    """Describe a game's clock as part of a sentence: “3 days for each turn”."""
    if game.timing == Timing.BANK:
        return _("%(start)s to begin with, %(gain)s more for each turn, up to %(most)s") % {
            "start": describe_span(game.bank_start * HOUR),
            "gain": describe_span(game.bank_gain * HOUR),
            "most": describe_span(game.bank_most * HOUR),
        }
    if game.timing == Timing.FIXED:
        when = {"hour": f"{game.fixed_hour}:00", "zone": game.fixed_zone.replace("_", " ")}
        if game.fixed_days in (EVERY_DAY, ""):
            return _("answers by %(hour)s (%(zone)s) each day") % when
        return _("answers by %(hour)s (%(zone)s) on %(days)s") % {
            **when,
            "days": describe_weekdays(game.fixed_weekdays),
        }
    if game.pace == Pace.NONE and game.promise:
        return _("no clock, but %(promise)s") % {"promise": Promise(game.promise).label}
    return str(Pace(game.pace).label)


def describe_details(game: Game) -> list[str]:
    """Return further sentences about a game's clock."""
    if not game.is_timed:
        return []
    sentences = []
    if game.timing == Timing.FIXED:
        words = {"least": describe_span(game.fixed_least * HOUR)}
        sentences.append(
            _("An answer has %(least)s at least; a later question waits for the next time.") % words
        )
    elif game.grace_hours:
        grace = GraceHours(game.grace_hours).label
        sentences.append(_("The first %(grace)s of each turn cost nothing.") % {"grace": grace})
    return [
        *sentences,
        _("Quiet hours and days off that players have set stop their own clocks."),
        _("Vacations, entered in advance, stop them, too.")
        if game.vacations
        else _("Vacations do not stop clocks in this game."),
    ]


def summarize_clock(game: Game, player: Player) -> str:
    """Describe, in a paragraph, what a game's clock means for one player."""
    if not game.is_timed:
        return _("There is no clock: nobody has to hurry.")
    sentences = [
        _("You get %(pace)s.") % {"pace": describe_pace(game)}
        if game.timing == Timing.FLAT
        else f"{describe_pace(game)}."
    ]
    return " ".join([sentences[0][:1].upper() + sentences[0][1:], *describe_habits(player)])


def describe_habits(player: Player) -> list[str]:
    """Describe a player's quiet hours and days off in sentences."""
    sentences = []
    if player.quiet_from is not None and player.quiet_to is not None:
        sentences.append(
            _("Your quiet hours from %(begin)s to %(end)s (%(zone)s) do not count.")
            % {
                "begin": f"{player.quiet_from:%H:%M}",
                "end": f"{player.quiet_to:%H:%M}",
                "zone": player.timezone.replace("_", " "),
            }
        )
    if player.days_off:
        sentences.append(
            _("Your days off do not count: %(days)s.")
            % {"days": describe_weekdays(map(int, player.days_off))}
        )
    return sentences


def describe_weekdays(weekdays: Iterable[int]) -> str:
    """Return the names of weekdays, in their order."""
    return _(", ").join(lower_case_names(str(WEEKDAYS[day])) for day in sorted(weekdays))


def describe_span(time: timedelta) -> str:
    """Describe a duration in days, hours or minutes: “2 days, 4 hours”."""
    parts = []
    whole_days, hours, minutes = time.days, time.seconds // 3600, time.seconds % 3600 // 60
    if whole_days:
        parts.append(ngettext("%(n)d day", "%(n)d days", whole_days) % {"n": whole_days})
    if hours:
        parts.append(ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours})
    if minutes and not whole_days:
        parts.append(ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes})
    return _(", ").join(parts) or _("no time")


def describe_consequence(game: Game) -> str:
    """Describe what happens after too many missed turns, as the second half of a sentence."""
    return _(CONSEQUENCES[Silence(game.silence)])


def describe_silence_policy(game: Game) -> str:
    """Describe what this game does about silent players."""
    text = ngettext(
        "The site plays the turn for them, as sensibly as it can. After %(count)d missed turn, %(follows)s.",
        "The site plays the turn for them, as sensibly as it can. After %(count)d missed turns in a row, "
        "%(follows)s.",
        game.patience,
    )
    return text % {"count": game.patience, "follows": describe_consequence(game)}


def describe_join_requirements(game: Game) -> str:
    """Describe what this game requires of players without an invitation; empty if nothing."""
    asks = []
    if game.least_reliability:
        asks.append(
            _("at least %(percent)d %% of turns answered in time") % {"percent": game.least_reliability}
        )
    if game.usual_hours:
        asks.append(_("answers usually within %(hours)d h") % {"hours": game.usual_hours})
    if not game.newcomers:
        asks.append(_("some turns played on this site"))
    if not asks:
        return ""
    return _("It asks for %(asks)s. Whoever the host invites may always sit down.") % {
        "asks": _(", ").join(asks)
    }


def describe_vote_choice(code: str) -> str:
    """Describe a choice in a vote, or its outcome."""
    return _(VOTE_CHOICES.get(code) or VOTE_OUTCOMES.get(code) or code)
