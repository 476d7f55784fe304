"""The choices of the board game in a letter: under which heading each stands, and what comes of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.text import capfirst
from django.utils.translation import gettext as _

import engine
from games.board.names import goal_spaces, is_open, kind_of, numbers_of_places, pieces, space_name, tile_name
from games.board.pegs import pegboards_of
from games.board.standing import describe_pieces_on
from games.replies import board_vocabulary
from games.replies.board_vocabulary import ROTATE, UPROOT

from .letter import PrintedChoice

Names = Mapping[int, str]
OTHER_PORTAL = {"portal-1": "portal-2", "portal-2": "portal-1"}
OF_TURN = "play-or-move"


def with_words(
    choices: Sequence[PrintedChoice],
    labels: Sequence[str],
    view: engine.View,
    question: engine.QuestionView,
    names: Names,
) -> list[PrintedChoice]:
    """Return the choices of a question, each with what is to be said of it; as they are without a board."""
    board = view.board
    if board is None:
        return list(choices)
    shown, before = [], ""
    for choice, label in zip(choices, labels, strict=False):
        heading = _heading(label, question, board)
        note = _note(label, view, board, question, names)
        shown.append(
            replace(
                choice, title=capfirst(choice.title), heading=heading if heading != before else "", note=note
            )
        )
        before = heading
    return [*shown, *choices[len(shown) :]]


def _heading(label: str, question: engine.QuestionView, board: engine.BoardView) -> str:
    if question.what == OF_TURN and not board_vocabulary.is_move(label):
        return _("Play a card")
    if label.startswith(ROTATE):
        return capfirst(tile_name(label.split(":")[1]))
    if ">" not in label:
        return ""
    source = label.partition(">")[0]
    count = board.pieces[board.colours[question.seat]].count(source)
    words = {"space": space_name(source), "count": count}
    if question.what != OF_TURN:
        return ""
    if count > 1:
        return _("Move one of your %(count)d pieces from %(space)s") % words
    return _("Move from %(space)s") % words


def _note(
    label: str, view: engine.View, board: engine.BoardView, question: engine.QuestionView, names: Names
) -> str:
    if label in engine.PEGS and question.what == "free-change":
        return _of_peg(label, "forward", view, names)
    if label in ("forward", "back") and question.about:
        peg = getattr(engine.card(question.about[-1]), "peg", "")
        return _of_peg(peg, label, view, names) if peg else ""
    if ">" not in label:
        return ""
    return " ".join(_of_step(label, view, board, question, names))


def _of_peg(peg: str, way: str, view: engine.View, names: Names) -> str:
    """Say what a peg would be set to, and what it rules."""
    pegs = pegboards_of(view, names)
    shown = next(each for each in (*pegs.rules, pegs.win) if each.name == peg)
    at = next(place for place, hole in enumerate(shown.holes) if hole.is_set)
    to = at + (1 if way == "forward" else -1)
    if not 0 <= to < len(shown.holes):
        return ""
    words = {"rule": shown.title, "now": shown.setting, "then": shown.holes[to].text, "means": shown.means}
    return _("%(rule)s goes from %(now)s to %(then)s (%(means)s).") % words


def _of_step(
    label: str, view: engine.View, board: engine.BoardView, question: engine.QuestionView, names: Names
) -> Iterator[str]:
    """Say what else comes of a step or a leap: portals, who is bumped or sent back, and the goal."""
    source, _arrow, rest = label.partition(">")
    target, _bang, bump = rest.partition("!")
    is_leap = question.what == "leap"
    end = target
    if not is_leap and kind_of(target) == "portal" and kind_of(source) != "portal":
        end = OTHER_PORTAL[target]
        yield _("On to %(space)s.") % {"space": space_name(end)}
    who = capfirst(_who_is_there(board, names, question.seat, target))
    if bump and kind_of(bump) == "portal":
        words = {"who": who, "end": space_name(OTHER_PORTAL[bump])}
        yield _("%(who)s is there, and goes on to %(end)s.") % words
    elif bump:
        yield _("%(who)s is there.") % {"who": who}
    elif is_leap and who:
        yield _("%(who)s is there, and goes back to the start.") % {"who": who}
    if end in goal_spaces(view):
        yield _("The goal asks for it.")


def _who_is_there(board: engine.BoardView, names: Names, me: int, space: str) -> str:
    """Say whose piece is on an item; nothing where any number may be, or none is."""
    if is_open(space):
        return ""
    if space in board.pieces[board.colours[me]]:
        return _("your own %(piece)s") % {"piece": pieces(board.colours[me])}
    return describe_pieces_on(board, names, space)


def written(question: engine.QuestionView, board: engine.BoardView | None) -> Iterator[str]:
    """Yield how what has no number can be written, a paragraph each: turning and carrying tiles."""
    rotations = [label for label in question.options if label.startswith(ROTATE)]
    uprootings = [label for label in question.options if label.startswith(UPROOT)]
    if board is None or question.what == "rotate-tile":
        return
    if rotations:
        yield _(
            "Instead of moving a piece you may turn a tile, with the pieces on it: write “rotate A 90”, for "
            "any tile from A to H, or for start, and 90, 180 or 270 degrees clockwise."
        )
    if uprootings:
        yield _carrying(question, uprootings)
        yield _free(question)
        yield _lying(board)


def _carrying(question: engine.QuestionView, uprootings: Sequence[str]) -> str:
    """Say how to write where a tile is carried, by the last example: that is of no start tile."""
    tile, place = uprootings[-1].split(":")[1:]
    number = numbers_of_places(question.options)[place]
    words = {"tile": _letter(tile), "number": number, "where": engine.text.board.place(place, _)}
    if question.what == OF_TURN:
        text = _(
            "Instead of moving a piece you may carry a tile to a free place, as it lies and with its pieces: "
            "write “uproot %(tile)s place %(number)d”. The picture shows the numbers; place %(number)d is: "
            "%(where)s, counted from where the start tile lay at first."
        )
    else:
        text = _(
            "Write “uproot %(tile)s place %(number)d”. The picture shows the numbers; place %(number)d is: "
            "%(where)s, counted from where the start tile lay at first."
        )
    return text % words


def _free(question: engine.QuestionView) -> str:
    """Say where the places with numbers are, counted as the tiles are."""
    numbers = numbers_of_places(question.options)
    places = ", ".join(f"{number} = {place}" for place, number in numbers.items())
    return _("The free places, so far east/so far south (with a minus, west/north): %(places)s.") % {
        "places": places
    }


def _lying(board: engine.BoardView) -> str:
    tiles = ", ".join(f"{_letter(tile.name)} {tile.x}/{tile.y}" for tile in board.tiles)
    return _("The tiles lie at: %(tiles)s.") % {"tiles": tiles}


def places(question: engine.QuestionView) -> Iterator[str]:
    """Yield where each tile can be carried, by number; tiles that can go to the same places share a line."""
    numbers = numbers_of_places(question.options)
    by_tile: dict[str, list[int]] = {}
    for label in question.options:
        if not label.startswith(UPROOT):
            continue
        _kind, tile, place = label.split(":")
        by_tile.setdefault(tile, []).append(numbers[place])
    by_places: dict[tuple[int, ...], list[str]] = {}
    for tile, free in by_tile.items():
        by_places.setdefault(tuple(sorted(free)), []).append(_letter(tile))
    for shared, tiles in by_places.items():
        words = {"tiles": ", ".join(tiles), "places": ", ".join(map(str, shared))}
        yield capfirst(_("%(tiles)s can go to place %(places)s.") % words)


def _letter(tile: str) -> str:
    return tile.upper() if len(tile) == 1 else engine.text.board.space(tile, _).lower()
