"""Make the recorded games: ``python -m tests.engine.make_recorded [EDITION …]``.

A recorded game catches a rule that changes unnoticed: it holds the answers, and a digest of all that was
asked and happened.  This adds games that show what no recorded game shows yet, such as a new card; where a
rule was changed on purpose, delete those that it changed first, and say which.  The games are
chosen so that together they play every card of every edition, use every free action, ask every kind of
question, are won by every goal and lost by an Ungoal, break a tie, answer Surprises with Surprises, and see
seats come and go; on the board they collect every goal and set every peg to each of its settings, too.
"""

import hashlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec

from engine import Game, Outcome, Record, bots, commitment, deck_of, dump_outcomes
from engine.editions.deck_list import list_of
from engine.goals import goals_met
from engine.outcomes import Ended, Joined, Left, Played, StackLaid, Surprised, Used, Won
from engine.record import RecordedStep
from engine.table import Table
from tests.engine.board_features import board_features
from tests.engine.games import EDITIONS, by_chance, seats_of, take

FOLDER = Path(__file__).parent / "recorded"
CANDIDATES = {"cards": 2_000, "board": 700}  # of each deck
LONGEST = {"cards": 160, "board": 240}  # steps
SURPRISING = "wonderland" + 3 * " +thats-mine +veto +stop-that +canceled-plans"
# What is looked for in the games of a deck, by how it begins: everything in those of an edition.
DECKS = dict.fromkeys(EDITIONS, "") | {
    SURPRISING: "chain of",  # with many Surprises they grow long
    "anatomy +heartbeat": "uses heartbeat",
    "fluxx fluxx": "breaks a tie",  # two of each keeper
}


class Recorded(msgspec.Struct, frozen=True):
    """One file: a record, and the digest of its replay."""

    record: Record
    digest: str


def replay(record: Record) -> tuple[str, list[Outcome], set[str]]:
    """Play a record again: a digest of all that is asked and happens, the outcomes, and what was asked."""
    digest, told, asked = hashlib.sha256(), list[Outcome](), set[str]()
    for game, outcomes in record.replay():
        digest.update(msgspec.json.encode([game.questions, dump_outcomes(outcomes)]))
        told += outcomes
        asked.update(question.what.value for question in game.questions)
    return digest.hexdigest(), told, asked


def breaks_a_tie(record: Record) -> bool:
    """Whether two seats met goals at once before one of them won."""
    if record.winner is None or deck_of(record.edition).game != "cards":
        return False
    tables = (game.table for game, _outcomes in record.replay())
    return any(isinstance(table, Table) and len(goals_met(table)) > 1 for table in tables)


def features(told: Iterable[Outcome], asked: Iterable[str]) -> set[str]:
    """What a game shows: ``plays toast``, ``won by toast``, ``uses recycling``, ``asks play``, ``joined``."""
    found = {f"asks {what}" for what in asked}
    told = list(told)
    if any(isinstance(outcome, StackLaid) for outcome in told):
        return found | board_features(told)
    chain = 0
    for outcome in told:
        chain = chain + 1 if isinstance(outcome, Surprised) else 0
        match outcome:
            case Surprised(card=card):
                found |= {f"surprises with {card}", f"chain of {min(chain, 4)}"}
            case Ended(reason="ungoal", cards=cards):
                found |= {f"lost by {card}" for card in cards}
            case Played(card=card):
                found.add(f"plays {card}")
            case Used(rule=rule):
                found.add(f"uses {rule}")
            case Won(goals=goals):
                found |= {f"won by {goal}" for goal in goals}
            case Joined() | Left() | Ended():
                found.add(type(outcome).__name__.lower())
    return found


def shows_of(record: Record) -> set[str]:
    """What a recorded game shows; nothing if it did not come to an end."""
    _digest, told, asked = replay(record)
    if not any(isinstance(outcome, Won | Ended) for outcome in told):
        return set()
    return features(told, asked) | ({"breaks a tie"} if breaks_a_tie(record) else set())


def play(deck: str, number: int) -> Record:
    """One game: of sensible bots, or by chance with seats that come and go; on the board always by chance."""
    seed = hashlib.sha256(f"recorded {number}".encode()).hexdigest()
    seats = seats_of(deck, number)
    game, dice, steps = Game.new(deck, seats, seed=seed), Random(number), list[RecordedStep]()
    kind = game.table.deck.game
    for step in by_chance(game, dice, come_and_go=0.1 if number % 10 == 0 else 0.0):
        if not (step.act or step.beside or DECKS[deck]) and number % 10 and kind == "cards":
            step = RecordedStep(step.seat, bots.sensible(game.view(step.seat)))
        take(game, step)
        steps.append(step)
        if len(steps) == LONGEST[kind]:
            break
    cards = list_of(game.table.deck)
    return Record(deck, seats, 1, seed, tuple(steps), game.winner, commitment(seed, "salt"), "salt", cards)


def choose(candidates: dict[int, tuple[Record, set[str]]], shown: set[str]) -> Iterator[tuple[str, Record]]:
    """A few games that show together what all show besides ``shown``, beginning with one for each goal.

    Of the games that show the same the one is taken that shows most besides.
    """
    missing = set[str]().union(*(shows for _record, shows in candidates.values())) - shown
    while missing:
        counts = {
            feature: sum(feature in shows for _record, shows in candidates.values()) for feature in missing
        }
        rarest = min(sorted(missing), key=lambda feature: (not feature.startswith("won"), counts[feature]))
        record, shows = max(
            (each for each in candidates.values() if rarest in each[1]), key=lambda each: len(each[1])
        )
        missing -= shows
        yield rarest.replace(" ", "-"), record


def add(record: Record, shows: str) -> Path:
    """Write a recorded game to a file that is named by what it shows and by its whole deck.

    Raises ``FileExistsError`` for a name that there is: a recorded game is evidence, and never written again.
    """
    deck = hashlib.sha256(record.edition.encode()).hexdigest()[:8]
    path = FOLDER / f"{record.edition.split()[0]}-{shows}-{deck}.json"
    with path.open("xb") as file:
        file.write(msgspec.json.encode(Recorded(record, replay(record)[0])) + b"\n")
    return path


def main(editions: Sequence[str]) -> None:
    """Play the candidates and add those that are chosen; only those of these editions, if any are named."""
    FOLDER.mkdir(exist_ok=True)
    decks = {deck: wanted for deck, wanted in DECKS.items() if not editions or deck.split()[0] in editions}
    for deck, wanted in decks.items():
        shown = set[str]()
        for path in FOLDER.glob(f"{deck.split()[0]}-*.json"):
            record = msgspec.json.decode(path.read_bytes(), type=Recorded).record
            if record.edition == deck:
                shown |= shows_of(record)
        candidates = {}
        for number in range(CANDIDATES[deck_of(deck).game]):
            record = play(deck, number)
            shows = {each for each in shows_of(record) if each.startswith(wanted)}
            if shows:
                candidates[number] = (record, shows)
        for name, record in choose(candidates, shown):
            add(record, name)


if __name__ == "__main__":
    main(sys.argv[1:])
