"""The one door: what is taken, what is refused, and that a refused answer changes nothing."""

from types import SimpleNamespace

import psycopg
import pytest
from django.db import IntegrityError

import engine
from games.core import access, rows
from games.core.refusal import Illegal, NotAllowed, Resting, Stale
from games.core.rows import PlayerAt
from games.history import game_history
from games.models import By, GameState, Move, Notice, Question, Seat
from games.models.question import IS_OPEN
from games.outbox import notices
from games.periodic.sweep import sweep_wishes
from games.play.answer import constraint_of

from .conftest import make_player
from .play import advice, answer, options, play_to_end, question_to, seat_of


def fingerprint(game):
    """Everything stored that an answer could change."""
    return (
        bytes(GameState.objects.get(game=game).data),
        list(Move.objects.filter(game=game).values_list("version", "labels")),
        list(Question.objects.filter(game=game).order_by("pk").values()),
        list(Notice.objects.filter(game=game).values_list("key", flat=True)),
        list(Seat.objects.filter(game=game).order_by("pk").values()),
    )


def test_an_answer_is_one_move_and_asks_the_next_question(ann, bob, start):
    """An accepted answer stores move, outcomes and closed question, and somebody is asked next."""
    game = start(ann, bob)
    question = question_to(game, ann)
    label = options(question)[0]

    answered = answer(question, [label])

    question.refresh_from_db()
    assert (answered.move.version, answered.move.labels, answered.repeated) == (2, [label], False)
    assert (question.closed_by, question.is_open) == (By.PAGE, False)
    assert Question.objects.filter(IS_OPEN, game=game).exists()


def test_c1_the_same_form_again_shows_the_stored_result(ann, bob, start):
    """A reload of the POST returns the first result and stores nothing more."""
    game = start(ann, bob)
    question = question_to(game, ann)
    first = answer(question, submission_key="form-1")
    before = fingerprint(game)

    second = answer(question, ["whatever"], submission_key="form-1")

    assert (second.move.pk, second.move.labels, second.repeated) == (first.move.pk, first.move.labels, True)
    assert fingerprint(game) == before


@pytest.mark.parametrize("labels", [[], ["no-such-card"], ["bread", "bread"], [""], ["\x00"]])
def test_what_the_rules_refuse_changes_nothing(ann, bob, start, labels):
    """An answer that the question does not offer is refused with a sentence."""
    game = start(ann, bob)
    before = fingerprint(game)

    with pytest.raises(Illegal) as refusal:
        answer(question_to(game, ann), labels)

    assert str(refusal.value).endswith(".")
    assert fingerprint(game) == before


@pytest.mark.parametrize("key", ["x" * 65, "a\x00b", "<script>", "a\nb"])
def test_a_broken_submission_key_is_refused(ann, bob, start, key):
    question = question_to(start(ann, bob), ann)

    with pytest.raises(Illegal, match="went wrong with this form"):
        answer(question, submission_key=key)


def test_a_constraint_is_known_by_its_name_and_not_by_what_a_message_says():
    """A message comes in the language of the server, and may quote anything."""

    class Violation(psycopg.errors.UniqueViolation):
        diag = SimpleNamespace(constraint_name="move_version")

    error = IntegrityError("Key (submission_key)=(move_submission) already exists.")
    error.__cause__ = Violation()

    assert constraint_of(error) == "move_version"
    assert constraint_of(IntegrityError("move_submission")) is None


@pytest.mark.django_db(transaction=True)
def test_one_key_does_not_answer_two_questions(ann, bob, start):
    """A key that was used for another question of the seat is refused, and changes nothing."""
    game = start(ann, bots=1)
    answer(question_to(game, ann), submission_key="form")
    before = fingerprint(game)

    with pytest.raises(Illegal, match="went wrong with this form"):
        answer(question_to(game, ann), submission_key="form")

    assert fingerprint(game) == before


@pytest.mark.slow
def test_c3_no_earlier_form_is_taken_later(ann, bob, start):
    """Every form of a game, sent again at every later question, is refused, even where its labels fit."""
    game = start(ann, bob)
    forms: list[tuple[Question, tuple[str, ...]]] = []
    taken = 0
    for step in range(15):
        game.refresh_from_db()
        if game.is_over:
            break
        for question, labels in forms:
            try:
                answer(question, labels)
            except (Stale, Resting):
                continue
            taken += 1
        question = Question.objects.filter(IS_OPEN, game=game).select_related("game", "seat").first()
        labels = advice(question, str(step))
        answer(question, labels)
        forms.append((question, labels))

    assert (taken, len(forms) > 3) == (0, True)


