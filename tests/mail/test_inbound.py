"""What a mail that comes in may do: play by its first lines; nothing in every doubtful case (M13, M14)."""

import base64
import hashlib
import re
import threading
import time
from datetime import timedelta
from email.message import EmailMessage

import pytest
import time_machine
from django.db import OperationalError, connection

from games.delivery.dispatch import deliver
from games.inbound import incoming, take_reply
from games.inbound import receive as receive_actions
from games.inbound.claims import TryAgain
from games.mail import addresses
from games.mail.compose import compose
from games.models import InboundMail, MutedGame, Notice, Remark
from games.seats.membership import revoke_links
from tests.mail.eml import eml
from tests.mail.kinds import turn_of_ann
from tests.mail.received import Mail
from tests.mail.tables import NOW, store

DOMAIN = "reply.testserver.localhost"
ANN = "ann@example.org"


@pytest.fixture(autouse=True)
def mail_comes_in(settings):
    settings.INBOUND_DOMAIN = DOMAIN


@pytest.fixture
def stored(db):
    return store(turn_of_ann())


@pytest.fixture
def address(stored) -> str:
    return addresses.make_reply(stored.notice("turn", "ann"))


@pytest.fixture
def played(monkeypatch) -> list[dict]:
    """What was handed over to be played."""
    calls: list[dict] = []
    monkeypatch.setattr(take_reply, "play_reply", lambda **words: calls.append(words))
    return calls


def receive(name: str, to: str, *, sender: str = ANN, **words: str) -> InboundMail:
    return receive_actions.receive(eml(name, to=to, sender=sender, **words))


def told(kind: str = "reply") -> list[str]:
    return list(Notice.objects.filter(kind=kind).order_by("pk").values_list("player__email", flat=True))


def test_the_first_lines_play(stored, address, played):
    """A reply from the player's own address is handed over: its first lines, without what it quotes."""
    row = receive("reply", address)

    assert ("reply", "done", "", stored.seats["ann"]) == (row.kind, row.status, row.reason, row.seat)
    (call,) = played
    assert {
        "seat": stored.seats["ann"],
        "text": "2\nsay See you on Friday – Ann",
        "received_at": NOW,
        "message_id": "<reply-1@example.org>",
        "question": stored.question("ann").number,
        "nonce": stored.question("ann").nonce,
        "written_at": NOW,
        "in_reply_to": ["<none@example.org>"],
        "is_perhaps_automatic": False,
    } == call


def test_a_mail_of_html_alone_plays(address, played):
    """Some programs write no plain text; what they mark as quoted is left out all the same."""
    receive("reply-html", address)

    assert ["2\nsay hello"] == [call["text"] for call in played]


SITE_SAID = "<p>1. Bread</p><blockquote>3. Milk</blockquote><p>4. Love</p>"


@pytest.mark.parametrize(
    "body",
    [
        f"<p>2</p><div class='gmail_quote'>{SITE_SAID}</div><p>Free mail by Example</p>",
        f"<div class='moz-cite-prefix'>On 21/11/2026 18:30, Fluxx wrote:<br></div><blockquote>{SITE_SAID}"
        "</blockquote><p>2</p>",
        f"<p>On Nov 21, 2026, at 18:30, Fluxx wrote:</p><blockquote>{SITE_SAID}</blockquote>2",
        f"<div>2</div><div name='quote'><div>Gesendet: Sonntag</div>{SITE_SAID}</div>",
        f"<div>2</div><div id='appendonsend'></div><hr><div id='divRplyFwdMsg'>From: Fluxx</div>{SITE_SAID}",
        f"<div>2</div><br class='gmail_quote'><div class='yahoo_quoted'>{SITE_SAID}</div>",
    ],
)
def test_quotations_in_html_are_left_out_wherever_the_answer_stands(body):
    """The answer above or below what a mail program marks as quoted is read, and nothing of the quotation."""
    mail = incoming.parse_mail(f"Content-Type: text/html; charset=utf-8\r\n\r\n{body}".encode())

    assert mail.text.split("\n")[0] == "2"
    assert not {"1", "3", "4"} & set(mail.text)


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([("plain", ""), ("html", "<p>2</p>")], "2"),
        ([("plain", " \n "), ("html", "<p>2</p>")], "2"),
        ([("html", "<p>2</p>"), ("plain", "Checked for viruses by Example.")], "2"),
        ([("plain", "2"), ("html", "<p>3</p>")], "2"),
        ([("html", "<blockquote>3</blockquote>"), ("plain", "1 virus was removed.")], ""),
    ],
)
def test_the_part_that_says_something_is_read(parts, text):
    """An empty plain part hides nothing, and the footer of a gateway is not the answer."""
    message = EmailMessage()
    message.make_mixed()
    for kind, content in parts:
        message.attach(part := EmailMessage())
        part.set_content(content, subtype=kind)

    assert incoming.from_message(message).text == text


