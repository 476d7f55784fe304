"""Moves on the board that head for the goal on top: by chance alone a game takes thousands of answers."""

from functools import lru_cache
from itertools import permutations
from random import Random

from engine import Game, QuestionKind, QuestionView
from engine.board.layout import Layout, layout, steps
from engine.board.spaces import PORTALS
from engine.board.table import BoardTable
from engine.card import BoardGoal, Leaper

FAR = 99
_OTHER = dict(zip(PORTALS, reversed(PORTALS), strict=True))


def heads_for_the_goal(game: Game, question: QuestionView, dice: Random) -> str:
    """The label of a step or a leap that brings the asked seat's pieces nearest to the goal; "" for none."""
    table = game.table
    if not isinstance(table, BoardTable) or not table.goals:
        return ""
    found = {label: _after(table, question, label) for label in question.options}
    ranked = [(_distance(table, pieces), dice.random(), label) for label, pieces in found.items() if pieces]
    return min(ranked)[2] if ranked else ""


def _after(table: BoardTable, question: QuestionView, label: str) -> list[str]:
    """Where the pieces of the asked seat stand after a step; empty for what is none."""
    pieces = list(table.pieces[table.colours[question.seat]])
    card = label.partition("#")[0]
    numbers = table.deck.numbers(card)
    if numbers and isinstance(leaper := table.card(numbers[0]), Leaper):
        source, target = "start" if "start" in pieces else pieces[0], leaper.targets[0]
    elif ">" in label:
        source, _, target = label.partition("!")[0].partition(">")
        if source not in PORTALS and question.what is QuestionKind.PLAY_OR_MOVE:
            target = _OTHER.get(target, target)
    else:
        return []
    pieces.remove(source)
    return [*pieces, target]


def _distance(table: BoardTable, pieces: list[str]) -> int:
    """Steps to the goal on top, of the two pieces that are nearest to it."""
    goal = table.card(table.goals[-1])
    assert isinstance(goal, BoardGoal)
    one, other = (distances(layout(table), bool(table.setting("wraparound")), to) for to in goal.spaces)
    return min(one.get(a, FAR) + other.get(b, FAR) for a, b in permutations(pieces, 2))


@lru_cache(maxsize=4096)
def distances(lying: Layout, wraparound: bool, to: str) -> dict[str, int]:
    """How many moves it takes from each space to one, over an empty board."""
    ways = steps(lying, wraparound)
    found, edge = {to: 0}, [to]
    while edge:
        nearer = set(edge)
        edge = [
            space
            for space, entered in ways.items()
            if space not in found and any(_OTHER.get(each, each) in nearer for each in entered)
        ]
        edge += [portal for portal in PORTALS if _OTHER[portal] in nearer and portal not in {*found, *edge}]
        depth = max(found.values()) + 1
        found |= dict.fromkeys(edge, depth)
    return found
