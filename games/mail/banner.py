"""The picture at the head of an invitation: five cards, the middle one with the picture of the edition."""

from dataclasses import replace
from email.mime.image import MIMEImage
from functools import cache

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games.board.mail_picture import draw_png, symbols
from games.decks import descriptions
from games.decks.edition_pictures import edition_picture
from games.models import Game
from games.models.names import one_line

from .letter import Banner, Letter
from .message import make_picture

WIDTH = 548  # pixels: that of a letter's text, drawn twice as fine
BACKGROUND = "#1c5a50"  # of the line above it


def edition_banner(game: Game) -> Banner:
    """Return the picture of the edition of a game."""
    deck = one_line(descriptions.deck_title(game.edition, game.deck_title))
    return Banner(edition_picture(game), _("Cards of %(deck)s") % {"deck": deck})


def draw_banner(letter: Letter, identity: str) -> tuple[Letter, MIMEImage | None]:
    """Return a letter with its banner, and the picture, whose Content-ID is `identity`; or ``None``."""
    if letter.banner is None:
        return letter, None
    picture, width, height = make_picture(_render(letter.banner.name), identity, "cards.png")
    banner = replace(
        letter.banner, source=f"cid:{identity}", width=WIDTH, height=round(height * WIDTH / width)
    )
    return replace(letter, banner=banner), picture


@cache
def _render(name: str) -> bytes:
    """Return the PNG with this symbol of static/pictures.svg in its middle."""
    svg = render_to_string("mail/banner.svg", {"name": name, "symbols": symbols(), "background": BACKGROUND})
    return draw_png(svg, width=2 * WIDTH, background=BACKGROUND)
