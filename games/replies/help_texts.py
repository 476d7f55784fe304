"""Explains replies in the reader's language: how they choose, and what they can ask for besides cards."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from . import board_vocabulary


def request_lines() -> tuple[str, ...]:
    """Return a sentence or two for each thing that a line can ask for."""
    return (
        _("“status”: who plays, and whose turn it is. “history”: the last moves."),
        _(
            "“nudge”: ask the players the game is waiting for to play. “more time”: what you can "
            "do if you need it."
        ),
        _("“pause 3 days”: ask the others for a break. “resume”: end it. “take back”: ask to undo a turn."),
        _("“pace 1 day”, “pace 7 days”, “pace no clock”: suggest another pace to the others."),
        _(
            "“vacation 3 to 10 August” or “vacation until 12 August”: your clocks stop. “I’m back”: they "
            "run again."
        ),
        _("“plan: bread, milk”: what to play on your next turn. “plan”: see it. “plan: none”: delete it."),
        _(
            "“always play my only card”: when it’s the only thing you can do, we play it for you. “ask me "
            "about my only card”: we ask you again."
        ),
        _("“rematch”, when the game is over: play again with the same people."),
        _("“mute”, “unmute”: no mails about this game until it ends. “mute chat”: no mails about talk."),
        _("“together”, “one by one”: games share a mail, or each has its own."),
        _("“language: Polish”, “time zone Europe/Warsaw”: how we write to you."),
        _("“leave the game”, “stop”, “stop all mails”: we ask you first. Reply “yes” to that mail."),
        _("If a mail asks for your vote or your agreement, reply with a number, or “yes” or “no”."),
        _(
            "Write each of these on a line of its own. In a mail about several games, start with the name: "
            "“Alpha: mute”."
        ),
    )


class Examples(NamedTuple):
    """Numbers and the name of a choice that stand in a mail, for its help; none of a page."""

    numbers: tuple[int, ...] = ()
    name: str = ""


NO_EXAMPLES = Examples()


def help_lines(examples: Examples = NO_EXAMPLES, *, with_moves: bool = False) -> tuple[str, ...]:
    """Explain replies, a sentence for each command; `with_moves` also how to write moves."""
    of_moves = board_vocabulary.help_lines() if with_moves else ()
    if len(examples.numbers) > 1:
        first, last = examples.numbers[0], examples.numbers[-1]
        numbers = {"one": last, "several": f"{first}, {last}"}
    else:
        numbers = {"one": 2, "several": "1, 3"}
    return (
        _("Write your answer on the first lines, and nothing else."),
        _(
            "“%(one)s”, or “%(several)s” for several: the choices with these numbers in the mail that you "
            "reply to."
        )
        % numbers,
        _(
            "“%(name)s”: the name of a card or another choice, or the beginning of it. On the lines below, "
            "answer by name what you’re asked next in the same turn."
        )
        % {"name": examples.name or pgettext("a card in an example", "bread")},
        *of_moves,
        _("“: your words” or “answer: your words”: what you say where a card asks for your own words."),
        _("“pass”: let it pass, or choose nothing. “undo”: undo your last move, if you still can."),
        _("“hand”: see your hand. “help”: see this. “say Hello!”: say something at the table."),
        _(
            "“status”, “history”, “vacation 3 to 10 August”, “leave the game”, “stop”: the help page lists "
            "everything you can ask for."
        ),
        _("If something isn’t clear, we don’t play it, and we tell you why."),
    )
