"""The verbs that may stand before a choice, and which of them fit what is asked."""

from collections.abc import Collection, Mapping
from enum import StrEnum, auto

from django.utils.translation import pgettext

from engine import QuestionKind as Kind

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


# Questions that a verb answers; every question is answered by `CHOOSE`.
_ANSWERED_BY: Mapping[VerbKind, Collection[Kind]] = {
    VerbKind.PLAY: (
        *(Kind.PLAY, Kind.PLAY_OR_MOVE, Kind.PLAY_TEMPORARY, Kind.CHOOSE_DISCARDED, Kind.BEFORE_DRAWING),
        *(Kind.WINDOW, Kind.ROCK_PAPER_SCISSORS, Kind.FREE_CHANGE, Kind.SHIFT_PEG, Kind.LEAP),
        *(Kind.ROTATE_TILE, Kind.UPROOT_TILE, Kind.SWITCH_TILES, Kind.SEND_BACK),
    ),
    VerbKind.TAKE: (
        *(Kind.PLAY, Kind.PLAY_OR_MOVE, Kind.PLAY_TEMPORARY, Kind.CHOOSE_DISCARDED, Kind.BEFORE_DRAWING),
        *(Kind.WINDOW, Kind.ROCK_PAPER_SCISSORS, Kind.TAKE_KEEPER, Kind.CHOOSE_IN_PLAY, Kind.CHOOSE_VICTIM),
        Kind.TAKE_FIRST_CARD,
    ),
    VerbKind.DISCARD: (
        *(Kind.HAND_LIMIT, Kind.KEEPER_LIMIT, Kind.DISCARD_CARDS, Kind.DISCARD_OR_RANDOM),
        *(Kind.DISCARD_RULE, Kind.DISCARD_RULES, Kind.DISCARD_GOAL, Kind.CHOOSE_GOALS),
        *(Kind.DISCARD_KEEPER, Kind.DISCARD_CREEPER),
    ),
    VerbKind.GIVE: (Kind.GIVE_KEEPER, Kind.CHOOSE_GIFT, Kind.CHOOSE_RECIPIENT),
}


def verbs(*kinds: VerbKind) -> frozenset[str]:
    """Return the verbs of these kinds, by default all, `normalized`, in all languages of the site."""
    found = in_all_languages(lambda: [(kind, _words_of(kind)) for kind in kinds or VerbKind])
    words = (word for _kind, listed in found for word in listed.split(","))
    return frozenset(normalized(word) for word in words if word.strip())


def fitting_verbs(what: Kind) -> tuple[frozenset[str], frozenset[str]]:
    """Return the verbs that may precede an answer to this kind of question, and those that contradict it."""
    fitting = verbs(VerbKind.CHOOSE, *(verb for verb, kinds in _ANSWERED_BY.items() if what in kinds))
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
