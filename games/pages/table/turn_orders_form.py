"""The forms of orders about limits, throws and one's own turn. Cards are named by their titles."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.decks import descriptions
from games.models import Game, Seat
from games.orders.turn_orders import (
    AND_THEN,
    I_WIN,
    MOST_KEEPERS,
    MOST_LINES,
    MOST_PROVISOS,
    MOST_THROWS,
    THROWS,
    PlanCondition,
    PlanLine,
    Ranking,
    Throws,
    TurnOrders,
    cards_in,
    fallbacks_in,
    free_actions_in,
    plan_conditions_in,
)
from games.play.set_turn_orders import set_turn_orders

CARDS = "cards-of-the-deck"  # the list of names that fields offer


class TurnOrdersForm(forms.Form):
    """One section of the page of orders; ``section`` names it."""

    section = ""

    def __init__(self, data: Any = None, *, game: Game, seat: Seat, given: TurnOrders) -> None:
        self.game, self.seat, self.given = game, seat, given
        self.cards = cards_in(game.edition)
        super().__init__(data)

    @classmethod
    def is_useful_in(cls, game: Game) -> bool:
        """Whether the deck of a game ever asks for what the section decides."""
        return True

    def save(self) -> None:
        """Store what the form says. Raises a `Refusal`."""
        raise NotImplementedError

    def read_card(self, field: str, text: str) -> str:
        """Return the card that somebody named in a field; "" if there is none, which the field says then."""
        names = {_plain(slug): slug for slug in self.cards}
        names |= {_plain(card.title): slug for slug, card in self.cards.items()}
        names |= {_plain(_(card.title)): slug for slug, card in self.cards.items()}
        if (found := names.get(_plain(text))) is not None:
            return found
        wrong = _("There’s no card called “%(name)s” in this deck.") % {"name": text[:60]}
        if close := get_close_matches(_plain(text), names, n=1):
            wrong += " " + _("Did you mean “%(card)s”?") % {"card": _(self.cards[names[close[0]]].title)}
        self.add_error(field, wrong)
        return ""


class LimitsForm(TurnOrdersForm):
    """What a seat keeps first when it must give up cards."""

    section = "limits"

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        self._add_ranking("hand", _("Keep these cards of my hand first"), self.given.hand)
        if not descriptions.is_board_game(self.game.edition):  # there nobody has keepers
            self._add_ranking("keepers", _("Keep these keepers first"), self.given.keepers)
        self.fields["own_turn"] = forms.BooleanField(
            required=False, label=_("At the end of my own turn, too"), initial=self.given.hand.own_turn
        )

    def _add_ranking(self, name: str, label: str, ranking: Ranking) -> None:
        self.fields[name] = forms.CharField(
            required=False,
            max_length=4000,
            widget=forms.Textarea(attrs={"rows": 5}),
            label=label,
            help_text=_("One card per line, most important first. You can list cards you don’t have yet."),
            initial="\n".join(_(self.cards[slug].title) for slug in ranking.keep if slug in self.cards),
        )
        self.fields[f"{name}_otherwise"] = forms.ChoiceField(
            choices=list(fallbacks_in(self.game.edition).items()),
            widget=forms.RadioSelect,
            label=_("Cards that aren’t on the list"),
            initial=ranking.otherwise,
        )

    def clean(self) -> dict[str, Any]:
        """Read the cards that the lists name."""
        for name in ("hand", "keepers"):
            lines = self.cleaned_data.get(name, "").splitlines()
            cards = [self.read_card(name, line) for line in lines if line.strip()]
            if name in self.cleaned_data:  # that is, if nothing is wrong
                self.cleaned_data[name] = tuple(dict.fromkeys(cards))
        return self.cleaned_data

    def save(self) -> None:
        """Store the lists."""
        given = self.cleaned_data
        rankings = {
            name: Ranking(given[name], given[f"{name}_otherwise"], given["own_turn"])
            for name in ("hand", "keepers")
            if name in self.fields
        }
        set_turn_orders(seat=self.seat, hand=rankings["hand"], keepers=rankings.get("keepers"))


class ThrowsForm(TurnOrdersForm):
    """What a seat throws at Rock-Paper-Scissors."""

    section = "throws"

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.fields["throws"] = forms.CharField(
            required=False,
            max_length=400,
            label=_("My next throws, in this order"),
            help_text=_(
                "Rock, paper or scissors, with commas between them, %(most)d at most. Each is used once."
            )
            % {"most": MOST_THROWS},
            initial=", ".join(str(THROWS[throw]) for throw in self.given.throws.next),
        )
        self.fields["otherwise"] = forms.ChoiceField(
            choices=list(AND_THEN.items()),
            widget=forms.RadioSelect,
            label=_("And then"),
            initial=self.given.throws.otherwise,
        )

    @classmethod
    def is_useful_in(cls, game: Game) -> bool:
        """Whether a card of the deck makes people throw."""
        return "rock-paper-scissors-showdown" in cards_in(game.edition) or "made" in game.edition

    def clean_throws(self) -> tuple[str, ...]:
        """Return the throws that the list names."""
        names = {throw: throw for throw in THROWS}
        names |= {str(title).casefold(): throw for throw, title in THROWS.items()}
        words = [word.casefold() for word in self.cleaned_data["throws"].replace(",", " ").split()]
        if unknown := [word for word in words if word not in names]:
            raise forms.ValidationError(_("You can’t throw “%(word)s”.") % {"word": unknown[0][:60]})
        return tuple(names[word] for word in words)

    def save(self) -> None:
        """Store the list."""
        throws = Throws(self.cleaned_data["throws"], self.cleaned_data["otherwise"])
        set_turn_orders(seat=self.seat, throws=throws)


class UnusedForm(TurnOrdersForm):
    """The free actions that a seat never uses."""

    section = "unused"

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.fields["unused"] = forms.MultipleChoiceField(
            choices=[(slug, _(self.cards[slug].title)) for slug in free_actions_in(self.game.edition)],
            initial=list(self.given.unused),
            required=False,
            widget=forms.CheckboxSelectMultiple,
            label=_("Free actions I don’t use"),
        )

    @classmethod
    def is_useful_in(cls, game: Game) -> bool:
        """Whether the deck has free actions."""
        return bool(free_actions_in(game.edition))

    def save(self) -> None:
        """Store the choice."""
        set_turn_orders(seat=self.seat, unused=self.cleaned_data["unused"])


class OnlyChoiceForm(TurnOrdersForm):
    """Whether a seat's only card, or its only move, is played for it."""

    section = "only"

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        is_board_game = descriptions.is_board_game(self.game.edition)
        self.fields["only_choice"] = forms.BooleanField(
            required=False,
            label=_("Play my only card or move for me") if is_board_game else _("Play my only card for me"),
            initial=self.given.only_choice,
        )

    def save(self) -> None:
        """Store the choice."""
        set_turn_orders(seat=self.seat, only_choice=self.cleaned_data["only_choice"])


