"""Forms for cards that people make: one for each kind, in the vocabulary of the rules."""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.decks import descriptions

LONGEST_TITLE, LONGEST_TEXT = 40, 300
LARGEST = 10

BOTH, SOME, WITHOUT, ALL_AND_CREEPER = "both", "some", "without", "with-creeper"
MOST_KEEPERS, MOST_CARDS = "most-keepers", "most-cards"


class MadeForm(forms.Form):
    """What every card has: a title, and perhaps a text of its own."""

    kind = ""
    fields_without_note: ClassVar[tuple[str, ...]] = ()  # needed or not, as another field says
    title = forms.CharField(max_length=LONGEST_TITLE, label=gettext_lazy("Title"))
    text = forms.CharField(
        required=False,
        max_length=LONGEST_TEXT,
        label=gettext_lazy("Text on the card"),
        help_text=gettext_lazy(
            "Left empty, it says what the card does. Whatever you write, the rules follow your choices below."
        ),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        spec: engine.DeckSpec,
        card: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=self.read(card) if card else None)
        self.spec = spec
        self.offer()

    def offer(self) -> None:
        """Fill in what can be chosen out of the deck."""

    def read(self, card: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the fields of the form hold for a card."""
        return dict(card)

    def rest(self) -> dict[str, Any]:
        """Return what the card has beside its title and its text."""
        return {}

    def clean(self) -> dict[str, Any]:
        """Make the card, and say in a sentence why it cannot be one."""
        chosen = super().clean() or self.cleaned_data
        if not self.errors:
            self.card = {"kind": self.kind, "title": chosen["title"], "text": chosen["text"], **self.rest()}
            try:
                engine.read_card(self.card)
            except ValueError as error:
                self.add_error(None, descriptions.describe_error(error))
        return chosen

    def choose(self, field: str, kind: str, *, empty: Any = None) -> None:
        """Let a field choose among the cards of a kind that the deck has."""
        options = [("", empty)] if empty is not None else []
        cast(forms.ChoiceField, self.fields[field]).choices = [*options, *named(self.spec, kind)]


class FaceForm(MadeForm):
    """A card that lies in front of people, with a sign on it."""

    face = forms.CharField(
        required=False,
        max_length=8,
        label=gettext_lazy("Sign"),
        help_text=gettext_lazy("A symbol or two to show on it, such as an emoji."),
    )


class KeeperForm(FaceForm):
    """A keeper."""

    kind = "keeper"
    food = forms.BooleanField(required=False, label=gettext_lazy("It is food, for cards that ask for food"))

    def rest(self) -> dict[str, Any]:
        """Return its sign, and whether it is food."""
        return {"face": self.cleaned_data["face"], "food": self.cleaned_data["food"]}


class CreeperForm(FaceForm):
    """A Creeper."""

    kind = "creeper"
    attaches = forms.BooleanField(
        required=False, label=gettext_lazy("It clings to a keeper of whoever has it, and travels with it")
    )

    def rest(self) -> dict[str, Any]:
        """Return its sign, and whether it clings."""
        return {"face": self.cleaned_data["face"], "attaches": self.cleaned_data["attaches"]}


class GoalForm(MadeForm):
    """A goal: a way to win, and the cards that it names."""

    kind = "goal"
    fields_without_note = ("one", "other", "least", "of")
    what = forms.ChoiceField(
        widget=forms.RadioSelect,
        initial=BOTH,
        choices=[
            (BOTH, gettext_lazy("Two keepers")),
            (WITHOUT, gettext_lazy("A keeper, while nobody has another one")),
            (SOME, gettext_lazy("At least so many keepers of a list")),
            (ALL_AND_CREEPER, gettext_lazy("All keepers of a list, and a Creeper")),
            (MOST_KEEPERS, gettext_lazy("At least so many keepers, and more than anybody else")),
            (MOST_CARDS, gettext_lazy("At least so many cards in hand, and more than anybody else")),
        ],
        label=gettext_lazy("Who meets it wins: whoever has …"),
    )
    one = forms.ChoiceField(required=False, label=gettext_lazy("The keeper"))
    other = forms.ChoiceField(required=False, label=gettext_lazy("The other keeper"))
    least = forms.IntegerField(
        required=False, min_value=1, max_value=LARGEST, initial=2, label=gettext_lazy("How many at least")
    )
    of = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=gettext_lazy("The list of keepers")
    )
    creeper = forms.ChoiceField(required=False, label=gettext_lazy("A Creeper that they need, too"))

    def offer(self) -> None:
        """Offer the keepers and Creepers of the deck."""
        for field in ("one", "other"):
            self.choose(field, "keeper", empty=_("choose …"))
        self.choose("of", "keeper")
        self.choose("creeper", "creeper", empty=_("none"))

    def read(self, card: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields for the wants of a goal."""
        wants = dict(card["wants"])
        return {
            **card,
            "what": wants["what"],
            "one": wants.get("one", wants.get("keeper", "")),
            "other": wants.get("other", wants.get("absent", "")),
            "least": wants.get("least", 2),
            "of": wants.get("of", wants.get("keepers", ())),
            "creeper": wants.get("creeper", card.get("creeper", "")),
        }

    def rest(self) -> dict[str, Any]:
        """Return what it wants, from the fields that belong to the choice."""
        chosen = self.cleaned_data
        one, other, creeper = chosen.get("one", ""), chosen.get("other", ""), chosen.get("creeper", "")
        least, of = chosen.get("least") or 0, list(chosen.get("of", ()))
        wants: dict[str, Any] = {"what": chosen["what"]}
        match chosen["what"]:
            case "both":
                self.want(_("Choose two keepers."), one, other)
                wants |= {"one": one, "other": other}
            case "without":
                self.want(_("Choose two keepers."), one, other)
                wants |= {"keeper": one, "absent": other}
            case "some":
                self.want(_("Choose the keepers of the list, and how many of them are needed."), of, least)
                wants |= {"least": least, "of": of}
            case "with-creeper":
                self.want(_("Choose the keepers of the list, and the Creeper."), of, creeper)
                return {"wants": wants | {"keepers": of, "creeper": creeper}}
            case _:
                self.want(_("Say how many are needed at least."), least)
                wants |= {"least": least}
        return {"wants": wants, "creeper": creeper}

    def want(self, otherwise: str, *given: object) -> None:
        """Refuse a goal without what its kind needs, with a sentence."""
        if not all(given):
            raise forms.ValidationError(otherwise)


def named(spec: engine.DeckSpec, kind: str) -> list[tuple[str, str]]:
    """Return the cards of a kind that a card of this deck can name: how the deck names them, and titles."""
    shares = [share for share in engine.composition(spec).shares if share.card.kind == kind]
    cards = [
        (engine.made_key(share.card.title) if share.made else share.card.slug, _(share.card.title))
        for share in shares
    ]
    return sorted(cards, key=lambda card: card[1])
