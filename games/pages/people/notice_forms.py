"""The forms of notification settings: what is mailed when, what each channel gets, and a new webhook."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Channel, Group, Mode, NoticeChoices, Player
from games.people.notification_settings import set_notice_choices

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
            help_text=_("Once a day, in your time zone. What can’t wait until then comes right away."),
        )

        self.fields["together"] = forms.ChoiceField(
            choices=[("yes", _("Together in one mail")), ("no", _("One mail for each game, always"))],
            initial="yes" if choices.together else "no",
            required=False,
            label=_("When several games wait"),
            help_text=_("You can answer either kind: one reply works for all the games in its mail."),
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
