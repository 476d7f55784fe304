"""The form of a vacation: its days, and what happens at each table meanwhile."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import clock
from games.core.refusal import Refusal
from games.models import Away, AwayChoice, Player, Seat, Vacation
from games.people.hours import change_choices, enter_vacation, seats_of
from games.play.away import away_choices, usual_choice
from games.seats.deputies import ask_deputy

# The format is what browsers want in every language.
DATE_INPUT = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
WORDS = {
    Away.ANSWERS: gettext_lazy("Stop my clock; a bot steps in"),
    Away.STOP: gettext_lazy("Stop my clock; no bot"),
    Away.DEPUTY: gettext_lazy("My deputy plays"),
    Away.BOT: gettext_lazy("A bot plays for me"),
    Away.HERE: gettext_lazy("Nothing: my clock keeps running"),
}
# Where no clock can stop.
WORDS_UNTIMED = {Away.ANSWERS: gettext_lazy("My turn waits; a bot steps in")}


class AwayForm(forms.Form):
    """What happens at each of a player's tables during a vacation, and who is the deputy."""

    def __init__(self, data: Any = None, *, player: Player, vacation: Vacation | None = None) -> None:
        self.player, self.vacation = player, vacation
        self.seats = {f"away-{seat.game.key}": seat for seat in seats_of(player)}
        super().__init__(data, auto_id="id_%s" if vacation is None else f"id_{vacation.pk}_%s")
        chosen = dict(AwayChoice.objects.filter(vacation=vacation).values_list("seat", "what"))
        for name, seat in self.seats.items():
            self.fields[name] = forms.ChoiceField(
                required=False,
                choices=[(each.value, describe_choice(seat, each)) for each in away_choices(seat.game)],
                initial=chosen.get(seat.pk, usual_choice(seat.game)),
                label=seat.game.name,
            )
        if self.seats:
            self.fields["deputy"] = forms.CharField(
                required=False,
                max_length=254,
                label=_("Deputy"),
                help_text=_(
                    "An e-mail address, or the name of someone you play with elsewhere. We’ll ask them "
                    "wherever you chose “My deputy plays”."
                ),
                widget=forms.TextInput({"autocomplete": "off"}),
            )

    @property
    def fields_without_note(self) -> tuple[str, ...]:
        """The fields that show a choice already, and need not say that they are optional."""
        return tuple(self.seats)

    @property
    def table_fields(self) -> list[forms.BoundField]:
        """The fields about tables and the deputy."""
        return [self[name] for name in (*self.seats, "deputy") if name in self.fields]

    @property
    def choices(self) -> dict[int, str]:
        """What was chosen, by the primary keys of seats; an empty field is the usual choice."""
        given = self.cleaned_data
        return {
            seat.pk: given[name] or usual_choice(seat.game)
            for name, seat in self.seats.items()
            if name in self.data
        }

    def clean(self) -> dict[str, Any]:
        """Ask for a deputy where one is to play."""
        cleaned = super().clean() or {}
        wants = any(cleaned.get(name) == Away.DEPUTY and self.is_new(name) for name in self.seats)
        if wants and not cleaned.get("deputy"):
            self.add_error("deputy", _("Say who plays for you, or choose something else above."))
        return cleaned

    def is_new(self, name: str) -> bool:
        """Whether the choice of a field is another than the one stored."""
        return self.vacation is None or self.fields[name].initial != self.cleaned_data.get(name)

    def save(self) -> list[str]:
        """Change what happens during the vacation; return what could not be done. Raises a `Refusal`."""
        if self.vacation is not None:
            change_choices(player=self.player, vacation=self.vacation.pk, choices=self.choices)
        return self.ask_deputies()

    def ask_deputies(self) -> list[str]:
        """Ask the deputy to play where that was chosen; return for which games it was refused, and why."""
        who, refused = self.cleaned_data.get("deputy", ""), []
        for name, seat in self.seats.items():
            if who and self.vacation and self.cleaned_data.get(name) == Away.DEPUTY:
                try:
                    ask_deputy(seat=seat, by=self.player, who=who, until=self.vacation.last_day)
                except Refusal as refusal:
                    refused.append(f"{seat.game.name}: {refusal}")
        return refused


class VacationForm(AwayForm):
    """The days of a new vacation, in the player's zone, and what happens meanwhile."""

    first_day = forms.DateField(widget=DATE_INPUT, label=gettext_lazy("First day"))
    last_day = forms.DateField(widget=DATE_INPUT, label=gettext_lazy("Last day"))

    def __init__(self, data: Any = None, *, player: Player) -> None:
        super().__init__(data, player=player)
        today = clock.now().astimezone(player.zone).date()
        for name in ("first_day", "last_day"):
            self.fields[name].widget.attrs["min"] = today.isoformat()

    @property
    def day_fields(self) -> Iterable[forms.BoundField]:
        """The fields of its days."""
        return self["first_day"], self["last_day"]

    def save(self) -> list[str]:
        """Add a vacation; return what else could not be done. Raises a `Refusal`."""
        days = {name: self.cleaned_data[name] for name in ("first_day", "last_day")}
        self.vacation = enter_vacation(player=self.player, choices=self.choices, **days)
        return self.ask_deputies()


def describe_choice(seat: Seat, choice: Away) -> str:
    """Say what a choice means at a table, as its player reads it."""
    words = WORDS if seat.game.is_timed else WORDS | WORDS_UNTIMED
    return str(words[choice])