@dataclass(frozen=True)
class LineShown:
    """The fields of one line of a plan; ``is_done``: it was played already."""

    card: forms.BoundField
    provisos: tuple[tuple[forms.BoundField, forms.BoundField], ...]
    is_done: bool


class PlanForm(TurnOrdersForm):
    """What a seat plays in its next turn, line by line."""

    section = "plan"

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        whats = [("", _("(nothing more)")), *plan_conditions_in(self.game.edition).items()]
        about_label = _("Card, or number") if MOST_KEEPERS in dict(whats) else _("Card")
        for number in range(MOST_LINES):
            line = self.given.plan.lines[number] if number < len(self.given.plan.lines) else None
            self._add_card(f"card-{number}", _("Play"), line.card if line else "")
            for place in range(MOST_PROVISOS):
                proviso = PlanCondition("")
                if line and place < len(line.provisos):
                    proviso = line.provisos[place]
                self.fields[f"what-{number}-{place}"] = forms.ChoiceField(
                    choices=whats,
                    required=False,
                    label=_("and") if place else _("if"),
                    initial=proviso.what,
                )
                self._add_card(f"about-{number}-{place}", about_label, proviso.about)

    def _add_card(self, name: str, label: str, initial: str) -> None:
        self.fields[name] = forms.CharField(
            required=False,
            max_length=100,
            label=label,
            widget=forms.TextInput(attrs={"list": CARDS, "autocomplete": "off"}),
            initial=_(self.cards[initial].title) if initial in self.cards else initial,
        )

    @property
    def lines(self) -> Iterable[LineShown]:
        """The lines that are in use, and one to add."""
        used = [number for number in range(MOST_LINES) if self[f"card-{number}"].value()]
        for number in range(min(MOST_LINES, max(used, default=-1) + 2)):
            provisos = (
                (self[f"what-{number}-{place}"], self[f"about-{number}-{place}"])
                for place in range(MOST_PROVISOS)
            )
            yield LineShown(self[f"card-{number}"], tuple(provisos), number < self.given.plan.done)

    def clean(self) -> dict[str, Any]:
        """Read the lines, with what is wrong beside each field."""
        self.plan = list(self._read_lines())
        return self.cleaned_data

    def _read_lines(self) -> Iterator[PlanLine]:
        for number in range(MOST_LINES):
            provisos = tuple(self._read_provisos(number))
            name = f"card-{number}"
            if text := self.cleaned_data.get(name, ""):
                yield PlanLine(self.read_card(name, text), provisos)
            elif provisos:
                self.add_error(name, _("Choose the card to play if all this is true."))

    def _read_provisos(self, number: int) -> Iterator[PlanCondition]:
        for place in range(MOST_PROVISOS):
            what = self.cleaned_data.get(f"what-{number}-{place}", "")
            name = f"about-{number}-{place}"
            about = self.cleaned_data.get(name, "")
            if not what:
                if about:
                    self.add_error(f"what-{number}-{place}", _("Choose a condition for this card."))
            elif what == I_WIN:
                yield PlanCondition(what)
            elif what == MOST_KEEPERS:
                if about.isascii() and about.isdigit() and len(about) <= 2:
                    yield PlanCondition(what, about)
                else:
                    self.add_error(name, _("Enter the number of keepers."))
            elif about:
                yield PlanCondition(what, self.read_card(name, about))
            else:
                self.add_error(name, _("Choose a card."))

    def save(self) -> None:
        """Store the plan, or, without a line, none."""
        set_turn_orders(seat=self.seat, plan=self.plan)


FORMS: Sequence[type[TurnOrdersForm]] = (LimitsForm, ThrowsForm, UnusedForm, OnlyChoiceForm, PlanForm)


def _plain(text: str) -> str:
    """Return a name without what people leave out: capitals, signs, spaces."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())
