"""Takes away from a line what says nothing of its choice: courtesy, signs, a verb, “number”. Pure."""

from collections.abc import Collection, Iterator

from . import chatter
from .commands import AROUND, COURTESY_BEFORE, NUMBERS, PRONOUNS, normalized, without_courtesy, without_smiley
from .folding import PLAIN, fold

# Words of the site's languages, `normalized`, that say nothing of the choice: before a number, and around it.
NUMBER_WORDS = (
    *("nr", "number", "card", "option", "choice"),
    *("numer", "karta", "karte", "opcja"),
    *("номер", "карта", "карту", "вариант"),
)
NOUNS = ("card", "karta", "karte", "карта", "карту")  # of these, what may stand before a name


def readings(text: str, verbs: Collection[str]) -> Iterator[str]:
    """Yield a line as it is, and then without more and more of what says nothing of the choice."""
    yield text
    bare = without_courtesy(without_smiley(text).strip(AROUND)).strip(AROUND)
    folded = fold(bare)
    if len(folded) == len(bare) and (said := COURTESY_BEFORE.match(folded)):
        rest = bare[said.end() :]
        verb = rest.partition(" ")[0]
        # “Please stop that” is a request, and no title.
        if normalized(verb) in verbs or NUMBERS.fullmatch(rest):
            bare = rest
    # With courtesy, “stop that” is a request as well.
    if bare == without_smiley(text).strip(AROUND) or not chatter.stops_things(bare):
        yield bare
    first, _space, rest = without_pronoun(bare).partition(" ")
    if rest and normalized(first.rstrip(":")) in verbs:
        bare = rest.strip(AROUND)
        yield bare
    first, _space, rest = bare.partition(" ")
    rest = rest.strip(AROUND)
    is_number_word = normalized(first) in NUMBER_WORDS or first.casefold() == "no."
    if rest and is_number_word and (NUMBERS.fullmatch(rest) or normalized(first) in NOUNS):
        yield rest


def without_pronoun(text: str) -> str:
    first, _space, rest = text.partition(" ")
    return rest if rest and normalized(first) in PRONOUNS else text


def verb_of(text: str, verbs: Collection[str]) -> str:
    """Return the verb with which a text begins, if it is one of these."""
    first, _space, rest = without_pronoun(text.translate(PLAIN).strip(AROUND)).partition(" ")
    return first if rest and normalized(first) in verbs else ""
