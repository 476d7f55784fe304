"""What came of one line of a text that somebody wrote: in a reply to a mail, or in the field of a page."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from .stored_json import FLAG, NUMBER, TEXT, list_of, or_null, record

LONGEST_KEPT = 200  # characters of a line that are stored
STORED = record(
    {
        "kind": TEXT,
        "text": TEXT,
        "seat": NUMBER,
        "question": or_null(NUMBER),
        "version": NUMBER,
        "took": NUMBER,
        "mailed": list_of(TEXT),
        "offer": list_of(TEXT),
        "offer_number": or_null(NUMBER),
        "offer_nonce": NUMBER,
    },
    needed={"done": FLAG, "line": TEXT},
)
OFFER = "offer:"  # so the kind of a result begins that asks for a yes
LEFT = "left"  # the kind of the result of who has left the table
# Stands for a stored one that this release can't read: the line is not done again.
UNREADABLE = {"done": False, "line": "", "kind": "", "text": ""}


@dataclass(frozen=True)
class LineResult:
    """Whether a line was done, what was written, and what to say of it, a sentence in its writer's language.

    An answer has the `version` of its move, took so many commands, and may hold what the mail of its question
    had `mailed` with numbers. In a reply to a mail of several games, `seat` is the primary key of the seat
    that the line was for, and `question` the number of the question, if the mail had printed it. A refused
    one may `offer` the labels of another answer, to the question with the number and the nonce of the offer.
    """

    done: bool
    line: str
    kind: str = ""
    text: str = ""
    version: int | None = None
    took: int = 1
    mailed: tuple[str, ...] = ()
    seat: int | None = None
    question: int | None = None
    offer: tuple[str, ...] = ()
    offer_number: int | None = None
    offer_nonce: int = 0

    @property
    def shows_hand(self) -> bool:
        """Whether it asked for the hand, which the answer shows."""
        return self.done and self.kind == "hand"

    @property
    def asks_for_yes(self) -> bool:
        """Whether its sentence offers something that a reply “yes” to its mail does."""
        return self.done and self.kind.startswith(OFFER)

    @property
    def shows_history(self) -> bool:
        """Whether it asked for the last moves, which the answer about one game shows."""
        return self.done and self.kind == "history"

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Return the result that was stored so, by this release or another."""
        known = {each.name: stored[each.name] for each in fields(cls) if each.name in stored}
        return cls(**known | {name: tuple(stored.get(name, ())) for name in ("mailed", "offer")})

    def stored(self) -> dict[str, Any]:
        """Return the form in which it is stored, which other releases read, without what is not there."""
        always = ("done", "line", "kind", "text", *(("question",) if self.seat is not None else ()))
        given = {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if each.name in always or getattr(self, each.name) != each.default
        }
        if self.shows_hand and self.seat is not None:
            given["hand"] = True  # which the release before reads
        return given | {"line": self.line[:LONGEST_KEPT]}
