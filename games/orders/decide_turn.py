"""Decides what the turn orders of a seat answer, from its own view alone. For windows see `decide_window`."""

from collections.abc import Sequence
from typing import Any

import msgspec

import engine
from engine import QuestionKind
from games.models import SeatNote

from . import turn_orders
from .decision import NOTHING, Decision
from .turn_orders import PlanCondition, PlanLine, Ranking, TurnOrders, TurnPlan

Kind = SeatNote.Kind

# Questions that make a seat give up cards of its hand, and the one that makes it give up keepers.
HAND_QUESTIONS = (QuestionKind.HAND_LIMIT, QuestionKind.DISCARD_CARDS, QuestionKind.DISCARD_OR_RANDOM)
RANDOM = "random"
GO_ON = ("draw", "end", RANDOM)
ONLY_CARD, ONLY_MOVE = "only-card", "only-move"  # how a seat went on in its turn, besides these
IN_TURN = (QuestionKind.BEFORE_DRAWING, QuestionKind.PLAY, QuestionKind.PLAY_OR_MOVE)
ASKED = (*HAND_QUESTIONS, QuestionKind.KEEPER_LIMIT, QuestionKind.ROCK_PAPER_SCISSORS, *IN_TURN)


def decide_turn(
    view: engine.View, question: engine.QuestionView, orders: TurnOrders, chance: str
) -> Decision:
    """Return what the orders of the view's seat answer to a question.

    `chance` is a secret of the table from which the site throws.
    """
    if question.what in HAND_QUESTIONS:
        return give_up(view, question, orders.hand)
    if question.what is QuestionKind.KEEPER_LIMIT:
        return give_up(view, question, orders.keepers)
    if question.what is QuestionKind.ROCK_PAPER_SCISSORS:
        return decide_throw(view, question, orders, chance)
    if question.what in IN_TURN and question.own_turn:
        decision = play_plan_line(view, question, orders)
        if decision is NOTHING:
            decision = pass_free_actions(question, orders.unused)
        return take_only_choice(question, orders) if decision is NOTHING else decision
    return NOTHING


def give_up(view: engine.View, question: engine.QuestionView, ranking: Ranking) -> Decision:
    """Discard the cards that the ranking has lowest, after those that it does not name."""
    if not ranking.is_given or (view.turn == view.me and not ranking.own_turn):
        return NOTHING
    if question.what is QuestionKind.DISCARD_OR_RANDOM and ranking.otherwise == turn_orders.ASK:
        return NOTHING  # whether this seat is asked would tell whether it holds a card that fits
    options = [option for option in question.read_options if option.label != RANDOM]
    if not options:  # none that fits: chance takes one, whatever the list says
        return Decision((RANDOM,), Kind.GAVE_UP, {"cards": [], "how": RANDOM, "what": question.what.value})
    given, how = _lowest(options, ranking, question.least), "list"
    if given is None:
        how = ranking.otherwise
        if how == turn_orders.ASK:
            return Decision(None, Kind.UNDECIDED, {"what": question.what.value, "question": question.number})
        unnamed = [each for each in options if each.card not in ranking.keep]
        given = _least_dear(view, question, unnamed, fitting=how == turn_orders.FITTING)
    cards = [each.card for each in given]
    labels = tuple(each.label for each in given)
    return Decision(labels, Kind.GAVE_UP, {"cards": cards, "how": how, "what": question.what.value})


def _lowest(options: Sequence[engine.Option], ranking: Ranking, count: int) -> list[engine.Option] | None:
    """Return the options that a ranking has lowest; None where it leaves open which of several go."""
    place = {slug: number for number, slug in enumerate(ranking.keep)}
    unnamed = [each for each in options if each.card not in place]
    if len(unnamed) <= count:
        named = sorted((each for each in options if each.card in place), key=lambda x: -place[x.card])
        return [*unnamed, *named[: count - len(unnamed)]]
    return unnamed[:count] if len({each.card for each in unnamed}) == 1 else None


def _least_dear(
    view: engine.View, question: engine.QuestionView, options: Sequence[engine.Option], *, fitting: bool
) -> list[engine.Option]:
    """Return the options that the ranking has lowest, as many as asked for."""
    if not fitting:
        asked = msgspec.structs.replace(question, options=tuple(each.label for each in options))
        return [engine.read_option(label) for label in engine.bots.sensible(view, asked)]
    together = engine.going_together(view)
    ranks = {"keeper": 1, "leaper": 1, "surprise": 2, "action": 3, "new rule": 4, "goal": 5}

    def how_dear(option: engine.Option) -> int:
        card = view.deck.known_cards[option.card]
        return 0 if card.slug in together else ranks.get(card.kind, 6)

    return sorted(options, key=how_dear, reverse=True)[: question.least]


