"""What people are asked at a table of the corpus, and how they put answers, chosen from what is offered."""

from collections.abc import Sequence

import engine
from games.core import access
from games.models import (
    Deputy,
    Question,
    Seat,
)
from games.replies import vocabulary
from tests.site.play import open_questions

from .world import World

# What people write below an answer.
FOLLOWING = (
    "draw", "1", "2", "pass", "end turn", "undo", "help", "say Well played!", "hand",
    "Thanks, see you tomorrow", "999", "undo\n1",
)  # fmt: skip


def some_question(world: World) -> Question | None:
    """Return an open question of a person, most often one that stops the play."""
    asked = [each for each in open_questions(world.game) if each.seat.is_person]
    first = [each for each in asked if not each.is_side]
    return world.pick(first if first and world.chance() < 0.8 else asked)


def some_seat(world: World) -> Seat | None:
    """Return the seat of a person."""
    return world.pick([each for each in world.game.seats.order_by("number") if each.is_person])


def asked_now(question: Question) -> tuple[engine.View | None, engine.QuestionView | None]:
    """Return the view of who is asked, and the question in it."""
    view = access.view(question.game, question.seat)
    found = [] if view is None else [each for each in (view.question, *view.beside) if each is not None]
    return view, next((each for each in found if each.number == question.number), None)


def some_labels(world: World, question: Question) -> Sequence[str]:
    """Return an answer that the rules take, once in a while a sensible one; at the end of a game always."""
    if question.number < 1:
        return ("take",)
    view, asked = asked_now(question)
    if view is None or asked is None:
        return ()
    if world.chance() < (0.95 if world.plan.habit == "end" else 0.3):
        return engine.bots.sensible(view, asked)
    if asked.words and world.chance() < 0.5:
        return (f"So say I, {world.dice.randrange(100)} times.",)
    return engine.bots.random(view, str(world.dice.random()), asked)


def some_deputy(world: World, seat: Seat) -> Deputy | None:
    """Return who may play a seat for its player."""
    return world.pick(access.deputies_in_force(seat=seat.pk)) if seat.has_deputy else None


def written(world: World, question: Question, labels: Sequence[str]) -> str:
    """Return these labels as a person writes them: the numbers of the mail, or names."""
    if question.number < 1:
        return "1"
    view, asked = asked_now(question)
    if view is None or asked is None:
        return "pass"
    printed = vocabulary.printed_choices(asked)
    if all(label in printed for label in labels) and labels and world.chance() < 0.6:
        return ", ".join(str(printed.index(label) + 1) for label in labels)
    names = access.names(question.game)
    return ", ".join(
        engine.text.option(engine.read_option(label, asked.what), view.deck.known_cards, names, str)
        for label in labels
    )


def some_text(world: World, question: Question) -> str:
    """Return some lines for a question: an answer, what follows, what nobody understands."""
    lines = [written(world, question, some_labels(world, question))]
    if world.chance() < 0.5:
        lines.append(world.dice.choice(FOLLOWING))
    if world.chance() < 0.15:
        lines.insert(0, world.dice.choice(("say Hello", "undo", "no such card at all", "help", "")))
    return "\n".join(lines)
