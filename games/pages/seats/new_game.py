"""Creating a game."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.core.refusal import Refusal
from games.models import Pace, Player, Starter, WindowHours
from games.models.game import LEAST_SEATS, MOST_SEATS
from games.models.player import check_one_line
from games.pages.common.fields import NameField
from games.pages.common.guards import private
from games.pages.common.requests import posted_data, signed_in, status_of
from games.people.preferences import set_preferences
from games.play.start import start_game
from games.seats.lobby import create_game

from .clock_form import ClockForm
from .deck_choice_form import DeckChoiceForm
from .silence_form import SilenceForm

ME, LATER = "me", "later"


class GameForm(ClockForm, SilenceForm, DeckChoiceForm):
    """Settings of a new game."""

    field_order = ("name", "my_name", "deck")

    name = forms.CharField(
        max_length=60,
        validators=[check_one_line],
        label=gettext_lazy("Name of the game"),
        help_text=gettext_lazy("What you and your friends call it; the subject of every mail."),
    )
    my_name = NameField(help_text=gettext_lazy("What the others at the table see."))
    seats = forms.TypedChoiceField(
        coerce=int,
        choices=[(number, str(number)) for number in range(LEAST_SEATS, MOST_SEATS + 1)],
        initial=4,
        widget=forms.RadioSelect,
        label=gettext_lazy("Seats, yours included"),
    )
    pace = forms.TypedChoiceField(
        coerce=int,
        choices=Pace.choices,
        initial=Pace.THREE_DAYS,
        widget=forms.RadioSelect,
        label=gettext_lazy("Pace"),
        help_text=gettext_lazy(
            "How long anybody has for a whole turn. When time runs out, the site plays it for them."
        ),
    )
    window_hours = forms.TypedChoiceField(
        coerce=int,
        required=False,
        choices=WindowHours.choices,
        initial=WindowHours.TWELVE,
        label=gettext_lazy("Time for Surprises"),
        help_text=gettext_lazy(
            "In a deck with Surprises, such as Wonderland: how long the others have to answer a card that is "
            "being played. Nobody waits for those whose standing orders answer for them."
        ),
    )
    is_open = forms.TypedChoiceField(
        coerce=lambda value: value == "open",
        choices=[
            ("private", gettext_lazy("Private: by invitation or link")),
            ("open", gettext_lazy("Open: listed for all on this site, and anybody may watch")),
        ],
        initial="private",
        widget=forms.RadioSelect,
        label=gettext_lazy("Who may sit down"),
    )
    first = forms.ChoiceField(
        choices=[
            (Starter.CHANCE, gettext_lazy("Chance decides")),
            (Starter.FIRST, gettext_lazy("Whoever takes the first card")),
            (ME, gettext_lazy("I begin")),
            (LATER, gettext_lazy("I choose when I start the game")),
        ],
        initial=Starter.CHANCE,
        widget=forms.RadioSelect,
        label=gettext_lazy("Who begins"),
    )
    fill_with_bots = forms.BooleanField(
        required=False,
        label=gettext_lazy("Bots take the seats that are free when I start the game"),
    )
    talk_is_public = forms.BooleanField(
        required=False,
        label=gettext_lazy("Onlookers may read what is said at the table"),
    )

    def __init__(self, *args: Any, host: Player, **more: Any) -> None:
        super().__init__(*args, host=host, **more)
        self.fields["fixed_zone"].initial = host.timezone
        for name, section in (("window_hours", "clock"), ("talk_is_public", "door")):
            field: Any = self.fields[name]
            field.section, field.depends = section, True
        if host.name:
            del self.fields["my_name"]

    def clean(self) -> dict[str, Any]:
        """Refuse more seats than the chosen deck can be played with."""
        cleaned = super().clean()
        offer = next((each for each in self.offers if each.value == cleaned.get("deck")), None)
        if offer is not None and offer.most and cleaned.get("seats", 0) > offer.most:
            words = {"deck": offer.title, "least": LEAST_SEATS, "most": offer.most}
            self.add_error("seats", _("%(deck)s is for %(least)d to %(most)d players.") % words)
        return cleaned

    @property
    def starts_at_once(self) -> bool:
        """Whether the host wants to play against bots now, without waiting for anybody."""
        return "start" in self.data

    @property
    def clock_has_errors(self) -> bool:
        """Whether something is wrong with what is said of the clock, so that it must not stay folded away."""
        return any(name in self.errors for name in (*ClockForm.base_fields, "window_hours"))

    def settings(self) -> dict[str, Any]:
        """Return what `seats.lobby.create_game` wants to know."""
        chosen = self.cleaned_data
        first = chosen["first"]
        return {
            "name": chosen["name"],
            **self.deck_settings(),
            "seats": chosen["seats"],
            "pace": chosen["pace"],
            "window_hours": chosen["window_hours"] or WindowHours.TWELVE,
            "is_open": chosen["is_open"],
            "fill_with_bots": chosen["fill_with_bots"] or self.starts_at_once,
            "talk_is_public": chosen["talk_is_public"],
            "starts_when_full": first != LATER,
            "starter": Starter.HOST if first in (ME, LATER) else Starter(first),
            "starting_seat": 1 if first == ME else None,
            **self.silence_settings(),
            **self.clock_settings(),
        }


@require_http_methods(["GET", "HEAD", "POST"])
@private
def new_game(request: HttpRequest) -> HttpResponse:
    """Create a game; with “start at once”, bots take the other seats and the cards are dealt."""
    host = signed_in(request)
    asked = {name: request.GET[name] for name in ("deck", "link") if name in request.GET}
    form = GameForm(posted_data(request), host=host, initial=asked)
    if request.method != "POST" or not form.is_valid():
        return render(request, "games/new_game.html", {"form": form, "host": host}, status=status_of(form))
    try:
        if not host.name:
            set_preferences(player=host, name=form.cleaned_data["my_name"])
        game = create_game(host=host, **form.settings())
        if form.starts_at_once:
            start_game(game=game, by=host)
    except Refusal as refusal:
        form.add_error(None, str(refusal))
        return render(request, "games/new_game.html", {"form": form, "host": host}, status=refusal.status)
    return redirect("game", game.key)
