"""The cards of the Anatomy edition that the base game does not have."""

from engine.card import Card

CARDS: list[Card] = []
