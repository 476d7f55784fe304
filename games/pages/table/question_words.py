"""Where the answers of a question lie, and what its headings and its button say."""

from __future__ import annotations

from django.utils.translation import gettext_noop

# Which heap the plain card labels of a question come from, where it is not the reader's hand.
HEAPS = {
    "keeper-limit": "mine",
    "discard-keeper": "mine",
    "play-temporary": "temporary",
    "choose-discarded": "discard",
    "discard-rule": "rules",
    "discard-rules": "rules",
    "discard-goal": "goals",
    "choose-in-play": "in-play",
    "choose-gift": "mine",
    "attach": "mine",
    "reveal-keepers": "mine",
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
    "free": gettext_noop("Free actions: they are no play"),
    "surprises": "",
    "words": "",
    "seats": "",
}
BUTTONS = {
    "play": gettext_noop("Play it"),
    "play-temporary": gettext_noop("Play it"),
    "choose-discarded": gettext_noop("Play it"),
    "before-drawing": gettext_noop("Go on"),
    "hand-limit": gettext_noop("Discard"),
    "keeper-limit": gettext_noop("Discard"),
    "discard-cards": gettext_noop("Discard"),
    "discard-goal": gettext_noop("Discard"),
    "discard-keeper": gettext_noop("Discard"),
    "discard-rule": gettext_noop("Discard"),
    "discard-rules": gettext_noop("Discard"),
    "give-keeper": gettext_noop("Give it away"),
    "take-keeper": gettext_noop("Take it"),
    "choose-in-play": gettext_noop("Take it"),
    "rock-paper-scissors": gettext_noop("Throw"),
    "attach": gettext_noop("Let it cling there"),
    "choose-gift": gettext_noop("Give it away"),
    "discard-creeper": gettext_noop("Get rid of it"),
    "discard-or-random": gettext_noop("Discard"),
    "window": gettext_noop("Answer"),
    "rhyme": gettext_noop("Say it"),
    "reveal-keepers": gettext_noop("Turn up"),
    "alternate-factlets": gettext_noop("Say it"),
    "challenge": gettext_noop("Vote"),
    "knowledge-bonus": gettext_noop("Answer"),
    "name-that-organ": gettext_noop("Answer"),
    "free-change": gettext_noop("Move the peg"),
    "play-or-move": gettext_noop("Do it"),
    "shift-peg": gettext_noop("Move the peg"),
    "leap": gettext_noop("Leap"),
    "pass-colours": gettext_noop("Pass them on"),
    "rotate-tile": gettext_noop("Turn it"),
    "uproot-tile": gettext_noop("Carry it"),
    "switch-tiles": gettext_noop("Switch them"),
    "send-back": gettext_noop("Send it back"),
}
# Words that have a picture; the others stand alone.
WORD_PICTURES = {"birthday": "cake", "holiday": "gift", "ordinary-day": "the-sun", "random": "dice"}
