"""The pages of a player's own: dashboard, next game, account. And those for all: cards, about, errors."""

import re
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

import engine
from games import clock
from games.board.names import picture_of
from games.core import tokens
from games.core.refusal import Busy
from games.history.formatting import moment as full_moment
from games.models import By, Game, Move, Player, Question, Seat
from games.pages.common.card_faces import PICTURES, pictures_of
from games.pages.people import dashboard
from games.people.talk import post_remark
from games.seats.lobby import create_game
from tests.mail.kinds import open_game
from tests.mail.tables import store
from tests.pages import kinds
from tests.pages.positions import Html, all_rows, turn_of_ann, won_by_ann


def test_the_dashboard_says_what_waits(visit, stored):
    """Games by deadline, the count in the title, and one press to the next."""
    urgent = store(turn_of_ann(), name="Urgent game")
    Question.objects.filter(game=urgent.game).update(due_at=clock.now() + timedelta(hours=2))
    slow = store(turn_of_ann(), name="Slow game", pace=0)
    client = visit(stored.players["ann"])
    page = Html(client.get("/").content)

    assert "(3) Fluxx by mail" in page.text
    assert page.text.index("Urgent game") < page.text.index("Friday game") < page.text.index("Slow game")
    assert f"/g/{urgent.game.key}/" == client.get("/next/")["Location"]
    assert f"/g/{stored.game.key}/" == client.get(f"/next/?after={urgent.game.key}")["Location"]
    assert ["urgent", "", ""] == urgencies(page)
    assert "2 hours left" in page.text.replace("\xa0", " ")
    assert "no clock" in page.text
    assert slow.game.pace == 0


def test_the_dashboard_of_who_waits(visit, stored):
    """Bob sees for whom his game waits, and that nothing waits for him."""
    page = Html(visit(stored.players["bob"]).get("/").content)

    assert "Waiting for you: 0 Nothing right now. We’ll mail you when it’s your turn." in page.text
    assert "Ann’s turn" in page.text
    assert "3 days left" in page.text.replace("\xa0", " ")


def test_an_end_that_was_not_seen_comes_next(visit, db):
    """When no question waits, the next game is one that ended while the player was away.

    Who has finished games is not new, and the end is dated in the reader's time zone.
    """
    stored = store(won_by_ann())
    client = visit(stored.players["bob"])
    page = Html(client.get("/").content)
    before = client.get("/next/")["Location"]
    client.post(f"/g/{stored.game.key}/seen/", {"version": stored.game.version})

    assert "You don’t have any games yet." not in page.text
    at = full_moment(stored.game.finished_at, stored.players["bob"].zone)
    assert at in {time.get("title") for time in page.all("time")}
    assert f"/g/{stored.game.key}/" == before
    assert "/" == client.get("/next/")["Location"]
    assert "Nothing else is waiting for you." in Html(client.get("/").content).text


def test_what_does_not_wait(visit, stored):
    """Paused games and seats that a bot keeps do not count."""
    paused = store(turn_of_ann(), name="Paused game")
    Game.objects.filter(pk=paused.game.pk).update(paused_at=clock.now())
    kept = store(turn_of_ann(), name="Kept game")
    Seat.objects.filter(pk=kept.seats["ann"].pk).update(on_autopilot=True)
    page = Html(visit(stored.players["ann"]).get("/").content)

    assert "(1) Fluxx by mail" in page.text
    assert "Paused" in page.text
    assert "A bot plays for you" in page.text


def test_a_new_player_is_told_what_to_do(visit, charlie):
    """No games yet: the page says how to begin."""
    page = Html(visit(charlie).get("/").content)

    assert "/play/" in {form["action"] for form in page.all("form")}
    assert "/new/" in {link["href"] for link in page.all("a")}


def test_open_games_are_offered(visit, charlie, client):
    """A listed game with a free seat stands on everybody's front page; a full one does not."""
    game = create_game(host=charlie, name="Open to all", is_open=True)
    other = Player.objects.create_user("o@example.org", name="Olga")
    texts = [Html(each.get("/").content).text for each in (client, visit(other), visit(charlie))]
    Seat.objects.filter(game=game, status=Seat.Status.FREE).update(status=Seat.Status.INVITED)

    assert ["Open to all" in text for text in texts] == [True, True, True]
    assert "3 of 4 seats free" in texts[1]
    assert "Host: Charlie" in texts[1]
    assert "Open to all" not in Html(client.get("/").content).text


