"""Playing by reply, through the action that what comes in is handed to (requirement M13)."""

from email.message import EmailMessage

import pytest

import engine
from engine.cards import CARDS
from games import clock
from games.core import access
from games.delivery.dispatch import deliver
from games.inbound.play_reply import play_reply
from games.inbound.receive import receive
from games.mail import addresses
from games.mail.compose import compose
from games.models import By, Game, InboundMail, Move, Notice, Question, Remark, Reply, Starter
from games.outbox.obsolete import Obsolete
from games.replies import vocabulary
from tests.mail.received import Mail, send

from .play import at_once, options, question_to, seat_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def inbound(settings):
    """This site takes mail."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"


@pytest.fixture
def replies():
    """Reply for a seat: `replies(seat, text)` answers the mail of the question that is open to it."""
    count = 0

    def run(seat, text, *, question="open", message_id="", in_reply_to=()):
        nonlocal count
        count += 1
        seat.refresh_from_db()
        row = access.question_of(seat)
        number = (row.number if row else None) if question == "open" else question
        return play_reply(
            seat=seat,
            text=text,
            received_at=clock.now(),
            message_id=message_id or f"<{count}@players.example>",
            question=number,
            in_reply_to=in_reply_to,
        )

    return run


def told(reply: Reply) -> list[bool]:
    return [each["done"] for each in reply.results]


def answer_mail(reply: Reply) -> Mail:
    return Mail(compose(Notice.objects.get(pk=reply.notice_id)).message().as_bytes(linesep="\r\n"))


def hand_titles(seat) -> list[str]:
    return [engine.card(slug).title for slug in access.view(seat.game, seat).hand]


def first_card(game, player) -> tuple[str, str]:
    """A card of the question's options whose title is like no other, with its label."""
    question = question_to(game, player)
    labels = options(question)
    titles = [
        engine.text.option(engine.read_option(label), CARDS, access.names(game), str) for label in labels
    ]
    return next(
        (label, title) for label, title in zip(labels, titles, strict=True) if titles.count(title) == 1
    )


def test_a_number_plays_what_the_mail_printed(ann, bob, start, replies):
    """The number of a choice in the mail plays that choice, once however often the mail arrives."""
    seat = seat_of(start(ann, bob), ann)
    question = question_to(seat.game, ann)
    mail = send(Notice.objects.get(question=question))
    printed = mail.picks[1]
    reply = replies(seat, "2", message_id="<same@players.example>")
    again = replies(seat, "2", message_id="<same@players.example>", question=question.number)
    moves = Move.objects.filter(seat=seat, kind=Move.Kind.ANSWER)

    assert reply == again
    assert [([printed], By.REPLY)] == [(move.labels, move.by) for move in moves]
    assert [True] == told(reply)


def test_a_number_never_counts_for_another_question(ann, bob, start, replies):
    """A number in a reply to an old mail, to no mail, or in a later line, plays nothing."""
    seat = seat_of(start(ann, bob), ann)
    old = question_to(seat.game, ann).number
    version = seat.game.version
    loose = replies(seat, "1", question=None)
    unchanged = version == Game.objects.get(pk=seat.game_id).version
    replies(seat, "1")
    version = Game.objects.get(pk=seat.game_id).version
    late = replies(seat, "1", question=old)

    assert ([False], [False]) == (told(late), told(loose))
    assert "already answered" in late.results[0]["text"]
    assert "has no question" in loose.results[0]["text"]
    assert unchanged
    assert version == Game.objects.get(pk=seat.game_id).version


def test_a_reply_is_understood_by_the_mail_that_it_refers_to(ann, bob, start, replies):
    """Where the address does not say which question was meant, the Message-ID of the mail does."""
    seat = seat_of(start(ann, bob), ann)
    notice = Notice.objects.get(question=question_to(seat.game, ann))
    other = Notice.objects.exclude(seat=seat).filter(message_id__gt="").values_list("message_id", flat=True)
    refused = replies(seat, "1", question=None, in_reply_to=list(other))
    reply = replies(seat, "1", question=None, in_reply_to=["<x@y>", notice.message_id])

    assert ([False], [True]) == (told(refused), told(reply))


