"""The commands of ``python -m engine``: what they print, and what they say to a bad argument."""

import builtins
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from engine import Game, Outcome, PieceMoved, Record, commitment, edition_of
from engine.board.table import BoardTable
from engine.cli import main, simulate
from engine.editions.deck_list import list_of
from engine.record import RecordedStep
from tests.engine.games import by_chance, take
from tests.engine.records import a_fair_record, a_mix

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys) -> Run:
    """Run a command in this process: its exit code, what it printed, and what it complained about."""

    def command(*words: str) -> tuple[int, str, str]:
        try:
            code = main(words)
        except SystemExit as end:
            code = int(end.code or 0)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return command


def a_record(deck: str = "fluxx", **changes: object) -> Record:
    """The record of a game played by chance."""
    game, steps = Game.new(deck, seats=3, seed="record"), []
    for step in by_chance(game, Random(0), come_and_go=0.05):
        take(game, step)
        steps.append(step)
    fields = {"winner": game.winner, "salt": "salt", "commitment": commitment("record", "salt")} | changes
    return Record(deck, 3, 1, "record", tuple(steps), **fields, deck=list_of(game.table.deck))


# Bad arguments.


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "required: COMMAND"),
        (("dance",), "invalid choice: 'dance'"),
        (("simulate", "--seats", "7"), "a game has 2 to 6 seats, not '7'."),
        (("simulate", "--seats", "two"), "a game has 2 to 6 seats, not 'two'."),
        (("simulate", "--seats", "5-3"), "'5-3' runs backwards: write 3-5."),
        (("simulate", "--seats", "2-9"), "a game has 2 to 6 seats, not '9'."),
        (("simulate", "--games", "0"), "'0' is not a whole number above zero."),
        (("simulate", "--games", "many"), "'many' is not a whole number above zero."),
        (("simulate", "--edition", "chess"), "there is no deck 'chess'"),
        (("simulate", "--bots", "clever"), "invalid choice: 'clever'"),
        (("simulate", "--gmaes", "3"), "unrecognized arguments: --gmaes"),
        (("play", "--seats", "1"), "a game has 2 to 6 seats, not '1'."),
        (("play", "--edition", "chess"), "there is no deck 'chess'"),
        (("verify",), "required: FILE"),
        (("verify", "/no/such/file"), "can't be read: No such file or directory."),
        (("simulate", "--edition", "board", "--seats", "2-6"), "A game of board has 2 to 4 seats, not 5."),
        (("play", "--edition", "board", "--seats", "5"), "A game of board has 2 to 4 seats, not 5."),
        (("scenario",), "required: FILE"),
    ],
)
def test_a_bad_argument_gets_one_sentence_and_code_2(run, words, sentence):
    """One line on stderr says what is wrong; nothing is printed, no usage, no stack trace."""
    code, out, err = run(*words)

    assert (code, out, err.count("\n")) == (2, "", 1)
    assert sentence in err


def test_help_names_the_commands(run):
    """Who asks for help gets it."""
    code, out, _err = run("--help")

    assert code == 0
    assert all(name in out for name in ("play", "simulate", "verify", "scenario"))


