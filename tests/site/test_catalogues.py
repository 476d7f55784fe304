"""Polish and Russian: translations are sound; what has none is in English, and listed before a release."""

import io
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from django.core.management import CommandError, call_command
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

import engine
from fluxx_site import checks
from fluxx_site.catalogues import compiled, files, sources
from fluxx_site.catalogues.compiled import compile_stale, list_stale
from fluxx_site.catalogues.faults import find_faults
from fluxx_site.catalogues.paths import get_path, list_languages
from games.decks.titles import read_titles
from games.replies import vocabulary
from games.replies.commands import (
    COMMANDS,
    CommandKind,
    ReplyOption,
    ReplyQuestion,
    UnclearAnswer,
    normalized,
    read_commands,
)
from games.replies.matching import match_labels
from tests.support.processes import ROOT

LANGUAGES = list_languages()
DATE = "date format"
FACTS = "engine/cards/factlets.toml"


@pytest.fixture(scope="module")
def template() -> Catalog:
    """All messages of the site, as they stand in its sources now."""
    return sources.build_template()


@pytest.fixture
def locale(tmp_path, settings) -> Iterator[Path]:
    """A folder of catalogues that a test may write."""
    settings.LOCALE_PATHS = [tmp_path / "locale", tmp_path / "var"]
    read_titles.cache_clear()
    yield tmp_path / "locale"
    read_titles.cache_clear()


# The catalogues


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_translation_is_sound(language, template):
    """What is translated has all its forms, with the same places for names and numbers."""
    faults = files.list_faults(language, files.update_catalog(language, template))

    assert not faults, f"{len(faults)} translations need work:\n" + "\n".join(faults[:200])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_word_needs_no_translation(language, template):
    """It is listed for the release and is no fault; so is one whose English has changed."""
    catalog = files.update_catalog(language, template)
    catalog.add("A new button", locations=[("a.py", 1)])
    catalog.add("A changed button", "…", locations=[("a.py", 2)], flags=["fuzzy"])

    assert [] == files.list_faults(language, catalog)
    assert [
        f"{language}: 'A new button' (a.py) is not translated",
        f"{language}: 'A changed button' (a.py) is not translated",
    ] == files.list_gaps(language, catalog)[-2:]


def catalog_of(*messages: str | tuple[str, str]) -> Catalog:
    """A template of these messages."""
    catalog = Catalog()
    for message in messages:
        catalog.add(message, locations=[("a.py", 1)])
    return catalog


def translate(language: str, **translations: str) -> None:
    """Write translations of words into the catalogue of a language."""
    catalog = files.read_catalog(language)
    for message in catalog:
        if message.id in translations:
            message.string = translations[message.id]
    files.write_catalog(language, catalog)


def write_bread() -> None:
    """Write a catalogue of one word in each language."""
    for language in LANGUAGES:
        files.write_catalog(language, files.update_catalog(language, catalog_of("Bread")))


def test_one_changed_word_keeps_its_translations(locale):
    """The old translation stays, marked as fuzzy and named; players read the English until it is mended."""
    old, new = "You may take back your last move.", "You may take back your latest move."
    files.write_catalog("pl", files.update_catalog("pl", catalog_of(old)))
    translate("pl", **{old: "Możesz cofnąć ostatni ruch."})
    files.write_catalog("pl", files.update_catalog("pl", catalog_of(new)))
    catalog = files.update_catalog("pl", catalog_of(new))
    message = catalog[new]

    assert ("Możesz cofnąć ostatni ruch.", True) == (message.string, message.fuzzy)
    assert ["pl: 'You may take back your latest move.' (a.py) is not translated"] == files.list_gaps(
        "pl", catalog
    )
    assert [] == files.list_stale("pl", catalog)
    assert b"cofn" not in files.as_mo(catalog)


def test_words_that_move_to_another_file_leave_the_catalogue_current(locale):
    """A module may be renamed without a change of its words, and nothing of the .po moves with it."""
    template = catalog_of("Bread", "Milk")
    files.write_catalog("pl", files.update_catalog("pl", template))
    moved = Catalog()
    moved.add("Milk", locations=[("z.py", 1)])
    moved.add("Bread", locations=[("z.py", 2)])

    assert [] == files.list_stale("pl", files.update_catalog("pl", moved))


def test_words_that_come_back_have_their_translations(locale):
    """What nothing uses is kept as obsolete, and is not looked up."""
    files.write_catalog("pl", files.update_catalog("pl", catalog_of("Bread", "Whoever is silent")))
    translate("pl", Bread="Chleb")
    files.write_catalog("pl", files.update_catalog("pl", catalog_of("Whoever is silent")))
    without = get_path("pl", ".po").read_text(), files.as_mo(files.read_catalog("pl"))
    catalog = files.update_catalog("pl", catalog_of("Bread"))

    assert '#~ msgid "Bread"\n#~ msgstr "Chleb"' in without[0]
    assert b"Chleb" not in without[1]
    assert ("Chleb", False) == (catalog["Bread"].string, catalog["Bread"].fuzzy)


