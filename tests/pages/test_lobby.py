"""A game's life before its first card: created, filled by invitation, link or chance, started, called off."""

import re
from datetime import timedelta

import pytest

from games import clock
from games.core import tokens
from games.core.tokens import Purpose
from games.models import BlockedAddress, Game, Invitation, Notice, Player, Seat, Starter, Wish
from games.seats import invitations
from games.seats.membership import take_seat
from tests.mail.kinds import invite, open_game
from tests.mail.tables import NOW, Stored, store
from tests.pages.positions import Html, all_rows, open_link, turn_of_ann

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
    secrets = [each for each in fields if each.get("name") == "csrfmiddlewaretoken"]
    return {str(each["name"]): str(each["value"]) for each in secrets}


@pytest.fixture
def host(visit, charlie):
    return visit(charlie)


def test_creating_a_game(host, charlie):
    """The form makes the game as it says, and leads to its lobby, where its creator is the host."""
    response = host.post("/new/", NEW | {"is_open": "open", "first": "me", "pace": "7"}, follow=True)
    game = Game.objects.get()

    assert f"/g/{game.key}/" == response.request["PATH_INFO"]
    assert (charlie, 3, 7, True, Starter.HOST) == (
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
    """“I’ll choose when I start the game” offers everybody at the table, and never starts by itself."""
    host.post("/new/", NEW | {"first": "later", "seats": "2"})
    game = Game.objects.get()
    take_seat(
        game=game, player=Player.objects.create_user("b@example.org", name="Bob"), link_key=game.link_key
    )
    page = host.get(f"/g/{game.key}/").text
    host.post(f"/g/{game.key}/start/", {"starting_seat": "2"})
    game.refresh_from_db()

    begins = re.search(r'<select name="starting_seat".*?</select>', page, re.DOTALL)
    assert ["1", "2"] == re.findall(r'<option value="(\d)"', begins[0])
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
    page = Html(host.post(f"/g/{key}/invite/", {"people": "Dee Dee@Example.org"}, follow=True).content)
    invitation = Invitation.objects.get()
    host.post(f"/g/{key}/invitations/{invitation.pk}/remind/")
    again = host.post(f"/g/{key}/invitations/{invitation.pk}/remind/")
    host.post(f"/g/{key}/invitations/{invitation.pk}/withdraw/")

    assert "Dee (dee@example.org)" in page.text
    assert "1 invitation is on its way." in page.text
    assert (429, "You’ve already reminded this person.") == (
        again.status_code,
        next(word for word in Html(again.content).words if "already reminded" in word),
    )
    assert 2 == Notice.objects.filter(invitation=invitation).count()
    assert Seat.objects.filter(status=Seat.Status.FREE).count() == 2


@pytest.mark.parametrize("email", ["", "nobody", "a@b", "x" * 400 + "@example.org", "Bcc: c.d.org"])
def test_an_address_that_is_none(email, host):
    """The form says so, and nobody is invited."""
    host.post("/new/", NEW)
    response = host.post(f"/g/{Game.objects.get().key}/invite/", {"people": email})

    assert 422 == response.status_code
    assert not Invitation.objects.exists()


PASTED = """
Eve eve@example.org, "Fox, Fay" <fay@example.org>;
  gil@example.org
Hal <mailto:hal@example.org>, hal@example.org
"""


def test_a_host_invites_five_friends_in_three_pages(visit, stored):
    """From the front page to six seats taken or kept: names, addresses, people one has played with."""
    ann, bob = visit(stored.players["ann"]), stored.players["bob"]
    pages = [ann.get("/"), ann.get("/new/")]
    assert "bob@example.org" not in pages[1].content.decode()
    chosen = NEW | {"seats": "6", "people": PASTED, "known": [str(bob.pk)]}
    game = ann.post("/new/", chosen, follow=True)
    lobby = Html(game.content).text
    invited = Invitation.objects.values_list("name", "email", "how")

    assert set(invited) == {
        ("Eve", "eve@example.org", "typed"),
        ("Fox, Fay", "fay@example.org", "typed"),
        ("", "gil@example.org", "typed"),
        ("Hal", "hal@example.org", "typed"),
        ("Bob", "bob@example.org", "known"),
    }
    assert 1 == len(game.redirect_chain)
    assert 3 == len([*pages, game])
    assert "5 invitations are on their way." in lobby
    assert "Waiting for those you’ve invited." in lobby
    assert "bob@example.org" not in lobby
    assert 5 == Notice.objects.filter(kind="invitation").count()


def test_each_address_that_is_none_is_named(host):
    """Before there is a game nobody is invited until all are right, and what was typed is still there."""
    typed = "eve@example.org, fay at example.org\ngil@"
    content = host.post("/new/", NEW | {"people": typed}).content
    page = Html(content)

    assert "“fay at example.org” isn’t an e-mail address." in page.text
    assert "“gil@” isn’t an e-mail address." in page.text
    assert typed in content.decode()
    assert not Invitation.objects.exists()


def test_the_lobby_says_of_each_line_what_came_of_it(host):
    """Who can be invited is; of the others it says why not, and the lines that are wrong can be mended."""
    host.post("/new/", NEW | {"seats": "5", "people": "dee@example.org"})
    address = f"/g/{Game.objects.get().key}/invite/"
    page = host.post(address, {"people": "eve@example.org\ndee@example.org\nfay at example.org"})
    results = Html(page.content).all("li")
    classes = [str(each["class"]) for each in results if str(each.get("class", "")).startswith("note")]

    assert 200 == page.status_code
    assert ["note", "note note--error", "note note--error"] == classes
    assert ">\nfay at example.org</textarea>" in page.text
    assert {"dee@example.org", "eve@example.org"} == set(Invitation.objects.values_list("email", flat=True))


def test_everybody_is_reminded_by_one_press(host):
    """Those who were invited more than a day ago, once; who was invited today isn't yet."""
    host.post("/new/", NEW | {"seats": "5", "people": "dee@example.org, eve@example.org"})
    game = Game.objects.get()
    assert "invitations/remind/" not in host.get(f"/g/{game.key}/").text

    Invitation.objects.update(created_at=NOW - timedelta(days=1))
    host.post(f"/g/{game.key}/invite/", {"people": "fay@example.org"})
    assert "invitations/remind/" in host.get(f"/g/{game.key}/").text
    for _again in range(2):
        host.post(f"/g/{game.key}/invitations/remind/")
    reminded = Notice.objects.filter(kind="invited-again").values_list("invitation__email", flat=True)

    assert ["dee@example.org", "eve@example.org"] == sorted(reminded)


def test_more_people_than_seats(host):
    """It is said before the first mail, in the lobby and where a game is created; so is a seat for a bot."""
    crowd = "eve@example.org fay@example.org".replace(" ", ",") + ",gil@example.org"
    new = host.post("/new/", NEW | {"people": crowd})
    bots = host.post("/new/", NEW | {"people": "eve@example.org", "start": "1"})
    assert (422, 422, False) == (new.status_code, bots.status_code, Game.objects.exists())
    host.post("/new/", NEW)
    lobby = host.post(f"/g/{Game.objects.get().key}/invite/", {"people": crowd})

    assert 422 == lobby.status_code
    for page in (new, lobby):
        assert "You named 3 people, but only 2 seats are free." in Html(page.content).text
    assert "Bots would take these seats right away." in Html(bots.content).text
    assert not Invitation.objects.exists()


def test_who_refuses_invitations_is_named_and_the_others_are_invited(host):
    """One refusal costs nobody else their mail."""
    BlockedAddress.objects.create(mailbox="fay@example.org")
    page = host.post("/new/", NEW | {"people": "eve@example.org, fay@example.org"}, follow=True)
    text = Html(page.content).text

    assert "1 invitation is on its way." in text
    assert "We didn’t invite fay@example.org: This person has asked not to be invited." in text
    assert ["eve@example.org"] == list(Invitation.objects.values_list("email", flat=True))


def test_a_stranger_is_invited_by_no_number(host, stored):
    """Only people the host has played with can be chosen; a made-up number invites nobody."""
    page = host.post("/new/", NEW | {"known": [str(stored.players["bob"].pk)]})
    ann = Html(host.get("/new/").content).all("input")

    assert not [each for each in ann if each.get("name") == "known"]
    assert not Invitation.objects.exists()
    assert page.status_code in (302, 422)


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


@pytest.mark.parametrize(("who", "owner"), [("me", "charlie@example.org"), ("address", "dee@example.org")])
def test_s6_an_invitation_does_not_change_who_is_signed_in(host, charlie, who, owner):
    """Charlie opens Dee's invitation: the page asks who takes the seat, and Charlie stays Charlie."""
    stored = open_game()
    page = host.get(f"/i/{tokens.make_invitation_token(invite(stored))}/", follow=True)
    address = page.request["PATH_INFO"]
    unsaid = host.post(address, secret_of(page) | {"name": "X"})
    host.post(address, secret_of(page) | {"name": "Name", "who": who})

    assert "Charlie, who is signed in here" in Html(page.content).text
    assert 422 == unsaid.status_code
    assert owner == Seat.objects.get(game=stored.game, number=3).player.email
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
    """Whoever has the link sees who sits there, and takes a seat under a name of their choice.

    One of two lines or of 41 letters is refused in words.
    """
    stored = open_game()
    Seat.objects.filter(game=stored.game, number=3).update(status=Seat.Status.FREE, name="")
    Game.objects.update(starts_when_full=False)
    address = f"/join/{stored.game.link_key}/"
    page = Html(host.get(address).content)
    for name in ("two\nlines", "x" * 41):
        assert 422 == host.post(address, {"name": name}).status_code
    assert not Seat.objects.filter(player=charlie).exists()
    host.post(address, {"name": "Charlotte"})

    assert "Ann invites you to a game of Fluxx." in page.text
    assert "Charlotte" == Seat.objects.get(game=stored.game, player=charlie).name


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
    assert f"You’ve left “{stored.game.name}”." in Html(client.get("/").content).text
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
    assert f"You’ve cancelled “{stored.game.name}”." in Html(host.get("/").content).text
    assert "This game won’t take place." in Html(bob.get(f"/g/{stored.game.key}/").content).text


def test_a_full_table_gives_its_link_away_to_nobody(host):
    """Where no seat is free, the lobby doesn’t say that one can be taken by the link."""
    host.post("/new/", NEW | {"seats": "2"})
    game = Game.objects.get()
    before = host.get(f"/g/{game.key}/").content.decode()
    invitations.invite(game=game, by=game.host, email="dee@example.org")
    full = host.get(f"/g/{game.key}/").content.decode()

    assert ("Share this link" in before, "Share this link" in full) == (True, False)


def test_starting_alone_is_refused(host):
    """A game needs two: the page says what to do."""
    host.post("/new/", NEW)
    response = host.post(f"/g/{Game.objects.get().key}/start/")

    assert 409 == response.status_code
    assert "You need at least two players." in Html(response.content).text


def test_handing_over(visit, stored):
    """The host makes Bob the host from the table page: they are asked once more, and told what came of it."""
    client, at = visit(stored.players["ann"]), f"/g/{stored.game.key}/"
    page = Html(client.get(at).content)
    asked = Html(client.get(f"{at}host/", {"seat": "2"}).content)
    host_meanwhile = Game.objects.get(pk=stored.game.pk).host
    after = Html(client.post(f"{at}host/", {"seat": "2"}, follow=True).content)

    assert ["2", "3"] == [option["value"] for option in page.all("option")]
    assert "Make Bob the host?" in asked.text
    assert stored.players["ann"] == host_meanwhile
    assert stored.players["bob"] == Game.objects.get(pk=stored.game.pk).host
    assert "Bob is the host now." in after.text
    assert [] == after.all("option")


@pytest.mark.parametrize("seat", ["1", "9", "x", ""])
def test_handing_over_to_nobody_leads_back(visit, stored, seat):
    """To oneself, an empty seat or nonsense: the table as it is."""
    response = visit(stored.players["ann"]).get(f"/g/{stored.game.key}/host/", {"seat": seat})

    assert f"/g/{stored.game.key}/" == response["Location"]


def test_what_a_host_does_in_the_lobby_is_said(visit, db):
    """More seats, a reminder, an invitation withdrawn; and the lobby hands over as well."""
    lobby = open_game()
    invitation = invite(lobby)
    client, at = visit(lobby.players["ann"]), f"/g/{lobby.game.key}/"
    Invitation.objects.update(created_at=clock.now() - timedelta(days=2))
    said = {
        path: Html(client.post(at + path, fields, follow=True).content).text
        for path, fields in {
            "seats/": {"seats": "5"},
            f"invitations/{invitation.pk}/remind/": {},
            f"invitations/{invitation.pk}/withdraw/": {},
        }.items()
    }

    assert "The table has 5 seats now." in said["seats/"]
    assert "The reminder is on its way." in said[f"invitations/{invitation.pk}/remind/"]
    assert "The invitation is withdrawn" in said[f"invitations/{invitation.pk}/withdraw/"]
    assert "Make another player the host" in said["seats/"]


def warned_game() -> Stored:
    """A game of Ann's that nobody fills: she has been warned."""
    stored = open_game()
    now = clock.now()
    Game.objects.filter(pk=stored.game.pk).update(warned_at=now, expires_at=now + timedelta(days=3))
    return stored


@pytest.mark.parametrize("by_link", [False, True])
def test_the_host_keeps_a_game_open_by_one_press(by_link, visit, client, db):
    """Signed in, or by the link of the warning; then the page says no more of it."""
    stored = warned_game()
    key = stored.game.key
    browser, way = (client, "t") if by_link else (visit(stored.players["ann"]), "g")
    if by_link:
        open_link(client, stored.seats["ann"])
    before = all_rows()
    shown = browser.get(f"/{way}/{key}/")
    page = Html(shown.content)
    unchanged = all_rows()
    browser.post(f"/{way}/{key}/keep-open/", secret_of(shown))
    after = Html(browser.get(f"/{way}/{key}/").content)
    game = Game.objects.get(key=key)

    assert f"/{way}/{key}/keep-open/" in {form.get("action") for form in page.all("form")}
    assert before == unchanged
    assert (None, timedelta(days=17)) == (game.warned_at, game.expires_at - clock.now())
    assert f"/{way}/{key}/keep-open/" not in {form.get("action") for form in after.all("form")}


def test_others_read_when_the_game_is_cancelled(visit, db):
    """Bob has no button, but knows how long the table waits."""
    stored = warned_game()
    page = visit(stored.players["bob"]).get(f"/g/{stored.game.key}/")

    assert 'class="note expiry"' in page.content.decode()
    assert "keep-open" not in page.content.decode()


def test_a_host_reads_who_loses_a_seat_by_a_start(visit, db):
    """Invitations that nobody has answered are named beside the button; those that were need no word."""
    lobby = open_game()
    host = visit(lobby.players["ann"])
    before = Html(host.get(f"/g/{lobby.game.key}/").content).text
    invite(lobby)
    after = Html(host.get(f"/g/{lobby.game.key}/").content).text

    assert "they lose their seats" not in before
    assert "Not answered yet: Dee (dee@example.org). If you start now, they lose their seats." in after
