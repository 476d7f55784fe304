"""What a table does about a silent player: its policy, chosen when the game was created.

The clock has answered for them before, so that the table goes on. Every policy ends in somebody who answers,
or in the end of the game.
"""

from collections.abc import Callable

from django.utils.translation import gettext_noop

from games.models import Game, Move, Notice, Question, Seat, Silence, Vote
from games.models.question import IS_OPEN
from games.models.vote import IS_OPEN as IS_VOTE_OPEN

from . import question_rows, votes
from .play_on import play_and_store
from .table import LockedTable

CHOICES = ("more-time", "bot", "replace", "end")
END_REASON = gettext_noop("A player was silent for too long, and this table ends then.")
VOTED_END = gettext_noop("A player was silent for too long, and the table voted to end the game.")


def do_policy(table: LockedTable, seat: Seat) -> None:
    """Do what the policy says, if this seat of a locked table has been silent for long enough.

    The clock has just answered for it; the caller lets the table play on and stores it.
    """
    game = table.game
    if seat.on_autopilot or not seat.is_person or seat.timeouts_in_row < game.patience:
        return
    if game.silence == Silence.VOTE:
        do_ask_table(table, seat)
    else:
        do_decision(table, seat, game.silence, END_REASON)


def do_decision(table: LockedTable, seat: Seat, decision: str, end_reason: str) -> None:
    """Do what a policy or a vote says about a silent seat of a locked table."""
    match decision:
        case "more-time":
            do_restart_clocks(table, seat)
        case "replace":
            do_offer(table, seat)
        case "end":
            table.will_end = end_reason
        case _:
            do_give_to_bot(table, seat)


def do_give_to_bot(table: LockedTable, seat: Seat) -> None:
    """Let a bot answer for a seat of a locked table until its player returns."""
    seat.on_autopilot = True
    table.touch(seat)
    table.autopiloted.append(seat)


def do_offer(table: LockedTable, seat: Seat) -> None:
    """Let a bot keep a seat of a locked table, until its player returns or somebody takes it over."""
    seat.offered_at = table.now
    table.note_event("seat-offered", name=seat)
    do_give_to_bot(table, seat)


def do_ask_table(table: LockedTable, seat: Seat) -> None:
    """Let the others vote about a silent seat, unless they do already; a bot takes it if there are none."""
    if Vote.objects.filter(IS_VOTE_OPEN, seat=seat, kind=Vote.Kind.SILENCE).exists():
        return
    voters = votes.voters(table.seats.values(), seat)
    if not voters:
        do_give_to_bot(table, seat)
        return
    vote = votes.do_open(table.game, seat, Vote.Kind.SILENCE, choices=CHOICES)
    table.note_event("vote-opened", name=seat)
    votes.notify_voters(vote, Notice.Kind.VOTE, [*voters, seat])


def decide_silence_vote(vote: Vote, counted: dict[str, int]) -> str:
    """Return what a vote about a silent seat has decided: what most of the ballots say, or else a bot."""
    total = sum(counted.values())
    return next((choice for choice, count in counted.items() if 2 * count > total), "bot")


def do_silence_outcome(vote: Vote, game: Game) -> None:
    """Do what was voted for about a silent seat of a locked game. Raises `DivergedTable`."""
    table = LockedTable.load(game)
    seat = next((each for each in table.seats.values() if each.pk == vote.seat_id), None)
    if seat is None or not seat.is_person or seat.on_autopilot:
        return
    table.note_event(f"voted-{vote.outcome}", name=seat)
    do_decision(table, seat, vote.outcome, VOTED_END)
    play_and_store(table)


def do_restart_clocks(table: LockedTable, seat: Seat) -> None:
    """Forget the missed turns of a seat, and start the clocks of its open questions from the beginning."""
    seat.timeouts_in_row = 0
    table.touch(seat)
    for question in Question.objects.filter(IS_OPEN, seat=seat, is_side=False, due_at__isnull=False):
        question_rows.do_restart_clock(question, table.game, seat, table.now)


def do_withdraw_offer_and_vote(seat: Seat, note_event: Callable[..., Move]) -> None:
    """Withdraw the offer of a seat whose player is back, and close the vote about it, in a locked game.

    The caller stores the seat.
    """
    if seat.offered_at is not None:
        seat.offered_at = None
        note_event("offer-withdrawn", name=seat)
    if votes.do_withdraw(seat, Vote.Kind.SILENCE, outcome="returned"):
        note_event("vote-returned", name=seat)


votes.KINDS[Vote.Kind.SILENCE] = votes.VoteType(decide_silence_vote, do_silence_outcome)
