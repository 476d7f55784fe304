"""What happened, in sentences.

``SENTENCES`` has a sentence for every outcome.  What stands in braces names a field, as a reader calls what
it holds: a seat (``{name}`` is who did it), a card, several cards, a number.
"""

from collections.abc import Callable
from typing import Any

from engine import outcomes as o
from engine.card import KnownCards
from engine.text.board import told_of_board
from engine.text.second_person import YOU, to_reader
from engine.text.words import THROWS, Names, list_titles, title_of
from engine.translation import Gettext, Ngettext, gettext_noop, ngettext_noop

Sentence = str | tuple[str, str]
"""A sentence, or two: for one of what the outcome counts, and for more."""

_SEATS = ("seat", "source", "other", "loser", "winner")
_FIELDS = {"name": ("seat", "winner"), "card": ("card", "creeper", "rule")}
"""The fields of which one is who did it, or the card that a sentence is about."""


def sentence(
    outcome: o.Outcome,
    cards: KnownCards,
    names: Names,
    gettext: Gettext,
    ngettext: Ngettext,
    reader: int | None = None,
) -> str:
    """One sentence that tells an outcome; empty for one that nobody needs to be told.

    The seat ``reader`` is “you” in it.
    """
    if isinstance(outcome, o.OfBoard):
        said = told_of_board(outcome, names, gettext, ngettext, reader)
    else:
        chosen = SENTENCES[type(outcome)]
        written = to_reader(chosen(outcome, cards) if callable(chosen) else chosen, outcome, reader)
        words = _Words(outcome, cards, names, gettext, ngettext)
        if reader is not None:
            words.listed = {**names, reader: gettext(YOU)}
        if isinstance(written, tuple):
            said = ngettext(*written, words.outcome.count).format_map(words)
        else:
            said = gettext(written).format_map(words) if written else ""
    return said[:-1] if said.endswith(("!.", "?.")) else said  # a card's title may end in a sign of its own


class _Words:
    """What a reader calls each field of an outcome; only what a sentence asks for is looked up."""

    def __init__(
        self, outcome: Any, cards: KnownCards, names: Names, gettext: Gettext, ngettext: Ngettext
    ) -> None:
        self.outcome, self.cards, self.names = outcome, cards, names
        self.listed = names  # in a list of several seats
        self.gettext, self.ngettext = gettext, ngettext

    def __getitem__(self, key: str) -> object:
        if key in _COMPUTED:
            return _COMPUTED[key](self)
        field = next(each for each in _FIELDS.get(key, (key,)) if hasattr(self.outcome, each))
        value = getattr(self.outcome, field)
        if field in _SEATS:
            return self.names[value]
        return self.titles(value) if isinstance(value, tuple) else self.title(value)

    def title(self, value: Any) -> object:
        return title_of(self.cards[value], self.gettext) if isinstance(value, str) else value

    def titles(self, slugs: tuple[str, ...]) -> str:
        return list_titles((self.cards[slug] for slug in slugs), self.gettext)


def _dealt_hands(words: _Words) -> str:
    return "; ".join(
        words.gettext("{name}: {cards}").format(name=words.listed[seat], cards=words.titles(cards))
        for seat, cards in words.outcome.dealt.items()
        if cards
    )


def _throws(words: _Words) -> str:
    return words.gettext(", ").join(
        words.gettext("{name}: {cards}").format(name=words.listed[seat], cards=words.gettext(THROWS[throw]))
        for seat, throw in words.outcome.throws.items()
    )


def _challenged(words: _Words) -> str:
    votes = words.outcome.votes
    return words.ngettext(
        "Challenged by {challenges} of {votes} vote.", "Challenged by {challenges} of {votes} votes.", votes
    ).format(challenges=words.outcome.challenges, votes=votes)


_COMPUTED: dict[str, Callable[[_Words], object]] = {
    "hands": _dealt_hands,
    "throws": _throws,
    "challenged": _challenged,
    "fact": lambda words: words.gettext(words.outcome.fact),
    "words": lambda words: " / ".join(words.outcome.words.splitlines()),
}


def _drew(outcome: o.Drew | o.DrewAside, _cards: KnownCards) -> Sentence:
    if outcome.cards:
        return (
            gettext_noop("{name} drew {cards} ({why}).")
            if outcome.why
            else gettext_noop("{name} drew {cards}.")
        )
    if outcome.why:
        return ngettext_noop("{name} drew {count} card ({why}).", "{name} drew {count} cards ({why}).")
    return ngettext_noop("{name} drew {count} card.", "{name} drew {count} cards.")


