"""Somebody who has a mail program and no browser: invited, playing, voting, away, and back for a rematch."""

import email.policy
import smtplib
from datetime import timedelta
from email.message import EmailMessage
from itertools import count
from pathlib import Path

import pytest

from games.core import access
from games.delivery import bundling
from games.models import (
    Ballot,
    By,
    Game,
    Group,
    Mode,
    Move,
    Notice,
    NoticeChoices,
    NumberedMail,
    Player,
    Seat,
    Vacation,
    Vote,
)
from games.periodic.sweep import sweep_notices
from games.play import consent, pauses
from games.play.takeback import request_takeback
from games.seats.invitations import invite
from games.seats.rematch import join_rematch
from tests.support.smtp import Received, SmtpServer

from .conftest import open_game
from .play import answer, open_questions, play_to_end, seat_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
DOMAIN = "reply.testserver.localhost"
DEE = "dee@players.example"
GAMES = 12
TURNS = 4  # of the game that is played on by mail


class MailProgram:
    """Dee's: it gets mails from the site's mail server, and hands answers to it by LMTP."""

    def __init__(self, server: SmtpServer, lmtp: Path) -> None:
        self.server, self.lmtp, self.numbers, self.read = server, lmtp, count(1), 0

    def fetch(self) -> list[Received]:
        """The mails that have come since the last time."""
        sweep_notices()
        new = self.server.to(DEE)[self.read :]
        self.read += len(new)
        return new

    def newest(self, kind: str) -> Received:
        """The newest mail of a kind."""
        sweep_notices()
        return [each for each in self.server.to(DEE) if each.message["X-Fluxx-Kind"] == kind][-1]

    def answer(self, mail: Received, text: str) -> str:
        """Answer a mail as programs do, below it all quoted; return what the site says to it."""
        reply = EmailMessage(policy=email.policy.SMTP)
        reply["From"], reply["To"] = f"Dee <{DEE}>", mail.message["Reply-To"]
        reply["Subject"] = f"Re: {mail.message['Subject']}"
        reply["Message-ID"] = f"<dee-{next(self.numbers)}@players.example>"
        reply["In-Reply-To"] = mail.message["Message-ID"]
        quoted = "".join(f"> {line}\n" for line in mail.text.splitlines())
        reply.set_content(f"{text}\n\nOn Sat, Nov 21, 2026 at 6:30 PM Fluxx wrote:\n\n{quoted}")
        with smtplib.LMTP(str(self.lmtp)) as server:
            assert {} == server.sendmail(DEE, [reply["To"]], reply.as_bytes())
        said = self.newest_answer()
        return " ".join(said.text.split()) if said is not None else ""

    def newest_answer(self) -> Received | None:
        sweep_notices()
        return next(
            (
                each
                for each in reversed(self.server.to(DEE))
                if each.message["Auto-Submitted"] == "auto-replied"
            ),
            None,
        )


@pytest.fixture
def dee(settings, smtp, start_program, tmp_path, monkeypatch) -> MailProgram:
    settings.INBOUND_DOMAIN = DOMAIN
    monkeypatch.setattr(bundling, "MAIL_GAP", timedelta(0))  # between two mails
    program = start_program(
        "manage", "receive_lmtp", "--listen", f"unix:{tmp_path}/lmtp", INBOUND_DOMAIN=DOMAIN
    )
    program.wait_for_line("Taking mail to")
    return MailProgram(smtp, tmp_path / "lmtp")


def others_play(game: Game, player: Player) -> None:
    """The others answer by page until the game waits for this player, or is over."""
    while not game.is_over and access.question_of(seat_of(game, player)) is None:
        answer(open_questions(game)[0])
        game.refresh_from_db()


def wanted(seat: Seat, number: int) -> int:
    """How many choices an open question wants; 0 if it isn't open."""
    view = access.view(seat.game, seat)
    asked = [] if view is None else [each for each in (view.question, *view.beside) if each is not None]
    return next((max(1, each.least) for each in asked if each.number == number), 0)


