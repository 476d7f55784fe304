"""What a reply may ask for besides cards, by real mails in three languages (decision 87)."""

import re
from datetime import date

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

import engine
from games import clock
from games.core.zone_names import read_zone
from games.inbound.receive import receive
from games.mail.compose import compose
from games.models import (
    Ballot,
    Group,
    Mode,
    MutedGame,
    Notice,
    NoticeChoices,
    Player,
    Reply,
    Seat,
    Vacation,
    Vote,
)
from games.orders.turn_orders import PlanLine
from games.play import consent, silence, votes
from games.play.set_turn_orders import read_turn_orders
from games.replies import requests, vocabulary
from games.replies.commands import normalized
from games.replies.help_texts import request_lines
from games.replies.known_words import KnownWords
from games.replies.request_dates import UnclearDates, read_days
from games.replies.request_words import ALONE, NO, WITH_MORE, YES, RequestKind
from tests.mail.received import Mail
from tests.mail.replying import answer, bring, mail_of, played, result_mail, said, table
from tests.mail.tables import NOW, Stored

DOMAIN = "reply.testserver.localhost"


@pytest.fixture(autouse=True)
def mail_comes_in(settings):
    settings.INBOUND_DOMAIN = DOMAIN


@pytest.fixture
def friday(db) -> Stored:
    return table("Friday game", "bread", "milk", "time")


def words_of(rows: tuple[str, ...]) -> list[str]:
    return [normalized(word) for row in rows for word in row.split("|")]


def read_in(game: Stored, language: str) -> None:
    Player.objects.filter(email="ann@example.org").update(language=language)
    game.players["ann"].refresh_from_db()


def one(reply: Reply | None) -> str:
    """The sentence about the only line of a reply, which was done."""
    ((done, text),) = said(reply)
    assert done, text
    return text


STATUS = [("en", "status"), ("pl", "Stan gry"), ("ru", "статус, пожалуйста")]


@pytest.mark.parametrize(("language", "line"), STATUS)
def test_status_says_whose_turn_it_is_and_names_no_card(friday, language, line):
    """“status” is answered with who plays and for whom the game waits; no card is played."""
    read_in(friday, language)
    text = one(bring(mail_of(friday), line))

    assert "Bob" in text
    assert not any(title in text for title in ("Bread", "Milk", "Peace", "Love"))
    assert [[]] == played(friday)


@pytest.mark.parametrize("line", ["history", "Ostatnie ruchy", "История!"])
def test_history_shows_the_last_moves(friday, line):
    """The answer to “history” has the last moves, whether the mail is about one game or several."""
    reply = bring(mail_of(friday), "milk")
    assert [["milk"]] == played(friday)
    asked = letter(friday.notice("started", "ann"))
    for place, mail in enumerate((asked, result_mail(reply))):
        reply = bring(mail, line, name=f"h{place}")
        assert one(reply)
        assert "“Milk”" in result_mail(reply).text


def test_requests_stand_beside_answers(friday):
    """A card is played, and what else is asked for is done."""
    reply = bring(mail_of(friday), "Hello,\nmilk\nstatus\nThanks\nAnn")

    assert [True, True] == [done for done, _text in said(reply)]
    assert [["milk"]] == played(friday)


@pytest.mark.parametrize(
    "line",
    [
        "What is the status of your health?",
        "my vacation was lovely",
        "I lost my history book",
        "stop it",
        "mute that please no",
    ],
)
def test_prose_asks_for_nothing(friday, line):
    """A request stands alone on its line; a sentence is refused as before."""
    ((done, _text),) = said(bring(mail_of(friday), line))

    assert not done
    assert not MutedGame.objects.exists()
    assert not Vacation.objects.exists()


def test_a_title_is_no_request(db):
    """In the deck of a table the title of a card means the card, whatever else the word could ask for."""
    game = table("Friday game", "time", "milk")
    assert requests.find_requests("status", KnownWords()).commands
    assert not requests.find_requests("status", KnownWords(titles={"status"})).commands
    assert "status" == requests.find_requests("status", KnownWords(titles={"status"})).rest
    assert one(bring(mail_of(game), "time"))
    assert [["time"]] == played(game)


