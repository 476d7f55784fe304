"""Acts of staff: rehearsed, told, taken back row for row, called off, and never at one's own table."""

import random
import re
from collections.abc import Iterator
from datetime import time, timedelta
from email.utils import parseaddr
from functools import partial

import msgspec
import pytest
from django import forms

from games import clock
from games.clocks import running_time
from games.core import access
from games.core.refusal import Capped, NotAllowed, NotPossible, Refusal, Resting
from games.core.stored_game import read_undo_points
from games.history.game_history import history_lines
from games.mail.compose import compose
from games.models import (
    Circle,
    CircleRemark,
    Deck,
    Game,
    GameState,
    Move,
    Notice,
    Player,
    Question,
    Remark,
    Seat,
    SeatNotebook,
    Share,
    StaffAct,
    Vote,
    YearShare,
)
from games.models.question import IS_OPEN
from games.moderation.act_fields import PlayerField
from games.moderation.desk import carry_out_due, perform, revert, why_not_revert
from games.moderation.registry import ACTS
from games.moderation.replace import private_rows
from games.moderation.table_acts import rewind_points
from games.outbox.kinds import obsolete_reason
from games.people import talk
from games.seats.deputies import accept_deputy, ask_deputy, end_deputy
from games.seats.replacement import OFFERED_FOR, take_over, withdraw_stale_offers

from .conftest import make_player
from .play import answer, open_questions, question_to, seat_of
from .staff import carry_out_now
from .wonderland import answer as answer_of
from .wonderland import asks, order, table

GAME_ACTS = [code for code, act in ACTS.items() if act.target() is Game]
# What differs after a revert: the lines of the history, and by which numbers the same is asked anew.
ASKED_ANEW = {"id", "number", "nonce", "opened_at"}
FOREVER = 2.0**60


def game_rows(game: Game) -> dict[str, object]:
    """All rows of a game but its history, its mails and the records of staff.

    A number of links that was used is never used again, so it is none of them.
    """
    questions = Question.objects.filter(IS_OPEN, game=game).order_by("seat", "what")
    state = GameState.objects.get(game=game)
    return {
        "game": {k: v for k, v in row_of(Game.objects.get(pk=game.pk)).items() if k != "version"},
        "seats": [
            {k: v for k, v in row_of(seat).items() if k != "link_epoch"} for seat in game.seats.order_by("pk")
        ],
        "questions": [{k: v for k, v in row_of(each).items() if k not in ASKED_ANEW} for each in questions],
        "undo": msgspec.to_builtins(read_undo_points(state)),
        "private": [
            list(rows) for seat in game.seats.order_by("pk") for rows in private_rows(game, seat, None)
        ],
        "decks": list(Deck.objects.order_by("pk").values()),
        "players": list(Player.objects.filter(seats__game=game).order_by("pk").values()),
        "remarks": list(Remark.objects.filter(game=game).order_by("pk").values()),
        "shares": list(Share.objects.filter(game=game).values()),
        "years": list(YearShare.objects.order_by("pk").values()),
        "circles": list(CircleRemark.objects.order_by("pk").values()),
        "votes": list(Vote.objects.filter(game=game).order_by("pk").values()),
        "views": [views(game, seat) for seat in [None, *game.seats.order_by("pk")]],
    }


def row_of(row) -> dict[str, object]:
    return {field.attname: field.value_from_object(row) for field in row._meta.concrete_fields}


def views(game: Game, seat: Seat | None) -> str:
    """What a seat sees, but for the numbers of questions."""
    return re.sub(r"\bnumber=-?\d+", "", repr(access.view(game, seat)))


def params_of(code: str, game: Game, chance: random.Random) -> dict[str, object]:
    """Some of what the form of an act asks for."""
    return {name: entry_for(field, chance) for name, field in ACTS[code].fields(game).items()}


def entry_for(field: forms.Field, chance: random.Random) -> object:
    """One of the entries that a field takes."""
    match field:
        case PlayerField():
            return chance.choice([None, somebody_else().pk])
        case forms.ModelChoiceField():
            return getattr(field.queryset.first(), "pk", 0)
        case forms.ChoiceField():
            given = [value or None for value, _label in field.choices]
            return chance.choice(given) if given else 0
        case forms.IntegerField(max_value=None):  # the number of a message
            return CircleRemark.objects.latest("pk").pk
        case forms.IntegerField():
            return chance.randint(field.min_value, min(field.max_value, 100))
        case forms.CharField():
            return f"Another {chance.randint(1, 100)}"
    raise NotImplementedError(type(field))


