"""Letters of the board game: the board as a picture and in words, its moves with numbers, and no secrets."""

import logging
import random
import re
from io import BytesIO

import msgspec
import pytest
from django.conf import settings
from PIL import Image

import engine
from engine.cards import CARDS
from fluxx_site.embedded import mailbox
from games.board.mail_picture import draw_png
from games.mail import board
from games.mail.compose import compose, compose_bundle, letter_of
from games.models import GameState, Move, Notice
from games.replies import vocabulary
from tests.mail.boards import ASKED, NOTICES, asked, on_board, playing, won
from tests.mail.looks import Page
from tests.mail.random_games import change_hidden_cards, change_what_is_unseen
from tests.mail.received import Mail, send
from tests.mail.tables import NOW, store

pytestmark = pytest.mark.django_db

LARGEST_PAGE, LARGEST_PICTURE = 100_000, 150_000


def picture_of(mail: Mail):
    """The picture part of a mail."""
    (part,) = (part for part in mail.parsed.walk() if part.get_content_maintype() == "image")
    return part


@pytest.mark.parametrize("kind", ["free-change", "play-or-move, tiles", "leap", "started", "result"])
def test_the_picture_is_in_the_mail(kind):
    """A PNG that opens lies beside the HTML, under the name that the HTML shows with what it is in words."""
    mail = send(NOTICES[kind]())
    part = picture_of(mail)
    png = part.get_content()
    width, height = Image.open(BytesIO(png)).size
    (shown,) = (element for element in Page.of(mail.html).elements if element.tag == "img")

    assert "multipart/related" == mail.parsed.get_content_type()
    assert "multipart/alternative" == mail.parsed.get_param("type")
    assert "image/png" == part.get_content_type()
    assert "inline" == part.get_content_disposition()
    assert f"cid:{part['Content-ID'].strip('<>')}" == shown.attributes["src"]
    said = "has won with 3 goals" if kind == "result" else "goal: a piece on"
    assert said in (shown.attributes["alt"] or "")
    assert abs(int(shown.attributes["height"] or 0) - 548 * height / width) <= 1
    assert len(png) < LARGEST_PICTURE
    assert len(mail.html.encode()) < LARGEST_PAGE


def test_one_drawing_serves_all_readers_of_a_move():
    """Who isn't asked for a move gets the same picture as the others, and the line about their own pieces."""
    stored = store(won())
    notices = [stored.notice("result", name) for name in ("ann", "bob", "cid")]
    draw_png.cache_clear()
    mails = [send(notice) for notice in notices]
    drawn = draw_png.cache_info()
    own = ["Ann (you) plays the red pawns", "Bob (you) plays the yellow cubes", "Cid (you) plays the green"]

    assert 1 == len({picture_of(mail).get_content() for mail in mails})
    assert (1, 2) == (drawn.misses, drawn.hits)
    for mail, line in zip(mails, own, strict=True):
        assert [line] == [each for each in own if each in mail.words]


@pytest.mark.slow
def test_who_is_asked_for_a_move_sees_their_own_pieces():
    """The picture has rings and reach for its reader alone; the others’ is drawn without them."""
    stored = store(on_board("draw-shift"))
    asked_for = send(stored.notice("turn", "ann"))
    told = send(stored.notice("started", "bob"))

    assert picture_of(asked_for).get_content() != picture_of(told).get_content()
    assert "(you) plays" not in asked_for.words
    assert "Bob (you) plays the yellow cubes" in told.words


def test_a_picture_that_fails_stops_no_mail(monkeypatch, caplog):
    """Where the board cannot be drawn, the mail says everything in words, and the log says why."""

    def fail(*_given, **_named):
        raise ValueError("no pencil")

    monkeypatch.setattr(board, "render_png", fail)
    with caplog.at_level(logging.ERROR, "games.mail.board"):
        mail = send(NOTICES["play-or-move"]())

    assert "multipart/alternative" == mail.parsed.get_content_type()
    assert "<img" not in mail.html
    assert "The goal: a piece on Love (tile E) and another on Peace (tile B)." in mail.text
    assert "cannot be drawn" in caplog.text


