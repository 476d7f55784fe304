"""Reading replies to mails: a line is a command, or names choices as a whole, or is no move at all."""

import re
from dataclasses import replace

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from games.replies.commands import (
    COMMANDS,
    MOST_LINES,
    AnswerProblem,
    CommandKind,
    ReplyCommand,
    ReplyOption,
    ReplyQuestion,
    UnclearAnswer,
    read_commands,
)
from games.replies.known_words import KnownWords
from games.replies.matching import match_labels
from games.replies.read_bundle_reply import distinct_names, read_lines
from games.replies.refusals import UNCLEAR, describe_refusal
from games.replies.targets import PrintedGames, PrintedRange

CARDS = (
    ReplyOption("bread", 1, ("Bread", "Chleb")),
    ReplyOption("cookies", 2, ("Cookies", "Ciastka")),
    ReplyOption("bread#2", 3, ("Bread", "Chleb"), "bread"),
    ReplyOption("draw-2", 4, ("Draw 2",)),
    ReplyOption("draw-3", 5, ("Draw 3",)),
    ReplyOption("lets-do-that-again", 6, ("Let’s Do That Again!",)),
    ReplyOption("bed@2", 7, ("The Bed (Bob)",)),
    ReplyOption("bed@3", 8, ("The Bed (Carol, Jr)",)),
    ReplyOption("pass", 9, ("Pass",)),
)
CARDS = (ReplyOption("bread", 1, ("Bread", "Chleb"), "bread"), *CARDS[1:])
ONE = ReplyQuestion(CARDS)
TWO = ReplyQuestion(CARDS, 2, 2)
SOME = ReplyQuestion(CARDS[:8], 0, 3)
LATER = ReplyQuestion(CARDS, takes_numbers=False)
RHYME = ReplyQuestion((), words=20)


def chosen(text: str, asked: ReplyQuestion = ONE) -> tuple[str, ...]:
    return match_labels(read_commands(text)[0], asked)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("1", ("bread",)),
        (" 2. ", ("cookies",)),
        ("#4", ("draw-2",)),
        ("5)", ("draw-3",)),
        ("bread", ("bread",)),
        ("BREAD.", ("bread",)),
        ("ciastka", ("cookies",)),
        ("cook", ("cookies",)),
        *((text, ("lets-do-that-again",)) for text in ("let’s do that again", "lets do that again")),
        *((text, ("lets-do-that-again",)) for text in ("Lets-Do-That-Again", "let’s do that again!!")),
        ("“Cookies”", ("cookies",)),
        ("Draw 2", ("draw-2",)),
        ("play cookies", ("cookies",)),
        ("answer cookies", ("cookies",)),
        ("the bed (bob)", ("bed@2",)),
        ("The Bed (Carol, Jr)", ("bed@3",)),
        ("pass", ("pass",)),
        ("Pass!", ("pass",)),
        ("\n\n1\n\n2", ("bread",)),
    ],
)
def test_one_answer(text, labels):
    """Numbers, names in any case and language, and their beginnings, mean one choice."""
    assert labels == chosen(text)


@pytest.mark.parametrize(
    "text",
    [
        *["play 2", "choose 2", "I play 2", "2!", "(2)", "[2]", '"2"', "*2*", "**2**", "_2_"],
        "2\ufe0f\u20e3",
        *["2 please", "2, please!", "2 thanks", "no. 2", "nr 2", "number 2", "№2", "card 2"],
        *["numer 2", "номер 2", "2. Cookies", "2 Cookies", "2) cookies", "#2 Cookies", "(2) Cookies"],
        *["2. Cookies <https://x.example/t/?pick=cookies>", "2. Cookies (keeper) [https://x.example/]"],
        *["*2. Cookies* (keeper)", "**2.** **Cookies** keeper", "2  Cookies   keeper", "2. Cook"],
        *["2: Cookies", "2 - cookies", "2. Cookies (keeper)", "Cookies (keeper)", "*Cookies*"],
        *["I play Cookies", "cookies, please", "the cookies", "Play the Cookies!"],
        *["Cookies пожалуйста", "ciastka, proszę"],
    ],
)
def test_what_people_write_around_a_choice(text):
    """Verbs, decoration, courtesy and articles say nothing; a number and a name count where they agree."""
    options = tuple(replace(each, names=(*each.names, f"{each.names[0]} (keeper)")) for each in CARDS)
    assert ("cookies",) == chosen(text, ReplyQuestion(options))


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("1, 2", ("bread", "cookies")),
        ("1 3", ("bread", "bread#2")),
        ("2; 1", ("cookies", "bread")),
        ("bread, bread", ("bread", "bread#2")),
        ("Bread, cookies", ("bread", "cookies")),
        ("The Bed (Carol, Jr), bread", ("bed@3", "bread")),
    ],
)
def test_several_choices(text, labels):
    """A line may name several; equal cards are interchangeable, and a comma may belong to a name."""
    assert labels == chosen(text, TWO)


