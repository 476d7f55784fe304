"""The board game in a letter: the board in words and as a picture, and what its moves lead to."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from email.mime.image import MIMEImage
from functools import partial

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _

import engine
from engine import Option, OptionKind, QuestionKind
from games.board.clicks import can_click
from games.board.mail_picture import render_png
from games.board.names import (
    START,
    describe_pieces,
    goal_spaces,
    is_open,
    kind_of,
    numbers_of_places,
    space_name,
    tile_name,
)
from games.board.pegs import describe_pegboards
from games.board.pieces import describe_pieces_on
from games.board.values import DescribedBoard
from games.board.words import board_as_text, describe_board
from games.decks.titles import quoted_title
from games.history import game_history
from games.history.narrator import Viewer

from .context import LetterContext
from .letter import BoardSection, Letter, PrintedChoice
from .message import make_picture

logger = logging.getLogger(__name__)

Names = Mapping[int, str]
PICTURE_WIDTH = 548  # pixels: the width of a letter's text
LARGEST = 150_000  # bytes of all pictures of a mail
PNG = b"\x89PNG\r\n\x1a\n"
OTHER_PORTAL = {"portal-1": "portal-2", "portal-2": "portal-1"}
WRITTEN = (OptionKind.ROTATE, OptionKind.UPROOT)  # moves that have no number


def board_section(context: LetterContext) -> BoardSection | None:
    """Return the board as it is now, with the moves since the reader's last turn; ``None`` without one."""
    view = context.view
    if view is None or view.board is None:
        return None
    words = describe_board(view, context.names)
    is_asked = can_click(view.question)
    next_goals = ", ".join(quoted_title(engine.card(slug)) for slug in view.board.stack[1:])
    return BoardSection(
        words=words,
        next_goals=_("Next goals: %(goals)s.") % {"goals": next_goals}
        if next_goals and not view.over
        else "",
        lines=tuple(board_as_text(view, context.names)),
        alt=" ".join([_("The board, with the pieces of all players."), words.goal, *words.players]),
        own_line="" if is_asked else _line_of(view, view.board, words),
        draw=partial(_draw_for_reader if is_asked else _draw_for_all, context, view),
    )


def _line_of(view: engine.View, board: engine.BoardView, words: DescribedBoard) -> str:
    """Return the line about the reader's own pieces; empty for a seat without any."""
    seats = list(board.colours)
    return words.players[seats.index(view.me)] if view.me in seats else ""


def _draw_for_reader(context: LetterContext, view: engine.View) -> bytes:
    """Draw the reader's pieces with rings, where these can go, and what has moved since their last turn."""
    moves = context.moves_after(context.last_turn)
    moved = game_history.outcomes_of(Viewer.of(context.game, context.seat, ()), moves)
    return render_png(view, context.names, moved=moved)


def _draw_for_all(context: LetterContext, view: engine.View) -> bytes:
    """Draw the board as everybody sees it, so that one drawing serves all who aren't asked for a move."""
    moved = game_history.outcomes_of(Viewer(context.game, ()), context.snapshot.recent_moves)
    return render_png(msgspec.structs.replace(view, me=None, question=None), context.names, moved=moved)


def draw_picture(letter: Letter, identity: str, room: int) -> tuple[Letter, MIMEImage | None]:
    """Return a letter with the picture of its board, and the picture; ``None`` without one.

    `identity` is the Content-ID. A picture of more than `room` bytes is left out, and one that can't be drawn
    is logged: the letter describes the board in words, too.
    """
    board = letter.board
    if board is None:
        return letter, None
    png = _draw_safely(board.draw)
    if png is None or len(png) > room:
        return letter, None
    picture, width, height = make_picture(png, identity, "board.png")
    shown = min(PICTURE_WIDTH, width)
    drawn = replace(board, source=f"cid:{identity}", width=shown, height=round(height * shown / width))
    return replace(letter, board=drawn), picture


def _draw_safely(draw: Callable[[], bytes]) -> bytes | None:
    """Return a PNG; log what keeps it from being drawn, and return ``None`` then."""
    try:
        png = draw()
    except Exception:
        logger.exception("the board of a mail cannot be drawn")
        return None
    if not png.startswith(PNG):
        logger.error("the board of a mail was not drawn as a PNG")
        return None
    return png


