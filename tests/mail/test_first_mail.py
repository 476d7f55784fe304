"""Somebody's first mail explains the game in a few sentences; later ones, and those of other games, don't."""

import pytest

from games.models import Player
from tests.mail import kinds
from tests.mail.received import send
from tests.mail.test_heights import not_the_first

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("same_picture")]

RULES = {
    "en": ("Keepers you play stay in front of you.", "Bob already has “The Toaster”."),
    "pl": ("Zagrane fanty zostają przed tobą.", "Kartę „Toster” ma już Bob."),
    "ru": ("Сыгранные темы остаются перед тобой.", "Карта «Тостер» уже у игрока Bob."),
}


@pytest.mark.parametrize("language", RULES)
def test_the_first_mail_says_how_to_win(language):
    """The rules, the goal as it is printed, and who has what of it, in both formats."""
    notice = kinds.NOTICES["turn"]()
    Player.objects.update(language=language)
    mail = send(notice)
    flat = " ".join(mail.text.replace("\xa0", " ").split())

    assert [] == [each for each in RULES[language] if each not in flat]
    assert all(word in mail.words for each in RULES[language] for word in each.rstrip(".").split()[:2])


def test_a_later_mail_says_it_shorter():
    """Who has played before reads the goal in one line."""
    mail = send(not_the_first(kinds.NOTICES["turn"]()))

    assert RULES["en"][0] not in mail.text
    assert "“The Toaster” (Bob) + “Television” (nobody yet)" in " ".join(mail.text.split())