def test_of_many_open_games_the_newest_are_offered(charlie):
    """The list is short; who looks for company sees the latest games, each with its free seats counted."""
    for number in range(dashboard.OPEN_GAMES_SHOWN + 2):
        game = create_game(host=charlie, name=f"Open {number}", seats=3, is_open=True)
        Game.objects.filter(pk=game.pk).update(
            created_at=clock.now() - timedelta(hours=number % 7, days=number)
        )

    shown = dashboard.open_games()[: dashboard.OPEN_GAMES_SHOWN]

    assert [f"Open {number}" for number in range(dashboard.OPEN_GAMES_SHOWN)] == [game.name for game in shown]
    assert {2} == {game.free for game in shown}


def urgencies(page: Html) -> list[str]:
    """How near the deadline of each row is that waits for the player, in the order of the page."""
    styles = [str(each.get("class")).split() for each in page.all("li")]
    mine = [each for each in styles if "row--mine" in each]
    return [next((style[5:] for style in each if style in ("row--soon", "row--urgent")), "") for each in mine]


def row_of(client: Client, name: str) -> str:
    """The words in the row of a game on a dashboard."""
    rows = client.get("/").content.decode().split('<li class="row')
    return Html(next(each for each in rows[1:] if name in each).encode()).text


def test_a_row_tells_the_last_event_that_says_something(visit, db):
    """Not that a turn began or cards were drawn, which each turn has."""
    stored = store(turn_of_ann())
    rows = {name: row_of(visit(stored.players[name]), "Friday game") for name in ("ann", "bob")}

    assert "Cid took “Milk” from Bob ·" in rows["ann"]
    assert "Cid took “Milk” from you ·" in rows["bob"]
    assert "just now" in rows["bob"]


@pytest.mark.parametrize("name", ["ann", "bob"])
def test_a_row_tells_no_card_of_another_hand(name, visit, db):
    """Where the last event is that cards were drawn, each reader is told their own at most."""
    stored = store(turn_of_ann())
    move = stored.game.moves.get()
    move.outcomes = [each for each in move.outcomes if each["type"] == "drew"][:1]
    move.save()
    row = row_of(visit(stored.players[name]), "Friday game")

    assert "drew" in row
    titles = [engine.card(slug).title for slug in move.outcomes[0]["cards"]]
    assert (name == "ann") == any(title in row for title in titles)


def test_a_move_that_was_taken_back_is_told_as_that(visit, stored):
    """Not as if it had been played."""
    game = stored.game
    seat = stored.seats["ann"]
    Move.objects.create(game=game, version=2, kind="undo", by=By.PAGE, seat=seat, params={"to": 0})
    row = row_of(visit(stored.players["bob"]), game.name)

    assert "A move was undone ·" in row
    assert "Milk" not in row


def test_side_questions_wait_with_the_turns(visit, db):
    """They come last and are not counted, for nobody waits for them; the row leads to the question."""
    stored = store(kinds.asked_beside())
    page = Html(visit(stored.players["bob"]).get("/").content)
    number = stored.beside("bob").number

    assert ["0"] == [each["data-waiting"] for each in page.all("h2") if "data-waiting" in each]
    assert [""] == urgencies(page)
    assert f"/g/{stored.game.key}/?ask={number}#ask-{number}" in {link["href"] for link in page.all("a")}


def test_all_is_marked_as_read_by_one_press(visit, stored):
    """News and unread talk: the marks go, and with them the button; a GET changes nothing."""
    post_remark(seat=stored.seats["ann"].pk, text="Hi all")
    client = visit(stored.players["bob"])
    before, row = all_rows(), row_of(client, "Friday game")
    reloaded = client.get("/read/")
    unchanged = all_rows()
    page = client.post("/read/", follow=True)

    assert ("news" in row, "unread talk" in row) == (True, True)
    assert (before, "/") == (unchanged, reloaded["Location"])
    assert "Everything is marked as read." in Html(page.content).text
    assert "/read/" not in {form.get("action") for form in Html(client.get("/").content).all("form")}
    assert stored.game.version == Seat.objects.get(pk=stored.seats["bob"].pk).seen_version
    assert 0 == Seat.objects.get(pk=stored.seats["cid"].pk).seen_version


