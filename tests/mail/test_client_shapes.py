"""Thousands of replies in the shapes of mail programs: none is misread, and nearly all are read right."""

import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice

import pytest
from django.utils import translation

from games.core import access
from games.inbound import incoming
from games.inbound.reply_text import extract_reply
from games.mail import sent_lines
from games.replies import vocabulary
from games.replies.commands import (
    CommandKind,
    ReplyQuestion,
    UnclearAnswer,
    read_commands,
)
from games.replies.matching import match_labels
from tests.mail import boards, client_shapes
from tests.mail.client_shapes import Original
from tests.mail.kinds import turn_of_ann
from tests.mail.received import Mail, send
from tests.mail.tables import store
from tests.pages.kinds import window

pytestmark = pytest.mark.django_db

ONE_IN = 17
SLOW = 0.5  # seconds of the processor
UNKNOWN = "any of these, answering an unknown mail"


@dataclass(frozen=True)
class Answered:
    """A mail that asks: what it asks, what was sent, and its hashes."""

    original: Original
    asked: ReplyQuestion
    sent: tuple[bytes, ...]
    says: tuple[str, ...]


def answered(stored, name: str, language: str) -> Answered:
    player = stored.players[name]
    player.language = language
    player.save()
    with translation.override(language):
        mail: Mail = send(stored.notice("turn" if name == "ann" else "answer", name))
        seat = stored.seats[name]
        view, row = access.view(stored.game, seat), stored.question(name)
        asked = vocabulary.reply_question(view, row, access.names(stored.game), takes_numbers=True)
    title = asked.options[-1].names[0]
    printed = next(line for line in mail.text.splitlines() if line.startswith("2."))
    return Answered(
        Original(mail.text, mail.html),
        asked,
        sent_lines.hash_lines(mail.text, mail.html),
        ("2", title, printed, "2\nsay thanks", "1", f"play {title}", "pass"),
    )


@pytest.fixture
def mails() -> list[Answered]:
    """A turn in English, a window in Polish and a turn of the board game in Russian."""
    return [
        answered(store(turn_of_ann()), "ann", "en"),
        answered(store(window()), "bob", "pl"),
        answered(store(boards.on_board("draw-shift")), "ann", "ru"),
    ]


def carried_out(
    text: str, asked: ReplyQuestion, words: Mapping[str, CommandKind]
) -> tuple[list[object], bool]:
    """What a reply does, in order, and whether a line of it is refused; as `play_reply` does it."""
    done: list[object] = []
    refused = False
    for command in read_commands(text, words):
        if command.kind == CommandKind.SAY:
            done.append((command.kind, command.text))
        elif refused:
            continue
        elif command.kind in (CommandKind.CHOICE, CommandKind.PASS, CommandKind.FREE_TEXT):
            later = any(each[0] == "plays" for each in done)
            try:
                labels = match_labels(command, replace(asked, takes_numbers=not later))
                done.append(("plays", labels))
            except UnclearAnswer:
                refused = True
        else:
            done.append((command.kind, ""))
    return done, refused


def judge(read: str, said: str, asked: ReplyQuestion, words: Mapping[str, CommandKind]) -> str:
    """Right, extra (a refused line besides), missed or wrong."""
    done, refused = carried_out(read, asked, words)
    meant, was_refused = carried_out(said, asked, words)
    if done == meant:
        return "extra" if refused and not was_refused else "right"
    rest = iter(meant)
    return "missed" if all(each in rest for each in done) else "wrong"


def test_an_address_that_was_broken_behind_each_mark():
    """A program has broken the line within the address, and has put its mark before each part."""
    sent = sent_lines.hash_lines("Your turn\nYour hand\nMail of this site · Notifications\nGood luck\nBye")
    quoted = (
        "> Your turn\n> Your hand\n> Mail of this site [https://fluxx.example/n/\n> rQ-njqeIBi-\n"
        "> rtBRV-] · Notifications\n> Good luck\n> Bye"
    )

    assert extract_reply(f"2\n\n{quoted}\n", sent) == "2"
    assert not extract_reply(quoted.replace("\n> rt", "\nrt"), sent)


