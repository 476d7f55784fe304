"""The pages of the lessons. Nothing is stored: the answer is in the address, “Try again” drops it."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

import engine
from games.core import sign_up
from games.core.budgets import LESSON_ANSWER
from games.history.marks import Told
from games.history.narrator import Viewer, tell_outcome
from games.models import Game, Seat
from games.pages.common.card_chips import ShownCards
from games.pages.common.card_faces import Face, Faces
from games.pages.people.dashboard import list_editions

from . import lessons
from .lessons import ADA, LESSONS, ME, Lesson, Played


@dataclass(frozen=True)
class Step:
    """A lesson in the row of all."""

    number: int
    title: str
    address: str
    is_here: bool


@dataclass(frozen=True)
class Choice:
    """An answer that can be pressed: a card, or a word without one."""

    label: str
    verb: str
    card: Face | None


@dataclass(frozen=True)
class Side:
    """What lies in front of somebody, and how many cards they hold."""

    name: str
    keepers: tuple[Face, ...]
    hand_size: int


@dataclass(frozen=True)
class Table:
    """What the learner sees of the table; `played` are the cards that are being played."""

    draw: int
    play: int | None
    rules: tuple[Face, ...]
    goals: tuple[Face, ...]
    sides: tuple[Side, ...]
    played: tuple[Face, ...]


@dataclass(frozen=True)
class Result:
    """What came of an answer, and whether the lesson is learnt."""

    is_right: bool
    verdict: str
    told: tuple[Told, ...]


@require_safe
def lesson(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Show a position and its question; with an answer in the address, what came of it."""
    found = lessons.find_lesson(slug) if slug else LESSONS[0]
    if found is None:
        raise Http404
    label = request.GET.get("choose", "")
    played = lessons.play(found, label) if 0 < len(label) <= LESSON_ANSWER.largest else None
    is_unknown = bool(label) and played is None
    place, before = LESSONS.index(found), lessons.look_at(found)
    view = played.view if played is not None else before
    following = LESSONS[place + 1 : place + 2]
    shown = {
        "lesson": found,
        "number": place + 1,
        "steps": [
            Step(number, _(each.title), address_of(each), each is found)
            for number, each in enumerate(LESSONS, start=1)
        ],
        "title": _(found.title),
        "story": _(found.story),
        "question": _(found.question),
        "problem": _("You can’t choose that here. This is the position as it was.") if is_unknown else "",
        "table": show_table(view),
        "choices": list_choices(found, before) if played is None else [],
        "hand": () if played is None or view.over else Faces.at(view).all(view.hand),
        "result": show_result(found, played) if played is not None else None,
        "following": address_of(following[0]) if following else "",
        "again": address_of(found),
        "can_play_now": request.user.is_authenticated or (settings.TRIAL_GAMES > 0 and sign_up.is_open()),
        "editions": list_editions(),
        "faces": Faces.at(view),
        "shown_cards": ShownCards(),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_unknown else HTTPStatus.OK
    response = render(request, "learn/lesson.html", shown, status=status)
    if sign_up.is_open() and not label:
        response.headers["X-Robots-Tag"] = "all"
    return response


def address_of(lesson: Lesson) -> str:
    """Return where the page of a lesson is."""
    return reverse("lesson", args=[lesson.slug])


def name_of_learner() -> str:
    """Return what the learner is called at the table."""
    return pgettext("stored name", "Guest")


def list_choices(lesson: Lesson, view: engine.View) -> list[Choice]:
    """Return what can be chosen in a position."""
    faces, known = Faces.at(view), view.deck.known_cards
    return [
        Choice(label, _(lesson.verb), faces.of(label))
        if label in known
        else Choice(label, _("Let it happen"), None)
        for label in lessons.options_of(lesson)
    ]


def show_table(view: engine.View) -> Table:
    """Return what lies on the table, with the keepers marked that the goals ask for."""
    faces = Faces.at(view)
    wanted = {name for goal in view.goals for name in view.deck.known_cards[goal].names}
    names = {ME: _("You"), ADA: _("Ada")}
    return Table(
        draw=view.draw_count,
        play=view.play_count,
        rules=faces.all(view.rules),
        goals=faces.all(view.goals),
        sides=tuple(
            Side(names[each.seat], faces.in_front_of(each, wanted=wanted)[0], each.hand_size)
            for each in reversed(view.seats)
        ),
        played=faces.all(view.window or view.resolving),
    )


def show_result(lesson: Lesson, played: Played) -> Result:
    """Return what came of an answer, as the history of a game would tell it, and what is learnt from it."""
    is_right = lesson.is_right(played.view)
    told = tell(played.outcomes, played.view)
    return Result(is_right, _(lesson.right if is_right else lesson.wrong), told)


def tell(outcomes: Sequence[engine.Outcome], view: engine.View) -> tuple[Told, ...]:
    """Tell what happened to the learner, in sentences."""
    seats = [Seat(number=ME, name=name_of_learner()), Seat(number=ADA, name=_("Ada"))]
    viewer = Viewer(Game(edition=view.deck.slug), seats, ME)
    told = (tell_outcome(outcome, viewer, reader=ME) for outcome in outcomes)
    return tuple(each for each in told if each.marked)
