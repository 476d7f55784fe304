"""Whatever is killed, stopped, emptied or filled: no answer is lost, and none is given twice."""

import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import connection

from fluxx_site.embedded import valkey
from games import clock
from games.models import By, Game, Heartbeat, Move, Notice, Question
from games.models.question import IS_OPEN
from games.moderation import switches
from games.play.start import start_game
from games.seats.lobby import create_game
from games.seats.membership import take_seat
from tests.site.conftest import make_player
from tests.support.plugin import Stack, stack
from tests.support.processes import PATIENCE
from tests.support.smtp import Fault

from .site import DOMAIN, People, Site, judge, let_it_settle

KILLS = 50  # of each
TABLES = 6

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def own_stack() -> Stack:
    """The servers that this run has started."""
    if stack is None or not (stack.starts_postgres and stack.starts_valkey):
        pytest.skip("needs servers of its own: unset DATABASE_URL and REDIS_URL, and use one process")
    return stack


@pytest.fixture
def site(start_program, smtp, settings) -> Iterator[Site]:
    """The whole site."""
    settings.INBOUND_DOMAIN = DOMAIN
    running = Site(start_program, smtp)
    yield running
    running.stop()


@pytest.fixture
def people(site) -> Iterator[People]:
    """People who play at a few tables, three and a bot at each."""
    players = [make_player(f"P{number}") for number in range(3 * TABLES)]
    used = iter(range(10**6))

    def new_game() -> Game:
        """Start a game of the next three people."""
        first = 3 * (next(used) % TABLES)
        host, *others = players[first : first + 3]
        game = create_game(
            host=host, name="Chaos", seats=4, fill_with_bots=True, is_open=True, starts_when_full=False
        )
        for player in others:
            take_seat(game=game, player=player)
        return start_game(game=game, by=host)

    with People(site, new_game, TABLES) as playing:
        playing.wait_for_answers(20)
        yield playing


def verdict_of(people: People, site: Site, what: str) -> None:
    """Let everybody finish and the mails leave, print what came of it, and fail if anything was lost."""
    people.wait_for_answers(20)
    people.__exit__()
    connection.close()
    let_it_settle(site)
    found = judge(people)
    print(f"\n{what}: {found}; answers by {dict(people.ways)}")
    print(f"started again by the supervisor: {len(site.ended)}", *site.ended[:3], sep="\n")
    assert (found.lost, found.doubled, found.changed) == ([], [], [])


def test_web_and_workers_are_killed(site, people):
    """SIGKILL to all web processes, or to all workers, at random moments."""
    chance = random.Random(11)
    kills = ["web", "worker"] * KILLS
    chance.shuffle(kills)
    for name in kills:
        time.sleep(chance.uniform(0.2, 2.5))
        site.kill(name)
        if name == "web":
            site.wait_until_up()
    verdict_of(people, site, f"{KILLS} kills of the web, {KILLS} of the workers")
    assert people.site.output.count("Traceback") == 0


def test_the_database_is_stopped_hard(own_stack, site, people):
    """PostgreSQL ends without a word, and is back some seconds later; everything goes on by itself."""
    chance = random.Random(12)
    for _stop in range(5):
        people.wait_for_answers(10)
        time.sleep(chance.uniform(0, 1))
        server = own_stack.processes["PostgreSQL"]
        server.send_signal(signal.SIGQUIT)  # "immediate": no checkpoint, no goodbye
        server.wait(30)
        time.sleep(chance.uniform(0.5, 3))
        own_stack.start_postgres()
        connection.close()
        site.wait_until_up()
    verdict_of(people, site, "5 hard stops of PostgreSQL")


def test_the_queue_is_emptied_and_killed(own_stack, site, people, broker):
    """Redis loses everything, or is away for some seconds: pages work, and sweeps find what it has lost."""
    chance, stops = random.Random(13), 3
    for _loss in range(10):
        time.sleep(chance.uniform(0.1, 1))
        broker.flushall()
    for _stop in range(stops):
        own_stack.processes["Valkey"].kill()
        own_stack.processes["Valkey"].wait(30)
        people.wait_for_answers(10)
        own_stack.start_valkey()
        valkey.wait_for_server(own_stack.processes["Valkey"], own_stack.sockets)
    verdict_of(people, site, "10 times an empty queue, 3 times none")
    # Celery may give a worker up whose connection ends in a bad moment; the supervisor starts the next one.
    assert len(site.ended) <= stops


