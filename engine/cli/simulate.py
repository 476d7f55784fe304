"""``python -m engine simulate``: let bots play many games, and check that the rules hold."""

import argparse
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from itertools import cycle, islice
from random import Random
from statistics import fmean
from time import process_time

import msgspec

from engine import bots
from engine.cli.arguments import add_edition, are_seats_of, positive, seats_or_range
from engine.cli.progress import progress
from engine.game import Game
from engine.invariants import changes, remember, violations
from engine.outcomes import Ended, Outcome, Won
from engine.rulebook import seat_counts
from engine.view import QuestionView

ENDLESS = 100_000  # decisions after which a game counts as one that never ends
OFTEN = 0.01  # how often a seat joins or leaves when nothing is in progress
SHOWN = 20  # violations that are printed

Bot = Callable[[Game, QuestionView, Random], tuple[str, ...]]


def _sensible(game: Game, question: QuestionView, dice: Random) -> tuple[str, ...]:
    return bots.sensible(game.view(question.seat), question)


def _random(game: Game, question: QuestionView, dice: Random) -> tuple[str, ...]:
    return bots.pick(question, dice)


def _mixed(game: Game, question: QuestionView, dice: Random) -> tuple[str, ...]:
    """Now by sense and now by chance: games that end soon, and to which anything happens."""
    return dice.choice((_sensible, _random))(game, question, dice)


BOTS: dict[str, Bot] = {"mixed": _mixed, "random": _random, "sensible": _sensible}


ENDINGS = {
    "won": "won",
    "ungoal": "all lost",
    "stuck": "stuck",
    "too-few-seats": "too few seats",
    "unfinished": "unfinished",
}
"""How a game can end, as the lines about it begin; one that breaks a rule or crashes is left unfinished."""


