"""Games of the board edition on the site: whole ones, clocks, who comes and goes, decks, orders."""

from functools import partial
from io import StringIO
from time import monotonic

import pytest
from django.core.management import call_command
from msgspec.structs import replace

import engine
from engine.scenario import deal
from games.core import access
from games.core.refusal import Illegal, NotPossible, Stale
from games.decks import descriptions
from games.decks.edit import create_deck
from games.history import game_history
from games.models import By, Game, GameState, Move, Question, Seat
from games.orders import turn_orders as so
from games.orders.decide_turn import take_only_choice
from games.orders.decision import NOTHING
from games.pages.decks import decks_form
from games.periodic import timeouts
from games.periodic.sweep import sweep_deadlines, sweep_wishes
from games.play import takeback, undo
from games.play.set_turn_orders import set_turn_orders
from games.seats.lobby import create_game
from games.seats.membership import leave, take_seat
from games.seats.own_card import propose_card
from games.seats.rematch import join_rematch
from tests.mail.tables import Stored, store

from .conftest import make_player
from .play import answer, let_time_run_out, open_questions, question_to, seat_of

pytestmark = pytest.mark.django_db

TURN = "play-or-move"


@pytest.fixture
def board(start):
    """Start a board game of these people; the first begins."""
    return partial(start, edition="board")


def seen(question: Question) -> engine.View:
    """The table as the seat that is asked sees it."""
    view = access.view(question.game, question.seat)
    assert view is not None
    return view


def sensibly(question: Question) -> tuple[str, ...]:
    return engine.bots.sensible(seen(question))


def play_on(game: Game, most: int = 2000, *, by_chance: tuple[str, ...] = ()) -> Game:
    """Answer until the game is over: those who are named by chance, all others sensibly."""
    for number in range(most):
        game.refresh_from_db()
        if game.is_over:
            return game
        question = open_questions(game)[0]
        if question.seat.name in by_chance:
            answer(question, engine.bots.random(seen(question), f"{game.name}/{number}"))
        else:
            answer(question, sensibly(question))
    raise AssertionError("the game does not end")


def free_changes(game: Game) -> None:
    """Let everybody move a peg, the first that there is."""
    while (question := open_questions(game)[0]).what == "free-change":
        answer(question, seen(question).question.options[:1])


def turn(**given) -> Stored:
    """A board of Ann, Bob and Cid in Ann's turn, stored as the site stores it."""
    return store(
        deal(**{"edition": "board", "ann": ["three-more"], "bob": 3, "cid": 3, "turn": "ann"} | given)
    )


def told(game: Game, seat: Seat | None = None) -> list[str]:
    """What a seat reads of a game, or everybody."""
    seat = seat and Seat.objects.get(pk=seat.pk)
    return [line.text for line in game_history.history_lines(Game.objects.get(pk=game.pk), seat)]


# Whole games


@pytest.mark.slow
@pytest.mark.parametrize("people", [2, 3, 4])
def test_people_play_to_the_end(board, ann, bob, carol, people):
    """Somebody has goals enough and wins; everybody can read what happened, and the seed fits."""
    seats = [ann, bob, carol, make_player("Dave")][:people]
    game = play_on(board(*seats), by_chance=("Bob",))
    view = access.view(game, None)
    lines = game_history.history_lines(game, seat_of(game, ann))

    won = len(view.board.collected[game.winner.number])
    assert (game.status, won >= view.board.settings["win"]) == (Game.Status.FINISHED, True)
    assert all(won > len(goals) for seat, goals in view.board.collected.items() if seat != game.winner.number)
    assert [] != lines == [line for line in lines if line.text]
    assert access.read_mix(game).seed == game.state.seed


@pytest.mark.slow
def test_one_person_and_three_bots(board, ann):
    """Bots answer at once whatever they are asked; the person alone is waited for."""
    game = board(ann, bots=3)
    asked = {each.seat.name for each in open_questions(game)}
    game = play_on(game)

    assert (asked, game.status) == ({"Ann"}, Game.Status.FINISHED)
    assert set(Move.objects.filter(game=game, kind="answer").values_list("by", flat=True)) == {"page", "bot"}


