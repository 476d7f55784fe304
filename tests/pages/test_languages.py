"""Pages and mails in other languages: they work, and nothing on them is left in English."""

import re

import pytest
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets, label_for_field
from django.contrib.auth.models import AnonymousUser
from django.core import mail as django_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

import engine
from fluxx_site.catalogues import files, sources
from fluxx_site.catalogues.faults import is_gap
from games.mail.compose import compose_bundle, compose_test, letter_of
from games.models import Notice, Player
from tests.mail import kinds as mails
from tests.mail.received import Mail, send
from tests.mail.tables import NOW, store
from tests.pages import boards, kinds, positions
from tests.pages.positions import Html, open_link
from tests.pages.test_access_matrix import ROWS, address_of, set_up
from tests.support.languages import assert_russian, english_in_russian, said_by

pytestmark = pytest.mark.django_db

# Pages that answer with no words of ours: feeds, files, places to go on to.
WORDLESS = {
    "export_deck",
    "favicon",
    "game_pulse",
    "manifest",
    "robots",
    "set_language",
    "set_theme",
    "webhook",
}
PAGES = [row[:2] for row in ROWS if row[2] == "get" and row[0] not in WORDLESS]
ACCOUNTS = ("account_login", "account_signup", "account_reset_password", "account_request_login_code")
OWN_ACCOUNTS = ("account_email", "account_logout", "account_set_password")
TABLES = {
    **{name: getattr(kinds, name) for name in kinds.__all__ if name != "told_a_fact"},
    **{
        name: getattr(positions, name)
        for name in ("hand_limits", "throws_of_bob", "turn_of_ann", "won_by_ann")
    },
    "board: turn_of_ann": boards.turn_of_ann,
    "board: everything_goes": boards.everything_goes,
    "board: free_changes": boards.free_changes,
    "board: won_by_cid": boards.won_by_cid,
}
WITH_A_REMARK = ("edition-trivia-vote", "mention", "staff")  # what somebody wrote there stays as it is


def speak(language: str) -> None:
    """Let everybody read this language, and time of their own zone."""
    Player.objects.update(language=language)


@pytest.mark.slow
def test_english_that_waits_for_its_translation_is_no_fault(settings, tmp_path):
    """A message that is new, without a translation, or changed may be in English; no other word may."""
    catalog, template = files.read_catalog("ru"), sources.build_template()
    words = [
        each.id for each in template if re.fullmatch("[A-Z][a-z]{4,}", str(each.id)) and not each.context
    ]
    known = [word for word in words if word in catalog and not is_gap(catalog[word])]
    new, empty, changed, translated = [word for word in known if english_in_russian(word)][:4]
    theirs = catalog[translated].string
    catalog.delete(new)
    catalog[empty].string = ""
    catalog[changed].flags.add("fuzzy")
    settings.LOCALE_PATHS = [tmp_path]
    files.write_catalog("ru", catalog)
    (tmp_path / "ru/LC_MESSAGES/django.mo").write_bytes(files.as_mo(catalog))
    with translation.override("ru"):
        said = ", ".join(translation.gettext(each) for each in (new, empty, changed, translated))

    assert f"{new}, {empty}, {changed}, {theirs}" == said
    assert_russian(said)
    with pytest.raises(AssertionError, match=r"\['Xyzzy'\].*`manage.py catalogues`.*docs/translating.md"):
        assert_russian(f"{said}, Xyzzy")


@pytest.mark.parametrize(
    ("text", "untranslated", "left"),
    [
        ("Wave", [], ["Wave"]),
        ("Wave", ["Wave"], []),
        ("Waves", ["Wave"], ["Waves"]),
        ("Wave at them\n  all now, Delete", ["Wave at them all now", "Wave"], ["Delete"]),
        ("Aнна waves at Борис by webhook again.", ["{name} waves at %(other)s by webhook again."], []),
        ("wave Борис & go <Delete>", ['Wave <b class="x">%(name)s</b> &amp; go'], ["Delete"]),
    ],
)
def test_which_english_waits_for_its_translation(text, untranslated, left):
    """Whole pieces of a message, around its names and tags, however its lines are broken."""
    assert left == english_in_russian(text, untranslated)


@pytest.mark.parametrize(("name", "of"), PAGES, ids=lambda word: word)
def test_a_page_in_russian(name, of, visit, charlie):
    """Whatever a page says, it says in Russian; only names and codes have Latin letters."""
    stored, invitation = set_up(of)
    address = address_of(name, stored, invitation)
    speak("ru")
    way = "" if name == "seat_access" else name.partition("_")[0]  # that one is of the account
    client = visit({"seat": None, "deputy": charlie}.get(way, stored.players["ann"]))
    if way == "seat":
        open_link(client, stored.seats["bob"])
    response = client.get(address, follow=True)

    if response["Content-Type"].startswith("text/html"):
        page = response.content.decode()
        assert '<html lang="ru"' in page or "<html" not in page
        assert_russian(said_by(page))


