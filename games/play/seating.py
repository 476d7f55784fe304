"""The seats of a locked game, and in the same query what every answer wants to know of who sits there."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, F, OuterRef, QuerySet

from games.core.statements import Fetch
from games.models import Game, Player, Seat, Vacation, Vote, Wish
from games.models.vote import IS_OPEN
from games.timing import deadlines

# The habits that stop a player's clock, as they lie in their row.
HABITS = ("timezone", "quiet_from", "quiet_to", "days_off")


def with_players(game: int) -> QuerySet[Seat]:
    """Return the query of the seats of a game, with what is known of their players and of wishes."""
    return (
        Seat.objects.filter(game=game)
        .annotate(**{f"their_{name}": F(f"player__{name}") for name in (*HABITS, "mail_refused_at")})
        .annotate(
            they_go_away=Exists(Vacation.objects.filter(player=OuterRef("player"))),
            game_has_wishes=Exists(Wish.objects.filter(game=game, settled_at=None)),
            game_may_go_back=Exists(Vote.objects.filter(IS_OPEN, game=game, kind=Vote.Kind.TAKEBACK)),
        )
        .order_by("number")
    )


_seats_of = Fetch(with_players)


def seats_of(game: Game) -> list[Seat]:
    """Return the seats of a game, in their order. What stops the clocks of its players is known from then on.

    Only of who has entered vacations `deadlines.hours_of` asks the database.
    """
    seats = _seats_of(game.pk)
    deadlines.remember(
        game,
        (
            Player(pk=seat.player_id, **{name: known(seat, f"their_{name}") for name in HABITS})
            for seat in seats
            if seat.player_id is not None and not known(seat, "they_go_away")
        ),
    )
    return seats


def may_have_wishes(seats: Iterable[Seat]) -> bool:
    """Whether somebody may wait to join or leave, as far as these seats know."""
    return any(getattr(seat, "game_has_wishes", True) for seat in seats)


def may_go_back(seats: Iterable[Seat]) -> bool:
    """Whether somebody may have asked the table to take a turn back, as far as these seats know."""
    return any(getattr(seat, "game_may_go_back", True) for seat in seats)


def refuses_mail(seat: Seat) -> bool:
    """Whether the mail server of the player of a seat has said that their address takes no mail."""
    if hasattr(seat, "their_mail_refused_at"):
        return known(seat, "their_mail_refused_at") is not None
    return seat.player is not None and seat.player.mail_refused_at is not None


def known(seat: Seat, name: str) -> object:
    """Return what the query of `seats_of` has found besides the seat."""
    return getattr(seat, name)
