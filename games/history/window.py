"""Describes an open window: a card that others may answer before it takes effect.

The text depends only on what everybody has seen, never on a hand or on who has answered.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max
from django.utils.translation import gettext as _

import engine
from games.models import Question
from games.models.question import WINDOW

from .formatting import card_title


@dataclass(frozen=True)
class OpenWindow:
    """The card being played and the Surprises against it so far, with their players."""

    cards: engine.KnownCards
    card: str
    by: str
    chain: tuple[tuple[str, str], ...]
    call: str
    verdict: str

    @property
    def history(self) -> str:
        """Who played what so far, in one line."""
        sentences = [
            _("%(name)s plays %(card)s.") % {"name": self.by, "card": card_title(self.card, self.cards)}
        ]
        for name, slug in self.chain:
            sentences.append(
                _("%(name)s answers with %(card)s.") % {"name": name, "card": card_title(slug, self.cards)}
            )
        return " ".join(map(_closed, sentences))


def open_window(view: engine.View, names: Mapping[int, str]) -> OpenWindow | None:
    """Return the open window, if there is one; `verdict` says what happens if nobody answers."""
    if not view.window:
        return None
    played = [(names[seat], slug) for slug, seat in zip(view.window, view.window_by, strict=True)]
    (by, card), chain = played[0], tuple((name, slug) for name, slug in played[1:])
    cards = view.deck.known_cards
    call = _closed(_call(card, by, chain, cards))
    return OpenWindow(cards, card, by, chain, call, _verdict(card, chain, cards))


def due_at(asked: Iterable[Question]) -> datetime | None:
    """Return when the window of these open questions ends; ``None`` while clocks are paused.

    Seats have hours of their own. The deadlines of those who have passed count as well, so that this does not
    change when one of them does (requirement H7).
    """
    rows = [row for row in asked if row.due_at is not None]
    if not rows:
        return None
    since = min(row.opened_at for row in rows)
    of_window = Question.objects.filter(game=rows[0].game_id, what=WINDOW, opened_at__gte=since)
    latest: datetime | None = of_window.aggregate(latest=Max("due_at"))["latest"]
    return latest


def _closed(sentence: str) -> str:
    """Return a sentence without the full stop after a title that ends in “!” or “?”."""
    return sentence[:-1] if sentence.endswith(("!.", "?.")) else sentence


def _call(card: str, by: str, chain: tuple[tuple[str, str], ...], cards: engine.KnownCards) -> str:
    """Describe what has just been played."""
    if not chain:
        return _("%(name)s plays %(card)s.") % {"name": by, "card": card_title(card, cards)}
    against = chain[-2][1] if len(chain) > 1 else card
    words = {
        "name": chain[-1][0],
        "card": card_title(chain[-1][1], cards),
        "against": card_title(against, cards),
    }
    return _("%(name)s answers %(against)s with %(card)s.") % words


def _verdict(card: str, chain: tuple[tuple[str, str], ...], cards: engine.KnownCards) -> str:
    """Describe what happens if nobody answers: each Surprise cancels the one before it (C1)."""
    words = {"card": card_title(card, cards), "name": chain[0][0] if chain else ""}
    if not chain:
        return _("If nobody objects, it takes effect.")
    if len(chain) % 2 == 0:
        return _("If nobody objects, %(card)s takes effect after all.") % words
    if cards[card].kind == "keeper":
        return _("If nobody objects, %(card)s goes to %(name)s instead.") % words
    return _("If nobody objects, %(card)s is cancelled.") % words


def let_it_pass() -> str:
    """Return the label of passing."""
    return _("Let it pass")


def window_question() -> str:
    """Return the text of the question in a window."""
    return _("Do you answer with a Surprise?")
