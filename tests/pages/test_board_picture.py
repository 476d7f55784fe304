"""The picture of the board: everything that lies on it is drawn, told, and can be clicked."""

import random
import re
from functools import cache
from io import BytesIO
from itertools import combinations
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.http import QueryDict
from django.template.loader import render_to_string
from PIL import Image

import engine
from games.board.clicks import clicks_of, read_path
from games.board.drawing import build_drawing
from games.board.layout import word_width
from games.board.mail_picture import render_png, render_svg, styles
from games.board.names import goal_spaces, picture_of, pieces_name, space_name
from games.board.pegs import describe_pegboards
from games.board.pieces import describe_pieces_on
from games.board.words import board_as_text, describe_board
from tests.pages import boards

NAMES = {1: "Ann", 2: "Bob", 3: "Cid", 4: "Dora"}
HOSTILE = {1: "<script>alert(1)</script>", 2: '"><img src=x onerror=y>', 3: "美咲 & Zoë", 4: "D" * 60}
SVG = "{http://www.w3.org/2000/svg}"
SEEDS = range(1, 11)
MOST_BYTES, PAPER = 150_000, (244, 238, 225)
Position = tuple[engine.View, list[engine.Outcome]]


def play(seed: int, steps: int) -> Position:
    """Play at random, tiles and all, until a seat may move; return what it sees, and what happened last."""
    chance = random.Random(seed)
    game = engine.Game.new("board", seats=2 + seed % 3, seed=f"{seed:064x}")
    told: list[engine.Outcome] = []
    for step in range(steps + 60):
        if game.view(None).over:
            break
        asked = game.questions[0]
        view = game.view(asked.seat)
        if step >= steps and any(">" in label for label in asked.options):
            return view, seen(told[-12:], asked.seat)
        options = [label for label in asked.options if ">" in label] if chance.random() < 0.6 else []
        wanted = chance.randint(asked.least, asked.most)
        labels = chance.sample(options if len(options) >= wanted else asked.options, wanted)
        told += game.answer(asked.seat, labels)
    return game.view(1), seen(told[-12:], 1)


def seen(outcomes, seat):
    """Outcomes as a seat may know them."""
    return [known for each in outcomes if (known := engine.seen_by(each, seat)) is not None]


POSITIONS = {seed: play(seed, 15 * seed) for seed in SEEDS}


@pytest.fixture(params=SEEDS)
def position(request) -> Position:
    return POSITIONS[request.param]


def page(view: engine.View, names=NAMES, moved=()) -> str:
    """The board as a page has it."""
    return render_to_string("games/_board.html", {"board": build_drawing(view, names, moved=moved)})


def test_the_positions_are_of_all_kinds():
    """Some boards are wider than three tiles or have gaps, some let pieces go around, and bumps are asked."""
    boards = [view.board for view, _told in POSITIONS.values()]
    labels = [label for view, _told in POSITIONS.values() if view.question for label in view.question.options]

    assert any(len({tile.x for tile in board.tiles}) > 3 for board in boards)
    assert any(board.settings["wraparound"] for board in boards)
    assert any("!" in label for label in labels)
    assert any(label.startswith("uproot:") for label in labels)


def test_every_piece_is_drawn(position):
    """Each piece of each colour stands on its space, with its own picture, inside of its cell."""
    view, _told = position
    board = build_drawing(view, NAMES)
    drawn = {
        colour: sorted(
            stand.space for stand in board.piece_groups if stand.colour == colour for _each in stand.spots
        )
        for colour in view.board.pieces
    }
    boxes = {space.name: space for space in board.spaces}
    outside = [
        stand
        for stand in board.piece_groups
        for spot in stand.spots
        if not boxes[stand.space].x
        <= spot.x
        <= spot.x + spot.size
        <= boxes[stand.space].x + 1 + boxes[stand.space].size
    ]

    assert {colour: sorted(spaces) for colour, spaces in view.board.pieces.items()} == drawn
    assert [] == outside
    assert {spot.name for stand in board.piece_groups for spot in stand.spots} == {
        f"piece-{colour}" for colour in view.board.pieces
    }


def test_no_two_pieces_lie_on_each_other(position):
    """However many stand on a space, each can be seen."""
    view, _told = position
    spots = [spot for stand in build_drawing(view, NAMES).piece_groups for spot in stand.spots]
    covered = [
        (one, other)
        for one, other in combinations(spots, 2)
        if abs(one.x - other.x) < min(one.size, other.size) - 0.1
        and abs(one.y - other.y) < min(one.size, other.size) - 0.1
    ]

    assert [] == covered
    assert all(spot.size >= 20 for spot in spots)


