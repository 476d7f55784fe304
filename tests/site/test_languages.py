"""Players of three languages at one table: each reads and answers in their own."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext, pgettext

import engine
from games.core import access
from games.core.tokens import make_invitation_token
from games.delivery.channels import brief
from games.history import game_history
from games.inbound.play_reply import play_reply
from games.mail.compose import compose
from games.models import By, Game, Move, Notice, Player, Reply
from games.people.feeds import renew_feeds
from games.play.answer import answer_question
from games.seats.invitations import invite
from games.seats.lobby import create_game
from tests.mail.received import Mail, send
from tests.support.forms import find_form
from tests.support.languages import assert_russian

from .conftest import make_player
from .play import advice, options, question_to, seat_of

pytestmark = pytest.mark.django_db

WORD = "a word of a reply; several with commas"


@pytest.fixture(autouse=True)
def inbound(settings):
    """This site takes mail."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"


@pytest.fixture
def people(db) -> dict[str, Player]:
    """Ala reads Polish, Boris Russian, Ann English."""
    return {
        "pl": make_player("Ala", language="pl"),
        "ru": make_player("Boris", language="ru"),
        "en": make_player("Ann", language="en"),
    }


@pytest.fixture
def game(people, start) -> Game:
    """A game of the three, in which it is the turn of Ala."""
    return start(*people.values())


def answer(game: Game, player: Player, labels: tuple[str, ...]) -> Move:
    """Answer on the page."""
    seat, number = seat_of(game, player).pk, question_to(game, player).number
    return answer_question(seat=seat, number=number, labels=labels, by=By.PAGE).move


def reply(game: Game, player: Player, text: str) -> Reply:
    """Answer the mail of the question that is open to a player."""
    seat = seat_of(game, player)
    row = access.question_of(seat)
    told = play_reply(
        seat=seat,
        text=text,
        received_at=datetime(2026, 11, 21, tzinfo=UTC),
        message_id=f"<{text[:20]}{Reply.objects.count()}@players.example>",
        question=row.number if row else None,
    )
    assert told is not None
    return told


def answer_mail(told: Reply) -> Mail:
    """The mail with which the site answers a reply."""
    return Mail(compose(Notice.objects.get(pk=told.notice_id)).message().as_bytes(linesep="\r\n"))


def unlike_any_other(game: Game, player: Player) -> str:
    """The label of a card to be played that no other card of the hand is named like."""
    labels = options(question_to(game, player))
    return next(label for label in labels if engine.read_option(label).card and "#" not in label)


def in_words(label: str, language: str, game: Game) -> str:
    """What a reader of a language calls a choice."""
    with translation.override(language):
        return engine.text.option(
            engine.read_option(label), engine.cards_of(game.edition), access.names(game), gettext
        )


def come_to(game: Game, player: Player) -> None:
    """Play on until it is the turn of this player, who is asked what to play."""
    for _turn in range(60):
        for other in Player.objects.filter(seats__game=game):
            question = access.question_of(seat_of(game, other))
            if question is None:
                continue
            if other == player and question.what == "play":
                return
            answer(game, other, advice(question))
            break
    raise AssertionError("nobody came to play")


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_each_gets_mails_in_their_own_language(language, people, game):
    """The mail about one's turn is in one's own language, whoever has moved before."""
    come_to(game, people[language])
    with translation.override("ru" if language == "en" else "en"):
        mail = send(Notice.objects.filter(player=people[language], question__closed_at=None).latest("pk"))
    with translation.override(language):
        asked = gettext("Your turn, %(name)s: play a card.") % {"name": people[language].name}

    assert f'<html lang="{language}"' in mail.html
    assert asked in mail.text
    assert asked in mail.html


@pytest.mark.parametrize("language", ["pl", "ru"])
def test_a_card_is_played_by_its_name_in_one_s_own_language(language, people, game):
    """The title of a card as the reader's mail prints it plays the card; the answer is in that language."""
    player = people[language]
    come_to(game, player)
    label = unlike_any_other(game, player)
    told = reply(game, player, in_words(label, language, game))
    move = Move.objects.filter(game=game, seat=seat_of(game, player), by="reply").get()

    assert [True] == [each["done"] for each in told.results]
    assert [label] == move.labels
    assert f'<html lang="{language}"' in answer_mail(told).html
    if language == "ru":
        assert_russian(answer_mail(told).text.replace("Ala", "").replace("Boris", ""))


