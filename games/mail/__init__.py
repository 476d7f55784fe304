"""Mails about games: what they say, how they look, and how those of a game form one thread.

`compose` turns a notice into a mail just before it is sent, so that it shows the game as it is
then. Nothing is stored or sent here; `games.delivery` sends.
"""
