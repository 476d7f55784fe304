"""“Did you mean Time? Reply yes.”: what a refusal offers, and what a yes to it does."""

import html
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from games.inbound.receive import receive
from games.models import By, Move, Notice, Player, Question, Reply, Seat
from games.models.seat import Bot
from games.play.answer import answer_question
from games.play.undo import undo
from tests.mail.received import Mail, send
from tests.mail.replying import answer, bring, mail_of, played, result_mail, said, table, tables
from tests.mail.tables import NOW, Stored, store
from tests.pages import kinds as editions
from tests.pages.positions import hand_limits

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("same_picture")]
HAND = ("milk", "time", "chocolate")


@pytest.fixture(autouse=True)
def mail_comes_in(settings):
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"


@pytest.fixture
def later():
    """Let a minute pass: a mail is told from the next by the second in which it was written."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield lambda: traveller.shift(timedelta(minutes=1))


@pytest.fixture
def ask(later) -> Callable[..., Mail]:
    """Answer the mail of Ann's turn with this text, and return the mail that answers that."""

    def run(stored: Stored, text: str = "timr") -> Mail:
        asked = send(stored.notice("turn", "ann"))
        later()
        offering = result_mail(bring(asked, text, name="first"))
        later()
        return offering

    return run


def at_table(language: str = "en") -> Stored:
    stored = table("Alpha", *HAND)
    Player.objects.filter(email="ann@example.org").update(language=language)
    return stored


def one_line(mail: Mail) -> str:
    return " ".join(mail.text.split())


def preview_of(mail: Mail) -> str:
    return html.unescape(mail.html.partition('class="preheader"')[2].partition("</div>")[0])


@pytest.mark.parametrize(
    ("language", "typo", "asks", "yes"),
    [
        ("en", "timr", "Did you mean to play “Time”? Reply “yes”.", "Yes, please!\n\nAnn"),
        ("pl", "czkolda", "Zagrać kartę „Czekolada”? Odpisz „tak”.", "Cześć, tak.\nPozdrawiam\nAnn"),
        ("ru", "шаклад", "Сыграть карту «Шоколад»? Ответь «да».", "Да, пожалуйста"),
    ],
)
def test_yes_plays_what_was_offered(ask, language, typo, asks, yes):
    """The mail asks it before everything else that names a card, and a yes to that mail plays it."""
    stored = at_table(language)
    mail = ask(stored, typo)
    reply = bring(mail, yes, name="yes")

    assert asks in one_line(mail)
    assert one_line(mail).index(asks) < one_line(mail).index("1. ")
    assert asks in mail.words
    assert [[{"en": "time"}.get(language, "chocolate")]] == played(stored)
    assert [True] == [done for done, _text in said(reply)]


def test_it_names_no_card_in_sight(ask):
    """The preview says that something is asked, and the page says what (requirement H10)."""
    mail = ask(at_table())

    assert "We have one question first." in preview_of(mail)
    assert "Time" not in preview_of(mail) + mail.text[:150]


def test_several_cards_are_asked_back_in_words_of_the_deed(later):
    """The verb is confirmed, too: what is discarded is gone."""
    stored = store(hand_limits())
    asked = send(stored.notice("answer", "bob"))
    later()
    mail = result_mail(bring(asked, "milk, jakcpot", sender="bob@example.org", name="first"))
    later()
    bring(mail, "yes", sender="bob@example.org", name="yes")
    move = Move.objects.get(by=By.REPLY)

    assert "Discard “Milk” and “Jackpot!”? Reply “yes”." in one_line(mail)
    assert {"jackpot", "milk"} == set(move.labels)


@pytest.mark.parametrize(
    "text",
    [
        *("yes?", "yes but Bob first", "yes, 2", "yes milk", "yes\nmilk", "ok", "да нет", "sure"),
        *("yes\n\nno, wait", "yes 🤔", "Yes\nundo"),
    ],
)
def test_what_is_no_plain_yes_plays_nothing(ask, text):
    """It is refused with the one thing to write."""
    stored = at_table()
    reply = bring(ask(stored), text, name="yes")

    assert [[]] == played(stored)
    assert [False] == [done for done, _text in said(reply)][:1]
    assert "reply “yes” and nothing else" in said(reply)[0][1]


def test_a_reaction_says_nothing(ask):
    """A thumb in a mail program is no yes."""
    stored = at_table()
    bring(ask(stored), "👍", name="yes")

    assert [[]] == played(stored)
    assert 1 == Reply.objects.count()


