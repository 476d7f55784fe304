"""How long mails are: as a browser lays them out on a phone of 390 pixels, and in lines of plain text.

In each language a mail to a hand of five cards has 1,000 pixels and 60 lines at most, one to twelve cards
1,600 and 65, one with the board 2,200, and a reminder half of what a turn has. The plain text of the board is
the one exception from 60 lines: it has no picture, so it says where each piece and peg is, and has a line for
each of up to 24 choices.
"""

from base64 import b64encode
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from engine.scenario import Scene, deal
from games.models import Notice, Player
from tests.mail import boards, kinds
from tests.mail.received import Mail, send
from tests.mail.tables import NOW, store

PHONE = {"width": 390, "height": 844}
LANGUAGES = ("en", "pl", "ru")


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


def too_many_for_bob() -> Scene:
    """Ann has played Hand Limit 2: Bob gives up three of his five cards, with two keepers on the table."""
    scene = deal(
        ann=["hand-limit-2", "bread"],
        bob=["jackpot", "milk", "baked-goods", "time", "draw-3"],
        cid=["music", "dreams"],
        keepers={"bob": ["the-toaster", "love"]},
        goals=["the-appliances"],
        turn="ann",
        played=0,
    )
    scene.seats[0].plays("hand-limit-2")
    return scene


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
    "turn, the first": (kinds.NOTICES["turn"], 1130, 52),  # with the rules
    "turn": (lambda: not_the_first(kinds.NOTICES["turn"]()), 950, 45),
    "turn, 12 cards": (
        lambda: not_the_first(store(late_in_the_game()).notice("turn", "ann")),
        1600,
        65,
    ),
    "board, the first": (boards.NOTICES["play-or-move"], 2200, 110),
    "board, with tiles": (boards.NOTICES["play-or-move, tiles"], 2200, 140),
    "board, turning a tile": (boards.NOTICES["rotate-tile"], 2200, 125),
    "board, leaping": (boards.NOTICES["leap to an octagon"], 2200, 125),
    "board, reminder": (boards.NOTICES["reminder"], 950, 50),
    "answer": (lambda: not_the_first(kinds.NOTICES["answer"]()), 1150, 60),
    "hand limit, 5 cards": (
        lambda: not_the_first(store(too_many_for_bob()).notice("answer", "bob")),
        1000,
        50,
    ),
    "creepers": (lambda: not_the_first(kinds.EDITIONS["creepers"]()), 900, 45),
    "reminder": (kinds.NOTICES["reminder"], 475, 30),
    "beside": (kinds.NOTICES["beside"], 780, 37),
    "started": (kinds.NOTICES["started"], 1150, 58),  # with the fingerprint of the shuffles
    "result": (kinds.NOTICES["result"], 720, 45),
    "invitation": (kinds.NOTICES["invitation"], 1005, 45),  # with how one wins, and how long it takes
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


def sent_in_all_languages(notice: Notice) -> Iterator[tuple[str, Mail]]:
    """The mail of a notice in each language."""
    for language in LANGUAGES:
        Player.objects.update(language=language)
        yield language, send(notice)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", KINDS)
def test_a_phone_shows_a_mail_in_a_few_screens(kind: str, browser: Browser):
    """No mail is taller than it may be in any language, and none has to be moved sideways."""
    write, most, _lines = KINDS[kind]
    page = browser.new_page(viewport=PHONE)
    measured = {}
    for language, mail in sent_in_all_languages(write()):
        page.set_content(with_pictures(mail))
        measured[language] = page.evaluate(
            "[document.documentElement.scrollWidth, document.querySelector('.frame').offsetHeight]"
        )
    page.close()

    assert {} == {
        language: (width, height)
        for language, (width, height) in measured.items()
        if width != PHONE["width"] or not 150 < height <= most
    }


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["turn", "hand limit, 5 cards"])
def test_the_first_screen_of_a_phone_is_enough_to_answer(kind: str, browser: Browser):
    """It holds what is asked, until when, the goal, the keepers, how to reply, and the first card."""
    write, _most, _lines = KINDS[kind]
    page = browser.new_page(viewport=PHONE)
    ends = {}
    for language, mail in sent_in_all_languages(write()):
        page.set_content(with_pictures(mail))
        for part in ("h1", ".due", ".goal-line", ".goal-line:nth-of-type(2)", ".how", ".face"):
            ends[language, part] = page.locator(part).first.evaluate(
                "each => each.getBoundingClientRect().bottom"
            )
    page.close()

    assert {} == {part: end for part, end in ends.items() if not 0 < end <= PHONE["height"]}


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_the_plain_text_is_short(kind: str, same_picture):
    """No mail has more lines of plain text than it may have, the small print included."""
    write, _pixels, most = KINDS[kind]
    lines = {language: len(mail.text.splitlines()) for language, mail in sent_in_all_languages(write())}

    assert {} == {language: count for language, count in lines.items() if count > most}
