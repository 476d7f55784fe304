"""Forms: what is posted, checked, and said about it in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import clock
from games.models import Game, Invitation, Pace, Player, Seat, Starter, WindowHours
from games.models.game import LEAST_SEATS, MOST_SEATS
from games.models.player import check_one_line, check_zone, zone_names
from games.people.preferences import set_preferences

from .forms_clock import ClockForm
from .forms_deck_choice import DeckChoiceForm
from .forms_silence import SilenceForm

# The regions of the world in the names of time zones; what lies outside is an alias or a machine's own.
REGIONS = frozenset(
    [
        "Africa",
        "America",
        "Antarctica",
        "Arctic",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    ]
)
ME, LATER = "me", "later"
YOUR_NAME = gettext_lazy("Your name")


class NameField(forms.CharField):
    """A name that others at a table see: one line, 40 letters."""

    def __init__(self, *, label: Any = YOUR_NAME, **more: Any) -> None:
        super().__init__(max_length=40, validators=[check_one_line], label=label, **more)


def zone_choices(kept: str = "UTC", now: datetime | None = None) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return all time zones by region, with their offset from UTC now; and `kept`, whatever it is."""
    at = now or clock.now()
    regions: dict[str, list[tuple[str, str]]] = {_("Universal"): [("UTC", "UTC")]}
    for name in sorted(zone_names()):
        region, slash, place = name.partition("/")
        if slash and region in REGIONS:
            offset = at.astimezone(ZoneInfo(name)).strftime("%z")
            shown = f"{place.replace('_', ' ')} ({offset[:3]}:{offset[3:]})"
            regions.setdefault(region, []).append((name, shown))
    if not any(kept == name for zones in regions.values() for name, _shown in zones):
        regions[_("Now")] = [(kept, kept)]
    return list(regions.items())


class ZoneField(forms.ChoiceField):
    """A time zone, out of those that this machine knows."""

    def __init__(self, **more: Any) -> None:
        more.setdefault("label", gettext_lazy("Time zone"))
        super().__init__(choices=zone_choices, validators=[check_zone], **more)

    def valid_value(self, value: Any) -> bool:
        """Leave it to the validator, which knows every zone and says what one looks like."""
        return True


class GameForm(ClockForm, SilenceForm, DeckChoiceForm):
    """Settings of a new game."""

    field_order = ("name", "my_name", "deck")

    name = forms.CharField(
        max_length=60,
        validators=[check_one_line],
        label=gettext_lazy("Name of the game"),
        help_text=gettext_lazy("What you and your friends call it; the subject of every mail."),
    )
    my_name = NameField(help_text=gettext_lazy("What the others at the table see."))
    seats = forms.TypedChoiceField(
        coerce=int,
        choices=[(number, str(number)) for number in range(LEAST_SEATS, MOST_SEATS + 1)],
        initial=4,
        widget=forms.RadioSelect,
        label=gettext_lazy("Seats, yours included"),
    )
    pace = forms.TypedChoiceField(
        coerce=int,
        choices=Pace.choices,
        initial=Pace.THREE_DAYS,
        widget=forms.RadioSelect,
        label=gettext_lazy("Pace"),
        help_text=gettext_lazy(
            "How long anybody has for a whole turn. When time runs out, the site plays it for them."
        ),
    )
    window_hours = forms.TypedChoiceField(
        coerce=int,
        required=False,
        choices=WindowHours.choices,
        initial=WindowHours.TWELVE,
        label=gettext_lazy("Time for Surprises"),
        help_text=gettext_lazy(
            "In a deck with Surprises, such as Wonderland: how long the others have to answer a card that is "
            "being played. Nobody waits for those whose standing orders answer for them."
        ),
    )
    is_open = forms.TypedChoiceField(
        coerce=lambda value: value == "open",
        choices=[
            ("private", gettext_lazy("Private: by invitation or link")),
            ("open", gettext_lazy("Open: listed for all on this site, and anybody may watch")),
        ],
        initial="private",
        widget=forms.RadioSelect,
        label=gettext_lazy("Who may sit down"),
    )
    first = forms.ChoiceField(
        choices=[
            (Starter.CHANCE, gettext_lazy("Chance decides")),
            (Starter.FIRST, gettext_lazy("Whoever takes the first card")),
            (ME, gettext_lazy("I begin")),
            (LATER, gettext_lazy("I choose when I start the game")),
        ],
        initial=Starter.CHANCE,
        widget=forms.RadioSelect,
        label=gettext_lazy("Who begins"),
    )
    fill_with_bots = forms.BooleanField(
        required=False,
        label=gettext_lazy("Bots take the seats that are free when I start the game"),
    )
    talk_is_public = forms.BooleanField(
        required=False,
        label=gettext_lazy("Onlookers may read what is said at the table"),
    )

    def __init__(self, *args: Any, host: Player, **more: Any) -> None:
        super().__init__(*args, host=host, **more)
        self.fields["fixed_zone"].initial = host.timezone
        for name, section in (("window_hours", "clock"), ("talk_is_public", "door")):
            field: Any = self.fields[name]
            field.section, field.depends = section, True
        if host.name:
            del self.fields["my_name"]

    def clean(self) -> dict[str, Any]:
        """Refuse more seats than the chosen deck can be played with."""
        cleaned = super().clean()
        offer = next((each for each in self.offers if each.value == cleaned.get("deck")), None)
        if offer is not None and offer.most and cleaned.get("seats", 0) > offer.most:
            words = {"deck": offer.title, "least": LEAST_SEATS, "most": offer.most}
            self.add_error("seats", _("%(deck)s is for %(least)d to %(most)d players.") % words)
        return cleaned

    @property
    def starts_at_once(self) -> bool:
        """Whether the host wants to play against bots now, without waiting for anybody."""
        return "start" in self.data

    @property
    def clock_has_errors(self) -> bool:
        """Whether something is wrong with what is said of the clock, so that it must not stay folded away."""
        return any(name in self.errors for name in (*ClockForm.base_fields, "window_hours"))

    def settings(self) -> dict[str, Any]:
        """Return what `seats.lobby.create_game` wants to know."""
        chosen = self.cleaned_data
        first = chosen["first"]
        return {
            "name": chosen["name"],
            **self.deck_settings(),
            "seats": chosen["seats"],
            "pace": chosen["pace"],
            "window_hours": chosen["window_hours"] or WindowHours.TWELVE,
            "is_open": chosen["is_open"],
            "fill_with_bots": chosen["fill_with_bots"] or self.starts_at_once,
            "talk_is_public": chosen["talk_is_public"],
            "starts_when_full": first != LATER,
            "starter": Starter.HOST if first in (ME, LATER) else Starter(first),
            "starting_seat": 1 if first == ME else None,
            **self.silence_settings(),
            "clock_settings": self.clock_settings(),
        }


