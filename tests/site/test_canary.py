"""Leaving means gone: a word in every column about a person, a deletion, and a search everywhere."""

import json
import os
import subprocess
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import IntegrityError, connection, models, transaction
from psycopg import sql

from fluxx_site.backups import connection_env, find_programs
from games import clock
from games.core.access import knows_another_hand
from games.core.event_log import note_event
from games.history.game_history import history_lines
from games.models import (
    Circle,
    FormerPlayer,
    Game,
    InboundMail,
    Invitation,
    Move,
    Player,
    Report,
    Seat,
    SeatNotebook,
    StaffAct,
)
from games.models.seat import FORMER_NAMES
from games.moderation.roles import MODERATOR, appoint, make_groups
from games.people.account_deletion import delete_account, request_deletion
from games.people.circle_talk import write
from games.people.circles import create_circle, join_by_link
from games.people.personal_data import STORED, Stays
from games.people.reply_aliases import add_reply_alias
from games.people.reports import report
from games.people.talk import post_remark
from games.seats.invitations import accept_invitation, invite
from games.seats.lobby import create_game, hand_over_host
from games.seats.membership import take_seat
from games.seats.replacement import take_over

from .conftest import make_player
from .play import answer, play_to_end, question_to, seat_of
from .test_export import finish

# The word also stands in JSON of a form that no release has.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.other_release]

WORD = "zyxeve"
ADDRESS = f"{WORD}@players.example"
WORDS = (models.CharField, models.TextField, models.JSONField)
# What stays, as it belongs to everybody who played, each with the reason.
STAYS = {
    "games_game.name": "the name of a game is everybody’s who plays it",
    "games_circle.name": "that of a circle everybody’s who belongs to it",
}
# Columns that a person can’t fill, each with the reason.
NOT_FILLED = {
    "games_standingorder.surprise": "one of the cards of the game, which a constraint asks for",
}


def columns(model: type[models.Model]) -> list[Any]:
    """The columns of a model that hold words, and not one of a few codes."""
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, WORDS) and not field.choices and not field.primary_key
    ]


def find(word: str = WORD) -> set[str]:
    """The columns of all tables of the database that hold a word, anyhow written."""
    found = set()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " JOIN information_schema.tables USING (table_schema, table_name)"
            " WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
        )
        for table, column in cursor.fetchall():
            holds = sql.SQL("SELECT EXISTS (SELECT FROM {} WHERE {}::text ILIKE %s)")
            cursor.execute(holds.format(sql.Identifier(table), sql.Identifier(column)), [f"%{word}%"])
            if cursor.fetchone()[0]:
                found.add(f"{table}.{column}")
    return found


def value_for(field: Any, number: int) -> Any:
    """Something for a column that has to hold something, with the word where it can."""
    if field.choices:
        return field.choices[0][0]
    if isinstance(field, models.JSONField):
        return {"said": [f"{WORD} {number}"]}
    if isinstance(field, models.EmailField):
        return f"{WORD}{number}@players.example"
    if isinstance(field, models.CharField | models.TextField):
        return f"{WORD}{number}"[: field.max_length]
    if isinstance(field, models.BooleanField):
        return False
    if isinstance(field, models.DateTimeField):
        return clock.now() + timedelta(days=number % 7)
    if isinstance(field, models.DateField):
        return clock.now().date()
    if isinstance(field, models.BinaryField):
        return WORD.encode()
    if isinstance(field, models.IntegerField):
        return number % 30_000
    return None


def make_row(model: type[models.Model], who: Player, other: Player, seat: Seat, number: int) -> None:
    """Store a row of any model that is about a person."""
    values: dict[str, Any] = {}
    fields = [field for field in model._meta.concrete_fields if field.is_relation or not field.primary_key]
    is_named = False
    for field in fields:
        if field.related_model is Player:
            values[field.name] = None if is_named and field.null else who
            is_named = True
        elif field.related_model is Game:
            values[field.name] = None if field.null and is_named else seat.game
        elif field.related_model is Seat:
            values[field.name] = seat
        elif field.is_relation:
            values[field.name] = None if field.null else field.related_model._default_manager.first()
        elif field.name in ("email", "sender", "mailbox"):
            values[field.name] = who.email
        elif field.name == "settled_at":  # else a wish would be carried out
            values[field.name] = clock.now()
        elif is_required(field):
            is_address = isinstance(field, models.GenericIPAddressField)
            values[field.name] = "203.0.113.7" if is_address else value_for(field, number)
    model._default_manager.create(**values)


