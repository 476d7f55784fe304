"""Names: what the site calls things in each language, what people may be called, and who looks like whom."""

import unicodedata
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import pgettext

import engine
from fluxx_site.catalogues.files import NO_SENTENCES, read_catalog
from games.core.refusal import Illegal
from games.core.zone_names import read_zone
from games.decks.edit import copy_deck, create_deck
from games.mail.headers import from_address
from games.models import Deck, Game, Seat
from games.models.names import (
    SAID_OF_PEOPLE,
    check_one_line,
    clean_person_name,
    distinct_name,
    mark_reserved,
    skeleton,
    visible_part,
)
from games.models.seat import names_at
from games.pages.common.invite_form import read_invitee, split_pieces
from games.pages.decks.decks_form import read_export
from games.play.start import start_game
from games.seats.invitations import Invitee, accept_invitation, invite
from games.seats.lobby import create_game
from games.seats.membership import take_seat

from .conftest import browser_of, make_player

LANGUAGES = [code for code, _name in settings.LANGUAGES]
JOINED_FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.django_db
def test_play_now_begins_a_game_in_every_language(language):
    """A name of ours is stored as it is written: with plain spaces, which a name may hold."""
    client = Client(headers={"accept-language": language})

    assert client.post(reverse("play_now")).status_code == 302
    game = Game.objects.get()
    with translation.override(language):
        assert game.name == pgettext("stored name", "Against bots")
    assert "\u00a0" not in game.name


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_no_name_that_is_stored_gets_spaces_of_typography(language):
    """They are of one context, which the compiled catalogues leave as it is written."""
    stored = [message for message in read_catalog(language) if message.context == "stored name"]

    assert len(stored) > 3
    for message in stored:
        assert NO_SENTENCES.search(message.context)
        with translation.override(language):
            assert pgettext(message.context, message.id) == message.string
        check_one_line(message.string)


def test_what_is_copied_from_a_page_may_be_entered():
    """Any space is one: pages keep words together by others, and fields make them plain again."""
    check_one_line("Partia z\u00a0botami\u3000\u202f!")

    assert visible_part("Partia z\u00a0botami\n") == "Partia z botami"
    assert read_export('{"name": "Talia\u00a0A", "editions": ["fluxx"]}')[1] == "Talia A"
    assert read_zone("New\u00a0York") == "America/New_York"


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Żółć Ąę",
        "Ann " + JOINED_FAMILY,
        "Ann \N{HEAVY BLACK HEART}\ufe0f\u200d\N{FIRE}",
        "Ann \U0001fa77",  # newer than this Python's Unicode
        "1\ufe0f\u20e3 Bob",
        "علی\u200cرضا",
        "ශ්\u200dරී",
        "น้ำ",
        "שָּׁלוֹם",
        "Nguyễn Thị Ánh",
        "7",
        "愛",
    ],
)
def test_names_of_all_scripts(name):
    """Joined emoji, joiners where a script needs them and marks that a language has are welcome."""
    assert clean_person_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "\u2800",
        "\u115f\u1160",
        "Ann\u034f",
        "Ann\ufe0f",
        "Ann\u200b",
        "Ann\u200c",
        "A\u200dnn",
        "Ann\u202e",
        "A\u00adnn",
        "Ann\U000e0041",
        "Ann\nBcc: x",
        "Ann\u2028x",
        "!!!",
        JOINED_FAMILY,
        "A" + "\u0301" * 4,
        "Z" + "\u0335" * 38,
        "﷽" * 3,  # long once it is spelled out
    ],
)
def test_names_that_nobody_could_read(name):
    """They are refused with a sentence, and one's own stays."""
    with pytest.raises(ValidationError) as refused:
        clean_person_name(name)

    assert refused.value.messages[0].endswith(".")
    assert clean_person_name(name, kept=[name.strip()]) == name.strip()


