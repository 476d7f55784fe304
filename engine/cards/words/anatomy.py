"""Titles and texts of the Anatomy edition."""

from engine.cards.words.mark import Words

WORDS: Words = {}
