"""Every outcome of the cards has its sentence."""

from typing import get_args

from engine import outcomes
from engine.text.outcome_sentences import SENTENCES


def test_every_outcome_has_a_sentence():
    """An outcome without one would take down each page that tells of it."""
    assert set(SENTENCES) == set(get_args(outcomes.OfAll | outcomes.OfCards)) | {outcomes.Unknown}
