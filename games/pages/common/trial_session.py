"""The session of a visitor who plays against bots without an account: it alone opens their seat.

The session holds whose player row the visitor is, and, once they have asked for a code, for which address and
by which name. It has no key before the first press, gets a new one with it, and another when somebody signs
in.
"""

from django.http import HttpRequest
from django.utils.translation import get_language

from games.models import Player, Seat

WHO, ADDRESS, NAME = "trial_player", "trial_address", "trial_name"


def start_trial_session(request: HttpRequest, player: Player) -> None:
    """Let this browser open the seats of a visitor, under a session key that nobody else can have set."""
    request.session.cycle_key()
    request.session[WHO] = player.pk


def find_trial_player(request: HttpRequest) -> Player | None:
    """Return as whom this browser plays without an account, if it does."""
    pk = request.session.get(WHO)
    return Player.objects.filter(pk=pk, is_trial=True).first() if pk is not None else None


def find_trial_seat(request: HttpRequest, key: str) -> Seat | None:
    """Return the seat of the game with this key that this browser plays without an account.

    Its pages speak the language that the browser has chosen. A form keeps the session alive.
    """
    pk = request.session.get(WHO)
    if pk is None:
        return None
    seats = Seat.objects.select_related("game", "player").filter(status=Seat.Status.TAKEN)
    seat = seats.filter(game__key=key, game__is_trial=True, player=pk).first()
    if seat is None or seat.player is None:
        return None
    seat.player.language = get_language() or seat.player.language
    if request.method == "POST":
        request.session.modified = True
    return seat


def remember_address(request: HttpRequest, address: str, name: str) -> None:
    """Give the visitor's games, and a name, to the player who signs in with this address in this browser."""
    request.session[ADDRESS], request.session[NAME] = address, name


def read_address(request: HttpRequest) -> str:
    """Return to whom the visitor wants to give their games; nothing when they have asked for no code."""
    return str(request.session.get(ADDRESS, ""))


def read_name(request: HttpRequest) -> str:
    """Return what the visitor wants to be called; nothing when they have asked for no code."""
    return str(request.session.get(NAME, ""))


def end_trial_session(request: HttpRequest) -> None:
    """Forget in this browser that somebody played without an account."""
    for name in (WHO, ADDRESS, NAME):
        request.session.pop(name, None)
