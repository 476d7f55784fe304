"""Describes an open window: a card that others may answer before it takes effect.

The text depends only on what everybody has seen, never on a hand or on who has answered.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max
from django.utils.translation import gettext as _

import engine
from games.core.typography import drop_second_stop
from games.models import Question
from games.models.question import WINDOW

from .formatting import card_title


@dataclass(frozen=True)
class OpenWindow:
    """The card being played and the Surprises against it so far, with their players."""

    cards: engine.KnownCards
    by: str
    card: str
    chain: tuple[tuple[str, str], ...]
    winner: str = ""
    is_win_of_reader: bool = False
    is_lost_by_all: bool = False

    @property
    def history(self) -> str:
        """Who played what so far, in one line."""
        sentences = [_("%(name)s plays “%(card)s”.") % {"name": self.by, "card": self._title(self.card)}]
        for name, slug in self.chain:
            words = {"name": name, "card": self._title(slug)}
            sentences.append(_("%(name)s answers with “%(card)s”.") % words)
        return " ".join(map(drop_second_stop, sentences))

    @property
    def call(self) -> str:
        """What has just been played."""
        if not self.chain:
            return self.history
        against = self.chain[-2][1] if len(self.chain) > 1 else self.card
        name, slug = self.chain[-1]
        words = {"name": name, "card": self._title(slug), "against": self._title(against)}
        return drop_second_stop(_("%(name)s answers “%(against)s” with “%(card)s”.") % words)

    @property
    def verdict(self) -> str:
        """What happens if nobody answers: each Surprise cancels the one before it (C1)."""
        if not self.chain:
            return _("If nobody objects, it takes effect.")
        words = {"card": self._title(self.card), "name": self.chain[0][0]}
        if len(self.chain) % 2 == 0:
            return _("If nobody objects, “%(card)s” takes effect after all.") % words
        if self.cards[self.card].kind == "keeper":
            return _("If nobody objects, “%(card)s” goes to %(name)s instead.") % words
        return _("If nobody objects, “%(card)s” is cancelled.") % words

    @property
    def outcome(self) -> str:
        """Who wins then if nobody answers; empty where nobody does for certain."""
        if self.is_lost_by_all:
            return _("Then everyone loses.")
        if self.is_win_of_reader:
            return _("Then you win.")
        return _("Then %(name)s wins.") % {"name": self.winner} if self.winner else ""

    def _title(self, slug: str) -> str:
        return card_title(slug, self.cards)


def open_window(view: engine.View, names: Mapping[int, str]) -> OpenWindow | None:
    """Return the open window, if there is one."""
    if not view.window:
        return None
    (by, card), *chain = zip((names[seat] for seat in view.window_by), view.window, strict=True)
    end = engine.end_of_window(view) or engine.End()
    return OpenWindow(
        view.deck.known_cards,
        by,
        card,
        tuple(chain),
        winner="" if end.winner is None else names[end.winner],
        is_win_of_reader=end.winner is not None and end.winner == view.me,
        is_lost_by_all=end.all_lose,
    )


def due_at(asked: Iterable[Question]) -> datetime | None:
    """Return when the window of these open questions ends; ``None`` while clocks are paused.

    Seats have their own hours. Those of seats that have passed count, too, so that a pass does not show
    (requirement H7).
    """
    rows = [row for row in asked if row.due_at is not None]
    if not rows:
        return None
    since = min(row.opened_at for row in rows)
    of_window = Question.objects.filter(game=rows[0].game_id, what=WINDOW, opened_at__gte=since)
    latest: datetime | None = of_window.aggregate(latest=Max("due_at"))["latest"]
    return latest


def window_question() -> str:
    """Return the text of the question in a window."""
    return _("Do you answer with a Surprise?")
