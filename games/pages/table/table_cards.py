"""The cards that lie on a table and before its seats, as one viewer may see them, as plain values."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.board.names import Names
from games.board.pegs import Pegboards, describe_pegboards
from games.board.values import BoardPlayer
from games.models import Seat
from games.pages.common.card_faces import Face, Faces

BACKS_DRAWN = 12
MANY_RULES, CROWDED_RULES = 4, 10
# So many cards of one goal are drawn large.
FEW_WANTED = 2
# The groups of rules that are shown as numbers.
NUMBERS = ("draw", "play", "hand limit", "keeper limit")


@dataclass(frozen=True)
class RuleNumber:
    """One rule in force as a number. ``is_basic`` when no new rule has changed it."""

    name: str
    value: str
    is_basic: bool
    picture: str

    @property
    def is_word(self) -> bool:
        """Whether it says “all” or “none”."""
        return not self.value.isdigit()


@dataclass(frozen=True)
class WantedCard:
    """A keeper or Creeper that a goal names, and who has it face up; nobody, if it lies nowhere."""

    card: Face
    holder: str
    is_mine: bool


@dataclass(frozen=True)
class GoalShown:
    """A goal in play with what it names; ``names_all`` where that says everything that it asks for."""

    card: Face
    wanted: tuple[WantedCard, ...]
    names_all: bool


@dataclass(frozen=True)
class SeatShown:
    """What everybody sees of a seat: ``row`` as it is stored, ``view`` as the rules show it.

    ``player`` is what it has on the board of a game that has one.
    """

    row: Seat
    view: engine.SeatView
    is_me: bool
    has_turn: bool
    is_asked: bool
    is_unreachable: bool
    has_won: bool
    keepers: tuple[Face, ...]
    creepers: tuple[Face, ...]
    player: BoardPlayer | None

    @property
    def hand(self) -> str:
        """The size of its hand in words."""
        return hand_words(self.view.hand_size)

    @property
    def backs(self) -> range:
        """One for each card that is drawn as a back; a large hand is only counted."""
        return range(min(self.view.hand_size, BACKS_DRAWN))


class Centre(NamedTuple):
    """How far a turn is, the goals and rules in full, and the piles; `moves` is 0 without a board."""

    is_over: bool
    is_before_first_turn: bool
    drawn: int
    draws: int
    played: int
    plays: int | None
    moved: int
    moves: int
    inflation: bool
    resolving: tuple[Face, ...]
    goals: tuple[Face, ...]
    basic_rules: Face
    meta: tuple[Face, ...]
    rules: tuple[Face, ...]
    deck_size: int
    discard: tuple[Face, ...]
    removed: tuple[Face, ...]


@dataclass(frozen=True)
class TableCards:
    """The cards on the table, and the viewer's own hand; what ``view`` says in numbers is read from there.

    ``names`` are those of the seats, ``faces`` the cards of the deck as they are at that moment.
    ``is_past`` where it is the table of an earlier moment, ``is_over`` where the game was over then.
    """

    view: engine.View
    names: Names
    faces: Faces
    is_over: bool
    is_past: bool
    goals: tuple[Face, ...]
    goals_shown: tuple[GoalShown, ...]
    basic_rules: Face
    rules: tuple[Face, ...]
    other_rules: tuple[Face, ...]
    meta: tuple[Face, ...]
    numbers: tuple[RuleNumber, ...]
    resolving: tuple[Face, ...]
    discard: tuple[Face, ...]
    seats: tuple[SeatShown, ...]
    hand: tuple[Face, ...]
    temporary: tuple[Face, ...]
    lost: tuple[Face, ...]
    removed: tuple[Face, ...]
    pegs: Pegboards | None

    @property
    def is_my_turn(self) -> bool:
        """Whether it is the viewer's turn."""
        return self.view.turn == self.view.me

    @property
    def turn_name(self) -> str:
        """Whose turn it is."""
        return self.names[self.view.turn]

    @property
    def is_before_first_turn(self) -> bool:
        """Whether everybody may still move a peg of the board game."""
        return self.view.phase == "free-change"

    @property
    def centre(self) -> Centre:
        """What lies on the table that is nobody's."""
        view, board = self.view, self.view.board
        return Centre(
            self.is_over,
            self.is_before_first_turn,
            view.drawn,
            view.draw_count,
            view.played,
            view.play_count,
            moved=0 if board is None else board.moved,
            moves=0 if board is None else board.settings["move"] or 0,
            inflation=view.inflation,
            resolving=self.resolving,
            goals=self.goals,
            basic_rules=self.basic_rules,
            meta=self.meta,
            rules=self.rules,
            deck_size=view.deck_size,
            discard=self.discard,
            removed=self.removed,
        )

    @property
    def me(self) -> SeatShown | None:
        """The viewer's own seat."""
        return next((seat for seat in self.seats if seat.is_me), None)

    @property
    def winner(self) -> SeatShown | None:
        """The seat that has won."""
        return next((seat for seat in self.seats if seat.has_won), None)

    @property
    def is_full(self) -> bool:
        """Whether so much lies in the middle that piles are a line."""
        return len(self.goals) > 1 or self.has_many_rules

    @property
    def has_small_goals(self) -> bool:
        """Whether goals are drawn small, as much lies beside them, or as one wants many cards."""
        return self.is_full or any(len(goal.wanted) > FEW_WANTED for goal in self.goals_shown)

    @property
    def has_many_rules(self) -> bool:
        """Whether a phone shows the rules by their signs alone."""
        return len(self.other_rules) + len(self.meta) > MANY_RULES

    @property
    def has_crowded_rules(self) -> bool:
        """Whether every screen shows them so."""
        return len(self.other_rules) + len(self.meta) > CROWDED_RULES

    @property
    def can_be_won(self) -> bool:
        """Whether a goal is in play, and not an Ungoal alone."""
        return any(card.kind == "goal" for card in self.goals)

    @property
    def had_goal(self) -> bool:
        """Whether a goal was in play before."""
        return any(card.kind == "goal" for card in self.discard)

    @property
    def can_be_lost(self) -> bool:
        """Whether an Ungoal is in play."""
        return any(card.kind == "ungoal" for card in self.goals)


