"""Forms for cards that people make: one for each kind."""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.core.typography import sort_key
from games.decks import descriptions

from .pictures import picture_choices

LONGEST_TITLE, LONGEST_TEXT = 40, 300
LARGEST = 10

# For each goal: its fields with the keys of the data that they become, and the sentence when one is missing.
GOALS = {
    "both": ({"one": "one", "other": "other"}, gettext_lazy("Choose two keepers.")),
    "without": ({"one": "keeper", "other": "absent"}, gettext_lazy("Choose two keepers.")),
    "some": (
        {"least": "least", "of": "of"},
        gettext_lazy("Choose the keepers of the list, and how many of them are needed."),
    ),
    "with-creeper": (
        {"of": "keepers", "creeper": "creeper"},
        gettext_lazy("Choose the keepers of the list, and the Creeper."),
    ),
    "most-keepers": ({"least": "least"}, gettext_lazy("Say how many are needed at least.")),
    "most-cards": ({"least": "least"}, gettext_lazy("Say how many are needed at least.")),
}
RULE_NUMBERS = ("draw", "play", "play_all_but", "hand_limit", "keeper_limit")
STEPS = 5
# The steps of an action that take a number of cards.
COUNTED = {
    "draw": gettext_lazy("Draw cards"),
    "draw-and-play": gettext_lazy("Draw cards, and play some of them"),
    "everybody-draws": gettext_lazy("Everyone draws cards"),
    "everybody-discards": gettext_lazy("Everyone discards cards"),
}
# Those that do what the card of this name does.
AS_CARDS = (
    "take-a-card",
    "use-what-you-take",
    "steal-a-keeper",
    "exchange-keepers",
    "trash-a-keeper",
    "trash-a-new-rule",
    "zap-a-card",
    "discard-and-draw",
    "everybody-gets-1",
    "random-tax",
    "trade-hands",
    "rotate-hands",
    "share-the-wealth",
    "empty-the-trash",
    "lets-do-that-again",
    "lets-simplify",
    "no-limits",
    "rules-reset",
    "take-another-turn",
)


