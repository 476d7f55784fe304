"""What a link from a mail opens: one seat's page, without a session, without changing anything (M3 to M6)."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from games import clock, urls
from games.core import tokens
from games.core.tokens import Purpose
from games.models import By, Deputy, Game, Invitation, Move, Outage, Player, Question, Seat
from games.pages.common import passes
from games.pages.common.seat_context import Via
from games.play.answer import answer_question
from games.seats.membership import revoke_links
from games.templatetags.fluxx import moment
from tests.mail.kinds import first_card, invite, open_game
from tests.mail.tables import NOW, store
from tests.pages.positions import Html, all_rows, turn_of_ann

PASS = str(Purpose.PLAY)
DAY = timedelta(days=1)


@pytest.fixture
def link(stored) -> str:
    """The link to Ann's open question."""
    return f"/p/{tokens.make_token(stored.seats['ann'], stored.question('ann'))}/"


def test_m6_the_token_leaves_the_address(client, stored, link):
    """A link answers with a redirect to a page whose address holds no token, and hands over a pass.

    No script reads the cookie, no other site and no other page gets it, and it ends after a day.
    """
    response = client.get(link)
    cookie = response.cookies[PASS]

    assert (302, f"/t/{stored.game.key}/") == (response.status_code, response["Location"])
    assert [PASS] == list(response.cookies)
    assert cookie["httponly"] is True
    assert ("Lax", f"/t/{stored.game.key}/", 86400) == (cookie["samesite"], cookie["path"], cookie["max-age"])


def test_m6_over_https_the_pass_is_secure(client, settings, link):
    """Where the site speaks https, the pass never travels without it."""
    settings.SESSION_COOKIE_SECURE = True
    cookie = client.get(link, secure=True).cookies[f"__Secure-{PASS}"]

    assert cookie["secure"] is True


@pytest.mark.parametrize(
    "name",
    ["play_link", "seat_game", "seat_history", "seat_pulse", "invitation_link", "invitation", "block"],
)
def test_m6_headers(name, client, stored, link):
    """The pages of a link are in no cache, no referrer and no search engine, and load only what is ours."""
    lobby = open_game()
    invitation = invite(lobby)
    invited, blocked = (
        f"/i/{tokens.make_invitation_token(invitation)}/",
        tokens.make_invitation_token(invitation, Purpose.BLOCK),
    )
    for each in (link, invited, f"/b/{blocked}/"):
        client.get(each)
    key = lobby.game.key if name in ("invitation", "block") else stored.game.key
    addresses = {"play_link": link, "invitation_link": invited}
    response = client.get(addresses.get(name) or reverse(name, args=[key]))

    assert response.status_code in (200, 302)
    assert "no-referrer" == response["Referrer-Policy"]
    assert {"no-store", "private"} <= set(response["Cache-Control"].split(", "))
    assert "noindex" == response["X-Robots-Tag"]
    assert "camera=()" in response["Permissions-Policy"]
    assert Html(response.content).hosts <= {""}


def every_link() -> list[str]:
    """Every kind of address that stands in a mail."""
    stored, waiting, lobby = store(turn_of_ann()), first_card(), open_game()
    ann, question = stored.seats["ann"], stored.question("ann")
    rematch = Seat.objects.create(
        game=Game.objects.create(host=stored.players["ann"], name="Again", rematch_of=stored.game),
        number=2,
        player=stored.players["bob"],
        status=Seat.Status.INVITED,
    )
    invitation = invite(lobby)
    deputy = Deputy.objects.create(
        seat=ann,
        owner=stored.players["ann"],
        player=Player.objects.create_user("dee@example.org", name="Dee"),
        until=NOW.date(),
        ends_at=clock.now() + timedelta(days=3),
        accepted_at=NOW,
    )
    return [
        f"/p/{tokens.make_token(ann, question)}/",
        f"/p/{tokens.make_token(ann, question)}/?pick=bread",
        f"/p/{tokens.make_token(ann)}/",
        f"/p/{tokens.make_token(waiting.seats['bob'], waiting.question('bob'))}/",
        f"/p/{tokens.make_token(lobby.seats['bob'])}/",
        f"/p/{tokens.make_token(rematch)}/",
        f"/i/{tokens.make_invitation_token(invitation)}/",
        f"/b/{tokens.make_invitation_token(invitation, Purpose.BLOCK)}/",
        f"/v/{tokens.make_deputy_token(deputy, question)}/?pick=bread",
        f"/g/{stored.game.key}/",
        "/next/",
        "/account/",
    ]


