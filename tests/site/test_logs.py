"""Requirement M7: a token in a log would let its reader play."""

import logging

import pytest

from fluxx_site.logs import MaskTokens, OneLine, mask


@pytest.mark.parametrize(
    "line",
    [
        "GET /p/1:2:abc-DEF_9/ HTTP/1.1",
        "GET /p/abc-DEF_9?choice=bread HTTP/1.1",
        'referrer "https://games.example/p/abc-DEF_9/"',
        "https://games.example/newcomer/abc-DEF_9/",
        "GET /v/abc-DEF_9/ HTTP/1.1",
        "GET /f/abc-DEF_9/deadlines.ics HTTP/1.1",
        "POST /u/abc-DEF_9/ HTTP/1.1",
        "POST /u/abc-DEF_9 HTTP/1.1",
    ],
)
def test_a_token_is_masked_wherever_it_stands(line):
    """Addresses and referrers lose their secret part and keep the rest."""
    masked = mask(line)

    assert "abc-DEF_9" not in masked
    assert "/***" in masked


def test_a_choice_is_masked():
    """The cards that a link fills in are somebody's hand; the rest of the address stays readable."""
    line = mask("GET /t/Xy12/?pick=bread&pick=milk%402&since=4 HTTP/1.1")

    assert "GET /t/Xy12/?pick=***&pick=***&since=4 HTTP/1.1" == line


@pytest.mark.parametrize("purpose", ["play+", "bounce+", "unsub+", "play%2B"])
def test_an_address_that_is_answered_is_masked(purpose):
    """Whoever knows the address of a reply, and who may send to it, could play."""
    line = mask(f"rejected RCPT TO:<{purpose}1a-f3-9-abcdefghij234567klmn@reply.example> 550")

    assert f"rejected RCPT TO:<{purpose}***@reply.example> 550" == line


@pytest.mark.parametrize("line", ["GET /g/Xy12/p/ HTTP/1.1", "GET /people/ HTTP/1.1", "GET /p/ HTTP/1.1"])
def test_other_addresses_stay_readable(line):
    """Only the part after a token's prefix is hidden."""
    assert line == mask(line)


def record(message: str, *args: object) -> logging.LogRecord:
    return logging.LogRecord("games", logging.WARNING, __file__, 1, message, args, None)


def test_a_token_in_the_arguments_is_masked():
    """The finished message is what counts, not the format string."""
    event = record("Not Found: %s", "/p/abc-DEF_9/")

    MaskTokens().filter(event)

    assert event.getMessage() == "Not Found: /p/***/"


def test_text_from_outside_makes_no_new_line():
    """A name with a line break can't pass for another event."""
    line = OneLine("{message}", style="{").format(record("joined: %s", "Ann\r\nERROR games: lost"))

    assert line == r"joined: Ann\r\nERROR games: lost"
