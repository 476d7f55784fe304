"""The forms of orders about limits, throws and one's own turn. Cards are named as they are called."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.decks import descriptions
from games.models import Game, Seat
from games.orders.turn_orders import (
    AND_THEN,
    I_WIN,
    MOST_KEEPERS,
    MOST_LINES,
    MOST_PROVISOS,
    MOST_THROWS,
    OTHERWISE,
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


class StandingForm(forms.Form):
    """One section of the page of orders; ``section`` names it."""

    section = ""

    def __init__(self, data: Any = None, *, game: Game, seat: Seat, given: TurnOrders) -> None:
        self.game, self.seat, self.given = game, seat, given
        self.cards = cards_in(game.edition)
        super().__init__(data)

    def keep(self) -> None:
        """Do what the form says. Raises a `Refusal`."""
        raise NotImplementedError

    def read_card(self, text: str) -> str:
        """Return the card that somebody named. Raises `ValidationError` with what it may have been."""
        names = {_plain(slug): slug for slug in self.cards}
        names |= {_plain(card.title): slug for slug, card in self.cards.items()}
        names |= {_plain(_(card.title)): slug for slug, card in self.cards.items()}
        found = names.get(_plain(text))
        if found is not None:
            return found
        wrong = _("There is no card called “%(name)s” in this deck.") % {"name": text[:60]}
        if close := get_close_matches(_plain(text), names, n=1):
            wrong += " " + _("Is it %(card)s?") % {"card": self.name_of(names[close[0]])}
        raise forms.ValidationError(wrong)

    def name_of(self, slug: str) -> str:
        """Return what a card is called."""
        return _(self.cards[slug].title)


class LimitsForm(StandingForm):
    """What a seat keeps first when it must give up cards."""

    section = "limits"

    hand = forms.CharField(required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 5}))
    hand_otherwise = forms.ChoiceField(choices=list(OTHERWISE.items()), widget=forms.RadioSelect)
    keepers = forms.CharField(required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 5}))
    keepers_otherwise = forms.ChoiceField(choices=list(OTHERWISE.items()), widget=forms.RadioSelect)
    own_turn = forms.BooleanField(required=False, label=gettext_lazy("At the end of my own turn, too"))

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        one_each = _("One card a line, the dearest first. You may name cards that you do not hold yet.")
        rest = _("Of the cards that the list does not name")
        for name, label in (
            ("hand", _("Keep these cards of my hand first")),
            ("keepers", _("Keep these keepers first")),
        ):
            ranking: Ranking = getattr(self.given, name)
            self.fields[name].label, self.fields[name].help_text = label, one_each
            self.fields[name].initial = "\n".join(map(self.name_of, ranking.keep))
            self.fields[f"{name}_otherwise"].label = rest
            self.fields[f"{name}_otherwise"].choices = list(fallbacks_in(self.game.edition).items())  # type: ignore[attr-defined]
            self.fields[f"{name}_otherwise"].initial = ranking.otherwise
        self.fields["own_turn"].initial = self.given.hand.own_turn
        if descriptions.is_of_board(self.game.edition):
            del self.fields["keepers"], self.fields["keepers_otherwise"]

    def clean_hand(self) -> tuple[str, ...]:
        """Return the cards that the list of the hand names."""
        return self._read_list("hand")

    def clean_keepers(self) -> tuple[str, ...]:
        """Return the cards that the list of keepers names."""
        return self._read_list("keepers")

    def _read_list(self, name: str) -> tuple[str, ...]:
        wrong, cards = [], []
        for line in self.cleaned_data[name].splitlines():
            if not line.strip():
                continue
            try:
                cards.append(self.read_card(line))
            except forms.ValidationError as error:
                wrong += error.messages
        if wrong:
            raise forms.ValidationError(wrong)
        return tuple(dict.fromkeys(cards))

    def keep(self) -> None:
        """Keep both lists; in the board game, where nobody has keepers, that of the hand."""
        given = self.cleaned_data
        hand, keepers = (
            Ranking(given[name], given[f"{name}_otherwise"], given["own_turn"])
            if name in self.fields
            else Ranking()
            for name in ("hand", "keepers")
        )
        set_turn_orders(seat=self.seat, hand=hand, keepers=keepers)


class ThrowsForm(StandingForm):
    """What a seat throws at Rock-Paper-Scissors."""

    section = "throws"

    throws = forms.CharField(
        required=False, max_length=400, label=gettext_lazy("My next throws, in this order")
    )
    otherwise = forms.ChoiceField(
        choices=list(AND_THEN.items()), widget=forms.RadioSelect, label=gettext_lazy("And then")
    )

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.fields["throws"].initial = ", ".join(str(THROWS[throw]) for throw in self.given.throws.next)
        self.fields["throws"].help_text = _(
            "Rock, paper or scissors, with commas between them, %(most)d at most. Each is used once."
        ) % {"most": MOST_THROWS}
        self.fields["otherwise"].initial = self.given.throws.otherwise

    def clean_throws(self) -> tuple[str, ...]:
        """Return the throws that the list names."""
        names = {throw: throw for throw in THROWS} | {
            str(told).casefold(): throw for throw, told in THROWS.items()
        }
        said = [word.casefold() for word in self.cleaned_data["throws"].replace(",", " ").split()]
        if unknown := [word for word in said if word not in names]:
            raise forms.ValidationError(_("“%(word)s” cannot be thrown.") % {"word": unknown[0][:60]})
        return tuple(names[word] for word in said)

    def keep(self) -> None:
        """Keep the list."""
        throws = Throws(self.cleaned_data["throws"], self.cleaned_data["otherwise"])
        set_turn_orders(seat=self.seat, throws=throws)


class UnusedForm(StandingForm):
    """The free actions that a seat never uses."""

    section = "unused"

    unused = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("Free actions that I do not use"),
    )

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        field = self.fields["unused"]
        field.choices = [(slug, self.name_of(slug)) for slug in free_actions_in(self.game.edition)]  # type: ignore[attr-defined]
        field.initial = list(self.given.unused)

    def keep(self) -> None:
        """Keep the choice."""
        set_turn_orders(seat=self.seat, unused=self.cleaned_data["unused"])


@dataclass(frozen=True)
class LineShown:
    """The fields of one line of a plan; ``is_done``: it was played already."""

    number: int
    card: forms.BoundField
    provisos: tuple[tuple[forms.BoundField, forms.BoundField], ...]
    is_done: bool


class PlanForm(StandingForm):
    """What a seat plays in its next turn, line by line."""

    section = "plan"

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        whats = [("", _("(nothing more)")), *plan_conditions_in(self.game.edition).items()]
        for number in range(MOST_LINES):
            line = self.given.plan.lines[number] if number < len(self.given.plan.lines) else None
            self._add(f"card-{number}", _("Play"), self.name_of(line.card) if line else "")
            for place in range(MOST_PROVISOS):
                proviso = line.provisos[place] if line and place < len(line.provisos) else None
                self.fields[f"what-{number}-{place}"] = forms.ChoiceField(
                    choices=whats,
                    required=False,
                    label=_("and") if place else _("if"),
                    initial=proviso.what if proviso else "",
                )
                label = _("Card, or number") if MOST_KEEPERS in dict(whats) else _("Card")
                self._add(f"about-{number}-{place}", label, self._about(proviso))

    def _add(self, name: str, label: str, initial: str) -> None:
        widget = forms.TextInput(attrs={"list": CARDS, "autocomplete": "off"})
        self.fields[name] = forms.CharField(
            required=False, max_length=100, label=label, widget=widget, initial=initial
        )

    def _about(self, proviso: PlanCondition | None) -> str:
        if proviso is None or proviso.what in (I_WIN, MOST_KEEPERS):
            return proviso.about if proviso else ""
        return self.name_of(proviso.about)

    @property
    def lines(self) -> Iterable[LineShown]:
        """The lines that are in use, and one to add."""
        used = [number for number in range(MOST_LINES) if self[f"card-{number}"].value()]
        for number in range(min(MOST_LINES, max([0, *(each + 1 for each in used)]) + 1)):
            yield LineShown(
                number + 1,
                self[f"card-{number}"],
                tuple(
                    (self[f"what-{number}-{place}"], self[f"about-{number}-{place}"])
                    for place in range(MOST_PROVISOS)
                ),
                number < self.given.plan.done,
            )

    def clean(self) -> dict[str, Any]:
        """Read the lines, with what is wrong beside each field."""
        self.read = list(self._read_lines())
        return self.cleaned_data

    def _read_lines(self) -> Iterator[PlanLine]:
        for number in range(MOST_LINES):
            provisos = list(self._read_provisos(number))
            name = f"card-{number}"
            if text := self.cleaned_data.get(name, ""):
                if (card := self._try(name, text)) is not None:
                    yield PlanLine(card, tuple(provisos))
            elif provisos:
                self.add_error(name, _("Say which card to play if all this is so."))

    def _read_provisos(self, number: int) -> Iterator[PlanCondition]:
        for place in range(MOST_PROVISOS):
            what = self.cleaned_data.get(f"what-{number}-{place}", "")
            name = f"about-{number}-{place}"
            about = self.cleaned_data.get(name, "").strip()
            if not what:
                if about:
                    self.add_error(f"what-{number}-{place}", _("Say what is asked of this card."))
            elif what == I_WIN:
                yield PlanCondition(what)
            elif what == MOST_KEEPERS:
                if about.isascii() and about.isdigit() and len(about) <= 2:
                    yield PlanCondition(what, about)
                else:
                    self.add_error(name, _("Say how many keepers, as a number."))
            elif not about:
                self.add_error(name, _("Say which card."))
            elif (card := self._try(name, about)) is not None:
                yield PlanCondition(what, card)

    def _try(self, name: str, text: str) -> str | None:
        try:
            return self.read_card(text)
        except forms.ValidationError as error:
            self.add_error(name, error)
            return None

    def keep(self) -> None:
        """Keep the plan, or, without a line, none."""
        set_turn_orders(seat=self.seat, plan=self.read)


FORMS: Sequence[type[StandingForm]] = (LimitsForm, ThrowsForm, UnusedForm, PlanForm)


def has_showdowns(game: Game) -> bool:
    """Whether a card of the deck makes people throw."""
    return "rock-paper-scissors-showdown" in cards_in(game.edition) or "made" in game.edition


def _plain(text: str) -> str:
    """Return a name without what people leave out: capitals, signs, spaces."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())
