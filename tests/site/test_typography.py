"""Polish and Russian lines don't end in the wrong place: the compiled catalogues hold non-breaking spaces."""

import pytest
from django.utils import translation
from django.utils.translation import gettext, pgettext

from games.core.typography import keep_together
from games.mail.render import wrapped
from games.replies.commands import normalized


@pytest.mark.parametrize(
    ("language", "text", "shown"),
    [
        ("pl", "Oko i Telewizja w domu", "Oko i~Telewizja w~domu"),
        ("pl", "I w domu, i u mnie", "I~w~domu, i~u~mnie"),
        ("pl", "odrzuć (w swojej turze)", "odrzuć (w~swojej turze)"),
        ("pl", "Dobierz 2 karty i %(count)d kart", "Dobierz 2~karty i~%(count)d~kart"),
        ("pl", "{count} fantów, {name} gra", "{count}~fantów, {name} gra"),
        ("pl", "tak – nie", "tak~– nie"),
        ("pl", '<a href="x">link</a> <code>a b 2 c</code>', '<a href="x">link</a> <code>a b 2 c</code>'),
        ("ru", "О том, что в игре 3 карты", "О~том, что в~игре 3~карты"),
        ("ru", "Время — деньги", "Время~— деньги"),
        ("ru", "адрес эл. почты", "адрес эл.~почты"),
        ("ru", "по Л. К. Кэрроллу", "по Л.~К.~Кэрроллу"),
        ("en", "A card and 2 cards – no", "A card and 2 cards – no"),
    ],
)
def test_what_stays_together(language, text, shown):
    """One-letter words, numbers, initials and dashes; tags, code and English are left alone."""
    assert shown == keep_together(text, language).replace("\u00a0", "~")


def test_the_compiled_catalogues_hold_them():
    """Translators write plain spaces; words of replies and formats of dates keep them."""
    with translation.override("pl"):
        assert "Mleko i\u00a0Ciastka" == gettext("Milk & Cookies")
        assert "\u00a0" not in pgettext("words of a move, with commas", "place, number")
        assert normalized("mleko i ciastka") == normalized(gettext("Milk & Cookies"))


def test_a_mail_does_not_break_there():
    """The lines of plain text are filled as if a non-breaking space were a letter."""
    lines = wrapped(keep_together("w domu i " * 40 + "tam", "pl"))

    assert len(lines) > 3
    assert [] == [line for line in lines if line.endswith((" w", " i")) or "\u00a0" not in line]
