"""Polish and Russian: the catalogues of translations are complete, current and sound."""

from collections import Counter
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

import engine
from fluxx_site.catalogues import files, sources
from fluxx_site.catalogues.faults import faults
from games.history.formatting import moment
from games.replies import vocabulary
from games.replies.commands import COMMANDS, CommandKind, normalized

LANGUAGES = files.languages()
DATE = "date format"


@pytest.fixture(scope="module")
def found() -> list[sources.Message]:
    """All messages of the site, as they stand in its sources now."""
    return list(sources.messages())


# The catalogues


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_translated(language, found):
    """Each message is there, in all its forms, with the same places for names and numbers."""
    catalog = files.catalogue(language, found, files.said(files.read(language)))
    complaints = files.complaints(language, catalog)

    assert not complaints, f"{len(complaints)} messages need work:\n" + "\n".join(complaints[:200])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_are_current(language, found):
    """What is committed is what `manage.py catalogues` would write now, the .mo as well as the .po."""
    catalog = files.catalogue(language, found, files.said(files.read(language)))

    assert [] == files.stale(language, catalog)


def test_nothing_in_a_catalogue_is_fuzzy():
    """What somebody has only guessed does not go to players."""
    assert [] == [
        entry.id for language in LANGUAGES for entry in files.read(language) if entry.id and entry.fuzzy
    ]


def test_a_message_has_one_plural(found):
    """English words for one have the same words for several wherever they stand, else one of them is lost."""
    several: dict[tuple[str, str], set[str]] = {}
    for message in found:
        if message.many:
            several.setdefault(message.key, set()).add(message.many)

    assert [] == [each for each in several.items() if len(each[1]) > 1]


def test_all_places_of_words_are_searched(found):
    """Modules of the rules and the site, templates of both kinds, mails, and the facts about organs."""
    files_found = {message.file for message in found}

    for file in (
        "engine/cards/words/base.py",
        "engine/cards/factlets.toml",
        "engine/text/sentences.py",
        "games/history/formatting.py",
        "games/models/notice.py",
        "templates/base.html",
        "templates/account/email/login_code_message.txt",
        "fluxx_site/embedded/templates/embedded/mailbox.html",
    ):
        assert file in files_found


def test_templates_are_read_as_django_reads_them():
    """Trimmed blocks, numbers, contexts and constants of tags are found with the words that are looked up."""
    source = """{% load i18n %}{% translate "One" %}{% translate "Two" context "sort" %}
    {% blocktranslate trimmed with x=y %}
        Three {{ x }}
        and four.
    {% endblocktranslate %}
    {% blocktranslate count n=n %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}
    {% include "x" with word=_("Five") %}{{ x|default:_("Six") }}"""
    read = [(each.context, each.one, each.many) for each in sources.of_template(source, "x.html")]

    assert [
        ("", "One", ""),
        ("sort", "Two", ""),
        ("", "Three %(x)s and four.", ""),
        ("", "%(n)s card", "%(n)s cards"),
        ("", "Five", ""),
        ("", "Six", ""),
    ] == read


@pytest.mark.parametrize(
    ("language", "one", "many", "said", "fault"),
    [
        ("pl", "Hello, {name}!", "", ["Cześć!"], "{name} is missing"),
        (
            "pl",
            "%(n)s card",
            "%(n)s cards",
            ["karta", "%(n)s karty", "%(n)s kart"],
            "form 0: %(n)s is missing",
        ),
        ("pl", "card", "%(n)s cards", ["karta", "%(n)s karty", "%(n)s kart"], None),
        ("ru", "card", "%(n)s cards", ["карта", "%(n)s карты", "%(n)s карт"], "form 0: %(n)s is missing"),
        ("pl", "{n} card", "{n} cards", ["{n} karta", "{n} kart"], "2 forms, not 3"),
        ("ru", "<b>Hello</b>", "", ["<b>Привет"], "</b> is missing"),
        ("ru", "Hello ", "", ["Привет"], "it begins or ends with other blanks than the English"),
        ("ru", "“Hello”", "", ["“Привет”"], "wrong quotation mark ”"),
        ("pl", "Hello", "", [""], "it is not translated"),
        ("pl", "3\u00a0days", "", ["3 dni"], "the English has a non-breaking space, and it has none"),
        ("pl", "Hello", "", ["Cześć"], None),
    ],
)
def test_what_is_wrong_with_a_translation(language, one, many, said, fault):
    """A fault is told in words: a place that is missing or too much, a form, blanks, marks."""
    assert ([fault] if fault else []) == list(faults(language, 3, one, many, said))