def _played(outcome: o.Played, _cards: KnownCards) -> Sentence:
    """To its owner a keeper that was played face down has its name."""
    if outcome.card == o.FACE_DOWN:
        return (
            gettext_noop("{name} played a keeper face down ({via}).")
            if outcome.via
            else gettext_noop("{name} played a keeper face down.")
        )
    if outcome.face_down:
        return (
            gettext_noop("{name} played “{card}” face down ({via}).")
            if outcome.via
            else gettext_noop("{name} played “{card}” face down.")
        )
    return (
        gettext_noop("{name} played “{card}” ({via}).")
        if outcome.via
        else gettext_noop("{name} played “{card}”.")
    )


def _used(outcome: o.Used, cards: KnownCards) -> Sentence:
    if cards[outcome.rule].kind == "creeper":
        return gettext_noop("{name} paid to get rid of “{card}”.")
    return gettext_noop("{name} used “{rule}”.")


_LIMITS = {
    "hand-limit": gettext_noop("{name} discarded {cards} (hand limit)."),
    "keeper-limit": gettext_noop("{name} discarded {cards} (keeper limit)."),
}


def _discarded(outcome: o.Discarded, _cards: KnownCards) -> Sentence:
    if outcome.seat is None:
        return gettext_noop("{cards} went to the discard pile ({why}).")
    if outcome.why in _LIMITS:
        return _LIMITS[outcome.why]
    if outcome.zone == "keepers":
        return gettext_noop("{name}’s {cards} went to the discard pile ({why}).")
    return gettext_noop("{name} discarded {cards} ({why}).")


def _given(outcome: o.CardGiven, _cards: KnownCards) -> Sentence:
    if outcome.seat == outcome.other:
        return gettext_noop("{name} kept “{card}”.") if outcome.card else gettext_noop("{name} kept a card.")
    if outcome.card:
        return gettext_noop("{name} gave {other} “{card}”.")
    return gettext_noop("{name} gave {other} a card.")


def _creeper_moved(outcome: o.CreeperMoved, _cards: KnownCards) -> Sentence:
    if outcome.seat == outcome.source:
        return gettext_noop("“{card}” stays in front of {name} ({why}).")
    if outcome.why == outcome.card:
        return gettext_noop("“{card}” went from {source} to {name}.")
    return gettext_noop("“{card}” went from {source} to {name} ({why}).")


_DECLARED = {
    "birthday": gettext_noop("{name} has a birthday today."),
    "holiday": gettext_noop("{name} has a holiday today."),
    "ordinary-day": gettext_noop("{name} has an ordinary day."),
}
_ENDED = {
    "stuck": gettext_noop("The game ended because nobody can draw or play."),
    "ungoal": gettext_noop("The game is over, and everyone lost: {cards}."),
}


