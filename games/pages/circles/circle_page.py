"""What every page of a circle shows: the circle, who looks at it, and the way to its other pages."""

from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.core.access import get_membership_of
from games.core.refusal import Refusal
from games.models import Circle, CircleMember
from games.pages.common.person_context import PersonContext, PersonPage, person_page, render_person_page

CircleView = Callable[..., HttpResponse]


def circle_page(*, post_only: str = "") -> Callable[[CircleView], PersonPage]:
    """Mark the view of a page for members: it takes a request, a `PersonContext` and the `CircleMember`.

    Others find nothing there.
    """

    def mark(view: CircleView) -> PersonPage:
        @wraps(view)
        def find_member(
            request: HttpRequest, person: PersonContext, circle: str, **url_kwargs: Any
        ) -> HttpResponse:
            return view(request, person, get_membership_of(person.player, circle), **url_kwargs)

        return person_page(post_only=post_only)(find_member)

    return mark


def may_invite(me: CircleMember) -> bool:
    """Whether somebody may ask others to join."""
    return me.is_host or me.circle.members_invite


def render_circle(
    request: HttpRequest,
    person: PersonContext,
    me: CircleMember,
    template: str,
    shown: Mapping[str, Any],
    *,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Render a page of a circle."""
    page = {"circle": me.circle, "me": me, "may_invite": may_invite(me), **shown}
    return render_person_page(request, person, template, page, status=status)


def act_and_go(
    request: HttpRequest,
    act: Callable[[], object],
    *,
    message: str,
    to: str,
    person: PersonContext,
    circle: Circle,
) -> HttpResponse:
    """Do something, and show a page of the circle with the result, or why it was refused."""
    try:
        act()
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, message)
    return redirect(person.url(to, circle.key))
