"""Chance from a seed, so that every shuffle of a finished game can be checked."""

import hashlib


def random_numbers(seed: str, counter: int, count: int) -> list[int]:
    """``count`` 64-bit numbers: SHAKE-256 of seed and counter.  Modulo bias is below 2**-57 for any deck."""
    stream = hashlib.shake_256(f"{seed}:{counter}".encode()).digest(8 * count)
    return [int.from_bytes(stream[at : at + 8]) for at in range(0, 8 * count, 8)]


def commitment(seed: str, salt: str) -> str:
    """What is published when a game starts, so that the seed can't be changed afterwards."""
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()
