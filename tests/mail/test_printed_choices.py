"""Every choice that a mail prints is played by its line, sent back as it stands."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import pytest
from django.utils import translation

import engine
from games.mail.html_text import text_of_html
from games.mail.letter import PrintedChoice
from games.mail.table import show_question
from games.models import Question
from games.replies import vocabulary
from games.replies.commands import ReplyQuestion, UnclearAnswer, read_commands
from games.replies.matching import match_labels
from tests.mail import boards
from tests.mail.kinds import throws_of_bob, turn_of_ann
from tests.mail.random_games import play
from tests.mail.received import send
from tests.mail.tables import store
from tests.pages import kinds

SEATS = 4
NAMES = dict(enumerate(("Ann", "Bob", "Jo Ann", "Dee"), start=1))
LINK = "https://fluxx.example/t/secret/"


@cache
def questions(edition: str) -> list[tuple[engine.View, engine.QuestionView]]:
    """One question of each kind that came up in some games played by chance."""
    seen: set[str] = set()
    found = []
    for seed in range(60):
        # A side question may be all that is left, and no bot answers one by chance.
        with suppress(ValueError):
            scene = play(seed, 7 * (seed % 12) + seed % 5, seats=SEATS, edition=edition)
            found += new_questions(scene.game, seen)
    return found


def new_questions(game: engine.Game, seen: set[str]) -> Iterator[tuple[engine.View, engine.QuestionView]]:
    """The open questions whose kind has not come up yet."""
    for asked in () if game.over else game.questions:
        view = game.view(asked.seat)
        shown = vocabulary.find_question(view, asked.number)
        if shown is not None and shown.what not in seen:
            seen.add(shown.what)
            yield view, shown


def spellings(choice: PrintedChoice) -> Iterator[str]:
    """The line of a choice as mails print it and programs copy it."""
    kind = f" ({choice.card.kind_name})" if choice.card else ""
    line = f"{choice.number}. {choice.title}{kind}"
    yield from (line, f"{choice.number}.  {choice.title}", f"*{choice.number}.* *{choice.title}*{kind}")
    yield from (f"**{line}**", f"{line} <{choice.link}>", f"{line} [{choice.link}]", f"* {line}")
    yield from (f"{choice.number} {choice.title}{kind.replace('(', '').replace(')', '')}", f"{choice.number}")


def is_played(line: str, label: str, asked: ReplyQuestion) -> bool:
    """Whether a line chooses this, or one like it; where several are to be chosen, nothing else is wrong."""
    (command,) = read_commands(line, vocabulary.command_words())
    one = ReplyQuestion(
        asked.options, words=asked.words, vocabulary=asked.vocabulary, gone=asked.gone, verbs=asked.verbs
    )
    try:
        found = match_labels(command, one)
    except UnclearAnswer:
        return False
    return found == (label,)


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
@pytest.mark.parametrize("edition", [each.slug for each in engine.all_editions()])
def test_each_printed_choice_of_each_question_plays(edition, language):
    """In every edition and language: plain, in bold, with its link, with and without the kind of card."""
    wrong: list[str] = []
    count = 0
    with translation.override(language):
        for view, shown in questions(edition):
            row = Question(number=shown.number, what=shown.what.value)
            asked = vocabulary.reply_question(view, row, NAMES, takes_numbers=True)
            choices = show_question(view, shown, NAMES, LINK, has_hints=True).choices
            labels = vocabulary.printed_choices(shown)
            # One more may lead to the page, for own words.
            for choice, label in zip(choices, labels, strict=False):
                lines = [line for line in spellings(choice) if not is_played(line, label, asked)]
                wrong += [f"{shown.what}: {line}" for line in lines]
                count += 1

    assert [] == wrong
    assert count >= 10


SCENES = {
    "turn": lambda: (store(turn_of_ann()), "turn", "ann"),
    "throws": lambda: (store(throws_of_bob()), "answer", "bob"),
    "window": lambda: (store(kinds.window()), "answer", "bob"),
    "board": lambda: (store(boards.on_board("draw-shift")), "turn", "ann"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("scene", SCENES)
def test_each_line_of_a_whole_mail_plays(scene):
    """Of the plain part, and of the page as programs copy it; a broken name agrees with its number."""
    stored, kind, name = SCENES[scene]()
    mail = send(stored.notice(kind, name))
    row, game = stored.question(name), engine.Game.load(bytes(stored.game.state.data))
    view = game.view(stored.seats[name].number)
    names = {seat.number: seat.name for seat in stored.seats.values()}
    asked = vocabulary.reply_question(view, row, names, takes_numbers=True)
    labels = vocabulary.printed_choices(vocabulary.find_question(view, row.number))
    # On the board, the page has several moves in a row: only the lines of the text are whole.
    for text in (mail.text,) if scene == "board" else (mail.text, text_of_html(mail.html)):
        printed = dict(re.findall(r"^ *((\d+)\.? +(?!more cards? right away)\S.*)$", text, re.MULTILINE))
        numbered = {int(number): line for line, number in printed.items()}
        lines = {number: numbered[number] for number in range(1, len(labels) + 1) if number in numbered}

        assert len(lines) == len(labels)
        assert not [line for number, line in lines.items() if not is_played(line, labels[number - 1], asked)]
