"""Unsubscribing: a page that the link in a mail opens, and to which mail programs post."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.core import tokens
from games.core.refusal import Refusal
from games.mail.unsubscribe import UnsubscribeRequest, read_token
from games.pages.common.guards import by_link
from games.pages.common.middleware import speaking_to
from games.people import unsubscribe as unsubscribe_actions
from games.people.unsubscribe import UnsubscribeScope


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask which mails to end; a POST ends them, by this form or by a mail program's one click (RFC 8058).

    No sign-in, no redirect. The form carries no secret: its address is one, and with it another page could do
    no more than its owner may do by hand.
    """
    try:
        wish = read_token(token)
    except ValueError:
        raise tokens.Forged(
            _("This link is not complete, or was never ours. Copy all of it from the mail, or sign in.")
        ) from None
    with speaking_to(wish.player):
        return stop(request, wish) if request.method == "POST" else ask(request, wish)


def ask(request: HttpRequest, wish: UnsubscribeRequest, problem: str = "", status: int = 200) -> HttpResponse:
    """Show what there is to choose; nothing changes."""
    shown = {"wish": wish, "problem": problem}
    return render(request, "games/unsubscribe.html", shown, status=status)


def stop(request: HttpRequest, wish: UnsubscribeRequest) -> HttpResponse:
    """End what was chosen; a click in a mail program, which chooses nothing, means the games of the mail."""
    what = request.POST.get("what", UnsubscribeScope.ALL if wish.forgotten else UnsubscribeScope.GAME)
    try:
        unsubscribe_actions.unsubscribe(wish=wish, what=what)
    except Refusal as refusal:
        return ask(request, wish, str(refusal), refusal.status)
    return render(request, "games/unsubscribed.html", {"wish": wish, "what": what})
