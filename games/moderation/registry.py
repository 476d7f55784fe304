"""All acts of staff, gathered from their classes, and what other modules have to know of them."""

from collections.abc import Iterator

from django.db.models import Model
from django.utils.functional import Promise

from games.history.event_sentences import PRIVATE, SENTENCES
from games.models import Seat

from . import (  # noqa: F401
    circle_acts,
    clock_acts,
    deck_acts,
    person_acts,
    replace,
    share_acts,
    snapshots,
    table_acts,
    talk_acts,
)
from .act import Act


def gather(base: type[Act] = Act) -> Iterator[type[Act]]:
    """Yield the classes below one that are acts: those with a code of their own."""
    for each in base.__subclasses__():
        if "code" in vars(each):
            yield each
        yield from gather(each)


def sentences_of(kind: type[Act]) -> dict[str, str]:
    """Return what is said of an act and of its revert, by the codes of the events."""
    if not kind.sentence:
        return {}
    return {kind.event(): kind.sentence, f"{kind.event()}-reverted": kind.sentence_back}


def register(kind: type[Act]) -> None:
    """Let the history tell an act, and snapshots hold what it changes."""
    SENTENCES.update(sentences_of(kind))
    if not kind.is_public():
        PRIVATE.update(sentences_of(kind))
    for model, names in kind.columns.items():
        known = snapshots.COLUMNS.get(model, ())
        snapshots.COLUMNS[model] = tuple(dict.fromkeys((*known, *names)))


def offered(row: Model, *subjects: type[Model]) -> list[tuple[str, Promise]]:
    """Return code and title of the acts about these that the state of a game, person or deck allows.

    Those about the whole row are first, and dangerous ones are last.
    """
    kinds = [kind for kind in ACTS.values() if kind.subject in subjects and kind.is_offered(row)]
    kinds.sort(key=lambda kind: (kind.is_dangerous, kind.is_final, kind.subject is Seat))
    return [(kind.code, kind.title) for kind in kinds]


def answers(row: Model, *subjects: type[Model]) -> list[tuple[str, Promise]]:
    """Return those of them that may answer a report."""
    return [(code, title) for code, title in offered(row, *subjects) if ACTS[code].answers_report]


ACTS: dict[str, type[Act]] = {kind.code: kind for kind in gather()}
for _kind in ACTS.values():
    register(_kind)
