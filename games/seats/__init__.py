"""Who sits where: creating a game, inviting, joining, leaving, replacing, deputies, rematches."""
