"""Reading the words of a reply. Pure: what they mean, not what becomes of it."""
