"""Replies to a mail of three games as people write them, with what each has to play (several_cases.tsv)."""

import csv
from pathlib import Path

import pytest

from tests.mail.replying import bring, mail_of, played, said, tables

pytestmark = pytest.mark.django_db

with (Path(__file__).parent / "several_cases.tsv").open() as file:
    CASES = [(each["reply"], each["expect"]) for each in csv.DictReader(file, delimiter="\t", quoting=3)]


@pytest.fixture(autouse=True)
def inbound(settings):
    """This site takes mail."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_each_line_plays_in_its_game(text, expected):
    """Alpha has Bread, Milk and Time (1 to 3), Beta Love and Peace (4, 5), Gamma three more (6 to 8)."""
    games = tables("Alpha", "Beta", "Gamma")
    reply = bring(mail_of(*games), text.replace("\\n", "\n"))
    wanted = [[] if each == "-" else [each] for each in expected.split("/")]

    assert wanted == played(*games), said(reply)
