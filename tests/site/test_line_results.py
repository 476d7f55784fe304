"""What came of a line is stored in a form that the releases before and after read."""

import pytest

from games.models import LineResult, Reply
from games.models.line_result import UNREADABLE

RESULTS = [
    LineResult(False, "not 2", "answer", "There’s no such choice."),
    LineResult(True, "1, 2", "answer", "Your answer: Milk.", version=7, took=2, mailed=("milk", "love")),
    LineResult(True, "Alpha: 2", "answer", "Your answer: Milk.", version=7, seat=3, question=5),
    LineResult(True, "Alpha: hand", "hand", seat=3),
    LineResult(True, "hand", "hand"),
]


@pytest.mark.parametrize("result", RESULTS, ids=lambda each: each.line)
def test_a_result_is_read_as_it_was_stored(result):
    """Whatever a line did."""
    assert (result,) == Reply(results=[result.stored()]).lines


def test_what_is_stored_is_what_earlier_releases_read():
    """They look for `version` and `seat` by their keys, and for `hand` where a mail was of several games."""
    assert [
        {"done", "kind", "line", "text"},
        {"done", "kind", "line", "text", "version", "took", "mailed"},
        {"done", "kind", "line", "text", "version", "seat", "question"},
        {"done", "kind", "line", "text", "seat", "question", "hand"},
        {"done", "kind", "line", "text"},
    ] == [set(result.stored()) for result in RESULTS]
    assert 200 == len(LineResult(True, "a" * 201).stored()["line"])


def test_a_line_of_another_release_is_read():
    """With what it lacks, and with what this release doesn't know."""
    rows = [{"done": True, "line": "pass", "new": 1}, UNREADABLE]

    assert (LineResult(True, "pass"), LineResult(False, "")) == Reply(results=rows).lines