@pytest.mark.slow
def test_a_game_of_silent_players_comes_to_its_end(board, ann, bob):
    """Each turn takes one deadline, however many plays and moves it has; in the end bots sit there."""
    game = board(ann, bob)
    turns: list[int] = []
    for _strike in range(60):
        let_time_run_out(game)
        turns += [each.turn for each in open_questions(game) if each.due_at]
        sweep_deadlines()
        sweep_wishes()
        game.refresh_from_db()
        if game.is_over:
            break

    assert game.status == Game.Status.FINISHED
    assert len(turns) == len(set(turns))


# Clocks


def test_free_changes_are_turns_of_their_own(board, ann, bob, carol):
    """Each has a number and a whole clock; who lets it pass has a peg moved by the site."""
    game = board(ann, bob, carol)
    (first,) = open_questions(game)
    answer(first, ["move"])
    (second,) = open_questions(game)
    let_time_run_out(game)
    timeouts.strike_all(stop_at=monotonic() + 60)
    (third,) = open_questions(game)
    answer(third, ["draw"])
    (turn_of_ann,) = open_questions(game)

    asked = [(each.seat.name, each.what, each.turn) for each in (first, second, third, turn_of_ann)]
    assert asked == [
        ("Ann", "free-change", 1),
        ("Bob", "free-change", 2),
        ("Carol", "free-change", 3),
        ("Ann", TURN, 4),
    ]
    assert {each.allowance for each in (first, second, third, turn_of_ann)} == {first.allowance}
    assert Move.objects.get(question_number=second.number).by == By.CLOCK
    assert seat_of(game, bob).timeouts_in_row == 1


def test_one_deadline_ends_a_whole_turn(ann, bob, board):
    """The site plays and moves all that is left, and asks the next player; one turn was missed."""
    game = board(ann, bob)
    free_changes(game)
    before = question_to(game, ann)
    let_time_run_out(game)
    timeouts.strike_all(stop_at=monotonic() + 60)

    struck = Move.objects.filter(game=game, by=By.CLOCK)
    assert struck.count() >= 3  # a card and two moves
    assert {seat_of(game, ann).timeouts_in_row, question_to(game, bob).turn - before.turn} == {1}
    assert open_questions(game) == [question_to(game, bob)]


def test_the_rest_of_a_begun_turn_is_played_by_one_deadline():
    """Who has moved once and is silent then has the rest played; what was done stays."""
    stored = turn()
    answer(stored.question("ann"), ["start>rocket"])
    let_time_run_out(stored.game)
    timeouts.strike_all(stop_at=monotonic() + 60)

    view = access.view(stored.game, None)
    lines = told(stored.game)
    assert (view.turn, "Ann moved a red piece from Start to Rocket." in lines) == (2, True)
    assert {
        "Time ran out, so the site played “Three More” for Ann.",
        "Time ran out, so the site moved for Ann.",
    } <= {*lines}
    assert Move.objects.filter(game=stored.game, by=By.CLOCK).count() == 2


# Taking back


def test_a_move_of_a_piece_is_taken_back():
    """Bumping somebody is no secret and no chance: it comes back; so does the move before it."""
    stored = turn(pieces={"ann": [], "bob": ["rocket"]})
    before = access.view(stored.game, None).board
    answer(stored.question("ann"), ["start>rocket!milk"])
    bumped = access.view(stored.game, None).board.pieces["yellow"]
    undo.undo(seat=stored.seats["ann"].pk)

    assert "milk" in bumped
    assert access.view(stored.game, None).board == before
    assert told(stored.game)[-1] == "Ann undid the moves above."


