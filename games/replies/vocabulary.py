"""Playing by reply in words: the names that a choice goes by, and why a line was not done."""

from collections.abc import Iterator, Mapping, Sequence

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

import engine
from games.board.names import numbers_of_places
from games.history import window
from games.models import Question
from games.models.question import TAKE_FIRST_CARD, WINDOW

from . import board_vocabulary
from .board_commands import LOOK_ALIKES
from .commands import (
    COMMANDS,
    NO_WORDS,
    AnswerProblem,
    CommandKind,
    ReplyOption,
    ReplyQuestion,
    UnclearAnswer,
    normalized,
)

MOST_PRINTED = 25  # so many choices a mail prints with a number
MOST_MOVES_PRINTED = 45  # so many, where a choice is a move: that has no card's text below it
MOST_NAMED = 12  # so many choices an answer names as what somebody may have meant
NO_ANSWER = "pass"
PLACE = "place:"


def printed_choices(question: engine.QuestionView) -> tuple[str, ...]:
    """Return the choices that a mail prints, in the order of their numbers: the same for the whole question.

    In a window, letting it pass is the first. Of moves, what turns and carries tiles is left out where there
    are others, and carrying always: there are too many places.
    """
    if moves := [label for label in question.options if board_vocabulary.is_move(label)]:
        numbered = [label for label in moves if board_vocabulary.is_of_pieces(label)]
        if not numbered:
            numbered = [label for label in moves if not label.startswith(board_vocabulary.UPROOT)]
        cards = [label for label in question.options if not board_vocabulary.is_move(label)]
        return (
            *cards[:MOST_PRINTED],
            *numbered[: max(0, MOST_MOVES_PRINTED - len(cards[:MOST_PRINTED]))],
        )
    labels = question.options[:MOST_PRINTED]
    if question.what == WINDOW:
        labels = (NO_ANSWER, *(label for label in labels if label != NO_ANSWER))
    return labels


def reply_question(
    view: engine.View | None,
    row: Question,
    names: Mapping[int, str],
    *,
    takes_numbers: bool,
    mailed: Sequence[str] = (),
) -> ReplyQuestion | None:
    """Return what a reply may answer to an open question of a seat; ``None`` when it is asked no more.

    `mailed` is what was shown of an earlier question whose numbers still count, for what can be chosen still.
    """
    if row.what == TAKE_FIRST_CARD:
        return ReplyQuestion(
            (ReplyOption("take", 1, ("take", _("Take the first card"))),), takes_numbers=takes_numbers
        )
    if view is None:
        return None
    open_now = (view.question, *view.beside) if view.question else view.beside
    question = next((each for each in open_now if each.number == row.number), None)
    if question is None:
        return None
    cards = view.deck.known_cards
    numbers, gone = _numbers(question, mailed, cards, names)
    options = tuple(
        ReplyOption(label, numbers.get(label, 0), _names(label, question, cards, names), _sort(label))
        for label in question.options
    )
    places = _places(question, mailed) if takes_numbers or mailed else {}
    vocabulary = board_vocabulary.vocabulary(view.board, places) if view.board else NO_WORDS
    takes_numbers = takes_numbers or bool(mailed)
    return ReplyQuestion(
        options, question.least, question.most, question.words, takes_numbers, vocabulary, gone, _verbs()
    )


def numbered_labels(view: engine.View | None, row: Question) -> tuple[str, ...]:
    """Return what the mail of an open question shows with numbers: its choices, then its free places.

    These are written ``place:2/-1``; both are in the order of their numbers.
    """
    open_now = () if view is None else (*((view.question,) if view.question else ()), *view.beside)
    question = next((each for each in open_now if each.number == row.number), None)
    if question is None:
        return ()
    return (*printed_choices(question), *(f"{PLACE}{place}" for place in numbers_of_places(question.options)))


def _places(question: engine.QuestionView, mailed: Sequence[str]) -> dict[str, int]:
    """Return the numbers of the free places, as the picture of the mail shows them."""
    if not mailed:
        return numbers_of_places(question.options)
    places = [each.removeprefix(PLACE) for each in mailed if each.startswith(PLACE)]
    return {place: number for number, place in enumerate(places, start=1)}


def _numbers(
    question: engine.QuestionView, mailed: Sequence[str], cards: engine.KnownCards, names: Mapping[int, str]
) -> tuple[dict[str, int], dict[int, str]]:
    """Return the numbers of the choices, and what numbers of a mail stood for that cannot be chosen now."""
    if not mailed:
        return {label: number for number, label in enumerate(printed_choices(question), start=1)}, {}
    numbers: dict[str, int] = {}
    gone: dict[int, str] = {}
    choices = [each for each in mailed if not each.startswith(PLACE)]
    for number, label in enumerate(choices, start=1):
        same = (each for each in question.options if _sort(each) == _sort(label) and each not in numbers)
        now = label if label in question.options else next(same, None)
        if now is None:
            gone[number] = engine.text.option(label, cards, names, _, question.what)
        else:
            numbers[now] = number
    return numbers, gone


def _names(
    label: str, question: engine.QuestionView, cards: engine.KnownCards, names: Mapping[int, str]
) -> tuple[str, ...]:
    """Return what a choice is called in the reader's language first, then in all the others of the site."""
    found = [engine.text.option(label, cards, names, _, question.what)]
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found.append(engine.text.option(label, cards, names, _, question.what))
    if question.what == WINDOW and label == NO_ANSWER:
        found.append(window.let_it_pass())
    if label.startswith(board_vocabulary.TILE):
        letter = label.removeprefix(board_vocabulary.TILE)
        alike = LOOK_ALIKES.get(letter, letter)
        found += [letter, alike, *(name[:-1] + alike for name in found if alike != letter)]
    return tuple(dict.fromkeys(found))


