"""Questions beside the play: they wait for their seat, and nobody waits for them."""

import re

import pytest

import engine
from engine.scenario import deal
from games.core import access
from games.core.refusal import Resting, Stale
from games.core.stored_game import read_engine_game
from games.mail.compose import compose
from games.models import By, GameState, Move, Notice, Question, Seat
from games.outbox.kinds import obsolete_reason
from games.periodic.sweep import sweep_deadlines
from games.play.answer import AcceptedAnswer, answer_question
from games.seats.membership import leave
from tests.mail.tables import Stored, store
from tests.site.play import let_time_run_out
from tests.site.wonderland import answer, asked, fresh, open_rows, owed, view

from .staff import pause_game, resume_game

pytestmark = pytest.mark.django_db

RULES = ["name-that-organ", "play-3"]


def anatomy(*rules: str, ann: tuple[str, ...] = ("brain", "liver", "spleen"), **given) -> Stored:
    """Ann is about to play three organs, and others are asked about them."""
    scene = deal(edition="anatomy", ann=[*ann, 1], bob=2, cid=2, rules=[*RULES, *rules], drawn=1, **given)
    return store(scene, pace=1)


def beside(stored: Stored, name: str) -> Question:
    """The one question beside the play that a seat is asked."""
    (question,) = access.side_questions(stored.seats[name])
    return question


def reply(question: Question, *labels: str, by: By = By.PAGE) -> AcceptedAnswer:
    """Answer a question by its number."""
    return answer_question(
        seat=question.seat_id, number=question.number, labels=labels, by=by, submission_key=f"{question.pk}"
    )


def test_the_play_goes_on_while_somebody_is_asked():
    """Ann is asked for her next card; Bob has a question without a clock, and a mail until he answers it."""
    stored = anatomy()
    answer(stored, "ann", "brain")
    question, notice = beside(stored, "bob"), Notice.objects.get(kind="beside")

    assert asked(stored) == {"ann": "play", "bob": "name-that-organ"}
    assert (question.is_side, question.due_at, question.remind_at) == (True, None, None)
    assert access.question_of(stored.seats["bob"]) is None
    assert (owed(stored, "bob"), owed(stored, "cid")) == (["beside"], [])
    assert obsolete_reason(notice) == ""
    assert compose(notice).body
    reply(question, view(stored, "bob").beside[0].options[0])
    assert obsolete_reason(Notice.objects.get(pk=notice.pk)) == "the question is answered"


@pytest.mark.parametrize("first", ["brain", "liver", "spleen"])
def test_z6_its_answer_stands_nowhere_in_the_mail_but_among_the_choices(first):
    """Not in what happened, and not on the table: the organ that is asked for lies face up nowhere."""
    stored = anatomy(ann=("brain", "liver", "spleen"), keepers={"cid": ["heart"]}, discard=["skin", "eyes"])
    answer(stored, "ann", first)
    table = read_engine_game(GameState.objects.get(game=stored.game)).table
    right = engine.card(table.beside[0].secret[0]).title
    named = [line for line in compose(Notice.objects.get(kind="beside")).body.splitlines() if right in line]
    choices = [line for line in named if re.match(r"\W*\d+\W", line)]

    assert len(choices) == 1
    assert choices == named or table.beside[0].secret[0] in table.slugs(table.hands[2])  # Bob's own hand


def test_an_answer_is_taken_beside_the_play():
    """It is taken by its number, in the middle of Ann's turn, and Ann is still asked the same.

    With Ann's next card everybody hears what Bob has answered.
    """
    stored = anatomy()
    answer(stored, "ann", "brain")
    before = access.question_of(stored.seats["ann"])
    question = beside(stored, "bob")
    answered = reply(question, view(stored, "bob").beside[0].options[0])
    question.refresh_from_db()

    assert (answered.move.seat, answered.move.question_number) == (stored.seats["bob"], question.number)
    assert (question.closed_by, asked(stored)) == ("page", {"ann": "play"})
    assert access.question_of(stored.seats["ann"]) == before
    assert reply(question, "brain").repeated
    answer(stored, "ann", "liver")
    told = [outcome["type"] for move in Move.objects.filter(game=stored.game) for outcome in move.outcomes]
    assert "answered" in told


