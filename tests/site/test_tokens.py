"""Mail links: good for one purpose, one seat, one question, for 30 days; anything else is 404 or 410."""

import pytest

from games.core import tokens
from games.core.tokens import Purpose
from games.models import Notice, Player
from games.seats.invitations import invite
from games.seats.lobby import create_game
from games.seats.membership import revoke_links

from .play import question_to, seat_of
from .staff import end_game


@pytest.fixture
def game(ann, bob, start):
    return start(ann, bob)


@pytest.fixture
def link(game, ann):
    """A link to Ann's open question."""
    return tokens.make_token(seat_of(game, ann), question_to(game, ann))


def test_a_link_opens_its_seat_and_its_question(game, ann, link):
    """Seat, game, player and question come with it; without a question it opens whatever is asked."""
    opened = tokens.read_token(link, Purpose.PLAY)
    seat = tokens.read_token(tokens.make_token(seat_of(game, ann)), Purpose.PLAY)

    assert (opened.seat.player, opened.seat.game, opened.question) == (ann, game, question_to(game, ann))
    assert (seat.seat, seat.question) == (seat_of(game, ann), None)


@pytest.mark.parametrize("purpose", [Purpose.INVITATION, Purpose.BLOCK])
def test_m4_a_link_is_worthless_for_another_purpose(link, purpose):
    """A play link is no invitation and no block link."""
    with pytest.raises(tokens.Forged) as failure:
        tokens.read_token(link, purpose)

    assert failure.value.status == 404


def test_m4_an_invitation_link_is_not_a_block_link_nor_a_play_link(ann):
    """Each purpose is signed with a salt of its own."""
    game = create_game(host=ann, name="Friday")
    invitation = invite(game=game, by=ann, email="nora@players.example")
    for made, read in [("invitation", "block"), ("block", "invitation"), ("invitation", "play")]:
        token = tokens.make_invitation_token(invitation, Purpose(made))
        with pytest.raises(tokens.Forged):
            tokens.read_token(token, Purpose(read))


@pytest.mark.parametrize(
    "spoil", [str.upper, str.lower, lambda t: t[:-1], lambda t: t + "x", lambda t: "", lambda t: "ł"]
)
def test_m4_a_tampered_link_is_404(link, spoil):
    """One letter off, and the link never existed."""
    with pytest.raises(tokens.Forged):
        tokens.read_token(spoil(link), Purpose.PLAY)


def test_m4_a_link_dies_after_thirty_days(travel, game, ann):
    """Thirty days and a minute later it is gone."""
    link = tokens.make_token(seat_of(game, ann))
    travel(days=29, hours=23)
    still = tokens.read_token(link, Purpose.PLAY).seat
    travel(hours=2)

    assert still == seat_of(game, ann)
    with pytest.raises(tokens.Expired) as failure:
        tokens.read_token(link, Purpose.PLAY)
    assert failure.value.status == 410


def test_m4_a_link_can_be_revoked(link, game, ann):
    """“Not you? Revoke” makes every older link of the seat useless, and new ones work."""
    revoke_links(seat=seat_of(game, ann))

    with pytest.raises(tokens.Revoked):
        tokens.read_token(link, Purpose.PLAY)
    assert tokens.read_token(tokens.make_token(seat_of(game, ann)), Purpose.PLAY).seat.player == ann


def test_a_seat_that_is_asked_something_gets_a_new_link_for_the_revoked_one(game, ann, bob):
    """Who plays by mail alone is not left without a way in: the open question is mailed again."""
    Notice.objects.update(status=Notice.Status.SENT)
    revoke_links(seat=seat_of(game, ann))
    revoke_links(seat=seat_of(game, bob))
    owed = Notice.objects.filter(status=Notice.Status.WAITING)

    assert list(owed.values_list("player", "kind")) == [(ann.pk, "turn")]


def test_m4_what_ends_makes_its_links_useless(link, game, ann, moderator):
    """After the end no question link opens anything; closing an account closes its links."""
    end_game(game=game, by=moderator, reason="a test")
    with pytest.raises(tokens.QuestionClosed):
        tokens.read_token(link, Purpose.PLAY)

    Player.objects.filter(pk=ann.pk).update(is_active=False)
    with pytest.raises(tokens.Revoked):
        tokens.read_token(link, Purpose.PLAY)


def test_m4_a_link_opens_no_other_seats_question(game, ann, bob):
    """Bob's seat with Ann's question is nothing: no mail of the site has ever held it."""
    link = tokens.make_token(seat_of(game, bob), question_to(game, ann))

    with pytest.raises(tokens.TableChanged):
        tokens.read_token(link, Purpose.PLAY)
