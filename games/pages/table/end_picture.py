"""The picture of the end of a game for chats: 1200 by 630 pixels, drawn by what draws the board for mails.

It shows what strangers see, by the names that they read, and there is none before the end.
"""

import hashlib
from dataclasses import dataclass
from datetime import timedelta

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _

from games.board.layout import fit, word_width
from games.board.mail_picture import draw_png, symbols_by_name, values
from games.board.values import Word
from games.core.site_title import site_title
from games.decks.descriptions import deck_title
from games.models import Game
from games.models.names import one_line
from games.pages.common.card_faces import Face

from .shown_end import ShownEnd, show_end

WIDTH, HEIGHT = 1200, 630
KEPT = timedelta(hours=1).total_seconds()
MOST_CARDS, CARD, GAP = 6, 168.0, 16.0
MOST_LINES, LINE_HEIGHT, LETTERS = 2, 36.0, 26.0
# Letters that the fonts have: Latin, Cyrillic, Hebrew, Arabic, and the punctuation of these.
_LETTERS = (
    range(0x250),
    range(0x400, 0x460),
    range(0x5D0, 0x5F5),
    range(0x600, 0x700),
    range(0x2010, 0x2027),
)
GROUNDS = {"over": "#1d5743", "lost": "#74291f", "drawn": "#45525a"}
INK = "#fdf7e8"


@dataclass(frozen=True)
class DrawnCard:
    """A card in the picture: where it stands, and what is on it. `pictures` are names with their places."""

    x: float
    face: Face
    head: Word
    title: Word
    pictures: tuple[tuple[str, float], ...]
    colours: dict[str, str]


def answer_with_picture(request: HttpRequest, game: Game) -> HttpResponse:
    """Return the picture of the end of a game, or that it is still the same; `Http404` before the end."""
    return answer_with_png(request, render_svg(show_end(game)))


def answer_with_png(request: HttpRequest, svg: str) -> HttpResponse:
    """Return a picture for chats, or that it is still the same; it is kept by what it shows."""
    name = hashlib.sha256(svg.encode()).hexdigest()[:32]
    response = get_conditional_response(request, etag=f'"{name}"')
    if response is None:
        ground = values()["--paper"]
        png = cache.get_or_set(
            f"end-picture:{name}", lambda: draw_png(svg, width=WIDTH, background=ground), timeout=KEPT
        )
        response = HttpResponse(png, content_type="image/png")
    response["ETag"] = f'"{name}"'
    patch_cache_control(response, no_cache=True)
    return response


def render_svg(shown: ShownEnd) -> str:
    """Return the picture as SVG, in the present language; of a long name the beginning."""
    lines = _lines([one_line(str(told)) for told in shown.ending.why])
    cards = _cards(shown)
    used = {name for card in cards for name, _x in card.pictures}
    face = shown.game.faces.get(shown.ending.winner.number) if shown.ending.winner is not None else None
    used |= {face.picture} if face is not None else set()
    context = {
        "width": WIDTH,
        "height": HEIGHT,
        "ground": GROUNDS["over" if face is not None else "lost" if shown.table.lost else "drawn"],
        "ink": INK,
        "face": face,
        "face_colour": values().get(f"--face-{face.colour}", INK) if face is not None else "",
        "face_ink": values()["--face-ink"],
        "site": site_title(),
        "call": centred(_call(shown), 268, WIDTH - 120, 84),
        "below": centred(f"{_title(shown)} · {shown.ending.length}", 312, WIDTH - 160, 26),
        "cards": cards,
        "lines": [
            centred(
                line, 582 + LINE_HEIGHT * place - LINE_HEIGHT * (len(lines) - 1) / 2, WIDTH - 120, LETTERS
            )
            for place, line in enumerate(lines)
        ],
        "symbols": "".join(symbols_by_name()[name] for name in sorted(used) if name in symbols_by_name()),
    }
    return render_to_string("games/end_picture.svg", context)


def can_write(text: str) -> bool:
    """Whether the fonts have all letters of a text."""
    return all(letter.isprintable() and any(ord(letter) in each for each in _LETTERS) for letter in text)


def _lines(sentences: list[str]) -> list[str]:
    """Return as many sentences as there is room for, but the first one in any case."""
    for count in range(len(sentences), 1, -1):
        lines = wrap(" ".join(sentences[:count]), WIDTH - 160, LETTERS)
        if not lines[-1].endswith(" …"):
            return lines
    return wrap(" ".join(sentences[:1]), WIDTH - 160, LETTERS)


def wrap(text: str, room: float, size: float) -> list[str]:
    """Return a text in lines of this width, at most `MOST_LINES`; what is longer ends with “…”."""
    lines: list[str] = []
    for word in text.split():
        if lines and word_width(f"{lines[-1]} {word}") * size <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], f"{lines[MOST_LINES - 1]} …"]
    return lines


def centred(text: str, y: float, room: float, largest: float) -> Word:
    """Return a text in the middle of the picture that fits into the width `room`."""
    return fit(text, WIDTH / 2, y, room, largest)


def _call(shown: ShownEnd) -> str:
    if shown.ending.winner is None:
        return _("Everyone has lost.") if shown.table.lost else _("The game ended without a winner.")
    name = shown.ending.winner.shown_name
    return _("%(name)s won.") % {"name": name if can_write(name) else _("A player")}


def _title(shown: ShownEnd) -> str:
    name = shown.game.shown_name
    return name if can_write(name) else deck_title(shown.game.edition, shown.game.deck_title)


def _cards(shown: ShownEnd) -> list[DrawnCard]:
    """Lay out the cards that decided the game; on a board the goals of the winner."""
    faces = [shown.table.faces.of(goal.slug) for goal in shown.ending.goals] or list(shown.ending.cards)
    faces = faces[:MOST_CARDS]
    left = (WIDTH - len(faces) * (CARD + GAP) + GAP) / 2
    return [_card(face, left + place * (CARD + GAP)) for place, face in enumerate(faces)]


def _card(face: Face, x: float) -> DrawnCard:
    middle, size, names = x + CARD / 2, 58.0, face.pictures[:2]
    start = middle - (len(names) * (size + 10) - 10) / 2
    kind = {"new-rule": "rule", "meta-rule": "meta", "basic-rules": "basic"}.get(face.kind, face.kind)
    title = one_line(face.title)
    return DrawnCard(
        x=x,
        face=face,
        head=fit(face.kind_name.upper(), x + 12, 359, CARD - 24, 17),
        title=fit(title if can_write(title) else "…", middle, 506, CARD - 16, 21),
        pictures=tuple((name, start + place * (size + 10)) for place, name in enumerate(names)),
        colours=_colours(kind),
    )


def _colours(kind: str) -> dict[str, str]:
    found = values()
    return {name: found[f"--{kind}-{name}"] for name in ("band", "soft")} | {"ink": found[f"--{kind}"]}
