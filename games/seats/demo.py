"""The newcomer's game: what a fresh site on somebody's own machine shows first."""

from allauth.account.models import EmailAddress
from django.utils.translation import gettext as _

from games.models import Game, Pace, Player, Starter
from games.play.start import start_game

from .lobby import create_game

ADDRESS = "you@fluxx.localhost"


def do_demo() -> tuple[Player, Game]:
    """Return the newcomer, and their running game against three bots, which waits for their move.

    Both are made when they are not there, so that a second run finds what the first has left. The newcomer
    may use the admin: it is their own machine.
    """
    player = Player.objects.filter(email=ADDRESS).first() or make_newcomer()
    running = Game.objects.filter(host=player, status=Game.Status.RUNNING).order_by("-created_at").first()
    return player, running or make_game(player)


def make_newcomer() -> Player:
    """Create the newcomer, whose address is proved by being here."""
    player = Player.objects.create_superuser(ADDRESS, name=_("Newcomer"))
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


def make_game(player: Player) -> Game:
    """Create and start a game of the newcomer against three bots; the newcomer begins."""
    game = create_game(
        host=player,
        name=_("Your first game"),
        seats=4,
        pace=Pace.THREE_DAYS,
        fill_with_bots=True,
        starter=Starter.HOST,
    )
    return start_game(game=game, by=player)
