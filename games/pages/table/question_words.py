"""Words about questions: where their answers lie, headings, buttons, and what others wait for."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

# Which heap the plain card labels of a question come from, where it is not the reader's hand.
HEAPS = {
    **dict.fromkeys(("keeper-limit", "discard-keeper", "choose-gift", "attach", "reveal-keepers"), "mine"),
    "play-temporary": "temporary",
    "choose-discarded": "discard",
    "discard-rule": "rules",
    "discard-rules": "rules",
    "discard-goal": "goals",
    "choose-in-play": "in-play",
    "discard-creeper": "creepers",
}
HEADINGS = {
    "hand": gettext_noop("Your hand"),
    "mine": gettext_noop("In front of you"),
    "creepers": gettext_noop("Creepers in front of you"),
    "temporary": gettext_noop("Set aside for this card"),
    "discard": gettext_noop("Discard pile"),
    "rules": gettext_noop("New rules"),
    "goals": gettext_noop("Goals"),
    "free": gettext_noop("Free actions: these don’t count as plays"),
    "surprises": "",
    "words": "",
    "seats": "",
}
BUTTONS = {
    **dict.fromkeys(("play", "play-temporary", "choose-discarded"), gettext_noop("Play it")),
    "before-drawing": gettext_noop("Continue"),
    "hand-limit": gettext_noop("Discard"),
    "keeper-limit": gettext_noop("Discard"),
    "discard-cards": gettext_noop("Discard"),
    "discard-goal": gettext_noop("Discard"),
    "discard-keeper": gettext_noop("Discard"),
    "discard-rule": gettext_noop("Discard"),
    "discard-rules": gettext_noop("Discard"),
    "discard-or-random": gettext_noop("Discard"),
    **dict.fromkeys(("give-keeper", "choose-gift"), gettext_noop("Give it away")),
    **dict.fromkeys(("take-keeper", "choose-in-play"), gettext_noop("Take it")),
    "rock-paper-scissors": gettext_noop("Throw"),
    "attach": gettext_noop("Let it cling there"),
    "discard-creeper": gettext_noop("Get rid of it"),
    **dict.fromkeys(("window", "knowledge-bonus", "name-that-organ"), gettext_noop("Answer")),
    **dict.fromkeys(("rhyme", "alternate-factlets"), gettext_noop("Send")),
    "reveal-keepers": gettext_noop("Turn up"),
    "challenge": gettext_noop("Vote"),
    **dict.fromkeys(("free-change", "shift-peg"), gettext_noop("Move the peg")),
    "play-or-move": gettext_noop("Do it"),
    "leap": gettext_noop("Leap"),
    "pass-colours": gettext_noop("Pass them on"),
    "rotate-tile": gettext_noop("Turn it"),
    "uproot-tile": gettext_noop("Carry it"),
    "switch-tiles": gettext_noop("Switch them"),
    "send-back": gettext_noop("Send it back"),
}
# Words that have a picture; the others stand alone.
WORD_PICTURES = {
    "birthday": "cake",
    "holiday": "gift",
    "ordinary-day": "the-sun",
    "random": "dice",
    **{throw: throw for throw in ("rock", "paper", "scissors")},
    **{way: way for way in ("left", "right", "end", "draw")},
    "accept": "yes",
    "challenge": "no",
    "pass": "pass",
}
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


def describe_wait(name: str, what: str) -> str:
    """Return what the others wait for, as a sentence."""
    return _(DOING.get(what, gettext_noop("%(name)s makes a choice."))) % {"name": name}
