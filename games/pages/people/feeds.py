"""The page on which a player makes the addresses of their feeds, and what those addresses answer."""

import hashlib

from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import http_date, quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import clock
from games.core import access
from games.models import FeedKey
from games.pages.common.guards import posted, private
from games.pages.common.middleware import speaking_to
from games.pages.common.requests import signed_in
from games.people.preferences import mark_feeds_read, renew_feeds, revoke_feeds

from . import feed_documents as feed

MOST_IN_TEN_MINUTES = 40
TURNS = feed.Turns()


@require_http_methods(["GET", "HEAD", "POST"])
@private
def feeds(request: HttpRequest) -> HttpResponse:
    """Explain the feeds; make their addresses anew, and show them this once."""
    player = signed_in(request)
    shown: dict[str, str] = {}
    if request.method == "POST":
        secret = renew_feeds(player=player)
        shown = {
            "calendar": settings.SITE_URL + reverse("deadlines_feed", args=[secret]),
            "turns": settings.SITE_URL + reverse("turns_feed", args=[secret]),
        }
    key = FeedKey.objects.filter(player=player).first()
    return render(request, "games/feeds.html", {"key": key, "shown": shown})


@posted("feeds")
@private
def revoke(request: HttpRequest) -> HttpResponse:
    """Make the addresses worthless."""
    revoke_feeds(player=signed_in(request))
    messages.success(request, _("The addresses open nothing any more."))
    return redirect("feeds")


@require_safe
def deadlines_feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Answer with the calendar of whoever's secret this is."""
    key = access.get_feed_key(secret)
    with speaking_to(key.player):
        body = feed.calendar(key.player)
    return _answer(request, key, body, "text/calendar; charset=utf-8")


@require_safe
def turns_feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Answer with the feed of the turns of whoever's secret this is."""
    key = access.get_feed_key(secret)
    with speaking_to(key.player):
        body = TURNS(request, player=key.player).content
    return _answer(request, key, body, "application/atom+xml; charset=utf-8")


def _answer(request: HttpRequest, key: FeedKey, body: bytes, content_type: str) -> HttpResponse:
    """Return a feed, or 304 when the reader has it already; readers that ask too often are sent away."""
    if _asks_too_often(key):
        response = HttpResponse(_("Too often: ask again in ten minutes."), status=429)
        response["Retry-After"] = "600"
        return _unlisted(response)
    mark_feeds_read(key=key)
    etag = quote_etag(hashlib.sha256(body).hexdigest())
    changed = int(feed.changed_at(key.player, key.created_at).timestamp())
    # The entity tag alone decides: a deadline may move without anything else that has a date.
    made = HttpResponse(body, content_type=content_type)
    response = get_conditional_response(request, etag=etag, response=made) or made
    response["ETag"], response["Last-Modified"] = etag, http_date(changed)
    return _unlisted(response)


def _unlisted(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "private, no-cache"
    response["Referrer-Policy"] = "no-referrer"
    return response


def _asks_too_often(key: FeedKey) -> bool:
    slot = f"feed/{key.pk}/{int(clock.now().timestamp()) // 600}"
    cache.add(slot, 0, timeout=1200)
    try:
        return cache.incr(slot) > MOST_IN_TEN_MINUTES
    except ValueError:
        return False
