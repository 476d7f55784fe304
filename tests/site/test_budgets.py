"""Every row of games/core/budgets.py, tried: what is longer is refused or cut, and costs what it may."""

import logging
import runpy
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from datetime import timedelta
from functools import partial
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms import BaseForm, CharField
from django.test import Client, RequestFactory, override_settings
from django.urls import get_resolver
from gunicorn.config import Config
from requests import RequestException

import engine
from engine.scenario import case
from engine.scenario.errors import BadScenario
from fluxx_site import logs, sentry
from fluxx_site.oidc import views as oidc_views
from fluxx_site.oidc.calls import ProviderSession
from games.core import budgets, tokens
from games.core.budgets import Budget
from games.core.refusal import Busy, Refusal
from games.decks.edit import LARGEST_SPEC
from games.delivery import bounce_reports
from games.inbound import incoming, lmtp, mime, reply_text, webhooks
from games.inbound.unmarked_quotes import find_quoted_lines
from games.mail import addresses
from games.mail.html_text import text_of_html
from games.mail.sent_lines import hash_lines
from games.models import Question, Seat, names
from games.pages.common import rate_limits
from games.pages.common.invite_form import read_invitee, split_pieces
from games.pages.common.parts import read_part
from games.pages.learn import lessons
from games.replies.commands import (
    COMMANDS,
    MOST_ANSWERS,
    ReplyOption,
    ReplyQuestion,
    UnclearAnswer,
    normalized,
    split_answers,
)
from games.replies.known_words import KnownWords
from games.replies.read_bundle_reply import read_lines
from games.replies.targets import AskedNow, PrintedGames, find_target
from tests.support import hostile
from tests.support.oidc import running_provider
from tests.support.processes import ROOT

PROBES: dict[str, Callable[[Budget], None]] = {}


def tries(*names: str) -> Callable[[Callable[[Budget], None]], Callable[[Budget], None]]:
    """Mark what tries the rows of these names."""

    def mark(probe: Callable[[Budget], None]) -> Callable[[Budget], None]:
        PROBES.update(dict.fromkeys(names, probe))
        return probe

    return mark


@pytest.mark.slow
@pytest.mark.parametrize("name", budgets.all_budgets())
def test_each_budget_is_kept(name, db):
    """A row that nothing tries would be a promise only."""
    PROBES[name](budgets.all_budgets()[name])


def cost(work: Callable[[], object], *, refused: type[Exception] | None = None) -> float:
    """Seconds of processor time, the least of three, as other processes take some of the caches.

    What is done may be refused in this way.
    """
    spent = []
    for _turn in range(3):
        began = time.process_time()
        with suppress(*[refused] if refused else []):
            work()
        spent.append(time.process_time() - began)
    return min(spent)


@tries("REQUEST_LINE", "REQUEST_FIELD", "REQUEST_FIELDS")
def _gunicorn(row: Budget) -> None:
    """That a server keeps to these: test_serving.py."""
    conf = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    names = {
        budgets.REQUEST_LINE: "limit_request_line",
        budgets.REQUEST_FIELD: "limit_request_field_size",
        budgets.REQUEST_FIELDS: "limit_request_fields",
    }
    assert row.largest == conf[names[row]]


@tries("REQUEST_BODY")
def _form(row: Budget) -> None:
    def status(size: int) -> int:
        form = {"data": b"a" * size, "content_type": "application/x-www-form-urlencoded"}
        return Client().post("/push/renew/", **form).status_code

    assert (404, 400) == (status(row.largest), status(row.largest + 1))
    assert cost(partial(status, row.largest)) < row.seconds


@tries("WEBHOOKS_AT_ONCE")
def _large_calls(row: Budget) -> None:
    assert row.largest == webhooks.ROOM._value


@tries("HISTORIES_AT_ONCE")
def _histories(row: Budget) -> None:
    assert row.largest == rate_limits.ROOM._value


@tries("PROVIDER_CALL")
def _provider(row: Budget) -> None:
    """What is larger or slower signs nobody in: test_oidc_hostile.py."""
    with running_provider() as provider, ProviderSession() as session:
        for size in (row.largest, row.largest + 1):
            provider.faults.answers["/keys"] = b"a" * size
            with suppress(RequestException) if size > row.largest else nullcontext():
                assert row.largest == len(session.get(f"{provider.issuer}/keys").content)


