"""Unsubscribing: a page that the link in a mail opens, and to which mail programs post."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.core import tokens
from games.core.refusal import Refusal
from games.mail.unsubscribe import UnsubscribeRequest, read_token
from games.pages.common.guards import mail_link_page
from games.pages.common.middleware import answer_to
from games.people import unsubscribe as unsubscribe_actions
from games.people.unsubscribe import UnsubscribeScope


@require_http_methods(["GET", "HEAD", "POST"])
@mail_link_page
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask which mails to end; a POST ends them, by this form or by a mail program's one click (RFC 8058).

    No sign-in, no redirect. The form carries no secret: its address is one, and with it another page could do
    no more than its owner may do by hand.
    """
    try:
        asked = read_token(token)
    except ValueError:
        raise tokens.Forged(
            _(
                "This link is incomplete, or it isn’t one of ours. Copy the whole link from the mail, or "
                "sign in."
            )
        ) from None
    # A click in a mail program chooses nothing: it means the games of the mail. A program that only tries out
    # forms, as scanners of mail do, says neither.
    is_click = request.POST.get("List-Unsubscribe") == "One-Click"
    of_click = UnsubscribeScope.ALL if asked.forgotten else UnsubscribeScope.GAME
    what = request.POST.get("what", of_click if is_click else "")
    return answer_to(asked.player, lambda: end_mails(request, asked, what))


def end_mails(request: HttpRequest, asked: UnsubscribeRequest, what: str) -> HttpResponse:
    """Show the page; end the mails if its form, or a click in a mail program, was sent."""
    problem, status = "", HTTPStatus.OK
    try:
        if request.method == "POST" and not asked.is_outdated:
            unsubscribe_actions.unsubscribe(wish=asked, what=what)
            return render(request, "games/unsubscribed.html", {"wish": asked, "what": what})
    except Refusal as refusal:
        problem, status = str(refusal), refusal.status
    shown = {"wish": asked, "problem": problem, "stopped": unsubscribe_actions.list_stopped(asked)}
    return render(request, "games/unsubscribe.html", shown, status=status)
