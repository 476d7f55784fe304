"""How cards with an effect are written: a function, and the name of its card above it."""

from collections.abc import Callable

from engine.card import Action, Effect, Surprise
from engine.cards.words import words


def registering(actions: list[Action]) -> Callable[[str], Callable[[Effect], Effect]]:
    """A decorator that adds an action with this name to ``actions``."""

    def action(slug: str) -> Callable[[Effect], Effect]:
        def register(effect: Effect) -> Effect:
            actions.append(Action(slug, *words(slug), "action", effect=effect))
            return effect

        return register

    return action


def registering_surprises(surprises: list[Surprise]) -> Callable[[str, str], Callable[[Effect], Effect]]:
    """A decorator that adds a Surprise with this name, against cards of this kind, to ``surprises``."""

    def surprise(slug: str, cancels: str) -> Callable[[Effect], Effect]:
        def register(effect: Effect) -> Effect:
            surprises.append(Surprise(slug, *words(slug), "surprise", cancels=cancels, effect=effect))
            return effect

        return register

    return surprise
