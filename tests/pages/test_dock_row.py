"""How large the cards of the dock are drawn, by what lies in its row."""

import pytest

from games.pages.table.choice_values import Choice, ChoiceGroup
from games.pages.table.dock_row import DockRow

LINE = object()


def card(title: str) -> Choice:
    return Choice("toast", title, "", "goal")


CARD = card("Toast")


def row_of(
    options: int, *, lines: int = 0, hand: int = 0, is_asked: bool = True, title: str = "Toast"
) -> DockRow:
    """A row with so many cards to choose, lines of words, and cards that can't be chosen."""
    cards = (ChoiceGroup("hand", "", (card(title),) * options),) if options else ()
    free = (ChoiceGroup("free", "", (LINE,) * lines),) if lines else ()
    return DockRow(cards, free, hand=((CARD, None),) * hand, is_asked=is_asked)


@pytest.mark.parametrize(
    ("row", "size", "has_tiles", "has_hidden"),
    [
        (row_of(5), "few", False, False),
        (row_of(6), "few", True, False),
        (row_of(8), "some", True, False),
        (row_of(9), "many", True, False),
        (row_of(12), "many", True, False),
        (row_of(13), "many", True, True),
        (row_of(3, lines=2), "few", False, False),
        (row_of(4, lines=1), "few", True, False),
        (row_of(6, lines=2), "few", True, False),
        (row_of(7, lines=2), "many", True, True),
        (row_of(2, hand=5), "few", False, False),
        (row_of(3, hand=5), "few", True, False),
        (row_of(7, hand=5), "many", True, True),
    ],
)
def test_what_lies_beside_takes_from_the_cards(row, size, has_tiles, has_hidden):
    """On a phone lines of words and the hand stay in sight: fewer cards fit, the others are a press away."""
    assert (size, has_tiles, has_hidden) == (row.size, row.has_tiles_on_a_phone, row.has_hidden_on_a_phone)


@pytest.mark.parametrize(
    ("row", "size", "has_tiles", "columns"),
    [
        (row_of(2, title="The Appliances"), "few", False, 3),
        (row_of(5, title="The Appliances"), "few", True, 3),
        (row_of(8, title="The Appliances"), "some", True, 3),
        (row_of(7, title="Ракетостроение"), "many", True, 2),
        (row_of(6, title="Nieprzeniknioność!"), "many", True, 2),
        (row_of(6, title="Rock-Paper-Scissors"), "few", True, 4),
        (row_of(1, title="Nieprzeniknioność!"), "few", True, 2),
    ],
)
def test_a_long_word_takes_room(row, size, has_tiles, columns):
    """Narrow cards would break it, so there are tiles, and on a phone fewer beside each other."""
    assert (size, has_tiles, columns) == (row.size, row.has_tiles_on_a_phone, row.phone_columns)


def test_a_large_hand_is_a_press_away_while_one_waits():
    """All of it on a phone, where twelve tiles are in sight."""
    assert row_of(0, hand=13, is_asked=False).has_hidden_hand
    assert not row_of(0, hand=12, is_asked=False).has_hidden_hand
    assert not row_of(2, hand=28).has_hidden_hand


def test_even_a_desk_has_no_place_for_all():
    """Thirty-two tiles are in sight, fewer beside words and in many groups; a press shows all."""
    groups = tuple(ChoiceGroup("keepers", "", (CARD,) * 5) for _seat in range(4))

    assert [False, True] == [row_of(count).has_hidden_everywhere for count in (32, 33)]
    assert [False, True] == [row_of(count, lines=1).has_hidden_everywhere for count in (24, 25)]
    assert DockRow(groups, is_asked=True).has_hidden_everywhere
