"""Light or dark: what a visitor chooses for this browser, kept in a cookie."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.pages.common.browser_cookies import forget_choice, keep_choice

COOKIE = "theme"
THEMES = ("light", "dark")


def read_theme(request: HttpRequest) -> str:
    """Return the theme that this browser has chosen; nothing where it follows the system."""
    theme = request.COOKIES.get(COOKIE, "")
    return theme if theme in THEMES else ""


# Without Django's CSRF check, which refuses forms of pages that send no referrer, as those behind the links
# in mails. All that another site could do by this one is to change colours.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def set_theme(request: HttpRequest) -> HttpResponse:
    """Keep the chosen theme in a cookie, or forget it, and go back to the page; a GET only goes back."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response: HttpResponse = HttpResponseRedirect(back)
    theme = request.POST.get("theme", "")
    if theme in THEMES:
        keep_choice(response, COOKIE, theme)
    elif theme == "system":
        forget_choice(response, COOKIE)
    return response
