"""The Anatomy edition."""
