"""The site in a real browser, with scripts and without: sign up, create a game, play, win."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from playwright.sync_api import BrowserContext, Page, expect

import engine
from engine.scenario import deal
from games.core import tokens
from games.models import Game, Player, Seat
from games.play.answer import answer_question
from tests.mail.kinds import invite, open_game
from tests.mail.tables import Stored, store
from tests.pages.positions import all_rows, hand_limits, turn_of_ann, won_by_ann
from tests.site.play import set_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FRESH_QUESTIONS = 1000


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def watched(complaints) -> Callable[[Page], Page]:
    """Note whatever a page's console complains of: a refused style, a script that fails."""

    def watch(page: Page) -> Page:
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    return watch


@pytest.fixture
def sign_in(client, address) -> Callable[[BrowserContext, Player], None]:
    """Sign a player in without the mail."""

    def cookie(context: BrowserContext, player: Player) -> None:
        client.force_login(player, backend="allauth.account.auth_backends.AuthenticationBackend")
        context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}]
        )

    return cookie


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
    """A stranger signs up by a code, starts a game against a bot, plays two cards, and wins."""
    cache.clear()  # it counts how often an address asks for codes
    page = watched(new_context(java_script_enabled=scripts).new_page())
    page.goto(address)
    page.get_by_role("link", name="Sign up with your e-mail address").click()
    page.get_by_label("Email").fill("dora@players.example")
    page.get_by_label("Your name").fill("Dora")
    page.get_by_role("button", name="Mail me a code").click()
    code = re.search(r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$", smtp.received[-1].text, re.MULTILINE)
    assert code
    page.locator("input[name=code]").fill(code[1])
    page.get_by_role("button", name="Confirm").click()

    page.get_by_role("link", name="New game").first.click()
    page.get_by_label("Name of the game").fill("Against a bot")
    page.get_by_label("2", exact=True).check()
    page.get_by_label("I begin").check()
    page.get_by_role("button", name="Start at once, with bots").click()

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


def test_the_browser_offers_time_zones(new_context, address, watched, complaints, db):
    """A newcomer's own zone is filled in, and all that the browser knows are offered while one types."""
    page = watched(new_context(timezone_id="Asia/Tokyo").new_page())
    page.goto(f"{address}/accounts/signup/")

    expect(page.locator("input[name=timezone]")).to_have_value("Asia/Tokyo")
    assert page.locator("#zones option").count() > 300
    assert [] == complaints


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_two_people_one_of_them_by_mail_alone(scripts, new_context, address, watched, complaints, sign_in):
    """Bob plays by the link of his mail, Ann signed in; each sees what the other did."""
    stored = store(hand_limits())
    bob = watched(new_context(java_script_enabled=scripts).new_page())
    link = tokens.make_token(stored.seats["bob"], stored.question("bob"))
    bob.goto(f"{address}/p/{link}/?pick=jackpot")
    assert bob.url == f"{address}/t/{stored.game.key}/?pick=jackpot"
    expect(bob.get_by_label("Jackpot!")).to_be_checked()
    bob.get_by_label("Milk").check()
    bob.get_by_role("button", name="Discard").click()
    expect(bob.get_by_role("heading", name="Cid discards down to the hand limit.")).to_be_visible()

    answer_question(
        seat=stored.seats["cid"].pk, number=stored.question("cid").number, labels=["toast"], by="page"
    )
    context = new_context(java_script_enabled=scripts)
    sign_in(context, stored.players["ann"])
    ann = watched(context.new_page())
    ann.goto(f"{address}/g/{stored.game.key}/")

    expect(ann.get_by_text("Bob discarded Jackpot!, Milk (hand limit).")).to_be_visible()
    assert [] == complaints


def test_a_page_renews_itself(new_context, address, watched, complaints, sign_in):
    """Bob's open page shows what Ann has played, without a press; what Bob had chosen stays chosen."""
    stored = store(hand_limits())
    context = new_context()
    sign_in(context, stored.players["bob"])
    page = watched(context.new_page())
    page.clock.install()
    page.goto(f"{address}/g/{stored.game.key}/")
    page.get_by_label("Milk").check()
    expect(page.locator(".answer__count")).to_have_text("1 / 2")
    expect(page.get_by_role("button", name="Discard")).to_be_disabled()
    answer_question(
        seat=stored.seats["cid"].pk, number=stored.question("cid").number, labels=["toast"], by="page"
    )
    page.clock.fast_forward(16_000)

    expect(page.get_by_text("Asked at the same time")).to_have_count(0)
    expect(page.get_by_label("Milk")).to_be_checked()
    page.get_by_label("Jackpot!").check()
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_text("Bob discarded Milk, Jackpot! (hand limit).")).to_be_visible()
    assert [] == complaints


def test_a_page_that_is_read_is_marked_as_seen(new_context, address, sign_in):
    """After some seconds with the page open, its news are no news."""
    stored = store(turn_of_ann())
    context = new_context()
    sign_in(context, stored.players["bob"])
    page = context.new_page()
    page.clock.install()
    page.goto(f"{address}/g/{stored.game.key}/")
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
    """Pages to be checked, and who looks at them."""
    return {
        "landing": ("", "/"),
        "dashboard": ("ann", "/"),
        "table": ("ann", f"/g/{stored.game.key}/"),
        "waiting": ("bob", f"/g/{stored.game.key}/"),
        "the end": ("bob", f"/g/{won.game.key}/"),
        "lobby": ("ann", f"/g/{lobby.game.key}/"),
        "history": ("ann", f"/g/{stored.game.key}/history/"),
        "new game": ("ann", "/new/"),
        "account": ("ann", "/account/"),
        "cards": ("", "/editions/fluxx/"),
        "about": ("", "/about/"),
        "sign in": ("", "/accounts/login/"),
        "sign up": ("", "/accounts/signup/"),
        "nothing": ("", "/p/nothing/"),
    }


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
        yield name, browsers[who]


def test_pages_can_be_read_by_everybody(new_context, address, sign_in):
    """No page breaks a rule of WCAG 2.1 AA that a machine can check: contrast, names, structure, order.

    The colours are checked in both schemes; all the rest is the same in either.
    """
    stored, won, lobby = store(turn_of_ann()), store(won_by_ann()), open_game()
    invite(lobby)
    all_rules = {
        "light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
        "dark": ["color-contrast", "link-in-text-block"],
    }
    wrong = {}
    for name, page in visit_all(looks(stored, won, lobby), stored, new_context, address, sign_in):
        for scheme, rules in all_rules.items():
            page.emulate_media(color_scheme=scheme)
            found = Axe().run(page, options={"runOnly": rules})
            wrong[name, scheme] = [
                (each["id"], node["target"], node.get("failureSummary"))
                for each in found.response["violations"]
                for node in each["nodes"]
            ]

    assert {each: [] for each in wrong} == wrong


def test_no_page_is_wider_than_its_window(new_context, address, sign_in):
    """Nothing has to be scrolled sideways, on a small phone as on a desk."""
    stored, won, lobby = store(turn_of_ann()), store(won_by_ann(), name="W" * 60), open_game()
    invite(lobby)
    Seat.objects.update(name="M" * 40)
    wide = {}
    for name, page in visit_all(looks(stored, won, lobby), stored, new_context, address, sign_in):
        for width in (360, 390, 768, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            wide[name, width] = page.evaluate("document.documentElement.scrollWidth")

    assert {(name, width): width for name, width in wide} == wide
