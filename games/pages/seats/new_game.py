"""Creating a game."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.models import Game, Pace, Player, Silence, Starter
from games.models.game import LEAST_SEATS, MOST_PATIENCE, MOST_SEATS
from games.models.player import check_one_line
from games.pages.common.fields import NameField
from games.pages.common.guards import sign_in_on_404
from games.pages.common.requests import posted_data, signed_in, submit_form
from games.people.preferences import set_preferences
from games.play.start import start_game
from games.seats.lobby import create_game

from .clock_form import ClockForm, OptionalChoiceField
from .deck_choice_form import DeckChoiceForm

ME, LATER = "me", "later"
USUAL_PATIENCE = 2
SILENCE_FIELDS = ("silence", "patience")
JOINING_FIELDS = ("least_reliability", "usual_hours", "known_only", "talk_is_public")


class GameForm(ClockForm, DeckChoiceForm):
    """Settings of a new game. The template folds some fields away, section by section."""

    field_order = ("name", "my_name", "deck")
    fields_without_note = (*ClockForm.base_fields, *SILENCE_FIELDS, *JOINING_FIELDS)

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
    silence = OptionalChoiceField(
        default=Silence.PLAY,
        choices=[(value, capfirst(label)) for value, label in Silence.choices],
        widget=forms.RadioSelect,
        label=gettext_lazy("If somebody lets turns pass"),
        help_text=gettext_lazy(
            "The site plays each missed turn first, so that nobody waits. The others are warned before."
        ),
    )
    patience = OptionalChoiceField(
        default=0,
        choices=[
            ("", gettext_lazy("as usual")),
            *((number, str(number)) for number in range(1, MOST_PATIENCE + 1)),
        ],
        label=gettext_lazy("After how many missed turns in a row"),
        help_text=gettext_lazy("As usual: three if the site just plays on, two otherwise."),
    )
    least_reliability = OptionalChoiceField(
        default=0,
        choices=[("", gettext_lazy("any")), *((each, f"{each} %") for each in (70, 80, 90))],
        label=gettext_lazy("Turns answered in time, at least"),
    )
    usual_hours = OptionalChoiceField(
        default=0,
        choices=[("", gettext_lazy("any")), *((each, f"{each} h") for each in (6, 12, 24, 48))],
        label=gettext_lazy("Usually answers within"),
    )
    known_only = forms.BooleanField(
        required=False,
        label=gettext_lazy("Only people who have played here before"),
        help_text=gettext_lazy("Whoever you invite may always sit down, whatever you ask for here."),
    )
    talk_is_public = forms.BooleanField(
        required=False,
        label=gettext_lazy("Onlookers may read what is said at the table"),
    )

    def __init__(self, *args: Any, host: Player, **more: Any) -> None:
        super().__init__(*args, host=host, **more)
        self.fields["fixed_zone"].initial = host.timezone
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
    def main_fields(self) -> list[forms.BoundField]:
        """The fields that are not folded away."""
        elsewhere = (*self.fields_without_note, "options", "link")
        return [field for field in self if field.name not in elsewhere]

    @property
    def silence_fields(self) -> list[forms.BoundField]:
        """What happens when somebody lets turns pass."""
        return [self[name] for name in SILENCE_FIELDS]

    @property
    def joining_fields(self) -> list[forms.BoundField]:
        """Who may join, and who may listen."""
        return [self[name] for name in JOINING_FIELDS]

    def settings(self) -> dict[str, Any]:
        """Return what was chosen as the arguments of `seats.lobby.create_game`."""
        chosen, first = self.cleaned_data, self.cleaned_data["first"]
        names = (
            *("name", "seats", "pace", "is_open"),
            *("silence", "least_reliability", "usual_hours", "talk_is_public"),
        )
        usual_patience = MOST_PATIENCE if chosen["silence"] == Silence.PLAY else USUAL_PATIENCE
        return {
            **{name: chosen[name] for name in names},
            "patience": chosen["patience"] or usual_patience,
            "newcomers": not chosen["known_only"],
            "fill_with_bots": chosen["fill_with_bots"] or self.starts_at_once,
            "starts_when_full": first != LATER,
            "starter": Starter.HOST if first in (ME, LATER) else Starter(first),
            "starting_seat": 1 if first == ME else None,
            **self.deck_settings(),
            **self.clock_settings(),
        }


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
def new_game(request: HttpRequest) -> HttpResponse:
    """Create a game; with “start at once”, bots take the other seats and the cards are dealt."""
    host = signed_in(request)
    asked = {name: request.GET[name] for name in ("deck", "link") if name in request.GET}
    form = GameForm(posted_data(request), host=host, initial=asked)
    game, status = submit_form(form, lambda: create(host, form))
    if game is None:
        return render(request, "games/new_game.html", {"form": form, "host": host}, status=status)
    return redirect("game", game.key)


def create(host: Player, form: GameForm) -> Game:
    """Create the game of a valid form, and start it if the form says so. Raises a `Refusal`."""
    if not host.name:
        set_preferences(player=host, name=form.cleaned_data["my_name"])
    game = create_game(host=host, **form.settings())
    if form.starts_at_once:
        start_game(game=game, by=host)
    return game