SENTENCES: dict[type, Sentence | Callable[[Any, KnownCards], Sentence]] = {
    o.GameBegan: gettext_noop("The cards are dealt."),  # who begins is told by the turn that begins
    o.TurnBegan: lambda outcome, _cards: (
        gettext_noop("{name} has another turn.") if outcome.extra else gettext_noop("{name}’s turn began.")
    ),
    o.Drew: _drew,
    o.DrewAside: _drew,
    o.Reshuffled: ngettext_noop(
        "The draw pile was empty: {count} discarded card became the new one.",
        "The draw pile was empty: {count} discarded cards were shuffled into a new one.",
    ),
    o.Played: _played,
    o.Used: _used,
    o.Discarded: _discarded,
    o.KeeperTaken: gettext_noop("{name} took “{card}” from {source}."),
    o.KeepersExchanged: gettext_noop("{name} gave “{given}” to {other} for “{taken}”."),
    o.KeeperGiven: gettext_noop("{name} gave “{card}” to {other} ({why})."),
    o.KeepersDealt: gettext_noop("All keepers were shuffled and dealt again. {hands}."),
    o.HandsTraded: gettext_noop("{name} and {other} traded hands."),
    o.HandsRotated: lambda outcome, _cards: (
        gettext_noop("Every hand went to the next player, clockwise.")
        if outcome.direction == "left"
        else gettext_noop("Every hand went to the previous player, counter-clockwise.")
    ),
    o.SeatsShifted: gettext_noop(
        "Everyone moved one place clockwise and took over the cards there: {name} now has "
        "the cards of the next player."
    ),
    o.HandWon: ngettext_noop(
        "{name} won the throws and took the hand of {loser}: {count} card.",
        "{name} won the throws and took the hand of {loser}: {count} cards.",
    ),
    o.CardsTaken: lambda outcome, _cards: (
        gettext_noop("{name} took {cards} at random from {source}.")
        if outcome.cards
        else ngettext_noop(
            "{name} took {count} card at random from {source}.",
            "{name} took {count} cards at random from {source}.",
        )
    ),
    o.CardGiven: _given,
    o.Zapped: lambda outcome, _cards: (
        gettext_noop("{name} took “{card}” out of play into their hand.")
        if outcome.source is None
        else gettext_noop("{name} took {source}’s “{card}” into their hand.")
    ),
    o.PileRenewed: lambda outcome, _cards: (
        ngettext_noop(
            "{count} discarded card was shuffled into the draw pile.",
            "{count} discarded cards were shuffled into the draw pile.",
        )
        if outcome.count
        else gettext_noop("The discard pile was empty, so nothing was shuffled into the draw pile.")
    ),
    o.Threw: lambda outcome, _cards: (
        gettext_noop("{throws}. It’s a draw, so throw again.")
        if outcome.winner is None
        else gettext_noop("{throws}. {name} won this throw.")
    ),
    o.Declared: lambda outcome, _cards: _DECLARED[outcome.occasion],
    o.TurnGained: lambda outcome, _cards: (
        gettext_noop("{name} will have another turn after this one.")
        if outcome.granted
        else gettext_noop("This card has already given {name} another turn. It doesn’t give one more.")
    ),
    o.NoEffect: gettext_noop("“{card}” had no effect."),
    o.Decided: "",
    o.Unknown: gettext_noop("Something happened that this version of the site can’t describe."),
    o.CreeperCame: gettext_noop("“{card}” came up and is now in front of {name}."),
    o.CreeperMoved: _creeper_moved,
    o.CreeperRemoved: gettext_noop("{name}’s “{card}” is out of the game ({why})."),
    o.Attached: gettext_noop("“{card}” is now attached to {name}’s “{keeper}”."),
    o.TurnedDown: ngettext_noop(
        "{count} keeper was turned face down.", "{count} keepers were turned face down."
    ),
    o.TurnedUp: gettext_noop("{name}’s keepers turned face up: {cards}."),
    o.Surprised: gettext_noop("{name} played “{card}” against “{against}”."),
    o.Cancelled: lambda outcome, _cards: (
        gettext_noop("“{card}” went to {name} instead.")
        if outcome.taken
        else gettext_noop("“{card}” was cancelled by “{by}”.")
    ),
    o.Stood: gettext_noop("“{card}” takes effect after all."),
    o.Said: gettext_noop("{name} said ({why}): {words}"),
    o.RuleEntered: gettext_noop("“{card}” came into play ({why})."),
    o.RuleStayed: gettext_noop("“{card}” stays in play ({why})."),
    o.Quizzed: gettext_noop("{name} got a question after “{card}” ({why})."),
    o.Answered: lambda outcome, _cards: (
        gettext_noop("{name} was right ({why}): “{card}”. {fact}")
        if outcome.right
        else gettext_noop("{name} was wrong ({why}). The answer: “{card}”. {fact}")
    ),
    o.Lapsed: gettext_noop("{name} didn’t answer in time ({why})."),
    o.Judged: lambda outcome, _cards: (
        gettext_noop("What {name} said counts ({why}). {challenged}")
        if outcome.accepted
        else gettext_noop("What {name} said doesn’t count ({why}). {challenged}")
    ),
    o.Joined: ngettext_noop(
        "{name} joined and was dealt {count} card.", "{name} joined and was dealt {count} cards."
    ),
    o.Left: lambda outcome, _cards: (
        gettext_noop("{name} left and discarded {cards}.") if outcome.cards else gettext_noop("{name} left.")
    ),
    o.Won: gettext_noop("{name} won with {goals}!"),
    o.Ended: lambda outcome, _cards: _ENDED.get(
        outcome.reason, gettext_noop("The game ended because too few players were left.")
    ),
}