def test_moves_are_taken_back_one_after_the_other():
    """A goal that a move has met goes back on the stack."""
    stored = turn(pieces={"ann": ["love"], "bob": []}, stack=["love-music", "moon-sun"], ann=["peace-time"])
    before = access.view(stored.game, None).board
    answer(stored.question("ann"), ["start>music"])
    collected = access.view(stored.game, None).board.collected[1]
    undo.undo(seat=stored.seats["ann"].pk)

    assert (collected, access.view(stored.game, None).board) == (("love-music",), before)


@pytest.mark.parametrize(
    ("given", "label", "why"),
    [
        ({"ann": ["three-more"], "pegs": {"play": 2}}, "three-more", "cards were drawn"),
        ({"ann": ["draw-more", "draw-more"], "pegs": {"play": 2}}, "draw-more", "cards were drawn"),
        ({"ann": ["three-more"], "moved": 2}, "three-more", "your own turn"),
    ],
)
def test_what_has_shown_cards_stays(given, label, why):
    """Cards that were drawn are known, and a turn that is over is over."""
    stored = turn(**given)
    answer(stored.question("ann"), [label])
    with pytest.raises(NotPossible, match=why):
        undo.undo(seat=stored.seats["ann"].pk)


def test_the_table_takes_a_whole_turn_back(board, ann, bob):
    """Ann has played her turn, Bob agrees: all of it comes back, and so does the board."""
    game = board(ann, bob)
    free_changes(game)
    before = access.view(game, None).board
    while (question := open_questions(game)[0]).seat.player_id == ann.pk:
        answer(question, sensibly(question))
    vote = takeback.request_takeback(seat=seat_of(game, ann).pk)
    takeback.answer_takeback(vote=vote, seat=seat_of(game, bob), agrees=True)

    assert (access.view(game, None).board, question_to(game, ann).what) == (before, TURN)


# Coming and going


def test_people_join_up_to_four(board, ann, bob, carol):
    """Who joins gets a colour of their own, three cards and pieces on the start; a fifth is told why not."""
    game = board(ann, bob)
    free_changes(game)
    take_seat(game=game, player=carol)
    fourth = take_seat(game=game, player=make_player("Dave"))
    view = access.view(game, fourth)

    assert view.board.colours == {1: "red", 2: "yellow", 3: "green", 4: "blue"}
    assert (len(view.hand), view.board.pieces["blue"]) == (3, ("start", "start", "start"))
    with pytest.raises(NotPossible, match="The table is full: 4 people are playing already"):
        take_seat(game=game, player=make_player("Eve"))


@pytest.mark.slow
def test_who_leaves_takes_the_pieces_along(board, ann, bob, carol):
    """The others go on, and the next who comes plays the free colour."""
    game = board(ann, bob, carol)
    free_changes(game)
    leave(seat=seat_of(game, bob))
    left = access.view(game, None).board
    newcomer = take_seat(game=game, player=make_player("Dave"))

    assert (left.colours, set(left.pieces)) == ({1: "red", 3: "green"}, {"red", "green"})
    assert access.view(game, newcomer).board.colours == {1: "red", 3: "green", 4: "yellow"}
    assert play_on(game).status == Game.Status.FINISHED


def test_who_joins_while_rules_are_changed_changes_one_too(board, ann, bob, carol):
    """The free change goes on around the table to the newcomer."""
    game = board(ann, bob)
    answer(question_to(game, ann), ["play"])
    take_seat(game=game, player=carol)
    asked = []
    while (question := open_questions(game)[0]).what == "free-change":
        asked.append(question.seat.name)
        answer(question, ["move"])

    assert asked == ["Bob", "Carol"]


@pytest.mark.slow
def test_a_rematch_is_played_on_the_board(board, ann, bob):
    """The same deck, the same seats, the pegs as at the beginning."""
    game = play_on(board(ann, bob, edition="board !win-at-4 -leap-to-brain"))
    new = join_rematch(game=game, player=bob)
    join_rematch(game=game, player=ann)
    new.refresh_from_db()

    assert (new.edition, new.seats_wanted, new.is_dealt) == (game.edition, 2, True)
    assert access.view(new, None).board.settings["win"] == 4


