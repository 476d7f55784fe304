"""Mails that ask more than one thing, and one reply that answers them all."""

import re
import smtplib
from datetime import timedelta
from html import unescape

import pytest
from django.utils import translation
from django.utils.translation import gettext

from engine.cards import CARDS
from fluxx_site.embedded.mailbox import MailFile
from games.core import access
from games.delivery.dispatch import deliver
from games.inbound.receive import receive
from games.mail import addresses, bundle
from games.mail.compose import compose, compose_bundle, letter_of
from games.models import (
    By,
    Deputy,
    Game,
    Group,
    InboundMail,
    Mode,
    Move,
    MutedGame,
    Notice,
    NoticeChoices,
    NumberedMail,
    Player,
    Question,
    Remark,
    Reply,
    Seat,
)
from games.outbox.kinds import obsolete_reason
from tests.mail.kinds import turn_of_ann
from tests.mail.received import Mail, send
from tests.mail.replying import (
    HANDS,
    answer,
    bring,
    mail_of,
    played,
    result_mail,
    said,
    table,
    tables,
    together,
)
from tests.mail.tables import NOW, store
from tests.pages.kinds import asked_beside

pytestmark = pytest.mark.django_db

DOMAIN = "reply.testserver.localhost"


@pytest.fixture(autouse=True)
def inbound(settings):
    """This site takes mail."""
    settings.INBOUND_DOMAIN = DOMAIN


def test_numbers_run_through_the_whole_mail_and_each_is_there_once():
    """Three games ask for a card: their choices are 1 to 8, and each has its link and its deadline."""
    games = tables("Alpha", "Beta", "Gamma")
    mail = mail_of(*games)
    numbers = re.findall(r"^(\d+)\. ", mail.text, re.MULTILINE)

    assert [*map(str, range(1, 9))] == numbers
    assert [label for hand in HANDS for label in hand] == mail.picks
    assert mail.parsed["Reply-To"].startswith("games+")
    assert len(mail.parsed["Reply-To"].partition("@")[0]) < 64


@pytest.mark.parametrize(
    "text",
    [
        "2, 4, 8",
        "2\n4\n8",
        "8 2 4",
        "Milk\nLove\nThe Rocket",
        "Alpha: 2\nBeta: Love\nGamma: rocket",
        "alpha: play milk\nplay 4\n8. The Rocket (keeper)",
        "Hi\nGamma: 8\nBETA: 4\nAlpha:2\nsay Thanks",
        "Alpha: 2, Beta: Love; Gamma: 8",
    ],
)
def test_one_reply_plays_in_three_games(text):
    """By numbers on one line or on several, by names that one game has, or by the names of the games."""
    games = tables("Alpha", "Beta", "Gamma")
    reply = bring(mail_of(*games), text)

    assert [["milk"], ["love"], ["the-rocket"]] == played(*games), said(reply)


@pytest.mark.parametrize(
    "text",
    [
        "Alpha: 2, Beta: Love 👎",
        "Alpha: 2 👎🏽, Beta: Love",
        "👎 Alpha: 2, Beta: Love",
        "Alpha: 2, Beta: 4?",
        "Alpha: 2; Beta: ~~Love~~",
        "2, 4 🤷\u200d♀\ufe0f",
        "Milk, Love ❌",
    ],
)
def test_a_sign_that_may_say_no_holds_its_whole_line(text):
    """It may be about each of the games that the line names, so that nothing is played in any."""
    games = tables("Alpha", "Beta")
    reply = bring(mail_of(*games), text)

    assert [[], []] == played(*games), said(reply)


def test_what_could_be_meant_in_two_games_is_asked_and_not_played():
    """Both have Bread: the answer names both games, and the lines for the others are played all the same."""
    hands = {"Alpha": ("bread", "milk"), "Beta": ("bread", "love"), "Gamma": ("the-sun", "time")}
    games = [table(name, *hand) for name, hand in hands.items()]
    reply = bring(mail_of(*games), "Bread\n5\nsay hello\nGamma: say hello")

    assert [[], [], ["the-sun"]] == played(*games)
    assert [False, True, True, True] == [done for done, _text in said(reply)]
    assert "“Alpha”, “Beta”" in said(reply)[0][1]
    assert ["hello", "hello"] == list(Remark.objects.values_list("text", flat=True))