def test_it_runs_as_a_module():
    """``python -m engine`` is the same program."""
    done = subprocess.run(
        [sys.executable, "-m", "engine", "simulate", "--games", "2", "--seats", "2"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("games")


# simulate


def test_simulate_reports_in_words(run):
    """Games, decisions, speed, turns, lengths, a line for each kind of ending, and violations."""
    code, out, err = run("simulate", "--games", "6", "--seats", "3", "--seed", "x")

    assert (code, err) == (0, "")
    names = [line[:22].strip() for line in out.splitlines()]
    assert names == [
        "games",
        "decisions",
        "decisions per second",
        "decisions in a game",
        "turns",
        "turns in a game",
        "won",
        "all lost",
        "stuck",
        "too few seats",
        "violations",
    ]
    assert out.endswith("violations            none\n")


def test_simulate_reports_as_json(run):
    """The same facts for a program; the same seed plays the same games."""
    words = ("simulate", "--games", "8", "--seats", "2-5", "--bots", "random", "--json")
    first, again = (json.loads(run(*words)[1]) for _ in range(2))
    for report in (first, again):
        assert report.pop("decisions_per_second") > 0

    assert first == again
    assert first["seats"] == [2, 3, 4, 5]
    assert first["endings"] == {"won": 8, "ungoal": 0, "stuck": 0, "too-few-seats": 0}
    assert sum(first["wins_by_seat"].values()) == 8
    assert first["turns"] == round(8 * first["length_in_turns"]["mean"])
    assert first["length"]["median"] <= first["length"]["percentile_99"] <= first["length"]["longest"]
    assert first["violations"] == []


def test_simulate_says_how_games_end(run):
    """Games that everybody loses are counted by the Ungoal, those without enough cards as stuck."""
    words = ("--seats", "2", "--seed", "x", "--json")
    lost = json.loads(run("simulate", "--edition", "anatomy", "--games", "20", *words)[1])
    assert 0 < lost["endings"]["ungoal"] == sum(lost["lost_by"].values()) < 20
    assert lost["lost_by"].keys() <= {"cancer", "sepsis", "multiple-organ-failure"}

    tiny = "fluxx" + "".join(
        f" -{slug}" for slug in edition_of("fluxx").cards if slug not in ("bread", "milk")
    )
    stuck = json.loads(run("simulate", "--edition", tiny, "--games", "3", *words)[1])
    assert stuck["endings"] == {"won": 0, "ungoal": 0, "stuck": 3, "too-few-seats": 0}


def test_simulate_counts_a_broken_game_as_unfinished(run, monkeypatch):
    """The lines of endings add up to all games."""
    monkeypatch.setattr(simulate, "violations", lambda game: ["The moon is missing."])
    _code, out, _err = run("simulate", "--games", "4", "--seats", "2")

    assert "unfinished            4 (100.0%)" in out


def test_simulate_finds_what_is_not_told(run, monkeypatch):
    """A piece that walks without an outcome is a violation."""
    monkeypatch.setattr(BoardTable, "tell", _keep_quiet_about_pieces)
    code, out, _err = run("simulate", "--edition", "board", "--games", "1", "--seats", "2")

    assert code == 1
    assert "Of pieces, " in out


def _keep_quiet_about_pieces(table: BoardTable, outcome: Outcome) -> None:
    if not isinstance(outcome, PieceMoved):
        table.happened.append(outcome)


def test_simulate_reports_what_is_wrong_and_goes_on(run, monkeypatch):
    """A broken game and a crash are violations with a code of 1; the other games are played."""
    rounds: Iterator[int] = iter(range(1_000_000))

    def broken(game: Game) -> list[str]:
        match next(rounds):
            case 0:
                return ["The moon is missing."]
            case 5:
                raise RuntimeError("crashed")
        return []

    monkeypatch.setattr(simulate, "violations", broken)
    code, out, _err = run("simulate", "--games", "4", "--seats", "2")

    assert code == 1
    assert "violations            2" in out
    assert "game 1 (2 seats), answer 0: The moon is missing." in out
    assert "RuntimeError: crashed" in out


def test_an_interrupted_simulation_stops_quietly(run, monkeypatch):
    """Ctrl-C leaves no stack trace."""

    def interrupt(game: Game) -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "violations", interrupt)

    assert run("simulate", "--games", "4") == (130, "", "\n")


# verify


@pytest.mark.parametrize("deck", ["fluxx", "board"])
def test_verify_confirms_a_record(run, tmp_path, deck):
    """The hash is the published one, and the replay ends as recorded."""
    record = a_record(deck)
    path = tmp_path / "game.json"
    path.write_text(str(record))
    code, out, err = run("verify", str(path))

    assert (code, err) == (0, "")
    assert record.commitment in out
    assert f"Replayed {len(record.steps)} answers" in out
    assert f"seat {record.winner} won, as recorded" in out
    assert Record.parse(str(record)) == record


def test_verify_takes_the_hash_that_was_noted_at_the_start(run, tmp_path):
    """A record without a hash says so; one given by hand is compared."""
    path = tmp_path / "game.json"
    path.write_text(str(a_record(commitment="", salt="")))

    assert "give it with --hash" in run("verify", str(path))[1]
    published = commitment("record", "pepper")
    assert run("verify", str(path), "--hash", published, "--salt", "pepper")[0] == 0
    assert run("verify", str(path), "--hash", published, "--salt", "salt")[0] == 1


def test_verify_says_who_made_the_seed(run, tmp_path):
    """The seats that gave a part, and those for which the site made one."""
    record = a_fair_record(mix=a_mix())
    path = tmp_path / "game.json"
    path.write_text(str(record))
    code, out, _err = run("verify", str(path), "--hash", a_mix().commitment)

    assert code == 0
    assert f"the one of the hash that was published before: {record.commitment}" in out
    assert "that players gave themselves: seats 1, 2." in out
    assert "that the site made in place of a player: seats 3." in out
    assert run("verify", str(path), "--hash", "0" * 64)[0] == 1


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"commitment": "0" * 64}, "The seed does not match the hash"),
        ({"salt": "other"}, "The seed does not match the hash"),
        ({"winner": 99}, "The record says that seat 99 won"),
    ],
)
def test_verify_refuses_what_does_not_hold(run, tmp_path, changes, sentence):
    """Another seed, another winner: one sentence, and code 1."""
    path = tmp_path / "game.json"
    path.write_text(str(a_record(**changes)))
    code, out, err = run("verify", str(path))

    assert (code, out, err.count("\n")) == (1, "", 1)
    assert sentence in err


