"""Surprises: out of turn they cancel what is being played, in turn they are plays (rulings R161 to R177)."""

from random import Random

import pytest

import engine
from engine import Game, QuestionKind
from engine.outcomes import Cancelled, NoEffect, Stood, Surprised
from engine.scenario import deal
from engine.stored import load_table, read_game
from tests.engine.games import by_chance, take

SURPRISES = ["thats-mine", "veto", "stop-that", "canceled-plans"]
FITTING = [
    ("tea", "thats-mine"),
    ("no-room", "canceled-plans"),
    ("draw-2", "veto"),
    ("jackpot", "stop-that"),
]


def pass_all(table):
    """Everybody who is asked in a window lets the card be played, and so on until no window is open."""
    while waiting := [player for player in table.seats if player.asked == "window"]:
        for player in waiting:
            player.answers("pass")


def told(table, kind):
    """The outcomes of one kind so far."""
    return [outcome for outcome in table.happened if isinstance(outcome, kind)]


@pytest.mark.parametrize(("card", "surprise"), FITTING)
def test_R161_out_of_turn_only_the_fitting_surprise_may_be_played(card, surprise):
    """Each answers one kind of card; no other card, and no other Surprise, answers it."""
    table = deal(edition="wonderland", ann=[card], bob=[*SURPRISES, "alice", "play-2"], drawn=1)
    ann, bob = table.seats
    ann.plays(card)

    assert bob.options == sorted(["pass", surprise])
    assert bob.cannot("alice")


@pytest.mark.parametrize(("card", "surprise"), FITTING)
def test_R163_a_countered_cancellation_lets_the_card_take_effect(card, surprise):
    """Bob cancels, Ann counters with any Surprise of hers; that was no play of hers."""
    mine = next(each for each in SURPRISES if each != surprise)
    table = deal(
        edition="wonderland", ann=[card, mine, "alice"], bob=[surprise], cid=1, rules=["play-2"], drawn=2
    )
    ann, bob, _cid = table.seats
    ann.plays(card)
    bob.answers(surprise)
    ann.answers(mine)
    pass_all(table)

    assert told(table, Stood) == [Stood(card)]
    assert ann.asked == "play"
    assert table.table.turn.played == 1
    assert {surprise, mine} <= set(table.discard)


@pytest.mark.parametrize("surprise", SURPRISES)
def test_R169_in_turn_a_surprise_may_have_no_effect(surprise):
    """With nothing in play and empty hands it is a play all the same."""
    table = deal(edition="wonderland", ann=[surprise], bob=0, drawn=1)
    ann, _bob = table.seats
    ann.plays(surprise)
    pass_all(table)

    assert told(table, NoEffect) == [NoEffect(1, surprise)]
    assert (table.turn, table.discard) == ("bob", [surprise])


def test_R169_out_of_turn_a_surprise_cannot_be_burnt():
    """While nothing is being played there is nothing to answer."""
    table = deal(edition="wonderland", ann=["tea"], bob=["thats-mine"], drawn=1)
    _ann, bob = table.seats

    assert bob.cannot("thats-mine") == "There’s nothing for you to answer right now."


def test_R171_in_turn_veto_discards_up_to_two_rules():
    """None, one or two, of the player's choice; cards lost to a limit stay lost."""
    table = deal(
        edition="wonderland",
        ann=["veto"],
        bob=1,
        rules=["hand-limit-1", "draw-2", "play-2"],
        drawn=2,
        played=1,
    )
    ann, _bob = table.seats
    ann.plays("veto")
    pass_all(table)
    question = ann.question
    ann.answers("hand-limit-1", "play-2")

    assert (question.least, question.most) == (0, 2)
    assert table.rules == ["draw-2"]


def test_R172_in_turn_all_goals_go_and_everybody_else_discards():
    """Both goals of Double Agenda; Bob gives up a goal of his choice, Cid a card picked by chance."""
    table = deal(
        edition="wonderland",
        ann=["canceled-plans"],
        bob=["who-are-you", "queen-alice", "tea"],
        cid=["tarts", "alice"],
        rules=["double-agenda"],
        goals=["no-room", "check"],
        random=["alice"],
        drawn=1,
    )
    ann, bob, cid = table.seats
    ann.plays("canceled-plans")
    pass_all(table)
    options = (bob.options, cid.options)
    cid.answers("random")
    bob.answers("who-are-you")

    assert options == (["queen-alice", "random", "who-are-you"], ["random"])
    assert (table.goals, bob.hand[:1], cid.hand) == ([], ["queen-alice"], ["tarts"])
    assert {"no-room", "check", "who-are-you", "alice", "canceled-plans"} == set(table.discard)