def test_a_game_of_which_the_mail_printed_nothing_is_played_only_by_its_name():
    """Gamma has just begun, and Bread is asked there: a bare name doesn't play it, “Gamma: Bread” does."""
    games = [table("Alpha", "milk", "time"), table("Beta", "love", "peace")]
    news = table("Gamma", "bread", "the-sun")
    mail = together(*(game.notice("turn", "ann") for game in games), news.notice("started", "ann"))
    bare = bring(mail, "Bread", name="bare")
    before = played(news)
    bring(mail, "Gamma: Bread", name="named")

    assert [False] == [done for done, _text in said(bare)]
    assert ([[]], [["bread"]]) == (before, played(news))


def test_say_undo_hand_and_pass_want_a_game_where_several_could_be_meant():
    """Nothing is done, and each line says which games there are."""
    games = tables("Alpha", "Beta")
    reply = bring(mail_of(*games), "say hello\nundo\nhand")

    assert [False, False, False] == [done for done, _text in said(reply)]
    assert all("“Alpha”, “Beta”" in text for _done, text in said(reply))
    assert not Remark.objects.exists()


def test_a_bad_line_in_one_game_stops_no_other():
    """99 is no choice, Alpha's line is unknown: Beta and Gamma are played, and each line has its result."""
    games = tables("Alpha", "Beta", "Gamma")
    reply = bring(mail_of(*games), "99\nAlpha: Whatever\nAlpha: 1\nBeta: 5\n8")

    assert [[], ["peace"], ["the-rocket"]] == played(*games)
    assert [False, False, False, True, True] == [done for done, _text in said(reply)]


@pytest.mark.parametrize(
    "text",
    [
        *("Please don't play\n2", "I want to keep\nBread\n4", "Zostawiam\n1", "I need more\nlove"),
        *("No!\n2", "What about\n2\n4", "Not yet\nBeta: say hello\n8"),
    ],
)
def test_below_words_for_no_game_only_a_named_game_is_played(text):
    """They may be about any answer that stands below them, unless it says itself which game it is for."""
    games = tables("Alpha", "Beta", "Gamma")
    reply = bring(mail_of(*games), f"{text}\nGamma: The Rocket")

    assert [[], [], ["the-rocket"]] == played(*games), said(reply)


def test_stop_above_everything_plays_nothing_and_asks_about_all_games():
    """Who wants out means no card below it; a yes to the answer stops the mails about all games."""
    games = tables("Alpha", "Beta")
    reply = bring(mail_of(*games), "STOP\n4\nAlpha: Milk")
    assert [[], []] == played(*games)
    assert [True] == [done for done, _text in said(reply)]

    bring(result_mail(reply), "Yes", name="2")
    assert Mode.OFF == NoticeChoices.objects.get().mode(Group.TURN)


def test_a_request_is_for_the_game_that_its_line_names():
    """“Beta: mute” mutes that game; without a name the player is asked which."""
    games = tables("Alpha", "Beta")
    reply = bring(mail_of(*games), "Beta: mute\nmute\n1\nlanguage: ru")

    assert [games[1].game.pk] == list(MutedGame.objects.values_list("game", flat=True))
    assert [True, True, False, True] == [done for done, _text in said(reply)]
    assert "Which game" in said(reply)[2][1]
    assert [["bread"], []] == played(*games)


def test_a_number_of_another_game_than_the_named_one_is_refused():
    """“Alpha: 4” is not Alpha's: the sentence says whose it is."""
    games = tables("Alpha", "Beta")
    reply = bring(mail_of(*games), "Alpha: 4\n4. Milk")

    assert [[], []] == played(*games)
    assert (False, "4 is a choice in Beta, not in Alpha.") == said(reply)[0]
    assert not said(reply)[1][0]