@pytest.mark.slow
def test_a_finished_game_takes_no_answer(ann, bob, start):
    """Every question is closed, the winner is stored, both are told, and the moves have no gap."""
    game = play_to_end(start(ann, bob, bots=1))

    with pytest.raises(Resting):
        answer(Question.objects.filter(game=game).first(), ["bread"])

    versions = Move.objects.filter(game=game).order_by("version").values_list("version", flat=True)
    assert (game.status, game.winner in game.seats.all()) == ("finished", True)
    assert not Question.objects.filter(IS_OPEN, game=game).exists()
    assert Notice.objects.filter(game=game, kind=Notice.Kind.RESULT).count() == 2
    assert list(versions) == list(range(1, game.version + 1))


def test_bots_answer_in_the_same_transaction(ann, start):
    """After a person's answer it is that person who is asked again: bots keep nobody waiting."""
    game = start(ann, bots=3)
    answered = answer(question_to(game, ann))

    game.refresh_from_db()
    asked = Question.objects.filter(IS_OPEN, game=game).values_list("seat__player", flat=True)
    assert game.is_over or set(asked) == {ann.pk}
    assert game.version >= answered.move.version


def fail(*_view):
    raise KeyError("bread")


def test_a_failing_bot_does_not_undo_a_persons_answer(ann, start, monkeypatch):
    """Where a bot cannot answer, the person's answer is stored all the same, and the bot's question waits."""
    game = start(ann, bots=3)
    question = question_to(game, ann)
    labels = advice(question)
    monkeypatch.setattr(engine.bots, "sensible", fail)
    monkeypatch.setattr(engine.bots, "random", fail)
    answered = answer(question, labels)

    game.refresh_from_db()
    assert answered.move.version == game.version
    sweep_wishes()
    monkeypatch.undo()
    stuck = Question.objects.filter(IS_OPEN, game=game).exclude(seat__bot="").first()
    if stuck is not None:
        assert (stuck.attempts, "KeyError" in stuck.error, "bread" in stuck.error) == (1, True, False)


def test_where_the_sensible_bot_fails_the_random_one_answers(ann, start, monkeypatch):
    """A bot that cannot make up its mind plays something."""
    game = start(ann, bots=3)
    monkeypatch.setattr(engine.bots, "sensible", fail)
    answer(question_to(game, ann))

    assert not Question.objects.filter(IS_OPEN, game=game).exclude(seat__player=ann).exists()


def test_a_question_after_ones_own_answer_is_not_mailed_at_once(ann, bob, start):
    """A second play of the same turn is on the page already: its mail waits ten minutes."""
    game = start(ann, bob)
    question = question_to(game, ann)
    for step in range(100):
        game.refresh_from_db()
        if game.is_over:
            game = start(ann, bob)
        question = Question.objects.filter(IS_OPEN, game=game).select_related("game", "seat").first()
        before = access.view(game, None).turn_number
        answer(question, advice(question, str(step)))
        following = access.question_of(question.seat)
        view = access.view(game, None)
        if following and view and view.turn_number == before:
            notice = Notice.objects.get(question=following)
            assert notice.next_try_at - notice.created_at == notices.AT_THE_PAGE
            return
    raise AssertionError("no second play came up")


def test_the_history_tells_each_seat_what_it_may_know(ann, bob, start):
    """A drawn card is named to who drew it, and to nobody else."""
    game = start(ann, bob)
    move = Move.objects.get(game=game, version=1)
    (drawn,) = (outcome["cards"][0] for outcome in move.outcomes if outcome["type"] == "drew")
    title = engine.card(drawn).title

    seen = {
        who: any(title in line.text for line in game_history.history_lines(game, seat))
        for who, seat in [("ann", seat_of(game, ann)), ("bob", seat_of(game, bob)), ("all", None)]
    }

    assert seen == {"ann": True, "bob": False, "all": False}


def test_who_loses_the_seat_while_waiting_for_the_lock_is_refused(ann, bob, start, monkeypatch):
    """The lock finds the seat as it was when the wait began; what counts is who sits there then."""
    game = start(ann, bob)
    question, carol = question_to(game, ann), make_player("Carol")
    load = rows.load

    def taken_over(game):
        Seat.objects.filter(pk=question.seat_id).update(player=carol)
        return load(game)

    monkeypatch.setattr(rows, "load", taken_over)

    with pytest.raises(NotAllowed):
        answer(question, advice(question), seat=PlayerAt(game.key, ann.pk))


def test_a_player_without_a_seat_answers_nothing(ann, bob, start, client):
    """The page of somebody else's table takes no answer, listed for all or not."""
    game, carol = start(ann, bob), make_player("Carol")
    client.force_login(carol, "allauth.account.auth_backends.AuthenticationBackend")
    form = {"number": question_to(game, ann).number, "label": "take"}

    assert client.post(f"/g/{game.key}/answer/", form).status_code == 404
    assert client.post("/g/nowhere/answer/", form).status_code == 404
