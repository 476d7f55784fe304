"""Pages of decks, editions and made cards."""
