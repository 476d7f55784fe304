"""The page on which players choose how they get notices, with its forms and buttons."""

from collections.abc import Iterable, Iterator, Sequence
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Max
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.csrf import csrf_exempt

from games.core.refusal import Refusal
from games.delivery.channels.push import application_server_key
from games.models import Channel, Group, Mode, MutedGame, Notice, NoticeChoices, Player
from games.models.channel import choices_of
from games.pages.common.guards import post_or_redirect
from games.pages.common.person_context import PersonContext, person_page, render_person_page
from games.pages.common.rate_limits import check_rate
from games.pages.common.requests import posted_data, status_of, submit_form
from games.pages.common.seat_context import SeatContext, seat_page
from games.people import notification_settings
from games.people.notification_settings import mute_game, set_notice_choices

YES_OR_NO = {"yes": True, "no": False}
MINUTES = (5, 15, 30, 60, 120, 240, 480)
ABOUT = {
    Group.TURN: gettext_lazy("It’s your turn, and the game is waiting for you."),
    Group.ASKED: gettext_lazy("While others play: a card needs your answer, or you can object to one."),
    Group.REMINDERS: gettext_lazy("Your time to answer is running out."),
    Group.NUDGES: gettext_lazy(
        "Someone at your table asks you to play: once a day at most, never in quiet hours."
    ),
    Group.NEWS: gettext_lazy("A game has begun or ended, someone took a seat, a bot plays for you."),
    Group.TALK: gettext_lazy("Someone mentions you in table talk."),
    Group.TABLE: gettext_lazy("Votes, absent players, requests to take back a turn, deputies."),
}


def describe_minutes(minutes: int) -> str:
    """Return a number of minutes in words: 30 minutes, 2 hours."""
    if minutes % 60:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    return ngettext("%(count)d hour", "%(count)d hours", minutes // 60) % {"count": minutes // 60}


class NoticesForm(forms.Form):
    """When each group of occasions is mailed, and which channels get it."""

    fields_without_note = ("together", "short", "telling_subjects")  # each always has a choice

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
                "We wait this long after the news and your last visit. Each visit restarts the wait; "
                "answering cancels the mail."
            ),
        )
        self.fields["digest_at"] = forms.TimeField(
            initial=choices.digest_at.strftime("%H:%M"),
            widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
            label=_("Send my digest at"),
            help_text=_(
                "Once a day, in your time zone. We mail anything due within the next twelve hours right away."
            ),
        )

        self.fields["together"] = forms.ChoiceField(
            choices=[("yes", _("Together in one mail")), ("no", _("One mail for each game, always"))],
            initial="yes" if choices.together else "no",
            required=False,
            label=_("When several games wait"),
            help_text=_("You can answer either kind: one reply plays in all the games of its mail."),
        )
        self.fields["short"] = forms.ChoiceField(
            choices=[("no", _("Full")), ("yes", _("Short"))],
            initial="yes" if choices.short else "no",
            required=False,
            label=_("My mails are"),
            help_text=_("A short mail leaves out what happened and the table: they’re on the page."),
        )
        self.fields["telling_subjects"] = forms.ChoiceField(
            choices=[("no", _("The name of the game, always")), ("yes", _("What the mail is about"))],
            initial="yes" if choices.telling_subjects else "no",
            required=False,
            label=_("The subject says"),
            help_text=_("Gmail and Outlook keep a game in one conversation if its subject stays the same."),
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
            together=YES_OR_NO.get(data["together"]),
            short=YES_OR_NO.get(data["short"]),
            telling_subjects=YES_OR_NO.get(data["telling_subjects"]),
            channels_on={
                channel.pk: [str(group) for group in Group if data[f"{channel.pk}-{group}"]]
                for channel in self.channels
            },
        )


class WebhookForm(forms.Form):
    """A webhook: an address that is called for each notice."""

    kind = forms.ChoiceField(
        choices=[(kind.value, kind.label) for kind in Channel.Kind if kind != Channel.Kind.PUSH],
        label=gettext_lazy("Service"),
    )
    name = forms.CharField(
        max_length=40,
        required=False,
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("Your name for it, such as “our server”."),
    )
    url = forms.CharField(
        max_length=1000,
        label=gettext_lazy("Address"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "inputmode": "url"}),
        help_text=gettext_lazy("It starts with https://. We keep it secret and never show all of it."),
    )


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
    return show_notices(request, person, form=form, status=status_of(form))


