"""Orders about limits, throws and one's own turn: what they answer, what they leave to the player."""

import pytest

from engine.scenario import deal
from games.core import access
from games.core.refusal import Illegal
from games.history import game_history
from games.models import Move, Question, Seat, SeatNote
from games.orders import turn_orders as so
from games.play import play_on, undo
from games.play.set_turn_orders import read_turn_orders, set_turn_orders
from tests.mail.tables import Stored, store
from tests.site.wonderland import answer, asked, fresh, owed, view

pytestmark = pytest.mark.django_db


def table(**given) -> Stored:
    """A running game of base Fluxx, with a person on every seat."""
    return store(deal(**given))


def told(stored: Stored, name: str) -> list[str]:
    """What a seat alone was told."""
    lines = game_history.history_lines(fresh(stored), Seat.objects.get(pk=stored.seats[name].pk))
    return [line.text for line in lines if line.kind == "note"]


def rank(stored: Stored, name: str, *keep: str, otherwise=so.ASK, **more) -> None:
    """Let a seat keep these cards of its hand first."""
    hand = so.Ranking(keep, otherwise, **more)
    set_turn_orders(seat=stored.seats[name], hand=hand, keepers=so.Ranking())


def plan(stored: Stored, name: str, *lines: so.PlanLine) -> None:
    """Let a seat make a plan."""
    set_turn_orders(seat=stored.seats[name], plan=lines)


def line(card: str, *provisos: tuple[str, str]) -> so.PlanLine:
    """One line of a plan."""
    return so.PlanLine(card, tuple(so.PlanCondition(what, about) for what, about in provisos))


def limited(**more) -> Stored:
    """Ann is about to play Hand Limit 1; Bob and Cid hold more."""
    hands = {"ann": ["hand-limit-1", "bread"], "bob": ["milk", "sleep", "jackpot"], "cid": ["love"]}
    return table(**(hands | {"drawn": 1, "deck": ["trade-hands"]} | more))


def test_a_list_keeps_what_it_names_first():
    """Bob keeps Sleep before Milk: the limit stops nobody, and he alone is told why and by what."""
    stored = limited()
    rank(stored, "bob", "sleep", "milk", "jackpot")
    answer(stored, "ann", "hand-limit-1")

    assert (view(stored, "bob").hand, asked(stored)) == (("sleep", "trade-hands"), {"bob": "play"})
    assert told(stored, "bob") == [
        "Your orders discarded “Jackpot!”, “Milk”, because your list keeps other cards first."
    ]
    assert (told(stored, "ann"), told(stored, "cid")) == ([], [])
    lines = game_history.history_lines(fresh(stored), stored.seats["ann"])
    assert "order" not in {line.by for line in lines if "Bob" in line.text}
    assert Move.objects.filter(game=stored.game, by="order", seat=stored.seats["bob"]).count() == 1


def test_a_list_that_decides_too_little_asks_and_says_so_once():
    """Bob's list names a card that he does not hold; the note is not repeated with each answer of others."""
    stored = limited(bob=["milk", "chocolate", "jackpot"], cid=["love", "toast"])
    rank(stored, "bob", "sleep")
    answer(stored, "ann", "hand-limit-1")
    before = asked(stored)
    answer(stored, "cid", "love")

    assert (before, asked(stored)) == ({"bob": "hand-limit", "cid": "hand-limit"}, {"bob": "hand-limit"})
    assert SeatNote.objects.filter(seat=stored.seats["bob"], kind="undecided").count() == 1


@pytest.mark.parametrize(("otherwise", "kept"), [(so.FITTING, "sleep"), (so.SENSIBLE, "sleep")])
def test_what_a_list_does_not_name_goes_by_what_it_is_worth(otherwise, kept):
    """With Dreams in front of him and the goal in play that asks for Sleep, too, Bob keeps Sleep."""
    stored = limited(keepers={"bob": ["dreams"]}, goals=["dreamland"])
    rank(stored, "bob", otherwise=otherwise)
    answer(stored, "ann", "hand-limit-1")

    assert view(stored, "bob").hand == (kept, "trade-hands")


def test_a_limit_that_stops_the_table_is_answered_when_the_list_is_given():
    """Bob is asked, and orders instead of answering."""
    stored = limited()
    answer(stored, "ann", "hand-limit-1")
    before = asked(stored)
    rank(stored, "bob", "milk", "sleep")

    assert (before, asked(stored), view(stored, "bob").hand) == (
        {"bob": "hand-limit"},
        {"bob": "play"},
        ("milk", "trade-hands"),
    )