def add_board_notes(
    choices: Sequence[PrintedChoice],
    options: Sequence[Option],
    view: engine.View,
    question: engine.QuestionView,
    names: Names,
) -> list[PrintedChoice]:
    """Return the choices of a question with their headings and notes; unchanged without a board."""
    board = view.board
    if board is None:
        return list(choices)
    shown, before = [], ""
    for choice, option in zip(choices, options, strict=True):
        heading = _heading(option, question, board)
        note = _note(option, view, board, question, names)
        new_heading = "" if heading == before else heading
        short = _short(option, view, board, question, names) if heading else ""
        title = capfirst(choice.title)
        shown.append(replace(choice, title=title, heading=new_heading, note=note, short=short))
        before = heading
    return shown


def _heading(option: Option, question: engine.QuestionView, board: engine.BoardView) -> str:
    is_turn = question.what is QuestionKind.PLAY_OR_MOVE
    if is_turn and not option.is_move:
        return _("Play a card")
    if option.kind is OptionKind.ROTATE:
        return capfirst(tile_name(option.source))
    if option.kind is not OptionKind.STEP or not (is_turn or _has_many_targets(question)):
        return ""
    count = board.pieces[board.colours[question.seat]].count(option.source)
    words = {"space": _in_sentence(option.source), "count": count}
    if count > 1:
        return _("Move one of your %(count)d pieces from %(space)s") % words
    return _("Move from %(space)s") % words


def _in_sentence(space: str) -> str:
    """Return the name of a space as it is within a sentence: Bread, octagon A, portal 1."""
    return engine.text.board.space(space, _)


def _has_many_targets(question: engine.QuestionView) -> bool:
    """Whether each piece can leap to several spaces."""
    return len({(each.target, each.bump) for each in question.read_options if _is_step(each)}) > 1


def _is_step(option: Option) -> bool:
    return option.kind is OptionKind.STEP


def _short(
    option: Option, view: engine.View, board: engine.BoardView, question: engine.QuestionView, names: Names
) -> str:
    """Return where a move leads and what comes of it, in few words; empty for what is no move."""
    if option.kind is OptionKind.ROTATE:
        return f"{option.target}°"
    if option.kind is not OptionKind.STEP:
        return ""
    target, bump = option.target, option.bump
    is_leap = question.what is QuestionKind.LEAP
    who = _name_bumped(board, names, question.seat, target) if bump or is_leap else ""
    end = _end_of_move(option, is_leap=is_leap)
    shown = [space_name(target)]
    if who:
        shown.append(f"{who} → {space_name(OTHER_PORTAL.get(bump, bump) or START)}")
    elif bump:
        return ""  # who is bumped stands in the title
    elif end != target:
        shown[0] += f" → {space_name(end)}"
    if end in goal_spaces(view):
        shown.append(_("The goal needs this space."))
    return " · ".join(shown)


def _end_of_move(step: Option, *, is_leap: bool) -> str:
    """Return the space on which a piece ends: beyond a portal that it steps on."""
    if not is_leap and kind_of(step.target) == "portal" and kind_of(step.source) != "portal":
        return OTHER_PORTAL[step.target]
    return step.target


def _note(
    option: Option, view: engine.View, board: engine.BoardView, question: engine.QuestionView, names: Names
) -> str:
    if option.kind is OptionKind.PEG:
        return _peg_note(option.label, "forward", view, names)
    if option.label in ("forward", "back") and question.about:
        peg = getattr(engine.card(question.about[-1]), "peg", "")
        return _peg_note(peg, option.label, view, names) if peg else ""
    return " ".join(_move_notes(option, view, board, question, names)) if _is_step(option) else ""


def _peg_note(peg: str, way: str, view: engine.View, names: Names) -> str:
    """Describe how a peg would move, and what it rules; the choice or its question names it already."""
    pegs = describe_pegboards(view, names)
    shown = next(each for each in (*pegs.rules, pegs.win) if each.name == peg)
    at = next(place for place, hole in enumerate(shown.holes) if hole.is_set)
    to = at + (1 if way == "forward" else -1)
    if not 0 <= to < len(shown.holes):
        return ""
    return f"{shown.setting} → {shown.holes[to].text} ({shown.means})."


