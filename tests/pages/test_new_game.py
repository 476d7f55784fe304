"""New game in two questions: with whom, and how fast. All else is proposed, folded, and said truly."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override, pgettext
from playwright.sync_api import Page, expect

from games.history.formatting import brief_moment
from games.models import Game, Invitation, Notice, Pace, Player, Question, Seat, Silence, Starter
from games.seats.invitations import accept_invitation
from games.seats.lobby import create_game, suggest_name
from games.seats.membership import take_seat
from tests.mail.kinds import open_game
from tests.mail.tables import NOW, store
from tests.pages.positions import Html, all_rows, turn_of_ann
from tests.support.forms import Form, list_forms

LANGUAGES = [code for code, _name in settings.LANGUAGES]


def form_with(browser: Client, name: str) -> Form:
    """The form of the page that has such a field."""
    page = browser.get("/new/").text
    (form,) = [each for each in list_forms(page, "/new/") if name in each.known_fields]
    return form


def proposed(browser: Client) -> dict[str, list[str]]:
    """What the form sends if nobody touches it."""
    return dict(form_with(browser, "pace").fields)


@pytest.fixture
def host(visit, charlie) -> Client:
    return visit(charlie)


def sections(text: str) -> dict[str, str]:
    """What the folded parts of the form say that they are set to."""
    text = " ".join(text.split())
    found = re.findall(r'<strong>([^<]*)</strong> <span class="quiet proposed__now">([^<]*)</span>', text)
    return dict(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_is_suggested_that_can_be_stored(language, host, charlie):
    """By the weekday where the host lives, in their language; the second one of that day has a number."""
    type(charlie).objects.filter(pk=charlie.pk).update(language=language)
    host.cookies["django_language"] = language
    with override(language):
        first = suggest_name(charlie)
        assert first == pgettext("stored name", "Sunday game")  # it is Sunday in Tokyo
        assert 302 == host.post("/new/", proposed(host)).status_code
        assert 302 == host.post("/new/", proposed(host)).status_code

    assert [first, f"{first} 2"] == list(Game.objects.order_by("pk").values_list("name", flat=True))


def test_a_game_has_a_seat_for_everyone_who_is_invited_and_starts_by_itself(host):
    """One friend is named: there are two seats, and the friend's yes deals the cards."""
    page = host.post("/new/", proposed(host) | {"people": "dee@example.org"}, follow=True)
    game = Game.objects.get()
    assert 2 == game.seats_wanted
    assert "It starts by itself when all seats are taken." in Html(page.content).text

    accept_invitation(invitation=Invitation.objects.get(), name="Dee")
    game.refresh_from_db()
    assert Game.Status.RUNNING == game.status


@pytest.mark.parametrize(
    ("chosen", "seats"),
    [
        ({}, 4),
        ({"is_open": "open"}, 4),
        ({"is_open": "open", "people": "dee@example.org"}, 4),
        ({"people": "dee@example.org, eve@example.org"}, 3),
        ({"seats": "5", "people": "dee@example.org"}, 5),
        ({"deck": "board", "people": ""}, 4),
    ],
)
def test_how_many_seats_there_are(chosen, seats, host):
    """Those that the host needs; a game that is open, or has nobody invited yet, has room for more."""
    host.post("/new/", proposed(host) | chosen)

    assert seats == Game.objects.get().seats_wanted == Seat.objects.count()


def test_an_open_game_does_not_start_when_those_who_were_invited_sit(host):
    """Strangers may come: it waits for them, or for its host."""
    host.post("/new/", proposed(host) | {"is_open": "open", "people": "dee@example.org"})
    accept_invitation(invitation=Invitation.objects.get(), name="Dee")

    assert Game.Status.OPEN == Game.objects.get().status


def test_who_goes_back_and_adds_somebody_has_one_game(host):
    """The same form with one more person gives that game one more seat, and nobody a second mail."""
    form = proposed(host) | {"people": "dee@example.org"}
    host.post("/new/", form)
    host.post("/new/", form | {"people": "dee@example.org\neve@example.org"})

    assert [3] == list(Game.objects.values_list("seats_wanted", flat=True))
    assert 2 == Invitation.objects.count() == Notice.objects.filter(kind="invitation").count()


def test_too_many_people_are_refused_before_the_first_mail(host):
    """A game has six seats at most, and the board game four."""
    crowd = ", ".join(f"p{number}@example.org" for number in range(5))
    for deck, named in (("fluxx", f"{crowd}, p6@example.org"), ("board", crowd)):
        page = host.post("/new/", proposed(host) | {"deck": deck, "people": named})
        assert 422 == page.status_code
        assert re.search(r"You named \d people, but only \d seats are free", Html(page.content).text)

    assert not Game.objects.exists()


