"""Forms about how a player is told."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Channel, Group, Mode, NoticeChoices

MINUTES = (5, 15, 30, 60, 120, 240, 480)
ABOUT = {
    Group.TURN: gettext_lazy("The play waits for you: it is your turn."),
    Group.ASKED: gettext_lazy("While others play: a card needs your answer, or you may object to one."),
    Group.REMINDERS: gettext_lazy("Your time for an answer is running out."),
    Group.NEWS: gettext_lazy("A game has begun or is over, somebody took a seat, a bot keeps yours."),
    Group.TALK: gettext_lazy("Somebody mentions you in the talk of a table."),
    Group.TABLE: gettext_lazy("Votes, silent players, turns to be taken back, deputies."),
}


def in_words(minutes: int) -> str:
    """Return a number of minutes as people say it."""
    if minutes % 60:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    return ngettext("%(count)d hour", "%(count)d hours", minutes // 60) % {"count": minutes // 60}


@dataclass(frozen=True)
class Row:
    """One group of occasions with the fields about it."""

    label: str
    about: str
    mail: BoundField
    channels: list[tuple[Channel, BoundField]]


class NoticesForm(forms.Form):
    """When each group of occasions is mailed, and which channels are told of it."""

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
            choices=[(minutes, in_words(minutes)) for minutes in offered],
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

    def rows(self) -> Iterator[Row]:
        """Yield the groups of occasions with their fields."""
        for group in Group:
            told = [(channel, self[f"{channel.pk}-{group}"]) for channel in self.channels]
            yield Row(str(group.label), str(ABOUT[group]), self[f"mail-{group}"], told)

    def chosen(self) -> dict[str, Any]:
        """Return what was chosen, as `set_notice_choices` takes it."""
        data = self.cleaned_data
        return {
            "mail": {str(group): data[f"mail-{group}"] for group in Group},
            "quiet_minutes": data["quiet_minutes"],
            "digest_at": data["digest_at"],
            "channels_on": {
                channel.pk: [str(group) for group in Group if data[f"{channel.pk}-{group}"]]
                for channel in self.channels
            },
        }


class WebhookForm(forms.Form):
    """An address that is called when there is something to tell."""

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