def test_the_start_compiles_what_is_missing_or_stale(locale):
    """A new clone has no .mo, and another commit has other translations, whatever the times of its files."""
    write_bread()
    translate("pl", Bread="Chleb")
    before = list_stale()
    compile_stale()
    translate("pl", Bread="Bułka")
    os.utime(get_path("pl", ".po"), (0, 0))
    changed = list_stale()
    compile_stale()

    assert (LANGUAGES, ["pl"], []) == (before, changed, list_stale())
    assert "Bułka".encode() in get_path("pl", ".mo").read_bytes()
    assert 0o644 == get_path("pl", ".mo").stat().st_mode & 0o777


def test_code_that_cannot_be_written_has_them_in_the_var_dir(locale, settings):
    """On a machine where the code is root's the site compiles for itself."""
    write_bread()
    for language in LANGUAGES:
        get_path(language, ".mo").mkdir()  # nobody, not even root, can write a file here

    assert "" == compile_stale()
    assert all(get_path(each, ".mo", settings.LOCALE_PATHS[1]).exists() for each in LANGUAGES)


def test_a_stale_file_of_somebody_else_is_named(locale, monkeypatch):
    """Django reads it before the newer one in VAR_DIR, so the line of the start says what to do about it."""
    for language in LANGUAGES:
        files.write_catalog(language, files.update_catalog(language, catalog_of("Bread")))
    compile_stale()
    translate("pl", Bread="Chleb")
    theirs, write = get_path("pl", ".mo"), compiled._write

    def write_unless_theirs(path: Path, content: bytes) -> None:
        if path == theirs:
            raise PermissionError
        write(path, content)

    monkeypatch.setattr(compiled, "_write", write_unless_theirs)
    said = compile_stale()
    theirs.unlink()

    assert f"Delete {theirs} (VAR_DIR has newer ones), or run" in said
    assert said.endswith(": python manage.py compilemessages")
    assert "\n" not in said
    assert ("", "") == (compiled.describe_stale(), compile_stale())


@pytest.mark.django_db
def test_a_site_without_them_starts_and_says_so(locale, caplog):
    """Players read English; one line says what to run."""
    write_bread()
    checks.preflight()

    assert (
        "The translations are not compiled (pl, ru): players may read English. "
        "Run: python manage.py compilemessages"
    ) in caplog.messages


def test_a_message_has_one_plural():
    """English words for one have the same words for several wherever they stand, else one of them is lost."""
    several: dict[tuple[str | None, str], set[str]] = {}
    for _file, _line, words, _comments, context in sources.extract():
        if isinstance(words, tuple):
            several.setdefault((context, words[0]), set()).add(words[1])

    assert [] == [each for each in several.items() if len(each[1]) > 1]


def test_all_places_of_words_are_searched(template):
    """Modules of the rules and the site, templates of both kinds, mails, and the facts about organs."""
    files_found = {file for message in template for file, _line in message.locations}

    for file in (
        "engine/cards/words/base.py",
        "engine/cards/factlets.toml",
        "engine/text/outcome_sentences.py",
        "games/history/formatting.py",
        "games/models/notice.py",
        "templates/base.html",
        "templates/account/email/login_code_message.txt",
        "fluxx_site/embedded/templates/embedded/mailbox.html",
    ):
        assert file in files_found


def test_modules_are_read_by_their_syntax():
    """A call within a call is found, with its comment; the key of a dict of messages is none."""
    source = """
# Translators: what one does
_(DOING.get(what, gettext_noop("%(name)s waits.")))
ngettext_lazy("card", "cards", n)
_(WORDS["key"])"""
    read = extract(sources.extract_module, io.BytesIO(source.encode()), sources.KEYWORDS)

    assert [
        (3, "%(name)s waits.", ["what one does"], None),
        (4, ("card", "cards"), [], None),
    ] == list(read)


def test_templates_are_read_as_django_reads_them():
    """Trimmed blocks, numbers, contexts and constants of tags are found with the words that are looked up."""
    source = """{% load i18n %}{% translate "One" %}{% translate "Two" context "sort" %}
    {% blocktranslate trimmed with x=y %}
        Three {{ x }}
        and four.
    {% endblocktranslate %}
    {% blocktranslate count n=n %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}
    {% include "x" with word=_("Five") %}{{ x|default:_("Six") }}"""
    file = io.BytesIO(source.encode())
    read = [
        (context or "", *(words if isinstance(words, tuple) else (words, "")))
        for _line, words, _comments, context in extract(sources.extract_template, file, sources.KEYWORDS)
    ]

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
        ("pl", "card", "cards", ["karta", "", "kart"], "form 1: nothing stands here"),
        ("pl", "3\u00a0days", "", ["3 dni"], "the English has a non-breaking space, and it has none"),
        ("ru", "It waits.", "", ["Она ждёт.Она ждёт."], "two sentences stand without a blank between them"),
        ("pl", "Hello", "", ["Cześć"], None),
        (
            "pl",
            "{name} left.",
            "",
            ["{name:genitive} nie ma."],
            "{name:genitive}: what stands here has no such form",
        ),
    ],
)
def test_what_is_wrong_with_a_translation(language, one, many, said, fault):
    """A fault is told in words: a place that is missing or too much, a form, blanks, marks."""
    message = Message((one, many) if many else one, said if many else said[0])

    assert ([fault] if fault else []) == list(find_faults(language, Catalog(language), message))