@pytest.mark.parametrize("others", [0, 30])
def test_the_dashboard_takes_thirteen_queries(others, visit, stored, django_assert_max_num_queries):
    """However many games there are, of the player's own or of others.

    Two of them say whether mail, devices and webhooks tell the player of their turns, and two are the
    banners over every page: announcements, and that clocks or mails are held.
    """
    for number in range(others // 10):
        store(turn_of_ann(), name=f"Mine {number}")
        store(won_by_ann(), name=f"Won {number}")
        open_game()
    strangers = Player.objects.create_user("s@example.org", name="S")
    for number in range(others):
        create_game(host=strangers, name=f"Other {number}", is_open=True)
    client = visit(stored.players["ann"])

    with django_assert_max_num_queries(13):
        client.get("/")


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Europe/Warsaw", "Europe/Warsaw"),
        ("europe/warsaw", "Europe/Warsaw"),
        ("New York", "America/New_York"),
        (" tokyo ", "Asia/Tokyo"),
    ],
)
def test_preferences(written, kept, visit, charlie):
    """Name, language and zone are kept; a zone is understood in any case, and by its city alone."""
    response = visit(charlie).post("/account/", {"name": "Carla", "language": "pl", "timezone": written})
    charlie.refresh_from_db()

    assert 302 == response.status_code
    assert ("Carla", "pl", kept) == (charlie.name, charlie.language, charlie.timezone)


def test_the_account_page_lists_no_zones(visit, charlie):
    """The zones come from the browser: the page has the player's own, even one that is none, and no other."""
    Player.objects.filter(pk=charlie.pk).update(timezone="UTC+3")
    page = visit(charlie).get("/account/").content.decode()

    assert 'value="UTC+3"' in page
    assert "Pacific/Auckland" not in page


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"timezone": "UTC+3"}, "“UTC+3” is not a time zone. An example: Europe/Warsaw."),
        ({"timezone": "Warsow"}, "“Warsow” is not a time zone. Did you mean Europe/Warsaw?"),
        ({"timezone": "Europe/Warsav"}, "“Europe/Warsav” is not a time zone. Did you mean Europe/Warsaw"),
        ({"timezone": "Mars/Olympus"}, "is not a time zone"),
        ({"timezone": "../../etc/passwd"}, "is not a time zone"),
        ({"timezone": ""}, "This field is required."),
        ({"language": "tlh"}, "tlh is not one of the available choices"),
        ({"name": "two\nlines"}, "A name is one line of visible characters."),
        ({"name": " "}, "This field is required."),
    ],
)
def test_preferences_that_can_t_be(wrong, words, visit, charlie):
    """The form says what is wrong beside the field, and nothing is kept."""
    client = visit(charlie)
    before = all_rows()
    response = client.post("/account/", {"name": "C", "language": "en", "timezone": "UTC"} | wrong)

    assert 422 == response.status_code
    assert words in Html(response.content).text
    assert before == all_rows()


def test_mail_that_does_not_arrive(visit, charlie):
    """The account page shows what the mail server said; one press tries again."""
    Player.objects.filter(pk=charlie.pk).update(mail_refused_at=clock.now(), mail_error="550 no such user")
    client = visit(charlie)
    pages = [Html(client.get(path).content).text for path in ("/", "/account/")]
    client.post("/account/mail-again/")
    charlie.refresh_from_db()

    assert "Your mail server rejected our mails" in pages[0]
    assert "550 no such user" in pages[1]
    assert (None, "") == (charlie.mail_refused_at, charlie.mail_error)


