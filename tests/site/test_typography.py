"""Polish and Russian lines don't end in the wrong place, and each language has its own dash."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext, pgettext

import engine
from engine.scenario import deal
from games import clock
from games.core.typography import drop_second_stop, keep_together, sort_key
from games.history.formatting import brief_moment, day, moment
from games.mail.render import wrapped
from games.models import Player
from games.replies.commands import normalized
from games.templatetags.fluxx import briefly, dated, shortly
from tests.mail.kinds import turn_of_ann
from tests.mail.received import send
from tests.mail.tables import store
from tests.pages.positions import open_link


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


SUNDAY = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
# A number that a line may end with, though it belongs to the next word; 12:00 ends what it stands in.
TORN = re.compile(r"\d [^\W\d]")


@pytest.mark.parametrize(
    ("language", "shown"),
    [("pl", "22~listopada 2026"), ("ru", "22~ноября 2026~года"), ("en", "22 November 2026")],
)
def test_dates_stay_together(language, shown):
    """A format is no sentence: what it makes gets the spaces."""
    with translation.override(language):
        assert shown == day(SUNDAY).replace("\u00a0", "~")


@pytest.mark.parametrize(
    ("language", "days"),
    [
        ("en", ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]),
        ("pl", ["pon", "wt", "śr", "czw", "pt", "sob", "niedz"]),
        ("ru", ["пн", "вт", "ср", "чт", "пт", "сб", "вс"]),
    ],
)
def test_days_are_called_as_in_calendars(language, days):
    """Also Sunday, though “Sun” is a space of the board as well."""
    now = clock.now()
    with translation.override(language):
        shown = {brief_moment(now + timedelta(days=n), ZoneInfo("Europe/Warsaw")) for n in range(7)}

    assert set(days) == {re.split(r"[. \u00a0]", each)[0] for each in shown}


@pytest.mark.parametrize("language", ["pl", "ru"])
def test_every_form_of_a_date_stays_together(language):
    """On pages and in mails, in whatever precision."""
    with translation.override(language):
        told = [
            moment(SUNDAY, ZoneInfo("Europe/Warsaw")),
            brief_moment(SUNDAY.replace(year=2027), ZoneInfo("Europe/Warsaw")),
            *(write(SUNDAY) for write in (briefly, dated, shortly)),
            Template("{{ at|day }}").render(Context({"at": SUNDAY})),
        ]

    assert [] == [each for each in told if TORN.search(each)]


@pytest.mark.parametrize(
    ("language", "shown"), [("pl", "A~– B"), ("ru", "A~— B"), ("en", "A – B"), ("de", "A – B")]
)
def test_the_dash_is_that_of_the_language(language, shown):
    """Templates and mails write one tag for it."""
    with translation.override(language):
        assert shown == Template("A{% dash %}B").render(Context()).replace("\u00a0", "~")


def test_no_template_writes_a_dash_of_its_own():
    """A dash between two pieces is the tag; one in a sentence is the translators'."""
    sentence = re.compile(r"{% blocktrans.*?{% endblocktrans\w* %}|{% translate .*?%}", re.DOTALL)
    templates = [*Path(settings.BASE_DIR, "templates").rglob("*.html")]
    templates += Path(settings.BASE_DIR, "fluxx_site").rglob("*.html")

    assert len(templates) > 100
    assert [] == [
        str(each) for each in templates if re.search(r"\s[–—]\s", sentence.sub("", each.read_text()))
    ]


@pytest.mark.django_db
def test_russian_mails_and_pages_have_the_long_dash():
    """The title of a page, the dates of a vacation and the goals of a mail."""
    stored = store(turn_of_ann())
    Player.objects.update(language="ru", tips_over=True)
    mail = send(stored.notice("turn", "ann"))
    client = Client(HTTP_ACCEPT_LANGUAGE="ru")
    client.force_login(Player.objects.get(email="ann@example.org"))
    page = client.get("/account/notices/").content.decode()

    assert "\u00a0— «Тостер»" in mail.text
    assert "\u00a0— Fluxx</title>" in page
    assert [] == [text for text in (mail.text, mail.html, page) if "– " in text]


def test_titles_are_sorted_as_in_a_dictionary():
    """Letters with marks stand behind those without, and not behind the whole alphabet."""
    assert ["Ёлка", "Жук", "Яма"] == sorted(["Яма", "Ёлка", "Жук"], key=sort_key)
    assert ["Lot", "Łódź", "Miś"] == sorted(["Miś", "Łódź", "Lot"], key=sort_key)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann answers with “Stop That!”.", "Ann answers with “Stop That!”"),
        ("karta „Co To Za Narząd?”. Dalej", "karta „Co To Za Narząd?” Dalej"),
        ("<q>«<b>Назови орган!</b>».</q>", "<q>«<b>Назови орган!</b>»</q>"),
        ("“Milk”. “Alpha: …”. “Who?” …", "“Milk”. “Alpha: …” “Who?” …"),
    ],
)
def test_a_title_that_ends_a_sentence_has_no_full_stop_behind_it(text, shown):
    """With “!”, “?” or “…” and its quotation mark, in text and HTML."""
    assert shown == drop_second_stop(text)


# On pages, a title is set off by its chip and has no quotation marks.
SECOND_STOP = re.compile(r"\w[!?…](?:</?\w+>)*[”»]?\.(?!\.)")
APPROVED = sorted((Path(__file__).parents[1] / "approved" / "mail").rglob("*.txt"))


def test_no_sentence_of_a_mail_ends_twice():
    """In none of the mails, in any language, whatever their cards are called."""
    said = {path: " ".join(path.read_text().split()) for path in APPROVED}

    assert len(said) > 100
    assert {} == {str(path): found for path, text in said.items() if (found := SECOND_STOP.findall(text))}


@pytest.mark.django_db
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_no_sentence_of_a_page_ends_twice(language):
    """At a table whose hand, goal, window and history have all the titles that end in “!” or “?”."""
    cards = dict.fromkeys(engine.edition_of("fluxx").cards)
    in_hand = [each for each in cards if engine.card(each).title[-1:] in "!?…" and each != "party-time"]
    scene = deal(ann=[*in_hand, "bread"], bob=3, goals=["party-time"], turn="ann", played=0)
    scene.seats[0].plays("jackpot")
    stored = store(scene)
    Player.objects.update(language=language)
    client = Client()
    table = open_link(client, stored.seats["ann"])
    pages = [table, client.get(f"{table.request['PATH_INFO']}history/")]
    for page in pages:
        assert 200 == page.status_code
        shown = re.sub(r"<[^>]+>", "", page.content.decode())

        assert "!" in shown
        assert [] == SECOND_STOP.findall(" ".join(shown.split()))