SAID = [
    ({}, "table", "There’s a seat for everyone you invite, or 4 if you name nobody. Only people with an"),
    ({}, "table", "starts by itself when every seat is taken, and you can start it earlier. A random player"),
    ({"seats": "3", "first": "me"}, "table", "There are 3 seats."),
    ({"seats": "3", "first": "me"}, "table", "You go first."),
    ({"first": "later"}, "table", "The game starts when you start it, and you choose who goes first."),
    ({"is_open": "open"}, "table", "There are 4 seats, or more if you invite more people. Anyone can join"),
    ({"fill_with_bots": "on"}, "table", "Bots take free seats at the start."),
    ({"name": "Tea", "deck": "ice"}, "deck", "“Tea”, played with Fluxx, ICE edition."),
    ({}, "clock", "As chosen above."),
    ({"timing": "bank"}, "clock", "3 days to begin with, 1 day more for each turn, up to 5 days."),
    ({"away_policy": "none"}, "clock", "No vacations here: clocks keep running."),
    ({"silence": "vote"}, "silence", "After 2 missed turns in a row, the others vote on what to do."),
    ({}, "silence", "After 3 missed turns in a row, a bot plays until the player is back."),
    ({"least_reliability": "80"}, "joining", "at least 80% of turns answered in time"),
    ({"talk_is_public": "on"}, "joining", "Spectators can read the table talk."),
    ({}, "joining", "There are no conditions for joining. Only the players can read the table talk."),
]
TITLES = {
    "deck": "Name and deck",
    "table": "Seats and start",
    "clock": "Clock settings",
    "silence": "If someone doesn’t answer",
    "joining": "Joining and watching",
}


@pytest.mark.parametrize(("chosen", "section", "words"), SAID)
def test_each_part_says_what_it_is_set_to(chosen, section, words, host):
    """Also when the form comes back, because an address is none: what was chosen, not what is usual."""
    page = host.post("/new/", proposed(host) | chosen | {"people": "nobody"})

    assert 422 == page.status_code
    assert words in sections(page.text)[TITLES[section]]


def test_what_is_proposed_is_what_is_said(host):
    """The sentences of an untouched form are true of the game that it makes."""
    said = sections(host.get("/new/").text)
    host.post("/new/", proposed(host))
    game = Game.objects.get()

    assert said.keys() == set(TITLES.values())
    assert game.name in said["Name and deck"]
    assert (4, False, True, Starter.CHANCE, False) == (
        game.seats_wanted,
        game.is_open,
        game.starts_when_full,
        game.starter,
        game.fill_with_bots,
    )
    assert (Silence.PLAY, 3, Pace.THREE_DAYS) == (game.silence, game.patience, game.pace)
    assert (0, True, False) == (game.least_reliability, game.newcomers, game.talk_is_public)


@pytest.mark.parametrize(
    ("wrong", "section", "words"),
    [
        ({"name": ""}, "Name and deck", "This field is required."),
        ({"deck": "tarot"}, "Name and deck", "There’s no such deck"),
        ({"options": "fluxx/none"}, "Name and deck", "is not one of the available choices"),
        ({"seats": "9"}, "Seats and start", "9 is not one of the available choices"),
        ({"first": "first"}, "Seats and start", "New games no longer start that way."),
        ({"timing": "bank", "bank": "own"}, "Clock settings", "Fill in all three numbers"),
        ({"patience": "9"}, "If someone doesn’t answer", "9 is not one of the available choices"),
        (
            {"usual_hours": "12"},
            "Joining and watching",
            "Games no longer ask how fast people usually",
        ),
    ],
)
def test_what_is_wrong_opens_its_part(wrong, section, words, host):
    """The sentence stands at its field, that part alone is open, and no game is made."""
    page = host.post("/new/", proposed(host) | wrong)
    text = " ".join(page.text.split())
    opened = re.findall(r'<details class="proposed" open> <summary> <strong>([^<]*)', text)

    assert 422 == page.status_code
    assert [section] == opened
    assert words in Html(page.content).text
    assert not Game.objects.exists()


def test_games_that_have_them_keep_what_new_ones_can_not_have(host, charlie):
    """A game that asks for fast answers, and whose first card is taken, goes on so; the lobby says it."""
    game = create_game(host=charlie, name="Old", seats=3, is_open=True, usual_hours=12, starter=Starter.FIRST)
    text = Html(host.get(f"/g/{game.key}/").content).text

    assert "answers usually within 12 h" in text
    assert "The first player to take a card" in text


