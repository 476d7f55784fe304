"""The bots: they always answer, the sensible one plays to win, and neither knows more than its seat."""

import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

import msgspec
import pytest

from bench.duels import wins_duel
from engine import DeckSpec, Game, QuestionKind, QuestionView, bots
from engine.bots.imagine import imagine
from engine.bots.search import best
from engine.bots.work import MOST, one_decision
from engine.card import Deck
from engine.editions.deck_list import build_deck, list_of
from engine.outcomes import Won
from engine.scenario import Scene, deal
from tests.engine.games import OF_CARDS, moments
from tests.engine.test_secrets import hide


def answer_of(table: Scene) -> list[str]:
    """What the sensible bot answers for Ann."""
    return list(bots.sensible(table.game.view(1)))


def let_it_play(table: Scene) -> None:
    """Let the sensible bot answer for Ann until nothing is asked of her in this turn, or the game is over."""
    game = table.game
    while game.turn == 1 and (view := game.view(1)).question is not None:
        game.answer(1, bots.sensible(view))


# It plays to win.

HALF = {"ann": ["bread", "love"], "bob": ["the-toaster", "time"]}
CLINGING = {"edition": "anatomy", "creepers": {"bob": ["toxin"]}}


@pytest.mark.parametrize(
    "given",
    [
        {"ann": ["toast", "milk", "draw-2"], "keepers": {"ann": ["bread", "the-toaster"]}},
        {"ann": ["milk", "bread", "draw-2"], "keepers": {"ann": ["the-toaster"]}, "goals": ["toast"]},
        {"ann": ["milk", "5-keepers"], "keepers": {"ann": ["bread", "time", "love", "peace", "sleep"]}},
        {"ann": ["milk", "the-brain-no-tv"], "keepers": {"ann": ["the-brain"]}},
        {"ann": ["milk", "party-snacks"], "keepers": {"ann": ["the-party", "bread"]}},
        {"ann": ["10-cards-in-hand", *["milk", "love", "peace", "time", "sleep", "dreams"], 5]},
        # The other half of the goal stands in front of somebody else.
        {"ann": ["steal-a-keeper", "draw-2", "milk"], "keepers": HALF, "goals": ["toast"]},
        {"ann": ["exchange-keepers", "draw-2", "milk"], "keepers": HALF, "goals": ["toast"]},
        # With two plays and both halves of a goal, one in hand, the keeper comes before the goal.
        {
            "ann": ["bread", "toast", "peace", "draw-5"],
            "keepers": {"ann": ["the-toaster"], "bob": ["love"]},
            "rules": ["play-2"],
        },
        # With plays left, a keeper that is zapped into the hand is played at once.
        {
            "ann": ["zap-a-card", "peace", "draw-5"],
            "keepers": {"ann": ["the-toaster"], "bob": ["bread", "love"]},
            "goals": ["toast"],
            "rules": ["play-3"],
        },
        # Either keeper makes a goal; to zap one would bring the Creeper that keeps Ann from winning.
        {
            **CLINGING,
            "ann": ["zap-a-card", "brain"],
            "keepers": {"bob": ["stomach", "eyes"]},
            "attached": {"toxin": "stomach"},
            "goals": ["appetite", "eyesight"],
            "rules": ["double-agenda", "play-3"],
        },
        # Ann has both halves of the goal and one more keeper, which she gives for moving the Jabberwock.
        {
            "edition": "wonderland",
            "ann": 1,
            "keepers": {"ann": ["alice", "tea", "white-rabbit"]},
            "creepers": {"ann": ["jabberwock"]},
            "goals": ["down-the-rabbit-hole"],
        },
    ],
)
def test_it_wins_where_it_can(given):
    """By the goal that it meets, or with what a goal in play lacks."""
    table = deal(**given, bob=2, drawn=1)
    let_it_play(table)

    assert table.winner == "ann"


# It does not hand over a win.