def is_required(field: models.Field) -> bool:
    """Whether a row can't be stored without something there; addresses of the net are filled in any case."""
    if isinstance(field, models.GenericIPAddressField):
        return True
    return not (field.has_default() or field.null or field.blank)


def fill(who: Player, other: Player, seats: list[Seat]) -> set[str]:
    """Write the word into every column of words that is stored of a person; return those columns."""
    wanted, number = set(), 0
    for stored in STORED:
        if stored.stays == Stays.GAME:
            continue
        for seat in seats:
            number += 1
            try:
                with transaction.atomic():
                    make_row(stored.model, who, other, seat, number)
            except (IntegrityError, ValueError, models.ObjectDoesNotExist):
                pass  # one of them is enough; that there is one is asserted below
        rows = list(stored.rows(who))
        for field in columns(stored.model):
            name = f"{stored.model._meta.db_table}.{field.column}"
            for row in rows:
                number += 1
                if (
                    WORD in str(getattr(row, field.attname)).lower()
                ):  # such as the address, by which it is found
                    wanted.add(name)
                    continue
                try:
                    with transaction.atomic():
                        stored.model._default_manager.filter(pk=row.pk).update(
                            **{field.name: value_for(field, number)}
                        )
                    wanted.add(name)
                except IntegrityError:
                    continue
    return wanted


def leave(player: Player) -> None:
    request_deletion(player=player)
    Player.objects.filter(pk=player.pk).update(deletion_at=clock.now() - timedelta(seconds=1))
    delete_account(player.pk)


@pytest.fixture
def world(start):
    """Somebody with seats at an open, a running and a finished game, and the word everywhere."""
    who = Player.objects.create_user(ADDRESS, name=WORD.title())
    other, third = make_player("Bob"), make_player("Carol")
    over, running = finish(start(who, other)), start(who, other, third)
    lobby = create_game(host=other, name="Lobby", seats=4, is_open=True)
    take_seat(game=lobby, player=who)
    hosted = create_game(host=who, name=f"At {WORD}’s", seats=3)
    take_seat(game=hosted, player=other, link_key=hosted.link_key)
    circle = create_circle(host=other, name="Thursday people")
    circle.make_link()
    circle.save()
    join_by_link(link_key=circle.link_key, player=who)
    own = create_circle(host=who, name=f"{WORD}’s circle", game=over)
    own.make_link()
    own.save()
    join_by_link(link_key=own.link_key, player=other)
    said = write(circle=own, by=who, text=f"{WORD} said this")
    report(by=other, kind="talk", words="Look.", circle_remark=said)
    answer(question_to(running, who))
    for game in (over, running):
        post_remark(seat=seat_of(game, who).pk, text=f"{WORD} says hello")
    signed_in = SessionStore()
    signed_in.update({"_auth_user_id": str(who.pk), "trial_name": WORD})
    signed_in.save()
    waiting = SessionStore()
    waiting["account_login"] = {"email": ADDRESS}
    waiting.save()
    bystander = SessionStore()
    bystander["account_login"] = {"email": other.email}
    bystander.save()
    seats = [seat_of(game, who) for game in (over, running, lobby)]
    return who, other, seats, fill(who, other, seats), bystander.session_key


def test_a_deletion_leaves_the_word_nowhere(world):
    """Each column was filled, and after the deletion no table and no session holds it."""
    who, _other, _seats, filled, bystander = world
    before = find()
    everything = {
        f"{stored.model._meta.db_table}.{field.column}"
        for stored in STORED
        if stored.stays != Stays.GAME
        for field in columns(stored.model)
    }
    leave(who)
    sessions = {each.session_key: json.dumps(each.get_decoded()) for each in Session.objects.all()}

    assert everything - filled == set(NOT_FILLED)
    assert everything - before == set(NOT_FILLED)
    assert "games_seat.name" in before
    left = sorted(find())
    assert left == sorted(STAYS)
    assert not any(WORD in each or f'"{who.pk}"' in each for each in sessions.values())
    assert bystander in sessions


