"""Whatever somebody sends: nothing raises, nothing costs much, a copy changes nothing, and others are served.

bin/test tries a few examples, the same each time; `bin/test --fuzz MINUTES` looks for new ones.
"""

import string
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine
from engine.scenario.case import read_cases
from engine.scenario.errors import BadScenario
from fluxx_site import logs
from games.core import budgets, tokens
from games.delivery import bounce_reports
from games.inbound import incoming, receive
from games.inbound.reply_text import extract_reply
from games.mail import addresses
from games.models import InboundMail, Move, Notice, Reply
from tests.mail.eml import eml
from tests.mail.kinds import turn_of_ann
from tests.mail.tables import store
from tests.support.hostile import LINES, PAGES, PIECES, TEXTS, costs

CORPUS = Path(__file__).parent / "corpus"
DOMAIN = "reply.testserver.localhost"
EXAMPLES = 40  # of each kind in bin/test
WORDS = (
    *(b"From: ", b"Content-Type: ", b"Content-Disposition: ", b"Content-Transfer-Encoding: "),
    *(b"Message-ID: ", b"\r\n", b"\r\n\r\n", b"\n", b"text/plain", b"text/html"),
    *(b"multipart/mixed; boundary=b", b"--b", b"--b--", b"message/rfc822"),
    *(b"multipart/report; report-type=delivery-status", b"message/delivery-status", b"; charset="),
    *(b"utf-8", b"utf-16", b'"', b"(", b")", b"<", b">", b"@", b",", b";", b"=?utf-8?q?", b"?="),
    *(b"a*0*=", b"''", b"%", b"\\", b" ", b"\t", b"\x00", b"\xff", b"\xc3\xa9", b"<!", b"<![", b"]]>"),
    *(b"&#x", b"<p>", b"<!--", b"base64", b"quoted-printable", b"=", b"1", b"[", b"]", b":"),
    *(b"format=flowed", b"bread", b"Final-Recipient: rfc822;", b"Action: failed", b"Status: 5.1.1"),
    *(b"pass", b"undo", b"say "),
)


def repeated(words: st.SearchStrategy, empty: str | bytes) -> st.SearchStrategy:
    """Words in a row, some of them many times."""
    times = st.sampled_from([1, 1, 1, 1, 2, 5, 300])
    return st.lists(st.tuples(words, times), max_size=40).map(
        lambda pairs: empty.join(word * count for word, count in pairs)
    )


def changed_mails() -> st.SearchStrategy[bytes]:
    """A mail of the corpus with something put into it, and a piece of it doubled or left out."""
    mails = [path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))]
    mails += [
        eml("reply", to="TO", sender="ann@example.org"),
        eml("no-such-box", to="TO", recipient="a@b", message_id="<a@b>"),
    ]

    def change(raw: bytes, put: bytes, places: tuple[int, int], how: int) -> bytes:
        begin, end = sorted(each % (len(raw) + 1) for each in places)
        return raw[:begin] + put + raw[begin:end] * how + raw[end:]

    place = st.integers(0, 5_000)
    return st.builds(
        change,
        st.sampled_from(mails),
        repeated(st.sampled_from(WORDS), b""),
        st.tuples(place, place),
        st.integers(0, 2),
    )


MAILS = st.one_of(repeated(st.sampled_from(WORDS), b""), changed_mails())
SIGNS = st.text(string.punctuation + string.whitespace + "aA19é\u200b\ud7ff\U0001f600", max_size=60)
TEXT = st.one_of(
    repeated(st.one_of(st.sampled_from([*PIECES, *LINES, "\n", "1", "Love,", "bread"]), SIGNS), ""),
    st.sampled_from(list(TEXTS.values())),
)


