"""Games that sleep while the rules' code changes: at most one play is done again, and the table is told."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from engine.scenario import deal
from games.core import access
from games.core.refusal import Stale
from games.history import game_history
from games.models import By, GameState, Move, Notice, SeatNote, Wish
from games.periodic.sweep import sweep_deadlines, sweep_wishes
from games.play.table_action import restore_checkpoint

from .conftest import make_player
from .play import (
    advice,
    answer,
    is_in_a_play,
    let_time_run_out,
    open_questions,
    play_to_end,
    position,
    set_table,
)


@pytest.fixture
def diverged(ann, bob, start):
    """A game in the middle of a play whose journal no longer fits the code."""
    game = start(ann, bob, make_player("Carol"))
    set_table(game, position(is_in_a_play))
    break_journal(game)
    return game


def break_journal(game):
    """Let the play in progress have begun with a card that the code doesn't have."""
    state = GameState.objects.get(game=game)
    stored = json.loads(bytes(state.data))
    assert stored["journal"]
    stored["journal"][0][1] = ["a-card-of-yesterday"]
    state.data = json.dumps(stored).encode()
    state.save()


def check() -> tuple[str, str]:
    """Run the command; return what it printed, and what it complained of."""
    out = StringIO()
    try:
        call_command("check_suspended", stdout=out)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


@pytest.mark.slow
def test_a_diverged_play_is_taken_back_and_told(diverged):
    """An answer to the old question is refused in words; the play begins again and the game goes on."""
    (stale,) = open_questions(diverged)
    with pytest.raises(Stale):
        answer(stale, ["bread"])

    again = open_questions(diverged)
    told = [line.text for line in game_history.history_lines(diverged, None)]
    assert Move.objects.filter(game=diverged, kind=Move.Kind.RESTORED).count() == 1
    assert any("A play was undone because the rules were fixed" in text for text in told)
    assert {question.number for question in again}.isdisjoint({stale.number})
    assert Notice.objects.filter(question__in=again).count() == len(again)
    assert play_to_end(diverged).is_over


def test_nobody_is_told_of_a_surprise_that_they_held_before_the_play_was_taken_back(ann, bob, start):
    """Bob has held Veto all along: the table at its checkpoint brings him no new card."""
    game = start(ann, bob, edition="wonderland")
    table = deal(edition="wonderland", ann=["tea", "tarts"], bob=["veto", 1], drawn=1)
    table.seats[0].plays("tea")
    set_table(game, table.game.dump())
    SeatNote.objects.all().delete()
    break_journal(game)
    restore_checkpoint(game=game.pk)

    assert Move.objects.filter(game=game, kind=Move.Kind.RESTORED).count() == 1
    assert not SeatNote.objects.filter(kind=SeatNote.Kind.HOLDING).exists()


def test_a_diverged_game_can_be_looked_at(diverged):
    """Its page shows the checkpoint, and changes nothing."""
    before = bytes(GameState.objects.get(game=diverged).data)

    assert access.view(diverged, None) is not None
    assert bytes(GameState.objects.get(game=diverged).data) == before


def test_check_suspended_is_content_with_games_that_load(ann, bob, start):
    """Every running game loads: exit code 0."""
    start(ann, bob)
    start(ann, bob, starter="first")

    assert check() == ("2 running games: all can go on.\n", "")


def test_check_suspended_finds_what_diverges(diverged):
    """A play that would be lost is reported, with the game's key and no secret, and the exit code is 1."""
    out, complaint = check()

    assert out.startswith(f"{diverged.key}: the play in progress is done again")
    assert (
        complaint
        == "1 running games: 1 lose their play in progress, 0 cannot be loaded, 0 break an invariant."
    )


def test_check_suspended_finds_what_cannot_be_loaded(ann, bob, start):
    """A state that is no game is reported, and the others are looked at all the same."""
    broken = start(ann, bob)
    GameState.objects.filter(game=broken).update(data=b'{"format": 99}')
    start(ann, bob)
    out, complaint = check()

    assert out.startswith(f"{broken.key}: cannot be loaded: ")
    assert (
        complaint
        == "2 running games: 0 lose their play in progress, 1 cannot be loaded, 0 break an invariant."
    )


def test_check_suspended_can_take_the_plays_back_itself(diverged):
    """With --restore the game is mended at once."""
    call_command("check_suspended", "--restore", stdout=StringIO())

    assert check()[1] == ""
    question = open_questions(diverged)[0]
    assert answer(question, advice(question)).move.pk