def test_no_drops_it_and_asks_again(ask, later):
    """The answer has the question with its numbers, and a yes plays nothing any more."""
    stored = at_table()
    mail = ask(stored)
    declined = bring(mail, "No, thanks", name="no")
    later()
    late = bring(mail, "yes", name="yes")

    assert [[]] == played(stored)
    assert "Nothing was played" in one_line(result_mail(declined))
    assert "1. Chocolate" in one_line(result_mail(declined))
    assert [False] == [done for done, _text in said(late)]
    assert "already said no" in said(late)[0][1]


@pytest.mark.parametrize("text", ["2", "milk"])
def test_a_number_or_a_name_answers_the_question_itself(ask, later, text):
    """A yes that comes later plays nothing."""
    stored = at_table()
    mail = ask(stored)
    bring(mail, text, name="other")
    later()
    late = bring(mail, "yes", name="yes")

    assert [["milk"]] == played(stored)
    assert [False] == [done for done, _text in said(late)]
    assert "already answered" in said(late)[0][1]


def test_only_the_mail_that_offers_takes_a_yes(ask, later):
    """Neither the mail of the turn does, nor the answer to another mistake."""
    stored = at_table()
    asked = send(stored.notice("turn", "ann"))
    ask(stored)
    other = result_mail(bring(asked, "zebra", name="zebra"))
    later()
    replies = [bring(mail, "yes", name=f"yes-{at}") for at, mail in enumerate((asked, other))]

    assert [[]] == played(stored)
    assert [[False], [False]] == [[done for done, _text in said(reply)] for reply in replies]


def test_a_yes_is_never_asked_back(ask, later):
    """What a doubtful yes may mean is not offered."""
    stored = at_table()
    again = result_mail(bring(ask(stored), "yess", name="yess"))
    later()
    reply = bring(again, "yes", name="yes")

    assert [[]] == played(stored)
    assert "Reply “yes”" not in one_line(again)
    assert [False] == [done for done, _text in said(reply)]


def test_copies_play_once(ask, later):
    """The same mail again does nothing, also as a copy with other headers."""
    stored = at_table()
    mail = ask(stored)
    first = bring(mail, "yes", name="yes")
    later()
    copied = answer(mail, "yes", name="yes")
    copied["X-Forwarded"] = "1"
    receive(copied.as_bytes(), recipients=[copied["To"]])
    second = bring(mail, "yes", name="another-yes")

    assert [["time"]] == played(stored)
    assert first != second
    assert [False] == [done for done, _text in said(second)]
    assert 3 == Reply.objects.count()


def test_an_interrupted_yes_goes_on_where_it_was(ask):
    """After a crash between the move and its result, the same mail tells the move, and makes none."""
    stored = at_table()
    mail = ask(stored)
    reply = bring(mail, "yes", name="yes")
    assert reply is not None
    Notice.objects.filter(pk=reply.notice_id).delete()
    Reply.objects.filter(pk=reply.pk).update(results=[], notice=None)
    sent = answer(mail, "yes", name="yes")
    sent["X-Again"] = "1"
    receive(sent.as_bytes(), recipients=[sent["To"]])

    assert [["time"]] == played(stored)


def test_it_lapses_with_its_question(ask, later):
    """Answered on the page, and also after that was taken back: another question is asked then."""
    stored = table("Alpha", *HAND, rules=["play-3"])
    mail = ask(stored)
    question = stored.question("ann")
    seat = stored.seats["ann"].pk
    answer_question(seat=seat, number=question.number, labels=["milk"], by=By.PAGE)
    late = bring(mail, "yes", name="late")
    later()
    undo(seat=seat)
    undone = bring(mail, "yes", name="undone")

    assert [[]] == played(stored)
    assert [False, False] == [done for reply in (late, undone) for done, _text in said(reply)]


def test_it_lapses_where_a_backup_was_restored(ask):
    """Another question has its number then."""
    stored = at_table()
    mail = ask(stored)
    Question.objects.filter(pk=stored.question("ann").pk).update(nonce=12345)
    reply = bring(mail, "yes", name="yes")

    assert [[]] == played(stored)
    assert [False] == [done for done, _text in said(reply)]
    assert "since this mail was sent" in said(reply)[0][1]


def test_it_lapses_where_the_backup_has_no_such_reply(ask):
    """A yes is a line like any other then."""
    stored = at_table()
    mail = ask(stored)
    Reply.objects.all().delete()
    reply = bring(mail, "yes", name="yes")

    assert [[]] == played(stored)
    assert [False] == [done for done, _text in said(reply)]


def test_a_choice_that_is_gone_plays_nothing(ask):
    """The rules decide, as they do for every answer."""
    stored = at_table()
    mail = ask(stored)
    offering = Reply.objects.get()
    offering.results[0]["offer"] = ["love"]
    offering.save()
    reply = bring(mail, "yes", name="yes")

    assert [[]] == played(stored)
    assert [False] == [done for done, _text in said(reply)]


