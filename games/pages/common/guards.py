"""Decorators of views: who may see a page, which caches may keep it; and the pages that refuse one."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.core.refusal import Busy, Refusal
from games.core.tokens import Forged, QuestionClosed, Replied, Revoked, Suspended, TokenFailure

View = Callable[..., HttpResponse]


def sign_in_on_404(view: View) -> View:
    """Send a visitor who isn't signed in to the sign-in where the view raises `Http404`; cache nothing.

    The view decides what visitors may see. They can't tell a hidden page from one that doesn't exist.
    """

    @wraps(view)
    def guarded(request: HttpRequest, **url_kwargs: Any) -> HttpResponse:
        try:
            response = view(request, **url_kwargs)
        except Http404:
            if request.user.is_authenticated:
                raise
            response = refuse_part(request) or redirect_to_login(return_to(request, url_kwargs))
        return uncached(response)

    return guarded


def refuse_part(request: HttpRequest) -> HttpResponse | None:
    """Refuse to renew a part of a page that may not be seen any more: the sign-in is no part of one."""
    is_part = "HX-Request" in request.headers and "HX-Boosted" not in request.headers
    return HttpResponse(status=HTTPStatus.FORBIDDEN) if is_part else None


def mail_link_page(view: View) -> View:
    """Show a page that a mail's link has opened, or why the link fails; no caches, referrers, search engines.

    Django's CSRF check is off: the view calls `passes.check_form` instead (`seat_page` does that).
    """

    @wraps(view)
    def guarded(request: HttpRequest, **url_kwargs: Any) -> HttpResponse:
        request.no_referrer = True  # type: ignore[attr-defined]  # for base.html
        try:
            response = choose_language(request) or view(request, **url_kwargs)
        except TokenFailure as failure:
            response = show_link_failure(request, failure)
        except PermissionDenied:
            response = render(request, "403_csrf.html", status=HTTPStatus.FORBIDDEN)
        response["Referrer-Policy"] = "no-referrer"
        return uncached(response)

    return csrf_exempt(guarded)


def choose_language(request: HttpRequest) -> HttpResponse | None:
    """Keep the language that a link in the footer chooses, in a cookie as `set_language` does; else None.

    Its form is for other pages: without a referrer Django would refuse it. Nothing on the site changes.
    """
    language = request.GET.get("language")
    if request.method != "GET" or language not in dict(settings.LANGUAGES):
        return None
    response = redirect(request.path)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
    return response


def post_or_redirect(to: str) -> Callable[[View], View]:
    """Accept POST only; redirect a GET, such as a reload after a refusal, to the page with the name `to`."""

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **url_kwargs: Any) -> HttpResponse:
            if request.method == "POST":
                return view(request, **url_kwargs)
            kept = {name: each for name, each in url_kwargs.items() if name in ("key", "circle")}
            address = reverse(to, kwargs=kept)
            query = request.META.get("QUERY_STRING", "")  # a click on a board whose form was refused
            return redirect(f"{address}?{query}" if query else address)

        return require_http_methods(["GET", "HEAD", "POST"])(guarded)

    return guard


def show_link_failure(request: HttpRequest, failure: TokenFailure) -> HttpResponse:
    """Say that a link does not work, and how to go on without it; nothing about a game."""
    titles = {
        QuestionClosed: _("Already decided"),
        Replied: _("Already replied"),
        Suspended: _("Your account is suspended"),
    }
    title = titles.get(type(failure), _("This link doesn’t open anything"))
    # Said of every such link, whether there ever was what it names or not.
    may_be_lost = type(failure) in (Forged, Revoked)
    may_sign_in = not isinstance(failure, Suspended)
    shown = {
        "title": title,
        "text": str(failure),
        "may_be_lost": may_be_lost,
        "may_sign_in": may_sign_in,
    }
    return render(request, "games/link_failure.html", shown, status=failure.status)


def show_refusal(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Say why something could not be done, where there is no page to say it on."""
    response = render(request, "games/refused.html", {"text": str(refusal)}, status=refusal.status)
    if isinstance(refusal, Busy):
        response["Retry-After"] = "5"
    return response


def uncached(response: HttpResponse) -> HttpResponse:
    """Keep a page out of caches and, unless it says otherwise itself, out of search engines."""
    add_never_cache_headers(response)
    response.headers.setdefault("X-Robots-Tag", "noindex")
    return response


def return_to(request: HttpRequest, url_kwargs: dict[str, Any]) -> str:
    """Return where somebody goes after signing in: this page, or the game that they wanted to change."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    return reverse("game", args=[url_kwargs["key"]]) if "key" in url_kwargs else reverse("dashboard")
