"""The page on which players choose how they get notices, with its forms and buttons."""

from collections.abc import Iterable, Iterator, Sequence
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Max
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from games.core.refusal import Refusal
from games.delivery.channels.push import application_server_key
from games.models import Channel, Group, Mode, MutedGame, Notice, NoticeChoices, Player
from games.pages.common.guards import post_or_redirect, sign_in_on_404
from games.pages.common.requests import posted_data, signed_in, status_of, submit_form
from games.pages.common.seat_context import SeatContext, seat_page
from games.people import notification_settings
from games.people.notification_settings import mute_game, set_notice_choices

MINUTES = (5, 15, 30, 60, 120, 240, 480)
ABOUT = {
    Group.TURN: gettext_lazy("The play waits for you: it is your turn."),
    Group.ASKED: gettext_lazy("While others play: a card needs your answer, or you may object to one."),
    Group.REMINDERS: gettext_lazy("Your time for an answer is running out."),
    Group.NEWS: gettext_lazy("A game has begun or is over, somebody took a seat, a bot keeps yours."),
    Group.TALK: gettext_lazy("Somebody mentions you in the talk of a table."),
    Group.TABLE: gettext_lazy("Votes, silent players, turns to be taken back, deputies."),
}


def describe_minutes(minutes: int) -> str:
    """Return a number of minutes in words: 30 minutes, 2 hours."""
    if minutes % 60:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    return ngettext("%(count)d hour", "%(count)d hours", minutes // 60) % {"count": minutes // 60}


class NoticesForm(forms.Form):
    """When each group of occasions is mailed, and which channels get it."""

    def __init__(
        self, data: QueryDict | None, *, choices: NoticeChoices, channels: Sequence[Channel]
    ) -> None:
        super().__init__(data)
        self.channels = list(channels)
        for group in Group:
            self.fields[f"mail-{group}"] = forms.ChoiceField(
                choices=Mode.choices, initial=choices.mode(group), label=_("Mail")
            )
            for channel in self.channels:
                self.fields[f"{channel.pk}-{group}"] = forms.BooleanField(
                    required=False, initial=channel.takes(group), label=channel.name
                )
        offered = sorted({*MINUTES, choices.quiet_minutes})
        self.fields["quiet_minutes"] = forms.TypedChoiceField(
            coerce=int,
            choices=[(minutes, describe_minutes(minutes)) for minutes in offered],
            initial=choices.quiet_minutes,
            label=_("“After a while” means"),
            help_text=_(
                "So long after the news, and after you last looked at that game. Looking again makes the "
                "mail come later; only your answer makes it unneeded."
            ),
        )
        self.fields["digest_at"] = forms.TimeField(
            initial=choices.digest_at.strftime("%H:%M"),
            widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
            label=_("My digest comes at"),
            help_text=_(
                "Once a day, in your time zone. What is due within twelve hours after it is mailed at once."
            ),
        )

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield what the page shows for each group of occasions, with the fields about it."""
        for group in Group:
            yield {
                "label": group.label,
                "about": ABOUT[group],
                "mail": self[f"mail-{group}"],
                "channels": [(channel, self[f"{channel.pk}-{group}"]) for channel in self.channels],
            }

    def save(self, player: Player) -> NoticeChoices:
        """Set what a player has chosen."""
        data = self.cleaned_data
        return set_notice_choices(
            player=player,
            mail={str(group): data[f"mail-{group}"] for group in Group},
            quiet_minutes=data["quiet_minutes"],
            digest_at=data["digest_at"],
            channels_on={
                channel.pk: [str(group) for group in Group if data[f"{channel.pk}-{group}"]]
                for channel in self.channels
            },
        )


class WebhookForm(forms.Form):
    """A webhook: an address that is called for each notice."""

    kind = forms.ChoiceField(
        choices=[(kind.value, kind.label) for kind in Channel.Kind if kind != Channel.Kind.PUSH],
        label=gettext_lazy("What is at the other end"),
    )
    name = forms.CharField(
        max_length=40,
        required=False,
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("What you call it, such as “our server”."),
    )
    url = forms.CharField(
        max_length=1000,
        label=gettext_lazy("Address"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "inputmode": "url"}),
        help_text=gettext_lazy("It begins with https:// and is kept secret: no page ever shows all of it."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
def notices(request: HttpRequest) -> HttpResponse:
    """Show and save how the player gets notices of what."""
    player = signed_in(request)
    form = NoticesForm(posted_data(request), choices=choices_of(player), channels=channels_of(player))
    if request.method == "POST" and form.is_valid():
        choices = form.save(player)
        messages.success(request, _("Saved."))
        if choices.mode(Group.TURN) == Mode.OFF:
            messages.warning(request, clock_warning())
        return redirect("notices")
    return show_notices(request, form=form, status=status_of(form))


def show_notices(
    request: HttpRequest,
    *,
    form: NoticesForm | None = None,
    webhook_form: WebhookForm | None = None,
    problem: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the page, with what was wrong, if something was."""
    player = signed_in(request)
    mine, choices = channels_of(player), choices_of(player)
    sent = Notice.objects.filter(player=player, channel=None, sent_at__isnull=False)
    shown: dict[str, Any] = {
        "player": player,
        "form": form or NoticesForm(None, choices=choices, channels=mine),
        "webhook_form": webhook_form or WebhookForm(),
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
    return render(request, "games/notices.html", shown, status=status)


def are_turns_silent(choices: NoticeChoices, mine: Iterable[Channel]) -> bool:
    """Whether a player gets neither mail nor anything else when it is their turn."""
    has_channel = any(channel.takes(Group.TURN) and channel.off_at is None for channel in mine)
    return choices.mode(Group.TURN) == Mode.OFF and not has_channel


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


@post_or_redirect("notices")
@sign_in_on_404
def add_webhook(request: HttpRequest) -> HttpResponse:
    """Add a webhook that gets the player's notices."""
    player, form = signed_in(request), WebhookForm(request.POST)
    channel, status = submit_form(
        form, lambda: notification_settings.add_webhook(player=player, **form.cleaned_data)
    )
    if channel is None:
        return show_notices(request, webhook_form=form, status=status)
    messages.success(request, _("%(name)s is added. Send it a test.") % {"name": channel.name})
    return redirect("notices")


@post_or_redirect("notices")
@sign_in_on_404
def add_device(request: HttpRequest) -> HttpResponse:
    """Add this browser, which gets the player's notices by push."""
    sent = {name: request.POST.get(name, "")[:2000] for name in ("name", "url", "p256dh", "auth")}
    try:
        channel = notification_settings.add_device(player=signed_in(request), **sent)
    except Refusal as refusal:
        return show_notices(request, problem=str(refusal), status=refusal.status)
    messages.success(request, _("%(name)s is added. Send it a test.") % {"name": channel.name})
    return redirect("notices")


@post_or_redirect("notices")
@sign_in_on_404
def send_test(request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """Send the player a test by one channel, or by mail."""
    channel = None if pk is None else get_own_channel(request, pk)
    try:
        notification_settings.ask_for_test(player=signed_in(request), channel=channel)
    except Refusal as refusal:
        return show_notices(request, problem=str(refusal), status=refusal.status)
    messages.success(request, _("The test is on its way: it takes some seconds. Reload to see how it went."))
    return redirect("notices")


@post_or_redirect("notices")
@sign_in_on_404
def remove_channel(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a channel of the player."""
    channel = get_own_channel(request, pk)
    notification_settings.remove_channel(channel=channel)
    messages.success(request, _("%(name)s is removed.") % {"name": channel.name})
    return redirect("notices")


@post_or_redirect("notices")
@sign_in_on_404
def switch_on(request: HttpRequest, pk: int) -> HttpResponse:
    """Switch on a channel again that was switched off after errors."""
    channel = get_own_channel(request, pk)
    notification_settings.switch_on_channel(channel=channel)
    messages.success(request, _("%(name)s is tried again.") % {"name": channel.name})
    return redirect("notices")


@post_or_redirect("notices")
@sign_in_on_404
def unmute(request: HttpRequest, pk: int) -> HttpResponse:
    """End that the player has muted a game."""
    muted = get_object_or_404(MutedGame, pk=pk, player=signed_in(request))
    mute_game(player=muted.player, game=muted.game, muted=False)
    messages.success(request, _("You are told of this game again."))
    return redirect("notices")


def get_own_channel(request: HttpRequest, pk: int) -> Channel:
    """Return a channel of the player who is signed in. Raises `Http404`."""
    return get_object_or_404(Channel, pk=pk, player=signed_in(request))


@seat_page("POST")
def mute(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Mute a game, or end that, with the warning that its clock runs on."""
    player, muted = context.required_seat.player, request.POST.get("muted") == "yes"
    if player is not None:
        mute_game(player=player, game=context.game, muted=muted)
        message = (
            _("You hear nothing of this game but its end. Its clock runs all the same.")
            if muted
            else _("You are told of this game again.")
        )
        messages.success(request, message)
    return redirect(context.urls["game"])
