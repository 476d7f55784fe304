"""A game's life before its first card: created, filled by invitation, link or chance, started, called off."""

import pytest

from games.core import tokens
from games.core.tokens import Purpose
from games.models import BlockedAddress, Game, Invitation, Notice, Player, Seat, Starter, Wish
from games.seats.membership import take_seat
from tests.mail.kinds import invite, open_game
from tests.mail.tables import store
from tests.pages.positions import Html, all_rows, turn_of_ann

NEW = {
    "name": "Friday game",
    "seats": "3",
    "pace": "3",
    "is_open": "private",
    "first": Starter.CHANCE,
}


def secret_of(response) -> dict[str, str]:
    """What the forms of a page carry against forgery."""
    fields = Html(response.content).all("input")
    return {str(each["name"]): str(each["value"]) for each in fields if each["name"] == "csrfmiddlewaretoken"}


@pytest.fixture
def host(visit, charlie):
    return visit(charlie)


def test_creating_a_game(host, charlie):
    """The form makes the game as it says, and leads to its lobby, where its creator is the host."""
    response = host.post("/new/", NEW | {"is_open": "open", "first": Starter.FIRST, "pace": "7"}, follow=True)
    game = Game.objects.get()

    assert f"/g/{game.key}/" == response.request["PATH_INFO"]
    assert (charlie, 3, 7, True, Starter.FIRST) == (
        game.host,
        game.seats_wanted,
        game.pace,
        game.is_open,
        game.starter,
    )
    assert "2 seats are free: invite people." in Html(response.content).text


def test_starting_at_once(host):
    """One press makes a game against bots that waits for its creator."""
    response = host.post("/new/", NEW | {"first": "me", "start": "1"}, follow=True)
    page = Html(response.content)

    assert "Choose a card to play." in page.text
    assert 4 == len(page.labels["radio"])


def test_the_host_may_choose_at_the_start(host, charlie):
    """“I choose when I start the game” offers everybody at the table, and never starts by itself."""
    host.post("/new/", NEW | {"first": "later", "seats": "2"})
    game = Game.objects.get()
    take_seat(
        game=game, player=Player.objects.create_user("b@example.org", name="Bob"), link_key=game.link_key
    )
    page = Html(host.get(f"/g/{game.key}/").content)
    host.post(f"/g/{game.key}/start/", {"starting_seat": "2"})
    game.refresh_from_db()

    assert ["1", "2"] == [option["value"] for option in page.all("option")]
    assert (Game.Status.RUNNING, 2) == (game.status, game.starting_seat)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "two\nlines"}, "A name is one line of visible characters."),
        ({"name": "x" * 61}, "at most 60 characters"),
        ({"seats": "7"}, "7 is not one of the available choices"),
        ({"seats": "many"}, "many is not one of the available choices"),
        ({"pace": "2"}, "2 is not one of the available choices"),
        ({"first": "<b>"}, "is not one of the available choices"),
        ({"is_open": ""}, "This field is required."),
    ],
)
def test_a_game_that_can_t_be(wrong, words, host):
    """The form comes back with a sentence beside what is wrong, and no game is made."""
    response = host.post("/new/", NEW | wrong)

    assert 422 == response.status_code
    assert words in Html(response.content).text
    assert not Game.objects.exists()


def test_a_player_without_a_name_is_asked_for_one(visit, db):
    """Nobody sits at a table under their e-mail address."""
    nameless = Player.objects.create_user("secret.address@example.org")
    client = visit(nameless)
    refused = client.post("/new/", NEW)
    client.post("/new/", NEW | {"my_name": "Nora"})

    assert 422 == refused.status_code
    assert "Nora" == Seat.objects.get(player=nameless).name


