"""The kinds of questions."""

from enum import Enum


class QuestionKind(Enum):
    """What is asked; ``value`` is how it is stored and written.

    It is no string, so that the type checker refuses a comparison with one: a misspelt kind is an error.
    """

    PLAY = "play"
    BEFORE_DRAWING = "before-drawing"
    PLAY_TEMPORARY = "play-temporary"
    PLAY_OR_MOVE = "play-or-move"
    FREE_CHANGE = "free-change"
    WINDOW = "window"
    HAND_LIMIT = "hand-limit"
    KEEPER_LIMIT = "keeper-limit"
    DISCARD_CARDS = "discard-cards"
    DISCARD_OR_RANDOM = "discard-or-random"
    DISCARD_CREEPER = "discard-creeper"
    DISCARD_GOAL = "discard-goal"
    DISCARD_KEEPER = "discard-keeper"
    DISCARD_RULE = "discard-rule"
    DISCARD_RULES = "discard-rules"
    CHOOSE_DISCARDED = "choose-discarded"
    CHOOSE_DIRECTION = "choose-direction"
    CHOOSE_GIFT = "choose-gift"
    CHOOSE_GOALS = "choose-goals"
    CHOOSE_IN_PLAY = "choose-in-play"
    CHOOSE_OCCASION = "choose-occasion"
    CHOOSE_OPPONENT = "choose-opponent"
    CHOOSE_RECIPIENT = "choose-recipient"
    CHOOSE_VICTIM = "choose-victim"
    GIVE_KEEPER = "give-keeper"
    TAKE_KEEPER = "take-keeper"
    REVEAL_KEEPERS = "reveal-keepers"
    ATTACH = "attach"
    ROCK_PAPER_SCISSORS = "rock-paper-scissors"
    RHYME = "rhyme"
    NAME_THAT_ORGAN = "name-that-organ"
    KNOWLEDGE_BONUS = "knowledge-bonus"
    ALTERNATE_FACTLETS = "alternate-factlets"
    CHALLENGE = "challenge"
    SHIFT_PEG = "shift-peg"
    LEAP = "leap"
    PASS_COLOURS = "pass-colours"  # noqa: S105  (no password)
    ROTATE_TILE = "rotate-tile"
    UPROOT_TILE = "uproot-tile"
    SWITCH_TILES = "switch-tiles"
    SEND_BACK = "send-back"
    TAKE_FIRST_CARD = "take-first-card"
    """Asked by the site before the cards are dealt; the rules never ask it."""
    UNKNOWN = "unknown"
    """One that another release knows; nothing here asks it."""

    def __str__(self) -> str:
        return self.value

    @property
    def is_limit(self) -> bool:
        """Whether it makes a seat discard what is over a limit."""
        return self in (QuestionKind.HAND_LIMIT, QuestionKind.KEEPER_LIMIT)

    @classmethod
    def read(cls, text: str) -> "QuestionKind":
        """Return the kind that a stored text names; ``UNKNOWN`` if this release has none of that name."""
        return _BY_TEXT.get(text, cls.UNKNOWN)


_BY_TEXT = {kind.value: kind for kind in QuestionKind}
QUESTIONS = frozenset(QuestionKind) - {QuestionKind.TAKE_FIRST_CARD, QuestionKind.UNKNOWN}
"""Every kind that the rules and the cards ask."""
