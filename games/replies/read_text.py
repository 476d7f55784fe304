"""Reads a text about one table, from a mail or a page, into commands. Pure: it only looks at the table."""

from collections.abc import Iterable, Sequence

import engine

from . import board_vocabulary, vocabulary
from .commands import ReplyCommand, normalized, split_answers
from .doubts import find_doubt, hold
from .lists import split_cards
from .read_reply import read_reply
from .readings import readings


def read_text(view: engine.View | None, text: str, players: Iterable[str]) -> list[ReplyCommand]:
    """Return the commands of a text about a table where these players sit."""
    players = list(players)
    known = vocabulary.known_words(view, players=players)
    commands = read_reply(text, vocabulary.command_words(), known)
    parts = split_lines(view, commands, players)
    return hold(parts, find_doubt(parts, known) if len(parts) > len(commands) else None)


def split_lines(
    view: engine.View | None, commands: Sequence[ReplyCommand], players: Iterable[str]
) -> list[ReplyCommand]:
    """Return these commands, and of a line that holds several answers each on its own."""
    if view is None:
        return list(commands)
    if view.board is None:
        titles, commas = vocabulary.deck_names(view), vocabulary.names_with_commas(view)
        return split_cards(commands, titles, commas, [normalized(each) for each in players])
    players = list(players)
    known = vocabulary.known_words(view, players=players)

    def is_known(text: str) -> bool:
        is_name = known.names(text) or known.begins_name(text) or normalized(text) in known.others
        # A place alone is the rest of what stands before its comma: “2 east, 1 north”.
        return is_name and not any(known.is_place(each) for each in readings(text, ()))

    return split_answers(
        commands,
        names_with_commas=vocabulary.names_with_commas(view),
        continuations=board_vocabulary.continuation_keys(),
        names=[*vocabulary.deck_titles(view), *players],
        is_known=is_known,
    )