@pytest.mark.parametrize("message", SAID_OF_PEOPLE)
def test_nobody_is_called_what_the_site_calls_people(message):
    """In no language and no spelling that looks like it: they’re messages, so a new translation counts."""
    for language in LANGUAGES:
        if language != "en":
            translated = [each.string for each in read_catalog(language) if each.id == message]
            assert translated, f"{message!r} is no message any more"
        with translation.override(language):
            name = translation.gettext(message)
        cyrillic = name.translate(str.maketrans("oae", "оае"))
        for spelled in (name, name.upper(), f"({name})", f" {name}.", cyrillic):
            with pytest.raises(ValidationError):
                clean_person_name(spelled)
            assert clean_person_name(spelled, kept=[spelled.strip()]) == spelled.strip()
        assert clean_person_name(f"{name} Max") == f"{name} Max"


@pytest.mark.parametrize(
    "name",
    [
        *("You", "Υou", "Ty", "Тy", "Ты", "ТЫ", "Me", "Ja", "Jа", "Я", "я", "I", "І", "Ⅰ"),
        *("Host", "Ноst", "H0st"),
        *("Gospodarz", "Хозяин стола", "Moderator", "Modеrator", "Модератор", "МОДЕРАТОР", "Bot"),
    ],
)
def test_names_that_the_site_says(name):
    """Confusable letters are folded, as they are between two people."""
    with pytest.raises(ValidationError) as refused:
        clean_person_name(name)

    assert refused.value.messages == ["The site itself uses this name. Choose another one."]


@pytest.mark.parametrize(
    "name", ["L", "1", "l", "J", "Yu", "Tyler", "Jan", "Yan", "Hosta", "Guest", "Youssef"]
)
def test_names_that_only_come_near(name):
    """A letter that looks like “I” is one’s own."""
    assert clean_person_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("http://evil.example", "https://1.2.3.4", "HTTPS://x", "www.evil", "WWW.Evil.Example"),
        *("evil.example/x", "Ann evil.example", "evil．example", "evil․example", "Win at evil.com!"),
        *("пример.рф", "ann@evil.example"),
        *("evil.xn--p1ai", "ftp://a", "1.2/x", "Click:www.a"),
    ],
)
def test_names_that_mails_would_make_links_of(name):
    """The sentence says how to go on writing a dot."""
    with pytest.raises(ValidationError) as refused:
        clean_person_name(name)

    assert refused.value.messages == ["A name can’t contain a web address. Put a space after each dot."]
    assert clean_person_name(name, kept=[name]) == name


@pytest.mark.parametrize(
    "name",
    ["J. R.", "J.R.", "St. Mary", "Dr. Who", "Ann...", "Ann/Bob", "A. B. C.", "R2.D2", "Ann: here", "v1.5"],
)
def test_names_with_dots(name):
    """Initials, titles and numbers are no addresses."""
    assert clean_person_name(name) == name


@pytest.mark.django_db
def test_a_pasted_address_needs_no_name():
    """Mail programs put the address, or what it begins with, where a name belongs."""
    assert read_invitee("ann.lee <ann.lee@players.example>") == Invitee("ann.lee@players.example", "")
    assert read_invitee('"a@players.example" <a@players.example>') == Invitee("a@players.example", "")
    assert read_invitee("Ann Lee <a@players.example>") == Invitee("a@players.example", "Ann Lee")


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("a@x.example b@x.example", ["a@x.example", "b@x.example"]),
        ("Ann a@x.example Bob Lee b@x.example", ["Ann a@x.example", "Bob Lee b@x.example"]),
        ("a@x.example b@x.example, c@x.example\td@x.example", [f"{each}@x.example" for each in "abcd"]),
        ("a@x.example <a@x.example>", ["a@x.example <a@x.example>"]),
        ("a@x.example b@x.example (Bob)", ["a@x.example", "b@x.example (Bob)"]),
    ],
)
def test_addresses_between_blanks_are_people_each(text, pieces):
    """No address is taken for the name of the next one, so nobody is left out."""
    assert pieces == split_pieces(text)


