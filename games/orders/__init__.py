"""Standing orders as values, for windows and for turns, and what they decide. Pure: nothing is stored."""
