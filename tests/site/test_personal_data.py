"""A person's data: the list is whole, an export holds it, and a deletion leaves games and nothing else."""

import io
import json
import re
from datetime import timedelta
from functools import partial
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core import mail, signing
from django.db.models import Field
from django.test import Client
from django.urls import reverse

from games import clock
from games.core.refusal import NotAllowed
from games.models import (
    Ballot,
    Deck,
    FormerPlayer,
    Game,
    Move,
    Player,
    PostponedRow,
    Remark,
    Reply,
    Seat,
    SeatNotebook,
    StaffNote,
    Vacation,
    Vote,
)
from games.models.line_result import LineResult
from games.models.seat import FORMER_NAMES
from games.moderation.desk import perform
from games.pages.common import rate_limits
from games.people import account_deletion, data_export
from games.people.account_deletion import request_deletion
from games.people.data_export import SALT, make_export_token
from games.people.hours import enter_vacation
from games.people.personal_data import STORED
from games.people.seat_access import end_access, leave_old_address
from games.people.talk import post_remark
from games.periodic.retention import TRIALS_KEPT
from games.periodic.sweep import sweep_old
from games.seats.lobby import create_game
from games.seats.membership import take_seat
from games.seats.replacement import offer_seat, take_over

from .conftest import make_player
from .play import answer, play_to_end, question_to, seat_of
from .test_export import finish

pytestmark = pytest.mark.django_db(transaction=True)

# Tables that point to players and hold nothing about one, each with the reason.
NOT_ABOUT_PEOPLE = {
    "EmailConfirmation": "codes are used instead, so that it stays empty",
    "Group": "names of roles",
    "LogEntry": "Django’s own log of its admin, in which nobody can change anything",
    "Permission": "names of rights",
}
# Columns that point to a player whose row it is not.
NOT_OF_THEIR_PLAYER = {
    "Question.counts_for": "their seats lead to the questions, and a deletion empties it",
    "Report.settled_by": "who dealt with a report is told with the acts for it",
    "StaffAct.settled_by": "who took an act back is told with the act of who had done it",
}


def browser_of(player: Player) -> Client:
    """A browser in which a player is signed in."""
    browser = Client()
    browser.force_login(player)
    return browser


def exported(player: Player) -> ZipFile:
    """The export that a player asks for on the site, and gets by the link in the mail."""
    browser_of(player).post(reverse("export_data"))
    (link,) = re.findall(r"https?://\S+/e/\S+", mail.outbox[-1].body)
    response = Client().get(link[link.index("/e/") :])
    assert response.status_code == 200
    return ZipFile(io.BytesIO(b"".join(response.streaming_content)))


def delete(player: Player) -> None:
    """Ask for the deletion of an account, and let two weeks go by."""
    request_deletion(player=player)
    Player.objects.filter(pk=player.pk).update(deletion_at=clock.now() - timedelta(minutes=1))
    sweep_old()


def test_the_list_names_every_table_with_a_player_in_it():
    """Whoever adds a table about people says how long it is kept, and what becomes of it."""
    named = {stored.model for stored in STORED}
    missing = {field.model.__name__ for field in fields_with_players() if field.model not in named}

    assert missing - set(NOT_ABOUT_PEOPLE) == set()


def test_the_list_finds_each_row_by_every_player_in_it(ann, bob):
    """A table with two players in it, such as who acts and whom it is about, holds something of both."""
    found = {
        stored.model: " ".join(str(each.rows(ann).query) for each in STORED if each.model is stored.model)
        for stored in STORED
    }
    missing = {
        f"{field.model.__name__}.{field.name}"
        for field in fields_with_players()
        if field.model in found and f'"{field.column}" = {ann.pk}' not in found[field.model]
    }

    assert missing - set(NOT_OF_THEIR_PLAYER) == set()


def fields_with_players() -> list[Field]:
    """The columns of all tables that point to a player."""
    return [
        field
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.related_model is Player and not field.auto_created
    ]


