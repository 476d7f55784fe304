"""The board in the terminal: a map in letters, and lines about pegs, goals and colours."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from engine.board.pegs import in_words
from engine.board.spaces import START
from engine.board.view import BoardView
from engine.cards import card
from engine.text.board import colour, peg, setting, space

_WIDTH = 15  # of a cell, its pieces included
_ARROWS = ("← Start", "↑", "↓", "→")  # at the cells of the start tile: where a piece may leave it


def map_lines(board: BoardView) -> Iterator[str]:
    """The board in letters: a word for each cell, and R, Y, G, B for the pieces that stand there."""
    cells = _cells(board)
    across, down = zip(*cells, strict=True)
    for y in range(min(down), max(down) + 1):
        if y > min(down) and y % 2 == 0:
            yield ""
        words = [
            ("| " if x % 2 == 0 else "") + cells.get((x, y), "").ljust(_WIDTH)
            for x in range(min(across), max(across) + 1)
        ]
        yield "".join(words).rstrip()


def _cells(board: BoardView) -> dict[tuple[int, int], str]:
    """What each cell shows: of the start tile its arrows, and its pieces beside the second."""
    letters: dict[str, str] = defaultdict(str)
    for name, standing in board.pieces.items():
        for each in standing:
            letters[each] += name[0].upper()
    cells = {}
    for tile in board.tiles:
        for at, name in enumerate(tile.spaces):
            word = _ARROWS[at] if name == START else space(name, _untranslated)
            pieces = letters[name] if name != START or at == 1 else ""
            cells[2 * tile.x + at % 2, 2 * tile.y + at // 2] = f"{word} {pieces}".rstrip()
    return cells


def board_lines(board: BoardView, names: Mapping[int, str]) -> Iterator[tuple[str, str]]:
    """The goals, the pegs, and who plays which colour, as name and value."""
    stack = [card(goal).title for goal in board.stack]
    yield "Goal", stack[0] if stack else "none"
    if stack[1:]:
        yield "Below", ", ".join(stack[1:])
    says = {name: in_words(name, value) for name, value in board.settings.items()}
    yield (
        "Pegs",
        ", ".join(
            f"{peg(name, _untranslated)} {setting(word, _untranslated)}" for name, word in says.items()
        ),
    )
    for seat, name in board.colours.items():
        goals = ", ".join(card(goal).title for goal in board.collected[seat]) or "no goals"
        yield names[seat], f"{colour(name, _untranslated)} ({name[0].upper()}); {goals}"


def _untranslated(message: str) -> str:
    return message
