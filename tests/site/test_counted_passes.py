"""What is cut to the last moves, or made anew after a move, counts no sealed pass (requirement H7)."""

import re

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from games import clock
from games.core import window_passes
from games.core.event_log import note_event
from games.core.shared_work import SharedWork
from games.core.snapshot import MOVES_SHOWN, TableSnapshot
from games.history import export, pages
from games.mail.compose import compose
from games.models import By, Game, Move, Notice, Question, Seat, StaffAct
from games.moderation.desk import perform, why_not_revert
from games.pages.common import rate_limits
from games.people import talk

from .conftest import make_player
from .test_admin import page, without_tokens
from .test_windows import wipe
from .wonderland import answer, asks, fresh, order, table

pytestmark = pytest.mark.django_db
ASKED = ("bob", "cid")


def long_table(events: int):
    """A table where so much was told before Ann plays a rule and two others are asked about it."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)
    for number in range(events):
        note_event(fresh(stored), "pause-asked", name=f"Nobody{number}", days=2)
    ask(stored)
    return stored


def ask(stored) -> None:
    for name in ASKED:
        order(stored, name, *asks("new rule"))
    answer(stored, "ann", "draw-2")


def store_pass(stored_game: Game, seat: Seat, number: int | None = None) -> None:
    """An answer “pass”, as it is stored; without a number that in a window."""
    version = Game.objects.get(pk=stored_game.pk).version + 1
    Move.objects.create(
        game=stored_game, version=version, kind=Move.Kind.ANSWER, seat=seat, by=By.ORDER,
        labels=["pass"], outcomes=[], question_number=number, created_at=clock.now(),
    )  # fmt: skip
    Game.objects.filter(pk=stored_game.pk).update(version=version)


def test_who_could_take_over_a_seat_sees_the_same_moves(client):
    """The page of an offered seat shows the end of the history."""
    stored = long_table(40)
    Game.objects.filter(pk=stored.game.pk).update(is_open=True)
    Seat.objects.filter(pk=stored.seats["ann"].pk).update(offered_at=clock.now(), on_autopilot=True)
    client.force_login(make_player("stranger"))
    link = reverse("take_over", args=[stored.game.key, stored.seats["ann"].number])
    before = [line.text for line in client.get(link).context["lines"]]
    answer(stored, "cid", "pass")

    assert before
    assert before == [line.text for line in client.get(link).context["lines"]]


@pytest.mark.parametrize("passes", [0, 7])
def test_who_could_take_over_a_seat_sees_as_many_moves(passes, client):
    """However many have passed between the last moves that all may see."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)
    for number in range(40):
        note_event(fresh(stored), "pause-asked", name=f"Nobody{number}", days=2)
        if 30 <= number < 30 + passes:
            store_pass(stored.game, stored.seats["cid"])
    Game.objects.filter(pk=stored.game.pk).update(is_open=True)
    Seat.objects.filter(pk=stored.seats["ann"].pk).update(offered_at=clock.now(), on_autopilot=True)
    client.force_login(make_player("stranger"))

    shown = client.get(reverse("take_over", args=[stored.game.key, stored.seats["ann"].number]))
    assert len(shown.context["lines"]) == 30


def address_after_a_rule(passes_before: int, shown: int = 0) -> tuple[str, str, str]:
    """Where Ann is led by her answer after so many passes, what pages show then, and what a mail says."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)
    for number in range(shown):
        note_event(fresh(stored), "pause-asked", name=f"Nobody{number}", days=2)
    for _pass in range(passes_before):
        store_pass(stored.game, stored.seats["cid"])
    note_event(fresh(stored), "pause-asked", name="Cid", days=2)
    talk.post_remark(seat=stored.seats["ann"].pk, text="Well, @Bob?")
    notice = Notice.objects.filter(player=stored.players["bob"]).latest("pk")
    ann, bob = Client(), Client()
    ann.force_login(stored.players["ann"])
    bob.force_login(stored.players["bob"])
    table_page = f"/g/{stored.game.key}/"
    row = stored.question("ann")
    form = {"number": row.number, "label": "draw-2", "submission_key": "x"}
    led = ann.post(f"{table_page}answer/", form)["Location"].partition("?")[2]
    shown_pages = [
        browser.get(address).content.decode()
        for browser in (ann, bob)
        for address in (table_page, f"{table_page}?{led}")
    ]
    lines = [re.findall(r'<li[^>]* class="line.*?</li>', each, re.DOTALL) for each in shown_pages]
    numbers = [re.findall(r'(?:"(?:version|state)" value="|state=)(\d{1,9}\b)', each) for each in shown_pages]
    told = [[strip_tags(line).split() for line in each if "ago" not in line] for each in lines]
    return led, f"{told} {numbers}", compose(notice).body.partition("http")[0]


@pytest.mark.slow
@pytest.mark.parametrize("shown", [0, 3, 40, 70])
def test_no_page_counts_the_passes_of_windows_that_are_over(shown):
    """Neither the addresses and forms of a page, nor how much of the history it shows."""
    found = []
    for count in (0, 1, 3, 40):
        found.append(address_after_a_rule(count, shown))
        wipe()

    assert found[0][0].startswith("since=")
    assert all(each == found[0] for each in found[1:])


@pytest.mark.parametrize("edition", ["fluxx", "wonderland"])
def test_a_number_of_a_page_leads_back_to_its_move(edition, start, ann, bob):
    """From the newest on it stands for all that there is, and any number is answered."""
    game = start(ann, bob, edition=edition)
    for _turn in range(3):
        note_event(Game.objects.get(pk=game.pk), "away-over", name="Ann")
        store_pass(game, game.seats.get(player=ann))
    game.refresh_from_db()
    versions = [
        *game.moves.exclude(window_passes.SEALED).order_by("version").values_list("version", flat=True)
    ]
    if edition == "fluxx":
        assert [window_passes.version_at(game, number) for number in (0, 2, game.version)] == [
            0,
            2,
            game.version,
        ]
        return

    numbers = [window_passes.number_at(game, version) for version in versions]
    assert numbers == [*range(1, len(versions) + 1)]
    assert [window_passes.version_at(game, number) for number in numbers] == [*versions[:-1], game.version]
    assert [window_passes.version_at(game, number) for number in (-5, 0, 10**12)] == [0, 0, game.version]
    assert window_passes.newest_versions(game, 2) == versions[:-4:-1]


@pytest.mark.parametrize(("edition", "queries"), [("fluxx", 0), ("wonderland", 1)])
def test_a_page_asks_once_which_moves_it_shows(edition, queries, start, ann, bob, django_assert_num_queries):
    """The version in its state is that of the newest among them; without windows the game itself says all."""
    game = start(ann, bob, edition=edition)
    note_event(game, "away-over", name="Ann")
    store_pass(game, game.seats.get(player=ann))
    game.refresh_from_db()
    snapshot = TableSnapshot(game)
    with django_assert_num_queries(queries):
        found = snapshot.version, snapshot.versions_shown

    assert found == (window_passes.newest_version(game), window_passes.newest_versions(game, MOVES_SHOWN))


def test_a_mail_tells_the_same():
    """Also where most of the last moves are passes."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)
    for number in range(29 - fresh(stored).version):
        if number < 6:
            note_event(fresh(stored), "pause-asked", name=f"Nobody{number}", days=2)
        else:
            store_pass(stored.game, stored.seats["cid"])
    ask(stored)
    talk.post_remark(seat=stored.seats["ann"].pk, text="Well, @Bob?")
    notice = Notice.objects.filter(player=stored.players["bob"], kind=Notice.Kind.ANSWER).latest("pk")
    before = compose(notice).body
    answer(stored, "cid", "pass")

    assert before == compose(Notice.objects.get(pk=notice.pk)).body


