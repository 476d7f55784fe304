"""What is found out about a deck is kept with it, and goes with it."""

from engine.card import MOST_KEPT, Deck, cached_on_deck
from engine.editions import deck_of


def test_each_deck_keeps_its_own_answers_and_not_without_end():
    """A function is asked once for each deck and question, until a deck has too many answers."""
    asked = []

    @cached_on_deck
    def more_than(deck: Deck, number: int) -> bool:
        asked.append((deck.slug, number))
        return len(deck) > number

    fluxx, small = deck_of("fluxx"), Deck("small", deck_of("fluxx").cards[:3])
    found = [more_than(deck, 90) for deck in (fluxx, small, fluxx, small)]

    assert found == [True, False, True, False]
    assert asked == [("fluxx", 90), ("small", 90)]

    for number in range(MOST_KEPT):
        more_than(small, number)
    more_than(small, 90)

    assert sum(len(answers) for answers in small.kept.values()) <= MOST_KEPT
    assert asked.count(("fluxx", 90)) == 1