@pytest.mark.parametrize("name", ["", *ACCOUNTS, "about", "editions"])
def test_a_page_for_strangers_in_russian(name, visit):
    """Who is not signed in reads what their browser asks for."""
    address = reverse(name) if name else "/"
    page = visit(None).get(address, headers={"Accept-Language": "ru"}).content.decode()

    assert '<html lang="ru"' in page
    assert_russian(said_by(page))


@pytest.mark.parametrize("name", OWN_ACCOUNTS)
def test_a_page_of_one_s_account_in_russian(name, visit, charlie):
    """The pages around passwords and addresses speak the player's language as well."""
    speak("ru")
    page = visit(charlie).get(reverse(name), follow=True).content.decode()

    assert_russian(said_by(page))


@pytest.mark.parametrize("edition", [each.slug for each in engine.all_editions()])
def test_all_cards_in_russian(edition, visit):
    """Every card of every edition has its title and its text in Russian."""
    page = visit(None).get(f"/cards/{edition}/", headers={"Accept-Language": "ru"}, follow=True)

    assert_russian(said_by(page.content.decode()))


@pytest.mark.parametrize("position", TABLES)
def test_a_table_in_russian(position, visit):
    """Each kind of question, each kind of zone: the table says it all in the language of who looks."""
    stored = store(TABLES[position]())
    speak("ru")
    for player in stored.players.values():
        response = visit(player).get(f"/g/{stored.game.key}/")

        assert 200 == response.status_code
        assert_russian(said_by(response.content.decode()))


@pytest.mark.parametrize(
    ("address", "status"), [("/no-such-page/", 404), ("/g/abcdefgh/", 302), ("/accounts/no/", 404)]
)
def test_a_failure_in_russian(address, status, visit):
    """Pages for what is not there speak the language of the browser."""
    response = visit(None).get(address, headers={"Accept-Language": "ru"})

    assert status == response.status_code
    if status != 302:
        assert_russian(said_by(response.content.decode()))


@pytest.mark.parametrize(
    "template", ["400.html", "403.html", "403_csrf.html", "404.html", "429.html", "500.html", "503.html"]
)
def test_every_failure_in_russian(template, rf):
    """The pages of failures have words in Russian, and the last two need no request."""
    request = rf.get("/")
    request.user = AnonymousUser()
    with translation.override("ru"):
        page = render_to_string(template, request=None if template in ("500.html", "503.html") else request)

    assert 'lang="ru"' in page
    assert_russian(said_by(page))


@pytest.mark.usefixtures("same_picture")
@pytest.mark.parametrize("kind", mails.ALL)
def test_a_mail_in_russian(kind):
    """Every kind of mail is written in the language of its reader, in all its parts, its subject too."""
    notice = mails.ALL[kind]()
    speak("ru")
    with translation.override("en"):
        mail = send(notice)

    assert '<html lang="ru"' in mail.html
    if kind not in WITH_A_REMARK:
        assert_russian(mail.text)
        assert_russian(said_by(mail.html))
        assert_russian(str(mail.parsed["Subject"]))


def test_several_notices_in_russian():
    """One mail about several games is in the reader's language as a whole; so is the mail that tests mail."""
    stored = [store(turn()) for turn in (positions.turn_of_ann, boards.turn_of_ann)]
    notices = [each.notice("turn", "ann") for each in stored]
    speak("ru")
    fresh = [Notice.objects.get(pk=each.pk) for each in notices]
    reader = fresh[0].player
    told = [(each, letter_of(each)) for each in fresh]
    for message in (compose_bundle(reader, told), compose_test(reader)):
        mail = Mail(message.message().as_bytes(linesep="\r\n"))

        assert_russian(mail.text)
        assert_russian(said_by(mail.html))


def test_a_choice_of_language_without_an_account(visit):
    """Who is not signed in finds the languages below every page, each by its own name; a press is enough."""
    client = visit(None)
    page = Html(client.get("/about/").content)
    offered = {each["value"]: each["lang"] for each in page.all("button") if each.get("name") == "language"}
    response = client.post(reverse("set_language"), {"language": "pl", "next": "/about/"})
    away = client.post(reverse("set_language"), {"language": "pl", "next": "https://evil.example/"})

    assert {"en": "en", "pl": "pl", "ru": "ru"} == offered
    assert "polski" in page.text
    assert "/about/" == response["Location"]
    assert "/" == away["Location"]
    assert "pl" == Html(client.get("/about/").content).all("html")[0]["lang"]


