"""Somebody who reads plain text and has a browser: opens links and presses the button of a form."""

from html.parser import HTMLParser
from urllib.parse import urlsplit

from django.test import Client

from tests.mail.received import Mail


class Form(HTMLParser):
    """The first form of a page that posts to an address with this end, as the page has filled it in."""

    def __init__(self, page: str, address: str, end: str) -> None:
        super().__init__()
        self.address, self.end = address, end
        self.action = ""
        self.least = 0
        self.fields: dict[str, list[str]] = {}
        self.options: list[str] = []
        self.labels: list[str] = []
        self.is_open = False
        self.feed(page)
        assert self.action, f"no form posts to …{end}"

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form" and not self.action and given.get("method") == "post":
            action = given.get("action") or self.address
            if action.endswith(self.end):
                self.action, self.is_open = action, True
                self.least = int(given.get("data-least") or 0)
        elif tag == "input" and self.is_open and given.get("name"):
            is_choice = given.get("type") in ("radio", "checkbox")
            if is_choice:
                self.options.append(given.get("value", "on"))
                if given["name"] == "label":
                    self.labels.append(given.get("value", "on"))
            if not is_choice or "checked" in given:
                self.fields.setdefault(given["name"], []).append(
                    given.get("value", "on" if is_choice else "")
                )

    def handle_endtag(self, tag):
        if tag == "form":
            self.is_open = False

    @property
    def chosen(self) -> list[str]:
        """The labels that the page has chosen already."""
        return self.fields.get("label", [])

    def choose_enough(self) -> list[str]:
        """What is chosen already, and as many more as the question asks for."""
        others = [label for label in self.labels if label not in self.chosen]
        return self.chosen + others[: max(0, self.least - len(self.chosen))]


class Reader:
    """A person with an empty browser."""

    def __init__(self) -> None:
        self.client = Client(SERVER_NAME="testserver.localhost", enforce_csrf_checks=True)

    def opens(self, link: str, action: str) -> Form:
        """Open a link of a mail, and return the form on the page that it leads to."""
        parts = urlsplit(link)
        assert "testserver.localhost" == parts.netloc
        response = self.client.get(f"{parts.path}?{parts.query}", follow=True)
        assert 200 == response.status_code, response.content
        return Form(response.content.decode(), response.request["PATH_INFO"], action)

    def presses(self, form: Form, **changes: str | list[str]) -> str:
        """Press the button of a form and return the page that follows."""
        response = self.client.post(form.action, {**form.fields, **changes}, follow=True)
        assert 200 == response.status_code, response.content
        return response.content.decode()

    def answers(self, mail: Mail, label: str) -> str:
        """Open the link of one choice in the text of a mail, and press the button."""
        return self.presses(self.opens(mail.link_of(label), "/answer/"))
