"""How long mails are: as a browser lays them out on a phone of 390 pixels, and in lines of plain text."""

from base64 import b64encode
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from engine.scenario import Scene, deal
from games.models import Notice
from tests.mail import boards, kinds
from tests.mail.received import Mail, send
from tests.mail.tables import NOW, store

PHONE = {"width": 390, "height": 800}


def late_in_the_game() -> Scene:
    """Ann's turn with twelve cards in hand, two goals and many rules."""
    return deal(
        ann=[
            *("bread", "time", "sleep", "baked-goods", "world-peace", "draw-3"),
            *("play-all", "zap-a-card", "steal-a-keeper", "jackpot", "trade-hands", "party-bonus"),
        ],
        bob=4,
        cid=3,
        dee=2,
        keepers={"ann": ["the-sun", "dreams"], "bob": ["the-toaster", "milk"], "dee": ["peace", "music"]},
        goals=["toast", "hippyism"],
        rules=["draw-5", "play-4", "inflation", "double-agenda", "recycling", "poor-bonus", "keeper-limit-4"],
        turn="ann",
        played=0,
    )


def not_the_first(notice: Notice) -> Notice:
    """The notice, after another mail has asked its reader something in this game."""
    Notice.objects.create(
        key=f"before/{notice.pk}",
        kind=Notice.Kind.TURN,
        game=notice.game,
        player=notice.player,
        seat=notice.seat,
        status=Notice.Status.SENT,
        message_id=f"<before.{notice.pk}@testserver.localhost>",
        created_at=NOW,
        next_try_at=NOW,
    )
    return notice


# The notice of a mail, and how many pixels and lines of text it may have at most.
KINDS: dict[str, tuple[Callable[[], Notice], int, int]] = {
    "turn, the first": (kinds.NOTICES["turn"], 1000, 50),
    "turn": (lambda: not_the_first(kinds.NOTICES["turn"]()), 980, 45),
    "turn, 12 cards": (
        lambda: not_the_first(store(late_in_the_game()).notice("turn", "ann")),
        1700,
        65,
    ),
    "board, the first": (boards.NOTICES["play-or-move"], 2200, 110),
    "board, with tiles": (boards.NOTICES["play-or-move, tiles"], 2200, 140),
    "board, turning a tile": (boards.NOTICES["rotate-tile"], 2200, 125),
    "board, leaping": (boards.NOTICES["leap to an octagon"], 2200, 125),
    "board, reminder": (boards.NOTICES["reminder"], 1000, 50),
    "answer": (kinds.NOTICES["answer"], 1150, 60),
    "reminder": (kinds.NOTICES["reminder"], 490, 30),
    "beside": (kinds.NOTICES["beside"], 700, 37),
    "result": (kinds.NOTICES["result"], 800, 45),
    "invitation": (kinds.NOTICES["invitation"], 800, 45),
}


@pytest.fixture(autouse=True)
def inbound(settings):
    """This site takes mail, so that each mail says how it is answered."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"


def with_pictures(mail: Mail) -> str:
    """The HTML of a mail with its pictures inside, as a mail program shows them."""
    html = mail.html
    for part in mail.parsed.walk():
        if part.get_content_maintype() == "image":
            data = b64encode(part.get_content()).decode()
            html = html.replace(f"cid:{part['Content-ID'].strip('<>')}", f"data:image/png;base64,{data}")
    return html


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", KINDS)
def test_a_phone_shows_a_mail_in_a_few_screens(kind: str, browser: Browser):
    """No mail is taller than it may be, and none has to be moved sideways."""
    write, most, _lines = KINDS[kind]
    page = browser.new_page(viewport=PHONE)
    page.set_content(with_pictures(send(write())))
    width, height = page.evaluate(
        "[document.documentElement.scrollWidth, document.querySelector('.frame').offsetHeight]"
    )
    page.close()

    assert width == PHONE["width"]
    assert 150 < height <= most


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_the_plain_text_is_short(kind: str):
    """No mail has more lines of plain text than it may have, the small print included."""
    write, _pixels, most = KINDS[kind]

    assert len(send(write()).text.splitlines()) <= most
