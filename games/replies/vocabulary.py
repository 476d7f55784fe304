"""The words of replies: the names of choices, and the words of commands."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import engine
from engine import OptionKind
from games.board.names import numbers_of_places
from games.decks.card_kinds import kind_name
from games.decks.titles import declined_forms, translate
from games.models import Question

from . import board_vocabulary
from .board_commands import LOOK_ALIKES, Vocabulary
from .board_vocabulary import COLOURS, in_all_languages
from .commands import (
    COMMANDS,
    NO_WORDS,
    CommandKind,
    ReplyOption,
    ReplyQuestion,
    loose,
    normalized,
)
from .known_words import KnownWords
from .phrases import nicknames_of
from .request_words import COMMAND_PHRASES
from .verbs import VerbKind, fitting_verbs, verbs

MOST_PRINTED = 25  # choices with a number in a mail
MOST_MOVES_PRINTED = 45  # with moves, which have no card's text below them
NO_ANSWER = "pass"
BOARD_WORDS = ("forward", "back", "left", "right", "pass", "end", "draw", "random")
TILE_LETTERS = "abcdefgh"
PLACE = "place:"


def printed_choices(question: engine.QuestionView) -> tuple[str, ...]:
    """Return the choices that a mail prints, in the order of their numbers, which never change.

    In a window, passing comes first. Moves of tiles are left out if there are others, and carrying tiles
    always: there are too many places.
    """
    of_pieces, turned, others = [], [], []
    for option in question.read_options:
        match option.kind:
            case OptionKind.STEP | OptionKind.PIECE:
                of_pieces.append(option.label)
            case OptionKind.ROTATE:
                turned.append(option.label)
            case kind if kind is not OptionKind.UPROOT:
                others.append(option.label)
    if len(others) < len(question.options):
        cards = others[:MOST_PRINTED]
        return (*cards, *(of_pieces or turned)[: max(0, MOST_MOVES_PRINTED - len(cards))])
    labels = question.options[:MOST_PRINTED]
    if question.what is engine.QuestionKind.WINDOW:
        labels = (NO_ANSWER, *(label for label in labels if label != NO_ANSWER))
    return labels


def reply_question(
    view: engine.View | None,
    row: Question,
    names: Mapping[int, str],
    *,
    takes_numbers: bool,
    mailed: Sequence[str] = (),
    first_number: int = 1,
) -> ReplyQuestion | None:
    """Return an open question of a seat as a reply can answer it; ``None`` if it is no longer asked.

    `mailed` are the `numbered_labels` of an earlier question; they count for choices that are still possible.
    `first_number` is that of the first choice in the mail, where others come before it.
    """
    if row.is_first_card:
        taking = in_all_languages(lambda: [_("Take the first card")])
        return ReplyQuestion(
            (ReplyOption("take", first_number, ("take", *taking)),),
            takes_numbers=takes_numbers,
            what=engine.QuestionKind.TAKE_FIRST_CARD,
        )
    question = find_question(view, row.number)
    if view is None or question is None:
        return None
    cards = view.deck.known_cards
    titles = deck_titles(view)
    numbers, gone = _numbers(question, mailed, first_number, cards, names)
    options = tuple(
        _reply_option(option, numbers.get(option.label, 0), cards, names, view.me, titles)
        for option in question.read_options
    )
    places = _places(question, mailed) if takes_numbers or mailed else {}
    vocabulary = board_vocabulary.vocabulary(view.board, places) if view.board else NO_WORDS
    takes_numbers = takes_numbers or bool(mailed)
    fitting, others = fitting_verbs(question.what)
    return ReplyQuestion(
        options,
        question.least,
        question.most,
        question.words,
        takes_numbers,
        vocabulary,
        gone,
        fitting,
        others,
        titles,
        question.what,
        view.plays_left if question.what is engine.QuestionKind.PLAY else 0,
        frozenset(map(normalized, names.values())),
    )


def printed_question(
    what: engine.QuestionKind,
    labels: Sequence[str],
    cards: engine.KnownCards,
    names: Mapping[int, str],
    *,
    first_number: int,
) -> ReplyQuestion:
    """Return a question as a mail has printed it, whatever became of it, to tell what its names meant."""
    read = (engine.read_option(label, what) for label in labels)
    options = tuple(
        _reply_option(option, number, cards, names) for number, option in enumerate(read, start=first_number)
    )
    fitting, others = fitting_verbs(what)
    return ReplyQuestion(options, most=max(1, len(options)), verbs=fitting, other_verbs=others)


def _reply_option(
    option: engine.Option,
    number: int,
    cards: engine.KnownCards,
    names: Mapping[int, str],
    me: int | None = None,
    titles: Collection[str] = (),
) -> ReplyOption:
    card = cards.get(option.card)
    is_me = me is not None and option.seat == me
    is_made = card is not None and card.is_made
    called = choice_names(option, cards, names)
    if card is not None:
        called = _without_titles(called, card, titles)
    return ReplyOption(
        option.label,
        number,
        (*called, *(_names_of_me(option, cards, me) if is_me and me else ())),
        option.shared_label,
        needs_whole_name=is_made,
        is_person=option.kind is OptionKind.SEAT,
    )


def _without_titles(names: tuple[str, ...], card: engine.Card, titles: Collection[str]) -> tuple[str, ...]:
    """Return the names of a card without the nicknames that are titles of other cards: a made card “Cash”."""
    others = {loose(each) for each in nicknames_of(card.title)} & set(titles)
    others -= forms_of(frozenset({card.title}))
    return tuple(name for name in names if loose(name.partition(" (")[0]) not in others)


def _names_of_me(option: engine.Option, cards: engine.KnownCards, me: int) -> tuple[str, ...]:
    """Return the names of a choice of the reader's own, as a mail prints it and as they say it."""
    found = choice_names(option, cards, {me: "{me}"})
    words = in_all_languages(lambda: [_("you"), pgettext("a player says who", "me")])
    return tuple(name.replace("{me}", word) for name in found for word in words)


