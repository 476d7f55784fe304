"""Acts about what people say in circles."""

from django import forms
from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.refusal import NotPossible
from games.models import CircleRemark, Game, Seat

from .act import Readers
from .act_fields import Fields
from .person_acts import PersonAct


class HideCircleTalk(PersonAct):
    """Hide a message of a person from their circle, by the number that a report of it names."""

    needs = frozenset({"message"})
    code = "hide-circle-talk"
    columns = {CircleRemark: ("hidden_at",)}  # noqa: RUF012  (read, never changed)
    answers_report = True
    title = gettext_lazy("Hide a message in a circle")
    meaning = gettext_lazy("Its place in the talk stays, without the words. Staff can still read them.")
    reason_is_for = Readers.STAFF

    @classmethod
    def fields(cls, game: Game | None) -> Fields:
        help_text = gettext_lazy(
            "You’ll find it in the report before the message, after the name of the circle."
        )
        number = forms.IntegerField(label=_("Number of the message"), min_value=1, help_text=help_text)
        return {"message": number}

    def remark(self) -> CircleRemark:
        """Return the message, locked. Raises a `Refusal`."""
        said = CircleRemark.objects.select_for_update(of=("self",)).filter(player=self.person)
        found = said.filter(pk=self.params.get("message") or 0, deleted_at=None).first()
        if found is None:
            raise NotPossible(_("They have no such message in a circle."))
        return found

    def check(self) -> None:
        super().check()
        if self.remark().hidden_at is not None:
            raise NotPossible(_("This message is no longer shown."))

    def rows(self) -> list[Model]:
        return [self.remark()]

    def do(self) -> None:
        CircleRemark.objects.filter(pk=self.remark().pk).update(hidden_at=self.now)

    def audience(self, game: Game) -> list[Seat]:
        return []
