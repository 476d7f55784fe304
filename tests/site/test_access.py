"""Who may see what: what is refused looks like what does not exist."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from games.core import access
from games.models import Game
from games.seats.invitations import decline_invitation, invite
from games.seats.lobby import create_game
from games.seats.membership import leave, take_seat

from .play import answer, question_to, seat_of


@pytest.fixture
def private(ann, bob, start):
    return start(ann, bob, is_open=True)


@pytest.fixture(autouse=True)
def make_private(private):
    Game.objects.update(is_open=False)
    private.refresh_from_db()


def test_players_see_their_own_game_from_their_seat(ann, bob, private):
    assert access.get_game_for(ann, private.key) == (private, seat_of(private, ann))
    assert access.get_game_for(bob, private.key) == (private, seat_of(private, bob))


def test_strangers_do_not_find_a_private_game(carol, moderator, private):
    """Not a stranger, not somebody unknown, not staff by their rank, and no wrong key."""
    for who, key in [
        (carol, private.key),
        (AnonymousUser(), private.key),
        (None, private.key),
        (moderator, private.key),
        (carol, "nothing"),
    ]:
        with pytest.raises(Http404):
            access.get_game_for(who, key)


def test_everybody_may_watch_a_game_that_is_listed(carol, private):
    """Without a seat they see what everybody may."""
    Game.objects.update(is_open=True)

    assert access.get_game_for(carol, private.key).seat is None
    assert access.get_game_for(None, private.key).seat is None
    assert access.view(private, None).hand == ()


def test_the_invited_see_the_game_until_they_decline(ann, carol):
    """An open invitation to my address opens the game to me."""
    game = create_game(host=ann, name="Friday")
    invitation = invite(game=game, by=ann, email=carol.email)
    seen = access.get_game_for(carol, game.key)
    decline_invitation(invitation=invitation)

    assert seen == (game, None)
    with pytest.raises(Http404):
        access.get_game_for(carol, game.key)


def test_who_left_sees_what_everybody_may(ann, bob, carol, private):
    take_seat(game=private, player=carol, link_key=private.link_key)
    seat = seat_of(private, carol)
    leave(seat=seat)
    seat.refresh_from_db()

    assert access.get_game_for(carol, private.key) == (private, None)
    assert access.view(private, seat).hand == ()


def test_a_seat_of_another_game_shows_nothing(ann, bob, start, private):
    other = start(ann, bob)

    with pytest.raises(Http404):
        access.view(private, seat_of(other, ann))


def test_each_seat_sees_its_own_hand_only(ann, bob, private):
    mine, yours = (access.view(private, seat_of(private, who)) for who in (ann, bob))

    assert (len(mine.hand), len(yours.hand)) == (4, 3)
    assert (mine.question is not None, yours.question) == (True, None)


def test_reading_takes_few_queries(ann, private, django_assert_max_num_queries):
    """Two queries to find the place, one for the view."""
    answer(question_to(private, ann))
    with django_assert_max_num_queries(3):
        place = access.get_game_for(ann, private.key)
        access.view(place.game, place.seat)
