"""The registry of acts of staff: whatever an act needs is there."""

import re

import pytest

from games.admin import act_forms, desk_pages, reports
from games.history.event_sentences import SENTENCES
from games.moderation import desk
from games.moderation.act import Act

from .test_acts import GAME_ACTS

PLACEHOLDER = re.compile(r"%\((\w+)\)s")
# Offered where their objects are shown, by the templates of the desk.
ELSEWHERE = {
    "hide", "show", "extend-all", "clear-refusal", "write", "rename-player", "suspend",
    "hide-deck", "show-deck", "delete-deck",
}  # fmt: skip


def is_told(act: type[Act]) -> bool:
    """Whether it concerns games, to whose tables it is told."""
    return not act.of_deck and (not act.of_person or act.games_of.__func__ is not Act.games_of.__func__)


def sentences_of(act: type[Act]) -> list[str]:
    """The codes by which the history tells it and its revert."""
    code = "extend" if act is desk.ExtendAll else act.code
    return [f"staff-{code}", f"staff-{code}-reverted"] if is_told(act) else []


def missing_parts() -> list[str]:
    """What each act still needs, and where that is written."""
    offered = {*desk_pages.GAME_ACTS, *desk_pages.SEAT_ACTS, *reports.ABOUT_PERSON, *ELSEWHERE}
    found = []
    for act in desk.ALL:
        parts = {
            "title": getattr(act, "title", ""),
            "meaning": getattr(act, "meaning", ""),
            "place on the desk (games/admin/desk_pages.py)": act.code in offered,
            "way to do it (do)": act.do is not Act.do,
            "way to carry it out (carry_out)": not act.is_final or act.carry_out is not Act.carry_out,
        }
        for code in sentences_of(act):
            parts[f"sentence {code} (games/history/event_sentences.py)"] = code in SENTENCES
        if act.tells_reason and is_told(act):
            told = SENTENCES.get(f"staff-{act.code.removesuffix('-all')}", "%(reason)s")
            parts["reason in its sentence"] = "reason" in PLACEHOLDER.findall(told)
        found += [f"{act.code}: no {part}" for part, is_there in parts.items() if not is_there]
    return found


def test_every_act_is_complete():
    """What is missing is named."""
    assert [] == missing_parts()


def test_nothing_else_is_registered():
    """An act that was removed leaves no form, no place on the desk and no sentence behind."""
    codes = {act.code for act in desk.ALL}
    told = {code for act in desk.ALL for code in sentences_of(act)}

    assert len(codes) == len(desk.ALL)
    assert codes >= {*act_forms.FIELDS, *desk_pages.GAME_ACTS, *desk_pages.SEAT_ACTS, *ELSEWHERE}
    assert told == {code for code in SENTENCES if code.startswith("staff-")} - {"staff-rewind-failed"}


class Applaud(Act):
    """An act whose parts were forgotten."""

    code = "applaud"


def test_what_a_new_act_lacks_is_named(monkeypatch):
    """Everything that somebody who adds one has to write."""
    monkeypatch.setattr(desk, "ALL", (*desk.ALL, Applaud))

    assert [line.partition(" (")[0] for line in missing_parts()] == [
        "applaud: no title",
        "applaud: no meaning",
        "applaud: no place on the desk",
        "applaud: no way to do it",
        "applaud: no sentence staff-applaud",
        "applaud: no sentence staff-applaud-reverted",
    ]


@pytest.mark.parametrize("code", [code for code in SENTENCES if code.startswith("staff-")])
def test_a_forgotten_sentence_is_named(code, monkeypatch):
    """Whichever it is."""
    monkeypatch.delitem(SENTENCES, code)

    named = [line for line in missing_parts() if code in line]
    assert len(named) >= 1 or code == "staff-rewind-failed"
    assert GAME_ACTS  # acts of games are tried in test_acts.py, where every code has to be known