@pytest.mark.parametrize(
    "text", ["Alpha, Beta: 2", "alpha & beta: 2", "Alpha; Beta: Milk", "Alpha:, Beta: Milk"]
)
def test_one_answer_for_several_games_is_refused(text):
    """Whether it is meant for each of them nobody knows: nothing is played."""
    games = tables("Alpha", "Beta")
    reply = bring(mail_of(*games), text)

    assert [[], []] == played(*games)
    assert [False] * len(said(reply)) == [done for done, _text in said(reply)]


def test_what_is_said_may_name_another_game():
    """After “say” all of the line is said, and nothing of it is played."""
    games = tables("Alpha", "Beta")
    bring(mail_of(*games), "Alpha: say well done, Beta: 4 is mine")

    assert [[], []] == played(*games)
    assert ["well done, Beta: 4 is mine"] == list(Remark.objects.values_list("text", flat=True))


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (("A, B", "B"), "A, B: milk", [["milk"], []]),
        (("A, B", "B"), "A, B: milk, B: love", [[], []]),
        (("A: 1, B", "B"), "A: 1, B: milk", [["milk"], []]),
        (("Nr: B", "Nr"), "Nr: B: milk\nNr: 4", [["milk"], ["love"]]),
        (("2", "3"), "2\n4", [["milk"], ["love"]]),
        (("2", "3"), "2: Bread\n3: say hello", [[], []]),
        (("Same", "Same"), "Same: milk\n4", [[], ["love"]]),
        (("Same", "same "), "Same (1): milk\nSame (2): love", [["milk"], ["love"]]),
        (("Same", "Same"), "Same: 2\nSame: 4", [["milk"], ["love"]]),
        (("say", "undo"), "undo: love\nsay: milk", [["milk"], ["love"]]),
        (("Milk", "Bread"), "Milk: Bread\nBread: 5", [["bread"], ["peace"]]),
        (("<b>x</b>", "“%(count)d”"), "2\n4", [["milk"], ["love"]]),
    ],
)
def test_hostile_names_of_games_play_nothing_else(names, text, expected):
    """Colons, digits, words of commands, titles of cards, and one name twice."""
    games = tables(*names)
    reply = bring(mail_of(*games), text)

    assert expected == played(*games), said(reply)


def test_a_revoked_seat_plays_nothing_and_the_others_do():
    """Each seat's links are revoked alone: its lines are refused with a sentence."""
    games = tables("Alpha", "Beta")
    mail = mail_of(*games)
    Seat.objects.filter(pk=games[0].seats["ann"].pk).update(link_epoch=1)
    reply = bring(mail, "2\n4\nAlpha: hand")

    assert [[], ["love"]] == played(*games)
    assert [False, True, False] == [done for done, _text in said(reply)]


def test_a_seat_that_somebody_else_has_now_plays_nothing_and_shows_nothing():
    """Eve has taken Ann's seat over: her mail doesn't play it, and no name of that hand is suggested."""
    eve = Player.objects.create_user("eve@example.org", name="Eve")
    games = tables("Alpha", "Beta")
    mail = mail_of(*games)
    Seat.objects.filter(pk=games[0].seats["ann"].pk).update(player=eve)
    reply = bring(mail, "2\n4\nAlpha: hand\nAlpha: say hello")

    assert [[], ["love"]] == played(*games)
    assert [False, True, False, False] == [done for done, _text in said(reply)]
    assert "Alpha" not in result_mail(reply).text.partition("== Beta")[2]
    assert "You don’t play in this game any more" in " ".join(result_mail(reply).text.split())


def test_what_is_answered_meanwhile_says_so_and_the_rest_is_played():
    """Alpha's question is closed: number and name are refused, even where Beta has another such choice."""
    games = [table("Alpha", "bread", "milk"), table("Beta", "love", "peace")]
    mail = mail_of(*games)
    first = bring(mail, "1", name="first")
    reply = bring(mail, "2\nMilk\n3", name="second")

    assert (True, False, False, True) == (said(first)[0][0], *(done for done, _text in said(reply)))
    assert [["bread"], ["love"]] == played(*games)