# Decks


def test_a_board_game_has_no_more_than_four_seats(ann):
    """What the host is told says how many it is for."""
    with pytest.raises(Illegal, match="The board game is for 2 to 4 players, not for 5"):
        create_game(host=ann, name="Five", edition="board", seats=5)


@pytest.mark.parametrize(
    ("edition", "why"),
    [
        ("board fluxx", "can’t be mixed"),
        ("board +bread", "“Bread” is a card of another game"),
        ("ice +draw-more", "“Draw More” is a card of another game"),
    ],
)
def test_games_are_not_mixed(ann, edition, why):
    """Neither editions nor single cards of two games come into one deck."""
    with pytest.raises(Illegal, match=why):
        create_game(host=ann, name="Mixed", edition=edition, seats=3)


@pytest.mark.slow
def test_a_deck_with_more_and_fewer_cards(board, ann, bob):
    """It can be exported and imported, and is dealt as it says."""
    spec = descriptions.parse_spec("board +draw-more +draw-more -leap-to-brain !win-at-4")
    deck = create_deck(owner=ann, name="Drawing", spec=spec)
    again, name = decks_form.read_export(decks_form.export(deck))
    game = board(ann, bob, edition=again.name)

    assert (again, name, descriptions.describe_problems(spec)) == (spec, "Drawing", ([], []))
    assert engine.composition(again).copies["draw-more"] == 4
    assert access.view(game, None).board.settings["win"] == 4
    assert play_on(game).is_over


def test_the_table_has_no_card_of_its_own(ann):
    """Nobody can make a card for the board."""
    game = create_game(host=ann, name="Board", edition="board", seats=2)
    with pytest.raises(NotPossible, match="can’t add your own cards"):
        propose_card(game=game, by=ann, card={"kind": "keeper", "title": "Robot"})


# Orders


def test_a_list_keeps_cards_when_the_hand_limit_is_tightened():
    """Bob's list answers at once, and the others do not wait for him."""
    stored = turn(
        ann=["tighter-grip"], bob=["leap-to-sun", "three-more", "moon-sun", "spin-two"], cid=["draw-more"]
    )
    hand = so.Ranking(("leap-to-sun",), so.FITTING)
    set_turn_orders(seat=stored.seats["bob"], hand=hand, keepers=so.Ranking())
    answer(stored.question("ann"), ["tighter-grip"])

    bob = access.view(stored.game, stored.seats["bob"])
    assert (bob.hand_limit, len(bob.hand), "leap-to-sun" in bob.hand) == (3, 3, True)
    assert [each.seat.name for each in open_questions(stored.game)] == ["Ann"]
    assert any("Your orders discarded" in text for text in told(stored.game, stored.seats["bob"]))


def test_a_plan_plays_while_the_goal_is_still_on_top():
    """Its first line is played, the second stops the plan: the goal that it asks for is covered."""
    stored = turn(
        ann=["leap-to-sun", "leap-to-moon"], pegs={"play": 3}, stack=["moon-sun"], pieces={"ann": []}
    )
    lines = (
        so.PlanLine("leap-to-sun", (so.PlanCondition(so.GOAL, "moon-sun"),)),
        so.PlanLine("leap-to-moon", (so.PlanCondition(so.GOAL, "love-peace"),)),
    )
    set_turn_orders(seat=stored.seats["ann"], plan=lines)

    assert access.view(stored.game, None).board.pieces["red"].count("sun") == 1
    assert stored.question("ann").what == TURN
    assert [text for text in told(stored.game, stored.seats["ann"]) if text.startswith("Your plan")] == [
        "Your plan played “Leap to Sun”: all its conditions were met.",
        "Your plan stopped before “Leap to Moon”, and now it’s up to you. This condition wasn’t met: "
        "“Love and Peace” is in play.",
    ]


