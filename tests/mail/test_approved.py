"""What every mail says, in files that somebody has read (tests/approved/mail)."""

import re

import pytest
from django.db.models.signals import pre_save
from django.utils import translation

from games.models import Notice, PersonMail, Player
from tests.mail.examples import EVERYWHERE, IN_ENGLISH, PERSON_MAILS, refusals, results_besides
from tests.mail.kinds import NOTICES
from tests.mail.shown import show, show_text
from tests.support.approved import FOLDER

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("same_picture")]

OTHERS = ("pl", "ru")
LANGUAGES = ("en", *OTHERS)


@pytest.fixture(autouse=True)
def inbound(settings):
    """Mails can be answered."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"


@pytest.mark.parametrize("name", [*EVERYWHERE, *IN_ENGLISH])
def test_what_a_mail_says(name, approved):
    """Headers, text and HTML are as they were approved."""
    approved.check(f"mail/en/{name}", show((EVERYWHERE | IN_ENGLISH)[name]()))


@pytest.fixture
def speak():
    """Let everybody who signs up speak a language."""
    spoken = []

    def choose(instance, **_given):
        instance.language = spoken[0]

    pre_save.connect(choose, sender=Player)
    yield spoken.append
    pre_save.disconnect(choose, sender=Player)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", EVERYWHERE)
def test_what_a_mail_says_in_other_languages(name, language, approved, speak):
    """Subject and text are as they were approved."""
    speak(language)
    approved.check(f"mail/{language}/{name}", show_text(EVERYWHERE[name]()))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_answer_is_refused_for(language, approved):
    """What a vain answer is told is as it was approved."""
    with translation.override(language):
        approved.check(f"refusals/{language}", "\n".join(refusals()) + "\n")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_comes_of_other_lines(language, approved, speak):
    """So is what came of undo, talk and the like."""
    speak(language)
    approved.check(f"replies/{language}", "\n".join(results_besides()) + "\n")


def test_every_kind_of_mail_is_approved(approved):
    """Each kind of a notice and of a mail to a person has its files, and no file is of nothing."""
    assert set(Notice.Kind) == {*NOTICES}
    assert set(PersonMail.Kind) == {*PERSON_MAILS}

    expected = {f"mail/en/{name}" for name in (*EVERYWHERE, *IN_ENGLISH)}
    expected |= {f"mail/{language}/{name}" for language in OTHERS for name in EVERYWHERE}
    assert expected == approved.names("mail")


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_nothing_is_tapped_in_plain_text(language):
    """That is for HTML: the plain text says how to reply, and which page to open."""
    texts = {
        path.name: path.read_text(encoding="utf-8").partition("=== HTML")[0]
        for path in (FOLDER / "mail" / language).glob("*.txt")
    }
    tapping = re.compile(r"\btap(s|ped)?\b|dotkn|нажми на н|нажми на вар|коснис", re.IGNORECASE)

    assert [] == sorted(name for name, text in texts.items() if tapping.search(text))
