"""Words for outcomes."""
