"""When somebody is silent: what the table agreed on happens, the others are warned, and no game stalls."""

import random
from contextlib import suppress
from datetime import timedelta

import pytest

from games import clock
from games.core.refusal import Illegal, NotAllowed, NotPossible, Refusal
from games.history import game_history
from games.models import Ballot, Game, Notice, Question, Seat, Silence, Vote
from games.periodic.sweep import sweep_deadlines, sweep_reminders, sweep_votes, sweep_wishes
from games.play import silence, votes
from games.seats.lobby import create_game
from games.seats.membership import return_to_seat
from games.seats.rematch import join_rematch
from games.seats.replacement import offer_seat

from .conftest import browser_of, make_player
from .play import answer, let_time_run_out, open_questions, question_to, seat_of

POLICIES = list(Silence)


def told(game: Game) -> list[str]:
    """What everybody may know of what happened."""
    return [line.text for line in game_history.history_lines(game, None)]


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("patience", [1, 3])
@pytest.mark.parametrize("silent", [1, 3])
def test_d13_no_policy_stalls(policy, patience, silent, ann, bob, carol, start, travel):
    """However many are silent for good, and whatever was agreed, the game ends in bounded steps."""
    game = start(ann, bob, carol, silence=policy, patience=patience)
    quiet = {player.pk for player in (ann, bob, carol)[:silent]}
    for _step in range(400):
        game.refresh_from_db()
        if game.is_over:
            break
        mine = [each for each in open_questions(game) if each.seat.player_id not in quiet]
        if mine and not mine[0].seat.plays_itself:
            answer(mine[0])
        else:
            travel(hours=30)
            sweep_deadlines()
            sweep_votes()
            sweep_wishes()

    assert game.is_over


def test_bot_takes_over_after_the_patience_of_the_table(ann, bob, start):
    """With patience 1 the first missed turn is enough; its player takes the seat back."""
    game = start(ann, bob, silence=Silence.BOT, patience=1)
    let_time_run_out(game)
    sweep_deadlines()
    kept = seat_of(game, ann)
    game.refresh_from_db()
    if not game.is_over:
        return_to_seat(seat=kept)

    assert kept.on_autopilot
    assert Notice.objects.filter(kind=Notice.Kind.AUTOPILOT, seat=kept).exists()
    assert not seat_of(game, ann).on_autopilot or game.is_over


def test_the_game_ends_with_its_reason(ann, bob, start):
    """Where that was agreed, the game ends, says why, and all are told."""
    game = start(ann, bob, silence=Silence.END, patience=1)
    let_time_run_out(game)
    sweep_deadlines()

    game.refresh_from_db()
    assert (Game.Status.ENDED, silence.END_REASON) == (game.status, game.end_reason)
    assert {ann.pk, bob.pk} == set(
        Notice.objects.filter(kind=Notice.Kind.ENDED).values_list("player", flat=True)
    )
    assert not Question.objects.filter(game=game, closed_at=None).exists()


@pytest.fixture
def vote(ann, bob, carol, start) -> Vote:
    """Ann has missed a turn, and Bob and Carol vote what to do."""
    game = start(ann, bob, carol, silence=Silence.VOTE, patience=1)
    let_time_run_out(game)
    sweep_deadlines()
    return Vote.objects.select_related("game", "seat").get(game=game)


def cast(vote: Vote, player, choice: str) -> None:
    votes.cast(vote=vote, seat=seat_of(vote.game, player), choice=choice)


def test_a_vote_is_opened_once_and_told(vote, ann, bob, carol):
    """The others are asked by mail, the silent one is told, and the history says so."""
    mails = Notice.objects.filter(kind=Notice.Kind.VOTE)

    assert {ann.pk, bob.pk, carol.pk} == set(mails.values_list("player", flat=True))
    assert "Ann hasn’t answered for too long, so the others vote on what to do." in told(vote.game)
    assert (vote.is_open, timedelta(days=2)) == (True, vote.closes_at - vote.opened_at)


@pytest.mark.parametrize(
    ("ballots", "outcome"),
    [
        (["bot", "bot"], "bot"),
        (["end", "end"], "end"),
        (["replace", "replace"], "replace"),
        (["more-time", "more-time"], "more-time"),
        (["end", "more-time"], "bot"),
    ],
)
def test_the_last_ballot_closes_the_vote(ballots, outcome, vote, bob, carol):
    """What more than half of the ballots say is done at once; a tie is a bot."""
    cast(vote, bob, ballots[0])
    vote.refresh_from_db()
    assert vote.is_open
    cast(vote, carol, ballots[1])

    vote.refresh_from_db()
    seat = Seat.objects.get(pk=vote.seat_id)
    game = Game.objects.get(pk=vote.game_id)
    assert (outcome, False) == (vote.outcome, vote.is_open)
    assert any(text.startswith("The vote is over: ") for text in told(game))
    assert seat.on_autopilot == (outcome in ("bot", "replace"))
    assert (seat.offered_at is not None) == (outcome == "replace")
    assert (game.end_reason == silence.VOTED_END) == (outcome == "end")
    if outcome == "more-time":
        assert seat.timeouts_in_row == 0


def test_a_vote_without_ballots_is_a_bot_after_two_days(vote, travel):
    """Nobody votes: after two days a bot keeps the seat."""
    sweep_votes()
    vote.refresh_from_db()
    assert vote.is_open
    Vote.objects.update(closes_at=clock.now())
    sweep_votes()

    vote.refresh_from_db()
    assert "bot" == vote.outcome
    assert Seat.objects.get(pk=vote.seat_id).on_autopilot


