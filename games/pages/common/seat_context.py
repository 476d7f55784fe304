"""Who looks at a table, from which seat, and where links lead: one view for every way to a page of a table.

A view marked `@seat_page` takes a `SeatContext`, and `seat_paths` in games/urls.py gives it one address for
each way: /g/<key>/ to who is signed in, /t/<key>/ to who came by a link from a mail, and, where it says so,
/d/<key>/ to who plays the seat as a deputy.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, wraps
from http import HTTPStatus
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, URLPattern, path, reverse
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods, require_safe

from games.core import access, blocks
from games.core.access import Place
from games.core.refusal import Refusal
from games.core.rows import PlayerAt
from games.core.snapshot import TableSnapshot
from games.core.tokens import Purpose
from games.core.window_passes import newest_version
from games.history.narrator import Viewer
from games.models import By, Deputy, Game, Player, Seat

from .guards import View, mail_link_page, post_or_redirect, show_refusal, sign_in_on_404
from .middleware import answer_to, note_browser
from .passes import check_form, deputy_secret, no_pass, read_pass, seat_secret
from .rate_limits import check_onlooker, one_at_a_time
from .trial_session import find_trial_seat

GUEST_PREFIX = "guest_"  # of the names of a guest's own pages, which person_context opens


class Via(Enum):
    """The ways to a table: how their addresses begin, and the names of these in games/urls.py."""

    SIGN_IN = ("g", "")
    MAIL_LINK = ("t", "seat_")
    DEPUTY = ("d", "deputy_")

    def __init__(self, prefix: str, name_prefix: str) -> None:
        self.prefix = prefix
        self.name_prefix = name_prefix


class Needs(Enum):
    """Who of those who are signed in may open a page of a table."""

    VIEWER = "viewer"  # everybody who may see the game
    SEAT = "seat"
    SEAT_IN_LOCK = "seat in lock"  # as SEAT, but the view finds out under the lock of the game
    OWNER = "owner"  # the seat's player: signed in, or a guest, who has nothing but the links
    HOST = "host"


@dataclass(frozen=True)
class PageUrls:
    """The addresses of a table's pages by the names of games/urls.py."""

    name_prefix: str
    key: str

    def __getitem__(self, page: str) -> str:
        """Return the address of a page. Raises `KeyError` for one that does not open this way."""
        try:
            return address_of(self.name_prefix + page, self.key)
        except NoReverseMatch:
            raise KeyError(page) from None


@lru_cache(maxsize=8192)
def address_of(name: str, key: str) -> str:
    """Return the address of a page of a game: a table has twenty, and Django takes its time for each."""
    return reverse(name, args=[key])


@dataclass(frozen=True)
class SeatContext:
    """A game, the seat from which somebody looks at it, and how they came there."""

    key: str
    find_place: Callable[[], Place]
    user: Player | AnonymousUser
    via: Via = Via.SIGN_IN
    by: By = By.PAGE
    deputy: Deputy | None = None

    @cached_property
    def place(self) -> Place:
        """The game and the seat, fetched on first use."""
        return self.find_place()

    @property
    def game(self) -> Game:
        """The game."""
        return self.place.game

    @property
    def seat(self) -> Seat | None:
        """The seat, if they have one."""
        return self.place.seat

    @cached_property
    def snapshot(self) -> TableSnapshot:
        """What the parts of a page want to know of the game, read after all changes to it."""
        return TableSnapshot(self.game)

    @cached_property
    def person(self) -> Player | None:
        """Who is signed in. Behind a link that is not always the player of the seat."""
        return self.user if isinstance(self.user, Player) else None

    def find_apart(self) -> Collection[int]:
        """Return the players from whom the viewer keeps apart, or who do from them, if any at this table."""
        return self._apart

    @cached_property
    def _apart(self) -> Collection[int]:
        player = self.seat.player if self.seat is not None and self.snapshot.rare.blocks else None
        return blocks.find_apart(player) if player is not None else ()

    @property
    def viewer(self) -> Viewer:
        """Whom the history is told."""
        is_you = self.deputy is None
        return Viewer.of(self.game, self.seat, self.snapshot.seats, is_you=is_you)

    @property
    def seat_to_lock(self) -> int | PlayerAt:
        """The seat's primary key, or, signed in, game and player, to find the seat under the game's lock."""
        if self.person is None or self.only_this_game:
            return self.required_seat.pk
        return PlayerAt(self.key, self.person.pk)

    @property
    def deputy_key(self) -> int | None:
        """The primary key of the deputy who plays for the seat's player; None if it is the player."""
        return None if self.deputy is None else self.deputy.pk

    @property
    def only_this_game(self) -> bool:
        """Whether the viewer came by a link: it shows no other game, as they need not be the player."""
        return self.via is not Via.SIGN_IN

    @property
    def required_seat(self) -> Seat:
        """The seat. Raises `Http404` where they have none."""
        if self.seat is None:
            raise Http404
        return self.seat

    @property
    def reader(self) -> Player | None:
        """The player in whose language to show the page; None where the sign-in has set it already."""
        if self.via is Via.SIGN_IN:
            return None
        return self.required_seat.player if self.deputy is None else self.deputy.player

    @property
    def form_secret(self) -> str | None:
        """The CSRF secret for forms of pages behind a link; None after a sign-in, where Django's is used."""
        if self.via is Via.SIGN_IN:
            return None
        return seat_secret(self.required_seat) if self.deputy is None else deputy_secret(self.deputy)

    @property
    def urls(self) -> PageUrls:
        """The addresses of the pages that open the same way."""
        return PageUrls(self.via.name_prefix, self.key)

    @property
    def guest_urls(self) -> PageUrls | None:
        """The addresses of a guest's own settings; None for who has, or should use, an account."""
        return PageUrls(GUEST_PREFIX, self.key) if self.is_guest else None

    @property
    def is_guest(self) -> bool:
        """Whether a guest came by a link: it is all that they have, so it opens what an account would."""
        if self.via is not Via.MAIL_LINK or self.is_trial:
            return False
        player = self.required_seat.player
        return player is not None and player.is_guest

    @property
    def is_trial(self) -> bool:
        """Whether a visitor plays without an account: their session opens the seat, and no mail does."""
        return self.via is Via.MAIL_LINK and self.game.is_trial