UNMARKED = {
    "Outlook": "______________________\nFrom: Fluxx <turns@x.example>\nSent: Saturday 18:30\nTo: Ann\n"
    "Subject: [Fluxx] Friday game\n\n",
    "Yahoo": "On Saturday, November 21, 2026 at 06:30 PM, Fluxx <turns@x.example> wrote:\n\n",
    "short": "Fluxx wrote:\n\n",
    "none": "",
}


@pytest.fixture
def mailed(stored, smtp) -> Mail:
    """The mail that asks Ann, as it was sent."""
    notice = stored.notice("turn", "ann")
    Notice.objects.filter(pk=notice.pk).update(next_try_at=NOW, quiet=timedelta())
    deliver()
    return Mail(smtp.to(ANN)[-1].raw)


@pytest.mark.parametrize("begin", UNMARKED.values(), ids=UNMARKED)
@pytest.mark.parametrize("answer", ["2", "2\n\n-- \nAnn"])
def test_an_answer_below_a_quotation_without_marks_is_found(mailed, played, begin, answer):
    """The site knows what it wrote, so that only the answer is left."""
    receive_text(mailed, f"{begin}{mailed.text}\n{answer}\n")

    assert ["2"] == [call["text"].partition("\n")[0] for call in played]


@pytest.mark.parametrize("begin", UNMARKED.values(), ids=UNMARKED)
def test_an_answer_above_a_quotation_without_marks_is_found(mailed, played, begin):
    """Nothing that stands below it is read, and a printed line plays where it stands on top."""
    (printed, *_more) = re.findall(r"^1\. .*", mailed.text, re.MULTILINE)
    for answer in ("2", printed):
        receive_text(mailed, f"{answer}\n\n{begin}{mailed.text}\n")

    assert ["2", printed] == [call["text"].partition("\n\n")[0] for call in played]


def test_a_quotation_alone_is_no_answer(mailed, played):
    """Who sends the mail back as it was has said nothing, whatever is printed in it."""
    for begin in UNMARKED.values():
        receive_text(mailed, f"{begin}{mailed.text}")

    read = [call["text"].partition("\n\n")[0] for call in played]  # an empty line ends an answer
    assert all(re.search(r"(?m)^\d", text) is None for text in read)


def receive_text(mailed: Mail, text: str) -> None:
    """Answer a mail with a plain text."""
    message = EmailMessage()
    message["From"], message["To"] = ANN, mailed.parsed["Reply-To"]
    message["Message-ID"] = f"<{abs(hash(text))}@example.org>"
    message["In-Reply-To"] = mailed.parsed["Message-ID"]
    message.set_content(text)
    receive_actions.receive(message.as_bytes())


def test_a_mail_that_is_signed_inline_is_read():
    """What PGP puts above and below the text is none of it."""
    signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n2\n\n-----BEGIN PGP SIGNATURE-----\nab3\n"
    mail = incoming.parse_mail(b"Content-Type: text/plain\r\n\r\n" + signed.encode())

    assert mail.text == "2"


@pytest.mark.parametrize(
    "body",
    ["👍", "❤️ !", "You reacted 👍 to: 2", "👍 Ann Example reacted to your message:\n\n1. Bread", "Liked “2”"],
)
def test_a_reaction_is_ignored(address, played, body):
    """A thumbs-up is no answer, and is not answered."""
    message = EmailMessage()
    message["From"], message["To"], message["Message-ID"] = ANN, address, "<thumb@example.org>"
    message.set_content(body)
    row = receive_actions.receive(message.as_bytes())

    assert ("ignored", "a reaction", []) == (row.status, row.reason, played)


