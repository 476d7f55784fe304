"""Parts of pages that are drawn once by the values they show, whoever they are shown to (ADR 100, 110).

A part is given its values by name and sees nothing else: no request, no player, no secret of a form. So what
is kept can be shown only where everything in it is known already. What differs from request to request, or is
a row of the database, is refused: two rows are equal by their number, whatever they hold.

A form in a part is kept without its secret, which each reader's own is put in for.
"""

import secrets
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Model
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from .card_chips import ShownCards
from .card_faces import Face

PARTS_KEPT = 4096
LARGEST_KEPT = 64_000  # characters: some 2,400 are usual, and what anybody sends must not fill the memory
# Stands where the secret of a reader's forms goes. Nobody can write it into a name: each process has another.
SECRET_PLACE = secrets.token_hex(16)


class TooLarge(Exception):
    """Carries a part that is drawn and not kept."""

    def __init__(self, part: "Part") -> None:
        super().__init__()
        self.part = part


class Part(NamedTuple):
    """A part as it is drawn, the cards that its chips show, and whether it has forms with a secret."""

    html: SafeString
    cards: tuple[Face, ...]
    has_forms: bool


def render_part(
    template: str, values: Mapping[str, Any], page_cards: ShownCards | None, form_secret: object = ""
) -> SafeString:
    """Return a template with some values alone; the page is told which cards it has to hold for it.

    Its forms, if it has any, get the secret of this page's forms, which is looked at only then. Raises
    `TypeError` for a value that may change while it stays equal.
    """
    zone = timezone.get_current_timezone_name()
    try:
        part = _render(template, tuple(values.items()), get_language() or "", zone, page_cards is not None)
    except TooLarge as large:
        part = large.part
    if page_cards is not None:
        for card in part.cards:
            page_cards.show(card)
    if not part.has_forms:
        return part.html
    return SafeString(part.html.replace(SECRET_PLACE, escape(form_secret)))


@lru_cache(maxsize=PARTS_KEPT)
def _render(
    template: str, values: tuple[tuple[str, Any], ...], _language: str, _zone: str, shows_cards: bool
) -> Part:
    check_plain(values)
    cards = ShownCards() if shows_cards else None
    shown = {**dict(values), "shown_cards": cards, "csrf_token": SECRET_PLACE}
    html = render_to_string(template, shown)
    part = Part(html, () if cards is None else cards.cards, SECRET_PLACE in html)
    if len(html) > LARGEST_KEPT:
        raise TooLarge(part)  # what raises is not kept
    return part


def check_plain(value: object) -> None:
    """Refuse what isn't a plain value all through. Raises `TypeError`."""
    if isinstance(value, Model | Promise):
        raise TypeError(f"{type(value).__name__} is no plain value that a part of a page could be kept by.")
    if isinstance(value, tuple | frozenset):
        for each in value:
            check_plain(each)
    elif is_dataclass(value):
        for each in fields(value):
            check_plain(getattr(value, each.name))
