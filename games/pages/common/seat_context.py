"""The two doors to a seat: signing in (/g/<key>/), and a link from a mail (/t/<key>/).

A link is exchanged for a pass: a cookie that holds a token of the seat, is good for a day, and goes to this
game's pages under /t/ alone. A pass is no session and no sign-in (docs/decisions/0005-mail-links.md).

The forms of these pages carry a secret of their own: under `Referrer-Policy: no-referrer` a browser does not
say where a form comes from, and Django's check against forged ones asks for that.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from games import clock
from games.core import access, tokens
from games.core.tokens import Purpose
from games.models import By, Deputy, Game, Invitation, Seat

PASS_AGE = timedelta(days=1)
PAGES = (
    *("table", "pulse", "answer", "history", "game_deck", "seen", "back", "orders"),
    *("revoke", "accept", "decline", "agree_card", "mute", "votes", "people"),
    *("give_time", "undo", "takeback", "talk", "own_notes"),
)


@dataclass(frozen=True)
class Door:
    """A game, the seat from which somebody looks at it, and the way by which they came."""

    game: Game
    seat: Seat | None
    by: By = By.PAGE

    @property
    def is_link(self) -> bool:
        """Whether they hold a link from a mail, and nothing else."""
        return self.by == By.MAIL

    @property
    def is_own(self) -> bool:
        """Whether they look from a seat as its player, who alone is told what its orders did."""
        return True

    @property
    def seat_taken(self) -> Seat:
        """The seat of somebody who came by a door that only a seat opens."""
        if self.seat is None:
            raise Http404
        return self.seat

    def url(self, page: str) -> str:
        """Return the address of another page of this game behind the same door."""
        if self.is_link:
            return reverse(f"seat_{page}", args=[self.game.key])
        return reverse("game" if page == "table" else page, args=[self.game.key])

    @property
    def form_secret(self) -> str | None:
        """What the forms behind a link carry; None behind a sign-in, where Django sees to it."""
        return seat_secret(self.seat_taken) if self.is_link else None

    @property
    def urls(self) -> dict[str, str]:
        """The addresses of all pages behind this door, for templates."""
        return {page: self.url(page) for page in PAGES}


DEPUTY_PAGES = ("table", "pulse", "answer", "history", "game_deck")


@dataclass(frozen=True)
class DeputyDoor(Door):
    """The door of somebody who plays a seat for its player: they see its hand and answer, nothing else."""

    deputy: Deputy | None = None

    @property
    def is_own(self) -> bool:
        """Whether the seat is theirs: it is not."""
        return False

    @property
    def is_link(self) -> bool:
        """Whether nothing but this game is shown: what else waits for a deputy is no matter of this seat."""
        return True

    @property
    def deputy_taken(self) -> Deputy:
        """Who plays for whom."""
        if self.deputy is None:
            raise Http404
        return self.deputy

    def url(self, page: str) -> str:
        """Return the address of another page of this game for a deputy."""
        return reverse(f"deputy_{page}", args=[self.game.key])

    @property
    def form_secret(self) -> str:
        """What the forms of these pages carry."""
        return deputy_secret(self.deputy_taken)

    @property
    def urls(self) -> dict[str, str]:
        """The addresses of the pages that a deputy may open."""
        return {page: self.url(page) for page in DEPUTY_PAGES}


def for_deputy(request: HttpRequest, key: str) -> DeputyDoor:
    """Return the game and the seat that this person, or this browser's pass, plays for somebody else.

    Raises `TokenFailure`; `PermissionDenied` for a form that is not from this deputy's pages.
    """
    by = By.PAGE
    try:
        deputy = access.get_deputy_for(request.user, key)
    except Http404:
        by = By.MAIL
        found = tokens.read_token(read_pass(request, Purpose.DEPUTY), Purpose.DEPUTY).deputy
        if found is None or found.seat.game.key != key:
            raise tokens.Forged(no_pass()) from None
        deputy = found
    check_form(request, deputy_secret(deputy))
    return DeputyDoor(deputy.seat.game, deputy.seat, by, deputy)


def deputy_secret(deputy: Deputy) -> str:
    """Return what the forms of a deputy's pages carry."""
    return salted_hmac("games.form", f"deputy/{deputy.pk}").hexdigest()


