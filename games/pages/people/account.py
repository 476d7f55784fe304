"""What a player sets for themselves."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_http_methods

from games.pages.common.guards import posted, private
from games.pages.seats.forms import AccountForm
from games.pages.table.game_page import posted_data, signed_in, status_of
from games.people.preferences import clear_mail_error, set_preferences


@require_http_methods(["GET", "HEAD", "POST"])
@private
def account(request: HttpRequest) -> HttpResponse:
    """Show and keep name, language and time zone; say when mail does not reach the player."""
    player = signed_in(request)
    form = AccountForm(posted_data(request), player=player)
    if request.method == "POST" and form.is_valid():
        set_preferences(player=player, **form.cleaned_data)
        with override(player.language):
            messages.success(request, _("Saved."))
        return redirect("account")
    return render(request, "games/account.html", {"form": form, "player": player}, status=status_of(form))


@posted("account")
@private
def mail_again(request: HttpRequest) -> HttpResponse:
    """Try again to send mail to an address that refused it."""
    clear_mail_error(player=signed_in(request))
    messages.success(request, _("Mail will be sent to you again."))
    return redirect("account")
