"""The verbs that may stand before a choice, and which of them fit what is asked."""

from collections.abc import Collection, Mapping
from enum import StrEnum, auto

from django.utils.translation import pgettext

from .board_vocabulary import in_all_languages
from .commands import normalized


class VerbKind(StrEnum):
    """What a verb does with what it names."""

    PLAY = auto()
    DISCARD = auto()
    GIVE = auto()
    TAKE = auto()
    CHOOSE = auto()
    OTHER = auto()  # fits nothing that is asked


LIMITS = ("hand-limit", "keeper-limit")
_TO_PLAY = (VerbKind.PLAY, VerbKind.TAKE)
_TO_DISCARD = (VerbKind.DISCARD,)
_BY_QUESTION: Mapping[str, Collection[VerbKind]] = {
    **dict.fromkeys(("play", "play-or-move", "play-temporary", "choose-discarded"), _TO_PLAY),
    **dict.fromkeys(("before-drawing", "window", "rock-paper-scissors"), _TO_PLAY),
    **dict.fromkeys((*LIMITS, "discard-cards", "discard-rules", "discard-rule"), _TO_DISCARD),
    **dict.fromkeys(("discard-goal", "discard-keeper", "discard-creeper", "choose-goals"), _TO_DISCARD),
    "discard-or-random": _TO_DISCARD,
    **dict.fromkeys(("give-keeper", "choose-gift", "choose-recipient"), (VerbKind.GIVE,)),
    **dict.fromkeys(("take-keeper", "choose-in-play", "choose-victim"), (VerbKind.TAKE,)),
    "take-first-card": (VerbKind.TAKE,),
    **dict.fromkeys(("free-change", "shift-peg", "leap", "rotate-tile", "uproot-tile"), (VerbKind.PLAY,)),
    **dict.fromkeys(("switch-tiles", "send-back"), (VerbKind.PLAY,)),
}
"""Kinds that fit beside `CHOOSE`, which fits every question."""


def verbs(*kinds: VerbKind) -> frozenset[str]:
    """Return the verbs of these kinds, by default all, `normalized`, in all languages of the site."""
    found = in_all_languages(lambda: [(kind, _words_of(kind)) for kind in kinds or VerbKind])
    words = (word for _kind, listed in found for word in listed.split(","))
    return frozenset(normalized(word) for word in words if word.strip())


def fitting_verbs(what: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the verbs that may precede an answer to this kind of question, and those that contradict it."""
    fitting = verbs(VerbKind.CHOOSE, *_BY_QUESTION.get(what, ()))
    return fitting, verbs() - fitting


def _words_of(kind: VerbKind) -> str:
    match kind:
        case VerbKind.PLAY:
            return pgettext("words of a reply that play what follows, with commas", "play, use")
        case VerbKind.DISCARD:
            return pgettext("words of a reply that discard what follows, with commas", "discard")
        case VerbKind.GIVE:
            return pgettext("words of a reply that give away what follows, with commas", "give")
        case VerbKind.TAKE:
            return pgettext("words of a reply that take what follows, with commas", "take")
        case VerbKind.CHOOSE:
            return pgettext("words of a reply that choose what follows, with commas", "choose, pick, select")
        case VerbKind.OTHER:
            return pgettext(
                "words of a reply that keep or move what follows, with commas",
                "keep, steal, trash, swap, trade",
            )
