"""The forms of circles: making one, its settings, whom to ask, and looking for a member."""

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.models import Pace, Player
from games.pages.common.fields import LineField


class NewCircleForm(forms.Form):
    """The name of a new circle, and perhaps a game whose people are asked to join."""

    name = LineField(
        max_length=60,
        label=gettext_lazy("Name of the circle"),
        help_text=gettext_lazy("What you call yourselves, such as “Thursday people”."),
    )
    game = forms.SlugField(required=False, max_length=12, widget=forms.HiddenInput)


class CircleForm(forms.Form):
    """The settings of a circle: its name, what it usually plays, and who may invite."""

    name = LineField(max_length=60, label=gettext_lazy("Name of the circle"))
    edition = forms.ChoiceField(label=gettext_lazy("Usual edition"))
    pace = forms.TypedChoiceField(
        coerce=int,
        choices=Pace,
        widget=forms.RadioSelect,
        label=gettext_lazy("Usual pace"),
    )
    members_invite = forms.BooleanField(
        required=False,
        label=gettext_lazy("Every member may invite people, not only hosts"),
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        editions = [(each.slug, _(each.title)) for each in engine.all_editions()]
        cast(forms.ChoiceField, self.fields["edition"]).choices = editions


class AskForm(forms.Form):
    """Whom to ask to join, of the people that somebody has played with."""

    known = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("People you’ve played with"),
    )
    fields_without_note = ("known",)

    def __init__(self, *args: Any, people: Iterable[Player], **more: Any) -> None:
        super().__init__(*args, **more)
        choices = [(each.pk, each.name or _("Someone")) for each in people]
        cast(forms.MultipleChoiceField, self.fields["known"]).choices = choices


class MemberSearchForm(forms.Form):
    """Part of the name of a member."""

    q = forms.CharField(
        required=False,
        max_length=60,
        label=gettext_lazy("Search"),
        help_text=gettext_lazy("Part of a member’s name."),
        widget=forms.TextInput({"type": "search"}),
    )
    fields_without_note = ("q",)

    @property
    def is_used(self) -> bool:
        """Whether something was searched for."""
        return self.is_bound and bool(self.data.get("q"))