def test_an_old_mail_never_answers_another_question_after_a_restore():
    """The question has another nonce: the line is refused, also by its name, and the other game is played."""
    games = tables("Alpha", "Beta")
    mail = mail_of(*games)
    Question.objects.filter(seat=games[0].seats["ann"]).update(nonce=12345)
    reply = bring(mail, "2\nMilk\n4")

    assert [[], ["love"]] == played(*games)
    assert "the table has changed" in said(reply)[0][1]


def test_a_mail_that_a_restore_has_lost_says_so_and_plays_nothing():
    """Its row is gone, and the next mail has its number: the player is told, once a day."""
    games = tables("Alpha", "Beta")
    mail = mail_of(*games)
    NumberedMail.objects.update(nonce=12345)
    bring(mail, "2, 4")

    assert [[], []] == played(*games)
    assert "lost" == Notice.objects.get(kind="reply").params["not_counted"]


def test_rotated_keys_prove_the_address_as_long_as_they_are_kept(settings):
    """With the old key among the fallbacks the mail plays; without it, nothing happens."""
    games = tables("Alpha", "Beta")
    mail = mail_of(*games)
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another" * 10
    bring(mail, "2", name="forgotten")
    forgotten = played(*games)
    settings.SECRET_KEY_FALLBACKS = [old]
    bring(mail, "4", name="kept")

    assert ([[], []], [[], ["love"]]) == (forgotten, played(*games))


def test_a_forged_address_and_another_sender_play_nothing():
    """Whoever changes a digit, or writes from elsewhere, changes nothing."""
    games = tables("Alpha", "Beta")
    mail = mail_of(*games)
    row = NumberedMail.objects.get()
    address = addresses.make_bundle_address(row)
    bring(mail, "2", sender="mallory@example.org", name="elsewhere")
    for forged in (address.replace("games+", "play+"), address[:-30] + "aaaa" + address[-26:]):
        sent = answer(mail, "2")
        receive(sent.as_bytes(), recipients=[forged])

    assert [[], []] == played(*games)
    assert "not from the address of its player" in InboundMail.objects.values_list("reason", flat=True)


def test_the_result_tells_each_line_and_what_is_asked_now_numbered_through():
    """Its own address answers it: the numbers are those of what each game asks now."""
    games = [table("Alpha", *HANDS[0], rules=["play-2"]), *tables("Beta", "Gamma")]
    reply = bring(mail_of(*games), "1\n99")
    mail = result_mail(reply)
    again = bring(mail, "2, 3\nGamma: love", name="again")

    assert "We did 1 line of your mail, but not the rest." in mail.text
    assert "“1”: You played “Bread”." in mail.text
    assert "We skipped “99”. The mail has no choice 99." in mail.text
    assert ["milk", "time", "bread", "milk", "time", "love", "peace"] == mail.picks
    assert [["bread", "time"], ["bread"], ["love"]] == played(*games), said(again)


def test_the_result_makes_the_mail_of_the_next_question_needless():
    """What it asks is not asked in a mail of its own; what it has not printed is."""
    games = [table("Alpha", *HANDS[0], rules=["play-2"]), *tables("Beta")]
    reply = bring(mail_of(*games), "1")
    Notice.objects.filter(kind="turn").update(status="sent")
    deliver_result = Notice.objects.get(pk=reply.notice_id)
    compose(deliver_result)
    Notice.objects.filter(pk=deliver_result.pk).update(status="sent", sent_at=deliver_result.created_at)
    seat = games[0].seats["ann"]
    question = access.question_of(seat)
    mine = Notice(kind="turn", player=seat.player, game=games[0].game, seat=seat, question=question)
    other = games[1].notice("turn", "ann")
    unprinted = table("Gamma", "bread").notice("turn", "ann")

    assert ["asked in the answer to a mail"] * 2 + [""] == [*map(obsolete_reason, (mine, other, unprinted))]