@pytest.mark.parametrize(
    "introduced",
    [
        "On 11/21/26 18:30, Fluxx by mail wrote:",
        "On Sat, Nov 21 at 6:30 PM Fluxx by mail\n<play@fluxx.example> wrote:",
        "Am 21.11.26 um 18:30 schrieb Fluxx by mail:",
        "Temat: Re: [Fluxx] Friday game\nData: 2026-11-21 18:30",
        "Subject: Re: [Fluxx] Friday game\nDate: 11/21/26",
    ],
)
def test_what_introduces_a_quotation_ends_the_answer(introduced):
    """Where nothing of the mail is known, and no line of it is marked."""
    for gap in ("\n", "\n\n"):
        assert extract_reply(f"2{gap}{introduced}{gap}Your turn, Ann: play a card.\n1  Bread\n") == "2"


@pytest.mark.parametrize("intro", ["", "On Sat, Nov 21, 2026 at 6:30 PM Fluxx by mail wrote:\n"])
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_an_answer_below_one_quoted_line(mails, intro, gap):
    """Whichever line of the mail its writer has left, and whether the mail is known or not."""
    words = vocabulary.command_words()
    verdicts = Counter(
        judge(extract_reply(f"{intro}> {line}{gap}{says}\n", sent), says, each.asked, words)
        for each in mails
        for line in each.original.text.splitlines()
        for says in each.says[:3]
        for sent in (each.sent, ())
        if line.strip()
    )

    assert {"right"} == set(verdicts)


@pytest.mark.slow
def test_replies_in_every_shape(mails):
    """None plays what its writer did not write, with or without knowledge of the mail that is answered.

    One in so many mails of each kind is tried, all of them with EVERY_SHAPE=1; `-s` prints the figures.
    """
    by_text = {each.original.text: each for each in mails}
    words = vocabulary.command_words()
    table: dict[str, Counter[str]] = defaultdict(Counter)
    failed: list[str] = []
    shapes = client_shapes.all_mails([(each.original, each.says) for each in mails])
    slowest = 0.0
    for shape in islice(shapes, 0, None, 1 if os.environ.get("EVERY_SHAPE") else ONE_IN):
        known = by_text[shape.original.text]
        mail = incoming.parse_mail(shape.message.as_bytes())
        for group, sent in ((shape.group, known.sent), (UNKNOWN, ())):
            began = time.process_time()
            read = mail.text_without(sent)
            if (took := time.process_time() - began) > SLOW:  # Python may have tidied up meanwhile
                began = time.process_time()
                mail.text_without(sent)
                took = time.process_time() - began
            slowest = max(slowest, took)
            verdict = judge(read, shape.said, known.asked, words)
            table[group][verdict] += 1
            if verdict == "wrong" or (verdict != "right" and group != UNKNOWN):
                failed.append(f"{group}: {verdict}: {shape.name}: {shape.said!r} -> {read[:80]!r}")
    print_table(table, slowest)
    bottom = [counts for group, counts in table.items() if "bottom" in group]

    assert not sum(counts["wrong"] for counts in table.values()), "\n".join(failed[:20])
    assert not sum(counts["extra"] for counts in [table["nothing written"]]), "\n".join(failed[:20])
    assert sum(each["right"] for each in bottom) >= 0.98 * sum(each.total() for each in bottom)
    assert len(failed) < 0.02 * sum(counts.total() for counts in table.values()), "\n".join(failed[:20])
    assert slowest < SLOW


def print_table(table: dict[str, Counter[str]], slowest: float) -> None:
    """Print how many mails of each group were read right."""
    rows = [f"\n{'':52}{'mails':>8}{'right':>8}{'extra':>8}{'missed':>8}{'wrong':>8}"]
    for group, counts in sorted(table.items()):
        row = [counts.total(), *(counts[each] for each in ("right", "extra", "missed", "wrong"))]
        rows.append(f"{group:52}" + "".join(f"{each:8}" for each in row))
    rows.append(f"slowest: {slowest:.3f} s of processor time\n")
    sys.stdout.write("\n".join(rows))
