"""The card of a form as it would lie on a table, before it is saved."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

import engine
from games.decks import descriptions
from games.decks.card_kinds import kind_name
from games.pages.common.card_faces import Face, Faces, drawn, first_letter

from .editions import face_of
from .made_cards_form import LONGEST_TEXT, LONGEST_TITLE, MadeForm

LONGEST_SIGN = 8


def build_preview(form: MadeForm, card: Mapping[str, Any] | None = None) -> Face:
    """Return the face of the card that a form was sent with, or of `card`, which the form changes.

    As long as it is no whole card, what there is of it is shown.
    """
    if form.is_bound:
        card = form.card if form.is_valid() else None
    face = _face_of_whole(form.spec, card) if card is not None else None
    return face or _face_of_part(form.kind, form.data if form.is_bound else {})


def _face_of_whole(spec: engine.DeckSpec, card: Mapping[str, Any]) -> Face | None:
    """Return the face of a card in a deck; None if the deck can't have it."""
    key, data = engine.made_key(card["title"]), json.loads(spec.dump())
    others = [each for each in data.get("made", []) if engine.made_key(each["title"]) != key]
    try:
        spec = engine.DeckSpec.of({**data, "made": [*others, card]})
        built = next(
            share.card
            for share in engine.composition(spec).shares
            if share.made and engine.made_key(share.card.title) == key
        )
        return face_of(built, Faces(spec.deck) if descriptions.is_known_to_rules(spec) else None)
    except ValueError:
        return None


def _face_of_part(kind: str, sent: Mapping[str, Any]) -> Face:
    title = sent.get("title", "")[:LONGEST_TITLE].strip() or _("Title")
    picture, style = sent.get("picture", ""), "new-rule" if kind == "rule" else kind
    has_sign, has_picture = kind in ("keeper", "creeper"), picture in drawn()
    sign = sent.get("face", "")[:LONGEST_SIGN].strip() or first_letter(title)
    return Face(
        slug="",
        title=title,
        text=sent.get("text", "")[:LONGEST_TEXT].strip(),
        kind=style,
        kind_name=capfirst(kind_name(style.replace("-", " "))),
        pictures=(picture,) if has_picture else () if has_sign else (f"kind-{style}",),
        numeral=sign if has_sign and not has_picture else "",
        letter=first_letter(title),
    )
