"""A table at which many have come and gone: what has a list of names for those who sit takes any number."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games import clock
from games.core.locking import in_transaction, lock_game
from games.models import Game, Player, Share
from games.models.seat import BOT_NAMES, FORMER_NAMES
from games.people.account_deletion import delete_due
from games.seats.membership import leave, take_seat
from games.seats.replacement import do_seat_bot

from .conftest import browser_of, make_player
from .play import play_to_end, seat_of

# More than there are letters, names of bots and names for former players.
MANY = 28


def come_and_go(game: Game, *names: str) -> list[Player]:
    """People of these names sit down one after the other, and leave."""
    people = []
    for number, name in enumerate(names):
        player = make_player(f"Visitor{number}")
        Player.objects.filter(pk=player.pk).update(name=name)
        player.refresh_from_db()
        seat = take_seat(game=game, player=player)
        assert seat is not None
        assert leave(seat=seat)
        people.append(player)
    return people


@in_transaction
def bot_for(game: Game, player: Player) -> None:
    game = lock_game(pk=game.pk)
    do_seat_bot(game, game.seats.get(player=player))


@pytest.mark.parametrize("edition", ["fluxx", "board"])
def test_a_shared_game_that_many_have_left(ann, bob, start, edition):
    """Each of them is somebody else in public, and nothing fails."""
    game = start(ann, bob, edition=edition)
    come_and_go(game, *(f"Visitor {number}" for number in range(MANY)))
    game = play_to_end(game)
    browser = browser_of(ann)
    assert browser.post(f"/g/{game.key}/share/", {"do": "share"}).status_code == 302
    key, stranger = Share.objects.get().key, Client()
    pages = [
        stranger.get(reverse(page, args=[key])) for page in ("shared", "shared_replay", "shared_picture")
    ]
    listed = browser.get(f"/g/{game.key}/share/")

    assert [200, 200, 200] == [each.status_code for each in pages]
    assert "Visitor" not in pages[0].content.decode()
    for name in ("A player", "Player B", "Player Z", "Player 28"):
        assert f"<bdi>{name}</bdi>" in listed.content.decode()


def test_an_account_is_deleted_whoever_was_deleted_before(ann, bob, start):
    """Its name at the table is another one than those of who sits there."""
    game = start(ann, bob)
    gone = [*come_and_go(game, *(f"Visitor {number}" for number in range(8))), bob]
    for player in gone:
        Player.objects.filter(pk=player.pk).update(deletion_at=clock.now() - timedelta(hours=1))
        delete_due(stop_at=float("inf"))
    names = list(game.seats.order_by("number").values_list("name", flat=True))

    assert not Player.objects.filter(pk__in=[player.pk for player in gone], is_active=True).exists()
    assert ["Ann", *sorted(FORMER_NAMES)] == sorted({*names})
    assert "Visitor" not in browser_of(ann).get(f"/g/{game.key}/history/").content.decode()


def test_a_bot_sits_down_where_people_had_the_names_of_bots(ann, bob, carol, start):
    """Nobody who sits is called so."""
    game = start(ann, bob, carol)
    come_and_go(game, *BOT_NAMES)
    for player in (bob, carol):
        bot_for(game, player)
    seats = [seat for seat in game.seats.order_by("number") if seat.is_taken]

    assert ["Ann", "Ada", "Brahms"] == [seat.name for seat in seats]
    assert seat_of(game, ann).is_taken
