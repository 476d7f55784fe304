"""Games played by chance, and the same games with everything changed that a seat can't see."""

import json
import random

import msgspec

import engine
from engine.scenario import Scene, new_game

NAMES = ("ann", "bob", "cid", "dee", "eve", "fay")


def play(seed: int, answers: int, seats: int = 4, *, edition: str = "fluxx") -> Scene:
    """A game after so many answers by chance, or at its end."""
    scene = new_game(NAMES[:seats], seed=f"{seed:064x}", edition=edition)
    dice = random.Random(seed)
    for number in range(answers):
        if scene.game.over:
            break
        question = dice.choice(scene.game.questions)
        labels = engine.bots.random(scene.game.view(question.seat), f"{seed}/{number}")
        scene.happened.extend(scene.game.answer(question.seat, labels))
    return scene


def change_what_is_unseen(data: bytes, seat: int, dice: random.Random) -> bytes:
    """A stored game in which other hands, the draw pile, the seed and sealed answers are others."""
    stored = json.loads(data)
    table = stored["checkpoint"]
    hands = [cards for number, cards in table["hands"].items() if int(number) != seat]
    zones = [*hands, table["draw_pile"]]
    unseen = [card for zone in zones for card in zone]
    dice.shuffle(unseen)
    for zone in zones:
        zone[:], unseen = unseen[: len(zone)], unseen[len(zone) :]
    table["seed"] = f"{dice.getrandbits(256):064x}"
    return json.dumps(stored).encode()


def change_hidden_cards(outcomes: list, seat: int, dice: random.Random, *, edition: str = "fluxx") -> list:
    """Outcomes that look the same to a seat, with other cards where it can't see which."""
    deck = engine.edition_of(edition).cards
    return engine.dump_outcomes(
        _changed(outcome, seat, deck, dice) for outcome in engine.load_outcomes(outcomes)
    )


def _changed(outcome, seat, deck, dice):
    seen = engine.seen_by(outcome, seat)
    if seen is None or seen == outcome:
        return outcome
    if hasattr(outcome, "cards"):
        return msgspec.structs.replace(outcome, cards=tuple(dice.sample(deck, len(outcome.cards))))
    return msgspec.structs.replace(outcome, card=dice.choice(deck))
