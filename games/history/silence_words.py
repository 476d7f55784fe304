"""Describes a game's rules about silent players and about joining."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.models import Game, Silence

FOLLOWS = {
    Silence.PLAY: gettext_noop("a bot keeps the seat until its player is back"),
    Silence.BOT: gettext_noop("a bot keeps the seat until its player is back"),
    Silence.VOTE: gettext_noop("the others vote what to do"),
    Silence.REPLACE: gettext_noop(
        "the seat may be taken over by somebody else, and a bot keeps it meanwhile"
    ),
    Silence.END: gettext_noop("the game ends for everybody"),
}
CHOICES = {
    "more-time": gettext_noop("Wait: give them as much time again"),
    "bot": gettext_noop("A bot keeps the seat until they are back"),
    "replace": gettext_noop("Look for somebody else to take the seat over"),
    "end": gettext_noop("End the game"),
}
OUTCOMES = {
    "returned": gettext_noop("The player is back, so the vote is off."),
    "moot": gettext_noop("There was nothing left to decide."),
}


def describe_consequence(game: Game) -> str:
    """Describe what happens after too many missed turns, as the second half of a sentence."""
    return _(FOLLOWS[Silence(game.silence)])


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
    return _(CHOICES.get(code) or OUTCOMES.get(code) or code)
