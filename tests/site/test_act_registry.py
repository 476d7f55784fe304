"""The registry of acts of staff: whatever an act needs is there."""

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest

from games import clock
from games.core.refusal import Refusal
from games.history.event_sentences import PRIVATE, SENTENCES
from games.models import Deck, Game, Player, Remark, Seat
from games.moderation import snapshots
from games.moderation.act import Act, Readers
from games.moderation.desk import perform
from games.moderation.registry import ACTS, gather, offered

PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def missing_parts(act: type[Act]) -> Iterator[str]:
    """What an act still needs."""
    is_notified = act.target() is Game or act.games_of.__func__ is not Act.games_of.__func__
    parts = {
        "title": getattr(act, "title", ""),
        "meaning": getattr(act, "meaning", ""),
        "way to do it (do)": act.do is not Act.do or act.is_message,
        "way to carry it out (carry_out)": not act.is_final or act.carry_out is not Act.carry_out,
        "sentence": act.sentence or not is_notified,
        "sentence_back": act.sentence_back or not is_notified,
        "reason in its sentence": act.tells_reason()
        or not act.sentence
        or act.reason_is_for is not Readers.TABLE,
    }
    return (f"{act.code}: no {part}" for part, is_there in parts.items() if not is_there)


@pytest.mark.parametrize("code", ACTS)
def test_every_act_is_complete(code):
    """What is missing is named."""
    assert [] == [*missing_parts(ACTS[code])]


def test_all_acts_are_there_once():
    """Each class with a code of its own is found, and no two have the same."""
    ours = [each for each in gather() if each.__module__.startswith("games.")]

    assert [*ACTS.values()] == ours
    assert {Game, Seat, Remark, Player, Deck} == {act.subject for act in ACTS.values()}


def test_what_a_new_act_lacks_is_named():
    """Everything that somebody who adds one has to write is in its class."""

    class Applaud(Act):
        """An act whose parts were forgotten."""

        code = "applaud"

    assert [*missing_parts(Applaud)] == [
        "applaud: no title",
        "applaud: no meaning",
        "applaud: no way to do it (do)",
        "applaud: no sentence",
        "applaud: no sentence_back",
    ]


@pytest.mark.parametrize("code", ACTS)
def test_the_history_tells_an_act_as_its_class_says(code):
    """What a person alone reads stands in no history."""
    act = ACTS[code]
    if not act.sentence:
        return
    told = {act.event(): act.sentence, f"{act.event()}-reverted": act.sentence_back}

    assert told.items() <= SENTENCES.items()
    assert all((event in PRIVATE) is not act.is_public() for event in told)
    assert PLACEHOLDER.findall(act.sentence).count("reason") == act.tells_reason()


@pytest.mark.parametrize("code", ACTS)
def test_snapshots_hold_what_an_act_changes(code):
    """Each column that its class names, of a model that has it."""
    for model, names in ACTS[code].columns.items():
        assert set(names) <= set(snapshots.COLUMNS[model])
        assert set(names) <= {field.name for field in model._meta.concrete_fields}


def test_the_desk_offers_what_the_state_of_a_game_allows(ann, bob, start):
    """First what is about the whole game, last what can't be taken back; none is about a remark."""
    game = start(ann, bob)
    running = [code for code, _title in offered(game, Game, Seat)]
    game.paused_at = game.created_at
    paused = {code for code, _title in offered(game, Game, Seat)}
    game.status = Game.Status.ENDED

    assert {"pause", "answer", "replace"} <= set(running) - paused
    assert "resume" in paused - set(running)
    assert running[:2] == ["pause", "rename"]
    assert running[-2:] == ["end", "void"]
    assert {"extend", "offer", "warn"} <= set(running)
    assert not {"hide", "show", "extend-all", "rewind"} & {*running, *paused}
    assert [code for code, _title in offered(game, Game, Seat)] == ["rename"]


STATES = {
    "open": {"status": Game.Status.OPEN, "commitment": ""},
    "waiting for the first card": {"commitment": ""},
    "running": {},
    "paused": {"paused_at": clock.now()},
    "over": {"status": Game.Status.ENDED},
}
FORM = {"seat": 1, "hours": 1, "title": "Saturday", "to": None, "version": 0}


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_what_is_refused_in_any_case_is_not_offered(state, ann, bob, carol, start, moderator):
    """And what isn’t offered is refused, whatever somebody sends: a form may be an hour old."""
    game = start(ann, bob, carol)
    game.seats.filter(number=1).update(on_autopilot=False)
    Game.objects.filter(pk=game.pk).update(**STATES[state])
    game.refresh_from_db()
    tried = [code for code, act in ACTS.items() if act.subject in (Game, Seat) and code != "rewind"]
    done = set()
    for code in tried:
        for seat in (1, 2, 3):
            with suppress(Refusal):
                given = {"seat": seat} if "seat" in ACTS[code].fields(game) else {}
                given |= {
                    name: FORM[name] for name in ACTS[code].fields(game) if name in FORM and name != "seat"
                }
                perform(code, game=game, by=moderator, reason="To see.", rehearse=True, **given)
                done.add(code)

    assert done == {code for code, _title in offered(game, Game, Seat)} - {"rewind"}


def test_nobody_of_the_staff_is_offered_for_a_name_or_a_suspension(ann, moderator):
    """They are refused at once, and so is who is suspended already."""
    of_ann = {code for code, _title in offered(ann, Player)}
    perform("suspend", player=ann, by=moderator, reason="Rude.", days=3)
    ann.refresh_from_db()

    assert {"rename-player", "suspend"} <= of_ann
    assert of_ann - {code for code, _title in offered(ann, Player)} == {"suspend"}
    assert not {"rename-player", "suspend"} & {code for code, _title in offered(moderator, Player)}