def test_inviting(host, charlie):
    """An address gets a seat and one mail; the host sees it, can remind it once and withdraw it."""
    host.post("/new/", NEW)
    key = Game.objects.get().key
    page = Html(
        host.post(f"/g/{key}/invite/", {"email": "Dee@Example.org", "name": "Dee"}, follow=True).content
    )
    invitation = Invitation.objects.get()
    host.post(f"/g/{key}/invitations/{invitation.pk}/remind/")
    again = host.post(f"/g/{key}/invitations/{invitation.pk}/remind/")
    host.post(f"/g/{key}/invitations/{invitation.pk}/withdraw/")

    assert "Dee – dee@example.org" in page.text
    assert "An invitation is on its way to Dee@Example.org." in page.text
    assert (429, "This address was reminded already.") == (
        again.status_code,
        next(word for word in Html(again.content).words if "reminded already" in word),
    )
    assert 2 == Notice.objects.filter(invitation=invitation).count()
    assert Seat.objects.filter(status=Seat.Status.FREE).count() == 2


@pytest.mark.parametrize("email", ["", "nobody", "a@b", "x" * 400 + "@example.org", "a@b.org\nBcc: c@d.org"])
def test_an_address_that_is_none(email, host):
    """The form says so, and nobody is invited."""
    host.post("/new/", NEW)
    response = host.post(f"/g/{Game.objects.get().key}/invite/", {"email": email, "name": ""})

    assert 422 == response.status_code
    assert not Invitation.objects.exists()


def test_an_invitation_is_accepted_without_an_account(client, db):
    """From the mail to the seat: a name, one press, and the seat's page is open; nobody is signed in."""
    stored = open_game()
    invitation = invite(stored)
    page = client.get(f"/i/{tokens.make_invitation_token(invitation)}/", follow=True)
    response = client.post(page.request["PATH_INFO"], secret_of(page) | {"name": "Dee"}, follow=True)
    seat = Seat.objects.get(game=stored.game, number=3)

    assert "Ann invites you to “Friday game”" in Html(page.content).text
    assert f"/t/{stored.game.key}/" == response.request["PATH_INFO"]
    assert (True, "dee@example.org") == (seat.player.is_guest, seat.player.email)
    assert "sessionid" not in client.cookies


def test_an_invitation_is_declined(client, db):
    """One press says no; the host is told, the link is dead."""
    stored = open_game()
    link = f"/i/{tokens.make_invitation_token(invite(stored))}/"
    page = client.get(link, follow=True)
    response = client.post(page.request["PATH_INFO"], secret_of(page) | {"decline": "1"})

    assert "You have declined" in Html(response.content).text
    assert Notice.objects.filter(kind=Notice.Kind.DECLINED).exists()
    assert 410 == client.get(link).status_code


def test_no_more_invitations(client, db):
    """The link at the end of an invitation asks once, then blocks the address."""
    stored = open_game()
    link = f"/b/{tokens.make_invitation_token(invite(stored), Purpose.BLOCK)}/"
    page = client.get(link, follow=True)
    before = BlockedAddress.objects.count()
    client.post(page.request["PATH_INFO"], secret_of(page))

    assert "nobody can invite dee@example.org" in Html(page.content).text
    assert (0, 1) == (before, BlockedAddress.objects.count())


def test_s6_an_invitation_does_not_change_who_is_signed_in(host, charlie):
    """Charlie opens Dee's invitation: the page asks who takes the seat, and nobody is chosen for him."""
    stored = open_game()
    page = host.get(f"/i/{tokens.make_invitation_token(invite(stored))}/", follow=True)
    address = page.request["PATH_INFO"]
    unsaid = host.post(address, secret_of(page) | {"name": "X"})
    host.post(address, secret_of(page) | {"name": "Charlie", "who": "me"})
    seat = Seat.objects.get(game=stored.game, number=3)

    assert "Charlie, who is signed in here" in Html(page.content).text
    assert 422 == unsaid.status_code
    assert charlie == seat.player
    assert host.session["_auth_user_id"] == str(charlie.pk)


def test_an_invitation_is_accepted_for_its_owner(host, charlie):
    """Charlie takes the seat for Dee, whose mail he holds: Dee sits there, and Charlie stays Charlie."""
    stored = open_game()
    page = host.get(f"/i/{tokens.make_invitation_token(invite(stored))}/", follow=True)
    host.post(page.request["PATH_INFO"], secret_of(page) | {"name": "Dee", "who": "address"})

    assert "dee@example.org" == Seat.objects.get(game=stored.game, number=3).player.email
    assert host.session["_auth_user_id"] == str(charlie.pk)


