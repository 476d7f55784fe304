"""What ``python -m engine scenario`` prints: where a file is wrong, and all that does not hold."""

import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from engine.cli import main
from engine.scenario.case import read_cases, run_case

ROOT = Path(__file__).parents[2]
GOOD = """name = "Bread is played"

[given]
seats = ["A", "B"]
drawn = 1
hands.A = [
  "bread",   # the first card
  "milk",
]
[given.keepers]
B = ["the-toaster"]

[[when]]
seat = "A"
answer = "bread"

[[when]]
seat = "B"
answer = "any"
[when.then]
asked.A = "play"

[then]
turn = "A"
"""


@pytest.fixture
def said(tmp_path, monkeypatch, capsys):
    """What the command prints of a case with this text."""
    monkeypatch.chdir(tmp_path)

    def command(text: str) -> str:
        Path("case.toml").write_text(text, encoding="utf-8")
        main(["scenario", "case.toml"])
        return capsys.readouterr().out

    return command


def played(text):
    """Read and play a case."""
    run_case(read_cases(text)[0])


@pytest.mark.parametrize(
    ("before", "after", "line", "sentence"),
    [
        ('  "bread",', '  "bred",', 7, "given.hands.A: 'bred' isn't a card; did you mean 'bread'?"),
        (
            'B = ["the-toaster"]',
            'B = ["the-taoster"]',
            11,
            "given.keepers.B: 'the-taoster' isn't a card; did you mean",
        ),
        (
            'B = ["the-toaster"]',
            'B = "bread"',
            11,
            "given.keepers.B: expected a number or a list, not the text 'bread'",
        ),
        ("drawn = 1", 'drawn = "one"', 5, "given.drawn: expected a number, not the text 'one'"),
        (
            "drawn = 1",
            'edition = "wonderlnd"',
            5,
            "no edition called 'wonderlnd'; did you mean 'wonderland'?",
        ),
        ("drawn = 1", "rule = ['draw-2']", 5, "given: there is no key 'rule' here; did you mean 'rules'?"),
        ("drawn = 1", "rules = ['bread']", 5, "given.rules: 'bread' isn't a new rule"),
        (
            'answer = "any"',
            'answer = "pas"',
            19,
            "when 2: 'pas' isn't a card, seat or choice; did you mean",
        ),
        (
            'answer = "any"',
            "anwser = 'any'",
            19,
            "when 2: there is no key 'anwser' here; did you mean 'answer'?",
        ),
        ('seat = "B"', 'seat = "b"', 18, "when 2: there is no seat called 'b'; did you mean 'B'?"),
        ('seat = "B"', 'seat = "C"', 18, "when 2: there is no seat called 'C'; the seats are A, B"),
        (
            'asked.A = "play"',
            'asked.A = "paly"',
            21,
            "when 2.then.asked.A: 'paly' isn't a kind of question; did you",
        ),
        ('turn = "A"', 'trun = "A"', 24, "then: there is no key 'trun' here; did you mean 'turn'?"),
        (
            '[then]\nturn = "A"',
            '[then]\nrules = ["draw9"]',
            24,
            "then.rules: 'draw9' isn't a card; did you mean",
        ),
    ],
)
def test_an_error_says_file_line_key_and_the_nearest_word(said, before, after, line, sentence):
    """And what was expected there."""
    assert before in GOOD
    text = GOOD.replace(before, after)

    assert said(text).startswith(f"ERROR   case.toml, line {line}: ")
    assert sentence in said(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "case.toml: [given] is missing"),
        (
            GOOD.replace("[[when]]", "[when]", 1).split("[[when]]")[0],
            "line 13: when: expected a list, not a table; write [[when]]",
        ),
        ("[given]\nseats = ['A', 'B'\nturn = 'A'\n", "case.toml, line 3: This isn't valid TOML: "),
        ("[given]\nseats = ['A', 'bred']\nhands.A = ['bred']", "line 3: given.hands.A: 'bred' isn't a card"),
        ("[given]\nseats = 3", "line 2: given.seats: expected a list, not the number 3"),
        (
            "[given]\nseats = ['A', 'B']\nhands.Ł = 1\n",
            "a key with other letters than a to z stands in quotes",
        ),
    ],
)
def test_a_file_of_the_wrong_shape_is_explained(said, text, sentence):
    """In the words of TOML, and never in those of a library."""
    assert sentence in said(text)
    assert "object" not in said(text)


