"""The table page of the board game: the board, what can be done on it, and a turn in one field."""

import random
import re
from datetime import timedelta

import pytest
from django.urls import reverse

import engine
from engine.scenario import Scene
from games import clock
from games.models import Deputy, Move, Question
from games.pages.common.card_faces import Faces
from tests.mail.random_games import change_what_is_unseen
from tests.mail.tables import Stored, store
from tests.pages import boards
from tests.pages.positions import Html, mask, open_link

pytestmark = pytest.mark.django_db


def look(visit, stored: Stored, name: str | None = "ann", **query) -> Html:
    """The table page of somebody at the table, or of a stranger."""
    player = stored.players[name] if name else None
    response = visit(player).get(f"/g/{stored.game.key}/", query)
    assert 200 == response.status_code
    return Html(response.content)


def form_of(page: Html, name: str) -> dict[str, object]:
    """The hidden fields of the form with this id, as the page has filled them in."""
    start = next(at for at, (tag, each) in enumerate(page.tags) if tag == "form" and each.get("id") == name)
    fields = [each for tag, each in page.tags[start + 1 : start + 6] if tag == "input"]
    return {str(each["name"]): each["value"] for each in fields if each.get("type") == "hidden"}


def write(browser, stored: Stored, text: str, path: str = "", page: Html | None = None):
    """Send what is written in the field for several answers."""
    path = path or f"/g/{stored.game.key}/"
    page = page or Html(browser.get(path).content)
    number = stored.question("ann").number
    return browser.post(f"{path}answer/text/", form_of(page, f"batch-{number}") | {"several": text})


def view_of(stored: Stored, name: str = "ann") -> engine.View:
    """What a seat may know of the table as it is stored now."""
    stored.game.refresh_from_db()
    stored.game.state.refresh_from_db()
    return engine.Game.load(bytes(stored.game.state.data)).view(stored.seats[name].number)


def by_chance(seed: int) -> Scene:
    """A game of the board that chance has played for a while."""
    scene = boards.by_chance(seed, answers=10 + seed * 7)
    return scene if not scene.game.over else boards.by_chance(seed, answers=6)


# The board and what lies beside it


def test_a_newcomer_sees_what_the_goal_asks_and_where_everybody_stands(visit):
    """The goal with its two items, the pegs, the stack, the counters, colours and collected goals."""
    text = look(visit, store(boards.turn_of_ann())).text

    for words in (
        "The goal needs Bread + and Toaster",
        "You red pawns 0 of 3",
        "You have 1 play and 2 moves left in this turn, in any order. You have to make every move you can.",
        "This turn: 1 of 1 drawn, 0 of 1 played, 0 of 2 moved.",
        "Below it, in this order",
        "2 of 3 Peace and Time Music and Party",
        "Draw pile",
    ):
        assert words in text, words


def test_nothing_is_said_of_keepers(visit):
    """The board game has none, nor a limit for them, nor Creepers."""
    for scene in (boards.turn_of_ann(), boards.free_changes(), boards.won_by_cid()):
        text = look(visit, store(scene)).text

        assert not re.search(r"[Kk]eeper|[Cc]reeper|Basic Rules", text)


def test_the_board_comes_before_the_question(visit):
    """In the order of the page: what happened, the board, what is asked, and a press away the pegs."""
    page = look(visit, store(boards.asked_by("spin-two")))
    ids = [each["id"] for _tag, each in page.tags if each.get("id")]

    places = [ids.index(name) for name in ("since", "board", "mine", "moment", "goals")]
    assert sorted(places) == places


def test_a_game_of_cards_has_no_board(visit, stored):
    """And a card table is as it was."""
    page = look(visit, stored)

    assert "board" not in [each.get("id") for _tag, each in page.tags]
    assert "Rules in force" in page.text


def test_a_spectator_sees_the_board_and_no_choice(visit, django_assert_max_num_queries):
    """Who only looks on sees the same table, and nothing to click or to choose.

    The picture and its arrows cost no query more than a table of cards.
    """
    stored = store(boards.everything_goes(), is_open=True)
    page, browser = look(visit, stored, None), visit(stored.players["ann"])

    assert "The goal needs" in page.text
    assert "Ann chooses a card to play or a move." in page.text
    assert {"radio": [], "checkbox": []} == page.labels
    assert not any("?ask=" in str(each.get("href")) for each in page.all("a"))
    with django_assert_max_num_queries(15):
        browser.get(f"/g/{stored.game.key}/")


