"""What the site stores of a person: the public page about it, their export, and deleting their account."""

from email.utils import parseaddr
from io import BytesIO
from itertools import groupby

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.db.models import Sum
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games import clock
from games.core.refusal import Capped, Refusal
from games.core.suspension import is_suspended
from games.pages.common.guards import show_refusal, uncached
from games.pages.common.middleware import speaking_to
from games.pages.common.person_context import PersonContext, person_page, render_person_page
from games.pages.common.rate_limits import WORK, check_rate, one_export
from games.people.account_deletion import REGRET, call_off_deletion, request_deletion
from games.people.data_export import (
    LINK_HOURS,
    find_player_by_token,
    make_export_token,
    seats_with_games,
    write_export,
)
from games.people.personal_data import STORED
from games.periodic.retention import TRIALS_KEPT

from .reports import list_reports

DAY = 86_400  # seconds


def privacy(request: HttpRequest) -> HttpResponse:
    """Say what the site stores of people, why and for how long: the list by which it exports and deletes."""
    stays = groupby(sorted(STORED, key=lambda each: each.stays), key=lambda each: each.stays)
    shown = [(each.text, [stored.label for stored in group]) for each, group in stays]
    days = {"trial_days": TRIALS_KEPT.days, "session_days": settings.SESSION_COOKIE_AGE // DAY}
    return render(request, "games/privacy.html", {"stored": shown, **days})


def conduct(request: HttpRequest) -> HttpResponse:
    """Show the rules of conduct, and where to write to the people who run the site."""
    contact = parseaddr(settings.CONTACT_EMAIL)[1]
    return render(request, "games/conduct.html", {"contact": contact})


@person_page()
def data(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Offer the export of an account and its deletion; show what its player has reported."""
    player = person.player
    shown = {
        "regret": REGRET.days,
        "hours": LINK_HOURS,
        "is_suspended": is_suspended(player),
        "reports": list_reports(player),
    }
    return render_person_page(request, person, "games/data.html", shown)


@person_page(post_only="data")
def export_data(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Mail a player a link to their export: whoever uses their browser needs their mailbox as well."""
    player = person.player
    with speaking_to(player):
        try:
            check_rate(request, "data_export", player)
        except Capped:
            messages.error(request, _("You’ve asked for three exports today. You can ask again tomorrow."))
        else:
            link = settings.SITE_URL + reverse("exported_data", args=[make_export_token(player, clock.now())])
            get_adapter(request).send_mail(
                "account/email/data_export", player.email, {"link": link, "hours": LINK_HOURS}
            )
            messages.success(request, _("We’ve mailed you a link to your data."))
    return redirect(person.url("data"))


def exported_data(request: HttpRequest, token: str) -> HttpResponseBase:
    """Return the export that a mailed link leads to."""
    player = find_player_by_token(token)
    if player is None:
        return uncached(render(request, "games/refused.html", {"text": _refusal()}, status=410))
    file = BytesIO()
    with speaking_to(player):
        try:
            moves = seats_with_games(player).aggregate(moves=Sum("game__version", default=0))["moves"]
            with one_export(player, moves):
                write_export(player, file, lock=WORK)
        except Refusal as refusal:
            return uncached(show_refusal(request, refusal))
    file.seek(0)
    response = FileResponse(file, as_attachment=True, filename="fluxx-data.zip")
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "no-store, private"
    response["X-Robots-Tag"] = "noindex"
    return response


@person_page()
def delete_account(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Ask whether to delete an account, and note the wish."""
    player = person.player
    problem, status = "", 200
    if request.method == "POST":
        with speaking_to(player):
            try:
                request_deletion(player=player)
            except Refusal as refusal:
                problem, status = str(refusal), refusal.status
            else:
                context = {"at": player.deletion_at, "page": settings.SITE_URL + reverse("data")}
                get_adapter(request).send_mail("account/email/deletion", player.email, context)
                return redirect(person.url("data"))
    shown = {"problem": problem, "regret": REGRET.days}
    return render_person_page(request, person, "games/delete_account.html", shown, status=status)


@person_page(post_only="data")
def keep_account(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Call the deletion of an account off."""
    player = person.player
    call_off_deletion(player=player)
    with speaking_to(player):
        is_back = not is_suspended(player)
        text = (
            _("Your account stays, and your seats are yours again.") if is_back else _("Your account stays.")
        )
        messages.success(request, text)
    return redirect(person.url("data"))


def _refusal() -> str:
    return _("This link has expired, or it’s incomplete. You can ask for a new one on your account page.")
