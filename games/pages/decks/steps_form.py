"""Forms for rules and actions that people make, and the form of each kind by its name."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine

from .made_cards_form import LARGEST, CreeperForm, GoalForm, KeeperForm, MadeForm

STEPS = 5
# What a step of an action does, in words; those of COUNTED take a number of cards.
COUNTED = {
    "draw": gettext_lazy("Draw cards"),
    "draw-and-play": gettext_lazy("Draw cards, and play some of them"),
    "everybody-draws": gettext_lazy("Everybody draws cards"),
    "everybody-discards": gettext_lazy("Everybody discards cards"),
}
PLAIN = (
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
TAKE = gettext_lazy("Take a random card from somebody’s hand")


class RuleForm(MadeForm):
    """A new rule: one number, or a bonus."""

    kind = "rule"
    fields_without_note = ("number", "holds", "bonus_draw", "bonus_play")
    what = forms.ChoiceField(
        widget=forms.RadioSelect,
        initial="draw",
        choices=[
            ("draw", gettext_lazy("Draw so many cards")),
            ("play", gettext_lazy("Play so many cards")),
            ("play_all_but", gettext_lazy("Play all cards but so many")),
            ("hand_limit", gettext_lazy("Hold at most so many cards in hand")),
            ("keeper_limit", gettext_lazy("Have at most so many keepers")),
            ("bonus", gettext_lazy("A bonus for whoever has a keeper")),
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
    holds = forms.ChoiceField(required=False, label=gettext_lazy("Bonus: for whoever has"))
    bonus_draw = forms.IntegerField(
        required=False, min_value=0, max_value=LARGEST, initial=1, label=gettext_lazy("Bonus: draw more")
    )
    bonus_play = forms.IntegerField(
        required=False, min_value=0, max_value=LARGEST, initial=0, label=gettext_lazy("Bonus: play more")
    )

    def offer(self) -> None:
        """Offer the keepers of the deck for a bonus."""
        self.choose("holds", "keeper", empty=_("choose …"))

    def read(self, card: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields for the one thing that a rule sets."""
        bonus = dict(card.get("bonus") or {})
        if bonus:
            bonus = {
                "holds": bonus["holds"],
                "bonus_draw": bonus.get("draw", 0),
                "bonus_play": bonus.get("play", 0),
            }
            return {**card, "what": "bonus", **bonus}
        what = next(name for name in self.numbers if card.get(name) is not None)
        return {**card, "what": what, "number": card[what]}

    @property
    def numbers(self) -> tuple[str, ...]:
        """The things that a rule sets to a number."""
        return ("draw", "play", "play_all_but", "hand_limit", "keeper_limit")

    def rest(self) -> dict[str, Any]:
        """Return the number, or the bonus."""
        chosen = self.cleaned_data
        if chosen["what"] != "bonus":
            if chosen.get("number") is None:
                raise forms.ValidationError(_("Say how many cards."))
            return {chosen["what"]: chosen["number"]}
        if not chosen.get("holds"):
            raise forms.ValidationError(_("Choose the keeper that gives the bonus."))
        draw, play = chosen.get("bonus_draw") or 0, chosen.get("bonus_play") or 0
        return {"bonus": {"holds": chosen["holds"], "draw": draw, "play": play}}


class ActionForm(MadeForm):
    """An action: up to five steps, done one after the other."""

    kind = "action"

    def offer(self) -> None:
        """Make three fields for each step."""
        for number in range(1, STEPS + 1):
            self.fields[f"do_{number}"] = forms.ChoiceField(
                required=number == 1,
                choices=step_choices,
                label=_("Step %(number)s") % {"number": number},
            )
            words = {
                "count": _("How many cards"),
                "play": _("How many of them are played"),
            }
            for part, label in words.items():
                self.fields[f"{part}_{number}"] = forms.IntegerField(
                    required=False, min_value=0, max_value=LARGEST, label=label
                )

    def read(self, card: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields for the steps of an action."""
        fields = dict(card)
        for number, step in enumerate(card["steps"], start=1):
            fields[f"do_{number}"] = step["do"]
            fields[f"count_{number}"] = step.get("count") or None
            fields[f"play_{number}"] = step.get("play") or None
        return fields

    @property
    def head(self) -> list[forms.BoundField]:
        """The fields before the steps."""
        return [self[name] for name in ("title", "text")]

    @property
    def steps(self) -> list[tuple[forms.BoundField, forms.BoundField, forms.BoundField]]:
        """The fields of each step: what to do, with how many cards, and how many of those are played."""
        return [
            (self[f"do_{number}"], self[f"count_{number}"], self[f"play_{number}"])
            for number in range(1, STEPS + 1)
        ]

    def rest(self) -> dict[str, Any]:
        """Return the steps that were chosen; a number beside a step that takes none is not minded."""
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
    """Return what a step can do: with a number of cards, or as a card of this name does it."""
    as_cards = [(slug, TAKE if slug == "take-a-card" else _(engine.card(slug).title)) for slug in PLAIN]
    return [("", _("nothing")), (_("So many cards"), list(COUNTED.items())), (_("As the card"), as_cards)]


# By the name of the kind in an address and in the data.
FORMS: dict[str, type[MadeForm]] = {
    form.kind: form for form in (KeeperForm, GoalForm, RuleForm, ActionForm, CreeperForm)
}
