"""Titles and texts of the Wonderland edition."""

from engine.cards.words.mark import Words

WORDS: Words = {}