class MadeForm(forms.Form):
    """What every card has: a title and an optional text. `parts` are fields that are stored unchanged."""

    kind = ""
    parts: ClassVar[tuple[str, ...]] = ()
    fields_without_note: ClassVar[tuple[str, ...]] = ()  # needed or not, as another field says
    title = forms.CharField(max_length=LONGEST_TITLE, label=gettext_lazy("Title"))
    text = forms.CharField(
        required=False,
        max_length=LONGEST_TEXT,
        label=gettext_lazy("Text on the card"),
        help_text=gettext_lazy(
            "Leave empty for a text that says what the card does. Whatever you write, the rules follow "
            "your choices below."
        ),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        spec: engine.DeckSpec,
        card: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=self.read_card(card) if card else None)
        self.spec = spec
        self.add_choices()

    def add_choices(self) -> None:
        """Fill in what can be chosen from the deck."""

    def read_card(self, card: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of the fields for a card."""
        return dict(card)

    def card_data(self) -> dict[str, Any]:
        """Return what the card has beside its title and its text. Raises `ValidationError`."""
        return {name: self.cleaned_data[name] for name in self.parts}

    def clean(self) -> dict[str, Any]:
        """Make the card; an invalid one becomes an error of the form."""
        chosen = super().clean() or self.cleaned_data
        if not self.errors:
            words = {"title": chosen["title"], "text": chosen["text"]}
            self.card = {"kind": self.kind, **words, **self.card_data()}
            try:
                engine.read_card(self.card)
            except ValueError as error:
                self.add_error(None, descriptions.describe_deck_error(error))
        return chosen

    def choose_card(self, field: str, kind: str, *, empty: Any = None) -> None:
        """Let a field choose among the cards of a kind in the deck, by title."""
        cards = [
            (engine.made_key(share.card.title) if share.made else share.card.slug, _(share.card.title))
            for share in engine.composition(self.spec).shares
            if share.card.kind == kind
        ]
        options = [("", empty)] if empty is not None else []
        options += sorted(cards, key=lambda card: sort_key(str(card[1])))
        cast(forms.ChoiceField, self.fields[field]).choices = options


class PicturedForm(MadeForm):
    """A card that lies in front of people, with a picture."""

    picture = forms.ChoiceField(required=False, widget=forms.RadioSelect, label=gettext_lazy("Picture"))
    face = forms.CharField(
        required=False,
        max_length=8,
        label=gettext_lazy("Letters or a symbol instead"),
        help_text=gettext_lazy(
            "For a card without a picture. Leave it empty to show the first letter of the title."
        ),
    )

    def add_choices(self) -> None:
        """Offer the pictures that there are, and the one that the card has."""
        chosen = str(self.initial.get("picture", ""))
        cast(forms.ChoiceField, self.fields["picture"]).choices = picture_choices(chosen)


class KeeperForm(PicturedForm):
    """A keeper."""

    kind = "keeper"
    parts = ("picture", "face", "food")
    food = forms.BooleanField(required=False, label=gettext_lazy("It is food, for cards that ask for food"))


class CreeperForm(PicturedForm):
    """A Creeper."""

    kind = "creeper"
    parts = ("picture", "face", "attaches")
    attaches = forms.BooleanField(
        required=False,
        label=gettext_lazy("It attaches to a keeper of the player who has it, and moves with that keeper"),
    )


class GoalForm(MadeForm):
    """A goal: a way to win, and the cards that it names."""

    kind = "goal"
    fields_without_note = ("one", "other", "least", "of")
    what = forms.ChoiceField(
        widget=forms.RadioSelect,
        initial="both",
        choices=[
            ("both", gettext_lazy("Two keepers")),
            ("without", gettext_lazy("A keeper, while nobody has another one")),
            ("some", gettext_lazy("At least this many keepers from a list")),
            ("with-creeper", gettext_lazy("All keepers from a list, and a Creeper")),
            ("most-keepers", gettext_lazy("At least this many keepers, and more than anyone else")),
            ("most-cards", gettext_lazy("At least this many cards in hand, and more than anyone else")),
        ],
        label=gettext_lazy("You win with …"),
    )
    one = forms.ChoiceField(required=False, label=gettext_lazy("The keeper"))
    other = forms.ChoiceField(required=False, label=gettext_lazy("The other keeper"))
    least = forms.IntegerField(
        required=False, min_value=1, max_value=LARGEST, initial=2, label=gettext_lazy("At least how many")
    )
    of = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=gettext_lazy("The list of keepers")
    )
    creeper = forms.ChoiceField(required=False, label=gettext_lazy("A Creeper that they need, too"))

    def add_choices(self) -> None:
        """Offer the keepers and Creepers of the deck."""
        for field in ("one", "other"):
            self.choose_card(field, "keeper", empty=_("choose …"))
        self.choose_card("of", "keeper")
        self.choose_card("creeper", "creeper", empty=_("none"))

    def read_card(self, card: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of what a goal wants."""
        wants = dict(card["wants"])
        fields, _sentence = GOALS[wants["what"]]
        return {**card, "what": wants["what"], **{field: wants[key] for field, key in fields.items()}}

    def card_data(self) -> dict[str, Any]:
        """Return what it wants, from the fields that belong to the choice."""
        chosen = self.cleaned_data
        fields, sentence = GOALS[chosen["what"]]
        if not all(chosen.get(field) for field in fields):
            raise forms.ValidationError(sentence)
        wants = {"what": chosen["what"], **{key: chosen[field] for field, key in fields.items()}}
        return {"wants": wants} if "creeper" in fields else {"wants": wants, "creeper": chosen["creeper"]}


class RuleForm(MadeForm):
    """A new rule: one number, or a bonus."""

    kind = "rule"
    fields_without_note = ("number", "holds", "bonus_draw", "bonus_play")
    what = forms.ChoiceField(
        widget=forms.RadioSelect,
        initial="draw",
        choices=[
            ("draw", gettext_lazy("Draw this many cards")),
            ("play", gettext_lazy("Play this many cards")),
            ("play_all_but", gettext_lazy("Play all cards but this many")),
            ("hand_limit", gettext_lazy("Hold at most this many cards in hand")),
            ("keeper_limit", gettext_lazy("Have at most this many keepers")),
            ("bonus", gettext_lazy("A bonus for having a keeper")),
        ],
        label=gettext_lazy("What it changes"),
    )
    number = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST,
        initial=2,
        label=gettext_lazy("Number"),
        help_text=gettext_lazy("Not for a bonus."),
    )
    holds = forms.ChoiceField(required=False, label=gettext_lazy("Bonus: for the player with"))
    bonus_draw = forms.IntegerField(
        required=False, min_value=0, max_value=LARGEST, initial=1, label=gettext_lazy("Bonus: draw more")
    )
    bonus_play = forms.IntegerField(
        required=False, min_value=0, max_value=LARGEST, initial=0, label=gettext_lazy("Bonus: play more")
    )

    def add_choices(self) -> None:
        """Offer the keepers of the deck for a bonus."""
        self.choose_card("holds", "keeper", empty=_("choose …"))

    def read_card(self, card: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of the one thing that a rule sets."""
        if bonus := card.get("bonus"):
            numbers = {f"bonus_{name}": bonus.get(name, 0) for name in ("draw", "play")}
            return {**card, "what": "bonus", "holds": bonus["holds"], **numbers}
        what = next(name for name in RULE_NUMBERS if card.get(name) is not None)
        return {**card, "what": what, "number": card[what]}

    def card_data(self) -> dict[str, Any]:
        """Return the number, or the bonus."""
        chosen = self.cleaned_data
        if chosen["what"] != "bonus":
            if chosen.get("number") is None:
                raise forms.ValidationError(_("Enter how many cards."))
            return {chosen["what"]: chosen["number"]}
        if not chosen.get("holds"):
            raise forms.ValidationError(_("Choose the keeper that gives the bonus."))
        draw, play = chosen.get("bonus_draw") or 0, chosen.get("bonus_play") or 0
        return {"bonus": {"holds": chosen["holds"], "draw": draw, "play": play}}


class ActionForm(MadeForm):
    """An action: up to five steps, done one after the other."""

    kind = "action"

    def add_choices(self) -> None:
        """Make three fields for each step."""
        for number in range(1, STEPS + 1):
            self.fields[f"do_{number}"] = forms.ChoiceField(
                required=number == 1,
                choices=step_choices,
                label=_("Step %(number)s") % {"number": number},
            )
            words = {"count": _("How many cards"), "play": _("How many of them are played")}
            for part, label in words.items():
                self.fields[f"{part}_{number}"] = forms.IntegerField(
                    required=False, min_value=0, max_value=LARGEST, label=label
                )

    def read_card(self, card: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of the steps of an action."""
        fields = dict(card)
        for number, step in enumerate(card["steps"], start=1):
            fields[f"do_{number}"] = step["do"]
            fields[f"count_{number}"] = step.get("count") or None
            fields[f"play_{number}"] = step.get("play") or None
        return fields

    @property
    def steps(self) -> list[tuple[forms.BoundField, forms.BoundField, forms.BoundField]]:
        """The fields of each step: what to do, with how many cards, and how many of those are played."""
        return [
            (self[f"do_{number}"], self[f"count_{number}"], self[f"play_{number}"])
            for number in range(1, STEPS + 1)
        ]

    def card_data(self) -> dict[str, Any]:
        """Return the steps that were chosen; a number beside a step that takes none is ignored."""
        steps = []
        for number in range(1, STEPS + 1):
            do = self.cleaned_data[f"do_{number}"]
            step: dict[str, Any] = {"do": do}
            if do in COUNTED:
                step["count"] = self.cleaned_data[f"count_{number}"] or 0
            if do == "draw-and-play":
                step["play"] = self.cleaned_data[f"play_{number}"] or 0
            if do:
                steps.append(step)
        return {"steps": steps}


def step_choices() -> list[tuple[str, Any]]:
    """Return what a step can do: with a number of cards, or like a card."""
    titles = {"take-a-card": _("Take a random card from someone’s hand")}  # which is no card by itself
    as_cards = [(slug, titles.get(slug) or _(engine.card(slug).title)) for slug in AS_CARDS]
    return [("", _("nothing")), (_("This many cards"), list(COUNTED.items())), (_("As the card"), as_cards)]


# By the kind, as it stands in addresses and in the data.
FORMS: dict[str, type[MadeForm]] = {
    form.kind: form for form in (KeeperForm, GoalForm, RuleForm, ActionForm, CreeperForm)
}
