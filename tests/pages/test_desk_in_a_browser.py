"""The desk of staff in a real browser: wide and narrow, light and dark, axe finds nothing to complain of."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect

from games import clock
from games.core.suspension import is_suspended
from games.models import Deck, Game, InboundMail, Notice, Player, Report, StaffNote
from games.moderation.desk import perform
from games.people import reports, talk
from games.people.sightings import note_sighting
from tests.mail.tables import Stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = {"wide": {"width": 1280, "height": 900}, "narrow": {"width": 390, "height": 844}}


@pytest.fixture
def desk(stored: Stored, moderator: Player) -> dict[str, str]:
    """The addresses of the desk's pages, with something on each of them."""
    game, ann, bob = stored.game, stored.players["ann"], stored.players["bob"]
    deck = Deck.objects.create(owner=ann, name="Robots", visibility="public")
    said = talk.post_remark(seat=stored.seats["bob"].pk, text="What a silly move, and a long one to read.")
    perform("hide", game=game, by=moderator, reason="Rude.", remark=said.pk)
    record = perform("extend", game=game, by=moderator, reason="Ann is ill.", seat=1, hours=24).record
    ending = Game.objects.create(name="Spam", host=bob, status=Game.Status.OPEN)
    pending = perform("end", game=ending, by=moderator, reason="Spam.").record
    Player.objects.filter(pk=bob.pk).update(mail_refused_at=clock.now(), mail_error="550 5.1.1 no such user")
    StaffNote.objects.create(player=bob, by=moderator, text="Asked twice about a lost password.")
    StaffNote.objects.create(game=game, by=moderator, text="Two of them are brothers.")
    InboundMail.objects.create(key="1", kind="reply", status="ignored", sender=bob.email, reason="a reaction")
    report = reports.report(by=ann, game=game, seat=stored.seats["bob"], kind="talk", words="So rude.")
    mailed = Notice.objects.filter(game=game).latest("pk")
    Notice.objects.filter(game=game).update(status=Notice.Status.DEAD, error="550 5.1.1 no such user")
    return {
        "index": reverse("admin:index"),
        "game": reverse("admin:games_game_change", args=[game.pk]),
        "person": reverse("admin:games_player_change", args=[bob.pk]),
        "act": reverse("admin:games_game_act", args=[game.pk, "pause"]),
        "replace": reverse("admin:games_game_act", args=[game.pk, "replace"]),
        "record": reverse("admin:games_staffact_change", args=[record.pk]),
        "pending": reverse("admin:games_staffact_change", args=[pending.pk]),
        "search": f"{reverse('admin_search')}?q=bob",
        "role": reverse("admin:games_player_role", args=[bob.pk]),
        "deck": reverse("admin:games_deck_change", args=[deck.pk]),
        "report": reverse("admin:games_report_change", args=[report.pk]),
        "announcement": reverse("admin:games_announcement_add"),
        "health": reverse("admin_health"),
        "games": f"{reverse('admin:games_game_changelist')}?q=Friday",
        "people": reverse("admin:games_player_changelist"),
        "reports": reverse("admin:games_report_changelist"),
        "mail": reverse("admin:games_notice_change", args=[mailed.pk]),
    }


@pytest.fixture
def visit(sign_in, new_context) -> Callable[..., Page]:
    """Open a browser in which somebody is signed in; keywords are those of its context."""

    def open_page(player: Player, **options) -> Page:
        context = new_context(**options)
        sign_in(context, player)
        return context.new_page()

    return open_page


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scheme"), [("wide", "light"), ("narrow", "dark")])
def test_axe_finds_nothing_on_any_page_of_the_desk(size, scheme, desk, moderator, visit, address):
    """Nor is any page wider than the window."""
    page = visit(moderator, viewport=SIZES[size], color_scheme=scheme)
    found = {
        name: [
            *(f"{each['id']}: {node['html'][:200]}" for each in violations(page) for node in each["nodes"]),
            *(["wider than the window"] if is_too_wide(page) else []),
        ]
        for name in pages(page, address, desk)
    }

    assert {name: complaints for name, complaints in found.items() if complaints} == {}


