"""Guests: people who play by the links of their mails, and set by them what others set in an account."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from engine.scenario import deal
from games.core import tokens
from games.core.refusal import Refusal
from games.inbound.receive import receive
from games.models import (
    BlockedAddress,
    Channel,
    Deputy,
    Game,
    Group,
    Invitation,
    Move,
    Notice,
    Player,
    PlayerBlock,
    Reply,
    Seat,
    Starter,
    Vacation,
)
from games.pages.common import passes
from games.seats.invitations import accept_invitation
from games.seats.invitations import invite as invite_by_host
from tests.mail.kinds import invite, open_game
from tests.mail.received import send
from tests.mail.replying import answer
from tests.mail.tables import NOW, Stored, store
from tests.pages.positions import Html, all_rows, open_link, turn_of_ann, won_by_ann
from tests.site.play import set_table
from tests.site.test_accounts import code_in

PERSONAL = ("account", "hours", "notices", "deputies")


class Guest:
    """Ann's browser behind a link from a mail, and not signed in."""

    def __init__(self, stored: Stored) -> None:
        self.stored, self.client = stored, Client()
        self.player, self.seat = stored.players["ann"], stored.seats["ann"]
        open_link(self.client, self.seat)

    def address(self, page: str, *args: object) -> str:
        """The address of a page under /t/."""
        return reverse(page, args=[self.stored.game.key, *args])

    def get(self, page: str, *args: object):
        """Open a page."""
        return self.client.get(self.address(page, *args))

    def post(self, page: str, *args: object, **fields: object):
        """Send a form of the seat's pages, and follow where it leads."""
        secret = {"csrfmiddlewaretoken": passes.seat_secret(self.seat)}
        return self.client.post(self.address(page, *args), secret | fields, follow=True)


@pytest.fixture
def guest(stored: Stored) -> Guest:
    """Ann, who has never signed in."""
    make_guest(stored.players["ann"])
    return Guest(stored)


@pytest.fixture
def member(stored: Stored) -> Guest:
    """Whoever holds a mail to Ann, who has an account."""
    return Guest(stored)


def make_guest(player: Player) -> None:
    """Let a player be one who has come by an invitation and has never signed in."""
    player.is_guest = True
    player.save()
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)


def second_game(**given: object) -> Stored:
    """Another game of the same people, in which it is Ann's turn, too."""
    return store(turn_of_ann(), name="Other game", **given)


def test_a_guest_sets_zone_and_language(guest):
    """Deadlines are shown in Tokyo from then on, and all pages and mails speak Russian."""
    guest.post("guest_account", name="Ann", language="ru", timezone="Tokyo")
    page = guest.get("seat_game")
    due = timezone.localtime(guest.stored.question("ann").due_at, ZoneInfo("Asia/Tokyo"))
    guest.player.refresh_from_db()
    mail = send(guest.stored.notice("turn", "ann"))
    cyrillic = [letter for letter in mail.text if "а" <= letter.casefold() <= "я"]

    assert ("ru", "Asia/Tokyo") == (guest.player.language, guest.player.timezone)
    assert "ru" == page["Content-Language"]
    assert '<html lang="ru"' in page.content.decode()
    assert f'datetime="{due.isoformat(timespec="seconds")}"' in page.content.decode()
    assert '<html lang="ru"' in mail.html
    assert len(cyrillic) > len(mail.text) / 5
    assert f"{due:%H:%M}" in mail.text


def test_a_guest_switches_the_language_where_they_are(guest):
    """The foot of each page behind a guest's link has the languages, and leads back to that page."""
    here = guest.address("seat_history")
    assert guest.address("guest_switch_language") in guest.get("seat_history").content.decode()
    page = guest.post("guest_switch_language", language="pl", next=here)

    assert (here, "pl") == (page.request["PATH_INFO"], page["Content-Language"])


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", "/account/"])
def test_a_switch_of_language_leads_nowhere_else(guest, elsewhere):
    """An address that is not of this seat is ignored; so is a language that the site does not have."""
    page = guest.post("guest_switch_language", language="xx", next=elsewhere)
    guest.player.refresh_from_db()

    assert (guest.address("seat_game"), "en") == (page.request["PATH_INFO"], guest.player.language)