def test_an_export_holds_what_is_stored(ann, bob, start):
    """Settings, moves, notes and talk are in it, the games as text, and nothing that is Bob's."""
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)
    game = start(ann, bob)
    answer(question_to(game, ann))
    post_remark(seat=seat_of(game, ann).pk, text="What a hand!")
    post_remark(seat=seat_of(game, bob).pk, text="Not mine.")
    SeatNotebook.objects.create(seat=seat_of(game, ann), text="Bob likes milk")
    line = LineResult(True, "play milk", version=7, seat=3, question=4)
    Reply.objects.create(seat=seat_of(game, ann), player=ann, key="a", results=[line.stored()])

    archive = exported(ann)
    read = {name: json.loads(archive.read(name)) for name in archive.namelist() if name.endswith(".json")}

    assert archive.testzip() is None
    assert read["account.json"]["email"] == ann.email
    assert "password" not in read["account.json"]
    assert [row["text"] for row in read["talk.json"]] == ["What a hand!"]
    assert read["notes.json"][0]["text"] == "Bob likes milk"
    assert read["moves.json"][0]["game_key"] == game.key
    assert read["replies.json"][0]["results"] == [{"done": True, "line": "play milk", "kind": "", "text": ""}]
    # The versions of two moves would tell how many have passed in windows between them.
    assert not any("version" in archive.read(name).decode() for name in read)
    assert f"games/{game.key}/history.txt" in archive.namelist()
    assert f"games/{game.key}/record.json" not in archive.namelist()
    assert bob.email not in "".join(archive.read(name).decode() for name in archive.namelist())


def test_an_export_holds_nothing_of_who_had_the_seat_before(ann, bob, carol, start):
    """How they voted is their secret, and their moves and times are theirs."""
    game = start(ann, bob)
    answer(question_to(game, ann))
    seat = seat_of(game, ann)
    vote = Vote.objects.create(
        game=game, seat=seat, kind=Vote.Kind.SILENCE, choices=["bot", "end"], closes_at=clock.now()
    )
    Ballot.objects.create(vote=vote, seat=seat, choice="end")
    FormerPlayer.objects.create(seat=seat, player=ann)
    Seat.objects.filter(pk=seat.pk).update(player=carol)
    archive = exported(carol)
    read = {name: json.loads(archive.read(f"{name}.json")) for name in ("moves", "ballots", "questions")}

    assert read == {"moves": [], "ballots": [], "questions": []}


@pytest.mark.slow
def test_an_export_holds_the_record_of_a_game_that_is_over(ann, bob, start):
    """The record is the file that can be verified."""
    game = finish(start(ann, bob))

    record = json.loads(exported(ann).read(f"games/{game.key}/record.json"))

    assert record["winner"] == (game.winner.number if game.winner else None)


@pytest.mark.parametrize("token", ["x", "WzEsMl0:1abc:def"])
def test_a_link_that_is_none_of_ours_opens_no_export(token):
    """Nor does one whose time is up."""
    assert Client().get(reverse("exported_data", args=[token])).status_code == 410


def test_exports_are_limited(ann):
    """The fourth of a day is refused, and no mail leaves."""
    browser = browser_of(ann)
    for _time in range(4):
        response = browser.post(reverse("export_data"), follow=True)

    assert len(mail.outbox) == 3
    assert response.status_code == 200


@pytest.mark.parametrize("end", [leave_old_address, partial(end_access, session_key=None)])
@pytest.mark.parametrize("form", ["", "earlier"])
def test_a_link_to_an_export_ends_with_all_others(ann, travel, end, form):
    """When its player gets another address or ends all access; so does one that an earlier release made."""
    made_at = clock.now()
    token = signing.dumps([ann.pk, int(made_at.timestamp())], salt=SALT) if form else ""
    link = reverse("exported_data", args=[token or make_export_token(ann, made_at)])
    before = Client().get(link).status_code
    travel(minutes=1)
    end(player=ann)
    travel(minutes=1)
    after = Client().get(link).status_code

    assert (before, after) == (200, 410)
    assert exported(ann)


@pytest.mark.slow
def test_following_a_link_to_an_export_is_limited(ann, bob, travel):
    """Each time a zip is made: the eleventh of an hour is refused with a sentence, and only that player’s."""
    links = [reverse("exported_data", args=[make_export_token(each, clock.now())]) for each in (ann, bob)]
    statuses = [Client().get(links[0]).status_code for _time in range(10)]
    refused = Client().get(links[0])
    other = Client().get(links[1]).status_code
    travel(hours=1)

    assert statuses == [200] * 10
    assert (refused.status_code, other) == (429, 200)
    assert "Try again in an hour." in refused.content.decode()
    assert Client().get(links[0]).status_code == 200


