"""Notices to people: writing them, when they leave, and when they are obsolete."""