VACATIONS = [
    ("en", "vacation 3 to 10 December"),
    ("en", "Holiday 2026-12-03 to 2026-12-10"),
    ("pl", "urlop od 3 do 10 grudnia"),
    ("ru", "отпуск с 3 по 10 декабря"),
    ("ru", "Отпуск 03.12–10.12.2026"),
]


@pytest.mark.parametrize(("language", "line"), VACATIONS)
def test_a_vacation_by_its_days(friday, language, line):
    """The days are those that were written, and the answer repeats them."""
    read_in(friday, language)
    text = one(bring(mail_of(friday), line))

    away = Vacation.objects.get()
    assert (date(2026, 12, 3), date(2026, 12, 10)) == (away.first_day, away.last_day)
    assert "3" in text
    assert "10" in text


@pytest.mark.parametrize("line", ["vacation 12/3 to 12/10", "vacation", "urlop do lata", "отпуск 30 февраля"])
def test_unclear_days_are_refused_with_an_example(friday, line):
    """What could be two days, or is none, begins no vacation."""
    ((done, text),) = said(bring(mail_of(friday), line))

    assert not done
    assert "vacation 3 to 10 August" in text
    assert not Vacation.objects.exists()


@pytest.mark.parametrize("line", ["I'm back", "Wróciłam!", "я вернулся"])
def test_coming_back_ends_the_vacation(friday, line):
    """One line ends it, and is refused where there is none."""
    reply = bring(mail_of(friday), "vacation until 30 November")
    assert Vacation.objects.filter(ends_at__gt=NOW).exists()
    reply = bring(result_mail(reply), line, name="2")
    assert one(reply)
    assert not Vacation.objects.filter(ends_at__gt=clock.now()).exists()

    ((done, _text),) = said(bring(result_mail(reply), line, name="3"))
    assert not done


@pytest.mark.parametrize("line", ["I'm back", "Wróciłam!", "я вернулся"])
def test_who_is_back_keeps_the_next_vacation(friday, line):
    """Only the words for it cancel one that has not begun."""
    reply = bring(mail_of(friday), "vacation 3 to 10 December")
    ((done, _text),) = said(bring(result_mail(reply), line, name="2"))
    assert not done
    assert Vacation.objects.filter(ends_at__gt=NOW).exists()

    assert one(bring(result_mail(reply), "cancel vacation", name="3"))
    assert not Vacation.objects.filter(ends_at__gt=clock.now()).exists()


def test_language_and_zone(friday):
    """The answer to a request for another language is written in it."""
    assert "po polsku" in one(bring(mail_of(friday), "język: polski"))
    reply = bring(mail_of(friday), "strefa czasowa Nowy Jork", name="2")
    assert one(reply)
    ann = Player.objects.get(email="ann@example.org")
    assert ("pl", "America/New_York") == (ann.language, ann.timezone)
    assert one(bring(mail_of(friday), "по-английски", name="3"))
    ann.refresh_from_db()
    assert "en" == ann.language


@pytest.mark.parametrize(
    ("off", "on"),
    [("mute", "unmute"), ("Wycisz grę", "cofnij wyciszenie"), ("заглушить", "вернуть уведомления")],
)
def test_muting_a_game(friday, off, on):
    """It is muted, and heard again."""
    assert one(bring(mail_of(friday), off))
    assert MutedGame.objects.filter(game=friday.game, player=friday.players["ann"]).exists()
    assert one(bring(mail_of(friday), on, name="2"))
    assert not MutedGame.objects.exists()


def test_talk_and_bundles(friday):
    """Mentions are switched off and on, games share mails or don't."""
    for number, (line, expected) in enumerate(
        [
            ("mute chat", (Mode.OFF, True)),
            ("włącz czat", (Mode.QUIET, True)),
            ("one by one", (Mode.QUIET, False)),
            ("вместе", (Mode.QUIET, True)),
        ]
    ):
        assert one(bring(mail_of(friday), line, name=str(number)))
        choices = NoticeChoices.objects.get(player=friday.players["ann"])
        assert (expected[0] == Mode.OFF, expected[1]) == (
            choices.mode(Group.TALK) == Mode.OFF,
            choices.together,
        )


