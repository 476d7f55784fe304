"""The games of a circle: those that go on, and its archive."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from games.core import blocks
from games.core.list_rows import people_at
from games.models import Circle, CircleMember, Game, Seat
from games.pages.common.people import Person, people_among
from games.pages.common.person_context import PersonContext

from .circle_page import circle_page, render_circle

OVER = (Game.Status.FINISHED, Game.Status.ENDED)
SHOWN = 30


@dataclass(frozen=True)
class CircleGame:
    """A game in a list: who of the circle and which bots play, and its address where the reader may open it.

    `winner` is the seat that won, if one of theirs did; `is_won` whether anybody did.
    """

    game: Game
    people: tuple[Person, ...]
    address: str
    winner: Seat | None
    is_mine: bool

    @property
    def is_won(self) -> bool:
        """Whether somebody has won."""
        return self.game.winner_id is not None


def going_on(circle: Circle) -> QuerySet[Game]:
    """Return the games of a circle that have not ended, the newest first."""
    return circle.games.exclude(status__in=OVER).order_by("-created_at", "-pk")


def finished(circle: Circle) -> QuerySet[Game]:
    """Return the games of a circle that are over, the last first; not those that never began."""
    over = circle.games.filter(status__in=OVER, started_at__isnull=False, finished_at__isnull=False)
    return over.order_by("-finished_at", "-pk")


def list_games(person: PersonContext, circle: Circle, games: Iterable[Game]) -> list[CircleGame]:
    """Return games as a list shows them. Three statements.

    Who isn't a member is not named there, nor who keeps apart from the reader.
    """
    games = list(games)
    seats = people_at(game.pk for game in games)
    players = {seat.player_id for each in seats.values() for seat in each if seat.player_id is not None}
    members = set(circle.members.filter(player__in=players).values_list("player", flat=True))
    members -= blocks.find_apart(person.player)
    return [_describe(person, game, seats.get(game.pk, []), members) for game in games]


def _describe(person: PersonContext, game: Game, seats: list[Seat], members: set[int]) -> CircleGame:
    named = [seat for seat in seats if seat.bot or seat.player_id in members]
    is_mine = any(seat.player_id == person.player.pk and seat.is_taken for seat in seats)
    return CircleGame(
        game=game,
        people=people_among(named),
        address=person.game_url(game.key) if is_mine or game.is_open else "",
        winner=next((seat for seat in named if seat.pk == game.winner_id), None),
        is_mine=is_mine,
    )


@circle_page()
def archive(request: HttpRequest, person: PersonContext, me: CircleMember) -> HttpResponse:
    """Show the games of a circle that are over, page by page."""
    page = Paginator(finished(me.circle), SHOWN).get_page(request.GET.get("page"))
    shown = {"page": page, "games": list_games(person, me.circle, page)}
    return render_circle(request, person, me, "circles/games.html", shown)
