"""The page on which players choose how they are told, and its buttons."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.core.refusal import Refusal
from games.delivery.channels.push import application_server_key
from games.models import Channel, Group, Mode, MutedGame, Notice, NoticeChoices, Player
from games.pages.common.guards import posted, private
from games.pages.common.requests import posted_data, signed_in, status_of
from games.pages.common.seat_context import SeatContext, seat_page
from games.people import notification_settings
from games.people.notification_settings import mute_game, set_notice_choices

from .notifications_form import NoticesForm, WebhookForm


@require_http_methods(["GET", "HEAD", "POST"])
@private
def notices(request: HttpRequest) -> HttpResponse:
    """Show and keep how the player is told of what."""
    player = signed_in(request)
    form = NoticesForm(posted_data(request), choices=choices_of(player), channels=channels_of(player))
    if request.method == "POST" and form.is_valid():
        choices = set_notice_choices(player=player, **form.chosen())
        messages.success(request, _("Saved."))
        if choices.mode(Group.TURN) == Mode.OFF:
            messages.warning(request, clock_warning())
        return redirect("notices")
    return show(request, player, form=form)


def show(
    request: HttpRequest,
    player: Player,
    *,
    form: NoticesForm | None = None,
    webhook_form: WebhookForm | None = None,
    problem: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the page, with what was wrong, if something was."""
    mine = channels_of(player)
    choices = choices_of(player)
    form = form or NoticesForm(None, choices=choices, channels=mine)
    webhook_form = webhook_form or WebhookForm()
    sent = Notice.objects.filter(player=player, channel=None, sent_at__isnull=False)
    shown: dict[str, Any] = {
        "player": player,
        "form": form,
        "webhook_form": webhook_form,
        "choices": choices,
        "channels": mine,
        "muted": MutedGame.objects.filter(player=player).select_related("game").order_by("-since"),
        "mailed_at": sent.aggregate(last=Max("sent_at"))["last"],
        "no_mail": player.mail_refused_at or player.complained_at,
        "turns_are_silent": are_turns_silent(choices, mine),
        "clock_warning": clock_warning(),
        "push_key": application_server_key(),
        "problem": problem,
    }
    answered = status if status != HTTPStatus.OK else max(status_of(form), status_of(webhook_form))
    return render(request, "games/notices.html", shown, status=answered)


def are_turns_silent(choices: NoticeChoices, mine: Iterable[Channel]) -> bool:
    """Whether somebody who wants no mail of their turns hears of them in no other way either."""
    told = any(channel.takes(Group.TURN) and channel.off_at is None for channel in mine)
    return choices.mode(Group.TURN) == Mode.OFF and not told


def clock_warning() -> str:
    """Return what to tell somebody who gets no mail about their turns."""
    return _(
        "You get no mail when it is your turn. The clocks of your games run all the same: look in yourself."
    )


def choices_of(player: Player) -> NoticeChoices:
    """Return what a player has chosen, or the defaults."""
    return NoticeChoices.objects.filter(player=player).first() or NoticeChoices(player=player)


def channels_of(player: Player) -> list[Channel]:
    """Return the player's devices and webhooks, the oldest first."""
    return list(Channel.objects.filter(player=player))


@posted("notices")
@private
def add_webhook(request: HttpRequest) -> HttpResponse:
    """Tell the player by calls to an address from now on."""
    player = signed_in(request)
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return show(request, player, webhook_form=form)
    try:
        channel = notification_settings.add_webhook(player=player, **form.cleaned_data)
    except Refusal as refusal:
        form.add_error(None, str(refusal))
        return show(request, player, webhook_form=form, status=refusal.status)
    messages.success(request, _("%(name)s is added. Send it a test.") % {"name": channel.name})
    return redirect("notices")


@posted("notices")
@private
def add_device(request: HttpRequest) -> HttpResponse:
    """Tell the player by push to this browser from now on."""
    player = signed_in(request)
    sent = {name: request.POST.get(name, "")[:2000] for name in ("name", "url", "p256dh", "auth")}
    try:
        channel = notification_settings.add_device(player=player, **sent)
    except Refusal as refusal:
        return show(request, player, problem=str(refusal), status=refusal.status)
    messages.success(request, _("%(name)s is added. Send it a test.") % {"name": channel.name})
    return redirect("notices")


@posted("notices")
@private
def test_mail(request: HttpRequest) -> HttpResponse:
    """Send the player a mail to see whether mails arrive."""
    return ask_for_test(request, None)


@posted("notices")
@private
def test_channel(request: HttpRequest, pk: int) -> HttpResponse:
    """Tell one channel something to see whether it works."""
    return ask_for_test(request, own_channel(request, pk))


def ask_for_test(request: HttpRequest, channel: Channel | None) -> HttpResponse:
    """Ask for a test, and say that it is on its way."""
    player = signed_in(request)
    try:
        notification_settings.ask_for_test(player=player, channel=channel)
    except Refusal as refusal:
        return show(request, player, problem=str(refusal), status=refusal.status)
    messages.success(request, _("The test is on its way: it takes some seconds. Reload to see how it went."))
    return redirect("notices")


@posted("notices")
@private
def remove_channel(request: HttpRequest, pk: int) -> HttpResponse:
    """Never tell the player by this channel again."""
    channel = own_channel(request, pk)
    notification_settings.remove_channel(channel=channel)
    messages.success(request, _("%(name)s is removed.") % {"name": channel.name})
    return redirect("notices")


@posted("notices")
@private
def switch_on(request: HttpRequest, pk: int) -> HttpResponse:
    """Try a channel again that was switched off."""
    channel = own_channel(request, pk)
    notification_settings.switch_on(channel=channel)
    messages.success(request, _("%(name)s is tried again.") % {"name": channel.name})
    return redirect("notices")


@posted("notices")
@private
def unmute(request: HttpRequest, pk: int) -> HttpResponse:
    """Tell the player of a game again that they had muted."""
    muted = get_object_or_404(MutedGame, pk=pk, player=signed_in(request))
    mute_game(player=muted.player, game=muted.game, muted=False)
    messages.success(request, _("You are told of this game again."))
    return redirect("notices")


def own_channel(request: HttpRequest, pk: int) -> Channel:
    """Return a channel of the player who is signed in. Raises `Http404`."""
    return get_object_or_404(Channel, pk=pk, player=signed_in(request))


@seat_page("POST")
def mute(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Mute a game, or end that; with the warning that the clock does not care."""
    player, muted = context.required_seat.player, request.POST.get("muted") == "yes"
    if player is not None:
        mute_game(player=player, game=context.game, muted=muted)
        said = (
            _("You hear nothing of this game but its end. Its clock runs all the same.")
            if muted
            else _("You are told of this game again.")
        )
        messages.success(request, said)
    return redirect(context.urls["game"])