def show_notices(
    request: HttpRequest,
    person: PersonContext,
    *,
    form: NoticesForm | None = None,
    webhook_form: WebhookForm | None = None,
    problem: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the page, with what was wrong, if something was."""
    player = person.player
    mine, choices = channels_of(player), choices_of(player)
    sent = Notice.objects.filter(player=player, channel=None, sent_at__isnull=False)
    shown: dict[str, Any] = {
        "form": form or NoticesForm(None, choices=choices, channels=mine),
        "webhook_form": webhook_form or WebhookForm(),
        "choices": choices,
        "channels": mine,
        "muted": MutedGame.objects.filter(player=player).select_related("game").order_by("-since"),
        "mailed_at": sent.aggregate(last=Max("sent_at"))["last"],
        "no_mail": player.mail_refused_at or player.complained_at,
        "lost": None if player.mail_refused_at else find_lost_channel(choices),
        "turns_are_silent": are_turns_silent(choices, mine),
        "clock_warning": clock_warning(),
        "push_key": application_server_key() if person.seat is None else "",
        "problem": problem,
    }
    return render_person_page(request, person, "games/notices.html", shown, status=status)


def are_turns_silent(choices: NoticeChoices, mine: Iterable[Channel]) -> bool:
    """Whether a player gets neither mail nor anything else when it is their turn."""
    has_channel = any(channel.takes(Group.TURN) for channel in mine)  # mail stands in for one that is lost
    return choices.mode(Group.TURN) == Mode.OFF and not has_channel


def find_lost_channel(choices: NoticeChoices) -> Channel | None:
    """Return a channel for which mail stands in though the player chose to get none."""
    return next(filter(None, map(choices.replaced_channel, Group.values)), None)


def clock_warning() -> str:
    """Return what to tell somebody who gets no mail about their turns."""
    return _(
        "You won’t get mail when it’s your turn. Your clocks keep running, so check your games yourself."
    )


def channels_of(player: Player) -> list[Channel]:
    """Return the player's devices and webhooks, the oldest first."""
    return list(Channel.objects.filter(player=player))


@person_page(post_only="notices")
def add_webhook(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Add a webhook that gets the player's notices."""
    player, form = person.player, WebhookForm(request.POST)
    channel, status = submit_form(
        form, lambda: notification_settings.add_webhook(player=player, **form.cleaned_data)
    )
    if channel is None:
        return show_notices(request, person, webhook_form=form, status=status)
    messages.success(request, _("%(name)s has been added. Send it a test.") % {"name": channel.name})
    return redirect(person.url("notices"))


@person_page(post_only="notices")
def add_device(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Add this browser, which gets the player's notices by push."""
    sent = {name: request.POST.get(name, "")[:2000] for name in ("name", "url", "p256dh", "auth")}
    try:
        channel = notification_settings.add_device(player=person.player, **sent)
    except Refusal as refusal:
        return show_notices(request, person, problem=str(refusal), status=refusal.status)
    messages.success(request, _("%(name)s has been added. Send it a test.") % {"name": channel.name})
    return redirect(person.url("notices"))


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
        return show_notices(request, person, problem=str(refusal), status=refusal.status)
    messages.success(request, _("The test is on its way. Reload in a few seconds to see how it went."))
    return redirect(person.url("notices"))


@person_page(post_only="notices")
def remove_channel(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """Remove a channel of the player."""
    channel = get_own_channel(person.player, pk)
    notification_settings.remove_channel(channel=channel)
    messages.success(request, _("%(name)s has been removed.") % {"name": channel.name})
    return redirect(person.url("notices"))


@person_page(post_only="notices")
def switch_on(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """Switch on a channel again that was switched off after errors."""
    channel = get_own_channel(person.player, pk)
    notification_settings.switch_on_channel(channel=channel)
    messages.success(request, _("We’ll try %(name)s again.") % {"name": channel.name})
    return redirect(person.url("notices"))


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
