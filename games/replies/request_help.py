"""Explains in the reader's language what a reply can ask for besides cards."""

from django.utils.translation import gettext as _


def request_lines() -> tuple[str, ...]:
    """Return a sentence or two for each thing that a line can ask for."""
    return (
        _("“status”: who plays, and whose turn it is. “history”: the last moves."),
        _(
            "“nudge”: ask the players the game is waiting for to play. “more time”: what you can "
            "do if you need it."
        ),
        _("“pause 3 days”: ask the others for a break. “resume”: end it. “take back”: ask to undo a turn."),
        _(
            "“vacation 3 to 10 August” or “vacation until 12 August”: your clocks stop. “I’m back”: they "
            "run again."
        ),
        _("“plan: bread, milk”: what to play in your next turn. “plan”: see it. “plan: none”: delete it."),
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