def test_a_seat_may_be_asked_several_things_at_once():
    """Two rules ask Bob about one organ; each has its own row, mail and answer."""
    stored = anatomy("alternate-factlets")
    answer(stored, "ann", "brain")
    rows = access.side_questions(stored.seats["bob"])
    reply(rows[1], "It weighs about as much as a melon.")

    assert [row.what for row in rows] == ["name-that-organ", "alternate-factlets"]
    assert [row.pk for row in access.side_questions(stored.seats["bob"])] == [rows[0].pk]
    assert owed(stored, "bob") == ["beside", "beside"]


def test_it_lapses_by_the_rules_and_says_so():
    """Bob has not answered by his own turn: the row is closed, and the late answer is refused in words."""
    stored = anatomy(ann=("brain", "liver", "bones"))
    answer(stored, "ann", "brain")
    question = beside(stored, "bob")
    answer(stored, "ann", "liver")
    answer(stored, "ann", "bones")
    for _step in range(20):
        question.refresh_from_db()
        if question.closed_at is not None:
            break
        play = next(row for row in open_rows(stored) if not row.is_side)
        name = next(name for name, seat in stored.seats.items() if seat.pk == play.seat_id)
        answer(stored, name, view(stored, name).question.options[0])

    assert question.closed_by == "engine"
    with pytest.raises(Stale, match="no longer open"):
        reply(question, "brain")


def test_neither_clock_nor_reminder_minds_it(travel):
    """When Ann's time runs out she alone is answered for, to the end of her turn.

    Bob's turn begins with that: the rules let his question lapse, as they do when she plays on herself.
    """
    stored = anatomy()
    answer(stored, "ann", "brain")
    question = beside(stored, "bob")
    let_time_run_out(stored.game)
    struck = sweep_deadlines().did
    question.refresh_from_db()
    by_the_clock = set(Move.objects.filter(by=By.CLOCK).values_list("seat__name", flat=True))

    assert (struck, by_the_clock, question.closed_by) == (1, {"Ann"}, By.ENGINE)
    assert Notice.objects.filter(kind="reminder").count() == 0
    assert Seat.objects.get(pk=stored.seats["bob"].pk).timeouts_in_row == 0


@pytest.mark.parametrize("change", [{"on_autopilot": True}, {"player": None, "bot": "sensible"}])
def test_a_bot_answers_it_at_once(change):
    """Bob's seat is kept by a bot, or is one."""
    stored = anatomy()
    Seat.objects.filter(pk=stored.seats["bob"].pk).update(**change)
    answer(stored, "ann", "brain")

    assert asked(stored) == {"ann": "play"}
    assert Move.objects.filter(game=stored.game, seat=stored.seats["bob"], by="bot").count() == 1
    assert owed(stored, "bob") == []


def test_a_pause_leaves_it_open_and_asks_again_afterwards(moderator):
    """There is no clock to stop; the mail of it, which was sent already, comes again."""
    stored = anatomy()
    answer(stored, "ann", "brain")
    Notice.objects.update(status="sent")
    pause_game(game=stored.game, by=moderator, reason="A storm")
    with pytest.raises(Resting):
        reply(beside(stored, "bob"), "brain")
    resume_game(game=stored.game, by=moderator, reason="It is over")

    assert owed(stored, "bob") == ["beside", "staff", "beside", "staff"]
    assert beside(stored, "bob").due_at is None


def test_whoever_leaves_is_asked_nothing_more():
    """Bob gets up: his question goes with him."""
    stored = anatomy()
    answer(stored, "ann", "brain")
    leave(seat=stored.seats["bob"])

    assert access.side_questions(stored.seats["bob"]) == []


def test_everybody_lost():
    """An Ungoal ends the game for all: it is finished, nobody has won, and it says why."""
    stored = store(
        deal(
            edition="anatomy",
            ann=["sepsis", 1],
            bob=2,
            keepers={"ann": ["liver"], "bob": ["spleen"]},
            creepers={"ann": ["virus", "bacteria"]},
            attached={"virus": "liver", "bacteria": "liver"},
            drawn=1,
        ),
        pace=1,
    )
    answer(stored, "ann", "sepsis")
    game = fresh(stored)

    assert (game.status, game.winner, game.end_reason) == (
        "finished",
        None,
        "Everyone lost: an Ungoal was met.",
    )
    assert (owed(stored, "bob"), open_rows(stored)) == (["result"], [])