def test_R173_a_cancelled_keeper_lands_before_the_canceller():
    """It is never in front of Ann, and may complete Bob's goal."""
    table = deal(
        edition="wonderland",
        ann=["tarts"],
        bob=["thats-mine"],
        keepers={"ann": ["knave-of-hearts"], "bob": ["king-of-hearts"]},
        goals=["important-unimportant"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("tarts")
    bob.answers("thats-mine")
    pass_all(table)

    assert (table.winner, ann.keepers) == ("bob", ["knave-of-hearts"])
    assert told(table, Cancelled) == [Cancelled(2, "tarts", "thats-mine", taken=True)]


@pytest.mark.parametrize(
    ("surprise", "chosen", "other"), [("stop-that", "jackpot", "alice"), ("canceled-plans", "check", "alice")]
)
def test_R175_a_card_of_the_kind_or_one_by_chance_but_no_other_of_choice(surprise, chosen, other):
    """Only cards of that kind can be chosen."""
    table = deal(edition="wonderland", ann=[surprise], bob=[chosen, other], drawn=1)
    ann, bob = table.seats
    ann.plays(surprise)
    pass_all(table)

    assert (bob.asked, bob.options) == ("discard-or-random", sorted([chosen, "random"]))
    assert bob.cannot(other)


MIX = {"edition": "wonderland anatomy", "rules": ["name-that-organ"]}


def test_R186_canceled_plans_takes_ungoals_out_of_play_and_out_of_hands():
    """In its owner's turn an Ungoal is a goal like any other."""
    table = deal(
        **MIX, ann=["canceled-plans"], bob=["cancer", "check", "tea"], cid=3, goals=["sepsis"], drawn=1
    )
    ann, bob, cid = table.seats
    ann.plays("canceled-plans")
    pass_all(table)
    asked = (bob.options, cid.options)
    bob.answers("cancer")
    cid.answers("random")

    assert asked == (["cancer", "check", "random"], ["random"])
    assert {"sepsis", "cancer", "canceled-plans"} < set(table.discard)
    assert (table.goals, "cancer" in bob.hand) == ([], False)


def all_of_a_kind(*kinds):
    """The cards of Wonderland of these kinds."""
    return [slug for slug in engine.edition_of("wonderland").cards if engine.card(slug).kind in kinds]


@pytest.mark.parametrize(("surprise", "kind"), [("stop-that", "action"), ("canceled-plans", "goal")])
def test_Z5_nobody_is_asked_for_a_card_of_a_kind_that_all_see_elsewhere(surprise, kind):
    """All cards of the kind lie in the discard pile or in play: chance picks, and tells nobody anything."""
    first, *rest = all_of_a_kind(kind)
    given = {"goals": [first], "discard": rest} if kind == "goal" else {"discard": [first, *rest]}
    table = deal(edition="wonderland", ann=[surprise], bob=["tea", "tarts"], cid=["alice"], drawn=1, **given)
    ann, bob, cid = table.seats
    ann.plays(surprise)
    pass_all(table)

    assert (bob.asked, cid.asked) == ("play", "")
    assert (len(bob.hand), cid.hand) == (1 + 1, [])  # Bob has begun his turn with a draw
    assert len({"tea", "tarts", "alice"} & set(table.discard)) == 2


@pytest.mark.parametrize(("surprise", "kind"), [("stop-that", "action"), ("canceled-plans", "goal")])
def test_Z5_all_are_asked_while_one_card_of_the_kind_is_out_of_sight(surprise, kind):
    """It lies in the draw pile, which nobody knows: not to ask would tell that the hands have none."""
    _hidden, *rest = all_of_a_kind(kind)
    table = deal(
        edition="wonderland", ann=[surprise], bob=["tea", "tarts"], cid=["alice"], discard=rest, drawn=1
    )
    ann, bob, cid = table.seats
    ann.plays(surprise)
    pass_all(table)

    assert (bob.asked, bob.options) == ("discard-or-random", ["random"])
    assert (cid.asked, cid.options) == ("discard-or-random", ["random"])


def test_R177_a_window_opens_as_long_as_a_fitting_surprise_may_be_held():
    """Whatever anybody holds; only when all that fit lie in the discard pile is nobody asked."""
    open_window = deal(edition="wonderland", ann=["tea"], bob=0, discard=["veto"], drawn=1)
    open_window.seats[0].plays("tea")
    closed = deal(edition="wonderland", ann=["tea"], bob=["veto"], discard=["thats-mine"], drawn=1)
    closed.seats[0].plays("tea")

    assert open_window.waiting_for == ["bob"]
    assert closed.seats[0].keepers == ["tea"]


@pytest.mark.parametrize("held", [["thats-mine", "veto"], ["tea", "walrus"], ["draw-2", "check"]])
def test_windows_never_depend_on_hands(held):
    """The same seats are asked the same, whatever one of them holds, and nobody can see a difference."""
    table = deal(edition="wonderland", ann=["jackpot"], bob=held, cid=1, drawn=1, avoid=[*SURPRISES])
    ann, _bob, cid = table.seats
    ann.plays("jackpot")

    assert table.waiting_for == ["bob", "cid"]
    assert cid.options == ["pass"]
    assert table.game.view(3).waiting_for == ((2, QuestionKind.WINDOW), (3, QuestionKind.WINDOW))


def shuffled_out_of_sight(game, seen_by, dice):
    """The same game, but for what neither the seat in turn nor ``seen_by`` sees: others hold other cards."""
    table = load_table(read_game(game.dump()))
    others = [seat for seat in game.seats if seat not in (game.turn, seen_by)]
    hidden = [card for seat in others for card in table.hands[seat]] + table.draw_pile
    hidden = [card for card in hidden if card not in table.deck.creepers]
    dice.shuffle(hidden)
    for seat in others:
        table.hands[seat] = [hidden.pop() for _ in table.hands[seat]]
    table.draw_pile = [card if card in table.deck.creepers else hidden.pop() for card in table.draw_pile]
    twin = Game.at(table)
    twin.take_outcomes()
    return twin


@pytest.mark.parametrize("seed", range(4))
def test_a_window_looks_the_same_whatever_the_others_hold(seed):
    """With other cards in hidden hands, a seat that watches sees the same windows after each play."""
    game, dice, windows = Game.new("wonderland", 4, seed=str(seed)), Random(seed), 0
    for _step in zip(range(200), by_chance_taken(game, dice), strict=False):
        if game.over or not game.at_rest or game.questions[0].what is not QuestionKind.PLAY:
            continue
        question, watcher = game.questions[0], game.table.left_of(game.turn)
        cards = [label for label in question.options if label in game.view(game.turn).hand]
        for card in cards[:1]:
            twin, same = shuffled_out_of_sight(game, watcher, dice), Game.load(game.dump())
            for each in (twin, same):
                each.answer(question.seat, [card])
            if same.view(None).waiting_for and same.view(None).waiting_for[0][1] is QuestionKind.WINDOW:
                windows += 1
                assert twin.view(watcher) == same.view(watcher)
                assert twin.view(None) == same.view(None)

    assert windows > 20


def by_chance_taken(game, dice):
    """Play by chance, step by step."""
    for step in by_chance(game, dice):
        yield take(game, step)


@pytest.mark.parametrize(("count", "stands"), [(1, False), (2, True), (3, False), (4, True), (5, False)])
def test_a_chain_of_any_length_is_settled_by_parity(count, stands):
    """Each Surprise cancels the one before it: an odd number cancels the card, an even number does not."""
    chain = ["veto", "stop-that", "veto", "thats-mine", "canceled-plans"][:count]
    table = deal(
        edition="wonderland +veto",
        ann=["draw-2", "stop-that", "thats-mine"],
        bob=["veto", "veto", "canceled-plans"],
        cid=1,
        deck=["tea", "tarts"],
        drawn=1,
    )
    ann, bob, _cid = table.seats
    ann.plays("draw-2")
    for number, surprise in enumerate(chain):
        (ann if number % 2 else bob).answers(surprise)
    pass_all(table)

    assert table.rules == (["draw-2"] if stands else [])
    assert len(told(table, Surprised)) == count
    assert sorted(table.discard) == sorted([*chain, *([] if stands else ["draw-2"])])
    assert bool(told(table, Stood)) == stands