def test_mine_are_marked(position):
    """The pieces of the viewer have a ring, and no others; a spectator has none."""
    view, _told = position
    board = build_drawing(view, NAMES)

    assert {stand.colour for stand in board.piece_groups if stand.is_mine} == {view.board.colours[view.me]}
    assert board.has_mine


def test_the_goal_is_marked(position):
    """The two spaces of the goal on top of the stack are marked on the board and named above it."""
    view, _told = position
    board, asked = build_drawing(view, NAMES), set(engine.card(view.goals[0]).names) if view.goals else set()

    assert asked == {space.name for space in board.spaces if space.is_goal}
    assert asked == {wanted.name for wanted in board.goal}
    assert len(asked) == page(view).count('class="board-band"')


def test_every_answer_can_be_clicked(position):
    """Each answer that can be given on the board is reached by its clicks, and names its radio button."""
    view, _told = position
    if view.question is None:
        return
    drawn = cache(lambda path: things(build_drawing(view, NAMES, path=path)))
    for label in filter(clicks_of, view.question.options):
        path: tuple[str, ...] = ()
        found = ""
        for thing in clicks_of(label):
            click = drawn(path)[thing]
            if click.label:
                found = click.label
                assert [label] == QueryDict(click.href.partition("?")[2].partition("#")[0]).getlist("pick")
                break
            path = (*path, thing)

        assert label == found


def things(board):
    """Everything that can be clicked, by its key."""
    elements = [*board.spaces, *board.piece_groups, *board.marks]
    found = {getattr(each, "key", None) or each.name: each.click for each in elements if each.click}
    return found | {f"tile:{tile.name}": tile.click for tile in board.tiles if tile.click}


def test_what_a_piece_can_reach(position):
    """With a piece picked, exactly the targets of its moves are marked; without, those of any piece."""
    view, _told = position
    steps = [clicks_of(label) for label in (view.question.options if view.question else ()) if ">" in label]
    marked = {space.name for space in build_drawing(view, NAMES).spaces if "reach" in space.styles}

    assert {step[1] for step in steps} == marked
    for source in {step[0] for step in steps}:
        board = build_drawing(view, NAMES, path=(source,))
        reached = {space.name for space in board.spaces if "reach" in space.styles}
        assert {step[1] for step in steps if step[0] == source} == reached


def test_no_two_texts_of_a_tile_overlap(position):
    """Words and letters of a tile keep clear of each other, and of the edges of their spaces."""
    view, _told = position
    for tile in build_drawing(view, NAMES).tiles:
        words = [
            *(space.word for space in tile.spaces if space.word),
            *([tile.letter] if tile.letter else []),
        ]
        boxes = [text_box(word) for word in words]

        assert [] == [
            (one, other)
            for one, other in combinations(boxes, 2)
            if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
        ]
        for box in boxes:
            assert tile.x <= box[0] < box[2] <= tile.x + tile.size
            assert tile.y <= box[1] < box[3] <= tile.y + tile.size


def text_box(word):
    """Left, top, right and bottom of a text."""
    width = word.length or word_width(word.text) * word.size
    return (word.x - width / 2, word.y - 0.75 * word.size, word.x + width / 2, word.y + 0.2 * word.size)


def test_everything_is_inside_of_the_picture(position):
    """The picture shows all tiles, and the places where a picked tile may go."""
    view, told = position
    labels = view.question.options if view.question else ()
    tiles = {clicks_of(label)[0] for label in labels if label.startswith("uproot:")}
    for path in ((), *((tile,) for tile in sorted(tiles))):
        board = build_drawing(view, NAMES, path=path, moved=told)
        for each in (*board.tiles, *board.marks):
            assert board.x <= each.x < each.x + each.size <= board.x + board.width
            assert board.y <= each.y < each.y + each.size <= board.y + board.height


def test_the_description_names_every_piece(position):
    """In words, too, all stand where they stand, the goal is told, and each tile has its four spaces."""
    view, _told = position
    told = describe_board(view, NAMES)
    rows = [space for row in told.rows for tile in row.tiles for space in tile.spaces]

    assert 8 * 4 + 1 == len(rows)
    for spaces in view.board.pieces.values():
        for space in spaces:
            assert any(describe_pieces_on(view.board, NAMES, space) in each for each in rows)
    for seat, colour in view.board.colours.items():
        line = next(line for line in told.players if pieces_name(colour) in line)
        assert NAMES[seat] in line
        assert all(space_name(space) in line for space in view.board.pieces[colour])
    assert all(space_name(space) in told.goal for space in goal_spaces(view))


