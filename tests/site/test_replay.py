"""The replay: the public table after each move, for all who may read the history, and nothing more."""

import json
import random
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

import engine
from games.core import access
from games.core.refusal import NotPossible
from games.history import game_history
from games.history.replay import PublicHistory, read_public_history
from games.models import Game, GameState, Move
from games.models.question import WINDOW
from games.play.set_window_orders import set_window_orders
from games.play.takeback import answer_takeback, request_takeback
from games.play.undo import undo
from tests.mail.random_games import change_what_is_unseen
from tests.pages.positions import mask
from tests.support.canaries import name_canaries

from .play import answer, open_questions
from .wonderland import asks

pytestmark = pytest.mark.django_db
EDITIONS = [each.slug for each in engine.all_editions()]


@pytest.fixture(autouse=True)
def same_cards(monkeypatch):
    """Each game has the same seed in each run."""
    real = secrets.token_hex
    monkeypatch.setattr(secrets, "token_hex", lambda size: "3c" * size if size == 32 else real(size))


def play(game: Game, answers: int, seed: int = 0) -> Iterator[Game]:
    """Answer so many questions, side questions too, by chance or sensibly; yield the game after each."""
    dice = random.Random(seed)
    for number in range(answers):
        if game.is_over:
            break
        question = dice.choice(open_questions(game))
        view = access.view(game, question.seat)
        asked = next(
            each for each in (*view.beside, view.question) if each and each.number == question.number
        )
        if asked.beside or dice.random() < 0.7:
            answer(question, engine.bots.sensible(view, asked))
        else:
            answer(question, engine.bots.random(view, f"{seed}/{number}"))
        game = Game.objects.get(pk=game.pk)
        yield game


def played(game: Game, answers: int, seed: int = 0) -> Game:
    """The game after so many answers."""
    return [*play(game, answers, seed)][-1]


def history_of(game: Game) -> PublicHistory:
    return read_public_history(game, list(game.seats.all()))


def page_of(game: Game, move: object = None, client: Client | None = None) -> str:
    """The page of a move."""
    query = {} if move is None else {"move": move}
    response = (client or Client()).get(reverse("replay", args=[game.key]), query)
    assert 200 == response.status_code
    return unescape(response.content.decode())


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_table_after_a_move_is_what_onlookers_saw_then(start, ann, bob, carol, edition):
    """From the deal on, of every edition; and all at the table count the moves alike."""
    game = start(ann, bob, carol, edition=edition)
    seen = {game.version: access.view(game, None)}
    for now in play(game, 30):
        seen[now.version] = access.view(now, None)
    history = history_of(game)

    shown = {version: history.view_after(number) for version, number in history.numbers.items()}
    told = [
        {
            line.version
            for line in game_history.history_lines(game, seat, with_notes=False)
            if line.kind != Move.Kind.EVENT
        }
        for seat in (None, *game.seats.all())
    ]

    both = seen.keys() & shown.keys()
    assert len(both) > 6
    assert {version: seen[version] for version in both} == {version: shown[version] for version in both}
    assert None not in shown.values()
    assert [shown.keys()] * 4 == told


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_page_of_a_running_game_names_a_card_that_is_hidden(start, ann, bob, carol, edition, monkeypatch):
    """Cards in hands that never lay open are canaries; none is on anybody’s page."""
    game = played(start(ann, bob, carol, edition=edition), 6 if edition == "anatomy" else 14)
    history = history_of(game)
    open_cards = set()
    for number in history.numbers.values():
        view = history.view_after(number)
        open_cards |= {*view.goals, *view.rules, *view.meta, *view.discard, *view.resolving, *view.window}
        open_cards |= {card for seat in view.seats for card in (*seat.keepers, *seat.creepers)}
        open_cards |= {name for goal in view.goals for name in view.deck.known_cards[goal].names}
        open_cards |= set(re.findall(r"[\w-]+", repr(history.outcomes_of(number))))
    hidden = {card for seat in game.seats.all() for card in access.view(game, seat).hand} - open_cards
    name_canaries(monkeypatch, sorted(hidden))
    clients = [Client() for _player in range(4)]
    for client, player in zip(clients, (ann, bob, carol), strict=False):
        client.force_login(player)

    pages = [page_of(game, number, each) for number in history.numbers.values() for each in clients[2:]]

    assert game.is_running
    assert b"Canary" in b"".join(each.get(reverse("game", args=[game.key])).content for each in clients)
    assert not [page for page in pages if "Canary" in page]


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["fluxx", "board"])
def test_pages_do_not_depend_on_what_nobody_sees(start, ann, bob, carol, edition, monkeypatch):
    """With other hands, another draw pile and another seed, each page is the same, byte for byte."""
    game = played(start(ann, bob, carol, edition=edition), 15)
    client, numbers, dice = Client(), history_of(game).numbers.values(), random.Random(1)
    view, changed = engine.RecordBuilder.view, []
    client.force_login(bob)

    def pages() -> list[bytes]:
        address = reverse("replay", args=[game.key])
        return [mask(client.get(address, {"move": number}).content) for number in numbers]

    def with_other_cards(builder: engine.RecordBuilder, seat: int | None) -> engine.View:
        data = builder.mark().data
        if json.loads(data)["journal"]:  # in a play, cards that were drawn for it lie open later
            return view(builder, seat)
        changed.append(seat)
        return engine.Game.load(change_what_is_unseen(data, 0, dice)).view(seat)

    pages()
    before = pages()
    monkeypatch.setattr(engine.RecordBuilder, "view", with_other_cards)

    assert before == pages()
    assert len(changed) > 8