def find_question(view: engine.View | None, number: int) -> engine.QuestionView | None:
    """Return the open question of a view with this number."""
    asked = () if view is None else (view.question, *view.beside)
    return next((each for each in asked if each is not None and each.number == number), None)


def numbered_labels(view: engine.View | None, row: Question) -> tuple[str, ...]:
    """Return what the mail of a question numbers: its choices, then its free places (``place:2/-1``)."""
    question = find_question(view, row.number)
    if question is None:
        return ()
    return (
        *printed_choices(question),
        *(f"{PLACE}{place}" for place in numbers_of_places(question.read_options)),
    )


def _places(question: engine.QuestionView, mailed: Sequence[str]) -> dict[str, int]:
    """Return the numbers of the free places in the picture of the mail."""
    if not mailed:
        return numbers_of_places(question.read_options)
    places = [each.removeprefix(PLACE) for each in mailed if each.startswith(PLACE)]
    return {place: number for number, place in enumerate(places, start=1)}


def _numbers(
    question: engine.QuestionView,
    mailed: Sequence[str],
    first: int,
    cards: engine.KnownCards,
    names: Mapping[int, str],
) -> tuple[dict[str, int], dict[int, str]]:
    """Return the numbers of the choices, and the names of mailed choices that are no longer possible."""
    if not mailed:
        return {label: number for number, label in enumerate(printed_choices(question), start=first)}, {}
    numbers: dict[str, int] = {}
    gone: dict[int, str] = {}
    choices = [each for each in mailed if not each.startswith(PLACE)]
    for number, label in enumerate(choices, start=first):
        option = engine.read_option(label, question.what)
        same = (
            each.label
            for each in question.read_options
            if each.shared_label == option.shared_label and each.label not in numbers
        )
        now = label if label in question.options else next(same, None)
        if now is None:
            gone[number] = engine.text.option(option, cards, names, translate)
        else:
            numbers[now] = number
    return numbers, gone


def choice_names(
    option: engine.Option, cards: engine.KnownCards, names: Mapping[int, str]
) -> tuple[str, ...]:
    """Return the names of a choice, the one in the reader's language first; also as mails print it."""
    card = cards.get(option.card)

    def name() -> list[str]:
        title = engine.text.option(option, cards, names, translate)
        if card is None:
            return [title]
        called = _(card.title)
        # As it stands behind a verb: “zagrywam Czekoladę”, «играю Алису».
        forms = (*declined_forms(card.title), *nicknames_of(card.title))
        declined = [form + title.removeprefix(called) for form in forms]
        return [title, f"{title} ({kind_name(card.kind)})", *(declined if title.startswith(called) else ())]

    found = [*name(), *in_all_languages(name)]
    if option.kind is OptionKind.TILE:
        letter = option.source
        alike = LOOK_ALIKES.get(letter, letter)
        found += [letter, alike, *(name[:-1] + alike for name in found if alike != letter)]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=64)
