"""The sentences about an outcome as a seat that is in them reads them: “You took “Bread” from Bob.”"""

from collections.abc import Mapping
from typing import Any

from engine.translation import gettext_noop, ngettext_noop

Sentence = str | tuple[str, str]

YOU = gettext_noop("You")

# By the sentence that everybody else reads (of two by the first), and the field that holds the reader’s seat.
TO_READER: Mapping[str, Mapping[str, str | tuple[str, str]]] = {
    "{name} has another turn.": {
        "seat": gettext_noop("You have another turn."),
    },
    "{name}’s turn began.": {
        "seat": gettext_noop("Your turn began."),
    },
    "{name} drew {cards} ({why}).": {
        "seat": gettext_noop("You drew {cards} ({why})."),
    },
    "{name} drew {cards}.": {
        "seat": gettext_noop("You drew {cards}."),
    },
    "{name} drew {count} card ({why}).": {
        "seat": ngettext_noop("You drew {count} card ({why}).", "You drew {count} cards ({why})."),
    },
    "{name} drew {count} card.": {
        "seat": ngettext_noop("You drew {count} card.", "You drew {count} cards."),
    },
    "{name} played a keeper face down ({via}).": {
        "seat": gettext_noop("You played a keeper face down ({via})."),
    },
    "{name} played a keeper face down.": {
        "seat": gettext_noop("You played a keeper face down."),
    },
    "{name} played “{card}” face down ({via}).": {
        "seat": gettext_noop("You played “{card}” face down ({via})."),
    },
    "{name} played “{card}” face down.": {
        "seat": gettext_noop("You played “{card}” face down."),
    },
    "{name} played “{card}” ({via}).": {
        "seat": gettext_noop("You played “{card}” ({via})."),
    },
    "{name} played “{card}”.": {
        "seat": gettext_noop("You played “{card}”."),
    },
    "{name} paid to get rid of “{card}”.": {
        "seat": gettext_noop("You paid to get rid of “{card}”."),
    },
    "{name} used “{rule}”.": {
        "seat": gettext_noop("You used “{rule}”."),
    },
    "{name} discarded {cards} (hand limit).": {
        "seat": gettext_noop("You discarded {cards} (hand limit)."),
    },
    "{name} discarded {cards} (keeper limit).": {
        "seat": gettext_noop("You discarded {cards} (keeper limit)."),
    },
    "{name}’s {cards} went to the discard pile ({why}).": {
        "seat": gettext_noop("Your {cards} went to the discard pile ({why})."),
    },
    "{name} discarded {cards} ({why}).": {
        "seat": gettext_noop("You discarded {cards} ({why})."),
    },
    "{name} kept “{card}”.": {
        "seat": gettext_noop("You kept “{card}”."),
    },
    "{name} gave {other} “{card}”.": {
        "seat": gettext_noop("You gave {other} “{card}”."),
        "other": gettext_noop("{name} gave you “{card}”."),
    },
    "“{card}” stays in front of {name} ({why}).": {
        "seat": gettext_noop("“{card}” stays in front of you ({why})."),
    },
    "“{card}” went from {source} to {name}.": {
        "seat": gettext_noop("“{card}” went from {source} to you."),
        "source": gettext_noop("“{card}” went from you to {name}."),
    },
    "“{card}” went from {source} to {name} ({why}).": {
        "seat": gettext_noop("“{card}” went from {source} to you ({why})."),
        "source": gettext_noop("“{card}” went from you to {name} ({why})."),
    },
    "{name} has a birthday today.": {
        "seat": gettext_noop("You have a birthday today."),
    },
    "{name} has a holiday today.": {
        "seat": gettext_noop("You have a holiday today."),
    },
    "{name} has an ordinary day.": {
        "seat": gettext_noop("You have an ordinary day."),
    },
    "{name} took “{card}” from {source}.": {
        "seat": gettext_noop("You took “{card}” from {source}."),
        "source": gettext_noop("{name} took “{card}” from you."),
    },
    "{name} gave “{given}” to {other} for “{taken}”.": {
        "seat": gettext_noop("You gave “{given}” to {other} for “{taken}”."),
        "other": gettext_noop("{name} gave you “{given}” for “{taken}”."),
    },
    "{name} gave “{card}” to {other} ({why}).": {
        "seat": gettext_noop("You gave “{card}” to {other} ({why})."),
        "other": gettext_noop("{name} gave you “{card}” ({why})."),
    },
    "{name} and {other} traded hands.": {
        "seat": gettext_noop("You and {other} traded hands."),
        "other": gettext_noop("{name} and you traded hands."),
    },
    (
        "Everyone moved one place clockwise and took over the cards there: {name} now has "
        "the cards of the next player."
    ): {
        "seat": gettext_noop(
            "Everyone moved one place clockwise and took over the cards there: you now have "
            "the cards of the next player."
        ),
    },
    "{name} won the throws and took the hand of {loser}: {count} card.": {
        "seat": ngettext_noop(
            "You won the throws and took the hand of {loser}: {count} card.",
            "You won the throws and took the hand of {loser}: {count} cards.",
        ),
        "loser": ngettext_noop(
            "{name} won the throws and took your hand: {count} card.",
            "{name} won the throws and took your hand: {count} cards.",
        ),
    },
    "{name} took {cards} at random from {source}.": {
        "seat": gettext_noop("You took {cards} at random from {source}."),
        "source": gettext_noop("{name} took {cards} at random from you."),
    },
    "{name} took “{card}” out of play into their hand.": {
        "seat": gettext_noop("You took “{card}” out of play into your hand."),
    },
    "{name} took {source}’s “{card}” into their hand.": {
        "seat": gettext_noop("You took {source}’s “{card}” into your hand."),
        "source": gettext_noop("{name} took your “{card}” into their hand."),
    },
    "{throws}. {name} won this throw.": {
        "seat": gettext_noop("{throws}. You won this throw."),
    },
    "{name} will have another turn after this one.": {
        "seat": gettext_noop("You will have another turn after this one."),
    },
    "This card has already given {name} another turn. It doesn’t give one more.": {
        "seat": gettext_noop("This card has already given you another turn. It doesn’t give one more."),
    },
    "“{card}” came up and is now in front of {name}.": {
        "seat": gettext_noop("“{card}” came up and is now in front of you."),
    },
    "{name}’s “{card}” is out of the game ({why}).": {
        "seat": gettext_noop("Your “{card}” is out of the game ({why})."),
    },
    "“{card}” is now attached to {name}’s “{keeper}”.": {
        "seat": gettext_noop("“{card}” is now attached to your “{keeper}”."),
    },
    "{name}’s keepers turned face up: {cards}.": {
        "seat": gettext_noop("Your keepers turned face up: {cards}."),
    },
    "{name} played “{card}” against “{against}”.": {
        "seat": gettext_noop("You played “{card}” against “{against}”."),
    },
    "“{card}” went to {name} instead.": {
        "seat": gettext_noop("“{card}” went to you instead."),
    },
    "{name} said ({why}): {words}": {
        "seat": gettext_noop("You said ({why}): {words}"),
    },
    "{name} got a question after “{card}” ({why}).": {
        "seat": gettext_noop("You got a question after “{card}” ({why})."),
    },
    "{name} was right ({why}): “{card}”. {fact}": {
        "seat": gettext_noop("You were right ({why}): “{card}”. {fact}"),
    },
    "{name} was wrong ({why}). The answer: “{card}”. {fact}": {
        "seat": gettext_noop("You were wrong ({why}). The answer: “{card}”. {fact}"),
    },
    "{name} didn’t answer in time ({why}).": {
        "seat": gettext_noop("You didn’t answer in time ({why})."),
    },
    "What {name} said counts ({why}). {challenged}": {
        "seat": gettext_noop("What you said counts ({why}). {challenged}"),
    },
    "What {name} said doesn’t count ({why}). {challenged}": {
        "seat": gettext_noop("What you said doesn’t count ({why}). {challenged}"),
    },
    "{name} joined and was dealt {count} card.": {
        "seat": ngettext_noop(
            "You joined and were dealt {count} card.", "You joined and were dealt {count} cards."
        ),
    },
    "{name} won with {goals}!": {
        "seat": gettext_noop("You won with {goals}!"),
    },
    "{name} collected “{goal}” and now has {count} goal.": {
        "seat": ngettext_noop(
            "You collected “{goal}” and now have {count} goal.",
            "You collected “{goal}” and now have {count} goals.",
        ),
    },
    "{name} set {rule} to {setting}.": {
        "seat": gettext_noop("You set {rule} to {setting}."),
    },
    "{name} turned {tile} by {degrees}° clockwise.": {
        "seat": gettext_noop("You turned {tile} by {degrees}° clockwise."),
    },
    "{name} moved {tile} to a new place: {place}.": {
        "seat": gettext_noop("You moved {tile} to a new place: {place}."),
    },
    "{name} switched {tile} and {other}.": {
        "seat": gettext_noop("You switched {tile} and {other}."),
    },
    "{name} leapt with a {colour} piece from {source} to {target}.": {
        "seat": gettext_noop("You leapt with a {colour} piece from {source} to {target}."),
    },
    "{name} moved a {colour} piece from {source} to {target}.": {
        "seat": gettext_noop("You moved a {colour} piece from {source} to {target}."),
    },
    "{name} moved a {colour} piece from {source} through the portal to {target}.": {
        "seat": gettext_noop("You moved a {colour} piece from {source} through the portal to {target}."),
    },
}


def to_reader(sentence: Sentence, outcome: Any, reader: int | None) -> Sentence:
    """Return the sentence about an outcome as the seat ``reader`` reads it."""
    key = sentence if isinstance(sentence, str) else sentence[0]
    for field, said in TO_READER.get(key, {}).items() if reader is not None else ():
        if seat_of(outcome, field) == reader:
            return said
    return sentence


def told_to(sentence: str, outcome: Any, reader: int | None) -> str:
    """Return the same for a sentence that counts nothing."""
    said = to_reader(sentence, outcome, reader)
    return said if isinstance(said, str) else said[0]


def seat_of(outcome: Any, field: str = "seat") -> int | None:
    """Return the seat in a field of an outcome; who did it may be a ``winner``."""
    found = getattr(outcome, field, None)
    seat = getattr(outcome, "winner", None) if found is None and field == "seat" else found
    return seat if isinstance(seat, int) else None