def test_a_paused_board_asks_nothing(visit):
    """While the clocks stand still, nothing on the board can be clicked."""
    stored = store(boards.turn_of_ann())
    stored.game.paused_at = clock.now()
    stored.game.save()
    page = look(visit, stored)

    assert [] == page.labels["radio"]
    assert not any("?ask=" in str(each.get("href")) for each in page.all("a"))


def test_the_end_tells_the_goals_of_the_winner(visit):
    """Who won, and with which goals; and nothing can be clicked any more."""
    page = look(visit, store(boards.won_by_cid()))

    assert "Cid won. Less than a day" in page.text
    assert "With these 3 goals, more than anyone else: Peace and Time Music and Party" in page.text
    assert not any("?ask=" in str(each.get("href")) for each in page.all("a"))


def test_before_the_first_turn(visit):
    """While the free changes go around, no turn is numbered, and each peg says from what to what it goes."""
    stored = store(boards.free_changes())
    page, other = look(visit, stored), look(visit, stored, "bob")

    assert "Before the first turn · your turn" in page.text
    assert "Turn 1" not in page.text
    assert "Move: from 2 to 3" in page.text
    assert 1 == page.text.count("moves to make in a turn")
    assert set(engine.PEGS) == set(page.labels["radio"])
    assert "Ann moves a peg before the first turn." in other.text


def test_beside_the_pegboard_the_hand_is_tiles(visit):
    """The pegboard leaves a narrow column, in which whole cards had a letter in each line."""
    page = look(visit, store(boards.free_changes()))
    hands = [each["class"] for each in page.all("ul") if "hand--held" in each.get("class", "")]

    assert ["hand hand--many hand--held"] == hands


# The form


@pytest.mark.parametrize("seed", range(10))
def test_every_question_of_the_board_has_a_form(seed, visit):
    """Whatever is asked in games by chance: every option is on the page, once, and one press answers it."""
    scene = by_chance(seed)
    stored = store(scene, name=f"Board {seed}")
    question = scene.game.questions[0]
    name = scene.seats[question.seat - 1].name
    browser = visit(stored.players[name])
    page = Html(browser.get(f"/g/{stored.game.key}/").content)
    labels = page.labels["radio" if question.least == question.most == 1 else "checkbox"]
    chosen = list(question.options[: max(question.least, 1)])
    fields = form_of(page, f"ask-{question.number}")
    response = browser.post(f"/g/{stored.game.key}/answer/", fields | {"label": chosen})

    assert sorted(question.options) == sorted(labels)
    assert 302 == response.status_code
    assert not Question.objects.get(game=stored.game, number=question.number).is_open


@pytest.mark.parametrize(("what", "scene"), boards.QUESTIONS.items())
def test_each_kind_of_question_has_a_form(what, scene, visit):
    """Every question of the board: its options once, its own button, and nothing untold."""
    stored = store(scene())
    page = look(visit, stored)
    question = view_of(stored).question
    told = page.text.replace("bread>love", "")

    assert what == question.what.value
    assert sorted(question.options) == sorted([*page.labels["radio"], *page.labels["checkbox"]])
    assert not re.search(r"\w>\w|rotate:|uproot:|tile:|octagon-|portal-\d", told)


def test_each_piece_is_a_group_of_its_own(visit):
    """A person picks a piece, then where; who is in the way is named, and where they are bumped to."""
    text = look(visit, store(boards.turn_of_ann())).text

    assert "Red pawn on Bread to Octagon A to Brain to Chocolate" in text
    assert (
        "Red pawn on Love to Octagon E to Toaster goal bumps Bob’s yellow cube to Money "
        "to Toaster goal bumps Bob’s yellow cube into Portal 2, out of Portal 1 to Party" in text
    )
    assert "Red pawn on Start to" in text


def test_tiles_are_folded_up(visit):
    """Moves, 27 turns and a hundred places stay out of the way until they are wanted, in one radio group."""
    page = look(visit, store(boards.everything_goes()))
    folds = [each for each in page.all("details") if "group--fold" in str(each.get("class"))]
    sorts = [engine.read_option(label).kind.value for label in page.labels["radio"]]

    assert "Turn a tile clockwise, and the pieces on it: 27 ways" in page.text
    assert [False, False, False] == ["open" in each for each in folds]
    assert 27 == sorts.count("rotate")
    assert sorts.count("uproot") > 90