def test_verify_refuses_an_answer_that_was_not_possible(run, tmp_path):
    """A record with an answer that the rules refuse does not hold."""
    record = a_record()
    steps = (RecordedStep(record.steps[0].seat, ("no-such-card",)), *record.steps[1:])
    path = tmp_path / "game.json"
    path.write_text(str(Record("fluxx", 3, 1, "record", steps)))
    code, _out, err = run("verify", str(path))

    assert code == 1
    assert "can’t be chosen" in err


@pytest.mark.parametrize("text", ["", "{}", "[1]", "no json", '{"edition":"fluxx","seats":"three"}'])
def test_verify_says_when_a_file_is_no_record(run, tmp_path, text):
    """Nonsense gets one sentence and code 2."""
    path = tmp_path / "game.json"
    path.write_text(text)
    code, out, err = run("verify", str(path))

    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "is not the record of a game" in err


# play


@pytest.fixture
def types(monkeypatch) -> Callable[..., list[str]]:
    """Type these lines at the prompts, then Ctrl-D; returns the prompts that were shown."""

    def at_the_keyboard(*lines: str) -> list[str]:
        prompts: list[str] = []
        typed = iter(lines)

        def answer(prompt: str = "") -> str:
            prompts.append(prompt)
            line = next(typed, None)
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr(builtins, "input", answer)
        return prompts

    return at_the_keyboard


def test_play_shows_the_table_and_takes_a_number(run, types):
    """The newcomer sees the goal, the rules, all seats, the own hand, and numbered choices."""
    prompts = types("1")
    code, out, err = run("play", "--seats", "3", "--seed", "abc")

    assert (code, err, len(prompts)) == (0, "", 2)
    assert "You are Ann; Bob and Cyd are bots." in out
    assert "Choose a card to play." in out
    assert "Goal    none yet" in out
    assert "Ann played" in out
    assert "Bob played" in out


