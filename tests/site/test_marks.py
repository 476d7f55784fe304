"""The cards and people that a sentence of the history names: as parts for pages, and plain for all else."""

import msgspec
import pytest
from django.utils.translation import ngettext, override

import engine
from games.decks.titles import translate
from games.history.marks import Part, Told, mark_card, mark_seat, quoted_marked, translate_marked
from tests.engine.make_recorded import FOLDER, Recorded, replay

NAMES = {number: f"Player {number}" for number in range(1, 20)}
MARKED = {number: mark_seat(number, name) for number, name in NAMES.items()}


def test_a_sentence_in_parts():
    """A card is a part without its quotation marks, and so is the name of a seat."""
    told = Told(f"{mark_seat(2, 'Bob')} took “{mark_card('milk', 'Milk')}” from {mark_seat(1, 'Ann')}.")

    assert "Bob took “Milk” from Ann." == str(told)
    assert (
        Part("Bob", seat=2),
        Part(" took "),
        Part("Milk", card="milk"),
        Part(" from "),
        Part("Ann", seat=1),
        Part("."),
    ) == told.parts


def test_several_cards_in_parts():
    """The quotation marks of each go, the commas stay."""
    told = Told(quoted_marked(["milk", "bread"], engine.cards_of("fluxx")))

    assert "“Milk”, “Bread”" == str(told)
    assert (Part("Milk", card="milk"), Part(", "), Part("Bread", card="bread")) == told.parts


def test_nobody_forges_a_card():
    """Whatever characters somebody writes into a name or a rhyme stay words."""
    written = mark_card("milk", "Milk").translate({ord(char): None for char in "0123456789"})

    assert (Part(written),) == Told(written).parts


@pytest.mark.slow
def test_without_its_marks_every_sentence_is_as_it_was():
    """In recorded games of each edition and in each language, with the cases of the titles."""
    wrong = []
    for path in sorted(FOLDER.glob("*.json"))[::9]:
        record = msgspec.json.decode(path.read_bytes(), type=Recorded).record
        cards, outcomes = engine.cards_of(record.edition), replay(record)[1]
        for language in ("en", "pl", "ru"):
            with override(language):
                for outcome in outcomes:
                    plain = engine.text.sentence(outcome, cards, NAMES, translate, ngettext)
                    marked = engine.text.sentence(outcome, cards, MARKED, translate_marked, ngettext)
                    wrong += [(plain, str(Told(marked)))] if plain != str(Told(marked)) else []

    assert [] == wrong
