"""Which games there are: each with a deck, seats, a clock and habits of its own."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import seat_counts
from games.models import AwayPolicy, Pace, Silence, Starter, Timing
from tests.engine.made_decks import made_deck

COUNT = 200
# One of so many is played in every run of the tests; 9 has no divisor in common with the kinds below.
EACH_OF = 9
SURPRISES = " +thats-mine +veto +stop-that +canceled-plans"
SURPRISING = "wonderland" + 3 * SURPRISES
DECKS = (
    "fluxx", "wonderland", "anatomy", "ice", "board", SURPRISING, "made", "fluxx ice wonderland anatomy",
    "wonderland", "fluxx",
)  # fmt: skip
CLOCKS: tuple[dict[str, Any], ...] = (
    {"pace": Pace.ONE_DAY},
    {"pace": Pace.THREE_DAYS, "answer_hours": 0},
    {"timing": Timing.BANK, "bank_start": 24, "bank_gain": 12, "bank_most": 72, "grace_hours": 8},
    {"timing": Timing.FIXED, "fixed_hour": 20, "fixed_zone": "Europe/Warsaw", "fixed_least": 12},
    {"pace": Pace.NONE},
    {"pace": Pace.ONE_WEEK, "grace_hours": 4, "window_hours": 1},
    {"timing": Timing.FIXED, "fixed_hour": 9, "fixed_zone": "Asia/Tokyo", "fixed_days": "024"},
)
SILENCES = tuple(Silence)
AWAY = tuple(AwayPolicy)
STARTERS = (Starter.HOST, Starter.CHANCE, Starter.FIRST)
# What people do at a table, by how often; what isn't named is done once in a while.
HABITS: dict[str, Mapping[str, float]] = {
    "page": {"answer": 60, "undo": 4, "takeback": 4, "wait": 4},
    "orders": {"answer": 40, "turn_orders": 14, "window_orders": 10, "plan": 16, "switch": 4,
               "keep_always": 6, "wait": 4},
    "undo": {"answer": 40, "undo": 18, "takeback": 14, "agree": 14, "wait": 2},
    "silence": {"answer": 8, "wait_long": 34, "cast": 6, "come_back": 4, "take_over": 4},
    "reply": {"reply": 50, "answer": 8, "text": 10, "wait": 4},
    "text": {"text": 50, "answer": 10, "undo": 4, "wait": 2},
    "people": {"answer": 30, "join": 8, "leave": 6, "offer": 5, "take_over": 6, "deputy": 8, "give_time": 6,
               "nudge": 4, "come_back": 6, "wait": 4},
    "away": {"answer": 20, "vacation": 14, "end_vacation": 6, "wait": 10, "wait_long": 14, "hours": 4,
             "deputy": 6},
    "staff": {"answer": 30, "staff": 26, "revert": 14, "wait": 8},
    "pause": {"answer": 24, "pause": 14, "agree": 20, "end_pause": 8, "wait": 8, "wait_long": 4, "outage": 6},
    "mail": {"reply_to_mail": 40, "answer": 6, "wait": 20},
    "several": {"reply_to_several": 30, "answer": 24, "digest": 12},
    "rules": {"answer": 40, "diverge": 6, "unreadable": 3, "wait": 4},
    "end": {"answer": 900, "bots_answer": 30},
}  # fmt: skip
# Games for what chance brings too seldom in those, each with a deck, people and a clock of its own.
BANK = {"timing": Timing.BANK, "bank_start": 24, "bank_gain": 12, "bank_most": 72}
SELDOM: tuple[tuple[str, str, int, Mapping[str, Any], Mapping[str, float]], ...] = (
    ("throws", "fluxx" + 19 * " +rock-paper-scissors-showdown", 3, BANK | {"answer_hours": 0},
     {"answer": 20, "play_showdown": 40, "order_throws": 8, "take_throw_back": 16, "wait": 2}),
    ("surprises", "wonderland" + 15 * SURPRISES, 3, {"pace": Pace.ONE_DAY},
     {"answer": 40, "play_surprises": 8, "pass_and_undo": 30, "undo": 4}),
    ("unused", "fluxx", 2, {"pace": Pace.ONE_DAY}, {"answer": 50, "never_use": 12, "use_a_key_again": 12}),
    ("amends", "fluxx ice", 3, BANK, {"answer": 24, "staff_and_back": 16, "wait": 2}),
    ("more-time", "fluxx", 3, {"pace": Pace.ONE_DAY, "silence": Silence.VOTE, "patience": 1},
     {"answer": 6, "vote_for_more_time": 30}),
)  # fmt: skip
RARELY = 0.25
STEPS = {"end": 100, "mail": 12, "several": 18, "undo": 34, "orders": 26}
USUAL_STEPS = 20


@dataclass(frozen=True)
class Plan:
    """One game of the corpus."""

    number: int
    deck: str
    people: int
    bots: int
    habit: str
    settings: Mapping[str, Any]
    steps: int
    weights: Mapping[str, float] = field(repr=False)

    @property
    def name(self) -> str:
        """What the test of it is called."""
        return f"{self.number:03}-{self.habit}"


def plan(number: int) -> Plan:
    """Return the game of a number from 0; the same one always."""
    if number >= COUNT:
        habit, deck, people, settings, weights = SELDOM[number - COUNT]
        return Plan(number, deck, people, 0, habit, settings, USUAL_STEPS * 2, weights)
    dice = random.Random(f"plan {number}")
    habits = list(HABITS)
    again, which = divmod(number, len(habits))
    habit = habits[which]
    # So that each habit meets each deck, each clock and each kind of silence.
    deck = DECKS[(again + 3 * which) % len(DECKS)]
    if habit == "end" and deck == "board":
        deck = "ice"
    if deck == "made":
        deck = made_deck(dice, 6, 0.7).name
    counts = [count for count in seat_counts(deck) if count <= 6]
    seats = counts[(again + 2 * which) % len(counts)]
    bots = (again + which) % 3 == 0 and seats > 2
    settings = {
        "silence": SILENCES[(again + which) % len(SILENCES)],
        "patience": 1 + (again // 2) % 2,
        "away_policy": AWAY[(again + which // 2) % len(AWAY)],
        "starter": STARTERS[(again + which) % len(STARTERS)],
        "talk_is_public": number % 4 == 0,
        **CLOCKS[(again + which) % len(CLOCKS)],
    }
    if habit in ("silence", "away", "pause") and settings.get("pace") == Pace.NONE:
        settings["pace"] = Pace.ONE_DAY
    steps = STEPS.get(habit, USUAL_STEPS)
    return Plan(number, deck, seats - bots, int(bots), habit, settings, steps, HABITS[habit])
