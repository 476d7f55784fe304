"""One narrator: what is told in short is told at length, too, whoever looks and however the answer came."""

from contextlib import suppress

import pytest
from django.utils import translation

from engine import QuestionKind
from games.core.event_log import event_params
from games.core.window_passes import PASS, windows_among
from games.history.narrator import Length, Viewer, narrate
from games.models import By, Game, Move

from .play import play_to_end


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["fluxx", "wonderland", "board"])
def test_a_headline_is_a_line_of_the_history(edition, ann, bob, start):
    """Even where the dashboard doesn't know what was asked, it tells nothing that the history hides."""
    game = start(ann, bob, edition=edition)
    with suppress(AssertionError):  # the game does not end so soon
        play_to_end(game, 30)
    game = Game.objects.get(pk=game.pk)
    seats, moves = tuple(game.seats.all()), list(game.moves.all())
    windows = windows_among(game, moves)
    told = 0
    for viewer in (Viewer(game, seats), *(Viewer(game, seats, seat.number) for seat in seats)):
        for move in moves:
            known = QuestionKind.WINDOW if (move.question_number or 0) in windows else QuestionKind.UNKNOWN
            guessed = QuestionKind.WINDOW if move.labels == PASS else QuestionKind.UNKNOWN
            for by in (By.PAGE, By.BOT, By.ORDER, By.CLOCK):
                move.by = by
                short = [each.text for each in narrate(move, viewer, Length.HEADLINE, asked=guessed)]
                whole = [each.text for each in narrate(move, viewer, Length.WHOLE, asked=known)]
                assert set(short) <= set(whole)
                assert len(short) == bool(whole) or guessed != known
                told += len(short)

    assert told > 40


def test_who_undid_a_move_is_told_at_length_alone(ann, bob, start):
    """On a dashboard no moves stand “above”."""
    game = start(ann, bob)
    seat = game.seats.get(player=ann)
    move, viewer = Move(kind=Move.Kind.UNDO, seat=seat, params={"to": 1}), Viewer.of(game)

    assert ["Ann undid the moves above."] == [each.text for each in narrate(move, viewer, Length.WHOLE)]
    assert ["A move was undone."] == [each.text for each in narrate(move, viewer, Length.HEADLINE)]


@pytest.mark.parametrize("length", [Length.WHOLE, Length.HEADLINE])
def test_a_pass_in_a_window_that_the_site_gave_is_told_to_nobody(length, ann, bob, start):
    """Not that time ran out, and so not that anybody was asked (requirement H7)."""
    game = start(ann, bob)
    for seat in game.seats.all():
        move = Move(kind=Move.Kind.ANSWER, seat=seat, by=By.CLOCK, labels=PASS, outcomes=[])
        for viewer in (Viewer.of(game), Viewer.of(game, seat)):
            assert [] == narrate(move, viewer, length, asked=QuestionKind.WINDOW)


def tell(viewer, **fields):
    """What a viewer reads of one move."""
    return [each.text for each in narrate(Move(**fields), viewer, Length.WHOLE)]


def test_a_player_is_you_in_their_own_history(ann, bob, start):
    """In what they do and what is done to them, in each language; others and onlookers read the name."""
    game = start(ann, bob)
    mine, other = game.seats.get(player=ann), game.seats.get(player=bob)
    taken = {"type": "keepertaken", "seat": mine.number, "card": "bread", "source": other.number}
    seen = {}
    for who, seat in (("ann", mine), ("bob", other), ("all", None)):
        viewer = Viewer.of(game, seat)
        (seen[who],) = tell(viewer, kind=Move.Kind.ANSWER, seat=mine, by=By.PAGE, outcomes=[taken])
        with translation.override("pl"):
            (seen[f"{who} pl"],) = tell(
                viewer, kind=Move.Kind.ANSWER, seat=mine, by=By.PAGE, outcomes=[taken]
            )

    assert {
        "ann": "You took “Bread” from Bob.",
        "ann pl": "Bierzesz „Chleb” od gracza Bob.",
        "bob": "Ann took “Bread” from you.",
        "bob pl": "Ann zabiera ci „Chleb”.",
        "all": "Ann took “Bread” from Bob.",
        "all pl": "Ann bierze „Chleb” od gracza Bob.",
    } == seen


def test_you_have_let_time_run_out_and_undone_and_suggested(ann, bob, start):
    """What is no play, too."""
    game = start(ann, bob)
    seat = game.seats.get(player=ann)
    mine, others = Viewer.of(game, seat), Viewer.of(game, game.seats.get(player=bob))
    late = {"kind": Move.Kind.ANSWER, "seat": seat, "by": By.CLOCK, "outcomes": []}
    undo = {"kind": Move.Kind.UNDO, "seat": seat, "params": {"to": 1}}
    pause = {"kind": Move.Kind.EVENT, "params": event_params("pause-asked", name=seat, days=2)}

    assert [
        "Time ran out, so the site answered for you.",
        "You undid the moves above.",
        "You suggest pausing the game. Days: 2.",
    ] == [tell(mine, **each)[0] for each in (late, undo, pause)]
    assert [
        "Time ran out, so the site answered for Ann.",
        "Ann undid the moves above.",
        "Ann suggests pausing the game. Days: 2.",
    ] == [tell(others, **each)[0] for each in (late, undo, pause)]


def test_a_deputy_is_not_you(ann, bob, carol, start):
    """Whoever plays for Ann reads her name; she reads who played for her."""
    game = start(ann, bob)
    seat = game.seats.get(player=ann)
    played = {"type": "played", "seat": seat.number, "card": "bread"}
    move = {"kind": Move.Kind.ANSWER, "seat": seat, "by": By.PAGE, "outcomes": [played], "deputy": carol}

    assert ["Carol for Ann played “Bread”."] == tell(Viewer.of(game, seat, is_you=False), **move)
    assert ["Carol for you played “Bread”."] == tell(Viewer.of(game, seat), **move)


def test_the_line_of_a_player_knows_its_seat(ann, bob, start):
    """Though its sentence names nobody: the page shows whose it is."""
    game = start(ann, bob)
    seat = game.seats.get(player=ann)
    viewer = Viewer.of(game, seat)
    move = Move(
        kind=Move.Kind.ANSWER,
        seat=seat,
        by=By.PAGE,
        outcomes=[{"type": "played", "seat": seat.number, "card": "bread"}],
    )
    (sentence,) = narrate(move, viewer, Length.WHOLE)

    assert sentence.told.seat == seat.number
    assert all(part.text for part in sentence.told.parts)