@pytest.mark.parametrize("headers", [{}, {"Sec-Purpose": "prefetch"}, {"User-Agent": "Scanner"}], ids=str)
@pytest.mark.parametrize("method", ["get", "head"])
def test_m3_looking_changes_nothing(method, headers, db, client):
    """Opening the links of mails, and the pages behind them, leaves every table as it was; no session."""
    links = every_link()
    before = all_rows()
    for address in links:
        response = getattr(client, method)(address, headers=headers)
        while response.status_code == 302:
            assert settings.SESSION_COOKIE_NAME not in response.cookies
            response = getattr(client, method)(response["Location"], headers=headers)

        assert 200 == response.status_code, address
        assert settings.SESSION_COOKIE_NAME not in client.cookies

    assert before == all_rows()


def test_m3_a_page_of_a_link_sends_nothing_by_itself(client, stored, link):
    """A scanner that runs scripts finds nothing that posts without a press, and keeps the pass alone.

    Times are in the zone of the seat's player, also where somebody else has opened the link.
    """
    page = Html(client.get(link, follow=True).content)

    assert [] == [attributes for _tag, attributes in page.tags if "data-hx-post" in attributes]
    assert [PASS] == list(client.cookies)
    assert "Tue 24 Nov, 18:30" in page.text


def test_m3_a_link_works_after_a_scanner_opened_it(client, stored, link):
    """A link is not used up by being opened."""
    for _time in range(20):
        client.__class__().get(link, follow=True)
    response = client.get(link, follow=True)

    assert 200 == response.status_code
    assert Html(response.content).labels["radio"]


def test_a_link_of_a_choice_fills_it_in(client, stored, link):
    """The page has the card chosen, and seen first; nothing is played."""
    page = Html(client.get(f"{link}?pick=draw-3", follow=True).content)

    assert ["draw-3"] == page.chosen
    assert "draw-3" == page.labels["radio"][0]
    assert stored.question("ann").is_open


@pytest.mark.parametrize("pick", ["nothing", "milk", "", "<script>", "x" * 5000])
def test_a_choice_that_is_none_is_left_out(pick, client, stored, link):
    """What can't be chosen is not, and the page is there all the same."""
    page = Html(client.get(link, {"pick": pick}, follow=True).content)

    assert [] == page.chosen


def test_the_button_plays(client, stored, link):
    """The form of a link's page plays the card, as by mail, and shows what came of it."""
    page = Html(client.get(f"{link}?pick=draw-3", follow=True).content)
    fields = {str(each["name"]): each["value"] for each in page.all("input") if each.get("type") == "hidden"}
    response = client.post(f"/t/{stored.game.key}/answer/", {**fields, "label": "draw-3"}, follow=True)

    assert Move.objects.get(game=stored.game, labels=["draw-3"]).by == By.MAIL
    assert "You played Draw 3." in Html(response.content).text


def test_the_turn_goes_on_behind_the_same_link(client, stored, link):
    """After the first of two plays the page asks for the second, though the link's own question is closed."""
    client.get(link)
    seat = stored.seats["ann"]
    answer_question(seat=seat.pk, number=stored.question("ann").number, labels=["draw-3"], by=By.MAIL)
    page = Html(client.get(f"/t/{stored.game.key}/").content)

    assert "bread" in page.labels["radio"]


# A link that opens nothing: its age, its seat and its words.
BROKEN = {
    "forged": ("no-token", 404),
    "another purpose": ("invitation", 404),
    "tampered": ("tampered", 404),
    "expired": ("old", 410),
    "revoked": ("revoked", 410),
    "decided": ("decided", 410),
    "left": ("left", 410),
}


@pytest.mark.parametrize("why", BROKEN)
def test_m4_a_link_that_opens_nothing(why, client, stored):
    """It says so in words, with the right status and a way to sign in, and tells nothing about the game."""
    kind, status = BROKEN[why]
    seat, question = stored.seats["ann"], stored.question("ann")
    token = {
        "no-token": "no-token",
        "invitation": tokens.make_invitation_token(invite(open_game())),
        "tampered": tokens.make_token(seat, question)[:-1] + "x",
        "old": tokens.make_token(seat, question, at=NOW - timedelta(days=31)),
    }.get(kind, tokens.make_token(seat, question))
    if kind == "revoked":
        revoke_links(seat=seat)
    if kind == "decided":
        answer_question(seat=seat.pk, number=question.number, labels=["bread"], by=By.PAGE)
    if kind == "left":
        Seat.objects.filter(pk=seat.pk).update(status=Seat.Status.LEFT)
    response = client.get(f"/p/{token}/")
    page = response.content.decode()

    assert status == response.status_code
    assert reverse("account_request_login_code") in page
    assert PASS not in response.cookies
    assert [] == [word for word in ("Friday", stored.game.key, "Ann", "Bob", "Bread") if word in page]