def test_a_copy_of_a_reply_plays_once():
    """The same mail, brought twice, is one reply with one answer."""
    games = tables("Alpha", "Beta")
    mail = mail_of(*games)
    bring(mail, "2\n4\nAlpha: say hello")
    InboundMail.objects.all().delete()
    bring(mail, "2\n4\nAlpha: say hello")

    assert [["milk"], ["love"]] == played(*games)
    assert (1, 1, 1) == (
        Reply.objects.count(),
        Remark.objects.count(),
        Notice.objects.filter(kind="reply").count(),
    )


def test_a_reply_goes_on_where_a_crash_interrupted_it():
    """The first line was played and not recorded: it is not played again, and the second is."""
    games = tables("Alpha", "Beta")
    mail = mail_of(*games)
    reply = bring(mail, "2\n4")
    Notice.objects.filter(pk=reply.notice_id).delete()
    Reply.objects.update(notice=None, results=[], begun=1)
    InboundMail.objects.all().delete()
    before = Move.objects.filter(by=By.REPLY).count()
    again = bring(mail, "2\n4")

    assert before == Move.objects.filter(by=By.REPLY).count()
    assert [True, True] == [done for done, _text in said(again)]


def test_a_mail_that_is_composed_again_keeps_its_address_and_its_numbers():
    """A game that waits no more leaves its numbers unused; a new one gets new numbers."""
    games = tables("Alpha", "Beta")
    notices = [Notice.objects.get(pk=game.notice("turn", "ann").pk) for game in games]
    told = [(notice, letter_of(notice)) for notice in notices]
    first = compose_bundle(notices[0].player, told)
    new = table("Gamma", "the-sun").notice("turn", "ann")
    new.message_id = notices[0].message_id
    notices[1].message_id = notices[0].message_id
    again = compose_bundle(notices[0].player, [(notices[1], told[1][1]), (new, letter_of(new))])
    bring(Mail(first.message().as_bytes(linesep="\r\n")), "2\n4\n6")

    assert first.reply_to == again.reply_to
    assert "\n4. Love" in again.body
    assert "\n6. The Sun" in again.body
    assert [["milk"], ["love"]] == played(*games)


def test_side_questions_have_numbers_of_their_own_in_the_same_row():
    """Bob's mail asks two things beside the play: the numbers of the second follow those of the first."""
    stored = store(asked_beside())
    notice = stored.notice("beside", "bob")
    asked = letter_of(Notice.objects.get(pk=notice.pk))
    mail = send(notice)
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", mail.text, re.MULTILINE)]

    assert [*range(1, len(numbers) + 1)] == numbers
    assert len(numbers) == sum(
        len(each.choices) for each in (asked.question, *asked.side_questions) if each is not None
    )


def test_a_short_mail_asks_the_same_without_the_history_and_the_table():
    """It is shorter, and can be answered just as well."""
    stored = store(turn_of_ann())
    notice = stored.notice("turn", "ann")
    full = send(notice)
    NoticeChoices.objects.create(player=stored.players["ann"], short=True)
    short = send(notice)

    assert 0.9 * len(full.text) > len(short.text)
    assert full.picks == short.picks
    assert full.parsed["Reply-To"] == short.parsed["Reply-To"]


def test_a_mail_that_has_no_room_names_the_games_and_they_come_in_the_next(smtp, monkeypatch):
    """Of twelve games some have room; the others are linked there, and a second mail asks them."""
    monkeypatch.setattr(bundle, "LARGEST", 22_000)
    games = tables(*(f"Game {number}" for number in range(1, 13)))
    for game in games:
        game.notice("turn", "ann")
    deliver()
    (received,) = smtp.to("ann@example.org")
    mail = Mail(received.raw)
    waiting = Notice.objects.filter(status="waiting")
    left = [notice.game.name for notice in waiting]

    assert 0 < len(left) < 11
    assert all(f"{name}:\nhttp" in mail.text for name in left)
    assert len(mail.html) <= 22_000
    assert len(set(waiting.values_list("message_id", flat=True))) == len(left)
    assert "12 games are waiting for you" in mail.parsed["Subject"]