def target_of(code: str, game: Game, chance: random.Random) -> dict[str, object]:
    """To what an act is done."""
    if ACTS[code].subject is Deck:
        is_hidden = code == "show-deck"
        deck, _made = Deck.objects.get_or_create(
            owner=chance.choice(list(game.seats.filter(bot=""))).player, name="Mine", is_hidden=is_hidden
        )
        return {"deck": deck}
    if code == "hide-circle-talk":
        return {"player": CircleRemark.objects.latest("pk").player}
    if code == "extend-all":
        return {"player": open_questions(game)[0].seat.player}
    if ACTS[code].subject is Player:
        return {"player": chance.choice(list(game.seats.filter(bot=""))).player}
    return {"game": game}


def somebody_else() -> Player:
    """A player who sits at no table."""
    return Player.objects.filter(name="Dora").first() or make_player("Dora")


def prepare_for(code: str, game: Game, moderator) -> None:
    """Bring a game into a state in which an act can be done."""
    if code == "resume":
        perform("pause", game=game, by=moderator, reason="First.")
    if code == "clear-refusal":
        refused = {"mail_refused_at": clock.now(), "mail_error": "550 no", "bounces": 3}
        Player.objects.filter(seats__game=game).update(**refused)
    if code == "end-share":  # it is over by then, which the act doesn't ask
        seat = game.seats.filter(bot="")[0]
        Share.objects.create(game=game, seat=seat, player=seat.player, language="en")
    if code == "end-year-shares":
        for seat in game.seats.filter(bot=""):
            YearShare.objects.get_or_create(player=seat.player, year=2026, language="en")
    if code == "hide-circle-talk":
        circle = Circle.objects.create(name="Thursday people")
        CircleRemark.objects.create(circle=circle, player=game.seats.filter(bot="")[0].player, text="Well.")
    if code == "show":
        said = Remark.objects.filter(game=game).first()
        perform("hide", game=game, by=moderator, reason="First.", remark=said.pk)


@pytest.fixture
def moments(ann, bob, carol, start, moderator, time_machine):
    """Random games of people, quiet hours and bots, each after some moves, when an act can be done to it."""

    def run(code: str, *, seed: str, most: int) -> Iterator[tuple[Game, random.Random]]:
        time_machine.move_to("2026-11-20T20:30:00Z", tick=False)
        bob.quiet_from, bob.quiet_to, bob.timezone = time(22), time(8), "Europe/Warsaw"
        bob.save()
        for number in range(5):
            chance = random.Random(f"{code}/{seed}{number}")
            game = start(ann, bob, carol, bots=number % 2)
            talk.post_remark(seat=seat_of(game, ann).pk, text="Well, well.")
            for _step in range(chance.randint(0, most)):
                if (game := Game.objects.get(pk=game.pk)).is_over:
                    break
                time_machine.shift(timedelta(minutes=chance.randint(0, 300)))
                answer(chance.choice(open_questions(game)))
            if not (game := Game.objects.get(pk=game.pk)).is_over:
                prepare_for(code, game, moderator)
                yield game, chance

    return run


@pytest.mark.slow
@pytest.mark.parametrize("code", ACTS)
def test_an_act_and_its_revert_leave_every_row_as_it_was(code, moments, moderator):
    """Identical rows, and views for all; rehearsed, it changes nothing."""
    done = 0
    for game, chance in moments(code, seed="", most=18):
        given, target = params_of(code, game, chance), target_of(code, game, chance)
        Game.objects.exclude(pk=game.pk).update(status=Game.Status.ENDED)
        before = game_rows(game)
        try:
            perform(code, by=moderator, reason="To see.", rehearse=True, **target, **given)
            assert game_rows(game) == before
            record = perform(code, by=moderator, reason="To see.", **target, **given).record
        except Refusal:
            continue
        if why := why_not_revert(record):
            is_answered = Game.objects.get(pk=game.pk).is_over or has_order(game, record)
            assert (code, is_answered) == ("answer", True), why
            continue
        assert (game_rows(game) == before) is ACTS[code].is_message
        revert(record, by=moderator)
        assert game_rows(game) == before
        if (done := done + 1) == 3:
            break
    assert done >= 2


