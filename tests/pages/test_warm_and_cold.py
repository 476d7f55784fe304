"""A page drawn with warm caches is the one drawn with cold ones: what others have read changes nothing.

Sentences, rows and parts of pages are kept in the process by what they show (ADR 100, 110). Here readers of
different languages, time zones, colours, seats and rights look at the same pages, in several orders.
"""

import functools
import gc
import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import CircleMember, Game, Player, Seat
from games.pages.common import card_chips, kept_parts, line_shown
from games.pages.people import row_shown
from games.people import circle_talk, circles
from games.people.blocks import keep_away
from games.people.talk import post_remark
from games.seats.invitations import invite
from games.seats.lobby import create_game
from tests.mail.tables import Stored, store
from tests.pages import boards
from tests.pages.positions import mask, turn_of_ann, won_by_ann

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LOOKS = {
    "ann": ("en", "Europe/Berlin", ""),
    "bob": ("pl", "Asia/Tokyo", "dark"),
    "cid": ("ru", "America/New_York", "light"),
    "mod": ("en", "Asia/Tokyo", "dark"),
    "eve": ("pl", "Europe/Berlin", ""),
    "nobody": ("ru", "", "dark"),
}
SHARE = 40
# The hash that the form of a new game shows is another one each time.
PROMISE = re.compile("[0-9a-f]{32}:[0-9a-f]{64}|[0-9a-f]{64}")
OF_A_TABLE = ("game", "history", "replay", "story", "game_deck", "orders", "people", "report")
OF_A_CIRCLE = ("circle", "circle_talk", "circle_members", "circle_games")
OF_A_PERSON = (
    *("dashboard", "open_games", "watch", "decks", "new_game", "circles"),
    *("account", "archive", "figures", "hours", "notices", "blocks", "seat_access", "fair", "about"),
)
SCENES = {"cards": turn_of_ann, "board": boards.everything_goes, "over": won_by_ann}


@pytest.fixture
def forget_all(stored):
    """Empties everything that the site keeps in this process; all that there is is found once."""
    for name, address in pages_of(stored):  # which imports what they need
        read(name, address)
    gc.unfreeze()  # what is frozen isn't found
    # Not by isinstance, which asks lazy objects for their class.
    kept = [each for each in gc.get_objects() if type(each) is functools._lru_cache_wrapper]
    ours = [each for each in kept if str(each.__module__).startswith(("games", "fluxx_site", "engine"))]
    assert {kept_parts._render, line_shown._render, row_shown._render, card_chips._render_chip} <= set(ours)

    def forget() -> None:
        for each in ours:
            each.cache_clear()

    forget.sizes = lambda: {
        f"{each.__module__}.{each.__qualname__}": each.cache_info().currsize for each in ours
    }
    return forget


def browser_of(name: str) -> Client:
    language, zone, theme = LOOKS[name]
    browser = Client()
    if theme:
        browser.cookies["theme"] = theme
    if name == "nobody":
        browser.cookies["django_language"] = language
        return browser
    Player.objects.filter(email__startswith=f"{name}@").update(language=language, timezone=zone)
    browser.force_login(Player.objects.get(email__startswith=f"{name}@"))
    return browser


@pytest.fixture(params=SCENES)
def stored(request) -> Stored:
    """A table with talk that anybody may watch, a circle of its players, and a game that Ann gathers."""
    stored = store(SCENES[request.param]())
    Game.objects.filter(pk=stored.game.pk).update(is_open=True)
    Player.objects.filter(pk=stored.players["bob"].pk).update(name="Bob & <b>Bob</b> “B”")
    Player.objects.create_superuser("mod@example.org", name="Mod")
    Player.objects.create_user("eve@example.org", name="Eve")
    post_remark(seat=stored.seats["ann"].pk, text="<i>Hello</i> & so on")
    circle = circles.create_circle(host=stored.players["ann"], name="Thursday & people")
    CircleMember.objects.create(circle=circle, player=stored.players["bob"])
    circle_talk.write(circle=circle, by=stored.players["bob"], text="Well.")
    lobby = create_game(host=stored.players["ann"], name="Gathering", seats=4, is_open=True)
    invite(game=lobby, by=stored.players["ann"], email="cid@example.org")
    return stored


def pages_of(stored: Stored) -> list[tuple[str, str]]:
    """A share of the pages, as each of the readers looks at them; of the table all."""
    circle = circles.Circle.objects.get().key
    found = [reverse(name, args=[stored.game.key]) for name in OF_A_TABLE]
    found += [reverse(name, args=[circle]) for name in OF_A_CIRCLE]
    found += [reverse("game", args=[game.key]) for game in Game.objects.all()]
    found += [reverse(name) for name in OF_A_PERSON]
    found.append(f"{reverse('game', args=[stored.game.key])}?from=tile:a&to=turn:90")
    table, *others = found
    chosen = random.Random(stored.game.edition).sample(
        [(name, each) for name in LOOKS for each in others], SHARE
    )
    return [*((name, table) for name in LOOKS), *chosen]


def read(name: str, address: str) -> tuple[int, str]:
    response = browser_of(name).get(address)
    page = mask(b"".join(response) if response.streaming else response.content)
    return response.status_code, PROMISE.sub("…", page)


def test_what_others_have_read_changes_nothing(stored, forget_all):
    """Every reader gets every page as if they were the first, in any order and after any other."""
    pages, cold = pages_of(stored), {}
    for page in pages:
        forget_all()
        cold[page] = read(*page)
    chance, differ = random.Random(7), []
    for _round in range(2):
        chance.shuffle(pages)
        differ += [page for page in pages if cold[page] != read(*page)]

    assert differ == []
    assert sum(status == 200 for status, _text in cold.values()) > 20


SENT = ("x", "from", "to", "page", "q", "open", "deck", "move", "year", "language", "circle")


def test_what_a_visitor_sends_fills_no_cache(stored, forget_all):
    """Thousands of addresses that differ in their end alone would push out what everybody reads."""
    pages = [page for page in pages_of(stored) if page[0] in ("nobody", "cid")]
    grown = {}
    for name, address in pages:
        browser = browser_of(name)
        sizes = []
        for number in range(3):
            browser.get(address.partition("?")[0], dict.fromkeys(SENT, f"zzz{number}"))
            sizes.append(forget_all.sizes())
        if sizes[1] != sizes[2]:
            grown[name, address] = [key for key, size in sizes[2].items() if size != sizes[1].get(key)]

    assert grown == {}


def test_what_has_changed_shows_at_once(stored, forget_all):
    """A name, a right and a block are on the next page, also where others have read it as it was."""
    pages = pages_of(stored)
    for page in pages:
        read(*page)
    Player.objects.filter(pk=stored.players["cid"].pk).update(name="Zyxeve")
    Seat.objects.filter(player=stored.players["cid"]).update(name="Zyxeve")
    circles.change_circle(
        circle=circles.Circle.objects.get(), by=stored.players["ann"], name="Zyxeve’s people"
    )
    keep_away(by=stored.players["ann"], player=stored.players["bob"], kind="block")
    Player.objects.filter(email="mod@example.org").update(is_staff=False, is_superuser=False)
    warm, differ = {page: read(*page) for page in pages}, []
    for page in pages:
        forget_all()
        differ += [page] if warm[page] != read(*page) else []

    assert differ == []
    assert sum("Zyxeve" in text for _status, text in warm.values()) > 5