def test_in_the_own_turn_only_if_wanted():
    """Ann is asked at the end of her own turn when her list is for others' turns alone."""
    for own_turn in (True, False):
        stored = limited(ann=["hand-limit-1", "bread", "milk"], bob=1)
        rank(stored, "ann", "bread", own_turn=own_turn)
        answer(stored, "ann", "hand-limit-1")

        assert asked(stored) == ({"bob": "play"} if own_turn else {"ann": "hand-limit"})
        Question.objects.filter(game=stored.game).delete()


def test_keepers_are_ranked_by_a_list_of_their_own():
    """Keeper Limit 2: Bob's list decides which two stay."""
    stored = table(ann=["keeper-limit-2", 1], bob=1, keepers={"bob": ["milk", "sleep", "love"]}, drawn=1)
    set_turn_orders(seat=stored.seats["bob"], hand=so.Ranking(), keepers=so.Ranking(("love", "milk")))
    answer(stored, "ann", "keeper-limit-2")

    assert set(view(stored).seats[1].keepers) == {"love", "milk"}


def test_throws_are_used_up_in_order():
    """Bob throws by his list while it lasts, and is asked then."""
    stored = table(ann=["rock-paper-scissors-showdown", 1], bob=1, drawn=1)
    set_turn_orders(seat=stored.seats["bob"], throws=so.Throws(("rock", "paper")))
    answer(stored, "ann", "rock-paper-scissors-showdown")
    first = asked(stored)
    answer(stored, "ann", "rock")
    answer(stored, "ann", "paper")

    assert (first, asked(stored)) == (
        {"ann": "rock-paper-scissors"},
        {"ann": "rock-paper-scissors", "bob": "rock-paper-scissors"},
    )
    assert read_turn_orders(stored.seats["bob"]).throws.next == ()
    assert told(stored, "bob") == [
        "Your orders threw rock, the next one on your list.",
        "Your orders threw paper, the next one on your list.",
    ]


def test_the_site_throws_by_chance_if_it_is_told_to():
    """The showdown ends without Bob; not all of his throws are the same."""
    thrown = set()
    for number in range(12):
        stored = table(ann=["rock-paper-scissors-showdown", 1], bob=1, drawn=1)
        type(stored.game).objects.filter(pk=stored.game.pk).update(version=number)
        set_turn_orders(seat=stored.seats["bob"], throws=so.Throws((), so.CHANCE))
        answer(stored, "ann", "rock-paper-scissors-showdown")
        move = Move.objects.get(game=stored.game, by="order")
        thrown.update(move.labels)

    assert thrown == {"rock", "paper", "scissors"}


@pytest.mark.parametrize(("other", "goes_on"), [([], False), (["mystery-play"], True)])
def test_a_turn_ends_when_only_unused_free_actions_are_left(other, goes_on):
    """Ann never uses Goal Mill: her turn ends with her last play, and she is told so, if no more is left."""
    stored = table(ann=["bread", "milk"], bob=1, rules=["goal-mill", *other], drawn=1)
    set_turn_orders(seat=stored.seats["ann"], unused=["goal-mill"])
    answer(stored, "ann", "bread")

    assert asked(stored) == ({"ann": "play"} if goes_on else {"bob": "before-drawing"})
    why = "Your orders ended your turn. You could only have used “Goal Mill”."
    assert told(stored, "ann") == ([] if goes_on else [why])


@pytest.mark.parametrize("orders_anew", [False, True])
def test_orders_about_the_turn_rest_after_an_undo(orders_anew):
    """Ann takes back what her plan played: it plays on when she has answered herself, or ordered anew."""
    stored = table(
        ann=["steal-a-keeper", "bread", "milk", "time"],
        bob=1,
        keepers={"bob": ["love", "sleep"]},
        rules=["play-4"],
        drawn=1,
    )
    plan(stored, "ann", line("steal-a-keeper"), line("bread"))
    first = asked(stored)
    undo.undo(seat=stored.seats["ann"].pk)
    play_on.play_bots(game=stored.game.pk)
    resting = asked(stored), view(stored).seats[0].keepers
    if orders_anew:
        plan(stored, "ann", line("time"))
    else:
        answer(stored, "ann", "milk")

    assert first == {"ann": "take-keeper"}
    assert resting == ({"ann": "play"}, ())
    assert view(stored).seats[0].keepers == (("time",) if orders_anew else ("milk", "bread"))


