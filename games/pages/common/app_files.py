"""What programs ask of the site's root: the web app manifest, for phones and desks, and robots.txt."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.core.site_title import short_title, site_title

PAPER = "#f4eee1"
ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-maskable-512", 512, "maskable"))
# Private pages say noindex themselves, which a crawler has to read: they aren't listed here.
ROBOTS = """User-agent: *
Disallow: /accounts/
Disallow: /admin/
"""


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest, in the reader's language: iOS pushes to no site without one."""
    shown = {
        "id": "/",
        "name": site_title(),
        "short_name": short_title(),
        "description": _("The card game whose rules keep changing, played by mail"),
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "start_url": reverse("dashboard"),
        "scope": reverse("dashboard"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {
                "src": static(f"icons/{name}.png"),
                "sizes": f"{side}x{side}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, side, purpose in ICONS
        ],
    }
    return JsonResponse(shown, content_type="application/manifest+json")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return robots.txt."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
