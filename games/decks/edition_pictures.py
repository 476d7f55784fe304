"""The pictures of editions: symbols of static/pictures.svg."""

from games.models import Game

from . import descriptions

# What stands for an edition where there is room for a picture alone.
EDITION_PICTURES = {
    "fluxx": "the-rocket",
    "ice": "the-pyramid",
    "wonderland": "white-rabbit",
    "anatomy": "heart",
    "board": "piece-red",
}


def edition_picture(game: Game) -> str:
    """Return the picture of the edition of a game, the first one of a mixed deck."""
    try:
        editions = descriptions.parse_spec(game.edition).editions
    except ValueError:
        editions = ()
    return next((EDITION_PICTURES[slug] for slug in editions if slug in EDITION_PICTURES), "pile")
