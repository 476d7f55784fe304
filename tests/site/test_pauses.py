"""A pause on which a table agrees: asked for, refused, agreed, ended by anybody or when its time is up."""

from datetime import timedelta

import pytest
from django.urls import reverse

from games import clock
from games.core.refusal import Illegal, NotAllowed, NotPossible, Resting
from games.history.game_history import history_lines
from games.mail.compose import compose
from games.models import Game, Notice, Question, Vote
from games.moderation.desk import perform, revert
from games.play import consent, pauses
from games.play.votes import cast

from .play import answer, question_to, seat_of
from .staff import pause_game

FOREVER = 2.0**60


@pytest.fixture
def game(ann, bob, carol, start):
    return start(ann, bob, carol)


def last_line(game: Game) -> str:
    return history_lines(game, None)[-1].text


def agree(game: Game, *players) -> None:
    """Let players agree to the open request."""
    vote = Vote.objects.get(game=game, closed_at=None)
    for player in players:
        consent.answer(vote=vote, seat=seat_of(game, player), agrees=True)
    game.refresh_from_db()


def test_all_agree_and_the_clocks_stop(travel, game, ann, bob, carol):
    """Not before the last has agreed; the pause has an end, and nobody loses time in it."""
    left = question_to(game, ann).due_at - clock.now()
    vote = pauses.request_pause(seat=seat_of(game, bob).pk, days=7)
    agree(game, ann)
    assert game.paused_at is None
    agree(game, carol)
    travel(days=5)
    with pytest.raises(Resting):
        answer(question_to(game, ann))
    pauses.end_pause(seat=seat_of(game, carol))
    game.refresh_from_db()

    assert (vote.days, game.paused_at, game.paused_until) == (7, None, None)
    assert last_line(game) == "Carol ended the pause. The clocks are running again."
    assert abs(question_to(game, ann).due_at - clock.now() - left) < timedelta(minutes=1)


def test_one_no_ends_the_request(game, ann, bob, carol):
    """The game goes on, and the table reads that not all agreed."""
    vote = pauses.request_pause(seat=seat_of(game, bob).pk, days=7)
    consent.answer(vote=vote, seat=seat_of(game, ann), agrees=False)
    game.refresh_from_db()

    assert game.paused_at is None
    assert last_line(game) == "The game continues: not everyone agreed to a pause."
    with pytest.raises(NotPossible):
        cast(vote=vote, seat=seat_of(game, carol), choice=consent.AGREE)


def test_a_pause_ends_when_its_time_is_up(travel, game, ann, bob, carol):
    """The sweep lets the game go on, and its length is no time that Ann took to answer."""
    question = question_to(game, ann)
    pauses.request_pause(seat=seat_of(game, bob).pk, days=2)
    agree(game, ann, carol)
    travel(days=2, minutes=1)
    pauses.end_due_pauses(stop_at=FOREVER)
    game.refresh_from_db()
    travel(hours=2)
    answer(question_to(game, ann))

    assert (game.paused_at, last_line_of_pause(game)) == (
        None,
        "The pause is over. The clocks are running again.",
    )
    assert abs(Question.objects.get(pk=question.pk).took - timedelta(hours=2)) < timedelta(minutes=2)


def last_line_of_pause(game: Game) -> str:
    return next(line.text for line in history_lines(game, None)[::-1] if "pause" in line.text)


def test_with_bots_alone_the_game_is_paused_at_once(ann, start):
    """Nobody else has to agree."""
    game = start(ann, bots=2)

    assert pauses.request_pause(seat=seat_of(game, ann).pk, days=3) is None
    game.refresh_from_db()
    assert abs(game.paused_until - clock.now() - timedelta(days=3)) < timedelta(minutes=1)


def test_what_is_refused(game, ann, bob, moderator):
    """An impossible length, a second request, and ending what a moderator has paused."""
    mine = seat_of(game, ann)
    for days in (0, 61):
        with pytest.raises(Illegal):
            pauses.request_pause(seat=mine.pk, days=days)
    pauses.request_pause(seat=mine.pk, days=7)
    with pytest.raises(NotPossible):
        pauses.request_pause(seat=seat_of(game, bob).pk, days=7)
    consent.withdraw(seat=mine, kind=Vote.Kind.PAUSE)
    pause_game(game=game, by=moderator, reason="A dispute.")
    with pytest.raises(NotAllowed):
        pauses.end_pause(seat=mine)
    with pytest.raises(Resting):
        pauses.request_pause(seat=mine.pk, days=7)


def test_a_final_act_outlasts_the_pause_of_a_table(travel, game, ann, bob, carol, moderator):
    """Nobody ends the rest of a game that is to end; called off, the table's pause goes on until its end."""
    pauses.request_pause(seat=seat_of(game, ann).pk, days=1)
    agree(game, bob, carol)
    record = perform("end", game=game, by=moderator, reason="Spam.").record
    with pytest.raises(NotAllowed):
        pauses.end_pause(seat=seat_of(game, ann))
    travel(hours=23)
    revert(record, by=moderator)
    game.refresh_from_db()
    assert game.paused_until is not None
    travel(hours=2)
    pauses.end_due_pauses(stop_at=FOREVER)

    game.refresh_from_db()
    assert game.paused_at is None


def test_staff_let_a_paused_table_go_on_and_take_that_back(game, ann, bob, carol, moderator):
    """With the end that the table had chosen."""
    pauses.request_pause(seat=seat_of(game, ann).pk, days=7)
    agree(game, bob, carol)
    until = game.paused_until
    record = perform("resume", game=game, by=moderator, reason="A mistake.").record
    game.refresh_from_db()
    assert (game.paused_at, game.paused_until) == (None, None)
    revert(record, by=moderator)

    game.refresh_from_db()
    assert game.paused_until == until


def test_the_page_asks_and_answers(client, game, ann, bob, carol):
    """Ann asks on the page of her table, Bob reads a mail and the page, and Carol's yes pauses the game."""
    address = reverse("pause", args=[game.key])
    client.force_login(ann)
    assert "For how many days" in client.get(address).content.decode()
    client.post(address, {"act": "ask", "days": "5"})
    assert (
        "You’ve asked the others for a pause."
        in client.get(reverse("game", args=[game.key])).content.decode()
    )
    assert "You have asked the others" in client.get(address).content.decode()
    assert "for 5 days" in compose(Notice.objects.get(kind=Notice.Kind.VOTE, player=bob)).body
    vote = Vote.objects.get(kind=Vote.Kind.PAUSE)
    for player in (bob, carol):
        client.force_login(player)
        assert "suggests a pause" in client.get(reverse("game", args=[game.key])).content.decode()
        client.post(address, {"act": "agree", "vote": vote.pk})
    paused = client.get(address).content.decode()
    client.post(address, {"act": "resume"})

    assert "This game is paused until" in paused
    assert Game.objects.get().paused_at is None


def test_who_has_agreed_is_not_asked_again(client, game, ann, bob, carol):
    """Above the table, they read that others have not answered yet; who has not is asked."""
    pauses.request_pause(seat=seat_of(game, bob).pk, days=2)
    agree(game, ann)

    def above(player) -> str:
        client.force_login(player)
        return client.get(f"/g/{game.key}/").content.decode()

    assert "Not everyone has answered yet." in above(ann)
    assert "See it, and answer" not in above(ann)
    assert "Bob suggests a pause." in above(carol)
