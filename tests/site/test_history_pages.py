"""A long history comes in pages, and a finished game's record is worked out once."""

import socket
import time
from itertools import pairwise

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone, translation
from gunicorn.config import Config

from fluxx_site import logs, wsgi
from games.core import window_passes
from games.core.budgets import HISTORIES_AT_ONCE
from games.core.shared_work import SharedWork
from games.history import export, game_history, pages, replay
from games.history.replay import public_moves
from games.models import Game, Move, Player
from games.pages.common import rate_limits
from games.pages.table import export as table_export

from .conftest import browser_of
from .play import play_to_end
from .test_counted_passes import store_pass
from .test_export import finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def small(monkeypatch):
    """Pages of a few moves."""
    monkeypatch.setattr(pages, "PAGE", 6)
    monkeypatch.setattr(pages, "LONGEST", 12)
    monkeypatch.setattr(pages, "SHORTEST", 2)


@pytest.fixture
def counted(monkeypatch):
    """Note each call of a function of a module: `calls = counted(pages, "history_lines")`."""

    def count(module, name: str) -> list:
        calls, real = [], getattr(module, name)
        monkeypatch.setattr(module, name, lambda *given, **more: calls.append(given) or real(*given, **more))
        return calls

    return count


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["fluxx", "wonderland"])
def test_the_pages_together_are_the_whole_history(small, start, ann, bob, edition):
    """Each line once, in order, with the numbers of the replay; each page but few begins with a turn."""
    game = finish(start(ann, bob, bots=1, edition=edition))
    seats = list(game.seats.all())
    newest = pages.find_page(game)
    told = []
    for number in range(1, newest.count + 1):
        page = pages.find_page(game, page=number)
        lines = pages.lines_of_page(game, seats[0], page, with_notes=False, seats=seats)
        assert number == 1 or lines[0].began is not None or len(lines) >= pages.PAGE
        told += lines
    whole = game_history.history_lines(game, seats[0], with_notes=False)

    assert newest.count > 2
    assert [(line.version, line.text, line.is_undone) for line in told] == [
        (line.version, line.text, line.is_undone) for line in whole
    ]
    assert (newest.newer, newest.older) == (0, newest.count - 1)
    assert {line.move for line in told} - {0} <= set(newest.numbers.values())


@pytest.mark.slow
def test_every_move_is_on_the_page_that_its_number_leads_to(small, start, ann, bob):
    """The replay links to it."""
    game = finish(start(ann, bob, bots=1))
    count = len(public_moves(game, list(game.moves.order_by("version"))))
    found = [pages.find_page(game, move=number).number for number in range(1, count + 1)]

    assert found == sorted(found)
    assert set(found) == set(range(1, found[-1] + 1))
    assert pages.find_page(game, move=count + 1) is None
    assert all(later - earlier <= 1 for earlier, later in pairwise(found))


def test_older_pages_stay_as_they_are_while_the_game_goes_on(small, start, ann, bob):
    """A shared address shows the same moves later."""
    game = start(ann, bob, bots=1)
    play_to_end(game)
    rows = pages.read_outline(game)
    moves = public_moves(game, rows)
    starts = pages.split(moves, ())

    for end in range(len(moves)):
        earlier = pages.split(moves[:end], ())
        assert earlier == starts[: len(earlier)]


def test_the_page_has_links_to_older_and_newer_moves(small, start, ann, bob):
    """The newest first; a number that there isn't is no page."""
    game = finish(start(ann, bob, bots=1))
    browser = browser_of(ann)
    address = reverse("history", args=[game.key])
    newest, oldest = browser.get(address).content.decode(), browser.get(f"{address}?page=1").content.decode()
    count = pages.find_page(game).count

    assert f"Page {count} of {count}" in newest
    assert (f"?page={count - 1}" in newest, "Newer" in newest) == (True, False)
    assert ("?page=2" in oldest, "Older" in oldest, "Before the first turn" in oldest) == (True, False, True)
    assert [browser.get(f"{address}?page={wrong}").status_code for wrong in (0, count + 1, "x")] == [404] * 3


