"""What staff may do to games, decks and the whole site."""
