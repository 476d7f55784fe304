"""What a deck is made of, as data: editions, cards more or fewer, readings of the rules, made cards."""

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from engine.bad_data import explain_bad_data
from engine.errors import Unreadable
from engine.made.check import REF, check_card, key
from engine.made.data import MadeCard
from engine.translation import gettext_noop

if TYPE_CHECKING:
    from engine.card import Deck

FORMAT = 1
PICTURED = 2  # the format of decks with pictures; the others keep the one, and so the name, that they had
MOST_MADE = 100
MOST_COPIES = 20  # of one card, made or not
MOST_CARDS = 600
LONGEST = 200_000  # bytes of a deck's JSON

Slug = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^\S+$")]
Word = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9-]*$")]
Copies = Annotated[int, Meta(ge=1, le=MOST_CARDS)]


class DeckSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A deck as its maker describes it.  ``DeckSpec.parse(spec.name) == spec``.

    ``more`` are further copies by slug (of a made card by its key, ``made:robot``; one copy of each is in the
    deck anyway).  ``without`` lists what the editions have too much of, a slug for each copy.
    """

    editions: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=20)]
    more: Annotated[dict[Slug, Copies], Meta(max_length=MOST_CARDS)] = {}
    without: Annotated[tuple[Word, ...], Meta(max_length=MOST_CARDS)] = ()
    switches: Annotated[tuple[Word, ...], Meta(max_length=20)] = ()
    made: Annotated[tuple[MadeCard, ...], Meta(max_length=MOST_MADE)] = ()

    @classmethod
    def of(cls, data: dict[str, Any]) -> "DeckSpec":
        """The deck that plain data (as JSON has it) describes.  Raises ``Unreadable``, a ``ValueError``."""
        try:
            data = dict(data)
            if data.pop("format", FORMAT) not in (FORMAT, PICTURED):
                raise Unreadable(gettext_noop("This site doesn’t know the format of this deck."))
            spec = msgspec.convert(data, cls)
        except (msgspec.ValidationError, TypeError, RecursionError, OverflowError) as error:
            raise explain_bad_data(error) from None
        _check(spec)
        return _tidy(spec)

    @classmethod
    def parse(cls, data: str | bytes) -> "DeckSpec":
        """The deck of a name or of exported JSON.

        Raises ``Unreadable``, a ``ValueError`` that says in one sentence what is wrong.  Cards and editions
        that are not known are no error here: ``problems`` tells.
        """
        try:
            text = data.decode() if isinstance(data, bytes) else data
            if len(text) > LONGEST:
                raise Unreadable(
                    gettext_noop("This deck is too large: the limit is {most} kB of JSON."), most=200
                )
            if not text.lstrip().startswith("{"):
                return cls.of(_from_words(text))
            read = msgspec.json.decode(text)
        except Unreadable:
            raise
        except (ValueError, RecursionError) as error:
            raise explain_bad_data(error) from None
        return cls.of(read)

    @property
    def plain(self) -> "DeckSpec":
        """The same deck without its made cards."""
        more = {slug: count for slug, count in self.more.items() if not slug.startswith(REF)}
        return msgspec.structs.replace(self, more=more, made=())

    @property
    def name(self) -> str:
        """What ``Game.new(edition=…)`` takes, always the same for the same deck."""
        if self.made:
            return self.dump()
        more = [f"+{slug}" for slug, count in sorted(self.more.items()) for _ in range(count)]
        without = [f"-{slug}" for slug in sorted(self.without)]
        switches = [f"!{switch}" for switch in sorted(self.switches)]
        return " ".join([*self.editions, *more, *without, *switches])

    def dump(self) -> str:
        """The deck as JSON, to be kept and exported; ``parse`` reads it."""
        data = msgspec.json.decode(msgspec.json.encode(_tidy(self)), type=dict[str, Any])
        has_pictures = any(getattr(card, "picture", "") for card in self.made)
        return msgspec.json.encode({"format": PICTURED if has_pictures else FORMAT, **data}).decode()

    def __str__(self) -> str:
        return self.dump()

    @property
    def deck(self) -> "Deck":
        """The deck itself.  Raises ``Unreadable`` if it has a card or an edition that is not known."""
        from engine.editions import deck_of  # editions are built on this module

        return deck_of(self.name)


def _from_words(name: str) -> dict[str, Any]:
    """The data of a deck that is named in words."""
    more: dict[str, int] = {}
    words = name.split()
    for word in words:
        if word[0] == "+":
            more[word[1:]] = more.get(word[1:], 0) + 1
    return {
        "editions": [word for word in words if word[0] not in "+-!"],
        "more": more,
        "without": [word[1:] for word in words if word[0] == "-"],
        "switches": [word[1:] for word in words if word[0] == "!"],
    }


def _tidy(spec: DeckSpec) -> DeckSpec:
    """The same deck with its parts in order."""
    return msgspec.structs.replace(
        spec,
        more=dict(sorted(spec.more.items())),
        without=tuple(sorted(spec.without)),
        switches=tuple(sorted(set(spec.switches))),
    )


def _check(spec: DeckSpec) -> None:
    if sum(spec.more.values()) > MOST_CARDS:
        raise Unreadable(gettext_noop("A deck can have at most {most} cards."), most=MOST_CARDS)
    if len(set(spec.editions)) < len(spec.editions):
        raise Unreadable(
            gettext_noop("An edition can be in a deck only once; add copies of its cards instead.")
        )
    keys: dict[str, str] = {}
    for card in spec.made:
        check_card(card)
        if other := keys.get(key(card.title)):
            raise Unreadable(
                gettext_noop(
                    "Two of your own cards have titles that are too similar: “{one}” and “{other}”."
                ),
                one=other,
                other=card.title,
            )
        keys[key(card.title)] = card.title
    for slug in spec.more:
        if slug.startswith(REF) and slug not in keys:
            raise Unreadable(
                gettext_noop(
                    "The deck asks for more copies of “{slug}”, but none of its own cards has this title."
                ),
                slug=slug,
            )
