"""Sentences for the private notes of a seat."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine
from games.models import SeatNote

from .formatting import card_title

SENTENCES = {
    SeatNote.Kind.PLAYED: gettext_noop(
        "Your order was carried out: %(surprise)s against %(name)s’s %(card)s."
    ),
    SeatNote.Kind.PASSED: gettext_noop(
        "%(name)s played %(card)s. You could have answered with %(surprise)s; your orders let it pass."
    ),
    SeatNote.Kind.NOT_MET: gettext_noop(
        "%(name)s played %(card)s. What your order to answer with %(surprise)s asks for was not so: "
        "it let this pass."
    ),
    SeatNote.Kind.NOT_HELD: gettext_noop(
        "%(name)s played %(card)s. Your order to answer with %(surprise)s lapsed: you do not hold that card."
    ),
    SeatNote.Kind.TIME_OUT: gettext_noop(
        "%(name)s played %(card)s. Time ran out before you answered: the site let it pass for you."
    ),
    SeatNote.Kind.UNDECIDED: gettext_noop(
        "You are asked what to give up: your list does not name enough of your cards to decide."
    ),
    SeatNote.Kind.PLANNED: gettext_noop("Your plan played %(card)s: all that it asks for was so."),
    SeatNote.Kind.PLAN_OVER: gettext_noop(
        "Your turn was over before your plan came to %(card)s. The plan is gone."
    ),
}
HOLDING = {
    True: gettext_noop(
        "You hold %(card)s now. While others play, your orders let everything pass for you, until you change "
        "them."
    ),
    False: gettext_noop("You hold %(card)s now. Your orders say what becomes of it while others play."),
}
GAVE_UP = {
    "list": gettext_noop("Your orders gave up %(cards)s: your list keeps the others first."),
    "fitting": gettext_noop("Your orders gave up %(cards)s: that serves your goals least."),
    "sensible": gettext_noop("Your orders gave up %(cards)s, as a sensible player would."),
    "random": gettext_noop("Your orders let chance take a card: you held none of the kind asked for."),
}
PLAN_OFF = {
    "no-play": gettext_noop("Your plan stopped before %(card)s: no play is left for you to choose."),
    "not-held": gettext_noop("Your plan stopped before %(card)s: it is not in your hand. Now you are asked."),
    "proviso": gettext_noop(
        "Your plan stopped before %(card)s, and you are asked: it is not so that %(proviso)s."
    ),
}
WENT_ON = {
    "draw": gettext_noop("Your orders drew at once: before that, you could only have used %(cards)s."),
    "end": gettext_noop("Your orders ended your turn: only %(cards)s was left to use."),
    "random": gettext_noop("Your orders let chance play: you could only have used %(cards)s before."),
}
THREW = {
    "list": gettext_noop("Your orders threw %(throw)s, the next of your list."),
    "chance": gettext_noop("The site threw %(throw)s for you, by chance, as you ordered."),
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
    "goal": gettext_noop("%(card)s is in play"),
    "no-goal": gettext_noop("%(card)s is out of play"),
    "mine": gettext_noop("%(card)s lies in front of you"),
    "not-mine": gettext_noop("you are without %(card)s"),
    "in-hand": gettext_noop("you hold %(card)s, too"),
    "rule": gettext_noop("%(card)s is in force"),
    "no-rule": gettext_noop("%(card)s is not in force"),
    "most-keepers": gettext_noop("nobody else has more keepers than %(card)s"),
    "i-win": gettext_noop("you win by it"),
}


def note_sentence(note: SeatNote, cards: engine.KnownCards, names: Mapping[int, str]) -> str:
    """Return the sentence of a note, in the reader's language."""
    params = note.params
    if note.kind in VARIANTS:
        name, texts = VARIANTS[note.kind]
        text = texts[params[name]]
    else:
        text = SENTENCES[SeatNote.Kind(note.kind)]
    words = {
        "name": names.get(params.get("by", 0), ""),
        "cards": _(", ").join(card_title(slug, cards) for slug in params.get("cards", ())),
        "throw": _(params["throw"]) if "throw" in params else "",
    }
    if surprise := params.get("surprise"):
        words["surprise"] = words["card"] = card_title(surprise, cards)
    if card := params.get("card"):
        words["card"] = card_title(card, cards)
    if proviso := params.get("proviso"):
        words["proviso"] = describe_condition(proviso["what"], proviso.get("about", ""), cards)
    return _(text) % words


def describe_condition(what: str, about: str, cards: engine.KnownCards) -> str:
    """Describe the condition of a plan's line, as the end of a sentence."""
    return _(CONDITIONS[what]) % {"card": about if about.isdigit() or not about else card_title(about, cards)}
