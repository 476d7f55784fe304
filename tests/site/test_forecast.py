"""How long a game may still take: the band holds what it promises, and nothing is said that isn’t known."""

import json
import re
from datetime import UTC, date, datetime, timedelta
from math import log, sqrt
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

import engine
from bench.lengths import KEPT, find_lengths, play
from engine.rulebook import seat_counts
from games import clock
from games.clocks.forecast import LENGTHS, Progress, estimate_end, estimate_next_turn, find_turns_left
from games.models import AwayPolicy, Game, Player
from games.people.hours import enter_vacation

from .play import position, set_table

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
KINDS = [(each.slug, seats) for each in engine.all_editions() for seats in seat_counts(each.slug)]
kinds = st.sampled_from(KINDS)


def test_every_edition_has_its_lengths():
    """At each number of seats, in order; who changes the rules counts them anew."""
    lengths = json.loads(LENGTHS.read_text())
    assert {(edition, int(seats)) for edition, found in lengths.items() for seats in found} == set(KINDS)
    for found in lengths.values():
        for turns in found.values():
            assert len(turns) == KEPT
            assert turns == sorted(turns)


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seats"), [("fluxx", 4), ("ice", 2)])
def test_games_of_today_take_as_long_as_was_counted(edition, seats):
    """Of 80 games by another seed the median lies well inside the middle half of those that were counted."""
    counted = json.loads(LENGTHS.read_text())[edition][str(seats)]
    assert (
        counted[KEPT // 4]
        < find_lengths(edition, seats, 80, salt="today")[KEPT // 2]
        < counted[3 * KEPT // 4]
    )


@given(kinds, st.integers(1, 500), st.integers(1, 10_000_000))
def test_any_game_that_is_old_enough_has_an_end(kind, turn, seconds):
    game = Progress(*kind, turn, timedelta(seconds=seconds))
    if game.is_young:
        assert estimate_end(game) is None
        assert estimate_next_turn(game, 2, 1) is None
        return
    assert min(find_turns_left(game)) >= 1
    half, most = estimate_end(game), estimate_end(game, 0.8)
    assert timedelta() < most[0] <= half[0] <= half[1] <= most[1]
    assert estimate_next_turn(game, 2, 1) <= estimate_next_turn(game, 2, 2)


def test_of_an_unknown_deck_nothing_is_said():
    assert estimate_end(Progress("fluxx+ice", 3, 20, 20 * DAY)) is None
    assert estimate_end(Progress("fluxx", 1, 20, 20 * DAY)) is None


def ends_inside(dice: Random) -> dict[float, list[bool]]:
    """Play games whose players take their time, each in their own way; look again at every third turn."""
    found = {0.5: [], 0.8: []}
    for number in range(20):
        for edition, seats in [("fluxx", 2), ("fluxx", 4), ("fluxx", 6), ("ice", 3), ("wonderland", 3)]:
            turns = play(edition, seats, f"backtest {number}")
            spread = sqrt(log(2))  # times as far from their mean as it is long
            means = [10 * dice.lognormvariate(0, 0.6) for _seat in range(seats)]
            takes = [
                means[turn % seats] * dice.lognormvariate(-spread * spread / 2, spread)
                for turn in range(turns)
            ]
            for turn in range(seats + 1, turns + 1, 3):
                game = Progress(edition, seats, turn, sum(takes[: turn - 1]) * HOUR)
                for share, inside in found.items():
                    first, last = estimate_end(game, share)
                    inside.append(first <= sum(takes[turn - 1 :]) * HOUR <= last)
    return found


@pytest.mark.slow
def test_the_band_holds_what_it_promises():
    """Half of the ends lie in the band of half of them, four in five in that of four in five."""
    inside = {share: sum(each) / len(each) for share, each in ends_inside(Random(1)).items()}
    assert 0.42 < inside[0.5] < 0.6
    assert 0.72 < inside[0.8] < 0.88


def is_turn_eight_of_bob(game: engine.Game) -> bool:
    return game.table.turn.number == 8 and game.table.turn.seat == 2 and not game.over


@pytest.fixture
def game(start, ann, bob, travel):
    """A game of Ann, Bob and a bot in its eighth turn, which is Bob's; a turn has taken ten hours."""
    game = start(ann, bob, bots=1)
    set_table(game, position(is_turn_eight_of_bob))
    Game.objects.filter(pk=game.pk).update(started_at=clock.now() - 70 * HOUR)
    game.refresh_from_db()
    return game


def told(game: Game, player: Player) -> str:
    """What the table says of the time that is left."""
    client = Client()
    client.force_login(player, backend="allauth.account.auth_backends.AuthenticationBackend")
    page = client.get(reverse("game", args=[game.key])).content.decode()
    found = re.search(r"<dt>How long it may take</dt>\s*<dd>(.*?)</dd>", page, re.DOTALL)
    return " ".join(found[1].split()) if found else ""


def test_a_table_says_when_it_may_end_and_when_one_plays_again(game, ann, bob):
    """After 15 hours, as a bot takes none of the time; who is in turn isn't told of their next one."""
    assert re.fullmatch(
        r"Half of all games like this one end between \d+ November and \d+ \w+\."
        r" You’ll play again around 21 November, at night\.",
        told(game, ann),
    )
    assert re.fullmatch(
        r"Half of all games like this one end between \d+ November and \d+ \w+\.", told(game, bob)
    )


def test_a_vacation_before_one_s_turn_is_waited_for(game, ann, bob):
    """Until Bob is back, unless vacations don't stop turns at this table."""
    enter_vacation(player=bob, first_day=date(2026, 11, 20), last_day=date(2026, 11, 25))
    assert "You’ll play again around 26 November, at night." in told(game, ann)
    Game.objects.update(away_policy=AwayPolicy.NONE)
    assert "You’ll play again around 21 November, at night." in told(game, ann)


@pytest.mark.parametrize(
    "change",
    [
        {"paused_at": datetime(2026, 11, 20, tzinfo=UTC)},
        {"edition": "fluxx -bread"},
        {"status": Game.Status.ENDED},
    ],
    ids=["paused", "another deck", "over"],
)
def test_nothing_is_said_where_nothing_is_known(game, ann, change):
    assert told(game, ann)
    Game.objects.filter(pk=game.pk).update(**change)
    assert "Half of" not in told(game, ann)