@pytest.mark.usefixtures("same_picture")
@pytest.mark.parametrize("kind", ASKED)
def test_every_question_can_be_answered_from_its_mail(kind):
    """Each answer has a link with a number, or the mail says how it is written."""
    stored, name = asked(kind)
    mail = send(stored.notice("turn", name))
    view = engine.Game.load(bytes(stored.game.state.data)).view(stored.seats[name].number)
    question = view.question
    numbered = vocabulary.printed_choices(question)
    others = [label for label in question.options if label not in numbered]

    assert [quoted(label) for label in numbered] == mail.picks
    for label in others:
        how, _tile, place = label.split(":")
        assert f"“{how} " in mail.text
        assert how == "rotate" or re.search(rf"(?<![/-]){place}(?!\d)", mail.text), label
    assert not others or "Choose it on the page:" in mail.text


def quoted(label: str) -> str:
    """A label as it stands in a link."""
    signs = {"@": "%40", "#": "%23", ":": "%3A", ">": "%3E", "!": "%21", "/": "%2F"}
    return "".join(signs.get(sign, sign) for sign in label)


def test_the_largest_mail(monkeypatch):
    """Fifty cards in hand, all pieces on the board and every switch on: no more than a mail program shows."""
    for slug, card in CARDS.items():
        if card.kind != "basic rules":
            russian = {name: "Ж" * len(getattr(card, name)) for name in ("title", "text")}
            monkeypatch.setitem(CARDS, slug, msgspec.structs.replace(card, **russian))
    scene = on_board(
        ann=["draw-shift", 40],
        pieces={"ann": ["bread", "cookies", "music"], "bob": ["chocolate", "love", "sun"]},
        pegs={"rotate": True, "uproot": True, "wraparound": True},
    )
    mail = send(store(scene).notice("turn", "ann"))

    assert len(mail.html.encode()) < LARGEST_PAGE
    assert len(mail.raw) - len(str(picture_of(mail))) < 130_000


def test_the_mailbox_of_a_site_without_a_mail_server_shows_the_picture():
    """Its page has the picture in itself, as its policy allows: a frame cannot reach into the mail."""
    mail = send(NOTICES["play-or-move"]())
    shown = mailbox.MailFile("1", mail.parsed, NOW).html

    assert "cid:" not in shown
    assert 'src="data:image/png;base64,iVBOR' in shown
    assert "img-src 'self' data:" in mailbox.MAIL_POLICY


# Several games in one mail


def test_several_boards_in_one_mail():
    """Each board has its picture, as long as there is room; what is left out is told in words."""
    notices = [
        store(on_board("draw-shift"), name=f"Game {number}").notice("turn", "ann") for number in (1, 2)
    ]
    told = [(notice, letter_of(Notice.objects.get(pk=notice.pk))) for notice in notices]
    mail = Mail(compose_bundle(notices[0].player, told).message().as_bytes(linesep="\r\n"))
    pictures = [part for part in mail.parsed.walk() if part.get_content_maintype() == "image"]

    assert sum(len(part.get_content()) for part in pictures) <= board.LARGEST
    assert [f"cid:{part['Content-ID'].strip('<>')}" for part in pictures] == re.findall(
        r'src="([^"]+)"', mail.html
    )
    assert 2 == mail.text.count("The goal: a piece on Love")
    assert 1 <= len(pictures) <= 2


# Secrets


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["play-or-move", "started", "autopilot", "reminder"])
def test_h1_unseen_cards_change_nothing(kind):
    """Other hands, the draw pile and hidden cards of the history leave no trace, nor in the picture."""
    scene = playing("three-more", bob=["bread-chocolate"])
    stored = store(scene)
    notice = stored.notice("turn" if kind == "play-or-move" else kind, "ann")
    before = send(notice).raw
    dice = random.Random(1)
    state = GameState.objects.get(game=stored.game)
    state.data = change_what_is_unseen(bytes(state.data), stored.seats["ann"].number, dice)
    state.save()
    for move in Move.objects.filter(game=stored.game):
        move.outcomes = change_hidden_cards(move.outcomes, 1, dice, edition="board")
        move.save()

    assert before == send(notice).raw


@pytest.mark.usefixtures("same_picture")
def test_the_name_of_the_picture_says_nothing():
    """It is the notice's own, at the site's domain, with no card and no name of a player."""
    notice = NOTICES["play-or-move"]()
    message = compose(Notice.objects.get(pk=notice.pk))

    assert f"<board.{notice.reference}@{settings.MAIL_DOMAIN}>" == message.attachments[0]["Content-ID"]