def forms_of(titles: frozenset[str]) -> frozenset[str]:
    """Return all forms of these English titles, `normalized` and `loose`, in all languages of the site."""
    forms = in_all_languages(lambda: [form for each in titles for form in (_(each), *declined_forms(each))])
    return frozenset(read(form) for form in forms for read in (normalized, loose))


def deck_titles(view: engine.View | None) -> frozenset[str]:
    """Return the titles of all cards of a deck as replies may write them."""
    return forms_of(frozenset(card.title for card in view.deck.cards)) if view else frozenset()


def deck_names(view: engine.View | None) -> frozenset[str]:
    """Return the titles of all cards of a deck, and what people also call these cards."""
    cards = frozenset(card.title for card in view.deck.cards) if view else frozenset()
    return deck_titles(view) | _also_called(cards)


@lru_cache(maxsize=64)
def _also_called(titles: frozenset[str]) -> frozenset[str]:
    return frozenset(
        read(name) for each in titles for name in nicknames_of(each) for read in (normalized, loose)
    )


def known_words(*views: engine.View | None, players: Iterable[str] = ()) -> KnownWords:
    """Return what a reply of these players may name in the games of these views, whatever they ask now."""
    meanings: dict[tuple[str, ...], str] = {}
    for view in views:
        if view is not None and view.board is not None:
            meanings |= board_vocabulary.vocabulary(view.board, {}).meanings
    titles = frozenset().union(*map(deck_titles, views))
    made = {card.title for view in views if view is not None for card in view.deck.cards if card.is_made}
    players = list(players)
    called = forms_of(frozenset(made)).union(map(normalized, players))
    others, contrary = words_beside_titles(players), verbs(VerbKind.OTHER)
    return KnownWords(titles, verbs(), Vocabulary(meanings), called, others, contrary)


def words_beside_titles(players: Iterable[str]) -> frozenset[str]:
    """Return what a line of several answers may name besides titles and moves, `normalized`."""
    passes = (word for word, kind in command_words().items() if kind == CommandKind.PASS)
    return _board_words().union(map(normalized, (*players, *passes)))


@lru_cache(maxsize=1)
def _board_words() -> frozenset[str]:
    """Return the names of ways, pegs, tiles and colours, `normalized`, in all languages of the site."""
    options = [engine.read_option(word) for word in BOARD_WORDS]
    options += [engine.read_option(f"{OptionKind.TILE.value}:{letter}") for letter in TILE_LETTERS]
    options += [engine.read_option(peg, engine.QuestionKind.FREE_CHANGE) for peg in engine.PEGS]
    names = [name for option in options for name in choice_names(option, {}, {})]
    colours = in_all_languages(lambda: [engine.text.board.colour(each, translate) for each in COLOURS])
    return frozenset(map(normalized, [*names, *colours]))


def names_with_commas(view: engine.View | None) -> frozenset[str]:
    """Return all `normalized` titles and ways with a comma, so that no list of answers is split there."""
    if view is None:
        return frozenset()
    ways = (name for name in _board_words() if "," in name)
    return _forms_with_commas(frozenset(card.title for card in view.deck.cards)).union(ways)


@lru_cache(maxsize=64)
def _forms_with_commas(titles: frozenset[str]) -> frozenset[str]:
    """Return those of these English titles that have a comma, `normalized`, in each language of the site."""
    forms = in_all_languages(lambda: map(_, sorted(titles)))
    return frozenset(normalized(form) for form in forms if "," in form)


def command_words() -> dict[str, CommandKind]:
    """Return the words that make a line a command, in all languages of the site."""
    translated = in_all_languages(_commands)
    said = {word.strip().lower(): kind for kind, words in translated for word in words.split(",")}
    return {**COMMANDS} | said | command_phrases()


@lru_cache(maxsize=1)
def command_phrases() -> dict[str, CommandKind]:
    """Return the longer ways to say a command, `normalized`, in all languages of the site."""
    return {
        normalized(phrase): CommandKind(kind)
        for kind, rows in COMMAND_PHRASES.items()
        for row in rows
        for phrase in row.split("|")
    }


def _commands() -> Iterator[tuple[CommandKind, str]]:
    yield CommandKind.PASS, pgettext("a word of a reply; several with commas", "pass")
    yield CommandKind.UNDO, pgettext("a word of a reply; several with commas", "undo")
    yield CommandKind.HAND, pgettext("a word of a reply; several with commas", "hand")
    yield CommandKind.HELP, pgettext("a word of a reply; several with commas", "help")
    yield CommandKind.SAY, pgettext("a word of a reply; several with commas", "say")
    yield CommandKind.FREE_TEXT, pgettext("a word of a reply; several with commas", "answer")