def test_a_reaction_of_a_mail_program_is_ignored(address, played):
    """Gmail sends a part of its own beside a sentence."""
    message = EmailMessage()
    message["From"], message["To"], message["Message-ID"] = ANN, address, "<thumb@example.org>"
    message.set_content("👍 Ann reacted via Gmail")
    message.add_alternative(b'{"version": 1}', maintype="text", subtype="vnd.google.email-reaction+json")
    row = receive_actions.receive(message.as_bytes())

    assert ("ignored", "a reaction", []) == (row.status, row.reason, played)


def test_a_huge_attachment_does_no_harm(address, played):
    """Of three megabytes the first is looked at, and the text stands before them."""
    attachment = base64.encodebytes(b"\xff" * 3_000_000).decode()
    row = receive("reply-attachment", address, attachment=attachment)

    assert ("done", ["2"]) == (row.status, [call["text"] for call in played])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"charset=utf-8", b"charset=no-such-thing"),
        (b"charset=utf-8", b"charset=utf-16"),
        (b"charset=utf-8", b'charset="'),
        (b"2\r\n", b"\x002\x00\r\n"),
        (b"2\r\n", b"\xff\xfe2\r\n"),
        (b"Content-Type: text/plain", b"Content-Type: multipart/mixed; boundary=x\r\nX-Was: text/plain"),
        (b"Content-Transfer-Encoding: 8bit", b"Content-Transfer-Encoding: base64"),
        (b"Content-Transfer-Encoding: 8bit", b"Content-Transfer-Encoding: no-such-thing"),
        (b"Subject: Re:", b"Subject: =?utf-8?q?=ff=00?= =?x?b?!?= \xff"),
        (b"Date: Sat, 21 Nov 2026 17:40:00 +0000", b"Date: yesterday"),
        (b"Message-ID: <reply-1@example.org>", b"Message-ID: \xff\x00 <<"),
        (b"\r\n\r\n", b"\r\n"),
    ],
)
def test_what_is_broken_breaks_nothing(address, played, before, after):
    """NUL, wrong character sets, broken structure: the mail is taken, and is played or is not."""
    raw = eml("reply", to=address, sender=ANN)
    assert before in raw
    row = receive_actions.receive(raw.replace(before, after, 1))

    assert row.status in ("done", "ignored")
    assert len(played) <= 1


@pytest.mark.django_db
@pytest.mark.parametrize("raw", [b"", b"\0", b"\r\n\r\n", b"From:", b"\xff" * 100, b"To: a\r\n" * 5000])
def test_what_is_no_mail_is_taken_and_ignored(raw, played):
    """Whatever comes through the door, nobody's program breaks on it, and it does not come again."""
    row = receive_actions.receive(raw)

    assert ("unknown", "ignored", []) == (row.kind, row.status, played)


def test_quoted_words_of_a_move_are_none(address, played):
    """A mail that only quotes holds no answer: whoever reads it is given nothing to play."""
    receive("quoted-only", address)

    assert [""] == [call["text"] for call in played]


@pytest.mark.parametrize(
    "line",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated",
        "Precedence: auto_reply",
        "Precedence: junk",
        "Return-Path: <>",
        "X-Fluxx-Kind: turn",
    ],
)
def test_a_machine_plays_not_and_is_not_answered(address, played, line):
    """An auto-reply, a bounce, a list, a mail of ours that comes back: ignored without a word."""
    row = receive_actions.receive(line.encode() + b"\r\n" + eml("reply", to=address, sender=ANN))

    assert ("automatic", "ignored") == (row.kind, row.status)
    assert ([], []) == (played, told())


def test_a_vacation_answer_plays_not(address, played):
    """It may even begin with a number."""
    row = receive("vacation", address)

    assert ("automatic", [], []) == (row.kind, played, told())


def test_a_bounce_without_a_report_plays_not(address, played):
    """Its envelope says that nobody sent it."""
    row = receive_actions.receive(
        eml("reply", to=address, sender=ANN), recipients=[address], envelope_sender=""
    )

    assert ("automatic", []) == (row.kind, played)