@pytest.fixture
def hunt(request) -> Callable[[st.SearchStrategy, Callable[[object], None]], None]:
    """Try a check with a few examples, or, when asked for, with new ones for its share of the minutes."""
    minutes = request.config.option.fuzz

    def run(examples: st.SearchStrategy, check: Callable[[object], None]) -> None:
        config = settings(
            max_examples=200 if minutes else EXAMPLES,
            derandomize=not minutes,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        end = time.monotonic() + minutes * 60 / 9
        tried = 0
        while True:
            config(given(examples)(check))()
            tried += config.max_examples
            if time.monotonic() >= end:
                break
        if minutes:
            print(f"{request.node.name}: {tried} examples")  # noqa: T201

    return run


def within(seconds: float, work: Callable[[], object]) -> None:
    """Do something that may cost so much processor time."""
    assert costs(work) < seconds


@pytest.mark.slow
@pytest.mark.django_db
def test_mail_is_taken_once_and_holds_up_none(hunt, settings):
    """On the whole way into a game: no failure, no cost; a copy changes nothing, the next mail is done."""
    settings.INBOUND_DOMAIN = DOMAIN
    stored = store(turn_of_ann())
    notice = stored.notice("turn", "ann")
    play, bounce = addresses.make_reply(notice), addresses.make_bounce(notice)
    count = iter(range(10**9))

    def check(raw: bytes) -> None:
        raw = raw.replace(b"TO", play.encode(), 1)
        for to in (play, bounce):
            row = receive.receive(raw, recipients=[to], envelope_sender="")
            assert row.status in ("done", "ignored"), row.reason
            before = (InboundMail.objects.count(), Move.objects.count(), Notice.objects.count())
            within(budgets.MAIL.seconds, lambda to=to: receive.receive(raw, recipients=[to]))
            other_way = b"Received: by a\r\n" if incoming.parse_mail(raw).message_id else b""
            copy = receive.receive(other_way + raw, recipients=[to])
            assert before == (InboundMail.objects.count(), Move.objects.count(), Notice.objects.count())
            assert copy.status in ("done", "ignored")
        good = eml("reply", to=play, sender="ann@example.org").replace(b"reply-1@", b"good-%d@" % next(count))
        assert "done" == receive.receive(good.replace(b"\r\n2\r\n", b"\r\nhelp\r\n")).status

    hunt(MAILS, check)
    assert Reply.objects.exists()


def test_readers_of_mail(hunt):
    """Without a database: the key, the text, the reasons and the reports of any bytes."""

    def check(raw: bytes) -> None:
        def read() -> None:
            mail = incoming.parse_mail(raw)
            assert mail.key
            mail.why_automatic()
            assert len(mail.text) <= budgets.REPLY.largest
            bounce_reports.original_ids(mail.message)
            bounce_reports.read_bounce(mail.message, mail.whole_text)

        within(budgets.MAIL.seconds, read)

    hunt(MAILS, check)


def test_text_of_a_reply(hunt):
    """Any text, whole, is read in half a second."""
    hunt(
        TEXT,
        lambda text: within(budgets.REPLY.seconds, lambda: extract_reply(text[: budgets.MAIL_TEXT.largest])),
    )


def test_pages(hunt):
    """A mail as HTML."""
    pages = st.one_of(st.sampled_from(list(PAGES.values())), TEXT.map(lambda text: f"<p>{text}</p>"))

    def check(page: str) -> None:
        raw = b"Content-Type: text/html; charset=utf-8\r\n\r\n" + page.encode("utf-8", "replace")
        within(budgets.MAIL_HTML.seconds, lambda: incoming.parse_mail(raw).text)

    hunt(pages, check)


def test_decks(hunt):
    """Any JSON or words: a deck, or one sentence why not; a deck is what its name says."""
    leaves = st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), SIGNS, st.sampled_from(["base", "bread"])
    )
    keys = st.sampled_from(
        ["editions", "more", "without", "switches", "made", "format", "title", "kind", "x"]
    )
    data = st.recursive(
        leaves,
        lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(keys, inner, max_size=5)),
        max_leaves=20,
    )

    def check(given_data: object) -> None:
        def read() -> None:
            with suppress(ValueError):
                spec = (
                    engine.DeckSpec.of(given_data)
                    if isinstance(given_data, dict)
                    else engine.DeckSpec.parse(str(given_data))
                )
                assert engine.DeckSpec.parse(spec.dump()) == spec

        within(budgets.DECK.seconds, read)

    hunt(
        st.one_of(data, repeated(st.sampled_from(["base ", "+bread ", "-milk ", "!", "{", '"', "["]), "")),
        check,
    )


def test_tokens(hunt):
    """Any text as a token is a link that does not work."""

    def check(token: str) -> None:
        with suppress(tokens.TokenFailure):
            tokens.read_token(token, tokens.Purpose.PLAY)
            raise AssertionError(token)

    hunt(st.one_of(SIGNS, repeated(st.sampled_from([":", "W10", "a", ".", "-", "="]), "")), check)


def test_addresses(hunt, settings):
    """Any text as an address is not one of ours."""
    settings.INBOUND_DOMAIN = DOMAIN

    def check(local: str) -> None:
        for purpose in ("play", "games", "bounce", "unsub"):
            assert not receive.is_known_address(f"{purpose}+{local}@{DOMAIN}")

    hunt(st.one_of(SIGNS, repeated(st.sampled_from(["-", "1", "zz", "a" * 20, "@", "+"]), "")), check)


def test_scenarios(hunt):
    """Any text as a scenario is one, or an error with a sentence."""
    words = [
        "[given]\n",
        "edition = 'base'\n",
        "[[when]]\n",
        "[[case]]\n",
        "seat = 1\n",
        "a.b = ",
        "{",
        "[",
        '"',
        "'''",
        "#",
        "\n",
        "play = 'bread'\n",
    ]

    def check(text: str) -> None:
        def read() -> None:
            with suppress(BadScenario):
                read_cases(text)

        within(budgets.SCENARIO.seconds, read)

    hunt(st.one_of(SIGNS, repeated(st.sampled_from(words), "")), check)


def test_lines_of_the_log(hunt):
    """Any value of a request: cut, masked, in no time, and never with the local part of an address."""

    def check(text: str) -> None:
        line = f"{text} secretword.of.ann@players.example {text}"
        said: list[str] = []
        within(0.05, lambda: said.append(logs.mask(logs.cut(line))))
        assert "ecretword" not in said[0]

    hunt(TEXT, check)


def test_with_atheris(request):
    """Where atheris is there (pip install atheris), it looks for what no word above is near to."""
    minutes = request.config.option.fuzz
    if not minutes or find_spec("atheris") is None:
        pytest.skip("This needs --fuzz, and atheris: pip install atheris.")
    words = [
        sys.executable,
        "-m",
        "tests.fuzz.with_atheris",
        f"-max_total_time={int(minutes * 60 / 9)}",
        str(CORPUS),
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False)

    assert 0 == done.returncode, done.stderr[-3_000:]