def test_a_player_s_language_is_on_their_account(visit, charlie):
    """Who is signed in chooses on the page of the account, and not below each page."""
    client = visit(charlie)
    client.post(reverse("set_language"), {"language": "pl"})
    page = Html(client.get("/account/").content)

    assert "en" == page.all("html")[0]["lang"]
    assert "languages" not in {each.get("class") for each in page.all("form")}


def test_a_day_in_a_form_is_written_as_browsers_want_it(visit, charlie):
    """Whatever the language, a field for a day holds year, month and day."""
    Player.objects.filter(pk=charlie.pk).update(language="ru")
    client = visit(charlie)
    response = client.post("/account/hours/vacations/", {"first_day": "2026-12-01", "last_day": "2026-11-01"})
    days = [each["value"] for each in Html(response.content).all("input") if each.get("type") == "date"]

    assert ["2026-12-01", "2026-11-01"] == days


FORMAL = re.compile(r"\b(?:[Вв]ы|[Вв]ам|[Вв]ас|[Вв]ами|[Вв]аш\w*)\b|\b[А-ЯЁ]\w+(?:ите|йте|итесь|йтесь)\b")


def test_forms_speak_to_their_reader_as_the_site_does(visit):
    """What Django and allauth say of a wrong entry is worded by our catalogues: «ты», never «вы»."""
    client = visit(None)
    russian = {"Accept-Language": "ru"}
    pages = [
        client.post("/accounts/signup/", {"email": "no", "password1": "12"}, headers=russian),
        client.post("/accounts/login/", {"login": "a@b.example", "password": "no"}, headers=russian),
        client.post("/accounts/password/reset/", {"email": "no"}, headers=russian),
    ]
    said = [said_by(each.content.decode()).replace("\xa0", " ") for each in pages]

    assert [] == [match[0] for each in said for match in FORMAL.finditer(each)]
    assert "Введи правильный адрес эл. почты." in said[0]
    assert "Пароль слишком короткий: нужно не меньше 8" in said[0]


def test_every_field_of_the_admin_has_a_name_in_russian(rf):
    """Lists and pages of the admin name each field in the language of who looks, not by its column."""
    request = rf.get("/")
    request.user = Player(is_staff=True, is_superuser=True)
    latin = []
    with translation.override("ru"):
        for model, page in admin.site._registry.items():
            names = {*flatten_fieldsets(page.get_fieldsets(request)), *page.get_list_display(request)}
            labels = {name: str(label_for_field(name, model, page)) for name in names}
            latin += [
                f"{model._meta.label}.{name}: {labels[name]}"
                for name in sorted(names)
                if english_in_russian(labels[name])
            ]

    assert [] == latin


ACCOUNT_MAILS = sorted(
    str(path.relative_to(settings.BASE_DIR / "templates"))
    for path in (settings.BASE_DIR / "templates/account/email").glob("*_*.txt")
    if not path.name.startswith("base_")
)


@pytest.mark.parametrize("template", ACCOUNT_MAILS)
def test_a_mail_about_an_account_in_russian(template):
    """Codes, new passwords and new addresses are told in the language of the page that asked for them."""
    told = {
        "code": "12345",
        "ip": "192.0.2.1",
        "timestamp": NOW,
        "login_minutes": 15,
        "address_minutes": 15,
        "minutes": 15,
    }
    told |= dict.fromkeys(("from_email", "to_email", "deleted_email"), "dee@example.org") | {"reset_days": 3}
    told |= {"hours": 24, "at": NOW, "link": "https://x.example/", "page": "https://x.example/"}
    with translation.override("ru"):
        said = render_to_string(template, told)

    assert re.search("[а-я]", said)
    assert_russian(said)


def test_a_code_to_sign_in_comes_in_the_language_of_the_browser(visit, charlie):
    """Who asks for a code has not signed in: their browser says what they read."""
    address = reverse("account_request_login_code")
    visit(None).post(address, {"email": charlie.email}, headers={"Accept-Language": "ru"})
    (mail,) = django_mail.outbox

    assert_russian(mail.subject.removeprefix("[Fluxx] "))
    assert_russian(re.sub(r"\b[A-Z0-9]{3,}\b", "", mail.body))


def test_a_page_says_in_what_language_it_is(visit, charlie):
    """No cache gives a page in one language to somebody who reads another."""
    speak("pl")
    mine = visit(charlie).get("/")
    theirs = visit(None).get("/about/", headers={"Accept-Language": "ru"})

    assert ("pl", "ru") == (mine["Content-Language"], theirs["Content-Language"])
    for response in (mine, theirs):
        assert {"Accept-Language", "Cookie"} <= {word.strip() for word in response["Vary"].split(",")}
