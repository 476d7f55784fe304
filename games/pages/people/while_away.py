"""The page “While you were away”: what became of a player's games during their last vacation."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import clock
from games.core import window_passes
from games.core.snapshot import TableBatch
from games.history import game_history
from games.history.narrator import Length, Viewer, narrate
from games.models import By, Game, Move, Question, Seat, Vacation
from games.models.question import STOPS_PLAY, WINDOW
from games.pages.common.person_context import PersonContext, person_page, render_person_page

# Without a vacation, and of moves and games.
RECENT = timedelta(days=14)
MOST_MOVES = 60
MOST_GAMES = 40
ANSWERED = {
    By.BOT: gettext_noop("A bot answered for you: %(answer)s"),
    By.CLOCK: gettext_noop("Time ran out. The site answered for you: %(answer)s"),
    By.ORDER: gettext_noop("Your standing orders answered: %(answer)s"),
}
PLAYED_FOR = tuple(ANSWERED)


@dataclass(frozen=True)
class PlayedGame:
    """A game in which moves were made for the player; ``lines`` tell them, oldest first."""

    game: Game
    address: str
    moves: int
    lines: tuple[tuple[datetime, str], ...]


@person_page()
def while_away(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Show what happened since the player's last vacation began: ended games, what waits, what was played."""
    player, now = person.player, clock.now()
    vacation = Vacation.objects.filter(player=player, starts_at__lte=now).order_by("-starts_at").first()
    since = vacation.starts_at if vacation is not None else now - RECENT
    until = min(vacation.ends_at, now) if vacation is not None else now
    seats = Seat.objects.filter(player=player, status=Seat.Status.TAKEN).select_related("game")
    over = seats.filter(game__finished_at__gte=since, game__finished_at__lte=until)
    asked = Question.objects.filter(STOPS_PLAY, seat__player=player, game__status=Game.Status.RUNNING)
    ended = over.order_by("-game__finished_at")[:MOST_GAMES]
    waiting = asked.exclude(what=WINDOW).select_related("game").order_by("due_at", "pk")
    shown = {
        "vacation": vacation,
        "is_on": vacation is not None and vacation.ends_at > now,
        "since": since,
        "until": until,
        "over": [(each, person.game_url(each.game.key)) for each in ended],
        "waiting": [(each, person.game_url(each.game.key)) for each in waiting],
        "played": list(find_played(person, seats.order_by("game__name", "game_id"), since, until)),
    }
    return render_person_page(request, person, "games/while_away.html", shown)


def find_played(
    person: PersonContext, seats: Iterable[Seat], since: datetime, until: datetime
) -> Iterable[PlayedGame]:
    """Return the games in which the site, a bot or orders played for these seats, as each may know it."""
    by_game = {seat.game_id: seat for seat in seats}
    moves = Move.objects.filter(
        kind=Move.Kind.ANSWER, by__in=PLAYED_FOR, created_at__gte=since, created_at__lte=until
    ).exclude(outcomes=[], labels=window_passes.PASS)
    place = Window(RowNumber(), partition_by="seat", order_by=F("version").desc())
    newest = moves.filter(seat__in=list(by_game.values())).annotate(place=place).filter(place__lte=MOST_MOVES)
    played: dict[int, list[Move]] = {}
    for move in newest.order_by("-version"):
        played.setdefault(move.game_id, []).append(move)
    tables = TableBatch.of(by_game[game].game for game in played).seats
    for game, seat in by_game.items():
        if mine := played.get(game):
            address, lines = person.game_url(seat.game.key), tell_moves(seat, mine, tables[game])
            yield PlayedGame(seat.game, address, len(mine), tuple(lines))


def tell_moves(
    seat: Seat, newest_first: Sequence[Move], seats: Sequence[Seat]
) -> Iterable[tuple[datetime, str]]:
    """Yield what moves of a seat did, oldest first, in words for its player; `seats` are all of the game.

    Of what several seats answer at once, the history tells nothing until all have: then what was answered.
    """
    game = seat.game
    texts: dict[int, list[str]] = {}
    lines = game_history.history_lines(
        game, seat, moves=newest_first, until=game.version, with_notes=False, is_you=False, seats=seats
    )
    for line in lines:
        texts.setdefault(line.version, []).append(line.text)
    viewer = Viewer.of(game, seat, seats)
    for move in reversed(newest_first):
        if move.outcomes:
            yield from ((move.created_at, text) for text in texts.get(move.version, ()))
        else:
            (answer,) = narrate(move, viewer, Length.CHOICE)
            yield move.created_at, _(ANSWERED[By(move.by)]) % {"answer": answer.text}
