"""What waits for a player: their open questions in games that move, and results they have not seen."""

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Game, Player, Question, Seat

# What a seat is doing while others wait for it. It says no more than everybody may know.
DOING = {
    "attach": gettext_noop("%(name)s chooses the keeper to which a Creeper clings."),
    "before-drawing": gettext_noop("%(name)s is about to draw."),
    "choose-direction": gettext_noop("%(name)s chooses which way the hands go."),
    "choose-discarded": gettext_noop("%(name)s chooses a card from the discard pile."),
    "choose-gift": gettext_noop("%(name)s chooses a keeper to give away."),
    "choose-goals": gettext_noop("%(name)s chooses goals to discard."),
    "choose-in-play": gettext_noop("%(name)s chooses a card in play."),
    "choose-occasion": gettext_noop("%(name)s says what day it is."),
    "choose-opponent": gettext_noop("%(name)s chooses a player."),
    "choose-recipient": gettext_noop("%(name)s deals cards out."),
    "choose-victim": gettext_noop("%(name)s chooses from whom to take a card."),
    "discard-cards": gettext_noop("%(name)s chooses cards to discard."),
    "discard-creeper": gettext_noop("%(name)s chooses a Creeper to get rid of."),
    "discard-goal": gettext_noop("%(name)s chooses a goal to discard."),
    "discard-keeper": gettext_noop("%(name)s chooses a keeper to discard."),
    "discard-or-random": gettext_noop("%(name)s chooses a card to discard."),
    "discard-rule": gettext_noop("%(name)s chooses a rule to discard."),
    "discard-rules": gettext_noop("%(name)s chooses rules to discard."),
    "give-keeper": gettext_noop("%(name)s chooses a keeper to give away."),
    "hand-limit": gettext_noop("%(name)s discards down to the hand limit."),
    "keeper-limit": gettext_noop("%(name)s discards down to the keeper limit."),
    "play": gettext_noop("%(name)s chooses a card to play."),
    "play-temporary": gettext_noop("%(name)s chooses which of the drawn cards to play."),
    "free-change": gettext_noop("%(name)s moves a peg before the first turn."),
    "leap": gettext_noop("%(name)s chooses the piece that leaps."),
    "pass-colours": gettext_noop("%(name)s chooses which way the colours go."),
    "play-or-move": gettext_noop("%(name)s chooses a card to play or a move."),
    "rotate-tile": gettext_noop("%(name)s chooses a tile to turn."),
    "send-back": gettext_noop("%(name)s chooses a piece to send back."),
    "shift-peg": gettext_noop("%(name)s chooses which way a peg goes."),
    "switch-tiles": gettext_noop("%(name)s chooses two tiles."),
    "uproot-tile": gettext_noop("%(name)s chooses a tile to carry elsewhere."),
    "rhyme": gettext_noop("%(name)s thinks of a rhyme."),
    "rock-paper-scissors": gettext_noop("%(name)s throws rock, paper or scissors."),
    "take-first-card": gettext_noop("%(name)s may take the first card."),
    "take-keeper": gettext_noop("%(name)s chooses a keeper to take."),
}


def doing(name: str, what: str) -> str:
    """Return what the others wait for, as a sentence."""
    return _(DOING.get(what, gettext_noop("%(name)s makes a choice."))) % {"name": name}


def questions_for(player: Player) -> QuerySet[Question]:
    """Return the questions that wait for a player, the next deadline first, those without a clock last."""
    return asked_of(player).filter(beside=False)


def asked_of(player: Player) -> QuerySet[Question]:
    """Return all that is asked of a player, also beside the play, for which nobody waits; in that order."""
    return (
        Question.objects.filter(
            closed_at=None,
            seat__player=player,
            seat__status=Seat.Status.TAKEN,
            seat__on_autopilot=False,
            game__status=Game.Status.RUNNING,
            game__paused_at=None,
        )
        .select_related("game", "seat")
        .order_by(F("due_at").asc(nulls_last=True), "opened_at", "pk")
    )


def unseen_results(player: Player) -> QuerySet[Seat]:
    """Return the player's seats in finished games whose end they have not been shown, the oldest first."""
    return (
        Seat.objects.filter(
            player=player,
            status=Seat.Status.TAKEN,
            game__status=Game.Status.FINISHED,
            game__version__gt=F("seen_version"),
        )
        .select_related("game", "game__winner")
        .order_by("game__finished_at", "pk")
    )