class InviteForm(forms.Form):
    """An address to invite."""

    email = forms.EmailField(label=gettext_lazy("E-mail address"))
    name = NameField(required=False, label=gettext_lazy("Their name"))


class NameForm(forms.Form):
    """A name for one table."""

    name = NameField(required=False)


class StartForm(forms.Form):
    """Who begins, where the host has kept that choice for the start."""

    starting_seat = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Who begins"))

    def __init__(self, *args: Any, game: Game, seats: Sequence[Seat], **more: Any) -> None:
        super().__init__(*args, **more)
        if game.starter != Starter.HOST or game.starts_when_full:
            del self.fields["starting_seat"]
            return
        cast(forms.ChoiceField, self.fields["starting_seat"]).choices = [
            (seat.number, str(seat)) for seat in seats if seat.is_taken
        ]


class AcceptForm(forms.Form):
    """Taking the seat of an invitation, as oneself or as the owner of the invited address."""

    name = NameField(required=False, help_text=gettext_lazy("What the others at the table see."))
    who = forms.ChoiceField(widget=forms.RadioSelect, label=gettext_lazy("Who takes the seat"))

    def __init__(
        self, *args: Any, invitation: Invitation, player: Player | AnonymousUser, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self._player = player if isinstance(player, Player) else None
        self.fields["name"].initial = invitation.name or getattr(player, "name", "")
        if self._player is None or self._player.email == invitation.email:
            del self.fields["who"]
            return
        cast(forms.ChoiceField, self.fields["who"]).choices = [
            ("address", _("The owner of %(email)s, to whom this was mailed") % {"email": invitation.email}),
            (ME, _("%(player)s, who is signed in here") % {"player": self._player}),
        ]

    @property
    def player(self) -> Player | None:
        """Who takes the seat."""
        return self._player if self.cleaned_data.get("who", ME) == ME else None


class AccountForm(forms.Form):
    """What a player sets for themselves."""

    name = NameField(help_text=gettext_lazy("What others at a table see."))
    language = forms.ChoiceField(label=gettext_lazy("Language"))
    timezone = ZoneField(help_text=gettext_lazy("Every deadline, on pages and in mails, is shown in it."))

    def __init__(self, data: Mapping[str, Any] | None = None, *, player: Player) -> None:
        kept = {"name": player.name, "language": player.language, "timezone": player.timezone}
        super().__init__(data, initial=kept)
        if len(settings.LANGUAGES) > 1:
            cast(forms.ChoiceField, self.fields["language"]).choices = settings.LANGUAGES
        else:
            del self.fields["language"]
        cast(forms.ChoiceField, self.fields["timezone"]).choices = zone_choices(player.timezone)


class SignupForm(forms.Form):
    """What a new player says of themselves beside their address; allauth builds its own form on this one."""

    name = NameField(help_text=gettext_lazy("What others at a table see."))
    timezone = ZoneField(
        initial="UTC",
        widget=forms.Select({"data-guess": "yes"}),  # static/site.js chooses the browser's own zone
        help_text=gettext_lazy("For the deadlines. You can change it later."),
    )

    def signup(self, request: HttpRequest, user: Player) -> None:
        """Keep it with the new player."""
        set_preferences(
            player=user,
            name=self.cleaned_data["name"],
            timezone=self.cleaned_data["timezone"],
            language=getattr(request, "LANGUAGE_CODE", user.language),
        )
