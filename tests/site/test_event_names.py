"""Events keep whom they name by seat and player: names are put into words when they are read."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils.translation import override

from games import clock
from games.core.event_log import Named, note_event
from games.history.event_sentences import event_sentence
from games.history.game_history import history_lines
from games.models import Deputy, Game, Move, Notice, Player, Seat, StaffAct
from games.moderation.desk import perform, revert, why_not_revert
from games.moderation.roles import MODERATOR, appoint, make_groups
from games.people.account_deletion import delete_account
from games.people.talk import post_remark
from games.seats.deputies import accept_deputy, ask_deputy
from games.seats.replacement import offer_seat, take_over

from .conftest import make_player
from .play import seat_of


def told(game: Game) -> list[str]:
    """The events of a game as everybody reads them."""
    return [line.text for line in history_lines(game, None) if line.kind == Move.Kind.EVENT]


def delete(player: Player) -> None:
    """Delete an account whose time has come."""
    Player.objects.filter(pk=player.pk).update(deletion_at=clock.now() - timedelta(days=1))
    delete_account(player.pk)


def stored(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """The rows of the history of a game."""
    return list(Move.objects.filter(game=game).order_by("pk").values_list("pk", "params"))


def test_who_is_renamed_has_the_new_name_in_earlier_lines(ann, bob, start, moderator):
    """A revert of the act gives each row back as it was."""
    game = start(ann, bob)
    offer_seat(seat=seat_of(game, ann))
    rows = stored(game)
    before = told(game)
    record = perform("rename-player", player=ann, by=moderator, reason="Asked.", name="Annika").record
    renamed = told(game)
    revert(record, by=moderator)

    assert before == ["Someone else can take over from Ann. Until then a bot plays."]
    assert renamed[0] == "Someone else can take over from Annika. Until then a bot plays."
    assert rows == stored(game)[: len(rows)]


def test_a_name_that_staff_took_away_stays_away(ann, bob, carol, start, moderator):
    """Also once the seat has changed hands, and where the person only had a seat, or plays as a deputy."""
    own, had, helped = start(ann, bob), start(ann, bob), start(bob, carol)
    for game in (own, had):
        offer_seat(seat=seat_of(game, ann))
    take_over(game=had, number=1, player=carol)
    until = clock.now().date() + timedelta(days=3)
    ask_deputy(seat=seat_of(helped, bob), by=bob, who=ann.email, until=until)
    accept_deputy(deputy=Deputy.objects.get().pk, by=ann)
    tables = (own, had, helped)
    rows = [stored(game) for game in tables]
    record = perform("rename-player", player=ann, by=moderator, reason="Rude.", name="Flower").record
    mailed = Notice.objects.filter(kind=Notice.Kind.STAFF, player=ann).count()
    take_over(game=own, number=1, player=carol)
    lines = [line for game in tables for line in told(game)]

    assert mailed == 1
    assert not any("Ann" in line for line in lines)
    assert sum("Flower" in line for line in lines) == 6
    assert why_not_revert(record) != ""
    assert [len(each) for each in rows] == [
        len(stored(game)) - more for game, more in zip(tables, (2, 0, 0), strict=True)
    ]


def test_a_renamed_deputy_has_the_old_name_again_after_a_revert(ann, bob, carol, start, moderator):
    """At a table where they never sat."""
    game = start(bob, carol)
    until = clock.now().date() + timedelta(days=3)
    ask_deputy(seat=seat_of(game, bob), by=bob, who=ann.email, until=until)
    accept_deputy(deputy=Deputy.objects.get().pk, by=ann)
    rows, lines = stored(game), told(game)
    record = perform("rename-player", player=ann, by=moderator, reason="Rude.", name="Flower").record
    renamed = told(game)
    revert(record, by=moderator)

    assert "Flower" in renamed[0]
    assert rows == stored(game)[: len(rows)]
    assert lines == told(game)[: len(lines)]


def test_a_name_goes_from_the_history_of_every_lobby(ann, bob, moderator, django_assert_max_num_queries):
    """Somebody may have left many of them; the moderator sits at some, and can act all the same."""
    games = [Game.objects.create(name=f"Game {number}", host=bob) for number in range(25)]
    Seat.objects.create(game=games[3], number=1, player=moderator, status=Seat.Status.TAKEN)
    for game in games:
        note_event(game, "left", name=Named(name="Ann", seat=None, player=ann.pk))
    rows = [stored(game) for game in games]
    with django_assert_max_num_queries(20):
        record = perform("rename-player", player=ann, by=moderator, reason="Rude.", name="Flower").record
    renamed = [params["name"] for game in games for _pk, params in stored(game)]
    revert(record, by=moderator)

    assert renamed == ["Flower"] * 25
    assert rows == [stored(game) for game in games]


@pytest.mark.parametrize("has_tables", [True, False])
def test_a_deletion_takes_a_name_with_a_colon_whole(ann, bob, start, moderator, has_tables):
    """Half of it may be the name of somebody else."""
    Player.objects.filter(pk=ann.pk).update(name="Bob: the king")
    ann.refresh_from_db()
    game = start(ann, bob, name="Night: a game") if has_tables else None
    perform("suspend", player=ann, by=moderator, reason="Bob complains of Bob: the king.", days=3)
    Player.objects.filter(pk=ann.pk).update(name="Zoe")
    delete(Player.objects.get(pk=ann.pk))
    record = StaffAct.objects.get()

    assert record.reason == "Bob complains of Former player."
    assert record.about == ("Former player" if game is None else f"Former player: Night: a game ({game.key})")


@pytest.mark.parametrize("is_still_there", [True, False])
def test_a_deletion_takes_no_game_for_a_name(ann, bob, start, moderator, is_still_there):
    """Where the account had no name, the record begins with its games."""
    game = start(ann, bob, name="Friday")
    Player.objects.filter(pk=ann.pk).update(name="")
    perform("suspend", player=Player.objects.get(pk=ann.pk), by=moderator, reason="Rude.", days=3)
    if not is_still_there:
        Game.objects.filter(pk=game.pk).update(name="Saturday")
    delete(Player.objects.get(pk=ann.pk))

    assert StaffAct.objects.get().about == f"Friday ({game.key})"


def test_a_deletion_forgets_what_acts_called_somebody(ann, bob, start, moderator):
    """They have renamed themselves since, and the records hold neither name."""
    start(ann, bob)
    perform("write", player=ann, by=moderator, reason="Dear Ann, be kind.")
    perform("suspend", player=ann, by=moderator, reason="Ann isn’t.", days=3)
    make_groups()
    appoint(player=ann, role=MODERATOR, by=moderator, reason="Ann is.")
    appoint(player=ann, role="", by=moderator, reason="Ann isn’t.")
    Player.objects.filter(pk=ann.pk).update(name="Zoe", suspended_until=None)
    delete(Player.objects.get(pk=ann.pk))
    rows = list(StaffAct.objects.values("about", "reason", "params", "before", "after"))

    assert len(rows) == 4
    assert "Ann" not in str(rows)
    assert "Former player" in rows[0]["about"]


def test_who_is_renamed_back_was_renamed_all_the_same(ann, bob, start, moderator):
    """The line says which name it was."""
    game = start(ann, bob)
    perform("rename-player", player=ann, by=moderator, reason="Asked.", name="Annika")
    perform("rename-player", player=ann, by=moderator, reason="Asked.", name="Anni")

    assert [line.rpartition(" is now ")[2] for line in told(game)] == ["Annika: Asked.", "Anni: Asked."]


def test_who_has_lost_the_seat_keeps_their_lines(ann, bob, carol, start):
    """Whoever has it now didn't do it."""
    game = start(ann, bob)
    offer_seat(seat=seat_of(game, ann))
    take_over(game=game, number=1, player=carol)

    assert told(game) == [
        "Someone else can take over from Ann. Until then a bot plays.",
        "Carol has taken over from Ann.",
    ]


