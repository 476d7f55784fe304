"""Taking one's own last answer back: what comes back, what is told, and when it is refused."""

import random

import pytest

from engine.scenario import deal
from games.core import access
from games.core.refusal import NotPossible, Refusal, Resting, Stale
from games.core.stored_game import read_undo_points
from games.history import game_history
from games.models import By, Game, GameState, Move, Notice, Question, Seat
from games.periodic.sweep import sweep_deadlines
from games.play import undo
from games.play.answer import answer_question
from tests.mail.tables import store

from .play import advice, answer, let_time_run_out, open_questions
from .staff import pause_game


@pytest.fixture
def turn(db):
    """Ann's turn, with three plays to come, the table of which is stored as the site stores it."""

    def put(*cards: str, rules=("play-3",), **more):
        scene = deal(ann=list(cards), bob=3, cid=3, rules=list(rules), turn="ann", played=0, **more)
        return store(scene)

    return put


def plays(stored, *labels: str, **how) -> None:
    """Let Ann answer."""
    for label in labels:
        answer(stored.question("ann"), [label], **how)


def told(game: Game, seat=None) -> list[tuple[str, bool]]:
    """The history as a seat reads it."""
    return [(line.text, line.is_undone) for line in game_history.history_lines(game, seat)]


def hands(stored) -> list[tuple[str, ...]]:
    return [access.view(stored.game, seat).hand for seat in stored.seats.values()]


def test_the_last_answer_comes_back_and_then_the_one_before(turn):
    """Twice taken back, the turn stands at its beginning; the history keeps all, and says what is undone."""
    stored = turn("bread", "milk", "love", "time")
    before = hands(stored)
    plays(stored, "bread", "milk")

    undo.undo(seat=stored.seats["ann"].pk)
    one_left = access.view(stored.game, None).seats[0].keepers
    undo.undo(seat=stored.seats["ann"].pk)

    assert one_left == ("bread",)
    assert hands(stored) == before
    assert told(stored.game)[-4:] == [
        ("Ann played “Bread”.", True),
        ("Ann played “Milk”.", True),
        ("Ann undid the moves above.", False),
        ("Ann undid the moves above.", False),
    ]


def test_the_question_has_a_new_number_and_the_same_clock(turn):
    """The old forms, links and notices are of no use any more, and no time is gained."""
    stored = turn("bread", "milk", "love", "time")
    first = stored.question("ann")
    plays(stored, "bread")
    second = stored.question("ann")

    undo.undo(seat=stored.seats["ann"].pk)
    third = stored.question("ann")

    assert third.number > second.number > first.number
    assert (third.due_at, third.what) == (second.due_at, "play")
    with pytest.raises(Stale, match="been undone"):
        answer_question(
            seat=first.seat_id, number=first.number, labels=["bread"], by=By.PAGE, submission_key="late"
        )
    newest = Notice.objects.filter(question=third).get()
    assert newest.next_try_at > newest.created_at


def test_the_same_form_again_takes_nothing_back_twice(turn):
    """A form is for one answer: sent twice it is told that the table has changed."""
    stored = turn("bread", "milk", "love", "time")
    plays(stored, "bread", "milk")
    version = Game.objects.get(pk=stored.game.pk).version - 1
    ann = stored.seats["ann"].pk
    undo.undo(seat=ann, version=version)

    with pytest.raises(Stale):
        undo.undo(seat=ann, version=version)

    assert access.view(stored.game, None).seats[0].keepers == ("bread",)


@pytest.mark.parametrize(
    ("labels", "why"),
    [
        ([], "There’s nothing to undo: you haven’t moved in this turn."),
        (["draw-2"], "You can’t undo this move: cards were drawn because of it."),
        (["trade-hands", "@2"], "You can’t undo this move: it showed someone hidden cards."),
        (
            ["rock-paper-scissors-showdown", "@2"],
            "You can’t undo this move: it gave others a question.",
        ),
        (["bread", "draw-2"], "You can’t undo this move: cards were drawn because of it."),
    ],
)
def test_what_stays_and_why(turn, labels, why):
    """Whatever has shown, drawn or asked something can't be taken back, nor what came before it."""
    stored = turn("bread", "draw-2", "trade-hands", "rock-paper-scissors-showdown", "love")
    plays(stored, *labels)
    before = fingerprint(stored.game)

    with pytest.raises(NotPossible) as refusal:
        undo.undo(seat=stored.seats["ann"].pk)

    assert str(refusal.value) == why
    assert fingerprint(stored.game) == before