class Hand:
    """A moderator’s hand and eyes: what they do takes the seconds of the keystroke-level model.

    Card, Moran and Newell (1980) measured those who know a program: 1.35 to decide, 1.1 to point, 0.2 to
    press, 0.28 a key. What is new in sight is read once, at 238 words a minute (Brysbaert, 2019).
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = self.keys = self.words = 0
        self.known: set[str] = set()

    def look_around(self, *addresses: str) -> None:
        """Learn what stands on every such page; only then the watch starts."""
        for address in addresses:
            self.page.goto(address)
            self.read()
        self.words = 0

    def press(self, role: str, name: str) -> None:
        """Press a link or a button, and read what it leads to."""
        self.page.get_by_role(role, name=name).first.click()
        self.clicks += 1
        self.page.wait_for_load_state()
        self.read()

    def write(self, field: str, text: str) -> None:
        """Fill a field in by hand."""
        self.page.locator(f"[name={field}]").fill(text)
        self.clicks += 1
        self.keys += len(text)

    def read(self) -> None:
        """Read what is new on the page, down to the list of all kinds of rows."""
        text = self.page.locator("#content").inner_text().partition("Site health")[0]
        lines = [line for line in text.splitlines() if line not in self.known]
        self.known.update(lines)
        self.words += len(" ".join(lines).split())

    @property
    def seconds(self) -> float:
        """How long it has taken, besides what the site needs for a page."""
        return self.clicks * (1.35 + 1.1 + 0.2) + self.keys * 0.28 + self.words / 238 * 60


def test_a_complaint_is_dealt_with_in_three_minutes(stored, moderator, visit, address):
    """Somebody stalls, insults and seems to play two seats: read, decided, done and answered, from the queue.

    When this was written: 8 presses, 144 keys and 402 words on 5 pages, 163 seconds; 196 for who has never
    seen the desk, and reads every word on it.
    """
    game, ann, bob, cid = stored.game, *(stored.players[name] for name in ("ann", "bob", "cid"))
    talk.post_remark(seat=stored.seats["bob"].pk, text="You are all fools.")
    for player in (bob, cid):
        note_sighting(player=player, address="203.0.113.7", browser="Firefox")
    words = "He stalls, insults us, and Cid seems to be him, too."
    report = reports.report(by=ann, game=game, seat=stored.seats["bob"], kind="cheating", words=words)
    before = Report.objects.create(by=bob, about=ann, kind="talk", words="No!", status=Report.Status.OPEN)
    page = visit(moderator, viewport=SIZES["wide"])
    hand = Hand(page)
    earlier = reverse("admin:games_report_change", args=[before.pk])
    suspending = reverse("admin:games_player_act", args=[ann.pk, "suspend"])
    hand.look_around(f"{address}{earlier}", f"{address}{suspending}")

    page.goto(f"{address}{reverse('admin:index')}")
    hand.read()
    hand.press("link", "Cheating")
    for shown in (words, "You are all fools.", "On its own, this proves nothing"):
        expect(page.get_by_text(shown).first).to_be_visible()
    hand.press("link", "Suspend the account")
    hand.write("reason", "You insulted the others, kept them waiting, and seem to play two seats.")
    hand.press("button", "Show what will happen")
    hand.press("button", "Suspend the account")
    hand.press("radio", "something was done")
    hand.write("outcome", "Bob can’t play here for a week. A bot keeps his seat, so you can play on.")
    hand.press("button", "Close and answer")
    expect(page.get_by_text("Closed. The person who reported gets a mail.")).to_be_visible()

    bob.refresh_from_db()
    report.refresh_from_db()
    assert is_suspended(bob)
    assert report.status == Report.Status.ACTED
    assert hand.seconds < 180


def pages(page: Page, address: str, desk: dict[str, str]) -> Iterator[str]:
    """Open each page of the desk; those of acts also with what will happen."""
    for name, path in desk.items():
        page.goto(f"{address}{path}")
        yield name
        if name in ("act", "replace"):
            page.locator("textarea[name=reason]").fill("They asked for it.")
            page.get_by_role("button", name="Show what will happen").click()
            page.locator("#effects-title").wait_for()
            yield f"{name}, rehearsed"


def violations(page: Page) -> list[dict]:
    """What axe complains of."""
    return Axe().run(page).response["violations"]


def is_too_wide(page: Page) -> bool:
    """Whether a page has to be scrolled sideways."""
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


@pytest.mark.parametrize(("width", "lines"), [(390, 4), (1280, 4)])
def test_a_row_of_a_list_is_short(width, lines, stored, moderator, visit, address):
    """Also with the longest name of a game: one line for it on a phone, and two or three for the rest."""
    Game.objects.filter(pk=stored.game.pk).update(
        name="Friday evening, with people whose names take sixty letters.."
    )
    page = visit(moderator, viewport={"width": width, "height": 844})
    page.goto(f"{address}{reverse('admin:games_game_changelist')}")
    box = page.locator("#result_list tbody tr").first.bounding_box()

    assert box is not None
    assert box["height"] <= lines * 21 + 20
    assert not is_too_wide(page)
