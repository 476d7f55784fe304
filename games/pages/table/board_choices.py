"""Answers that are given on the board, as groups of choices: moves of pieces, and what is done to tiles."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine import Option, OptionKind, QuestionKind
from games.board.clicks import TILE, is_tile_picked
from games.board.names import (
    START,
    describe_pieces,
    goal_spaces,
    kind_of,
    numbers_of_places,
    picture_of,
    space_name,
    tile_name,
)

from .choice_values import Choice, ChoiceGroup

Names = Mapping[int, str]
# Questions that are about tiles alone: nothing is folded up there.
ABOUT_TILES = (QuestionKind.ROTATE_TILE, QuestionKind.UPROOT_TILE)
MOVES = "moves"


def group_by_source(options: Iterable[Option]) -> dict[str, list[Option]]:
    """Return options in lists, by the space, the tile or the colour that each begins with."""
    found: dict[str, list[Option]] = {}
    for option in options:
        found.setdefault(option.source, []).append(option)
    return found


def build_board_groups(
    view: engine.View,
    question: engine.QuestionView,
    names: Names,
    chosen: Collection[str] = (),
    path: Sequence[str] = (),
) -> tuple[list[ChoiceGroup], list[ChoiceGroup]]:
    """Return the answers of a question that are given on the board: those of pieces, and those of tiles.

    ``path`` is what the reader has pointed at on the picture: its group comes first, as do choices.
    """
    board = view.board
    if board is None:
        return [], []
    moves = _BoardMoves(view, board, question, names, chosen, path)
    of_pieces = [*moves.steps(), *moves.pieces()]
    of_tiles = [*moves.rotations(), *moves.uprootings(), *moves.tiles()]
    picked = ("piece", "".join(path[:1]))
    of_tiles.sort(key=lambda group: not group.has_chosen)
    of_pieces.sort(key=lambda group: (not group.has_chosen, (group.style, group.about) != picked))
    return of_pieces, of_tiles


def fold_moves(
    of_pieces: Sequence[ChoiceGroup], of_tiles: Sequence[ChoiceGroup], *, is_alone: bool, path: Sequence[str]
) -> list[ChoiceGroup]:
    """Return the groups of the board, with the moves of pieces folded up where cards can be played, too.

    The picture shows these moves, and what else can be chosen should not lie far below. What was picked on
    the picture is open, and comes first.
    """
    has_chosen = any(group.has_chosen for group in of_pieces)
    tiles_first = is_tile_picked(path) or any(group.has_chosen for group in of_tiles)
    if is_alone or not of_pieces:
        return [*of_tiles, *of_pieces] if tiles_first else [*of_pieces, *of_tiles]
    count = sum(len(group.choices) for group in of_pieces)
    heading = ngettext("Move a piece: %(count)d way", "Move a piece: %(count)d ways", count)
    is_open = has_chosen or (bool(path) and not tiles_first)
    fold = ChoiceGroup(
        "fold", heading % {"count": count}, (), about=MOVES, parts=tuple(of_pieces), is_open=is_open
    )
    return [*of_tiles, fold] if tiles_first else [fold, *of_tiles]


@dataclass(frozen=True)
class _BoardMoves:
    """Makes groups of the options of one question."""

    view: engine.View
    board: engine.BoardView
    question: engine.QuestionView
    names: Names
    chosen: Collection[str]
    path: Sequence[str]

    def _of_kind(self, kind: OptionKind) -> list[Option]:
        return [option for option in self.question.read_options if option.kind is kind]

    def steps(self) -> Iterator[ChoiceGroup]:
        """Yield a group for each space with pieces of the seat; one for leaps that all lead to one space."""
        mine, options = self._my_colour, self._of_kind(OptionKind.STEP)
        by_source = group_by_source(options)
        if len(by_source) > 1 and len(by_source) == len(options) and self._is_leap:
            choices = tuple(map(self._leap_from, options))
            yield ChoiceGroup("piece", "", choices, picture=f"piece-{mine}", colour=mine)
            return
        for source, steps in by_source.items():
            count = self.board.pieces[mine].count(source)
            yield ChoiceGroup(
                "piece",
                _piece_on(describe_pieces(mine, count), source),
                tuple(map(self._step, steps)),
                about=source,
                picture=f"piece-{mine}",
                colour=mine,
                note=_("One of them moves.") if count > 1 else "",
            )

    def pieces(self) -> Iterator[ChoiceGroup]:
        """Yield the pieces of each colour, under the name of who plays it."""
        for colour, of_colour in group_by_source(self._of_kind(OptionKind.PIECE)).items():
            picture = f"piece-{colour}"
            choices = (
                self._pill(option.label, _piece_on(describe_pieces(colour), option.target), picture, colour)
                for option in of_colour
            )
            yield ChoiceGroup("owner", self._owner(colour), tuple(choices), about=colour)

    def rotations(self) -> Iterator[ChoiceGroup]:
        """Yield the turns of the tiles, tile by tile, folded up where there is anything else to do."""
        if options := self._of_kind(OptionKind.ROTATE):
            heading = _("Turn a tile clockwise, and the pieces on it")
            parts = [
                replace(part, note=_("It looks the same whichever way it’s turned."))
                if part.about == START
                else part
                for part in self._by_tile(options, self._turn, is_open=True)
            ]
            yield self._fold(OptionKind.ROTATE, heading, parts)

    def uprootings(self) -> Iterator[ChoiceGroup]:
        """Yield where each tile can be carried, with the numbers that the picture shows at the places."""
        if options := self._of_kind(OptionKind.UPROOT):
            numbers = numbers_of_places(options)
            heading = _("Carry a tile elsewhere, and the pieces on it")
            parts = self._by_tile(options, lambda option: self._carry(option, numbers), is_open=False)
            yield self._fold(OptionKind.UPROOT, heading, parts)

    def tiles(self) -> Iterator[ChoiceGroup]:
        """Yield the tiles as choices."""
        choices = tuple(
            Choice(
                option.label,
                capfirst(tile_name(option.source)),
                self._on_tile(option.source),
                "word",
                is_chosen=option.label in self.chosen,
            )
            for option in self._of_kind(OptionKind.TILE)
        )
        if choices:
            yield ChoiceGroup("words", "", choices)

    @cached_property
    def _my_colour(self) -> str:
        return self.board.colours[self.question.seat]

    @property
    def _is_leap(self) -> bool:
        return self.question.what is QuestionKind.LEAP

    def _fold(self, kind: OptionKind, heading: str, parts: Iterable[ChoiceGroup]) -> ChoiceGroup:
        parts = tuple(sorted(parts, key=lambda part: (not part.has_chosen, not self._is_picked(part.about))))
        group = ChoiceGroup("fold", heading, (), about=kind.value, parts=parts)
        is_picked = group.has_chosen or any(self._is_picked(part.about) for part in parts)
        count = len(list(group.all_choices))
        title = ngettext("%(what)s: %(count)d way", "%(what)s: %(count)d ways", count)
        return replace(
            group,
            heading=title % {"what": heading, "count": count},
            is_open=is_picked or self.question.what in ABOUT_TILES,
        )

    def _by_tile(
        self, options: Iterable[Option], show: Callable[[Option], Choice], *, is_open: bool
    ) -> Iterator[ChoiceGroup]:
        for tile, of_tile in group_by_source(options).items():
            choices = tuple(map(show, of_tile))
            has_chosen = any(choice.is_chosen for choice in choices)
            yield ChoiceGroup(
                "tile",
                capfirst(tile_name(tile)),
                choices,
                about=tile,
                note=self._on_tile(tile),
                href=self._on_picture(tile),
                is_open=is_open or has_chosen or self._is_picked(tile),
            )

    def _is_picked(self, tile: str) -> bool:
        return f"{TILE}{tile}" in self.path[:1]

    def _on_picture(self, tile: str) -> str:
        return f"?{urlencode({'ask': self.question.number, 'from': f'{TILE}{tile}'})}#board"

    def _step(self, step: Option) -> Choice:
        source, target = step.source, step.target
        if self._is_leap:
            title = _("to %(space)s") % {"space": space_name(target)}
            return self._pill(step.label, title, _sign(target), remark=self._who_is_sent_back(target))
        if kind_of(source) == kind_of(target) == "portal":
            title = _("to %(space)s: the hop from portal to portal") % {"space": space_name(target)}
        elif kind_of(target) == "portal":
            words = {"portal": space_name(target), "other": space_name(_beyond(target))}
            title = _("into %(portal)s, out of %(other)s") % words
        else:
            title = _("to %(space)s") % {"space": space_name(target)}
        remark = self._bumps(target, step.bump) if step.bump else ""
        return self._pill(step.label, title, _sign(target), remark=remark, space=target)

    def _bumps(self, target: str, bump: str) -> str:
        words = {"piece": self._piece_at(target), "space": space_name(bump)}
        if kind_of(bump) == "portal":
            words["other"] = space_name(_beyond(bump))
            return _("bumps %(piece)s into %(space)s, out of %(other)s") % words
        return _("bumps %(piece)s to %(space)s") % words

    def _leap_from(self, leap: Option) -> Choice:
        colour = self._my_colour
        title = _("%(piece)s from %(space)s") % {
            "piece": capfirst(describe_pieces(colour)),
            "space": space_name(leap.source),
        }
        remark = self._who_is_sent_back(leap.target)
        return self._pill(leap.label, title, f"piece-{colour}", colour, remark)

    def _who_is_sent_back(self, target: str) -> str:
        """Say who goes back to the start tile when a piece leaps to a space."""
        if kind_of(target) != "item" or not self._colour_at(target):
            return ""
        return _("sends %(piece)s back to the start") % {"piece": self._piece_at(target)}

    def _turn(self, turn: Option) -> Choice:
        return self._pill(turn.label, _("%(degrees)s°") % {"degrees": turn.target})

    def _carry(self, move: Option, numbers: Mapping[str, int]) -> Choice:
        words = {"number": numbers[move.target], "place": engine.text.board.place(move.target, _)}
        return self._pill(move.label, _("place %(number)d: %(place)s") % words)

    def _pill(
        self,
        label: str,
        title: str,
        picture: str = "",
        colour: str = "",
        remark: str = "",
        space: str = "",
    ) -> Choice:
        return Choice(
            label,
            title,
            "",
            "move",
            pictures=(picture,) if picture else (),
            remark=remark,
            is_chosen=label in self.chosen,
            colour=colour,
            is_goal=space in goal_spaces(self.view),
        )

    def _colour_at(self, space: str) -> str:
        """Return the colour of the piece on an item; empty if there is none."""
        return next((colour for colour, spaces in self.board.pieces.items() if space in spaces), "")

    def _piece_at(self, space: str) -> str:
        """Return what a reader calls the piece on an item: your own blue figure, Bob’s red pawn."""
        colour = self._colour_at(space)
        if colour == self._my_colour:
            return _("your own %(piece)s") % {"piece": describe_pieces(colour)}
        return _("%(name)s’s %(piece)s") % {"name": self._player_of(colour), "piece": describe_pieces(colour)}

    def _owner(self, colour: str) -> str:
        if colour == self._my_colour:
            return _("Your pieces")
        return _("Pieces of %(name)s") % {"name": self._player_of(colour)}

    def _player_of(self, colour: str) -> str:
        return next(self.names[seat] for seat, each in self.board.colours.items() if each == colour)

    def _on_tile(self, tile: str) -> str:
        """Return what is on a tile, and how many pieces stand there."""
        shown = next(each for each in self.board.tiles if each.name == tile)
        spaces = dict.fromkeys(shown.spaces)
        words = "" if tile == START else ", ".join(map(space_name, spaces))
        count = sum(spaces_of.count(space) for spaces_of in self.board.pieces.values() for space in spaces)
        standing = ngettext("%(count)d piece on it", "%(count)d pieces on it", count) % {"count": count}
        return "; ".join(part for part in (words, standing if count else "") if part)


def _piece_on(piece: str, space: str) -> str:
    return capfirst(_("%(piece)s on %(space)s") % {"piece": piece, "space": space_name(space)})


def _sign(space: str) -> str:
    """Return the picture of a space in a list."""
    kind = kind_of(space)
    return picture_of(space) if kind == "item" else kind


def _beyond(portal: str) -> str:
    """Return the other portal."""
    return {"portal-1": "portal-2", "portal-2": "portal-1"}[portal]