def test_a_picked_tile_is_unfolded_and_its_places_have_numbers(visit):
    """The places that the picture numbers have the same numbers in the form."""
    page = look(visit, store(boards.everything_goes()), **{"from": "tile:a"})
    folds = [each for each in page.all("details") if "group--fold" in str(each.get("class"))]

    assert [True, True, False] == ["open" in each for each in folds]
    assert "place 1: 1 west, 2 north" in page.text
    assert {"uproot:a:0/-2", "rotate:a:90"} <= set(page.labels["radio"])


def test_what_a_link_fills_in_is_seen(visit):
    """A move that is filled in is chosen, and what is picked said below the board; a tile opens its fold."""
    stored = store(boards.everything_goes())
    step, carried = (
        look(visit, stored, pick="bread>brain"),
        look(visit, stored, pick="uproot:a:0/-2"),
    )
    opened = [
        each for each in carried.all("details") if "is-uproot" in str(each.get("class")) and "open" in each
    ]

    assert ["bread>brain"] == step.chosen
    assert "Tile A →" in carried.text
    assert ["uproot:a:0/-2"] == carried.chosen
    assert 1 == len(opened)


def bar_of(page: Html) -> list[str]:
    """The answers of the buttons below the picture; one that has none sends what is filled in."""
    shown = [each for each in page.all("button") if str(each.get("form")).startswith("ask-")]
    return [str(each.get("value", "")) for each in shown if "hidden" not in each]


def test_the_button_below_the_board(visit):
    """It is there once an answer is filled in; as long as several lead to a place, each has a button."""
    stored = store(boards.turn_of_ann())
    number = stored.question("ann").number
    picked = {"ask": number, "from": "love"}
    ways = [label for label in view_of(stored).question.options if label.startswith("love>toaster")]

    assert [] == bar_of(look(visit, stored))
    assert [] == bar_of(look(visit, stored, **picked))
    assert ways == bar_of(look(visit, stored, **picked, to="toaster"))
    assert len(ways) > 1
    assert [""] == bar_of(look(visit, stored, ask=number, pick="love>party"))
    assert [] == bar_of(look(visit, stored, "bob"))


def test_a_way_is_an_answer(visit):
    """The button of one way answers the question by itself, without scripts, too."""
    stored = store(boards.turn_of_ann())
    browser = visit(stored.players["ann"])
    number = stored.question("ann").number
    page = Html(
        browser.get(f"/g/{stored.game.key}/", {"ask": number, "from": "love", "to": "toaster"}).content
    )
    browser.post(f"/g/{stored.game.key}/answer/", form_of(page, f"ask-{number}") | {"label": bar_of(page)[0]})

    assert [[bar_of(page)[0]]] == [move.labels for move in Move.objects.filter(seat=stored.seats["ann"])]


def test_two_tiles_need_two_picks(visit):
    """The button comes with the second tile."""
    stored = store(boards.asked_by("switch-tiles"))
    number = stored.question("ann").number

    assert [] == bar_of(look(visit, stored, ask=number, pick=["tile:a"]))
    assert [""] == bar_of(look(visit, stored, ask=number, pick=["tile:a", "tile:b"]))


def test_a_piece_that_was_picked_comes_first(visit):
    """What was pointed at on the picture is the first group of moves; an old address picks nothing."""
    stored = store(boards.turn_of_ann())
    page = look(visit, stored, **{"from": "love"})
    old = look(visit, stored, ask="99", pick="bread>brain", **{"from": "love"})

    moves = [label for label in page.labels["radio"] if ">" in label]
    assert moves[0].startswith("love>")
    assert [] == old.chosen
    assert old.labels["radio"].index("leap-to-sun") < old.labels["radio"].index("love>party")


@pytest.mark.parametrize(
    "query", [{"from": "<b>x"}, {"from": "tile:zz"}, {"from": "a" * 5000}, {"to": "love"}]
)
def test_nonsense_in_the_address_is_nothing(query, visit):
    """Whatever an address says was picked, the page is as it would be without."""
    page = look(visit, store(boards.turn_of_ann()), **query)

    assert [] == page.chosen
    assert "<b>x" not in page.text


def test_a_leap_says_who_is_sent_back(visit):
    """Who stands where the piece leaps to goes back to the start."""
    text = look(visit, store(boards.asked_by("leap-to-moon"))).text

    assert "Red pawn from Bread sends Cid’s green cylinder back to the start" in text


