"""Playing with one tap: what a player chooses for this browser, kept in a cookie.

A slip of the finger is worse on a phone than at a desk, so it is off at first, and each device has its own.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.pages.common.browser_cookies import forget_choice, keep_choice
from games.pages.common.seat_context import SeatContext, seat_page

COOKIE = "one_tap"
ON = "on"


def plays_by_one_tap(request: HttpRequest) -> bool:
    """Whether a press on a card sends it, where exactly one is to be chosen."""
    return request.COOKIES.get(COOKIE) == ON


@seat_page("POST")
def set_one_tap(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Keep in a cookie that one tap plays, or forget it, and go back to the table."""
    response = redirect(context.urls["game"])
    if request.POST.get(COOKIE) == ON:
        keep_choice(response, COOKIE, ON)
    else:
        forget_choice(response, COOKIE)
    return response
