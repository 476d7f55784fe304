"""The part of the form of a new game that says what is played."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.core import access
from games.decks import descriptions
from games.models import Player

# The readings of the rules that a new game offers; players' decks may have any.
OFFERED_SWITCHES = ("limits-at-once", "win-at-4")


@dataclass(frozen=True)
class Option:
    """A change of an edition that a host can choose. ``word`` is what it adds to the name of the deck."""

    value: str
    word: str
    label: str
    is_chosen: bool


@dataclass(frozen=True)
class Offer:
    """A deck that a new game can be played with.

    ``count`` is the number of cards in the box of an edition; ``most`` is how many can play, where that is
    fewer than in other games, else 0.
    """

    value: str
    name: str
    title: str
    text: str
    is_edition: bool
    count: int = 0
    drawing: descriptions.DeckChart | None = None
    options: tuple[Option, ...] = ()
    most: int = 0


class DeckChoiceForm(forms.Form):
    """Which deck a new game is played with; base Fluxx by default."""

    deck = forms.CharField(required=False, max_length=40, label=gettext_lazy("What you play"))
    options = forms.MultipleChoiceField(required=False)
    link = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, host: Player, **more: Any) -> None:
        super().__init__(*args, **more)
        self.host = host
        self.chosen_deck = str(self["deck"].value() or "")
        self.offers = [*self._editions(), *self._decks()]
        if not self.is_bound and self.chosen_deck not in {offer.value for offer in self.offers}:
            self.chosen_deck = self.offers[0].value
        words = [(option.value, option.label) for offer in self.offers for option in offer.options]
        cast(forms.MultipleChoiceField, self.fields["options"]).choices = words

    @property
    def offered_editions(self) -> list[Offer]:
        """The editions."""
        return [offer for offer in self.offers if offer.is_edition]

    @property
    def offered_decks(self) -> list[Offer]:
        """The host's own decks, and the one from whose page they came."""
        return [offer for offer in self.offers if not offer.is_edition]

    def clean_deck(self) -> str:
        """Refuse a deck that is not offered."""
        value = str(self.cleaned_data["deck"]) or self.offers[0].value
        if value not in {offer.value for offer in self.offers}:
            raise forms.ValidationError(_("There’s no such deck, or you can’t see it."))
        return value

    def deck_settings(self) -> dict[str, str]:
        """Return what was chosen as settings of `seats.lobby.create_game`."""
        offer = next(each for each in self.offers if each.value == self.cleaned_data["deck"])
        if not offer.is_edition:
            return {"edition": offer.name, "deck_title": offer.title}
        chosen = self.cleaned_data["options"]
        words = [option.word for option in offer.options if option.value in chosen]
        return {"edition": descriptions.combine_editions(offer.name, *words).name, "deck_title": ""}

    def _editions(self) -> Iterable[Offer]:
        chosen = self["options"].value() or ()
        for each in engine.all_editions():
            options = [
                Option(f"{each.slug}/{word}", word, label, f"{each.slug}/{word}" in chosen)
                for word, label in list_options(each)
            ]
            yield Offer(
                *(each.slug, each.slug, _(each.title), _(each.text)),
                is_edition=True,
                count=len(each.cards) + descriptions.BESIDE_THE_DECK[each.game],
                drawing=descriptions.build_chart(descriptions.combine_editions(each.slug)),
                options=tuple(options),
                most=_most_seats(each.slug),
            )

    def _decks(self) -> Iterable[Offer]:
        mine = list(self.host.decks.all())
        if self.chosen_deck and self.chosen_deck not in {each.slug for each in engine.all_editions()}:
            with suppress(Http404):
                other = access.get_deck_for(self.host, self.chosen_deck, str(self["link"].value() or ""))
                mine = [other, *(deck for deck in mine if deck.pk != other.pk)]
        for deck in mine:
            try:
                name = descriptions.parse_spec(deck.spec).name
            except ValueError:
                continue
            words = deck.key, name, deck.name, descriptions.deck_title(name)
            yield Offer(*words, is_edition=False, most=_most_seats(name))


def _most_seats(name: str) -> int:
    """Return how many can play with a deck, if that is fewer than in other games; else 0."""
    with suppress(KeyError, ValueError):
        if descriptions.is_board_game(name):
            return descriptions.most_seats(name)
    return 0


def list_options(edition: engine.Edition) -> Iterable[tuple[str, str]]:
    """Yield the changes of an edition that a host can choose: the word of a deck's name, and the label."""
    for slug in edition.optional:
        yield f"+{slug}", _("With %(card)s") % {"card": _(engine.card(slug).title)}
    for slug in descriptions.TALKATIVE:
        if slug in edition.cards and slug not in edition.optional:
            yield f"-{slug}", _("Without %(card)s") % {"card": _(engine.card(slug).title)}
    if ungoals := [slug for slug in edition.cards if engine.card(slug).kind == "ungoal"]:
        yield " ".join(f"-{slug}" for slug in ungoals), _("Without Ungoals: nobody can lose")
    for switch in OFFERED_SWITCHES:
        if switch in engine.switches_of(edition.game) and switch not in edition.switches:
            yield f"!{switch}", _(descriptions.SWITCHES[switch])
