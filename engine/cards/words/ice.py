"""Titles and texts of the ICE edition."""

from engine.cards.words.mark import Words

WORDS: Words = {}
