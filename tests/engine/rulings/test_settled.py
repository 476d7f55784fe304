"""Whenever a seat is asked for its next move, nothing that the rules demand is left undone."""

import random

import pytest

from engine import Game, card, edition_of
from engine.scenario import deal
from tests.engine.rulings.test_goals import PAIRS

FOOD = ("bread", "chocolate", "cookies", "milk")
CARDS = edition_of("fluxx").cards


def winners(game):
    """Who meets a goal in play: counted from the card list, not by the engine's own conditions."""
    view = game.view(None)
    more = "inflation" in view.rules
    met = set()
    for goal in view.goals:
        keepers = {seat.seat: seat.keepers for seat in view.seats}
        counts = {
            "5-keepers": {seat.seat: len(seat.keepers) for seat in view.seats},
            "10-cards-in-hand": {seat.seat: seat.hand_size for seat in view.seats},
        }.get(goal)
        if goal in PAIRS:
            met |= {seat for seat, own in keepers.items() if set(PAIRS[goal]) <= set(own)}
        elif counts:
            most = max(counts.values())
            best = [seat for seat, count in counts.items() if count == most]
            if len(best) == 1 and most >= int(goal.partition("-")[0]) + more:
                met.add(best[0])
        elif goal == "party-snacks":
            met |= {
                seat
                for seat, own in keepers.items()
                if "the-party" in own and sum(name in FOOD for name in own) >= 1 + more
            }
        elif not any("television" in own for own in keepers.values()):
            met |= {seat for seat, own in keepers.items() if "the-brain" in own}
    return met


def faults(game):
    """What is wrong with a position in which a seat is asked for its next move."""
    table, view = game.table, game.view(None)
    wrong = []
    zones = [table.draw_pile, table.discard, table.rules, table.goals, table.resolving]
    zones += [*table.hands.values(), *table.keepers.values(), *(aside.cards for aside in table.temporary)]
    if sorted(number for zone in zones for number in zone) != list(range(len(CARDS))):
        wrong.append("a card is not in exactly one place")
    if game.over:
        return wrong if winners(game) == {game.winner} else [*wrong, f"won by {game.winner}: {winners(game)}"]
    if not game.at_rest:
        return wrong
    if len(view.goals) > (2 if "double-agenda" in view.rules else 1):
        wrong.append("too many goals")
    if len(winners(game)) == 1:
        wrong.append("a win was overlooked")
    if table.temporary or table.resolving:
        wrong.append("something is still being resolved")
    if view.phase == "plays" and table.turn.drawn < view.draw_count:
        wrong.append("a draw is owed")
    groups = [card(rule).group for rule in view.rules]
    if len(set(groups)) < len(groups):
        wrong.append("two rules of one group")
    return [*wrong, *over_limits(table, view)]


def over_limits(table, view):
    """Who has more cards than the limits allow, though nobody waits for them."""
    newcomers = {each.seat for each in table.beside}
    for seat in view.seats:
        over = view.hand_limit is not None and seat.hand_size > view.hand_limit
        if seat.seat != view.turn and over and seat.seat not in newcomers:
            yield f"seat {seat.seat} is over the hand limit"
        if seat.seat != view.turn and view.keeper_limit is not None and len(seat.keepers) > view.keeper_limit:
            yield f"seat {seat.seat} is over the keeper limit"


@pytest.mark.parametrize("seed", range(60))
def test_random_games_are_settled_at_every_question(seed):
    """Two to six seats, random answers, seats that come and go: no fault at any question."""
    dice = random.Random(seed)
    game = Game.new(seats=dice.randint(2, 6), seed=f"{seed:064x}")
    for _ in range(400):
        assert faults(game) == []
        if game.over:
            break
        if game.at_rest and dice.random() < 0.02:
            if dice.random() < 0.5 and len(game.seats) < 6:
                game.join()
            elif len(game.seats) > 2:
                game.leave(dice.choice(game.seats))
            continue
        question = dice.choice(game.questions)
        count = dice.randint(question.least, min(question.most, len(question.options)))
        game.answer(question.seat, dice.sample(question.options, count))


def test_a_game_in_which_nobody_can_ever_do_anything_ends_without_a_winner():
    """With every card of a tiny deck in play there is nothing left to do: turns don't go round for ever."""
    table = deal(ann=["bread"], bob=[], exact_deck=True, drawn=1)
    ann, _ = table.seats
    ann.plays("bread")

    assert (table.game.over, table.winner, table.waiting_for) == (True, "", [])


def test_a_game_in_which_everybody_keeps_the_one_card_they_have_ends_without_a_winner():
    """Play All But 1, one card in each hand and no pile: there is nothing left to do either."""
    table = deal(ann=["bread", "play-all-but-1"], bob=["milk"], exact_deck=True, drawn=1)
    ann, _ = table.seats
    ann.plays("play-all-but-1")

    assert (table.game.over, table.winner, table.waiting_for) == (True, "", [])
