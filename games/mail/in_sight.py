"""What mailboxes show in their lists and on lock screens: nothing there names a card of the reader's hand."""

from collections.abc import Iterator

import engine
from games.replies import vocabulary
from games.replies.commands import loose, normalized
from games.replies.folding import words_of

SHORTEST_PIECE = 3  # of a title, in letters: so much of one says which is meant


def may_be_seen(written: str, said: str, view: engine.View | None, *, is_dealt: bool = True) -> bool:
    """Whether what a reader has written, and what the site says to it, name no card that only they can see.

    People shorten titles, so that any word is looked at with which a word of a title begins. Without a view
    nobody knows the hand; before the deal there is none.
    """
    if view is None:
        return not is_dealt
    forms = vocabulary.forms_of(frozenset(_hidden_titles(view)))
    if any(form in read(said) for form in forms for read in (normalized, loose)):
        return False
    of_titles = {word for form in forms for word in words_of(form)}
    pieces = [word for word in words_of(written) if len(word) >= SHORTEST_PIECE]
    return not any(_is_piece(piece, word) for piece in pieces for word in of_titles)


def _is_piece(piece: str, word: str) -> bool:
    return word.startswith(piece) or (len(word) >= SHORTEST_PIECE and piece.startswith(word))


def _hidden_titles(view: engine.View) -> Iterator[str]:
    """Yield the titles in the reader's hand, and of choices that lie nowhere in the open."""
    seats = [card for seat in view.seats for card in (*seat.keepers, *seat.creepers)]
    own = {card for seat in view.seats if seat.seat == view.me for card in seat.face_down}
    is_open = {*seats, *view.goals, *view.rules, *view.discard} - own
    asked = [each for each in (view.question, *view.beside) if each is not None]
    options = [option for each in asked for option in each.read_options]
    choices = [option.card for option in options if option.card not in is_open]
    for slug in (*view.hand, *view.temporary, *own, *choices):
        card = view.deck.known_cards.get(slug)
        if card is not None:
            yield card.title
