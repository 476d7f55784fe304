"""The answer that a refusal offers: what it asks, in words of the deed, and whether yes still gives it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from engine import OptionKind
from engine import QuestionKind as Kind
from games.decks.titles import translate
from games.models import LineResult, Question, Reply

from .vocabulary import NO_ANSWER

DISCARDS = (
    *(Kind.HAND_LIMIT, Kind.KEEPER_LIMIT, Kind.DISCARD_CARDS, Kind.DISCARD_OR_RANDOM, Kind.CHOOSE_GOALS),
    *(Kind.DISCARD_RULE, Kind.DISCARD_RULES, Kind.DISCARD_GOAL, Kind.DISCARD_KEEPER, Kind.DISCARD_CREEPER),
)
GIVES = (Kind.GIVE_KEEPER, Kind.CHOOSE_GIFT)
PLAYS = (Kind.PLAY, Kind.PLAY_OR_MOVE, Kind.PLAY_TEMPORARY, Kind.CHOOSE_DISCARDED, Kind.WINDOW)


@dataclass(frozen=True)
class Offer:
    """An answer that a mail has offered to the seat with this primary key: the `labels`, if yes comes back.

    The `question` is the one that it was offered for, and ``None`` if a restored backup has lost that.
    """

    reply: Reply
    seat: int
    labels: tuple[str, ...]
    number: int
    question: Question | None

    @classmethod
    def of(cls, reply: Reply, result: LineResult) -> "Offer":
        """Return what the result of a line of a reply offers."""
        seat, number = result.seat or reply.seat_id, result.offer_number or 0
        rows = Question.objects.filter(seat=seat, number=number, nonce=result.offer_nonce)
        return cls(reply, seat, result.offer, number, rows.first())

    @property
    def is_open(self) -> bool:
        """Whether a yes still counts: nobody has answered the question, and its player has not said no."""
        return self.question is not None and self.question.is_open and not self.reply.offer_dropped


def find_offer(reply: Reply) -> Offer | None:
    """Return what the mail that answers a reply offers, whatever has become of it since."""
    return Offer.of(reply, reply.offer) if reply.offer is not None else None


def ask_back(labels: Sequence[str], asked: Kind, cards: engine.KnownCards, names: Mapping[int, str]) -> str:
    """Return the question whether this answer was meant, and what to reply."""
    if tuple(labels) == (NO_ANSWER,) and asked is Kind.WINDOW:
        return _("Do you mean that you don’t object? Reply “yes”.")
    listed = {"cards": _listed(names_of(labels, asked, cards, names))}
    if asked in DISCARDS:
        return _("Discard %(cards)s? Reply “yes”.") % listed
    if asked in GIVES:
        return _("Give away %(cards)s? Reply “yes”.") % listed
    if asked is Kind.TAKE_KEEPER:
        return _("Take %(cards)s? Reply “yes”.") % listed
    if asked in PLAYS and engine.read_option(labels[0], asked).kind is OptionKind.CARD:
        return _("Did you mean to play %(cards)s? Reply “yes”.") % listed
    return _("Did you mean %(cards)s? Reply “yes”.") % listed


def names_of(
    labels: Sequence[str], asked: Kind, cards: engine.KnownCards, names: Mapping[int, str]
) -> list[str]:
    """Return the names of an answer's choices, as a reply may write them."""
    options = (engine.read_option(label, asked) for label in labels)
    return [engine.text.option(option, cards, names, translate).rstrip(".") for option in options]


def _listed(titles: Sequence[str]) -> str:
    """Return titles in quotation marks, as a sentence lists them: “Milk” and “Bread”."""
    quoted = [_("“{title}”").format(title=title) for title in titles]
    if len(quoted) < 2:
        return "".join(quoted)
    return _("%(others)s and %(last)s") % {"others": _(", ").join(quoted[:-1]), "last": quoted[-1]}
