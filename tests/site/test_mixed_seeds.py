"""Seeds that the site and the players mix: who gives what, when it is fixed, and what is shown of it."""

import re

import pytest
from django.apps import apps
from django.urls import reverse

import engine
from games.core import access
from games.core.refusal import Illegal, NotPossible
from games.history.export import export_record
from games.models import Game, Player, SeatPart, SeedMix
from games.play.start import start_game
from games.seats.invitations import accept_invitation, invite
from games.seats.lobby import create_game, remove_player
from games.seats.membership import leave, take_seat
from games.seats.parts import give_part
from games.seats.rematch import join_rematch
from tests.pages.test_lobby import NEW

from .conftest import browser_of
from .play import play_to_end, seat_of

ONE, TWO = "1a" * 32, "2b" * 32


def a_game(host: Player, **settings: object) -> Game:
    """A game in which cards wait for the host."""
    return create_game(host=host, **{"name": "Friday", "seats": 3, "starts_when_full": False} | settings)


def mixed(game: Game) -> engine.Mix:
    """What the seed of a dealt game is made of."""
    game = Game.objects.get(pk=game.pk)
    mix = access.read_mix(game)
    assert mix is not None
    assert (game.state.seed, game.commitment, game.salt) == (mix.seed, mix.commitment, "")
    return mix


def test_the_site_is_fixed_before_anybody_gives_a_part(ann, bob):
    """The hash is there with the game, stays as it is, and is what the deal publishes."""
    game = a_game(ann, is_open=True)
    before = access.shown_commitment(game)
    take_seat(game=game, player=bob, part=ONE)
    give_part(seat=seat_of(game, ann), part=TWO)
    during = access.shown_commitment(game)
    start_game(game=game, by=ann)

    assert before == during == mixed(game).commitment
    assert access.shown_seed(Game.objects.get(pk=game.pk)) is None


def test_players_give_parts_and_the_site_makes_the_others(ann, bob, carol):
    """By each way to a seat; who gives none has one that follows from the site's, and bots have none."""
    game = a_game(ann, seats=4, fill_with_bots=True, part=ONE)
    accept_invitation(invitation=invite(game=game, by=ann, email=bob.email), player=bob, part=TWO)
    accept_invitation(invitation=invite(game=game, by=ann, email=carol.email), player=carol)
    start_game(game=game, by=ann)
    mix = mixed(game)

    assert mix.parts == (
        engine.Part(1, ONE, engine.PLAYER),
        engine.Part(2, TWO, engine.PLAYER),
        engine.site_part(mix.house, 3),
    )
    assert not SeatPart.objects.exists()


def test_a_part_goes_with_its_player(ann, bob, carol):
    """Who leaves, or is removed, takes it along; the next on that seat gives their own, or none."""
    game = a_game(ann, is_open=True)
    leave(seat=take_seat(game=game, player=bob, part=ONE))
    take_seat(game=game, player=carol)
    give_part(seat=seat_of(game, carol), part=TWO)
    remove_player(game=game, by=ann, seat=seat_of(game, carol))
    take_seat(game=game, player=bob)
    start_game(game=game, by=ann)

    assert [each.by for each in mixed(game).parts] == [engine.SITE, engine.SITE]


def test_a_part_can_be_replaced_until_the_deal(ann, bob):
    """The newest counts; afterwards there is a sentence, and the seed stays."""
    game = a_game(ann, is_open=True, part=ONE)
    take_seat(game=game, player=bob)
    give_part(seat=seat_of(game, ann), part=TWO)
    start_game(game=game, by=ann)
    with pytest.raises(NotPossible, match="dealt already"):
        give_part(seat=seat_of(game, ann), part=ONE)

    assert mixed(game).parts[0].part == TWO


@pytest.mark.parametrize("part", ["1", "1a" * 31, "1A" * 32, "zz" * 32, "1a" * 33, "\0" * 64])
def test_a_bad_part_changes_nothing(ann, bob, part):
    """A sentence, and neither a seat nor a game more, on whichever way it comes."""
    game = a_game(ann, is_open=True)
    before = list(game.seats.values_list("status", flat=True))
    for act in (
        lambda: a_game(ann, part=part),
        lambda: take_seat(game=game, player=bob, part=part),
        lambda: give_part(seat=seat_of(game, ann), part=part),
    ):
        with pytest.raises(Illegal, match="64 digits or letters"):
            act()

    assert (Game.objects.count(), SeatPart.objects.count()) == (1, 0)
    assert before == list(game.seats.values_list("status", flat=True))


def test_a_rematch_is_mixed_anew(ann, bob, start):
    """Another part of the site, and what its players give as they join it."""
    game = start(ann, bob)
    Game.objects.update(status="finished")
    game.refresh_from_db()
    first = join_rematch(game=game, player=ann, part=ONE)
    again = join_rematch(game=game, player=bob, part=TWO)

    assert first == again
    assert [each.part for each in mixed(again).parts] == [ONE, TWO]
    assert mixed(again).house != mixed(game).house


def test_a_game_of_an_earlier_release_is_dealt_as_it_was(ann, bob):
    """Without a part of the site the site draws the seed alone, and publishes its hash at the deal."""
    game = a_game(ann, is_open=True)
    SeedMix.objects.all().delete()
    take_seat(game=game, player=bob, part=ONE)
    give_part(seat=seat_of(game, ann), part=TWO)
    start_game(game=game, by=ann)
    game.refresh_from_db()

    assert access.read_mix(game) is None
    assert engine.commitment(game.state.seed, game.salt) == game.commitment


