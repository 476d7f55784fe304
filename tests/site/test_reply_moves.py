"""Moves of the board game by reply: how people write them, several in one mail, and whole games."""

from functools import partial

import pytest
from django.utils import translation
from django.utils.translation import gettext

import engine
from engine.cards import CARDS
from games import clock
from games.board.names import numbers_of_places
from games.commands.text_field import FieldResult, play_text
from games.core import access
from games.decks.titles import declined_space
from games.inbound.play_reply import play_reply
from games.mail.compose import compose
from games.models import By, Game, Move, Notice, Question, Reply
from games.play.play_on import play_bots
from games.replies import board_commands, board_vocabulary, vocabulary
from games.replies.board_commands import Vocabulary
from games.replies.commands import (
    AnswerProblem,
    ReplyOption,
    ReplyQuestion,
    UnclearAnswer,
    normalized,
    read_commands,
    split_answers,
)
from games.replies.matching import match_labels
from tests.mail.boards import on_board, playing, wide_open
from tests.mail.received import Mail, send
from tests.mail.tables import Stored, store

from .play import open_questions

pytestmark = pytest.mark.django_db(transaction=True)

LABELS = (
    *("draw-more", "leap-to-bread", "love-peace"),
    *("bread>love!peace", "bread>love!money", "bread>toaster", "bread>octagon-a"),
    *("start>sun", "portal-1>portal-2", "octagon-a>start", "octagon-a>bread!octagon-b"),
    *("rotate:a:90", "rotate:a:180", "rotate:start:270", "uproot:a:2/-1", "uproot:a:-1/0"),
)


