"""Questions and options as values: what is asked, and what a label of each kind means."""

from itertools import islice

import pytest

from engine import Option, OptionKind, QuestionKind, QuestionView, cards_of, read_option, text
from engine.cards import CARDS
from engine.option import WORDS
from engine.question_kind import QUESTIONS
from engine.table import Beside
from engine.view import question_beside
from tests.engine.games import EDITIONS, moments

NAMES = {number: f"Player {number}" for number in range(1, 9)}


def same(message: str) -> str:
    """A translation to English."""
    return message


def plural(one: str, many: str, count: int) -> str:
    """A translation of a number to English."""
    return one if count == 1 else many


@pytest.mark.parametrize("kind", list(QuestionKind))
def test_a_kind_is_read_from_its_text(kind):
    """It is stored as its value, and written as it."""
    assert (QuestionKind.read(kind.value), str(kind), f"{kind}") == (kind, kind.value, kind.value)


def test_a_kind_of_another_release_is_unknown():
    """Neither a kind that is gone nor one of tomorrow stops a page."""
    assert [QuestionKind.read(each) for each in ("steal-the-moon", "", "PLAY")] == [QuestionKind.UNKNOWN] * 3


def test_a_question_of_another_release_keeps_its_kind():
    """What is stored about it goes on naming it as that release did, and an odd label is shown as it is."""
    beside = Beside(seat=1, number=-1, what="steal-the-moon", options=("@", "@red"), turn=1)
    question = question_beside(beside)
    shown = [text.option(option, CARDS, {}, same) for option in question.read_options]

    assert (QuestionKind.UNKNOWN, "steal-the-moon") == (question.what, question.stored_what)
    assert ["@", "@red"] == shown


@pytest.mark.parametrize("kind", sorted({*QUESTIONS, QuestionKind.UNKNOWN}, key=str))
def test_every_kind_has_a_sentence(kind):
    """What is asked has words, that of another release, too."""
    question = QuestionView(1, 1, kind, ("bread", "milk"), 1, 1, about=("trash-a-keeper",), said="It beats")

    asked = text.ask(question, CARDS, same, plural)

    assert asked
    assert "{" not in asked


@pytest.mark.parametrize(
    ("label", "kind", "fields"),
    [
        ("bread", "CARD", {"card": "bread"}),
        ("bread#2", "CARD", {"card": "bread", "shared_label": "bread"}),
        ("bread@2", "CARD", {"card": "bread", "seat": 2}),
        ("bread#2@12", "CARD", {"card": "bread", "seat": 12, "shared_label": "bread@12"}),
        ("rotate-hands", "CARD", {"card": "rotate-hands"}),
        ("made:x~0a", "CARD", {"card": "made:x~0a"}),
        ("use:recycling", "USE", {"card": "recycling"}),
        ("@3", "SEAT", {"seat": 3}),
        ("bread>love", "STEP", {"source": "bread", "target": "love"}),
        ("bread>love!peace", "STEP", {"source": "bread", "target": "love", "bump": "peace"}),
        ("rotate:a:90", "ROTATE", {"source": "a", "target": "90"}),
        ("uproot:start:-2/1", "UPROOT", {"source": "start", "target": "-2/1"}),
        ("tile:a", "TILE", {"source": "a"}),
        ("red:bread", "PIECE", {"source": "red", "target": "bread"}),
        ("hand-limit", "PEG", {}),
        ("draw", "WORD", {}),
        ("fact-0a1b2c3d4e", "FACT", {}),
    ],
)
def test_a_label_says_what_an_option_is(label, kind, fields):
    """The fields that a label has, and no others."""
    assert read_option(label) == Option(label, OptionKind[kind], **{"shared_label": label, **fields})


def test_draw_is_a_word_or_a_peg():
    """Before the first turn on the board it is the peg."""
    kinds = [
        read_option("draw", kind).kind for kind in (QuestionKind.BEFORE_DRAWING, QuestionKind.FREE_CHANGE)
    ]

    assert kinds == [OptionKind.WORD, OptionKind.PEG]


def test_a_card_that_is_gone_is_still_a_card():
    """A label of an old record is not taken for a word."""
    assert read_option("a-card-of-yesterday").card == "a-card-of-yesterday"


def test_a_fact_that_is_gone_is_told_by_its_label():
    """A record of another release can name one."""
    label = "fact-0a1b2c3d4e"

    assert text.option(read_option(label), cards_of("anatomy"), NAMES, same) == label


@pytest.mark.parametrize("label", ["@", "@x", "bread@", "a@b@c", "use:", "#", ">", "!", ":", "rotate:", ""])
def test_what_nobody_has_offered_is_read_as_well(label):
    """An address or a mail may hold anything."""
    assert read_option(label).seat is None


def test_no_card_has_the_name_of_a_word_or_a_peg():
    """Otherwise its label would be read as that."""
    assert [slug for slug in CARDS if read_option(slug).card != slug] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_games_offer_is_read(edition):
    """Cards, seats and words of all questions of some games, each with words for people."""
    for game in islice(moments(3, deck=edition), 200):
        for question in game.questions:
            view = game.view(question.seat)
            assert question.what in QUESTIONS
            for option in question.read_options:
                assert not option.card or option.card in view.deck.known_cards
                assert option.seat is None or option.seat in {each.seat for each in view.seats}
                assert option.kind is not OptionKind.WORD or option.label in WORDS
                assert text.option(option, view.deck.known_cards, NAMES, same)