@tries("PROVIDER_CALLS_AT_ONCE")
def _provider_calls(row: Budget) -> None:
    """That the others are refused: test_oidc_hostile.py."""
    assert row.largest == oidc_views.CALLS._value


@tries("EXPORTS_AT_ONCE")
def _exports(row: Budget) -> None:
    """That the others are refused: test_personal_data.py."""
    assert row.largest == rate_limits.EXPORTS._value


@tries("TEXTS_AT_ONCE")
def _texts(row: Budget) -> None:
    sent = [rate_limits.send_text(iter(["A line.\n"] * 2)) for _each in range(row.largest + 1)]
    assert [next(each) for each in sent[1:]] == ["A line.\n"] * row.largest
    with pytest.raises(Busy):
        rate_limits.check_texts()
    with pytest.raises(ConnectionResetError):
        next(sent[0])
    for each in sent:  # unread to its end
        each.close()  # type: ignore[attr-defined]
    rate_limits.check_texts()

    assert row.largest == rate_limits.TEXTS._value


@tries("WEBHOOK_BODY", "FORM_FIELDS")
def _django(row: Budget) -> None:
    names = {
        budgets.WEBHOOK_BODY: "DATA_UPLOAD_MAX_MEMORY_SIZE",
        budgets.FORM_FIELDS: "DATA_UPLOAD_MAX_NUMBER_FIELDS",
    }
    assert row.largest == getattr(settings, names[row])


HOSTILE = ("a", "a@", "a@b.", "/p", "/p//", "play+", "%2B", "?pick=", "-", ".", "@", "é", "a" * 99 + "@")


def access_line(value: str) -> dict[str, object]:
    """What the log keeps of a request whose line, referrer and program are this."""
    logger = logs.AccessLogger(Config())
    request = SimpleNamespace(headers=[("USER-AGENT", value)], path="/")
    environ = {
        "REQUEST_METHOD": "GET",
        "RAW_URI": value,
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_REFERER": value,
        "HTTP_USER_AGENT": value,
    }
    response = SimpleNamespace(status="200 OK", sent=1, headers=[])
    return logger.atoms(response, request, environ, timedelta(seconds=1))


