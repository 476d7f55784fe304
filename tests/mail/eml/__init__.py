"""Mails as they come in, as files with places for what differs from game to game."""

from pathlib import Path
from string import Template

HERE = Path(__file__).parent


def eml(name: str, **words: str) -> bytes:
    """The bytes of a mail, with line ends as they travel."""
    filled = Template((HERE / f"{name}.eml").read_text()).substitute(
        {"to": "turns@testserver.localhost", "attachment": "", "message_id": "<none@example.org>", **words}
    )
    return filled.encode().replace(b"\n", b"\r\n")
