"""Forms about decks: a new one, what is in one, and one as text."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.core.typography import sort_key
from games.decks import descriptions
from games.decks.card_kinds import KINDS
from games.decks.edit import LARGEST_SPEC, change_deck, create_deck
from games.models import Deck, Player
from games.models.deck import LONGEST_DECK_NAME
from games.models.names import visible_part
from games.pages.common.card_faces import Face, Faces
from games.pages.common.fields import LineField

from .editions import face_of, find_editions

MOST_COPIES = 20
NUMBER = re.compile(r"[0-9]{1,3}")
NAME = "name"  # the key of an export that is no part of the deck itself


class DeckNameField(LineField):
    """The name of a deck: one line, 60 letters."""

    def __init__(self, **more: Any) -> None:
        more.setdefault("label", gettext_lazy("Name of the deck"))
        super().__init__(max_length=LONGEST_DECK_NAME, **more)


class EditionsField(forms.MultipleChoiceField):
    """Editions whose cards are shuffled together."""

    def __init__(self) -> None:
        super().__init__(
            choices=lambda: [(each.slug, _(each.title)) for each in engine.all_editions()],
            widget=forms.CheckboxSelectMultiple,
            label=gettext_lazy("Editions"),
            help_text=gettext_lazy(
                "If you choose several, they’re shuffled into one deck. The board game can’t be mixed with "
                "the others."
            ),
        )

    def clean(self, value: Any) -> list[str]:
        """Refuse editions that can't be mixed."""
        chosen: list[str] = super().clean(value)
        try:
            engine.deck_of(" ".join(chosen))
        except ValueError as error:
            raise forms.ValidationError(descriptions.describe_deck_error(error)) from None
        return chosen


class NewDeckForm(forms.Form):
    """A new deck: its name, and the editions from which it starts."""

    name = DeckNameField()
    editions = EditionsField()

    def create(self, owner: Player, submission_key: str) -> Deck:
        """Create the deck with all cards of its editions. Raises a `Refusal`."""
        spec = descriptions.combine_editions(*self.cleaned_data["editions"])
        name = self.cleaned_data["name"]
        return create_deck(owner=owner, name=name, spec=spec, submission_key=submission_key)


@dataclass(frozen=True)
class CountField:
    """The number of copies of one card in a deck; ``place`` is that of a made card."""

    name: str
    face: Face
    count: int
    place: int | None


class DeckForm(forms.Form):
    """What is in a deck. Numbers of copies are read by hand: each may be missing from what is sent."""

    name = DeckNameField()
    visibility = forms.ChoiceField(
        choices=Deck.Visibility.choices,
        widget=forms.RadioSelect,
        label=gettext_lazy("Who can see, play and copy it"),
    )
    editions = EditionsField()
    switches = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=gettext_lazy("Rule options")
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        deck: Deck,
        spec: engine.DeckSpec,
        search: str = "",
    ) -> None:
        stored = {name: getattr(deck, name) for name in ("name", "visibility", "version")}
        cards = {"editions": list(spec.editions), "switches": list(spec.switches)}
        super().__init__(data, initial=stored | cards)
        self.before = spec
        game = descriptions.game_of(spec)
        self.may_have_made = game == "cards"
        offered = {*engine.switches_of(game), *spec.switches}
        cast(forms.MultipleChoiceField, self.fields["switches"]).choices = [
            (switch, _(text)) for switch, text in descriptions.SWITCHES.items() if switch in offered
        ]
        shares = engine.composition(spec).shares
        made = {engine.made_key(share.card.title): share.card for share in shares if share.made}
        self.made_keys = [engine.made_key(card.title) for card in spec.made]
        self.counts = count_copies(spec)
        self.search = search
        self.faces = Faces(spec.deck) if descriptions.is_known_to_rules(spec) else None
        self.cards = {slug: made[slug] if slug in made else engine.card(slug) for slug in self.counts}

    def clean(self) -> dict[str, Any]:
        """Read the numbers of copies; refuse what is not a number, and an invalid deck."""
        chosen = super().clean() or self.cleaned_data
        changes: dict[str, int] = {}
        for slug, count in self.counts.items():
            posted = self.data.get(f"count-{slug}", "").strip()
            if not posted or posted == str(count):
                continue
            least = 1 if slug in self.made_keys else 0
            if NUMBER.fullmatch(posted) and least <= int(posted) <= MOST_COPIES:
                changes[slug] = int(posted) - count
            else:
                words = {"title": _(self.cards[slug].title), "least": least, "most": MOST_COPIES}
                self.add_error(None, _("Copies of %(title)s: a number from %(least)s to %(most)s.") % words)
        if not self.errors:
            try:
                self.spec = change_spec(self.before, chosen["editions"], chosen["switches"], changes)
            except ValueError as error:
                self.add_error(None, descriptions.describe_deck_error(error))
        return chosen

    def save(self, deck: Deck, by: Player) -> Deck:
        """Change the deck. Raises a `Refusal`."""
        chosen = {name: self.cleaned_data[name] for name in ("version", "name", "visibility")}
        return change_deck(deck=deck, by=by, spec=self.spec, **chosen)

    @property
    def chosen(self) -> list[tuple[str, list[CountField]]]:
        """The cards of the deck's editions, and those that were added, kind by kind."""
        return self._group(self._chosen_slugs)

    @property
    def others(self) -> list[tuple[str, list[CountField]]]:
        """The cards that only other editions have, kind by kind."""
        return self._group(self.counts.keys() - self._chosen_slugs)

    @property
    def made(self) -> list[CountField]:
        """The cards that people made, in the order in which the deck has them."""
        return [self._count_field(key) for key in self.made_keys]

    @property
    def made_found(self) -> list[CountField]:
        """Those of them that the search finds."""
        return [field for field in self.made if self._is_found(field)]

    @property
    def has_found(self) -> bool:
        """Whether the search finds any card; there is always one without a search."""
        return bool(self.made_found or self.chosen or self.others)

    @property
    def _chosen_slugs(self) -> set[str]:
        editions = find_editions(self.before.editions)
        return {slug for each in editions for slug in (*each.cards, *each.optional)} | self.before.more.keys()

    def _group(self, slugs: Collection[str]) -> list[tuple[str, list[CountField]]]:
        """Return the fields of printed cards by the heading of their kind, sorted by title."""
        printed = [slug for slug in self.counts if slug in slugs and slug not in self.made_keys]
        groups = []
        for kind, words in KINDS.items():
            fields = [self._count_field(slug) for slug in printed if self.cards[slug].kind == kind]
            if found := [field for field in fields if self._is_found(field)]:
                groups.append((_(words.plural), sorted(found, key=lambda field: sort_key(field.face.title))))
        return groups

    def _is_found(self, field: CountField) -> bool:
        """Whether the words of a card have what is searched for."""
        words = f"{field.face.title} {field.face.text}".casefold()
        return all(part in words for part in self.search.casefold().split())

    def _count_field(self, slug: str) -> CountField:
        name, card = f"count-{slug}", self.cards[slug]
        posted = self.data.get(name, "") if self.is_bound else ""
        count = int(posted) if NUMBER.fullmatch(posted) else self.counts[slug]
        place = self.made_keys.index(slug) if slug in self.made_keys else None
        return CountField(name, face_of(card, self.faces), count, place)