def test_a_deletion_goes_by_the_player_not_the_name(ann, bob, carol, start):
    """Two were called the same at one table: only the lines of one forget it."""
    game = start(ann, bob)
    offer_seat(seat=seat_of(game, ann))
    take_over(game=game, number=1, player=carol, name="Cleo")
    offer_seat(seat=seat_of(game, bob))
    take_over(game=game, number=2, player=make_player("Ann Two"), name="Ann")
    delete(ann)

    assert told(game)[:4] == [
        "Someone else can take over from Former player. Until then a bot plays.",
        "Cleo has taken over from Former player.",
        "Someone else can take over from Bob. Until then a bot plays.",
        "Ann has taken over from Bob.",
    ]


def test_a_deputy_who_never_sat_here_is_forgotten(ann, bob, carol, start):
    """What a table tells of a deputy goes with the deputy's account, too."""
    game = start(ann, bob)
    until = clock.now().date() + timedelta(days=3)
    ask_deputy(seat=seat_of(game, ann), by=ann, who=carol.email, until=until)
    accept_deputy(deputy=Deputy.objects.get().pk, by=carol)
    before = told(game)
    delete(carol)

    assert ["Carol" in line for line in before] == [True]
    assert not any("Carol" in line for line in told(game))
    assert not Move.objects.filter(game=game, params__icontains="carol").exists()