def test_each_game_has_its_goal_and_its_deadline_and_many_games_are_brief():
    """Two games show the texts of their cards; four have their names with numbers and links, and no more."""
    two = mail_of(*(store(turn_of_ann(), name=name) for name in ("Alpha", "Beta")))
    four = mail_of(*(store(turn_of_ann(), name=name) for name in ("One", "Two", "Three", "Four")))

    for mail, count in ((two, 2), (four, 4)):
        for shown in (mail.text, mail.words):
            assert count == shown.count("The Appliances")
            assert count <= shown.count("18:30")
        assert 5 * count == mail.html.count("?pick=")
    assert "Win with Bread and Cookies" in two.text
    assert "Win with Bread and Cookies" not in four.text
    assert len(four.html) / 4 < len(two.html) / 2


def test_the_mailbox_of_a_site_for_one_answers_such_a_mail_as_well():
    """It offers its form, since the address is one that a person answers."""
    mail = mail_of(*tables("Alpha", "Beta"))

    assert mail.parsed["Reply-To"] == MailFile("a", mail.parsed, NOW).answered_at


def test_a_deputy_plays_by_the_links_of_the_mail_and_not_by_reply():
    """Ann plays a seat for Bob: its number is refused, with a sentence, and her own seat plays."""
    mine = table("Alpha", "bread", "milk")
    his = table("Beta", "love", "peace", player="bob", other="cid")
    ann, days = mine.players["ann"], timedelta(days=3)
    terms = {"accepted_at": NOW, "until": NOW.date() + days, "ends_at": NOW + days}
    Deputy.objects.create(seat=his.seats["bob"], owner=his.players["bob"], player=ann, **terms)
    notices = [mine.notice("turn", "ann"), his.notice("turn", "bob")]
    Notice.objects.filter(pk=notices[1].pk).update(player=ann)
    mail = together(*notices)
    reply = bring(mail, "1\n3\nBeta: say hello")

    assert "/v/" in mail.text
    assert [["bread"], []] == played(mine, his)
    assert [True, False, False] == [done for done, _text in said(reply)]
    assert "for someone else" in said(reply)[1][1]
    assert "for someone else" in " ".join(result_mail(reply).text.split())
    assert not Remark.objects.exists()


def test_nothing_before_the_games_names_a_card_of_a_hand():
    """Subject, first line and preview name none (requirement H10)."""
    mail = mail_of(*tables("Alpha", "Beta", "Gamma"))
    head = mail.parsed["Subject"] + mail.text.partition("==")[0] + mail.words.partition("Alpha")[0]

    assert not [title for title in ("Bread", "Milk", "Love", "Rocket") if title in head]


def answered_in_sight(language: str, names: tuple[str, ...], text: str) -> tuple[Mail, list[str]]:
    """The mail that answers Ann's reply about these games, and what a lock screen shows of it."""
    games = tables(*names)
    asked = mail_of(*games)
    Player.objects.filter(email="ann@example.org").update(language=language)
    mail = result_mail(bring(asked, text))
    preview = unescape(mail.html.partition('class="preheader"')[2].partition("</div>")[0])
    return mail, [mail.parsed["Subject"].lower(), preview.lower(), mail.text[:200].lower()]


