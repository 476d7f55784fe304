"""A new game as its host's last one: the same people, the same settings, one press."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core import sign_up
from games.core.access import circle_for_next
from games.decks import descriptions
from games.models import Game, Invitation, Player, Seat, Starter

from .invitations import Invitee, find_acquaintances
from .lobby import create_game, seat_bots

# What a host asks of strangers: on a site for friends there is none of it.
AMONG_FRIENDS = {"is_open": False, "least_reliability": 0, "newcomers": True, "talk_is_public": False}


@dataclass(frozen=True)
class LastTime:
    """A game that its host can have again: with these people, and so many bots."""

    game: Game
    invitees: list[Invitee]
    bots: int

    @property
    def people(self) -> str:
        """Who plays besides the host: “Bob, Cid, 2 bots”."""
        bots = [ngettext("%(count)d bot", "%(count)d bots", self.bots) % {"count": self.bots}]
        return _(", ").join([each.name for each in self.invitees] + (bots if self.bots else []))

    @property
    def starts_at_once(self) -> bool:
        """Whether there is nobody to wait for: it was a game against bots."""
        return not self.invitees and self.bots > 0


def find_last_time(host: Player, key: str = "") -> LastTime | None:
    """Return the last game of a host that was dealt, or the one with this key, if it can be had again.

    Whom the host may not invite any more is left out.
    """
    games = Game.objects.filter(host=host, is_trial=False, started_at__isnull=False)
    game = (games.filter(key=key) if key else games).order_by("-started_at", "-pk").first()
    if game is None or not _is_playable(game):
        return None
    seats = list(game.seats.exclude(status=Seat.Status.LEFT))
    people, bots = {seat.player_id for seat in seats}, sum(bool(seat.bot) for seat in seats)
    invitees = [
        Invitee(player.email, name, Invitation.How.KNOWN)
        for player, name in find_acquaintances(host)
        if player.pk in people
    ]
    return LastTime(game, invitees, bots) if invitees or bots else None


def create_as_last_time(last: LastTime, *, host: Player, submission_key: str = "", part: str = "") -> Game:
    """Create a game as the last one was: its bots sit, nobody is invited yet. Raises a `Refusal`."""
    game = create_game(
        host=host,
        name=last.game.name,
        is_numbered=True,
        seats=0,
        invited=len(last.invitees) + last.bots,
        submission_key=submission_key,
        circle_id=circle_for_next(last.game, host),
        part=part,
        **_settings_of(last),
    )
    if game.status == Game.Status.OPEN:
        seat_bots(game=game, by=host, bots=last.bots)
    return game


def _is_playable(game: Game) -> bool:
    try:
        return descriptions.is_known_to_rules(descriptions.parse_spec(game.edition))
    except ValueError:
        return False


def _settings_of(last: LastTime) -> dict[str, Any]:
    """Return the settings of a game without what new games can't have any more."""
    game = last.game
    settings = {name: getattr(game, name) for name in Game.SETTINGS}
    settings["usual_hours"] = 0
    if game.starter == Starter.FIRST:
        settings["starter"] = Starter.CHANCE
    if game.starter == Starter.HOST and game.starts_when_full:
        settings["starting_seat"] = 1
    return settings if sign_up.is_open() else settings | AMONG_FRIENDS
