"""Every outcome of the cards has its sentence."""

from random import Random
from string import Formatter
from typing import get_args

import pytest

from engine import Game, outcomes, seen_by, text
from engine.text.outcome_sentences import SENTENCES
from engine.text.second_person import TO_READER
from tests.engine.games import DECKS, by_chance, seats_of, take


def test_every_outcome_has_a_sentence():
    """An outcome without one would take down each page that tells of it."""
    assert set(SENTENCES) == set(get_args(outcomes.OfAll | outcomes.OfCards)) | {outcomes.Unknown}


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("number", range(3))
def test_a_seat_is_you_in_all_that_it_is_told(deck, number):
    """Whatever happens, nobody reads their own name, and everybody else does."""
    game = Game.new(deck, seats_of(deck, number), seed=f"you {number}")
    cards, names = game.table.deck.known_cards, {seat: f"<{seat}>" for seat in game.seats}
    mine = 0
    for step in by_chance(game, Random(number)):
        for outcome in take(game, step):
            for seat in game.seats:
                if (seen := seen_by(outcome, seat)) is None:
                    continue
                said = text.sentence(seen, cards, names, str, plural, seat)
                about = text.sentence(seen, cards, names, str, plural)
                mine += said != about

                assert names[seat] not in said, said
                assert (said != about) == (names[seat] in about), about

    assert mine


def plural(one, more, count):
    """Two forms, as English has them."""
    return one if count == 1 else more


def test_a_sentence_for_its_reader_has_the_fields_of_the_sentence_for_all():
    """But for the one that names the reader."""
    for sentence, by_field in TO_READER.items():
        for said in by_field.values():
            all_fields = {name for _, name, _, _ in Formatter().parse(sentence) if name}
            for form in (said,) if isinstance(said, str) else said:
                left = {name for _, name, _, _ in Formatter().parse(form) if name}
                gone = all_fields - left

                assert left <= all_fields
                assert len(gone) == 1, form
