"""“This is me too”: replies from another address of a player count once they have said so."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games import clock
from games.core import tokens
from games.models import InboundMail, Notice, Player, ReplyAlias
from games.pages.common import passes
from games.people.personal_data import STORED
from games.people.reply_aliases import MOST, add_reply_alias
from games.people.seat_access import end_access, end_all_links
from tests.mail.received import Mail, send
from tests.pages.positions import open_link

from .test_no_wrong_play import DOMAIN, answer, hand, letters_to, played, receive, told

pytestmark = pytest.mark.django_db
WORK = "ann.smith@work.example"


@pytest.fixture(autouse=True)
def mail_comes_in(settings, same_picture):
    settings.INBOUND_DOMAIN = DOMAIN


def link_after(notice: Notice, sender: str = WORK) -> str:
    """The link in the mail that tells of a reply from another address."""
    receive(answer(notice, "2", From=sender))
    letter = Mail(send(Notice.objects.get(kind="reply")).raw)
    (link,) = set(re.findall(r"https?://[^/\s]+(/me/\S+/)", letter.text))
    assert link in letter.html
    return link


def aliases_of(player: Player) -> list[str]:
    return list(ReplyAlias.objects.filter(player=player).values_list("address", flat=True))


def test_who_says_so_plays_from_another_address():
    """The link only asks, its form stores the address; then replies from there play, in any spelling."""
    stored, notice = hand("bread", "milk", "chocolate")
    link = link_after(notice)
    asked = Client().get(link)
    before = aliases_of(stored.players["ann"])
    done = Client().post(link)
    receive(answer(notice, "1", From="eve@evil.example"))
    receive(answer(notice, "2", From="Ann.Smith+games@Work.example"))

    assert (200, 200) == (asked.status_code, done.status_code)
    assert WORK in asked.content.decode()
    assert ([], [WORK]) == (before, aliases_of(stored.players["ann"]))
    assert [["chocolate"]] == played(stored)
    assert ["sender"] == told()


def test_the_link_tells_no_number_of_a_mail():
    """Two of them would tell how many mails came in between; links with a number go on working."""
    stored, notice = hand("bread", "milk", "chocolate")
    InboundMail.objects.create(pk=987_654, key="a" * 64, seat=stored.seats["ann"], sender=WORK)
    token = tokens.make_alias_token(stored.seats["ann"], InboundMail.objects.get())
    earlier = tokens._sign(
        [notice.seat_id, notice.seat.link_epoch, 987_654], tokens.Purpose.REPLY_ALIAS, None
    )
    read = [tokens.read_token(each, tokens.Purpose.REPLY_ALIAS).sender for each in (token, earlier)]

    assert [WORK, WORK] == read
    assert 987_654 not in tokens._unsign(token, tokens.Purpose.REPLY_ALIAS)


def test_the_mail_shows_the_other_address_in_part_alone():
    """Nor does its link hold the address: it names the mail that the site remembers."""
    _stored, notice = hand("bread", "milk", "chocolate")
    link = link_after(notice)
    letter = send(Notice.objects.get(kind="reply"))

    assert "smith" not in letter.text + letter.html + link


def test_a_mail_without_a_sender_brings_no_link():
    """Two addresses in From, or none: nobody could say which."""
    _stored, notice = hand("bread", "milk", "chocolate")
    receive(answer(notice, "2", From="ann@work.example, eve@evil.example"))
    letter = send(Notice.objects.get(kind="reply"))

    assert "/me/" not in letter.text


def test_an_address_with_an_account_is_like_any_other():
    """The page tells nobody who has one, and the address goes on playing its own seat; it opens no other."""
    stored, notice = hand("bread", "milk", "chocolate")
    bob = stored.players["bob"]
    link = link_after(notice, bob.email)
    pages = [re.sub(r"bob@example\.org", "", Client().post(link).content.decode())]
    ReplyAlias.objects.all().delete()
    InboundMail.objects.filter(sender=bob.email).update(sender="nobody@example.net")
    pages.append(re.sub(r"nobody@example\.net", "", Client().post(link).content.decode()))
    texts = [re.sub(r"\s+", " ", re.sub(r'nonce="[^"]*"|\?v=\w+', "", page)) for page in pages]
    ReplyAlias.objects.all().delete()
    add_reply_alias(player=stored.players["ann"], address=bob.email)
    receive(answer(stored.notice("started", "bob"), "say Hello"))
    receive(answer(notice, "chocolate", From=bob.email))

    assert texts[0] == texts[1]
    assert [["chocolate"]] == played(stored)
    assert {bob.pk, stored.players["ann"].pk} == set(
        Player.objects.filter(replies__isnull=False).values_list("pk", flat=True)
    )


def test_there_are_five_at_most():
    """One more is refused in a sentence; the own address and those that are there need no place."""
    stored, notice = hand("bread", "milk", "chocolate")
    ann = stored.players["ann"]
    for number in range(MOST):
        add_reply_alias(player=ann, address=f"ann{number}@work.example")
    add_reply_alias(player=ann, address="ann0+tag@work.example")
    add_reply_alias(player=ann, address=ann.email)
    refused = Client().post(link_after(notice))

    assert 429 == refused.status_code
    assert "Remove one of them first" in refused.content.decode()
    assert MOST == ReplyAlias.objects.filter(player=ann).count()


def suspend(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(
        suspended_until=clock.now() + timedelta(days=7), suspended_because="You cheated."
    )


def test_who_is_suspended_adds_no_address():
    """Their links don't open anything."""
    stored, notice = hand("bread", "milk", "chocolate")
    link = link_after(notice)
    suspend(stored.players["ann"])
    answers = [Client().get(link).status_code, Client().post(link).status_code]

    assert ([403, 403], []) == (answers, aliases_of(stored.players["ann"]))


