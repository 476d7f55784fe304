"""What a page must not tell: to a seat what it can't see, to all others what it holds (H1, H2, H6, H11)."""

import random
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import engine
from engine.scenario import Scene, deal
from games.models import GameState, Move
from tests.mail.random_games import change_hidden_cards, change_what_is_unseen, play
from tests.mail.tables import Stored, store
from tests.pages.positions import hand_limits, mask, open_link, throws_of_bob, turn_of_ann
from tests.support.canaries import name_canaries

PAGES = (
    *("", "history/", "replay/", "pulse/?state=x", "pulse/", "deck/"),
    *("takeback/", "votes/", "people/", "talk/", "orders/", "leave/"),
)


def by_chance(seed: int, edition: str = "fluxx") -> Stored:
    """A game by chance in which nothing is being played."""
    for answers in range(30 + seed % 40, 0, -1):
        scene = play(seed, answers, edition=edition)
        if scene.game.at_rest:
            return store(scene)
    raise AssertionError("no such game")


def seen(client, stored: Stored, door: str = "g") -> list[tuple]:
    """Everything that the pages of a game send: status, headers, bytes, and the number of queries."""
    pages = []
    for page in PAGES if door == "g" else PAGES[:-1]:
        with CaptureQueriesContext(connection) as queries:
            response = client.get(f"/{door}/{stored.game.key}/{page}")
        headers = {name: value for name, value in response.items() if "csrf" not in str(value)}
        headers.pop("Content-Security-Policy", None)  # holds a nonce
        pages.append((response.status_code, headers, mask(response.content), len(queries)))
    return pages


def change_what_nobody_sees(stored: Stored, seat: int | None, dice: random.Random) -> None:
    """Shuffle whatever a seat, or a spectator, can't see: hands, draw pile, seed, cards of the history."""
    state = GameState.objects.get(game=stored.game)
    state.data = change_what_is_unseen(bytes(state.data), seat or 0, dice)
    state.seed = f"{dice.getrandbits(256):064x}"
    state.save()
    for move in Move.objects.filter(game=stored.game):
        move.outcomes = change_hidden_cards(move.outcomes, seat or 0, dice, edition=stored.game.edition)
        move.save()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "seed"), [*(("fluxx", seed) for seed in range(5)), *(("board", seed) for seed in range(2))]
)
@pytest.mark.parametrize("viewer", ["player", "spectator", "link"])
def test_h1_unseen_cards_change_nothing(viewer, edition, seed, db, visit):
    """Other hands, the draw pile and the seed leave no trace in any page, header or number of queries."""
    stored, dice = by_chance(seed, edition), random.Random(seed)
    stored.game.is_open = viewer == "spectator"
    stored.game.save()
    name = dice.choice(list(stored.seats))
    client = visit(stored.players[name] if viewer == "player" else None)
    if viewer == "link":
        open_link(client, stored.seats[name])
    number = None if viewer == "spectator" else stored.seats[name].number
    door = "t" if viewer == "link" else "g"
    seen(client, stored, door)
    before = seen(client, stored, door)
    change_what_nobody_sees(stored, number, dice)

    assert before == seen(client, stored, door)


@pytest.mark.parametrize("seed", range(4))
def test_h1_nor_do_errors_tell(seed, db, visit):
    """A refused answer says the same whatever the others hold."""
    stored, dice = by_chance(seed), random.Random(seed)
    question = next(iter(engine.Game.load(bytes(stored.game.state.data)).questions))
    name = next(each for each, seat in stored.seats.items() if seat.number == question.seat)
    client = visit(stored.players[name])

    def refused() -> tuple[int, str]:
        fields = {"number": question.number, "label": "no-such-card", "submission_key": "x"}
        response = client.post(f"/g/{stored.game.key}/answer/", fields)
        return response.status_code, mask(response.content)

    refused()
    before = refused()
    change_what_nobody_sees(stored, question.seat, dice)

    assert 422 == before[0]
    assert before == refused()


