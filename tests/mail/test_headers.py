"""The headers of every kind of mail (requirement M1), and the one thread that they form."""

import re
from collections.abc import Callable
from email.header import decode_header, make_header
from functools import partial

import pytest
from django.core import mail as sent_mail
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.mail import addresses, headers
from games.mail.compose import compose, compose_check, compose_test
from games.mail.message import Mail as SentMail
from games.mail.unsubscribe import make_token
from games.models import Invitation, Notice, Player
from games.outbox.notices import new_message_id
from games.outbox.person_mail import write_to
from tests.mail.examples import PERSON_MAILS, many_games
from tests.mail.kinds import NOTICES, invitation_notice, open_game, turn_of_ann
from tests.mail.received import Mail, send
from tests.mail.tables import NOW, store, tell

pytestmark = pytest.mark.django_db

# Whose mail an example is; Bob's, where nothing else is said.
TO = {
    "turn": "ann",
    "reminder": "ann",
    "invitation": "dee",
    "invited-again": "dee",
    "accepted": "ann",
    "declined": "ann",
    "nudge": "ann",
    "removed": "cid",
    "expiring": "ann",
    "called-off": "dee",
}
# The subjects and senders of mails that are more than a turn of the game.
SUBJECTS = {
    "invitation": "Ann invites you to play Fluxx",
    "invited-again": "Ann invites you to play Fluxx",
    "result": "Ann won “Friday game”",
    "ended": "“Friday game” ended early",
    "expiring": "“Friday game” will be cancelled soon",
    "called-off": "Ann’s game of Fluxx was cancelled",
}
BY_ANN = ("invitation", "invited-again", "called-off")
SENDERS = dict.fromkeys(BY_ANN, "Ann via Fluxx <turns@testserver.localhost>")
SITE = "Fluxx <turns@testserver.localhost>"
TABLE = "Fluxx · Friday game <turns@testserver.localhost>"
# 64 random bits, as we write them; in mails about accounts, the standard library's.
RANDOM_ID = r"<(?:[a-z-]+\.[0-9a-f]{16}|\d+\.\d+\.\d{10,20})@testserver\.localhost>"


def root_of(notice) -> str:
    """The Message-ID that the mails of one seat answer; a host is told in the thread of their own seat."""
    if notice.invitation:
        seat = notice.invitation.seat
    elif notice.kind in ("accepted", "declined"):
        seat = notice.game.seats.get(player=notice.player)
    else:
        seat = notice.seat
    return f"<game-{notice.game.pk}.seat-{seat.pk}@testserver.localhost>"


@pytest.mark.parametrize("kind", NOTICES)
def test_headers(kind):
    """Every kind has the headers of the reference table, each once, and no others.

    One that is too long for its line, as games come to have longer numbers, begins on the next.
    """
    notice = NOTICES[kind]()

    mail = send(notice)

    assert {
        "Content-Type": mail.parsed["Content-Type"],
        "MIME-Version": "1.0",
        "Subject": SUBJECTS.get(kind, "[Fluxx] Friday game"),
        "From": SENDERS.get(kind, SITE if notice.invitation else TABLE),
        "To": f"{TO.get(kind, 'bob')}@example.org",
        "Reply-To": "noreply@testserver.localhost",
        "Date": "Sat, 21 Nov 2026 17:30:00 -0000",
        "Message-ID": notice.message_id,
        "In-Reply-To": root_of(notice),
        "References": root_of(notice),
        "List-Id": f"Friday game <g{notice.game.pk}.testserver.localhost>",
        "List-Unsubscribe": f"<http://testserver.localhost/u/{make_token(notice)}/>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-replied" if kind == "reply" else "auto-generated",
        "Content-Language": "en",
        "X-Auto-Response-Suppress": "All",
        "X-Fluxx-Kind": kind,
    } == {name: str(value).strip() for name, value in mail.parsed.items()}
    assert len(set(mail.parsed.keys())) == len(mail.parsed.keys())
    assert not any(value.defects for value in mail.parsed.values())


def code_to_sign_in() -> Mail:
    """The mail that brings a code to sign in."""
    Player.objects.get_or_create(email="ann@example.org", defaults={"name": "Ann"})
    Client().post(reverse("account_request_login_code"), {"email": "ann@example.org"})
    return Mail(sent_mail.outbox[-1].message().as_bytes(linesep="\r\n"))


def mail_to_person(kind: str) -> Mail:
    """A mail to a person, with the Message-ID that its row gets."""
    sent = PERSON_MAILS[kind]()
    row = write_to(Player.objects.get(name="Ann"), kind)
    return Mail(sent.raw.replace(b"<person.1@testserver.localhost>", row.message_id.encode()))


