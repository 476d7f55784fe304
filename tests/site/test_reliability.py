"""How quickly and how reliably somebody answers: what counts, what is excused, and who is let in."""

from datetime import timedelta

import pytest

from games import clock
from games.clocks.reliability import TimedQuestion, build_record
from games.core.refusal import NotAllowed
from games.models import By, Invitation, Outage, Player, Question
from games.moderation.desk import perform, revert
from games.periodic.sweep import sweep_deadlines
from games.seats.lobby import create_game
from games.seats.membership import take_seat
from games.seats.replacement import offer_seat, take_over
from games.timing import player_records

from .conftest import make_player
from .play import answer, let_time_run_out, question_to, seat_of
from .staff import pause_game, resume_game

HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("turns", "said"),
    [(4, "no record yet"), (9, "usually answers within 1 h; 9 of 9 turns in time")],
)
def test_nothing_is_said_of_newcomers(turns, said):
    """Four turns are too few to say anything; quartiles that read the same are said once."""
    record = build_record(TimedQuestion(turn, HOUR) for turn in range(turns))

    assert (turns > 4, said) == (record.is_known, player_records.describe_record(record))


def test_quartiles_and_turns_in_time():
    """Half of the answers come between the quartiles."""
    times = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    record = build_record(
        [*(TimedQuestion(turn, hours * HOUR) for turn, hours in enumerate(times)), TimedQuestion("x", None)]
    )

    assert (9, 10, 90) == (record.in_time, record.turns, record.percent)
    assert (3 * HOUR, 5 * HOUR, 7 * HOUR) == record.quartiles
    expected = "usually answers within 5 h (half between 3 h and 7 h); 9 of 10 turns in time"
    assert expected == player_records.describe_record(record)


def test_old_misses_are_forgiven():
    """Only the last fifty turns count."""
    record = build_record(
        [*(TimedQuestion(turn, HOUR) for turn in range(50)), *(TimedQuestion(-n, None) for n in range(1, 9))]
    )

    assert (50, 50) == (record.in_time, record.turns)


def test_the_questions_of_a_turn_count_as_one():
    """The first question of a turn says how long it took; one that is missed spoils the turn once."""
    turns = [
        [
            TimedQuestion(turn, timedelta(seconds=2)),
            TimedQuestion(turn, timedelta(seconds=3)),
            TimedQuestion(turn, 5 * HOUR),
        ]
        for turn in range(5)
    ]
    spoiled = [TimedQuestion("late", None), TimedQuestion("late", None), TimedQuestion("late", HOUR)]
    record = build_record([*spoiled, *(each for turn in turns for each in turn)])

    assert (5, 6) == (record.in_time, record.turns)
    assert 5 * HOUR == record.usual


@pytest.mark.parametrize("away", [0, 3])
def test_an_answer_is_noted_at_its_question(ann, bob, start, travel, away):
    """How long it took from being asked; what the site was away is taken off."""
    game = start(ann, bob)
    question = question_to(game, ann)
    begin = clock.now() + HOUR
    end = begin + away * HOUR
    if away:
        Outage.objects.create(started_at=begin, ended_at=end, credited_at=end)
    travel(hours=6)
    answer(question)

    question.refresh_from_db()
    assert ann == question.counts_for
    assert timedelta() <= question.took - (6 - away) * HOUR < timedelta(minutes=1)


def test_a_pause_by_staff_does_not_count(ann, bob, start, travel, moderator):
    """While staff had paused the game nobody could answer."""
    game = start(ann, bob)
    question = question_to(game, ann)
    travel(hours=3)
    for days in (2, 1):
        pause_game(game=game, by=moderator, reason="A dispute.")
        travel(days=days)
        resume_game(game=game, by=moderator, reason="Settled.")
        travel(hours=1)
    answer(question)
    took = Question.objects.get(pk=question.pk).took

    assert took is not None
    assert abs(took - 5 * HOUR) < timedelta(minutes=1)


@pytest.mark.parametrize(
    ("code", "is_taken_back", "hours"),
    [("pause", True, 2), ("end", True, 2), ("pause", False, 1)],
    ids=["a pause that was taken back", "a final act that was called off", "going on by mistake"],
)
def test_an_act_that_was_taken_back_falsifies_no_record(
    code, is_taken_back, hours, ann, bob, start, travel, moderator
):
    """A pause ends when it is taken back, and goes on when its end is."""
    game = start(ann, bob)
    question = question_to(game, ann)
    travel(hours=1)
    record = perform(code, game=game, by=moderator, reason="A slip.").record
    travel(hours=5)
    if is_taken_back:
        revert(record, by=moderator)
        travel(hours=1)
    else:
        revert(resume_game(game=game, by=moderator, reason="A slip."), by=moderator)
        travel(hours=5)
        resume_game(game=game, by=moderator, reason="Settled.")
    answer(Question.objects.get(pk=question.pk))
    took = Question.objects.get(pk=question.pk).took

    assert abs(took - hours * HOUR) < timedelta(minutes=1)