def test_a_guest_has_quiet_hours_and_vacations(guest):
    """Both are the player's, in all games; a vacation can be withdrawn again."""
    guest.post("guest_hours", quiet_from="22:00", quiet_to="07:00", days_off=["6"])
    first = (NOW + timedelta(days=3)).date()
    guest.post("guest_add_vacation", first_day=first, last_day=first + timedelta(days=6))
    entered = Vacation.objects.get()
    guest.post("guest_end_vacation", entered.pk)
    guest.player.refresh_from_db()

    assert (22, 7, "6") == (guest.player.quiet_from.hour, guest.player.quiet_to.hour, guest.player.days_off)
    assert guest.player == entered.player
    assert not Vacation.objects.exists()


def test_a_guest_chooses_a_digest(guest):
    """The modes of mail are all there; devices, webhooks and feeds want an account."""
    page = Html(guest.get("guest_notices").content)
    modes = {f"mail-{group}": "digest" for group in Group.values}
    guest.post("guest_notices", quiet_minutes="30", digest_at="08:30", **modes)

    assert "digest" == guest.player.notice_choices.mode("turn")
    assert "Get an account with one code" in page.text
    assert "add_webhook" not in page.text


@pytest.mark.parametrize(
    "page", ["add_webhook", "add_device", "feeds", "account_email", "account_set_password"]
)
def test_what_outlives_a_link_wants_an_account(guest, page):
    """No link adds a device, a webhook or a feed, or changes address or password."""
    answer = guest.client.post(reverse(page), {"url": "https://example.org/hook", "kind": "json"})

    assert (302, "/accounts/") == (answer.status_code, answer["Location"][:10])
    assert not Channel.objects.exists()


@pytest.mark.parametrize("page", PERSONAL)
def test_a_link_of_somebody_with_an_account_opens_none_of_their_settings(member, page):
    """Who holds a forwarded mail gets to the page that mails a code, and changes nothing."""
    shown = member.client.get(member.address(f"guest_{page}"), follow=True)
    before = all_rows()
    member.post(
        f"guest_{page}", name="Eve", language="ru", timezone="Tokyo", quiet_from="22:00", quiet_to="7:00"
    )

    assert member.address("seat_keep") == shown.request["PATH_INFO"]
    assert "Sign in as Ann" in Html(shown.content).text
    assert before == all_rows()


@pytest.mark.parametrize("page", ["leave", "offer_seat", "ask_for_deputy"])
def test_a_link_of_somebody_with_an_account_gives_no_seat_away(member, page):
    """To leave, to offer the seat and to name a deputy they sign in."""
    before = all_rows()
    shown = member.post(f"seat_{page}", who="bob@example.org", until=date(2026, 12, 1))

    assert member.address("seat_keep") == shown.request["PATH_INFO"]
    assert before == all_rows()


def test_opening_a_guest_s_pages_changes_nothing(guest):
    """A scanner that follows every link of a guest's pages changes no row."""
    second_game()
    before = all_rows()
    for page in (
        *(f"guest_{each}" for each in PERSONAL),
        "seat_keep",
        "seat_next",
        "seat_leave",
        "seat_rematch",
    ):
        guest.get(page)

    assert before == all_rows()


def test_a_guest_keeps_their_seats_in_an_account_by_one_code(guest, smtp):
    """A code goes to the seat's address; typed in, it signs in the player of all these seats."""
    other = second_game()
    asked = guest.post("seat_keep", next=f"/g/{guest.stored.game.key}/")
    page = guest.client.post(asked.request["PATH_INFO"], {"code": code_in(smtp)}, follow=True)
    guest.player.refresh_from_db()

    assert ("ann@example.org",) == smtp.received[-1].recipients
    assert 200 == page.status_code
    assert not guest.player.is_guest
    assert [200, 200] == [
        guest.client.get(f"/g/{key}/").status_code for key in (guest.stored.game.key, other.game.key)
    ]


@pytest.mark.slow
def test_codes_are_rationed(guest, smtp):
    """Whoever has a link can't flood a mailbox: after five codes in an hour the last one goes on working."""
    answers = [Guest(guest.stored).post("seat_keep") for _ in range(7)]

    assert {200} == {answer.status_code for answer in answers}
    assert 5 == len(smtp.received)


def test_somebody_else_who_is_signed_in_is_not_mailed_a_code(guest, visit, charlie, smtp):
    """Two accounts in one browser would be one too many: they sign out first."""
    guest.client.force_login(charlie, backend="allauth.account.auth_backends.AuthenticationBackend")

    assert "You’re signed in as Charlie here." in Html(guest.get("seat_keep").content).text
    assert not smtp.received