@pytest.mark.parametrize(
    "sender",
    ["bob@example.org", "ann@example.org.evil.example", "", "ann@example.org>, Eve <eve@evil.example"],
)
def test_a_wrong_sender_plays_not(address, played, sender):
    """Who has the address but not the mailbox cannot play; its owner is told once a day, who wrote is not."""
    for number in range(3):
        raw = eml("reply", to=address, sender=sender).replace(b"reply-1@", b"reply-%d@" % number)
        assert "ignored" == receive_actions.receive(raw).status

    assert ([], [ANN]) == (played, told())


def test_an_address_that_is_revoked_plays_not(stored, address, played):
    """Its owner is told, once a day; nobody else is: who has a revoked address may be anybody."""
    revoke_links(seat=stored.seats["ann"])
    row = receive("reply", address)

    receive("reply", address, sender="eve@evil.example", message_id="<eve@evil.example>")

    assert ("reply", "ignored", "revoked") == (row.kind, row.status, row.reason)
    assert ([], [ANN]) == (played, told())


def test_an_address_that_is_too_old_plays_not(address, played):
    """Its owner is told that the newest mail has a new one."""
    with time_machine.travel(NOW + timedelta(days=40), tick=False):
        row = receive("reply", address)

    assert ("ignored", "too old", [], [ANN]) == (row.status, row.reason, played, told())


def test_a_mail_to_nobody_is_ignored(stored, played):
    """An address that nobody made, or noreply@, is nobody's."""
    rows = [
        receive("reply", to) for to in (f"play+1-2-3-{'a' * 20}@{DOMAIN}", "noreply@testserver.localhost")
    ]

    assert [("unknown", "ignored")] == list({(row.kind, row.status) for row in rows}) or played
    assert [] == played


def test_a_twin_of_somebody_else_does_not_keep_the_honest_mail_out(address, played):
    """Whoever got the reply, too, brings a mail with its Message-ID first: each counts for its sender."""
    twin = receive("reply", address, sender="mallory@example.org")
    honest = receive("reply", address)

    assert ("ignored", "done", 1) == (twin.status, honest.status, len(played))


@pytest.mark.parametrize("sender", [ANN, "ANN@example.org", "ann+phone@example.org", "ann@EXAMPLE.org"])
def test_a_copy_counts_once(address, played, sender):
    """The same Message-ID to the same address is the same mail, though some servers spell senders anew."""
    rows = [receive("reply", address), receive("reply", address, sender=sender)]

    assert (1, 1) == (len({row.pk for row in rows}), len(played))


@pytest.mark.parametrize("name", ["<>", "<unknown>", "<@>", "<a@>", "unknown", "a@b", "<a@b> <c@d>"])
def test_a_message_id_that_all_mails_of_a_program_have_is_none(address, name):
    """The second reply counts, and a copy of it does not, though it came by another way."""
    first = eml("reply", to=address, sender=ANN).replace(b"<reply-1@example.org>", name.encode())
    second = first.replace(b"17:40:00", b"17:41:00").replace(b"on Friday", b"on Monday")
    rows = [receive_actions.receive(each) for each in (first, second, b"Delivered-To: a@b\r\n" + second)]

    assert rows[1].pk == rows[2].pk != rows[0].pk
    said = Remark.objects.order_by("pk").values_list("text", flat=True)
    assert ["See you on Friday – Ann", "See you on Monday – Ann"] == list(said)


@pytest.mark.parametrize(("sender", "count"), [(ANN, 0), ("mallory@example.org", 1)])
def test_a_copy_of_what_an_earlier_release_has_taken_counts_no_more(address, played, sender, count):
    """Its key was made of the Message-ID and the recipients alone: it keeps out mails of the same sender."""
    parts = ("<reply-1@example.org>", address.lower())
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    earlier = InboundMail.objects.create(key=key, sender=sender, status="done")
    row = receive("reply", address)

    assert (count, bool(count)) == (len(played), row.pk != earlier.pk)
    assert 1 + count == InboundMail.objects.count()