@tries("LOG_FIELD")
def _log_field(row: Budget) -> None:
    for piece in HOSTILE:
        long = piece * (budgets.REQUEST_FIELD.largest // len(piece))
        atoms = access_line(long)
        assert (
            max(len(str(value)) for value in atoms.values()) <= 2 * row.largest
        )  # a mask may be longer than what it hides
        assert cost(partial(access_line, long)) < row.seconds * len(atoms), piece
        assert cost(partial(logs.mask, long * 2)) < row.seconds, piece
        said = sentry.mask_all({"message": [long]})["message"][0]
        assert len(said) <= 2 * row.largest  # a mask may be longer than what it hides


@tries("LOG_LINE")
def _log_line(row: Budget) -> None:
    for piece in HOSTILE:
        long = piece * (100_000 // len(piece))
        event = logging.LogRecord("games", logging.ERROR, __file__, 1, long, None, None)
        assert cost(partial(logs.MaskTokens().filter, event)) < row.seconds
        assert len(event.getMessage()) <= 2 * row.largest  # a mask may be longer than what it hides


@tries("LOG_TRACEBACK")
def _log_traceback(row: Budget) -> None:
    for piece in HOSTILE:
        text = "\n".join([piece * (5_000 // len(piece))] * 400)
        assert cost(partial(logs.mask_traceback, text)) < row.seconds
        assert len(logs.mask_traceback(text).splitlines()) == row.largest
    assert "ValueError: 7" in logs.mask_traceback("Traceback\n" * 999 + "ValueError: 7")


HEAD = b"From: a@example.org\r\nTo: play+x@reply.example\r\n"


def read(raw: bytes) -> incoming.IncomingMail:
    """Read a mail whole."""
    mail = incoming.parse_mail(raw)
    assert mail.key
    return mail


@tries("MAIL")
def _mail(row: Budget) -> None:
    raw = HEAD + b"\r\n" + b"1\n" * row.largest
    assert cost(lambda: read(raw).text) < row.seconds
    assert len(mime.fingerprint(read(raw).message)) <= row.largest


@tries("MAIL_HEADER", "MAIL_HEADERS")
def _mail_headers(row: Budget) -> None:
    raw = HEAD + b"X-A: " + b"a" * 100_000 + b"\r\n" + b"X-B: b\r\n" * 1_000 + b"\r\n1"
    items = list(read(raw).message.raw_items())
    assert max(len(value) for _name, value in items) <= budgets.MAIL_HEADER.largest
    assert len(items) <= budgets.MAIL_HEADERS.largest
    assert cost(lambda: read(raw)) < row.seconds


@tries("MAIL_PARTS", "MAIL_DEPTH")
def _mail_parts(row: Budget) -> None:
    flat = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\n1\r\n" * 1_000
    deep = HEAD + hostile.levels(100, b"multipart/mixed") + b"\r\n1"
    assert len(list(read(flat).message.walk())) <= budgets.MAIL_PARTS.largest
    assert len(list(read(deep).message.walk())) <= budgets.MAIL_DEPTH.largest + 1
    assert cost(lambda: (read(flat), read(deep))) < row.seconds


@tries("MAIL_TEXT", "MAIL_HTML")
def _mail_text(row: Budget) -> None:
    kind = b"html" if row is budgets.MAIL_HTML else b"plain"
    raw = HEAD + b"Content-Type: text/%b\r\n\r\n" % kind + b"a <b>b</b>\n" * 90_000
    assert len(read(raw).whole_text) <= budgets.MAIL_TEXT.largest
    assert len(text_of_html("a " * budgets.MAIL_HTML.largest)) <= budgets.MAIL_HTML.largest
    assert cost(lambda: read(raw).whole_text) < row.seconds


@tries("MAIL_LINE")
def _mail_line(row: Budget) -> None:
    assert {row.largest} == {len(line) for line in reply_text.split_lines("a" * 9_000)}
    for piece in hostile.PIECES:
        assert cost(partial(reply_text.extract_reply, piece * (row.largest // len(piece)))) < 10 * row.seconds


@tries("REPLY", "REPLY_LINES")
def _reply(row: Budget) -> None:
    for text in ("1\n" * 2_000, "word " * 8_000, "bread, milk\n" * 900):
        said = reply_text.extract_reply(text)
        assert len(said) <= budgets.REPLY.largest
        assert len(said.splitlines()) <= budgets.REPLY_LINES.largest
        assert cost(partial(reply_text.extract_reply, text)) < row.seconds


def read_for_all(text: str, questions: list[AskedNow]) -> None:
    """Read a reply to a mail of these questions, to the question that each line is for."""
    printed = PrintedGames({each.game: f"Game {each.game}" for each in questions}, [])
    known = KnownWords()
    said = reply_text.extract_reply(text)
    split = partial(split_answers, names_with_commas={normalized(TITLE)})
    for command in read_lines(said, COMMANDS, printed, lambda _pk, each: split([each]), known):
        with suppress(UnclearAnswer):
            find_target(command, printed, questions, [])


TITLE = "Draw Two, Play Both"
LISTS = ("a,", "a,b;", "draw two,", ",", "1 a,", "a, ", "play a,", "Draw Two, Play Both, ")


@pytest.mark.parametrize("piece", LISTS)
def test_a_reply_to_a_mail_of_ten_questions_is_read_within_its_budget(piece):
    """Whatever a line lists: each line is tried for each of the questions."""
    options = tuple(ReplyOption(f"card-{n}", n, (f"Card {n}", f"Karta {n}")) for n in range(1, 20))
    asked = ReplyQuestion((*options, ReplyOption("both", 20, (TITLE,))), least=0, most=5)
    questions = [AskedNow(game, None, asked) for game in range(10)]
    for length in (1_000, 2 * MOST_ANSWERS):
        text = f"{piece * (length // len(piece))}\n" * (2_000 // length)
        assert cost(partial(read_for_all, text, questions)) < budgets.REPLY.seconds


MAIL_BEFORE = [f"A card that was played, number {n}" for n in range(90)] + ["So it is", "Yes", "Bye"]
AGAIN = ("Yes\n" * 30, "So it is\nYes\nBye\n", "So it is\nYes\nBye\nx\n", "Yes\nYes\nx\n", "Yes\nBye\n")


@pytest.mark.slow
@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize("mails", [1, 20])
def test_a_quotation_that_begins_again_and_again_costs_little(again, mails):
    """Whoever answers a mail knows its lines, and may repeat those that fit it in many ways."""
    sent = hash_lines("\n".join(MAIL_BEFORE + ["Yes"] * 40 * (mails - 1))) * mails
    for text in (again, f"{again}{MAIL_BEFORE[0]}\n", "\n".join(MAIL_BEFORE[-9:]) + f"\n{again}"):
        lines = ("mine\n" + text * 2_000).splitlines()[: reply_text.MOST_LINES_READ]
        assert cost(partial(find_quoted_lines, lines, sent)) < budgets.MAIL_TEXT.seconds
        assert 0 not in find_quoted_lines(lines, sent)


@tries("REPORT_BLOCKS")
def _report_blocks(row: Budget) -> None:
    block = b"Final-Recipient: rfc822; a@b\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"
    raw = HEAD + hostile.report(b"Content-Type: message/delivery-status\r\n\r\n" + block * 5_000)
    assert row.largest == len(bounce_reports.read_report(read(raw).message))
    assert cost(lambda: bounce_reports.read_report(read(raw).message)) < row.seconds


@tries("LMTP_MAIL", "LMTP_RECIPIENTS", "LMTP_AT_ONCE")
def _lmtp(row: Budget) -> None:
    """That recipients past them are refused: test_hostile_mail.py."""
    handler = lmtp.LmtpHandler()
    limits = (lmtp.MailServer.line_length_limit, lmtp.LMTP_RECIPIENTS.largest, handler.room._value)
    assert row.largest in limits


@tries("TOKEN")
def _token(row: Budget) -> None:
    for piece in (":", "a", "a:", "=", ".", "W10:"):
        with pytest.raises(tokens.Forged):
            tokens.read_token(piece * row.largest, tokens.Purpose.PLAY)
        read_long = partial(tokens.read_token, piece * 4 * row.largest, tokens.Purpose.PLAY)
        assert cost(read_long, refused=tokens.TokenFailure) < row.seconds
    seat = Seat(pk=2**62, link_epoch=2**31)
    longest = tokens.make_token(seat, Question(number=2**31, nonce=2**62))
    assert len(longest) < row.largest


@tries("ADDRESS")
def _address(row: Budget) -> None:
    with override_settings(INBOUND_DOMAIN="reply.example"):
        for piece in ("play+", "-", "a-", "1", "@", "play+1-2-3-"):
            long = f"play+{piece * 9_000}@reply.example"
            assert addresses.purpose_of(long) is None
            assert cost(partial(addresses.purpose_of, long)) < row.seconds
            with pytest.raises(ValueError, match="not an address"):
                addresses.read_reply(long)
        assert addresses.purpose_of(f"unsub+{'a' * 60}@reply.example")


@tries("DECK")
def _deck(row: Budget) -> None:
    assert row.largest == LARGEST_SPEC
    for piece in ("[", '{"a":', "base ", "+bread ", "9"):
        text = piece * (row.largest // len(piece))
        assert cost(partial(engine.DeckSpec.parse, text), refused=ValueError) < row.seconds
        assert cost(partial(engine.DeckSpec.parse, "{" + text[:-1]), refused=ValueError) < row.seconds
    with pytest.raises(ValueError, match="too large"):
        engine.DeckSpec.parse("{" + " " * row.largest + "}")


@tries("NAME")
def _name(row: Budget) -> None:
    assert row.largest == names.LONGEST_LINE
    for piece in ("ж", "a", " ", "\u200d", "\ufe0f", "👩\u200d", "a\u0301"):
        long = piece * (budgets.REQUEST_BODY.largest // len(piece))
        with pytest.raises(ValidationError):
            names.check_one_line(long)
        for each in (long, long[: row.largest]):
            check = partial(names.check_one_line, each)
            assert cost(check, refused=ValidationError) < row.seconds, piece
        assert cost(partial(names.visible_part, long)) < row.seconds, piece


@tries("PART_OF_SEED")
def _part_of_seed(row: Budget) -> None:
    """Words that are too long, and numbers that are none, are refused before anything is hashed."""
    for piece in ("ж", "a", "\0", "0"):
        long = piece * (budgets.REQUEST_BODY.largest // len(piece))
        for sent in ({"words": long}, {"part": long}, {"words": piece * (row.largest + 1)}):
            request = RequestFactory().post("/", sent)
            with pytest.raises(Refusal):
                read_part(request)
            assert cost(partial(read_part, request), refused=Refusal) < row.seconds, piece
        assert engine.is_part(read_part(RequestFactory().post("/", {"words": piece * row.largest})))


@tries("LESSON_ANSWER")
def _lesson_answer(row: Budget) -> None:
    """Each that a position takes is played once in a process, and what it doesn't take is not played."""
    client, played = Client(), lessons._play.cache_info
    for lesson in lessons.LESSONS:
        for label in lessons.options_of(lesson):
            client.get(f"/learn/{lesson.slug}/", {"choose": label})
    kept = played().currsize
    for label in ("a" * row.largest, "a" * (row.largest + 1), "ж" * 600, "\x00", "bread" * 700):
        asked = partial(client.get, "/learn/keeper/", {"choose": label})
        assert 422 == asked().status_code
        assert cost(asked) < row.seconds, label
    assert kept == played().currsize == sum(len(lessons.options_of(each)) for each in lessons.LESSONS)
    assert cost(partial(client.get, "/learn/surprise/", {"choose": "pass"})) < row.seconds


URLS = get_resolver().url_patterns  # all forms are imported by it


def form_classes(form: type[BaseForm]) -> Iterator[type[BaseForm]]:
    """Yield a form and all that are made from it."""
    yield form
    for each in form.__subclasses__():
        yield from form_classes(each)


FIELDS = [
    pytest.param(field, id=f"{form.__qualname__}.{name}")
    for form in sorted(set(form_classes(BaseForm)), key=lambda form: (form.__module__, form.__qualname__))
    if form.__module__.startswith(("games.", "fluxx_site."))
    for name, field in getattr(form, "base_fields", {}).items()
    if isinstance(field, CharField)
]


@pytest.mark.parametrize("field", FIELDS)
def test_no_field_of_a_form_costs_more_than_its_request(field, db):
    """Django runs all validators of a field, even on what is longer than the field takes."""
    for piece in ("ж", "a", "@", ": ", "👩\u200d", "1\n"):
        long = piece * (budgets.REQUEST_BODY.largest // len(piece) // 4)

        clean = partial(field.clean, long)
        assert cost(clean, refused=ValidationError) < budgets.REQUEST_BODY.seconds, piece


def test_fields_of_forms_are_found():
    """Else the test above would try none."""
    assert len(FIELDS) > 20


@tries("INVITATIONS")
def _invitations(row: Budget) -> None:
    for piece in (", ", '"', '",', "<", "a@", " ", "a ", ":" * 399 + ",", "a:" * 199 + ","):
        text = piece * (row.largest // len(piece))
        assert cost(partial(invite_all_of, text)) < row.seconds


def invite_all_of(text: str) -> None:
    """Read what a host has pasted."""
    for piece in split_pieces(text):
        with suppress(Refusal):
            read_invitee(piece)


@tries("SCENARIO")
def _scenario(row: Budget) -> None:
    assert row.largest == case.LONGEST
    for piece in ("[", "a = 1\n", '"', "a.b.", "[[a]]\n", "a = {", "\n", "# a"):
        text = piece * (row.largest // len(piece))
        assert cost(partial(case.read_cases, text), refused=BadScenario) < row.seconds, piece
    with pytest.raises(BadScenario, match="too long"):
        case.read_cases("#" * (row.largest + 1))


@pytest.mark.parametrize("length", range(420, 501, 8))
def test_a_cut_shows_no_piece_of_an_address(length):
    """The domain that would show what stands before it is cut off."""
    said = logs.mask(logs.cut("x" * (length - 1) + " anna.maria.longname@players.example " + "y" * 500))

    assert "nna.maria" not in said