def test_next_game_by_link(guest):
    """A guest goes on from game to game; where nothing waits, the table says that a mail comes."""
    page = guest.client.get(guest.address("seat_next"), follow=True)
    assert guest.address("seat_game") == page.request["PATH_INFO"]
    assert "That’s all for now." in Html(page.content).text

    other = second_game()
    table = guest.get("seat_game").content.decode()
    page = guest.client.get(guest.address("seat_next"), follow=True)
    assert "Next game: 1 waiting for you" in table
    assert reverse("seat_game", args=[other.game.key]) == page.request["PATH_INFO"]
    assert "submission_key" in page.content.decode()


def test_next_game_is_not_for_links_of_accounts(member):
    """Their link opens one seat: no count of other games is shown, and none opens."""
    other = second_game()
    table = member.get("seat_game").content.decode()
    page = member.client.get(member.address("seat_next"), follow=True)

    assert "Next game" not in table
    assert member.address("seat_game") == page.request["PATH_INFO"]
    assert 404 == member.client.get(reverse("seat_game", args=[other.game.key])).status_code


def test_going_from_game_to_game_makes_no_pass_last_longer(guest):
    """The pass to the next game ends when that of the first does, however often somebody goes round."""
    other = second_game()
    there = reverse("seat_game", args=[other.game.key])
    with time_machine.travel(NOW + timedelta(hours=23), tick=False):
        assert there == guest.get("seat_next")["Location"]
        assert 200 == guest.client.get(there).status_code
    with time_machine.travel(NOW + timedelta(hours=25), tick=False):
        assert 410 == guest.client.get(there).status_code


@pytest.mark.parametrize(("of", "status"), [("guest", 410), ("member", 302)])
def test_turning_the_links_of_a_guest_off_turns_off_all(request, of, status):
    """One of their links leads to the other seats; those of an account lead nowhere else, and stay."""
    holder = request.getfixturevalue(of)
    link = f"/p/{tokens.make_token(second_game().seats['ann'])}/"
    holder.post("seat_revoke")

    assert status == Client().get(link).status_code


def test_a_guest_leaves_by_link(guest):
    """After a page that asks; the browser forgets the seat."""
    question = guest.get("seat_leave")
    page = guest.post("seat_leave")
    guest.seat.refresh_from_db()

    assert "Leave “Friday game”?" in Html(question.content).text
    assert "You’ve left the game" in Html(page.content).text
    assert Seat.Status.LEFT == guest.seat.status
    assert 404 == guest.get("seat_game").status_code


def test_a_guest_offers_their_seat(guest):
    """A bot keeps it meanwhile, and they may come back."""
    guest.post("seat_offer_seat")
    guest.seat.refresh_from_db()

    assert guest.seat.is_offered


def test_a_guest_names_a_deputy(guest, charlie):
    """They ask by link, see whom they asked, and end it."""
    page = guest.post(
        "seat_ask_for_deputy", who="charlie@example.org", until=(NOW + timedelta(days=3)).date()
    )
    asked = Deputy.objects.get()
    guest.post("guest_end_deputy", asked.pk)
    asked.refresh_from_db()

    assert guest.address("guest_seat_access") == page.request["PATH_INFO"]
    assert (guest.player, charlie) == (asked.owner, asked.player)
    assert asked.ended_at is not None


def finished(players: str = "ann") -> Stored:
    """A game that Ann has won."""
    stored = store(won_by_ann(), name="Last game")
    Game.objects.filter(pk=stored.game.pk).update(
        status=Game.Status.FINISHED, finished_at=NOW, winner=stored.seats[players]
    )
    return stored


def test_a_guest_asks_for_a_rematch_by_one_press(db):
    """The happiest moment: the next table is there, they sit at it, and the others are asked."""
    stored = finished()
    make_guest(stored.players["ann"])
    guest = Guest(stored)
    assert "Rematch" in guest.get("seat_game").content.decode()
    page = guest.post("seat_rematch")
    again = Game.objects.get(rematch_of=stored.game)

    assert reverse("seat_game", args=[again.key]) == page.request["PATH_INFO"]
    assert stored.players["ann"] == again.host
    assert "You have a seat" in Html(page.content).text