def render_page(
    request: HttpRequest,
    context: SeatContext,
    template: str,
    shown: Mapping[str, Any],
    *,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Render a page of a table; its forms carry the secret that this way asks for."""
    page: dict[str, Any] = {"context": context, "game": context.game, **shown}
    if context.form_secret is not None:
        page["csrf_token"] = context.form_secret
    return render(request, template, page, status=status)


ANY_METHOD = require_http_methods(["GET", "HEAD", "POST"])


@dataclass(frozen=True)
class SeatPage:
    """A page of a table: its view, which takes a request and a `SeatContext`, and what it asks for.

    One that `is_costly` is made while no other is, and is limited for onlookers, more so in a long game where
    it `reads_all` moves.
    """

    view: View
    methods: frozenset[str]
    needs: Needs
    is_costly: bool = False
    reads_all: bool = False

    def view_for(self, via: Via) -> View:
        """Return the view with everything that one way to it asks for."""

        @wraps(self.view)
        def view(request: HttpRequest, key: str, **url_kwargs: Any) -> HttpResponse:
            context = FIND[via](request, key)
            check_needs(self.needs, context)
            if self.needs is Needs.OWNER and context.only_this_game and not context.is_guest:
                return redirect(context.urls["keep"])
            response = answer_to(context.reader, lambda: self._show(request, context, **url_kwargs))
            if context.only_this_game and not context.is_trial:
                note_browser(request, context.reader, response)
            return response

        guarded = sign_in_on_404(view) if via is Via.SIGN_IN else mail_link_page(view)
        if self.methods == {"POST"}:
            return post_or_redirect(f"{via.name_prefix}game")(guarded)
        return require_safe(guarded) if self.methods == {"GET"} else ANY_METHOD(guarded)

    def _show(self, request: HttpRequest, context: SeatContext, **url_kwargs: Any) -> HttpResponse:
        if not self.is_costly:
            return self.view(request, context, **url_kwargs)
        try:
            if context.seat is None:
                check_onlooker(request, newest_version(context.game) if self.reads_all else 0)
            with one_at_a_time():
                return self.view(request, context, **url_kwargs)
        except Refusal as refusal:
            return show_refusal(request, refusal)


def seat_page(
    *methods: str, needs: Needs = Needs.SEAT, is_costly: bool = False, reads_all: bool = False
) -> Callable[[View], SeatPage]:
    """Mark the view of a table's page, with its methods; if it takes forms alone, a GET goes to the table."""
    return lambda view: SeatPage(view, frozenset(methods), needs, is_costly, reads_all)


def seat_paths(route: str, page: SeatPage, name: str, *vias: Via) -> list[URLPattern]:
    """Return the addresses of a table's page: signed in and by link, where nothing else is said."""
    return [
        path(f"{via.prefix}/<slug:key>/{route}", page.view_for(via), name=f"{via.name_prefix}{name}")
        for via in vias or (Via.SIGN_IN, Via.MAIL_LINK)
    ]


def check_needs(needs: Needs, context: SeatContext) -> None:
    """Hide a page from who may not open it. Raises `Http404`."""
    if needs in (Needs.SEAT, Needs.OWNER) and context.seat is None:
        raise Http404
    if needs is Needs.HOST and (context.person is None or context.person.pk != context.game.host_id):
        raise Http404


def find_signed_in(request: HttpRequest, key: str) -> SeatContext:
    """Return a game that the person who is signed in, or anybody, may see. Raises `Http404`."""
    return SeatContext(key, lambda: access.get_game_for(request.user, key), request.user)


def find_by_link(request: HttpRequest, key: str) -> SeatContext:
    """Return the game and seat that this browser's pass opens, or its session. Raises `TokenFailure`.

    Raises `PermissionDenied` for a form that is not from this seat's pages.
    """
    by, seat = By.PAGE, find_trial_seat(request, key)
    if seat is None:
        by, seat = By.MAIL, read_pass(request, Purpose.PLAY).seat
    if seat is None or seat.game.key != key:
        raise no_pass()
    check_form(request, seat)
    place = Place(seat.game, seat)
    return SeatContext(key, lambda: place, request.user, Via.MAIL_LINK, by)


def find_deputy(request: HttpRequest, key: str) -> SeatContext:
    """Return the game and the seat that this person, or this browser's pass, plays for somebody else.

    Raises `TokenFailure`; `PermissionDenied` for a form that is not from this deputy's pages.
    """
    by = By.PAGE
    try:
        deputy = access.get_deputy_for(request.user, key)
    except Http404:
        by = By.MAIL
        found = read_pass(request, Purpose.DEPUTY).deputy
        if found is None or found.seat.game.key != key:
            raise no_pass() from None
        deputy = found
    check_form(request, deputy)
    place = Place(deputy.seat.game, deputy.seat)
    return SeatContext(key, lambda: place, request.user, Via.DEPUTY, by, deputy)


FIND = {Via.SIGN_IN: find_signed_in, Via.MAIL_LINK: find_by_link, Via.DEPUTY: find_deputy}
