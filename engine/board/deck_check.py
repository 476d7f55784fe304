"""What is wrong with a deck of the board game that somebody builds."""

from collections.abc import Collection, Iterator

from engine.board.set_up import FEWEST, LONGER, MOST, STACKED
from engine.board.spaces import PEGS
from engine.made.problem import Problem, hint, serious
from engine.translation import gettext_noop
from engine.verbs import DEALT


def board_problems(cards: int, goals: int, switches: Collection[str], seats: int | None) -> Iterator[Problem]:
    """What is wrong with a deck of so many cards, so many of them goals; with ``seats``, for so many."""
    if seats is not None and not FEWEST <= seats <= MOST:
        text = gettext_noop("The board game is for {fewest} to {most} players, not for {seats}.")
        yield serious(text, fewest=FEWEST, most=MOST, seats=seats)
        return
    yield from _size(cards, goals, seats)
    yield from _goals(goals, PEGS["win"][1 if LONGER in switches else 0] or 0, seats)


def _size(cards: int, goals: int, seats: int | None) -> Iterator[Problem]:
    """Too few cards to stack goals, deal three to each seat and have one to draw."""
    fits = (cards - min(goals, STACKED) - 1) // DEALT
    if fits < (seats or FEWEST):
        text = gettext_noop("The deck is too small for {seats} players: each is dealt {dealt} cards.")
        yield serious(text, seats=seats or FEWEST, dealt=DEALT)
    elif fits < MOST and seats is None:
        yield hint(gettext_noop("The deck is too small for more than {seats} players."), seats=fits)


def _goals(goals: int, needed: int, seats: int | None) -> Iterator[Problem]:
    """Too few goals to win, to begin with a whole stack, or to be sure that somebody wins."""
    most = max(number or 0 for number in PEGS["win"])
    enough = (seats or MOST) * (most - 1) + 1  # all others have one less than they need
    if goals < needed:
        text = gettext_noop("Winning takes {needed} goals, but the deck has only {count}, so nobody can win.")
        yield serious(text, needed=needed, count=goals)
    elif goals < STACKED:
        text = gettext_noop("The stack starts with {most} goals, but the deck has only {count}.")
        yield hint(text, most=STACKED, count=goals)
    elif goals < enough:
        text = gettext_noop(
            "The deck has {count} goals. With fewer than {enough}, they may run out before "
            "anyone wins if winning takes {needed}."
        )
        yield hint(text, count=goals, enough=enough, needed=most)
