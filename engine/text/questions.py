"""What is asked, and what can be answered."""

from engine.board.spaces import PEGS
from engine.card import KnownCards
from engine.cards.factlets import FACTLETS
from engine.marking import Gettext, Ngettext, gettext_noop
from engine.text.board import BOARD_WORDS, board_option, peg
from engine.text.words import THROWS, Names, title_of
from engine.view import QuestionView

_ASKS = {
    "play": gettext_noop("Choose a card to play."),
    "before-drawing": gettext_noop("Draw now, or use a free action first?"),
    "choose-discarded": gettext_noop("Choose a card from the discard pile to play."),
    "choose-direction": gettext_noop("Which way do the hands go?"),
    "choose-gift": gettext_noop("Which of your keepers do you want to give to another player?"),
    "choose-goals": gettext_noop("Which goals do you discard, to draw as many cards?"),
    "choose-in-play": gettext_noop("Which card in play do you take into your hand?"),
    "choose-occasion": gettext_noop("What’s today for you?"),
    "choose-opponent": gettext_noop("Which player do you choose?"),
    "choose-recipient": gettext_noop("Who gets “{card}”?"),
    "choose-victim": gettext_noop("Whose hand do you take a card from?"),
    "discard-creeper": gettext_noop("Which Creeper do you get rid of?"),
    "discard-goal": gettext_noop("Which goal goes to the discard pile?"),
    "discard-keeper": gettext_noop("Which keeper goes to the discard pile?"),
    "discard-rule": gettext_noop("Which rule goes to the discard pile?"),
    "discard-rules": gettext_noop("Which rules go to the discard pile? You may choose none."),
    "discard-or-random": gettext_noop("“{card}”: which card do you discard?"),
    "give-keeper": gettext_noop("Which of your keepers do you give away?"),
    "play-temporary": gettext_noop("Which of these cards do you play next?"),
    "rhyme": gettext_noop("What’s your rhyme?"),
    "rock-paper-scissors": gettext_noop("Rock, paper or scissors?"),
    "reveal-keepers": gettext_noop("Which of your face-down keepers do you turn up?"),
    "take-keeper": gettext_noop("Which keeper do you take?"),
    "attach": gettext_noop("Which of your keepers does “{card}” attach to?"),
    "name-that-organ": gettext_noop("Which organ is this? {said}"),
    "knowledge-bonus": gettext_noop("Which of these facts is about this organ: “{card}”?"),
    "alternate-factlets": gettext_noop("Do you know another true fact about this organ: “{card}”?"),
    "challenge": gettext_noop("Is this true about “{card}”, and not just a joke? Somebody said: “{said}”"),
    "free-change": gettext_noop(
        "Everybody moves one peg forward before the first turn. Which one do you move?"
    ),
    "play-or-move": gettext_noop("Choose a card to play, or a move."),
    "shift-peg": gettext_noop("“{card}”: forward or back?"),
    "leap": gettext_noop("“{card}”: with which piece?"),
    "pass-colours": gettext_noop("Which way do the colours go?"),
    "rotate-tile": gettext_noop("Which tile do you turn, and how far?"),
    "uproot-tile": gettext_noop("Which tile do you move, and where?"),
    "switch-tiles": gettext_noop("Which two tiles change places?"),
    "send-back": gettext_noop("Which piece goes back to the start?"),
    "window": gettext_noop("“{card}” is being played. Do you answer it with a Surprise?"),
}


QUESTIONS = frozenset({*_ASKS, "discard-cards", "hand-limit", "keeper-limit"})
"""Every kind of question that the cards ask."""


def ask(question: QuestionView, cards: KnownCards, gettext: Gettext, ngettext: Ngettext) -> str:
    """What a question asks of its seat, as one sentence."""
    what = question.what
    if what == "hand-limit":
        return ngettext(
            "Hand limit: discard {count} card from your hand.",
            "Hand limit: discard {count} cards from your hand.",
            question.least,
        ).format(count=question.least)
    if what == "keeper-limit":
        return ngettext(
            "Keeper limit: discard {count} of your keepers.",
            "Keeper limit: discard {count} of your keepers.",
            question.least,
        ).format(count=question.least)
    if what == "discard-rules" and question.least:
        return gettext("Which rules go to the discard pile? At least one must.")
    if what == "discard-cards":
        return ngettext(
            "Discard {count} card from your hand.",
            "Discard {count} cards from your hand.",
            question.least,
        ).format(count=question.least)
    if what == "play-or-move":
        return _play_or_move(question, gettext)
    if what == "play" and "end" in question.options:
        return gettext("You have no plays left: end your turn, or use a free action first?")
    if what == "play" and "random" in question.options:
        return gettext("Play a random card, or use a free action first?")
    card_asked = title_of(cards[question.about[-1]], gettext) if question.about else ""
    said = gettext(question.said) if question.said else ""
    return gettext(_ASKS[what]).format(card=card_asked, said=said)


def _play_or_move(question: QuestionView, gettext: Gettext) -> str:
    """What is asked in a turn on the board, by what is left to be done in it."""
    cards = [label for label in question.options if card_of(label)]
    if len(cards) == len(question.options):
        return gettext("Choose a card to play.")
    return gettext(_ASKS["play-or-move"]) if cards else gettext("Choose a move.")


_WORDS = {
    **THROWS,
    "birthday": gettext_noop("It’s my birthday"),
    "holiday": gettext_noop("It’s a holiday or an anniversary"),
    "ordinary-day": gettext_noop("It’s an ordinary day"),
    "draw": gettext_noop("Draw now"),
    "end": gettext_noop("End my turn"),
    "left": gettext_noop("To the next player, clockwise"),
    "pass": gettext_noop("Pass"),
    **BOARD_WORDS,
    "accept": gettext_noop("It counts"),
    "challenge": gettext_noop("I challenge it"),
    "random": gettext_noop("A random card"),
    "right": gettext_noop("To the previous player, counter-clockwise"),
}


def option(label: str, cards: KnownCards, names: Names, gettext: Gettext, what: str = "") -> str:
    """What a label of a question means to a person: ``bread@2`` is Bread (Bob).

    ``what`` is the kind of question, without which ``draw`` means to draw now, and not the peg.
    """
    if what == "free-change" or (label in PEGS and label not in _WORDS):
        return peg(label, gettext)
    if label in _WORDS:
        return gettext(_WORDS[label])
    if label in FACTLETS:
        return gettext(FACTLETS[label].fact)
    if (told := board_option(label, gettext)) is not None:
        return told
    if label.startswith("use:"):
        used = cards[label.removeprefix("use:")]
        if used.kind == "creeper":
            return gettext("Get rid of {card}").format(card=title_of(used, gettext))
        return gettext("Use {rule}").format(rule=title_of(used, gettext))
    slug, _, seat = label.partition("@")
    if not slug:
        return names[int(seat)]
    slug = slug.partition("#")[0]
    if seat:
        return gettext("{card} ({name})").format(card=title_of(cards[slug], gettext), name=names[int(seat)])
    return title_of(cards[slug], gettext)


def card_of(label: str) -> str | None:
    """The slug of the card that a label stands for, if it stands for one."""
    if label in _WORDS or label in PEGS or label in FACTLETS or ">" in label:
        return None
    slug = label.removeprefix("use:").partition("@")[0].partition("#")[0]
    return slug if slug and ":" not in slug.removeprefix("made:") else None
