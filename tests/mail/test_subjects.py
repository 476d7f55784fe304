"""Subjects that say what a mail is about, for who has chosen them."""

import pytest

from games.models import Notice, NoticeChoices, Player, Question
from tests.mail.kinds import NOTICES, first_card, turn_of_ann
from tests.mail.received import send
from tests.mail.tables import store
from tests.mail.test_secrets import hand_titles
from tests.pages.kinds import window

pytestmark = pytest.mark.django_db

TELLING = {
    "turn": "Your turn in “Friday game”",
    "answer": "A question for you in “Friday game”",
    "reminder": "3 days left: “Friday game” is waiting for you",
    "beside": "A side question in “Friday game”",
    "result": "Ann won “Friday game”",
    "vote": "“Friday game”: Ann isn’t answering. What should happen?",
    "autopilot": "“Friday game”: A bot plays for you, Bob, until you come back",
    "reply": "[Fluxx] Friday game",
    "invitation": "Ann invites you to play Fluxx",
}


@pytest.fixture
def chosen():
    """What lets everybody choose such subjects, once there is a game."""

    def choose() -> None:
        for player in Player.objects.filter(notice_choices=None):
            NoticeChoices.objects.create(player=player, telling_subjects=True)

    return choose


def told(notice: Notice, chosen) -> str:
    chosen()
    return str(send(Notice.objects.get(pk=notice.pk)).parsed["Subject"]).strip()


@pytest.mark.parametrize(("kind", "subject"), TELLING.items())
def test_the_subject_of_each_kind(kind, subject, chosen):
    """A question is named with its game; other mails have their headline; an answer to a mail has neither."""
    assert subject == told(NOTICES[kind](), chosen)


@pytest.mark.parametrize(
    ("what", "subject"),
    [
        ("hand-limit", "Too many cards in “Friday game”"),
        ("keeper-limit", "Too many cards in “Friday game”"),
        ("rock-paper-scissors", "A question for you in “Friday game”"),
    ],
)
def test_what_is_asked_out_of_turn(what, subject, chosen):
    """The subject tells a hand limit from a question of a card."""
    notice = NOTICES["answer"]()
    Question.objects.filter(pk=notice.question.pk).update(what=what)
    assert subject == told(notice, chosen)


def test_before_the_deal(chosen):
    """Everybody is asked to take the first card."""
    assert "Who begins “Friday game”?" == told(first_card().notice("answer", "bob", question=True), chosen)


def test_a_reminder_without_a_clock(chosen):
    """Where nothing is due, the subject says that somebody waits."""
    notice = store(turn_of_ann(), pace=0).notice("reminder", "ann")
    assert "“Friday game” is waiting for you" == told(notice, chosen)


def test_a_window(chosen):
    """The card that is being played is public, and not in the subject all the same."""
    assert "Do you object in “Friday game”?" == told(store(window()).notice("answer", "bob"), chosen)


@pytest.mark.parametrize("kind", NOTICES)
def test_h10_no_card_of_a_hand(kind, chosen):
    """No subject names a card of its reader's hand, and the thread is the same (requirement H10)."""
    notice = NOTICES[kind]()
    root = send(notice).parsed["References"]
    chosen()
    mail = send(Notice.objects.get(pk=notice.pk))

    assert root == mail.parsed["References"] == mail.parsed["In-Reply-To"]
    assert [] == [title for title in hand_titles(notice) if title in str(mail.parsed["Subject"])]


def test_by_default_a_game_has_one_subject():
    """Who has chosen nothing keeps one conversation."""
    assert "[Fluxx] Friday game" == send(NOTICES["turn"]()).parsed["Subject"]
