"""Actions (rulings R117 to R138)."""

import pytest

from engine import QuestionKind, Refused
from engine.outcomes import HandWon, NoEffect, TurnGained
from engine.scenario import deal


def test_R118_nested_hands_are_never_merged():
    """Draw 3 gives x, Draw 2, y; x and y wait while both new cards are played; then one of them is."""
    table = deal(
        ann=["draw-3-play-2-of-them", "bread"],
        bob=1,
        deck=["milk", "draw-2-and-use-em", "love", "time", "the-sun"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them")
    first = ann.options
    ann.answers("draw-2-and-use-em")
    second = (ann.options, ann.temporary, ann.hand)
    ann.answers("time")
    third = (ann.options, ann.keepers)
    ann.answers("love")

    assert first == ["draw-2-and-use-em", "love", "milk"]
    assert second == (["the-sun", "time"], ["love", "milk", "the-sun", "time"], ["bread"])
    assert third == (["love", "milk"], ["the-sun", "time"])
    assert (ann.keepers, ann.hand, "milk" in table.discard) == (["love", "the-sun", "time"], ["bread"], True)


@pytest.mark.parametrize(
    ("card", "answers"),
    [("jackpot", []), ("draw-4", []), ("random-tax", []), ("zap-a-card", [])],
)
def test_cards_gained_in_the_middle_go_to_the_hand_set_aside(card, answers):
    """The Polish rulebook's answer: everything gained joins the main hand, nothing the temporary one."""
    table = deal(
        ann=["draw-2-and-use-em"],
        bob=["the-eye", "the-moon"],
        keepers={"bob": ["time"]},
        deck=[card, "milk", "love", "the-sun", "bread"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers(card, *answers)
    gained = {"jackpot": 3, "draw-4": 3, "random-tax": 1, "zap-a-card": 1}[card]

    assert (len(ann.hand), "milk" in ann.keepers) == (gained, True)


def test_R120_inflation_inside_draw_3_play_2_raises_the_action_and_the_turn():
    """One more card aside and one more to play; one more to the main hand and one more play this turn."""
    table = deal(
        ann=["draw-3-play-2-of-them", "bread"],
        bob=1,
        deck=["inflation", "milk", "love", "the-sun", "time", "the-moon"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("inflation")
    middle = (len(ann.hand), len(ann.temporary))
    ann.answers("any").answers("any")
    after = (ann.asked, len(ann.keepers), len(ann.hand), len(table.discard))
    ann.plays("any")

    assert middle == (2, 3)
    assert after == ("play", 2, 2, 2)
    assert bob.asked == "play"


@pytest.mark.parametrize(
    ("occasion", "answers", "kept"), [("ordinary-day", 2, 1), ("holiday", 3, 2), ("birthday", 4, 3)]
)
def test_inflation_inside_todays_special_raises_it_as_well(occasion, answers, kept):
    """Four drawn, and two, three or four of them played."""
    table = deal(
        ann=["todays-special"],
        bob=1,
        deck=["inflation", "milk", "love", "the-sun", "time", "the-moon"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("todays-special").answers(occasion).answers("inflation")
    for _ in range(answers - 1):
        if ann.asked == "play-temporary":
            ann.answers("any")

    assert (len(ann.keepers), ann.temporary) == (kept, [])


@pytest.mark.parametrize(
    ("card", "cards", "plays"), [("draw-3-play-2-of-them", 4, 3), ("draw-2-and-use-em", 3, 3)]
)
def test_inflated_drawing_actions_draw_and_play_one_more(card, cards, plays):
    """4 and 3 instead of 3 and 2; 3 instead of 2."""
    table = deal(ann=[card, "jackpot"], bob=1, rules=["inflation"], deck=5, drawn=2, played=1)
    ann, bob = table.seats
    ann.plays(card)
    drawn = len(ann.temporary)
    while ann.asked == "play-temporary":
        ann.answers("any")

    assert (drawn, len(ann.keepers), len(table.discard), bob.asked) == (
        cards,
        plays,
        1 + cards - plays,
        "play",
    )


def test_R124_no_free_action_is_offered_until_the_compound_action_is_done():
    """Between its cards there is only the choice of the next."""
    table = deal(
        ann=["draw-3-play-2-of-them", "bread"],
        bob=1,
        keepers={"ann": ["time"]},
        rules=["recycling", "mystery-play", "goal-mill", "get-on-with-it", "swap-plays-for-draws", "play-2"],
        deck=["milk", "love", "the-sun"],
        drawn=1,
    )
    ann, _bob = table.seats
    before = ann.options
    ann.plays("draw-3-play-2-of-them")
    inside = ann.options
    assert ann.cannot("use:recycling")
    ann.answers("milk").answers("love")

    free = ["get-on-with-it", "goal-mill", "mystery-play", "recycling", "swap-plays-for-draws"]
    assert before == ["bread", "draw-3-play-2-of-them", *(f"use:{rule}" for rule in free)]
    assert inside == ["love", "milk", "the-sun"]
    assert ann.options == ["bread", *(f"use:{rule}" for rule in free)]


@pytest.mark.parametrize(
    ("card", "zone"), [("toast", "goals"), ("keeper-limit-3", "rules"), ("jackpot", "discard")]
)
def test_use_what_you_take_plays_whatever_it_takes(card, zone):
    """A goal, a rule, an action: as if it had come from Ann's hand, and no further play is used."""
    table = deal(ann=["use-what-you-take", "bread"], bob=[card], rules=["play-2"], drawn=1)
    ann, _bob = table.seats
    ann.plays("use-what-you-take")

    assert card in getattr(table, zone)
    assert (table.game.view(1).played, ann.asked) == (1, "play")


def test_R129_share_the_wealth_deals_round_from_its_player():
    """Seven keepers and three players: three, two and two."""
    table = deal(ann=1, bob=["share-the-wealth"], cat=1, keepers={"ann": 5, "cat": 2}, turn="bob", drawn=1)
    ann, bob, cat = table.seats
    before = sorted([*ann.keepers, *cat.keepers])
    bob.plays("share-the-wealth")

    assert [len(player.keepers) for player in (bob, cat, ann)] == [3, 2, 2]
    assert sorted([*ann.keepers, *bob.keepers, *cat.keepers]) == before


@pytest.mark.parametrize(
    ("direction", "hands"),
    [("left", (["love"], ["bread"], ["milk"])), ("right", (["milk"], ["love"], ["bread"]))],
)
def test_R131_hands_rotate_to_the_left_or_right_neighbour(direction, hands):
    """Left is clockwise; everybody passes at the same moment."""
    table = deal(ann=["rotate-hands", "bread"], bob=["milk"], cat=["love"], rules=["play-2"], drawn=1)
    ann, bob, cat = table.seats
    ann.plays("rotate-hands")
    offered = ann.options
    ann.answers(direction)

    assert (offered, (ann.hand, bob.hand, cat.hand)) == (["left", "right"], hands)


@pytest.mark.parametrize("way", ["hand", "discard", "theft", "unseen"])
def test_R132_never_three_turns_in_a_row_by_any_means(way):
    """In the second turn the card gives no third, wherever it comes from."""
    given = {
        "hand": {"ann": ["take-another-turn"]},
        "discard": {"ann": ["lets-do-that-again"], "discard": ["take-another-turn"]},
        "theft": {"ann": ["use-what-you-take"], "bob": ["take-another-turn"]},
        "unseen": {"ann": ["bread"], "rules": ["mystery-play"], "deck": ["take-another-turn"]},
    }[way]
    table = deal(**{"ann": 0, "bob": 1, **given}, extra_turn=True, drawn=1)
    ann, _bob = table.seats
    if way == "unseen":
        ann.plays("mystery-play")
        ann.plays("bread")
    else:
        ann.plays(given["ann"][0])
        if ann.asked:
            ann.answers("any")

    assert table.turn == "bob"
    assert [each.granted for each in table.happened if isinstance(each, TurnGained)] == [False]


def test_R132_the_second_turn_can_not_give_a_third():
    """Played out: Take Another Turn, and in the turn that it gave the same card from the discard pile."""
    table = deal(
        ann=["take-another-turn", "lets-do-that-again"], bob=1, deck=["bread", "milk", "love"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("take-another-turn")
    second = table.turn
    ann.plays("lets-do-that-again")

    assert (second, table.turn) == ("ann", "bob")
    assert [each.granted for each in table.happened if isinstance(each, TurnGained)] == [True, False]


def throws(ann, bob, *pairs):
    """Throw after throw."""
    for mine, theirs in pairs:
        ann.answers(mine)
        bob.answers(theirs)


@pytest.mark.parametrize(
    ("first", "winner"), [((), None), ((("rock", "scissors"),), "ann"), ((("rock", "paper"),), "bob")]
)
def test_Z13_twenty_ties_end_the_showdown(first, winner):
    """Who leads takes the other hand; if nobody does, both keep theirs."""
    table = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=["milk"], rules=["play-2"], drawn=1)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")
    throws(ann, bob, *first, *[("rock", "rock")] * 19)
    open_still = bob.asked
    throws(ann, bob, ("paper", "paper"))

    holder = {None: ("ann", "bob"), "ann": ("ann", "ann"), "bob": ("bob", "bob")}[winner]
    assert "rock-paper-scissors" == open_still
    assert holder == tuple("ann" if card in ann.hand else "bob" for card in ("bread", "milk"))


def test_Z13_a_game_from_before_the_limit_throws_on(monkeypatch):
    """What is asked there stays answerable, however often nobody has won."""
    table = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=["milk"], rules=["play-2"], drawn=1)
    monkeypatch.setattr(table.game.table.deck, "rulings", 0)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")
    throws(ann, bob, *[("rock", "rock")] * 30)

    assert ("rock-paper-scissors", "rock-paper-scissors") == (ann.asked, bob.asked)


@pytest.mark.parametrize(
    ("mine", "theirs", "winner"),
    [
        ("rock", "scissors", "ann"),
        ("scissors", "paper", "ann"),
        ("paper", "rock", "ann"),
        ("scissors", "rock", "bob"),
        ("paper", "scissors", "bob"),
        ("rock", "paper", "bob"),
    ],
)
def test_R133_what_beats_what(mine, theirs, winner):
    """Rock breaks scissors, scissors cut paper, paper wraps rock."""
    table = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=["milk"], rules=["play-2"], drawn=1)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")
    throws(ann, bob, (mine, theirs), (mine, theirs))

    assert {"bread", "milk"} <= set(table.players[winner].hand)


def test_a_throw_is_secret_until_both_are_in():
    """Nobody can see what the other threw first."""
    table = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=["milk"], drawn=1)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")
    before = table.game.view(2)
    ann.answers("rock")
    after = table.game.view(2)

    assert after.question == before.question
    assert (before.waiting_for, after.waiting_for) == (
        ((1, QuestionKind.ROCK_PAPER_SCISSORS), (2, QuestionKind.ROCK_PAPER_SCISSORS)),
        ((2, QuestionKind.ROCK_PAPER_SCISSORS),),
    )
    assert bob.asked == "rock-paper-scissors"


def test_rock_paper_scissors_with_a_chosen_opponent():
    """Any other player may be challenged, and only those two throw."""
    table = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=["milk"], cat=["love"], drawn=1)
    ann, _bob, cat = table.seats
    ann.plays("rock-paper-scissors-showdown")
    offered = ann.options
    ann.answers("cat")

    assert (offered, table.waiting_for) == (["@2", "@3"], ["ann", "cat"])
    assert cat.options == ["paper", "rock", "scissors"]


def test_rock_paper_scissors_with_two_empty_hands_is_skipped():
    """Nothing can be won."""
    table = deal(ann=["rock-paper-scissors-showdown"], bob=0, deck=["milk"], drawn=1)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")

    assert (bob.asked, table.discard) == ("play", ["rock-paper-scissors-showdown"])
    assert NoEffect(1, "rock-paper-scissors-showdown") in table.happened


def test_rock_paper_scissors_can_be_lost_against_an_empty_hand():
    """Ann has a card, Bob none: Bob can only win."""
    table = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=0, rules=["play-2"], drawn=1)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")
    throws(ann, bob, ("rock", "paper"), ("rock", "paper"))

    assert (ann.hand, "bread" in bob.hand) == ([], True)
    assert HandWon(2, 1, 1) in table.happened


@pytest.mark.parametrize("keepers", [{"bob": ["milk"]}, {"ann": ["bread"]}, {}])
def test_R134_exchange_keepers_needs_one_on_each_side(keepers):
    """Without an own or a foreign keeper it does nothing."""
    table = deal(ann=["exchange-keepers"], bob=["love"], keepers=keepers, drawn=1)
    ann, bob = table.seats
    ann.plays("exchange-keepers")

    assert (table.discard, bob.asked) == (["exchange-keepers"], "play")
    assert {"ann": ann.keepers, "bob": bob.keepers} == {"ann": [], "bob": [], **keepers}


def test_R136_anyone_may_look_through_the_discard_pile():
    """Every seat and every spectator sees all of it, top first."""
    table = deal(ann=["jackpot"], bob=1, discard=["bread", "toast", "draw-2"], drawn=1)
    ann, _bob = table.seats
    ann.plays("jackpot")
    seen = {seat: table.game.view(seat).discard for seat in (None, 1, 2)}

    assert set(seen.values()) == {("jackpot", "bread", "toast", "draw-2")}


def test_R137_hand_sizes_are_public():
    """A spectator knows how many cards each hand has, and none of them."""
    table = deal(ann=4, bob=2, cat=0, drawn=1)
    view = table.game.view(None)

    assert [seat.hand_size for seat in view.seats] == [4, 2, 0]
    assert view.hand == ()


def test_trash_a_keeper_may_take_anybodys():
    """One's own keepers are a choice, too."""
    table = deal(
        ann=["trash-a-keeper"],
        bob=1,
        cat=1,
        keepers={"ann": ["bread"], "bob": ["milk"], "cat": ["love"]},
        drawn=1,
    )
    ann, bob, _cat = table.seats
    ann.plays("trash-a-keeper")
    offered = ann.options
    ann.answers("milk@bob")

    assert (offered, bob.keepers) == (["bread@1", "love@3", "milk@2"], [])
    assert table.discard == ["trash-a-keeper", "milk"]


def test_exchange_keepers_asks_what_to_give_and_what_to_take():
    """One of Ann's for one of anybody's."""
    table = deal(
        ann=["exchange-keepers"],
        bob=1,
        cat=1,
        keepers={"ann": ["bread", "time"], "bob": ["milk"], "cat": ["love"]},
        drawn=1,
    )
    ann, bob, cat = table.seats
    ann.plays("exchange-keepers")
    give = (ann.asked, ann.options)
    ann.answers("time")
    take = (ann.asked, ann.options)
    ann.answers("love")

    assert give == ("give-keeper", ["bread@1", "time@1"])
    assert take == ("take-keeper", ["love@3", "milk@2"])
    assert (ann.keepers, bob.keepers, cat.keepers) == (["bread", "love"], ["milk"], ["time"])


@pytest.mark.parametrize(("rules", "cards"), [([], 3), (["inflation"], 4)])
def test_jackpot_draws_three_inflated_four(rules, cards):
    """Into the hand."""
    table = deal(ann=["jackpot"], bob=1, rules=rules, drawn=2, played=1 if rules else 0)
    ann, _bob = table.seats
    ann.plays("jackpot")

    assert len(ann.hand) == cards


@pytest.mark.parametrize(
    ("occasion", "rules", "drawn", "played"),
    [
        ("ordinary-day", [], 3, 1),
        ("holiday", [], 3, 2),
        ("birthday", [], 3, 3),
        ("ordinary-day", ["inflation"], 4, 2),
        ("holiday", ["inflation"], 4, 3),
        ("birthday", ["inflation"], 4, 4),
    ],
)
def test_todays_special_plays_by_the_day(occasion, rules, drawn, played):
    """Three cards, of which one, two or three are played; inflated each number is one more."""
    table = deal(ann=["todays-special"], bob=1, rules=rules, deck=6, drawn=2, played=1 if rules else 0)
    ann, bob = table.seats
    ann.plays("todays-special")
    offered = (ann.asked, ann.options)
    ann.answers(occasion)
    aside = len(ann.temporary)
    while ann.asked == "play-temporary":
        ann.answers("any")

    assert offered == ("choose-occasion", ["birthday", "holiday", "ordinary-day"])
    assert (len(ann.keepers), len(table.discard), bob.asked) == (played, 1 + drawn - played, "play")
    assert aside in (drawn, 0)


def test_a_play_in_the_middle_can_not_be_joined():
    """Joining and leaving wait until nothing is in progress."""
    table = deal(ann=["draw-2-and-use-em"], bob=1, drawn=1)
    ann, bob = table.seats
    ann.plays("draw-2-and-use-em")

    with pytest.raises(Refused):
        table.join("dan")
    with pytest.raises(Refused):
        bob.leaves()
