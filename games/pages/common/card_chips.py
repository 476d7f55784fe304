"""The names of cards on a page: chips that show their cards, each of which the page holds once, hidden."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

import engine
from games.history.marks import Told
from games.models import Game

from .card_faces import FACE_DOWN, Face, Faces

CARDS_KEPT = SENTENCES_KEPT = 4096
# The blanks around the tags of a chip, which would stand before a comma or a full stop.
BLANKS = re.compile(r"(?<=>)\s++|(?<!\s)\s++(?=<)")
# What a line may not break off from a chip: browsers break beside it, as beside a picture.
OPENING, CLOSING = re.compile(r"(?<![(\[„“«])[(\[„“«]++\Z"), re.compile(r"[)\]”».,:;!?…]+")


class ShownCards:
    """The cards that the chips of one page show."""

    def __init__(self) -> None:
        """Begin a page without any."""
        self._faces: dict[str, Face] = {}
        self._deck: Faces | None = None

    def faces_of(self, game: Game) -> Faces | None:
        """Return the cards of a game's deck as they are printed; `None` for a deck of an older release."""
        if self._deck is None:
            try:
                self._deck = Faces(engine.deck_of(game.edition))
            except (KeyError, ValueError):
                return None
        return self._deck

    def show(self, face: Face) -> str:
        """Note that the page needs this card; return its id, which is empty for the back of a card."""
        if face.slug == FACE_DOWN or not face.slug:
            return ""
        self._faces.setdefault(face.slug, face)
        return card_id(face.slug)

    @property
    def cards(self) -> tuple[Face, ...]:
        """All the cards."""
        return tuple(self._faces.values())

    def render(self) -> SafeString:
        """Return all the cards, which are hidden until a chip shows them."""
        return format_html_join("", "{}", ((_render_card(face),) for face in self._faces.values()))


def card_id(slug: str) -> str:
    """Return the id of the element that holds a card on a page."""
    return f"card-{slug}"


class CardPrint(NamedTuple):
    """What stands on a card: of a `Face`, and of a choice that looks like one."""

    kind: str
    kind_name: str
    pictures: tuple[str, ...]
    numeral: str
    letter: str
    title: str
    text: str
    remark: str


def render_card_body(card: object) -> SafeString:
    """Return what stands on a card, within the frame that a page gives it."""
    return _render_print(CardPrint(*(getattr(card, name) for name in CardPrint._fields)))


def render_chip(face: Face, shown: ShownCards | None, label: str = "") -> SafeString:
    """Return a card as a chip; a `label` stands for its title. With `shown`, a press shows the card."""
    target = shown.show(face) if shown is not None else ""
    return _render_chip(face, target, label or face.title, get_language() or "")


def render_sentence(told: Told, faces: Faces | None, shown: ShownCards | None, me: int | None) -> SafeString:
    """Return a sentence with its cards as chips; the name of seat `me` is set off as the reader's own."""
    if shown is not None and faces is not None:
        for part in told.parts:
            if part.card in faces.deck.known_cards:
                shown.show(faces.of(part.card))
    return _render_sentence(told, faces, me, get_language() or "", is_shown=shown is not None)


class Chip(SafeString):
    """A card in a sentence."""


def _take(rendered: list[SafeString | str], place: int, find: Callable[[str], re.Match[str] | None]) -> str:
    """Take what is found out of the words at a place of a sentence; return it."""
    words = rendered[place] if 0 <= place < len(rendered) else ""
    found = None if isinstance(words, SafeString) else find(words)
    if found is None:
        return ""
    rendered[place] = words[: found.start()] + words[found.end() :]
    return found[0]


def _render_parts(
    told: Told, faces: Faces | None, shown: ShownCards | None, me: int | None
) -> Iterable[SafeString | str]:
    for part in told.parts:
        if part.card and faces is not None and part.card in faces.deck.known_cards:
            yield Chip(render_chip(faces.of(part.card), shown, part.text))
        elif part.card:  # one of an older release
            yield _("“{title}”").format(title=part.text)
        elif part.seat:
            style = "who who--me" if part.seat == me else "who"
            yield format_html('<bdi class="{}">{}</bdi>', style, part.text)
        else:
            yield part.text


@lru_cache(maxsize=SENTENCES_KEPT)
def _render_sentence(
    told: Told, faces: Faces | None, me: int | None, _language: str, *, is_shown: bool
) -> SafeString:
    rendered = list(_render_parts(told, faces, ShownCards() if is_shown else None, me))
    for place, chip in enumerate(rendered):
        if not isinstance(chip, Chip):
            continue
        opening = _take(rendered, place - 1, OPENING.search)
        closing = _take(rendered, place + 1, CLOSING.match)
        if opening or closing:
            rendered[place] = format_html('<span class="glued">{}{}{}</span>', opening, chip, closing)
    return format_html_join("", "{}", ((each,) for each in rendered))


@lru_cache(maxsize=CARDS_KEPT)
def _render_print(card: CardPrint) -> SafeString:
    return render_to_string("games/_card.html", {"card": card})


@lru_cache(maxsize=CARDS_KEPT)
def _render_chip(face: Face, target: str, label: str, language: str) -> SafeString:
    with override(language):
        shown = {"card": face, "target": target, "label": label}
        html = render_to_string("games/_chip.html", shown).strip()
    return mark_safe(BLANKS.sub("", html))  # noqa: S308  (a template has made it)


@lru_cache(maxsize=CARDS_KEPT)
def _render_card(face: Face) -> SafeString:
    return render_to_string("games/_shown_card.html", {"card": face, "id": card_id(face.slug)})