@pytest.mark.parametrize(
    ("by", "words"),
    [
        (By.MAIL, "You’ve already answered this. Use the latest mail about this game instead."),
        (By.CLOCK, "This has already been decided. Use the latest mail about this game instead."),
    ],
)
def test_a_link_whose_question_is_closed(by, words, client, stored, link):
    """It says who has answered, and what opens the seat now."""
    Question.objects.filter(game=stored.game).update(closed_at=NOW, closed_by=by)
    response = client.get(link)

    assert 410 == response.status_code
    assert words in Html(response.content).text


@pytest.mark.parametrize(
    ("closed", "words"),
    [
        ("accepted_at", "You’ve already accepted this invitation. Open your seat from the latest mail"),
        ("declined_at", "You’ve already declined this invitation."),
        ("removed_at", "This invitation is no longer open."),
    ],
)
def test_an_invitation_that_is_closed(closed, words, client, db):
    """Its link says what became of it."""
    invitation = invite(open_game())
    Invitation.objects.filter(pk=invitation.pk).update(**{closed: NOW})
    response = client.get(f"/i/{tokens.make_invitation_token(invitation)}/")

    assert 410 == response.status_code
    assert words in Html(response.content).text


def test_m4_a_pass_opens_no_other_game(client, stored, link):
    """A pass that is shown to the page of another game opens nothing there."""
    other = store(turn_of_ann())
    client.get(link)
    client.cookies[PASS]["path"] = "/"
    response = client.get(f"/t/{other.game.key}/", headers={"Cookie": f"{PASS}={client.cookies[PASS].value}"})

    assert 404 == response.status_code


@pytest.mark.parametrize("after", ["a day", "revoked", "left"])
def test_m4_a_pass_ends(after, client, stored, link):
    """After a day, when the links are revoked, and when the seat is left."""
    client.get(link)
    if after == "revoked":
        revoke_links(seat=stored.seats["ann"])
    if after == "left":
        Seat.objects.filter(pk=stored.seats["ann"].pk).update(status=Seat.Status.LEFT)
    later = timedelta(days=1, minutes=1) if after == "a day" else timedelta()
    with time_machine.travel(NOW + later, tick=False):
        response = client.get(f"/t/{stored.game.key}/")

    assert 410 == response.status_code


def test_m4_a_pass_is_no_link(client, stored, link):
    """What the cookie holds opens the seat for the same day and no longer, even as a link."""
    client.get(link)
    token = client.cookies[PASS].value
    with time_machine.travel(NOW + passes.PASS_AGE + timedelta(minutes=1), tick=False):
        response = client.get(f"/p/{token}/")

    assert 410 == response.status_code


# Everything that a link opens beside what is open to everybody (requirement M5).
OPEN_TO_ALL = {
    *("dashboard", "about", "conduct", "mail_help", "manifest", "robots", "editions", "edition", "decks"),
    *("play_link", "invitation_link", "block_link", "open_games", "privacy", "watch", "learn", "lesson"),
    "fair",
}


def test_m5_a_link_is_no_sign_in(client, stored, link):
    """Of all closed addresses a link opens the seat's own alone; the access matrix says which."""
    client.get(link)
    opened = set()
    for pattern in urls.urlpatterns:
        words = {"key": stored.game.key, "pk": 1, "edition": "fluxx", "token": "x", "link_key": "x"}
        words |= {"secret": "x", "number": 1, "kind": "keeper", "place": 0, "rest": "x", "slug": "keeper"}
        words |= {"circle": "x", "year": 2026, "quarter": 4, "month": 11, "day": 23}
        words |= {"table": stored.game.key}
        wanted = {name: words[name] for name in pattern.pattern.converters}
        response = client.get(reverse(pattern.name, kwargs=wanted))
        if response.status_code == 200:
            opened.add(pattern.name)

    by_link = opened - OPEN_TO_ALL
    assert "seat_game" in by_link
    assert [] == [name for name in sorted(by_link) if not name.startswith(Via.MAIL_LINK.name_prefix)]


def test_s2_a_form_from_elsewhere_is_refused(client, stored, link):
    """A form without the secret of the seat's pages, or with another seat's, does nothing."""
    client.get(link)
    before = all_rows()
    for secret in ("", "x", passes.seat_secret(stored.seats["bob"])):
        response = client.post(f"/t/{stored.game.key}/answer/", {"csrfmiddlewaretoken": secret})

        assert 403 == response.status_code
        assert "This form has expired" in Html(response.content).text
    assert before == all_rows()


def test_s6_a_link_does_not_change_who_is_signed_in(bob, stored, link):
    """Bob opens Ann's link: the page says whose seat it is and who he is, and he stays Bob."""
    response = bob.get(link, follow=True)
    page = Html(response.content).text

    assert f"/t/{stored.game.key}/" == response.request["PATH_INFO"]
    assert "You’re signed in as Bob, but here you play for Ann." in page
    assert bob.session["_auth_user_id"] == str(stored.players["bob"].pk)