def for_game(request: HttpRequest, key: str) -> Door:
    """Return a game that the person who is signed in, or anybody, may see. Raises `Http404`."""
    place = access.get_game_for(request.user, key)
    return Door(place.game, place.seat)


def for_player(request: HttpRequest, key: str) -> Door:
    """Return a game in which the person who is signed in has a seat. Raises `Http404`."""
    seat = access.get_seat_for(request.user, key)
    return Door(seat.game, seat)


def for_link(request: HttpRequest, key: str) -> Door:
    """Return the game and seat that this browser's pass opens. Raises `TokenFailure`.

    Raises `PermissionDenied` for a form that is not from this seat's pages.
    """
    seat = tokens.read_token(read_pass(request, Purpose.PLAY), Purpose.PLAY).seat
    if seat is None or seat.game.key != key:
        raise tokens.Forged(no_pass())
    check_form(request, seat_secret(seat))
    return Door(seat.game, seat, By.MAIL)


def invitation_for_link(request: HttpRequest, key: str, purpose: Purpose) -> Invitation:
    """Return the invitation that this browser's pass opens. Raises `TokenFailure`."""
    invitation = tokens.read_token(read_pass(request, purpose), purpose).invitation
    if invitation is None or invitation.game.key != key:
        raise tokens.Forged(no_pass())
    check_form(request, invitation_secret(invitation))
    return invitation


def seat_secret(seat: Seat) -> str:
    """Return what the forms of a seat's pages carry, until its links are revoked."""
    return salted_hmac("games.form", f"seat/{seat.pk}/{seat.link_epoch}").hexdigest()


def invitation_secret(invitation: Invitation) -> str:
    """Return what the forms about an invitation carry."""
    return salted_hmac("games.form", f"invitation/{invitation.pk}/{invitation.nonce}").hexdigest()


def check_form(request: HttpRequest, secret: str) -> None:
    """Refuse a form that somebody else's page has sent. Raises `PermissionDenied`."""
    if request.method == "POST":
        sent = request.POST.get("csrfmiddlewaretoken", "")
        if not constant_time_compare(sent, secret):
            raise PermissionDenied


def no_pass() -> str:
    """Return what to tell somebody who comes to a page of a link without one."""
    return _(
        "This page opens from a link in a mail, and stays open for a day. Open the link again, or sign in."
    )


def read_pass(request: HttpRequest, purpose: Purpose) -> str:
    """Return the token of this browser's pass. Raises `TokenFailure` when it has none."""
    token = request.COOKIES.get(cookie_name(purpose), "")
    if not token:
        raise tokens.Forged(no_pass())
    return token


def make_pass(seat: Seat) -> str:
    """Return a token of the seat that has `PASS_AGE` of its life left."""
    return tokens.make_token(seat, at=clock.now() - tokens.MAX_AGE + PASS_AGE)


def give_pass(response: HttpResponse, key: str, purpose: Purpose, token: str) -> HttpResponse:
    """Let this browser show a token to the pages of one game, for a day."""
    response.set_cookie(
        cookie_name(purpose),
        token,
        max_age=PASS_AGE,
        path=cookie_path(key, purpose),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def take_pass(response: HttpResponse, key: str, purpose: Purpose) -> HttpResponse:
    """Make this browser forget a pass."""
    response.delete_cookie(cookie_name(purpose), path=cookie_path(key, purpose), samesite="Lax")
    return response


def cookie_name(purpose: Purpose) -> str:
    """Return the name of the cookie of a pass."""
    return f"{'__Secure-' if settings.SESSION_COOKIE_SECURE else ''}{purpose}"


def cookie_path(key: str, purpose: Purpose = Purpose.PLAY) -> str:
    """Return where the browser sends a pass: the pages of one game that open by link."""
    return reverse("deputy_table" if purpose == Purpose.DEPUTY else "seat_table", args=[key])