def test_nobody_else_says_yes(ask):
    """Bob has got hold of the mail; a bot has Ann's seat."""
    stored = at_table()
    mail = ask(stored)
    bring(mail, "yes", name="bob", sender="bob@example.org")
    bobs = played(stored)
    left = {"player": None, "status": Seat.Status.LEFT, "bot": Bot.SENSIBLE}
    Seat.objects.filter(pk=stored.seats["ann"].pk).update(**left)
    bring(mail, "yes", name="left")

    assert [[]] == bobs == played(stored)


def test_a_mail_of_the_same_second_takes_no_yes(later):
    """Two mails have one address then: the one that is referred to counts, and without that none."""
    stored = at_table()
    asked = send(stored.notice("turn", "ann"))  # written in the second in which the answer is
    mail = result_mail(bring(asked, "timr", name="first"))
    for reference in (asked.parsed["Message-ID"], "<replaced@provider.example>"):
        sent = answer(mail, "yes", name=reference[1:9])
        sent.replace_header("In-Reply-To", reference)
        receive(sent.as_bytes(), recipients=[sent["To"]])
    before = played(stored)
    bring(mail, "yes", name="yes")

    assert asked.parsed["Reply-To"] == mail.parsed["Reply-To"]
    assert [[]] == before
    assert [["time"]] == played(stored)


def test_a_provider_may_replace_the_message_id(ask):
    """The address alone says which mail is answered."""
    stored = at_table()
    sent = answer(ask(stored), "yes", name="yes")
    sent.replace_header("In-Reply-To", "<replaced@provider.example>")
    receive(sent.as_bytes(), recipients=[sent["To"]])

    assert [["time"]] == played(stored)


@pytest.mark.parametrize("text", ["no", "yes"])
def test_in_a_window_yes_and_no_are_about_what_the_mail_offers(later, text):
    """“Do you object?” may be answered so, too: only the address tells the two apart."""
    stored = store(editions.window())
    asked = send(stored.notice("answer", "bob"))
    later()
    mail = result_mail(bring(asked, "canseled plans", sender="bob@example.org", name="first"))
    later()
    bring(mail, text, sender="bob@example.org", name="yes")
    moves = [move.labels for move in Move.objects.filter(by=By.REPLY)]

    assert "Did you mean to play “Canceled Plans”? Reply “yes”." in one_line(mail)
    assert ([["canceled-plans"]] if text == "yes" else []) == moves


@pytest.mark.parametrize(
    "text",
    ["x" * 5000, "yes" * 1000, "yes\x00", "\u202eyes", "yes\n" * 30, "<b>yes</b>", "yes\n" + "a\n" * 4000],
)
def test_hostile_texts_play_nothing(ask, text):
    """Whatever else stands beside the yes."""
    stored = at_table()
    bring(ask(stored), text, name="hostile")

    assert played(stored) in ([[]], [["time"]])
    assert played(stored) == [[]] or text in ("yes\x00", "\u202eyes")


def test_of_several_games_a_yes_plays_in_the_one_that_is_asked_about(later):
    """The mail names the game, and has an address of its own."""
    games = tables("Alpha", "Beta")
    asked = mail_of(*games)
    later()
    first = bring(asked, "Beta: peacx", name="first")
    mail = result_mail(first)
    later()
    elsewhere = bring(asked, "yes", name="elsewhere")
    reply = bring(mail, "yes", name="yes")

    assert "Beta: Did you mean to play “Peace”? Reply “yes”." in one_line(mail)
    assert [False] == [done for done, _text in said(elsewhere)]
    assert [[], ["peace"]] == played(*games)
    assert [True] == [done for done, _text in said(reply)]


def test_of_several_games_without_a_name(later):
    """Where one game alone has a choice that is spelled alike, that one is asked about."""
    games = tables("Alpha", "Beta")
    asked = mail_of(*games)
    later()
    mail = result_mail(bring(asked, "peacx", name="first"))
    later()
    bring(mail, "tak", name="yes")

    assert [[], ["peace"]] == played(*games)


def test_of_several_games_no_drops_it(later):
    """And the others are not touched."""
    games = tables("Alpha", "Beta")
    asked = mail_of(*games)
    later()
    mail = result_mail(bring(asked, "1\nBeta: peacx", name="first"))
    later()
    bring(mail, "no", name="no")
    later()
    late = bring(mail, "yes", name="yes")

    assert [["bread"], []] == played(*games)
    assert "already said no" in said(late)[0][1]


def test_nothing_is_offered_beside_what_has_to_be_confirmed(ask, later):
    """A yes would answer two questions."""
    stored = at_table()
    mail = ask(stored, "timr\nleave")
    later()
    bring(mail, "no", name="no")

    assert "Did you mean to play" not in one_line(mail)
    assert [[]] == played(stored)