def test_a_new_backup_holds_nothing(world, tmp_path):
    """What is written tonight is as empty as the tables."""
    who, _other, _seats, _filled, _bystander = world
    leave(who)
    for model in (Game, Circle):
        model.objects.filter(name__icontains=WORD).update(name="Theirs")
    dump = subprocess.run(
        [find_programs() / "pg_dump", "--data-only", "--inserts"],
        env={**os.environ, **connection_env()},
        capture_output=True,
        check=True,
    ).stdout

    assert b"games_player" in dump
    assert WORD.encode() not in dump.lower()


def test_a_bot_begins_the_seat_anew(world):
    """Notes and orders of the running game go, its links end, and the seat remembers who saw its hand."""
    who, _other, seats, _filled, _bystander = world
    running = seats[1]
    epoch = running.link_epoch
    leave(who)
    running.refresh_from_db()

    assert running.player is None
    assert running.link_epoch > epoch
    assert not SeatNotebook.objects.filter(seat=running).exists()
    assert FormerPlayer.objects.filter(seat=running, player=who).exists()
    assert knows_another_hand(running.game, who)
    assert play_to_end(running.game).is_over


def test_mails_in_files_go_as_well(world, settings, tmp_path):
    """Where mails stay on the machine, those to the address are deleted, and no others."""
    who, other, _seats, _filled, _bystander = world
    settings.MAILS_GO_TO_FILES, settings.EMAIL_FILE_PATH = True, tmp_path
    for name, address in (("1.eml", ADDRESS), ("2.eml", other.email)):
        (tmp_path / name).write_text(f"To: {address}\nSubject: Your turn\n\nYou hold Milk.\n")
    (tmp_path / "3.eml").write_bytes(b"\xff\xfe no mail")
    leave(who)

    assert sorted(each.name for each in tmp_path.iterdir()) == ["2.eml", "3.eml"]


@pytest.mark.parametrize("called", [WORD.title(), f"{WORD.title()} (2)"])
def test_what_a_seat_was_called_goes(start, called):
    """It was taken over, and told; its player then has another name, and the account goes."""
    who = Player.objects.create_user("quiet@players.example", name=WORD.title())
    game = start(make_player("Bob"), who, make_player("Carol"))
    Seat.objects.filter(game=game, player=who).update(name=called, offered_at=clock.now())
    note_event(game, "time-given", name=called, to="Bob", hours=24)
    take_over(game=game, number=seat_of(game, who).number, player=make_player("Dan"))
    told = Move.objects.filter(game=game, params__icontains=WORD).count()
    Player.objects.filter(pk=who.pk).update(name="Quiet")
    leave(Player.objects.get(pk=who.pk))

    assert told >= 2
    assert set() == find()


def hand_over(game: Game, by: Player, to: Player) -> None:
    """Give a seat to someone else, with a line about each in the history."""
    Seat.objects.filter(game=game, player=by).update(offered_at=clock.now())
    take_over(game=game, number=seat_of(game, by).number, player=to)


def lines_of(game: Game) -> list[str]:
    return [line.text for line in history_lines(game, None) if line.kind == Move.Kind.EVENT]