@pytest.mark.parametrize(
    ("text", "asked", "problem", "about"),
    [
        ("10", ONE, AnswerProblem.NO_SUCH_NUMBER, ("10",)),
        ("0", ONE, AnswerProblem.NO_SUCH_NUMBER, ("0",)),
        ("1 1", TWO, AnswerProblem.TWICE, ()),
        ("cookies, cookies", TWO, AnswerProblem.TWICE, ()),
        ("1, 2", ONE, AnswerProblem.HOW_MANY, ("1", "1")),
        ("1", TWO, AnswerProblem.HOW_MANY, ("2", "2")),
        ("1", LATER, AnswerProblem.NO_NUMBERS, ()),
        ("draw", ONE, AnswerProblem.AMBIGUOUS, ("Draw 2", "Draw 3")),
        ("the bed", ONE, AnswerProblem.AMBIGUOUS, ("The Bed (Bob)", "The Bed (Carol, Jr)")),
        ("coockies", ONE, AnswerProblem.TYPO, ("Cookies",)),
        ("the", ONE, AnswerProblem.UNKNOWN, ()),
        ("Thanks, I will play tomorrow!", ONE, AnswerProblem.UNKNOWN, ()),
        ("cookies are what I want", ONE, AnswerProblem.UNKNOWN, ()),
        ("1 minute", ONE, AnswerProblem.UNKNOWN, ()),
        ("not 1", ONE, AnswerProblem.UNKNOWN, ()),
        ("don’t play 1", ONE, AnswerProblem.UNKNOWN, ()),
        ("no bread", ONE, AnswerProblem.UNKNOWN, ()),
        ("bred", ONE, AnswerProblem.TYPO, ("Bread",)),
        ("play 12", ONE, AnswerProblem.NO_SUCH_NUMBER, ("12",)),
        ("play 1, please", LATER, AnswerProblem.NO_NUMBERS, ()),
        ("2. Bread", ONE, AnswerProblem.AMBIGUOUS, ("Cookies", "Bread")),
        ("2. Toast", ONE, AnswerProblem.UNKNOWN, ()),
        ("4. Draw 3", ONE, AnswerProblem.AMBIGUOUS, ("Draw 2", "Draw 3")),
        ("1. Cook", ONE, AnswerProblem.UNKNOWN, ()),
        ("pass", TWO.__class__(CARDS[:8]), AnswerProblem.NO_PASS, ()),
        (": ", RHYME, AnswerProblem.NO_WORDS, ()),
        (f": {'a' * 21}", RHYME, AnswerProblem.TOO_LONG, ("20",)),
    ],
)
def test_what_is_no_answer(text, asked, problem, about):
    """What is not plain is refused with the reason, and the nearest name is offered, never taken."""
    with pytest.raises(UnclearAnswer) as unclear:
        chosen(text, asked)

    assert (problem, about) == (unclear.value.problem, unclear.value.about)


@pytest.mark.parametrize(
    ("text", "asked", "offer"),
    [
        ("coockies", ONE, ("cookies",)),
        ("coockies, bread", TWO, ("cookies", "bread")),
        ("bread, coockies", TWO, ("bread", "cookies")),
        ("bread, coockies", SOME, ("bread", "cookies")),
        # One of two is no answer, and of two guesses none is offered.
        ("coockies", TWO, ()),
        ("coockies, braed", TWO, ()),
        ("coockies, cookies", TWO, ()),
        ("coockies, seven", TWO, ()),
        ("seven", ONE, ()),
        ("draw", ONE, ()),
        ("77", ONE, ()),
    ],
)
def test_a_refusal_offers_the_answer_that_may_have_been_meant(text, asked, offer):
    """It is a whole answer to the question, in the order of the line, with one part guessed."""
    with pytest.raises(UnclearAnswer) as raised:
        chosen(text, asked)

    assert offer == raised.value.offer