def asked_for(compose_mail: Callable[[Player], SentMail]) -> Callable[[], Mail]:
    """A mail that somebody asked for to see whether mails arrive."""

    def make() -> Mail:
        player, _is_new = Player.objects.get_or_create(email="ann@example.org", defaults={"name": "Ann"})
        return Mail(compose_mail(player).message().as_bytes(linesep="\r\n"))

    return make


# What is no notice about a game; see `test_headers` for those.
OTHERS: dict[str, Callable[[], Mail]] = {
    **{kind: partial(mail_to_person, kind) for kind in PERSON_MAILS},
    "code": code_to_sign_in,
    "test": asked_for(compose_test),
    "check": asked_for(lambda player: compose_check(player.email, 14)),
}


@pytest.mark.parametrize("make", OTHERS.values(), ids=OTHERS)
def test_other_mails_say_when_and_as_what_they_were_sent(make):
    """A date (RFC 5322) in UTC, a Message-ID of ours that nobody can guess, and no thread."""
    first, second = make().parsed, make().parsed

    for each in (first, second):
        assert (each["Date"].datetime, each["Date"].defects) == (NOW.replace(tzinfo=None), ())
        assert re.fullmatch(RANDOM_ID, each["Message-ID"]), each["Message-ID"]
        assert (each["In-Reply-To"], each["References"]) == (None, None)
        assert [len(each.get_all(name)) for name in ("Date", "Message-ID")] == [1, 1]
    assert first["Message-ID"] != second["Message-ID"]


@pytest.mark.parametrize("kind", Notice.Kind)
def test_message_ids_of_notices_can_not_be_guessed(kind):
    """They name the game and the occasion; 64 random bits tell one from another."""
    ids = {new_message_id(128, kind) for _time in range(20)}

    assert len(ids) == 20
    assert all(re.fullmatch(rf"<g128\.{kind}\.[0-9a-f]{{16}}@testserver\.localhost>", each) for each in ids)


@pytest.mark.parametrize("count", [2, 3])
def test_mails_about_several_games_are_one_thread_of_their_reader(count):
    """Whatever games they are about, each has a date and a Message-ID of its own, and the root of all."""
    sent = [many_games(count).parsed for _mail in range(2)]
    (ann,) = Player.objects.filter(name="Ann")

    root = f"<games-of.{ann.pk}@testserver.localhost>"
    assert [(root, root)] * 2 == [(each["In-Reply-To"], each["References"]) for each in sent]
    assert 2 == len({each["Message-ID"] for each in sent})
    assert {NOW.replace(tzinfo=None)} == {each["Date"].datetime for each in sent}


@pytest.mark.parametrize("kind", NOTICES)
def test_shape(kind):
    """Text comes first, then HTML, both in seven bits and short lines, under the size that Gmail cuts at.

    The picture of an invitation belongs to both.
    """
    notice = NOTICES[kind]()
    mail, token = send(notice), make_token(notice).encode()
    with_picture = kind in ("invitation", "invited-again")
    shape = "multipart/related" if with_picture else "multipart/alternative"
    both, *pictures = list(mail.parsed.iter_parts()) if with_picture else [mail.parsed]
    parts = list(both.iter_parts())

    assert shape == mail.parsed.get_content_type()
    assert "multipart/alternative" == both.get_content_type()
    assert ["image/png"] * with_picture == [part.get_content_type() for part in pictures]
    assert ["text/plain", "text/html"] == [part.get_content_type() for part in parts]
    assert {"quoted-printable", "base64"} >= {part["Content-Transfer-Encoding"] for part in parts}
    assert mail.raw.isascii()
    # A header can't break an address, and that to unsubscribe grows with the numbers of its rows.
    assert max(len(line) for line in mail.raw.split(b"\r\n") if token not in line) <= 78
    assert len(mail.raw) < 100_000


def test_one_thread():
    """The mails of one seat in one game name the same root, and another seat's mails another."""
    scene = turn_of_ann()
    stored = store(scene)
    mails = [send(stored.notice(kind, "ann")) for kind in ("started", "turn", "reminder")]
    scene.seats[0].plays("bread").plays("draw-3")
    tell(stored, scene)
    mails += [send(stored.notice("ended", "ann")), send(stored.notice("declined", "bob", player="ann"))]
    others = send(stored.notice("turn", "bob"))
    ids = [mail.parsed["Message-ID"] for mail in mails]

    assert 1 == len({mail.parsed["References"] for mail in mails})
    assert ["[Fluxx] Friday game", "“Friday game” ended early"] == sorted(
        {mail.parsed["Subject"] for mail in mails}
    )
    assert len(ids) == len(set(ids))
    assert others.parsed["References"] != mails[0].parsed["References"]


