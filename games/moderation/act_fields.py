"""The fields of the forms of acts of staff; what each gives is one of the `params` of an act."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.stored_game import UndoPoint
from games.models import Game, Player, Question, Remark
from games.models.question import STOPS_PLAY, WINDOW

Fields = dict[str, forms.Field]


def seat_field(game: Game | None, *, among: set[int] | None = None, empty: str = "") -> forms.Field:
    """Return the choice of a seat of a game, of those `among` them."""
    seats = game.seats.order_by("number") if game is not None else []
    choices = [(each.number, str(each)) for each in seats if among is None or each.pk in among]
    return forms.TypedChoiceField(
        label=_("Seat"),
        choices=[("", empty), *choices] if empty else choices,
        coerce=int,
        empty_value=None,
        required=not empty,
    )


def asked_seats(game: Game | None) -> set[int]:
    """Return the seats for which the play waits, if not in a window."""
    asked = Question.objects.filter(STOPS_PLAY, game=game).exclude(what=WINDOW)
    return set(asked.values_list("seat", flat=True))


def seats_of_people(game: Game | None) -> set[int]:
    """Return the seats where players sit."""
    return {each.pk for each in game.seats.all() if each.is_person} if game is not None else set()


def hours_field(most: int) -> forms.Field:
    """Return the field of how much more time there is."""
    help_text = gettext_lazy("Of running time: quiet hours and vacations don’t count.")
    return forms.IntegerField(label=_("Hours"), min_value=1, max_value=most, initial=24, help_text=help_text)


def days_field(most: int) -> forms.Field:
    """Return the field of how long a suspension lasts."""
    help_text = gettext_lazy("It ends by itself. A first suspension is usually a week.")
    return forms.IntegerField(label=_("Days"), min_value=1, max_value=most, initial=7, help_text=help_text)


def moments_field(game: Game | None, points: Iterable[UndoPoint]) -> forms.Field:
    """Return the choice of a moment to which the table can go back."""
    names = {seat.number: str(seat) for seat in game.seats.all()} if game is not None else {}
    text = _("the beginning of %(name)s’s turn %(turn)s")
    return forms.TypedChoiceField(
        label=_("Back to"),
        choices=[(each.version, text % {"name": names[each.seat], "turn": each.turn}) for each in points],
        coerce=int,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("The site keeps the beginning of the last turn of each player."),
    )


def name_field(longest: int) -> forms.Field:
    """Return the field of a new name."""
    return forms.CharField(label=_("New name"), max_length=longest)


def remark_field(game: Game | None) -> forms.Field:
    """Return the remark, which is chosen on the page of the game."""
    return RemarkField(queryset=Remark.objects.filter(game=game), widget=forms.HiddenInput())


class RemarkField(forms.ModelChoiceField):
    """A remark, by its primary key."""

    def clean(self, value: Any) -> Any:
        """Return the primary key."""
        return super().clean(value).pk


class PlayerField(forms.EmailField):
    """The address of a player who has an account, and whose primary key it gives."""

    def clean(self, value: Any) -> int | None:
        """Return the primary key of the player with an address; none for an empty one."""
        address = super().clean(value)
        if not address:
            return None
        found = Player.objects.filter(email__iexact=address, is_active=True, is_trial=False).first()
        if found is None:
            raise forms.ValidationError(_("Nobody here has this address."))
        return found.pk
