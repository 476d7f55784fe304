"""Positions of the table, and what a test asks of a page."""

import re
from html.parser import HTMLParser
from urllib.parse import urlsplit

from django.apps import apps
from django.db import connection
from django.test import Client
from psycopg import sql

from engine.scenario import Scene, deal
from games.core import tokens
from games.models import Question, Seat
from tests.mail.kinds import throws_of_bob, turn_of_ann, won_by_ann

__all__ = [
    "Html",
    "all_rows",
    "hand_limits",
    "mask",
    "open_link",
    "pulse_of",
    "throws_of_bob",
    "turn_of_ann",
    "twelve_cards",
    "won_by_ann",
]

VOLATILE = re.compile(
    r'(name="(?:csrfmiddlewaretoken|submission_key|nonce|pulse)" value=")[^"]*|(nonce=")[^"]*|(state=)[^"&]*'
)


def hand_limits() -> Scene:
    """Ann has played Hand Limit 1: Bob discards two cards and Cid one, in any order."""
    scene = deal(
        ann=["hand-limit-1", "bread"],
        bob=["jackpot", "milk", "baked-goods"],
        cid=["love", "toast"],
        turn="ann",
        played=0,
    )
    scene.seats[0].plays("hand-limit-1")
    return scene


def twelve_cards() -> Scene:
    """Ann has a hand of twelve in a late game with many rules, limits and free actions."""
    return deal(
        ann=[
            *("bread", "toast", "time", "love", "draw-4", "hand-limit-2", "inflation", "jackpot"),
            *("todays-special", "trash-a-keeper", "baked-goods", "rules-reset"),
        ],
        bob=3,
        cid=9,
        dora=1,
        keepers={"ann": ["the-sun", "dreams", "milk"], "bob": ["the-toaster", "peace"], "cid": ["music"]},
        rules=["play-3", "keeper-limit-4", "double-agenda", "recycling", "get-on-with-it"],
        goals=["the-appliances", "bed-time"],
        turn="ann",
        played=0,
    )


def pulse_of(page: bytes) -> dict[str, str]:
    """What the form of a page's pulse sends, without what a script adds."""
    form = re.search(rb'<form id="pulse".*?</form>', page, re.DOTALL)
    assert form is not None
    return {str(each["name"]): str(each["value"]) for each in Html(form[0]).all("input")}


def mask(page: bytes) -> str:
    """A page without what differs at every request."""
    return VOLATILE.sub(r"\1\2\3…", page.decode())


def all_rows() -> list[tuple[str, str]]:
    """Every row of every table: what a page that only shows something leaves as it was."""
    tables = [model._meta.db_table for model in apps.get_models()]
    row = sql.SQL("SELECT {}, {}::text FROM {}")
    rows = [row.format(table, sql.Identifier(table), sql.Identifier(table)) for table in tables]
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL(" UNION ALL ").join(rows))
        return sorted(cursor.fetchall())


def open_link(client: Client, seat: Seat, question: Question | None = None, **query: str) -> object:
    """Open a mail link of a seat, and follow it to the page that it leads to."""
    return client.get(f"/p/{tokens.make_token(seat, question)}/", query, follow=True)


class Html(HTMLParser):
    """A page as a parser sees it: no script runs."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.styles_and_scripts: list[str] = []
        self._inside = ""
        self.feed(page.decode())
        text = re.sub(r"\s+", " ", " ".join(self.words))
        self.text = re.sub(r"(?<=\() | (?=[,.:?!)]|’s\b)", "", text)  # parts of one sentence

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self._inside = tag if tag in ("script", "style") else ""

    def handle_endtag(self, tag):
        self._inside = ""

    def handle_data(self, data):
        if self._inside:
            self.styles_and_scripts.append(data)
        else:
            self.words.append(data.strip())

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of every such tag."""
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def labels(self) -> dict[str, list[str]]:
        """Every choice of the answer form, by its kind of control."""
        found: dict[str, list[str]] = {"radio": [], "checkbox": []}
        for field in self.all("input"):
            if field.get("name") == "label":
                found[str(field["type"])].append(str(field["value"]))
        return found

    @property
    def chosen(self) -> list[str]:
        """The choices that are filled in."""
        return [
            str(field["value"])
            for field in self.all("input")
            if field.get("name") == "label" and "checked" in field
        ]

    @property
    def hosts(self) -> set[str]:
        """Every host that the page names in an address."""
        addresses = [
            str(attributes[name])
            for _tag, attributes in self.tags
            if attributes.get("rel") != "canonical"  # this site by its whole name; nothing is loaded
            for name in ("src", "href", "action", "data-hx-get", "data-hx-post", "srcset", "poster", "data")
            if attributes.get(name)
        ]
        return {urlsplit(address).netloc for address in addresses}
