"""Faults at random moments while people play, apart from the other tests: `bin/test --chaos`."""
