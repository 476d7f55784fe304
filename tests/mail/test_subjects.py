"""Subjects that say what a mail is about, for who has chosen them."""

from collections.abc import Callable

import pytest

from games.models import Notice, NoticeChoices, Player, Question
from tests.mail.kinds import NOTICES, first_card, turn_of_ann
from tests.mail.received import send
from tests.mail.tables import store
from tests.mail.test_secrets import hand_titles
from tests.pages.kinds import window
from tests.pages.positions import hand_limits

pytestmark = pytest.mark.django_db


@pytest.fixture
def chosen():
    """What lets everybody choose such subjects, once there is a game."""

    def choose() -> None:
        for player in Player.objects.filter(notice_choices=None):
            NoticeChoices.objects.create(player=player, telling_subjects=True)

    return choose


@pytest.mark.parametrize("kind", NOTICES)
def test_h10_no_card_of_a_hand(kind, chosen):
    """No subject names a card of its reader's hand, and the thread is the same (requirement H10)."""
    notice = NOTICES[kind]()
    root = send(notice).parsed["References"]
    chosen()
    mail = send(Notice.objects.get(pk=notice.pk))

    assert root == mail.parsed["References"] == mail.parsed["In-Reply-To"]
    assert [] == [title for title in hand_titles(notice) if title in str(mail.parsed["Subject"])]


def asked_at_the_keeper_limit() -> Notice:
    notice = NOTICES["answer"]()
    Question.objects.filter(pk=notice.question_id).update(what="keeper-limit")
    return notice


SUBJECTS: dict[str, Callable[[], Notice]] = {
    **NOTICES,
    "first card": lambda: first_card().notice("answer", "bob", question=True),
    "window": lambda: store(window()).notice("answer", "bob"),
    "hand limit": lambda: store(hand_limits()).notice("answer", "bob"),
    "keeper limit": asked_at_the_keeper_limit,
    "reminder without a clock": lambda: store(turn_of_ann(), pace=0).notice("reminder", "ann"),
}


@pytest.mark.slow
def test_the_subject_of_each_kind(chosen, approved):
    """By default all mails of a game share one; who has chosen it sees what each is about."""
    rows = []
    for kind, make in SUBJECTS.items():
        notice = make()
        default = send(notice).parsed["Subject"]
        chosen()
        telling = send(Notice.objects.get(pk=notice.pk)).parsed["Subject"]
        rows += [f"{kind}: {str(telling).strip()}   (by default: {str(default).strip()})"]
        NoticeChoices.objects.all().delete()
    approved.check("mail-subjects", "\n".join(rows) + "\n")
