"""Another pace for a running game: suggested, refused, agreed; what becomes of clocks that run."""

from datetime import timedelta

import pytest
from django.urls import reverse

from engine.scenario import deal
from games import clock
from games.core.refusal import Illegal, NotAllowed, NotPossible, Resting
from games.history.game_history import history_lines
from games.history.game_settings import describe_pace
from games.mail.compose import compose
from games.models import By, Game, Notice, Pace, Question, Seat, Timing, Vote
from games.models.question import STOPS_PLAY
from games.models.timing import DAY, HOUR
from games.periodic.sweep import sweep_deadlines
from games.play import consent, pace_vote, undo, votes
from tests.mail.tables import store

from . import wonderland
from .play import answer, question_to, seat_of
from .staff import pause_game

pytestmark = pytest.mark.django_db
FOREVER = 2.0**60
ALMOST = timedelta(minutes=1)


@pytest.fixture
def game(ann, bob, carol, start):
    return start(ann, bob, carol, pace=Pace.THREE_DAYS)


def suggest(game: Game, player, days: int) -> Vote | None:
    return pace_vote.request_pace(seat=seat_of(game, player).pk, days=days)


def agree(game: Game, *players) -> None:
    """Let players agree to the open request."""
    vote = Vote.objects.get(game=game, closed_at=None)
    for player in players:
        consent.answer(vote=vote, seat=seat_of(game, player), agrees=True)
    game.refresh_from_db()


def left(game: Game, player) -> timedelta | None:
    """What the clock of a player's question shows, who has no hours and no vacation."""
    due_at = question_to(game, player).due_at
    return None if due_at is None else due_at - clock.now()


def is_about(shown: timedelta | None, wanted: timedelta) -> bool:
    return shown is not None and abs(shown - wanted) < ALMOST


def last_line(game: Game, seat: Seat | None = None) -> str:
    return history_lines(game, seat)[-1].text


@pytest.mark.parametrize(
    ("passed", "days", "shown"),
    [
        (2 * DAY, 7, 5 * DAY),  # the difference on top of one day
        (HOUR, 1, DAY),  # a whole turn of the new pace, from now
        (2 * DAY + 12 * HOUR, 1, 12 * HOUR),  # what was left, as it is less
        (HOUR, 0, None),
    ],
)
def test_what_becomes_of_a_running_clock(travel, game, ann, bob, carol, passed, days, shown):
    """Not before the last has agreed; who has less time than their mail says gets another one."""
    Notice.objects.update(status=Notice.Status.SENT)
    travel(seconds=passed.total_seconds())
    before, due_at = left(game, ann), question_to(game, ann).due_at
    suggest(game, bob, days)
    agree(game, ann)
    assert (question_to(game, ann).due_at, game.pace) == (due_at, Pace.THREE_DAYS)
    agree(game, carol)
    earlier = shown is not None and before is not None and shown < before - ALMOST
    notices = Notice.objects.filter(player=ann, kind=Notice.Kind.TURN, key__contains="/pace-")

    assert shown == left(game, ann) if shown is None else is_about(left(game, ann), shown)
    assert notices.exists() == earlier
    assert (game.timing, game.pace, game.paused_at) == (Timing.FLAT, days, None)
    answer(question_to(game, ann))
    following = Question.objects.filter(STOPS_PLAY, game=game).exclude(seat=seat_of(game, ann)).first()
    if following is not None:
        whole = following.due_at and following.due_at - clock.now()
        assert whole is None if days == 0 else is_about(whole, days * DAY)


@pytest.mark.parametrize(
    "clock_before",
    [
        {"pace": Pace.NONE},
        {"timing": Timing.BANK, "bank_start": 24, "bank_gain": 12, "bank_most": 72},
        {"timing": Timing.FIXED, "fixed_hour": 20, "fixed_zone": "Asia/Tokyo"},
    ],
)
@pytest.mark.parametrize("days", [1, 7])
def test_from_another_clock_a_whole_turn_begins(travel, ann, bob, start, clock_before, days):
    """With the free hours of the game on top."""
    game = start(ann, bob, grace_hours=8, **clock_before)
    travel(hours=10)
    suggest(game, bob, days)
    agree(game, ann)
    seat = seat_of(game, ann)

    assert is_about(left(game, ann), days * DAY + 8 * HOUR)
    assert (seat.turn_left, seat.turn_time) == (days * DAY + 8 * HOUR,) * 2
    assert describe_pace(game) == Pace(days).label


def test_time_runs_out_by_the_new_pace(travel, game, ann, bob, carol):
    """The sweep strikes a day after the change, and not three days after the question; nobody before."""
    suggest(game, ann, 1)
    agree(game, bob, carol)
    number = question_to(game, ann).number
    travel(hours=23)
    sweep_deadlines()
    assert question_to(game, ann).number == number
    travel(hours=2)
    sweep_deadlines()

    assert Question.objects.get(game=game, number=number).closed_by == By.CLOCK


def test_without_a_clock_an_undone_answer_brings_none_back(game, ann, bob, carol):
    """The question had a deadline when it was answered."""
    answer(question_to(game, ann))
    suggest(game, bob, 0)
    agree(game, ann, carol)
    undo.undo(seat=seat_of(game, ann).pk)

    assert question_to(game, ann).due_at is None


