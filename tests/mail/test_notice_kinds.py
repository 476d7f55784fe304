"""The registry of notice kinds: whatever a kind needs is there."""

import re

import pytest

from games.mail.compose import WRITERS, compose
from games.mail.seat_letters import INVITATION_WRITERS
from games.models import Group, Notice
from games.outbox import kinds
from games.pages.seats import mail_links
from tests.mail.kinds import NOTICES

INCOMPLETE = kinds.KindSpec(group=None, sentence="", obsolete_if=())


def missing_parts() -> list[str]:
    """What each kind still needs, and where that is written."""
    found = []
    for kind in Notice.Kind:
        spec = kinds.KINDS.get(kind, INCOMPLETE)
        parts = {
            # Without a group nobody can turn it off: so it is said of few kinds, and on purpose.
            "group (games/outbox/kinds.py)": spec.group in Group or kind in kinds.KINDS,
            "sentence (games/outbox/kinds.py)": "%(game)s" in spec.sentence,
            "obsolescence (games/outbox/kinds.py)": spec.obsolete_if,
            "letter (WRITERS in a module of games/mail)": kind in WRITERS or kind in INVITATION_WRITERS,
            "example (tests/mail/kinds.py)": kind in NOTICES,
        }
        found += [f"{kind.value}: no {part}" for part, is_there in parts.items() if not is_there]
    return found


def test_every_kind_of_notice_is_complete():
    """What is missing is named."""
    assert [] == missing_parts()


def test_nothing_else_is_registered():
    """A kind that was removed leaves nothing behind."""
    assert set(Notice.Kind) >= {*kinds.KINDS, *WRITERS, *INVITATION_WRITERS}
    assert not {*WRITERS} & {*INVITATION_WRITERS}


@pytest.mark.parametrize(
    ("registry", "named"),
    [
        (WRITERS, ["letter"]),
        (kinds.KINDS, ["group", "sentence", "obsolescence"]),
        (NOTICES, ["example"]),
    ],
)
def test_what_is_missing_is_named(registry, named, monkeypatch):
    """Whatever a kind is taken from, the check says what it lacks."""
    monkeypatch.delitem(registry, "vote")

    found = [line.partition(" (")[0] for line in missing_parts() if line.startswith("vote: ")]
    assert [f"vote: no {part}" for part in named] == found


@pytest.mark.django_db
@pytest.mark.parametrize("kind", NOTICES)
def test_pages_to_which_links_of_mails_lead_are_known(kind):
    """A link that names a page which `mail_links` doesn't know would lead to the table, without a word."""
    named = set(re.findall(r"[?&]to=(\w+)", compose(NOTICES[kind]()).body))

    assert named <= {*mail_links.PAGES, *mail_links.ORDERS}
