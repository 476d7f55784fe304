"""Whole mails that must not play, mails of people that were ignored, and what their writers are told."""

import email.policy
import time
from datetime import timedelta
from email.message import EmailMessage

import pytest

from engine.scenario import deal
from games.core.event_log import note_event
from games.core.mail_limits import count_mail
from games.delivery.dispatch import deliver
from games.inbound import receive as inbound
from games.mail import addresses
from games.mail.html_text import text_of_html
from games.mail.person_letters import compose_person_mail
from games.models import (
    BlockedAddress,
    By,
    Game,
    InboundMail,
    Invitation,
    Move,
    Notice,
    NumberedMail,
    PersonMail,
    Player,
    Remark,
    Reply,
    Seat,
    Vote,
)
from tests.mail import kinds as mails
from tests.mail.received import Mail, send
from tests.mail.tables import NOW, Stored, store
from tests.pages import kinds

pytestmark = pytest.mark.django_db
DOMAIN = "reply.testserver.localhost"


@pytest.fixture(autouse=True)
def mail_comes_in(settings, same_picture):
    settings.INBOUND_DOMAIN = DOMAIN


def hand(*cards: str, rules=("play-3",)) -> tuple[Stored, Notice]:
    stored = store(deal(ann=list(cards), bob=4, cid=3, rules=list(rules), turn="ann", played=0))
    return stored, stored.notice("turn", "ann")


def answer(notice: Notice, text: str, **headers: str) -> EmailMessage:
    """A reply to the mail of a notice, as a mail program writes it; a header may be replaced, or left out."""
    mail = send(notice)
    message = EmailMessage()
    given = {
        "From": notice.player.email if notice.player else notice.invitation.email,
        "To": mail.parsed["Reply-To"],
        "Subject": f"Re: {mail.parsed['Subject']}",
        "Message-ID": f"<{abs(hash((notice.pk, text, str(headers))))}@example.org>",
        "In-Reply-To": mail.parsed["Message-ID"],
    }
    for name, value in (given | {key.replace("_", "-"): value for key, value in headers.items()}).items():
        if value:
            message[name] = value
    message.set_content(text)
    return message


def receive(message: EmailMessage):
    return inbound.receive(message.as_bytes(policy=email.policy.SMTPUTF8))


def played(stored: Stored) -> list[list[str]]:
    """The answers that replies have given at a table, in order."""
    moves = Move.objects.filter(game=stored.game, by=By.REPLY).order_by("version")
    return [move.labels for move in moves]


def told() -> list[str]:
    """Why mails did not count, as their players are told."""
    found = Notice.objects.filter(kind="reply").order_by("pk").values_list("params", flat=True)
    return [each["not_counted"] for each in found if "not_counted" in each]


FEELINGS = ("love", "peace", "dreams", "time", "milk")


@pytest.mark.parametrize(
    ("cards", "text", "expected"),
    [
        (FEELINGS, "1\nPeace,\nAnn", [["dreams"]]),
        (FEELINGS, "milk\nLove,\nAnn", [["milk"]]),
        (FEELINGS, "2\nLove", [["love"]]),
        (FEELINGS, "Love\nAnn", []),
        (FEELINGS, "Hi\n\nPeace\n\n- Ann", []),
        (FEELINGS, "Love\n\nSent from my iPhone", [["love"]]),
        (FEELINGS, "milk\nwait, no\n3", []),
        (FEELINGS, "milk\n\nundo", []),
        (FEELINGS, "milk\n\nThanks,\nAnn\n\nPS: no wait, 3", []),
        (FEELINGS, "milk\nThanks\nP.S. See you on Sunday", [["milk"]]),
        (FEELINGS, "discard milk", []),
        (FEELINGS, "Milk?", []),
        (FEELINGS, "<3", []),
        (FEELINGS, "no 2", []),
        (("bread", "love", "milk", "play-2", "the-moon"), "play 2", []),
        (("milk-and-cookies", "chocolate-milk", "bread"), "milk", []),
        (("bread", "milk", "chocolate"), "Hi, milk\n2", [["milk"], ["chocolate"]]),
        (("bread", "milk", "chocolate"), "Hello, play milk\nbread", [["milk"], ["bread"]]),
    ],
)
def test_a_whole_mail_plays_only_what_it_says(cards, text, expected):
    """From the mail that asks to the moves that are stored."""
    stored, notice = hand(*cards)
    receive(answer(notice, text))

    assert expected == played(stored)


