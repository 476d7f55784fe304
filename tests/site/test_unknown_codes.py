"""Whatever code another release has stored, everything can still be looked at, and every sweep goes on."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.db import models

from games.delivery.dispatch import deliver
from games.history.event_sentences import SENTENCES, event_sentence
from games.mail import compose
from games.models import (
    Circle,
    Game,
    Move,
    NoticeChoices,
    Question,
    SeatNote,
    StaffAct,
    StoredTurnOrders,
    Vote,
)
from games.outbox import kinds
from tests.mail.kinds import NOTICES
from tests.mail.tables import NOW, store
from tests.pages.positions import turn_of_ann

from .other_release import WORDS, World, savepoint
from .test_other_release import NEUTRAL

pytestmark = pytest.mark.other_release

NEW = "zz-new"
Change = tuple[type[models.Model], Callable[[], int]]
# These hold codes without a list of choices.
OPEN_CODES = {"Question.what", "AwayChoice.what", "StaffAct.act", "PersonMail.kind", "Ballot.choice"}


def fields_with_codes() -> Iterator["models.Field[Any, Any]"]:
    """Every column of ours that holds a code of a registry."""
    for model in apps.get_app_config("games").get_models():
        for field in model._meta.concrete_fields:
            if field.choices or f"{model.__name__}.{field.name}" in OPEN_CODES:
                yield field


def value_for(field: "models.Field[Any, Any]") -> object:
    """A code that no release has yet."""
    if isinstance(field, models.CharField):
        return NEW[: field.max_length]
    return 13


def as_event(**params: object) -> Callable[[], int]:
    return lambda: Move.objects.filter(kind="event").update(params=params)


def as_outcome(**outcome: object) -> Callable[[], int]:
    return lambda: Move.objects.exclude(outcomes=[]).update(outcomes=[outcome])


# Codes inside of JSON and of names.
INSIDE: dict[str, Change] = {
    "event": (Move, as_event(what=NEW)),
    "event with other words": (Move, as_event(what="time-given")),
    "event of another form": (Move, as_event(what="away-stop", name="Ann", until="soon")),
    "outcome": (Move, as_outcome(type=NEW, seat=1)),
    "outcome without a field": (Move, as_outcome(type="played")),
    "outcome with a new word": (Move, as_outcome(type="declared", seat=1, occasion=NEW)),
    "card in an outcome": (Move, as_outcome(type="played", seat=1, card=NEW)),
    "label of an answer": (
        Move,
        lambda: Move.objects.exclude(labels=[]).update(labels=[NEW, "@1", f"use:{NEW}"]),
    ),
    "words of a note": (SeatNote, lambda: SeatNote.objects.update(kind="gave-up", params={"how": NEW})),
    "condition in a note": (
        SeatNote,
        lambda: SeatNote.objects.update(
            kind="plan-off", params={"why": "proviso", "card": "bread", "proviso": {"what": NEW}}
        ),
    ),
    "mode of mail": (
        NoticeChoices,
        lambda: NoticeChoices.objects.update(mail={"turn": NEW, NEW: "once", "news": NEW}),
    ),
    "turn orders": (
        StoredTurnOrders,
        lambda: StoredTurnOrders.objects.update(
            given={
                "hand": {"keep": [NEW], "otherwise": NEW},
                "throws": {"next": [NEW], "otherwise": NEW},
                "plan": {"lines": [{"card": NEW, "provisos": [{"what": NEW}]}]},
                NEW: 1,
            }
        ),
    ),
    "choices of a vote": (Vote, lambda: Vote.objects.update(choices=[NEW, "bot"], outcome=NEW)),
    "rows and columns of an act": (
        StaffAct,
        lambda: StaffAct.objects.update(
            before={NEW: {"1": {"x": "1"}}, "game": {"1": {NEW: "0"}}},
            after={NEW: {"1": {"x": "1"}}, "game": {"1": {NEW: "1"}}},
        ),
    ),
    "edition": (Game, lambda: Game.objects.exclude(name="Sound").update(edition=NEW)),
    "edition of a circle": (Circle, lambda: Circle.objects.update(edition=NEW)),
    "card of a deck": (Game, lambda: Game.objects.exclude(name="Sound").update(edition=f"fluxx +{NEW}")),
    "switch of a deck": (Game, lambda: Game.objects.exclude(name="Sound").update(edition=f"fluxx !{NEW}")),
    "reason of an end": (Game, lambda: Game.objects.exclude(name="Sound").update(end_reason=NEW)),
    "question": (Question, lambda: Question.objects.update(what=NEW)),
}


@pytest.mark.slow
def test_whatever_another_release_has_stored(db, settings):
    """Each column with codes, and each code inside of others, holds one that is unknown here, in turn."""
    settings.CONTACT_EMAIL = "staff@example.org"
    wrong = []
    with time_machine.travel(NOW, tick=False):
        world = World()
        assert [] == [*world.look()]
        with savepoint():
            assert [] == [*world.sweep()]
        columns = {
            f"{each.model.__name__}.{each.name}": (each.model, change_column(each))
            for each in fields_with_codes()
        }
        for name, (model, change) in (columns | INSIDE).items():
            with savepoint():
                if not change():
                    wrong.append(f"{name}: the test has no such row")
                wrong += [f"{name}: {each}" for each in world.look(model)]
                wrong += [f"{name}: {each}" for each in world.sweep(model)]

    assert not wrong, f"{len(wrong)}\n" + "\n".join(wrong)


def change_column(field: "models.Field[Any, Any]") -> Callable[[], int]:
    """Return what gives every row of a column a code that is unknown here, and says how many there are."""
    rows = field.model._default_manager.all()
    if isinstance(field, models.CharField):
        rows = rows.exclude(**{field.name: ""})
    return lambda: rows.update(**{field.name: value_for(field)})


def test_each_event_taken_out_of_its_registry(db, monkeypatch):
    """As a release lacks it that is older than the event: the line is neutral, and no other is."""
    for code in [*SENTENCES]:
        with monkeypatch.context() as older:
            older.delitem(SENTENCES, code)
            assert event_sentence({"what": code, **WORDS}) == NEUTRAL
        assert event_sentence({"what": code, **WORDS}) != NEUTRAL


CAN_BE_HELD = [("waiting", True), ("waiting", 0), ("skipped", 0)]


@pytest.mark.slow
@pytest.mark.parametrize("registry", [kinds.KINDS, compose.WRITERS], ids=["kinds", "letters"])
def test_each_kind_of_notice_taken_out_of_its_registry(registry, db, monkeypatch):
    """As a release lacks it that is older: it waits with its reason, and the next one leaves."""
    held = {}
    with time_machine.travel(NOW, tick=False):
        for kind in [*registry]:
            with savepoint(), monkeypatch.context() as older:
                first, second = NOTICES[kind](), store(turn_of_ann(), name="Sound").notice("started", "cid")
                older.delitem(registry, kind)
                deliver()
                first.refresh_from_db()
                second.refresh_from_db()
                if kind != "started":
                    held[kind] = (first.status, first.attempts and kind in first.error, second.status)

    # Some are in no hurry, or are found to be obsolete before anybody asks for their letter.
    assert {*held.values()} <= {(status, found, "sent") for status, found in CAN_BE_HELD}, held
    assert [*held.values()].count(("waiting", True, "sent")) > len(held) / 2