def test_a_deputy_is_forgotten_after_the_player_whose_deputy_they_were(ann, bob, carol, start):
    """What led from the deputy to the table went with the first account: the key in the event is left."""
    game = start(ann, bob)
    until = clock.now().date() + timedelta(days=3)
    ask_deputy(seat=seat_of(game, ann), by=ann, who=carol.email, until=until)
    accept_deputy(deputy=Deputy.objects.get().pk, by=carol)
    delete(ann)
    delete(carol)

    assert not any("Carol" in line for line in told(game))
    assert not Move.objects.filter(game=game, params__icontains="carol").exists()


def test_who_has_the_name_of_a_deputy_keeps_it(ann, bob, carol, start):
    """Words without keys, such as those of the release before, name the one who has the seat."""
    game = start(ann, bob)
    Player.objects.filter(pk=carol.pk).update(name="Bob")
    until = clock.now().date() + timedelta(days=3)
    ask_deputy(seat=seat_of(game, ann), by=ann, who=carol.email, until=until)
    accept_deputy(deputy=Deputy.objects.get().pk, by=Player.objects.get(pk=carol.pk))
    move = note_event(Game.objects.get(pk=game.pk), "away-over", name="Bob")
    delete(Player.objects.get(pk=carol.pk))
    move.refresh_from_db()

    assert move.params["name"] == "Bob"


def test_bots_are_called_as_the_reader_calls_them(ann, start):
    """Not as the one called them whose press wrote the event."""
    game = start(ann, bots=1)
    bot = game.seats.exclude(bot="").get()
    Seat.objects.filter(pk=bot.pk).update(name="Curie")
    note_event(game, "away-over", name=Seat.objects.get(pk=bot.pk))

    with override("pl"):
        assert told(game)[-1].startswith(str(Seat.objects.get(pk=bot.pk)))


def test_an_event_of_an_earlier_release_is_told_as_it_is(ann, bob, start):
    """It has names as words, and nothing else."""
    game = start(ann, bob)
    old = {"what": "time-given", "name": "Annabel", "to": "Bob", "hours": 24}

    assert event_sentence(old, game.seats.all()) == "Annabel gives Bob 24 more hours."


MISFITS = [[], "Ann", {"name": "Ann"}, {"name": [{"seat": "Ann"}]}, {"name": [2]}]


@pytest.mark.other_release
@pytest.mark.parametrize("who", MISFITS)
def test_keys_of_another_form_are_left_out(who, ann, bob, start):
    """The words are told."""
    game = start(ann, bob)
    move = note_event(game, "away-over", name="Ann")
    Move.objects.filter(pk=move.pk).update(params={"what": "away-over", "name": "Ann", "who": who})

    assert told(game) == ["Ann is back from vacation."]


def test_a_name_is_stored_in_its_word_alone(ann, bob, start):
    """The release before tells it, and its deletion of an account finds it."""
    game = start(ann, bob)
    seats = [seat_of(game, each) for each in (ann, bob)]
    give = note_event(game, "time-given", name=seats[0], to=seats[1], hours=24)
    several = note_event(game, "staff-extend", name=seats, hours=1, reason="All are ill.")

    assert (give.params["name"], give.params["to"], several.params["name"]) == ("Ann", "Bob", "Ann, Bob")
    assert [each["player"] for each in several.params["who"]["name"]] == [ann.pk, bob.pk]
    assert [str(move.params).count("Ann") for move in (give, several)] == [1, 1]


def test_acts_of_staff_name_by_key(ann, bob, carol, start, moderator):
    """Each event and each mail that names somebody says who that is."""
    game = start(ann, bob, carol)
    said = post_remark(seat=seat_of(game, bob).pk, text="Well.")
    about = {"by": moderator, "reason": "Asked."}
    perform("extend", game=game, hours=1, **about)
    perform("hide", game=game, remark=said.pk, **about)
    perform("answer", game=game, seat=1, **about)
    perform("offer", game=game, seat=2, **about)
    perform("rename-player", player=ann, name="Annika", **about)
    perform("replace", game=game, seat=3, to=None, **about)
    perform("suspend", player=bob, days=3, **about)
    events = [move.params for move in Move.objects.filter(game=game, kind=Move.Kind.EVENT)]
    mails = [each.params["sentence"] for each in Notice.objects.filter(kind=Notice.Kind.STAFF)]

    assert len(events) == 7
    for params in events + mails:
        assert params.keys() & {"name", "to", "old", "deputy"} == params.get("who", {}).keys()
