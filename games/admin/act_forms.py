"""What the form of each act of staff asks for besides its reason."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Player, Question, Remark
from games.models.question import STOPS_PLAY, WINDOW
from games.moderation.clock_acts import MOST_HOURS
from games.moderation.desk import ACTS, MOST_REASON
from games.moderation.person_acts import MOST_DAYS
from games.moderation.table_acts import rewind_points

from .bases import TO_PLAYER

Fields = dict[str, forms.Field]


class ActForm(forms.Form):
    """The reason of an act, and what else it needs."""

    def __init__(self, code: str, game: Game | None, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        if code in FIELDS:
            self.fields.update(FIELDS[code](game))
        kind = ACTS[code]
        public = _("Everybody at the table can read it, in the history and in a mail. It’s kept in the log.")
        self.fields["reason"] = forms.CharField(
            label=_("Message") if code in ("warn", "write") else _("Reason"),
            max_length=MOST_REASON,
            widget=forms.Textarea({"rows": 3}),
            help_text=TO_PLAYER if kind.mails_reason else public if kind.is_public else _("Kept in the log."),
        )

    def hide(self) -> None:
        """Keep what was entered, in fields that nobody sees."""
        for field in self.fields.values():
            field.widget = forms.HiddenInput()


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


def hours_field() -> forms.Field:
    """Return the field of how much more time there is."""
    help_text = gettext_lazy("Of running time: quiet hours and vacations don’t count.")
    return forms.IntegerField(
        label=_("Hours"), min_value=1, max_value=MOST_HOURS, initial=24, help_text=help_text
    )


def days_field() -> forms.Field:
    """Return the field of how long a suspension lasts."""
    help_text = gettext_lazy("It ends by itself. A first suspension is usually a week.")
    return forms.IntegerField(
        label=_("Days"), min_value=1, max_value=MOST_DAYS, initial=7, help_text=help_text
    )


def moments_field(game: Game | None) -> forms.Field:
    """Return the choice of a moment to which the table can go back."""
    points = rewind_points(game) if game is not None else []
    names = {seat.number: str(seat) for seat in game.seats.all()} if game is not None else {}
    text = _("the beginning of %(name)s’s turn %(turn)s")
    return forms.TypedChoiceField(
        label=_("Back to"),
        choices=[(each.version, text % {"name": names[each.seat], "turn": each.turn}) for each in points],
        coerce=int,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("The site keeps the beginning of the last turn of each player."),
    )


def remark_field(game: Game | None) -> Fields:
    """Return the remark, which is chosen on the page of the game."""
    said = Remark.objects.filter(game=game)
    return {"remark": RemarkField(queryset=said, widget=forms.HiddenInput())}


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


FIELDS: dict[str, Callable[[Game | None], Fields]] = {
    "extend": lambda game: {
        "seat": seat_field(game, among=asked_seats(game), empty=_("everybody who is asked")),
        "hours": hours_field(),
    },
    "extend-all": lambda _game: {"hours": hours_field()},
    "answer": lambda game: {"seat": seat_field(game, among=asked_seats(game))},
    "offer": lambda game: {"seat": seat_field(game, among=seats_of_people(game))},
    "replace": lambda game: {
        "seat": seat_field(game, among=seats_of_people(game)),
        "to": PlayerField(
            label=_("Address of the new player"),
            required=False,
            help_text=_("Leave it empty to give the seat to a bot."),
        ),
    },
    "suspend": lambda _game: {"days": days_field()},
    "warn": lambda game: {"seat": seat_field(game, among=seats_of_people(game))},
    "rename-player": lambda _game: {"name": forms.CharField(label=_("New name"), max_length=40)},
    "rename": lambda game: {"title": forms.CharField(label=_("New name"), max_length=60)},
    "rewind": lambda game: {"version": moments_field(game)},
    "hide": remark_field,
    "show": remark_field,
}