def test_a_game_that_the_earlier_release_has_dealt_shows_no_mix(ann, bob, start):
    """It has a part of the site that its seed isn't made of: the record says how it was made."""
    game = play_to_end(start(ann, bob))
    SeedMix.objects.update(mixed_at=None)
    Game.objects.update(salt="pepper", commitment=engine.commitment(game.state.seed, "pepper"))
    record = export_record(Game.objects.get(pk=game.pk))

    assert (record.mix, record.salt) == (None, "pepper")
    record.check()


def test_the_record_shows_every_part_and_holds(ann, bob, start):
    """With the hash that was in the lobby, and every draw of chance."""
    game = play_to_end(start(ann, bob))
    record = export_record(game)

    assert record.mix == mixed(game)
    assert (record.format, bool(record.chance)) == (2, True)
    record.check(access.shown_commitment(game))


def test_the_sites_part_is_in_one_row_and_on_no_page_before_the_end(ann, bob, start):
    """No other table holds it, nor does what anybody reads of a running game; the end shows it."""
    game = start(ann, bob)
    house = SeedMix.objects.get(game=game).house
    found = [
        (model.__name__, field)
        for model in apps.get_models()
        for row in model.objects.values()
        for field, value in row.items()
        if house[:12] in str(value)
    ]
    address = reverse("game", args=[game.key])
    during = browser_of(ann).get(address).content.decode()
    play_to_end(game)
    after = browser_of(ann).get(address).content.decode()

    assert found == [("SeedMix", "house")]
    assert (house in during, house in after) == (False, True)


@pytest.fixture
def lobby(ann, bob):
    """A game that waits, with Bob invited to it, and its address."""
    game = a_game(ann)
    invite(game=game, by=ann, email=bob.email)
    return game


def test_the_lobby_shows_the_hash_and_the_own_part_alone(lobby, ann, bob):
    """Who sits sees what they gave; who else has given is named, and what they gave isn't told."""
    take = browser_of(bob).post(reverse("accept", args=[lobby.key]), {"part": TWO})
    browser_of(ann).post(reverse("give_part", args=[lobby.key]), {"part": ONE, "words": ""})
    pages = [browser_of(each).get(reverse("game", args=[lobby.key])).content.decode() for each in (ann, bob)]

    assert take.status_code == 302
    assert all(access.shown_commitment(lobby) in page for page in pages)
    assert [(ONE in page, TWO in page) for page in pages] == [(True, False), (False, True)]
    assert all(re.search(r"Parts so far: Ann,\s+Bob", page) for page in pages)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"part": "x" * 5000}, "has to be 64 digits or letters"),
        ({"part": ONE, "words": "w" * 201}, "can have 200 characters at most"),
        ({}, "Write something for the shuffle"),
    ],
)
def test_the_lobby_says_what_is_wrong_with_a_part(lobby, ann, sent, sentence):
    """A sentence on the page, and nothing is stored."""
    page = browser_of(ann).post(reverse("give_part", args=[lobby.key]), sent)

    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not SeatPart.objects.exists()


def test_words_are_mixed_into_the_part_and_not_stored(lobby, ann):
    """So a record holds nobody's words."""
    browser_of(ann).post(reverse("give_part", args=[lobby.key]), {"part": ONE, "words": " my dog Żuk "})

    assert SeatPart.objects.get().part == engine.part_with_words(ONE, "my dog Żuk")


def test_a_host_sees_the_hash_before_they_create_the_game(ann, bob):
    """It is the game's; a form that is shown again keeps it, and none can be had twice, nor by another."""
    browser, address = browser_of(ann), reverse("new_game")
    page = browser.get(address)
    sent = NEW | {"part": ONE, "site_part": page.context["site_part"]}
    again = browser.post(address, sent | {"name": ""})
    browser.post(address, sent)
    browser.post(address, sent | {"name": "Another"})
    browser_of(bob).post(address, sent | {"name": "A third", "my_name": "Bob"})
    kept = {each.game.name: each.commitment == page.context["commitment"] for each in SeedMix.objects.all()}

    assert page.context["commitment"] in page.content.decode()
    assert again.context["commitment"] == page.context["commitment"]
    assert kept == {"Friday game": True, "Another": False, "A third": False}


@pytest.mark.parametrize("promise", ["", ":", "x", "x:" + "0" * 64, "\0" * 64, "a" * 5000])
def test_what_was_not_promised_is_drawn_anew(ann, promise):
    """A game has a part of the site in any case."""
    browser_of(ann).post(reverse("new_game"), NEW | {"part": ONE, "site_part": promise})
    mix = SeedMix.objects.get()

    assert mix.commitment == engine.Mix(mix.house).commitment
    assert len(mix.house) == 64


@pytest.mark.parametrize("part", ["nonsense", ONE])
def test_a_new_game_takes_the_part_of_its_host(ann, part):
    """The form says what is wrong, and keeps what was entered; a good part is the host's."""
    page = browser_of(ann).post(reverse("new_game"), NEW | {"part": part})

    assert [each.part for each in SeatPart.objects.all()] == ([] if part == "nonsense" else [ONE])
    assert page.status_code == (302 if part == ONE else 422)
