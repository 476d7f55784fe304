"""Processes that are killed: nothing accepted is lost, and nothing is done twice."""

import hashlib
import random
import time
from collections import Counter
from datetime import timedelta

import pytest

from games import clock
from games.delivery import writing
from games.models import Game, GameState, Move, Notice, Player, Question, Seat
from games.outbox import notices
from games.periodic.sweep import sweep_notices
from tests.support.smtp import Fault

from .plain import plain
from .play import advice, answer, open_questions, question_to

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def answer_elsewhere(start_program, question, labels, **env: str):
    """Answer a question in another process, and return its exit code."""
    words = [str(question.seat_id), str(question.number), "form", *labels]
    program = start_program("tests.site.one_answer", *words, **env)
    return program.process.wait(300)


def test_x2_a_web_process_killed_after_its_commit_loses_no_mail(
    ann, bob, start, start_program, smtp, monkeypatch
):
    """Killed between COMMIT and the wake-up call: the move is stored, and the sweep sends its mail."""
    monkeypatch.setattr(writing, "compose", plain)
    game = start(ann, bob)
    question = question_to(game, ann)
    code = answer_elsewhere(start_program, question, advice(question), FLUXX_CRASH_AT="after_commit")
    stored = Move.objects.filter(game=game, question_number=question.number).count()
    Notice.objects.update(next_try_at=clock.now(), quiet=timedelta())
    sweep_notices()

    asked = open_questions(game)
    assert (code, stored) == (9, 1)
    assert {notice.status for notice in Notice.objects.filter(question__in=asked)} == {"sent"}


def test_a_web_process_killed_before_its_commit_has_done_nothing(ann, bob, start, start_program):
    """Killed right before COMMIT: nothing has changed, and the same form is taken."""
    game = start(ann, bob)
    question = question_to(game, ann)
    labels = advice(question)
    before = bytes(GameState.objects.get(game=game).data)
    code = answer_elsewhere(start_program, question, labels, FLUXX_CRASH_AT="before_commit")
    after = bytes(GameState.objects.get(game=game).data)
    answered = answer(question, labels, submission_key="form")

    assert (code, after == before, answered.repeated) == (9, True, False)


def test_c8_the_same_form_after_a_crash_is_one_move_whichever_way_it_went(ann, bob, start, start_program):
    """A client that got no reply sends its form again: one move, whether the first was committed or not."""
    game = start(ann, bob)
    for point, repeated in [("before_commit", False), ("after_commit", True)]:
        question = open_questions(game)[0]
        labels = advice(question)
        answer_elsewhere(start_program, question, labels, FLUXX_CRASH_AT=point)
        again = answer(question, labels, submission_key="form" if repeated else f"form {point}")

        assert again.repeated is repeated
        assert Move.objects.filter(game=game, question_number=question.number).count() == 1


def test_x4_killed_senders_lose_no_mail(ann, start_program, smtp):
    """Two senders are killed over and over: no mail is lost, and a repeat is the same mail."""
    game = Game.objects.create(host=ann, name="Friday game")
    seat = game.seats.create(number=9)
    people = Player.objects.bulk_create(Player(email=f"p{n}@players.example") for n in range(240))
    Notice.objects.bulk_create(
        notices.build_notice(Notice.Kind.DECLINED, key=f"n{n}", game=game, player=player, seat=seat)
        for n, player in enumerate(people)
    )
    smtp.fault, smtp.delay = Fault.SLOW, 0.02
    chance = random.Random(4)
    kills = 0
    senders = [start_program("tests.site.relay") for _sender in range(2)]
    for sender in senders:
        sender.wait_for_line("ready")
    end = time.monotonic() + 90
    while Notice.objects.filter(status="waiting").exists():
        assert time.monotonic() < end, Counter(Notice.objects.values_list("status", flat=True))
        time.sleep(chance.uniform(0.1, 0.6))
        if kills < 12:
            senders[kills % 2].kill()
            senders[kills % 2] = start_program("tests.site.relay")
            kills += 1

    copies: dict[str, list[str]] = {}
    for mail in smtp.received:
        body = hashlib.sha256(mail.text.encode()).hexdigest()
        copies.setdefault(mail.recipients[0], []).append(f"{mail.message['Message-ID']} {body}")
    assert len(copies) == len(people)
    assert len(smtp.received) - len(people) <= kills
    assert all(len(set(mails)) == 1 for mails in copies.values())
    assert set(Notice.objects.values_list("status", flat=True)) == {"sent"}


def test_a_game_goes_on_over_a_killed_worker(ann, bob, start, start_worker, smtp):
    """A real worker is killed in the middle of a game: no move and no mail is lost."""
    worker = start_worker()
    game = start(ann, bob, bots=1)
    moves = 0
    for step in range(14):
        game.refresh_from_db()
        if game.is_over:
            break
        question = open_questions(game)[0]
        answer(question, advice(question, str(step)), submission_key=str(step))
        moves += 1
        if step == 5:
            smtp.wait_for(1)
            worker.kill()
    worker = start_worker()
    # As if the leases of the dead worker had run out, and who closed the page had been away for ten minutes.
    away = clock.now() - timedelta(minutes=10)
    Seat.objects.update(seen_at=away)
    waiting = Notice.objects.filter(status="waiting")
    waiting.update(leased_until=None, lease=None, next_try_at=away, created_at=away)
    stop = time.monotonic() + 30
    while Notice.objects.filter(status="waiting").exists() and time.monotonic() < stop:
        sweep_notices()  # the new worker may hold some of them
        time.sleep(0.2)

    accepted = Move.objects.filter(game=game, by="page").count()
    sent = Notice.objects.filter(status="sent")
    assert (accepted, set(Notice.objects.values_list("status", flat=True)) <= {"sent", "skipped"}) == (
        moves,
        True,
    )
    received = Counter(mail.message["Message-ID"] for mail in smtp.received)
    assert set(sent.values_list("message_id", flat=True)) <= set(received)
    assert sum(received.values()) - len(received) <= 1
    for question in Question.objects.filter(game=game, closed_at=None):
        assert Notice.objects.filter(question=question, status="sent").exists() or game.is_over