@pytest.mark.parametrize(
    ("line", "yes"),
    [("leave the game", "yes"), ("Wychodzę z gry", "Tak"), ("Выйти из игры", "да, пожалуйста")],
)
def test_leaving_is_asked_back(friday, line, yes):
    """Nobody leaves by one mail: a yes to the mail that asks does it, and is confirmed."""
    reply = bring(mail_of(friday), line)
    asked = result_mail(reply)
    assert one(reply)
    assert Seat.objects.get(pk=friday.seats["ann"].pk).is_taken

    left = bring(asked, yes, name="2")
    assert one(left)
    assert not Seat.objects.get(pk=friday.seats["ann"].pk).is_taken
    assert friday.game.name in result_mail(left).text
    assert [[]] == played(friday)


@pytest.mark.parametrize(
    "line", ["STOP", "Cancel", "unsubscribe me please", "Wypisz mnie", "Отписаться", "Стоп!"]
)
def test_words_of_who_wants_out_are_asked_back(db, line):
    """They stop mails only after a yes, and play no card, be it called Stop That!"""
    game = table("Friday game", "bread", "milk")
    reply = bring(mail_of(game), f"{line}\nbread")
    assert one(reply)
    assert not MutedGame.objects.exists()
    assert [[]] == played(game)

    assert one(bring(result_mail(reply), "yes", name="2"))
    assert MutedGame.objects.exists()


def test_a_no_to_an_offer_keeps_all(friday):
    """A no changes nothing, and a yes to another mail than that of the offer is none."""
    reply = bring(mail_of(friday), "leave the game")
    assert one(bring(result_mail(reply), "no", name="2"))
    ((done, _text),) = said(bring(mail_of(friday), "yes", name="3"))
    assert not done

    assert Seat.objects.get(pk=friday.seats["ann"].pk).is_taken


@pytest.mark.parametrize("text", ["ok", "ok\n2", "yes\nmilk", "yes, but later", "sure"])
def test_only_a_plain_yes_and_nothing_else_leaves(friday, text):
    """What can't be undone takes the printed word alone."""
    reply = bring(mail_of(friday), "leave the game")
    bring(result_mail(reply), text, name="2")

    assert Seat.objects.get(pk=friday.seats["ann"].pk).is_taken


@pytest.mark.parametrize("line", ["take back", "cofnij turę", "вернуть ход"])
def test_taking_back_below_an_answer_plays_nothing(friday, line):
    """It may be about the card above it."""
    bring(mail_of(friday), f"milk\n{line}")

    assert [[]] == played(friday)
    assert not Vote.objects.exists()


def test_below_an_answer_a_word_of_who_wants_out_holds_it(friday):
    """“stop” below a card may take it back, so neither is done."""
    ((one_done, _), (other_done, _)) = said(bring(mail_of(friday), "milk\nstop"))

    assert (False, False) == (one_done, other_done)
    assert [[]] == played(friday)


def test_a_plan_for_the_next_turn(friday):
    """Titles in their order are the plan, in any language; an unknown one changes nothing."""
    waiting = table("Other game", "love", player="bob", other="ann")
    mail = letter(waiting.notice("started", "ann"))
    assert one(bring(mail, "plan: milk, хлеб"))
    seat = waiting.seats["ann"]
    assert (PlanLine("milk"), PlanLine("bread")) == read_turn_orders(seat).plan.lines
    ((done, text),) = said(bring(mail, "plan: milk, breadcrumbs", name="2"))
    assert not done
    assert "breadcrumbs" in text
    assert one(bring(mail, "план: ничего", name="3"))
    assert () == read_turn_orders(seat).plan.lines

    ((done, _text),) = said(bring(mail_of(friday), "plan: milk", name="4"))
    assert not done
    assert [[]] == played(friday)