def test_before_drawing_nothing_is_asked_of_who_uses_nothing():
    """Bob's turn begins with his draw."""
    stored = table(ann=["bread", 1], bob=["milk"], rules=["goal-mill"], drawn=1)
    for name in ("ann", "bob"):
        set_turn_orders(seat=stored.seats[name], unused=["goal-mill"])
    answer(stored, "ann", "bread")

    assert asked(stored) == {"bob": "play"}


def test_a_plan_is_played_in_the_next_turn_without_a_question():
    """Bob wins by a plan, out of Ann's last answer, and gets no mail but the one of the end."""
    stored = table(ann=["bread", 1], bob=["sleep"], keepers={"bob": ["dreams"]}, goals=["dreamland"], drawn=1)
    plan(stored, "bob", line("sleep", (so.GOAL, "dreamland"), (so.MINE, "dreams"), (so.I_WIN, "")))
    answer(stored, "ann", "bread")

    assert (fresh(stored).winner, owed(stored, "bob")) == (stored.seats["bob"], ["result"])
    assert told(stored, "bob") == ["Your plan played “Sleep”: all its conditions were met."]


@pytest.mark.parametrize(
    ("proviso", "reason"),
    [
        ((so.GOAL, "hippyism"), "“Hippyism” is in play"),
        ((so.NO_GOAL, "dreamland"), "“Dreamland” isn’t in play"),
        ((so.MINE, "love"), "you have “Love” in front of you"),
        ((so.NOT_MINE, "dreams"), "you don’t have “Dreams” in front of you"),
        ((so.IN_HAND, "milk"), "you also have “Milk” in your hand"),
        ((so.RULE, "draw-2"), "“Draw 2” is in force"),
        ((so.NO_RULE, "play-2"), "“Play 2” isn’t in force"),
        ((so.MOST_KEEPERS, "0"), "nobody else has more keepers than 0"),
        ((so.I_WIN, ""), "you win with it"),
    ],
)
def test_a_plan_that_does_not_fit_stops_and_asks(proviso, reason):
    """Nothing is played for Bob, all of the plan is gone, and he is told what was not so."""
    stored = table(
        ann=["bread", 1],
        bob=["time", "chocolate"],
        keepers={"bob": ["dreams"]},
        goals=["dreamland"],
        rules=["play-2"],
        drawn=1,
        played=1,
        deck=["trade-hands"],
    )
    plan(stored, "bob", line("time", proviso), line("chocolate"))
    answer(stored, "ann", "bread")

    assert (asked(stored), read_turn_orders(stored.seats["bob"]).plan) == ({"bob": "play"}, so.TurnPlan())
    assert told(stored, "bob") == [
        f"Your plan stopped before “Time”, and now it’s up to you. This condition wasn’t met: {reason}."
    ]


def test_a_plan_stops_when_its_card_is_not_in_hand():
    """The first line is played, the second cannot be."""
    stored = table(
        ann=["bread", 1], bob=["time", "love"], rules=["play-3"], drawn=1, played=2, deck=["trade-hands"]
    )
    plan(stored, "bob", line("time"), line("chocolate"), line("love"))
    answer(stored, "ann", "bread")

    assert asked(stored) == {"bob": "play"}
    assert told(stored, "bob") == [
        "Your plan played “Time”: all its conditions were met.",
        "Your plan stopped before “Chocolate”, which isn’t in your hand. Now it’s up to you.",
    ]


def test_a_plan_asks_what_its_cards_ask():
    """Steal a Keeper asks Bob from whom; then the plan goes on."""
    stored = table(
        ann=["bread", 1],
        bob=["steal-a-keeper", "time"],
        keepers={"ann": ["milk", "love"]},
        rules=["play-2"],
        drawn=1,
        played=1,
    )
    plan(stored, "bob", line("steal-a-keeper"), line("time", (so.MINE, "milk")))
    answer(stored, "ann", "bread")
    before = asked(stored)
    answer(stored, "bob", "milk@1")

    assert before == {"bob": "take-keeper"}
    assert set(view(stored).seats[1].keepers) == {"milk", "time"}


def test_a_plan_is_over_with_its_turn():
    """Bob has one play: the second line is not played now, nor in a later turn."""
    stored = table(ann=["bread", 1], bob=["time", "love"], drawn=1)
    plan(stored, "bob", line("time"), line("love"))
    answer(stored, "ann", "bread")

    assert (asked(stored), read_turn_orders(stored.seats["bob"]).plan) == ({"ann": "play"}, so.TurnPlan())
    assert told(stored, "bob")[-1] == "Your turn ended before your plan got to “Love”, so the plan is gone."


