"""The lines by which a quotation of a mail is known again."""

import pytest

from games.mail.html_text import text_of_html
from games.mail.sent_lines import text_of_page
from tests.mail.examples import EVERYWHERE, PERSON_MAILS

pytestmark = pytest.mark.django_db
# Mails about accounts have no page.
PAGES = [
    name
    for name in EVERYWHERE
    if name not in {f"person-{kind}" for kind in PERSON_MAILS} - {"person-gazette"}
]


@pytest.fixture(autouse=True)
def inbound(settings):
    """Mails can be answered."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"


def lines_of(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


@pytest.mark.parametrize("name", PAGES)
def test_the_page_of_every_mail_is_read_as_a_parser_reads_it(name):
    """Besides, only what a browser hides: the sentence that fills the preview of a mailbox."""
    page = EVERYWHERE[name]().html
    seen, known = lines_of(text_of_html(page)), lines_of(text_of_page(page))

    assert seen
    hidden = [line for line in known if line not in seen]
    assert len(hidden) <= 1
    assert seen == [line for line in known if line not in hidden]


def test_signs_of_markup_in_a_name_are_its_own():
    """A page writes only some of them otherwise, and in attributes not even those."""
    page = '<p title="x > y <b">a &gt; b "c" &amp;amp; &lt;td d="</p><br><p>1 > 0</p>'

    assert lines_of(text_of_page(page)) == ['a > b "c" &amp; <td d="', "1 > 0"]
