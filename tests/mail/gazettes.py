"""A circle with a week to tell of."""

from datetime import date, timedelta

from games.models import Circle, CircleMember, Game, GameFacts, Player, Seat, SeatFacts
from games.people.gazette_values import Week
from tests.mail.kinds import turn_of_ann
from tests.mail.tables import NOW, store

WEEK = date.fromordinal(NOW.date().toordinal() - NOW.weekday())


def circle_of_a_week(name: str = "Thursday people") -> tuple[Circle, Player]:
    """Return a circle and one of its members, Ann, who has won with what she took from Bob."""
    stored = store(turn_of_ann())
    Circle.objects.filter(key="thursday").delete()  # that of an earlier mail
    circle = Circle.objects.create(name=name, key="thursday", created_at=NOW - timedelta(days=90))
    Game.objects.filter(pk=stored.game.pk).update(circle=circle)
    for player in stored.players.values():
        CircleMember.objects.create(circle=circle, player=player, joined_at=NOW - timedelta(days=90))
    for number, winner in ((7, "ann"), (8, "cid")):
        leave_behind(circle, stored.players, f"Thursday {number}", winner)
    return circle, stored.players["ann"]


def leave_behind(circle: Circle, players: dict[str, Player], name: str, winner: str) -> None:
    """Let a game of these players end in the week."""
    game = Game.objects.create(
        name=name, host=players["ann"], circle=circle, status=Game.Status.FINISHED,
        started_at=NOW - timedelta(days=20), finished_at=Week(WEEK).begins_at + timedelta(hours=5),
    )  # fmt: skip
    seats = {
        who: Seat.objects.create(game=game, number=number, player=player, name=player.name, status="taken")
        for number, (who, player) in enumerate(players.items(), 1)
    }
    theft = {"turn": 20, "seat": 1, "source": 2, "card": "milk"}
    facts = GameFacts.objects.create(
        game=game, edition="fluxx", between_people=True, turns=21, goal="milk-and-cookies",
        cards=["milk-and-cookies", "milk", "cookies"], thefts=[theft],
        goals_set=[{"turn": 21, "seat": 2, "card": "milk-and-cookies"}],
    )  # fmt: skip
    for who, seat in seats.items():
        SeatFacts.objects.create(
            seat=seat, facts=facts, has_won=who == winner, turns=7, goals_set=0, taken=0, lost=0, answers=7,
            missing="bread" if who == "bob" else "",
        )  # fmt: skip
    Game.objects.filter(pk=game.pk).update(winner=seats[winner])