@pytest.mark.parametrize("text", ["STOP", "Cancel", "canceled", "unsubscribe", "pass?"])
def test_who_wants_out_answers_no_window(text):
    """Bob holds Canceled Plans, and wants no more mail."""
    stored = store(kinds.window())
    receive(answer(stored.notice("answer", "bob"), text))

    assert [] == played(stored)


def test_own_words_are_no_smiley():
    """Rhyme Time asks for a couplet, and Ann smiles."""
    stored = store(kinds.rhyming())
    receive(answer(stored.notice("turn", "ann"), ":)"))

    assert [] == played(stored)


@pytest.mark.parametrize("words", ["Meet me @7", "Roses > violets", "@ dawn", "use: it", "draw"])
def test_own_words_that_look_like_a_choice_are_told_as_they_are(words):
    """They name no card, no seat and no move, though they are written like one."""
    stored = store(kinds.rhyming())
    receive(answer(stored.notice("turn", "ann"), f": {words}"))
    (line,) = Reply.objects.get().lines

    assert InboundMail.objects.get().status == InboundMail.Status.DONE
    assert (played(stored), line.text) == ([[words]], f"You wrote: “{words}”")


HTML = {
    "<p><s>1</s></p><p>2</p>": ["2"],
    "<del>2</del>": [],
    '<p><span style="color: red; text-decoration: line-through;">1</span></p><p>2</p>': ["2"],
}


UNSEEN = (
    "<style>p.old, .x {{text-decoration: line-through}}</style><p class='Old big'>{}</p>",
    "<head><style>@media screen {{ div .old {{ color: red; display:none }} }}</style></head>"
    "<p class=old>{}</p>",
    "<style>#old {{visibility:hidden}}</style><p id=old>{}</p>",
    *('<p style="display : none">{}</p>', "<p hidden>{}</p>", '<span style="font-size:0px;">{}</span>'),
    *('<p style="color:red;opacity:0">{}</p>', "<svg><text>{}</text></svg>", "<p>{}</p><style>p</style>"),
    *(f"<{tag}>{{}}</{tag}>" for tag in ("template", "noscript", "textarea", "button", "select", "iframe")),
)


@pytest.mark.parametrize("page", UNSEEN)
def test_what_a_page_hides_says_nothing(page):
    """By a class of its styles, by its own style, or by an element that holds no text of a writer."""
    stored, notice = hand("bread", "milk", "chocolate")
    is_shown = page.startswith("<p>")
    message = answer(notice, "")
    message.set_content(f"{page.format(1)}<p style='font-size:0.9em'>2</p>", subtype="html")
    receive(message)

    assert ([["bread"], ["chocolate"]] if is_shown else [["chocolate"]]) == played(stored)


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>Bread <img alt='👎' src=x></p>", []),
        ("<p>Bread<img class=emoji alt='❓'></p>", []),
        ("<p>Bread <img alt='👍🏽' src=x></p>", [["bread"]]),
        ("<p>Bread</p><img alt='Acme Ltd, no nonsense' src=x><p><img alt='' src=x></p>", [["bread"]]),
        ("<p>Br<img alt=' ' src=x>ead</p><p><img src=x></p>", [["bread"]]),
    ],
)
def test_a_sign_that_is_a_picture_is_read(page, expected):
    """Some programs send 👎 as a picture; what other pictures show is nothing that their sender wrote."""
    stored, notice = hand("bread", "milk", "chocolate")
    message = answer(notice, "")
    message.set_content(page, subtype="html")
    receive(message)

    assert expected == played(stored)