def _move_notes(
    step: Option, view: engine.View, board: engine.BoardView, question: engine.QuestionView, names: Names
) -> Iterator[str]:
    """Yield the consequences of a step or a leap: portals, who is bumped or sent back, the goal."""
    target, bump = step.target, step.bump
    is_leap = question.what is QuestionKind.LEAP
    end = _end_of_move(step, is_leap=is_leap)
    if end != target:
        yield _("On to %(space)s.") % {"space": _in_sentence(end)}
    who = capfirst(_describe_bumped(board, names, question.seat, target))
    if bump and kind_of(bump) == "portal":
        words = {"who": who, "end": _in_sentence(OTHER_PORTAL[bump])}
        yield _("%(who)s is there, and moves on to %(end)s.") % words
    elif bump:
        yield _("%(who)s is there.") % {"who": who}
    elif is_leap and who:
        yield _("%(who)s is there, and moves back to the start.") % {"who": who}
    if end in goal_spaces(view):
        yield _("The goal needs this space.")


def _describe_bumped(board: engine.BoardView, names: Names, me: int, space: str) -> str:
    """Name whose piece is on an item; empty where there is none, or where any number may be."""
    if is_open(space):
        return ""
    if space in board.pieces[board.colours[me]]:
        return _("your own %(piece)s") % {"piece": describe_pieces(board.colours[me])}
    return describe_pieces_on(board, names, space)


def _name_bumped(board: engine.BoardView, names: Names, me: int, space: str) -> str:
    """Name the player whose piece is on an item; empty where there is none, or where any number may be."""
    if is_open(space):
        return ""
    return _(", ").join(
        _("you") if seat == me else names[seat]
        for seat, colour in board.colours.items()
        if space in board.pieces[colour]
    )


def explain_tile_moves(question: engine.QuestionView, board: engine.BoardView | None) -> Iterator[str]:
    """Yield paragraphs on how to write moves that have no number: turning and carrying tiles."""
    if board is None or question.what is QuestionKind.ROTATE_TILE:
        return
    options = question.read_options
    if any(option.kind is OptionKind.ROTATE for option in options):
        yield _(
            "Or turn a tile with its pieces: write “rotate A 90”. It can be any tile from A to H, or start, "
            "and 90, 180 or 270 degrees clockwise."
        )
    if uprootings := [option for option in options if option.kind is OptionKind.UPROOT]:
        example = uprootings[-1]  # never the start tile
        number = numbers_of_places(options)[example.target]
        words = {"tile": _tile_letter(example.source), "number": number}
        if question.what is QuestionKind.PLAY_OR_MOVE:
            text = _(
                "Or carry a tile with its pieces to a free place: write “uproot %(tile)s place %(number)d”. "
                "The picture shows the numbers of the places."
            )
        else:
            text = _("Write “uproot %(tile)s place %(number)d”. The picture shows the numbers of the places.")
        yield text % words


def describe_uproot_places(question: engine.QuestionView, board: engine.BoardView | None) -> Iterator[str]:
    """Yield where the places and tiles are, and the places of each tile; those with the same share a line."""
    numbers = numbers_of_places(question.read_options)
    if board is not None and numbers:
        free_places = ", ".join(f"{number} = {place}" for place, number in numbers.items())
        positions = ", ".join(f"{_tile_letter(tile.name)} {tile.x}/{tile.y}" for tile in board.tiles)
        yield _(
            "Free places (columns east / rows south; negative numbers mean west / north): %(places)s."
        ) % {"places": free_places}
        yield _("The tiles lie at: %(tiles)s.") % {"tiles": positions}
    by_tile: dict[str, list[int]] = {}
    for option in question.read_options:
        if option.kind is OptionKind.UPROOT:
            by_tile.setdefault(option.source, []).append(numbers[option.target])
    by_places: dict[tuple[int, ...], list[str]] = {}
    for tile, free in by_tile.items():
        by_places.setdefault(tuple(sorted(free)), []).append(_tile_letter(tile))
    for shared, tiles in by_places.items():
        words = {"tiles": ", ".join(tiles), "places": ", ".join(map(str, shared))}
        yield capfirst(_("%(tiles)s can go to place %(places)s.") % words)


def _tile_letter(tile: str) -> str:
    return tile.upper() if len(tile) == 1 else engine.text.board.space(tile, _).lower()