TRACES = (
    "",
    "Delivered-To: games@catch-all.example\r\n",
    "Delivered-To: ann@old.example\r\nX-Original-To: games@catch-all.example\r\n",
    "Received: from a.example; Sat, 21 Nov 2026 17:40:05 +0000\r\nEnvelope-To: all@b.example\r\n",
    "X-Spam-Score: 3\r\nReturn-Path: <ann@example.org>\r\nX-Forwarded-For: a@b.example\r\n",
)


def without_message_id(address: str) -> bytes:
    raw = eml("reply", to=address, sender=ANN)
    assert b"Message-ID: <reply-1@example.org>\r\n" in raw
    return raw.replace(b"Message-ID: <reply-1@example.org>\r\n", b"")


def test_copies_without_a_message_id_count_once_whatever_servers_add(address, played):
    """Each server that passes a mail on writes its trace into it, and some write its lines anew."""
    raw = without_message_id(address)
    copies = [trace.encode() + raw for trace in TRACES]
    copies += [raw.replace(b"\r\n", b"\n"), raw + b"\r\n\r\n"]
    rows = [receive_actions.receive(each) for each in copies]
    rows.append(receive_actions.receive(copies[1], recipients=[address.upper()]))

    assert (1, 1, 1) == (len({row.pk for row in rows}), len(played), InboundMail.objects.count())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"17:40:00", b"17:40:01"),
        (b"\r\n2\r\n", b"\r\n3\r\n"),
        (b"Subject: ", b"Subject: Re: "),
        (b"From: ", b"From: Ann Other "),
    ],
    ids=["date", "text", "subject", "sender"],
)
def test_another_mail_without_a_message_id_counts_as_well(address, played, old, new):
    """Two short answers in a row, by a program that gives its mails no Message-ID, are two answers."""
    raw = without_message_id(address)
    assert old in raw
    rows = [receive_actions.receive(each) for each in (raw, raw.replace(old, new, 1))]

    assert (2, 2) == (len({row.pk for row in rows}), len(played)), [row.reason for row in rows]


