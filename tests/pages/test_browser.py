"""The site in a real browser, with scripts and without: sign up, create a game, play, win."""

import re
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from playwright.sync_api import Page, expect

import engine
from engine.scenario import deal
from games import clock
from games.core import tokens
from games.models import Announcement, Game, Move, MutedGame, Player, PlayerBlock, Report, Seat
from games.play.answer import answer_question
from games.play.facts import fill_in_facts
from games.play.pauses import request_pause
from games.seats.lobby import create_game
from tests.mail.kinds import invite, open_game
from tests.mail.tables import Stored, store
from tests.pages import boards
from tests.pages.positions import all_rows, hand_limits, throws_of_bob, turn_of_ann, twelve_cards, won_by_ann
from tests.pages.test_decks import make_deck
from tests.site.play import set_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FRESH_QUESTIONS = 1000
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


# Chromium says so of a page without scripts, too, when another is opened meanwhile.
ABORTED = "Transition was aborted"


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def watched(complaints) -> Callable[[Page], Page]:
    """Note whatever a page's console complains of: a refused style, a script that fails."""

    def watch(page: Page) -> Page:
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: None if ABORTED in str(error) else complaints.append(str(error)))
        return page

    return watch


@pytest.fixture
def at_table(new_context, address, sign_in, watched) -> Callable[..., Page]:
    """Somebody before their table: `at_table(stored, "bob")`; more words are for the browser's context."""

    def sit_down(stored: Stored, name: str, *, with_clock: bool = False, **how: object) -> Page:
        context = new_context(**how)
        sign_in(context, stored.players[name])
        page = watched(context.new_page())
        if with_clock:
            page.clock.install()
        page.goto(f"{address}/g/{stored.game.key}/")
        return page

    return sit_down