def test_play_shows_the_board(run, types):
    """A map in letters with the pieces on it, the stack of goals, the pegs, and who plays which colour."""
    types("1", "6")
    code, out, err = run("play", "--edition", "board", "--seed", "a")

    assert (code, err) == (0, "")
    assert "  | portal 1       Music          | ← Start        ↑ RRRYYYGGG    | octagon H      Time\n" in out
    assert "  Goal    Bread and Chocolate\n  Below   Moon and Rocket, Music and Sleep," in out
    assert "  Pegs    Draw 1, Play 1, Move 2, Hand limit none, Rotate off, Uproot off, Wraparound off," in out
    assert "  Ann     red (R); no goals\n  Bob     yellow (Y); no goals\n" in out
    assert "Everyone moves one peg forward before the first turn." in out
    assert "Choose a card to play, or a move." in out
    assert "  Turn    you: drew 2 of 2, played 0 of 2, moved 1 of 2\n" in out
    assert "  | Cosmos         octagon G      | ↓ " in out
    assert not any(line.endswith(" ") for line in out.splitlines())


@pytest.mark.slow
def test_whole_games_of_the_board_in_the_terminal(run, monkeypatch):
    """Whatever is asked, there are numbers to answer it, until somebody wins."""
    for seats in (2, 4):
        dice = Random(seats)

        def answer(prompt: str, dice: Random = dice) -> str:
            count = int(prompt.split()[0]) if "numbers" in prompt else 1
            return " ".join(map(str, dice.sample(range(1, 1 + max(2, count)), count)))

        monkeypatch.setattr(builtins, "input", answer)
        code, out, err = run("play", "--edition", "board", "--seats", str(seats), "--seed", "whole")

        assert (code, err) == (0, "")
        assert "The game took" in out


def test_leaving_is_polite(run, types):
    """Ctrl-D ends the game with a goodbye and the way to play it again."""
    types()
    code, out, err = run("play", "--seed", "abc")

    assert (code, err) == (0, "")
    assert "You left the table. Goodbye!" in out
    assert out.endswith("python -m engine play --edition fluxx --seats 3 --seed abc\n")


def test_a_question_mark_explains_the_cards(run, types):
    """The text of every card in question is shown, and the question stays open."""
    prompts = types("?")
    _code, out, _err = run("play", "--seed", "abc")

    assert "A keeper: play it in front of you." in out
    assert len(prompts) == 2


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Type a number from 1 to 4."),
        ("0", "Type a number from 1 to 4."),
        ("5", "Type a number from 1 to 4."),
        ("bread", "Type a number from 1 to 4."),
        ("²", "Type a number from 1 to 4."),
        ("1 1", "You can't choose the same thing twice."),
        ("1, 2", "Choose 1, not 2; put spaces between the numbers."),
    ],
)
def test_a_wrong_choice_is_explained(run, types, typed, sentence):
    """The player is told what to type, and asked again."""
    prompts = types(typed)
    _code, out, _err = run("play", "--seed", "abc")

    assert sentence in out
    assert len(prompts) == 2


def test_whole_games_in_the_terminal(run, monkeypatch):
    """Whatever is asked, there are numbers to answer it, until somebody wins."""
    for seed in range(6):
        dice = Random(seed)

        def answer(prompt: str, dice: Random = dice) -> str:
            if "Enter for none" in prompt:
                return dice.choice(["", "1"])
            count = int(prompt.split()[0]) if "numbers" in prompt else 1
            return " ".join(map(str, range(1, count + 1)))

        monkeypatch.setattr(builtins, "input", answer)
        code, out, err = run("play", "--seats", str(2 + seed % 5), "--seed", str(seed))

        assert (code, err) == (0, "")
        assert " won with " in out
        assert "The game took" in out


def test_a_seed_of_its_own_for_every_game(run, types):
    """Without --seed each game is another one."""
    types()

    assert run("play")[1] != run("play")[1]