@pytest.mark.parametrize(
    ("hand", "keepers", "goals", "not_played"),
    [
        (["toast", "draw-5"], {"bob": ["bread", "the-toaster"]}, [], "toast"),
        (["5-keepers", "draw-5"], {"bob": ["bread", "milk", "love", "time", "peace"]}, [], "5-keepers"),
        (["the-brain-no-tv", "hand-limit-0"], {"bob": ["the-brain"]}, [], "the-brain-no-tv"),
        (["no-limits", "trash-a-keeper"], {"bob": ["the-brain"], "ann": ["television"]}, ["toast"], ""),
        (["trade-hands", "milk"], {}, ["10-cards-in-hand"], ""),
    ],
)
def test_it_does_not_hand_over_a_win(hand, keepers, goals, not_played):
    """A goal that somebody else meets stays in the hand while another card can be played."""
    table = deal(ann=hand, bob=2, cyd=3, keepers=keepers, goals=goals, drawn=1)

    assert answer_of(table) != [not_played]
    let_it_play(table)
    assert not table.game.over


def test_it_keeps_the_television_that_stops_somebody():
    """Over the keeper limit it discards something else than what keeps another seat from winning."""
    table = deal(
        ann=1,
        bob=["keeper-limit-2"],
        keepers={"ann": ["television", "bread", "milk"], "bob": ["the-brain"]},
        goals=["the-brain-no-tv"],
        turn="bob",
        drawn=1,
    )
    table.answer(2, ["keeper-limit-2"])

    assert answer_of(table) != ["television"]


# It answers everything.


@dataclass
class Tally:
    """What a sensible bot did in many games among random ones."""

    games: int
    wins: int = 0
    asked: set[str] = field(default_factory=set)
    throws: set[str] = field(default_factory=set)
    handed_over: list[bool] = field(default_factory=list)  # a win for another; had it no choice?


def play_among_random_bots(games: int) -> Tally:
    """A sensible bot in games of four seats, in each seat in turn."""
    tally = Tally(games)
    for number in range(games):
        game, dice, mine = Game.new(seats=4, seed=f"bots {number}"), Random(number), 1 + number % 4
        while not game.over:
            question = dice.choice(game.questions)
            if question.seat != mine:
                game.answer(question.seat, bots.pick(question, dice))
                continue
            labels = bots.sensible(game.view(mine))
            look(tally, game, question, labels)
            game.answer(mine, labels)
        tally.wins += game.winner == mine
    return tally


def look(tally: Tally, game: Game, question: QuestionView, labels: tuple[str, ...]) -> None:
    """Note what the bot is about to answer."""
    tally.asked.add(question.what.value)
    if question.what is QuestionKind.ROCK_PAPER_SCISSORS:
        tally.throws.update(labels)
    if question.most == 1 and wins_for_another(game, question.seat, labels):
        others = [(label,) for label in question.options]
        tally.handed_over.append(all(wins_for_another(game, question.seat, other) for other in others))


def wins_for_another(game: Game, seat: int, labels: tuple[str, ...]) -> bool:
    """Whether an answer lets another seat win at once, without any card drawn or chance at play."""
    fork = Game.load(game.dump())
    chance, pile = fork.table.chance, len(fork.table.draw_pile)
    told = fork.answer(seat, labels)
    certain = (fork.table.chance, len(fork.table.draw_pile)) == (chance, pile)
    return certain and any(isinstance(each, Won) and each.seat != seat for each in told)


EVERY_QUESTION = {
    "before-drawing",
    "choose-direction",
    "choose-discarded",
    "choose-goals",
    "choose-in-play",
    "choose-occasion",
    "choose-opponent",
    "choose-recipient",
    "choose-victim",
    "discard-goal",
    "discard-keeper",
    "discard-rule",
    "discard-rules",
    "give-keeper",
    "hand-limit",
    "keeper-limit",
    "play",
    "play-temporary",
    "rock-paper-scissors",
    "take-keeper",
}


@pytest.mark.slow
def test_whole_games():
    """It wins far more than its quarter (measured: 75 % of 500), answers every kind of question, throws
    unpredictably, and lets another win at once only where each of its choices would.
    """
    tally = play_among_random_bots(games=75)

    assert tally.wins > tally.games * 3 / 5
    assert tally.asked == EVERY_QUESTION
    assert tally.throws == {"rock", "paper", "scissors"}
    assert tally.handed_over
    assert all(tally.handed_over)


def test_a_question_that_it_does_not_know_gets_an_answer_that_fits():
    """A card of tomorrow may ask what no bot has been taught."""
    view = deal(ann=["bread", "milk"], bob=2, drawn=1).game.view(1)
    question = QuestionView(1, 1, QuestionKind.UNKNOWN, ("red", "green", "blue"), 2, 2)

    labels = bots.sensible(msgspec.structs.replace(view, question=question))

    assert len(set(labels)) == 2
    assert set(labels) < set(question.options)


