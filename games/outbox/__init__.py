"""Notices that are owed to people: writing them, when they leave, and when they are obsolete."""
