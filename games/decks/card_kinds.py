"""The names of the kinds of cards, for readers."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop


class KindWords(NamedTuple):
    """A kind of card: its name in a sentence, its plural as a heading, and a short explanation."""

    name: str
    plural: str
    explained: str


# In the order in which a list of cards shows them.
KINDS = {
    "basic rules": KindWords(
        gettext_noop("basic rules"),
        gettext_noop("Where every game begins"),
        gettext_noop("Always on the table."),
    ),
    "meta rule": KindWords(
        gettext_noop("meta rule"),
        gettext_noop("Meta rules"),
        gettext_noop("In force from the deal to the end, no matter what’s played."),
    ),
    "keeper": KindWords(
        gettext_noop("keeper"),
        gettext_noop("Keepers"),
        gettext_noop("Play one in front of you, and keep it. Goals ask for them."),
    ),
    "creeper": KindWords(
        gettext_noop("Creeper"),
        gettext_noop("Creepers"),
        gettext_noop(
            "Comes into play by itself, in front of the player who draws it, who then draws another card. "
            "You can’t win while you have one, unless the goal names it."
        ),
    ),
    "goal": KindWords(
        gettext_noop("goal"),
        gettext_noop("Goals"),
        gettext_noop(
            "Play one in the middle: it is the goal for everyone, and replaces the one before. "
            "Meet it, and you win right away, no matter whose turn it is."
        ),
    ),
    "ungoal": KindWords(
        gettext_noop("Ungoal"),
        gettext_noop("Ungoals"),
        gettext_noop(
            "Play one in place of the goal. When what it says comes true, everyone loses right away."
        ),
    ),
    "new rule": KindWords(
        gettext_noop("new rule"),
        gettext_noop("New rules"),
        gettext_noop("Play one in the middle: it takes effect right away, for everyone."),
    ),
    "action": KindWords(
        gettext_noop("action"),
        gettext_noop("Actions"),
        gettext_noop("Do what it says, once; then it goes to the discard pile."),
    ),
    "leaper": KindWords(
        gettext_noop("Leaper"),
        gettext_noop("Leapers"),
        gettext_noop(
            "Takes one of your pieces from wherever it stands to the space on the card. "
            "A piece that is there goes back to the start. This counts as a play, not as a move."
        ),
    ),
    "surprise": KindWords(
        gettext_noop("Surprise"),
        gettext_noop("Surprises"),
        gettext_noop(
            "Play one on your turn, or answer a card with it that someone else is playing. It "
            "cancels that card, and another Surprise may cancel it in turn."
        ),
    ),
}


# What the same kinds are in the board game.
ON_THE_BOARD = {
    "goal": gettext_noop(
        "Play one on the stack of goals: the goal on top counts, for everyone. Have pieces "
        "on both its spaces, and you collect it right away, no matter whose turn it is; then "
        "the next one counts."
    ),
    "new rule": gettext_noop("Play one to move the peg of a rule; then it goes to the discard pile."),
}


def describe_kind(kind: str, game: str = "cards") -> str:
    """Return a short explanation of a kind, for the games of cards or for the ``board`` game."""
    on_the_board = ON_THE_BOARD.get(kind) if game == "board" else None
    return _(on_the_board or KINDS[kind].explained)


def kind_name(kind: str) -> str:
    """Return the name of a kind of card, in a sentence."""
    return _(KINDS[kind].name)