def test_a_link_of_an_account_proposes_a_rematch_and_opens_no_other_seat(db):
    """The people are asked; the new seat opens by its own mail, or by signing in."""
    stored = finished()
    member = Guest(stored)
    page = member.post("seat_rematch")
    again = Game.objects.get(rematch_of=stored.game)

    assert member.address("seat_game") == page.request["PATH_INFO"]
    assert "You’re in." in Html(page.content).text
    assert 404 == member.client.get(reverse("seat_game", args=[again.key])).status_code


def test_an_invitation_page_speaks_the_reader_s_language(db):
    """By Accept-Language at first; its foot has the others, as links that change nothing on the site."""
    lobby = open_game()
    link = f"/i/{tokens.make_invitation_token(invite(lobby))}/"
    client = Client(headers={"accept-language": "ru"})
    page = client.get(link, follow=True)
    before = all_rows()
    there = client.get(reverse("invitation", args=[lobby.game.key]) + "?language=pl", follow=True)

    assert ("ru", "pl") == (page["Content-Language"], there["Content-Language"])
    assert '<html lang="pl"' in there.content.decode()
    assert before == all_rows()


@pytest.mark.parametrize(("sent", "zone"), [("Asia/Tokyo", "Asia/Tokyo"), ("", "Europe/Warsaw")])
def test_a_new_guest_has_the_zone_of_the_form(sent, zone, db):
    """The browser fills in its own; where nothing is sent it is the host's."""
    lobby = open_game()
    invited = invite(lobby)
    client = Client(headers={"accept-language": "ru"})
    page = client.get(f"/i/{tokens.make_invitation_token(invited)}/", follow=True)
    fields = {"csrfmiddlewaretoken": passes.invitation_secret(invited), "name": "Dee", "timezone": sent}
    client.post(page.request["PATH_INFO"], fields)
    dee = Player.objects.get(email="dee@example.org")

    assert ("ru", zone, True) == (dee.language, dee.timezone, dee.is_guest)
    field = next(each for each in Html(page.content).all("input") if each.get("name") == "timezone")
    assert ("Europe/Warsaw", "Europe/Warsaw") == (field["value"], field["data-guess"])


def test_a_guest_in_tokyo_reads_and_answers_in_russian(db, settings):
    """From acceptance on: language and zone of the browser, a mail in both, and a reply in the accusative."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    lobby = open_game()
    first = {"starter": Starter.HOST, "starting_seat": lobby.seats["cid"].number}
    Game.objects.filter(pk=lobby.game.pk).update(**first)
    invited = invite(lobby)
    client = Client(headers={"accept-language": "ru-RU,ru;q=0.9,ja;q=0.5"})
    page = client.get(f"/i/{tokens.make_invitation_token(invited)}/", follow=True)
    fields = {"name": "Дина", "timezone": "Asia/Tokyo"}
    secret = {"csrfmiddlewaretoken": passes.invitation_secret(invited)}
    table = client.post(page.request["PATH_INFO"], secret | fields, follow=True)
    dee = Player.objects.get(email="dee@example.org")
    game = Game.objects.get(pk=lobby.game.pk)  # which has begun, as all are there
    scene = deal(ann=["bread"], bob=3, cid=["music", "milk"], turn="cid", played=0)
    set_table(game, scene.game.dump())
    lobby.game, lobby.players["cid"] = game, dee
    notice = lobby.notice("turn", "cid")
    mail = send(notice)
    due = timezone.localtime(notice.question.due_at, ZoneInfo("Asia/Tokyo"))
    reply = answer(mail, "Добрый день!\nиграю Музыку", sender="dee@example.org")
    receive(reply.as_bytes(), recipients=[reply["To"]])
    answered = send(Reply.objects.get().notice)

    assert (dee.language, dee.timezone, table["Content-Language"]) == ("ru", "Asia/Tokyo", "ru")
    assert mail.text.startswith("Твой ход, Дина")
    assert mail.parsed["Content-Language"] == "ru"
    assert f" {due:%H:%M} " in mail.text.splitlines()[2].replace("\u00a0", " ")
    assert due.hour != timezone.localtime(notice.question.due_at, ZoneInfo("Europe/Warsaw")).hour
    assert ["music"] == Move.objects.get(game=game, by="reply").labels
    assert "«играю Музыку»" in answered.text.replace("\u00a0", " ")


def test_who_has_an_account_is_not_asked_for_a_zone(db):
    """An invitation changes nothing that they have chosen."""
    lobby = open_game()
    Player.objects.create_user("dee@example.org", name="Dee", timezone="Asia/Tokyo")
    page = Client().get(f"/i/{tokens.make_invitation_token(invite(lobby))}/", follow=True)

    assert not [each for each in Html(page.content).all("input") if each.get("name") == "timezone"]


@pytest.fixture
def lobby(db) -> Stored:
    """A private game of Ann's with a free seat, which waits for people."""
    stored = open_game()
    Seat.objects.filter(game=stored.game, number=3).update(status=Seat.Status.FREE, name="", player=None)
    return stored


