"""Plays one game of the corpus, and writes down what it has stored."""

from typing import Any

import pytest
import time_machine
from django.core.cache import cache

from games.core.refusal import Refusal
from games.people import hours
from games.play import play_on
from games.replies.commands import UnclearAnswer

from .acts import ACTS
from .chance import Chance
from .plans import RARELY, Plan
from .rows import begin_keys_anew, dump
from .seldom import SELDOM
from .world import World

START = "2026-11-20T12:00:00Z"
# What the site does for so many seconds and then leaves to a worker: no game may depend on that.
BUDGETS = ((play_on, "BOT_SECONDS"), (hours, "BEGIN_SECONDS"))


def play(plan: Plan, patch: pytest.MonkeyPatch, settings: Any) -> dict[str, list[str]]:
    """Play a game in an empty database; return what was done, under ``Acts``, and the rows of each model."""
    settings.SECRET_KEY = "the secret key of the corpus of rows, which is none"
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    cache.clear()
    chance = Chance(f"game {plan.number}")
    chance.install(patch)
    for module, name in BUDGETS:
        patch.setattr(module, name, 1_000_000.0)
    begin_keys_anew()
    with time_machine.travel(START, tick=False) as traveller:
        world = World(plan, chance.dice, traveller)
        acts: list[str] = []
        try:
            while len(acts) < plan.steps and not world.is_over:
                acts.append(act(world))
        except Exception as error:
            error.add_note("\n".join(acts))
            raise
        return {"Acts": acts, **dump(chance)}


def act(world: World) -> str:
    """Let people do one thing; return what, and what came of it."""
    world.step += 1
    world.turn_to_a_game()
    world.travel(seconds=world.dice.randrange(5, 900))
    weights = dict.fromkeys(ACTS, RARELY) | world.plan.weights
    name = world.dice.choices(list(weights), list(weights.values()))[0]
    if world.game.paused_at is not None and world.chance() < 0.4:
        name = "staff" if world.game.paused_until is None else "end_pause"
    try:
        done = (ACTS | SELDOM)[name](world)
    except (Refusal, UnclearAnswer) as refused:
        done = f"{type(refused).__name__}: {refused}"
    return f"{world.step} {name}: {'nothing to do' if done is None else done}"
