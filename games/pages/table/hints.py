"""Hints on the cards of a question: which the goal wants, and which would end the game."""

from collections.abc import Mapping
from dataclasses import replace

import engine
from games.history.card_hints import hints_by_card
from games.pages.common.seat_context import SeatContext

from .choice_values import Choice
from .question_form import QuestionForm


def shows_hints(context: SeatContext) -> bool:
    """Whether the viewer wants to be told what would win; a deputy is told what they play for."""
    seat = next((each for each in context.snapshot.seats if each == context.seat), None)
    return seat is None or seat.player is None or seat.player.shows_hints


def with_hints(asked: QuestionForm, view: engine.View, names: Mapping[int, str]) -> QuestionForm:
    """Put the hints of a question's cards on them."""
    hints = hints_by_card(view, names)

    def on_card(slug: str, choice: Choice) -> Choice:
        return replace(choice, hint=hints[slug]) if slug in hints else choice

    return asked.with_cards(on_card) if hints else asked