def test_a_host_without_a_seat():
    """A host who does not play is told in a thread of their own."""
    stored = open_game()
    notice = stored.notice("accepted", "bob", player="ann")
    stored.seats["ann"].delete()

    assert f"<game-{stored.game.pk}.host@testserver.localhost>" == send(notice).parsed["References"]


@pytest.mark.parametrize("kind", NOTICES)
def test_tokens_are_in_the_body_alone(kind):
    """No header holds any part of a link's token (requirement M7)."""
    mail = send(NOTICES[kind]())
    tokens = [link.split("/")[4] for link in mail.links if link.split("/")[3] in ("p", "i", "b")]

    assert bool(tokens) == (kind not in ("accepted", "declined", "removed", "deputy"))
    for token in tokens:
        assert not any(part.encode() in mail.head for part in token.split(":") if len(part) > 4)


@pytest.mark.parametrize("kind", NOTICES)
def test_m8_with_inbound_mail(kind, settings):
    """Answers, bounces and wishes for fewer mails have addresses, which no line of a header breaks."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    notice = NOTICES[kind]()
    token = make_token(notice)
    mail = send(notice)
    head = mail.head.decode()
    reply = mail.parsed["Reply-To"].addresses[0]
    own = notice.seat is not None and notice.seat.player_id == notice.player_id

    page, address = (
        f"<http://testserver.localhost/u/{token}/>",
        f"<mailto:unsub+{token}@reply.testserver.localhost>",
    )
    assert f"{page}, {address}" == mail.parsed["List-Unsubscribe"].strip()
    assert page in head
    assert address in head
    assert "\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in head
    is_answered = own or kind in ("invitation", "invited-again")
    assert ("reply.testserver.localhost" if is_answered else "testserver.localhost") == reply.domain
    assert len(reply.username) <= 64
    assert SENDERS.get(kind, SITE if notice.invitation else TABLE) == mail.parsed["From"]
    assert compose(notice).from_email == addresses.make_bounce(notice)
    assert len(set(mail.parsed.keys())) == len(mail.parsed.keys())
    # An address of ours can't be broken.
    lines = [line for line in mail.raw.split(b"\r\n") if token.encode() not in line]
    assert max(map(len, lines)) <= 78
    assert len(f"unsub+{token}") < 64


@pytest.mark.parametrize(
    ("name", "sender"),
    [
        ("Żółć", "Żółć via Fluxx"),
        ('Ann "the Ace", O\'Neil <x>', 'Ann "the Ace", O\'Neil <x> via Fluxx'),
        ("Ann\r\nBcc: eve", "Ann Bcc: eve via Fluxx"),
        ("=?utf-8?q?Your_bank?=", "=?utf-8?q?Your_bank?= via Fluxx"),
        ("\u202eknab", "knab via Fluxx"),
        ("help@bank.example", "Fluxx"),
    ],
)
@pytest.mark.parametrize("inbound", ["", "reply.testserver.localhost"])
def test_the_name_of_a_sender(name, sender, inbound, settings):
    """Any name is shown as it is and breaks no header; one that looks like an address is left out."""
    settings.INBOUND_DOMAIN = inbound
    notice = invitation_notice("invitation")
    Player.objects.filter(email="ann@example.org").update(name=name)
    mail = send(notice)
    (shown,) = mail.parsed["From"].addresses

    assert (sender, "turns@testserver.localhost") == (shown.display_name, shown.addr_spec)
    assert not mail.parsed["From"].defects
    assert "bcc" not in mail.parsed


def test_a_site_with_a_name_of_its_own(settings):
    """The name that the operator gave the site is the one behind “via”."""
    settings.DEFAULT_FROM_EMAIL = "Game night <play@games.example>"
    assert "Ann via Game night <play@games.example>" == send(invitation_notice("invitation")).parsed["From"]


def test_who_asked_for_a_seat_is_written_to_by_the_site():
    """Nobody writes in the host's name to an address that somebody typed in at the link of the game."""
    notice = invitation_notice("invitation")
    Invitation.objects.update(how=Invitation.How.ASKED)
    mail = send(notice)

    assert "Your seat at Ann’s table" == mail.parsed["Subject"]
    assert SITE == mail.parsed["From"]


def test_mails_about_accounts_name_their_sender_in_the_language_of_the_reader(settings):
    """In English nobody would read “Fluxx accounts” above a Polish mail; an operator's name stays."""
    shown = []
    for name in ("Fluxx accounts", "Game night"):
        settings.ACCOUNTS_FROM_EMAIL = f"{name} <accounts@games.example>"
        for language in ("en", "pl", "ru"):
            with translation.override(language):
                shown.append(str(make_header(decode_header(headers.accounts_address()))))

    ours = ["Fluxx accounts", "Konta Fluxx", "Аккаунты Fluxx"]
    assert [f"{name} <accounts@games.example>" for name in (*ours, *["Game night"] * 3)] == shown