@pytest.mark.parametrize("loses_it_again", [True, False], ids=["lost again", "had to the end"])
@pytest.mark.parametrize("is_over", [True, False], ids=["over", "running"])
def test_all_that_a_seat_was_called_goes(start, loses_it_again, is_over):
    """It was lost, taken back under another name, and perhaps lost again: each line says who it was."""
    who, dan = Player.objects.create_user("quiet@players.example", name=WORD.title()), make_player("Dan")
    game = start(make_player("Bob"), who, make_player("Carol"))
    hand_over(game, who, dan)
    Player.objects.filter(pk=who.pk).update(name=f"{WORD.title()} Second")
    hand_over(game, dan, Player.objects.get(pk=who.pk))
    Player.objects.filter(pk=who.pk).update(name="Quiet")
    if loses_it_again:
        hand_over(game, seat_of(game, who).player, dan)
    if is_over:
        finish(game)
    before, dans = lines_of(game), FormerPlayer.objects.get(player=dan)
    leave(Player.objects.get(pk=who.pk))
    after = lines_of(game)

    assert sum("Zyxeve Second" in line for line in before) >= 1
    assert (set(), dans.name) == (find(), "Dan")
    said = [line.replace("Zyxeve Second", "Zyxeve").replace("Zyxeve", FORMER_NAMES[0]) for line in before]
    assert said == after[: len(said)]


def test_two_who_left_the_same_seat_keep_names_of_their_own(start):
    """Also when nobody at the table has these names any more."""
    who, dan, eve = (make_player(name) for name in ("Ann", "Dan", "Eve"))
    game = start(make_player("Bob"), who, make_player("Carol"))
    hand_over(game, who, dan)
    hand_over(game, dan, eve)
    before = lines_of(game)
    leave(who)
    leave(dan)

    said = [line.replace("Ann", FORMER_NAMES[0]).replace("Dan", FORMER_NAMES[1]) for line in before]
    assert any(FORMER_NAMES[1] in line for line in said)
    assert lines_of(game) == said


@pytest.mark.parametrize("is_over", [True, False], ids=["over", "running"])
def test_mails_from_another_address_go(start, is_over):
    """The address and what came from there, also for a seat that a bot has now; what others sent stays."""
    who, other = make_player("Ann"), make_player("Bob")
    game = start(who, other)
    add_reply_alias(player=who, address=f"{WORD}@work.example")
    add_reply_alias(player=other, address="bob@work.example")
    senders = (who, f"{WORD}@work.example"), (who, f"{WORD}+tag@work.example"), (other, "bob@work.example")
    for player, sender in senders:
        InboundMail.objects.create(key=sender, kind="reply", sender=sender, seat=seat_of(game, player))
    if is_over:
        finish(game)
    before = find()
    leave(who)

    assert {"games_inboundmail.sender", "games_replyalias.address"} <= before
    assert set() == find()
    assert InboundMail.objects.get().sender == "bob@work.example"


@pytest.mark.parametrize("status", [Game.Status.OPEN, Game.Status.RUNNING, Game.Status.FINISHED])
def test_invitations_to_another_address_go(status):
    """They had it once, or took a seat by it: that invitation goes, and nobody else’s."""
    host, who, other = (make_player(name) for name in ("Bob", "Ann", "Carol"))
    game = create_game(host=host, name="Friday", seats=4 if status == Game.Status.OPEN else 3)
    for player, address in ((who, f"{WORD}@old.example"), (other, "carol@old.example")):
        accept_invitation(invitation=invite(game=game, by=host, email=address, name=WORD), player=player)
    Seat.objects.filter(game=game).update(name="Somebody")
    Invitation.objects.filter(email__startswith="carol").update(name="Carol")
    game.refresh_from_db()
    if status == Game.Status.FINISHED:
        finish(game)
    before, reached = find(), Game.objects.get(pk=game.pk).status
    leave(who)

    assert (status, True) == (reached, {"games_invitation.email", "games_invitation.name"} <= before)
    assert "games_invitation.email" not in find()
    assert [other.pk] == [each.seat.player_id for each in Invitation.objects.all() if each.seat]
    assert Invitation.objects.get().email == "carol@old.example"


