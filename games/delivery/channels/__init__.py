"""Reaching a player by push to a device, and by webhooks. Nothing that is sent names a card of a hand."""