def test_an_export_of_many_moves_counts_more(ann, bob, start):
    """Whatever was played is exported once an hour; then it counts by its moves."""
    Game.objects.filter(pk=start(ann, bob).pk).update(version=rate_limits.MOVES_OF_AN_EXPORT * 100)
    link = reverse("exported_data", args=[make_export_token(ann, clock.now())])

    assert [200, 429] == [Client().get(link).status_code for _time in range(2)]


def test_exports_are_made_one_at_a_time(ann, bob, start, monkeypatch):
    """Who comes meanwhile is asked to come again; histories are read between two games of an export."""
    start(ann, bob)
    link = reverse("exported_data", args=[make_export_token(ann, clock.now())])
    held = []
    told = data_export.export_text
    monkeypatch.setattr(
        data_export, "export_text", lambda *w: held.append(rate_limits.WORK.locked()) or told(*w)
    )
    with rate_limits.one_export(bob, 0):
        refused = Client().get(link)

    assert (503, "5") == (refused.status_code, refused["Retry-After"])
    assert (200, [True], False) == (Client().get(link).status_code, held, rate_limits.WORK.locked())


@pytest.mark.parametrize("is_over", [False, True])
def test_a_deletion_can_be_called_off(ann, bob, start, is_over):
    """For two weeks a bot plays; who comes back has their account, and their seat unless the game is over."""
    game = start(ann, bob)
    browser = browser_of(ann)

    asked = browser.get(reverse("delete_account"))
    browser.post(reverse("delete_account"))
    resting = seat_of(game, ann).on_autopilot
    if is_over:
        Game.objects.filter(pk=game.pk).update(status=Game.Status.ENDED)
    browser.post(reverse("keep_account"))
    ann.refresh_from_db()
    sweep_old()

    assert asked.status_code == 200
    assert len(mail.outbox) >= 1
    assert (resting, seat_of(game, ann).on_autopilot, ann.deletion_at) == (True, is_over, None)
    assert Player.objects.get(pk=ann.pk).email == "ann@players.example"


@pytest.mark.slow
def test_a_deleted_account_leaves_playable_games_and_no_trace_of_a_person(ann, bob, carol, start):
    """A bot finishes what runs, what is over has a former player, and no table holds the name or address."""
    over = finish(start(ann, bob))
    running = start(ann, bob, carol)
    waiting = create_game(host=ann, name="Not begun", seats=3)
    take_seat(game=waiting, player=bob, link_key=waiting.link_key)
    post_remark(seat=seat_of(running, ann).pk, text="Goodbye")
    enter_vacation(player=bob, first_day=clock.now().date(), last_day=clock.now().date())
    Deck.objects.create(owner=ann, name="Mine", spec="{}")
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)

    delete(ann)
    for game in (running, waiting):
        game.refresh_from_db()
    seat = running.seats.get(number=1)

    assert (seat.player, bool(seat.bot), seat.name) == (None, True, FORMER_NAMES[0])
    assert running.status == Game.Status.RUNNING
    assert running.host in (bob, carol)
    assert waiting.host == bob
    assert over.seats.get(number=1).name == FORMER_NAMES[0]
    assert not Deck.objects.filter(name="Mine").exists()
    assert not Remark.objects.filter(player=ann).exists()
    assert Vacation.objects.filter(player=bob).exists()
    assert play_to_end(running).is_over
    assert traces_of("Ann", "ann@players.example") == []
    assert not Client().login(email="ann@players.example", password="")