def test_passing_colours_says_who_gets_what(visit):
    """Both directions name what each would play from then on."""
    text = look(visit, store(boards.asked_by("pass-colours"))).text

    assert "You get the green cylinders; Bob gets the red pawns; Cid gets the yellow cubes" in text
    assert "You get the yellow cubes; " in text


@pytest.mark.slow
def test_others_read_what_is_being_chosen(visit):
    """Each question of the board has its sentence for those who wait."""
    for scene in boards.QUESTIONS.values():
        text = look(visit, store(scene(), name="Waiting"), "bob").text

        assert "makes a choice" not in text
        assert "looks again" not in text


def test_after_a_move_the_next_is_asked(visit):
    """One move is answered, its arrow is drawn, and the page comes back with what is left."""
    stored = store(boards.turn_of_ann())
    browser = visit(stored.players["ann"])
    page = Html(browser.get(f"/g/{stored.game.key}/").content)
    fields = form_of(page, f"ask-{stored.question('ann').number}")
    response = browser.post(
        f"/g/{stored.game.key}/answer/", fields | {"label": "love>toaster!money"}, follow=True
    )
    after = Html(response.content)

    assert "You moved a red piece from Love to Toaster." in after.text
    assert "You collected Bread and Toaster and now have 1 goal." in after.text
    assert "You have 1 play and 1 move left in this turn, in any order." in after.text
    assert {"board-arrow-move", "board-arrow-bump"} <= set(
        " ".join(str(each.get("class")) for each in after.all("g")).split()
    )


def test_what_was_taken_back_leaves_no_arrow(visit):
    """A move that was undone is drawn no more."""
    stored = store(boards.turn_of_ann())
    browser = visit(stored.players["ann"])
    write(browser, stored, "bread>brain")
    page = Html(browser.get(f"/g/{stored.game.key}/").content)
    at = next(at for at, (_tag, each) in enumerate(page.tags) if str(each.get("action")).endswith("/undo/"))
    version = next(each["value"] for _tag, each in page.tags[at:] if each.get("name") == "version")
    browser.post(f"/g/{stored.game.key}/undo/", {"version": version})
    page = Html(browser.get(f"/g/{stored.game.key}/").content)

    assert "undone" in page.text
    assert not any("board-arrow" in str(each.get("class")) for each in page.all("g"))


# Several at once


def test_a_turn_in_one_field(visit):
    """Moves and plays are carried out in the order in which they are written."""
    stored = store(boards.turn_of_ann())
    browser = visit(stored.players["ann"])
    response = write(browser, stored, "bread>brain, Draw More, brain to bread")
    moves = [move.labels for move in Move.objects.filter(game=stored.game, seat=stored.seats["ann"])]

    assert 302 == response.status_code
    assert [["bread>brain"], ["draw-more"], ["brain>bread"]] == moves
    assert "Draw is now 2" in Html(browser.get(response["Location"]).content).text


@pytest.mark.slow
def test_it_stops_at_what_is_refused(visit):
    """What came before it stands, the page says why it stopped, and keeps the rest to be mended."""
    stored = store(boards.turn_of_ann())
    browser = visit(stored.players["ann"])
    response = write(browser, stored, "bread>brain, bread>sun, Draw More")
    page = Html(response.content)

    assert 200 == response.status_code
    assert "Done: Bread to Brain." in page.text
    assert "Stopped at “bread>sun”." in page.text
    assert "Not done: Draw More." in page.text
    assert "bread>sun, Draw More" in page.text
    assert "draw-more" in view_of(stored).hand


def test_a_typing_error_is_corrected_in_the_field(visit):
    """What was meant is asked, and filled in: one press sends it."""
    stored = store(boards.turn_of_ann())
    browser = visit(stored.players["ann"])
    response = write(browser, stored, "Drwa Moer")
    field = response.content.decode().partition('name="several"')[2].partition("</textarea>")[0]

    assert 422 == response.status_code
    assert "Did you mean “Draw More”?" in Html(response.content).text
    assert field.endswith(">Draw More")
    assert "draw-more" in view_of(stored).hand


def test_nothing_of_it_was_possible(visit):
    """A text whose first words are no move changes nothing, and says so."""
    stored = store(boards.turn_of_ann())
    before = bytes(stored.game.state.data)
    response = write(visit(stored.players["ann"]), stored, "<script>alert(1)</script>")

    stored.game.state.refresh_from_db()
    assert 422 == response.status_code
    assert "Nothing was changed." in Html(response.content).text
    assert b"<script>alert" not in response.content
    assert before == bytes(stored.game.state.data)