def test_what_a_card_asks_belongs_to_the_turn(ann, bob, start):
    """What a card asks in one's own turn is of that whole turn; what is asked out of turn is its own."""
    game = start(ann, bob)
    Question.objects.filter(game=game).update(counts_for=None)
    now = clock.now()
    for number in range(1, 13):
        Question.objects.create(
            game=game,
            seat=seat_of(game, bob),
            number=900 + number,
            what="play",
            own_turn=number % 2 == 0,
            on_turn_clock=number <= 10,
            turn=(number + 1) // 2,
            counts_for=bob,
            opened_at=now,
            closed_at=now + number * timedelta(seconds=1),
            closed_by=By.PAGE,
            took=HOUR,
        )

    assert player_records.load_record(bob).turns == 7


def test_a_timeout_counts_unless_it_is_excused(ann, bob, start):
    """Time ran out: that counts; not where the mail server had refused every mail."""
    game = start(ann, bob)
    question = question_to(game, ann)
    let_time_run_out(game)
    sweep_deadlines()
    question.refresh_from_db()
    other = start(bob, ann)
    refused = question_to(other, bob)
    Player.objects.filter(pk=bob.pk).update(mail_refused_at=clock.now())
    for _time in range(2):  # the first time the clock is put off, since nobody could tell him
        let_time_run_out(other)
        sweep_deadlines()

    refused.refresh_from_db()
    assert (By.CLOCK, ann, None) == (question.closed_by, question.counts_for, question.took)
    assert refused.counts_for is None


def test_answers_among_bots_count_for_nothing(ann, start):
    """Nobody waits for the only person at a table: no record is made, in time or late, nor by bots."""
    game = start(ann, bots=2)
    answer(question_to(game, ann))
    let_time_run_out(game)
    sweep_deadlines()

    assert Question.objects.filter(game=game, closed_by=By.PAGE).exists()
    assert not Question.objects.exclude(counts_for=None).exists()


def give_record(player: Player, game, took: timedelta, turns: int = 10, missed: int = 0) -> None:
    """Let somebody have answered so many turns, each in so much time."""
    seat = game.seats.first()
    for number in range(turns):
        at = clock.now() - timedelta(days=1, hours=number)
        Question.objects.create(
            game=game,
            seat=seat,
            number=10_000 + number,
            what="play",
            turn=number + 1,
            opened_at=at - took,
            closed_at=at,
            closed_by=By.CLOCK if number < missed else By.PAGE,
            counts_for=player,
            took=None if number < missed else took,
        )


@pytest.fixture
def dora(db) -> Player:
    return make_player("Dora")


@pytest.fixture
def past(start):
    """A game of other people, in which records are made."""
    return start(make_player("Fay"), make_player("Gus"))


def table(ann, **asks):
    return create_game(host=ann, name="Quick ones", seats=4, is_open=True, **asks)


def test_the_door_refuses_kindly_and_says_what_to_do(ann, bob, dora, past):
    """Too slow, too unreliable, or new: each is told why, and how to get in after all."""
    give_record(bob, past, 30 * HOUR)
    with pytest.raises(NotAllowed, match=r"usually answer within 12 h.*ask the host"):
        take_seat(game=table(ann, usual_hours=12), player=bob)
    Question.objects.filter(counts_for=bob).delete()
    give_record(bob, past, HOUR, missed=5)
    with pytest.raises(NotAllowed, match=r"90% of their turns.*it will improve"):
        take_seat(game=table(ann, least_reliability=90), player=bob)
    with pytest.raises(NotAllowed, match="played here before"):
        take_seat(game=table(ann, newcomers=False), player=dora)

    assert not bob.seats.exists()


def test_the_door_lets_in(ann, bob, dora, past):
    """Who answers well, newcomers where they are welcome, and whoever is invited."""
    give_record(bob, past, HOUR)
    asks = {"usual_hours": 12, "least_reliability": 90}
    strict = table(ann, newcomers=False, **asks)
    Invitation.objects.create(game=strict, invited_by=ann, email=dora.email, mailbox=dora.email)

    assert take_seat(game=table(ann, **asks), player=bob)
    assert take_seat(game=table(ann, **asks), player=dora)
    assert take_seat(game=strict, player=dora)


def test_the_door_stands_before_links_and_replacements_too(ann, bob, carol, dora, start):
    """By the game's link, in a running game and at an offered seat it asks the same."""
    game = start(ann, bob, carol, is_open=True)
    game.newcomers = False
    game.save()
    offer_seat(seat=seat_of(game, carol))
    with pytest.raises(NotAllowed):
        take_seat(game=game, player=dora, link_key=game.link_key)
    with pytest.raises(NotAllowed):
        take_over(game=game, number=seat_of(game, carol).number, player=dora)

    assert not dora.seats.exists()


def test_who_is_kept_by_a_bot_does_not_wait(ann, bob, start):
    """While a bot plays for the only other person, no answer counts."""
    game = start(ann, bob, bots=1)
    question = question_to(game, ann)
    mine, *others = game.seats.all()

    assert player_records.is_counted(question, mine, [mine, *others])

    for seat in others:
        seat.on_autopilot = True
    assert not player_records.is_counted(question, mine, [mine, *others])
