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


def test_R161_without_surprises_nobody_is_asked_out_of_turn():
    """The base game has no window."""
    table = deal(ann=["bread", "milk"], bob=3, drawn=1, rules=["play-2"])
    ann, bob = table.seats
    ann.plays("bread")

    assert (ann.asked, bob.asked) == ("play", "")


def test_R162_nobody_answers_a_card_of_their_own():
    """Ann holds the Surprise that fits her own keeper, and only Bob is asked."""
    table = deal(edition="wonderland", ann=["tea", "thats-mine"], bob=1, drawn=1)
    ann, bob = table.seats
    ann.plays("tea")

    assert (ann.asked, bob.asked, bob.options) == ("", "window", ["pass"])


def test_R162_in_turn_thats_mine_steals_a_keeper():
    """As a play it has its in-turn effect, once the others have let it pass."""
    table = deal(
        edition="wonderland", ann=["thats-mine"], bob=1, cid=1, keepers={"bob": ["tea"], "cid": ["tarts"]}
    )
    ann, bob, _cid = table.seats
    ann.plays("thats-mine")
    pass_all(table)
    ann.answers("tarts@cid")
    pass_all(table)

    assert (ann.keepers, bob.asked, table.discard) == (["tarts"], "play", ["thats-mine"])


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


def test_R165_a_surprise_in_turn_is_answered_and_saved_by_another():
    """Ann's That's Mine! is cancelled by Bob's Veto!, which Ann cancels: the theft stands."""
    table = deal(
        edition="wonderland", ann=["thats-mine", "stop-that"], bob=["veto"], keepers={"bob": ["tea"]}, drawn=1
    )
    ann, bob = table.seats
    ann.plays("thats-mine")
    bob.answers("veto")
    ann.answers("stop-that")
    pass_all(table)

    assert (ann.keepers, bob.keepers) == (["tea"], [])


def test_R166_only_the_card_just_played_can_be_cancelled():
    """Once the goal is being played, the keeper before it is safe."""
    table = deal(edition="wonderland", ann=["tea", "no-room"], bob=["thats-mine"], rules=["play-2"], drawn=1)
    ann, bob = table.seats
    ann.plays("tea")
    pass_all(table)
    ann.plays("no-room")

    assert (bob.options, ann.keepers) == (["pass"], ["tea"])
    assert bob.cannot("thats-mine")


