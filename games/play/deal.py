"""From seats to cards: the deal, and the question who takes the first card."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import engine
from games import clock
from games.core import rows
from games.models import By, Game, GameState, Move, Question, Seat, Starter
from games.models.question import TAKE_FIRST_CARD
from games.timing import deadlines

from .table import Table

# The one answer to the question who takes the first card.
TAKE: tuple[str, ...] = ("take",)


def do_deal(game: Game, *, first: Seat, by: By, number: int | None = None, submission_key: str = "") -> Table:
    """Deal the cards of a locked game and note the deal as its first move. The caller stores the table."""
    table = new_table(game, game.seats.count(), first.number)
    table.record(
        Move.Kind.DEAL,
        by=by,
        seat=table.seats[first.number],
        number=number,
        labels=TAKE if number is not None else (),
        outcomes=table.rules.take_outcomes(),
        submission_key=submission_key,
    )
    if by in (By.PAGE, By.MAIL, By.REPLY):
        table.turn_at_last_answer[first.number] = table.turn_number
    return table


def new_table(game: Game, seats: int, first: int) -> Table:
    """Shuffle and deal a locked game, publish the commitment to its shuffles, and return its table.

    The seed comes from the operating system's secrets; it is the only source of chance in the game.
    """
    seed, salt = secrets.token_hex(32), secrets.token_hex(16)
    dealt = engine.Game.new(game.edition, seats, first, seed=seed)
    GameState.objects.create(game=game, data=dealt.dump(), seed=seed)
    game.commitment = engine.commitment(seed, salt)
    game.salt = salt
    game.starting_seat = first
    game.save(update_fields=["commitment", "salt", "starting_seat"])
    return Table(game, rows.load(game), dealt)


def choose_first(game: Game, seats: Sequence[Seat], chosen: Seat | None) -> Seat | None:
    """Return who has the first turn; ``None`` when the seats decide it by taking the first card.

    The host's choice is by default the host. Where chance decides, it is drawn from the operating
    system's secrets, and recorded with the deal.
    """
    people = [seat for seat in seats if seat.is_person]
    if game.starter == Starter.FIRST and people:
        return None
    if game.starter == Starter.HOST:
        hosts = [seat for seat in people if seat.player_id == game.host_id]
        if chosen in seats:
            return chosen
        if hosts:
            return hosts[0]
    return secrets.choice(seats)


def ask_who_is_first(game: Game, seats: Sequence[Seat]) -> list[Question]:
    """Ask every player at the table to take the first card; the first who does has the first turn."""
    questions = [
        Question(
            game=game,
            seat=seat,
            number=-seat.number,
            what=TAKE_FIRST_CARD,
            opened_at=clock.now(),
            own_turn=True,
        )
        for seat in seats
        if seat.is_person
    ]
    for question in questions:
        deadlines.start(question)
    Question.objects.bulk_create(questions)
    return questions