def test_the_only_card_is_played_from_now_on(friday):
    """In any language, and taken back; what plays a card now is not read as an order."""
    waiting = table("Other game", "love", player="bob", other="ann")
    mail, seat = letter(waiting.notice("started", "ann")), waiting.seats["ann"]
    assert one(bring(mail, "Always play my only card, please."))
    assert read_turn_orders(seat).only_choice
    assert one(bring(mail, "Pytaj mnie o moją jedyną kartę", name="2"))
    assert not read_turn_orders(seat).only_choice
    assert one(bring(mail, "Всегда играй мою единственную карту", name="3"))
    assert read_turn_orders(seat).only_choice

    bring(mail_of(friday), "play my only card", name="4")
    assert not read_turn_orders(friday.seats["ann"]).only_choice


@pytest.mark.parametrize("line", ["more time", "Więcej czasu, proszę", "Больше времени"])
def test_more_time_says_what_is_left(friday, line):
    """Nobody takes time themselves; the refusal names what they can do, and no card Time is played."""
    ((done, text),) = said(bring(mail_of(friday), line))

    assert not done
    assert "3" in text
    assert [[]] == played(friday)


def test_pausing_asks_the_others(friday):
    """A pause for some days is asked for, with the days in the line."""
    assert one(bring(mail_of(friday), "pauza 3 dni"))

    assert 3 == Vote.objects.get(kind=Vote.Kind.PAUSE).days


@pytest.mark.parametrize(
    ("line", "days"), [("pace 7 days", 7), ("Tempo: 1 dzień", 1), ("темп без таймера", 0)]
)
def test_another_pace_is_suggested_to_the_others(friday, line, days):
    """With the days of a turn in the line; one that there is not is refused in words."""
    ((done, text),) = said(bring(mail_of(friday), "pace 2 days", name="no"))
    assert (done, "pace 1 day" in text) == (False, False)
    assert one(bring(mail_of(friday), line))

    assert days == Vote.objects.get(kind=Vote.Kind.PACE).days


def letter(notice: Notice) -> Mail:
    """The mail of one notice, which is about one game."""
    return Mail(compose(notice).message().as_bytes(linesep="\r\n"))


def vote_mail(game: Stored, kind: str, name: str, **words) -> tuple[Vote, Mail]:
    vote = votes.do_open(game.game, game.seats["bob"], kind, **words)
    if kind == Vote.Kind.PACE:
        Vote.objects.filter(pk=vote.pk).update(days=7)
    notice = game.notice(
        {Vote.Kind.SILENCE: "vote", Vote.Kind.PAUSE: "vote"}.get(kind, kind), name, vote=vote.pk
    )
    return vote, letter(notice)


@pytest.fixture
def three(db) -> Stored:
    return table("Friday game", "bread", "milk", "time", carol=3)


SILENCE = [
    ("en", "2", "bot"),
    ("en", "More time.", "more-time"),
    ("pl", "Więcej czasu", "more-time"),
    ("pl", "niech gra bot", "bot"),
    ("ru", "Закончить игру", "end"),
    ("ru", "3.", "replace"),
]


@pytest.mark.parametrize(("language", "line", "choice"), SILENCE)
def test_a_vote_by_number_or_word(three, language, line, choice):
    """The mail about a silent player prints numbers, and a reply with one of them, or its word, votes."""
    read_in(three, language)
    vote, mail = vote_mail(three, Vote.Kind.SILENCE, "ann", choices=silence.CHOICES)
    assert "2. " in mail.text
    assert one(bring(mail, line))

    assert choice == Ballot.objects.get(vote=vote, seat=three.seats["ann"]).choice
    assert [[]] == played(three)


@pytest.mark.parametrize("line", ["7", "bread", "yes or no", "2?", "not 2"])
def test_what_is_no_vote_says_how_to_vote(three, line):
    """Neither a card nor a wrong number votes; the refusal lists the choices."""
    vote, mail = vote_mail(three, Vote.Kind.SILENCE, "ann", choices=silence.CHOICES)
    ((done, text),) = said(bring(mail, line))

    assert not done
    assert "4 –" in text
    assert not vote.ballots.exists()
    assert [[]] == played(three)


