"""Joining and leaving in the middle of a game: wishes that wait for a table at rest."""

import pytest

import engine
from games.core import access, tokens
from games.core.refusal import Illegal, NotAllowed, NotPossible
from games.models import Game, Move, Notice, Seat, Wish
from games.models.question import Question
from games.outbox.kinds import obsolete_reason
from games.periodic.sweep import sweep_wishes
from games.seats.lobby import hand_over_host
from games.seats.membership import leave, return_to_seat, take_seat

from .conftest import make_player
from .play import answer, is_in_a_play, open_questions, play_to_end, position, question_to, seat_of, set_table
from .staff import pause_game, resume_game


def test_a_player_joins_a_table_at_rest_at_once(ann, bob, carol, start):
    """The newcomer gets a seat and three cards; the open question keeps its clock, and is mailed once."""
    game = start(ann, bob)
    before = question_to(game, ann)
    seat = take_seat(game=game, player=carol, name="Carol")

    after = question_to(game, ann)
    view = access.view(game, seat)
    assert (seat.number, len(view.hand), after.due_at) == (3, 3, before.due_at)
    assert after.notices.count() + before.notices.count() == 1
    assert Move.objects.filter(game=game, kind=Move.Kind.JOIN).count() == 1


@pytest.mark.parametrize("name", ["Ann\nSign in at evil.example", "\u202eelosnoc", "a\0b", "x" * 41])
def test_a_newcomer_s_name_is_one_short_line_as_any_other(ann, bob, carol, start, name):
    """It stands in mails to the others, whose lines are those of the site."""
    game = start(ann, bob)
    with pytest.raises(Illegal):
        take_seat(game=game, player=carol, name=name)

    assert not Wish.objects.exists()


def test_an_address_that_no_link_has_is_not_found(client, carol):
    """PostgreSQL takes no NUL, not even to look for it."""
    client.force_login(carol)

    assert [404, 404] == [client.get(f"/join/a%00b/{rest}").status_code for rest in ("", "seats/1/")]


def test_joining_and_leaving_wait_while_a_card_is_resolved(ann, bob, carol, start):
    """In the middle of a play the wish is a row; when the table is at rest it is carried out."""
    game = start(ann, bob, make_player("Dave"))
    set_table(game, position(is_in_a_play))
    seat = take_seat(game=game, player=carol)
    waiting = Wish.objects.filter(settled_at=None).count()
    for _step in range(60):
        if not Wish.objects.filter(settled_at=None).exists():
            break
        answer(open_questions(game)[0])

    assert (seat, waiting) == (None, 1)
    assert Wish.objects.get().settled_at is not None
    assert seat_of(game, carol).number == 4 or Game.objects.get().is_over


def test_pressing_join_twice_is_one_wish(ann, bob, carol, start):
    """A wish that waits is not made again."""
    game = start(ann, bob, make_player("Dave"))
    set_table(game, position(is_in_a_play))
    take_seat(game=game, player=carol)
    take_seat(game=game, player=carol)

    assert Wish.objects.count() == 1


def test_who_leaves_holds_nobody_up(ann, bob, carol, start):
    """The leaving seat's question is answered at once, its links are dead, and the others play on."""
    game = start(ann, bob, carol)
    seat = seat_of(game, ann)
    epoch = seat.link_epoch
    leave(seat=seat)
    for _step in range(60):
        seat.refresh_from_db()
        if seat.status == Seat.Status.LEFT:
            break
        answer(open_questions(game)[0])

    game.refresh_from_db()
    assert (seat.status, seat.link_epoch > epoch, game.host) == ("left", True, bob)
    assert not Question.objects.filter(seat=seat, closed_at=None).exists()
    assert play_to_end(game).is_over


def test_the_leaving_seat_answers_nothing_more(ann, bob, carol, start):
    """Between the wish and the checkpoint a bot answers, not the player."""
    game = start(ann, bob, carol)
    set_table(game, position(is_in_a_play))
    seat = next(question.seat for question in open_questions(game))
    Seat.objects.filter(pk=seat.pk).update(on_autopilot=True)
    Wish.objects.create(game=game, player=seat.player, seat=seat, kind="leave")

    with pytest.raises(NotAllowed):
        answer(open_questions(game)[0])
    with pytest.raises(NotPossible):
        return_to_seat(seat=seat)


def test_the_last_but_one_who_leaves_ends_the_game(ann, bob, start):
    """With one seat left there is no game: it ends without a winner, and says why."""
    game = start(ann, bob)
    leave(seat=seat_of(game, bob))

    game.refresh_from_db()
    assert (game.status, game.winner, bool(game.end_reason)) == ("ended", None, True)
    assert not open_questions(game)


