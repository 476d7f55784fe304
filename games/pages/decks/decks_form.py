"""Forms about decks: which one to play, what is in one, and one as text."""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.decks import descriptions
from games.decks.card_kinds import KINDS
from games.decks.edit import LARGEST_SPEC
from games.models import Deck
from games.models.deck import LONGEST_DECK_NAME
from games.models.player import check_one_line

MOST_COPIES = 20
NUMBER = re.compile(r"[0-9]{1,3}")
# What an export says beside the cards: it is of this site, and what its owner calls it.
NAME = "name"
MADE = "made:"


class DeckNameField(forms.CharField):
    """What a deck is called: one line, 60 letters."""

    def __init__(self, **more: Any) -> None:
        more.setdefault("label", gettext_lazy("Name of the deck"))
        super().__init__(max_length=LONGEST_DECK_NAME, validators=[check_one_line], **more)


class EditionsField(forms.MultipleChoiceField):
    """Editions whose cards are shuffled together."""

    def __init__(self) -> None:
        super().__init__(
            choices=lambda: [(each.slug, _(each.title)) for each in engine.all_editions()],
            widget=forms.CheckboxSelectMultiple,
            label=gettext_lazy("Editions"),
            help_text=gettext_lazy(
                "Several are shuffled together into one deck. The board game can’t be mixed with the others."
            ),
        )

    def clean(self, value: Any) -> list[str]:
        """Refuse editions that can't be mixed."""
        chosen: list[str] = super().clean(value)
        try:
            engine.deck_of(" ".join(chosen))
        except ValueError as error:
            raise forms.ValidationError(descriptions.describe_error(error)) from None
        return chosen


class NewDeckForm(forms.Form):
    """A new deck: its name, and the editions from which it starts."""

    name = DeckNameField()
    editions = EditionsField()

    @property
    def spec(self) -> engine.DeckSpec:
        """The deck with all cards of its editions."""
        return descriptions.spec_of_editions(*self.cleaned_data["editions"])


@dataclass(frozen=True)
class CountField:
    """How many copies of one card are in a deck, to be changed; ``place`` is that of a made card."""

    name: str
    title: str
    text: str
    kind: str
    count: int
    place: int | None = None


class DeckForm(forms.Form):
    """What is in a deck.

    Copies of cards come in fields of their own, and only those that came are changed.
    """

    name = DeckNameField()
    visibility = forms.ChoiceField(
        choices=Deck.Visibility.choices,
        widget=forms.RadioSelect,
        label=gettext_lazy("Who may see, play and copy it"),
    )
    editions = EditionsField()
    switches = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=gettext_lazy("Readings of the rules")
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None = None, *, deck: Deck, spec: engine.DeckSpec) -> None:
        kept = {
            "name": deck.name,
            "visibility": deck.visibility,
            "editions": list(spec.editions),
            "switches": list(spec.switches),
            "version": deck.version,
        }
        super().__init__(data, initial=kept)
        self.before = spec
        self.game = descriptions.game_of(spec)
        self.counted = counts_of(spec)
        offered = {*engine.switches_of(self.game), *spec.switches}
        cast(forms.MultipleChoiceField, self.fields["switches"]).choices = [
            (switch, _(text)) for switch, text in descriptions.SWITCHES.items() if switch in offered
        ]

    def clean(self) -> dict[str, Any]:
        """Read the numbers of copies; refuse what is none, and a deck that the rules cannot read."""
        chosen = super().clean() or self.cleaned_data
        changes: dict[str, int] = {}
        for slug, count in self.counted.items():
            posted = self.data.get(f"count-{slug}", "").strip()
            if not posted or posted == str(count):
                continue
            least = 1 if slug.startswith(MADE) else 0
            if NUMBER.fullmatch(posted) and least <= int(posted) <= MOST_COPIES:
                changes[slug] = int(posted) - count
            else:
                words = {"title": self.titles[slug], "least": least, "most": MOST_COPIES}
                self.add_error(None, _("Copies of %(title)s: a number from %(least)s to %(most)s.") % words)
        if not self.errors:
            try:
                self.spec = changed(self.before, chosen["editions"], chosen["switches"], changes)
            except ValueError as error:
                self.add_error(None, descriptions.describe_error(error))
        return chosen

    @property
    def may_have_made(self) -> bool:
        """Whether the deck may hold cards that people make."""
        return self.game == "cards"

    @property
    def titles(self) -> dict[str, str]:
        """What the cards are called whose copies are counted."""
        printed = {slug: _(engine.card(slug).title) for slug in self.counted if not slug.startswith(MADE)}
        return printed | {engine.made_key(card.title): card.title for card in self.before.made}

    @property
    def chosen(self) -> list[tuple[str, list[CountField]]]:
        """The cards of the deck's editions, kind by kind."""
        return self._kinds(self._mine)

    @property
    def others(self) -> list[tuple[str, list[CountField]]]:
        """The cards that only other editions have, kind by kind."""
        return self._kinds(self.counted.keys() - self._mine)

    @property
    def made(self) -> list[CountField]:
        """The cards that people made, in the order in which the deck has them."""
        shares = engine.composition(self.before).shares
        built = {engine.made_key(share.card.title): share.card for share in shares if share.made}
        keys = [engine.made_key(card.title) for card in self.before.made]
        return [self._field(key, built[key], place) for place, key in enumerate(keys)]

    @property
    def _mine(self) -> set[str]:
        editions = chosen_editions(self.before.editions)
        mine = {slug for each in editions for slug in (*each.cards, *each.optional)}
        return mine | self.before.more.keys()

    def _kinds(self, slugs: Collection[str]) -> list[tuple[str, list[CountField]]]:
        cards = [
            (slug, engine.card(slug)) for slug in slugs if slug in self.counted and not slug.startswith(MADE)
        ]
        told = []
        for kind, words in KINDS.items():
            fields = [self._field(slug, card) for slug, card in cards if card.kind == kind]
            if fields:
                told.append((_(words.plural), sorted(fields, key=lambda field: field.title)))
        return told

    def _field(self, slug: str, card: engine.Card, place: int | None = None) -> CountField:
        name = f"count-{slug}"
        posted = self.data.get(name, "") if self.is_bound else ""
        count = int(posted) if NUMBER.fullmatch(posted) else self.counted[slug]
        return CountField(name, _(card.title), descriptions.text_of(card), card.kind, count, place)


