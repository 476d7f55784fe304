"""The parts of the form of a new game about somebody who is silent, and about its context."""

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy

from games.models import Silence
from games.models.game import MOST_PATIENCE

USUAL_PATIENCE = 2
HOURS = (6, 12, 24, 48)
PERCENTS = (70, 80, 90)


class SilenceForm(forms.Form):
    """What happens when somebody lets turns pass, and whom the game lets in. Nothing has to be chosen.

    A field whose ``section`` is set is shown in that section of the page, folded away.
    """

    silence = forms.ChoiceField(
        required=False,
        choices=[(value, capfirst(label)) for value, label in Silence.choices],
        initial=Silence.PLAY,
        widget=forms.RadioSelect,
        label=gettext_lazy("If somebody lets turns pass"),
        help_text=gettext_lazy(
            "The site plays each missed turn first, so that nobody waits. The others are warned before."
        ),
    )
    patience = forms.TypedChoiceField(
        coerce=int,
        required=False,
        choices=[
            ("", gettext_lazy("as usual")),
            *((number, str(number)) for number in range(1, MOST_PATIENCE + 1)),
        ],
        label=gettext_lazy("After how many missed turns in a row"),
        help_text=gettext_lazy("As usual: three if the site just plays on, two otherwise."),
    )
    least_reliability = forms.TypedChoiceField(
        coerce=int,
        required=False,
        choices=[("", gettext_lazy("any")), *((each, f"{each} %") for each in PERCENTS)],
        label=gettext_lazy("Turns answered in time, at least"),
    )
    usual_hours = forms.TypedChoiceField(
        coerce=int,
        required=False,
        choices=[("", gettext_lazy("any")), *((each, f"{each} h") for each in HOURS)],
        label=gettext_lazy("Usually answers within"),
    )
    known_only = forms.BooleanField(
        required=False,
        label=gettext_lazy("Only people who have played here before"),
        help_text=gettext_lazy("Whoever you invite may always sit down, whatever you ask for here."),
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in SilenceForm.base_fields:
            field: Any = self.fields[name]
            field.section = "silence" if name in ("silence", "patience") else "door"
            field.depends = True  # where everything is folded away, no field says that it may stay empty

    def silence_settings(self) -> dict[str, Any]:
        """Return what `seats.lobby.create_game` wants to know of it."""
        chosen = self.cleaned_data
        silence = chosen["silence"] or Silence.PLAY
        usual = MOST_PATIENCE if silence == Silence.PLAY else USUAL_PATIENCE
        return {
            "silence": silence,
            "patience": chosen["patience"] or usual,
            "least_reliability": chosen["least_reliability"] or 0,
            "usual_hours": chosen["usual_hours"] or 0,
            "newcomers": not chosen["known_only"],
        }
