"""One narrator: what is told in short is told at length, too, whoever looks and however the answer came."""

from contextlib import suppress

import pytest

from engine import QuestionKind
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

    assert told > 100


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