AGREED = [
    ("en", "yes", True),
    ("en", "1", True),
    ("en", "I agree", True),
    ("en", "No", False),
    ("en", "2", False),
    ("pl", "Tak, zgoda!", True),
    ("pl", "nie zgadzam się", False),
    ("ru", "Да", True),
    ("ru", "я против", False),
]


@pytest.mark.parametrize("kind", [Vote.Kind.PAUSE, Vote.Kind.TAKEBACK, Vote.Kind.PACE])
@pytest.mark.parametrize(("language", "line", "agrees"), AGREED)
def test_agreeing_by_mail(three, kind, language, line, agrees):
    """A request of somebody is answered with yes or no, in words or by number."""
    read_in(three, language)
    vote, mail = vote_mail(three, kind, "ann", choices=consent.CHOICES)
    assert one(bring(mail, f"{line}\n\nBest, Ann"))

    ballot = Ballot.objects.get(vote=vote, seat=three.seats["ann"])
    assert (consent.AGREE if agrees else consent.REFUSE) == ballot.choice


def test_a_polish_no_says_nothing(three):
    """Colloquially it means yes, so it is asked again."""
    read_in(three, "pl")
    vote, mail = vote_mail(three, Vote.Kind.PAUSE, "ann", choices=consent.CHOICES)
    ((done, _text),) = said(bring(mail, "no"))

    assert not done
    assert not vote.ballots.exists()


def test_machines_ask_for_nothing(three):
    """A mail that may be automatic neither votes nor asks for anything."""
    vote, mail = vote_mail(three, Vote.Kind.PAUSE, "ann", choices=consent.CHOICES)
    for place, (mailed, line) in enumerate([(mail, "yes"), (mail_of(three), "vacation until 30 November")]):
        sent = answer(mailed, line, name=str(place))
        sent["List-Id"] = "<x.example.org>"
        receive(sent.as_bytes(), recipients=[sent["To"]])

    assert not vote.ballots.exists()
    assert not Vacation.objects.exists()


def test_a_closed_vote_is_refused_in_the_words_of_its_page(three):
    """Whoever is late hears so."""
    _vote, mail = vote_mail(three, Vote.Kind.SILENCE, "ann", choices=silence.CHOICES)
    Vote.objects.update(closed_at=NOW)
    ((done, text),) = said(bring(mail, "2"))

    assert (False, "This vote is closed.") == (done, text)


def test_no_word_asks_for_two_things():
    """In all languages together each word means one request, and none is a command or says yes or no."""
    rows = [(word, kind) for kind, rows in [*ALONE.items(), *WITH_MORE.items()] for word in words_of(rows)]
    meanings = {word: {kind for each, kind in rows if each == word} for word, _kind in rows}

    assert {} == {word: kinds for word, kinds in meanings.items() if len(kinds) > 1}
    assert set() == meanings.keys() & set(map(normalized, vocabulary.command_words()))
    assert set() == meanings.keys() & set(requests.answer_words("en"))
    assert set() == set(words_of(YES)) & set(words_of(NO))


ALL_WORDS = [word for rows in (*ALONE.values(), *WITH_MORE.values()) for word in words_of(rows)]
PROSE = (
    *(
        "I think {}",
        "{}?",
        "not {}",
        "{} not",
        "don't {}",
        "maybe {}",
        "{} tomorrow morning I guess",
        "{} :(",
    ),
    *("nie {}", "może {}", "{} czy nie", "не {}", "может {}", "{} или нет", "no wait, {}", "<s>{}</s> {}"),
)


def test_no_prose_around_a_request_is_one():
    """Hedges, questions and negations around each word, in three languages, ask for nothing.

    But what changes nothing may be asked with a question mark.
    """
    lines = {each.format(word, word) for word in ALL_WORDS for each in PROSE}
    found = {line: requests.read_request(line) for line in lines if normalized(line) not in ALL_WORDS}
    asked = {line: each for line, each in found.items() if each is not None and not is_refused(each)}

    assert {} == {
        line: each
        for line, each in asked.items()
        if each.kind not in requests.READING or not line.endswith("?")
    }