@pytest.mark.parametrize("bot", [bots.sensible, lambda view: bots.random(view, "0")])
def test_a_bot_that_is_not_asked_says_so(bot):
    """Without a question there is nothing to answer."""
    table = deal(ann=["bread"], bob=2, drawn=1)

    for seat in (2, None):
        with pytest.raises(ValueError, match="Nothing is asked"):
            bot(table.game.view(seat))


# It knows what its seat knows, and chooses by that alone.


@pytest.mark.slow
def test_the_same_view_gets_the_same_answer():
    """Both bots are functions of what they are given."""
    for game in moments(2, seats=3):
        for question in game.questions:
            changed = Game.load(game.dump())
            hide(changed.table, question.seat, Random(1))
            view, same = game.view(question.seat), changed.view(question.seat)

            assert bots.sensible(view) == bots.sensible(view) == bots.sensible(same)
            assert bots.random(view, "seed") == bots.random(view, "seed") == bots.random(same, "seed")


def test_a_random_bot_uses_its_seed():
    """Another seed is another answer, sooner or later."""
    view = deal(ann=["bread", "milk", "love", "time"], bob=2, drawn=1).game.view(1)

    assert {bots.random(view, str(seed)) for seed in range(50)} == {
        ("bread",),
        ("milk",),
        ("love",),
        ("time",),
    }


# It gives up what helps it least.

CREEPERS = {"creepers": {"ann": ["virus"]}, "attached": {"virus": "skin"}}
BODY = {"ann": ["bones", "eyes", "skin"]}


@pytest.mark.parametrize(
    ("given", "played", "answer"),
    [
        # Not its own keeper, and rather half of a goal than anything else.
        (
            {
                "ann": ["trash-a-keeper"],
                "keepers": {"ann": ["love"], "bob": ["milk", "bread", "time"]},
                "goals": ["toast"],
            },
            "trash-a-keeper",
            "bread@2",
        ),
        # A bot lives an ordinary day, and says so.
        ({"ann": ["todays-special"]}, "todays-special", "ordinary-day"),
        # With good cards to play it does not throw away its turn.
        (
            {
                "ann": ["bread", "love"],
                "keepers": {"ann": ["the-toaster"]},
                "goals": ["toast"],
                "rules": ["get-on-with-it"],
            },
            "",
            "bread",
        ),
        # Two cards in hand, two to draw and three to play are worth more than three cards for the turn.
        (
            {"ann": ["draw-3", "lullaby"], "rules": ["get-on-with-it", "draw-2", "play-3"], "drawn": None},
            "",
            "draw",
        ),
        # Rules and goals that help nobody but Bob: three other cards are better.
        (
            {"ann": ["toast"], "keepers": {"bob": ["bread", "the-toaster"]}, "rules": ["get-on-with-it"]},
            "",
            "use:get-on-with-it",
        ),
        # What clings to a keeper comes along.
        (
            {**CLINGING, "ann": ["steal-a-keeper"], "keepers": {"bob": ["heart", "liver"]}}
            | {"attached": {"toxin": "heart"}},
            "steal-a-keeper",
            "liver@2",
        ),
        # The Creeper goes along with what the keeper limit takes, or a present.
        (
            {"edition": "anatomy", "ann": 1, "bob": ["keeper-limit-2"], "keepers": BODY, "turn": "bob"}
            | CREEPERS,
            "keeper-limit-2",
            "skin",
        ),
        (
            {
                "edition": "wonderland anatomy",
                "without": ["stop-that"],
                "ann": ["unbirthday-presents"],
                "cid": 1,
                "keepers": BODY,
                **CREEPERS,
            },
            "unbirthday-presents",
            "skin",
        ),
        # The Jabberwock is wanted; the Vorpal Sword strikes the Virus.
        (
            {
                "edition": "wonderland anatomy",
                "ann": 1,
                "keepers": {"ann": ["vorpal-sword", "crown", "skin"]},
                "creepers": {"ann": ["jabberwock", "virus"]},
                "attached": {"virus": "skin"},
                "goals": ["king-of-beasts"],
            },
            "use:vorpal-sword",
            "virus",
        ),
    ],
)
def test_it_answers_what_helps_it_most(given, played, answer):
    """Or what it gives up least by."""
    table = deal(**{"ann": 1, "bob": 2, "drawn": 1} | given)
    if played:
        table.answer(table.game.turn, [played])

    assert answer_of(table) == [answer]