def test_a_card_may_go_by_its_name_in_any_language(people, game):
    """A Polish player may write what the card is called in English or in Russian."""
    come_to(game, people["pl"])
    label = unlike_any_other(game, people["pl"])
    told = reply(game, people["pl"], in_words(label, "ru", game))

    assert [True] == [each["done"] for each in told.results]


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_a_verb_before_the_name_of_a_card(language, people, game):
    """Whoever writes “play” before the name of a card, in their own language, is understood."""
    come_to(game, people[language])
    label = unlike_any_other(game, people[language])
    with translation.override(language):
        verb = pgettext("words of a reply, with commas", "play, choose, discard").partition(",")[0]
    told = reply(game, people[language], f"{verb.title()} {in_words(label, language, game)}")

    assert [True] == [each["done"] for each in told.results]


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
@pytest.mark.parametrize("word", ["help", "hand"])
def test_a_command_in_one_s_own_language(word, language, people, game):
    """Help and hand are asked for by a word of the player's language, and by the English one as well."""
    with translation.override(language):
        theirs = pgettext(WORD, word).partition(",")[0]
    told = [reply(game, people[language], each) for each in (theirs.upper(), word)]

    assert [True, True] == [getattr(each, f"wants_{word}") for each in told]


def test_something_is_said_in_one_s_own_language(people, game):
    """The word for saying something is of the player's language; what is said stays as it is."""
    with translation.override("ru"):
        say = pgettext(WORD, "say").partition(",")[0]
    reply(game, people["ru"], f"{say} Привет, Ala!")

    assert ["Привет, Ala!"] == list(game.remarks.values_list("text", flat=True))


def test_what_is_not_understood_is_said_in_one_s_own_language(people, game):
    """Why a line was not done reads in the language of who wrote it."""
    told = reply(game, people["ru"], "зжщ зжщ зжщ")

    assert [False] == [each["done"] for each in told.results]
    assert_russian(" ".join(each["text"] for each in told.results))


def test_a_sentence_of_a_channel_is_in_its_player_s_language(people, game):
    """Devices and webhooks are told in the language of whom they belong to."""
    come_to(game, people["ru"])
    notice = Notice.objects.filter(player=people["ru"]).latest("pk")
    with translation.override("pl"):
        told = [brief.brief_of(notice, people["ru"]), brief.brief_of_test(people["ru"], notice.created_at)]

    assert_russian(" ".join(each.whole for each in told))


@pytest.mark.parametrize("feed", ["deadlines.ics", "turns.atom"])
def test_a_feed_is_in_its_player_s_language(feed, people, game):
    """Calendars and readers bring no cookie: the feed speaks the language of its owner."""
    come_to(game, people["ru"])
    secret = renew_feeds(player=people["ru"])
    body = Client().get(f"/f/{secret}/{feed}", headers={"Accept-Language": "pl"}).content.decode()
    with translation.override("ru"):
        turn = gettext("It’s your turn")

    assert turn.casefold() in body.replace("\r\n ", "").casefold()


def test_the_history_is_told_in_the_language_of_who_reads_it(people, game):
    """What has happened is stored as data: each reads it in their own words, and nobody in another's."""
    come_to(game, people["en"])
    told = {}
    for language, player in people.items():
        with translation.override(language):
            told[language] = [line.text for line in game_history.history_lines(game, seat_of(game, player))]

    assert len(told["en"]) == len(told["pl"]) == len(told["ru"])
    assert_russian(" ".join(told["ru"]).replace("Ala", "").replace("Boris", ""))


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_a_guest_goes_on_in_the_language_of_the_invitation(language, people):
    """Who takes a seat without an account gets mails in the language that their browser asks for."""
    game = create_game(host=people["en"], name="Friday game", seats=2)
    invitation = invite(game=game, by=people["en"], email="dee@example.org", name="Dee")
    client = Client(headers={"Accept-Language": language})
    page = client.get(f"/i/{make_invitation_token(invitation)}/", follow=True).content.decode()
    form = find_form(page, f"/t/{game.key}/invitation/", "/invitation/")
    client.post(form.action, form.fields | {"accept": "1"})

    assert language == Player.objects.get(email="dee@example.org").language