def test_the_command_tells_what_is_to_be_done(tmp_path, settings):
    """With --check it writes nothing and fails; without, it writes, and names what is not translated."""
    settings.LOCALE_PATHS = [tmp_path]
    with pytest.raises(CommandError, match=r"not up to date; run: python manage\.py catalogues"):
        call_command("catalogues", "--check")
    written = list(tmp_path.rglob("*.po"))
    with pytest.raises(CommandError, match="it is not translated"):
        call_command("catalogues")

    assert [] == written
    assert {f"{each}/LC_MESSAGES/django.{kind}" for each in LANGUAGES for kind in ("po", "mo")} == {
        str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*.*")
    }


# Words that must not be confused


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", [each.slug for each in engine.all_editions()])
def test_two_cards_have_two_titles(edition, language):
    """Whoever answers by the title of a card means one card: no two of a deck are called the same."""
    cards = {card.slug: card.title for card in engine.deck_of(edition).cards}
    with translation.override(language):
        titles = Counter(normalized(gettext(title)) for title in set(cards.values()))

    assert [] == [title for title, count in titles.items() if count > 1]


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_words_of_a_board_are_all_different(language):
    """Spaces, tiles and colours have names that are not mixed up, and each colour its own letter."""
    view = engine.Game.new("board", seats=2, seed="0" * 64).view(1)
    assert view.board is not None
    with translation.override(language):
        spaces = {name for tile in view.board.tiles for name in tile.spaces}
        said = [normalized(engine.text.board.space(name, gettext)) for name in sorted(spaces)]
        letters = [pgettext("letter of a colour", each) for each in "RYGB"]

    assert len(set(said)) == len(said)
    assert len(set(letters)) == len(letters) == 4


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_words_of_replies_are_all_different(language, settings):
    """Each word of a reply means one command in all languages at once, and is the name of no card."""
    words = vocabulary.command_words()
    titles = set()
    with translation.override(language):
        for edition in engine.all_editions():
            titles |= {normalized(gettext(card.title)) for card in engine.deck_of(edition.slug).cards}

    assert COMMANDS.items() <= words.items()
    assert set(CommandKind) - {CommandKind.ANSWER} == set(words.values())
    assert not titles & {normalized(word) for word in words}


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", "Tuesday, 24 November 2026, 18:30 (UTC)"),
        ("pl", "wtorek, 24 listopada 2026, 18:30 (UTC)"),
        ("ru", "вторник, 24 ноября 2026 г., 18:30 (UTC)"),
    ],
)
def test_an_instant_in_words(language, shown):
    """A date is written as the language writes it, the month in its genitive."""
    at = datetime(2026, 11, 24, 18, 30, tzinfo=UTC)
    with translation.override(language):
        said = moment(at, ZoneInfo("UTC"))

    assert shown.casefold() == said.casefold()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_date_format_is_one(language, found):
    """A translated date format holds letters that Django knows, and shows a date and a time."""
    formats = {message.one for message in found if message.context == DATE}
    at = datetime(2026, 11, 24, 18, 30, tzinfo=UTC)
    with translation.override(language):
        for each in formats:
            shown = date_format(at, pgettext(DATE, each))
            assert "24" in shown, each
            assert ("18:30" in shown) == ("H:i" in each), each
