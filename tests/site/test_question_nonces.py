"""What was sent about a question that is another one since a backup was restored changes nothing."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.core import tokens
from games.core.refusal import Stale
from games.core.tokens import Purpose
from games.delivery.dispatch import deliver
from games.inbound.receive import receive
from games.mail import addresses
from games.mail.compose import compose
from games.models import By, Deputy, Game, InboundMail, Move, Notice, Player, Question, Remark
from games.models.question import new_nonce
from games.seats.deputies import accept_deputy
from tests.mail.eml import eml
from tests.mail.received import Mail

from .play import advice, answer, options, question_to
from .test_deputies import hand

pytestmark = pytest.mark.django_db(transaction=True)
WORDS = "able has changed since this mail was sent"


@pytest.fixture
def game(ann, bob, start, settings):
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    return start(ann, bob)


@pytest.fixture
def notice(game, ann) -> Notice:
    asked = Notice.objects.select_related("question", "seat")
    return asked.get(question=question_to(game, ann), kind="turn", channel=None)


@pytest.fixture
def mail(notice) -> Mail:
    """The mail that asked Ann for her turn."""
    return Mail(compose(notice).message().as_bytes(linesep="\r\n"))


def ask_another(question: Question) -> None:
    """As a restored game that was played on differently: another question has this number."""
    Question.objects.filter(pk=question.pk).update(nonce=new_nonce())


def ask_from_before(question: Question) -> None:
    """As a question that was open when nonces came: the upgrade gives it none."""
    Question.objects.filter(pk=question.pk).update(nonce=0)


def reply(address: str, text: str, player) -> InboundMail:
    raw = eml("reply", to=address, sender=player.email).decode()
    raw = raw.replace("2\r\nsay See you on Friday – Ann", text).replace("reply-1@", f"{hash(text)}@")
    return receive(raw.encode())


def test_each_question_has_a_nonce_of_its_own(game, ann):
    """Forty bits, never 0: that means none."""
    assert question_to(game, ann).nonce > 0
    assert len({new_nonce() for _time in range(1000)}) == 1000
    assert max(new_nonce() for _time in range(1000)) <= 2**40


def test_a_link_to_another_question_of_that_number(game, ann, mail, client):
    """410 and a sentence without the game for strangers; its player gets to the table, nothing chosen."""
    ask_another(question_to(game, ann))
    response = client.get(mail.link)
    page = response.content.decode()
    client.force_login(ann)
    signed_in = client.get(mail.link_of(mail.picks[0]), follow=True)

    assert (410, True) == (response.status_code, WORDS in page)
    assert not response.cookies
    assert game.name not in page
    assert [(reverse("game", args=[game.key]), 302)] == signed_in.redirect_chain
    assert WORDS in signed_in.content.decode()


def test_a_deputys_link(game, ann, carol, client):
    """It names the question in the same way."""
    deputy: Deputy = accept_deputy(deputy=hand(game, ann, carol).pk, by=carol)
    link = f"/v/{tokens.make_deputy_token(deputy, question_to(game, ann))}/"
    before = client.get(link).status_code
    ask_another(question_to(game, ann))

    assert (302, 410) == (before, client.get(link).status_code)


@pytest.mark.parametrize("sender", ["ann", "bob", "stranger"])
def test_a_reply_about_a_game_that_was_lost(sender, game, notice, start, ann, bob, carol):
    """Its writer is told at another table where they sit, once a day; a stranger isn’t told anything."""
    other = start(ann, carol)
    address = addresses.make_reply(notice)
    Game.objects.get(pk=game.pk).delete()
    before = Move.objects.count()
    writer = {"ann": ann, "bob": bob, "stranger": Player(email="stranger@elsewhere.example")}[sender]
    rows = [reply(address, text, writer) for text in ("1", "2")]
    told = Notice.objects.filter(kind="reply")

    assert {("reply", "ignored", "the mail is not known any more")} == {
        (row.kind, row.status, row.reason) for row in rows
    }
    assert before == Move.objects.count()
    assert [(ann.pk, other.pk, {"not_counted": "lost"})] * (sender == "ann") == list(
        told.values_list("player", "game", "params")
    )


@pytest.mark.parametrize("text", ["1", "{name}", "say hello", "undo", "help\n1", "1\n2"])
def test_a_reply_changes_nothing(text, game, ann, notice, smtp):
    """By number, by name, or anything else: nothing happens, and one mail says why."""
    question = question_to(game, ann)
    label = options(question)[0]
    ask_another(question)
    row = reply(addresses.make_reply(notice), text.format(name=label.replace("-", " ")), ann)
    deliver()
    told = [Mail(each.raw) for each in smtp.received if Mail(each.raw).parsed["X-Fluxx-Kind"] == "reply"]

    assert ("reply", "done") == (row.kind, row.status)
    assert not Move.objects.filter(game=game, by=By.REPLY).exists()
    assert not Remark.objects.exists()
    assert question_to(game, ann).pk == question.pk
    assert [True] == [WORDS in " ".join(each.text.split()) for each in told]


def test_each_such_reply_is_answered(game, ann, notice):
    """Of replies in vain one a day is answered; these were right when they were written."""
    ask_another(question_to(game, ann))
    for text in ("1", "2", "3"):
        reply(addresses.make_reply(notice), text, ann)

    assert 3 == Notice.objects.filter(kind="reply").count()


def test_a_reply_to_a_question_that_there_is_not_yet(game, ann, notice):
    """The restored game is not as far: the mail's choice is not taken for what is asked now."""
    label = options(question_to(game, ann))[0]
    notice.question.number += 20  # in the address
    reply(addresses.make_reply(notice), label, ann)

    assert not Move.objects.filter(game=game, by=By.REPLY).exists()