def test_styles_without_an_end_are_read_once():
    """However many rules, names and openings a page has."""
    began = time.process_time()
    for piece in ("<style>", "<style></style>", ".a{display:none}", "<style>.a,", "{", "}", ".a"):
        text_of_html("<style>" + piece * (200_000 // len(piece)) + "<p class=a>1</p>")

    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "header",
    [
        {"X_Autoreply": "yes"},
        {"Subject": "Automatic reply: Your turn"},
        {"Subject": "Autoodpowiedź: gra"},
        {"Subject": "autoodpowiedz: gra"},
        {"Subject": "Автоответ: игра"},
    ],
    ids=str,
)
def test_what_may_be_a_machine_is_told_once_a_day(header):
    """Its text says nothing that can be played: it is not answered each time, so that no loop begins."""
    _stored, notice = hand("bread", "milk", "chocolate")
    for day in ("Monday", "Tuesday", "Friday"):
        receive(answer(notice, f"I am away until {day}.", **header))

    assert ["automatic"] == told()
    assert not Reply.objects.exclude(notice=None).exists()


@pytest.mark.parametrize("with_text", [False, True])
@pytest.mark.parametrize("page", HTML)
def test_what_is_struck_out_says_nothing(page, with_text):
    """Not in a page, and not in the plain text beside it, which can't show it."""
    stored, notice = hand("bread", "milk", "chocolate")
    message = answer(notice, "1\n2\n")
    if with_text:
        message.add_alternative(page, subtype="html")
    else:
        message.set_content(page, subtype="html")
    receive(message)
    chosen = [["chocolate"]] if HTML[page] else []

    assert chosen == played(stored)


def test_a_file_says_nothing():
    """A text that is attached is not what its sender has written, even if it is shown within the mail."""
    stored, notice = hand("bread", "milk", "chocolate")
    message = answer(notice, "")
    message.add_attachment("2\n", filename="notes.txt", disposition="inline")
    receive(message)

    assert [] == played(stored)


@pytest.mark.parametrize("delsp", ["yes", "no"])
def test_a_line_that_a_program_has_broken_is_one(delsp):
    """In format=flowed a space at the end goes on in the next line: “3. Time (keeper)” is one answer."""
    stored, notice = hand("milk", "time", "love")
    space = "  " if delsp == "yes" else " "
    message = answer(notice, f"3.{space}\nTime{space}\n(keeper)\n")
    message.replace_header("Content-Type", f'text/plain; charset="utf-8"; format=flowed; delsp={delsp}')
    receive(message)

    assert [["time"]] == played(stored)


def news_for_ann(kind: str) -> Notice:
    """A mail of this kind to Ann, who is to play a card: only the mail keeps her answer from being one."""
    stored = store(deal(ann=list(FEELINGS), bob=4, turn="ann", played=0))
    bob, times = stored.seats["bob"], {"opened_at": NOW, "closes_at": NOW + timedelta(days=1)}
    match kind:
        case "vote":
            choices = ["more-time", "bot", "replace", "end"]
            vote = Vote.objects.create(
                game=stored.game, seat=bob, kind=Vote.Kind.SILENCE, choices=choices, **times
            )
            return stored.notice(kind, "ann", vote=vote.pk)
        case "takeback":
            note_event(stored.game, "takeback-asked", name="Bob")
            choices = ["agree", "refuse"]
            vote = Vote.objects.create(
                game=stored.game, seat=bob, kind=Vote.Kind.TAKEBACK, choices=choices, version=0, **times
            )
            return stored.notice(kind, "ann", vote=vote.pk)
        case "mention":
            remark = Remark.objects.create(
                game=stored.game, seat=bob, player=bob.player, text="Peace or love, @Ann?", created_at=NOW
            )
            return stored.notice(kind, "ann", remark=remark.pk)
    return stored.notice(kind, "ann")


@pytest.mark.parametrize("kind", ["started", "vote", "takeback", "mention"])
@pytest.mark.parametrize("with_ids", [True, False])
def test_a_mail_that_asks_nothing_plays_nothing(kind, with_ids):
    """Neither a title nor a number is an answer to news, a vote or what somebody said at the table."""
    notice = news_for_ann(kind)
    votes = kind in ("vote", "takeback")
    for text in ("peace", "99" if votes else "1", "play love"):
        receive(answer(notice, text, **({} if with_ids else {"In_Reply_To": ""})))

    assert not Move.objects.filter(by=By.REPLY).exists()
    why = "This mail asks for" if votes else "has no question"
    answered = Reply.objects.all()
    assert 3 == len(answered)
    assert all(why in each.results[0]["text"] for each in answered)


# Mails of people, which were ignored.

OF_PEOPLE = [
    *("X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply", "X-Auto-Response-Suppress: None", "X-Loop: a"),
    *("X-Autoreply: no", "List-Unsubscribe: <https://crm.example/u>", "List-Id: <a.example.org>"),
    *("Precedence: bulk", "Precedence: list", "Auto-Submitted: no"),
]


@pytest.mark.parametrize("line", OF_PEOPLE)
def test_a_header_that_programs_of_people_write_does_no_harm(line):
    """Exchange and add-ons for customers put them on mails of people."""
    stored, notice = hand("bread", "milk", "chocolate")
    name, _colon, value = line.partition(": ")
    receive(answer(notice, "2", **{name: value}))

    assert [["chocolate"]] == played(stored)


@pytest.mark.parametrize(
    ("own", "sender"),
    [
        ("ann@żółw.example", "ann@xn--w-uga1v8h.example"),
        ("ann@xn--w-uga1v8h.example", "ann@żółw.example"),
        ("ann+fluxx@example.org", "ann@example.org"),
        ("ann.smith@gmail.com", "annsmith@googlemail.com"),
        ("ann@ya.ru", "ann@yandex.ru"),
        ("ann@me.com", "ann@icloud.com"),
        ("ann@example.org", "Ann@Example.ORG"),
    ],
)
def test_one_mailbox_has_many_spellings(own, sender):
    """Mail programs write the domain as ASCII, leave out the tag, or use another domain of the provider."""
    stored, notice = hand("bread", "milk", "chocolate")
    Player.objects.filter(pk=notice.player_id).update(email=own)
    receive(answer(notice, "2", From=sender))

    assert [["chocolate"]] == played(stored)


def test_who_answers_from_another_address_is_told_which():
    """So far that its owner knows it: the reply may be somebody else's."""
    _stored, notice = hand("bread", "milk", "chocolate")
    receive(answer(notice, "2", From="ann.smith@work.example"))
    letter = Mail(send(Notice.objects.get(kind="reply")).raw)

    assert "a…h@work.example" in " ".join(letter.text.split())
    assert "smith" not in letter.text


@pytest.mark.parametrize("references", ["", "<0100@eu-west-1.amazonses.com>"])
def test_a_quotation_is_known_by_the_address(smtp, references):
    """Some services give our mails other Message-IDs: what we wrote is found by the reply address."""
    stored, notice = hand("bread", "milk", "chocolate")
    Notice.objects.filter(pk=notice.pk).update(next_try_at=NOW, quiet=timedelta())
    deliver()
    sent = Mail(smtp.to("ann@example.org")[-1].raw)
    receive(answer(notice, f"{sent.text}\n\n2\n", In_Reply_To=references))

    assert [["chocolate"]] == played(stored)


@pytest.mark.parametrize("subject", ["2", "Re: 2", "Odp: chocolate", "Ответ: 2"])
def test_an_answer_may_stand_in_the_subject(subject):
    """On a phone, and as people did who played by mail long ago."""
    stored, notice = hand("bread", "milk", "chocolate")
    receive(answer(notice, "\n-- \nAnn", Subject=subject))

    assert [["chocolate"]] == played(stored)


@pytest.mark.parametrize("subject", ["Re: [Fluxx] Friday game", "Your turn in “Friday game”", "Fwd: 2", "2"])
def test_our_own_subject_is_no_answer(subject):
    """Nor is any other where something was written below it."""
    stored, notice = hand("bread", "milk", "chocolate")
    receive(answer(notice, "hand" if subject == "2" else "", Subject=subject))

    assert [] == played(stored)


@pytest.mark.parametrize("to", [f"turns@{DOMAIN}", f"play@{DOMAIN}", "noreply@testserver.localhost"])
def test_a_reply_to_another_address_of_ours_is_told_once_a_day_where_to_reply(to):
    """Its In-Reply-To names a mail of ours, and its sender is that mail's reader."""
    stored, notice = hand("bread", "milk", "chocolate")
    for text in ("2", "3"):
        receive(answer(notice, text, To=to))
    receive(answer(notice, "2", To=to, From="eve@evil.example"))

    assert (["elsewhere"], []) == (told(), played(stored))
    assert addresses.is_without_extension(to) == to.endswith(DOMAIN)


def letters_to(player: Player) -> list[str]:
    """What somebody is mailed of answers that did nothing, at tables where they don't sit."""
    rows = PersonMail.objects.filter(player=player, kind=PersonMail.Kind.NOT_PLAYED).order_by("pk")
    return [" ".join(str(compose_person_mail(row).body).split()) for row in rows]


@pytest.mark.parametrize("status", [Seat.Status.FREE, Seat.Status.TAKEN])
def test_who_has_left_the_table_is_told_once_a_day(status):
    """They answer an old mail of a seat that is free now, or somebody else's; nobody else hears of it."""
    stored, notice = hand("bread", "milk", "chocolate")
    old = [answer(notice, text) for text in ("2", "3")]
    forged = answer(notice, "1", From="eve@evil.example")
    unknown = answer(notice, "1", In_Reply_To="", References="")
    seat = stored.seats["ann"]
    other = Player.objects.create_user("zoe@example.org", name="Zoe")
    Seat.objects.filter(pk=seat.pk).update(
        player=other if status == Seat.Status.TAKEN else None, status=status, link_epoch=seat.link_epoch + 1
    )
    for mail in (forged, unknown, *old):
        receive(mail)
    said = letters_to(stored.players["ann"])

    assert 1 == len(said)
    assert "“Friday game”, but you don’t play there any more" in said[0]
    assert (1, [], []) == (PersonMail.objects.count(), told(), played(stored))


def test_who_has_left_all_tables_of_a_mail_is_told():
    """The address of a mail about several games proves who its reader is, and they sit at none of them."""
    stored, notice = hand("bread", "milk", "chocolate")
    several = NumberedMail.objects.create(
        player=stored.players["ann"],
        nonce=12345,
        message_id=notice.message_id,
        games=[{"seat": stored.seats["ann"].pk, "epoch": 0, "name": "Friday game", "questions": []}],
        written_at=NOW,
    )
    reply = answer(notice, "2", To=addresses.make_bundle_address(several))
    Seat.objects.filter(pk=stored.seats["ann"].pk).update(player=None, status=Seat.Status.FREE)
    receive(reply)

    assert "you don’t play there any more" in letters_to(stored.players["ann"])[0]


def test_an_answer_to_a_mail_without_a_seat_is_answered_once_a_day():
    """Such as one with new links: its reader wrote to an address of ours that plays nothing."""
    stored, notice = hand("bread", "milk", "chocolate")
    mailed = PersonMail.objects.create(
        player=stored.players["ann"], kind=PersonMail.Kind.NEW_LINKS, message_id="<links@mail.example>"
    )
    about = {"In_Reply_To": mailed.message_id, "To": f"turns@{DOMAIN}"}
    receive(answer(notice, "1", From="eve@evil.example", **about))
    receive(answer(notice, "2", X_Autoreply="yes", **about))
    silent = letters_to(stored.players["ann"])
    for text in ("3", "4"):
        receive(answer(notice, text, **about))
    said = letters_to(stored.players["ann"])

    assert ([], 1) == (silent, len(said))
    assert "nobody can play by writing to that address" in said[0]


@pytest.mark.parametrize("header", ["X-Mailru-Autoreply: yes", "X-WP-Autoresponder: 1"])
def test_machines_of_two_providers_are_known(header):
    """What is out of office there says so in a header of its own; nothing is played, and nobody told."""
    stored, notice = hand("bread", "milk", "chocolate")
    name, _colon, value = header.partition(": ")
    row = receive(answer(notice, "2", **{name: value}))

    assert ("automatic", "ignored", name) == (row.kind, row.status, row.reason)
    assert ([], []) == (told(), played(stored))


def test_other_mistakes_are_answered_and_the_same_ones_are_counted():
    """A person tries something else each time; a machine sends the same, and hears of it ten times a day."""
    _stored, notice = hand("bread", "milk", "chocolate")
    for number in range(12):
        receive(answer(notice, f"whatever {'x' * number}"))
    different = Reply.objects.exclude(notice=None).count()
    for number in range(12):
        receive(answer(notice, "the same", X_Try=str(number)))
    answered = Reply.objects.exclude(notice=None).count() - different
    last = send(Notice.objects.filter(kind="reply").latest("pk"))

    assert (12, 10) == (different, answered)
    assert "you can also answer on the page" in " ".join(last.text.split())


@pytest.fixture
def invited(settings) -> Notice:
    """An invitation to dee@example.org, on a site whose own domain takes mail."""
    settings.INBOUND_DOMAIN = settings.MAIL_DOMAIN
    return mails.invitation_notice("invitation")


def unread() -> list[str]:
    """What is mailed to who has answered an invitation."""
    rows = Notice.objects.filter(kind="invitation", params__is_answered=True).order_by("pk")
    return [" ".join(send(row).text.split()) for row in rows]


def test_who_answers_an_invitation_unclearly_is_told_once_a_day_how(invited):
    """They may never have heard of this site, and think that their “maybe” was read."""
    for text in ("Maybe, who else plays?", "Hello?"):
        row = receive(answer(invited, text))
    said = unread()

    assert "invite+" in answer(invited, "").get("To")
    assert 1 == len(said)
    assert "Reply “yes” or “no” and nothing else" in said[0]
    assert "/i/" in said[0]
    assert row.status == "ignored"
    assert invited.invitation.is_open


@pytest.mark.parametrize(
    "headers",
    [
        {"From": "eve@evil.example"},
        {"Auto_Submitted": "auto-replied"},
        {"X_Autoreply": "yes"},
    ],
)
@pytest.mark.parametrize("text", ["Maybe", "Yes"])
def test_nobody_else_and_no_machine_answers_an_invitation(invited, headers, text):
    """Only the very address that was invited does, and a person; others neither accept nor hear of it."""
    receive(answer(invited, text, **headers))

    assert [] == unread()
    assert Invitation.objects.get().is_open


@pytest.mark.parametrize("end", ["removed", "blocked", "started", "limit"])
def test_an_invitation_is_sent_again_only_where_it_may_be(invited, end):
    """It is open, its address wants invitations, and has not had its mails of the day."""
    invitation = invited.invitation
    mail = answer(invited, "Maybe?")
    if end == "removed":
        Invitation.objects.update(removed_at=NOW)
    elif end == "blocked":
        BlockedAddress.objects.create(mailbox=invitation.mailbox)
    elif end == "started":
        Game.objects.update(status=Game.Status.RUNNING)
    else:
        while count_mail(invitation.mailbox):
            pass
    receive(mail)

    assert not Notice.objects.filter(params__is_answered=True).exists()
