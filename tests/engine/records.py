"""Records of finished games whose seed was mixed, as a site of this release exports them."""

from random import Random

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