def ask_by_link(stored: Stored, email: str = "dee@example.org", name: str = "Dee", network: str = "::1"):
    """Send the form of a game's link, signed in as nobody, from an address of this network."""
    form = {"name": name, "email": email}
    return Client(REMOTE_ADDR=network).post(f"/join/{stored.game.link_key}/", form)


def test_a_friend_joins_by_the_link_without_an_account(lobby):
    """Link, name and address; then the mail, and the seat is theirs: three pages, no password."""
    shown = Html(Client().get(f"/join/{lobby.game.link_key}/").content)
    asked = ask_by_link(lobby)
    invited = Invitation.objects.get()
    mail = send(Notice.objects.get())
    seat = Seat.objects.get(game=lobby.game, number=3)
    assert (Seat.Status.FREE, "asked") == (seat.status, invited.how)

    client = Client()
    page = client.get(f"/i/{tokens.make_invitation_token(invited)}/", follow=True)
    fields = {"csrfmiddlewaretoken": passes.invitation_secret(invited), "name": "Dee"}
    table = client.post(page.request["PATH_INFO"], fields, follow=True)
    seat.refresh_from_db()

    assert "Mail me a seat" in shown.text
    assert "Check your mail" in Html(asked.content).text
    assert "Your seat at Ann’s table is ready." in mail.text
    assert "someone with the link of this game typed in your address" in " ".join(mail.text.split())
    assert 200 == table.status_code
    assert ("dee@example.org", True) == (seat.player.email, seat.player.is_guest)


def test_the_mail_with_the_seat_speaks_the_language_of_the_page(lobby):
    """Who asks for a seat on a Russian page has never met the host, nor read their English."""
    fields = {"name": "Dee", "email": "dee@example.org"}
    Client().post(f"/join/{lobby.game.link_key}/", fields, headers={"accept-language": "ru"})
    translation.activate("en")  # the worker has no page
    mail = send(Notice.objects.get())

    assert "Посмотреть приглашение" in mail.text


def test_the_link_takes_no_seat_before_the_mail_is_opened(lobby):
    """Whoever types somebody's address sits nowhere, is nobody, and gets no pass."""
    Player.objects.create_user("dee@example.org", name="Dee")
    asked = ask_by_link(lobby)

    assert not asked.cookies.keys() & {"play", "invitation", "sessionid"}
    assert Seat.objects.get(game=lobby.game, number=3).player is None