class ImportForm(forms.Form):
    """A deck as text, pasted or in a file."""

    name = DeckNameField(
        required=False, help_text=gettext_lazy("Left empty, it keeps the name that the file gives it.")
    )
    text = forms.CharField(
        required=False,
        strip=True,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false"}),
        label=gettext_lazy("The deck as JSON"),
    )
    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label=gettext_lazy("Or a file"),
        help_text=gettext_lazy("200 kB at most."),
    )

    def clean(self) -> dict[str, Any]:
        """Read the deck, and say in a sentence why it is none."""
        sent = super().clean() or self.cleaned_data
        file: UploadedFile | None = sent.get("file")
        if (file.size or 0 if file else len(sent.get("text", "").encode())) > LARGEST_SPEC:
            self.add_error(None, _("This is too large: a deck has 200 kB at most."))
            return sent
        try:
            text = file.read().decode() if file else sent.get("text", "")
        except UnicodeDecodeError:
            self.add_error(None, _("This file is no text."))
            return sent
        if not text.strip():
            self.add_error(None, _("Paste a deck, or choose a file."))
            return sent
        try:
            self.spec, named = read_export(text)
        except ValueError as error:
            self.add_error(None, descriptions.describe_error(error))
            return sent
        sent["name"] = sent.get("name") or named or _("Imported deck")
        return sent


def read_export(text: str) -> tuple[engine.DeckSpec, str]:
    """Return a deck that was exported, and its name there. Raises `ValueError` with a sentence."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise ValueError(_("This is no deck. Paste what “Export” of a deck has given you, from “{” to “}”."))
    named = data.pop(NAME, "")
    name = "".join(char for char in str(named)[:LONGEST_DECK_NAME] if char.isprintable()).strip()
    return engine.DeckSpec.of(data), name


def export(deck: Deck) -> str:
    """Return a deck as text that `read_export` reads."""
    return json.dumps({NAME: deck.name, **json.loads(deck.spec)}, ensure_ascii=False, indent=1) + "\n"


def chosen_editions(slugs: Iterable[str]) -> list[engine.Edition]:
    """Return those of these editions that there are."""
    wanted = set(slugs)
    return [edition for edition in engine.all_editions() if edition.slug in wanted]


def counts_of(spec: engine.DeckSpec) -> dict[str, int]:
    """Return how many copies of each card a deck holds, with 0 for the cards of its game that it lacks.

    Cards that people made are named by their keys, as the deck itself names them.
    """
    game = descriptions.game_of(spec)
    alike = [each for each in engine.all_editions() if each.game == game]
    counts = {slug: 0 for each in alike for slug in (*each.cards, *each.optional)}
    counts |= {share.card.slug: share.copies for share in engine.composition(spec).shares if not share.made}
    counts.pop("basic-rules", None)
    for card in spec.made:
        key = engine.made_key(card.title)
        counts[key] = 1 + spec.more.get(key, 0)
    return counts


def changed(
    before: engine.DeckSpec, editions: Iterable[str], switches: Iterable[str], changes: Mapping[str, int]
) -> engine.DeckSpec:
    """Return a deck with other editions and switches, and so many copies of cards more or fewer.

    Raises `ValueError`.
    """
    data = json.loads(before.dump())
    balance: dict[str, int] = dict(data.get("more", {}))
    for slug in data.get("without", ()):
        balance[slug] = balance.get(slug, 0) - 1
    for slug, change in changes.items():
        balance[slug] = balance.get(slug, 0) + change
    data["editions"], data["switches"] = list(editions), list(switches)
    there = [
        slug for each in chosen_editions(data["editions"]) for slug in each.cards if slug not in each.optional
    ]
    data["more"] = {slug: count for slug, count in balance.items() if count > 0}
    data["without"] = [
        slug for slug, count in balance.items() for _copy in range(min(-count, there.count(slug)))
    ]
    return engine.DeckSpec.of(data)
