"""Decks and the cards people make for them."""