@pytest.mark.parametrize(
    ("hand", "keepers", "goals", "kept"),
    [
        (["bread", "peace", "draw-2"], {"ann": ["the-toaster"]}, ["toast"], "bread"),
        (["toast", "hippyism", "play-2"], {"ann": ["the-toaster", "bread"], "bob": ["peace"]}, [], "toast"),
    ],
)
def test_at_a_hand_limit_it_keeps_what_fits(hand, keepers, goals, kept):
    """The keeper that a goal in play lacks, the goal that it meets."""
    table = deal(ann=hand, bob=["hand-limit-1"], cyd=1, keepers=keepers, goals=goals, turn="bob", drawn=1)
    table.answer(2, ["hand-limit-1"])
    discarded = answer_of(table)

    assert len(discarded) == len(hand) - 1
    assert kept not in discarded


def test_at_a_keeper_limit_it_keeps_what_the_goal_wants():
    """Half of the goal in play stays."""
    table = deal(
        ann=1,
        bob=["keeper-limit-2"],
        keepers={"ann": ["love", "the-toaster", "milk", "time"]},
        goals=["toast"],
        turn="bob",
        drawn=1,
    )
    table.answer(2, ["keeper-limit-2"])

    assert "the-toaster" not in answer_of(table)


def test_it_gives_others_the_cards_that_help_them_least():
    """Of the cards of Everybody Gets 1 it does not hand anybody the missing half of a goal."""
    table = deal(
        ann=["everybody-gets-1"],
        bob=2,
        keepers={"bob": ["the-toaster"]},
        goals=["toast"],
        deck=["bread", "milk"],
        drawn=1,
    )
    table.answer(1, ["everybody-gets-1"])
    let_it_play(table)

    assert "bread" in table.seats[0].hand


def test_a_turn_comes_to_an_end_where_two_cards_bring_each_other_back():
    """Each play is the best one when it is made: the drawn card is the one that was discarded before."""
    table = deal(
        ann=[
            *["dreams", "music", "television", "the-moon", "the-party", "10-cards-in-hand", "inflation"],
            *["hearts-and-minds", "milk-and-cookies", "party-snacks", "keeper-limit-4", "party-bonus"],
            *["play-2", "play-3", "discard-and-draw", "everybody-gets-1", "lets-do-that-again", "no-limits"],
            *["rules-reset", "use-what-you-take"],
        ],
        bob=21,
        eve=26,
        kim=22,
        keepers={"ann": ["the-toaster", "cookies"], "bob": ["the-eye"], "kim": ["love"]},
        goals=["5-keepers"],
        rules=["keeper-limit-2", "get-on-with-it", "draw-5", "play-all"],
        discard=["jackpot"],
        exact_deck=True,
        drawn=6,
    )
    plays = []
    while len(plays) < 400 and table.game.turn == 1 and (view := table.game.view(1)).question is not None:
        plays.append(bots.sensible(view))
        table.game.answer(1, plays[-1])

    assert plays.count(("jackpot",)) > 1
    assert len(plays) < 400


@pytest.mark.parametrize("hand", [["bread", "love"], ["bread", "love", "milk"]])
def test_it_does_not_swap_plays_for_draws(hand):
    """Keepers that it can play are worth more than as many cards, now that the swap ends the turn."""
    table = deal(ann=hand, bob=2, rules=["swap-plays-for-draws", "play-2"], drawn=1)

    assert answer_of(table)[0] in hand


# It sees Creepers.


def test_it_exchanges_a_keeper_that_a_creeper_clings_to():
    """The other player gets both, and Ann a keeper without one."""
    table = deal(
        edition="anatomy",
        ann=["exchange-keepers"],
        bob=1,
        keepers={"ann": ["bones", "eyes", "skin"], "bob": ["heart", "liver", "spleen"]},
        creepers={"ann": ["virus"], "bob": ["toxin"]},
        attached={"virus": "skin", "toxin": "heart"},
        drawn=1,
    )
    table.answer(1, ["exchange-keepers"])
    assert answer_of(table) == ["skin@1"]
    table.answer(1, ["skin"])

    assert answer_of(table) == ["liver@2"]