def _verbs() -> frozenset[str]:
    """Return what may stand before the name of a card, in all languages of the site."""
    found = ""
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found += "," + pgettext("words of a reply, with commas", "play, choose, discard")
    return frozenset(normalized(word) for word in found.split(",") if word.strip())


def _sort(label: str) -> str:
    slug, at, seat = label.partition("@")
    return f"{slug.partition('#')[0]}{at}{seat}"


def describe_refusal(refused: Exception) -> str:
    """Return in one sentence why a line was not done, and what to write instead."""
    return _why_unclear(refused) if isinstance(refused, UnclearAnswer) else str(refused)


def _why_unclear(unclear: UnclearAnswer) -> str:
    about = unclear.about
    match unclear.problem:
        case AnswerProblem.NO_NUMBERS:
            return _(
                "A number counts only for the question of the mail that you answer, in the first line that "
                "answers it. Write the name of the card instead."
            )
        case AnswerProblem.NO_SUCH_NUMBER:
            return _("The mail has no choice %(number)s.") % {"number": about[0]}
        case AnswerProblem.GONE:
            return _("Number %(number)s of the mail was “%(name)s”: that cannot be chosen now.") % {
                "number": about[0],
                "name": about[1],
            }
        case AnswerProblem.NO_MOVE if about:
            return _("That is no move that you can make now. There you have: %(names)s.") % {
                "names": _several(about)
            }
        case AnswerProblem.NO_MOVE:
            return _("That is no move that you can make now.")
        case AnswerProblem.TWICE:
            return _("You have named the same choice twice.")
        case AnswerProblem.HOW_MANY if about[0] == about[1]:
            return ngettext(
                "Choose exactly %(count)d, all in one line, such as “1, 3”.",
                "Choose exactly %(count)d, all in one line, such as “1, 3”.",
                int(about[0]),
            ) % {"count": int(about[0])}
        case AnswerProblem.HOW_MANY:
            words = {"least": about[0], "most": about[1]}
            return _("Choose from %(least)s to %(most)s, all in one line, such as “1, 3”.") % words
        case AnswerProblem.AMBIGUOUS:
            return _("That could be any of these: %(names)s. Write one of them in full.") % {
                "names": _several(about)
            }
        case AnswerProblem.TYPO:
            return _("No choice is called so. Did you mean “%(name)s”?") % {"name": about[0]}
        case AnswerProblem.NO_PASS:
            return _("This question cannot be passed.")
        case AnswerProblem.NO_WORDS:
            return _("Write what you want to say after the colon.")
        case AnswerProblem.TOO_LONG:
            return _("That is too long: %(most)s characters at most.") % {"most": about[0]}
    return _("No choice of what you are asked is called so.")


def _several(names: Sequence[str]) -> str:
    """Return names in one line, and not too many of them."""
    return "; ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")


def names_with_commas(view: engine.View | None) -> frozenset[str]:
    """Return the keys of all names with a comma in them, so that no list of answers is cut there."""
    deck = view.deck.cards if view else ()
    return frozenset(normalized(title) for card in deck for title in _titles(card) if "," in title)


def _titles(card: engine.Card) -> Iterator[str]:
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            yield _(card.title)


def command_words() -> dict[str, CommandKind]:
    """Return the words of all languages of the site that make a line a command."""
    found = dict(COMMANDS)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for kind, words in _commands():
                found |= {word.strip().lower(): kind for word in words.split(",")}
    return found


def _commands() -> Iterator[tuple[CommandKind, str]]:
    yield CommandKind.PASS, pgettext("a word of a reply; several with commas", "pass")
    yield CommandKind.UNDO, pgettext("a word of a reply; several with commas", "undo")
    yield CommandKind.HAND, pgettext("a word of a reply; several with commas", "hand")
    yield CommandKind.HELP, pgettext("a word of a reply; several with commas", "help")
    yield CommandKind.SAY, pgettext("a word of a reply; several with commas", "say")
    yield CommandKind.WORDS, pgettext("a word of a reply; several with commas", "answer")


def nothing_read_sentence() -> str:
    """Return what to tell somebody whose reply holds nothing but what they quote."""
    return _("The site found nothing of yours above what you answered. Write your answer on the first line.")


def nothing_written_sentence() -> str:
    """Return what to tell somebody who has sent an empty text."""
    return _("Write at least one answer.")


def not_read_sentence(lines: int, characters: int) -> str:
    """Return what to tell somebody who has written very much."""
    return _("The site reads %(lines)d lines and %(count)d characters at most; the rest was not read.") % {
        "lines": lines,
        "count": characters,
    }


def help_lines(*, with_moves: bool = False) -> tuple[str, ...]:
    """Return what a reply may do, a sentence for each command; on request, also how moves are written."""
    of_moves = board_vocabulary.help_lines() if with_moves else ()
    return (
        _("Write on the first lines, above what you quote. An empty line ends what the site reads."),
        _("A number, such as “2”, or several, such as “1, 3”: these choices of the mail that you answer."),
        _(
            "The name of a card or of another choice, or how it begins: “bread”. Further lines answer what "
            "you are asked next in the same turn, by names alone."
        ),
        *of_moves,
        _("“: your words”, or “answer your words”, where a question asks for words of your own."),
        _("“pass”: let it pass, or choose none. “undo”: take your last move back, if that is possible."),
        _("“hand”: see your hand. “help”: see this. “say Hello!”: say something at the table."),
        _("What is not plain is never played: you are told why, and what came before it stands."),
    )
