"""Views for links in mails to players and deputies: exchange the link's token for a pass to one seat's pages.

games.core.tokens signs and reads the tokens, games.pages.common.passes gives the passes.

Opening a link changes nothing and signs nobody in: mail scanners open links, and mails are forwarded. See
docs/decisions/0005-mail-links.md.
"""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from games.core import tokens
from games.core.tokens import Purpose
from games.models import Question, Seat
from games.pages.common.guards import mail_link_page
from games.pages.common.passes import give_deputy_pass, give_seat_pass, no_pass
from games.pages.common.picks import VOTE, explain, note_pick
from games.pages.common.seat_context import PageUrls, Via

# The pages of a table, except the table itself, to which a mail's link may lead.
PAGES = ("votes", "orders", "takeback", "pause", "pace", "report", "leave")
# Sections of the page of orders: each is unfolded.
ORDERS = ("limits", "throws", "windows")


@require_safe
@mail_link_page
def play_link(request: HttpRequest, token: str) -> HttpResponse:
    """Exchange a link for a pass, and go to the seat's page, whose address holds no token."""
    seat, question = find_seat(request, token)
    via = Via.SIGN_IN if request.user == seat.player else Via.MAIL_LINK
    urls = PageUrls(via.name_prefix, seat.game.key)
    response = redirect_to(request, urls, seat, question, page=request.GET.get("to", ""))
    return response if via is Via.SIGN_IN else give_seat_pass(response, seat)


@require_safe
@mail_link_page
def deputy_link(request: HttpRequest, token: str) -> HttpResponse:
    """Exchange a link of a deputy's mail for a pass, and go to the table, whose address holds no token."""
    found = tokens.read_token(token, Purpose.DEPUTY)
    if found.deputy is None:
        raise no_pass()
    seat = found.deputy.seat
    urls = PageUrls(Via.DEPUTY.name_prefix, seat.game.key)
    response = redirect_to(request, urls, seat, found.question)
    return response if request.user == found.deputy.player else give_deputy_pass(response, found.deputy)


def redirect_to(
    request: HttpRequest, urls: PageUrls, seat: Seat, question: Question | None, *, page: str = ""
) -> HttpResponse:
    """Go to a page of a table, with what the link has picked for its question.

    Of two different choices that are opened within seconds neither is: scanners of mail do that.
    """
    if page in ORDERS:
        return redirect(f"{urls['orders']}?open={page}#{page}")
    address = urls[page if page in PAGES else "game"]
    picks = [("pick", label) for label in request.GET.getlist("pick")]
    asked = VOTE if page == "votes" else question.number if question is not None else None
    if picks and asked is not None and not note_pick(seat, asked, request.GET.getlist("pick")):
        messages.warning(request, explain())
        picks = []
    if page == "votes" and picks:
        return redirect(f"{address}?{urlencode(picks)}")
    if question is None:  # what was picked was for a question that is decided
        return redirect(address)
    if question.is_side:
        picks.insert(0, ("ask", str(question.number)))
    return redirect(f"{address}?{urlencode(picks)}" if picks else address)


def find_seat(request: HttpRequest, token: str) -> tuple[Seat, Question | None]:
    """Return the seat of a link, and the question that it is about, if it is. Raises `TokenFailure`.

    Whoever is signed in as its player gets to the table even when the question of the link is decided.
    """
    try:
        opened = tokens.read_token(token, Purpose.PLAY)
        seat, question = opened.seat, opened.question
    except tokens.QuestionClosed as decided:
        if request.user != decided.seat.player:
            raise
        seat, question = decided.seat, None
    except tokens.TableChanged as changed:
        if request.user != changed.seat.player:
            raise
        messages.warning(request, str(changed))
        seat, question = changed.seat, None
    if seat is None:
        raise no_pass()
    return seat, question