@pytest.mark.slow
def test_h1_the_tests_above_would_notice(db, visit):
    """The hand of the viewer, changed in the same way, does change the page."""
    stored = by_chance(3)
    client = visit(stored.players["ann"])
    seen(client, stored)
    before = seen(client, stored)
    change_what_nobody_sees(stored, stored.seats["bob"].number, random.Random(1))

    assert before != seen(client, stored)


def board_of_ann() -> Scene:
    """A board in Ann's turn; Bob holds four cards that lie nowhere else."""
    hand = ["leap-to-sun", "three-more", "tighter-grip", "moon-rocket"]
    return deal(edition="board", ann=["draw-more"], bob=hand, cid=2, stack=["moon-sun"], turn="ann")


def canaries(client, stored: Stored, door: str = "g") -> int:
    """How many of these names the pages of a game show."""
    pages = b"".join(
        client.get(f"/{door}/{stored.game.key}/{page}").content
        for page in ("", "history/", "replay/", "pulse/", "leave/")
    )
    return len(set(re.findall(rb"Canary\d", pages)))


@pytest.mark.parametrize("position", [turn_of_ann, board_of_ann], ids=["cards", "board"])
def test_h2_canaries(monkeypatch, position, db, visit, moderator, charlie):
    """The cards of Bob's hand are on Bob's pages, and on nobody else's; not on a moderator's either."""
    scene = position()
    name_canaries(monkeypatch, scene.game.view(2).hand)
    stored = store(scene, is_open=True)
    by_link, others = visit(None), [stored.players["ann"], stored.players["cid"], moderator, charlie, None]
    open_link(by_link, stored.seats["bob"])

    assert 4 == canaries(visit(stored.players["bob"]), stored) == canaries(by_link, stored, "t")
    assert [0] * 5 == [canaries(visit(player), stored) for player in others]


def test_h2_slugs_are_not_told_either(db, visit):
    """Where a page names cards in values and addresses, they are of the viewer's own hand or lie open."""
    stored = store(turn_of_ann())
    page = visit(stored.players["ann"]).get(f"/g/{stored.game.key}/").content.decode()
    view = engine.Game.load(bytes(stored.game.state.data)).view(1)
    open_cards = {*view.hand, *view.goals, *view.rules, *view.discard, *view.resolving, "basic-rules"}
    open_cards |= {slug for seat in view.seats for slug in seat.keepers}
    hidden = set(engine.edition_of("fluxx").cards) - open_cards
    pictures = set(re.findall(r'#([\w-]+)"', page))
    values = set(re.findall(r'value="([\w@:#-]+)"', page))

    assert values & hidden == set()
    assert not {slug for slug in pictures & hidden if engine.card(slug).kind != "keeper"}


@pytest.mark.slow
def test_h6_sealed_answers_are_not_told(db, visit):
    """Ann has thrown: Bob's page is the same whatever she has thrown."""
    scene = throws_of_bob()
    scene.seats[0].answers("rock")
    stored = store(scene)
    client = visit(stored.players["bob"])
    seen(client, stored)
    before = seen(client, stored)
    state = GameState.objects.get(game=stored.game)
    state.data = bytes(state.data).replace(b'"rock"', b'"paper"')
    state.save()

    assert before == seen(client, stored)


def test_h6_discards_are_sealed_until_all_have_chosen(db, visit):
    """Cid sees that Bob has answered, and not what, until the last has."""
    scene = hand_limits()
    scene.seats[1].answers("jackpot", "milk")
    stored = store(scene)
    page = visit(stored.players["cid"]).get(f"/g/{stored.game.key}/").content.decode()

    assert "Jackpot" not in page
    assert "Asked at the same time" not in page


@pytest.mark.parametrize("path", ["", "history/", "pulse/"])
def test_h11_no_cache_keeps_a_private_page(path, db, visit):
    """Every page of a game is one person's own, also for the browser's back button."""
    stored = store(turn_of_ann(), is_open=True)
    for player in (stored.players["ann"], stored.players["bob"], None):
        response = visit(player).get(f"/g/{stored.game.key}/{path}")

        assert {"no-store", "private"} <= set(response["Cache-Control"].split(", "))
        assert "noindex" == response["X-Robots-Tag"]
        assert "Cookie" in response.get("Vary", "")
