"""Chance from a seed, so that every shuffle of a finished game can be checked."""

import hashlib

import msgspec

SHUFFLE, PICK, ROLL = "shuffle", "pick", "roll"


class Draw(msgspec.Struct, frozen=True, omit_defaults=True):
    """What chance decided once.  The first of a game has the counter 1, the next 2, and so on.

    A shuffle puts the cards ``before`` into the order ``after``, their top at the end; a pick takes one of
    them; a roll is numbers of 64 bits as hexadecimal digits, ``rolled``.  Cards are places in the list of the
    deck; of a shuffle of ``places`` they are places around the start tile.  It happened in the step of this
    number, from 1; before the first one in step 0.
    """

    how: str
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    rolled: tuple[str, ...] = ()
    what: str = "cards"
    step: int = 0


def random_numbers(seed: str, counter: int, count: int) -> list[int]:
    """``count`` 64-bit numbers: SHAKE-256 of seed and counter.  Modulo bias is below 2**-57 for any deck."""
    stream = hashlib.shake_256(f"{seed}:{counter}".encode()).digest(8 * count)
    return [int.from_bytes(stream[at : at + 8]) for at in range(0, 8 * count, 8)]


def commitment(seed: str, salt: str) -> str:
    """What was published when a game started whose seed the site alone made: a hash of both."""
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()
