"""The whole site as processes, and people who play on it whatever happens to it."""

import difflib
import itertools
import random
import smtplib
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import requests
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, transaction
from django.test import Client

from games import clock
from games.core.stored_game import read_engine_game
from games.inbound.claims import ABANDONED_AFTER
from games.models import Game, GameState, InboundMail, Move, Notice, Player, Question
from games.models.question import IS_OPEN
from tests.mail.received import Mail
from tests.support.forms import find_form
from tests.support.processes import Group
from tests.support.smtp import SmtpServer

DOMAIN = "in.players.example"
PATIENCE = 90  # seconds: on a busy machine a web process alone takes half a minute to start
# What a person's program runs into while something is away.
AWAY = (OSError, requests.RequestException, smtplib.SMTPException, OperationalError, InterfaceError)


class Accepted(NamedTuple):
    """An answer that the site said it had taken."""

    seat: int
    question: int
    submission_key: str


def find_free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


class Site:
    """Web, worker, beat and LMTP, each of which can be killed and started again.

    A process that ends by itself is started again, as systemd, Compose and `bin/run` do: in `ended` is what
    each had said last.
    """

    def __init__(self, start_program: Callable[..., Group], smtp: SmtpServer) -> None:
        self.port, self.lmtp_port = find_free_port(), find_free_port()
        self.smtp = smtp
        web = ("gunicorn", "fluxx_site.wsgi", "--bind", f"127.0.0.1:{self.port}", "--workers", "2")
        celery = ("celery", "-A", "fluxx_site", "--quiet")
        self._words = {
            "web": web,
            "worker": (*celery, "worker", "--concurrency", "2", "--without-gossip", "--without-mingle"),
            "beat": (*celery, "beat"),
            "lmtp": ("manage", "receive_lmtp", "--listen", f"127.0.0.1:{self.lmtp_port}"),
        }
        self._start = start_program
        self.env = {
            "INBOUND_DOMAIN": DOMAIN,
            "CATCH_UP_MAILS": "200",
            "MAILS_AN_HOUR": "9999",
            "MAILS_A_DAY": "9999",
        }
        self.running: dict[str, Group] = {}
        self.shifted: dict[str, tuple[str, ...]] = {}
        self.ended: list[str] = []
        self._lock, self._stopped = threading.RLock(), threading.Event()
        for name in self._words:
            self.start(name)
        self.running["lmtp"].wait_for_line("Taking mail to")
        self.wait_until_up()
        threading.Thread(target=self._supervise, daemon=True).start()

    def _supervise(self) -> None:
        while not self._stopped.wait(1):
            with self._lock:
                for name in [
                    name for name, group in self.running.items() if group.process.poll() is not None
                ]:
                    self.ended.append(f"{name}: {self.running[name].output[-6000:]}")
                    self.start(name)

    @contextmanager
    def unsupervised(self) -> Iterator[None]:
        """Leave processes alone that end meanwhile."""
        with self._lock:
            yield

    def stop(self) -> None:
        """Kill everything."""
        self._stopped.set()
        with self._lock:
            for group in self.running.values():
                group.kill()

    def start(self, name: str) -> None:
        """Start one kind of process."""
        self.running[name] = self._start(*self.shifted.get(name, self._words[name]), **self.env)

    def shift_workers(self, file: Path) -> None:
        """Start worker and beat again with a clock that is off by as many seconds as the file says."""
        for name, more in (("worker", ("--pool", "threads")), ("beat", ())):
            self.shifted[name] = ("tests.chaos.shifted", str(file), *self._words[name], *more)
            self.kill(name)

    def kill(self, name: str) -> None:
        """SIGKILL a kind of process with its children, and start it again."""
        with self._lock:
            self.running[name].kill()
            self.start(name)

    def wait_until_up(self, seconds: float = 90) -> None:
        """Wait until a page and the database behind it answer."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(*AWAY):
                if requests.get(f"http://127.0.0.1:{self.port}/readyz", timeout=5).ok:
                    return
            time.sleep(0.1)
        raise AssertionError(f"the site is not up again:\n{self.running['web'].output[-3000:]}")

    @property
    def output(self) -> str:
        """What the processes that run now have said."""
        return "\n".join(group.output for group in self.running.values())


@dataclass
class People:
    """People who play by page, by link and by reply, one thread for each table, until they are stopped.

    `accepted` are the answers that the site took by page and link, `replies` the Message-IDs that LMTP took.
    """

    site: Site
    new_game: Callable[[], Game]
    tables: int
    accepted: list[Accepted] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    ways: Counter[str] = field(default_factory=Counter)
    _stopped: threading.Event = field(default_factory=threading.Event)
    _sessions: dict[int, requests.Session] = field(default_factory=dict)
    _numbers: Any = field(default_factory=lambda: itertools.count(1))

    def __enter__(self) -> "People":
        self._threads = [
            threading.Thread(target=self._play, args=(self.new_game(), random.Random(number)))
            for number in range(self.tables)
        ]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join(120)

    def wait_for_answers(self, more: int, seconds: float = 120) -> None:
        """Wait until so many more answers were taken."""
        end, wanted = time.monotonic() + seconds, self.count + more
        while self.count < wanted:
            assert time.monotonic() < end, f"only {self.count} of {wanted}\n{self.site.output[-5000:]}"
            time.sleep(0.05)

    @property
    def count(self) -> int:
        """How many answers the site has taken."""
        return len(self.accepted) + len(self.replies)

    def _play(self, game: Game, chance: random.Random) -> None:
        try:
            while not self._stopped.is_set():
                try:
                    game.refresh_from_db()
                    if game.is_over:
                        game = self.new_game()
                    asked = Question.objects.filter(IS_OPEN, game=game, seat__player__isnull=False)
                    for question in asked.select_related("game", "seat__player").order_by("number"):
                        answer = chance.choice((self._by_page, self._by_link, self._by_reply))
                        answer(question)
                except AWAY:
                    connection.close()
                    time.sleep(0.1)
                time.sleep(0.01)
        except Exception as error:
            self.broken.append(repr(error))
            raise
        finally:
            connection.close()

    def _session_of(self, player: Player) -> requests.Session:
        if player.pk not in self._sessions:
            client = Client()
            client.force_login(player, backend="allauth.account.auth_backends.AuthenticationBackend")
            session = self._sessions[player.pk] = requests.Session()
            name = settings.SESSION_COOKIE_NAME
            session.cookies.set(name, client.cookies[name].value)
        return self._sessions[player.pk]

    def _by_page(self, question: Question) -> None:
        assert question.seat.player is not None
        session = self._session_of(question.seat.player)
        self._fill_in(session, f"/g/{question.game.key}/", question, "page")

    def _by_link(self, question: Question) -> None:
        mail = self._mail_of(question)
        if mail is None:
            self._by_page(question)
            return
        link = urlsplit(next((link for link in mail.links if "?pick=" in link), mail.link))
        self._fill_in(requests.Session(), f"{link.path}?{link.query}", question, "link")

    def _by_reply(self, question: Question) -> None:
        mail = self._mail_of(question)
        if mail is None or not mail.picks:
            self._by_page(question)
            return
        assert question.seat.player is not None
        reply = EmailMessage()
        reply["From"], reply["To"] = question.seat.player.email, mail.parsed["Reply-To"]
        reply["Subject"], reply["In-Reply-To"] = f"Re: {mail.parsed['Subject']}", mail.parsed["Message-ID"]
        reply["Message-ID"] = f"<reply-{next(self._numbers)}@players.example>"
        reply.set_content("1\n")
        # Whoever had begun to read it may have died without a database to say so.
        end = time.monotonic() + PATIENCE + ABANDONED_AFTER.total_seconds()
        while time.monotonic() < end:  # as a mail server does, until it was taken
            try:
                with smtplib.LMTP("127.0.0.1", self.site.lmtp_port, timeout=30) as server:
                    server.send_message(reply)
            except AWAY:
                time.sleep(0.2)
            else:
                self.replies.append(reply["Message-ID"])
                self.ways["reply"] += 1
                return
        raise AssertionError(f"a reply was not taken for {ABANDONED_AFTER} and {PATIENCE} seconds")

    def _mail_of(self, question: Question) -> Mail | None:
        """Wait a moment for the mail of a question. None is sent at once to who is at the page."""
        for _look in range(10):
            sent = Notice.objects.filter(question=question, channel=None, status=Notice.Status.SENT).first()
            if sent is not None:
                for received in reversed(list(self.site.smtp.received)):
                    if sent.message_id.encode() in received.raw:
                        mail = Mail(received.raw)
                        return mail if mail.links else None
            time.sleep(0.1)
        return None

    def _fill_in(self, session: requests.Session, path: str, question: Question, way: str) -> None:
        """Open a page, send its form, and send it again until the site says something."""
        base = f"http://127.0.0.1:{self.site.port}"
        page = session.get(base + path, timeout=30)
        if page.status_code != 200 or 'name="submission_key"' not in page.text:
            return  # another was faster, or the site says that it is away
        form = find_form(page.text, urlsplit(page.url).path, "/answer/")
        fields = form.fields | {"label": form.choose_enough() or form.labels[:1]}
        if fields.get("number") != [str(question.number)]:
            return
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(*AWAY):
                said = session.post(base + form.action, fields, timeout=30, allow_redirects=False)
                if said.status_code < 500:
                    if said.status_code == 302 and "since=" in said.headers["Location"]:
                        (key,) = form.fields["submission_key"]
                        self.accepted.append(Accepted(question.seat_id, question.number, key))
                        self.ways[way] += 1
                    return
            time.sleep(0.1)
        raise AssertionError(f"the site did not answer for {PATIENCE} seconds")


@dataclass(frozen=True)
class Verdict:
    """What was lost, doubled or repeated."""

    answers: int
    lost: list[str]
    doubled: list[str]
    mails: int
    repeated: int
    changed: list[str]

    def __str__(self) -> str:
        return (
            f"{self.answers} answers: {len(self.lost)} lost, {len(self.doubled)} doubled; "
            f"{self.mails} mails: {self.repeated} repeated, {len(self.changed)} of them changed"
        )


def let_it_settle(site: Site, seconds: float = 180) -> None:
    """Let the site send what is due, as if the leases of killed senders had run out."""
    site.wait_until_up()
    waiting = Notice.objects.filter(status=Notice.Status.WAITING, channel=None)
    now = clock.now()
    with (
        transaction.atomic()
    ):  # what is locked has a sender that lives, who may wait for another of these rows
        free = waiting.filter(quiet=timedelta()).select_for_update(skip_locked=True)
        Notice.objects.filter(pk__in=list(free.values_list("pk", flat=True))).update(
            leased_until=None, lease=None, next_try_at=now
        )
    InboundMail.objects.filter(status=InboundMail.Status.WORKING).update(began_at=now - timedelta(days=1))
    end = time.monotonic() + seconds
    while waiting.filter(next_try_at__lte=clock.now()).exists():
        assert time.monotonic() < end, f"mail isn’t going out:\n{site.output[-5000:]}"
        time.sleep(0.5)


def compare_bodies(first: bytes, second: bytes) -> str:
    """Show in which lines the texts of two mails differ; empty if all but their headers is the same."""
    if first.partition(b"\r\n\r\n")[2] == second.partition(b"\r\n\r\n")[2]:
        return ""
    texts = [Mail(raw).text.splitlines() for raw in (first, second)]
    return "\n".join(difflib.unified_diff(*texts, lineterm="", n=0)) or "the HTML alone"


def judge(people: People) -> Verdict:
    """Hold what the site stored against what it said to people."""
    lost, doubled, changed = list(people.broken), [], []
    moves = Counter(Move.objects.exclude(submission_key="").values_list("seat", "submission_key"))
    lost += [f"answer {each}" for each in people.accepted if not moves[each.seat, each.submission_key]]
    done = set(
        InboundMail.objects.filter(status=InboundMail.Status.DONE).values_list("message_id", flat=True)
    )
    lost += [f"reply {each}" for each in people.replies if each not in done]
    answered = Move.objects.filter(kind=Move.Kind.ANSWER).values_list("game", "question_number", "version")
    times = Counter((game, number) for game, number, _version in answered)
    doubled += [f"question {which}" for which, many in times.items() if many > 1]
    doubled += [f"form {which}" for which, many in moves.items() if many > 1]
    for game in Game.objects.filter(state__isnull=False):
        versions = sorted(Move.objects.filter(game=game).values_list("version", flat=True))
        if versions != list(range(versions[0], versions[0] + len(versions))) or versions[-1] != game.version:
            lost.append(f"a version of game {game.pk}: {versions} {game.version}")
        read_engine_game(GameState.objects.get(game=game))
    copies: dict[str, list[bytes]] = {}
    received = list(people.site.smtp.received)
    for mail in received:
        copies.setdefault(f"{mail.message['Message-ID']} {mail.recipients[0]}", []).append(mail.raw)
    ids = {which.partition(" ")[0] for which in copies}
    sent = Notice.objects.filter(status=Notice.Status.SENT, channel=None).values_list("message_id", flat=True)
    lost += [f"mail {each}" for each in sent if each not in ids]
    for which, (first, *others) in copies.items():
        changed += [f"{which}:\n{found}" for each in others if (found := compare_bodies(first, each))]
    return Verdict(people.count, lost, doubled, len(copies), len(received) - len(copies), changed)
