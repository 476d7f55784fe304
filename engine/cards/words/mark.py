"""What the words of cards are."""

Words = dict[str, tuple[str, str]]
"""Title and text of cards, by slug."""