def test_a_ballot_can_be_changed(vote, bob, carol):
    """Until the vote is closed the last choice counts."""
    cast(vote, bob, "end")
    cast(vote, bob, "bot")

    assert ["bot"] == list(Ballot.objects.values_list("choice", flat=True))


def test_who_may_vote(vote, ann, bob, carol, start):
    """Not the silent one, not somebody else’s table, not for what is no choice; nothing changes."""
    with pytest.raises(NotAllowed, match="on your own seat"):
        cast(vote, ann, "bot")
    with pytest.raises(Illegal):
        cast(vote, bob, "banish")
    other = start(make_player("Dora"), make_player("Ed")).seats.first()
    with pytest.raises(NotAllowed):
        votes.cast(vote=vote, seat=other, choice="bot")

    assert not Ballot.objects.exists()


def test_who_returns_closes_the_vote(vote, ann, bob):
    """“I am back” closes it, and a late ballot is told so."""
    return_to_seat(seat=seat_of(vote.game, ann))

    vote.refresh_from_db()
    assert ("returned", False) == (vote.outcome, vote.is_open)
    assert "Ann is back, so the vote is off." in told(vote.game)
    with pytest.raises(NotPossible, match="closed"):
        cast(vote, bob, "end")


def test_an_answer_closes_the_vote(vote, ann, bob, carol):
    """Any answer of one’s own is coming back."""
    game = vote.game
    for _step in range(100):
        game.refresh_from_db()
        question = open_questions(game)[0]
        answer(question)
        if question.seat.player_id == ann.pk or Game.objects.get(pk=game.pk).is_over:
            break

    vote.refresh_from_db()
    assert vote.outcome == "returned" or Game.objects.get(pk=game.pk).is_over


def test_the_table_is_warned_once_for_each_deadline(ann, bob, carol, start, travel):
    """At the last reminder before the policy acts, the others hear what follows and when."""
    game = start(ann, bob, carol, silence=Silence.VOTE, patience=1)
    warnings = Notice.objects.filter(kind=Notice.Kind.WARNING)
    travel(hours=12, minutes=1)
    sweep_reminders()
    early = warnings.count()
    travel(hours=8)
    sweep_reminders()
    sweep_reminders()

    assert (0, 2) == (early, warnings.count())
    assert {bob.pk, carol.pk} == set(warnings.values_list("player", flat=True))
    assert question_to(game, ann).pk == warnings.first().question_id


@pytest.mark.parametrize(("policy", "patience"), [(Silence.PLAY, 1), (Silence.VOTE, 2)])
def test_nobody_is_warned_of_what_does_not_follow(policy, patience, ann, bob, start, travel):
    """Not where the site plays on, and not before the turn that counts."""
    start(ann, bob, silence=policy, patience=patience)
    travel(hours=23)
    sweep_reminders()

    assert not Notice.objects.filter(kind=Notice.Kind.WARNING).exists()


def test_settings_are_checked(ann):
    """No game has a patience of four, nor an unknown policy."""
    for wrong in ({"patience": 4}, {"patience": 0}, {"silence": "shrug"}, {"least_reliability": 101}):
        with pytest.raises(Illegal):
            create_game(host=ann, name="G", **wrong)

    assert not Game.objects.exists()


def test_a_rematch_keeps_the_policy_and_the_door(ann, bob, start):
    """What the table agreed on holds for the next game, too."""
    chosen = {"silence": Silence.VOTE, "patience": 2, "least_reliability": 80, "usual_hours": 24}
    game = start(ann, bob, **chosen, newcomers=True)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ENDED)
    game.refresh_from_db()
    new = join_rematch(game=game, player=bob)

    assert chosen == {name: getattr(new, name) for name in chosen}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_d13_a_table_of_any_mood_ends(seed, ann, bob, carol, start, travel):
    """People answer, vote, come back, offer their seats or sleep, by chance: the game goes on to its end."""
    chance = random.Random(seed)
    policy = chance.choice(POLICIES)
    game = start(ann, bob, carol, silence=policy, patience=chance.randint(1, 3))
    for _step in range(600):
        game.refresh_from_db()
        if game.is_over:
            break
        mine = [each for each in open_questions(game) if not each.seat.plays_itself]
        seat = seat_of(game, chance.choice([ann, bob, carol]))
        vote = Vote.objects.filter(game=game, closed_at=None).first()
        with suppress(Refusal):
            match chance.randrange(6):
                case 0 if mine:
                    answer(chance.choice(mine))
                case 1 if vote:
                    votes.cast(vote=vote, seat=seat, choice=chance.choice(vote.choices))
                case 2 if seat.on_autopilot:
                    return_to_seat(seat=seat)
                case 3 if chance.random() < 0.1:
                    offer_seat(seat=seat)
                case _:
                    travel(hours=chance.randint(1, 30))
        sweep_deadlines()
        sweep_votes()
        sweep_wishes()

    assert game.is_over
    assert not Question.objects.filter(game=game, closed_at=None).exists()


def test_a_vote_is_found_however_many_there_were(vote, bob):
    """A form names it by its key, which may have as many digits as the column."""
    Vote.objects.filter(pk=vote.pk).update(id=10**17)
    browser_of(bob).post(f"/g/{vote.game.key}/votes/", {"vote": 10**17, "choice": "bot"})

    assert [(10**17, "bot")] == list(Ballot.objects.values_list("vote", "choice"))