@pytest.mark.parametrize(
    ("trouble", "sentence", "links"),
    [
        ("mail_refused_at", "Your mail server rejected our mails", {"/accounts/email/", "/account/notices/"}),
        ("bounced_at", "One of our mails to you came back on ", {"/account/"}),
        ("complained_at", "You marked one of our mails as spam", {"/account/"}),
    ],
)
def test_a_player_whom_mail_does_not_reach_reads_so_at_the_table(ann, stored, trouble, sentence, links):
    """With what to do about it; who plays by links alone never sees the dashboard."""
    paths = ("/", f"/g/{stored.game.key}/")
    before = [Html(ann.get(path).content).text for path in paths]
    Player.objects.filter(pk=stored.players["ann"].pk).update(**{trouble: clock.now()})
    pages = [ann.get(path).content.decode() for path in paths]

    assert not any(sentence in text for text in before)
    for page in pages:
        note = next(
            each for each in re.findall(r'<p class="not(?:e|ice).*?</p>', page, re.DOTALL) if sentence in each
        )
        assert links == set(re.findall(r'href="([^"]+)"', note))


def test_a_player_whom_mail_does_not_reach_reads_so_behind_a_link(client, stored):
    """They have to sign in for it: a mail may be forwarded, and its link opens one seat alone."""
    ann = stored.players["ann"]
    client.get(f"/p/{tokens.make_token(stored.seats['ann'], stored.question('ann'))}/")
    Player.objects.filter(pk=ann.pk).update(mail_refused_at=clock.now(), mail_error="550 no such user")
    refused = client.get(f"/t/{stored.game.key}/").content.decode()
    Player.objects.filter(pk=ann.pk).update(mail_refused_at=None, bounced_at=clock.now())
    returned = client.get(f"/t/{stored.game.key}/").content.decode()
    Player.objects.filter(pk=ann.pk).update(bounced_at=clock.now() - timedelta(days=8))
    later = client.get(f"/t/{stored.game.key}/").content.decode()

    assert "Your mail server rejected our mails" in refused
    assert f'href="{reverse("account_login")}?next={reverse("account")}"' in refused
    assert "no such user" not in refused
    assert "One of our mails to you came back on " in returned
    assert "One of our mails to you came back on " not in later


def test_every_card_has_its_picture():
    """Each card of each edition is drawn, and each symbol that is named is in the file."""
    drawn = ElementTree.parse(settings.BASE_DIR / "static" / "pictures.svg").getroot()  # noqa: S314
    symbols = {symbol.get("id") for symbol in drawn}
    cards = [
        engine.card(slug) for edition in engine.all_editions() for slug in ("basic-rules", *edition.cards)
    ]
    on_board = set(engine.edition_of("board").cards)
    shown = {
        card.slug: tuple(map(picture_of, card.names)) if card.slug in on_board else card.names
        for card in cards
    }
    named = {
        name
        for slug, names in shown.items()
        for name in PICTURES.get(slug, (slug,) if slug in symbols else names or (slug,))
    }

    assert named - symbols == set()
    assert {f"kind-{card.kind.replace(' ', '-')}" for card in cards} <= symbols


def test_the_goals_show_what_they_ask_for():
    """The two keepers drawn on a goal are the two that its text names."""
    goals = [
        engine.card(slug) for slug in engine.edition_of("fluxx").cards if engine.card(slug).kind == "goal"
    ]
    keepers = {card.slug: card for card in map(engine.card, engine.edition_of("fluxx").cards)}
    drawn_on = {goal: pictures_of(goal, engine.deck_of("fluxx")) for goal in goals}
    wrong = [
        goal.slug
        for goal, pictures in drawn_on.items()
        for picture in pictures
        if picture in keepers and keepers[picture].title not in goal.text
    ]

    assert [] == wrong
    assert 26 <= sum(len(pictures) == 2 for pictures in drawn_on.values())


@pytest.mark.parametrize("path", ["/editions/unknown/", "/g/nothing/history/", "/nothing/", "/join/nothing/"])
def test_nothing_there(path, visit, charlie):
    """An address that leads nowhere is a page in words."""
    response = visit(charlie).get(path)

    assert 404 == response.status_code
    assert "Page not found" in Html(response.content).text