def test_a_plan_draws_before_it_plays():
    """Where a free action could be used before drawing, the plan draws."""
    stored = table(ann=["bread", 1], bob=["time", 1], rules=["goal-mill"], drawn=1)
    plan(stored, "bob", line("time"))
    answer(stored, "ann", "bread")
    answer(stored, "ann", "end")

    assert (view(stored).turn, "time" in view(stored).seats[1].keepers) == (2, True)


def test_a_plan_made_in_the_own_turn_is_for_that_turn():
    """Ann is asked for a play, and plans instead of answering."""
    stored = table(ann=["bread", "milk"], bob=1, rules=["play-2"], drawn=1)
    plan(stored, "ann", line("bread"), line("milk"))

    assert (asked(stored), set(view(stored).seats[0].keepers)) == ({"bob": "play"}, {"bread", "milk"})


def play_only(stored: Stored, *names: str) -> None:
    """Let seats play their only card, or make their only move."""
    for name in names:
        set_turn_orders(seat=stored.seats[name], only_choice=True)


def test_the_only_card_is_played_and_what_it_asks_is_asked():
    """Bob draws Steal a Keeper into an empty hand: it is played for him, and he chooses the keeper."""
    keepers = {"ann": ["milk"], "cid": ["love"]}
    stored = table(ann=["bread", 1], bob=[], cid=1, keepers=keepers, deck=["steal-a-keeper"], drawn=1)
    play_only(stored, "bob")
    answer(stored, "ann", "bread")

    assert asked(stored) == {"bob": "take-keeper"}
    assert told(stored, "bob") == ["Your orders played “Steal a Keeper”, your only card."]
    assert told(stored, "ann") == []
    assert owed(stored, "bob") == ["answer"]


def test_an_only_card_is_played_when_that_is_ordered_and_not_when_it_is_no_more():
    """Ann is asked for her only card, and orders instead of answering; Bob has thought better of it."""
    stored = table(ann=["bread"], bob=[], deck=["milk"], drawn=1)
    play_only(stored, "bob")
    set_turn_orders(seat=stored.seats["bob"], only_choice=False)
    play_only(stored, "ann")

    assert (asked(stored), view(stored).seats[0].keepers) == ({"bob": "play"}, ("bread",))


@pytest.mark.parametrize(
    ("hand", "more", "unused", "is_asked"),
    [
        (["bread", "milk"], {}, (), True),
        (["bread", "bread"], {"edition": "fluxx +bread"}, (), True),
        (["bread"], {}, (), False),
        (["bread"], {"rules": ["goal-mill"]}, (), True),
        (["bread"], {"rules": ["goal-mill"]}, ("goal-mill",), False),
        (["bread"], {"rules": ["goal-mill", "mystery-play"]}, ("goal-mill",), True),
    ],
)
def test_h7_whether_the_only_card_is_played_depends_on_what_all_see(hand, more, unused, is_asked):
    """On how many cards a hand has, equal ones or not, and on free actions that can be used."""
    stored = table(ann=hand, bob=2, drawn=1, **more)
    set_turn_orders(seat=stored.seats["ann"], unused=unused)
    play_only(stored, "ann")

    assert ("ann" in asked(stored)) == is_asked


def test_a_plan_says_first_what_is_done_with_the_only_card():
    """The plan plays it, and its note is the plan's."""
    stored = table(ann=["bread", 1], bob=[], deck=["milk"], drawn=1)
    plan(stored, "bob", line("milk"))
    play_only(stored, "bob")
    answer(stored, "ann", "bread")

    assert told(stored, "bob") == ["Your plan played “Milk”: all its conditions were met."]


def test_an_only_card_that_was_taken_back_is_not_played_again():
    """Ann undoes what her order did, and decides herself."""
    stored = table(ann=["steal-a-keeper"], bob=1, keepers={"bob": ["love", "sleep"]}, drawn=1)
    play_only(stored, "ann")
    first = asked(stored)
    undo.undo(seat=stored.seats["ann"].pk)
    play_on.play_bots(game=stored.game.pk)

    assert (first, asked(stored)) == ({"ann": "take-keeper"}, {"ann": "play"})


def test_a_table_of_only_cards_stops_after_some_turns(monkeypatch):
    """Two people without hands would play the game to its end by themselves: one of them is asked again."""
    stored = table(
        ann=["bread"], bob=[], drawn=1, deck=["milk", "love", "sleep", "time", "toast", "the-moon", "the-sun"]
    )
    monkeypatch.setattr(play_on, "ORDER_ANSWERS", 4)
    play_only(stored, "bob")
    play_only(stored, "ann")
    played = Move.objects.filter(game=stored.game, by="order")
    stopped = played.count(), asked(stored)
    answer(stored, "ann", *view(stored, "ann").hand)

    assert stopped == (4, {"ann": "play"})
    assert (played.count(), asked(stored)) == (8, {"bob": "play"})


