"""The page on which operators appoint staff."""

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.refusal import Refusal
from games.models import Player
from games.moderation.roles import MAY_APPOINT, TITLES, appoint, role_of
from games.pages.common.requests import signed_in

from .bases import ReasonForm


class RoleForm(ReasonForm):
    """Which role somebody gets, and why."""

    role = forms.ChoiceField(
        label=gettext_lazy("Role"), choices=list(TITLES.items()), widget=forms.RadioSelect, required=False
    )
    field_order = ("role", "reason")


def role_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a player a role on the staff, or take it away."""
    if not request.user.has_perm(MAY_APPOINT):
        raise PermissionDenied
    player = get_object_or_404(Player, pk=pk)
    back = reverse("admin:games_player_change", args=[pk])
    form = RoleForm(request.POST if request.method == "POST" else None, initial={"role": role_of(player)})
    if form.is_valid():
        try:
            appoint(player=player, by=signed_in(request), **form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The role was changed."))
            return HttpResponseRedirect(back)
    context = {
        **admin.site.each_context(request),
        "title": _("Role of %(name)s") % {"name": player.name or player.email},
        "form": form,
        "player": player,
        "back": back,
    }
    return TemplateResponse(request, "admin/games/act_form.html", context)
