"""Words about questions: where their answers lie, headings, buttons, and what others wait for."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine import QuestionKind as Kind

# Which heap the plain card labels of a question come from, where it is not the reader's hand.
HEAPS: dict[Kind, str] = {
    **dict.fromkeys(
        (Kind.KEEPER_LIMIT, Kind.DISCARD_KEEPER, Kind.CHOOSE_GIFT, Kind.ATTACH, Kind.REVEAL_KEEPERS), "mine"
    ),
    Kind.PLAY_TEMPORARY: "temporary",
    Kind.CHOOSE_DISCARDED: "discard",
    Kind.DISCARD_RULE: "rules",
    Kind.DISCARD_RULES: "rules",
    Kind.DISCARD_GOAL: "goals",
    Kind.CHOOSE_IN_PLAY: "in-play",
    Kind.DISCARD_CREEPER: "creepers",
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
BUTTONS: dict[Kind, str] = {
    **dict.fromkeys((Kind.PLAY, Kind.PLAY_TEMPORARY, Kind.CHOOSE_DISCARDED), gettext_noop("Play it")),
    Kind.BEFORE_DRAWING: gettext_noop("Continue"),
    Kind.HAND_LIMIT: gettext_noop("Discard"),
    Kind.KEEPER_LIMIT: gettext_noop("Discard"),
    Kind.DISCARD_CARDS: gettext_noop("Discard"),
    Kind.DISCARD_GOAL: gettext_noop("Discard"),
    Kind.DISCARD_KEEPER: gettext_noop("Discard"),
    Kind.DISCARD_RULE: gettext_noop("Discard"),
    Kind.DISCARD_RULES: gettext_noop("Discard"),
    Kind.DISCARD_OR_RANDOM: gettext_noop("Discard"),
    **dict.fromkeys((Kind.GIVE_KEEPER, Kind.CHOOSE_GIFT), gettext_noop("Give it away")),
    **dict.fromkeys((Kind.TAKE_KEEPER, Kind.CHOOSE_IN_PLAY), gettext_noop("Take it")),
    Kind.ROCK_PAPER_SCISSORS: gettext_noop("Throw"),
    Kind.ATTACH: gettext_noop("Let it cling there"),
    Kind.DISCARD_CREEPER: gettext_noop("Get rid of it"),
    **dict.fromkeys((Kind.WINDOW, Kind.KNOWLEDGE_BONUS, Kind.NAME_THAT_ORGAN), gettext_noop("Answer")),
    **dict.fromkeys((Kind.RHYME, Kind.ALTERNATE_FACTLETS), gettext_noop("Send")),
    Kind.REVEAL_KEEPERS: gettext_noop("Turn up"),
    Kind.CHALLENGE: gettext_noop("Vote"),
    **dict.fromkeys((Kind.FREE_CHANGE, Kind.SHIFT_PEG), gettext_noop("Move the peg")),
    Kind.PLAY_OR_MOVE: gettext_noop("Do it"),
    Kind.LEAP: gettext_noop("Leap"),
    Kind.PASS_COLOURS: gettext_noop("Pass them on"),
    Kind.ROTATE_TILE: gettext_noop("Turn it"),
    Kind.UPROOT_TILE: gettext_noop("Carry it"),
    Kind.SWITCH_TILES: gettext_noop("Switch them"),
    Kind.SEND_BACK: gettext_noop("Send it back"),
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
DOING: dict[Kind, str] = {
    Kind.ATTACH: gettext_noop("%(name)s chooses which keeper a Creeper attaches to."),
    Kind.BEFORE_DRAWING: gettext_noop("%(name)s is about to draw."),
    Kind.CHOOSE_DIRECTION: gettext_noop("%(name)s chooses which way the hands go."),
    Kind.CHOOSE_DISCARDED: gettext_noop("%(name)s chooses a card from the discard pile."),
    Kind.CHOOSE_GIFT: gettext_noop("%(name)s chooses a keeper to give away."),
    Kind.CHOOSE_GOALS: gettext_noop("%(name)s chooses goals to discard."),
    Kind.CHOOSE_IN_PLAY: gettext_noop("%(name)s chooses a card in play."),
    Kind.CHOOSE_OCCASION: gettext_noop("%(name)s says what day it is."),
    Kind.CHOOSE_OPPONENT: gettext_noop("%(name)s chooses a player."),
    Kind.CHOOSE_RECIPIENT: gettext_noop("%(name)s deals cards out."),
    Kind.CHOOSE_VICTIM: gettext_noop("%(name)s chooses a player to take a card from."),
    Kind.DISCARD_CARDS: gettext_noop("%(name)s chooses cards to discard."),
    Kind.DISCARD_CREEPER: gettext_noop("%(name)s chooses a Creeper to get rid of."),
    Kind.DISCARD_GOAL: gettext_noop("%(name)s chooses a goal to discard."),
    Kind.DISCARD_KEEPER: gettext_noop("%(name)s chooses a keeper to discard."),
    Kind.DISCARD_OR_RANDOM: gettext_noop("%(name)s chooses a card to discard."),
    Kind.DISCARD_RULE: gettext_noop("%(name)s chooses a rule to discard."),
    Kind.DISCARD_RULES: gettext_noop("%(name)s chooses rules to discard."),
    Kind.GIVE_KEEPER: gettext_noop("%(name)s chooses a keeper to give away."),
    Kind.HAND_LIMIT: gettext_noop("%(name)s discards down to the hand limit."),
    Kind.KEEPER_LIMIT: gettext_noop("%(name)s discards down to the keeper limit."),
    Kind.PLAY: gettext_noop("%(name)s chooses a card to play."),
    Kind.PLAY_TEMPORARY: gettext_noop("%(name)s chooses which of the drawn cards to play."),
    Kind.FREE_CHANGE: gettext_noop("%(name)s moves a peg before the first turn."),
    Kind.LEAP: gettext_noop("%(name)s chooses the piece that leaps."),
    Kind.PASS_COLOURS: gettext_noop("%(name)s chooses which way the colours go."),
    Kind.PLAY_OR_MOVE: gettext_noop("%(name)s chooses a card to play or a move."),
    Kind.ROTATE_TILE: gettext_noop("%(name)s chooses a tile to turn."),
    Kind.SEND_BACK: gettext_noop("%(name)s chooses a piece to send back."),
    Kind.SHIFT_PEG: gettext_noop("%(name)s chooses which way a peg goes."),
    Kind.SWITCH_TILES: gettext_noop("%(name)s chooses two tiles."),
    Kind.UPROOT_TILE: gettext_noop("%(name)s chooses a tile to carry elsewhere."),
    Kind.RHYME: gettext_noop("%(name)s thinks of a rhyme."),
    Kind.ROCK_PAPER_SCISSORS: gettext_noop("%(name)s throws rock, paper or scissors."),
    Kind.TAKE_FIRST_CARD: gettext_noop("%(name)s can take the first card."),
    Kind.TAKE_KEEPER: gettext_noop("%(name)s chooses a keeper to take."),
}


def describe_wait(name: str, what: Kind) -> str:
    """Return what the others wait for, as a sentence."""
    return _(DOING.get(what, gettext_noop("%(name)s makes a choice."))) % {"name": name}