def test_the_words_of_a_letter(position):
    """The lines of a letter are narrow, and name the goal, all players and all pegs."""
    view, _told = position
    lines = board_as_text(view, NAMES)
    text = " ".join(lines)

    assert max(map(len, lines)) <= 73
    assert describe_board(view, NAMES).goal in text
    assert [] == [NAMES[seat] for seat in view.board.colours if NAMES[seat] not in text]
    assert [] == [
        peg.title
        for peg in describe_pegboards(view, NAMES).rules
        if not re.search(rf"{peg.title}:? {peg.setting}", text)
    ]


def test_the_map_in_letters_has_every_piece(position):
    """In a map of letters, each piece is there once."""
    view, _told = position
    lines = [line for line in board_as_text(view, NAMES) if line.startswith("|")]
    if not lines:
        return
    for colour, spaces in view.board.pieces.items():
        assert len(spaces) == len(re.findall(rf"\b{colour[0].upper()}\b", "\n".join(lines[1::2])))


def test_the_page_is_well_formed_whatever_players_are_called(position):
    """Names of players are text and nothing else, on the page and in the picture of a letter."""
    view, told = position
    html = page(view, HOSTILE, moved=told)
    pegs = render_to_string("games/_pegboards.html", {"pegs": describe_pegboards(view, HOSTILE)})

    for written in (html, pegs, render_svg(view, HOSTILE, moved=told)):
        root = ElementTree.fromstring(written.strip())  # noqa: S314
        assert {"script", "img"}.isdisjoint(element.tag.removeprefix(SVG) for element in root.iter())
        assert [] == [name for element in root.iter() for name in element.attrib if name.startswith("on")]


def test_the_picture_of_a_letter(position):
    """It is a PNG of 1000 pixels, small enough for a mail, and as it says on a light background."""
    view, told = position
    png = render_png(view, NAMES, moved=told)
    image = Image.open(BytesIO(png))
    corner = image.convert("RGB").getpixel((2, 2))

    assert ("PNG", 1000) == (image.format, image.width)
    assert len(png) < MOST_BYTES
    assert all(abs(part - of_paper) < 4 for part, of_paper in zip(corner, PAPER, strict=True))


def test_a_letter_has_the_styles_of_the_page():
    """The picture of a letter is drawn by the style sheet, with every value filled in."""
    assert "var(" not in styles()
    assert ".board-space-goal .board-cell" in styles()
    assert ".board-red { color: #" in styles()


def test_all_that_is_drawn_is_in_the_file_of_pictures():
    """Each item, each kind of space and each piece has its symbol."""
    drawn = ElementTree.parse(settings.BASE_DIR / "static" / "pictures.svg").getroot()  # noqa: S314
    symbols = {symbol.get("id") for symbol in drawn}
    view, _told = POSITIONS[1]
    spaces = {space for tile in view.board.tiles for space in tile.spaces}
    named = {
        picture_of(space).partition("-")[0] if "octagon" in space else picture_of(space) for space in spaces
    }
    named -= {"portal-1", "portal-2"}

    assert 22 + 2 <= len(named)
    assert set() == named - symbols
    assert {f"piece-{colour}" for colour in ("red", "yellow", "green", "blue")} | {"portal"} <= symbols


def test_the_pegboards(position):
    """Each peg is in one hole, which says what the rules say; the stack is there from its top."""
    view, _told = position
    pegs = describe_pegboards(view, NAMES)

    assert 7 == len(pegs.rules)
    assert [1] * 8 == [sum(hole.is_set for hole in peg.holes) for peg in (*pegs.rules, pegs.win)]
    assert view.board.pegs == {
        peg.name: next(at for at, hole in enumerate(peg.holes) if hole.is_set)
        for peg in (*pegs.rules, pegs.win)
    }
    assert list(view.board.stack) == [goal.slug for goal in pegs.stack]
    assert view.board.settings["win"] == pegs.needed
    assert [NAMES[seat] for seat in view.board.colours] == [seat.name for seat in pegs.seats]


def test_last_moves_are_arrows(position):
    """Each piece and tile that moved has its arrow; a bump is dashed."""
    view, told = position
    kinds = {
        engine.PieceBumped: "bump",
        engine.PieceLeapt: "leap",
        engine.PieceSentBack: "back",
        engine.TileRotated: "turn",
        engine.TileUprooted: "carry",
    }
    wanted = {kind for outcome in told for of, kind in kinds.items() if isinstance(outcome, of)}
    board = build_drawing(view, NAMES, moved=told)
    hops = {"portal"} if any(getattr(each, "entered", "") for each in told) else set()

    assert wanted <= {arrow.kind for arrow in board.arrows}
    assert hops <= {arrow.kind for arrow in board.arrows}
    assert ".board-arrow-bump .board-shaft, .board-arrow-back .board-shaft { stroke-dasharray" in styles()


