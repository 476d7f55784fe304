"""The six lessons: a position in a scenario file, one question, and what is said of each answer.

The engine plays each answer, and its outcome says whether the answer is right. A position has few answers, so
each is played once in a process and kept: a visitor who tries them all costs the site nothing more.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.translation import gettext_noop

import engine
from engine import QuestionKind

ME, ADA = 1, 2  # the seats of each position
POSITIONS = Path(__file__).parent / "positions"


@dataclass(frozen=True)
class Lesson:
    """A position, by the name of its file, in words; `is_right` looks at the table after an answer."""

    slug: str
    title: str
    story: str
    question: str
    verb: str
    right: str
    wrong: str
    is_right: Callable[[engine.View], bool]


@dataclass(frozen=True)
class Played:
    """What an answer has led to: the table as the learner sees it, and what happened on the way."""

    view: engine.View
    outcomes: tuple[engine.Outcome, ...]


LESSONS = (
    Lesson(
        "keeper",
        gettext_noop("A keeper"),
        gettext_noop(
            "It’s your turn. You’ve drawn a card, and now you play one. Each card says what it is: here a "
            "keeper, a goal and a rule."
        ),
        gettext_noop("Play the card that stays in front of you."),
        gettext_noop("Play it"),
        gettext_noop("A keeper stays in front of you. Goals ask for keepers, so collect some."),
        gettext_noop(
            "That card doesn’t stay in front of you: goals and rules lie in the middle, for everyone. Try "
            "the keeper."
        ),
        lambda view: bool(view.seats[0].keepers),
    ),
    Lesson(
        "goal",
        gettext_noop("A goal"),
        gettext_noop(
            "A goal lies in the middle and says which keepers win. It counts for everyone, and a new goal "
            "replaces the one before it."
        ),
        gettext_noop("Two keepers lie in front of you. Which card makes you win with them?"),
        gettext_noop("Play it"),
        gettext_noop("You have what the goal asks for, so you’ve won, right away."),
        gettext_noop(
            "You haven’t won, and your turn is over. Look for the goal that names both of your keepers."
        ),
        lambda view: view.winner == ME,
    ),
    Lesson(
        "rule",
        gettext_noop("A rule that counts at once"),
        gettext_noop(
            "You hold both keepers that the goal asks for. But the rules let you play only one card in a "
            "turn."
        ),
        gettext_noop("Which card lets you play both keepers in this turn?"),
        gettext_noop("Play it"),
        gettext_noop(
            "A new rule counts from the moment it’s played. You may play 3 cards now, and this was the "
            "first: both keepers can follow."
        ),
        gettext_noop("You’ve played your one card, so your turn is over. Change the rules first."),
        lambda view: view.turn == ME and view.plays_left > 1,
    ),
    Lesson(
        "action",
        gettext_noop("An action within an action"),
        gettext_noop(
            "You’ve played an action. It takes another action, or a rule, out of the discard pile and plays"
            " it. One keeper of the goal is yours, the other one is Ada’s."
        ),
        gettext_noop("Which card do you play again?"),
        gettext_noop("Play it"),
        gettext_noop(
            "One action played the other, all in one play: Ada’s keeper is yours now, and you’ve won."
        ),
        gettext_noop(
            "That didn’t bring you the keeper that you lack. Choose the action that takes a keeper from Ada."
        ),
        lambda view: view.winner == ME,
    ),
    Lesson(
        "limit",
        gettext_noop("A hand limit, out of turn"),
        gettext_noop(
            "It’s Ada’s turn, and she has just played a hand limit of 2. It binds everyone else at once. "
            "You hold 3 cards, and one of them is the keeper that you still need for the goal."
        ),
        gettext_noop("Which card do you discard?"),
        gettext_noop("Discard it"),
        gettext_noop(
            "You’ve kept what the goal needs. A hand limit applies to you during other people’s turns, and "
            "at the end of your own. Yours has just begun, so you’ve drawn a card."
        ),
        gettext_noop("That was the keeper that you need for the goal. Keep it, and discard something else."),
        lambda view: "bread" in view.hand,
    ),
    Lesson(
        "surprise",
        gettext_noop("A Surprise"),
        gettext_noop(
            "Some editions have Surprises: cards that you may play while someone else is playing one. It’s "
            "Ada’s turn, and she plays the keeper that makes her win."
        ),
        gettext_noop("What do you do?"),
        gettext_noop("Play it"),
        gettext_noop("A Surprise counts at once, even on Ada’s turn: she hasn’t won."),
        gettext_noop("You let her play it, and she has won. The Surprise in your hand answers that card."),
        lambda view: not view.over,
    ),
)


def find_lesson(slug: str) -> Lesson | None:
    """Return the lesson of this name, if there is one."""
    return next((each for each in LESSONS if each.slug == slug), None)


def lay_position(lesson: Lesson) -> engine.Game:
    """Return a new game in the position of a lesson."""
    text = (POSITIONS / f"{lesson.slug}.toml").read_text(encoding="utf-8")
    (case,) = engine.read_cases(text)
    return engine.run_case(case).game


@cache
def look_at(lesson: Lesson) -> engine.View:
    """Return the position of a lesson as the learner sees it."""
    return lay_position(lesson).view(ME)


def options_of(lesson: Lesson) -> tuple[str, ...]:
    """Return the answers that the position takes."""
    question = look_at(lesson).question
    return question.options if question is not None else ()


def play(lesson: Lesson, label: str) -> Played | None:
    """Play an answer, and return what came of it; nothing for one that the position doesn't take."""
    return _play(lesson, label) if label in options_of(lesson) else None


@cache
def _play(lesson: Lesson, label: str) -> Played:
    game = lay_position(lesson)
    outcomes = [*game.answer(ME, [label])]
    while any(each.seat == ADA and each.what is QuestionKind.WINDOW for each in game.questions):
        outcomes += game.answer(ADA, ["pass"])
    seen = (engine.seen_by(outcome, ME) for outcome in outcomes)
    return Played(game.view(ME), tuple(outcome for outcome in seen if outcome is not None))
