"""Nobody finds out who has an account by asking for many addresses (docs/decisions/0023-deputies.md)."""

from datetime import timedelta

import pytest

from games import clock
from games.core.lookups import MOST_A_DAY
from games.core.refusal import Refusal
from games.models import Deputy, Invitation
from games.seats.deputies import ask_deputy_for_all
from games.seats.invitations import block_invitations, invite
from games.seats.invite_checks import A_PLAYER_MAY_INVITE
from games.seats.lobby import create_game

from .conftest import browser_of, make_player

pytestmark = pytest.mark.django_db
UNKNOWN, LIMIT = "Nobody plays here with this address", "You’ve reached today’s limit of requests"
TOO_FAR = "Choose a day at most"


@pytest.fixture(params=["/g/{key}/deputy/", "/account/deputies/"])
def ask(request, ann, bob, start):
    """Ask for a deputy on one of the two pages; return the page."""
    game, browser = start(ann, bob), browser_of(ann)

    def ask(who, days=5):
        until = (clock.now() + timedelta(days=days)).date()
        sent = {"who": who, "until": until.isoformat()}
        return browser.post(request.param.format(key=game.key), sent).content.decode()

    return ask


def test_a_wrong_day_says_nothing_of_the_address(ask):
    """Everything else is checked before anybody is looked up."""
    make_player("Victim")
    pages = [ask(who, days=900) for who in ("victim@players.example", "nobody@players.example")]

    assert [(TOO_FAR in page, UNKNOWN in page) for page in pages] == [(True, False)] * 2


def test_each_address_that_is_tried_counts(ask, ann, travel):
    """Also those that nobody has, and those whose owner can't play: after twenty, all get one answer."""
    make_player("Victim")
    pages = [ask(f"guess{number}@players.example") for number in range(MOST_A_DAY - 1)]
    own = ask(ann.email)
    again = ask("guess0@players.example")
    hit, miss = ask("victim@players.example"), ask("nobody@players.example")
    travel(hours=25)

    assert all(UNKNOWN in page for page in [*pages, again])
    assert "Choose someone other than yourself" in own
    assert [(LIMIT in page, UNKNOWN in page) for page in (hit, miss)] == [(True, False)] * 2
    assert not Deputy.objects.exists()
    assert UNKNOWN in ask("nobody@players.example")


def test_all_games_at_once_are_one_look_up(ann, bob, start):
    """Who plays many games asks a friend to play them all, and has tried one address."""
    for _game in range(3):
        start(ann, bob)
    until = (clock.now() + timedelta(days=5)).date()
    for number in range(MOST_A_DAY - 1):
        with pytest.raises(Refusal, match=UNKNOWN):
            ask_deputy_for_all(by=ann, who=f"guess{number}@players.example", until=until)
    dee = make_player("Dee")
    asked, refused = ask_deputy_for_all(by=ann, who=dee.email, until=until)

    assert (len(asked), refused) == (3, [])


def test_a_host_tries_so_many_addresses_a_day(ann):
    """Whether somebody wants no invitations is said of so many as a host may reasonably invite."""
    game = create_game(host=ann, name="G", seats=2)
    blocked = make_player("Blocked")
    block_invitations(address=blocked.email)
    said = []
    for number in range(2 * A_PLAYER_MAY_INVITE):
        block_invitations(address=f"guess{number}@players.example")
        with pytest.raises(Refusal) as refused:
            invite(game=game, by=ann, email=f"guess{number}@players.example")
        said.append(str(refused.value))
    for address in (blocked.email, "nobody@players.example"):
        with pytest.raises(Refusal) as refused:
            invite(game=game, by=ann, email=address)
        said.append(str(refused.value))

    assert all("asked not to be invited" in text for text in said[:-2])
    assert all("today’s limit" in text for text in said[-2:])
    assert not Invitation.objects.exists()


def test_a_full_table_says_nothing_of_an_address(ann):
    """Where nobody can be invited, nobody is looked up."""
    game = create_game(host=ann, name="G", seats=2)
    invite(game=game, by=ann, email="dee@example.org")
    block_invitations(address="blocked@example.org")
    said = set()
    for address in ("blocked@example.org", "nobody@example.org"):
        with pytest.raises(Refusal) as refused:
            invite(game=game, by=ann, email=address)
        said.add(str(refused.value))

    assert said == {"All seats are taken or kept for someone. Withdraw an invitation first."}