def test_an_invitation_on_the_dashboard(visit, db):
    """Who is signed in finds the invitation on the dashboard, and takes the seat there."""
    stored = open_game()
    invite(stored)
    dee = Player.objects.create_user("dee@example.org", name="Dee")
    client = visit(dee)
    page = Html(client.get("/").content)
    client.post(f"/g/{stored.game.key}/accept/")

    assert "Ann keeps a seat for you." in page.text
    assert Seat.objects.get(game=stored.game, number=3).player == dee


def test_the_link_of_a_game(host, charlie):
    """Whoever has the link sees who sits there, and takes a seat under a name of their choice."""
    stored = open_game()
    Seat.objects.filter(game=stored.game, number=3).update(status=Seat.Status.FREE, name="")
    Game.objects.update(starts_when_full=False)
    address = f"/join/{stored.game.link_key}/"
    page = Html(host.get(address).content)
    host.post(address, {"name": "Charlotte"})

    assert "Ann asks you to a game of Fluxx." in page.text
    assert "Charlotte" == Seat.objects.get(game=stored.game, player=charlie).name


@pytest.mark.parametrize("name", ["two\nlines", "x" * 41])
def test_a_name_that_is_none(name, host, charlie):
    """A name of two lines or of 41 letters is refused in words."""
    stored = open_game()
    Seat.objects.filter(game=stored.game, number=3).update(status=Seat.Status.FREE, name="")
    response = host.post(f"/join/{stored.game.link_key}/", {"name": name})

    assert 422 == response.status_code
    assert not Seat.objects.filter(player=charlie).exists()


def test_joining_a_running_game(host, charlie):
    """In a game that is open to all one press joins, as soon as no card is being played."""
    stored = store(turn_of_ann(), is_open=True, commitment="c0ffee")
    page = Html(host.get(f"/g/{stored.game.key}/").content)
    response = host.post(f"/g/{stored.game.key}/join/", follow=True)

    assert "Join this game" in page.text
    assert 200 == response.status_code
    assert Seat.objects.filter(game=stored.game, player=charlie).exists() or Wish.objects.exists()


def test_leaving_asks_first(visit, stored):
    """A GET asks; the press leaves, and leads home."""
    client = visit(stored.players["bob"])
    page = Html(client.get(f"/g/{stored.game.key}/leave/").content)
    still = Seat.objects.get(pk=stored.seats["bob"].pk).status
    response = client.post(f"/g/{stored.game.key}/leave/")

    assert "Your hand and your keepers go to the discard pile" in page.text
    assert Seat.Status.TAKEN == still
    assert "/" == response["Location"]
    assert f"You have left “{stored.game.name}”." in Html(client.get("/").content).text
    assert Seat.Status.LEFT == Seat.objects.get(pk=stored.seats["bob"].pk).status


def test_calling_a_game_off(visit, db):
    """The host is asked, the game ends, and its page says so to who had a seat."""
    stored = open_game()
    host, bob = visit(stored.players["ann"]), visit(stored.players["bob"])
    before = all_rows()
    host.get(f"/g/{stored.game.key}/cancel/")
    unchanged = all_rows()
    host.post(f"/g/{stored.game.key}/cancel/")

    assert before == unchanged
    assert f"You have called off “{stored.game.name}”." in Html(host.get("/").content).text
    assert "This game will not take place." in Html(bob.get(f"/g/{stored.game.key}/").content).text


def test_starting_alone_is_refused(host):
    """A game needs two: the page says what to do."""
    host.post("/new/", NEW)
    response = host.post(f"/g/{Game.objects.get().key}/start/")

    assert 409 == response.status_code
    assert "A game needs two at the table." in Html(response.content).text


def test_handing_over(visit, stored):
    """The host makes Bob the host from the table page."""
    client = visit(stored.players["ann"])
    page = Html(client.get(f"/g/{stored.game.key}/").content)
    client.post(f"/g/{stored.game.key}/host/", {"seat": "2"})

    assert ["2", "3"] == [option["value"] for option in page.all("option")]
    assert stored.players["bob"] == Game.objects.get(pk=stored.game.pk).host
