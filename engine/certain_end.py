"""What end of the game is sure to come of a card at once, as far as one seat can tell.

The rules themselves play the card on the table that a view shows.  An end counts only if nothing had happened
before it that the view does not tell: a card drawn, something picked by chance, a keeper turned up, an answer
of another seat.
"""

from collections.abc import Coroutine, Iterator
from typing import Any

import msgspec

from engine.ask import Drive
from engine.board import play as board_play
from engine.board.table import BoardTable
from engine.bots.board_imagine import imagine_board
from engine.bots.imagine import imagine, number
from engine.goals import GameOver, GameWon
from engine.play import play
from engine.question_kind import QuestionKind
from engine.table import Table
from engine.view import View

# What the player of a card may be asked before it has taken effect; all answers are looked at.
FORESEEN = frozenset(
    (QuestionKind.DISCARD_GOAL, QuestionKind.ATTACH, QuestionKind.SHIFT_PEG, QuestionKind.LEAP)
)
MOST_WAYS = 12  # in which a card's questions may be answered; with more, nothing is said


class End(msgspec.Struct, frozen=True):
    """How the game ends: ``winner`` wins, or ``all_lose``.

    Neither where the choice of who plays the card decides between ends that are all somebody else's.
    """

    winner: int | None = None
    all_lose: bool = False


def ends_by_hand(view: View) -> dict[str, End]:
    """Return the cards that the view's seat could play now with which the game is sure to end at once.

    Where others may object, the card may still be cancelled.
    """
    asked, me = view.question, view.me
    if asked is None or me is None:
        return {}
    if asked.what is QuestionKind.PLAY_TEMPORARY:
        zone = view.temporary
    elif asked.what in (QuestionKind.PLAY, QuestionKind.PLAY_OR_MOVE):
        zone = view.hand
    else:
        return {}
    found = {}
    if can_end(view):
        cards = {option.card for option in asked.read_options}
        for slug in dict.fromkeys(zone):
            if slug in cards and (end := _certain(_without(view, slug), me, slug)) is not None:
                found[slug] = end
    return found


def end_of_window(view: View) -> End | None:
    """Return how the game ends if nobody answers any more to the card of the open window."""
    if not view.window:
        return None
    card, by = view.window[0], view.window_by[0]
    if len(view.window) % 2 == 0:  # an odd number of Surprises cancels it, and the first takes a keeper
        if view.deck.known_cards[card].kind != "keeper":
            return None
        by = view.window_by[1]
    return _certain(msgspec.structs.replace(view, me=None), by, card)


def possible_ends(view: View, player: int, slug: str) -> Iterator[End | None]:
    """Yield an end for each way in which ``player`` may answer what its card asks, ``None`` if none is sure.

    The card lies in none of the view's zones.
    """
    ways: list[list[str]] = [[]]  # at first without an answer, which finds what is asked
    for answers in ways:
        table = imagine(view) if view.board is None else imagine_board(view)
        pile, hidden = len(table.draw_pile), _face_down(table)
        drive = Drive(_play(table, player, slug))
        end = None
        try:
            drive.start()
            for label in answers:
                drive.answer(player, [label])
            if len(drive.open) == 1 and player in drive.open and drive.open[player].what in FORESEEN:
                ways += ([*answers, label] for label in drive.open[player].options)
                continue
        except GameWon as won:
            end = End(won.seat)
        except GameOver:
            end = End(all_lose=True)
        except StopIteration:
            pass
        finally:
            drive.close()
        is_sure = not table.chance and len(table.draw_pile) == pile and hidden <= _face_down(table)
        yield end if is_sure else None


def _certain(view: View, player: int, slug: str) -> End | None:
    """Return the end that a card is sure to bring, whatever its player answers."""
    ends = set()
    for way, end in enumerate(possible_ends(view, player, slug)):
        if end is None or way == MOST_WAYS:
            return None
        ends.add(end)
    if len(ends) == 1:
        return ends.pop()
    return None if End(player) in ends else End()


def can_end(view: View) -> bool:
    """Whether a card can end the game at all: there is a goal, or the seat has one to play."""
    kinds = ("goal", "ungoal")
    cards = (*view.hand, *view.temporary)
    return bool(view.board or view.goals) or any(view.deck.known_cards[slug].kind in kinds for slug in cards)


def _play(table: Table | BoardTable, player: int, slug: str) -> Coroutine[Any, Any, None]:
    card = number(table.deck, slug)
    if isinstance(table, BoardTable):
        return board_play.play(table, player, card)
    return play(table, player, card)


def _face_down(table: Table | BoardTable) -> set[int]:
    return set() if isinstance(table, BoardTable) else {*table.face_down}


def _without(view: View, slug: str) -> View:
    """Return the view with a card out of its zone, as it is while it is played."""
    zone = "temporary" if slug in view.temporary else "hand"
    cards = list(getattr(view, zone))
    cards.remove(slug)
    seats = view.seats
    if zone == "hand":
        seats = tuple(
            msgspec.structs.replace(seat, hand_size=seat.hand_size - 1) if seat.seat == view.me else seat
            for seat in view.seats
        )
    return msgspec.structs.replace(view, seats=seats, **{zone: tuple(cards)})
