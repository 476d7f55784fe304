"""Describes the settings of a game: its clock, silent players, and joining."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.core.unknown import label_of, note_unknown, unknown_choice
from games.core.zone_names import name_zone
from games.models import AwayPolicy, Game, GraceHours, Pace, Player, Promise, Silence, Timing
from games.models.timing import EVERY_DAY, HOUR

from .formatting import lower_case_names

CONSEQUENCES: dict[str, str] = {
    Silence.PLAY: gettext_noop("a bot plays until the player is back"),
    Silence.BOT: gettext_noop("a bot plays until the player is back"),
    Silence.VOTE: gettext_noop("the others vote on what to do"),
    Silence.REPLACE: gettext_noop("someone else can take over, and a bot plays in the meantime"),
    Silence.END: gettext_noop("the game ends for everyone"),
}
VACATIONS: dict[str, str] = {
    AwayPolicy.STOP: gettext_noop(
        "On vacation: their own turn waits. What they’re asked in other turns has its usual time."
    ),
    AwayPolicy.ANSWERS: gettext_noop(
        "On vacation: their own turn waits. On other people’s turns, their orders or a bot answer right away."
    ),
    AwayPolicy.BOT: gettext_noop("On vacation: a bot plays for them right away, so nobody has to wait."),
    AwayPolicy.NONE: gettext_noop("No vacations here: clocks keep running."),
}
VOTE_CHOICES = {
    "more-time": gettext_noop("Wait: give them the same time again"),
    "bot": gettext_noop("A bot plays until they’re back"),
    "replace": gettext_noop("Find someone else to take over"),
    "end": gettext_noop("End the game"),
}
VOTE_OUTCOMES = {
    "returned": gettext_noop("The player is back, so the vote is off."),
    "moot": gettext_noop("There was nothing left to decide."),
}


def _describe(registry: str, texts: Mapping[str, str], code: str) -> str:
    """Return the words of a setting; neutral ones for what another release has stored."""
    if code in texts:
        return _(texts[code])
    note_unknown(registry, code)
    return unknown_choice()


def describe_pace(game: Game) -> str:
    """Describe a game's clock as part of a sentence: “3 days for each turn”."""
    if game.timing == Timing.BANK:
        return _("%(start)s to begin with, %(gain)s more for each turn, up to %(most)s") % {
            "start": describe_span(game.bank_start * HOUR),
            "gain": describe_span(game.bank_gain * HOUR),
            "most": describe_span(game.bank_most * HOUR),
        }
    if game.timing == Timing.FIXED:
        when = {"hour": f"{game.fixed_hour}:00", "zone": name_zone(game.fixed_zone)}
        if game.fixed_days in (EVERY_DAY, ""):
            return _("answers by %(hour)s (%(zone)s) each day") % when
        return _("answers by %(hour)s (%(zone)s) on %(days)s") % {
            **when,
            "days": describe_weekdays(game.fixed_weekdays),
        }
    if game.pace == Pace.NONE and game.promise:
        return _("no clock, but %(promise)s") % {"promise": label_of(Promise, game.promise)}
    return label_of(Pace, game.pace)


def describe_details(game: Game) -> list[str]:
    """Return further sentences about a game's clock."""
    if not game.is_timed:
        bot_answers = game.away_policy in (AwayPolicy.ANSWERS, AwayPolicy.BOT)
        return [describe_away_policy(game)] if bot_answers else []
    sentences = []
    if game.timing == Timing.FIXED:
        words = {"least": describe_span(game.fixed_least * HOUR)}
        sentences.append(
            _(
                "You always have at least %(least)s to answer; questions that come later are due "
                "the next time."
            )
            % words
        )
    elif game.grace_hours:
        grace = label_of(GraceHours, game.grace_hours)
        sentences.append(_("In each turn, the clock starts only after %(grace)s.") % {"grace": grace})
    return [
        *sentences,
        _("Quiet hours and days off stop a player’s own clock."),
        *([describe_other_turns(game.answer_allowance)] if game.answer_allowance else []),
        describe_away_policy(game),
    ]


def describe_other_turns(allowance: timedelta) -> str:
    """Describe the time that a table gives for questions out of turn."""
    return _(
        "On someone else’s turn you have %(time)s to answer, not counting quiet hours. Then the site "
        "answers, and it doesn’t count as a missed turn."
    ) % {"time": describe_span(allowance)}


def describe_away_policy(game: Game) -> str:
    """Describe what happens at this table while somebody is on vacation."""
    return _describe("away policy", VACATIONS, game.away_policy)


def summarize_clock(game: Game, player: Player) -> str:
    """Describe, in a paragraph, what a game's clock means for one player."""
    if not game.is_timed:
        return _("There’s no clock, so nobody has to hurry.")
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
            _("Your quiet hours from %(begin)s to %(end)s (%(zone)s) don’t count.")
            % {
                "begin": f"{player.quiet_from:%H:%M}",
                "end": f"{player.quiet_to:%H:%M}",
                "zone": name_zone(player.timezone),
            }
        )
    if player.days_off:
        sentences.append(
            _("Your days off don’t count: %(days)s.") % {"days": describe_weekdays(map(int, player.days_off))}
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
    return _describe("silence policy", CONSEQUENCES, game.silence)


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
            _("at least %(percent)d%% of turns answered in time") % {"percent": game.least_reliability}
        )
    if game.usual_hours:
        asks.append(_("answers usually within %(hours)d h") % {"hours": game.usual_hours})
    if not game.newcomers:
        asks.append(_("some turns played on this site"))
    if not asks:
        return ""
    return _("It’s for players with %(asks)s. Anyone the host invites can join.") % {
        "asks": _(", ").join(asks)
    }


def describe_vote_choice(code: str) -> str:
    """Describe a choice in a vote, or its outcome."""
    return _describe("vote choice", VOTE_CHOICES | VOTE_OUTCOMES, code)