def test_a_page_that_was_open(game, ann, client):
    """Its form names the question that it showed, which is compared under the lock."""
    client.force_login(ann)
    page = client.get(reverse("game", args=[game.key])).content.decode()
    question = question_to(game, ann)
    (nonce,) = re.findall(r'name="nonce" value="(\d+)"', page)
    assert str(question.nonce) == nonce
    with pytest.raises(Stale, match="The table has changed"):
        answer(question, nonce=question.nonce + 1)

    ask_another(question)
    sent = {"number": question.number, "nonce": nonce, "label": advice(question)}
    response = client.post(reverse("answer", args=[game.key]), sent)
    assert (409, True) == (response.status_code, "The table has changed" in response.content.decode())
    assert question_to(game, ann).pk == question.pk
    question.refresh_from_db()
    assert question.number == answer(question).move.question_number


def old_token(seat, number: int) -> str:
    """A token as the release before nonces made it."""
    return tokens._sign([seat.pk, seat.link_epoch, number], Purpose.PLAY, None)


def old_address(notice) -> str:
    """An address for answers as the release before nonces made it."""
    seat, day = notice.seat, int(notice.created_at.timestamp()) // 86_400
    return addresses._make(
        addresses.AddressPurpose.REPLY, [seat.pk, day, notice.question.number], str(seat.link_epoch)
    )


def test_mails_from_before_there_were_nonces_go_on_working(game, ann, notice, client):
    """Their links and addresses have none, and neither has their question."""
    question = question_to(game, ann)
    ask_from_before(question)
    opened = client.get(f"/p/{old_token(notice.seat, question.number)}/")
    again = Mail(compose(Notice.objects.get(pk=notice.pk)).message().as_bytes(linesep="\r\n"))
    later = Client().get(again.link)
    row = reply(old_address(notice), "1", ann)

    assert [302, 302] == [opened.status_code, later.status_code]
    assert "done" == row.status
    assert 1 == Move.objects.filter(game=game, by=By.REPLY).count()


def test_what_has_no_nonce_answers_no_later_question(game, ann, notice, client):
    """After the upgrade and a restore: the number of an old mail is that of a question with a nonce."""
    opened = client.get(f"/p/{old_token(notice.seat, notice.question.number)}/")
    reply(old_address(notice), "1", ann)

    assert 410 == opened.status_code
    assert not Move.objects.filter(game=game, by=By.REPLY).exists()
