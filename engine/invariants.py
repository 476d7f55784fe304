"""What must hold whenever a question is open, whatever has been played.

Games don't check this themselves: ``python -m engine simulate`` and the tests do, after every answer.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from engine.board.invariants import Moment, board_changes, board_violations, moment_of
from engine.board.table import BoardTable
from engine.card import Creeper, Goal, Keeper, MetaRule, NewRule, Ungoal
from engine.game import Game
from engine.goals import goals_met, ungoals_met
from engine.in_force import draw_count, in_force, over_hand_limit, over_keeper_limit
from engine.outcomes import Outcome
from engine.table import CommonTable, Table
from engine.verbs import HAND_LIMIT


def violations(game: Game) -> list[str]:
    """One sentence for each invariant that does not hold; empty for a sound game."""
    table = game.table
    found = [*_cards(table), *_seats(table), *_questions(game)]
    if isinstance(table, BoardTable):
        return [*found, *board_violations(table, at_rest=game.at_rest)]
    if isinstance(table, Table):
        found += [*_zones(table), *_covers(table)]
        found += _rest(table) if game.at_rest else ()
    return found


def remember(game: Game) -> Moment | None:
    """What ``changes`` compares with; nothing for a game of cards."""
    return moment_of(game.table) if isinstance(game.table, BoardTable) else None


def changes(game: Game, before: Moment | None, outcomes: Sequence[Outcome]) -> list[str]:
    """One sentence for each change since ``remember`` that was not told, or that the rules don't allow."""
    if before is None or not isinstance(game.table, BoardTable):
        return []
    return list(board_changes(game.table, before, outcomes))


def _cards(table: CommonTable) -> Iterator[str]:
    """Every card is in exactly one place."""
    zones = [table.draw_pile, table.discard, table.goals, table.resolving, table.laid()]
    zones += [*table.hands.values(), *(aside.cards for aside in table.temporary)]
    lying = sorted(chain.from_iterable(zones))
    if lying != list(range(len(table.deck))):
        places = Counter(lying)
        for card, slug in enumerate(table.deck.slugs):
            if places[card] != 1:
                yield f"The card {slug} is in {places[card]} places."


def _zones(table: Table) -> Iterator[str]:
    """Only keepers lie in front of seats, only goals and rules where they belong."""
    for name, zones, kind in (
        ("in front of a seat", table.keepers.values(), Keeper),
        ("among the goals", [table.goals], (Goal, Ungoal)),
        ("among the rules", [table.rules], NewRule),
        ("among the meta rules", [table.meta], MetaRule),
        ("among the Creepers", table.creepers.values(), Creeper),
    ):
        for card in [table.card(card) for zone in zones for card in zone]:
            if not isinstance(card, kind):
                yield f"The card {card.slug} lies {name}."
    groups = Counter(card.group for card in map(table.card, table.rules) if isinstance(card, NewRule))
    for group, count in groups.items():
        if count > 1:
            yield f"{count} rules about {group} are in play."
    if set(table.keepers) != set(table.order):
        yield "The seats of the order and the keepers differ."


def _covers(table: Table) -> Iterator[str]:
    """A Creeper clings to a keeper beside it, and only keepers in play lie face down."""
    for creeper, keeper in table.attached.items():
        if not any(
            creeper in creepers and keeper in table.keepers.get(seat, ())
            for seat, creepers in table.creepers.items()
        ):
            yield f"{table.card(creeper).slug} clings to a keeper that does not lie beside it."
    lying = [*table.resolving, *chain.from_iterable(table.keepers.values())]
    for hidden in table.face_down:
        if hidden not in lying or table.face_down.count(hidden) > 1:
            yield f"{table.card(hidden).slug} should lie face down and is not in play."


def _seats(table: CommonTable) -> Iterator[str]:
    """Who sits at the table has a hand, one of them has the turn; counters are sane."""
    if set(table.hands) != set(table.order):
        yield "The seats of the order and the hands differ."
    turn = table.turn
    if turn.seat not in table.order and not table.over:
        yield f"Seat {turn.seat} has the turn and does not sit at the table."
    counters = (turn.number - 1, turn.drawn, turn.played, turn.moved, turn.bonus, table.chance, table.asked)
    if min(counters) < 0:
        yield "A counter is below zero."


def _questions(game: Game) -> Iterator[str]:
    """A game that goes on asks somebody, and every question can be answered."""
    waiting = [question for question in game.questions if not question.beside]
    if game.over == bool(waiting) or (game.over and game.questions):
        yield "A game that is over asks something." if game.over else "Nobody is asked anything."
    for question in game.questions:
        name = f"Question {question.number} ({question.what}, seat {question.seat})"
        if not question.options:
            yield f"{name} has no option."
        if not 0 <= question.least <= question.most <= len(question.options) or not question.most:
            yield f"{name} wants {question.least} to {question.most} of {len(question.options)} options."
        if len(set(question.options)) < len(question.options):
            yield f"{name} has the same option twice."
    stopping = [question for question in game.questions if not question.beside]
    if any(question.own_turn for question in stopping) and (game.journal or len(stopping) > 1):
        yield "A question of the turn itself is no checkpoint."


def _rest(table: Table) -> Iterator[str]:
    """Between plays nothing is in progress and everything owed is settled."""
    if table.resolving or table.temporary:
        yield "A card is being resolved though nothing is in progress."
    for seat in table.others(table.turn.seat):
        over = over_hand_limit(table, seat) and not table.is_asked_beside(seat, HAND_LIMIT)
        if over or over_keeper_limit(table, seat):
            yield f"Seat {seat} waits with more cards than the limits allow."
    if table.face_down and not in_force(table).face_down:
        yield f"{len(table.face_down)} keepers lie face down though no rule says so."
    if len(table.goals) > in_force(table).goals:
        yield f"{len(table.goals)} goals are in play."
    if table.turn.phase == "plays" and table.turn.drawn < draw_count(table):
        yield f"The turn drew {table.turn.drawn} cards of {draw_count(table)}."
    met, lost = goals_met(table), ungoals_met(table)
    if lost and not met:
        yield f"{lost[0]} is met, and nobody noticed."
    if len(met) == 1 and not lost:
        yield f"Seat {min(met)} alone meets a goal, and nobody noticed."
