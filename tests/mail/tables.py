"""Games as rows: a position written in card names, stored as the site stores it, and notices about it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count

import engine
from engine.scenario import Scene
from games.models import By, Game, GameState, Move, Notice, Player, Question, Seat

# A winter evening: Warsaw is an hour ahead of UTC.
NOW = datetime(2026, 11, 21, 17, 30, tzinfo=UTC)
DUE = datetime(2026, 11, 24, 17, 30, tzinfo=UTC)
NUMBERS = count(1)


@dataclass
class Stored:
    """A stored game: its rows, by the names of the seats."""

    game: Game
    players: dict[str, Player]
    seats: dict[str, Seat]

    def question(self, name: str) -> Question:
        return Question.objects.get(seat=self.seats[name], closed_at=None, is_side=False)

    def beside(self, name: str) -> Question:
        """The first open question beside the play."""
        found = Question.objects.filter(seat=self.seats[name], closed_at=None, is_side=True)
        return found.order_by("number")[0]

    def notice(
        self, kind: str, name: str, *, question: bool | None = None, player: str = "", **params
    ) -> Notice:
        """A waiting notice of this kind about a seat, to whoever sits there or to another player."""
        seat = self.seats[name]
        number = next(NUMBERS)
        asks = kind in (Notice.Kind.TURN, Notice.Kind.ANSWER, Notice.Kind.REMINDER)
        return Notice.objects.create(
            key=f"test/{number}",
            kind=kind,
            game=self.game,
            player=self.players[player or name],
            seat=seat,
            question=self.beside(name)
            if kind == Notice.Kind.SIDE_QUESTION
            else self.question(name)
            if (asks if question is None else question)
            else None,
            params=params,
            version=self.game.version,
            message_id=f"<g{self.game.pk}.v{self.game.version}.{kind}.{number:08x}@testserver.localhost>",
            created_at=NOW,
            next_try_at=NOW,
        )


def store(
    scene: Scene, *, name: str = "Friday game", pace: int = 3, zone: str = "Europe/Warsaw", **given
) -> Stored:
    """Store a position as a running game; a player sits on every seat, and the first is the host."""
    names = [player.name for player in scene.seats]
    players = {
        each: Player.objects.filter(email=f"{each}@example.org").first()
        or Player.objects.create_user(f"{each}@example.org", name=each.title(), timezone=zone)
        for each in names
    }
    game = Game.objects.create(
        host=players[names[0]],
        name=name,
        edition=scene.game.view(None).deck.slug,
        pace=pace,
        status=Game.Status.RUNNING,
        seats_wanted=len(names),
        starting_seat=1,
        started_at=NOW,
        **({"commitment": "0" * 64} | given),  # the cards are dealt
    )
    seats = {
        each: Seat.objects.create(
            game=game, number=number, player=players[each], name=each.title(), status=Seat.Status.TAKEN
        )
        for number, each in enumerate(names, start=1)
    }
    stored = Stored(game, players, seats)
    tell(stored, scene)
    return stored


def tell(stored: Stored, scene: Scene) -> None:
    """Store what happened in a scene since it was last stored, as one move of nobody, and what is asked."""
    game = stored.game
    GameState.objects.update_or_create(game=game, defaults={"data": scene.game.dump(), "seed": "secret"})
    Question.objects.filter(game=game, closed_at=None).update(closed_at=NOW)
    if scene.happened:
        game.version += 1
        Move.objects.create(
            game=game,
            version=game.version,
            by=By.ENGINE,
            outcomes=engine.dump_outcomes(scene.happened),
            created_at=NOW,
        )
        scene.happened.clear()
    by_number = {seat.number: seat for seat in stored.seats.values()}
    for question in scene.game.questions:
        in_turn = (
            question.seat == scene.game.turn
            and not question.beside
            and question.what is not engine.QuestionKind.WINDOW
        )
        Question.objects.create(
            game=game,
            seat=by_number[question.seat],
            number=question.number,
            what=question.what.value,
            own_turn=question.own_turn,
            turn=scene.game.turn_number,
            is_side=question.beside,
            on_turn_clock=in_turn,
            opened_at=NOW,
            due_at=DUE if game.pace and not question.beside else None,
        )
    if scene.game.over:
        game.status, game.finished_at = Game.Status.FINISHED, NOW
        game.winner = by_number[scene.game.winner] if scene.game.winner else None
        game.end_reason = "Everyone lost: an Ungoal was met." if scene.game.view(None).lost else ""
    game.save()
