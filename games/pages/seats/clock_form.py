"""The part of the form of a new game about its clock."""

from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import (
    AnswerHours,
    AwayPolicy,
    FixedLeast,
    Game,
    GraceHours,
    Pace,
    Promise,
    Timing,
    WindowHours,
)
from games.models.timing import EVERY_DAY, LEAST_BANK, LEAST_GAIN, MOST_BANK, MOST_GAIN
from games.pages.common.fields import ZoneField

OWN = "own"
BANK_NUMBERS = ("bank_start", "bank_gain", "bank_most")
# Hours to begin with, hours that each turn adds, and the most hours that are saved.
BANKS = {
    "quick": (48, 12, 72),
    "usual": (72, 24, 120),
    "patient": (168, 24, 240),
}
CLOCKS = [
    (Timing.FLAT, gettext_lazy("The pace chosen above: the same time for each turn, or no clock")),
    (
        Timing.BANK,
        gettext_lazy("Saved time: play quickly, and you have more time for later turns"),
    ),
    (Timing.FIXED, gettext_lazy("A fixed hour: answers are due at the same time of day for everyone")),
]


class OptionalChoiceField(forms.TypedChoiceField):
    """A choice that may be left empty, which means `default`; others become values of the same type."""

    def __init__(self, *, default: Any, **more: Any) -> None:
        usual = {"initial": default, "coerce": int if isinstance(default, int) else type(default)}
        super().__init__(required=False, empty_value=default, **{**usual, **more})


def hours_field(least: int, most: int, label: Any) -> forms.IntegerField:
    """Return an optional field for a number of hours."""
    return forms.IntegerField(required=False, min_value=least, max_value=most, label=label)


