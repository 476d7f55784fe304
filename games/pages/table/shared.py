"""What the link to a game that is over shows to anybody: its end, its replay and the picture of the end.

It is what every onlooker may see after the end: no hand, no talk, and nobody's name who doesn't want that.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from games.core.refusal import Refusal
from games.core.window_passes import newest_version
from games.mail.links import absolute_url
from games.models import Share
from games.pages.common.guards import choose_language, show_refusal, uncached
from games.pages.common.rate_limits import check_onlooker, one_at_a_time
from games.seats.sharing import find_shared, name_for_strangers, seats_for_strangers

from .end_picture import answer_with_picture
from .replay import build_replay, show_replay, status_of_replay
from .shown_end import show_end

Shared = TypeVar("Shared")
SharedView = Callable[[HttpRequest, Shared], HttpResponse]


def shared_page(
    find: Callable[[str], Shared], moves: Callable[[Shared], int] = lambda _shared: 0
) -> Callable[[SharedView[Shared]], Callable[..., HttpResponse]]:
    """Show what a link shares, or one clear sentence where it shows nothing, whatever the reason.

    `find` returns it by its key, or raises `Http404`; `moves` is how many the page reads. Its address is a
    secret: no cache, no search engine and no other site learns of it. It is limited as onlookers' pages are.
    """

    def decorate(view: SharedView[Shared]) -> Callable[..., HttpResponse]:
        @require_safe
        @wraps(view)
        def guarded(request: HttpRequest, key: str) -> HttpResponse:
            request.no_referrer = True  # type: ignore[attr-defined]  # for base.html
            try:
                response = choose_language(request) or _show(request, find(key))
            except Http404:
                response = render(request, "games/not_shared.html", status=HTTPStatus.NOT_FOUND)
            except Refusal as refusal:
                response = show_refusal(request, refusal)
            response["Referrer-Policy"] = "no-referrer"
            response.headers.setdefault("X-Robots-Tag", "noindex")
            return response if response.has_header("ETag") else uncached(response)

        def _show(request: HttpRequest, shared: Shared) -> HttpResponse:
            check_onlooker(request, moves(shared))
            with one_at_a_time():
                return view(request, shared)

        return guarded

    return decorate


@shared_page(find_shared)
def end(request: HttpRequest, share: Share) -> HttpResponse:
    """Show the end, with what chats show of the link in the language of who has shared it."""
    with translation.override(share.language):
        preview = show_end(share.game)
        previewed = {"title": preview.title, "description": preview.why, "language": share.language}
    shown = show_end(share.game)
    urls = {
        "address": absolute_url("shared", share.key),
        "picture_url": absolute_url("shared_picture", share.key),
        "replay_url": reverse("shared_replay", args=[share.key]),
    }
    page = {"game": shown.game, "faces": shown.table.faces, "shown": shown, "preview": previewed, **urls}
    return render(request, "games/shared.html", page)


@shared_page(find_shared, lambda share: newest_version(share.game))
def replay(request: HttpRequest, share: Share) -> HttpResponse:
    """Show the table after a move, without what concerned the table and not the play."""
    game, seats = share.game, list(share.game.seats.select_related("player").order_by("number"))
    game.name = name_for_strangers(game, seats)
    page = build_replay(request, game, seats_for_strangers(seats), plays_only=True)
    address = reverse("shared", args=[share.key])
    shown = show_replay(page, reverse("shared_replay", args=[share.key]), address) | {"end_url": address}
    return render(request, "games/replay.html", {"game": game, **shown}, status=status_of_replay(page))


@shared_page(find_shared)
def picture(request: HttpRequest, share: Share) -> HttpResponse:
    """Return the picture of the end in the language of who has shared it."""
    with translation.override(share.language):
        return answer_with_picture(request, share.game)
