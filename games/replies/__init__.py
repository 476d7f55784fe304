"""Parsing replies: what their words mean. Nothing is played here."""