def test_a_plan_stops_where_no_play_is_left():
    """Moves are left, plays are not: the player is asked."""
    stored = turn(ann=["goal-to-bottom", "leap-to-moon"], pieces={"ann": []})
    plan = (so.PlanLine("goal-to-bottom"), so.PlanLine("leap-to-moon"))
    set_turn_orders(seat=stored.seats["ann"], plan=plan)

    assert told(stored.game, stored.seats["ann"])[-1] == (
        "Your plan stopped before “Leap to Moon”: you have no plays left."
    )


def test_the_only_card_is_played_where_no_move_is_left():
    """With moves left Ann is asked; without any her single card is played for her."""
    for moved, is_asked in ((0, True), (2, False)):
        stored = turn(ann=["goal-to-bottom"], moved=moved)
        set_turn_orders(seat=stored.seats["ann"], only_choice=True)

        assert ("Ann" in {each.seat.name for each in open_questions(stored.game)}) == is_asked
        assert ("Your orders played" in " ".join(told(stored.game, stored.seats["ann"]))) == (not is_asked)


def test_the_only_move_is_made():
    """Among several Ann decides; one that is left alone is made."""
    stored = turn(ann=[])
    asked = access.view(stored.game, stored.seats["ann"]).question
    alone = replace(asked, options=asked.options[:1])
    orders = so.TurnOrders(only_choice=True)

    assert take_only_choice(asked, orders) is NOTHING
    assert take_only_choice(alone, so.TurnOrders()) is NOTHING
    assert take_only_choice(alone, orders).labels == asked.options[:1]


@pytest.mark.slow
@pytest.mark.parametrize("what", [so.MINE, so.RULE, so.MOST_KEEPERS])
def test_a_plan_asks_for_nothing_that_the_board_game_does_not_have(what):
    """There are no keepers and no rules in play."""
    stored = turn()
    with pytest.raises(Illegal, match="A plan can’t have this condition"):
        set_turn_orders(
            seat=stored.seats["ann"],
            plan=(so.PlanLine("three-more", (so.PlanCondition(what, "draw-more"),)),),
        )


# Asleep, and afterwards


def test_a_game_sleeps_in_the_middle_of_a_play():
    """Between the two tiles of a spin the check before a deploy finds nothing amiss, and the game goes on."""
    stored = turn(ann=["spin-two"])
    answer(stored.question("ann"), ["spin-two"])
    out = StringIO()
    call_command("check_suspended", stdout=out)
    answer(stored.question("ann"), ["rotate:a:90"])
    answer(stored.question("ann"), ["rotate:b:180"])

    assert out.getvalue() == "1 running games: all can go on.\n"
    turned = {tile.name: tile.turns for tile in access.view(stored.game, None).board.tiles}
    assert (turned["a"], turned["b"], stored.question("ann").what) == (1, 2, TURN)


def test_a_play_that_was_in_progress_when_the_rules_changed_begins_again():
    """The card is back in the hand, the board is as before, and everybody is told."""
    stored = turn(ann=["spin-two"])
    before = access.view(stored.game, None).board
    answer(stored.question("ann"), ["spin-two"])
    answer(stored.question("ann"), ["rotate:a:90"])
    state = GameState.objects.get(game=stored.game)
    state.data = bytes(state.data).replace(b"rotate:a:90", b"rotate:a:45")
    state.save()
    with pytest.raises(Stale):
        answer(stored.question("ann"), ["rotate:b:90"])

    assert (access.view(stored.game, None).board, stored.question("ann").what) == (before, TURN)
    assert any("A play was undone because the rules were fixed" in text for text in told(stored.game))


@pytest.mark.slow
def test_the_shuffles_can_be_checked(board, ann, bob):
    """Whoever replays the seed of a finished game gets the same board, the same stack and the same hands."""
    game = board(ann, bob)
    began = [access.view(game, seat_of(game, player)) for player in (ann, bob)]
    game = play_on(game)
    again = engine.Game.new(game.edition, 2, game.starting_seat, seed=game.state.seed)

    assert [again.view(1).board, again.view(1).hand] == [began[0].board, began[0].hand]
    assert again.view(2).hand == began[1].hand
