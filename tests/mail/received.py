"""A mail as its reader gets it: parsed from the bytes that were sent."""

import email.policy
import re
from dataclasses import dataclass
from email.message import EmailMessage
from email.parser import BytesParser
from functools import cached_property
from html import unescape
from html.parser import HTMLParser

from games.mail.compose import compose
from games.models import Notice


@dataclass
class Mail:
    """The bytes of a mail, and what a mail program makes of them."""

    raw: bytes

    @cached_property
    def parsed(self) -> EmailMessage:
        return BytesParser(policy=email.policy.SMTP).parsebytes(self.raw)  # type: ignore[return-value]

    @property
    def head(self) -> bytes:
        return self.raw.partition(b"\r\n\r\n")[0]

    @cached_property
    def text(self) -> str:
        part = self.parsed.get_body(("plain",))
        assert part is not None
        return part.get_content().replace("\r\n", "\n")

    @cached_property
    def html(self) -> str:
        part = self.parsed.get_body(("html",))
        assert part is not None
        return part.get_content().replace("\r\n", "\n")

    @cached_property
    def words(self) -> str:
        """What the HTML part says, without its markup."""
        return Words.of(self.html)

    @property
    def links(self) -> list[str]:
        """The links of the text part, each at the end of its line."""
        return re.findall(r"https?://\S+$", self.text, re.MULTILINE)

    @property
    def all_links(self) -> list[str]:
        """The links of the HTML part, which has one for each choice, too."""
        return [unescape(link) for link in re.findall(r'href="([^"]+)"', self.html)]

    @property
    def link(self) -> str:
        """The main link."""
        return self.links[0]

    @property
    def picks(self) -> list[str]:
        """The labels that links fill in, as they stand in the links."""
        return [link.partition("?pick=")[2] for link in self.all_links if "?pick=" in link]

    def link_of(self, label: str) -> str:
        """The link of one choice."""
        return next(link for link in self.all_links if link.endswith(f"?pick={label}"))


class Words(HTMLParser):
    """Collects the text of a page, its style sheet apart, the hidden line for the mailbox included."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.skips = False

    @classmethod
    def of(cls, html: str) -> str:
        parser = cls()
        parser.feed(html)
        return " ".join("".join(parser.found).split())

    def handle_starttag(self, tag, attrs):
        self.skips = tag in ("style", "title")
        self.found.append(" " if tag in ("td", "p", "li", "br", "h1", "h2", "h3", "div") else "")

    def handle_endtag(self, tag):
        self.skips = False

    def handle_data(self, data):
        if not self.skips:
            self.found.append(data)


def send(notice: Notice) -> Mail:
    """Compose the mail of a notice as a worker does: from a row that it has just fetched."""
    fresh = Notice.objects.get(pk=notice.pk)
    return Mail(compose(fresh).message().as_bytes(linesep="\r\n"))
