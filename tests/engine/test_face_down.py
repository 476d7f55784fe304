"""Keepers that lie face down: what they count for, who knows them, and how they are turned up again."""

from random import Random
from typing import Any

import msgspec
import pytest

from engine import Game, Outcome, seen_by
from engine.outcomes import (
    Attached,
    Cancelled,
    Discarded,
    Ended,
    KeepersDealt,
    KeepersExchanged,
    KeeperTaken,
    Left,
    NoEffect,
    Played,
    Stood,
    Surprised,
    TurnedDown,
    TurnedUp,
    Won,
    Zapped,
)
from engine.scenario import Scene, deal
from tests.engine.games import by_chance, take
from tests.engine.test_secrets import words

HIDDEN = "face-down"


def ice(**given):
    """A position of the ICE edition."""
    return deal(edition="ice", **given)


def hiding(rule: str = "secret-data", **given):
    """A position in which this rule is in play, and the keepers of ``down`` lie face down."""
    rules = [rule, *given.pop("rules", [])]
    edition = given.pop("edition", "ice")
    return deal(edition=edition, rules=rules, face_down=given.pop("down", {}), **given)


def faces(table: Scene, owner: int) -> list[tuple[str, ...]]:
    """The keepers of a seat as a spectator, and each seat in turn, sees them."""
    views = table.game.views(None, *table.game.seats)
    return [next(seat.keepers for seat in view.seats if seat.seat == owner) for view in views]


def told(table: Scene, kind: type[Outcome]) -> list[Outcome | None]:
    """The newest outcome of a kind as a spectator, and each seat in turn, is told of it."""
    newest = next(each for each in reversed(table.happened) if isinstance(each, kind))
    return [seen_by(newest, eye) for eye in (None, *table.game.seats)]


# How keepers come to lie face down


def test_secret_data_hides_the_keepers_that_are_played_from_now_on():
    """Love stays as it lies; Bread is seen by Ann alone."""
    table = ice(ann=["secret-data", "bread"], bob=1, keepers={"ann": ["love"]}, rules=["play-3"], drawn=1)
    ann, _bob = table.seats
    ann.plays("secret-data").plays("bread")

    assert faces(table, 1) == [("love", HIDDEN), ("love", "bread"), ("love", HIDDEN)]
    assert table.game.view(1).seats[0].face_down == ("bread",)
    assert table.game.view(2).seats[0].face_down == ()
    assert told(table, Played) == [
        Played(1, HIDDEN, face_down=True),
        Played(1, "bread", face_down=True),
        Played(1, HIDDEN, face_down=True),
    ]


