"""The form to hand a seat, or all seats, to another player for a while."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy


class DeputyForm(forms.Form):
    """Who plays, and until when."""

    who = forms.CharField(
        max_length=254,
        label=gettext_lazy("Who plays for you"),
        help_text=gettext_lazy("Their e-mail address, or their name if you have a table with them."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    until = forms.DateField(
        label=gettext_lazy("Last day"),
        help_text=gettext_lazy("At most 60 days from now. It ends with that day, where you live."),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
