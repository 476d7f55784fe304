"""Pages around a table: creating a game, the lobby, invitations, taking and leaving a seat."""