def test_government_cover_up_hides_all_keepers():
    """Those in play are turned down, and what is played afterwards is hidden, too."""
    table = ice(
        ann=["government-cover-up", "bread"],
        bob=1,
        keepers={"ann": ["love"], "bob": ["war", "death"]},
        rules=["play-3"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("government-cover-up").plays("bread")

    assert TurnedDown(3) in table.happened
    assert (ann.face_down, bob.face_down) == (["bread", "love"], ["death", "war"])
    assert faces(table, 2) == [(HIDDEN, HIDDEN), (HIDDEN, HIDDEN), ("war", "death")]


def test_government_cover_up_with_no_keeper_in_play():
    """There is nothing to turn down, and nothing is said of it."""
    table = ice(ann=["government-cover-up"], bob=1, drawn=1)
    table.seats[0].plays("government-cover-up")

    assert (table.rules, told_kinds(table)) == (["government-cover-up"], [])


def told_kinds(table: Scene) -> list[str]:
    """The kinds of what was told about faces."""
    return [type(each).__name__ for each in table.happened if isinstance(each, TurnedDown | TurnedUp)]


@pytest.mark.parametrize(
    ("older", "newer", "hidden"),
    [
        ("secret-data", "government-cover-up", ["bread", "love"]),
        ("government-cover-up", "secret-data", ["bread"]),
    ],
)
def test_the_two_rules_replace_each_other_and_nothing_is_shown_in_between(older, newer, hidden):
    """What lies face down stays so; the Cover-Up turns down the rest."""
    table = hiding(
        older, ann=[newer], bob=1, keepers={"ann": ["bread", "love"]}, down={"ann": ["bread"]}, drawn=1
    )
    ann, _bob = table.seats
    ann.plays(newer).answers("end")

    assert (table.rules, ann.face_down) == ([newer], hidden)
    assert "TurnedUp" not in told_kinds(table)


@pytest.mark.parametrize(
    ("card", "cards"),
    [("draw-2-and-use-em", {"deck": ["bread", "love"]}), ("use-what-you-take", {"bob": ["bread"]})],
)
def test_a_keeper_that_a_card_makes_a_seat_play_is_hidden_too(card, cards):
    """Whatever makes Ann play Bread, it lies face down; not even its old owner is told which it is."""
    table = hiding(**{"ann": [card], "bob": ["money"], **cards}, drawn=1)
    ann, _bob = table.seats
    ann.plays(card)
    if ann.asked == "play-temporary":
        ann.answers("love").answers("bread")

    assert "bread" in ann.face_down
    assert told(table, Played) == [
        Played(1, HIDDEN, card, face_down=True),
        Played(1, "bread", card, face_down=True),
        Played(1, HIDDEN, card, face_down=True),
    ]


# What they count for


@pytest.mark.parametrize(("hidden", "winner"), [([], "ann"), (["bread"], "")])
def test_five_keepers_counts_those_that_lie_face_up(hidden, winner):
    """Of Ann's five one is hidden."""
    keepers = ["bread", "milk", "love", "war", "death"]
    table = hiding(ann=["5-keepers"], bob=1, keepers={"ann": keepers}, down={"ann": hidden}, drawn=1)
    table.seats[0].plays("5-keepers")

    assert table.winner == winner


def test_a_power_does_not_work_face_down():
    """In a mix: who has Cake face down is offered no bite of it."""
    table = hiding(
        edition="wonderland ice",
        ann=["tea", "tarts"],
        bob=1,
        keepers={"ann": ["cake"]},
        down={"ann": ["cake"]},
        drawn=1,
    )
    ann, _bob = table.seats
    before = ann.options
    ann.answers("use:secret-data")

    assert before == ["tarts", "tea", "use:secret-data"]
    assert ann.options == ["tarts", "tea", "use:cake"]


def test_a_bonus_does_not_see_them():
    """Nobody learns from the number of plays that Coffee is among them."""
    table = hiding(
        ann=["bread"],
        bob=1,
        keepers={"ann": ["coffee", "doughnuts"]},
        down={"ann": ["coffee", "doughnuts"]},
        rules=["coffee-bonus", "doughnut-bonus"],
        drawn=1,
    )

    assert (table.game.view(2).draw_count, table.game.view(2).play_count) == (1, 1)


# Turning them up


def test_the_owner_may_turn_up_any_of_them_in_its_turn():
    """It is no play, may be done several times, before drawing and after the last play."""
    table = hiding(
        ann=["bread"],
        bob=1,
        keepers={"ann": ["love", "war", "death", "time"]},
        down={"ann": ["love", "war", "death", "time"]},
    )
    ann, _bob = table.seats
    before = (ann.asked, ann.options)
    ann.answers("use:secret-data")
    asked = (ann.asked, ann.options, ann.question.least, ann.question.most)
    ann.answers("love", "war")
    ann.answers("draw").answers("use:secret-data").answers("death")
    ann.plays("bread")
    after = (ann.options, ann.face_down)
    ann.answers("use:secret-data").answers("time")

    assert before == ("before-drawing", ["draw", "use:secret-data"])
    assert asked == ("reveal-keepers", ["death", "love", "time", "war"], 1, 4)
    assert after == (["end", "use:secret-data"], ["bread", "time"])
    assert (ann.face_down, ann.asked) == (["bread"], "play" if table.turn == "ann" else "")


def test_everybody_is_told_what_is_turned_up():
    """From now on all see it."""
    table = hiding(ann=1, bob=1, keepers={"ann": ["love"]}, down={"ann": ["love"]}, drawn=1)
    ann, _bob = table.seats
    ann.answers("use:secret-data")

    assert told(table, TurnedUp) == [TurnedUp(1, ("love",))] * 3
    assert faces(table, 1) == [("love",)] * 3


def test_when_the_rule_goes_all_are_turned_up_and_a_win_is_a_win():
    """Ann trashes the rule: Bob has what the goal asks for."""
    table = hiding(
        "government-cover-up",
        ann=["trash-a-new-rule"],
        bob=1,
        cid=1,
        keepers={"ann": ["love"], "bob": ["war", "death"]},
        down={"ann": ["love"], "bob": ["war", "death"]},
        goals=["war-equals-death"],
        drawn=1,
    )
    table.seats[0].plays("trash-a-new-rule")

    assert [each for each in table.happened if isinstance(each, TurnedUp | Won)] == [
        TurnedUp(1, ("love",)),
        TurnedUp(2, ("war", "death")),
        Won(2, ("war-equals-death",)),
    ]


def test_when_the_rule_goes_nobody_wins_before_all_are_turned_up():
    """War in front of Cid is turned up in the same moment as Ann's Peace: nobody wins."""
    table = hiding(
        ann=["rules-reset"],
        bob=1,
        cid=1,
        keepers={"ann": ["peace"], "cid": ["war"]},
        down={"ann": ["peace"], "cid": ["war"]},
        goals=["peace-no-war"],
        drawn=1,
    )
    ann, *_ = table.seats
    ann.plays("rules-reset")

    assert (table.winner, faces(table, 3)) == ("", [("war",)] * 4)


# Cards that move them


def test_a_stolen_keeper_stays_hidden_and_its_new_owner_sees_it():
    """Ann chooses among backs; Cid learns nothing."""
    table = hiding(
        ann=["steal-a-keeper"],
        bob=1,
        cid=1,
        keepers={"bob": ["bread", "war", "love"]},
        down={"bob": ["bread", "war"]},
        drawn=1,
    )
    ann, *_ = table.seats
    ann.plays("steal-a-keeper")
    options = ann.options
    ann.answers("face-down#2@bob")

    assert options == ["face-down#2@2", "face-down@2", "love@2"]
    assert faces(table, 1) == [(HIDDEN,), ("war",), (HIDDEN,), (HIDDEN,)]
    hidden, known = KeeperTaken(1, 2, HIDDEN, face_down=True), KeeperTaken(1, 2, "war", face_down=True)
    assert told(table, KeeperTaken) == [hidden, known, known, hidden]


def test_trash_a_keeper_offers_backs_of_others_and_faces_of_ones_own():
    """What goes to the discard pile is open."""
    table = hiding(
        ann=["trash-a-keeper"],
        bob=1,
        keepers={"ann": ["love"], "bob": ["bread", "war"]},
        down={"ann": ["love"], "bob": ["bread"]},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("trash-a-keeper")
    options = ann.options
    ann.answers("face-down@bob")

    assert options == ["face-down@2", "love@1", "war@2"]
    assert (table.discard, bob.keepers, bob.face_down) == (["trash-a-keeper", "bread"], ["war"], [])
    assert told(table, Discarded) == [Discarded(("bread",), "keepers", "trash-a-keeper", 2)] * 3


def test_exchanged_keepers_stay_as_they_lay():
    """Ann gives a hidden one for an open one: only she and Bob know what she gave."""
    table = hiding(
        ann=["exchange-keepers"],
        bob=1,
        cid=1,
        keepers={"ann": ["love"], "bob": ["bread"]},
        down={"ann": ["love"]},
        drawn=1,
    )
    ann, bob, _cid = table.seats
    ann.plays("exchange-keepers").answers("love@ann").answers("bread@bob")

    assert (ann.face_down, bob.face_down) == ([], ["love"])
    hidden = KeepersExchanged(1, 2, HIDDEN, "bread", ("given",))
    known = KeepersExchanged(1, 2, "love", "bread", ("given",))
    assert told(table, KeepersExchanged) == [hidden, known, known, hidden]


@pytest.mark.parametrize(
    ("edition", "card"), [("ice", "scramble-keepers"), ("ice fluxx", "share-the-wealth")]
)
def test_keepers_dealt_anew_stay_as_they_lay(edition, card):
    """Only their new owners see the faces of those that lie face down."""
    table = hiding(
        edition=edition,
        ann=[card],
        bob=1,
        keepers={"ann": ["love", "milk"], "bob": ["bread", "war"]},
        down={"ann": ["love"], "bob": ["war"]},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays(card)
    dealt = next(each.dealt for each in table.happened if isinstance(each, KeepersDealt))
    shown = {
        seat: tuple(HIDDEN if card in ("love", "war") else card for card in cards)
        for seat, cards in dealt.items()
    }

    assert sorted(ann.face_down + bob.face_down) == ["love", "war"]
    assert [each.dealt for each in told(table, KeepersDealt)] == [
        shown,
        shown | {1: dealt[1]},
        shown | {2: dealt[2]},
    ]


def test_a_zapped_keeper_goes_to_the_hand_and_only_the_two_know_it():
    """In a mix: in hand it lies face down no more, and nobody else is told which it is."""
    table = hiding(
        edition="ice fluxx",
        ann=["zap-a-card"],
        bob=1,
        cid=1,
        keepers={"bob": ["bread"]},
        down={"bob": ["bread"]},
        drawn=1,
    )
    ann, *_ = table.seats
    ann.plays("zap-a-card").answers("face-down@bob")

    hidden, known = Zapped(1, HIDDEN, 2, face_down=True), Zapped(1, "bread", 2, face_down=True)
    assert (ann.hand, table.table.face_down) == (["bread"], [])
    assert told(table, Zapped) == [hidden, known, known, hidden]


def test_who_leaves_discards_them_open():
    """Nothing lies face down on the discard pile."""
    table = hiding(ann=1, bob=0, cid=0, keepers={"bob": ["bread"]}, down={"bob": ["bread"]}, drawn=1)
    _ann, bob, _cid = table.seats
    bob.leaves()

    assert (table.discard, table.table.face_down) == (["bread"], [])
    assert Left(2, ("bread",)) in table.happened


# Together with Surprises and Creepers


def test_a_window_does_not_name_a_keeper_that_is_played_face_down():
    """Bob and Cid are asked about a back; whoever takes it sees it, and nobody else does."""
    table = hiding(edition="wonderland ice", ann=["bread", 1], bob=["thats-mine"], cid=1, drawn=1)
    ann, bob, cid = table.seats
    ann.plays("bread")
    about = (bob.question.about, table.game.view(3).window, table.game.view(None).resolving)
    bob.answers("thats-mine")
    for player in (ann, cid):
        if player.asked == "window":
            player.answers("pass")

    assert about == ((HIDDEN,), (HIDDEN,), (HIDDEN,))
    assert (bob.keepers, bob.face_down) == (["bread"], ["bread"])
    assert told(table, Surprised) == [Surprised(2, "thats-mine", HIDDEN)] * 4
    assert told(table, Cancelled) == [Cancelled(2, HIDDEN, "thats-mine", taken=True)] * 4
    assert faces(table, 2) == [(HIDDEN,), (HIDDEN,), ("bread",), (HIDDEN,)]


def test_a_hidden_keeper_that_stands_is_not_named():
    """Bob's Surprise is answered by Cid's: the keeper takes effect, face down."""
    table = hiding(edition="wonderland ice", ann=["bread", 1], bob=["thats-mine"], cid=["veto"], drawn=1)
    ann, bob, cid = table.seats
    ann.plays("bread")
    bob.answers("thats-mine")
    cid.answers("veto")
    for player in (ann, bob):
        if player.asked == "window":
            player.answers("pass")

    assert told(table, Stood) == [Stood(HIDDEN)] * 4
    assert ann.face_down == ["bread"]


def test_a_creeper_clings_to_a_back():
    """In a mix: the owner knows which keeper it is, the others see that it is one that lies face down."""
    table = hiding(
        edition="anatomy ice",
        ann=["bread", 1],
        bob=1,
        keepers={"ann": ["love", "war"]},
        creepers={"ann": ["virus"]},
        down={"ann": ["love", "war"]},
        drawn=1,
    )
    ann, _bob = table.seats
    ann.answers("war")

    assert [table.game.view(eye).seats[0].attached for eye in (None, 1, 2)] == [
        (("virus", HIDDEN),),
        (("virus", "war"),),
        (("virus", HIDDEN),),
    ]
    assert [each.keeper for each in told(table, Attached)] == [HIDDEN, "war", HIDDEN]


# Nobody learns a face


_MORE = " +secret-data +government-cover-up +steal-a-keeper +exchange-keepers +zap-a-card" * 3
STEALTHY = "ice fluxx" + _MORE
SINGLE = "ice" + _MORE + " +share-the-wealth"  # has each keeper once, so that a name says which it is
MOVED = (KeeperTaken, KeepersExchanged, KeepersDealt, Zapped)
SHOWING = (TurnedUp, Discarded, Left, Won, Ended, NoEffect)


def twin(game: Game, dice: Random) -> Game | None:
    """The same game at rest with the faces of the keepers that lie face down mixed among other seats.

    Those of the seat in turn stay; None if there are not two to mix.
    """
    data: dict[str, Any] = msgspec.json.decode(game.dump())
    table = data["checkpoint"]
    down = set(table.get("face_down", ()))
    others = [name for name in table["keepers"] if name != str(game.turn)]
    cards = [card for name in others for card in table["keepers"][name] if card in down]
    if len(cards) < 2:
        return None
    mixed = cards[:]
    dice.shuffle(mixed)
    other = dict(zip(cards, mixed, strict=True))
    for name in others:
        table["keepers"][name] = [other.get(card, card) for card in table["keepers"][name]]
    return Game.load(msgspec.json.encode(data))


@pytest.mark.parametrize("number", range(12))
def test_no_view_and_nothing_told_depends_on_a_hidden_face(number):
    """Other faces under the same backs: the same views, questions and outcomes, until one is turned up.

    The seat in turn and a spectator are looked at, who own none of the backs that differ.
    """
    compared = 0
    for start in range(8):
        game, dice = Game.new(STEALTHY, 4, seed=f"faces {number} {start}"), Random(number)
        other: Game | None = None
        for step in by_chance(game, dice):
            if game.at_rest:
                other = twin(game, dice)
            turn = game.turn
            if other is None or step.seat != turn:
                take(game, step)
                other = None
                continue
            assert other.views(turn, None) == game.views(turn, None) == (game.view(turn), game.view(None))
            happened, twins = take(game, step), take(other, step)
            if any(isinstance(each, SHOWING) for each in (*happened, *twins)):
                other = None
                continue
            assert [seen_by(each, None) for each in twins] == [seen_by(each, None) for each in happened]
            assert other.view(None) == game.view(None)
            compared += 1
            if any(isinstance(each, MOVED) for each in happened):
                other = None  # the seat in turn has seen a face

    assert compared > 20


@pytest.mark.parametrize("number", range(12))
def test_a_hidden_face_is_in_no_word_that_others_read(number):
    """A keeper that lies face down before and after an answer is named to nobody but those who had it."""
    game = Game.new(SINGLE, 4, seed=f"words {number}")
    game.take_outcomes()
    for step in by_chance(game, Random(number)):
        before, owners = set(game.table.face_down), owned(game)
        happened = take(game, step)
        hidden = before & set(game.table.face_down)
        everybody = (None, *game.seats)
        for eye, view in zip(everybody, game.views(*everybody), strict=True):
            knows = owners.get(eye, set()) | owned(game).get(eye, set())
            unknown = set(game.table.slugs(hidden - knows))
            seen = [outcome for each in happened if (outcome := seen_by(each, eye)) is not None]

            assert not words([view, *seen]) & unknown


def owned(game: Game) -> dict[int | None, set[int]]:
    """The keepers in front of each seat."""
    return {seat: set(cards) for seat, cards in game.table.keepers.items()}
