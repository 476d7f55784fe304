"""The rules of Fluxx, and nothing else: no clock, no storage, no network.

    game = Game.new("fluxx", seats=3, seed=secrets.token_hex(32))
    game.questions           # who is asked what
    game.answer(1, ["bread"])
    game.view(1)             # what seat 1 may know
    data = game.dump()       # and later: Game.load(data)

Seats are integers from 1.  Outside the engine a card is known by its slug alone.
"""

import sys
from importlib.util import find_spec

if (
    sys.argv[0] == "-m" and find_spec("msgspec") is None
):  # python -m engine, right after the project was cloned
    sys.exit(
        "python -m engine needs packages that are not installed. "
        "Install them with bin/python requirements.txt, then use .venv/bin/python -m engine."
    )

from engine import bots, text
from engine.board.spaces import PEGS
from engine.board.view import BoardView, TileView
from engine.card import Card, Deck, KnownCards, cached_on_deck
from engine.cards import card
from engine.certain_end import End, end_of_window, ends_by_hand
from engine.deck_check import Composition, Share, composition, problems
from engine.deck_spec import DeckSpec
from engine.editions import all_editions, deck_of, edition_of, switches_of
from engine.editions.deck_list import UnknownCard, UnknownDeck, cards_of
from engine.editions.edition import Edition
from engine.errors import TRANSLATED, EngineError, Refused, Unreadable
from engine.foresee import (
    cards_that_meet,
    free_actions,
    going_together,
    holders,
    is_needed,
    rule_group,
    surprises,
    would_lose,
    would_win,
)
from engine.game import Diverged, Game
from engine.invariants import violations
from engine.made import MadeCard, Problem, read_card
from engine.made import key as made_key
from engine.mixing import PLAYER, SITE, Mix, Part, is_part, part_with_words, site_part
from engine.option import Option, OptionKind, read_option
from engine.outcomes import (
    Cancelled,
    CardGiven,
    CardsTaken,
    CreeperCame,
    CreeperMoved,
    CreeperRemoved,
    Discarded,
    Drew,
    Ended,
    GoalCollected,
    HandsTraded,
    HandWon,
    KeeperGiven,
    KeepersDealt,
    KeepersExchanged,
    KeeperTaken,
    Outcome,
    PieceBumped,
    PieceLeapt,
    PieceMoved,
    PieceSentBack,
    Played,
    Reshuffled,
    RuleEntered,
    Surprised,
    TileRotated,
    TilesSwitched,
    TileUprooted,
    TurnBegan,
    TurnedUp,
    Unknown,
    Used,
    Won,
    Zapped,
    dump_outcomes,
    load_outcomes,
    seen_by,
)
from engine.question_kind import QuestionKind
from engine.randomness import commitment
from engine.record import Record
from engine.record_builder import Mark, RecordBuilder
from engine.rulebook import seat_counts
from engine.scenario.case import read_cases, run_case
from engine.undo import UndoObstacle, undo_obstacle
from engine.view import QuestionView, SeatView, View

__all__ = [
    "PEGS",
    "PLAYER",
    "SITE",
    "TRANSLATED",
    "BoardView",
    "Cancelled",
    "Card",
    "CardGiven",
    "CardsTaken",
    "Composition",
    "CreeperCame",
    "CreeperMoved",
    "CreeperRemoved",
    "Deck",
    "DeckSpec",
    "Discarded",
    "Diverged",
    "Drew",
    "Edition",
    "End",
    "Ended",
    "EngineError",
    "Game",
    "GoalCollected",
    "HandWon",
    "HandsTraded",
    "KeeperGiven",
    "KeeperTaken",
    "KeepersDealt",
    "KeepersExchanged",
    "KnownCards",
    "MadeCard",
    "Mark",
    "Mix",
    "Option",
    "OptionKind",
    "Outcome",
    "Part",
    "PieceBumped",
    "PieceLeapt",
    "PieceMoved",
    "PieceSentBack",
    "Played",
    "Problem",
    "QuestionKind",
    "QuestionView",
    "Record",
    "RecordBuilder",
    "Refused",
    "Reshuffled",
    "RuleEntered",
    "SeatView",
    "Share",
    "Surprised",
    "TileRotated",
    "TileUprooted",
    "TileView",
    "TilesSwitched",
    "TurnBegan",
    "TurnedUp",
    "UndoObstacle",
    "Unknown",
    "UnknownCard",
    "UnknownDeck",
    "Unreadable",
    "Used",
    "View",
    "Won",
    "Zapped",
    "all_editions",
    "bots",
    "cached_on_deck",
    "card",
    "cards_of",
    "cards_that_meet",
    "commitment",
    "composition",
    "deck_of",
    "dump_outcomes",
    "edition_of",
    "end_of_window",
    "ends_by_hand",
    "free_actions",
    "going_together",
    "holders",
    "is_needed",
    "is_part",
    "load_outcomes",
    "made_key",
    "part_with_words",
    "problems",
    "read_card",
    "read_cases",
    "read_option",
    "rule_group",
    "run_case",
    "seat_counts",
    "seen_by",
    "site_part",
    "surprises",
    "switches_of",
    "text",
    "undo_obstacle",
    "violations",
    "would_lose",
    "would_win",
]
