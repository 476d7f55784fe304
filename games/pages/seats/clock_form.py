"""The parts of the form of a new game about its clock."""

from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import FixedLeast, Game, GraceHours, Promise, Timing
from games.models.timing import EVERY_DAY, LEAST_BANK, LEAST_GAIN, MOST_BANK, MOST_GAIN
from games.pages.common.fields import ZoneField

OWN = "own"
# Hours to begin with, hours that each turn adds, and the most that is saved.
BANKS = {
    "quick": (48, 12, 72),
    "usual": (72, 24, 120),
    "patient": (168, 24, 240),
}
CLOCKS = [
    (Timing.FLAT, gettext_lazy("As chosen above: the same time for each turn, or no clock")),
    (
        Timing.BANK,
        gettext_lazy("Time is saved up: whoever plays quickly has more for another turn"),
    ),
    (Timing.FIXED, gettext_lazy("A fixed hour: answers are due at the same time of the day for all")),
]


def hours_field(least: int, most: int, label: Any) -> forms.IntegerField:
    """Return a field for so many hours."""
    return forms.IntegerField(required=False, min_value=least, max_value=most, label=label)


class ClockForm(forms.Form):
    """Another clock than the same time for each turn, and what stops it. Nothing has to be chosen."""

    timing = forms.ChoiceField(
        required=False,
        choices=CLOCKS,
        initial=Timing.FLAT,
        widget=forms.RadioSelect,
        label=gettext_lazy("Another clock"),
    )
    promise = forms.ChoiceField(
        required=False,
        choices=Promise.choices,
        label=gettext_lazy("Without a clock: how often you mean to move"),
        help_text=gettext_lazy("A promise among friends, shown where people join. Nobody enforces it."),
    )
    bank = forms.ChoiceField(
        required=False,
        choices=[
            ("usual", gettext_lazy("3 days to begin with, 1 more for each turn, up to 5")),
            ("quick", gettext_lazy("2 days to begin with, 12 hours more for each turn, up to 3 days")),
            ("patient", gettext_lazy("7 days to begin with, 1 more for each turn, up to 10")),
            (OWN, gettext_lazy("own numbers, below")),
        ],
        label=gettext_lazy("Time that is saved up"),
        help_text=gettext_lazy(
            "Each turn adds once, however many questions it has. Whoever is asked in somebody else's turn "
            "has what a turn adds, and nothing of their own is used up."
        ),
    )
    bank_start = hours_field(LEAST_BANK, MOST_BANK, gettext_lazy("Own numbers: hours to begin with"))
    bank_gain = hours_field(LEAST_GAIN, MOST_GAIN, gettext_lazy("Hours that each turn adds"))
    bank_most = hours_field(LEAST_BANK, MOST_BANK, gettext_lazy("Most hours that can be saved"))
    fixed_hour = forms.TypedChoiceField(
        coerce=int,
        required=False,
        choices=[(hour, f"{hour}:00") for hour in range(24)],
        initial=20,
        label=gettext_lazy("Fixed hour"),
    )
    fixed_zone = ZoneField(
        required=False,
        label=gettext_lazy("In the time zone"),
        help_text=gettext_lazy("Such as Europe/Warsaw. Everybody sees the deadlines in their own."),
    )
    fixed_days = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        choices=list(WEEKDAYS.items()),
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("On these days"),
        help_text=gettext_lazy("None chosen means every day."),
    )
    fixed_least = forms.TypedChoiceField(
        coerce=int,
        required=False,
        choices=FixedLeast.choices,
        initial=FixedLeast.TWELVE,
        label=gettext_lazy("Time to answer, at least"),
        help_text=gettext_lazy("What is asked later than that is due the next time."),
    )
    grace_hours = forms.TypedChoiceField(
        coerce=int,
        required=False,
        choices=GraceHours.choices,
        initial=GraceHours.NONE,
        label=gettext_lazy("Hours at the beginning of each turn that cost nothing"),
    )
    vacations = forms.ChoiceField(
        required=False,
        choices=[
            ("", gettext_lazy("stop the clock: players enter them in advance")),
            ("no", gettext_lazy("do not stop the clock in this game")),
        ],
        label=gettext_lazy("Vacations"),
        help_text=gettext_lazy("Quiet hours and days off stop a player's clock in every game."),
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in ClockForm.base_fields:
            field: Any = self.fields[name]
            field.section = "clock"
            field.depends = True  # where everything is folded away, no field says that it may stay empty

    def clean(self) -> dict[str, Any]:
        """Refuse own numbers that are missing or contradict each other."""
        cleaned = super().clean() or {}
        if cleaned.get("timing") == Timing.BANK and cleaned.get("bank") == OWN:
            numbers = [cleaned.get(name) for name in ("bank_start", "bank_gain", "bank_most")]
            if None in numbers:
                if not self.errors:
                    self.add_error("bank_start", _("Fill in all three numbers, or choose one of the above."))
            elif cleaned["bank_most"] < cleaned["bank_start"]:
                self.add_error("bank_most", _("No less can be saved than what everybody begins with."))
        return cleaned

    def clock_game(self) -> Game:
        """Return a game, not stored, with the clock as it is chosen so far; the usual one where it is not."""
        if not self.is_chosen:
            return Game()
        return Game(pace=self.cleaned_data["pace"], **self.clock_settings())

    @property
    def is_chosen(self) -> bool:
        """Whether somebody has chosen a clock in this form, and one that is possible."""
        if not self.is_bound or not hasattr(self, "cleaned_data"):
            return False
        return {"pace", *ClockForm.base_fields} <= set(self.cleaned_data)

    def clock_settings(self) -> dict[str, Any]:
        """Return what `seats.lobby.create_game` wants to know of it."""
        chosen = self.cleaned_data
        timing = chosen["timing"] or Timing.FLAT
        told: dict[str, Any] = {
            "timing": timing,
            "promise": chosen["promise"],
            "grace_hours": chosen["grace_hours"] or GraceHours.NONE,
            "vacations": not chosen["vacations"],
        }
        if timing == Timing.BANK:
            own = chosen["bank"] == OWN
            names = ("bank_start", "bank_gain", "bank_most")
            numbers = [chosen[name] for name in names] if own else BANKS[chosen["bank"] or "usual"]
            told |= dict(zip(names, numbers, strict=True))
        if timing == Timing.FIXED:
            told |= {
                "fixed_hour": 20 if chosen["fixed_hour"] == "" else chosen["fixed_hour"],
                "fixed_zone": chosen["fixed_zone"] or "UTC",
                "fixed_days": "".join(map(str, sorted(chosen["fixed_days"]))) or EVERY_DAY,
                "fixed_least": chosen["fixed_least"] or FixedLeast.TWELVE,
            }
        return told
