"""What is sent twice counts once: remarks, notes of staff, nudges and invitations."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

import engine
from games.core.refusal import Refusal
from games.decks.edit import create_deck
from games.models import (
    Circle,
    CircleMember,
    CircleRemark,
    Deck,
    Game,
    Invitation,
    Notice,
    Remark,
    Report,
    StaffAct,
    StaffNote,
)
from games.moderation.notes import add_note
from games.pages.seats import new_game
from games.people import talk
from games.people.circles import create_circle
from games.play.nudge import nudge
from games.play.start import start_game
from games.seats.invitations import invite, remove_invitation
from games.seats.lobby import create_game
from tests.pages.test_lobby import NEW
from tests.support.second_factor import sign_in_with_app

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


@pytest.mark.parametrize(
    ("about", "code", "sent"),
    [
        ("game", "extend", {"hours": "24"}),
        ("game", "pause", {}),
        ("game", "end", {}),
        ("player", "suspend", {"days": "3"}),
        ("player", "write", {}),
    ],
)
def test_the_form_of_an_act_that_is_sent_twice_is_one_act(
    about, code, sent, client, ann, bob, start, moderator
):
    """The second leads to the record of the first; other words, or a new form, are an act of their own."""
    sign_in_with_app(client, moderator)
    game = start(ann, bob)
    row = game if about == "game" else ann
    address = reverse(f"admin:games_{about}_act", args=[row.pk, code])
    form = {"reason": "because", **sent}
    shown = [client.post(address, form).content.decode() for _time in range(2)]
    keys = [re.search(r'name="submission_key" value="(\w+)"', page)[1] for page in shown]
    confirmed = form | {"confirmed": "yes", "submission_key": keys[0]}
    answers = [client.post(address, confirmed) for _time in range(3)]

    assert [302] * 3 == [answer.status_code for answer in answers]
    assert 1 == len({answer.url for answer in answers})
    assert [code] == list(StaffAct.objects.values_list("act", flat=True))
    assert keys[0] != keys[1]
    if code == "extend":
        client.post(address, confirmed | {"submission_key": keys[1]})
        client.post(address, confirmed | {"reason": "again"})
        assert 3 == StaffAct.objects.count()


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
    "circles": ({"name": "Thursday people"}, Circle),
    "circle_talk": ({"text": "Well."}, CircleRemark),
    "report_circle_talk": ({"kind": "talk", "words": "Rude."}, Report),
    "report": ({"kind": "stalling", "words": "Nothing happens."}, Report),
    "report_deck": ({"kind": "name", "words": "Rude."}, Report),
}


def form_key(client: Client, address: str) -> str:
    return re.search(r'name="submission_key" value="(\w+)"', client.get(address).content.decode())[1]


# The templates with such a key, and what of each is sent twice: here, or in test_answers.py.
KEYED = {
    "admin/games/act_form.html": "act",
    "circles/circle.html": "new_game",
    "circles/circles.html": "circles",
    "circles/report.html": "report_circle_talk",
    "circles/talk.html": "circle_talk",
    "decks/deck.html": "copy_deck",
    "decks/import.html": "import_deck",
    "decks/new.html": "new_deck",
    "games/_ask.html": "answer",
    "games/_dock_form.html": "answer",
    "games/_talk.html": "talk",
    "games/_text_form.html": "answer",
    "games/new_game.html": "new_game",
    "games/report.html": "report",
}


def test_each_form_with_a_key_is_sent_twice():
    """A new form that makes something is added here, with what it makes."""
    folder = settings.BASE_DIR / "templates"
    pages = {
        each.relative_to(folder).as_posix()
        for each in folder.rglob("*.html")
        if "submission_key" in each.read_text(encoding="utf-8")
    }
    views, tried = {*KEYED.values(), "report_deck"}, {*MAKING, "act", "answer", "talk"}

    assert pages == KEYED.keys(), (
        f"add to KEYED, with the view that each posts to, or remove: {sorted(pages ^ KEYED.keys())}"
    )
    assert views == tried, (
        f"add to MAKING, with the fields of the form and the model that it makes: {sorted(views ^ tried)}"
    )


@pytest.mark.parametrize("name", MAKING)
def test_a_form_that_is_sent_twice_makes_one(name, ann, bob, start, client):
    """The second answer leads where the first one did; from a new page it is a new one."""
    game = start(bob, ann)
    spec = engine.DeckSpec.of({"editions": ["fluxx"]})
    deck = create_deck(owner=bob, name="Shown", spec=spec, visibility="public")
    form, model = MAKING[name]
    circle = create_circle(host=ann, name="Thursday people")
    CircleMember.objects.create(circle=circle, player=bob)
    said = CircleRemark.objects.create(circle=circle, player=bob, text="You fool")
    kwargs = {
        "circle_talk": {"circle": circle.key},
        "report_circle_talk": {"circle": circle.key, "pk": said.pk},
    }
    kwargs |= {"copy_deck": {"key": deck.key}, "report_deck": {"key": deck.key}, "report": {"key": game.key}}
    address = reverse(name, kwargs=kwargs.get(name, {}))
    client.force_login(ann)
    shown = reverse("deck", args=[deck.key]) if name == "copy_deck" else address
    keys = [form_key(client, shown) for _time in range(2)]
    before = model.objects.count()
    answers = [client.post(address, {**form, "submission_key": keys[0]}) for _time in range(2)]

    assert [302, 302] == [each.status_code for each in answers]
    assert answers[0].url == answers[1].url
    assert before + 1 == model.objects.count()
    assert 302 == client.post(address, {**form, "submission_key": keys[1]}).status_code
    assert before + 2 == model.objects.count()


# What somebody changes on a form that they went back to: each makes it another one.
OTHERWISE = [
    ("new_game", {"name": "Sunday game"}),
    ("new_game", {"pace": "7"}),
    ("new_game", {"is_open": "open"}),
    ("new_game", {"first": "me"}),
    ("new_game", {"talk_is_public": "on"}),
    ("new_game", {"timing": "bank"}),
    ("new_game", {"timing": "fixed", "fixed_days": "5"}),
    ("new_game", {"options": "fluxx/!limits-at-once"}),
    ("new_deck", {"name": "Other"}),
    ("new_deck", {"editions": ["ice"]}),
    ("import_deck", {"name": "Other"}),
    ("report", {"kind": "name"}),
    ("report", {"words": "Still nothing."}),
    ("report", {"seat": "2"}),
]


@pytest.mark.parametrize(("name", "other"), OTHERWISE)
def test_a_form_that_says_something_else_makes_another(name, other, ann, bob, start, client):
    """Whatever is changed after going back counts, though the form has its old key."""
    game = start(ann, bob)
    form, model = MAKING[name]
    form = {key: value for key, value in form.items() if key != "start"}
    address = reverse(name, kwargs={"key": game.key} if name == "report" else {})
    client.force_login(ann)
    key, before = form_key(client, address), model.objects.count()
    for content in (form, form | other, form | other):
        assert 302 == client.post(address, content | {"submission_key": key}).status_code

    assert before + 2 == model.objects.count()


def test_a_deck_that_was_changed_since_is_found(ann, client):
    """The form is what it said, not what became of it."""
    client.force_login(ann)
    form = {"name": "Mine", "editions": ["fluxx"], "submission_key": "k"}
    client.post(reverse("new_deck"), form)
    Deck.objects.update(name="Renamed")
    client.post(reverse("new_deck"), form)

    assert ["Renamed"] == list(Deck.objects.values_list("name", flat=True))


@pytest.fixture
def host(ann, client) -> Client:
    client.force_login(ann)
    return client


def send(host: Client, people: str, **other: str) -> list[str]:
    """Send the form of a new game with one key, and return what the next page says first."""
    answer = host.post(reverse("new_game"), NEW | {"people": people, "submission_key": "k"} | other)
    assert 302 == answer.status_code
    page = host.get(answer.url)
    return [str(each) for each in page.context["messages"]]


def invited() -> list[tuple[str, str]]:
    return sorted(Invitation.objects.values_list("game__name", "email"))


def mails() -> int:
    return Notice.objects.filter(kind__in=[Notice.Kind.INVITATION, Notice.Kind.INVITED_AGAIN]).count()


NORA, OTTO = "nora@players.example", "otto@players.example"
NAME = NEW["name"]


def test_another_game_invites_its_own_people(host):
    """The name was changed after going back: the second game has its people, the first one its own."""
    send(host, NORA)
    send(host, OTTO, name="Sunday game")

    assert [(NAME, NORA), ("Sunday game", OTTO)] == invited()


def test_who_was_added_after_going_back_is_invited(host):
    """The game is the same one; who was invited to it gets no second mail."""
    first, second = send(host, NORA), send(host, f"{NORA}\n{OTTO}")

    assert ["1 invitation is on its way."] == first
    assert ["2 invitations are on their way."] == second
    assert [(NAME, NORA), (NAME, OTTO)] == invited()
    assert 2 == mails()


def test_a_form_whose_invitations_were_lost_is_sent_again(host, monkeypatch):
    """The site went down between the game and its invitations."""
    host.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.setattr(new_game, "invite_all", lambda *_args, **_more: 1 / 0)
        form = NEW | {"people": NORA, "submission_key": "k"}
        assert 500 == host.post(reverse("new_game"), form).status_code
    send(host, NORA)

    assert 1 == Game.objects.count()
    assert [(NAME, NORA)] == invited()


def test_who_was_uninvited_since_stays_so(ann, host):
    """A form that is sent again undoes nothing that its host has done meanwhile."""
    send(host, NORA)
    remove_invitation(invitation=Invitation.objects.get(), by=ann)
    send(host, NORA)

    assert not Invitation.objects.get().is_open
    assert 1 == mails()


def test_a_started_game_says_who_came_too_late(ann, host):
    """Who was invited in time is not counted among those who were not."""
    send(host, NORA, fill_with_bots="on")
    start_game(game=Game.objects.get(), by=ann)
    said = send(host, f"{NORA}\n{OTTO}", fill_with_bots="on")

    assert [
        "1 invitation is on its way.",
        f"We didn’t invite {OTTO}: This game has already started.",
    ] == sorted(said)


def test_a_game_that_was_started_meanwhile_is_shown(ann, host, monkeypatch):
    """Of two presses of “start at once” each finds the game, also where the other has just started it."""

    def create_and_lose(**words):
        game = create_game(**words)
        start_game(game=Game.objects.get(pk=game.pk), by=ann)
        return game

    monkeypatch.setattr(new_game, "create_game", create_and_lose)
    send(host, "", start="1")

    assert [Game.Status.RUNNING] == list(Game.objects.values_list("status", flat=True))
