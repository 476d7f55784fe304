"""What a position of the board game is worth to a seat, in the points of the games of cards."""

from math import exp

from engine.board.pegs import number, plays_left
from engine.board.table import BoardTable
from engine.bots.distance import between, ways, with_leap
from engine.card import BoardGoal, Leaper

_ALL_GOALS = 100.0  # what a seat has gathered that needs no more goals
_LAST = 60.0  # more for the last of them
_DEPTH = (1.0, 0.35, 0.12)  # what the goals of the stack count, its top first
_IN_HAND = 0.6  # a goal in hand against that on top
_THEIRS = 1.0  # what all others together gather against what I do, for two seats
_HASTE = 1.0  # how fast a goal counts less, the later it can be met, per round of turns
_STEP = 0.02  # of a round: a move that is not needed before the next turn
_PLAY = 0.5  # of a move: a leaper that has still to be played

_CARD = {"leaper": 1.2, "goal": 1.2, "action": 0.9, "new rule": 0.6}
_FITS = 2.0  # a leaper to where a goal wants a piece
_PLAYS = 1.0  # a play that is left
_THEIR_CARD, _ASIDE = -0.15, 0.9
_PEGS = {"draw": 0.6, "play": 0.5, "move": 0.4, "hand-limit": -0.4, "win": 1.0}


class _Race:
    """Who is how near to the next goals."""

    def __init__(self, table: BoardTable, me: int) -> None:
        turn = table.turn
        self.table, self.me = table, me
        self.ways = ways(table)
        self.pieces = {seat: tuple(table.pieces[colour]) for seat, colour in table.colours.items()}
        self.move = number(table, "move")
        self.moves = max(0, self.move - turn.moved) if turn.phase in ("start", "plays") else 0
        self.plays = plays_left(table) if turn.seat == me and turn.phase == "plays" else 0
        printed = [table.card(card) for card in table.hands[me]]
        self.goals = [card.spaces for card in printed if isinstance(card, BoardGoal)]
        self.leaps = {card.targets[0] for card in printed if isinstance(card, Leaper) and card.names}
        self.wait = {seat: at / len(table.order) for at, seat in enumerate(table.around(turn.seat))}

    def hope(self, seat: int, spaces: tuple[str, str], plays: int, now: bool = True) -> float:
        """How much of a goal a seat may hope for: 1 if it stands there, less the later it can."""
        pieces = self.pieces[seat]
        lacking = between(self.ways, pieces, spaces)
        rounds = self.rounds(seat, lacking, now)
        if seat == self.me and lacking:
            for target in self.leaps.intersection(spaces):
                left = with_leap(self.ways, pieces, spaces, target)
                rounds = min(rounds, self.rounds(seat, left, now and plays > 0) + _PLAY / self.move)
        return exp(-_HASTE * rounds)

    def rounds(self, seat: int, lacking: int, now: bool) -> float:
        """How many rounds of turns it takes a seat to make so many moves."""
        if seat == self.table.turn.seat:
            if now and lacking <= self.moves:
                return _STEP * lacking / self.move
            wait, lacking = 1.0, lacking - (self.moves if now else 0)
        else:
            wait = self.wait[seat]
        return wait + max(0, lacking - self.move) / self.move + _STEP * min(lacking, self.move)


def board_worth(table: BoardTable, me: int) -> float:
    """What the position is worth to ``me``."""
    race = _Race(table, me)
    need = number(table, "win")
    counts = {seat: len(table.collected[seat]) for seat in table.order}
    prize = {seat: _gathered(count + 1, need) - _gathered(count, need) for seat, count in counts.items()}
    theirs = _THEIRS / (len(table.order) - 1) ** 0.5
    points = 0.0
    for seat in table.order:
        points += _gathered(counts[seat], need) * (1.0 if seat == me else -theirs)
    for depth, goal in zip(_DEPTH, reversed(table.goals), strict=False):
        printed = table.card(goal)
        if isinstance(printed, BoardGoal):
            points += depth * _chances(race, printed.spaces, prize, theirs, top=depth == 1.0)
    hopes = [race.hope(me, spaces, race.plays - 1, race.plays > 0) for spaces in race.goals]
    if hopes:
        points += _IN_HAND * prize[me] * max(hopes)
    return points + _hand(race) + _rules(table)


def _gathered(count: int, need: int) -> float:
    """What it is worth to have so many goals when so many are needed."""
    share = min(1.0, count / need)
    return _ALL_GOALS * share * share + (_LAST if count >= need else 0.0)


def _chances(
    race: _Race, spaces: tuple[str, str], prize: dict[int, float], theirs: float, *, top: bool
) -> float:
    """What a goal of the stack promises to ``me``, less what it promises to the others."""
    hopes = [(race.hope(seat, spaces, race.plays, top), seat) for seat in race.table.order]
    points, open_still = 0.0, 1.0  # whether nobody has it yet
    for hope, seat in sorted(hopes, reverse=True):
        points += open_still * hope * prize[seat] * (1.0 if seat == race.me else -theirs)
        open_still *= 1.0 - hope
    return points


def _hand(race: _Race) -> float:
    """What the cards in hand are worth; those over the hand limit count for nothing."""
    table, me = race.table, race.me
    wanted = {space for spaces in race.goals for space in spaces}
    for goal in table.goals[-2:]:
        wanted.update(table.card(goal).names)
    cards = []
    for card in map(table.card, table.hands[me]):
        fits = isinstance(card, Leaper) and not wanted.isdisjoint(card.targets)
        cards.append(_CARD[card.kind] + (_FITS if fits else 0.0))
    limit = table.setting("hand-limit")
    points = sum(sorted(cards, reverse=True)[: None if limit is None else limit + race.plays])
    for seat in table.others(me):
        points += _THEIR_CARD * len(table.hands[seat])
    aside = sum(len(temporary.cards) for temporary in table.temporary)
    return points + _PLAYS * race.plays + _ASIDE * aside


def _rules(table: BoardTable) -> float:
    """What the rules are worth to everybody: a long game with many cards is fun."""
    return sum(liked * table.pegs[peg] / (1 + table.pegs[peg]) for peg, liked in _PEGS.items())