@pytest.mark.parametrize("how", [Invitation.How.TYPED, Invitation.How.ASKED])
@pytest.mark.parametrize("end", ["another host", "nobody left", "over", "started", "handed on before"])
def test_whom_they_invited_is_theirs_no_more(start, end, how):
    """An address that never accepted goes with its game; while others gather, it is their host’s guest."""
    who, other = make_player("Ann"), make_player("Bob")
    game = create_game(host=who, name="Friday", seats=4)
    if end != "nobody left":
        take_seat(game=game, player=other, link_key=game.link_key)
    invitation = invite(game=game, by=who, email=f"{WORD}@old.example", name=WORD.title())
    Invitation.objects.update(how=how)
    if end == "handed on before":
        hand_over_host(game=game, by=who, to=seat_of(game, other))
    elif end in ("over", "started"):
        Game.objects.filter(pk=game.pk).update(
            status=Game.Status.ENDED if end == "over" else Game.Status.RUNNING
        )
    before = find()
    if end in ("over", "started"):
        Seat.objects.filter(game=game, status=Seat.Status.INVITED).update(
            status=Seat.Status.FREE, name="", player=None
        )
    leave(Player.objects.get(pk=who.pk))
    rows = list(Invitation.objects.values_list("invited_by", "removed_at"))

    assert {"games_invitation.email", "games_invitation.name"} <= before
    if end in ("another host", "handed on before"):
        assert rows == [(other.pk, None)]
        assert accept_invitation(invitation=invitation).player.email == f"{WORD}@old.example"
    else:
        assert rows == []
        assert set() == find()


def test_mails_from_another_spelling_of_an_address_go(start):
    """Those from the same mailbox, but for who has an account with that spelling."""
    who = Player.objects.create_user(f"{WORD}@gmail.com", name="Ann")
    other = Player.objects.create_user(f"{WORD}+two@gmail.com", name="Bob")
    for sender in (f"{WORD}+flux@gmail.com", "z.yxeve@googlemail.com", other.email, "carol@players.example"):
        InboundMail.objects.create(key=sender, kind="reply", sender=sender)
    leave(who)

    left = set(InboundMail.objects.values_list("sender", flat=True))
    assert left == {other.email, "carol@players.example"}


@pytest.mark.parametrize("earlier", [True, False])
def test_appointments_keep_no_name(earlier):
    """Who was on the staff once; also as earlier releases logged it, without saying by key who it was."""
    who, boss = (
        make_player(WORD.title()),
        Player.objects.create_superuser("boss@players.example", name="Boss"),
    )
    make_groups()
    for role in (MODERATOR, ""):
        appoint(player=who, role=role, by=boss, reason=f"{WORD.title()} helps, or not.")
    of_whom = set(StaffAct.objects.values_list("player", flat=True))
    if earlier:
        StaffAct.objects.update(player=None)
    before = find()
    leave(Player.objects.get(pk=who.pk))

    assert of_whom == {who.pk}
    assert {"games_staffact.about", "games_staffact.reason"} <= before
    assert set() == find()
    assert {f"{FORMER_NAMES[0]} helps, or not."} == set(StaffAct.objects.values_list("reason", flat=True))


def test_an_export_ends_where_somebody_else_began(start):
    """Who had the seat, lost it, had it again and lost it again is a stranger to who has it now."""
    who, dan = make_player("Ann"), make_player("Dan")
    game = start(make_player("Bob"), who, make_player("Carol"))
    hand_over(game, who, dan)
    hand_over(game, dan, who)
    deal = Move.objects.filter(game=game, kind=Move.Kind.DEAL)
    deal.update(seat=seat_of(game, who), created_at=clock.now())
    moves = next(each for each in STORED if each.name == "moves")
    whose = moves.rows(who).filter(kind=Move.Kind.DEAL).exists()
    hand_over(game, who, dan)

    assert whose
    assert not moves.rows(dan).filter(kind=Move.Kind.DEAL).exists()


def test_a_report_about_another_keeps_no_name(start):
    """Its evidence lists who sat at the table."""
    who, bob, carol = (
        Player.objects.create_user(ADDRESS, name=WORD.title()),
        *map(make_player, ("Bob", "Carol")),
    )
    game = start(who, bob, carol)
    report(by=bob, kind="other", words="Rude", game=game, seat=seat_of(game, carol))
    listed = find()
    leave(who)

    assert "games_report.evidence" in listed
    assert set() == find()
    assert "Carol" in str(Report.objects.get().evidence)