def test_another_table_than_the_real_one_is_never_shown(start, ann, bob):
    """Where playing again leads elsewhere, as after a correction of the rules, the page says so."""
    game = played(start(ann, bob), 10)
    GameState.objects.filter(game=game).update(seed="5" * 64)

    page = page_of(game, 5)

    assert "We can’t show the table at this move" in page
    assert 'class="players"' not in page
    assert "Move 5" in page


def test_passes_in_a_window_are_not_counted(start, ann, bob, carol):
    """While others still may answer, no page changes when somebody passes; nor does a number skip."""
    game = start(ann, bob, carol, edition="wonderland")
    for seat in game.seats.all():
        set_window_orders(seat=seat, orders=asks("keeper", "goal", "new rule", "action"))
    for _game in play(game, 40):
        asked = [each for each in open_questions(game) if each.what == WINDOW]
        if len(asked) == 2:
            break
    assert 2 == len(asked)
    before = (len(history_of(game).moves), page_of(game), page_of(game, len(history_of(game).moves)))

    answer(asked[0], ["pass"])
    game = Game.objects.get(pk=game.pk)
    after = (len(history_of(game).moves), page_of(game), page_of(game, len(history_of(game).moves)))

    assert before[0] == after[0]
    assert [mask(page.encode()) for page in before[1:]] == [mask(page.encode()) for page in after[1:]]


def test_a_move_that_was_taken_back_is_shown_as_such(start, ann, bob):
    """It keeps its number; after the undo the table is as it was before."""
    game = start(ann, bob)
    for now in play(game, 60):
        with suppress(NotPossible):
            undo(seat=now.moves.last().seat_id)
            break
    history = history_of(game)
    count = len(history.moves)

    assert Move.Kind.UNDO == game.moves.last().kind
    assert [False, True, False] == [
        history.read_move(number).is_undone for number in (count - 2, count - 1, count)
    ]
    assert "This move was undone later." in page_of(game, count - 1)
    assert "This move was undone later." not in page_of(game, count)
    assert history.view_after(count - 2).seats == history.view_after(count).seats


def test_a_takeback_of_a_whole_turn_and_what_is_played_after_it(start, ann, bob):
    """The replay goes on from the moment to which the table went back."""
    game = played(start(ann, bob), 12)
    seat = next(each for each in game.seats.all() if each.number != access.view(game, None).turn)
    vote = request_takeback(seat=seat.pk)
    for other in game.seats.exclude(pk=seat.pk):
        answer_takeback(vote=vote, seat=other, agrees=True)
    game = played(Game.objects.get(pk=game.pk), 5)

    history = history_of(game)
    last = history.view_after(len(history.moves))

    assert game.moves.filter(kind=Move.Kind.UNDO).exists()
    assert last == access.view(game, None)


@pytest.mark.parametrize("move", ["0", "-1", "999", "x", "", "1e9", "99999999999"])
def test_a_move_that_is_not_there(start, ann, bob, move):
    """The page says so, how many there are, and leads to the first and the last."""
    game = played(start(ann, bob), 4)
    response = Client().get(reverse("replay", args=[game.key]), {"move": move})
    page, count = unescape(response.content.decode()), len(history_of(game).moves)

    assert 404 == response.status_code
    assert "This game has no such move" in page
    assert f"{count} moves so far" in page
    assert {"?move=1", f"?move={count}"} <= set(re.findall(r"\?move=\d+", page))