def test_passing_a_question_that_wants_none():
    """Where none may be chosen, `pass` chooses none."""
    assert () == chosen("pass", SOME)


def test_own_words():
    """A text of one’s own follows a colon, or the word `answer` with one; “answer later” is none."""
    assert [("roses are red",)] * 2 == [
        chosen(text, RHYME) for text in (": roses are red", "answer: roses are red")
    ]


def test_a_game_without_letters_is_called_as_the_mail_prints_it():
    """A mail that asks to write “2026 (1): …” understands it, and the name that people know as well."""
    names = dict(enumerate(distinct_names(["2026 (1)", "2026", "7"]), start=1))
    mail = PrintedGames(names, [PrintedRange(key, key, 3 * key - 2, 3) for key in names])
    said = [*(f"{name}: {3 * key}" for key, name in names.items()), "2026 (1): 3", "2026: 6"]
    found = [read_lines(line, COMMANDS, mail, lambda _pk, each: [each], KnownWords())[0] for line in said]

    assert [(1, "3"), (2, "6"), (3, "9"), (1, "3"), (2, "6")] == [(each.game, each.text) for each in found]


def test_commands_end_at_the_first_gap_or_quotation():
    """What stands below an empty line, a quotation or a signature is no command."""
    ends = ("", "> 2. Cookies", "-- ", "___", "| 2", "== Your hand")
    assert [[ReplyCommand(CommandKind.CHOICE, "1", "1")]] * len(ends) == [
        read_commands(f"1\n{end}\n2\nundo") for end in ends
    ]


def test_words_of_commands():
    """Every command has one word, in any case."""
    text = "Help\nHAND.\nundo\nsay Hello, Bob!\nSay: hi\nundone"
    assert [
        (CommandKind.HELP, ""),
        (CommandKind.HAND, ""),
        (CommandKind.UNDO, ""),
        (CommandKind.SAY, "Hello, Bob!"),
        (CommandKind.SAY, "hi"),
        (CommandKind.CHOICE, "undone"),
    ] == [(command.kind, command.text) for command in read_commands(text)]


def test_no_more_than_twenty_lines():
    """A reply is no book."""
    assert MOST_LINES == len(read_commands("1\n" * 500))


@given(st.text(max_size=3000))
@example("PASS")
def test_anything_is_read(text):
    """Whatever is written, it is read or refused, and what is chosen was offered, as often as allowed."""
    for command in read_commands(text):
        for asked in (ONE, TWO, SOME, LATER, RHYME):
            try:
                labels = match_labels(command, asked)
            except UnclearAnswer:
                continue
            if not asked.words:
                assert set(labels) <= {option.label for option in asked.options}
                assert asked.least <= len(labels) <= asked.most
                assert len(set(labels)) == len(labels)


WORDS = ("I", "we", "you", "will", "the", "a", "to", "of", "and", "think", "bread", "is", "great", "play")
PROSE = st.lists(st.sampled_from(WORDS), min_size=3)


@given(PROSE)
def test_prose_is_no_move(words):
    """Three words or more never play anything, but for “I play the bread”, and “bread and bread” of two."""
    assume(not re.fullmatch(r"(I )?(play )*((the|a) )?bread( and ((the|a) )?bread)*", " ".join(words)))
    for asked in (ONE, TWO, LATER):
        with pytest.raises(UnclearAnswer):
            chosen(" ".join(words), asked)


@pytest.mark.parametrize("problem", AnswerProblem)
def test_every_problem_has_a_sentence(problem):
    """It says what the problem is about, and leaves no gap."""
    about = ("1st", "2nd", "3rd")[: UNCLEAR[problem].count("%(")]
    told = describe_refusal(UnclearAnswer(problem, *about), "")

    assert "%(" not in told
    assert all(each in told for each in about)


@pytest.mark.parametrize("word", ["end", "End.", "koniec", "закончить"])
def test_end_may_mean_ones_own_turn(word):
    """Where that can be chosen it is asked back, as the word may also be about the mails."""
    asked = ReplyQuestion((*ONE.options, ReplyOption("end", 9, ("End my turn",))), least=1, most=1)
    with pytest.raises(UnclearAnswer) as unclear:
        chosen(word, asked)

    assert (AnswerProblem.ENDS_THINGS, ("end",)) == (unclear.value.problem, unclear.value.offer)
