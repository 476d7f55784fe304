"""Whose settings a page shows, and how they came there: one view for an account and for a guest's links.

A view marked `@person_page` takes a `PersonContext`, and `person_paths` in games/urls.py gives it one address
for each way: /account/ to who is signed in, /t/<key>/account/ to a guest who came by a link from a mail. A
link to a seat of somebody with an account opens none of these pages: it leads to where they sign in
(docs/decisions/0041-what-a-guest-may-do-by-link.md).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse

from games.models import Player

from .guards import View, mail_link_page, post_or_redirect, sign_in_on_404
from .middleware import answer_to, note_browser
from .passes import no_pass
from .requests import signed_in
from .seat_context import ANY_METHOD, GUEST_PREFIX, SeatContext, find_by_link


@dataclass(frozen=True)
class PersonContext:
    """A player who looks at their own settings; `seat` is where a guest came from by a link."""

    player: Player
    seat: SeatContext | None = None

    def url(self, page: str, *args: object) -> str:
        """Return the address of a page that opens the same way."""
        if self.seat is None:
            return reverse(page, args=args)
        return reverse(GUEST_PREFIX + page, args=[self.seat.key, *args])

    def section_url(self, page: str, section: str) -> str:
        """Return the address of a section of a page, which the page shows unfolded."""
        return f"{self.url(page)}?open={section}#{section}"

    def game_url(self, key: str) -> str:
        """Return the address of the table of a game; empty for another game than that of the guest's link."""
        if self.seat is None:
            return reverse("game", args=[key])
        return self.seat.urls["game"] if self.seat.key == key else ""


def render_person_page(
    request: HttpRequest,
    person: PersonContext,
    template: str,
    shown: Mapping[str, Any],
    *,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Render a page of somebody's settings; its forms carry the secret that this way asks for."""
    page: dict[str, Any] = {
        "person": person,
        "player": person.player,
        "opened": request.GET.get("open", ""),
        **shown,
    }
    if person.seat is not None:
        page |= {
            "context": person.seat,
            "game": person.seat.game,
            "csrf_token": person.seat.form_secret,
        }
    return render(request, template, page, status=status)


@dataclass(frozen=True)
class PersonPage:
    """A page of somebody's settings: its view, which takes a request and a `PersonContext`.

    `back_to` names the page to which a GET goes where only a form is taken.
    """

    view: View
    back_to: str

    def for_account(self) -> View:
        """Return the view for who is signed in."""

        @wraps(self.view)
        def view(request: HttpRequest, **url_kwargs: Any) -> HttpResponse:
            return self.view(request, PersonContext(signed_in(request)), **url_kwargs)

        return self._check_method(sign_in_on_404(view))

    def for_guest(self) -> View:
        """Return the view for a guest who came by a link; others are asked to sign in."""

        @wraps(self.view)
        def view(request: HttpRequest, key: str, **url_kwargs: Any) -> HttpResponse:
            seat = find_by_link(request, key)
            player = seat.required_seat.player
            if player is None:
                raise no_pass()
            if not seat.is_guest:
                return redirect(seat.urls["keep"])
            person = PersonContext(player, seat)
            response = answer_to(player, lambda: self.view(request, person, **url_kwargs))
            note_browser(request, player, response)
            return response

        return self._check_method(mail_link_page(view), GUEST_PREFIX)

    def _check_method(self, view: View, name_prefix: str = "") -> View:
        return post_or_redirect(name_prefix + self.back_to)(view) if self.back_to else ANY_METHOD(view)


def person_page(*, post_only: str = "") -> Callable[[View], PersonPage]:
    """Mark the view of a page of settings; `post_only` names the page to which a GET goes instead."""
    return lambda view: PersonPage(view, post_only)


def person_paths(route: str, page: PersonPage, name: str, *, below: str = "account/") -> list[URLPattern]:
    """Return the addresses of a page of settings: of an account, and of a guest who came by a link."""
    return [
        path(f"{below}{route}", page.for_account(), name=name),
        path(f"t/<slug:key>/{below}{route}", page.for_guest(), name=GUEST_PREFIX + name),
    ]
