"""Guards of views: who may see and keep a page, and the pages that say why somebody may not."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.core.refusal import Refusal
from games.core.tokens import QuestionClosed, Replied, TokenFailure

View = Callable[..., HttpResponse]


def private(view: View) -> View:
    """Keep a page out of every cache; ask an anonymous visitor who may not see it to sign in.

    They are asked alike whether or not it exists.
    """

    @wraps(view)
    def guarded(request: HttpRequest, **words: Any) -> HttpResponse:
        try:
            response = view(request, **words)
        except Http404:
            if request.user.is_authenticated:
                raise
            response = redirect_to_login(return_to(request, words))
        return uncached(response)

    return guarded


def by_link(view: View) -> View:
    """Show a page to anybody who holds a link from a mail: in no cache, no referrer, no search engine."""

    @wraps(view)
    def guarded(request: HttpRequest, **words: Any) -> HttpResponse:
        request.no_referrer = True  # type: ignore[attr-defined]  # so no form with Django's secret works
        try:
            response = view(request, **words)
        except TokenFailure as failure:
            response = show_link_failure(request, failure)
        except PermissionDenied:
            response = render(request, "403_csrf.html", status=HTTPStatus.FORBIDDEN)
        response["Referrer-Policy"] = "no-referrer"
        return uncached(response)

    return csrf_exempt(guarded)  # games.pages.common.seat_context checks the forms of these pages


def posted(to: str) -> Callable[[View], View]:
    """Take a form; who comes by its address alone, as by reloading a refused one, gets to the page `to`."""

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **words: Any) -> HttpResponse:
            if request.method == "POST":
                return view(request, **words)
            address = reverse(to, kwargs={name: word for name, word in words.items() if name == "key"})
            query = request.META.get("QUERY_STRING", "")  # a click on a board whose form was refused
            return redirect(f"{address}?{query}" if query else address)

        return require_http_methods(["GET", "HEAD", "POST"])(guarded)

    return guard


def show_link_failure(request: HttpRequest, failure: TokenFailure) -> HttpResponse:
    """Say that a link does not work, and how to go on without it; nothing about a game."""
    titles = {QuestionClosed: _("Already decided"), Replied: _("Already replied")}
    title = titles.get(type(failure), _("This link does not open anything"))
    shown = {"title": title, "text": str(failure)}
    return render(request, "games/link_failure.html", shown, status=failure.status)


def show_refusal(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Say why something could not be done, where there is no page to say it on."""
    return render(request, "games/refused.html", {"text": str(refusal)}, status=refusal.status)


def uncached(response: HttpResponse) -> HttpResponse:
    """Mark a page as one person's own."""
    add_never_cache_headers(response)
    response["X-Robots-Tag"] = "noindex"
    return response


def return_to(request: HttpRequest, words: dict[str, Any]) -> str:
    """Return where somebody goes after signing in: this page, or the game that they wanted to change."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    return reverse("game", args=[words["key"]]) if "key" in words else reverse("dashboard")
