"""Sentences for the private notes of a seat."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine
from games.core.unknown import note_unknown, unknown_choice, unknown_event
from games.models import SeatNote

from .formatting import card_title
from .marks import Told, marked_title, quoted_marked

SENTENCES: dict[str, str] = {
    SeatNote.Kind.PLAYED: gettext_noop("Your order played “%(surprise)s” against %(name)s’s “%(card)s”."),
    SeatNote.Kind.PASSED: gettext_noop(
        "%(name)s played “%(card)s”. You could have answered with “%(surprise)s”, but your orders let the "
        "card pass."
    ),
    SeatNote.Kind.NOT_MET: gettext_noop(
        "%(name)s played “%(card)s”. The condition of your order for “%(surprise)s” wasn’t met, so the "
        "card went through."
    ),
    SeatNote.Kind.NOT_HELD: gettext_noop(
        "%(name)s played “%(card)s”. Your order for “%(surprise)s” did nothing, because you don’t have "
        "that card."
    ),
    SeatNote.Kind.TIME_OUT: gettext_noop(
        "%(name)s played “%(card)s”. Your time ran out, so the site let the card pass for you."
    ),
    SeatNote.Kind.UNDECIDED: gettext_noop(
        "Please choose what to discard: your list doesn’t cover enough of your cards."
    ),
    SeatNote.Kind.PLANNED: gettext_noop("Your plan played “%(card)s”: all its conditions were met."),
    SeatNote.Kind.PLAN_OVER: gettext_noop(
        "Your turn ended before your plan got to “%(card)s”, so the plan is gone."
    ),
}
HOLDING = {
    True: gettext_noop(
        "You now have “%(card)s”. While others play, your orders let everything pass until you change them."
    ),
    False: gettext_noop("You now have “%(card)s”. Your orders decide when to use it while others play."),
}
GAVE_UP = {
    "list": gettext_noop("Your orders discarded %(cards)s, because your list keeps other cards first."),
    "fitting": gettext_noop("Your orders discarded %(cards)s as least useful for your goals."),
    "sensible": gettext_noop("Your orders discarded %(cards)s, the way a careful player would."),
    "random": gettext_noop("Your orders discarded a random card, because you had none of the right kind."),
}
PLAN_OFF = {
    "no-play": gettext_noop("Your plan stopped before “%(card)s”: you have no plays left."),
    "not-held": gettext_noop(
        "Your plan stopped before “%(card)s”, which isn’t in your hand. Now it’s up to you."
    ),
    "proviso": gettext_noop(
        "Your plan stopped before “%(card)s”, and now it’s up to you. This condition wasn’t met: %(proviso)s."
    ),
}
WENT_ON = {
    "draw": gettext_noop("Your orders drew right away. Before that you could only have used %(cards)s."),
    "end": gettext_noop("Your orders ended your turn. You could only have used %(cards)s."),
    "random": gettext_noop(
        "Your orders played a random card. Before that you could only have used %(cards)s."
    ),
    "only-card": gettext_noop("Your orders played %(cards)s, your only card."),
    "only-move": gettext_noop("Your orders made the only move you had."),
}
THREW = {
    "list": gettext_noop("Your orders threw %(throw)s, the next one on your list."),
    "chance": gettext_noop("The site threw %(throw)s for you at random, as you ordered."),
}
# The parameter that chooses one of several sentences.
VARIANTS: dict[str, tuple[str, Mapping[Any, str]]] = {
    SeatNote.Kind.HOLDING: ("passes", HOLDING),
    SeatNote.Kind.GAVE_UP: ("how", GAVE_UP),
    SeatNote.Kind.PLAN_OFF: ("why", PLAN_OFF),
    SeatNote.Kind.WENT_ON: ("what", WENT_ON),
    SeatNote.Kind.THREW: ("how", THREW),
}
# The conditions of a plan, each as the end of a sentence.
CONDITIONS = {
    "goal": gettext_noop("“%(card)s” is in play"),
    "no-goal": gettext_noop("“%(card)s” isn’t in play"),
    "mine": gettext_noop("you have “%(card)s” in front of you"),
    "not-mine": gettext_noop("you don’t have “%(card)s” in front of you"),
    "in-hand": gettext_noop("you also have “%(card)s” in your hand"),
    "rule": gettext_noop("“%(card)s” is in force"),
    "no-rule": gettext_noop("“%(card)s” isn’t in force"),
    "most-keepers": gettext_noop("nobody else has more keepers than %(card)s"),
    "i-win": gettext_noop("you win with it"),
}


def note_sentence(note: SeatNote, cards: engine.KnownCards, names: Mapping[int, str]) -> Told:
    """Return the sentence of a note in the reader's language, with the titles of its cards marked."""
    try:
        return Told(_(_text_of(note)) % _words_of(note.params, cards, names))
    except (KeyError, TypeError):
        note_unknown("note", note.kind)
        return Told(unknown_event())


def _text_of(note: SeatNote) -> str:
    if note.kind in VARIANTS:
        name, texts = VARIANTS[note.kind]
        return texts[note.params[name]]
    return SENTENCES[note.kind]


def _words_of(
    params: Mapping[str, Any], cards: engine.KnownCards, names: Mapping[int, str]
) -> dict[str, str]:
    words = {
        "name": names.get(params.get("by", 0), ""),
        "cards": quoted_marked(params.get("cards", ()), cards),
        "throw": _(params["throw"]) if "throw" in params else "",
    }
    if surprise := params.get("surprise"):
        words["surprise"] = words["card"] = marked_title(surprise, cards)
    if card := params.get("card"):
        words["card"] = marked_title(card, cards)
    if proviso := params.get("proviso"):
        words["proviso"] = describe_condition(proviso["what"], proviso.get("about", ""), cards)
    return words


def describe_condition(what: str, about: str, cards: engine.KnownCards) -> str:
    """Describe the condition of a plan's line, as the end of a sentence."""
    if what not in CONDITIONS:
        note_unknown("condition", what)
        return unknown_choice()
    return _(CONDITIONS[what]) % {"card": about if about.isdigit() or not about else card_title(about, cards)}
