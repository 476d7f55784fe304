"""The form of a new game: the pace in sight, all else proposed, and folded below a sentence that says it."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core import sign_up
from games.history import game_settings
from games.models import Game, Pace, Player, Silence, Starter, Timing
from games.models.game import LEAST_SEATS, MOST_PATIENCE, MOST_SEATS
from games.pages.common.fields import LineField, NameField
from games.seats.lobby import USUAL_SEATS, suggest_name

from .clock_form import ClockForm, OptionalChoiceField
from .deck_choice_form import DeckChoiceForm, Offer

ME, LATER = "me", "later"
USUAL_PATIENCE = 2
SILENCE_FIELDS = ("silence", "patience")
JOINING_FIELDS = ("least_reliability", "known_only", "talk_is_public")
TABLE_FIELDS = ("seats", "is_open", "first", "fill_with_bots")
# What a host says about people whom they don't know: a site for friends has none of these.
AMONG_STRANGERS = ("is_open", *JOINING_FIELDS)


@dataclass(frozen=True)
class Section:
    """Fields that are folded away below a heading and a sentence that says what they are set to now."""

    slug: str
    title: str
    now: str
    fields: list[forms.BoundField]

    @property
    def is_open(self) -> bool:
        """Whether something in it is wrong."""
        return any(field.errors for field in self.fields)


class StarterField(forms.ChoiceField):
    """Who goes first. A page of an earlier release may send a way that is no longer offered."""

    def validate(self, value: Any) -> None:
        """Refuse the way of an earlier release in its own sentence. Raises `ValidationError`."""
        if value == Starter.FIRST:
            raise forms.ValidationError(_("New games no longer start that way. Choose who goes first."))
        super().validate(value)


class GameForm(ClockForm, DeckChoiceForm):
    """Settings of a new game: the pace in sight, the others in `sections`."""

    fields_without_note = (*ClockForm.base_fields, *SILENCE_FIELDS, *JOINING_FIELDS)

    name = LineField(
        max_length=60,
        label=gettext_lazy("Name of the game"),
        help_text=gettext_lazy("It’s the subject of every mail."),
    )
    my_name = NameField(help_text=gettext_lazy("The name that the others at the table see."))
    seats = OptionalChoiceField(
        default=0,
        choices=[
            (0, gettext_lazy("As many as I need")),
            *((number, str(number)) for number in range(LEAST_SEATS, MOST_SEATS + 1)),
        ],
        widget=forms.RadioSelect,
        label=gettext_lazy("Seats, yours included"),
    )
    pace = forms.TypedChoiceField(
        coerce=int,
        choices=[
            (Pace.NONE.value, gettext_lazy("No clock")),
            (Pace.ONE_DAY.value, gettext_lazy("1 day")),
            (Pace.THREE_DAYS.value, gettext_lazy("3 days")),
            (Pace.ONE_WEEK.value, gettext_lazy("7 days")),
        ],
        initial=Pace.THREE_DAYS,
        widget=forms.RadioSelect,
        label=gettext_lazy("How fast?"),
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
    first = StarterField(
        choices=[
            (Starter.CHANCE, gettext_lazy("A random player")),
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
            (0, gettext_lazy("the usual number")),
            *((number, str(number)) for number in range(1, MOST_PATIENCE + 1)),
        ],
        label=gettext_lazy("After how many missed turns in a row"),
        help_text=gettext_lazy("The usual number is three if the site just plays on, and two otherwise."),
    )
    least_reliability = OptionalChoiceField(
        default=0,
        choices=lambda: [(0, _("any")), *((n, _("%(percent)d%%") % {"percent": n}) for n in (70, 80, 90))],
        label=gettext_lazy("Minimum share of turns answered in time"),
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
        self.fields["name"].initial = suggest_name(host)
        self.fields["fixed_zone"].initial = host.timezone
        if not sign_up.is_open():
            for each in AMONG_STRANGERS:
                del self.fields[each]
        if host.name:
            del self.fields["my_name"]

    def clean(self) -> dict[str, Any]:
        """Refuse more seats than the chosen deck can be played with, and what is no longer asked for."""
        cleaned = super().clean()
        offer = self._offer
        if offer.most and cleaned.get("seats", 0) > offer.most:
            words = {"deck": offer.title, "least": LEAST_SEATS, "most": offer.most}
            self.add_error("seats", _("%(deck)s is for %(least)d to %(most)d players.") % words)
        if self.data.get("usual_hours") and "least_reliability" in self.fields:  # a page of release 0.1
            problem = _("Games no longer ask how fast people usually answer. Ask for this share instead.")
            self.add_error("least_reliability", problem)
        return cleaned

    @property
    def most_seats(self) -> int:
        """How many seats the game may get: those that were chosen, or as many as the deck is played with."""
        return int(self._now("seats")) or self._offer.most or MOST_SEATS

    @property
    def starts_at_once(self) -> bool:
        """Whether the host wants to play against bots now, without waiting for anybody."""
        return "start" in self.data

    @property
    def sections(self) -> list[Section]:
        """What is folded away."""
        return [
            Section("deck", _("Name and deck"), self._describe_deck(), self._list("name", "deck", "options")),
            Section("table", _("Seats and start"), self._describe_table(), self._list(*TABLE_FIELDS)),
            Section("clock", _("Clock settings"), self._describe_clock(), self.clock_fields),
            Section(
                "silence",
                _("If someone doesn’t answer"),
                game_settings.describe_silence_policy(
                    Game(silence=self._now("silence"), patience=self._patience)
                ),
                self._list(*SILENCE_FIELDS),
            ),
            *(
                [
                    Section(
                        "joining",
                        _("Joining and watching"),
                        self._describe_joining(),
                        self._list(*JOINING_FIELDS),
                    )
                ]
                if "known_only" in self.fields
                else []
            ),
        ]

    def _list(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    def _now(self, name: str) -> Any:
        """What a field is set to: as it was sent, if that is valid, or else as it is proposed."""
        sent = getattr(self, "cleaned_data", {})
        return sent[name] if name in sent else self.get_initial_for_field(self.fields[name], name)

    @property
    def _offer(self) -> Offer:
        """The deck that is chosen; the first one where that is none."""
        return next((each for each in self.offers if each.value == self.chosen_deck), self.offers[0])

    @property
    def _patience(self) -> int:
        usual = MOST_PATIENCE if self._now("silence") == Silence.PLAY else USUAL_PATIENCE
        return int(self._now("patience")) or usual

    @property
    def _is_open(self) -> bool:
        return "is_open" in self.fields and self._now("is_open") in (True, "open")

    def _describe_deck(self) -> str:
        offer, chosen = self._offer, self["options"].value() or ()
        titles = [offer.title, *(option.label for option in offer.options if option.value in chosen)]
        words = {"name": self._now("name"), "deck": _(", ").join(titles)}
        return _("“%(name)s”, played with %(deck)s.") % words

    def _describe_table(self) -> str:
        seats, first = int(self._now("seats")), self._now("first")
        usual = min(USUAL_SEATS, self.most_seats)
        if seats:
            said = ngettext("There is %(count)d seat.", "There are %(count)d seats.", seats) % {
                "count": seats
            }
        elif self._is_open:
            said = _("There are %(count)d seats, or more if you invite more people.") % {"count": usual}
        else:
            said = _("There’s a seat for everyone you invite, or %(count)d if you name nobody.") % {
                "count": usual
            }
        sentences = [
            said,
            _("Anyone can join and watch.")
            if self._is_open
            else _("Only people with an invitation or the link can join."),
            _("The game starts when you start it, and you choose who goes first.")
            if first == LATER
            else _("The game starts by itself when every seat is taken, and you can start it earlier."),
        ]
        if first != LATER:
            sentences.append(_("You go first.") if first == ME else _("A random player goes first."))
        if self._now("fill_with_bots"):
            sentences.append(_("Bots take free seats at the start."))
        return " ".join(sentences)

    def _describe_clock(self) -> str:
        game = self.clock_game
        if game.timing == Timing.FLAT and not self.has_changed_clock:
            return _("As chosen above. Quiet hours and vacations stop a player’s clock.")
        pace = game_settings.describe_pace(game)
        return " ".join([f"{capfirst(pace)}.", *game_settings.describe_details(game)])

    def _describe_joining(self) -> str:
        game = Game(least_reliability=self._now("least_reliability"), newcomers=not self._now("known_only"))
        asks = game_settings.describe_join_requirements(game) or _("There are no conditions for joining.")
        if self._now("talk_is_public"):
            return f"{asks} {_('Spectators can read the table talk.')}"
        return f"{asks} {_('Only the players can read the table talk.')}"

    def settings(self) -> dict[str, Any]:
        """Return what was chosen as the arguments of `seats.lobby.create_game`."""
        chosen, first = self.cleaned_data, self.cleaned_data["first"]
        names = (
            *("name", "seats", "pace", "is_open"),
            *("silence", "least_reliability", "talk_is_public"),
        )
        here = [name for name in names if name in self.fields]
        return {
            **{name: chosen[name] for name in here},
            "patience": self._patience,
            "newcomers": not chosen.get("known_only"),
            "fill_with_bots": chosen["fill_with_bots"] or self.starts_at_once,
            "starts_when_full": first != LATER,
            "starter": Starter.HOST if first in (ME, LATER) else Starter(first),
            "starting_seat": 1 if first == ME else None,
            **self.deck_settings(),
            **self.clock_settings(),
        }