# --- as last time ---


def again(browser: Client) -> dict[str, list[str]]:
    """What “Create as last time” sends."""
    return dict(form_with(browser, "last").fields)


def test_as_last_time_is_one_press(ann, stored):
    """The same people are invited, the settings are those of then, and the page has said so."""
    Game.objects.update(pace=7, silence="vote", usual_hours=12, starter=Starter.FIRST, name="Tea")
    text = Html(ann.get("/new/").content).text
    page = ann.post("/new/", again(ann), follow=True)
    game = Game.objects.latest("pk")

    assert "Cid, Bob · 7 days for each turn · Fluxx" in text or "Bob, Cid · 7 days" in text
    assert "2 invitations are on their way." in Html(page.content).text
    assert ("Tea 2", 3, 7, "vote") == (game.name, game.seats_wanted, game.pace, game.silence)
    assert (0, Starter.CHANCE) == (game.usual_hours, game.starter)
    assert {"bob@example.org", "cid@example.org"} == set(game.invitations.values_list("email", flat=True))


def test_as_last_time_sent_twice_makes_one(ann, stored):
    """A double click has one game and one mail for each."""
    form = again(ann)
    addresses = {ann.post("/new/", form).url for _press in range(2)}

    assert 1 == len(addresses)
    assert 2 == Game.objects.count()
    assert 2 == Invitation.objects.count()


def test_as_last_time_against_bots_starts_at_once(host, charlie):
    """There is nobody to wait for."""
    host.post("/new/", proposed(host) | {"seats": "3", "start": "1"})
    text = Html(host.get("/new/").content).text
    host.post("/new/", again(host))
    _first, second = Game.objects.order_by("pk")

    assert "2 bots · 3 days for each turn" in text
    assert "It starts at once" in text
    assert Game.Status.RUNNING == second.status
    assert [True, True] == [bool(seat.bot) for seat in second.seats.exclude(player=charlie)]


def test_bots_of_last_time_sit_already(ann, stored):
    """With a bot and a friend, the friend's yes starts it."""
    Seat.objects.filter(pk=stored.seats["cid"].pk).update(bot="sensible", player=None)
    ann.post("/new/", again(ann))
    game = Game.objects.latest("pk")
    accept_invitation(invitation=game.invitations.get(), player=stored.players["bob"])
    game.refresh_from_db()

    assert (3, Game.Status.RUNNING) == (game.seats_wanted, game.status)


def test_as_last_time_of_a_stranger_is_refused(host, stored):
    """A game that one didn't host, or that is gone, is a sentence, and nothing happens."""
    for key in (stored.game.key, "nothing0", ""):
        before = all_rows()
        page = host.post("/new/", {"last": key})
        assert 409 == page.status_code
        assert "This game can’t be played the same way again." in Html(page.content).text
        assert before == all_rows()


TOLD = [
    ("en", 2, ""),
    ("en", 3, "3 games are waiting for you, the longest since"),
    ("pl", 5, "Czeka na ciebie 5 partii, najdłużej od"),
    ("ru", 5, "Тебя ждут 5 партий, самый давний вопрос:"),
]


@pytest.mark.parametrize(("language", "count", "told"), TOLD)
def test_who_lets_many_games_wait_is_told_so(language, count, told, visit, db):
    """Since when, and with a link to them. Others’ turns, paused games and seats of bots don’t count."""
    tables = [store(turn_of_ann(), name=f"Game {number}") for number in range(count + 3)]
    paused, over, kept, waits = (table.game.pk for table in tables[:4])
    Game.objects.filter(pk=paused).update(paused_at=NOW)
    Game.objects.filter(pk=over).update(status=Game.Status.FINISHED)
    Seat.objects.filter(game=kept).update(on_autopilot=True)
    long_ago = NOW - timedelta(days=5)
    Question.objects.filter(game__in=[paused, over, kept]).update(opened_at=NOW - timedelta(days=9))
    Question.objects.filter(game=waits).update(opened_at=long_ago)
    ann, bob = tables[0].players["ann"], tables[0].players["bob"]
    Player.objects.update(language=language)
    host, other = visit(ann), visit(bob)
    host.cookies["django_language"] = other.cookies["django_language"] = language
    page, theirs = Html(host.get("/new/").content), Html(other.get("/new/").content)
    with override(language):
        since = brief_moment(long_ago, ann.zone)

    assert (f"{told} {since}." if told else told) in page.text
    assert ("/next/" in [link["href"] for link in page.all("a")]) == bool(told)
    assert "/next/" not in [link["href"] for link in theirs.all("a")]
    assert 302 == host.post("/new/", proposed(host)).status_code