@pytest.mark.parametrize("name", ["You", "Moderator", "www.evil.example", "\u2800!"])
@pytest.mark.django_db
def test_who_has_such_a_name_keeps_it(name):
    """In the account, and as before at new tables too; nobody else gets it by any way to a seat."""
    player, host = make_player("Ann"), make_player("Bob")
    type(player).objects.filter(pk=player.pk).update(name=name)
    player.refresh_from_db()
    client = browser_of(player)
    form = {"name": name, "language": "en", "timezone": "Europe/Warsaw"}
    game = create_game(host=host, name="Friday", seats=4, is_open=True)

    assert client.post(reverse("account"), form).status_code == 302
    assert client.post(reverse("account"), form | {"name": "\u3164"}).status_code == 422
    assert take_seat(game=game, player=player, name=name).name == mark_reserved(name)
    with pytest.raises(Illegal):
        take_seat(game=game, player=make_player("Cid"), name=name)
    with pytest.raises(Illegal):
        invite(game=game, by=host, email="dan@players.example", name=name)


def test_a_name_is_stored_in_one_spelling():
    """By NFKC, with single spaces."""
    assert clean_person_name("\U0001d400nn\u00a0  Ｂob") == "Ann Bob"


@pytest.mark.parametrize(
    "other", ["ann", "Аnn", "A\u0301nn", "Ann\u034f", "Ann\ufe0f", " A n n ", "Αnn", "\U0001d400nn", "Ann."]
)
def test_names_that_look_alike(other):
    """Letters of other alphabets, marks, spaces and what is drawn as nothing tell nobody apart."""
    assert skeleton(other) == skeleton("Ann")
    assert distinct_name("Ann", [other]) == "Ann (2)"
    assert distinct_name("Ann", [other, "Ann (2)"]) == "Ann (3)"
    assert distinct_name("Anna", [other]) == "Anna"


@pytest.mark.parametrize(
    "name",
    ["Аnn", "Αnn", "Ꭺnn", "ꓮnn", "Aոո", "А\u0301nn", "Ann Вob", "Петя Pуpkin", "ᗅnn", "𐊠nn", "Ⲁⲛⲛ", "𐌀", "ᚠ"],
)
def test_a_word_is_of_one_alphabet(name):
    """Of two, most people would see one; of a dead one, boxes. Who is called so already, keeps the name."""
    with pytest.raises(ValidationError) as refused:
        clean_person_name(name)

    assert refused.value.messages == ["Write each word of a name in one alphabet that people use today."]
    assert clean_person_name(name, kept=[name]) == name


@pytest.mark.parametrize(
    "name",
    ["Аня Smith", "田中ken", "はなコ花", "김Ann", "Łukasz O’Neil", "Ольга-Anna", "Աննա", "ᎠᏂ", "Ø7", "Ann Ⅲ"],
)
def test_names_of_several_alphabets(name):
    """Each word may have its own, and Japanese and Korean are written beside Latin."""
    assert clean_person_name(name)


@pytest.mark.parametrize(
    ("name", "other"),
    [("ՍոՏ", "UNS"), ("օհո", "OHN"), ("ᎪᏟᎬ", "ACE"), ("ꭺꮯꭼ", "ace"), ("ꓮꓚꓰ", "ACE"), ("АСЕ", "ACE")],
)
def test_whole_names_that_look_alike(name, other):
    """Whichever alphabet they are written in, somebody else at the table is told from them."""
    assert skeleton(clean_person_name(name)) == skeleton(other)
    assert distinct_name(name, [other]) == f"{name} (2)"


@pytest.mark.parametrize(
    "name",
    [
        "Bob (host)",
        "Bob (Ноst)",
        "Bob · host",
        "Bob — deputy",
        "Bob, bot",
        "Bob [you]",
        "Bob (gospodarz)",
        "Боб (ты)",
    ],
)
def test_nobody_adds_what_the_site_says(name):
    """Pages say beside a name who is host, deputy or bot, and who is you."""
    assert mark_reserved(name) == f"{name} (player)"
    assert mark_reserved(mark_reserved(name)) == f"{name} (player)"


@pytest.mark.parametrize("name", ["Bob (the hostess)", "Ann, again", "Max / Moritz", "Jean-Ty", "Bob (2)"])
def test_what_else_stands_beside_a_name(name):
    """It's one's own."""
    assert mark_reserved(name) == name


