"""Standing orders: what a seat wants done, and what its orders decide. Pure; nothing is stored here."""