def test_the_same_text_sent_twice_is_done_once(visit):
    """By the key of its form, as for one answer; and by a page that was open before texts had an address."""
    stored = store(boards.turn_of_ann())
    browser = visit(stored.players["ann"])
    page = Html(browser.get(f"/g/{stored.game.key}/").content)
    fields = form_of(page, f"batch-{stored.question('ann').number}") | {"several": "bread>brain, Draw More"}
    old = browser.post(f"/g/{stored.game.key}/answer/", fields)
    assert (307, f"/g/{stored.game.key}/answer/text/") == (old.status_code, old["Location"])
    for _time in range(2):
        browser.post(old["Location"], fields)

    assert 2 == Move.objects.filter(game=stored.game, seat=stored.seats["ann"]).count()


def test_numbers_are_those_of_the_list(visit):
    """The field says which numbers can be written; they mean what they are printed for."""
    stored = store(boards.turn_of_ann())
    browser = visit(stored.players["ann"])
    text = Html(browser.get(f"/g/{stored.game.key}/").content).text
    listed = text.partition("Or write numbers: what can be done now")[2]
    response = write(browser, stored, "1")

    assert 302 == response.status_code
    first = Move.objects.filter(game=stored.game, seat=stored.seats["ann"]).get().labels
    assert listed.strip().startswith(
        engine.text.option(engine.read_option(first[0]), engine.cards_of("board"), {}, str)
    )


def test_the_field_is_offered_only_where_there_is_more_to_do(visit):
    """Not to others, not for one last thing, not where a card asks."""
    last = store(boards.turn_of_ann(moved=2, ann=["draw-more"]))
    asked = store(boards.asked_by("spin-two"))

    assert "Write several moves and plays together" not in look(visit, last).text
    assert "Write several moves and plays together" not in look(visit, asked).text
    assert "Write several moves and plays together" not in look(visit, asked, "bob").text


# Other doors


def test_the_page_of_a_mail_link(client):
    """Whoever comes by a link from a mail sees the board, and can play the whole turn there."""
    stored = store(boards.turn_of_ann())
    page = Html(open_link(client, stored.seats["ann"]).content)
    response = write(client, stored, "bread>brain, Draw More", f"/t/{stored.game.key}/", page)

    assert "The goal needs Bread" in page.text
    assert 302 == response.status_code
    assert response["Location"].startswith(f"/t/{stored.game.key}/")
    assert "mail" == Move.objects.get(game=stored.game, labels=["draw-more"]).by


def test_a_deputy_plays_on_the_board(visit, charlie):
    """A deputy sees the board and the hand of the seat, and what they write is signed with both names."""
    stored = store(boards.turn_of_ann())
    Deputy.objects.create(
        seat=stored.seats["ann"],
        player=charlie,
        owner=stored.players["ann"],
        accepted_at=clock.now(),
        until=clock.now().date() + timedelta(days=9),
        ends_at=clock.now() + timedelta(days=9),
    )
    path = reverse("deputy_game", args=[stored.game.key])
    browser = visit(charlie)
    page = Html(browser.get(path).content)
    response = write(browser, stored, "bread>brain\nmilk>brain", path, page)

    assert "The goal needs Bread" in page.text
    assert "Stopped at “milk>brain”." in Html(response.content).text
    assert charlie == Move.objects.get(game=stored.game, labels=["bread>brain"]).deputy


def test_unseen_cards_leave_no_trace(visit):
    """With other hands and another draw pile the page of Ann is the same, byte by byte."""
    stored = store(boards.turn_of_ann())
    browser = visit(stored.players["ann"])
    before = mask(browser.get(f"/g/{stored.game.key}/").content)
    state = stored.game.state
    state.data = change_what_is_unseen(bytes(state.data), stored.seats["ann"].number, random.Random(1))
    state.save()

    assert before == mask(browser.get(f"/g/{stored.game.key}/").content)


# Cards


def test_goals_and_leapers_show_their_spaces():
    """By the pictures of the items, not of what is called so elsewhere."""
    faces = Faces(engine.deck_of("board"))

    assert ("the-brain", "the-eye") == faces.of("brain-eye").pictures
    assert ("the-sun",) == faces.of("leap-to-sun").pictures