@pytest.mark.slow
def test_the_desk_shows_the_same(client, moderator):
    """Staff see no pass either."""
    stored = long_table(110)
    client.force_login(moderator)
    before = page(client, "game_change", stored.game.pk)
    answer(stored, "cid", "pass")

    assert without_tokens(before) == without_tokens(page(client, "game_change", stored.game.pk))


def test_only_a_pass_in_a_window_is_left_out():
    """Statement and query agree; who passes where a card asks for a rhyme keeps the line of that move."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)
    seat, first = stored.seats["cid"], fresh(stored).version
    for number, what in ((900, "window"), (901, "rhyme")):
        Question.objects.create(
            game=stored.game,
            seat=seat,
            number=number,
            what=what,
            opened_at=clock.now(),
            closed_at=clock.now(),
        )
        store_pass(stored.game, seat, number)
    store_pass(stored.game, seat)  # its question is not known any more
    game = fresh(stored)
    told = window_passes.without_passes(game, game.moves.filter(version__gt=first))

    assert [901] == [move.question_number for move in told]
    recent = [move for move in TableSnapshot(game).recent_moves if move.version > first]
    assert [901] == [move.question_number for move in recent]


@pytest.mark.parametrize("code", ["extend", "pause", "resume", "rename"])
@pytest.mark.parametrize("timing", ["pace", "bank"])
def test_whether_an_act_can_be_taken_back_stays(code, timing, moderator):
    """Staff could learn from it that somebody has passed."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)
    Game.objects.filter(pk=stored.game.pk).update(timing=timing)
    ask(stored)
    words = {"extend": {"hours": 1}, "rename": {"title": "Other"}}.get(code, {})
    about = {"game": stored.game, "by": moderator, "reason": "All are ill."}
    if code == "resume":
        perform("pause", **about)
    act = perform(code, **about, **words).record
    if code == "pause":
        perform("resume", **about)
    before = why_not_revert(StaffAct.objects.get(pk=act.pk))
    answer(stored, "cid", "pass")

    assert before == why_not_revert(StaffAct.objects.get(pk=act.pk))


def test_a_text_in_parts_is_the_same(ann, bob, start, monkeypatch):
    """Where a part of the history ends just before a pass, it isn't told twice."""
    game = start(ann, bob)
    monkeypatch.setattr(window_passes, "has_windows", lambda _game: True)
    monkeypatch.setattr(pages, "_PARTS", SharedWork())
    monkeypatch.setattr(pages, "PAGE", game.moves.count())
    before = list(export.export_text(game, None))
    store_pass(game, game.seats.get(player=ann))

    assert before == list(export.export_text(Game.objects.get(pk=game.pk), None))


@time_machine.travel("2026-11-20T12:00:00Z", tick=False)  # what was read a minute ago counts no more
def test_strangers_may_read_as_often(client, monkeypatch):
    """A long game counts more, by the moves that everybody was told of: a pass must not make it longer."""
    stored = long_table(0)
    Game.objects.filter(pk=stored.game.pk).update(is_open=True)
    monkeypatch.setattr(rate_limits, "READS_A_MINUTE", 10)
    monkeypatch.setattr(rate_limits, "MOVES_OF_A_READ", fresh(stored).version + 1)
    link = reverse("story", args=[stored.game.key])

    def reads() -> int:
        cache.clear()
        return [client.get(link).status_code for _ in range(11)].count(200)

    before = reads()
    answer(stored, "cid", "pass")

    assert (before, before) == (10, reads())
