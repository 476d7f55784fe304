"""Creating, changing, copying and deleting decks of players.

Lock order: a player's row, then a deck's row; a deck is never locked together with a game.
"""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import engine
from games import clock
from games.core.budgets import DECK
from games.core.locking import in_transaction
from games.core.refusal import (
    Illegal,
    NotAllowed,
    NotPossible,
    Stale,
    check_cap,
    check_fields,
    check_new_title,
)
from games.core.submissions import find_made, sign_form
from games.models import Deck, Player
from games.models.deck import LONGEST_DECK_NAME
from games.models.game import new_link_key

DAY = timedelta(days=1)
A_PLAYER_MAY_MAKE = 30  # in a day
A_PLAYER_MAY_KEEP = 100
LARGEST_SPEC = DECK.largest  # bytes of JSON


@in_transaction
def create_deck(
    *,
    owner: Player,
    name: str,
    spec: engine.DeckSpec,
    visibility: str = Deck.Visibility.PRIVATE,
    submission_key: str = "",
) -> Deck:
    """Create a deck, even one with problems, which can be solved later. Locks the owner's row.

    The same one with the same `submission_key` is made once. Raises `Illegal` or `Capped`.
    """
    Player.objects.select_for_update().get(pk=owner.pk)
    deck = Deck(owner=owner, name=name.strip(), spec=spec.dump(), visibility=visibility)
    said = {"name": deck.name, "spec": deck.spec, "visibility": visibility}
    deck.submission_key = sign_form(submission_key, **said)
    if (earlier := find_made(Deck.objects.filter(owner=owner), deck.submission_key)) is not None:
        return earlier
    check_deck_limits(owner)
    check_deck(deck)
    check_new_title(deck.name)
    deck.save()
    return deck


@in_transaction
def copy_deck(*, deck: Deck, by: Player, submission_key: str = "") -> Deck:
    """Copy a deck that `by` may see as a private one, once for each `submission_key`. Locks their row.

    Raises a `Refusal`.
    """
    Player.objects.select_for_update().get(pk=by.pk)
    signature = sign_form(submission_key, deck=deck.pk, spec=deck.spec)
    if (earlier := find_made(Deck.objects.filter(owner=by), signature)) is not None:
        return earlier
    check_deck_limits(by)
    name = pgettext("stored name", "%(deck)s (copy)") % {"deck": deck.name}
    copy = Deck(owner=by, name=name[:LONGEST_DECK_NAME], spec=deck.spec, submission_key=signature)
    check_deck(copy)
    copy.save()
    return copy


@in_transaction
def change_deck(
    *,
    deck: Deck,
    by: Player,
    version: int,
    spec: engine.DeckSpec,
    name: str | None = None,
    visibility: str | None = None,
) -> Deck:
    """Save a deck over its `version`, and return it as it is then. Locks the deck.

    Raises `Stale` when it was changed since, `Illegal`, or `NotAllowed`.
    """
    deck = lock_own_deck(deck, by)
    if deck.version != version:
        raise Stale(
            _(
                "Nothing was saved: this deck has changed since you opened this page. Open it again and "
                "repeat your change."
            )
        )
    if name is not None and name.strip() != deck.name:
        check_new_title(name)
        deck.name = name.strip()
    deck.spec = spec.dump()
    deck.visibility = deck.visibility if visibility is None else visibility
    check_deck(deck)
    deck.version += 1
    deck.updated_at = clock.now()
    deck.save()
    return deck


@in_transaction
def delete_deck(*, deck: Deck, by: Player) -> None:
    """Delete a deck; games that are played with it go on. Locks the deck. Raises `NotAllowed`."""
    lock_own_deck(deck, by).delete()


@in_transaction
def renew_deck_link(*, deck: Deck, by: Player) -> None:
    """Replace the link of a deck; the old one stops working. Locks the deck. Raises `NotAllowed`."""
    deck = lock_own_deck(deck, by)
    deck.link_key = new_link_key()
    deck.save(update_fields=["link_key"])


def lock_own_deck(deck: Deck, by: Player) -> Deck:
    """Fetch a deck of `by` and lock its row. Raises `NotAllowed`, and `NotPossible` when it is gone."""
    locked = Deck.objects.select_for_update(of=("self",)).filter(pk=deck.pk).first()
    if locked is None:
        raise NotPossible(_("This deck was deleted."))
    if locked.owner_id != by.pk:
        raise NotAllowed(_("Only this deck’s owner can do this."))
    return locked


def check_deck(deck: Deck) -> None:
    """Refuse an impossible name or size. Raises `Illegal`, which names everything that is wrong."""
    if len(deck.spec.encode()) > LARGEST_SPEC:
        raise Illegal(_("This deck is too large: the limit is 200 kB of JSON."))
    check_fields(deck, exclude=["owner", "link_key", "key"])


def check_deck_limits(owner: Player) -> None:
    """Refuse more decks than one player may have. Locks the player's row. Raises `Capped`."""
    Player.objects.select_for_update().get(pk=owner.pk)
    decks = Deck.objects.filter(owner=owner)
    check_cap(decks, A_PLAYER_MAY_KEEP, _("You have %(count)s decks, which is the limit. Delete one first."))
    today = decks.filter(created_at__gt=clock.now() - DAY)
    check_cap(
        today,
        A_PLAYER_MAY_MAKE,
        _("You’ve reached today’s limit of %(count)s new decks. You can make more tomorrow."),
    )
