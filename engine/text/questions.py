"""What is asked, and what can be answered."""

from engine.card import KnownCards
from engine.cards.factlets import FACTLETS
from engine.option import Option, OptionKind
from engine.question_kind import QuestionKind as Kind
from engine.text.board import BOARD_WORDS, board_option, peg
from engine.text.words import THROWS, Names, title_of
from engine.translation import Gettext, Ngettext, gettext_noop
from engine.view import QuestionView

_ASKS: dict[Kind, str] = {
    Kind.PLAY: gettext_noop("Choose a card to play."),
    Kind.BEFORE_DRAWING: gettext_noop("Draw now, or use a free action first?"),
    Kind.CHOOSE_DISCARDED: gettext_noop("Choose a card from the discard pile to play."),
    Kind.CHOOSE_DIRECTION: gettext_noop("Which way do the hands go?"),
    Kind.CHOOSE_GIFT: gettext_noop("Which of your keepers do you want to give to another player?"),
    Kind.CHOOSE_GOALS: gettext_noop("Which goals do you discard, to draw as many cards?"),
    Kind.CHOOSE_IN_PLAY: gettext_noop("Which card in play do you take into your hand?"),
    Kind.CHOOSE_OCCASION: gettext_noop("What’s today for you?"),
    Kind.CHOOSE_OPPONENT: gettext_noop("Which player do you choose?"),
    Kind.CHOOSE_RECIPIENT: gettext_noop("Who gets “{card}”?"),
    Kind.CHOOSE_VICTIM: gettext_noop("Whose hand do you take a card from?"),
    Kind.DISCARD_CREEPER: gettext_noop("Which Creeper do you get rid of?"),
    Kind.DISCARD_GOAL: gettext_noop("Which goal goes to the discard pile?"),
    Kind.DISCARD_KEEPER: gettext_noop("Which keeper goes to the discard pile?"),
    Kind.DISCARD_RULE: gettext_noop("Which rule goes to the discard pile?"),
    Kind.DISCARD_RULES: gettext_noop("Which rules go to the discard pile? You may choose none."),
    Kind.DISCARD_OR_RANDOM: gettext_noop("“{card}”: which card do you discard?"),
    Kind.GIVE_KEEPER: gettext_noop("Which of your keepers do you give away?"),
    Kind.PLAY_TEMPORARY: gettext_noop("Which of these cards do you play next?"),
    Kind.RHYME: gettext_noop("What’s your rhyme?"),
    Kind.ROCK_PAPER_SCISSORS: gettext_noop("Rock, paper or scissors?"),
    Kind.REVEAL_KEEPERS: gettext_noop("Which of your face-down keepers do you turn up?"),
    Kind.TAKE_KEEPER: gettext_noop("Which keeper do you take?"),
    Kind.ATTACH: gettext_noop("Which of your keepers does “{card}” attach to?"),
    Kind.NAME_THAT_ORGAN: gettext_noop("Which organ is this? {said}"),
    Kind.KNOWLEDGE_BONUS: gettext_noop("Which of these facts is about this organ: “{card}”?"),
    Kind.ALTERNATE_FACTLETS: gettext_noop("Do you know another true fact about this organ: “{card}”?"),
    Kind.CHALLENGE: gettext_noop("Is this true about “{card}”, and not just a joke? Someone said: “{said}”"),
    Kind.FREE_CHANGE: gettext_noop(
        "Everyone moves one peg forward before the first turn. Which one do you move?"
    ),
    Kind.PLAY_OR_MOVE: gettext_noop("Choose a card to play, or a move."),
    Kind.SHIFT_PEG: gettext_noop("“{card}”: forward or back?"),
    Kind.LEAP: gettext_noop("“{card}”: with which piece?"),
    Kind.PASS_COLOURS: gettext_noop("Which way do the colours go?"),
    Kind.ROTATE_TILE: gettext_noop("Which tile do you turn, and how far?"),
    Kind.UPROOT_TILE: gettext_noop("Which tile do you move, and where?"),
    Kind.SWITCH_TILES: gettext_noop("Which two tiles change places?"),
    Kind.SEND_BACK: gettext_noop("Which piece goes back to the start?"),
    Kind.WINDOW: gettext_noop("“{card}” is being played. Do you answer it with a Surprise?"),
    Kind.UNKNOWN: gettext_noop("Choose an answer."),
}


def ask(question: QuestionView, cards: KnownCards, gettext: Gettext, ngettext: Ngettext) -> str:
    """What a question asks of its seat, as one sentence."""
    what = question.what
    if what is Kind.HAND_LIMIT:
        return ngettext(
            "Hand limit: discard {count} card from your hand.",
            "Hand limit: discard {count} cards from your hand.",
            question.least,
        ).format(count=question.least)
    if what is Kind.KEEPER_LIMIT:
        return ngettext(
            "Keeper limit: discard {count} of your keepers.",
            "Keeper limit: discard {count} of your keepers.",
            question.least,
        ).format(count=question.least)
    if what is Kind.DISCARD_RULES and question.least:
        return gettext("Which rules go to the discard pile? At least one must.")
    if what is Kind.DISCARD_CARDS:
        return ngettext(
            "Discard {count} card from your hand.",
            "Discard {count} cards from your hand.",
            question.least,
        ).format(count=question.least)
    if what is Kind.PLAY_OR_MOVE:
        return _play_or_move(question, gettext)
    if what is Kind.PLAY and "end" in question.options:
        return gettext("You have no plays left: end your turn, or use a free action first?")
    if what is Kind.PLAY and "random" in question.options:
        return gettext("Play a random card, or use a free action first?")
    card_asked = title_of(cards[question.about[-1]], gettext) if question.about else ""
    said = gettext(question.said) if question.said else ""
    return gettext(_ASKS[what]).format(card=card_asked, said=said)


def _play_or_move(question: QuestionView, gettext: Gettext) -> str:
    """What is asked in a turn on the board, by what is left to be done in it."""
    cards = [option for option in question.read_options if option.card]
    if len(cards) == len(question.options):
        return gettext("Choose a card to play.")
    return gettext(_ASKS[Kind.PLAY_OR_MOVE]) if cards else gettext("Choose a move.")


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


def option(option: Option, cards: KnownCards, names: Names, gettext: Gettext) -> str:
    """What an option of a question means to a person: ``bread@2`` is Bread (Bob)."""
    match option.kind:
        case OptionKind.PEG:
            return peg(option.label, gettext)
        case OptionKind.WORD:
            return gettext(_WORDS[option.label])
        case OptionKind.FACT:
            fact = FACTLETS.get(option.label)  # the list of another release had others
            return gettext(fact.fact) if fact else title_of(cards[option.label], gettext)
        case OptionKind.SEAT if option.seat is not None:
            return names[option.seat]
        case OptionKind.CARD | OptionKind.USE:
            return _card_option(option, cards, names, gettext)
        case OptionKind.SEAT:
            return option.label  # of another release
    return board_option(option, gettext)


def _card_option(option: Option, cards: KnownCards, names: Names, gettext: Gettext) -> str:
    card = cards[option.card]
    title = title_of(card, gettext)
    if option.kind is OptionKind.USE:
        if card.kind == "creeper":
            return gettext("Get rid of {card}").format(card=title)
        return gettext("Use {rule}").format(rule=title)
    if option.seat is not None:
        return gettext("{card} ({name})").format(card=title, name=names[option.seat])
    return title