def test_the_clock_takes_a_diverged_play_back_too(diverged):
    """A sweep that meets a diverged game mends it, and strikes the next time."""
    let_time_run_out(diverged)
    sweep_deadlines()

    assert Move.objects.filter(game=diverged, kind=Move.Kind.RESTORED).count() == 1


@pytest.fixture
def with_a_lost_card(ann, bob, start):
    """A game that is stored with a card of which the code is gone."""
    game = start(ann, bob)
    state = GameState.objects.get(game=game)
    state.data = bytes(state.data).replace(b'"bread"', b'"brown-bread"')
    state.save()
    return game


def test_check_suspended_names_cards_that_are_gone(with_a_lost_card):
    """Whoever deploys reads which card is missing from which game."""
    out, complaint = check()

    assert out == f"{with_a_lost_card.key}: cannot be loaded: This code has no card called brown-bread.\n"
    assert complaint.startswith("1 running games: 0 lose their play in progress, 1 cannot be loaded")


def test_check_suspended_finds_what_breaks_an_invariant(ann, bob, start):
    """A card that lies in two places is found, though the game loads."""
    game = start(ann, bob)
    state = GameState.objects.get(game=game)
    stored = json.loads(bytes(state.data))
    pile = stored["checkpoint"]["draw_pile"]
    pile[0] = pile[1]
    GameState.objects.filter(game=game).update(data=json.dumps(stored).encode())
    out, complaint = check()

    assert out.startswith(f"{game.key}: The card ")
    assert "is in 2 places." in out
    assert complaint.endswith("0 cannot be loaded, 1 break an invariant.")


def test_check_suspended_reads_the_database_of_another_release(with_a_lost_card):
    """It needs but the columns that games have had from the start, so it runs before the migrations, too."""
    needed = {"games_game": ("id", "key", "status", "commitment"), "games_gamestate": ("game_id", "data")}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no table is altered while a check is pending
        for table, kept in needed.items():
            columns = {
                column.name for column in connection.introspection.get_table_description(cursor, table)
            }
            for column in sorted(columns.difference(kept)):
                cursor.execute(f'ALTER TABLE {table} DROP COLUMN "{column}" CASCADE')
        out, _complaint = check()
        transaction.set_rollback(True)

    assert "brown-bread" in out


def test_a_table_that_cannot_be_read_says_so(with_a_lost_card, ann, client, caplog):
    """Its page is a sentence and not a fault, the log names game and card, and nothing is changed."""
    before = bytes(GameState.objects.get(game=with_a_lost_card).data)
    client.force_login(ann)
    page = client.get(f"/g/{with_a_lost_card.key}/")

    assert page.status_code == 503
    assert "This table can’t be opened" in page.content.decode()
    assert (
        f"game {with_a_lost_card.key} can’t be read: This code has no card called brown-bread." in caplog.text
    )
    assert before == bytes(GameState.objects.get(game=with_a_lost_card).data)


def test_an_answer_at_a_table_that_cannot_be_read_says_so(with_a_lost_card, client):
    """Who answers by an old page is told, and the answer is not recorded."""
    (question,) = open_questions(with_a_lost_card)
    client.force_login(question.seat.player)
    moves = Move.objects.count()
    page = client.post(
        f"/g/{with_a_lost_card.key}/answer/", {"number": question.number, "choice": ["brown-bread"]}
    )

    assert page.status_code == 503
    assert "Nothing is lost" in page.content.decode()
    assert moves == Move.objects.count()


def test_sweeps_pass_a_table_that_cannot_be_read(with_a_lost_card, ann, bob, start):
    """The clocks and the wishes of other games go on."""
    other = start(ann, bob)
    let_time_run_out(with_a_lost_card, other)
    struck = sweep_deadlines()
    for game in (with_a_lost_card, other):
        Wish.objects.create(game=game, player=bob, seat=game.seats.get(player=bob), kind=Wish.Kind.LEAVE)
    carried_out = sweep_wishes()

    assert (2, 0) == (struck.did, struck.failed)  # a game that can't be read rests
    assert Move.objects.filter(game=other, by=By.CLOCK).exists()
    assert (2, 1) == (carried_out.did, carried_out.failed)
    assert [with_a_lost_card] == [wish.game for wish in Wish.objects.filter(settled_at=None)]