def fingerprint(game: Game) -> tuple[object, ...]:
    """Everything that an action that is refused leaves alone."""
    game.refresh_from_db()
    state = GameState.objects.get(game=game)
    rows = list(Question.objects.filter(game=game).order_by("number").values_list("number", "closed_at"))
    return game.version, bytes(state.data), bytes(state.earlier), rows, Move.objects.filter(game=game).count()


@pytest.mark.parametrize(
    ("how", "refusal", "says"),
    [
        ("by another", NotPossible, "during your own turn"),
        ("turn over", NotPossible, "during your own turn"),
        ("by the clock", NotPossible, ""),
        ("paused", Resting, ""),
    ],
)
def test_when_a_move_stays(turn, moderator, how, refusal, says):
    """Others take nothing of Ann's back; nor does she once Bob has drawn, time ran out, or the game rests."""
    is_over = how == "turn over"
    stored = turn(
        *("bread", "milk", "love", "time", "peace")[: 2 if is_over else 5],
        rules=() if is_over else ("play-3",),
    )
    plays(stored, "bread")
    if how == "by the clock":
        let_time_run_out(stored.game)
        sweep_deadlines()
    if how == "paused":
        pause_game(game=stored.game, by=moderator, reason="test")

    with pytest.raises(refusal, match=says or None):
        undo.undo(seat=stored.seats["bob" if how == "by another" else "ann"].pk)
    assert not is_over or read_undo_points(GameState.objects.get(game=stored.game)).steps == []


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["fluxx", "ice", "wonderland", "anatomy"])
@pytest.mark.parametrize("seed", range(2))
def test_what_is_taken_back_is_as_if_it_had_never_been(ann, bob, start, edition, seed):
    """Games by chance: whatever can be taken back leaves everybody's table as it was, and play goes on."""
    game = start(ann, bob, bots=1, edition=edition)
    dice, taken_back = random.Random(seed), 0
    for step in range(60):
        game.refresh_from_db()
        if game.is_over:
            break
        question = dice.choice([each for each in open_questions(game) if not each.is_side])
        seats = list(game.seats.all())
        before = [looks(game, seat) for seat in seats]
        answer(question, advice(question, f"{seed}/{step}"))
        try:
            undo.undo(seat=question.seat_id)
        except Refusal:
            continue
        taken_back += 1
        assert [looks(game, seat) for seat in seats] == before
        again = open_questions(game)
        assert len({each.number for each in again}) == len(again)
        if dice.random() < 0.7:
            mine = next(each for each in again if each.seat_id == question.seat_id and not each.is_side)
            answer(mine, advice(mine, f"{seed}/{step}/again"))

    assert taken_back or game.is_over or edition in ("ice", "wonderland")


def looks(game: Game, seat: Seat) -> object:
    """What a seat sees, but for the numbers of its questions."""
    view = access.view(game, seat)
    assert view is not None
    asked = view.question and (view.question.what, view.question.options, view.question.about)
    return asked, *(
        getattr(view, name) for name in view.__struct_fields__ if name not in ("question", "beside")
    )


def test_the_same_again_draws_the_same_cards(turn):
    """Who takes a play back, and plays the same again, draws what lay there all the time (H5)."""
    stored = turn("bread", "draw-2", "love", deck=["music", "time", "peace"])
    for go_back in (True, False):
        plays(stored, "bread")
        if go_back:
            undo.undo(seat=stored.seats["ann"].pk)
    plays(stored, "draw-2")

    assert sorted(hands(stored)[0]) == ["love", "music"]