def test_a_busy_table(visit, stored, monkeypatch):
    """When the table stays locked the answer is 503, and the page says that nothing was recorded."""

    def busy(**asked):
        raise Busy("Nothing was saved: the table is busy. Please try again in a moment.")

    monkeypatch.setattr("games.pages.table.views.answer_question", busy)
    response = visit(stored.players["ann"]).post(f"/g/{stored.game.key}/answer/", {"number": "1"})

    assert 503 == response.status_code
    assert "Nothing was saved" in Html(response.content).text


def test_the_sign_in_leads_back(client, stored):
    """Who is asked to sign in comes back to the page that they wanted, and only to a page of the site."""
    response = client.get(f"/g/{stored.game.key}/history/")
    Player.objects.create_user("pat@example.org", "a long password")
    sent = {"login": "pat@example.org", "password": "a long password"}
    elsewhere = client.post("/accounts/login/", sent | {"next": "https://evil.example/"})

    assert f"{reverse(settings.LOGIN_URL)}?next=/g/{stored.game.key}/history/" == response["Location"]
    assert elsewhere["Location"].startswith("/")


def test_one_language_is_no_choice(visit, charlie, settings):
    """Where a site speaks one language, nobody is asked for one, and a wish kept from before waits."""
    settings.LANGUAGES = [("en", "English")]
    Player.objects.filter(pk=charlie.pk).update(language="pl")
    client = visit(charlie)
    page = Html(client.get("/account/").content)
    client.post("/account/", {"name": "Carla", "timezone": "Europe/Warsaw"})
    charlie.refresh_from_db()

    assert "Language" not in page.text
    assert "en" == page.all("html")[0]["lang"]
    assert ("Carla", "pl") == (charlie.name, charlie.language)


def test_a_page_in_the_player_s_language(visit, charlie):
    """What the player has chosen outweighs what the browser asks for."""
    Player.objects.filter(pk=charlie.pk).update(language="pl")
    response = visit(charlie).get("/", headers={"Accept-Language": "en"})

    assert "pl" == Html(response.content).all("html")[0]["lang"]


def test_time_is_told_by_the_answer(visit, stored):
    """An answer counts from when the site received it."""
    client = visit(stored.players["ann"])
    Question.objects.filter(game=stored.game).update(due_at=clock.now() - timedelta(seconds=30))
    number = stored.question("ann").number
    response = client.post(
        f"/g/{stored.game.key}/answer/", {"number": number, "label": "bread", "submission_key": "k"}
    )

    assert 302 == response.status_code
    assert By.PAGE == stored.game.moves.get(submission_key="k").by


def test_static_files_are_found(db):
    """Every style, script and picture that a page names is there."""
    page = Html(Client().get("/editions/fluxx/").content)
    paths = {re.sub("#.*", "", str(tag["href"])) for tag in (*page.all("link"), *page.all("use"))}
    paths |= {str(tag["src"]) for tag in (*page.all("script"), *page.all("img"))}

    assert len(paths) >= 6
    for path in paths:
        if not path.startswith("/static/"):  # the manifest and the page itself are views
            continue
        assert (settings.BASE_DIR / path.lstrip("/")).is_file(), path


def test_a_player_chooses_a_colour_and_a_mark(visit, stored):
    """Both are kept, stand beside the name at the table, and nonsense changes nothing."""
    ann = stored.players["ann"]
    client = visit(ann)
    sent = {"name": "Ann", "language": "en", "timezone": "Europe/Warsaw", "shows_presence": "on"}

    # Not those that Ann has by the number of her account: they would be no choice.
    colour = "olive" if ann.colour != "olive" else "rust"
    mark = "cat" if ann.mark != "cat" else "fish"
    response = client.post("/account/", sent | {"face_colour": colour, "face_mark": mark})
    ann.refresh_from_db()

    assert response.status_code == 302
    assert (colour, mark) == (ann.face_colour, ann.face_mark)
    page = client.get(f"/g/{stored.game.key}/").text
    assert f'class="face face--{colour}"' in page
    assert f"#mark-{mark}" in page

    before = all_rows()
    assert client.post("/account/", sent | {"face_colour": "neon"}).status_code == 422
    assert before == all_rows()
