"""What some two hundred games leave in the database, by rows; a change that only moves code changes nothing.

`python -m tests.site.rows_corpus` shows what differs and, where that is wanted, keeps it.
"""

import os
from pathlib import Path

import pytest

from tests.site.rows_corpus import kept, plans, players

EVERY_GAME = "EVERY_GAME"  # set, all games are played, and not only a share
INTO = "ROWS_CORPUS_INTO"  # a folder into which whole games are written
WANTED = os.environ.get("ROWS_CORPUS_GAMES", "")  # their numbers, with blanks


def games() -> list[plans.Plan]:
    """Return which games this run plays."""
    if WANTED:
        return [plans.plan(int(number)) for number in WANTED.split()]
    every = 1 if os.environ.get(EVERY_GAME) else plans.EACH_OF
    seldom = range(plans.COUNT, plans.COUNT + len(plans.SELDOM))
    return [plans.plan(number) for number in (*range(0, plans.COUNT, every), *seldom)]


@pytest.mark.parametrize("plan", games(), ids=lambda plan: plan.name)
def test_a_game_leaves_the_same_rows(plan, db, monkeypatch, settings):
    """Every row that it stores is what it was."""
    dump = players.play(plan, monkeypatch, settings)
    if into := os.environ.get(INTO):
        Path(into, f"{plan.name}.txt").write_text(kept.text_of(dump))
    found, wanted = kept.digests_of(dump), kept.read_digests().get(plan.name, {})

    assert found == wanted, (
        f"{', '.join(kept.differing(wanted, found))} differ: "
        f"python -m tests.site.rows_corpus --against HEAD {plan.number} shows the first row that differs"
    )


@pytest.mark.parametrize("number", kept.WHOLE)
def test_a_game_that_is_kept_whole_is_the_one_of_its_digests(number):
    """What a commit shows in its diff is what is compared."""
    name = plans.plan(number).name

    assert kept.digests_of(kept.read_text(kept.whole(name).read_text())) == kept.read_digests()[name]
