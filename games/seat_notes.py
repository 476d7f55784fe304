"""What a seat alone is told, in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine
from games.models import SeatNote

SENTENCES = {
    SeatNote.Kind.PLAYED: gettext_noop(
        "Your order was carried out: %(surprise)s against %(name)s’s %(card)s."
    ),
    SeatNote.Kind.PASSED: gettext_noop(
        "%(name)s played %(card)s. You could have answered with %(surprise)s; your orders let it pass."
    ),
    SeatNote.Kind.NOT_MET: gettext_noop(
        "%(name)s played %(card)s. What your order to answer with %(surprise)s asks for was not so: "
        "it let this pass."
    ),
    SeatNote.Kind.NOT_HELD: gettext_noop(
        "%(name)s played %(card)s. Your order to answer with %(surprise)s lapsed: you do not hold that card."
    ),
    SeatNote.Kind.TIME_OUT: gettext_noop(
        "%(name)s played %(card)s. Time ran out before you answered: the site let it pass for you."
    ),
}


def sentence(note: SeatNote, names: Mapping[int, str]) -> str:
    """Return what a note says, in the language of its reader."""
    surprise, card = note.params["surprise"], note.params.get("card", "")
    if note.kind == SeatNote.Kind.HOLDING:
        return _hint(_(engine.card(surprise).title), passes=note.params["passes"])
    words = {
        "name": names.get(note.params["by"], ""),
        "card": _(engine.card(card).title),
        "surprise": _(engine.card(surprise).title) if surprise else "",
    }
    return _(SENTENCES[SeatNote.Kind(note.kind)]) % words


def _hint(surprise: str, *, passes: bool) -> str:
    if passes:
        text = _(
            "You hold %(card)s now. While others play, your orders let everything pass for you, "
            "until you change them."
        )
    else:
        text = _("You hold %(card)s now. Your orders say what becomes of it while others play.")
    return text % {"card": surprise}