def test_a_first_line_that_is_no_command_does_nothing(ann, bob, start, replies):
    """Prose changes nothing, and no move that stands below it is made."""
    seat = seat_of(start(ann, bob), ann)
    _label, title = first_card(seat.game, ann)
    version = seat.game.version
    reply = replies(seat, f"What a game\n{title}\nundo")

    assert [False] * 3 == told(reply)
    assert version == Game.objects.get(pk=seat.game_id).version
    assert "Nothing was played from your mail." in answer_mail(reply).text


def test_what_came_before_a_refused_line_stands(ann, bob, start, replies):
    """The answer says which lines were done, and that no move below a refused one was; talk always is."""
    seat = seat_of(start(ann, bob), ann)
    _label, title = first_card(seat.game, ann)
    mine = options(question_to(seat.game, ann))
    other = next(slug for slug in ("toaster", "television", "sleep") if slug not in mine).capitalize()
    reply = replies(seat, f"say Good evening\n{title}\n{other}\nhand\nsay Bye")
    text = answer_mail(reply).text

    assert [True, True, False, False, True] == told(reply)
    assert ["Good evening", "Bye"] == [remark.text for remark in Remark.objects.order_by("pk")]
    assert f"We skipped “{other}”." in text
    assert "We skipped “hand” because" in " ".join(text.split())
    assert "not the rest" in " ".join(text.split())


def test_the_answer_asks_what_is_asked_now(ann, bob, start, replies, smtp):
    """The answer holds the next question with its numbers, so no other mail asks it; and they play."""
    game = start(ann, bob, edition="fluxx")
    seat = seat_of(game, ann)
    replies(seat, f"say Hello\n{first_card(game, ann)[1][:-1]}x")
    reply = Reply.objects.get()
    deliver()
    (mail,) = [
        Mail(each.raw) for each in smtp.received if Mail(each.raw).parsed["X-Fluxx-Kind"] == Notice.Kind.REPLY
    ]
    question = question_to(game, ann)

    assert not [title for title in hand_titles(seat) if title in mail.text[:200]]
    assert "auto-replied" == mail.parsed["Auto-Submitted"]
    assert ann.email == mail.parsed["To"]
    assert mail.picks == list(options(question))
    assert question.number == addresses.read_reply(mail.parsed["Reply-To"]).question
    assert reply.notice.question == question
    assert [True] == told(replies(seat, "1"))


def test_the_next_question_is_mailed_once(ann, bob, start, replies, smtp, travel):
    """What the answer to a reply has asked is not mailed again by itself."""
    game = start(ann, bob)
    seat = seat_of(game, ann)
    deliver()
    for _step in range(30):
        if access.question_of(seat) is None:
            break
        replies(seat, "1" if Question.objects.get(seat=seat, closed_at=None).what != "hand-limit" else "1, 2")
        deliver()
        travel(minutes=15)
        deliver()
    asked = [
        notice.question_id
        for notice in Notice.objects.filter(
            player=ann, status=Notice.Status.SENT, kind__in=["turn", "answer", "reply"]
        ).exclude(question=None)
    ]

    assert len(asked) == len(set(asked))


@pytest.mark.slow
def test_a_turn_that_a_reply_leads_to_is_asked_in_its_answer_alone(ann, start, replies, smtp, monkeypatch):
    """With bots the next turn comes within the reply: a worker that is quick must not mail it by itself."""
    from games.core import wake

    game = start(ann, bots=2, starter=Starter.HOST)
    seat = seat_of(game, ann)
    deliver()
    monkeypatch.setattr(wake, "send_deliver", lambda game: deliver(game=game))
    smtp.received.clear()
    for _step in range(12):
        if access.question_of(seat) is None:
            break
        replies(seat, "1" if Question.objects.get(seat=seat, closed_at=None).what != "hand-limit" else "1, 2")
    kinds = [Mail(each.raw).parsed["X-Fluxx-Kind"] for each in smtp.received]

    assert Notice.objects.filter(kind=Notice.Kind.TURN, question__number__gt=1).exists()
    assert {"reply"} == set(kinds) - {"result", "started"}


