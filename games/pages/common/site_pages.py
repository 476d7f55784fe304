"""Pages that belong to no game and no player."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show how the game is played here, and whose project this is."""
    return render(request, "games/about.html")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect /favicon.ico to static/icon.svg."""
    return redirect(static("icon.svg"))
