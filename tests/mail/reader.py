"""Somebody who reads plain text and has a browser: opens links and presses the button of a form."""

from urllib.parse import urlsplit

from django.test import Client

from tests.mail.received import Mail
from tests.support.forms import Form, find_form


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
        return find_form(response.content.decode(), response.request["PATH_INFO"], action)

    def presses(self, form: Form, **changes: str | list[str]) -> str:
        """Press the button of a form and return the page that follows."""
        response = self.client.post(form.action, {**form.fields, **changes}, follow=True)
        assert 200 == response.status_code, response.content
        return response.content.decode()

    def answers(self, mail: Mail, label: str) -> str:
        """Open the link of one choice in the text of a mail, and press the button."""
        return self.presses(self.opens(mail.link_of(label), "/answer/"))
