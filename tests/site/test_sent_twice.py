"""What is sent twice counts once: remarks, notes of staff, nudges and invitations."""

import re

import pytest
from django.test import Client
from django.urls import reverse

import engine
from games.core.refusal import Refusal
from games.decks.edit import create_deck
from games.models import Deck, Game, Invitation, Notice, Remark, Report, StaffNote
from games.moderation.notes import add_note
from games.people import talk
from games.play.nudge import nudge
from games.seats.invitations import invite
from games.seats.lobby import create_game
from tests.pages.test_lobby import NEW

from .play import question_to, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def said(ann, bob, start) -> tuple[Client, str]:
    """Ann's browser, and the page of her table."""
    client = Client()
    client.force_login(ann)
    return client, f"/g/{start(ann, bob).key}/"


def key_in(page: str) -> str:
    found = re.search(r'talk__say.*?name="submission_key" value="(\w+)"', page, re.S)
    assert found
    return found[1]


def test_a_remark_that_is_sent_twice_stands_once(said):
    """A double click, or a reload of the answer: the second finds the first. Its mention is told once."""
    client, page = said
    form = {"text": "Well, @Bob?", "submission_key": key_in(client.get(page).content.decode())}
    answers = [client.post(f"{page}talk/", form).status_code for _time in range(3)]

    assert [302] * 3 == answers
    assert ["Well, @Bob?"] == list(Remark.objects.values_list("text", flat=True))
    assert 1 == Notice.objects.filter(kind=Notice.Kind.MENTION).count()


def test_the_same_words_may_be_said_again(said):
    """From a new page they are a new remark; so are other words from the old one, without any key as well."""
    client, page = said
    keys = [key_in(client.get(page).content.decode()) for _time in range(2)]
    for form in (
        {"text": "Ha", "submission_key": keys[0]},
        {"text": "Ha", "submission_key": keys[1]},
        {"text": "Ho", "submission_key": keys[1]},
        {"text": "Ho"},
        {"text": "Ho"},
    ):
        client.post(f"{page}talk/", form)

    assert keys[0] != keys[1]
    texts = Remark.objects.order_by("pk").values_list("text", flat=True)
    assert ["Ha", "Ha", "Ho", "Ho", "Ho"] == list(texts)


def test_a_key_is_one_seat_s_own(ann, bob, start):
    """Nobody takes the words out of another's mouth with the same key."""
    game = start(ann, bob)
    for player in (ann, bob):
        talk.post_remark(seat=seat_of(game, player).pk, text="Hi", submission_key="k")

    assert 2 == Remark.objects.count()


def test_a_note_of_staff_that_is_sent_twice_is_one(ann, moderator):
    """The button was pressed twice."""
    for text in ("Asked for a rest.", "Asked for a rest.", "Another."):
        add_note(by=moderator, player=ann, text=text)

    assert 2 == StaffNote.objects.count()


def test_a_nudge_and_an_invitation_are_sent_once(ann, bob, start, travel):
    """The second is refused with a sentence, and writes to nobody."""
    game = start(ann, bob)
    mine, asked = seat_of(game, ann), question_to(game, ann)
    lobby = create_game(host=ann, name="Waiting")
    travel(hours=3)
    for _time in range(2):
        for act in (
            lambda: nudge(seat=seat_of(game, bob), to=mine),
            lambda: invite(game=lobby, by=ann, email="nora@players.example"),
        ):
            try:
                act()
            except Refusal:
                continue

    assert mine.pk == asked.seat_id
    assert Notice.objects.filter(kind=Notice.Kind.NUDGE).count() == 1
    assert 1 == Invitation.objects.count()
    assert 1 == Notice.objects.filter(kind=Notice.Kind.INVITATION).count()


# How each form that makes something is sent, and what it makes.
MAKING = {
    "new_game": (NEW | {"start": ""}, Game),
    "new_deck": ({"name": "Mine", "editions": ["fluxx"]}, Deck),
    "import_deck": ({"text": '{"editions": ["fluxx"]}'}, Deck),
    "copy_deck": ({}, Deck),
    "report": ({"kind": "stalling", "words": "Nothing happens."}, Report),
    "report_deck": ({"kind": "name", "words": "Rude."}, Report),
}


@pytest.mark.parametrize("name", MAKING)
def test_a_form_that_is_sent_twice_makes_one(name, ann, bob, start, client):
    """The second answer leads where the first one did; from a new page it is a new one."""
    game = start(bob, ann)
    spec = engine.DeckSpec.of({"editions": ["fluxx"]})
    deck = create_deck(owner=bob, name="Shown", spec=spec, visibility="public")
    form, model = MAKING[name]
    kwargs = {"copy_deck": {"key": deck.key}, "report_deck": {"key": deck.key}, "report": {"key": game.key}}
    address = reverse(name, kwargs=kwargs.get(name, {}))
    client.force_login(ann)
    shown = reverse("deck", args=[deck.key]) if name == "copy_deck" else address
    keys = [
        re.search(r'name="submission_key" value="(\w+)"', client.get(shown).content.decode())[1]
        for _time in range(2)
    ]
    before = model.objects.count()
    answers = [client.post(address, {**form, "submission_key": keys[0]}) for _time in range(2)]

    assert [302, 302] == [each.status_code for each in answers]
    assert answers[0].url == answers[1].url
    assert before + 1 == model.objects.count()
    assert 302 == client.post(address, {**form, "submission_key": keys[1]}).status_code
    assert before + 2 == model.objects.count()
