"""The release before works on the database of this one, beside it: pages, answers and sweeps go on."""

import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from games import clock
from games.core.event_log import name_seat, note_event
from games.history.event_sentences import SENTENCES
from games.models import Game, Heartbeat, Move, Notice, PostponedRow, Question, Vote
from tests.mail.kinds import NOTICES
from tests.support.processes import ROOT

from .conftest import make_player
from .other_release import SWEEPS, WORDS, World
from .play import open_questions, play_to_end
from .test_migration_rules import read_release
from .test_other_release import NEUTRAL

NEW_SWEEPS, NEW_NOTICES = {"gazettes"}, {Notice.Kind.PACE, Notice.Kind.HOST}  # which the release before lacks

pytestmark = [pytest.mark.slow, pytest.mark.other_release, pytest.mark.django_db(transaction=True)]

BESIDE = Path(__file__).parent / "released" / "beside.py"


@pytest.fixture(scope="module")
def old_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the code of the release before."""
    number, commit, _migration = read_release()
    words = ["git", "-C", str(ROOT), "archive", "--format=tar", commit]
    packed = subprocess.run(words, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip(f"{commit}, which is release {number}, isn’t in this clone: git fetch --unshallow")
    folder = tmp_path_factory.mktemp("release")
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as tar:
        tar.extractall(folder, filter="data")
    return folder


class Beside:
    """A process of the release before, on the database of this test."""

    def __init__(self, folder: Path) -> None:
        server = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
        env = {
            **os.environ,
            "DATABASE_URL": f"{server}/{connection.settings_dict['NAME']}",
            "PYTHONPATH": str(folder),
            "PYTHONWARNINGS": "ignore",
            "DJANGO_SETTINGS_MODULE": "fluxx_site.settings",
        }
        self.process = subprocess.Popen(
            [sys.executable, str(BESIDE)],
            env=env, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.read()["code"].startswith(str(folder))

    def __call__(self, do: str, **words: Any) -> Any:
        """Let it do something, and return what it says."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": do, **words}) + "\n")
        self.process.stdin.flush()
        return self.read()

    def read(self) -> Any:
        """Return its next answer."""
        assert self.process.stdout is not None
        said = json.loads(self.process.stdout.readline())
        assert "failed" not in said, said["failed"]
        return said["said"]

    def end(self) -> None:
        """Wait until it has ended."""
        self.process.communicate(timeout=60)


@pytest.fixture
def old(old_code: Path, transactional_db: None) -> Iterator[Beside]:
    """The release before, running."""
    process = Beside(old_code)
    yield process
    process.end()


def test_it_shows_and_sends_what_this_release_has_stored(old):
    """Every page answers, every sweep comes to its end; each event and each kind of notice is there."""
    world = World()
    world.main.game.refresh_from_db()
    seats = [*world.main.game.seats.all()]
    keyed = {"name": seats, "to": seats[1], "old": name_seat(seats[2]), "deputy": seats[0]}
    for what in SENTENCES:
        note_event(world.main.game, what, **WORDS | keyed)
    for write in NOTICES.values():
        write()
    over = (Game.Status.ENDED, Game.Status.FINISHED)
    Game.objects.filter(status__in=over, finished_at=None).update(finished_at=clock.now())  # as it always is
    pages: dict[int, list[str]] = {}
    for viewer, path in world.addresses():
        player = {**world.players, "mod": world.staff}.get(viewer)
        if player is not None:
            pages.setdefault(player.pk, []).append(path)
    broken = [
        f"{path}: {status}"
        for player, paths in pages.items()
        for path, status in old("look", player=player, paths=paths).items()
        if status >= 500
    ]

    assert not broken, "\n".join(broken)
    failed = old("work")
    # It leaves a game with a card that is new to it to this release, and goes on with the others.
    # It does the same with a vote about the pace, and with notices of kinds that it lacks: all stay so.
    left = ("has no card called", "the vote 'pace'")
    failed["postponed"] = [each for each in failed["postponed"] if not any(why in each for why in left)]
    assert failed == {"postponed": [], "dead": [], "stuck": []}
    beats = {run.__name__.removeprefix("sweep_") for run in SWEEPS} - NEW_SWEEPS
    assert beats <= set(Heartbeat.objects.values_list("name", flat=True))
    assert [""] == list(
        Vote.objects.filter(kind=Vote.Kind.PACE, closed_at=None).values_list("outcome", flat=True)
    )
    assert {Notice.Status.WAITING} == {each.status for each in Notice.objects.filter(kind__in=NEW_NOTICES)}
    tried = Notice.objects.filter(attempts__gt=0, channel=None, kind__in=NOTICES.keys() - NEW_NOTICES)
    assert not tried.exclude(error__contains="no card called").exists()
    assert [] == [*world.look()]


def test_both_play_one_game_to_its_end(old):
    """In turns, while the sweeps of both run; a game that the older one has begun is played here."""
    ann, bob = make_player("Ann"), make_player("Bob")
    games = [old("begin", host=each.pk, title=each.name) for each in (ann, bob)]
    for _round in range(40):
        if Game.objects.filter(pk__in=games, status=Game.Status.RUNNING).count() == 0:
            break
        for pk in games:
            old("play", game=pk, steps=2)
            for question in open_questions(Game.objects.get(pk=pk))[:1]:
                old("look", player=question.seat.player_id, paths=[f"/g/{question.game.key}/", "/"])
        assert old("work") == {"postponed": [], "dead": [], "stuck": []}
        for pk in games:
            play_some(Game.objects.get(pk=pk), 2)
        for run in SWEEPS:
            run()
    for pk in games:
        play_to_end(Game.objects.get(pk=pk))

    assert not PostponedRow.objects.exists()
    assert not Question.objects.exclude(stuck_at=None).exists()
    assert Move.objects.filter(game=games[0]).count() > 5


def play_some(game: Game, steps: int) -> None:
    """Answer what is asked, some times."""
    try:
        play_to_end(game, steps)
    except AssertionError as error:
        if str(error) != "the game does not end":
            raise


def test_what_it_does_not_know_is_told_neutrally(old, ann, client, start, bob):
    """An event that only a later release has is one line in the history of the older one."""
    game = start(ann, bob)
    note_event(game, "something-of-a-later-release", name="Ann")
    statuses = old("look", player=bob.pk, paths=["/", f"/g/{game.key}/", f"/g/{game.key}/history/"])
    client.force_login(bob)

    assert set(statuses.values()) == {200}
    assert NEUTRAL in client.get(f"/g/{game.key}/history/").content.decode()
