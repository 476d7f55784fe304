"""A whole board game in two browsers: Ann signed in on the pages, Bob by the links of his mails alone."""

import re
import secrets
from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import unquote

import pytest
import time_machine
from playwright.sync_api import Locator, Page, expect

import engine
from games import clock
from games.board.clicks import clicks_of
from games.core import access
from games.delivery.dispatch import deliver
from games.models import By, Game, Move, Player
from tests.mail.received import Mail
from tests.support.smtp import SmtpServer

from .conftest import make_player
from .play import open_questions

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_ANSWERS = 400


class Person:
    """Somebody in front of a browser who chooses as a sensible player would."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.emulate_media(reduced_motion="reduce")  # a click in the middle of a transition is lost
        self.complaints: list[str] = []
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def answers(self, number: int, labels: tuple[str, ...], *, on_the_board: bool) -> None:
        """Answer a question on the table's page: with clicks on the board where that goes, or in the form."""
        form = self.page.locator(f"#ask-{number}")
        for label in labels:
            choice = form.locator(f'input[value="{label}"]')
            clicks = clicks_of(label)
            if not clicks or not (on_the_board or choice.is_checked() or is_folded(choice)):
                if choice.locator("xpath=ancestor::*[@id='ways']").count() and not choice.is_visible():
                    form.locator('[popovertarget="ways"]').click()
                choice.check(force=True)
            chosen = f'#ask-{number} input[value="{label}"]:checked'
            for click in clicks:
                if not choice.is_checked():  # as soon as a click leaves one answer, that is filled in
                    space = self.page.locator(f'.board__svg [data-key="{click}"][href]').last
                    # The handle of its tile lies on the middle of the start, where that may be turned.
                    space.dispatch_event("click") if click == "start" else space.click()
                    # The board may be fetched, and what is clicked meanwhile is lost with the one before.
                    picked = self.page.locator(f'{chosen}, .board__svg[data-path$="{click}"]')
                    expect(picked.first).to_be_attached()
            expect(choice).to_be_checked()
        with self.page.expect_navigation():
            self.page.locator(
                f'#ask-{number} button[type="submit"]:visible, button[form="ask-{number}"]:visible'
            ).last.click()


def is_folded(choice: Locator) -> bool:
    """Whether a choice lies in a part of the form that is folded away."""
    return choice.locator("xpath=ancestor::details[not(@open)]").count() > 0


@pytest.fixture
def short_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the game from a seed from which two sensible players need 27 answers, some that turn a tile."""
    real = secrets.token_hex
    monkeypatch.setattr(secrets, "token_hex", lambda size: "0183" * 16 if size == 32 else real(size))


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    """The clock of this process, which the site shares, and which can be moved."""
    with time_machine.travel(clock.now(), tick=True) as traveller:
        yield traveller


@pytest.fixture
def ann(new_context, client, address, db) -> Person:
    """Ann, signed in; scripts run in her browser."""
    client.force_login(make_player("Ann"), backend="allauth.account.auth_backends.AuthenticationBackend")
    context = new_context()
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}])
    return Person(context.new_page())


@pytest.fixture
def bob(new_context) -> Person:
    """Bob, whom nobody knows here; no scripts run in his browser."""
    return Person(new_context(java_script_enabled=False).new_page())


def newest_mail(smtp: SmtpServer, traveller: time_machine.Traveller) -> Mail:
    """Let some minutes pass, and return the last mail that Bob has got then."""
    traveller.shift(timedelta(minutes=11))
    deliver()
    return Mail(smtp.to("bob@players.example")[-1].raw)


def link_of(mail: Mail, label: str) -> str:
    """The link that fills an answer in, or, where a mail has too many choices, the one to the table."""
    return next((link for link in mail.all_links if unquote(link).endswith(f"?pick={label}")), mail.link)


def create(ann: Person, address: str) -> Game:
    """Ann creates a game for two and invites Bob."""
    page = ann.page
    page.goto(f"{address}/new/?deck=board")
    page.get_by_text("Name and deck").click()
    page.get_by_label("Name of the game").fill("Board night")
    page.get_by_text("Seats and start").click()
    page.get_by_label("Me", exact=True).check()
    page.get_by_label("E-mail addresses").fill("Bob <bob@players.example>")
    page.get_by_role("button", name="Create and invite").click()
    expect(page.get_by_text("1 invitation is on its way.")).to_be_visible()
    return Game.objects.get()


@pytest.mark.usefixtures("short_game")
def test_a_board_game_by_page_and_by_mail(ann, bob, address, smtp, traveller):
    """From a new game to the win, every answer is a click on the board or a choice in the form."""
    game = create(ann, address)
    ann.page.goto("about:blank")  # her lobby would follow the game by itself, in the middle of what she does
    bob.page.goto(next(link for link in newest_mail(smtp, traveller).all_links if "/i/" in link))
    bob.page.get_by_role("button", name="Take the seat").click()

    mailed: list[Mail] = []
    turn = 0
    for _answer in range(MOST_ANSWERS):
        game.refresh_from_db()
        if game.is_over:
            break
        (question,) = open_questions(game)
        view = access.view(game, question.seat)
        labels = engine.bots.sensible(view)
        if question.seat.name == "Ann":
            if ann.page.locator(f"#ask-{question.number}").count() == 0:
                ann.page.goto(f"{address}/g/{game.key}/")
            ann.answers(question.number, labels, on_the_board=True)
            continue
        if question.turn != turn:
            mailed.append(newest_mail(smtp, traveller))
            bob.page.goto(link_of(mailed[-1], labels[0]))
            turn = question.turn
        bob.answers(question.number, labels, on_the_board=False)

    assert game.is_over
    last = newest_mail(smtp, traveller)
    bob.page.goto(last.link)
    won, told = game.winner.name, {"Ann": ann.page, "Bob": bob.page}
    ann.page.goto(f"{address}/g/{game.key}/")
    expect(told[won].get_by_role("heading", name="You won!")).to_be_visible()
    expect(
        told[{"Ann": "Bob", "Bob": "Ann"}[won]].get_by_text(re.compile(f"{won} won")).first
    ).to_be_visible()

    by = Move.objects.filter(game=game, kind=Move.Kind.ANSWER).values_list("seat__name", "by").distinct()
    assert set(by) == {("Ann", By.PAGE), ("Bob", By.MAIL)}
    assert Player.objects.get(email="bob@players.example").is_guest
    assert "sessionid" not in {cookie["name"] for cookie in bob.page.context.cookies()}
    assert all(any(part.get_content_type() == "image/png" for part in mail.parsed.walk()) for mail in mailed)
    assert [] == ann.complaints + bob.complaints