ADDRESSES = [
    "blocked@example.org",
    "bob@example.org",
    "bob+x@example.org",
    "fay@example.org",
    "foe@example.org",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_link_tells_nothing_about_an_address(address, lobby):
    """Nothing differs for one that refuses invitations or the host, sits there, or declined; no mail goes.

    Neither the answer, nor what anybody sees at the link afterwards, nor the answer to the same form again,
    nor how many addresses may be tried.
    """
    BlockedAddress.objects.create(mailbox="blocked@example.org")
    foe = Player.objects.create_user("foe@example.org", name="Foe")
    PlayerBlock.objects.create(by=foe, player=lobby.game.host, kind=PlayerBlock.Kind.BLOCK)
    fay = {"email": "fay@example.org", "mailbox": "fay@example.org", "declined_at": NOW}
    Invitation.objects.create(game=lobby.game, invited_by=lobby.game.host, **fay)

    def try_out(email: str) -> list[tuple[int, str]]:
        pages = [
            ask_by_link(lobby, email),
            Client().get(f"/join/{lobby.game.link_key}/"),
            ask_by_link(lobby, email),
            Client().get(f"/g/{lobby.game.key}/"),
            *(
                ask_by_link(lobby, f"fill{number}@example.org", network=f"192.0.2.{number}")
                for number in range(20)
            ),
        ]
        return [(each.status_code, Html(each.content).text.replace(email, "?")) for each in pages]

    known = try_out(address)
    sent = {each.invitation.email for each in Notice.objects.all()}
    Notice.objects.all().delete()
    Invitation.objects.exclude(email="fay@example.org").delete()
    Seat.objects.filter(game=lobby.game, number=3).update(status=Seat.Status.FREE, name="")
    cache.clear()
    unknown = try_out("new@example.org")

    assert known == unknown
    assert (429, 200) == (known[-1][0], known[-2][0])
    assert address not in sent


def test_of_two_who_ask_for_the_last_seat_the_first_sits_down(lobby):
    """Both get a mail; the second reads that the seats are taken."""
    for who in ("dee", "eve"):
        ask_by_link(lobby, f"{who}@example.org", who.title())
    dee, eve = Invitation.objects.order_by("pk")
    Game.objects.update(starts_when_full=False)
    accept_invitation(invitation=eve)
    with pytest.raises(Refusal, match="All seats in this game are taken"):
        accept_invitation(invitation=dee)
    dee.refresh_from_db()

    assert "Eve" == Seat.objects.get(game=lobby.game, number=3).name
    assert dee.is_open
    assert not Player.objects.filter(email=dee.email).exists()


def test_the_link_mails_an_address_twice_at_most(lobby):
    """A lost mail can be asked for once more, by anybody; after that none is sent."""
    for _time in range(4):
        ask_by_link(lobby)

    kinds = list(Notice.objects.order_by("pk").values_list("kind", flat=True))
    assert ["invitation", "invited-again"] == kinds


def test_the_link_is_no_way_to_flood_mailboxes(lobby):
    """Twenty addresses a day by one link, and five mails a mailbox in all; the host's own are left."""
    for number in range(20):
        ask_by_link(lobby, f"x{number}@example.org", network=f"192.0.2.{number}")
    refused = ask_by_link(lobby)
    invite_by_host(game=lobby.game, by=lobby.game.host, email="dee@example.org")

    assert 429 == refused.status_code
    assert 1 == Notice.objects.filter(invitation__email="dee@example.org").count()


def test_one_network_does_not_use_up_a_link(lobby):
    """Who types in invented addresses is refused before others are; a home has one IPv6 network."""
    invented = [
        ask_by_link(lobby, f"x{number}@example.org", network=f"2001:db8::{number}").status_code
        for number in range(1, 12)
    ]
    friend = ask_by_link(lobby, network="2001:db8:0:1::1")

    assert [200] * 8 + [429] * 3 == invented
    assert 200 == friend.status_code
    assert Notice.objects.filter(invitation__email="dee@example.org").exists()


def test_a_table_that_asks_for_a_record_wants_an_account(lobby):
    """Of somebody without one nothing is known; and a game that runs is joined signed in, as before."""
    Game.objects.update(newcomers=False)
    asked = ask_by_link(lobby)

    assert (302, "/accounts/login/") == (asked.status_code, asked["Location"][:16])
    assert not Invitation.objects.exists()


def test_a_full_table_says_so_to_everybody_alike(lobby):
    """Whose seat is kept gets it mailed again; the answer doesn't tell who that is."""
    invite_by_host(game=lobby.game, by=lobby.game.host, email="dee@example.org")
    page = Html(Client().get(f"/join/{lobby.game.link_key}/").content)
    kept, late = ask_by_link(lobby), ask_by_link(lobby, "eve@example.org")
    words = [Html(each.content).text.replace("eve@", "dee@") for each in (kept, late)]

    assert "we can mail it again" in page.text
    assert [409, 409] == [kept.status_code, late.status_code]
    assert "If one is kept for you, we’ve mailed it again." in words[0]
    assert words[0] == words[1]
    assert ["dee@example.org"] * 2 == [each.invitation.email for each in Notice.objects.all()]


def test_a_guest_chooses_a_colour_and_a_mark(guest):
    """Behind the link as in an account; who leaves them out keeps the face that they had."""
    sent = {"name": "Ann", "language": "en", "timezone": "Europe/Warsaw"}
    # Not those that the guest has by the number of the account: they would be no choice.
    colour = "rust" if guest.player.colour != "rust" else "olive"
    mark = "fish" if guest.player.mark != "fish" else "cat"
    guest.post("guest_account", **sent, face_colour=colour, face_mark=mark)
    guest.player.refresh_from_db()

    assert (colour, mark, False) == (
        guest.player.face_colour,
        guest.player.face_mark,
        guest.player.shows_presence,
    )
    guest.post("guest_account", **sent, shows_presence="on")
    guest.player.refresh_from_db()
    assert (colour, mark, True) == (
        guest.player.face_colour,
        guest.player.face_mark,
        guest.player.shows_presence,
    )
