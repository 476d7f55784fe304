"""What a table does for a seat whose player is on vacation: what they may choose, and when a bot answers.

It never depends on what the seat holds: who is on vacation, and what happens meanwhile, everybody may know.
"""

import engine
from games.core import access
from games.models import Away, AwayPolicy, Game, Seat

# What players may choose at a table, the usual choice first.
CHOICES: dict[str, tuple[Away, ...]] = {
    AwayPolicy.STOP: (Away.ANSWERS, Away.STOP, Away.DEPUTY, Away.BOT),
    AwayPolicy.ANSWERS: (Away.ANSWERS, Away.DEPUTY, Away.BOT),
    AwayPolicy.BOT: (Away.BOT, Away.DEPUTY),
    AwayPolicy.NONE: (Away.HERE, Away.DEPUTY, Away.BOT),
}


def away_choices(game: Game) -> tuple[Away, ...]:
    """Return what a player on vacation may choose for their seat in a game, the usual choice first."""
    choices = CHOICES.get(game.away_policy, CHOICES[AwayPolicy.NONE])  # one of another release: none
    # Without a clock nothing would ever answer what the others wait for.
    return choices if game.is_timed else tuple(each for each in choices if each != Away.STOP)


def usual_choice(game: Game) -> Away:
    """Return what happens at a seat whose player has chosen nothing for their vacation."""
    return away_choices(game)[0]


def answers_question(seat: Seat, question: engine.QuestionView, turn: int) -> bool:
    """Whether a bot answers a question at once, as the player is on vacation; `turn` is whose turn it is."""
    in_turn = (
        question.seat == turn and not question.beside and question.what is not engine.QuestionKind.WINDOW
    )
    return bot_answers(seat, in_turn=in_turn)


def bot_answers(seat: Seat, *, in_turn: bool) -> bool:
    """Whether a bot answers at once what a seat is asked in its own turn, or out of turn."""
    if not seat.is_away or seat.away == Away.STOP:
        return False
    if seat.away == Away.DEPUTY:
        if seat.has_deputy and access.deputies_in_force(seat=seat.pk):
            return False
        plays = seat.game.away_policy == AwayPolicy.BOT
    else:
        plays = seat.away == Away.BOT
    return plays or not in_turn
