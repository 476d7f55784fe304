"""The Wonderland edition."""