class Length(msgspec.Struct):
    """How long games are: counts of decisions, or of turns."""

    mean: float
    median: int
    percentile_99: int
    longest: int

    @classmethod
    def of(cls, counts: list[int]) -> "Length":
        """The lengths of these games."""
        ordered = sorted(counts)
        middle, late = ordered[len(ordered) // 2], ordered[(len(ordered) * 99 - 1) // 100]
        return cls(round(fmean(ordered), 1), middle, late, ordered[-1])

    def __str__(self) -> str:
        return (
            f"mean {self.mean:,.1f}, median {self.median:,}, 99th percentile {self.percentile_99:,}, "
            f"longest {self.longest:,}"
        )


class Report(msgspec.Struct):
    """What came of the games: ``endings`` go by kind, ``lost_by`` by Ungoal.

    Time is the processor's, without the checks.
    """

    edition: str
    seats: list[int]
    bots: str
    seed: str
    games: int
    decisions: int
    decisions_per_second: int
    turns: int
    length: Length
    length_in_turns: Length
    endings: dict[str, int]
    wins_by_seat: dict[str, int]
    lost_by: dict[str, int]
    violations: list[str]

    def __str__(self) -> str:
        seats = "-".join(map(str, dict.fromkeys([min(self.seats), max(self.seats)])))
        named = {
            "won": {f"seat {seat}": count for seat, count in self.wins_by_seat.items()},
            "ungoal": self.lost_by,
        }
        lines = [
            f"games                 {self.games:,} of {self.edition}: {seats} seats, {self.bots} bots, "
            f"seed {self.seed}",
            f"decisions             {self.decisions:,}",
            f"decisions per second  {self.decisions_per_second:,}",
            f"decisions in a game   {self.length}",
            f"turns                 {self.turns:,}",
            f"turns in a game       {self.length_in_turns}",
            *(
                f"{ENDINGS[kind]:<20}  {self._share(count, named.get(kind, {}))}"
                for kind, count in self.endings.items()
            ),
            f"violations            {len(self.violations) or 'none'}",
            *(f"  {violation}" for violation in self.violations[:SHOWN]),
        ]
        return "\n".join(lines)

    def _share(self, count: int, named: dict[str, int]) -> str:
        """How many games that is, and whose they are."""
        of_each = ", ".join(f"{name}: {each:,} ({each / self.games:.1%})" for name, each in named.items())
        return f"{count:,} ({count / self.games:.1%})" + (f"; {of_each}" if of_each else "")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_edition(parser)
    parser.add_argument(
        "--seats", type=seats_or_range, default=range(4, 5), metavar="N", help="2 to 6, or a range: 2-6 (4)"
    )
    parser.add_argument("--games", type=positive, default=1000, metavar="N", help="how many games (1000)")
    parser.add_argument("--seed", default="1", help="another seed gives other games (1)")
    parser.add_argument("--bots", choices=sorted(BOTS), default="random", help="who plays (random)")
    parser.add_argument("--come-and-go", action="store_true", help="now and then a seat joins or leaves")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Play and report.  0: every invariant held; 1: one did not; 2: nobody plays with so many seats."""
    if not are_seats_of(arguments.edition, arguments.seats):
        return 2
    report = simulate(
        edition=arguments.edition,
        seats=arguments.seats,
        games=arguments.games,
        seed=arguments.seed,
        bot=arguments.bots,
        come_and_go=arguments.come_and_go,
    )
    print(msgspec.json.format(msgspec.json.encode(report)).decode() if arguments.json else report)
    return 1 if report.violations else 0


def simulate(*, edition: str, seats: range, games: int, seed: str, bot: str, come_and_go: bool) -> Report:
    """Play the games, checking every invariant after each answer.  The same arguments play the same games."""
    decisions, turns = list[int](), list[int]()
    endings, wins, lost_by = Counter[str](), Counter[int](), Counter[str]()
    wrong: list[str] = []
    seconds = 0.0
    for number, count in progress(enumerate(islice(cycle(seats), games), start=1), games):
        game_seed = sha256(f"{seed}:{number}".encode()).hexdigest()
        play = _Play(Game.new(edition, count, seed=game_seed), bot, Random(game_seed), come_and_go)
        try:
            play.to_the_end()
        except Exception as error:  # whatever it is, the other games are played
            play.wrong.append(f"{type(error).__name__}: {error}")
        endings[play.ending] += 1
        wins.update(play.won_by)
        lost_by.update(play.lost_by)
        wrong += [
            f"game {number} ({count} seats), answer {play.decisions}: {violation}" for violation in play.wrong
        ]
        decisions.append(play.decisions)
        turns.append(play.game.table.turn.number)
        seconds += play.seconds
    return Report(
        edition=edition,
        seats=list(seats),
        bots=bot,
        seed=seed,
        games=games,
        decisions=sum(decisions),
        decisions_per_second=round(sum(decisions) / seconds) if seconds else 0,
        turns=sum(turns),
        length=Length.of(decisions),
        length_in_turns=Length.of(turns),
        endings={kind: endings[kind] for kind in ENDINGS if endings[kind] or kind != "unfinished"},
        wins_by_seat={str(seat): wins[seat] for seat in sorted(wins)},
        lost_by={ungoal: lost_by[ungoal] for ungoal in sorted(lost_by)},
        violations=wrong,
    )


class _Play:
    """One game in progress."""

    def __init__(self, game: Game, bot: str, dice: Random, come_and_go: bool) -> None:
        self.game = game
        self.bot = BOTS[bot]
        self.dice = dice
        self.come_and_go = come_and_go
        self.decisions = 0
        self.seconds = 0.0
        self.counts = seat_counts(game.table.deck.slug)
        self.wrong = violations(game)
        self.ending = "unfinished"
        self.won_by: tuple[int, ...] = ()
        self.lost_by: tuple[str, ...] = ()

    def to_the_end(self) -> None:
        """Answer until the game is over or something is wrong."""
        while not (self.game.over or self.wrong):
            before = remember(self.game)
            began = process_time()
            question = self.dice.choice(self.game.questions)
            labels = self.bot(self.game, question, self.dice)
            told = self.game.answer(question.seat, labels, question.number)
            self.seconds += process_time() - began
            self.decisions += 1
            if self.come_and_go and self.game.at_rest and self.dice.random() < OFTEN:
                told += self._come_or_go()
            self.wrong = [*violations(self.game), *changes(self.game, before, told)]
            self._note_the_end(told)
            if self.decisions == ENDLESS:
                self.wrong.append("The game does not end.")

    def _note_the_end(self, told: tuple[Outcome, ...]) -> None:
        for outcome in told:
            match outcome:
                case Won(seat=seat):
                    self.ending, self.won_by = "won", (seat,)
                case Ended(reason=reason, cards=cards):
                    self.ending, self.lost_by = reason, cards

    def _come_or_go(self) -> tuple[Outcome, ...]:
        seats, counts = self.game.seats, self.counts
        if len(seats) == counts[0] or (len(seats) < counts[-1] and self.dice.random() < 0.5):
            return self.game.join()[1]
        return self.game.leave(self.dice.choice(seats))