def test_without_a_last_time_there_is_no_such_button(host):
    assert "As last time" not in Html(host.get("/new/").content).text


# --- more seats, fewer seats ---


def test_the_host_gives_the_table_more_seats_and_fewer(visit, db):
    """Nobody loses their own, and a table that is full by it starts."""
    stored = open_game()
    game, host = stored.game, visit(stored.players["ann"])
    address = f"/g/{game.key}/seats/"
    page = Html(host.get(f"/g/{game.key}/").content)
    # The first list is that of seats, the other one of who may be the next host.
    assert ["3", "4", "5", "6", "2"] == [option["value"] for option in page.all("option")]

    assert 302 == host.post(address, {"seats": "5"}).status_code
    assert 5 == game.seats.count()
    for wrong in ("2", "7", "", "many"):
        refused = host.post(address, {"seats": wrong})
        assert refused.status_code in (409, 422)
        assert 5 == game.seats.count()
    Seat.objects.filter(game=game, number=3).update(status=Seat.Status.FREE, name="")
    host.post(address, {"seats": "2"})
    game.refresh_from_db()

    assert (2, Game.Status.RUNNING) == (game.seats.count(), game.status)


def test_nobody_else_changes_the_number_of_seats(visit, db):
    """It is the host's, before the start."""
    stored = open_game()
    bob = visit(stored.players["bob"])
    assert "seats/" not in bob.get(f"/g/{stored.game.key}/").text
    assert 404 == bob.post(f"/g/{stored.game.key}/seats/", {"seats": "5"}).status_code
    running = store(turn_of_ann(), name="Running")
    host = visit(running.players["ann"])
    assert 409 == host.post(f"/g/{running.game.key}/seats/", {"seats": "5"}).status_code
    assert 3 == stored.game.seats.count() == running.game.seats.count()


def test_a_seat_that_was_added_can_be_taken(host, charlie, stored):
    """By the link, as any other."""
    host.post("/new/", proposed(host) | {"people": "dee@example.org"})
    game = Game.objects.latest("pk")
    host.post(f"/g/{game.key}/seats/", {"seats": "3"})
    seat = take_seat(game=game, player=stored.players["bob"], link_key=game.link_key)

    assert 3 == seat.number


# --- in a browser ---


@pytest.fixture
def page(new_context, address, sign_in, transactional_db, request) -> Page:
    stored = store(turn_of_ann())
    width, height = request.param
    context = new_context(viewport={"width": width, "height": height})
    sign_in(context, stored.players["ann"])
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.goto(f"{address}/new/")
    return page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("page", [(1280, 900), (390, 844)], indirect=True)
def test_two_questions_are_in_sight(page):
    """With whom and how fast; the other fields are folded, and each says so when it was changed."""
    shown = page.locator("main :is(input, textarea, select):visible")
    assert {"people", "known", "pace"} == {each.get_attribute("name") for each in shown.all()}

    for title, change in (
        ("Name and deck", lambda: page.get_by_label("Name of the game").fill("Tea")),
        ("Seats and start", lambda: page.get_by_label("Me", exact=True).check()),
        ("Clock settings", lambda: page.get_by_label("Time to answer on someone").select_option("24")),
        ("If someone doesn’t answer", lambda: page.get_by_label("the table votes", exact=False).check()),
        ("Joining and watching", lambda: page.get_by_label("Minimum share").select_option("80")),
    ):
        fold = page.locator(".proposed", has_text=title)
        expect(fold.locator(".proposed__now")).to_be_visible()
        expect(fold.locator(".proposed__changed")).to_be_hidden()
        fold.locator("summary").first.click()
        change()
        fold.locator("summary").first.click()
        expect(fold.locator(".proposed__now")).to_be_hidden()
        expect(fold.locator(".proposed__changed")).to_be_visible()
    page.get_by_label("Bob", exact=True).check()
    page.get_by_role("button", name="Create and invite").click()
    expect(page.get_by_text("1 invitation is on its way.")).to_be_visible()
    game = Game.objects.latest("pk")

    assert ("Tea", 2, 1, 24) == (game.name, game.seats_wanted, game.starting_seat, game.answer_hours)
    assert (Silence.VOTE, 80) == (game.silence, game.least_reliability)
