"""The form with which a player asks somebody to play for them."""

from django import forms
from django.utils.translation import gettext_lazy


class DeputyForm(forms.Form):
    """Who plays, and until when."""

    who = forms.CharField(
        max_length=254,
        label=gettext_lazy("Who plays for you"),
        help_text=gettext_lazy("Their e-mail address, or their name if you play with them."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    until = forms.DateField(
        label=gettext_lazy("Last day"),
        help_text=gettext_lazy(
            "At most 60 days from now. They play until the end of that day in your time zone."
        ),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
