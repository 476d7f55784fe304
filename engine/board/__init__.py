"""Fluxx: The Board Game, on the same questions, checkpoints and cards as the other games."""