def test_R167_inside_a_compound_action_only_the_single_card_can_be_cancelled():
    """Draw 3, Play 2 has begun: Stop That! fits no keeper played from it, That's Mine! does."""
    table = deal(
        edition="wonderland",
        ann=["draw-3-play-2-of-them"],
        bob=["stop-that", "thats-mine"],
        deck=["tea", "tarts", "alice"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("draw-3-play-2-of-them")
    outer = bob.options
    bob.answers("pass")
    ann.answers("tea")
    inner = bob.options
    bob.answers("thats-mine")
    pass_all(table)
    ann.answers("tarts")
    pass_all(table)

    assert (outer, inner) == (["pass", "stop-that"], ["pass", "thats-mine"])
    assert (bob.keepers, ann.keepers, table.turn) == (["tea"], ["tarts"], "bob")


def test_R167_a_cancelled_compound_action_draws_nothing():
    """Stopped before it begins, it leaves the deck alone."""
    table = deal(
        edition="wonderland", ann=["draw-2-and-use-em"], bob=["stop-that"], deck=["tea", "tarts"], drawn=1
    )
    ann, bob = table.seats
    ann.plays("draw-2-and-use-em")
    bob.answers("stop-that")
    before = table.deck[:2]
    pass_all(table)

    assert (before, ann.keepers, ann.temporary) == (["tea", "tarts"], [], [])


def test_R168_a_tax_is_stopped_for_everybody_before_it_begins():
    """While the window is open nobody has lost a card; cancelled, nobody ever does."""
    table = deal(edition="wonderland", ann=["royal-tax"], bob=["stop-that", "tea"], cid=["tarts"], drawn=1)
    ann, bob, cid = table.seats
    ann.plays("royal-tax")
    during = (bob.hand, cid.hand)
    cid.answers("pass")
    bob.answers("stop-that")
    pass_all(table)

    assert during == (["stop-that", "tea"], ["tarts"])
    assert (ann.hand, cid.hand, "tea" in bob.hand) == ([], ["tarts"], True)


def test_R168_a_tax_that_has_begun_cannot_be_stopped():
    """Nobody is asked once it takes cards."""
    table = deal(
        edition="wonderland",
        ann=["royal-tax"],
        bob=["tea"],
        cid=["stop-that", "tarts"],
        random=["tea"],
        drawn=1,
    )
    ann, bob, cid = table.seats
    ann.plays("royal-tax")
    bob.answers("pass")
    cid.answers("pass")

    assert (len(ann.hand), ann.asked) == (2, "")
    assert table.turn == "bob"


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


def test_R170_a_cancelled_limit_never_took_effect_for_anybody():
    """Hand Limit 0 is vetoed before anybody discards."""
    table = deal(edition="wonderland", ann=["hand-limit-0", "alice"], bob=["veto"], cid=3, drawn=1)
    ann, bob, cid = table.seats
    ann.plays("hand-limit-0")
    cid.answers("pass")
    bob.answers("veto")
    pass_all(table)

    assert (len(cid.hand), ann.hand, table.rules) == (3, ["alice"], [])
    assert table.discard == ["hand-limit-0", "veto"]


def test_R170_a_cancelled_rule_leaves_the_older_one_in_force():
    """Draw 4 does not replace Draw 2."""
    table = deal(edition="wonderland", ann=["draw-4"], bob=["veto"], rules=["draw-2"], drawn=2)
    ann, bob = table.seats
    ann.plays("draw-4")
    bob.answers("veto")
    pass_all(table)

    assert (table.rules, ann.hand) == (["draw-2"], [])


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


def test_R171_in_turn_veto_may_discard_none():
    """Up to two: none will do, even with a single rule in play."""
    table = deal(edition="wonderland", ann=["veto"], bob=1, rules=["draw-2"], drawn=2)
    ann, _bob = table.seats
    ann.plays("veto")
    pass_all(table)
    ann.answers()

    assert table.rules == ["draw-2"]


def test_R172_a_cancelled_goal_wins_nothing():
    """Ann has both keepers and the goal would win; it goes to the discard pile, the old goal stays."""
    table = deal(
        edition="wonderland",
        ann=["royal-couple"],
        bob=["canceled-plans"],
        goals=["no-room"],
        keepers={"ann": ["queen-of-hearts", "king-of-hearts"]},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("royal-couple")
    open_window = (table.winner, bob.asked)
    bob.answers("canceled-plans")
    pass_all(table)

    assert (open_window, table.winner, table.goals) == (("", "window"), "", ["no-room"])
    assert table.discard == ["royal-couple", "canceled-plans"]


def test_R172_a_win_waits_until_all_have_passed():
    """Before the last pass nobody has won."""
    table = deal(
        edition="wonderland",
        ann=["royal-couple"],
        bob=1,
        cid=1,
        keepers={"ann": ["queen-of-hearts", "king-of-hearts"]},
        drawn=1,
    )
    ann, bob, cid = table.seats
    ann.plays("royal-couple")
    cid.answers("pass")
    before = table.winner
    bob.answers("pass")

    assert (before, table.winner) == ("", "ann")


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


def test_R173_the_canceller_obeys_the_keeper_limit_at_once():
    """Bob waits, so his third keeper under a limit of 2 costs him one before anything else happens."""
    table = deal(
        edition="wonderland",
        ann=["tarts", "alice"],
        bob=["thats-mine"],
        keepers={"bob": ["tea", "walrus"]},
        rules=["keeper-limit-2", "play-2"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("tarts")
    bob.answers("thats-mine")
    ann.answers("pass")
    asked = (bob.asked, ann.asked)
    bob.answers("walrus")

    assert (asked, bob.keepers, ann.asked) == (("keeper-limit", ""), ["tarts", "tea"], "play")


def test_R174_free_actions_and_powers_open_no_window():
    """Stop That! can't stop them: nobody is asked."""
    table = deal(
        edition="wonderland",
        ann=["alice"],
        bob=["stop-that"],
        keepers={"ann": ["bottle", "cake"]},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("use:bottle")
    after_the_bottle = (ann.asked, bob.asked)
    ann.plays("use:cake")

    assert (after_the_bottle, ann.asked, bob.asked) == (("play", ""), "play", "")


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


def test_R175_everybody_with_a_card_is_asked_whatever_they_hold():
    """The question tells nothing of a hand; only who has no card at all, which all see, is not asked."""
    table = deal(
        edition="wonderland", ann=["stop-that"], bob=["jackpot", "tea"], cid=["tarts"], dan=0, drawn=1
    )
    ann, bob, cid, dan = table.seats
    ann.plays("stop-that")
    pass_all(table)

    assert (bob.asked, cid.asked, dan.asked) == ("discard-or-random", "discard-or-random", "")


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


def test_R186_canceled_plans_stops_an_ungoal_that_is_being_played():
    """Everybody would have lost by it."""
    table = deal(
        **MIX,
        ann=["cancer"],
        bob=["canceled-plans"],
        keepers={"ann": ["liver"]},
        creepers={"ann": ["mutation", "toxin"]},
        attached={"mutation": "liver", "toxin": "liver"},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("cancer")
    bob.answers("canceled-plans")
    pass_all(table)

    assert (table.game.over, table.goals) == (False, [])
    assert set(table.discard) == {"cancer", "canceled-plans"}


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


def test_R176_a_surprise_from_mystery_play_has_its_effect_in_turn():
    """It comes too late for what was cancelled before (R147)."""
    table = deal(
        edition="wonderland",
        ann=["tea", "alice"],
        bob=["thats-mine"],
        keepers={"bob": ["walrus"]},
        rules=["mystery-play", "play-2"],
        deck=["veto"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("tea")
    bob.answers("thats-mine")
    pass_all(table)
    ann.plays("use:mystery-play")
    pass_all(table)
    ann.answers("mystery-play")

    assert bob.keepers == ["tea", "walrus"]
    assert table.rules == ["play-2"]


def test_R177_all_others_are_asked_at_once_and_again_after_each_surprise():
    """The window opens anew for all but the owner of the newest Surprise, the first player included."""
    table = deal(edition="wonderland", ann=["tea"], bob=["thats-mine"], cid=["veto"], drawn=1)
    ann, bob, cid = table.seats
    ann.plays("tea")
    first = table.waiting_for
    bob.answers("thats-mine")
    second = table.waiting_for
    cid.answers("veto")

    assert (first, second, table.waiting_for) == (["bob", "cid"], ["ann", "cid"], ["ann", "bob"])
    assert ann.keepers == bob.keepers == []


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


def test_anybody_may_join_a_chain_on_either_side():
    """Bob cancels, Cid saves the card for Ann, Dan cancels again, Ann saves it."""
    table = deal(
        edition="wonderland",
        ann=["jackpot", "thats-mine"],
        bob=["stop-that"],
        cid=["veto"],
        dan=["canceled-plans"],
        deck=3,
        drawn=1,
    )
    ann, bob, cid, dan = table.seats
    ann.plays("jackpot")
    bob.answers("stop-that")
    cid.answers("veto")
    dan.answers("canceled-plans")
    ann.answers("thats-mine")

    assert (table.turn, len(ann.hand), sorted(table.discard)) == ("bob", 3, sorted([*SURPRISES, "jackpot"]))


def test_when_all_surprises_are_spent_the_chain_ends_by_itself():
    """With none left anywhere nobody is asked."""
    table = deal(
        edition="wonderland",
        ann=["tea", "veto"],
        bob=["thats-mine"],
        discard=["stop-that", "canceled-plans"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("tea")
    bob.answers("thats-mine")
    ann.answers("veto")

    assert (ann.keepers, table.turn) == (["tea"], "bob")


def test_R057_a_cancelled_play_is_spent():
    """Ann's only play was cancelled: it is Bob's turn."""
    table = deal(edition="wonderland", ann=["jackpot", "tea"], bob=["stop-that"], drawn=1)
    ann, bob = table.seats
    ann.plays("jackpot")
    bob.answers("stop-that")
    pass_all(table)

    assert (ann.hand, table.turn) == (["tea"], "bob")


def test_R057_a_cancelled_card_of_a_compound_action_costs_no_play():
    """Under Play 2 Draw 2 and Use 'Em is one play, though one of its cards was cancelled."""
    table = deal(
        edition="wonderland",
        ann=["draw-2-and-use-em", "alice"],
        bob=["thats-mine"],
        deck=["tea", "tarts"],
        rules=["play-2"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("draw-2-and-use-em")
    pass_all(table)
    ann.answers("tea")
    bob.answers("thats-mine")
    pass_all(table)
    ann.answers("tarts")
    pass_all(table)

    assert (ann.keepers, bob.keepers, table.table.turn.played) == (["tarts"], ["tea"], 1)
    assert ann.asked == "play"


def test_use_what_you_take_gives_a_surprise_its_effect_in_turn():
    """Taken from Bob's hand, That's Mine! steals for Ann."""
    table = deal(
        edition="wonderland",
        ann=["use-what-you-take"],
        bob=["thats-mine"],
        keepers={"bob": ["tea"]},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("use-what-you-take")
    pass_all(table)

    assert (ann.keepers, bob.keepers) == (["tea"], [])
    assert table.discard == ["use-what-you-take", "thats-mine"]


def test_a_card_of_mystery_play_can_be_cancelled_and_the_rule_cannot():
    """The card never was in Ann's hand, and Bob gets it."""
    table = deal(
        edition="wonderland", ann=["alice"], bob=["thats-mine"], rules=["mystery-play"], deck=["tea"], drawn=1
    )
    ann, bob = table.seats
    ann.plays("use:mystery-play")
    bob.answers("thats-mine")
    pass_all(table)

    assert (bob.keepers, ann.keepers, table.rules) == (["tea"], [], ["mystery-play"])
    assert ann.asked == "play"


def test_R100_a_surprise_that_leaves_a_hand_can_decide_ten_cards_in_hand():
    """Bob and Cid tie with ten; Bob's Surprise leaves his hand, and Cid alone has ten."""
    table = deal(
        edition="wonderland fluxx",
        ann=["the-sun"],
        bob=["thats-mine", 9],
        cid=10,
        goals=["10-cards-in-hand"],
        drawn=1,
    )
    ann, bob, _cid = table.seats
    ann.plays("the-sun")
    bob.answers("thats-mine")

    assert table.winner == "cid"


def test_a_set_aside_hand_still_answers():
    """Ann counters from the hand that Draw 2 and Use 'Em set aside; temporary cards answer nothing."""
    table = deal(
        edition="wonderland",
        ann=["draw-2-and-use-em", "veto"],
        bob=["thats-mine"],
        deck=["tea", "stop-that"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("draw-2-and-use-em")
    pass_all(table)
    ann.answers("tea")
    bob.answers("thats-mine")
    options = ann.options
    ann.answers("veto")
    pass_all(table)

    assert (options, ann.keepers) == (["pass", "veto"], ["tea"])


def test_two_equal_surprises_are_told_apart():
    """In a mixed deck a hand may hold two of them."""
    table = deal(edition="wonderland +veto", ann=["draw-2"], bob=["veto", "veto"], drawn=1)
    ann, bob = table.seats
    ann.plays("draw-2")

    assert bob.options == ["pass", "veto", "veto#2"]