def test_what_others_see_of_a_seat_with_orders_does_not_tell_that_it_has_any():
    """A plan that waits, lists and throws: no page, view or history of Ann differs."""
    seen = []
    for has_turn_orders in (False, True):
        stored = table(ann=["bread", 1], bob=["sleep", "time"], drawn=1, cid=1)
        if has_turn_orders:
            plan(stored, "cid", line("sleep", (so.IN_HAND, "time")))
            rank(stored, "cid", "sleep")
            set_turn_orders(seat=stored.seats["cid"], throws=so.Throws((), so.CHANCE))
        answer(stored, "ann", "bread")
        lines = [
            (each.by, each.kind, each.text)
            for each in game_history.history_lines(fresh(stored), stored.seats["ann"])
        ]
        seen.append((lines, access.view(stored.game, stored.seats["ann"]), access.view(stored.game, None)))

    assert seen[0] == seen[1]


NONSENSE = [
    {"plan": so.TurnPlan((line("no-such-card"),))},
    {"plan": so.TurnPlan(tuple(line("bread") for _each in range(7)))},
    {"plan": so.TurnPlan((line("bread", (so.GOAL, "bread")),))},
    {"plan": so.TurnPlan((line("bread", (so.MOST_KEEPERS, "many")),))},
    {"plan": so.TurnPlan((line("bread", (so.I_WIN, "bread")),))},
    {"plan": so.TurnPlan((line("bread", ("moon-is-full", "")),))},
    {"plan": so.TurnPlan((line("bread", *[(so.I_WIN, "")] * 4),))},
    {"throws": so.Throws(("well",))},
    {"throws": so.Throws((), "later")},
    {"unused": ("bread",)},
    {"hand": so.Ranking(("bread", "bread"))},
    {"hand": so.Ranking(("no-such-card",))},
    {"hand": so.Ranking((), "burn")},
    {"keepers": so.Ranking(("draw-2",))},
]


@pytest.mark.parametrize("wrong", NONSENSE)
def test_nonsense_is_refused_and_changes_nothing(wrong):
    """With a sentence for the reader."""
    stored = table(ann=["bread", 1], bob=1, drawn=1)
    seat = stored.seats["bob"]
    acts = {
        "plan": lambda: set_turn_orders(seat=seat, plan=wrong["plan"].lines),
        "throws": lambda: set_turn_orders(seat=seat, throws=wrong["throws"]),
        "unused": lambda: set_turn_orders(seat=seat, unused=wrong["unused"]),
        "hand": lambda: set_turn_orders(seat=seat, hand=wrong["hand"], keepers=so.Ranking()),
        "keepers": lambda: set_turn_orders(seat=seat, hand=so.Ranking(), keepers=wrong["keepers"]),
    }
    with pytest.raises(Illegal):
        acts[next(iter(wrong))]()

    assert read_turn_orders(seat) == so.TurnOrders()


def test_a_bot_that_keeps_a_seat_has_no_orders():
    """The bot answers as it likes; the plan stays until its turn is over."""
    stored = table(ann=["bread", 1], bob=["sleep", "time"], drawn=1)
    plan(stored, "bob", line("sleep", (so.I_WIN, "")))
    type(stored.seats["bob"]).objects.filter(pk=stored.seats["bob"].pk).update(on_autopilot=True)
    answer(stored, "ann", "bread")

    assert not SeatNote.objects.filter(seat=stored.seats["bob"], kind="plan-off").exists()
    assert SeatNote.objects.filter(seat=stored.seats["bob"], kind="plan-over").exists()


@pytest.mark.parametrize("bobs", [["trade-hands", "tea"], ["rules-reset", "tea"], ["tea", "tarts"]])
@pytest.mark.parametrize("otherwise", [so.ASK, so.SENSIBLE])
def test_h7_whether_a_seat_is_asked_for_a_card_or_chance_does_not_depend_on_its_hand(bobs, otherwise):
    """Stop That makes Bob discard an action or a random card: his orders always answer, or never."""
    stored = store(deal(edition="wonderland", ann=["stop-that", 1], bob=bobs, cid=2, drawn=1))
    rank(stored, "bob", "tea", otherwise=otherwise)
    answer(stored, "ann", "stop-that")

    assert ("bob" in asked(stored)) == (otherwise == so.ASK)
