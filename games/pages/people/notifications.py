"""What players press on the page of their notifications: save, a preset, channels and tests, muted games."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from games.core.refusal import Refusal
from games.models import Channel, Group, Mode, MutedGame, Player
from games.models.channel import choices_of
from games.pages.common.guards import post_or_redirect
from games.pages.common.person_context import PersonContext, person_page
from games.pages.common.rate_limits import check_rate
from games.pages.common.requests import posted_data, status_of, submit_form
from games.pages.common.seat_context import SeatContext, seat_page
from games.people import notification_settings
from games.people.notification_settings import mute_game

from .notice_forms import NoticesForm, WebhookForm
from .notices_page import channels_of, clock_warning, show_notices


@person_page()
def notices(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Show and save how the player gets notices of what."""
    player = person.player
    form = NoticesForm(posted_data(request), choices=choices_of(player), channels=channels_of(player))
    if request.method == "POST" and form.is_valid():
        choices = form.save(player)
        messages.success(request, _("Saved."))
        if choices.mode(Group.TURN) == Mode.OFF:
            messages.warning(request, clock_warning())
        return redirect(person.url("notices"))
    return show_notices(
        request, person, form=form, opened="details" if form.errors else "", status=status_of(form)
    )


@person_page(post_only="notices")
def set_preset(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Set all mails at once, as one of the presets has them."""
    try:
        notification_settings.set_preset(player=person.player, preset=request.POST.get("preset", ""))
    except Refusal as refusal:
        return show_notices(request, person, problem=str(refusal), status=refusal.status)
    messages.success(request, _("Saved."))
    return redirect(person.url("notices"))


@person_page(post_only="notices")
def add_webhook(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Add a webhook that gets the player's notices."""
    player, form = person.player, WebhookForm(request.POST)
    channel, status = submit_form(
        form, lambda: notification_settings.add_webhook(player=player, **form.cleaned_data)
    )
    if channel is None:
        return show_notices(request, person, webhook_form=form, opened="places", status=status)
    messages.success(request, _("%(name)s has been added. Send it a test.") % {"name": channel.name})
    return redirect(person.section_url("notices", "places"))


@person_page(post_only="notices")
def add_device(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Add this browser, which gets the player's notices by push."""
    sent = {name: request.POST.get(name, "")[:2000] for name in ("name", "url", "p256dh", "auth")}
    try:
        channel = notification_settings.add_device(player=person.player, **sent)
    except Refusal as refusal:
        return show_notices(request, person, problem=str(refusal), opened="places", status=refusal.status)
    messages.success(request, _("%(name)s has been added. Send it a test.") % {"name": channel.name})
    return redirect(person.section_url("notices", "places"))


# A browser renews its subscription in its worker, without a page, a form or a session: the old address and
# its secret prove that it is the same device.
@csrf_exempt
@post_or_redirect("notices")
def renew_device(request: HttpRequest) -> HttpResponse:
    """Take the new address of a device: 204, 404 if nobody has it, 410 if it has to subscribe again."""
    names = ("old", "proof", "url", "p256dh", "auth")
    try:
        check_rate(request, "renew_device")
        is_known = notification_settings.renew_device(
            **{name: request.POST.get(name, "")[:2000].replace("\0", "") for name in names}
        )
    except Refusal as refusal:
        return HttpResponse(status=refusal.status)
    return HttpResponse(status=HTTPStatus.NO_CONTENT if is_known else HTTPStatus.NOT_FOUND)


@person_page(post_only="notices")
def send_test(request: HttpRequest, person: PersonContext, pk: int | None = None) -> HttpResponse:
    """Send the player a test by one channel, or by mail."""
    channel = None if pk is None else get_own_channel(person.player, pk)
    try:
        notification_settings.ask_for_test(player=person.player, channel=channel)
    except Refusal as refusal:
        return show_notices(request, person, problem=str(refusal), opened="places", status=refusal.status)
    messages.success(request, _("The test is on its way. Reload in a few seconds to see how it went."))
    return redirect(person.section_url("notices", "places"))


@person_page(post_only="notices")
def remove_channel(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """Remove a channel of the player."""
    channel = get_own_channel(person.player, pk)
    notification_settings.remove_channel(channel=channel)
    messages.success(request, _("%(name)s has been removed.") % {"name": channel.name})
    return redirect(person.section_url("notices", "places"))


@person_page(post_only="notices")
def switch_on(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """Switch on a channel again that was switched off after errors."""
    channel = get_own_channel(person.player, pk)
    notification_settings.switch_on_channel(channel=channel)
    messages.success(request, _("We’ll try %(name)s again.") % {"name": channel.name})
    return redirect(person.section_url("notices", "places"))


@person_page(post_only="notices")
def unmute(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """End that the player has muted a game."""
    muted = get_object_or_404(MutedGame, pk=pk, player=person.player)
    mute_game(player=muted.player, game=muted.game, muted=False)
    messages.success(request, _("You’ll get notifications of this game again."))
    return redirect(person.url("notices"))


def get_own_channel(player: Player, pk: int) -> Channel:
    """Return a channel of a player. Raises `Http404`."""
    return get_object_or_404(Channel, pk=pk, player=player)


@seat_page("POST")
def mute(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Mute a game, or end that, with the warning that its clock runs on."""
    player, muted = context.required_seat.player, request.POST.get("muted") == "yes"
    if player is not None:
        mute_game(player=player, game=context.game, muted=muted)
        message = (
            _("We’ll only tell you when this game ends. Its clock keeps running.")
            if muted
            else _("You’ll get notifications of this game again.")
        )
        messages.success(request, message)
    return redirect(context.urls["game"])
