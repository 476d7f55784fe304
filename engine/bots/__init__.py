"""Bots: each answers the open question of a view, knowing what its seat may know and nothing else."""

from engine.bots.chance import pick, random
from engine.bots.sensible import sensible

__all__ = ["pick", "random", "sensible"]
