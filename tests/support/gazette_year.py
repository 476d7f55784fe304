"""A circle over many weeks: what its games leave behind, made up by a seed."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta

import engine
from games.models import Circle, CircleMember, Game, GameFacts, Player, Seat, SeatFacts

GOALS = [card for card in engine.cards_of("fluxx").values() if card.kind == "goal" and len(card.names) == 2]
NAMES = ("Ania", "Marek", "Ольга", "Priya", "Tom", "Жанна")


def make_circle(at: datetime, *, name: str = "Thursday people", names: tuple[str, ...] = NAMES) -> Circle:
    """Make a circle of these people, which exists since `at`."""
    circle = Circle.objects.create(name=name, created_at=at)
    for number, each in enumerate(names):
        player = Player.objects.create_user(f"p{number}.{circle.pk}@example.org", name=each)
        CircleMember.objects.create(circle=circle, player=player, is_host=not number, joined_at=at)
    return circle


def play_weeks(circle: Circle, begins_at: datetime, weeks: int, seed: int = 1) -> Iterator[datetime]:
    """Let a circle finish no to three games in each week, and yield the end of each week."""
    chance = random.Random(seed)
    people = [each.player for each in circle.members.select_related("player").order_by("pk")]
    number = 0
    for week in range(weeks):
        monday = begins_at + timedelta(days=7 * week)
        for _game in range(chance.choice((0, 1, 1, 2, 3))):
            number += 1
            at = monday + timedelta(hours=chance.randrange(1, 166))
            finish_game(circle, chance.sample(people, chance.randrange(2, 5)), at, chance, number)
        yield monday + timedelta(days=7)


def finish_game(
    circle: Circle, players: list[Player], at: datetime, chance: random.Random, number: int
) -> Game:
    """Leave a finished game of these players behind, with facts that fit each other."""
    game = Game.objects.create(
        name=f"Thursday {number}", host=players[0], circle=circle, status=Game.Status.FINISHED,
        started_at=at - timedelta(days=20), finished_at=at,
    )  # fmt: skip
    seats = [
        Seat.objects.create(
            game=game, number=place, player=player, name=player.name, status=Seat.Status.TAKEN
        )
        for place, player in enumerate(players, 1)
    ]
    goal = chance.choice(GOALS)
    winner = chance.choice([*seats, *seats[:1], None] if chance.random() < 0.3 else [*seats, *seats[:1]])
    turns = chance.randrange(5, 45)
    thefts = [
        {
            "turn": chance.randrange(1, turns),
            "seat": a.number,
            "source": b.number,
            "card": chance.choice(goal.names),
        }
        for a, b in (chance.sample(seats, 2) for _theft in range(chance.randrange(3)))
    ]
    setter = chance.choice(seats)
    facts = GameFacts.objects.create(
        game=game, edition="fluxx", between_people=True, turns=turns,
        goal=goal.slug if winner else "", cards=[goal.slug, *goal.names] if winner else [],
        goals_set=[{"turn": turns if chance.random() < 0.5 else 1, "seat": setter.number, "card": goal.slug}],
        thefts=sorted(thefts, key=lambda each: each["turn"]),
    )  # fmt: skip
    for seat in seats:
        SeatFacts.objects.create(
            seat=seat, facts=facts, has_won=seat == winner, turns=turns // len(seats), goals_set=0,
            taken=sum(each["seat"] == seat.number for each in thefts),
            lost=sum(each["source"] == seat.number for each in thefts),
            answers=3, missing=goal.names[0] if seat != winner and chance.random() < 0.2 else "",
        )  # fmt: skip
    Game.objects.filter(pk=game.pk).update(winner=winner)
    return game
