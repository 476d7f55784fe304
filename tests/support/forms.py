"""A browser without scripts that knows pages by their forms, whatever their words are."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.test import Client
from django.urls import resolve

Fields = dict[str, list[str]]


@dataclass
class Form:
    """A form of a page: where it goes, what it holds, and what else can be chosen or pressed there."""

    action: str
    method: str
    fields: Fields = field(default_factory=dict)
    choices: Fields = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    least: int = 0  # so many labels have to be chosen

    @property
    def labels(self) -> list[str]:
        """The answers to a question that can be chosen."""
        return self.choices.get("label", [])

    @property
    def chosen(self) -> list[str]:
        """The answers that the page has chosen already."""
        return self.fields.get("label", [])

    def choose_enough(self) -> list[str]:
        """Return what is chosen already, and as many more as the question asks for."""
        others = [label for label in self.labels if label not in self.chosen]
        return self.chosen + others[: max(0, self.least - len(self.chosen))]

    @property
    def known_fields(self) -> set[str]:
        """The names of its fields, and of buttons that say something."""
        return {*self.fields, *self.choices, *(name for name, _value in self.buttons)}

    @property
    def name(self) -> str:
        """The name of the view that it goes to."""
        return str(resolve(urlsplit(self.action).path).view_name)


class _Forms(HTMLParser):
    def __init__(self, page: str, address: str) -> None:
        super().__init__()
        self.address, self.found = address, list[Form]()
        self.by_id: dict[str, Form] = {}
        self.form: Form | None = None
        self.select: tuple[Form, str] | None = None
        self.area: tuple[Form, str] | None = None
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in given:
            self.links.append(urljoin(self.address, given["href"]))
        if tag == "form":
            action = urljoin(self.address, given.get("action") or self.address)
            least = int(given.get("data-least") or 0)
            self.form = Form(action, given.get("method", "get").lower(), least=least)
            self.found.append(self.form)
            self.by_id[given.get("id", "")] = self.form
        form = self.by_id.get(given["form"]) if given.get("form") else self.form
        if form is None or "disabled" in given:
            return
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "button" and given.get("type", "submit") == "submit":
            form.buttons.append((name, value))
        elif tag == "input" and name:
            self._take_input(form, name, given)
        elif tag == "select" and name:
            self.select = form, name
        elif tag == "option" and self.select is not None:
            form, name = self.select
            form.choices.setdefault(name, []).append(value)
            if "selected" in given or len(form.choices[name]) == 1:
                form.fields[name] = [value]
        elif tag == "textarea" and name:
            self.area = form, name
            form.fields[name] = [""]

    def _take_input(self, form: Form, name: str, given: dict[str, str]) -> None:
        value = given.get("value", "on" if given.get("type") in ("checkbox", "radio") else "")
        if given.get("type") in ("checkbox", "radio"):
            form.choices.setdefault(name, []).append(value)
            if "checked" in given:
                form.fields.setdefault(name, []).append(value)
        elif given.get("type") not in ("submit", "button", "file"):
            form.fields.setdefault(name, []).append(value)

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            form, name = self.area
            form.fields[name][0] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select":
            self.select = None
        elif tag == "textarea":
            if self.area is not None:
                form, name = self.area
                form.fields[name][0] = form.fields[name][0].removeprefix("\n")
            self.area = None


def list_forms(page: str, address: str) -> list[Form]:
    """The forms of the page at an address."""
    return _Forms(page, address).found


def find_form(page: str, address: str, end: str) -> Form:
    """The first form of a page that is posted to an address with this end."""
    for form in list_forms(page, address):
        if form.method == "post" and form.action.endswith(end):
            return form
    raise AssertionError(f"no form posts to …{end}")


class FormBrowser:
    """One person's browser. `posted` collects the names of the views to which forms were sent."""

    def __init__(self, language: str, posted: set[str]) -> None:
        self.client = Client(enforce_csrf_checks=True, headers={"accept-language": language})
        self.language, self.posted = language, posted
        self.address, self.forms, self.links, self.text = "/", list[Form](), list[str](), ""

    def open(self, address: str) -> str:
        """Open a page, as a click on a link does, and return it."""
        return self._show(self.client.get(self._local(address), follow=True), address)

    def send(self, name: str, /, *, press: str | None = None, **changes: Any) -> str:
        """Send the form that goes to the view `name`, with some fields filled in; a refusal fails.

        `press` is the name of the button, where there are several.
        """
        form = self.find(name, press, changes)
        data = {key: list(values) for key, values in form.fields.items()}
        for key, value in changes.items():
            data[key] = [str(each) for each in value] if isinstance(value, list) else [str(value)]
        button = next((each for each in form.buttons if each[0] == press), ("", ""))
        if press:
            data[press] = [button[1]]
        address = self._local(form.action)
        response = self.client.post(address, data)
        assert 200 <= response.status_code < 400, (
            name,
            self.language,
            response.status_code,
            errors_in(response.content.decode()),
        )
        self.posted.add(name)
        if response.status_code >= 300:
            return self.open(urljoin(address, response["Location"]))
        return self._show(response, address)

    def find(self, name: str, press: str | None = None, wanted: Iterable[str] = ()) -> Form:
        """Return the first form of this page that goes to a view and holds the `wanted` fields."""
        found = [form for form in self.forms if form.method == "post" and form.name == name]
        found = [form for form in found if press is None or any(each[0] == press for each in form.buttons)]
        found = [form for form in found if all(each in form.known_fields for each in wanted)]
        assert found, (name, self.address, sorted({form.name for form in self.forms}))
        return found[0]

    def has(self, name: str) -> bool:
        """Whether this page has a form that goes to a view."""
        return any(form.method == "post" and form.name == name for form in self.forms)

    def link_to(self, name: str) -> str:
        """Return the first link of this page to a view."""
        for link in self.links:
            path = urlsplit(link).path
            if path.startswith("/") and not path.startswith("/static/"):
                try:
                    if resolve(path).view_name == name:
                        return link
                except Exception:  # noqa: S112 - a link that leads to no view of ours
                    continue
        raise AssertionError((name, self.address, self.links))

    def _local(self, address: str) -> str:
        split = urlsplit(address)
        return split.path + (f"?{split.query}" if split.query else "")

    def _show(self, response: Any, address: str) -> str:
        assert response.status_code == 200, (self.language, address, response.status_code)
        self.address = response.request["PATH_INFO"]
        self.text = response.content.decode()
        read = _Forms(self.text, self.address)
        self.forms, self.links = read.found, read.links
        return self.text


def errors_in(page: str) -> list[str]:
    """Return what a page says is wrong."""
    said = re.findall(
        r'class="(?:error|errorlist|note note--error)[^"]*"[^>]*>(.*?)</(?:ul|p|div)>', page, re.DOTALL
    )
    return [" ".join(re.sub(r"<[^>]*>", " ", each).split()) for each in said]