# While these are in force nobody can use their time: a revert gives back what was left. Others leave the
# deadlines as they were.
GIVES_TIME_BACK = ("pause", "resume", "answer", "replace", "end", "void", "rewind")
CLOCKS = ("due_at", "time_left", "remind_at")


@pytest.mark.slow
@pytest.mark.parametrize("code", ACTS)
def test_a_later_revert_costs_nobody_any_time(code, moments, moderator, time_machine):
    """Some time after an act of which some have heard: the same rows and views, and time on each clock.

    Who has heard of the act hears that it was taken back; whose mail has not left gets neither.
    """
    done = 0
    for game, chance in moments(code, seed="later/", most=9):
        target, given = target_of(code, game, chance), params_of(code, game, chance)
        Game.objects.exclude(pk=game.pk).update(status=Game.Status.ENDED)
        before, left = game_rows(game), time_left(game)
        try:
            record = perform(code, by=moderator, reason="To see.", **target, **given).record
        except Refusal:
            continue
        heard = chance.sample(sorted(told(record)), k=len(told(record)) // 2)
        mails = Notice.objects.filter(kind=Notice.Kind.STAFF, params__act=record.pk)
        mails.filter(player__name__in=heard).update(status=Notice.Status.SENT)
        time_machine.shift(timedelta(minutes=chance.randint(1, 120)))
        if why_not_revert(record):
            continue
        revert(record, by=moderator)

        if code == "replace":  # of that seat alone
            left |= {seat: time for seat, time in time_left(game).items() if seat != given["seat"]}
        if code in GIVES_TIME_BACK:
            assert time_left(game) == left
            assert without_clocks(game_rows(game)) == without_clocks(before)
        else:
            assert game_rows(game) == before
        if code not in ("replace", "rename-player"):
            assert told(record, reverted=True) == set(heard)
        silent = mails.filter(params__reverted=False, status=Notice.Status.WAITING)
        assert {obsolete_reason(each) for each in silent} <= {
            "staff took it back",
            "the player has left the table",
        }
        if (done := done + 1) == 3:
            break
    assert done >= 2


def time_left(game: Game) -> dict[int, timedelta | None]:
    """How much time each seat that is asked has left, by its number."""
    found = {}
    for row in open_questions(game):
        row.game = game
        if row.time_left is not None or row.due_at is None:
            found[row.seat.number] = row.time_left
        else:
            found[row.seat.number] = running_time.elapsed(clock.now(), row.due_at, row.pauses)
    return found


def without_clocks(rows: dict[str, object]) -> dict[str, object]:
    """These rows without the deadlines of questions, which have moved by the time that has passed."""
    questions = [{k: v for k, v in row.items() if k not in CLOCKS} for row in rows["questions"]]
    return rows | {"questions": questions}


@pytest.mark.parametrize("code", [code for code, act in ACTS.items() if act.is_final])
def test_what_has_taken_effect_is_final(code, game, ann, moderator):
    """It says so, and nothing is changed by trying."""
    while question_of_turn(game).seat.player == ann:
        answer(question_of_turn(game))
    given = {"version": rewind_points(game)[0].version} if code == "rewind" else {}
    record = perform(code, game=game, by=moderator, reason="Spam.", **given).record
    carry_out_now(record)
    rows = row_of(Game.objects.get())

    assert why_not_revert(record) == "It has taken effect and is final."
    with pytest.raises(NotPossible, match="final"):
        revert(record, by=moderator)
    assert row_of(Game.objects.get()) == rows


def has_order(game: Game, record: StaffAct) -> bool:
    """Whether standing orders have played since an act."""
    return Move.objects.filter(game=game, created_at__gte=record.at, by="order").exists()


@pytest.fixture
def game(ann, bob, start):
    return start(ann, bob)


def told(record: StaffAct, *, reverted: bool = False) -> set[str]:
    """Who gets a mail about an act, or about its revert."""
    mails = Notice.objects.filter(kind=Notice.Kind.STAFF, params__act=record.pk, params__reverted=reverted)
    return set(mails.values_list("player__name", flat=True))


def events(game: Game) -> list[str]:
    """The public events of a game, by their codes."""
    moves = Move.objects.filter(game=game, kind=Move.Kind.EVENT).order_by("version")
    return [move.params["what"] for move in moves]


def test_a_rehearsal_changes_nothing_and_says_what_would_happen(game, ann, moderator):
    """Whose deadline moves and who gets mail; no record, no event, no notice."""
    before, mails = game_rows(game), Notice.objects.count()
    would = perform("extend", game=game, by=moderator, reason="Flu.", hours=24, rehearse=True)

    question = str(question_to(game, ann).pk)
    assert (list(would.before["question"]), [seat.name for seat in would.told]) == ([question], ["Ann"])
    assert (game_rows(game), StaffAct.objects.count(), Notice.objects.count()) == (before, 0, mails)
    assert events(game) == []


def test_a_slip_leaves_two_lines_and_no_mail(game, moderator):
    """Who has not heard of an act hears of neither; the history has both lines, with the reason."""
    record = perform("pause", game=game, by=moderator, reason="Wrong table.").record
    waiting = Notice.objects.filter(kind=Notice.Kind.STAFF)
    assert told(record) == {"Ann", "Bob"}
    revert(record, by=moderator)

    lines = [line.text for line in history_lines(game, None)][-2:]
    assert "Wrong table." in lines[0]
    assert (events(game), told(record, reverted=True)) == (["staff-pause", "staff-pause-reverted"], set())
    assert {obsolete_reason(notice) for notice in waiting} == {"staff took it back"}


def test_who_has_heard_of_an_act_hears_that_it_was_taken_back(game, moderator):
    """A mail that has left is followed by another one, which can be composed."""
    record = perform("rename", game=game, by=moderator, reason="Rude.", title="Saturday game").record
    Notice.objects.filter(player__name="Ann").update(status=Notice.Status.SENT)
    revert(record, by=moderator)

    assert told(record, reverted=True) == {"Ann"}
    assert Game.objects.get().name == "Friday game"
    for notice in Notice.objects.filter(kind=Notice.Kind.STAFF, params__reverted=True):
        assert compose(notice).body


def test_what_depends_on_an_act_is_named(game, ann, moderator):
    """Who has played since more time was given is named, and nothing is taken back."""
    record = perform("extend", game=game, by=moderator, reason="Flu.", hours=24).record
    answer(question_to(game, ann))

    assert "Ann" in why_not_revert(record)
    with pytest.raises(NotPossible, match="Ann"):
        revert(record, by=moderator)
    record.refresh_from_db()
    assert record.status == "done"


def test_more_time_that_is_being_used_stays(travel, game, ann, moderator):
    """Taking it back would put the deadline into the past."""
    record = perform("extend", game=game, by=moderator, reason="Flu.", hours=24).record
    travel(hours=30)

    assert "Ann" in why_not_revert(record)


@pytest.mark.parametrize("code", ["end", "void"])
def test_the_end_waits_for_a_day_and_can_be_called_off(travel, code, game, ann, moderator):
    """Until then the game rests and runs; nothing else may be done to its play; then it goes on as it was."""
    before = question_to(game, ann).due_at
    record = perform(code, game=game, by=moderator, reason="Spam.").record
    game.refresh_from_db()
    assert (record.status, game.status, game.paused_at is not None) == ("pending", "running", True)
    assert record.due_at - record.at == timedelta(hours=24)
    with pytest.raises(NotPossible):
        perform("resume", game=game, by=moderator, reason="No!")
    assert carry_out_due(stop_at=FOREVER).did == 0
    revert(record, by=moderator)
    travel(hours=25)
    carry_out_due(stop_at=FOREVER)

    game.refresh_from_db()
    record.refresh_from_db()
    assert (record.status, game.status, game.paused_at) == ("called-off", "running", None)
    assert question_to(game, ann).due_at - before < timedelta(seconds=5)


@pytest.mark.parametrize(("code", "counts"), [("end", True), ("void", False)])
def test_after_a_day_it_takes_effect(travel, code, counts, game, ann, bob, moderator):
    """Nothing is asked; the players read why; what was answered in a void game counts for nobody."""
    answer(question_to(game, ann))
    record = perform(code, game=game, by=moderator, reason="Spam.").record
    travel(hours=25)
    carry_out_due(stop_at=FOREVER)

    game.refresh_from_db()
    record.refresh_from_db()
    assert (record.status, game.status, game.end_reason) == ("done", "ended", "Spam.")
    assert set(Notice.objects.filter(kind="ended").values_list("player", flat=True)) == {ann.pk, bob.pk}
    assert Question.objects.filter(game=game, counts_for=ann).exists() is counts
    assert open_questions(game) == []
    with pytest.raises(Resting):
        answer(Question.objects.filter(game=game).first(), ["bread"])


def test_moves_are_taken_back_to_the_beginning_of_a_turn(game, ann, bob, moderator):
    """After its day the table is what it was when Ann began, she is asked again, and the history says so."""
    hand = access.view(game, seat_of(game, ann)).hand
    while question_of_turn(game).seat.player == ann:
        answer(question_of_turn(game))
    (point,) = rewind_points(game)
    would = perform("rewind", game=game, by=moderator, reason="A bug.", version=point.version, rehearse=True)
    assert would.effects
    record = perform("rewind", game=game, by=moderator, reason="A bug.", version=point.version).record
    with pytest.raises(Resting):
        answer(open_questions(game)[0])
    carry_out_now(record)

    assert (record.status, Game.objects.get().paused_at) == ("done", None)
    assert access.view(game, seat_of(game, ann)).hand == hand
    assert question_to(game, ann).due_at > clock.now()
    assert any(line.is_undone for line in history_lines(game, None))


def test_what_has_become_impossible_is_called_off(game, ann, moderator):
    """A table that can't go back any more goes on instead."""
    answer(question_to(game, ann))
    version = rewind_points(game)[0].version
    record = perform("rewind", game=game, by=moderator, reason="A bug.", version=version).record
    GameState.objects.filter(game=game).update(earlier=b"")
    carry_out_now(record)

    assert (record.status, Game.objects.get().paused_at) == ("called-off", None)
    assert question_of_turn(game).due_at is not None


def question_of_turn(game: Game) -> Question:
    return open_questions(game)[0]


@pytest.mark.parametrize("code", [code for code in GAME_ACTS if code != "show"])
def test_nobody_acts_on_a_table_at_which_they_sit(code, ann, bob, start, moderator):
    """Nobody is their own judge, whatever the act."""
    game, chance = start(ann, bob, moderator), random.Random(1)
    remark = talk.post_remark(seat=seat_of(game, ann).pk, text="Well.")
    given = params_of(code, game, chance) | ({"remark": remark.pk} if code == "hide" else {})
    with pytest.raises(NotAllowed):
        perform(code, game=game, by=moderator, reason="To win.", **given)

    assert not StaffAct.objects.exists()


def test_a_deputy_does_not_act_on_the_table_nor_who_was_one(game, ann, moderator):
    """They hold a hand there, and may know it still when they are none any more."""
    until = clock.now().astimezone(ann.zone).date() + timedelta(days=2)
    asked = ask_deputy(seat=seat_of(game, ann), by=ann, who=moderator.email, until=until)
    other = make_player("Olga", is_staff=True, is_superuser=True)
    record = perform("pause", game=game, by=other, reason="Holiday.").record
    acts = (partial(perform, "resume", game=game, reason="Back."), partial(revert, record))
    accept_deputy(deputy=asked.pk, by=moderator)
    for act in acts:
        with pytest.raises(NotAllowed):
            act(by=moderator)
    end_deputy(deputy=asked.pk, by=ann)
    for act in acts:
        with pytest.raises(NotAllowed):
            act(by=moderator)


def test_who_may_only_look_does_nothing(game, moderator):
    """The right to change games is asked for here, and not by pages alone."""
    watcher = make_player("Watcher", is_staff=True)
    record = perform("pause", game=game, by=moderator, reason="Holiday.").record

    for act in (partial(perform, "resume", game=game, reason="Back."), partial(revert, record)):
        with pytest.raises(NotAllowed):
            act(by=watcher)


def test_nobody_learns_from_acts_who_has_passed_in_a_window(moderator):
    """No seat is answered for or given time alone; time for all goes to all, by names that say nothing."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)
    for name in ("bob", "cid"):
        order(stored, name, *asks("new rule"))
    answer_of(stored, "ann", "draw-2")
    answer_of(stored, "cid", "pass")
    for code in ("answer", "extend"):
        for name in ("bob", "cid"):
            number = stored.seats[name].number
            with pytest.raises(NotPossible, match="secret"):
                perform(code, game=stored.game, by=moderator, reason="To see.", seat=number, hours=1)
    record = perform("extend", game=stored.game, by=moderator, reason="All are ill.", hours=1).record

    assert told(record) == {"Ann", "Bob", "Cid"}
    for player in (stored.players["bob"], stored.players["cid"]):
        with pytest.raises(NotPossible):
            perform("extend-all", player=player, by=moderator, reason="To see.", hours=1)


def test_nobody_acts_on_themselves_or_their_own_deck(moderator):
    """Nor renames somebody with whom they sit at a table."""
    deck = Deck.objects.create(owner=moderator, name="Mine", is_hidden=True)
    for code, target in (("show-deck", {"deck": deck}), ("rename-player", {"player": moderator})):
        with pytest.raises(NotAllowed):
            perform(code, by=moderator, reason="Mine.", name="Me", **target)


def test_a_person_is_renamed_at_all_their_tables(ann, bob, start, moderator):
    """One mail goes to them, each table reads the new name alone, and a revert gives the old one back."""
    games = [start(ann, bob), start(bob, ann)]
    record = perform("rename-player", player=ann, by=moderator, reason="Rude.", name="Flower").record

    assert [str(seat_of(game, ann)) for game in games] == ["Flower"] * 2
    assert "Ann" not in history_lines(games[1], None)[-1].text
    assert Notice.objects.filter(kind=Notice.Kind.STAFF, player=ann).count() == 1
    revert(record, by=moderator)
    ann.refresh_from_db()
    assert (ann.name, str(seat_of(games[0], ann))) == ("Ann", "Ann")


def test_all_games_of_a_person_get_more_time_at_once_and_lose_it_at_once(ann, bob, carol, start, moderator):
    """But for the tables at which who acts sits; one press takes it all back."""
    games = [start(ann, bob), start(ann, carol), start(bob, ann)]
    own = start(ann, moderator)
    before = [question_to(game, ann).due_at for game in games[:2]]
    record = perform("extend-all", player=ann, by=moderator, reason="Flu.", hours=48).record
    after = [question_to(game, ann).due_at for game in games[:2]]
    revert(record, by=moderator)

    assert [new - old for old, new in zip(before, after, strict=True)] == [timedelta(hours=48)] * 2
    assert [question_to(game, ann).due_at for game in games[:2]] == before
    assert (events(games[0]), events(own)) == (["staff-extend", "staff-extend-reverted"], [])


@pytest.mark.slow
def test_an_act_of_more_than_twenty_games_is_refused(ann, bob, start, moderator):
    for _game in range(21):
        start(ann, bob)
    with pytest.raises(Capped):
        perform("extend-all", player=ann, by=moderator, reason="Flu.", hours=1)

    assert not StaffAct.objects.exists()


def test_a_seat_that_was_taken_over_is_not_called_back(game, ann, bob, moderator):
    """Somebody new sits there, and knows the hand."""
    record = perform("offer", game=game, by=moderator, reason="Gone.", seat=seat_of(game, ann).number).record
    take_over(game=game, number=1, player=make_player("Dora"))

    assert why_not_revert(record)


def test_a_seat_goes_to_another_player_at_once(game, ann, bob, moderator):
    """Dora has Ann's hand and a fresh clock, and nothing of what was private to her; Ann reads why."""
    dora = make_player("Dora")
    hand = access.view(game, seat_of(game, ann)).hand
    SeatNotebook.objects.create(seat=seat_of(game, ann), text="Bob likes milk")
    record = perform("replace", game=game, by=moderator, reason="She asked.", seat=1, to=dora.pk).record
    seat = seat_of(game, dora)

    assert access.view(game, seat).hand == hand
    assert (question_to(game, dora).counts_for, Game.objects.get().host) == (dora, bob)
    assert not SeatNotebook.objects.exists()
    assert "milk" not in repr((record.before, record.after, record.params))
    assert history_lines(game, None)[-1].text == "A moderator gave the seat of Ann to Dora: She asked."
    assert told(record) == {"Dora", "Bob"}
    letter = compose(Notice.objects.get(player=ann, kind=Notice.Kind.WARNING))
    assert "She asked." in letter.body
    assert not obsolete_reason(Notice.objects.get(player=ann, kind=Notice.Kind.WARNING))


@pytest.mark.parametrize("is_bot", [True, False], ids=["a bot", "a player"])
def test_a_seat_is_given_back_with_all_that_was_private(travel, is_bot, game, ann, bob, moderator):
    """Also when the game has gone on; who had it meanwhile knows a hand, and their links stay dead."""
    dora = make_player("Dora")
    SeatNotebook.objects.create(seat=seat_of(game, bob), text="Ann likes milk")
    to = None if is_bot else dora.pk
    record = perform("replace", game=game, by=moderator, reason="Wrong seat.", seat=2, to=to).record
    epoch = game.seats.get(number=2).link_epoch
    Notice.objects.filter(player=bob, kind=Notice.Kind.WARNING).update(status=Notice.Status.SENT)
    answer(question_to(game, ann))
    travel(hours=3)
    revert(record, by=moderator)
    seat = seat_of(game, bob)

    assert (seat.name, seat.bot, seat.link_epoch) == ("Bob", "", epoch + 1)
    assert SeatNotebook.objects.get().text == "Ann likes milk"
    assert list(seat.former_players.values_list("player__name", flat=True)) == ([] if is_bot else ["Dora"])
    assert told(record, reverted=True) == {"Bob"}


def test_what_a_seat_was_called_earlier_outlives_a_revert(game, ann, bob, moderator):
    """Bob lost the seat once before, under another name: that is noted still when he has it again."""
    dora = make_player("Dora")
    seat_of(game, bob).former_players.create(player=bob, name="Robert")
    record = perform("replace", game=game, by=moderator, reason="Wrong seat.", seat=2, to=dora.pk).record
    replaced = seat_of(game, dora).former_players.get().names
    revert(record, by=moderator)
    former = {row.player.name: row.names for row in seat_of(game, bob).former_players.all()}

    assert replaced == {"Bob", "Robert"}
    assert former == {"Bob": {"Robert"}, "Dora": {"Dora"}}


def test_who_has_played_in_a_seat_keeps_it(game, ann, moderator):
    """Then something depends on it. Nor does a seat go to somebody at the table, or to who acts."""
    dora = make_player("Dora")
    record = perform("replace", game=game, by=moderator, reason="Gone.", seat=1, to=dora.pk).record
    answer(question_to(game, dora))

    assert "Dora has played" in why_not_revert(record)
    for player in (ann, moderator, seat_of(game, dora).player):
        with pytest.raises(Refusal):
            perform("replace", game=game, by=moderator, reason="Gone.", seat=2, to=player.pk)


def test_an_answer_of_staff_is_no_missed_turn(game, ann, moderator):
    """The history says that a moderator let the site answer, and the player's record stays as it was."""
    perform("answer", game=game, by=moderator, reason="She is ill.", seat=seat_of(game, ann).number)

    assert seat_of(game, ann).timeouts_in_row == 0
    assert not Question.objects.filter(counts_for=ann, closed_by="clock").exists()
    assert "staff-answer" in events(game)


def test_a_word_to_one_person_is_for_them_alone(game, moderator, settings):
    """One mail, which says where to answer, and no line in the history."""
    record = perform("warn", game=game, by=moderator, reason="Please be kind.", seat=2).record

    assert (told(record), events(game)) == ({"Bob"}, [])
    body = compose(Notice.objects.get(kind=Notice.Kind.STAFF)).body
    assert "Please be kind." in body
    assert "in the history of the table" not in body
    assert parseaddr(settings.CONTACT_EMAIL)[1] in body


def test_what_is_stored_about_an_act_holds_no_secret(game, ann, moderator):
    """Neither hand, nor seed, nor what was answered."""
    record = perform("answer", game=game, by=moderator, reason="Ill.", seat=1).record
    cards = {card for seat in game.seats.all() for card in access.view(game, seat).hand}
    stored = repr(row_of(record))

    assert cards
    assert not [card for card in cards if f"'{card}'" in stored]
    assert GameState.objects.get(game=game).seed[:12] not in stored


def test_an_offer_of_staff_that_lapses_seats_no_bot_and_says_so(travel, game, ann, moderator):
    """Ann has played all the while, and the history doesn't speak of a bot."""
    perform("offer", game=game, by=moderator, reason="Gone.", seat=seat_of(game, ann).number)
    Seat.objects.filter(game=game, player=ann).update(offered_at=clock.now() - OFFERED_FOR)
    withdraw_stale_offers(stop_at=FOREVER)

    assert history_lines(game, None)[-1].text == "Nobody took over from Ann, who keeps the seat."
