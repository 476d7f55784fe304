"""The form of an act of staff: what the act asks for, and the reason."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.models import Game
from games.moderation.act import Act, Readers
from games.moderation.desk import MOST_REASON

from .bases import TO_PLAYER


class ActForm(forms.Form):
    """The reason of an act, and what else it needs."""

    def __init__(self, kind: type[Act], game: Game | None, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        helps = {
            Readers.TABLE: _(
                "Everyone at the table can read it, in the history and in a mail. It’s kept in the log."
            ),
            Readers.PERSON: str(TO_PLAYER),
            Readers.STAFF: _("Kept in the log."),
        }
        self.fields.update(kind.fields(game))
        self.fields["reason"] = forms.CharField(
            label=_("Message") if kind.is_message else _("Reason"),
            max_length=MOST_REASON,
            widget=forms.Textarea({"rows": 3}),
            help_text=helps[kind.reason_is_for],
        )

    def hide(self) -> None:
        """Keep what was entered, in fields that nobody sees."""
        for field in self.fields.values():
            field.widget = forms.HiddenInput()