def bring_close_to_the_end(game: Game) -> None:
    """Lay the cards so that the player, who has the turn, holds the goal that wins."""
    scene = deal(
        you=["baked-goods", "bread"],
        bot=2,
        keepers={"you": ["milk", "cookies"]},
        rules=["play-2"],
        turn="you",
        played=0,
    )
    scene.table.asked += FRESH_QUESTIONS  # no number is given twice in a game
    set_table(game, engine.Game.at(scene.table).dump())


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_from_signing_up_to_winning(scripts, new_context, address, smtp, watched, complaints):
    """A stranger signs up by a code, starts a game against a bot, plays two cards, and wins.

    Their own zone is filled in by a script, which offers all that the browser knows.
    """
    cache.clear()  # it counts how often an address asks for codes
    page = watched(new_context(java_script_enabled=scripts, timezone_id="Asia/Tokyo").new_page())
    page.goto(address)
    page.get_by_role("link", name="Sign up to play with friends").click()
    if scripts:
        expect(page.locator("input[name=timezone]")).to_have_value("Asia/Tokyo")
        assert page.locator("#zones option").count() > 300
    page.get_by_label("E-mail address").fill("dora@players.example")
    page.get_by_label("Your name").fill("Dora")
    page.get_by_role("button", name="Mail me a code").click()
    code = re.search(r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$", smtp.received[-1].text, re.MULTILINE)
    assert code
    page.locator("input[name=code]").fill(code[1])
    page.get_by_role("button", name="Confirm").click()

    page.get_by_role("link", name="New game").first.click()
    page.locator("summary", has_text="Name and deck").click()
    page.get_by_label("Name of the game").fill("Against a bot")
    page.locator("summary", has_text="Seats and start").click()
    page.get_by_label("2", exact=True).check()
    page.get_by_label("Me", exact=True).check()
    page.get_by_role("button", name="Start now, with bots").click()

    expect(page.get_by_role("heading", name="Choose a card to play.")).to_be_visible()
    game = Game.objects.get()
    bring_close_to_the_end(game)
    page.goto(f"{address}/g/{game.key}/")
    for card in ("bread", "baked-goods"):
        page.locator(f"input[value={card}]").check()
        page.get_by_role("button", name="Play it").click()

    expect(page.get_by_role("heading", name="You won!")).to_be_visible()
    assert "Dora" == Game.objects.get().winner.name
    assert [] == complaints


def test_from_the_front_page_to_an_account(new_context, address, smtp, watched, complaints):
    """A visitor presses one button, plays a card, keeps the game by a code, and finds it on their list."""
    cache.clear()  # it counts how many games a network begins
    page = watched(new_context(timezone_id="Asia/Tokyo").new_page())
    page.goto(address)
    page.get_by_role("button", name="Play now against bots").click()
    expect(page.get_by_role("heading", name="Choose a card to play.")).to_be_visible()
    assert [] == Axe().run(page).response["violations"]
    page.locator("input[name=label]").first.check()
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#since .news").first).to_be_visible()

    page.goto(address)
    page.get_by_role("link", name="Continue your game").click()
    page.get_by_role("link", name="Keep this game").click()
    page.get_by_label("Your name").fill("Dora")
    page.get_by_label("E-mail address").fill("dora@players.example")
    page.get_by_role("button", name="Send me a code").click()
    code = re.search(r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$", smtp.received[-1].text, re.MULTILINE)
    assert code
    page.locator("input[name=code]").fill(code[1])
    page.get_by_role("button", name="Confirm").click()

    game, dora = Game.objects.get(), Player.objects.get()
    expect(page).to_have_url(f"{address}/g/{game.key}/")
    page.goto(address)
    expect(page.locator(f"a[href='/g/{game.key}/']").first).to_be_visible()
    assert ("dora@players.example", "Dora", dora.pk) == (dora.email, dora.name, game.host_id)
    assert "Asia/Tokyo" == dora.timezone
    assert [] == complaints


def test_two_people_one_of_them_by_mail_alone(new_context, address, watched, complaints, at_table):
    """Bob plays by the link of his mail, without scripts; Ann, who is signed in, sees what he did."""
    stored = store(hand_limits())
    bob = watched(new_context(java_script_enabled=False).new_page())
    link = tokens.make_token(stored.seats["bob"], stored.question("bob"))
    bob.goto(f"{address}/p/{link}/?pick=jackpot")
    assert bob.url == f"{address}/t/{stored.game.key}/?pick=jackpot"
    expect(bob.get_by_label("Jackpot!")).to_be_checked()
    bob.get_by_label("Milk").check()
    bob.get_by_role("button", name="Discard", exact=True).click()
    expect(bob.get_by_role("heading", name="Cid discards down to the hand limit.")).to_be_visible()

    answer_question(
        seat=stored.seats["cid"].pk, number=stored.question("cid").number, labels=["toast"], by="page"
    )
    ann = at_table(stored, "ann")
    ann.get_by_role("button", name="The whole history").click()
    expect(ann.get_by_text("Bob discarded Jackpot!, Milk (hand limit).")).to_be_visible()
    assert [] == complaints


def test_a_page_renews_itself(at_table, address, complaints):
    """Bob's open page shows what Ann has played, without a press; what Bob had chosen stays chosen.

    Pressed too early, the button answers with how many are still to be chosen, and nothing is sent.
    """
    stored = store(hand_limits())
    page = at_table(stored, "bob", with_clock=True)
    page.get_by_role("button", name="Discard", exact=True).click(force=True)
    expect(page.locator(".answer__count--short")).to_have_text("Choose 2: 0 chosen")
    assert page.url == f"{address}/g/{stored.game.key}/"
    page.get_by_label("Milk").check()
    expect(page.locator(".answer__count")).to_have_text("Choose 2: 1 chosen")
    expect(page.get_by_role("button", name="Discard", exact=True)).to_be_disabled()
    answer_question(
        seat=stored.seats["cid"].pk, number=stored.question("cid").number, labels=["toast"], by="page"
    )
    page.clock.fast_forward(16_000)

    expect(page.get_by_text("Asked at the same time")).to_have_count(0)
    expect(page.get_by_label("Milk")).to_be_checked()
    page.get_by_label("Jackpot!").check()
    page.get_by_role("button", name="Discard", exact=True).click()
    expect(page.locator("#receipt")).to_contain_text("You discarded")
    assert [] == complaints


def test_keys_choose_and_play(at_table, complaints):
    """A number chooses a card and Enter plays it; then the focus is on the question, next to the cards."""
    page = at_table(store(turn_of_ann()), "ann")
    page.keyboard.press("?")
    expect(page.get_by_text("Choose a card by its number, as in our mails")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Talk").click()
    page.get_by_role("heading", name="My notes").click()
    page.get_by_label("Only you read this.").press_sequentially("1?")
    page.keyboard.press("Escape")
    expect(page.locator(".answer input[name=label]:checked")).to_have_count(0)
    page.locator("h1").click()
    page.keyboard.press(page.locator("input[value=bread]").get_attribute("data-number"))
    expect(page.locator("input[value=bread]")).to_be_checked()
    page.keyboard.press("Enter")

    expect(page.locator(".receipt__words")).to_have_text("You played Bread. 1 play left.")
    expect(page.locator("#moment")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".answer input[name=label]").first).to_be_focused()
    assert [] == complaints


def test_a_number_of_two_digits(at_table):
    """The second digit of 12 follows the first at once; the numbers stand on the cards."""
    page = at_table(store(twelve_cards()), "ann")
    page.keyboard.type("12")

    expect(page.locator("input[data-number='12']")).to_be_checked()
    expect(page.locator(":checked + .card .card__key")).to_have_text("12")


def test_one_tap_plays(at_table, complaints):
    """Where a player wants it so, in this browser, a press on a card is the whole answer."""
    stored = store(turn_of_ann())
    page = at_table(stored, "ann", **PHONE)
    page.get_by_role("button", name="More").tap()
    page.get_by_role("button", name="Play cards with one tap").tap()
    page.locator("button.choice[value=bread]").wait_for()
    assert [] == Axe().run(page).response["violations"]
    page.locator("button.choice[value=bread]").tap()

    expect(page.locator(".receipt__words")).to_have_text("You played Bread. 1 play left.")
    assert ["bread"] == Move.objects.filter(game=stored.game, seat=stored.seats["ann"]).latest("pk").labels
    page.get_by_role("button", name="More").tap()
    page.get_by_role("button", name="Choose first, then confirm").tap()
    expect(page.locator(".answer input[name=label]").first).to_be_visible()
    assert [] == complaints


def test_a_page_speaks_its_own_language(at_table, address):
    """What isn't chosen, and a date, are said in its words, and not in those of a German browser."""
    stored = store(turn_of_ann())
    page = at_table(stored, "ann", locale="de-DE")
    page.locator("input[value=bread]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".answer__count--short")).to_have_text("Choose one first.")
    assert page.url == f"{address}/g/{stored.game.key}/"

    page.goto(f"{address}/account/notices/?open=vacations")
    page.locator("input[type=date]").first.fill("2027-03-04")
    expect(page.locator(".date-said").first).to_have_text("Thursday, March 4, 2027")


def test_the_played_card_moves_to_its_place(new_context, address, sign_in):
    """From one page to the next its name is that of one picture; less motion is respected."""
    for motion, named in (("no-preference", ["played"]), ("reduce", [])):
        stored = store(turn_of_ann())
        context = new_context(reduced_motion=motion)
        sign_in(context, stored.players["ann"])
        page = context.new_page()
        page.add_init_script(
            """addEventListener("pagereveal", (event) => {
              window.named = [];
              if (!event.viewTransition) return;
              event.viewTransition.ready.then(() => {
                const moved = document.getAnimations().map((each) => each.effect.pseudoElement ?? "");
                window.named = moved.filter((each) => each.endsWith("group(played)")).map(() => "played");
              });
            });"""
        )
        page.goto(f"{address}/g/{stored.game.key}/")
        page.locator("input[value=bread]").check()
        page.get_by_role("button", name="Play it").click()
        page.locator(".receipt").wait_for()
        page.wait_for_timeout(200)

        assert named == page.evaluate("[...new Set(window.named)]"), motion


def test_a_page_that_is_read_is_marked_as_seen(at_table):
    """After some seconds with the page open, its news are no news."""
    stored = store(turn_of_ann())
    page = at_table(stored, "bob", with_clock=True)
    before = Seat.objects.get(pk=stored.seats["bob"].pk).seen_version
    with page.expect_response("**/seen/"):
        page.clock.fast_forward(9_000)

    assert (0, stored.game.version) == (before, Seat.objects.get(pk=stored.seats["bob"].pk).seen_version)


def test_m3_a_scanner_with_scripts_changes_nothing(new_context, address, db):
    """A browser opens every link of a mail and lets its scripts run for a minute: every row stays."""
    stored, lobby = store(turn_of_ann()), open_game()
    invitation = invite(lobby)
    links = [
        f"/p/{tokens.make_token(stored.seats['ann'], stored.question('ann'))}/?pick=bread",
        f"/p/{tokens.make_token(stored.seats['bob'])}/",
        f"/i/{tokens.make_invitation_token(invitation)}/",
        f"/b/{tokens.make_invitation_token(invitation, tokens.Purpose.BLOCK)}/",
    ]
    before = all_rows()
    for link in links:
        context = new_context()
        page = context.new_page()
        page.clock.install()
        page.goto(address + link)
        page.clock.fast_forward(60_000)
        page.wait_for_load_state("networkidle")

        assert "sessionid" not in {cookie["name"] for cookie in context.cookies()}
    assert before == all_rows()


def looks(stored: Stored, won: Stored, lobby: Stored) -> dict[str, tuple[str, str]]:
    """Pages to be checked, and who looks at them; of the lists, one has a game of another host."""
    olga, _made = Player.objects.get_or_create(email="olga@example.org", name="Olga")
    create_game(host=olga, name="Open to all", is_open=True, least_reliability=80)
    watched = store(turn_of_ann(), name="Watched", is_open=True)
    request_pause(seat=watched.seats["bob"].pk, days=14)
    board, pegs = store(boards.everything_goes(), name="Board"), store(boards.free_changes(), name="Pegs")
    picked = f"?ask={board.question('ann').number}&from=love&to=toaster"
    deck = make_deck(stored.players["ann"])
    note_what_people_do(stored)
    fill_in_facts(stop_at=time.monotonic() + 60)
    return {
        "board": ("ann", f"/g/{board.game.key}/{picked}"),
        "pegs": ("ann", f"/g/{pegs.game.key}/"),
        "throws": ("bob", f"/g/{store(throws_of_bob(), name='Throws').game.key}/"),
        "deck editor": ("ann", f"/decks/{deck.key}/edit/?q=bread"),
        "made card": ("ann", f"/decks/{deck.key}/cards/0/"),
        "landing": ("", "/"),
        "dashboard": ("ann", "/"),
        "table": ("ann", f"/g/{stored.game.key}/"),
        "waiting": ("bob", f"/g/{stored.game.key}/"),
        "the end": ("bob", f"/g/{won.game.key}/"),
        "lobby": ("ann", f"/g/{lobby.game.key}/"),
        "history": ("ann", f"/g/{stored.game.key}/history/"),
        "open games": ("ann", "/games/"),
        "watch": ("", "/watch/"),
        "archive": ("bob", "/account/games/"),
        "figures": ("bob", "/account/figures/"),
        "new game": ("ann", "/new/"),
        "learn": ("", "/learn/"),
        "learnt": ("", "/learn/surprise/?choose=thats-mine"),
        "account": ("ann", "/account/"),
        "cards": ("", "/editions/fluxx/"),
        "about": ("", "/about/"),
        "fair": ("", "/fair/"),
        "sign in": ("", "/accounts/login/"),
        "sign up": ("", "/accounts/signup/"),
        "nothing": ("", "/p/nothing/"),
        "report": ("bob", f"/g/{stored.game.key}/report/"),
        "reports": ("ann", "/account/reports/"),
        "people": ("ann", f"/g/{stored.game.key}/people/"),
        "blocks": ("ann", "/account/people/"),
        "pause": ("ann", f"/g/{stored.game.key}/pause/"),
        "pause asked for": ("ann", f"/g/{watched.game.key}/pause/"),
        "notices": ("ann", "/account/notices/"),
        "security": ("ann", "/account/security/"),
        "conduct": ("", "/conduct/"),
        "privacy": ("", "/privacy/"),
        "data": ("bob", "/account/data/"),
        "delete": ("bob", "/account/data/delete/"),
        "suspended": ("cid", "/"),
        "data of a suspended": ("cid", "/account/data/"),
    }


def note_what_people_do(stored: Stored) -> None:
    """Let Ann have reported, blocked, muted and silenced; Cid be suspended; and all read an announcement."""
    ann, bob, cid = (stored.players[name] for name in ("ann", "bob", "cid"))
    until = clock.now() + timedelta(days=7)
    Report.objects.create(by=ann, about=bob, game=stored.game, kind=Report.Kind.TALK, words="He insults us.")
    settled = {"status": Report.Status.ACTED, "outcome": "We’ve written to Cid.", "settled_at": clock.now()}
    Report.objects.create(by=ann, about=cid, kind=Report.Kind.STALLING, words="He waits.", **settled)
    PlayerBlock.objects.create(by=ann, player=bob, kind=PlayerBlock.Kind.BLOCK)
    PlayerBlock.objects.create(by=ann, player=cid, kind=PlayerBlock.Kind.MUTE)
    MutedGame.objects.create(player=ann, game=stored.game)
    Announcement.objects.create(
        text_en="The site is away on Sunday evening. https://games.example", ends_at=until
    )
    Player.objects.filter(pk=cid.pk).update(
        suspended_until=until, suspended_because="You insulted the others."
    )


def visit_all(looked_at: dict[str, tuple[str, str]], stored: Stored, new_context, address, sign_in):
    """Open each page once, in one browser for each person; yield its name, and the page to look at."""
    browsers: dict[str, Page] = {}
    for name, (who, path) in looked_at.items():
        if who not in browsers:
            context = new_context(reduced_motion="reduce")  # else colours are read while they change
            if who:
                sign_in(context, stored.players[who])
            browsers[who] = context.new_page()
        browsers[who].goto(address + path)
        is_sign_in = "/accounts/login/" in browsers[who].url
        assert is_sign_in == (name == "sign in"), name
        yield name, browsers[who]


def test_pages_can_be_read_by_everybody(new_context, address, sign_in):
    """No page breaks a rule of WCAG 2.1 AA that a machine can check: contrast, names, structure, order.

    By day on a desk, and by night on a phone, where some names are hidden. With names as long as can be,
    nothing has to be scrolled sideways, on a small phone as on a desk.
    """
    stored, won, lobby = store(turn_of_ann()), store(won_by_ann(), name="W" * 60), open_game()
    invite(lobby)
    Seat.objects.update(name="M" * 40)
    all_rules = {
        ("light", 1280): ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
        ("dark", 390): ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
    }
    wrong, wide = {}, {}
    for name, page in visit_all(looks(stored, won, lobby), stored, new_context, address, sign_in):
        for width in (360, 390, 768, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            wide[name, width] = page.evaluate("document.documentElement.scrollWidth")
        for (scheme, width), rules in all_rules.items():
            page.set_viewport_size({"width": width, "height": 844})
            page.emulate_media(color_scheme=scheme)
            found = Axe().run(page, options={"runOnly": rules})
            wrong[name, scheme] = [
                (each["id"], node["target"], node.get("failureSummary"))
                for each in found.response["violations"]
                for node in each["nodes"]
            ]

    assert {each: [] for each in wrong} == wrong
    assert {(name, width): width for name, width in wide} == wide


@pytest.fixture
def at_board(at_table) -> Callable[..., tuple[Page, Stored]]:
    """Ann before a board, on a phone."""

    def sit_down(scene: Callable, *, scripts: bool = True) -> tuple[Page, Stored]:
        stored = store(scene(), name="On a phone")
        return at_table(stored, "ann", **PHONE, java_script_enabled=scripts), stored

    return sit_down


def tap(page: Page, key: str) -> None:
    page.locator(f'.board__svg [data-key="{key}"][href]').last.tap()


def test_all_ways_are_in_sight(at_board):
    """However many there are, at the foot of the window on a phone and on a desk."""
    page, _stored = at_board(boards.everything_goes)
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        tap(page, "love")
        tap(page, "toaster")
        boxes = [each.bounding_box() for each in page.locator(".board__ways button").all()]

        assert len(boxes) > 2
        assert max(box["y"] + box["height"] for box in boxes) <= height


@pytest.mark.parametrize("ways", [False, True], ids=["one way", "several ways"])
def test_a_move_takes_three_taps_and_nothing_jumps(ways, at_board, complaints):
    """Piece, place, button: all of it is in sight at once, and the page stays where it is."""
    page, stored = at_board(boards.turn_of_ann)
    tap(page, "love")
    tap(page, "toaster" if ways else "party")
    expect(page.locator(".board__said")).to_contain_text("Love → Toaster" if ways else "Love → Party")
    button = page.locator(".board__ways button, .board__do:not([hidden])")
    box = button.last.bounding_box()

    assert (2 if ways else 1) == button.count()
    assert 0 == page.evaluate("scrollY")
    assert box["y"] + box["height"] <= PHONE["viewport"]["height"]
    with page.expect_navigation():
        button.first.tap()
    assert 0 == page.evaluate("scrollY")
    labels = ["love>toaster!money" if ways else "love>party"]
    assert labels == Move.objects.get(game=stored.game, seat=stored.seats["ann"]).labels
    assert [] == complaints


def test_a_tile_is_turned_without_leaving_the_page(at_board, complaints):
    """The letter, how far, the button. The cross forgets what was picked."""
    page, stored = at_board(boards.everything_goes)
    loaded: list[str] = []
    page.on("framenavigated", lambda frame: loaded.append(frame.url))
    tap(page, "tile:a")
    page.locator(".board-mark-turn").first.wait_for()
    tap(page, "turn:90")
    expect(page.locator(".board__said")).to_have_text("Tile A → 90°")
    page.locator(".board__cancel").tap()
    expect(page.locator(".board__hint")).to_be_visible()
    assert 0 == page.locator("input[name=label]:checked").count()
    tap(page, "tile:a")
    page.locator(".board-mark-turn").first.wait_for()
    tap(page, "turn:180")

    assert [] == loaded
    assert 0 == page.evaluate("scrollY")
    with page.expect_navigation():
        page.locator(".board__do").tap()
    assert ["rotate:a:180"] == Move.objects.get(game=stored.game, seat=stored.seats["ann"]).labels
    assert [] == complaints


def test_a_move_by_keys(at_board):
    """Enter picks, then the button has the focus; Escape drops what was picked."""
    page, stored = at_board(boards.turn_of_ann)
    page.locator('.board__svg [data-key="love"][href]').last.focus()
    page.keyboard.press("Enter")
    page.locator('.board__svg [data-key="party"][href]').last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".board__do")).to_be_focused()
    page.keyboard.press("Escape")
    assert "love" == page.evaluate("document.activeElement.dataset.key")
    page.keyboard.press("Enter")
    page.locator('.board__svg [data-key="party"][href]').last.focus()
    page.keyboard.press("Enter")
    with page.expect_navigation():
        page.keyboard.press("Enter")

    assert ["love>party"] == Move.objects.get(game=stored.game, seat=stored.seats["ann"]).labels


def test_a_move_without_scripts(at_board):
    """Each pick is a link, and the last press sends the form."""
    page, stored = at_board(boards.turn_of_ann, scripts=False)
    tap(page, "love")
    page.wait_for_url("**from=love*")
    tap(page, "toaster")
    page.wait_for_url("**to=toaster*")
    page.locator(".board__ways button").first.tap()
    page.wait_for_url("**since=*")

    assert ["love>toaster!money"] == Move.objects.get(game=stored.game, seat=stored.seats["ann"]).labels


def test_a_peg_is_pressed_where_it_goes(at_board, complaints):
    """The holes of the pegboard are the choices."""
    page, stored = at_board(boards.free_changes)
    page.locator('.pegboard--asked input[value="draw"]').tap()
    with page.expect_navigation():
        page.get_by_role("button", name="Move the peg").tap()

    assert ["draw"] == Move.objects.get(game=stored.game, seat=stored.seats["ann"]).labels
    assert [] == complaints


def test_a_card_is_seen_while_it_is_made(new_context, address, sign_in, watched, complaints, charlie):
    """The preview follows what is typed and chosen; what is typed stays, and nothing is saved."""
    deck = make_deck(charlie)
    context = new_context()
    sign_in(context, charlie)
    page = watched(context.new_page())
    page.goto(f"{address}/decks/{deck.key}/cards/new/keeper/")
    page.get_by_label("Title").fill("Dragonfly")
    expect(page.locator("#preview .card__title")).to_have_text("Dragonfly")
    expect(page.locator("#preview .card__numeral")).to_have_text("D")
    page.locator('input[name=picture][value="the-sun"]').check(force=True)
    expect(page.locator('#preview .card__art use[href$="#the-sun"]')).to_have_count(1)

    assert "Dragonfly" == page.get_by_label("Title").input_value()
    deck.refresh_from_db()
    assert 0 == deck.version
    assert [] == complaints


def test_a_sign_that_no_font_has_becomes_a_letter(new_context, address, charlie):
    """In place of an empty box; what the device can show stays."""
    deck = make_deck(
        charlie, made=[{"kind": "keeper", "title": "Gone", "face": "\U0001d800"}], visibility="public"
    )
    page = new_context().new_page()
    page.goto(f"{address}/decks/{deck.key}/")

    expect(page.locator(".card__numeral[data-letter]")).to_have_text("G")


def test_finding_cards_keeps_what_is_not_saved(new_context, address, sign_in, watched, complaints, charlie):
    """The cards are found while one types, without leaving the page."""
    deck = make_deck(charlie)
    context = new_context()
    sign_in(context, charlie)
    page = watched(context.new_page())
    page.goto(f"{address}/decks/{deck.key}/edit/")
    page.locator('input[name="count-made:robot"]').fill("3")
    page.locator("#find").fill("bread")
    expect(page.locator('input[name="count-bread"]')).to_be_visible()
    expect(page.locator('input[name="count-milk"]')).to_be_hidden()
    page.locator("#find").press("Enter")
    page.locator("#find").fill("xyzzy")
    expect(page.locator(".find__count")).not_to_be_empty()
    page.locator("#find").fill("")

    expect(page.locator('input[name="count-made:robot"]')).to_have_value("3")
    assert [] == complaints