def answers_to(mail: Received) -> str:
    """The first choices that a mail prints, as many as are wanted: a line for each of its open questions."""
    identity = mail.message["Message-ID"]
    row = NumberedMail.objects.filter(message_id=identity).first()
    if row is not None:
        asked = [
            (Seat.objects.get(pk=game["seat"]), question["number"], question["first"])
            for game in row.games
            for question in game["questions"]
        ]
    else:
        notices = Notice.objects.filter(message_id=identity, question__closed_at=None).exclude(question=None)
        asked = [(each.seat, each.question.number, 1) for each in notices if each.seat and each.question]
    lines = []
    for seat, number, first in asked:
        if most := wanted(seat, number):
            lines.append(", ".join(map(str, range(first, first + most))))
    return "\n".join(lines)


def answer_all(program: MailProgram, rounds: int, games: list[Game]) -> set[int]:
    """Answer all mails that ask for cards, as often; return the games in which an answer was played."""
    for _round in range(rounds):
        for mail in program.fetch():
            if text := answers_to(mail):
                program.answer(mail, text)
    moves = Move.objects.filter(by=By.REPLY, game__in=games)
    return set(moves.values_list("game", flat=True))


def test_a_life_by_mail(dee, ann, start):
    """Invited and without an account: twelve games, votes, a vacation, a request to leave, and a rematch."""
    first = open_game(ann, seats=2, name="First game", starts_when_full=True)
    invite(game=first, by=ann, email=DEE, name="Dee")
    assert "First game" in dee.answer(dee.newest("invitation"), "Yes, please!\n\nDee")
    me = Player.objects.get(email=DEE)
    first.refresh_from_db()
    assert first.is_running
    at_once = dict.fromkeys(Group.values, Mode.ONCE)  # so that the test need not wait for news
    NoticeChoices.objects.update_or_create(player=me, defaults={"mail": at_once})

    games = [first, *(start(ann, me, name=f"Game {number}") for number in range(2, GAMES + 1))]
    for game in games:
        game.refresh_from_db()
        others_play(game, me)
    assert {game.pk for game in games} == answer_all(dee, 4, games)

    vote = pauses.request_pause(seat=seat_of(games[1], ann).pk, days=2)
    assert "You disagreed" in dee.answer(dee.newest("vote"), "No")
    assert consent.REFUSE == Ballot.objects.get(vote=vote).choice
    others_play(games[2], ann)
    wish = request_takeback(seat=seat_of(games[2], ann).pk)
    assert wish is not None
    dee.answer(dee.newest("takeback"), "1")
    assert consent.AGREE == Ballot.objects.get(vote=wish).choice
    assert Vote.objects.get(pk=wish.pk).closed_at is not None

    any_mail = dee.newest("takeback")
    assert "Dee" in dee.answer(any_mail, "status")
    dee.answer(any_mail, "vacation 2 weeks\n\nDee")
    away = Vacation.objects.get(player=me)
    assert 13 == (away.last_day - away.first_day).days
    assert "Welcome back" in dee.answer(any_mail, "I'm back")

    assert "Leave “Game 3”?" in dee.answer(any_mail, "leave the game")
    said = dee.newest_answer()
    assert said is not None
    dee.answer(said, "yes")
    assert not Seat.objects.filter(game=games[2], player=me, status=Seat.Status.TAKEN).exists()

    before = Move.objects.filter(game=first, by=By.REPLY).count()
    for _turn in range(TURNS):
        first.refresh_from_db()
        others_play(first, me)
        answer_all(dee, 2, [first])
    assert Move.objects.filter(game=first, by=By.REPLY).count() >= before + TURNS or first.is_over
    play_to_end(first)
    assert "You have a seat in the rematch" in dee.answer(dee.newest("result"), "Rematch!")
    again = join_rematch(game=first, player=ann)
    assert again.is_running
    assert {ann.pk, me.pk} == set(again.seats.values_list("player", flat=True))
    assert not Notice.objects.filter(status=Notice.Status.DEAD).exists()
