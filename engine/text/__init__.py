"""Words for what happens and for what is asked, in whatever language the caller translates to.

``gettext`` and ``ngettext`` are the caller's translation functions: the engine has no language of its own.
``cards`` are those that the game may speak of, by slug; ``names`` maps a seat to what a reader calls it.
Outcomes must have gone through ``seen_by`` first.
"""

from engine.text import board
from engine.text.outcome_sentences import sentence
from engine.text.questions import ask, option
from engine.text.second_person import seat_of
from engine.text.words import Colour, Title

__all__ = ["Colour", "Title", "ask", "board", "option", "seat_of", "sentence"]