@pytest.mark.parametrize("how", ["ended", "forgotten", "another", "spoilt", "late"])
def test_a_link_that_is_no_good_adds_nothing(how):
    """Links of the seat were ended, the mail is forgotten, or the token is another one."""
    stored, notice = hand("bread", "milk", "chocolate")
    ann, seat, link = stored.players["ann"], stored.seats["ann"], link_after(notice)
    if how == "ended":
        end_all_links(player=ann)
    elif how == "forgotten":
        InboundMail.objects.all().delete()
    elif how == "another":
        link = reverse("reply_alias", args=[tokens.make_token(seat)])
    elif how == "spoilt":
        link = link[:-2] + ("a/" if link[-2] != "a" else "b/")
    with time_machine.travel(clock.now() + timedelta(days=40 if how == "late" else 0), tick=False):
        answers = {Client().get(link).status_code, Client().post(link).status_code}

    assert ({404} if how in ("another", "spoilt") else {410}) == answers
    assert [] == aliases_of(ann)


@pytest.mark.parametrize("end", [end_all_links, lambda player: end_access(player=player, session_key=None)])
def test_another_address_and_ending_everything_clear_the_list(end):
    """What somebody else may have added must not outlive it."""
    stored, notice = hand("bread", "milk", "chocolate")
    add_reply_alias(player=stored.players["ann"], address=WORK)
    end(player=stored.players["ann"])
    receive(answer(Notice.objects.get(pk=notice.pk), "2", From=WORK))

    assert ([], []) == (aliases_of(stored.players["ann"]), played(stored))


def test_the_page_lists_and_removes_them(client):
    """Those of the player alone."""
    stored, notice = hand("bread", "milk", "chocolate")
    ann, bob = stored.players["ann"], stored.players["bob"]
    for player in (ann, bob):
        add_reply_alias(player=player, address=WORK)
    mine, other = ReplyAlias.objects.get(player=ann), ReplyAlias.objects.get(player=bob)
    client.force_login(ann)
    page = client.get(reverse("seat_access")).content.decode()
    for row in (mine, other):
        client.post(reverse("drop_reply_alias", args=[row.pk]))
    receive(answer(notice, "2", From=WORK))

    assert WORK in page
    assert ([], [WORK]) == (aliases_of(ann), aliases_of(bob))
    assert ([], ["sender"]) == (played(stored), told())
    assert WORK not in client.get(reverse("seat_access")).content.decode()


def test_a_guest_lists_and_removes_them_by_a_link():
    stored, _notice = hand("bread", "milk", "chocolate")
    bob, seat = stored.players["bob"], stored.seats["bob"]
    Player.objects.filter(pk=bob.pk).update(is_guest=True)
    add_reply_alias(player=bob, address=WORK)
    browser = Client()
    open_link(browser, seat)
    page = browser.get(reverse("guest_seat_access", args=[stored.game.key])).content.decode()
    row = ReplyAlias.objects.get(player=bob)
    secret = {"csrfmiddlewaretoken": passes.seat_secret(seat)}
    browser.post(reverse("guest_drop_reply_alias", args=[stored.game.key, row.pk]), secret)

    assert WORK in page
    assert [] == aliases_of(bob)


def test_an_export_holds_the_mails_from_there_for_their_seats_alone():
    """Another player may have added the very address of somebody else."""
    stored, notice = hand("bread", "milk", "chocolate")
    ann, bob = stored.players["ann"], stored.players["bob"]
    add_reply_alias(player=ann, address=WORK)
    add_reply_alias(player=bob, address=WORK)
    receive(answer(notice, "say Hello", From=WORK))
    mails = next(each for each in STORED if each.name == "mails_received")

    assert [1, 0] == [mails.rows(each).count() for each in (ann, bob)]


def test_who_left_is_told_at_their_other_address_too():
    """The mail goes to their own address."""
    stored, notice = hand("bread", "milk", "chocolate")
    add_reply_alias(player=stored.players["ann"], address=WORK)
    mail = answer(notice, "2", From=WORK)
    seat = stored.seats["ann"]
    seat.player, seat.status, seat.link_epoch = None, "free", seat.link_epoch + 1
    seat.save()
    receive(mail)

    assert 1 == len(letters_to(stored.players["ann"]))