@pytest.mark.parametrize(
    ("file", "text", "is_right"),
    [
        ("engine/text/outcome_sentences.py", "{name} gra {card:accusative}.", True),
        ("engine/text/outcome_sentences.py", "{name} gra {card:instrumental}.", False),
        ("games/history/window.py", "{name} gra {card:accusative}.", False),
    ],
)
def test_titles_have_cases_where_the_rules_speak(file, text, is_right):
    """A case is asked of titles alone, of one that they have, and only in the sentences of `engine.text`."""
    message = Message("{name} plays {card}.", text, locations=[(file, 1)])

    assert is_right == (not list(find_faults("pl", Catalog("pl"), message)))


@pytest.mark.slow
def test_the_command_tells_what_is_to_be_done(locale):
    """With --check it writes nothing and fails; without, it writes, and names what is not translated."""
    with pytest.raises(CommandError, match=r"not up to date; run: python manage\.py catalogues"):
        call_command("catalogues", "--check")
    written = list(locale.rglob("*.po"))
    call_command("catalogues", stdout=(said := io.StringIO()))
    with pytest.raises(CommandError, match=r"'Chocolate' .* is not translated"):
        call_command("catalogues", "--check")

    assert [] == written
    assert "ru: 'Chocolate' (titles.toml) is not listed with its cases" in said.getvalue().splitlines()
    counts = re.findall(r"^(..): (\d+) of (\d+) are not translated\.$", said.getvalue(), re.MULTILINE)
    assert LANGUAGES == [language for language, _missing, _all in counts]
    assert all(int(missing) > int(every) > 1000 for _language, missing, every in counts)  # titles twice
    made = ("LC_MESSAGES/django.po", "LC_MESSAGES/django.mo", "zones.json")
    assert {f"{each}/{file}" for each in LANGUAGES for file in made} == {
        str(each.relative_to(locale)) for each in locale.rglob("*.*")
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


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("pas", CommandKind.PASS),
        ("Pasuję!", CommandKind.PASS),
        ("Pasuje!", CommandKind.CHOICE),
        ("pasuje", CommandKind.CHOICE),
    ],
)
def test_what_suits_a_pole_is_no_pass(line, kind):
    """“Pasuje!” says “works for me”."""
    (command,) = read_commands(line, vocabulary.command_words())
    asked = ReplyQuestion((ReplyOption("veto", 1, ("Veto",)), ReplyOption("pass", 2, ("Pass", "Pas"))))

    assert kind == command.kind
    if kind == CommandKind.CHOICE:
        with pytest.raises(UnclearAnswer):
            match_labels(command, asked)


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_words_of_replies_are_all_different(language, settings):
    """Each word of a reply means one command in all languages at once, and is the name of no card."""
    words = vocabulary.command_words()
    titles = set()
    with translation.override(language):
        for edition in engine.all_editions():
            titles |= {normalized(gettext(card.title)) for card in engine.deck_of(edition.slug).cards}

    assert COMMANDS.items() <= words.items()
    assert set(CommandKind) - {CommandKind.CHOICE, CommandKind.REQUEST} == set(words.values())
    assert not titles & {normalized(word) for word in words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_date_format_is_one(language, template):
    """A translated date format holds letters that Django knows, and shows a date and a time."""
    formats = {message.id for message in template if message.context == DATE}
    at = datetime(2026, 11, 24, 18, 30, tzinfo=UTC)
    with translation.override(language):
        for each in formats:
            shown = date_format(at, pgettext(DATE, each))
            assert ("24" in shown) == ("j" in each), each
            assert ("18:30" in shown) == ("H:i" in each), each


@pytest.mark.slow
def test_apostrophes_are_typographic(template):
    """In all that people read, but for the facts about organs: stored games name these by their words."""
    straight = [
        text
        for message in template
        for text in (message.id if isinstance(message.id, tuple) else (message.id,))
        if re.search(r"[a-z]'[a-z]", text) and {name for name, _line in message.locations} != {FACTS}
    ]

    assert [] == straight


@pytest.mark.slow
def test_words_are_found_in_a_bare_clone(tmp_path):
    """As docs/adding.md says it: no settings of a site, no server, only a clone in which bin/test has run."""
    bare = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path)}
    words = [sys.executable, "manage.py", "catalogues", "--check"]
    done = subprocess.run(words, env=bare, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)

    for line in (done.stdout + done.stderr).removeprefix("CommandError: ").splitlines():
        assert line == "All words are translated." or re.match("(pl|ru): ", line)