def test_help_and_hand(ann, bob, start, replies):
    """`help` and `hand` change nothing; the hand is in the body alone, and goes to its player."""
    seat = seat_of(start(ann, bob), bob)
    version = seat.game.version
    reply = replies(seat, "help\nhand")
    mail = answer_mail(reply)
    view = access.view(seat.game, seat)
    titles = [engine.card(slug).title for slug in view.hand]

    assert version == Game.objects.get(pk=seat.game_id).version
    assert all(title in mail.text for title in titles)
    assert not any(title in mail.head.decode() for title in titles)
    assert "undo your last move" in " ".join(mail.text.split())
    assert bob.email == mail.parsed["To"]


def test_an_answer_goes_to_nobody_else(ann, bob, start, replies):
    """Whoever takes the seat over does not get what was written for its player before."""
    seat = seat_of(start(ann, bob), ann)
    reply = replies(seat, "hand")
    seat.player = None
    seat.bot = "sensible"
    seat.save()

    with pytest.raises(Obsolete):
        compose(Notice.objects.get(pk=reply.notice_id))


def test_undo(ann, bob, start, replies):
    """`undo` takes back what can be taken back, or says why it stays."""
    reply = replies(seat_of(start(ann, bob), ann), "undo")

    assert [False] == told(reply)
    assert "you haven’t moved" in reply.results[0]["text"]


def test_an_interrupted_reply_goes_on_where_it_was(ann, bob, start, replies):
    """After a crash, what was done is not done again, and what cannot be repeated is not tried twice."""
    seat = seat_of(start(ann, bob), ann)
    number = question_to(seat.game, ann).number
    reply = replies(seat, "1\nsay Hello", message_id="<a@b>", question=number)
    Notice.objects.filter(pk=reply.notice_id).delete()
    Reply.objects.filter(pk=reply.pk).update(results=[], begun=2, notice=None)
    again = replies(seat, "1\nsay Hello", message_id="<a@b>", question=number)

    assert [True, True] == told(again)
    assert 1 == Remark.objects.count()
    assert 1 == Move.objects.filter(seat=seat, by=By.REPLY).count()


@pytest.mark.slow
def test_m13_of_mails_that_come_to_nothing_ten_a_day_are_answered(ann, bob, start, replies, travel):
    """At each table; the last answer says so, and mails that do something are answered as before."""
    games = [start(ann, bob), start(ann, bob)]
    answers = Notice.objects.filter(kind=Notice.Kind.REPLY).order_by("pk")
    for _each in range(12):
        replies(seat_of(games[0], ann), "I am out of the office.")
    replies(seat_of(games[1], ann), "I am out of the office.")
    said = [
        "answer more mails like this" in " ".join(compose(answer).body.split()) for answer in answers.all()
    ]
    replies(seat_of(games[0], ann), "hand\nno such card")
    replies(seat_of(games[0], ann), "help")
    replies(seat_of(games[0], bob), "No.")
    helped = answers.count()
    travel(days=1, minutes=1)
    replies(seat_of(games[0], ann), "Still out of the office.")

    assert said == [*[False] * 9, True, False]
    assert (helped, answers.count()) == (14, 15)


def test_the_last_answer_of_a_day_says_so(ann, bob, start, replies, monkeypatch):
    """Whatever it answers; what can be read afterwards is played all the same."""
    monkeypatch.setattr("games.inbound.reply_notice.MOST_ANSWERED", 3)
    seat = seat_of(start(ann, bob), ann)
    made = [replies(seat, text) for text in ("zebra", "giraffe", "hand", "lion", "1")]
    said = ["answer more mails like this" in " ".join(answer_mail(each).text.split()) for each in made[:3]]

    assert [False, False, True] == said
    assert [None, None] == [each.notice_id for each in made[3:]]
    assert [True] == told(made[4])
    assert 1 == Move.objects.filter(seat=seat, by=By.REPLY).count()