def is_refused(request: requests.Request) -> bool:
    """Whether what is given with a request is nothing that it takes, so that a sentence refuses it."""
    match request.kind:
        case RequestKind.VACATION if request.given:
            try:
                read_days(request.given, NOW.date())
            except UnclearDates:
                return True
        case RequestKind.LANGUAGE if request.given:
            return not requests.read_language(request.given)
        case RequestKind.TIME_ZONE if request.given:
            try:
                read_zone(request.given)
            except ValidationError:
                return True
    return False


def test_no_title_of_any_deck_is_a_request():
    """Whatever a card is called, in any language and case, its title means the card in its deck."""
    for edition in engine.all_editions():
        titles = frozenset(card.title for card in engine.deck_of(edition.slug).cards)
        known = KnownWords(titles=vocabulary.forms_of(titles))
        for title in known.titles:
            assert not requests.find_requests(title, known).commands, title


@pytest.mark.parametrize("word", ALL_WORDS)
def test_each_word_reads_the_same_with_courtesy_and_signs(word):
    """Case, a full stop, “please” and a greeting above it make no difference."""
    request = requests.read_request(word)
    assert request is not None
    for line in (word.upper(), f"{word}.", f"{word}!", f"{word}, please", f"Please {word}", f" {word} "):
        assert request.kind == requests.read_request(line).kind, line
    found = requests.find_requests(f"Hi,\n\n{word}\n\nBest regards\nAnn", KnownWords())
    assert ([word], "") == ([each.line for each in found.commands], found.rest)


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_each_example_of_the_help_is_read(language):
    """What the help page puts in quotation marks asks for something, in the words of its language."""
    with translation.override(language):
        lines = request_lines()
    examples = [each for line in lines for each in re.findall(r"[“„«]([^”»]+)[”»]", line)]
    consents = requests.answer_words(language)
    unread = [
        each
        for each in examples
        if requests.read_request(each) is None
        and requests.read_request(each.partition(": ")[2]) is None
        and normalized(each) not in consents
    ]

    assert len(examples) > 20
    assert [] == unread
    with translation.override(language):
        assert not any(map(is_refused, filter(None, map(requests.read_request, examples))))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "ok\n\nI'd rather not"),
        ("en", "Ok.\n\nI don't agree at all."),
        ("en", "Sure\n\nwhy do you ask?"),
        ("pl", "dobrze\n\nto nie jest dobry pomysł"),
        ("ru", "Хорошо\n\nя против"),
    ],
)
def test_what_stands_below_an_agreement_may_deny_it(three, language, text):
    """Nobody can take an agreement back, so they are asked again."""
    read_in(three, language)
    vote, mail = vote_mail(three, Vote.Kind.PAUSE, "ann", choices=consent.CHOICES)
    ((done, _text),) = said(bring(mail, text))

    assert not done
    assert not vote.ballots.exists()


def test_a_no_counts_with_its_reasons(three):
    """It changes nothing, so nothing more has to be plain."""
    vote, mail = vote_mail(three, Vote.Kind.PAUSE, "ann", choices=consent.CHOICES)
    bring(mail, "No\n\nWe are nearly done, and I am here all week.")

    assert consent.REFUSE == Ballot.objects.get(vote=vote, seat=three.seats["ann"]).choice


@pytest.mark.parametrize(
    "text", ["pauza 3 dni\n\nalbo nie", "pause 3 days\n\nor not", "rematch\n\nnot today"]
)
def test_what_stands_below_a_request_may_deny_it(friday, text):
    """It is asked back, as in the line below it."""
    assert [] == [done for done, _text in said(bring(mail_of(friday), text)) if done]
    assert not Vote.objects.exists()


@pytest.mark.parametrize(
    "line",
    ["vacation 0000-01-01", "vacation 2026-00-05", "urlop 0.12", "отпуск 1.0.2027", "vacation 01.01.0000"],
)
def test_no_day_month_or_year_is_0(friday, line):
    """Such days are none, and no vacation begins."""
    assert [] == [done for done, _text in said(bring(mail_of(friday), line)) if done]
    assert not Vacation.objects.exists()
