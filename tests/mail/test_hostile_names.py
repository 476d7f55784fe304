"""Names that would break a mail (requirement M15). Forms refuse most of them; a mail relies on nothing."""

import re

import pytest

from games.mail.compose import compose
from games.mail.headers import list_id, subject
from games.models import Game, Notice, Player, Seat
from games.models.names import TURNS_AROUND, one_line
from tests.mail.kinds import NOTICES
from tests.mail.received import Mail, send

pytestmark = pytest.mark.django_db

NAMES = {
    "line breaks": "Ann\r\nBcc: eve@example.org\r\n\r\nHello",
    "other line breaks": "Ann\u2028Bcc: eve\u2029\x0b\x0c\x85x",
    "quotes": 'Ann "the \\ Ace" O\'Neil',
    "commas and brackets": "Ann, Bob <eve@example.org>; (x)",
    "right to left": "Ann \u202egnol\u202c \u2067x\u2069 שלום",
    "emoji": "Ann 👩‍👩‍👧‍👦🎲",
    "Polish": "Zażółć gęślą jaźń",
    "markup": "<script>alert(1)</script>&amp;{{ x }}%(name)s{0}",
    "encoded word": "=?utf-8?q?Subject=3A_x?=",
    "blank": "   ",
    "300 letters": "Ann " * 75,
    "300 letters without a space": "Ż" * 300,
    "300 emoji": "🎲" * 300,
}


def rename(notice: Notice, name: str) -> Mail:
    """The mail of a notice when game and people are called this, whatever a form would say."""
    Seat.objects.filter(game=notice.game).update(name=name[:40])
    Player.objects.update(name=name[:40])
    notice = Notice.objects.select_related("game").get(pk=notice.pk)
    notice.game.name = name
    return Mail(compose(notice).message().as_bytes(linesep="\r\n"))


@pytest.mark.parametrize("kind", ["turn", "result", "invitation", "accepted"])
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_hostile_name_breaks_nothing(name, kind):
    """The mail has the headers it has with any other name, one recipient, and its lines stay short."""
    notice = NOTICES[kind]()
    usual, mail = send(notice), rename(notice, name)

    assert list(usual.parsed.keys()) == list(mail.parsed.keys())
    assert 1 == len(mail.parsed["To"].addresses)
    assert not any(value.defects for value in mail.parsed.values())
    assert mail.raw.isascii()
    assert max(len(line) for line in mail.raw.split(b"\r\n")) <= 998
    assert len(mail.raw) < 100_000
    assert "<script" not in mail.html
    assert not re.search(TURNS_AROUND, mail.text + mail.html + str(mail.parsed["Subject"]))
    assert not any(line.startswith("Bcc:") for line in mail.text.splitlines())


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_subject(name):
    """The subject is one line with the name in it, cut when it is long."""
    shown = subject(Game(name=name), "")

    assert len(shown) <= 68
    assert shown == " ".join(shown.split())
    assert shown.startswith("[Fluxx]")


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_list_id(name):
    """The identifier of the list survives every name, outside of any encoded word."""
    mail = rename(NOTICES["accepted"](), name)
    head = mail.head.decode().replace("\r\n", "\n")
    folded = re.search(r"^List-Id: (.*(?:\n[ \t].*)*)", head, re.MULTILINE)

    assert folded is not None
    assert re.search(r"(^|\s)<g\d+\.testserver\.localhost>$", folded[1])


def test_list_id_quotes_what_a_phrase_cannot_hold():
    """A name with a comma is a quoted string; a plain one stands as it is."""
    assert '"Ann, \\"Ace\\"" <g7.testserver.localhost>' == list_id(Game(pk=7, name='Ann, "Ace"'))
    assert "Ann's game! <g7.testserver.localhost>" == list_id(Game(pk=7, name="Ann's game!"))
    assert "<g7.testserver.localhost>" == list_id(Game(pk=7, name=" "))


def test_one_line():
    """What is visible stays, joined emoji included; what moves the line or turns it round goes."""
    assert "Ann x" == one_line("Ann\r\n\tx\u202e\x00")
    assert "👩‍👩‍👧‍👦" == one_line("👩‍👩‍👧‍👦")
    assert "Long na…" == one_line("Long name of a game", 8)


def test_markup_in_a_name_is_text():
    """A name is shown as it is written, in both parts."""
    mail = rename(NOTICES["turn"](), "<b>Ann</b> & {{ x }} %(name)s")

    assert "<b>Ann</b> & {{ x }} %(name)s" in mail.text
    assert "<b>Ann</b> & {{ x }} %(name)s" in mail.words