def test_of_two_that_say_yes_at_once_one_plays(ann, bob, start, smtp, travel):
    """Both answer the mail that offers: one makes the move, and the other is told of it."""
    seat = seat_of(start(ann, bob), ann)
    _label, title = first_card(seat.game, ann)
    asked = send(Notice.objects.get(question=question_to(seat.game, ann)))

    def bring(mail: Mail, text: str, name: str) -> InboundMail:
        sent = EmailMessage()
        sent["From"], sent["To"] = ann.email, mail.parsed["Reply-To"]
        sent["Message-ID"] = f"<{name}@players.example>"
        sent.set_content(text)
        return receive(sent.as_bytes(), recipients=[sent["To"]])

    travel(minutes=1)
    bring(asked, title + "ee", "first")
    offering = answer_mail(Reply.objects.get())
    travel(minutes=1)
    at_once(lambda: bring(offering, "yes", "one"), lambda: bring(offering, "Yes!", "two"))
    results = sorted(told(reply) for reply in Reply.objects.exclude(notice__isnull=True).order_by("pk")[:3])

    assert "Reply “yes”" in offering.text
    assert 1 == Move.objects.filter(seat=seat, by=By.REPLY).count()
    assert [False, False, True] == [done for each in results for done in each]


@pytest.mark.slow
def test_a_whole_game_by_replies(ann, bob, carol, start, replies):
    """Three people and a bot play to the end by names and numbers in mails alone."""
    game = start(ann, bob, carol, bots=1)
    for _step in range(1500):
        game.refresh_from_db()
        if game.is_over:
            break
        question = Question.objects.filter(game=game, closed_at=None).select_related("seat")[0]
        view = access.view(game, question.seat)
        asked = view.question
        labels = engine.bots.sensible(view)
        printed = [*vocabulary.printed_choices(asked)]
        names = access.names(game)
        if all(label in printed for label in labels):
            words = [str(printed.index(label) + 1) for label in labels]
        else:  # what is beyond the printed choices has a name alone
            words = [engine.text.option(engine.read_option(label), CARDS, names, str) for label in labels]
        reply = replies(question.seat, ", ".join(words) or "pass", question=question.number)

        assert [True] == told(reply), reply.results
    assert game.is_over
    assert {By.REPLY, By.BOT} == set(
        Move.objects.filter(game=game, kind=Move.Kind.ANSWER).values_list("by", flat=True)
    )


def test_the_first_card_is_taken_by_number(ann, bob, start, replies):
    """Before the deal the address names no question, so the mail that is answered does."""
    game = start(ann, bob, starter=Starter.FIRST)
    seat = seat_of(game, bob)
    notice = Notice.objects.get(seat=seat, question=question_to(game, bob))
    reply = replies(seat, "1", question=None, in_reply_to=[notice.message_id])
    game.refresh_from_db()

    assert [True] == told(reply)
    assert game.is_dealt


def test_a_mail_that_comes_in_plays(ann, bob, start, smtp):
    """From the mail that is sent to the mail that answers: its address, its number, one move, one answer."""
    game = start(ann, bob)
    deliver()
    asking = next(mail for each in smtp.received if (mail := Mail(each.raw)).parsed["X-Fluxx-Kind"] == "turn")
    message = EmailMessage()
    message["From"], message["To"] = f"Ann <{ann.email}>", asking.parsed["Reply-To"]
    message["Message-ID"], message["In-Reply-To"] = "<one@players.example>", asking.parsed["Message-ID"]
    message["Subject"] = "Re: " + asking.parsed["Subject"]
    quoted = "\n".join(f"> {line}" for line in asking.text.splitlines())
    message.set_content(f"2\n\nOn Friday the site wrote:\n{quoted}\n")
    before = len(smtp.received)
    for _time in range(2):
        receive(message.as_bytes())
    deliver()
    answers = [mail for each in smtp.received[before:] if (mail := Mail(each.raw)).parsed["To"] == ann.email]
    moves = Move.objects.filter(game=game, by=By.REPLY)

    assert [[asking.picks[1]]] == [move.labels for move in moves]
    assert ["reply"] == [mail.parsed["X-Fluxx-Kind"] for mail in answers]
    assert answers[0].text.startswith("You played “")
