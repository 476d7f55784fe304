"""Creating a game."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.core import sign_up
from games.core.refusal import Refusal
from games.models import Game, Pace, Player, Silence, Starter
from games.models.game import LEAST_SEATS, MOST_PATIENCE, MOST_SEATS
from games.pages.common.fields import LineField, NameField
from games.pages.common.guards import sign_in_on_404
from games.pages.common.invite_form import InviteForm, invite_all, leave_messages
from games.pages.common.rate_limits import check_rate
from games.pages.common.requests import posted_data, read_submission_key, signed_in, status_of, submit_form
from games.people.preferences import set_preferences
from games.play.start import start_game
from games.seats.lobby import create_game

from .clock_form import ClockForm, OptionalChoiceField
from .deck_choice_form import DeckChoiceForm

ME, LATER = "me", "later"
USUAL_PATIENCE = 2
SILENCE_FIELDS = ("silence", "patience")
JOINING_FIELDS = ("least_reliability", "usual_hours", "known_only", "talk_is_public")
# What a host says about people whom they don't know: a site for friends has none of these.
AMONG_STRANGERS = ("is_open", *JOINING_FIELDS)


class GameForm(ClockForm, DeckChoiceForm):
    """Settings of a new game. The template folds some fields away, section by section."""

    field_order = ("name", "my_name", "deck")
    fields_without_note = (*ClockForm.base_fields, *SILENCE_FIELDS, *JOINING_FIELDS)

    name = LineField(
        max_length=60,
        label=gettext_lazy("Name of the game"),
        help_text=gettext_lazy("It’s the subject of every mail."),
    )
    my_name = NameField(help_text=gettext_lazy("The name that the others at the table see."))
    seats = forms.TypedChoiceField(
        coerce=int,
        choices=[(number, str(number)) for number in range(LEAST_SEATS, MOST_SEATS + 1)],
        initial=4,
        widget=forms.RadioSelect,
        label=gettext_lazy("Seats, yours included"),
    )
    pace = forms.TypedChoiceField(
        coerce=int,
        choices=[(value, capfirst(label)) for value, label in Pace.choices],
        initial=Pace.THREE_DAYS,
        widget=forms.RadioSelect,
        label=gettext_lazy("Pace"),
        help_text=gettext_lazy("The time for a whole turn. When it runs out, the site plays the turn."),
    )
    is_open = forms.TypedChoiceField(
        coerce=lambda value: value == "open",
        choices=[
            ("private", gettext_lazy("Only people with an invitation or the link")),
            ("open", gettext_lazy("Everyone: the game is listed on this site, and anyone can watch")),
        ],
        initial="private",
        widget=forms.RadioSelect,
        label=gettext_lazy("Who can join"),
    )
    first = forms.ChoiceField(
        choices=[
            (Starter.CHANCE, gettext_lazy("A random player")),
            (Starter.FIRST, gettext_lazy("The first player to take a card")),
            (ME, gettext_lazy("Me")),
            (LATER, gettext_lazy("I’ll choose when I start the game")),
        ],
        initial=Starter.CHANCE,
        widget=forms.RadioSelect,
        label=gettext_lazy("Who goes first"),
    )
    fill_with_bots = forms.BooleanField(
        required=False,
        label=gettext_lazy("Fill free seats with bots when I start the game"),
    )
    silence = OptionalChoiceField(
        default=Silence.PLAY,
        choices=[(value, capfirst(label)) for value, label in Silence.choices],
        widget=forms.RadioSelect,
        label=gettext_lazy("If someone misses turns"),
        help_text=gettext_lazy(
            "The site plays each missed turn, so nobody has to wait. The others get a warning first."
        ),
    )
    patience = OptionalChoiceField(
        default=0,
        choices=[
            ("", gettext_lazy("the usual number")),
            *((number, str(number)) for number in range(1, MOST_PATIENCE + 1)),
        ],
        label=gettext_lazy("After how many missed turns in a row"),
        help_text=gettext_lazy("The usual number is three if the site just plays on, and two otherwise."),
    )
    least_reliability = OptionalChoiceField(
        default=0,
        choices=lambda: [("", _("any")), *((n, _("%(percent)d%%") % {"percent": n}) for n in (70, 80, 90))],
        label=gettext_lazy("Minimum share of turns answered in time"),
    )
    usual_hours = OptionalChoiceField(
        default=0,
        choices=lambda: [("", _("any")), *((n, _("%(count)d h") % {"count": n}) for n in (6, 12, 24, 48))],
        label=gettext_lazy("Usually answers within"),
    )
    known_only = forms.BooleanField(
        required=False,
        label=gettext_lazy("Only people who have played here before"),
        help_text=gettext_lazy("People you invite can always join, no matter what you set here."),
    )
    talk_is_public = forms.BooleanField(
        required=False,
        label=gettext_lazy("Spectators can read the table talk"),
    )

    def __init__(self, *args: Any, host: Player, **more: Any) -> None:
        super().__init__(*args, host=host, **more)
        self.fields["fixed_zone"].initial = host.timezone
        if not sign_up.is_open():
            for each in AMONG_STRANGERS:
                del self.fields[each]
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
        """Who may join, and who may listen; none on a site for friends."""
        return [self[name] for name in JOINING_FIELDS if name in self.fields]

    def settings(self) -> dict[str, Any]:
        """Return what was chosen as the arguments of `seats.lobby.create_game`."""
        chosen, first = self.cleaned_data, self.cleaned_data["first"]
        names = (
            *("name", "seats", "pace", "is_open"),
            *("silence", "least_reliability", "usual_hours", "talk_is_public"),
        )
        here = [name for name in names if name in self.fields]
        usual_patience = MOST_PATIENCE if chosen["silence"] == Silence.PLAY else USUAL_PATIENCE
        return {
            **{name: chosen[name] for name in here},
            "patience": chosen["patience"] or usual_patience,
            "newcomers": not chosen.get("known_only"),
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
    invite_form = InviteForm(posted_data(request), host=host)
    check_invitees(form, invite_form)
    status: int = status_of(invite_form)
    game = None
    if status == HTTPStatus.OK:
        game, status = submit_form(form, lambda: create(request, host, form))
    if game is None:
        shown = {"form": form, "invite_form": invite_form, "host": host}
        return render(request, "games/new_game.html", shown, status=status)
    # The form may have been sent before, and stopped anywhere: whom it didn't invite is invited now.
    leave_messages(request, invite_all(game, host, invite_form.invitees, once=True))
    return redirect("game", game.key)


def check_invitees(form: GameForm, invite_form: InviteForm) -> None:
    """Refuse more people than seats, and people who would come too late as bots have their seats."""
    if not (form.is_bound and form.is_valid() and invite_form.is_valid()):
        return
    if form.starts_at_once and invite_form.invitees:
        problem = _("Bots would take these seats right away. To invite people, choose “Create and invite”.")
        invite_form.add_error(invite_form.main_field, problem)
    invite_form.check_seats(form.cleaned_data["seats"] - 1)


def create(request: HttpRequest, host: Player, form: GameForm) -> Game:
    """Create the game of a valid form, and start it if the form says so. Raises a `Refusal`."""
    check_rate(request, "new_game", host)
    if not host.name:
        set_preferences(player=host, name=form.cleaned_data["my_name"])
    game = create_game(host=host, submission_key=read_submission_key(request), **form.settings())
    if form.starts_at_once and game.status == Game.Status.OPEN:
        try:
            start_game(game=game, by=host)
        except Refusal:
            game.refresh_from_db(fields=["status"])
            if game.status == Game.Status.OPEN:  # or the same form, sent twice, has started it
                raise
    return game
