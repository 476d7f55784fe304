"""The page of a running game and what is done on it."""
