"""The cards of the ICE edition that the base game does not have."""

from engine.card import Card

CARDS: list[Card] = []