@pytest.mark.slow
def test_a_page_reads_its_own_moves_alone(small, start, ann, bob, monkeypatch):
    """Of the others it reads what kinds of things happened, not what."""
    game = finish(start(ann, bob, bots=1))
    read = []
    moves_after = game_history.moves_after
    monkeypatch.setattr(
        game_history,
        "moves_after",
        lambda *words, **named: read.append(found := moves_after(*words, **named)) or found,
    )
    page = pages.find_page(game, page=2)
    pages.lines_of_page(game, None, page, with_notes=False, seats=list(game.seats.all()))

    assert len(read) == 1
    assert len(read[0]) <= pages.LONGEST + 1 < Move.objects.filter(game=game).count() / 2


def test_a_record_is_worked_out_once_and_not_sent_twice(start, ann, bob, counted):
    """With its entity tag a browser is told that nothing has changed, without playing the game again."""
    game = finish(start(ann, bob, bots=1))
    cache.clear()
    played = counted(export, "export_record")
    browser = browser_of(ann)
    address = reverse("record", args=[game.key])
    first, second = browser.get(address), browser.get(address)
    same = browser.get(address, headers={"If-None-Match": first["ETag"]})

    assert (first.content, len(played)) == (second.content, 1)
    assert (same.status_code, same.content) == (304, b"")
    assert browser.get(address, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.slow
def test_the_text_is_made_while_it_is_read(small, start, ann, bob, monkeypatch, counted):
    """Part by part, so that a long game fills no memory; in the language and zone of who reads."""
    game = finish(start(ann, bob, bots=1))
    Player.objects.filter(pk=ann.pk).update(language="pl", timezone="Asia/Tokyo")
    with translation.override("pl"), timezone.override("Asia/Tokyo"):
        whole = "".join(f"{line}\n" for line in export.export_text(game, game.seats.get(player=ann)))
    pages._PARTS.clear()
    read = counted(pages, "history_lines")
    monkeypatch.setattr(table_export, "LINES_AT_ONCE", 5)
    browser = browser_of(ann)
    response = browser.get(reverse("story", args=[game.key]))
    pieces = iter(response.streaming_content)
    first, parts_by_then = next(pieces), len(read)

    assert (first + b"".join(pieces)).decode() == whole
    assert parts_by_then == 1 < len(read)
    assert "Karty zostały rozdane." in whole


def test_those_who_read_at_once_share_the_work(start, ann, bob, monkeypatch, counted):
    """Of the text the parts, of the replay the table after a move; a player’s own text is another one."""
    game = finish(start(ann, bob, bots=1))
    made, played = counted(pages, "history_lines"), counted(replay, "play_again")
    monkeypatch.setattr(pages, "_PARTS", SharedWork())
    monkeypatch.setattr(replay, "_VIEWS", SharedWork())
    texts = [list(export.export_text(game, None)) for _ in range(2)]
    once = len(made)
    own = list(export.export_text(game, game.seats.get(player=ann)))
    history = replay.read_public_history(game, list(game.seats.all()))
    views = [history.view_after(9) for _ in range(2)]

    assert (texts[0], views[0]) == (texts[1], views[1])
    assert (len(made), len(played)) == (2 * once, 1)
    assert own != texts[0]


def test_strangers_read_histories_so_often_and_no_more(start, ann, bob, monkeypatch):
    """From one network; players are not counted."""
    monkeypatch.setattr(rate_limits, "READS_A_MINUTE", 2)
    cache.clear()
    game = start(ann, bob, is_open=True)
    stranger, player = Client(), browser_of(ann)
    address = reverse("history", args=[game.key])

    assert [stranger.get(address).status_code for _ in range(3)] == [200, 200, 429]
    assert Client(REMOTE_ADDR="192.0.2.7").get(address).status_code == 200
    assert {player.get(address).status_code for _ in range(4)} == {200}


def test_what_is_made_of_a_whole_long_game_counts_more(start, ann, bob, monkeypatch):
    """Its text can be read twice where its pages of moves can be read as often as any."""
    monkeypatch.setattr(rate_limits, "READS_A_MINUTE", 12)
    cache.clear()
    game = start(ann, bob, is_open=True)
    Game.objects.filter(pk=game.pk).update(version=2_600)
    stranger = Client()
    text, page = (reverse(name, args=[game.key]) for name in ("story", "history"))

    assert [stranger.get(text).status_code for _ in range(3)] == [200, 200, 429]
    cache.clear()
    assert {stranger.get(page).status_code for _ in range(6)} == {200}


def test_few_read_what_costs_much_at_once(start, ann, bob):
    """The others are asked to come again, players, too, and no other page waits."""
    game = start(ann, bob)
    player = browser_of(ann)
    costly = [reverse(name, args=[game.key]) for name in ("history", "replay", "story")]
    cheap = reverse("game", args=[game.key])
    for _place in range(HISTORIES_AT_ONCE.largest):
        rate_limits.ROOM.acquire()
    try:
        refused = [player.get(address) for address in costly]
        assert [503, 503, 503] == [answer.status_code for answer in refused]
        assert {"5"} == {answer["Retry-After"] for answer in refused}
        assert "Try again in a few seconds." in refused[0].text
        assert 200 == player.get(cheap).status_code
    finally:
        for _place in range(HISTORIES_AT_ONCE.largest):
            rate_limits.ROOM.release()
    assert [200, 200, 200] == [player.get(address).status_code for address in costly]


def test_costly_pages_are_made_one_at_a_time(start, ann, bob, monkeypatch):
    """Each takes the processor for long, the pieces of a text as well."""
    game = start(ann, bob)
    player = browser_of(ann)
    held = []
    lines, told = pages.lines_of_page, export.one_line
    monkeypatch.setattr(
        pages, "lines_of_page", lambda *w, **m: held.append(rate_limits.WORK.locked()) or lines(*w, **m)
    )
    monkeypatch.setattr(export, "one_line", lambda text: held.append(rate_limits.WORK.locked()) or told(text))
    player.get(reverse("history", args=[game.key]))
    story = player.get(reverse("story", args=[game.key]))
    text = iter(story.streaming_content)

    assert [True] == held
    assert next(text)
    assert {True} == set(held)
    assert len(held) > 1
    assert not rate_limits.WORK.locked()
    story.close()


def test_a_text_that_is_read_slowly_is_cut_off(start, ann, bob, monkeypatch):
    """It keeps a thread from others meanwhile; who reads as usual gets all of it."""
    game = finish(start(ann, bob, bots=1))
    player = Client()
    player.force_login(ann)
    address = reverse("story", args=[game.key])
    whole = player.get(address).getvalue()
    monkeypatch.setattr(table_export, "LINES_AT_ONCE", 5)
    monkeypatch.setattr(rate_limits, "LONGEST_READ", 0.05)
    story = player.get(address)
    text = iter(story.streaming_content)
    first = next(text)
    time.sleep(0.1)
    with pytest.raises(ConnectionResetError):
        b"".join(text)

    assert whole.startswith(first)
    assert len(first) < len(whole)
    rate_limits.check_texts()


def test_a_client_has_half_a_minute_to_take_a_page():
    """All that gunicorn sends at once counts, and not each byte that a client takes."""
    ours, theirs = socket.socketpair()
    environ = RequestFactory()._base_environ(PATH_INFO="/livez", **{"gunicorn.socket": ours})
    with ours, theirs:
        wsgi.application(environ, lambda *_words, **_more: None)

        assert ours.gettimeout() == wsgi.SECONDS_TO_READ


def test_a_client_that_takes_too_long_is_one_line_of_the_log(caplog, monkeypatch):
    """As one that sends nothing; a traceback would look like a failure of the site."""
    logger = logs.AccessLogger(Config())
    monkeypatch.setattr(logger.error_log, "handlers", [caplog.handler])
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(0.01)
        try:
            ours.sendall(b"a" * 10_000_000)
        except OSError:  # as gunicorn has it
            logger.exception("Socket error processing request.")

    assert ["INFO"] == [record.levelname for record in caplog.records]
    assert "too slow" in caplog.text
    assert "Traceback" not in caplog.text


def test_a_sealed_pass_makes_no_text_anew(ann, bob, start, monkeypatch, counted):
    """Who asks twice would learn from the time that it takes that somebody has passed (requirement H7)."""
    game = start(ann, bob)
    made = counted(pages, "history_lines")
    monkeypatch.setattr(window_passes, "has_windows", lambda _game: True)
    monkeypatch.setattr(pages, "_PARTS", SharedWork())
    first = list(export.export_text(game, None))
    store_pass(game, game.seats.get(player=ann))

    assert first == list(export.export_text(Game.objects.get(pk=game.pk), None))
    assert 1 == len(made)
