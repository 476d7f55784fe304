"""Standing orders as values, and what they decide. Pure: nothing is stored here.

Window orders answer cards that others play; turn orders are about limits, throws and a seat's own turn."""
