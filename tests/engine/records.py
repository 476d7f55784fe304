"""Records of finished games whose seed was mixed, as a site of this release exports them."""

from dataclasses import dataclass
from random import Random

from msgspec.structs import replace

from engine import PLAYER, Game, Mix, Part, Record, RecordBuilder, site_part
from tests.engine.games import by_chance, take

HOUSE = "5eed" * 16


def a_mix(seats: int = 3) -> Mix:
    """A mix in which the last seat's player gave nothing."""
    given = (Part(seat, f"{seat:02x}" * 32, PLAYER) for seat in range(1, seats))
    return Mix(HOUSE, (*given, site_part(HOUSE, seats)))


def a_fair_record(
    deck: str = "fluxx", seats: int = 3, mix: Mix | None = None, come_and_go: float = 0.0
) -> Record:
    """The record of a whole game played by chance, with its mix, or with a seed of the site alone."""
    seed = mix.seed if mix is not None else "record"
    game, steps = Game.new(deck, seats, seed=seed), []
    for step in by_chance(game, Random(1), come_and_go):
        take(game, step)
        steps.append(step)
    builder = RecordBuilder(game, seats=seats, first=1, seed=seed)
    for step in steps:
        if step.act:
            builder.join() if step.act == "join" else builder.leave(step.seat)
        else:
            builder.answer(step.seat, step.labels, step.beside)
    return builder.build("" if mix is not None else "salt", mix)


@dataclass(frozen=True)
class Tampered:
    """A change of a record, and what is said of it."""

    change: dict[str, object]
    sentence: str


def tampered(record: Record) -> dict[str, Tampered]:
    """A record that somebody has changed, in each way."""
    mix = record.mix
    other = replace(record.chance[0], after=tuple(reversed(record.chance[0].after)))
    part = replace(mix.parts[0], part="0" * 64)
    told = "one that the parts of the site and of the players make"
    chance = "of chance is not the one that the seed makes"
    return {
        "seed": Tampered({"seed": "0" * 64}, told),
        "commitment": Tampered({"commitment": "0" * 64}, "The site's part does not match the hash"),
        "house": Tampered({"mix": replace(mix, house="0" * 64)}, "The site's part does not match the hash"),
        "part": Tampered({"mix": replace(mix, parts=(part, *mix.parts[1:]))}, told),
        "a part less": Tampered({"mix": replace(mix, parts=mix.parts[1:])}, told),
        "shuffle": Tampered({"chance": (other, *record.chance[1:])}, f"Draw 1 {chance}"),
        "a shuffle less": Tampered({"chance": record.chance[:-1]}, f"Draw {len(record.chance)} {chance}"),
    }