def test_both_cases_of_a_letter_look_like_one():
    """Else a name in capitals would be another one. Three Greek letters look like two Latin ones each."""
    letters = [chr(code) for code in (*range(0x391, 0x3CA), *range(0x400, 0x530)) if chr(code).isalpha()]
    differ = {each for each in letters if skeleton(each.upper()) != skeleton(each.lower())}

    assert {unicodedata.normalize("NFD", each)[0].upper() for each in differ} == set("ΗΝΥ")


@pytest.mark.parametrize(
    "name",
    [
        *("Moderator", "moderatоr", "Модератор", "Ann (admin)", "Fluxx by mail", "Former player", "0perator"),
        *("Staff", "Mod", "Moderator1", "Ann Admin 2", "Moderacja", "Сотрудник", "Модерация", "no-reply"),
    ],
)
def test_nobody_sounds_like_the_site(name):
    """Such a name says that it is a player's, once, in the language in which it is entered."""
    assert mark_reserved(name) == f"{name} (player)"
    assert mark_reserved(mark_reserved(name)) == f"{name} (player)"
    assert mark_reserved("Ada Modera") == "Ada Modera"
    assert len(mark_reserved("Moderator " + "x" * 30)) <= 40


def test_the_title_of_the_site_in_every_language_is_reserved():
    """In Polish and Russian as well."""
    with pytest.raises(ValidationError):
        clean_person_name("Fluxx korespondencyjny")
    assert mark_reserved("Fluxx korespondencyjny").endswith("(player)")
    assert mark_reserved("Fluxx по переписке").endswith("(player)")
    assert mark_reserved("Бывший игрок").endswith("(player)")


@pytest.mark.parametrize("at", ["@", "＠", "﹫", "ⓐ"])
def test_no_name_in_from_passes_for_an_address(at):
    """A mailbox would show it in place of the real one."""
    assert from_address(f"ann{at}players.example") == settings.DEFAULT_FROM_EMAIL
    assert "Moderator (player) via" in from_address("Moderator")

    assert from_address("", "Friday") != settings.DEFAULT_FROM_EMAIL
    assert from_address("", f"ann{at}players.example") == settings.DEFAULT_FROM_EMAIL
    assert from_address("", "Moderator") == settings.DEFAULT_FROM_EMAIL

    mail = EmailMessage(policy=SMTP)
    mail["From"] = from_address("Żółta\u00a0Ada " + JOINED_FAMILY)
    assert "\n" not in str(mail["From"])


@pytest.mark.django_db
def test_two_at_one_table_can_be_told_apart():
    """By each way to a seat: as host, by link, by invitation, and bots who are called like nobody there."""
    host, second = make_player("Ann"), make_player("Аnn")
    game = create_game(host=host, name="Friday", seats=5, is_open=True, fill_with_bots=True)
    assert take_seat(game=game, player=second).name == "Аnn (2)"
    third = invite(game=game, by=host, email="third@players.example", name="Ada")
    seat = accept_invitation(invitation=third, name="moderator Max")
    assert seat.name == "moderator Max (player)"
    fourth = make_player("Ада")
    assert take_seat(game=game, player=fourth).name == "Ада"

    game.refresh_from_db()
    start_game(game=game, by=host)
    names = [skeleton(name) for name in names_at(game.seats.all())]
    assert len(names) == len(set(names))
    assert game.seats.get(bot="sensible").name == "Brahms"


@pytest.mark.django_db
def test_a_bot_is_not_copied():
    """Whoever comes to a table where a bot sits isn't called like it, in any language."""
    host = make_player("Ann")
    game = create_game(host=host, name="Friday", seats=3, is_open=True)
    Seat.objects.filter(game=game, number=2).update(bot="sensible", name="Ada", status="taken")

    assert take_seat(game=game, player=make_player("Ада")).name == "Ада (2)"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.django_db
def test_a_copied_deck_has_a_name_in_every_language(language):
    """The words that are added to its name are stored, too."""
    owner = make_player("Ann")
    spec = engine.DeckSpec.of({"editions": ["fluxx"]})
    deck = create_deck(owner=owner, name="A B", spec=spec, visibility=Deck.Visibility.PUBLIC)
    with translation.override(language):
        assert "\u00a0" not in copy_deck(deck=deck, by=owner).name
