"""Sentences for the private notes of a seat."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine
from games.models import SeatNote

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
}


# What orders do besides windows; `HOW` says why cards were given up, and `WHY` why a plan stopped.
HOW = {
    "list": gettext_noop("Your orders gave up %(cards)s: your list keeps the others first."),
    "fitting": gettext_noop("Your orders gave up %(cards)s: that serves your goals least."),
    "sensible": gettext_noop("Your orders gave up %(cards)s, as a sensible player would."),
    "random": gettext_noop("Your orders let chance take a card: you held none of the kind asked for."),
}
WHY = {
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
# What a proviso of a plan asks for, at the end of a sentence.
ASKED_FOR = {
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
    if note.kind not in SENTENCES and note.kind != SeatNote.Kind.HOLDING:
        return _of_orders(note.kind, note.params, cards)
    surprise, card = note.params["surprise"], note.params.get("card", "")
    if note.kind == SeatNote.Kind.HOLDING:
        return _hint(title(surprise, cards), passes=note.params["passes"])
    words = {
        "name": names.get(note.params["by"], ""),
        "card": title(card, cards),
        "surprise": title(surprise, cards) if surprise else "",
    }
    return _(SENTENCES[SeatNote.Kind(note.kind)]) % words


def _of_orders(kind: str, params: Mapping[str, Any], known: engine.KnownCards) -> str:
    """Return the sentence about orders for limits, throws and the seat's own turn."""
    cards = _(", ").join(title(slug, known) for slug in params.get("cards", ()))
    match kind:
        case SeatNote.Kind.GAVE_UP:
            return _(HOW[params["how"]]) % {"cards": cards}
        case SeatNote.Kind.UNDECIDED:
            return _("You are asked what to give up: your list does not name enough of your cards to decide.")
        case SeatNote.Kind.THREW:
            return _(THREW[params["how"]]) % {"throw": _(params["throw"])}
        case SeatNote.Kind.WENT_ON:
            return _(WENT_ON[params["what"]]) % {"cards": cards}
        case SeatNote.Kind.PLANNED:
            return _("Your plan played %(card)s: all that it asks for was so.") % {
                "card": title(params["card"], known)
            }
        case SeatNote.Kind.PLAN_OFF:
            proviso = (
                describe_condition(params["proviso"]["what"], params["proviso"].get("about", ""), known)
                if "proviso" in params
                else ""
            )
            return _(WHY[params["why"]]) % {"card": title(params["card"], known), "proviso": proviso}
    return _("Your turn was over before your plan came to %(card)s. The plan is gone.") % {
        "card": title(params["card"], known)
    }


def describe_condition(what: str, about: str, cards: engine.KnownCards) -> str:
    """Describe the condition of a plan's line, as the end of a sentence."""
    return _(ASKED_FOR[what]) % {"card": about if about.isdigit() or not about else title(about, cards)}


def title(slug: str, cards: engine.KnownCards) -> str:
    """Return the title of a card."""
    return _(cards[slug].title)


def _hint(surprise: str, *, passes: bool) -> str:
    if passes:
        text = _(
            "You hold %(card)s now. While others play, your orders let everything pass for you, "
            "until you change them."
        )
    else:
        text = _("You hold %(card)s now. Your orders say what becomes of it while others play.")
    return text % {"card": surprise}