def build_table_cards(
    view: engine.View,
    seats: Mapping[int, Seat],
    *,
    is_over: bool = False,
    is_past: bool = False,
) -> TableCards:
    """Return what lies on the table of a view.

    Of an earlier moment it says nothing that is known only of the present, nor who was asked what, of which
    the history says nothing, either.
    """
    names, faces = {number: str(seat) for number, seat in seats.items()}, Faces.at(view)
    pegs = describe_pegboards(view, names) if view.board is not None else None
    players = {} if pegs is None else {each.seat: each for each in pegs.seats}
    return TableCards(
        view=view,
        names=names,
        faces=faces,
        is_over=is_over,
        is_past=is_past,
        goals=faces.all(view.goals),
        goals_shown=tuple(_show_goal(view, slug, names, faces) for slug in view.goals),
        basic_rules=faces.of("basic-rules"),
        rules=faces.all(view.rules),
        other_rules=faces.all(slug for slug in view.rules if not _is_number(view, slug)),
        meta=faces.all(view.meta),
        numbers=tuple(_numbers(view)),
        resolving=faces.all((Counter(view.resolving) - Counter(view.window)).elements()),
        discard=faces.all(view.discard),
        seats=tuple(
            _build_seat(
                view, each, seats[each.seat], faces, players.get(each.seat), is_over=is_over, is_past=is_past
            )
            for each in _from_me(view)
        ),
        hand=faces.all(view.hand),
        temporary=faces.all(view.temporary),
        lost=faces.all(view.lost),
        removed=faces.all(view.removed),
        pegs=pegs,
    )


def _show_goal(view: engine.View, slug: str, names: Names, faces: Faces) -> GoalShown:
    """Return a goal with who has what of it; public facts alone, so a keeper face down is nobody's."""
    wanted = []
    for name in view.deck.known_cards[slug].names if view.board is None else ():
        found = engine.holders(view, name)
        holder = _(", ").join(names[seat] for seat in found)
        wanted.append(WantedCard(faces.of(name), holder, view.me in found))
    return GoalShown(faces.of(slug), tuple(wanted), view.deck.known_cards[slug].names_all)


def _numbers(view: engine.View) -> Iterable[RuleNumber]:
    plays = _("all") if view.play_count is None else str(view.play_count)
    yield RuleNumber(_("Draw"), str(view.draw_count), view.draw_count == 1, "draw")
    yield RuleNumber(_("Play"), plays, view.play_count == 1, "play")
    if view.hand_limit is not None:
        yield RuleNumber(_("Hand limit"), str(view.hand_limit), is_basic=False, picture="hand")
    if view.keeper_limit is not None:
        yield RuleNumber(_("Keeper limit"), str(view.keeper_limit), is_basic=False, picture="kind-keeper")


def _is_number(view: engine.View, slug: str) -> bool:
    """Whether a rule in play is one of the numbers that the page shows anyway."""
    return engine.rule_group(view.deck.known_cards[slug]) in NUMBERS


def _from_me(view: engine.View) -> Sequence[engine.SeatView]:
    """Return the seats clockwise, the viewer's own first."""
    start = next((place for place, each in enumerate(view.seats) if each.seat == view.me), 0)
    return [*view.seats[start:], *view.seats[:start]]


def hand_words(size: int) -> str:
    """Return the size of a hand in words."""
    return ngettext("%(count)d card in hand", "%(count)d cards in hand", size) % {"count": size}


def _build_seat(
    view: engine.View,
    seat_view: engine.SeatView,
    row: Seat,
    faces: Faces,
    player: BoardPlayer | None,
    *,
    is_over: bool,
    is_past: bool,
) -> SeatShown:
    number, is_current = seat_view.seat, not (is_over or is_past)
    named = {name for goal in view.goals for name in view.deck.known_cards[goal].names}
    keepers, creepers = faces.in_front_of(seat_view, wanted=named)
    asked = view.waiting_for if is_current else ()
    return SeatShown(
        row=row,
        view=seat_view,
        is_me=number == view.me,
        has_turn=number == view.turn and not is_over,
        is_asked=any(seat == number and what is not engine.QuestionKind.WINDOW for seat, what in asked),
        is_unreachable=is_current
        and row.is_person
        and row.player is not None
        and row.player.mail_refused_at is not None,
        has_won=view.winner == number,
        keepers=keepers,
        creepers=creepers,
        player=player,
    )
