"""What staff may do to a deck: each act needs a reason and is logged."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext as _

from games.core.event_log import check_staff, log_staff_act
from games.core.locking import in_transaction
from games.core.refusal import NotPossible
from games.models import Deck, Player


@in_transaction
def hide_deck(*, deck: Deck, by: Player, reason: str) -> None:
    """Hide a deck from everybody but its owner. Locks the deck. Raises a `Refusal`."""
    with record_act("hide-deck", deck, by, reason) as deck:
        if deck.is_hidden:
            raise NotPossible(_("This deck is already hidden."))
        deck.is_hidden = True
        deck.save(update_fields=["is_hidden"])


@in_transaction
def show_deck(*, deck: Deck, by: Player, reason: str) -> None:
    """Let others see a hidden deck again, as its owner has chosen. Locks the deck. Raises a `Refusal`."""
    with record_act("show-deck", deck, by, reason) as deck:
        if not deck.is_hidden:
            raise NotPossible(_("This deck isn’t hidden."))
        deck.is_hidden = False
        deck.save(update_fields=["is_hidden"])


@in_transaction
def remove_deck(*, deck: Deck, by: Player, reason: str) -> None:
    """Delete a deck; games that are played with it go on. Locks the deck. Raises a `Refusal`."""
    with record_act("delete-deck", deck, by, reason) as deck:
        deck.delete()


@contextmanager
def record_act(name: str, deck: Deck, by: Player, reason: str) -> Iterator[Deck]:
    """Lock a deck for an act of staff, and log who did what, why, and what changed."""
    check_staff(by, reason)
    locked = Deck.objects.select_for_update(of=("self",)).filter(pk=deck.pk).first()
    if locked is None:
        raise NotPossible(_("This deck was deleted."))
    about, before = f"{locked.name} ({locked.key})", audited_fields(locked)
    yield locked
    after = audited_fields(locked) if locked.pk else {}
    log_staff_act(name, by, reason, about=about, before=before, after=after)


def audited_fields(deck: Deck) -> dict[str, Any]:
    """Return the fields of a deck that the log compares."""
    return {"is_hidden": deck.is_hidden, "visibility": deck.visibility}