def test_one_no_ends_the_request(game, ann, bob, carol):
    """The clocks stay, and the table reads that not all agreed."""
    before = question_to(game, ann).due_at
    vote = suggest(game, bob, 1)
    consent.answer(vote=vote, seat=seat_of(game, ann), agrees=False)
    game.refresh_from_db()

    assert (game.pace, question_to(game, ann).due_at) == (Pace.THREE_DAYS, before)
    assert last_line(game) == "The pace stays as it was: not everyone agreed to another one."
    with pytest.raises(NotPossible):
        votes.cast(vote=vote, seat=seat_of(game, carol), choice=consent.AGREE)


def test_without_all_answers_it_lapses(travel, game, ann, bob, carol):
    """After two days, in which Carol has said nothing."""
    suggest(game, bob, 7)
    agree(game, ann)
    travel(days=2, minutes=1)
    votes.close_due(stop_at=FOREVER)
    game.refresh_from_db()

    assert (game.pace, Vote.objects.get().outcome) == (Pace.THREE_DAYS, "lapsed")
    assert "The pace stays as it was" in " ".join(line.text for line in history_lines(game, None))


def test_the_history_says_what_was_suggested_and_agreed(game, ann, bob, carol):
    """To Bob as “you”; with bots alone it is so at once."""
    suggest(game, bob, 0)
    assert last_line(game) == "Bob suggests another pace: no clock."
    agree(game, ann, carol)
    assert last_line(game) == "The game has a new pace, as Bob suggested: no clock."
    assert last_line(game, seat_of(game, bob)) == "The game has a new pace, as you suggested: no clock."

    Seat.objects.filter(game=game).exclude(player=ann).update(player=None, bot="sensible")
    assert suggest(game, ann, 7) is None
    game.refresh_from_db()
    assert (game.pace, is_about(left(game, ann), 7 * DAY)) == (Pace.ONE_WEEK, True)


def test_what_is_refused(game, ann, bob, moderator):
    """A pace that there is not, the one that there is, a second request, a bot's seat, a paused game."""
    for days in (None, 2, -1, 365):
        with pytest.raises(Illegal):
            suggest(game, ann, days)
    with pytest.raises(NotPossible):
        suggest(game, ann, 3)
    suggest(game, ann, 7)
    with pytest.raises(NotPossible):
        suggest(game, bob, 1)
    consent.withdraw(seat=seat_of(game, ann), kind=Vote.Kind.PACE)
    assert last_line(game) == "Ann no longer suggests another pace."
    Seat.objects.filter(game=game, player=bob).update(on_autopilot=True)
    with pytest.raises(NotAllowed):
        suggest(game, bob, 1)
    pause_game(game=game, by=moderator, reason="A dispute.")
    with pytest.raises(Resting):
        suggest(game, ann, 7)


def test_the_page_asks_and_answers(client, game, ann, bob, carol):
    """Ann asks on the page of her table, Bob reads a mail and the page, and Carol's yes changes the pace."""
    address = reverse("pace", args=[game.key])
    table = reverse("game", args=[game.key])
    client.force_login(ann)
    asks = client.get(address).content.decode()
    assert ('value="3"' in asks, 'value="7"' in asks) == (False, True)
    assert client.post(address, {"act": "ask"}).status_code == 422
    client.post(address, {"act": "ask", "days": "7"})
    assert "You’ve suggested another pace to the others." in client.get(table).content.decode()
    assert "7 days for each turn" in compose(Notice.objects.get(kind=Notice.Kind.PACE, player=bob)).body
    vote = Vote.objects.get(kind=Vote.Kind.PACE)
    for player in (bob, carol):
        client.force_login(player)
        assert "Ann suggests another pace." in client.get(table).content.decode()
        client.post(address, {"act": "agree", "vote": vote.pk})
        if player == bob:
            assert "Not everyone has answered yet." in client.get(table).content.decode()
    game.refresh_from_db()

    assert game.pace == Pace.ONE_WEEK
    client.post(address, {"act": "agree", "vote": vote.pk})
    assert Notice.objects.filter(kind=Notice.Kind.PACE).count() == 2


def test_the_mail_leads_to_the_page(client, game, ann, bob):
    """Its link opens where the answer is given, without an account."""
    suggest(game, bob, 7)
    body = compose(Notice.objects.get(kind=Notice.Kind.PACE, player=ann)).body
    link = next(word for word in body.split() if word.endswith("?to=pace"))
    opened = client.get(link[link.index("/p/") :])

    assert opened.url == f"/t/{game.key}/pace/"
    assert "I agree" in client.get(opened.url).content.decode()


def test_a_turn_that_others_interrupt_gets_the_difference_too():
    """Bob has the time of questions out of turn; Ann's clock rests meanwhile, and runs on by the new pace."""
    hands = {"ann": ["hand-limit-1", "bread", "milk"], "bob": ["sleep", "love"]}
    stored = store(deal(**hands, rules=["play-3"], drawn=1))
    ann, bob = stored.seats["ann"], stored.seats["bob"]
    turn = Question.objects.get(STOPS_PLAY, game=stored.game).turn
    Seat.objects.filter(pk=ann.pk).update(turn_left=2 * DAY, bank=2 * DAY, clock_turn=turn)
    Question.objects.filter(STOPS_PLAY, game=stored.game).update(due_at=clock.now() + 2 * DAY)
    wonderland.answer(stored, "ann", "hand-limit-1")
    due_at = stored.question("bob").due_at
    vote = pace_vote.request_pace(seat=ann.pk, days=7)
    consent.answer(vote=vote, seat=bob, agrees=True)
    assert stored.question("bob").due_at == due_at
    wonderland.answer(stored, "bob", "love")

    assert is_about(stored.question("ann").due_at - clock.now(), 6 * DAY)
