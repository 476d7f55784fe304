"""Sending what the outbox holds: mails, pushes and webhooks, and what comes of it."""