def test_a_link_of_one_s_own_leads_to_the_table(ann, stored, link):
    """Who is signed in as the seat's player needs no pass; the choice comes along, until it is decided."""
    response = ann.get(f"{link}?pick=bread")
    assert f"/g/{stored.game.key}/?pick=bread" == response["Location"]
    assert PASS not in response.cookies

    answer_question(
        seat=stored.seats["ann"].pk, number=stored.question("ann").number, labels=["bread"], by=By.PAGE
    )
    assert 200 == ann.get(link, follow=True).status_code


def test_not_you(client, stored, link):
    """The page of a link has a button that makes all links useless, its own pass included."""
    client.get(link)
    secret = {"csrfmiddlewaretoken": passes.seat_secret(stored.seats["ann"])}
    response = client.post(f"/t/{stored.game.key}/revoke/", secret)

    assert 200 == response.status_code
    assert "" == response.cookies[PASS].value
    assert 410 == client.get(link).status_code


def test_both_doors_show_the_same_table(ann, client, stored, link):
    """Behind a link and behind a sign-in Ann sees the same hand, choices and history."""
    by_link = Html(client.get(link, follow=True).content)
    signed_in = Html(ann.get(f"/g/{stored.game.key}/").content)

    assert by_link.labels == signed_in.labels
    for text in ("Cid played Steal a Keeper.", "keep at most 3 keepers", "4 cards in hand"):
        assert text in by_link.text
        assert text in signed_in.text


@pytest.mark.parametrize("name", ["answer", "history", "seen", "back", "revoke"])
def test_a_page_without_a_pass_says_what_is_missing(name, client, stored):
    """Without the cookie there is a sentence and a way to sign in, and nothing happens."""
    before = all_rows()
    method = client.get if name == "history" else client.post
    response = method(f"/t/{stored.game.key}/{name}/")

    assert 404 == response.status_code
    assert "This page opens from a link in a mail" in Html(response.content).text
    assert before == all_rows()


@pytest.fixture
def backed_up_at(stored):
    """A backup of two days ago was restored an hour later."""
    began = clock.now() - timedelta(days=2)
    ended = began + timedelta(hours=1)
    Outage.objects.create(started_at=began, ended_at=ended, credited_at=ended, why=Outage.Why.RESTORED)
    return began


def is_said_restored(page: Html) -> bool:
    """Whether a page says that the site was restored from a backup."""
    return any(each.get("class") == "restored" for each in page.all("p"))


def test_after_a_restore_an_unknown_game_may_be_lost(backed_up_at, charlie, visit, stored):
    """A private game of others and one that never was get the same words, and the time of the backup."""
    stranger = visit(charlie)
    answers = [stranger.get(f"/g/{key}/") for key in (stored.game.key, "n0such", "n0such/history")]
    pages = [Html(each.content) for each in answers]

    assert [404, 404, 404] == [each.status_code for each in answers]
    assert all(is_said_restored(page) for page in pages)
    assert 1 == len({page.text for page in pages})
    with timezone.override(charlie.zone):
        assert moment(backed_up_at) in pages[0].text


@pytest.mark.parametrize("why", ["lost", "revoked", "forged"])
def test_after_a_restore_a_link_may_be_lost(why, backed_up_at, client, stored):
    """A link to a seat that is not there says the same as one that was withdrawn, or is none of ours."""
    seat = stored.seats["ann"]
    lost = Seat(pk=seat.pk + 1000, link_epoch=0)
    token = "no-token" if why == "forged" else tokens.make_token(lost if why == "lost" else seat)
    if why == "revoked":
        revoke_links(seat=seat)

    assert is_said_restored(Html(client.get(f"/p/{token}/").content))


@pytest.mark.parametrize("path", ["/n0such/", "/g/n0such/"])
def test_pages_that_find_nothing_tell_of_no_old_restore(path, backed_up_at, charlie, visit):
    """Addresses of no game never do, and after 30 days no address does."""
    if path.startswith("/g/"):
        Outage.objects.update(started_at=backed_up_at - 30 * DAY, ended_at=clock.now() - 30 * DAY)

    assert not is_said_restored(Html(visit(charlie).get(path).content))


def test_a_link_that_has_another_reason_says_only_that(backed_up_at, client, stored, link):
    """A question that is decided is not lost."""
    answer_question(
        seat=stored.seats["ann"].pk, number=stored.question("ann").number, labels=["bread"], by=By.PAGE
    )

    assert not is_said_restored(Html(client.get(link).content))
