"""A seed that nobody has chosen: mixed from the site's part, fixed before, and from a part of each player.

Whatever is hashed here is a list of texts, each written as a netstring: its length in bytes, a colon, its
UTF-8, a comma.  So no two lists are written alike, and ``printf '4:Bond,' | sha256sum`` computes it as well.
"""

import hashlib
import re

import msgspec

PLAYER, SITE = "player", "site"
_PART = re.compile("[0-9a-f]{64}")


class Part(msgspec.Struct, frozen=True):
    """What one seat gave: 64 hexadecimal digits, ``by`` its player, or by the site in place of a player."""

    seat: int
    part: str
    by: str


class Mix(msgspec.Struct, frozen=True):
    """What a seed is made of: the site's part, and those of the seats in the order of their numbers.

    Bots have none.  The commitment is published before the first player gives a part.
    """

    house: str
    parts: tuple[Part, ...] = ()

    @property
    def commitment(self) -> str:
        """What is published of the site's part when a game is created."""
        return digest("fluxx-commitment-2", self.house)

    @property
    def seed(self) -> str:
        """The seed of the game."""
        parts = [text for each in self.parts for text in (str(each.seat), each.part)]
        return digest("fluxx-seed-2", self.house, str(len(self.parts)), *parts)

    def check(self, seats: int) -> None:
        """Raise ``ValueError`` for parts that aren't of the seats of this game, or that the site chose."""
        numbers = [each.seat for each in self.parts]
        if numbers != sorted({number for number in numbers if 1 <= number <= seats}):
            raise ValueError("The parts of the seed are not one for each seat at most, in their order.")
        for each in self.parts:
            if each.by not in (PLAYER, SITE) or not is_part(each.part):
                raise ValueError(f"The part of seat {each.seat} is not 64 hexadecimal digits of a player.")
            if each.by == SITE and each != site_part(self.house, each.seat):
                raise ValueError(
                    f"The part of seat {each.seat} is not the one that the site makes in place of a player."
                )


def digest(*texts: str) -> str:
    """SHA-256 of a list of texts, in hexadecimal digits."""
    written = [text.encode() for text in texts]
    return hashlib.sha256(b"".join(b"%d:%b," % (len(each), each) for each in written)).hexdigest()


def is_part(text: str) -> bool:
    """Whether a text is a part of a seed."""
    return _PART.fullmatch(text) is not None


def part_with_words(part: str, words: str) -> str:
    """The part of a player who adds words of their own to the number of their browser, or has no number."""
    return digest("fluxx-words-2", part, words) if words else part


def site_part(house: str, seat: int) -> Part:
    """The part of a seat whose player gave none: it follows from the site's own, which leaves no choice."""
    return Part(seat, digest("fluxx-part-2", house, str(seat)), SITE)