def test_bots_alone_do_not_play_on(ann, start):
    """When the last person leaves, the game ends, however many bots are left."""
    game = start(ann, bots=3)
    leave(seat=seat_of(game, ann))

    game.refresh_from_db()
    assert game.status == "ended"


def test_a_full_table_takes_nobody_more(ann, start):
    """Six play: the seventh is refused."""
    game = start(ann, bots=5)

    with pytest.raises(NotPossible):
        take_seat(game=game, player=make_player("Seventh"))


def test_who_left_can_come_again(ann, bob, carol, start):
    """Coming back is joining: a new seat, a new hand."""
    game = start(ann, bob, carol)
    old = seat_of(game, carol)
    leave(seat=old)
    old.refresh_from_db()
    again = take_seat(game=game, player=carol)

    assert (old.status, again.number) == ("left", 4)


def test_a_wish_waits_while_the_game_is_paused(ann, bob, carol, start, moderator):
    """Nothing moves in a paused game; a wish is carried out by the sweep when it goes on."""
    game = start(ann, bob)
    pause_game(game=game, by=moderator, reason="a test")
    seat = take_seat(game=game, player=carol)
    sweep_wishes()
    waiting = Wish.objects.filter(settled_at=None).count()
    resume_game(game=game, by=moderator, reason="a test")
    sweep_wishes()

    assert (seat, waiting, Wish.objects.filter(settled_at=None).count()) == (None, 1, 0)
    assert seat_of(game, carol).number == 3


def test_the_host_hands_over(ann, bob, carol, start):
    """To a player at the table, and nobody else may."""
    game = start(ann, bob)
    with pytest.raises(NotAllowed):
        hand_over_host(game=game, by=bob, to=seat_of(game, bob))
    hand_over_host(game=game, by=ann, to=seat_of(game, bob))

    game.refresh_from_db()
    assert game.host == bob
    told = Notice.objects.get(kind="host")
    assert (told.player, told.seat, obsolete_reason(told)) == (bob, seat_of(game, bob), "")
    hand_over_host(game=game, by=bob, to=seat_of(game, ann))
    told.refresh_from_db()
    assert obsolete_reason(told) == "somebody else is the host"


def test_a_mail_link_outlives_a_newcomer(ann, bob, carol, start):
    """Somebody joins and the rules ask anew: the link in the mail that was sent before still works."""
    game = start(ann, bob)
    question = question_to(game, ann)
    token = tokens.make_token(seat_of(game, ann), question)
    take_seat(game=game, player=carol)

    opened = tokens.read_token(token, tokens.Purpose.PLAY)
    assert opened.question == question_to(game, ann)


def test_play_goes_on_with_newcomers_to_the_end(ann, bob, carol, start):
    """A game in which somebody joined and somebody left comes to its end."""
    game = start(ann, bob)
    take_seat(game=game, player=carol)
    take_seat(game=game, player=make_player("Dave"))
    leave(seat=seat_of(game, bob))

    assert play_to_end(game).is_over


def test_coming_back_before_the_bot_makes_the_question_ones_own(ann, bob, start):
    """Autopilot had the question, the player presses first: it is theirs, with a full clock."""
    game = start(ann, bob)
    seat = seat_of(game, ann)
    Seat.objects.filter(pk=seat.pk).update(on_autopilot=True)
    Question.objects.filter(seat=seat).update(due_at=None, remind_at=None)
    return_to_seat(seat=seat)

    question = question_to(game, ann)
    assert question.due_at - question.opened_at == game.allowance


def test_a_newcomer_does_not_wind_up_a_stopped_clock(ann, bob, carol, start, moderator, travel):
    """A question that is asked anew keeps its clock: what was left is left."""
    game = start(ann, bob)
    travel(hours=20)
    before = question_to(game, ann)
    take_seat(game=game, player=carol)

    after = question_to(game, ann)
    assert (after.number != before.number, after.due_at) == (True, before.due_at)


def test_a_player_leaves_whose_bot_breaks_the_rules_code(ann, bob, carol, start, monkeypatch):
    """A fault that only a bot meets does not undo what a person does: the wish to leave is kept."""
    game = start(ann, bob, carol)
    set_table(game, position(is_in_a_play))
    seat = open_questions(game)[0].seat

    def fail(*_view):
        raise KeyError("bread")

    monkeypatch.setattr(engine.bots, "sensible", fail)
    monkeypatch.setattr(engine.bots, "random", fail)
    left = leave(seat=seat)
    monkeypatch.undo()
    waiting = Wish.objects.filter(settled_at=None).count()
    sweep_wishes()

    assert (left, waiting) == (False, 1)
    assert not Question.objects.filter(seat=seat, closed_at=None).exists()
