"""Standing orders, for windows and for turns: what they decide, what is left of them, and their notes."""
