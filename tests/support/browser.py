"""A person's browser without the pictures: keeps cookies, follows redirects, fills in and presses forms."""

import re
import urllib.request
from dataclasses import dataclass
from email.message import Message
from html import unescape
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin


@dataclass
class Page:
    """What came back: the address after redirects, the status, the text and the headers."""

    url: str
    status: int
    text: str
    headers: Message

    def __contains__(self, part: str) -> bool:
        return part in unescape(self.text)


class Browser:
    """Speaks real HTTP to a site that runs in other processes."""

    def __init__(self) -> None:
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, url: str) -> Page:
        return self.open(urllib.request.Request(url))

    def press(self, page: Page, **fields: str) -> Page:
        """Send the page's first form that posts, with its hidden fields and with `fields`."""
        form = re.search(r'<form[^>]*method="post"[^>]*>.*?</form>', page.text, re.DOTALL | re.IGNORECASE)
        if form is None:
            raise AssertionError(f"{page.url} has no form to send")
        action = re.search(r'action="([^"]*)"', form[0].split(">", 1)[0])
        hidden = dict(re.findall(r'<input type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"', form[0]))
        url = urljoin(page.url, unescape(action[1])) if action else page.url
        data = urlencode(hidden | fields).encode()
        return self.open(urllib.request.Request(url, data=data, headers={"Referer": page.url}))

    def open(self, request: urllib.request.Request) -> Page:
        try:
            answer: HTTPResponse | HTTPError = self.opener.open(request, timeout=60)
        except HTTPError as error:
            answer = error
        with answer:
            return Page(
                answer.url or request.full_url, answer.status or 0, answer.read().decode(), answer.headers
            )