class ImportForm(forms.Form):
    """A deck as text, pasted or in a file."""

    fields_without_note = ("text", "file")  # one of them is needed
    name = DeckNameField(required=False, help_text=gettext_lazy("Leave empty to use the name in the file."))
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
        help_text=gettext_lazy("At most 200 kB."),
    )

    def clean(self) -> dict[str, Any]:
        """Read the deck. Raises `ValidationError` with a sentence."""
        sent = super().clean() or self.cleaned_data
        file: UploadedFile | None = sent.get("file")
        if (file.size or 0 if file else len(sent.get("text", "").encode())) > LARGEST_SPEC:
            raise forms.ValidationError(_("This is too large: a deck can have at most 200 kB."))
        try:
            text = file.read().decode() if file else sent.get("text", "")
        except UnicodeDecodeError:
            raise forms.ValidationError(_("This file isn’t text.")) from None
        if not text.strip():
            raise forms.ValidationError(_("Paste a deck, or choose a file."))
        try:
            self.spec, named = read_export(text)
        except ValueError as error:
            raise forms.ValidationError(descriptions.describe_deck_error(error)) from None
        sent["name"] = sent.get("name") or named or _("Imported deck")
        return sent

    def create(self, owner: Player, submission_key: str) -> Deck:
        """Create the deck. Raises a `Refusal`."""
        name = self.cleaned_data["name"]
        return create_deck(owner=owner, name=name, spec=self.spec, submission_key=submission_key)


def read_export(text: str) -> tuple[engine.DeckSpec, str]:
    """Return a deck that was exported, and its name there. Raises `ValueError` with a sentence."""
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False).encode()  # it may name half a character, which nothing stores
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise ValueError(
            _("This deck can’t be read. Paste everything that “Export” gave you, from “{” to “}”.")
        )
    named = data.pop(NAME, "")
    name = visible_part(str(named)[:LONGEST_DECK_NAME])
    return engine.DeckSpec.of(data), name


def export(deck: Deck) -> str:
    """Return a deck as text that `read_export` reads."""
    return json.dumps({NAME: deck.name, **json.loads(deck.spec)}, ensure_ascii=False, indent=1) + "\n"


def count_copies(spec: engine.DeckSpec) -> dict[str, int]:
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


def change_spec(
    before: engine.DeckSpec, editions: Iterable[str], switches: Iterable[str], changes: Mapping[str, int]
) -> engine.DeckSpec:
    """Return a deck with other editions and switches, and with more or fewer copies of cards.

    Raises `ValueError`.
    """
    balance = Counter(before.more)
    balance.subtract(before.without)
    balance.update(changes)
    data = json.loads(before.dump()) | {"editions": list(editions), "switches": list(switches)}
    there = [
        slug for each in find_editions(data["editions"]) for slug in each.cards if slug not in each.optional
    ]
    data["more"] = {slug: count for slug, count in balance.items() if count > 0}
    data["without"] = [
        slug for slug, count in balance.items() for _copy in range(min(-count, there.count(slug)))
    ]
    return engine.DeckSpec.of(data)