class ClockForm(forms.Form):
    """Other clocks than the same time for each turn, and what stops them. Every field is optional."""

    timing = OptionalChoiceField(
        default=Timing.FLAT,
        choices=CLOCKS,
        widget=forms.RadioSelect,
        label=gettext_lazy("Clock"),
    )
    promise = forms.ChoiceField(
        required=False,
        choices=Promise.choices,
        label=gettext_lazy("Without a clock: how often you plan to move"),
        help_text=gettext_lazy(
            "A promise among friends, shown to people who join. The site doesn’t enforce it."
        ),
    )
    bank = OptionalChoiceField(
        default="usual",
        choices=[
            ("usual", gettext_lazy("Start with 3 days, get 1 more each turn, up to 5")),
            ("quick", gettext_lazy("Start with 2 days, get 12 hours more each turn, up to 3 days")),
            ("patient", gettext_lazy("Start with 7 days, get 1 more each turn, up to 10")),
            (OWN, gettext_lazy("Your own numbers, below")),
        ],
        label=gettext_lazy("Saved time"),
        help_text=gettext_lazy(
            "Each turn adds time once, no matter how many questions it has. Questions on someone else’s "
            "turn don’t use your saved time."
        ),
    )
    bank_start = hours_field(LEAST_BANK, MOST_BANK, gettext_lazy("Your own numbers: hours at the start"))
    bank_gain = hours_field(LEAST_GAIN, MOST_GAIN, gettext_lazy("Hours that each turn adds"))
    bank_most = hours_field(LEAST_BANK, MOST_BANK, gettext_lazy("Maximum number of saved hours"))
    fixed_hour = OptionalChoiceField(
        default=20,
        choices=[(hour, f"{hour}:00") for hour in range(24)],
        label=gettext_lazy("Fixed hour"),
    )
    fixed_zone = ZoneField(
        required=False,
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("For example Europe/Warsaw. Everyone sees deadlines in their own time zone."),
    )
    fixed_days = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        choices=list(WEEKDAYS.items()),
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("On these days"),
        help_text=gettext_lazy("Choose none for every day."),
    )
    fixed_least = OptionalChoiceField(
        default=FixedLeast.TWELVE,
        choices=FixedLeast.choices,
        label=gettext_lazy("Minimum time to answer"),
        help_text=gettext_lazy("A question that comes too late for one deadline is due at the next."),
    )
    grace_hours = OptionalChoiceField(
        default=GraceHours.NONE,
        choices=GraceHours.choices,
        label=gettext_lazy("Free hours at the start of each turn"),
    )
    away_policy = OptionalChoiceField(
        default=AwayPolicy.ANSWERS,
        choices=[
            (
                AwayPolicy.ANSWERS,
                gettext_lazy(
                    "Their own turn waits. On other people’s turns, their orders or a bot answer right away"
                ),
            ),
            (
                AwayPolicy.STOP,
                gettext_lazy(
                    "Their own turn waits. On other players’ turns they can answer within the usual time"
                ),
            ),
            (AwayPolicy.BOT, gettext_lazy("A bot plays for them right away, so nobody has to wait")),
            (AwayPolicy.NONE, gettext_lazy("No vacations: the clock keeps running")),
        ],
        widget=forms.RadioSelect,
        label=gettext_lazy("When someone is on vacation"),
        help_text=gettext_lazy(
            "Anyone can let a bot or a deputy play instead. Quiet hours and days off stop the "
            "clock of a turn in every game."
        ),
    )

    answer_hours = OptionalChoiceField(
        default=AnswerHours.EIGHT,
        choices=AnswerHours.choices,
        label=gettext_lazy("Time to answer on someone else’s turn"),
        help_text=gettext_lazy(
            "For example, which cards to discard at a hand limit. Only a player’s quiet hours stop this "
            "clock. When it runs out, the site answers as sensibly as it can, and it isn’t a missed turn."
        ),
    )
    window_hours = OptionalChoiceField(
        default=WindowHours.EIGHT,
        choices=WindowHours.choices,
        label=gettext_lazy("Time for Surprises"),
        help_text=gettext_lazy(
            "In a deck with Surprises, such as Wonderland: how long the others can answer a card "
            "that’s being played. If someone’s standing orders answer for them, nobody has to "
            "wait."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """Refuse own numbers that are missing or contradict each other."""
        cleaned = super().clean() or {}
        if cleaned.get("timing") == Timing.BANK and cleaned.get("bank") == OWN:
            if any(cleaned.get(name) is None for name in BANK_NUMBERS):
                if not self.errors:
                    self.add_error("bank_start", _("Fill in all three numbers, or choose an option above."))
            elif cleaned["bank_most"] < cleaned["bank_start"]:
                self.add_error("bank_most", _("The maximum can’t be less than the time at the start."))
        return cleaned

    @property
    def clock_fields(self) -> list[forms.BoundField]:
        """The fields about the clock."""
        return [self[name] for name in ClockForm.base_fields]

    @property
    def has_changed_clock(self) -> bool:
        """Whether a clock was sent that isn’t the one that the form proposes."""
        return self.is_clock_chosen and not set(ClockForm.base_fields).isdisjoint(self.changed_data)

    @property
    def clock_game(self) -> Game:
        """A game, not stored, with the clock as it is chosen so far; the usual one where it is not."""
        if not self.is_clock_chosen:
            return Game()
        return Game(pace=self.cleaned_data["pace"], **self.clock_settings())

    @property
    def games_by_pace(self) -> list[tuple[int, Game]]:
        """Games, not stored, with each pace that can be chosen: what each means is said beside it."""
        chosen = getattr(self, "cleaned_data", {})
        return [(pace, Game(pace=pace, promise=chosen.get("promise", ""))) for pace in Pace.values]

    @property
    def is_clock_chosen(self) -> bool:
        """Whether the form was sent with a valid clock."""
        return self.is_bound and {"pace", *ClockForm.base_fields} <= getattr(self, "cleaned_data", {}).keys()

    def clock_settings(self) -> dict[str, Any]:
        """Return what was chosen as settings of `seats.lobby.create_game`."""
        chosen = self.cleaned_data
        names = ["timing", "promise", "grace_hours", "away_policy", "answer_hours", "window_hours"]
        settings: dict[str, Any] = {}
        if chosen["timing"] == Timing.BANK and chosen["bank"] == OWN:
            names += BANK_NUMBERS
        elif chosen["timing"] == Timing.BANK:
            settings = dict(zip(BANK_NUMBERS, BANKS[chosen["bank"]], strict=True))
        elif chosen["timing"] == Timing.FIXED:
            names += ["fixed_hour", "fixed_least"]
            settings = {
                "fixed_zone": chosen["fixed_zone"] or "UTC",
                "fixed_days": "".join(map(str, sorted(chosen["fixed_days"]))) or EVERY_DAY,
            }
        return settings | {name: chosen[name] for name in names}