def test_before_the_deal_there_is_nothing_to_replay(start, ann, bob):
    """The page says that, too."""
    game = start(ann, bob)
    game.moves.all().delete()

    assert "there’s nothing to replay" in page_of(game)


@pytest.mark.slow
def test_from_move_to_move(start, ann, bob):
    """First, previous, next and last lead where they say, and the ends lead nowhere; turns can be chosen."""
    game = played(start(ann, bob), 12)
    count = len(history_of(game).moves)

    def steps(number: int) -> dict[str, str]:
        return dict(re.findall(r'id="replay-(\w+)"[^>]*href="[^"]*\?move=(\d+)"', page_of(game, number)))

    assert {"next": "2", "last": f"{count}"} == steps(1)
    assert {"first": "1", "previous": "4", "next": "6", "last": f"{count}"} == steps(5)
    assert {"first": "1", "previous": f"{count - 1}"} == steps(count)
    for turn in history_of(game).turns:
        name = game.seats.get(number=turn.seat).name
        assert f'<option value="{turn.move}" selected>{turn.number} · {name}</option>' in page_of(
            game, turn.move
        )


def test_the_history_leads_to_each_move_and_back(start, ann, bob):
    """Its lines have the numbers of their moves; the replay leads back to the turn."""
    game = played(start(ann, bob), 12)
    client, history = Client(), history_of(game)
    client.force_login(ann)
    page = client.get(reverse("history", args=[game.key])).content.decode()
    replay = reverse("replay", args=[game.key])

    linked = set(re.findall(rf'class="line__move" href="{replay}\?move=(\d+)"', page))
    turn = history.read_move(7).block
    assert linked <= {f"{number}" for number in history.numbers.values()}
    assert len(linked) >= len(history.moves) - 1
    address = f"{reverse('history', args=[game.key])}?move={turn.move}#turn-{turn.number}"
    assert f'href="{address}"' in page_of(game, 7)
    assert f'id="turn-{turn.number}"' in client.get(address.partition("#")[0]).content.decode()


def test_a_board_game_has_its_picture(start, ann, bob):
    """With the arrows of the move, and nothing to click."""
    game = played(start(ann, bob, edition="board"), 12)
    history = history_of(game)
    moved = next(
        number
        for number in history.numbers.values()
        if any(isinstance(each, engine.PieceMoved) for each in history.outcomes_of(number))
    )

    page = page_of(game, moved)

    assert 'class="board__svg"' in page
    assert "board-arrow-" in page
    assert "data-ask" not in page


def test_a_finished_game_is_replayed_as_it_ran(start, ann, bob):
    """At an earlier move somebody has the turn; at the last one the winner is named."""
    game = played(start(ann, bob), 400)
    count = len(history_of(game).moves)

    assert game.is_over
    assert "is playing" in page_of(game, 5)
    assert "As they stood at the end." not in page_of(game, 5)
    assert "As they stood at the end." in page_of(game, count)


def test_the_present_is_not_told_of_the_past(start, ann, bob):
    """When somebody was last here, or that a bot plays for them now, has no place in it."""
    game = played(start(ann, bob), 6)
    before = page_of(game, 3)
    game.seats.update(on_autopilot=True)

    assert mask(before.encode()) == mask(page_of(game, 3).encode())


def test_moderators_see_the_same_tables_at_the_desk(start, ann, bob, moderator):
    """Of a private game, too, and without what else lies on it; nobody else gets there."""
    game = played(start(ann, bob), 8)
    Game.objects.filter(pk=game.pk).update(is_open=False)
    address = reverse("admin:games_game_replay", args=[game.pk])
    staff, player = Client(), Client()
    staff.force_login(moderator)
    player.force_login(ann)

    page = unescape(staff.get(address, {"move": 4}).content.decode())
    desk = staff.get(reverse("admin:games_game_change", args=[game.pk])).content.decode()
    own = page_of(game, 4, player)

    def players_of(page: str) -> str:
        return re.sub(
            r"\s+", " ", page[page.index('id="players"') : page.index("</ol>", page.index('id="players"'))]
        )

    assert address in desk
    assert players_of(own) == players_of(page)
    assert 404 == staff.get(address, {"move": 999}).status_code
    assert 302 == player.get(address).status_code
    assert 404 == staff.get(reverse("replay", args=[game.key])).status_code