@pytest.mark.slow
def test_acts_of_staff_name_no_deleted_person(ann, bob, carol, start, moderator):
    """Neither what is recorded of them, nor the history, nor the mails to the others hold the name."""
    game, taken_over = start(ann, bob), start(ann, bob)
    perform("extend", game=game, by=moderator, reason="Ann is ill.", hours=1)
    perform("extend", game=game, by=moderator, reason="All are ill.", hours=1, seat=seat_of(game, ann).number)
    perform("extend-all", player=ann, by=moderator, reason="Ann’s flu.", hours=1)
    perform("rename", game=game, by=moderator, reason="So Ann asked.", title="Saturday")
    perform("warn", game=game, by=moderator, reason="Dear Ann!", seat=seat_of(game, ann).number)
    Player.objects.filter(pk=ann.pk).update(
        mail_refused_at=clock.now(), mail_error="550 <ann@players.example>"
    )
    perform("clear-refusal", player=ann, by=moderator, reason="Asked.")
    perform("rename-player", player=ann, by=moderator, reason="Asked.", name="Annika")
    given = start(bob, carol, ann)
    perform("replace", game=given, by=moderator, reason="Gone.", seat=3, to=None)
    perform("rename-player", player=ann, by=moderator, reason="Asked.", name="Anni")
    ann.refresh_from_db()
    StaffNote.objects.create(game=game, by=moderator, text="Anni and Bob are friends.")
    StaffNote.objects.create(player=ann, by=moderator, text="Annika is kind.")
    offer_seat(seat=seat_of(taken_over, ann))
    take_over(game=taken_over, number=1, player=carol)

    delete(ann)

    assert traces_of("Ann", "Annika", "Anni", "ann@players.example") == []
    assert game.staff_acts.filter(reason__contains="Former player is ill").exists()


def test_another_name_that_begins_the_same_stays(ann, start, moderator):
    """Ann Lee is somebody else."""
    lee = make_player("Annlee")
    Player.objects.filter(pk=lee.pk).update(name="Ann Lee")
    lee.refresh_from_db()
    game = start(ann, lee)
    perform("hide", game=game, by=moderator, reason="Rude.", remark=post_remark_of(game, lee).pk)

    delete(ann)

    assert Move.objects.get(game=game, params__what="staff-hide").params["name"] == "Ann Lee"


def post_remark_of(game: Game, player: Player) -> Remark:
    """Something that a player says."""
    return post_remark(seat=seat_of(game, player).pk, text="Well.")


def traces_of(*words: str) -> list[str]:
    """The tables in which one of these words stands by itself."""
    found = []
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, words))})\b")
    for model in apps.get_models():
        if model._meta.app_label in ("sessions", "contenttypes", "auth"):
            continue
        rows = model._default_manager.values()
        found += [f"{model.__name__}: {row}" for row in rows if pattern.search(str(row))]
    return found


def test_the_last_person_who_leaves_ends_the_game(ann, start):
    """A game of bots alone is not played on."""
    game = start(ann, bots=2)

    delete(ann)
    game.refresh_from_db()

    assert game.status == Game.Status.ENDED


def test_two_former_players_of_a_table_have_names_of_their_own(ann, bob, carol, start):
    """So that it can be said which of them is meant."""
    game = start(ann, bob, carol)

    delete(ann)
    delete(bob)

    assert list(game.seats.values_list("name", flat=True))[:2] == list(FORMER_NAMES[:2])


def test_a_deletion_that_was_interrupted_is_finished(ann, bob, start, monkeypatch):
    """A fault in the middle leaves the account due, and the next sweep does the rest."""
    game = start(ann, bob)
    whole = account_deletion._forget

    def fail(player):
        raise RuntimeError("the plug was pulled")

    monkeypatch.setattr(account_deletion, "_forget", fail)
    delete(ann)
    half = Player.objects.get(pk=ann.pk)
    monkeypatch.setattr(account_deletion, "_forget", whole)
    PostponedRow.objects.update(retry_at=clock.now())  # a minute later
    sweep_old()

    assert half.is_active
    assert not Player.objects.get(pk=ann.pk).is_active
    assert Seat.objects.get(game=game, number=1).bot


def test_staff_is_not_deleted_unawares(moderator):
    """Who has rights over others gives them back first."""
    with pytest.raises(NotAllowed):
        request_deletion(player=moderator)

    assert browser_of(moderator).post(reverse("delete_account")).status_code == 403


def test_the_privacy_page_says_how_long(client, settings):
    """Anybody may read it, and its days are those of the setting."""
    settings.KEEP_DAYS = 77

    page = client.get(reverse("privacy"))

    text = page.content.decode()
    assert page.status_code == 200
    assert "77" in text
    assert f"{TRIALS_KEPT.days} days" in text
    assert "30 days, or until you delete your account." in text
    assert "only a person draws conclusions from it" in text
