"""The picture of the week: the cards by which a game was won, drawn by what draws the ends of games."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string

from games.board.layout import fit
from games.board.mail_picture import draw_png, is_printable, symbols_by_name, values
from games.board.values import Word
from games.core.typography import NBSP

WIDTH, HEIGHT = 1096, 360  # twice as fine as it is shown
MOST_CARDS, CARD, GAP = 5, 180.0, 20.0
TOP = 104
GROUND, INK = "#1c5a50", "#fdf7e8"


@dataclass(frozen=True)
class WinningCard:
    """A card: its title and the name of its kind in the reader's language, its kind, and symbols on it."""

    title: str
    kind: str
    kind_name: str
    pictures: Sequence[str]


@dataclass(frozen=True)
class WinningCards:
    """The cards by which somebody won, what is written above them, and the same for who sees no pictures."""

    above: str
    cards: Sequence[WinningCard]
    alt: str


@dataclass(frozen=True)
class _Drawn:
    x: float
    head: Word
    title: Word
    pictures: Sequence[tuple[str, float]]
    band: str
    soft: str
    ink: str


def draw(shown: WinningCards) -> bytes:
    """Return the picture as a PNG; readers of one language share it."""
    return draw_png(render_svg(shown), width=WIDTH, background=GROUND)


def render_svg(shown: WinningCards) -> str:
    """Return the picture as SVG."""
    above = _plain(shown.above)
    cards = [card for card in shown.cards if is_printable(_plain(card.title))][:MOST_CARDS]
    left = (WIDTH - len(cards) * (CARD + GAP) + GAP) / 2
    drawn = [_card(card, left + place * (CARD + GAP)) for place, card in enumerate(cards)]
    used = {name for card in drawn for name, _x in card.pictures}
    context = {
        "width": WIDTH,
        "height": HEIGHT,
        "ground": GROUND,
        "ink": INK,
        "above": fit(above if is_printable(above) else "", WIDTH / 2, 66, WIDTH - 80, 38),
        "top": TOP,
        "cards": drawn,
        "symbols": "".join(symbols_by_name()[name] for name in sorted(used)),
    }
    return render_to_string("mail/gazette.svg", context)


def _plain(text: str) -> str:
    """Return a text with usual spaces: no line ends in a picture, and the font has no others."""
    return text.replace(NBSP, " ")


def _card(card: WinningCard, x: float) -> _Drawn:
    names = [name for name in card.pictures if name in symbols_by_name()][:2]
    middle, size = x + CARD / 2, 66.0
    start = middle - (len(names) * (size + 10) - 10) / 2
    colours = values()
    return _Drawn(
        x=x,
        head=fit(_plain(card.kind_name).upper(), x + 12, TOP + 24, CARD - 24, 17),
        title=fit(_plain(card.title), middle, TOP + 198, CARD - 16, 22),
        pictures=tuple((name, start + place * (size + 10)) for place, name in enumerate(names)),
        band=colours[f"--{card.kind}-band"],
        soft=colours[f"--{card.kind}-soft"],
        ink=colours[f"--{card.kind}"],
    )