def test_the_mail_server_misbehaves(site, people, smtp):
    """It is slow, refuses, is away, or takes a mail without a word: that mail comes again, the same."""
    for fault in (Fault.SLOW, Fault.TRY_LATER, Fault.BUSY, Fault.DROP):
        smtp.fault = fault
        attempts = smtp.attempts
        people.wait_for_answers(10)
        wait_until(lambda before=attempts: smtp.attempts > before, site)
        if fault is Fault.DROP:
            wait_until(lambda: bool(smtp.dropped), site)
        smtp.fault = Fault.OK
    smtp.refuse()
    people.wait_for_answers(10)
    smtp.listen()
    dropped = Notice.objects.filter(status=Notice.Status.WAITING, attempts__gt=0)
    dropped.update(next_try_at=clock.now(), quiet=timedelta())
    verdict_of(people, site, "a mail server with five faults")
    # Who has heard nothing sends again, but for what nobody needs any more.
    times = Counter(mail.message["Message-ID"] for mail in smtp.received)
    sent = Notice.objects.filter(status=Notice.Status.SENT).values_list("message_id", flat=True)
    unheard = {mail.message["Message-ID"] for mail in smtp.dropped}
    assert unheard
    assert [] == [each for each in unheard & set(sent) if times[each] < 2]


def test_the_disk_of_the_database_is_full(own_stack, site, people):
    """Nothing can be written, nothing is half done, and all goes on when there is room again."""
    if not own_stack.has_small_disk:
        pytest.skip("only root may mount the small disk that this fills")
    for _fill in range(3):
        people.wait_for_answers(10)
        filler = own_stack.data / "filler"
        with filler.open("wb") as file:
            try:
                while True:
                    file.write(bytes(1_000_000))
                    file.flush()
            except OSError:
                pass
        time.sleep(4)
        filler.unlink(missing_ok=True)
        if own_stack.processes["PostgreSQL"].poll() is not None:
            own_stack.start_postgres()
        connection.close()
        site.wait_until_up()
    verdict_of(people, site, "3 times a full disk")
    assert "No space left on device" in (own_stack.folder / "postgres.log").read_text()


@pytest.fixture
def shift_workers(site, tmp_path) -> Callable[[int], None]:
    """Shift the time of worker and beat, which run on a machine of their own as it were: `shift(days)`."""
    shift = tmp_path / "shift"
    shift.write_text("0")
    site.env["WATCH_CLOCK"] = "true"
    site.shift_workers(shift)

    def shift_by(days: int) -> None:
        """Replace the file as a whole: it is read at any moment."""
        new = tmp_path / "new"
        new.write_text(str(86_400 * days))
        new.replace(shift)

    return shift_by


def struck() -> tuple[int, int]:
    """How many answers a clock has given, and how many questions are overdue."""
    overdue = Question.objects.filter(IS_OPEN, due_at__lte=clock.now())
    return Move.objects.filter(by=By.CLOCK).count(), overdue.count()


@pytest.mark.parametrize("days", [5, -5])
def test_the_time_of_a_machine_jumps(site, people, shift_workers, days):
    """Nobody's time runs out when the clock of the workers' machine goes wrong, and is right again."""
    wait_until(lambda: Heartbeat.objects.filter(name="deadlines").exists(), site)
    shift_workers(days)
    wait_until(switches.holds_clocks, site)
    people.wait_for_answers(20)
    while_wrong = struck()
    shift_workers(0)
    right = clock.now()
    wait_until(
        lambda: Heartbeat.objects.filter(name="deadlines", at__range=(right, clock.now())).exists(), site
    )
    wait_until(lambda: not switches.holds_clocks(), site)
    verdict_of(people, site, f"the workers' time jumps by {days:+} days and back")
    assert (while_wrong, struck()) == ((0, 0), (0, 0))


@pytest.mark.parametrize("days", [5, -5])
def test_a_machine_whose_time_is_wrong_is_started(site, people, shift_workers, days):
    """Worker and beat end in one line that says so, and nobody's time runs out."""
    shift_workers(days)
    for name in ("worker", "beat"):
        with site.unsupervised():
            site.kill(name)
            site.running[name].process.wait(60)
            assert "clock of this machine" in site.running[name].output.splitlines()[-1]
    people.wait_for_answers(20)
    while_wrong = struck()
    shift_workers(0)
    for name in ("worker", "beat"):
        site.kill(name)
    verdict_of(people, site, f"workers started with a clock that is {days:+} days off")
    assert while_wrong == (0, 0)


def wait_until(true: Callable[[], bool], site: Site, seconds: float = PATIENCE) -> None:
    """Wait until something is true of what the site has stored."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, site.output[-5000:]
        time.sleep(0.5)