def test_all_that_does_not_hold_is_shown(said):
    """Each expectation on a line of its own, with what is asked of whom; and the name of the case."""
    text = """
        name = "Steal"
        [given]
        seats = ["A", "B"]
        drawn = 1
        hands.A = ["steal-a-keeper"]
        keepers.B = ["bread", "milk"]
        [[when]]
        seat = "A"
        answer = "steal-a-keeper"
        then = { turn = "B", played = 2, asked.A = { options = ["bread"] } }
        [[when]]
        seat = "A"
        answer = "bread"
        [then]
        keepers.A = []
    """

    assert said(text).splitlines() == [
        "FAILED  case.toml: Steal",
        "        when 1: turn: expected 'B', found 'A'.",
        "        when 1: played: expected 2, found 1.",
        "        when 1: asked.A.options: expected ['bread'], found ['bread@B', 'milk@B'].",
        "        when 1: Asked now: A: take-keeper (bread@B, milk@B).",
        "        then: keepers.A: expected [], found ['bread'].",
        "        then: Asked now: B: play (chocolate).",
    ]


def test_a_refusal_names_seats_as_they_are_written(said):
    """``milk@B``, and not ``milk@2``."""
    text = """
        [given]
        seats = ["A", "B"]
        drawn = 1
        hands.A = ["steal-a-keeper"]
        keepers.B = ["bread", "love"]
        [[when]]
        seat = "A"
        answer = "steal-a-keeper"
        [[when]]
        seat = "A"
        answer = "milk@B"
    """

    assert "when 2: A was refused: “milk@B” can’t be chosen here.  Asked now: A: take-keeper (" in said(text)
    assert "@2" not in said(text)


def test_the_name_of_a_case_is_printed(said):
    """Beside its file."""
    assert said(
        "name = 'A new game'\n[given]\nseats = ['A', 'B']\nnew_game = true\n[then]\nturn = 'A'"
    ).startswith("ok      case.toml: A new game\n")


def test_each_case_of_a_file_is_shown(said):
    """By its name; an error says which case, and the line where that is written."""
    text = """
given = { seats = ["A", "B"], drawn = 1, hands.A = ["bread"] }
[[case]]
name = "It holds"
then.turn = "A"
[[case]]
name = "It fails"
then.turn = "B"
"""

    assert said(text).splitlines()[:2] == [
        "ok      case.toml: It holds",
        "FAILED  case.toml: It fails",
    ]
    assert said(text + "given.hands.A = ['bred']").startswith(
        "ERROR   case.toml, line 9: case 2.given.hands.A: 'bred' isn't a card"
    )


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_the_name_of_a_seat_may_have_any_letters(form):
    """It begins with a letter, of whatever alphabet."""
    text = """
        [given]
        seats = ["Łucja", "Зоя", "José"]
        hands = { "Łucja" = ["steal-a-keeper"] }
        keepers."José" = ["bread", "milk"]
        drawn = 1
        [[when]]
        seat = "Łucja"
        answer = "steal-a-keeper"
        [[when]]
        seat = "Łucja"
        answer = "bread@José"
        [then]
        turn = "Зоя"
        keepers."Łucja" = ["bread"]
    """

    played(unicodedata.normalize(form, text))


def test_without_the_packages_a_sentence_says_what_to_install(tmp_path):
    """No traceback: whoever has just cloned the project reads what to do."""
    done = subprocess.run(
        [sys.executable, "-S", "-m", "engine", "scenario", "case.toml"],
        cwd=ROOT,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "Install them with bin/python requirements.txt" in done.stderr