def titles_of_hands(language: str) -> list[str]:
    """The titles in HANDS, as a mail in this language has them."""
    with translation.override(language):
        return [gettext(CARDS[name].title).lower() for hand in HANDS for name in hand]


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
@pytest.mark.parametrize(
    "line",
    [
        *("Milk", "milk 👎", "Milk or bread?", "brea?", "mleko?", "хлебом?", "77\nmilk?", "Hi there\npeac"),
        *("A: brea?", "A: Baerd", "A: milk 👎", "B: chleb?"),
    ],
)
def test_h10_an_answer_shows_no_line_that_names_a_card_of_a_hand_in_sight(settings, line, language):
    """Whatever game it was meant for: it stands below the first link of the text, not in the preview."""
    settings.SITE_URL = "https://a.bc"
    mail, in_sight = answered_in_sight(language, ("A", "B"), line)
    named = line.split("\n")[-1]
    text, words = (" ".join(each.split()) for each in (mail.text, mail.words))

    assert not [
        each for each in in_sight for name in (*titles_of_hands(language), named) if name.lower() in each
    ]
    assert text.index("https://") < text.index(named)
    assert named in words


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
@pytest.mark.parametrize("names", [("A",), ("A", "B", "C")])
@pytest.mark.parametrize("line", ["1", "A: hand", "1\n4"])
def test_h10_an_answer_shows_no_choice_in_sight(settings, names, line, language):
    """However short the names and the address of the site are, and whatever is asked next."""
    settings.SITE_URL = "https://a.bc"
    _mail, in_sight = answered_in_sight(language, (*names, "Z"), line)

    assert not [each for each in in_sight for title in titles_of_hands(language) if title in each]


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_h10_an_answer_without_any_question_shows_no_line_in_sight(settings, language):
    """The hands are still there when all has been answered by other mails."""
    settings.SITE_URL = "https://a.bc"
    games = tables("A", "B")
    mail = mail_of(*games)
    Player.objects.filter(email="ann@example.org").update(language=language)
    bring(mail, "1\n4", name="first")
    said = result_mail(bring(mail, "milk 👎", name="second"))

    assert "milk 👎" in said.text
    assert "milk" not in said.text[:200].lower()


def test_an_answer_begins_with_a_line_for_no_game_that_names_no_card():
    """A number that the mail has not gives nothing away."""
    mail, _in_sight = answered_in_sight("en", ("Alpha", "Beta"), "77")

    assert mail.text.index("We skipped “77”.") < mail.text.index("http")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_twelve_games_are_answered_by_one_reply(smtp, start_program, tmp_path):
    """Over real SMTP out and real LMTP in: one mail, one reply of two lines and a remark, one answer."""
    games = tables(*(f"Game {number}" for number in range(1, 13)))
    for game in games:
        game.notice("turn", "ann")
    deliver()
    (received,) = smtp.to("ann@example.org")
    mail = Mail(received.raw)
    row = NumberedMail.objects.get()
    firsts = [game["questions"][0]["first"] for game in row.games]
    lines = (", ".join(map(str, firsts[:7])), " ".join(map(str, firsts[7:])), "Game 3: say Hello from here")
    text = "\n".join(lines)
    sent = answer(mail, text)
    program = start_program(
        "manage", "receive_lmtp", "--listen", f"unix:{tmp_path}/lmtp", INBOUND_DOMAIN=DOMAIN
    )
    program.wait_for_line("Taking mail to")
    with smtplib.LMTP(f"{tmp_path}/lmtp") as server:
        assert {} == server.sendmail("ann@example.org", [sent["To"]], sent.as_bytes())

    assert [[HANDS[place % 3][0]] for place in range(12)] == played(*games)
    assert games[2].game == Remark.objects.get().game
    assert 13 == len([done for done, _text in said(Reply.objects.get()) if done])
    assert 12 == Game.objects.filter(moves__by=By.REPLY).distinct().count()


def test_the_last_answer_of_a_day_says_so(monkeypatch):
    """In several games as in one, right above the link to the page."""
    monkeypatch.setattr("games.inbound.reply_notice.MOST_IN_VAIN", 2)
    mail = mail_of(*tables("Alpha", "Beta"))
    answers = [result_mail(bring(mail, "zebra", name=f"vain-{time}")) for time in (1, 2)]
    said = ["answer more mails like this" in " ".join(each.text.split()) for each in answers]

    assert [False, True] == said