@pytest.mark.parametrize("goals", [[], ["down-the-rabbit-hole"], ["into-the-teapot"]])
def test_it_keeps_its_keepers_where_the_jabberwock_gone_wins_nothing(goals):
    """Without a goal in reach the Jabberwock stays: it would come back, and the keeper would be gone."""
    table = deal(
        edition="wonderland",
        without=["thats-mine", "veto", "stop-that", "canceled-plans"],
        ann=["play-2"],
        bob=1,
        keepers={"ann": ["tea", "tarts"], "bob": ["walrus"]},
        creepers={"ann": ["jabberwock"]},
        goals=goals,
        drawn=1,
    )

    assert answer_of(table) == ["play-2"]


@pytest.mark.slow
def test_it_plays_with_several_creepers_of_one_name():
    """Each clings to its own keeper: whole games of a deck with copies come to their end."""
    deck = "anatomy +virus +virus +liver +skin +zap-a-card +steal-a-keeper +exchange-keepers"
    for number in range(4):
        game, dice = Game.new(deck, seats=3, seed=f"copies {number}"), Random(number)
        while not game.over:
            question = dice.choice(game.questions)
            game.answer(question.seat, bots.sensible(game.view(question.seat), question), question.number)

        assert game.over


# What it imagines is bounded.

STORM = {"do": "draw-and-play", "count": 10, "play": 10}


def stormy(steps: int, rulings: int) -> Deck:
    """24 made actions in 20 copies each that draw 10 cards and play them, so many times."""
    made = [{"kind": "action", "title": f"Storm {number}", "steps": [STORM] * steps} for number in range(24)]
    more = {f"made:storm-{number}": 19 for number in range(24)}
    spec = DeckSpec.of({"editions": ["fluxx"], "made": made, "more": more})
    return build_deck(msgspec.structs.replace(list_of(spec.deck), rulings=rulings))


def count_work(monkeypatch) -> list[int]:
    """The steps that each decision takes from now on."""
    counted: list[int] = []

    @contextmanager
    def counting():
        with one_decision() as work:
            yield work
        counted.append(work.done)

    monkeypatch.setattr(sys.modules["engine.bots.sensible"], "one_decision", counting)
    return counted


@pytest.mark.slow
@pytest.mark.parametrize("steps", [1, 5])
def test_a_decision_ends_after_a_bound_of_work(monkeypatch, steps):
    """Hundreds of temporary cards that each bring ten more: the best so far is taken."""
    counted = count_work(monkeypatch)
    game = Game.new(stormy(steps, rulings=0), 4, seed="c" * 32)
    for _ in range(400):
        question = game.questions[0]
        game.answer(question.seat, bots.sensible(game.view(question.seat), question), question.number)
        if sum(work >= MOST for work in counted) == 20:
            break
    else:
        pytest.fail("The bound was not reached.")

    assert max(counted) < MOST + 20_000


@pytest.mark.parametrize("deck", OF_CARDS)
def test_printed_decks_never_reach_the_bound(monkeypatch, deck):
    """So whole games are played as well as if there were none."""
    counted = count_work(monkeypatch)
    for number in range(2):
        game = Game.new(deck, 4, seed=str(number))
        while not game.over:
            question = game.questions[0]
            game.answer(question.seat, bots.sensible(game.view(question.seat), question), question.number)

    assert max(counted) < MOST / 2


def test_of_many_cards_to_discard_the_first_go_when_the_work_is_over():
    """The answer fits, whatever the bound."""
    table = deal(ann=["draw-2", 60], bob=1, rules=["hand-limit-1"], drawn=1)
    game = table.game
    game.answer(1, ["draw-2"])
    question = game.view(1).question
    with one_decision(200):
        labels, _value = best(imagine(game.view(1)), 1, question)

    assert len(set(labels)) == question.least > 50
    game.answer(1, labels)


def test_it_beats_chance():
    """Of 24 duels it wins three in four at least (`bench/duels.py` plays more of them)."""
    assert sum(wins_duel("fluxx", 2, number) for number in range(24)) >= 18
