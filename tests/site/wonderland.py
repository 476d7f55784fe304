"""Positions of Wonderland as games, for tests of windows: Surprises in hands, orders, and answers."""

from collections.abc import Sequence
from typing import Any

import engine
from engine.scenario import deal
from games.core import access
from games.models import By, Game, Notice, Question, SeatNote
from games.models.question import IS_OPEN
from games.orders.window_orders import WindowOrder
from games.play.answer import AcceptedAnswer, answer_question
from games.play.set_window_orders import set_window_orders
from tests.mail.tables import Stored, store


def table(*, pace: int = 1, **given: Any) -> Stored:
    """A running game of Wonderland with people on all seats; `given` is what `engine.scenario.deal` takes."""
    return store(deal(edition="wonderland", **given), pace=pace)


def limit_to_come(bob: Sequence[str] = ("bread", "milk", "jackpot"), **settings: Any) -> Stored:
    """A table of the base game where Ann is about to play a hand limit: Bob and Cid will give up cards."""
    scene = deal(ann=["hand-limit-1", "time"], bob=list(bob), cid=["love", "music"], drawn=1)
    stored = store(scene)
    Game.objects.filter(pk=stored.game.pk).update(**settings)
    stored.game.refresh_from_db()
    return stored


def order(stored: Stored, name: str, *orders: WindowOrder) -> None:
    """Let a seat give these orders, in place of those before."""
    set_window_orders(seat=stored.seats[name], orders=orders)


def asks(*kinds: str) -> list[WindowOrder]:
    """The orders of a seat that wants to be asked when cards of these kinds are played."""
    return [WindowOrder(kind, "ask") for kind in kinds]


def answer(stored: Stored, name: str, *labels: str, by: By = By.PAGE) -> AcceptedAnswer:
    """Answer the question that the play waits for."""
    question = access.question_of(stored.seats[name])
    assert question is not None
    return answer_question(seat=question.seat_id, number=question.number, labels=labels, by=by)


def asked(stored: Stored) -> dict[str, str]:
    """Who is asked what."""
    names = {seat.pk: name for name, seat in stored.seats.items()}
    return {names[row.seat_id]: row.what for row in open_rows(stored)}


def open_rows(stored: Stored) -> list[Question]:
    """The questions that are open, by number."""
    return list(Question.objects.filter(IS_OPEN, game=stored.game).order_by("number"))


def view(stored: Stored, name: str = "") -> engine.View:
    """What a seat may know, or everybody."""
    found = access.view(stored.game, stored.seats[name] if name else None)
    assert found is not None
    return found


def notes(stored: Stored, name: str) -> list[tuple[str, str, str]]:
    """What a seat alone was told of windows: the kind, the Surprise, the card."""
    told = SeatNote.objects.filter(seat=stored.seats[name]).exclude(kind="holding").order_by("pk")
    return [(note.kind, note.params["surprise"], note.params["card"]) for note in told]


def owed(stored: Stored, name: str) -> list[str]:
    """The kinds of notices owed to a seat, oldest first."""
    found = Notice.objects.filter(seat=stored.seats[name]).order_by("pk")
    return list(found.values_list("kind", flat=True))


def fresh(stored: Stored) -> Game:
    """The game as it is stored now."""
    return Game.objects.get(pk=stored.game.pk)
