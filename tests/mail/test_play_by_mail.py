"""Playing with nothing but the text of mails and a browser (requirement M2), over a real mail server."""

import random
import secrets
from datetime import timedelta
from urllib.parse import quote

import pytest
import time_machine

import engine
from engine.scenario import deal, new_game
from games.core import access
from games.delivery.dispatch import deliver
from games.models import By, Game, Move, Notice, Player, Question
from games.seats.invitations import invite
from games.seats.lobby import create_game
from tests.mail.kinds import won_by_ann
from tests.mail.reader import Reader
from tests.mail.received import Mail, send
from tests.mail.tables import NOW, store

pytestmark = pytest.mark.django_db(transaction=True)

ANSWERS = 12


def post(smtp, traveller, minutes: int = 11) -> list[Mail]:
    """Let time pass, deliver what is due, and return the mails that arrive."""
    traveller.shift(timedelta(minutes=minutes))
    before = len(smtp.received)
    deliver()
    return [Mail(received.raw) for received in smtp.received[before:]]


@pytest.fixture
def traveller():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def test_a_link_of_a_choice_fills_the_form_in(smtp):
    """The page that a choice's link opens has it chosen; its button plays the card and wins the game."""
    scene = deal(
        ann=["baked-goods", "milk"], bob=3, keepers={"ann": ["bread", "cookies"]}, turn="ann", played=0
    )
    stored = store(scene)
    mail = send(stored.notice("turn", "ann"))
    reader = Reader()
    form = reader.opens(mail.link_of("baked-goods"), "/answer/")
    untouched = Question.objects.filter(closed_at=None).count()
    reader.presses(form)
    game = Game.objects.get(pk=stored.game.pk)

    assert ["baked-goods"] == form.chosen
    assert 1 == untouched
    assert (Game.Status.FINISHED, stored.seats["ann"]) == (game.status, game.winner)


def test_the_main_link_opens_the_form_with_nothing_chosen():
    """Who prefers the page sees all choices there, and none is made."""
    scene = deal(ann=["milk", "jackpot"], bob=3, turn="ann", played=0)
    mail = send(store(scene).notice("turn", "ann"))
    form = Reader().opens(mail.link, "/answer/")

    assert [] == form.chosen
    assert {"milk", "jackpot"} == set(form.labels)


@pytest.fixture
def long_game(monkeypatch):
    """Deal every game from one seed, from which dice with the seed 1 win in none of the ANSWERS answers."""
    real = secrets.token_hex
    monkeypatch.setattr(secrets, "token_hex", lambda size: "07" * size if size == 32 else real(size))


@pytest.mark.slow
def test_a_game_by_mail(smtp, traveller, long_game):
    """An invited stranger and the host play on and on, from the mails that come to them and nothing else."""
    ann = Player.objects.create_user("ann@example.org", name="Ann")
    game = create_game(host=ann, name="Friday game", seats=2)
    invite(game=game, by=ann, email="bob@example.org", name="Bob")
    (invitation,) = post(smtp, traveller)
    bob = Reader()
    bob.presses(bob.opens(invitation.link, "/invitation/"), accept="1")
    readers = {"ann@example.org": Reader(), "bob@example.org": bob}
    newest: dict[str, Mail] = {}
    dice = random.Random(1)

    for _answer in range(ANSWERS):
        newest |= {mail.parsed["To"]: mail for mail in post(smtp, traveller)}
        open_questions = Question.objects.filter(game=game, closed_at=None)
        waiting = open_questions.select_related("seat__player").earliest("pk")
        address = waiting.seat.player.email
        choices = [link for link in newest[address].all_links if "?pick=" in link]
        form = readers[address].opens(dice.choice(choices), "/answer/")
        readers[address].presses(form, label=form.choose_enough())

    answered = Move.objects.filter(game=game, by__in=[By.PAGE, By.MAIL]).count()
    mails = [Mail(received.raw) for received in smtp.received]
    assert answered == ANSWERS
    assert Player.objects.get(email="bob@example.org").is_guest
    assert not Notice.objects.filter(status=Notice.Status.DEAD).exists()
    assert {"ann@example.org", "bob@example.org"} == {mail.parsed["To"] for mail in mails}
    assert 2 == len({mail.parsed["References"] for mail in mails})


@pytest.mark.slow
@pytest.mark.usefixtures("same_picture")
def test_a_whole_board_game_by_mail(smtp, traveller):
    """Two people play a short board game to its end by links; what has no link of its own is on the page."""
    stored = store(new_game(("ann", "bob"), edition="board", seed="0183" * 16), pace=3)
    stored.notice("turn", "ann")
    readers = {name: Reader() for name in stored.seats}

    for _answer in range(200):
        mails = {mail.parsed["To"]: mail for mail in post(smtp, traveller)}
        question = Question.objects.filter(game=stored.game, closed_at=None).select_related("seat").first()
        if question is None:
            break
        name = next(name for name, seat in stored.seats.items() if seat.pk == question.seat_id)
        labels = list(engine.bots.sensible(access.view(stored.game, question.seat)))
        mail = mails[f"{name}@example.org"]
        link = next(
            (link for link in mail.all_links if link.endswith(f"?pick={quote(labels[0], safe='')}")), ""
        )
        form = readers[name].opens(link or mail.link, "/answer/")
        readers[name].presses(form, label=labels)

    stored.game.refresh_from_db()
    assert stored.game.is_over
    assert stored.game.winner
    answers = Move.objects.filter(game=stored.game, kind=Move.Kind.ANSWER, seat__isnull=False)
    assert {By.MAIL} == set(answers.values_list("by", flat=True))


def test_the_result_comes_by_mail(smtp, traveller):
    """Both players hear who won, each in the thread of their own seat."""
    stored = store(won_by_ann())
    for name in ("ann", "bob"):
        stored.notice("result", name)
    mails = post(smtp, traveller)

    assert ["You won, Ann!", "Ann won the game."] == sorted(
        (mail.text.split("\n")[0] for mail in mails), key=len
    )
    assert 2 == len({mail.parsed["References"] for mail in mails})


def test_a_mail_arrives_as_it_was_written(smtp, traveller):
    """A mail server passes on both parts unharmed: seven bits, no line that it has to break."""
    stored = store(won_by_ann(), name="Zażółć gęślą jaźń 🎲")
    notice = stored.notice("result", "ann")
    (arrived,) = post(smtp, traveller, minutes=0)
    written = send(notice)

    assert written.raw.partition(b"\r\n\r\n")[2].strip() == arrived.raw.partition(b"\r\n\r\n")[2].strip()
    assert "You won “Zażółć gęślą jaźń 🎲”" == str(arrived.parsed["Subject"]).strip()