def test_one_mail_to_two_of_our_addresses_counts_for_both(address, played):
    """A server delivers it once for each; nothing but the envelope tells the copies apart."""
    raw = without_message_id(address)
    other = addresses.make_reply(store(turn_of_ann(), name="Other").notice("turn", "ann"))
    rows = [receive_actions.receive(raw, recipients=[each]) for each in (address, other, address)]

    assert (2, 2) == (len({row.pk for row in rows}), len(played))


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_copies_at_the_same_moment_count_once(played, monkeypatch):
    """Two processes that get a copy each: one acts, the other is told to come again, or that it is done."""
    address = addresses.make_reply(store(turn_of_ann()).notice("turn", "ann"))
    slow = threading.Event()
    begun: list[str] = []

    def play(**words):
        begun.append(words["text"])
        slow.wait(0.3)

    monkeypatch.setattr(take_reply, "play_reply", play)
    ends: list[str] = []

    def bring():
        try:
            ends.append(receive("reply", address).status)
        except TryAgain:
            ends.append("again")
        finally:
            connection.close()

    threads = [threading.Thread(target=bring) for _copy in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (1, 6) == (len(begun), len(ends))
    assert {"done", "again"} >= set(ends)


def test_a_database_that_is_away_has_the_mail_come_again(address, monkeypatch):
    """Nothing is recorded as done; the mail counts from when it came first."""
    calls: list[dict] = []

    def play(**words):
        calls.append(words)
        if len(calls) == 1:
            raise OperationalError("the connection was lost")

    monkeypatch.setattr(take_reply, "play_reply", play)
    with pytest.raises(TryAgain):
        receive("reply", address)
    with time_machine.travel(NOW + timedelta(minutes=7), tick=False):
        row = receive("reply", address)

    assert ("done", NOW, 2) == (row.status, row.received_at, len(calls))
    assert NOW == calls[1]["received_at"]


def test_who_died_over_a_mail_does_not_keep_it(address, played):
    """A row that somebody began and never finished is taken over after a while, not at once."""
    row = receive("reply", address)
    InboundMail.objects.filter(pk=row.pk).update(status="working", began_at=NOW)

    with pytest.raises(TryAgain):
        receive("reply", address)
    with time_machine.travel(NOW + timedelta(minutes=6), tick=False):
        receive("reply", address)

    assert 2 == len(played)


def test_a_fault_of_ours_is_kept_and_the_mail_not_brought_again(address, monkeypatch):
    """A mail that breaks the program would break it every minute."""

    def play(**words):
        raise RuntimeError("no")

    monkeypatch.setattr(take_reply, "play_reply", play)
    row = receive("reply", address)

    assert ("failed", "RuntimeError") == (row.status, row.reason.split()[0])


def test_an_unsubscribe_mail_stops_the_mails_of_its_game(stored):
    """Mail programs that know no web page write to the other address, in their owner's name or their own."""
    notice = stored.notice("turn", "ann")
    to = compose(notice).message()["List-Unsubscribe"].rpartition("mailto:")[2].strip(" >")
    row = receive("unsubscribe", to)

    assert ("unsubscribe", "done") == (row.kind, row.status)
    assert MutedGame.objects.filter(player=stored.players["ann"], game=stored.game).exists()


def test_m14_two_sites_that_mail_each_other_stop_at_once(stored, played):
    """A player whose address is the reply address of another such site: one mail there, none back."""
    other = store(turn_of_ann())
    theirs = addresses.make_reply(other.notice("started", "bob"))
    stored.players["ann"].email = theirs
    stored.players["ann"].save()
    before = Notice.objects.count()

    mail = compose(stored.notice("turn", "ann")).message().as_bytes(linesep="\r\n")
    row = receive_actions.receive(mail, recipients=[theirs])
    reminded = compose(stored.notice("reminder", "ann")).message().as_bytes(linesep="\r\n")
    again = receive_actions.receive(reminded, recipients=[theirs])

    assert ["automatic", "automatic"] == [row.kind, again.kind]
    assert ([], before + 2) == (played, Notice.objects.count())


def test_nothing_of_a_mail_is_kept_or_logged(address, played, caplog):
    """The row tells who wrote and what became of it; neither it nor the log holds the text or the address."""
    caplog.set_level("DEBUG")
    row = receive("reply", address)
    kept = " ".join(str(value) for value in InboundMail.objects.filter(pk=row.pk).values_list().get())

    for secret in ("See you", address.partition("@")[0]):
        assert secret not in kept
        assert secret not in caplog.text


def parts_in_parts(depth: int) -> bytes:
    """A mail whose only text lies in so many parts within each other."""
    heads = (
        b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (each, each)
        for each in range(depth)
    )
    return b"From: a@example.org\r\n" + b"".join(heads) + b"Content-Type: text/plain\r\n\r\npass\r\n"


@pytest.mark.parametrize(
    "raw",
    [
        parts_in_parts(2000),
        b"From: a@example.org\r\n" + b"Content-Type: message/rfc822\r\n\r\n" * 3000,
        b"From: " + b"a@example.org, " * 60_000 + b"\r\n\r\npass",
        b"From: a@example.org\r\nContent-Type: text/plain; " + b"a=b; " * 100_000 + b"\r\n\r\npass",
        b"Subject: " + b"=?utf-8?q?" * 50_000 + b"\r\n\r\npass",
        b"From: a@example.org\r\n" + (b"To: " + b'"' * 3_900 + b"\r\n") * 200 + b"\r\npass",
        b"From: a@example.org\r\nContent-Type: text/plain; charset=punycode\r\n\r\n-" + b"a" * 900_000,
        b"From: a@example.org\r\n\r\n-----BEGIN PGP SIGNED MESSAGE-----\n\n"
        + b"-----BEGIN PGP SIGNATURE-----\n" * 30_000,
    ],
    ids=["parts", "mails", "senders", "parameters", "encoded", "recipients", "charset", "signatures"],
)
def test_m13_a_mail_made_to_choke_its_reader_is_read_at_once(raw):
    """However deep its parts and however long its headers: it is taken, and holds up none behind it."""
    began = time.process_time()
    mail = incoming.parse_mail(raw)
    said = (mail.key, mail.sender, mail.why_automatic(), mail.text)

    assert time.process_time() - began < 15
    assert said[0]
