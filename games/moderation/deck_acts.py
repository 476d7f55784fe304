"""Acts about decks that players build: hiding one, showing it again, deleting it. Owners hear of each."""

from typing import ClassVar

from django.core import serializers
from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.refusal import NotPossible
from games.models import Deck, Game, PersonMail, Player, Seat

from .act import Act, Readers


class DeckAct(Act):
    """An act about one deck, which is locked. Its owner gets a mail, and no table learns of it."""

    needs = frozenset({"deck"})
    subject = Deck
    columns = {Deck: ("is_hidden",)}  # noqa: RUF012  (read, never changed)
    changes_play = False
    reason_is_for = Readers.PERSON
    # The mail about it, and the one about its revert.
    mail: ClassVar[PersonMail.Kind]
    mail_back: ClassVar[PersonMail.Kind]
    _owner: Player | None = None
    _name = ""

    def deck(self) -> Deck:
        """Return the deck, locked. Raises a `Refusal`."""
        locked = Deck.objects.select_for_update(of=("self",)).select_related("owner")
        found = locked.filter(pk=self.params.get("deck") or 0).first()
        if found is None:
            raise NotPossible(_("This deck was deleted."))
        self._owner, self._name = found.owner, found.name
        self.params["title"] = f"{found.name} ({found.key})"
        return found

    def check(self) -> None:
        self.check_state(self.deck())

    def rows(self) -> list[Model]:
        return [self.deck()]

    def audience(self, game: Game) -> list[Seat]:
        return []

    def tell_person(self, *, is_back: bool) -> list[Player]:
        if not is_back:
            return self.write(self.mail, deck=self.params["deck"], name=self._name, reason=self.reason)
        if not self.take_mail_back():
            return []
        return self.write(self.mail_back, deck=self.params["deck"], name=self.deck().name)

    def about(self) -> str:
        return str(self.params["title"])

    def concerned(self) -> Player | None:
        return self._owner or self.player or self.deck().owner


class HideDeck(DeckAct):
    """Hide a deck from everybody but its owner."""

    code = "hide-deck"
    mail, mail_back = PersonMail.Kind.DECK_HIDDEN, PersonMail.Kind.DECK_SHOWN
    title = gettext_lazy("Hide the deck")
    meaning = gettext_lazy("From then on only its owner can see it. Games that use it continue.")

    @classmethod
    def check_state(cls, row: Deck) -> None:
        if row.is_hidden:
            raise NotPossible(_("This deck is already hidden."))

    def do(self) -> None:
        Deck.objects.filter(pk=self.deck().pk).update(is_hidden=True)


class ShowDeck(DeckAct):
    """Let others see a hidden deck again, as its owner has chosen."""

    code = "show-deck"
    mail, mail_back = PersonMail.Kind.DECK_SHOWN, PersonMail.Kind.DECK_HIDDEN
    title = gettext_lazy("Show the deck again")
    meaning = gettext_lazy("Others see it again, as its owner has chosen.")

    @classmethod
    def check_state(cls, row: Deck) -> None:
        if not row.is_hidden:
            raise NotPossible(_("This deck isn’t hidden."))

    def do(self) -> None:
        Deck.objects.filter(pk=self.deck().pk).update(is_hidden=False)


class DeleteDeck(DeckAct):
    """Delete a deck; what it held is put away for a revert."""

    code = "delete-deck"
    is_dangerous = True
    mail, mail_back = PersonMail.Kind.DECK_DELETED, PersonMail.Kind.DECK_RESTORED
    title = gettext_lazy("Delete the deck")
    meaning = gettext_lazy("Its owner loses it, too. Games that use it continue.")

    def do(self) -> None:
        deck = self.deck()
        self.sealed = serializers.serialize("json", [deck])
        deck.delete()

    def what_depends(self) -> str:
        owner = self.recorded.player
        if not self.recorded.sealed or owner is None or not owner.is_active:
            return _("This deck no longer exists.")
        return ""

    def undo(self) -> None:
        for kept in serializers.deserialize("json", self.recorded.sealed):
            kept.save()
