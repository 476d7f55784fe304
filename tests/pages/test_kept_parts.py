"""What is drawn once is shown again only where every word of it is known already."""

import gc

import pytest
from django.utils import timezone, translation
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy

import engine
from games.board.drawing import build_drawing
from games.models import Seat
from games.pages.common import kept_parts
from games.pages.common.card_chips import ShownCards
from games.pages.common.card_faces import Faces
from games.pages.common.kept_parts import SECRET_PLACE, render_part
from games.pages.common.seat_context import PageUrls
from games.pages.table.table_cards import build_table_cards
from games.pages.table.table_page import More
from games.pages.table.table_rights import TableRights
from tests.mail.tables import store
from tests.pages.positions import turn_of_ann

FACES = Faces(engine.deck_of("fluxx"))
NAMES = {1: "Ann", 2: "Bob", 3: "Cid"}


def discard(*slugs: str, shown: ShownCards | None = None) -> str:
    """A discard pile."""
    return str(render_part("games/_discard.html", {"cards": FACES.all(slugs)}, shown))


def test_the_same_values_are_drawn_once():
    """As long as nothing differs, one and the same text is shown."""
    assert discard("bread", "milk") is discard("bread", "milk")
    assert discard("bread", "milk") != discard("milk", "bread")


def test_another_language_or_zone_is_another_part():
    """Words and times are the reader's own."""
    english = discard("bread")
    with translation.override("pl"):
        assert discard("bread") != english
    with timezone.override("Asia/Tokyo"):
        assert discard("bread") == english


def test_each_page_holds_the_cards_of_its_chips():
    """The second page to show a part gets the same cards as the first."""
    pages = [ShownCards(), ShownCards()]
    for page in pages:
        discard("bread", "milk", shown=page)

    assert [card.slug for card in pages[0].cards] == ["bread", "milk"]
    assert pages[0].cards == pages[1].cards


def test_a_row_is_refused():
    """Two rows are equal by their number, whatever they hold: a name that has changed would go on."""
    row = Seat(pk=1, number=1)
    for value in (row, (row,), gettext_lazy("Games")):
        with pytest.raises(TypeError, match="no plain value"):
            render_part("games/_discard.html", {"cards": value}, None)


def test_a_part_sees_its_values_alone(rf):
    """Neither the request nor anything else of a page reaches it."""
    drawn = render_part("games/_theme.html", {"theme": "dark"}, None)

    assert "csrf" not in drawn
    assert 'value="dark" aria-current="true"' in drawn


def more_help(secret: object) -> str:
    """A part with a form, on a page whose forms have a secret."""
    more = More(TableRights(), (), False, False, True, True, False, False, False)
    values = {"more": more, "urls": PageUrls("", "some-game")}
    return str(render_part("games/_more_help.html", values, None, secret))


def test_each_reader_gets_forms_with_the_secret_of_their_own_page():
    """The form is kept without it: what one reader has sent with is in nobody else's page."""
    pages = [more_help(secret) for secret in ("first-secret", "second-secret", '"><b>')]

    assert pages[0].count('value="first-secret"') == 1
    assert pages[1] == pages[0].replace("first-secret", "second-secret")
    assert SECRET_PLACE not in "".join(pages)
    assert "<b>" not in pages[2]


def test_a_page_without_forms_makes_no_secret():
    """Where a secret is made, the answer sets a cookie: a part without forms asks for none."""
    asked: list[str] = []
    secret = SimpleLazyObject(lambda: asked.append("made") or "secret")
    render_part("games/_sheet_close.html", {"sheet": "log"}, None, secret)

    assert asked == []


def test_a_drawing_hangs_on_the_view_and_the_names():
    """Another seat's view, a click or a new name is another drawing; the same view and names are the same."""
    game = engine.Game.new("board", seats=3, seed="ab" * 32)
    mine, theirs = game.view(1), game.view(2)
    drawn = build_drawing(mine, NAMES)

    assert build_drawing(game.view(1), dict(NAMES)) is drawn
    assert build_drawing(theirs, NAMES) is not drawn
    assert build_drawing(mine, {**NAMES, 2: "Eve"}).players[1].name == "Eve"
    with translation.override("pl"):
        assert build_drawing(mine, NAMES).words != drawn.words


@pytest.mark.parametrize("deck", ["fluxx", "board"])
def test_what_is_public_is_shared(deck):
    """Two players and an onlooker read the piles, and what lies before each seat, from the same part."""
    rows = {number: Seat(pk=number, number=number, name=NAMES[number]) for number in (1, 2)}
    table = engine.Game.new(deck, seats=2, seed="ab" * 32)
    shown = [build_table_cards(table.view(seat), rows) for seat in (1, 2, None)]
    piles = [render_part("games/_discard.html", {"cards": each.discard}, None) for each in shown]
    laid = [{seat.view.seat: (seat.keepers, seat.creepers) for seat in each.seats} for each in shown]

    assert piles[0] is piles[1] is piles[2]
    assert laid[0] == laid[1] == laid[2]


@pytest.mark.django_db
def test_what_somebody_sends_fills_no_memory(client):
    """A remark that is refused stands in its form again, and in no part that is kept."""
    stored = store(turn_of_ann())
    client.force_login(stored.seats["ann"].player)
    text = "Only mine 😀" + "'" * 300_000

    answer = client.post(f"/g/{stored.game.key}/talk/", {"text": text})

    assert "Only mine" in answer.content.decode()
    kept = [each for each in gc.get_objects() if type(each) is kept_parts.Part]
    assert [] == [len(each.html) for each in kept if len(each.html) > kept_parts.LARGEST_KEPT]
    assert not any("Only mine" in each.html for each in kept)


def test_a_large_part_is_drawn_each_time_and_not_kept():
    """Whatever is handed to one."""
    before = kept_parts._render.cache_info().currsize
    words = {"draft": "x" * kept_parts.LARGEST_KEPT, "is_public": False}

    first = kept_parts.render_part("games/_talk_field.html", words, None)

    assert first == kept_parts.render_part("games/_talk_field.html", words, None)
    assert before == kept_parts._render.cache_info().currsize