def test_only_the_last_moves_are_drawn():
    """A few arrows, old ones paler; a tile has one, and steps between tiles that lay elsewhere have none."""
    scene = boards.turn_of_ann(pegs={"uproot": "on", "move": 5})
    ann = scene.seats[0]
    for move in ("uproot:h:2/0", "bread>chocolate", "uproot:a:-2/0", "uproot:h:2/-1"):
        ann.moves(move)
    board = build_drawing(scene.game.view(1), NAMES, moved=scene.happened)

    assert [("carry", 1), ("carry", 0)] == [(arrow.kind, arrow.age) for arrow in board.arrows]
    assert "tile A was carried here" == board.arrows[0].description
    assert "A" == board.arrows[0].ghost.word.text


def test_long_games_leave_few_arrows():
    """However much has happened since the reader was there."""
    scene = boards.by_chance(3, answers=80)
    board = build_drawing(scene.game.view(1), NAMES, moved=scene.happened)

    assert len(board.arrows) <= 8


def test_a_game_that_is_over_asks_for_nothing():
    """The board says who has won, and marks neither goal nor reach."""
    view = boards.won_by_cid().game.view(1)
    board = build_drawing(view, {1: "Ann", 2: "Bob", 3: "Cid"})
    lines = board_as_text(view, {1: "Ann", 2: "Bob", 3: "Cid"})

    assert "Cid has won with 3 goals." == board.words.goal == lines[0]
    assert () == board.goal
    assert not {style for space in board.spaces for style in space.styles}
    assert not [line for line in lines if "*" in line or line.startswith("Next goals")]


def test_free_places_are_numbered_for_letters():
    """With the numbers that the form and the lines of the letter have, and near the tiles."""
    view = boards.asked_by("transplant").game.view(1)
    board = build_drawing(view, NAMES, with_places=True)

    assert [str(number) for number in range(1, 13)] == [free.word.text for free in board.places]
    assert board.width < 900
    assert () == build_drawing(view, NAMES).places


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ({}, ()),
        ({"from": "bread"}, ("bread",)),
        ({"from": "bread", "to": "love"}, ("bread", "love")),
        ({"to": "love"}, ()),
        ({"from": "x" * 5000}, ("x" * 64,)),
    ],
)
def test_what_an_address_says_was_clicked(query, path):
    """An address says up to two clicks."""
    assert path == read_path(query)


def test_an_address_that_fits_nothing_picks_nothing(position):
    """Clicks that mean nothing now, of an old link or made up, leave the picture as it is."""
    view, _told = position

    assert build_drawing(view, NAMES) == build_drawing(
        view, NAMES, path=('"><b>', "love"), labels=("no>such",)
    )


def test_a_game_of_cards_has_no_board():
    """Asked for the board of a card game, each function says that there is none."""
    view = engine.Game.new("fluxx", seats=2, seed="ab" * 32).view(1)

    for show in (build_drawing, describe_pegboards, describe_board, board_as_text, render_png):
        with pytest.raises(ValueError, match="no board"):
            show(view, NAMES)


@pytest.mark.slow
@pytest.mark.browser
def test_clicks_fill_in_the_form_without_leaving_the_page(new_context):
    """With scripts, a click on a piece and one on a space check the radio button of that move."""
    view, _told = next(
        each
        for each in POSITIONS.values()
        if each[0].question and any("!" in label for label in each[0].question.options)
    )
    number, options = view.question.number, view.question.options
    radios = "".join(f'<input type="radio" name="label" value="{label}">' for label in options)
    label = next(label for label in options if "!" in label)
    browser_page = new_context().new_page()
    browser_page.set_content(
        f'<main>{page(view)}<form class="answer" id="ask-{number}">{radios}</form></main>'
    )
    browser_page.add_script_tag(path=settings.BASE_DIR / "static/js/board.js", type="module")
    before = browser_page.url
    for thing in clicks_of(label):
        if browser_page.locator("input:checked").count():
            break
        target = browser_page.locator(f'.board-space[data-key="{thing}"]')
        assert target.get_attribute("href")
        target.focus()
        browser_page.keyboard.press("Enter")

    assert label == browser_page.locator("input:checked").get_attribute("value")
    assert before == browser_page.url
    assert 1 <= browser_page.locator(".board-space-chosen").count() <= 3