def decide_throw(
    view: engine.View, question: engine.QuestionView, orders: TurnOrders, chance: str
) -> Decision:
    """Use the next throw of the list; once it is used up, throw by chance if wanted."""
    throws = orders.throws
    if throws.next:
        thrown, *left = throws.next
        used = orders.but(throws=msgspec.structs.replace(throws, next=tuple(left)))
        return Decision((thrown,), Kind.THREW, {"throw": thrown, "how": "list"}, used)
    if throws.otherwise == turn_orders.ASK:
        return NOTHING
    labels = engine.bots.random(view, f"{chance}:{question.number}:{view.me}", question)
    return Decision(labels, Kind.THREW, {"throw": labels[0], "how": "chance"})


def pass_free_actions(question: engine.QuestionView, unused: Sequence[str]) -> Decision:
    """Go on if the only other choices are free actions that the seat never uses."""
    going = [label for label in question.options if label in GO_ON]
    free = [option.card for option in question.read_options if option.label not in GO_ON]
    if len(going) != 1 or not free or not set(free) <= set(unused):
        return NOTHING
    return Decision((going[0],), Kind.WENT_ON, {"what": going[0], "cards": free})


def take_only_choice(question: engine.QuestionView, orders: TurnOrders) -> Decision:
    """Play the only card of the hand, or make the only move, where the seat could do nothing else.

    How many cards a hand has and which moves there are is public, so this tells nothing of the hand.
    """
    unused = {f"use:{slug}" for slug in orders.unused}
    left = [option for option in question.read_options if option.label not in unused]
    if not orders.only_choice or len(left) != 1:
        return NOTHING
    (only,) = left
    if only.kind is engine.OptionKind.CARD:
        return Decision((only.label,), Kind.WENT_ON, {"what": ONLY_CARD, "cards": [only.card]})
    return Decision((only.label,), Kind.WENT_ON, {"what": ONLY_MOVE}) if only.is_move else NOTHING


def play_plan_line(view: engine.View, question: engine.QuestionView, orders: TurnOrders) -> Decision:
    """Play the next line of the plan; if that is impossible, drop the plan with a reason."""
    plan = orders.plan
    line = plan.next_line
    if line is None or plan.turn != view.turn_number:
        return NOTHING
    if "draw" in question.options:  # nothing can be played before that
        return Decision(("draw",))
    if set(question.options) & set(GO_ON) or (
        question.what is QuestionKind.PLAY_OR_MOVE and not view.plays_left
    ):
        return _give_up_plan(orders, line, "no-play")
    label = next((each for each in question.options if each == line.card), None)
    if label is None:
        return _give_up_plan(orders, line, "not-held")
    for proviso in line.provisos:
        if not condition_holds(proviso, view, line.card):
            return _give_up_plan(orders, line, "proviso", proviso=msgspec.to_builtins(proviso))
    done = msgspec.structs.replace(plan, done=plan.done + 1)
    if done.next_line is None:
        done = TurnPlan()
    return Decision((label,), Kind.PLANNED, {"card": line.card}, orders.but(plan=done))


def _give_up_plan(orders: TurnOrders, line: PlanLine, why: str, **words: Any) -> Decision:
    words |= {"card": line.card, "why": why}
    return Decision(None, Kind.PLAN_OFF, words, orders.but(plan=TurnPlan()))


def condition_holds(proviso: PlanCondition, view: engine.View, card: str) -> bool:
    """Whether a condition of a line that plays this card holds, as its seat sees the table."""
    seats = {seat.seat: seat for seat in view.seats}
    mine = seats.pop(view.me).keepers if view.me is not None else ()
    hand = list(view.hand)
    if card in hand:
        hand.remove(card)
    if proviso.what == turn_orders.MOST_KEEPERS:
        return all(len(seat.keepers) <= int(proviso.about) for seat in seats.values())
    if proviso.what == turn_orders.I_WIN:
        return view.me in engine.would_win(msgspec.structs.replace(view, hand=tuple(hand)), card)
    if proviso.what == turn_orders.IN_HAND:
        return proviso.about in hand
    among = {turn_orders.GOAL: view.goals, turn_orders.MINE: mine, turn_orders.RULE: view.rules}
    without = {turn_orders.NO_GOAL: view.goals, turn_orders.NOT_MINE: mine, turn_orders.NO_RULE: view.rules}
    if proviso.what in among:
        return proviso.about in among[proviso.what]
    return proviso.about not in without[proviso.what]


def keep_rest(orders: TurnOrders, question: engine.QuestionView, labels: Sequence[str]) -> TurnOrders | None:
    """Return orders always to keep what is not given up now at a limit; `None` for any other question."""
    if not question.what.is_limit:
        return None
    rest = [option.card for option in question.read_options if option.label not in labels]
    name = "hand" if question.what is QuestionKind.HAND_LIMIT else "keepers"
    return orders.but(**{name: getattr(orders, name).keeping(rest)})