@pytest.fixture(autouse=True)
def inbound(settings):
    """This site takes mail."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"


def asked_for(labels, say=str) -> ReplyQuestion:
    """A question with these choices, in the words of the site as it says them."""
    view = engine.Game.new("board", seats=2, seed="0" * 64).view(1)
    names = {1: "Ann", 2: "Bob"}
    options = tuple(
        ReplyOption(label, number, (engine.text.option(engine.read_option(label), CARDS, names, say),), label)
        for number, label in enumerate(labels, start=1)
    )
    return ReplyQuestion(options, vocabulary=board_vocabulary.vocabulary(view.board, {"2/-1": 1, "-1/0": 2}))


@pytest.fixture(scope="module")
def asked() -> ReplyQuestion:
    return asked_for(LABELS)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("bread>toaster", "bread>toaster"),
        ("bread > toaster", "bread>toaster"),
        ("Bread -> Toaster.", "bread>toaster"),
        ("Bread → Toaster", "bread>toaster"),
        ("bread to toaster", "bread>toaster"),
        ("Bread - Toaster", "bread>toaster"),
        ("Bread – Toaster", "bread>toaster"),
        ("move bread toaster", "bread>toaster"),
        ("Move my piece from Bread to the Toaster!", "bread>toaster"),
        ("start to sun", "start>sun"),
        ("START>SUN", "start>sun"),
        ("bread>octagon a", "bread>octagon-a"),
        ("bread>octagon-a", "bread>octagon-a"),
        ("bread to octagon", "bread>octagon-a"),
        ("portal 1 to portal 2", "portal-1>portal-2"),
        ("portal-1>portal-2", "portal-1>portal-2"),
        ("octagon a to bread", "octagon-a>bread!octagon-b"),
        ("bread>love!peace", "bread>love!peace"),
        ("bread>love bump peace", "bread>love!peace"),
        ("bread to love, bumping money", "bread>love!money"),
        ("Bread to Love, bumping who is there to Money", "bread>love!money"),
        ("Bread to Love, bumping the piece there to Money", "bread>love!money"),
        ("rotate a 90", "rotate:a:90"),
        ("rotate:a:90", "rotate:a:90"),
        ("Turn tile A by 180° clockwise", "rotate:a:180"),
        ("turn A 180 degrees", "rotate:a:180"),
        ("rotate start 270", "rotate:start:270"),
        ("turn the start tile by 270", "rotate:start:270"),
        ("uproot a 2/-1", "uproot:a:2/-1"),
        ("uproot A -1/0", "uproot:a:-1/0"),
        ("carry tile a to 2 / -1", "uproot:a:2/-1"),
        ("Carry tile A to: 2 east, 1 north", "uproot:a:2/-1"),
        ("uproot A place 1", "uproot:a:2/-1"),
        ("carry tile a to place 2", "uproot:a:-1/0"),
        ("uproot a 1", "uproot:a:2/-1"),
        ("draw more", "draw-more"),
        ("Leap to Bread", "leap-to-bread"),
        ("love and peace", "love-peace"),
        ("play draw more", "draw-more"),
    ],
)
def test_a_move_as_people_write_it(text, label, asked):
    """Names with an arrow, a dash, “to” or nothing between them; tiles with a place or an angle."""
    assert (label,) == match_labels(read_commands(text)[0], asked)


@pytest.mark.parametrize("label", LABELS)
def test_labels_and_titles_are_read(label, asked):
    """What the site itself prints is understood, a label as well as its words."""
    title = next(option.names[0] for option in asked.options if option.label == label)

    assert (label,) == match_labels(read_commands(title)[0], asked)
    if not label[0].isdigit() and ">" in label:
        assert (label,) == match_labels(read_commands(label)[0], asked)


@pytest.mark.parametrize("language", ["pl", "ru"])
@pytest.mark.parametrize("label", LABELS)
def test_labels_and_titles_are_read_in_other_languages(label, language):
    """What the site prints in another language is understood, too."""
    with translation.override(language):
        asked = asked_for(LABELS, gettext)
        title = next(option.names[0] for option in asked.options if option.label == label)

        assert (label,) == match_labels(read_commands(title)[0], asked)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("хлеб на тостер", "bread>toaster"),
        ("хлеб>любовь!мир", "bread>love!peace"),
        ("хлеб на любовь вытолкнуть на мир", "bread>love!peace"),
        ("с поля хлеб на восьмиугольник", "bread>octagon-a"),
        ("хлеб на восьмиугольник a", "bread>octagon-a"),
        ("хлеб на восьмиугольник а", "bread>octagon-a"),
        ("Повернуть плитку А на 180°", "rotate:a:180"),
        ("повернуть а 90", "rotate:a:90"),
        ("поверни с 90", "rotate:c:90"),
        ("перенести в 2/-1", "uproot:b:2/-1"),
        ("портал 1 на портал 2", "portal-1>portal-2"),
        ("с хлеба на любовь вытолкнуть на деньги", "bread>love!money"),
        ("с хлеба на восьмиугольник а", "bread>octagon-a"),
        ("с восьмиугольника А на старт", "octagon-a>start"),
        ("со старта на солнце", "start>sun"),
        ("с портала 1 на портал 2", "portal-1>portal-2"),
        ("поверни стартовую плитку на 270", "rotate:start:270"),
    ],
)
def test_a_move_in_russian(text, label):
    """A Cyrillic letter behind a word that has a tile stands for the Latin one that looks the same."""
    assert (label,) == match_labels(
        read_commands(text)[0], asked_for([*LABELS, "rotate:c:90", "uproot:b:2/-1"])
    )


POLISH = {
    "z chleba na toster": "bread>toaster",
    "Z pola Chleb na Miłość, wypycham na Pieniądze": "bread>love!money",
    "z chleba na ośmiokąt A": "bread>octagon-a",
    "z ośmiokąta a na start": "octagon-a>start",
    "ze startu na słońce": "start>sun",
    "z portalu 1 na portal 2": "portal-1>portal-2",
    "obróć kafelek startowy o 270": "rotate:start:270",
}


@pytest.mark.parametrize("text", POLISH)
def test_a_move_in_polish(text, asked):
    """Spaces in the cases that the words before them ask for."""
    assert (POLISH[text],) == match_labels(read_commands(text)[0], asked)


@pytest.mark.parametrize("language", ["pl", "ru"])
def test_every_space_is_known_in_its_cases(language):
    """Each in the accusative and in the genitive, and no form means something else."""
    board = engine.Game.new("board", seats=2, seed="0" * 64).view(1).board
    assert board is not None
    known = board_vocabulary.vocabulary(board, {}).meanings
    spaces = {space for tile in board.tiles for space in tile.spaces}
    wrong = {}
    with translation.override(language):
        for case in ("accusative", "genitive"):
            for space in sorted(spaces):
                name = engine.text.board.space(space, partial(declined_space, case=case))
                if board_commands.read_path(normalized(name), Vocabulary(known)) != (space,):
                    wrong[name] = space

    assert {} == wrong


@pytest.mark.parametrize(
    ("text", "problem", "about"),
    [
        ("bread>love", AnswerProblem.AMBIGUOUS, 2),
        ("bread", AnswerProblem.AMBIGUOUS, 5),
        ("toaster", AnswerProblem.AMBIGUOUS, 1),
        ("to the toaster", AnswerProblem.AMBIGUOUS, 1),
        ("Toaster!", AnswerProblem.AMBIGUOUS, 1),
        ("rotate a", AnswerProblem.AMBIGUOUS, 2),
        ("uproot a", AnswerProblem.AMBIGUOUS, 2),
        ("start", AnswerProblem.AMBIGUOUS, 3),
        ("bread to sun", AnswerProblem.NO_MOVE, 4),
        ("moon to sun", AnswerProblem.NO_MOVE, 0),
        ("rotate b 90", AnswerProblem.NO_MOVE, 0),
        ("rotate a 45", AnswerProblem.NO_MOVE, 2),
        ("uproot a 5/5", AnswerProblem.NO_MOVE, 2),
        ("uproot a place 3", AnswerProblem.NO_MOVE, 2),
        ("bread to toaster tomorrow", AnswerProblem.TYPO, 1),
        ("I think I will move from bread to toaster", AnswerProblem.UNKNOWN, 0),
    ],
)
def test_what_is_not_plain_is_asked_back(text, problem, about, asked):
    """Of several ways all are named, and prose is never a move."""
    with pytest.raises(UnclearAnswer) as unclear:
        match_labels(read_commands(text)[0], asked)

    assert (problem, about) == (unclear.value.problem, len(unclear.value.about)), unclear.value.about


def test_a_line_of_several_answers():
    """Commas part answers, but for those of a title and of a bump; numbers need none."""
    names, words = {normalized("Draw Two, Play Both")}, {"bump", "bumping"}
    lines = "1, bread > love, bumping who is there to peace; Draw Two, Play Both\n3 7 12\nsay a, b\npass"
    parts = split_answers(read_commands(lines), names_with_commas=names, continuations=words)

    assert [
        ("1", 0),
        ("bread > love, bumping who is there to peace", 0),
        ("Draw Two, Play Both", 0),
        ("3", 1),
        ("7", 1),
        ("12", 1),
        ("a, b", -1),
        ("", -1),
    ] == [(part.text, part.row) for part in parts]


def test_the_path_of_anything_but_a_move_is_none():
    """Cards, seats, tiles and words are no moves."""
    assert not any(
        map(board_commands.path_of, ("draw-more#2", "@2", "tile:a", "forward", "use:recycling", ""))
    )


# By mail


@pytest.fixture
def replies():
    """Reply for a seat of a stored game to what it is asked: `replies(stored, "ann", text)`."""
    count = 0

    def run(stored: Stored, name: str, text: str) -> Reply:
        nonlocal count
        count += 1
        seat = stored.seats[name]
        seat.refresh_from_db()
        row = access.question_of(seat)
        return play_reply(
            seat=seat,
            text=text,
            received_at=clock.now(),
            message_id=f"<{count}@players.example>",
            question=row.number if row else None,
        )

    return run


def done(reply: Reply) -> list[bool]:
    return [each["done"] for each in reply.results]


def played(stored: Stored) -> list[str]:
    """The labels of all answers, in order."""
    answers = Move.objects.filter(game=stored.game, kind=Move.Kind.ANSWER).order_by("version")
    return [label for move in answers for label in move.labels]


@pytest.mark.parametrize(
    "line", ["{}, start > eye 👎", "{}, 👎 start > eye", "{}, start > eye?", "{}, ~~start > eye~~", "{}, ❌"]
)
def test_a_sign_that_may_say_no_holds_its_whole_line(replies, line):
    """“Draw More, start > eye 👎”: the thumb may be about the card as well, and the reason names the sign."""
    stored = store(on_board("draw-more"))
    reply = replies(stored, "ann", line.format("Draw More"))

    assert [] == played(stored)
    assert not any(done(reply))
    assert reply.results[0]["text"]


def test_degrees_and_arrows_are_no_such_signs(replies):
    """What the mail prints for a move is read in a line of several, too."""
    stored = store(wide_open())
    reply = replies(stored, "ann", "Turn tile A by 180° clockwise, start → eye")

    assert done(reply)[0], reply.results
    assert ["rotate:a:180"] == played(stored)[:1]


def test_a_whole_turn_in_one_line(replies):
    """Numbers of the mail, moves and cards in one line are played in their order."""
    stored = store(on_board("draw-more"))
    picks = send(stored.notice("turn", "ann")).picks
    number = 1 + picks.index("draw-more")
    reply = replies(stored, "ann", f"{number}, bread to octagon a, start > eye")

    assert [True] * 3 == done(reply)
    assert ["draw-more", "bread>octagon-a", "start>octagon-e"][:2] == played(stored)[:2]


def test_a_whole_turn_on_several_lines(replies):
    """Each line is one answer, also of what a card asks in between."""
    stored = store(on_board("draw-shift", pegs={"draw": 2}))
    reply = replies(stored, "ann", "draw shift\nforward\nbread to octagon a\nmusic to portal 1")

    assert [True] * 4 == done(reply)
    assert ["draw-shift", "forward", "bread>octagon-a", "music>portal-1"] == played(stored)


def test_several_numbers_are_those_of_the_mail(replies):
    """Further numbers count for what the mail printed; one that can be done no more is named, and ends it."""
    stored = store(on_board("draw-more"))
    picks = send(stored.notice("turn", "ann")).picks
    first, again = (1 + picks.index(pick) for pick in ("bread%3Eoctagon-a", "bread%3Ebrain"))
    card = 1 + picks.index("draw-more")
    reply = replies(stored, "ann", f"{first} {card} {again} 1")

    assert [True, True, False, False] == done(reply)
    assert "“Bread to Brain”, and you can’t choose that any more." in reply.results[2]["text"]
    assert ["bread>octagon-a", "draw-more"] == played(stored)


def test_numbers_of_places_are_those_of_the_mail(replies):
    """Numbers stand for what the picture of the mail shows there, and for nothing once it is taken."""
    stored = store(on_board(pegs={"uproot": True, "move": 3}))
    labels = engine.Game.load(bytes(stored.game.state.data)).view(1).question.options
    place = {number: place for place, number in numbers_of_places(map(engine.read_option, labels)).items()}
    reply = replies(stored, "ann", "uproot A place 3, carry F to place 9, uproot G place 3")

    assert [True, True, False] == done(reply)
    assert [f"uproot:a:{place[3]}", f"uproot:f:{place[9]}"] == played(stored)


def test_two_tiles_of_one_question(replies):
    """What takes two choices takes them from the line, and the line goes on."""
    stored = store(playing("switch-tiles"))
    reply = replies(stored, "ann", "a, tile h, bread to octagon a")

    assert [True, True] == done(reply)
    assert ["tile:a", "tile:h", "bread>octagon-a"] == played(stored)


def test_tiles_are_called_by_letters_that_look_the_same(replies):
    """Of a question for two tiles, too; “с” is C there."""
    stored = store(playing("switch-tiles"))
    reply = replies(stored, "ann", "с, плитка н")

    assert [True] == done(reply)
    assert ["tile:c", "tile:h"] == played(stored)


def test_an_ambiguous_bump_asks_back(replies):
    """With two ways to bump, the answer names both; nothing is moved."""
    stored = store(on_board())
    reply = replies(stored, "ann", "bread to chocolate")
    told = reply.results[0]["text"]

    assert [False] == done(reply)
    assert "Bread to Chocolate, bumping the piece there to Peace" in told
    assert [] == played(stored)


def test_tiles_by_reply(replies):
    """Tiles are turned and carried as the mail says that it is written."""
    stored = store(wide_open())
    reply = replies(stored, "ann", "rotate A 90, uproot H 2/0")

    assert [True, True] == done(reply)
    assert ["rotate:a:90", "uproot:h:2/0"] == played(stored)


def test_help_tells_of_moves(replies):
    """Only in the board game."""
    board, cards = replies(store(on_board()), "ann", "help"), None
    from tests.mail.kinds import turn_of_ann

    cards = replies(store(turn_of_ann()), "ann", "help")
    texts = [
        " ".join(compose(Notice.objects.get(pk=reply.notice_id)).body.split()) for reply in (board, cards)
    ]

    assert ["rotate a 90" in text for text in texts] == [True, False]


def test_the_answer_shows_the_board(replies):
    """The mail that answers has the board as it is now, with its picture, and the next numbers."""
    stored = store(on_board())
    reply = replies(stored, "ann", "bread to octagon a")
    mail = Mail(compose(Notice.objects.get(pk=reply.notice_id)).message().as_bytes(linesep="\r\n"))

    assert "Ann (you) plays the red pawns: Music, Octagon A, Start." in mail.text
    assert "cid:board." in mail.html
    assert "octagon-a%3Ebread" in mail.picks


# The door for pages


def several(stored: Stored, text: str, **how) -> FieldResult:
    seat = stored.seats["ann"]
    number = access.question_of(seat).number
    given = {"seat": seat.pk, "number": number, "text": text, "by": By.PAGE, "submission_key": "k"} | how
    return play_text(**given)


def test_several_at_once():
    """A page gives the same text: what was done is told with its words, and why it stopped."""
    stored = store(on_board("draw-more"))
    number = access.question_of(stored.seats["ann"]).number
    result = several(stored, "draw more, bread to octagon a, bread to brain, start to eye")
    again = several(stored, "draw more, bread to octagon a, bread to brain, start to eye", number=number)

    assert ["Draw More", "Bread to octagon A"] == [each.text for each in result.given]
    assert ("bread to brain", ("start to eye",)) == (result.refused, result.left)
    assert "You can’t make that move now." in result.why
    assert result.given == again.given or [each.version for each in result.given] == [
        each.version for each in again.given
    ]
    assert ["draw-more", "bread>octagon-a"] == played(stored)


def test_several_at_once_refuses_what_is_no_answer():
    """Commands of a reply are none, and nothing written is said to be nothing."""
    stored = store(on_board())

    assert "only write answers" in several(stored, "undo").why
    assert "Write at least one answer." == several(stored, " \n").why
    assert "already" in several(stored, "1", number=99).why or several(stored, "1", number=99).why
    assert [] == played(stored)


# Whole games


@pytest.mark.slow
def test_a_whole_game_by_replies(ann, bob, start):
    """Two people and a bot play to the end; every turn comes in one mail of several answers."""
    game = start(ann, bob, bots=1, edition="board")
    for mails in range(400):
        game.refresh_from_db()
        if game.is_over:
            break
        (question,) = open_questions(game)[:1]
        if question.seat.player_id is None:  # on a slow machine a bot is left to the worker
            play_bots(game=game.pk)
            continue
        text, count = written_turn(game, question)
        reply = play_reply(
            seat=question.seat,
            text=text,
            received_at=clock.now(),
            message_id=f"<{mails}@players.example>",
            question=question.number,
        )

        assert [True] * count == done(reply), (text, reply.results)
    assert game.is_over
    assert {By.REPLY, By.BOT} == set(
        Move.objects.filter(game=game, kind=Move.Kind.ANSWER).values_list("by", flat=True)
    )


def written_turn(game: Game, question: Question) -> tuple[str, int]:
    """What the sensible bot would do next, in words, as far as it is foreseen: at most three answers."""
    state = engine.Game.load(bytes(game.state.data))
    names, seat = access.names(game), question.seat.number
    turn, words, count = state.view(None).turn_number, [], 0
    while count < 3 and not state.over and state.view(None).turn_number == turn:
        view = state.view(seat)
        if view.question is None:
            break
        labels = engine.bots.sensible(view)
        if count == 0 and all(label in vocabulary.printed_choices(view.question) for label in labels):
            words += [str(1 + vocabulary.printed_choices(view.question).index(label)) for label in labels]
        else:
            words += [engine.text.option(engine.read_option(label), CARDS, names, str) for label in labels]
        state.answer(seat, labels)
        count += 1
    return ", ".join(words), count
