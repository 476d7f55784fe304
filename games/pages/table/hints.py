"""Hints on the cards in hand, from that hand and public facts: which the goal wants, and which would win."""

from dataclasses import replace

from django.utils.translation import gettext as _

import engine
from games.pages.common.seat_context import SeatContext

from .choice_values import Choice
from .question_form import QuestionForm


def shows_hints(context: SeatContext) -> bool:
    """Whether the viewer wants to be told what would win; a deputy is told what they play for."""
    seat = next((each for each in context.snapshot.seats if each == context.seat), None)
    return seat is None or seat.player is None or seat.player.shows_hints


def with_hints(asked: QuestionForm, view: engine.View) -> QuestionForm:
    """Say on the cards of a question which the goal wants; where one is played, which would win."""
    if view.board is not None:
        return asked
    wanted = {name for goal in view.goals for name in view.deck.known_cards[goal].names}
    winning = engine.winning_plays(view) if asked.question.what is engine.QuestionKind.PLAY else frozenset()
    verdict = _("Wins unless someone objects") if engine.surprises(view.deck.slug) else _("Wins the game")

    def on_card(slug: str, choice: Choice) -> Choice:
        hint = verdict if slug in winning else _("Needed for the goal") if slug in wanted else ""
        return replace(choice, hint=hint, is_winning=slug in winning) if hint else choice

    return asked.with_cards(on_card)
