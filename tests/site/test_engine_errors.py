"""What the rules refuse is said in the reader's language."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from django.utils import translation
from django.utils.translation import gettext

import engine
from games.core.errors import translate_error

ENGINE = Path(engine.__file__).parent
ERRORS = ("Refused", "Unreadable")


@cache
def modules() -> dict[str, ast.Module]:
    return {path.relative_to(ENGINE).as_posix(): ast.parse(path.read_text()) for path in ENGINE.rglob("*.py")}


def marked(node: ast.AST) -> str | None:
    """The text that an expression marks for translators, if that is what it does."""
    match node:
        case ast.Call(func=ast.Name(id="gettext_noop"), args=[ast.Constant(value=str(text))]):
            return text
    return None


def named_texts() -> dict[str, dict[str, set[str | None]]]:
    """What is assigned to each name, by module: marked texts, and None for anything else."""
    found: dict[str, dict[str, set[str | None]]] = {}
    for module, tree in modules().items():
        names: dict[str, set[str | None]] = defaultdict(set)
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        names[target.id].add(marked(node.value))
        found[module] = names
    return found


def templates() -> dict[str, set[str | None]]:
    """The templates of every error that the engine makes, by its place; None for what is not marked."""
    found, named = {}, named_texts()
    for module, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS:
                template = node.args[0]
                texts = {marked(template)}
                if isinstance(template, ast.Name):
                    here = named[module].get(template.id)
                    texts = here or set().union(*(names.get(template.id, ()) for names in named.values()))
                found[f"{module}:{node.lineno}"] = texts
    return found


def fields(template: str) -> set[str]:
    """The names of what stands in a template."""
    return {name for _text, name, _spec, _conversion in Formatter().parse(template) if name}


def test_every_error_has_a_template_for_translators():
    """Each place that raises one gives a literal text that is marked, or a name that stands for some."""
    found = templates()

    assert len(found) > 30
    assert [] == [place for place, texts in found.items() if not texts or None in texts]


@pytest.mark.parametrize("language", ["pl", "ru"])
def test_every_error_is_translated(language):
    """Each template has words of its own in this language, with the same things standing in it."""
    texts = {text for found in templates().values() for text in found if text}
    with translation.override(language):
        said = {text: gettext(text) for text in texts}

    assert [] == [text for text in texts if said[text] == text or fields(said[text]) != fields(text)]


@pytest.mark.parametrize(
    ("made", "words"),
    [
        ({"kind": "keeper", "title": "x" * 41}, "tytuł karty może mieć najwyżej 40\xa0znaków"),
        ({"kind": "keeper", "title": "Robot", "face": "123456789"}, "symbol karty"),
    ],
)
def test_what_stands_in_an_error_is_translated_too(made, words):
    """Of a sentence in Polish, the part that names what is wrong is Polish."""
    with pytest.raises(engine.Unreadable) as unreadable:
        engine.read_card(made)

    with translation.override("pl"):
        assert words in translate_error(unreadable.value)


def test_problems_of_a_deck_name_cards_in_the_language_of_the_reader():
    """Titles of printed cards are translated where they stand in a sentence; what players wrote is not."""
    goal = {"kind": "goal", "title": "Bread", "wants": {"what": "both", "one": "coffee", "other": "milk"}}
    spec = engine.DeckSpec.of({"editions": ["fluxx"], "without": ["milk"], "made": [goal]})
    with translation.override("ru"):
        said = [translate_error(each) for each in engine.problems(spec)]

    assert any("«Молоко»" in each for each in said)
    assert not any("«Milk»" in each for each in said)


def test_an_error_says_in_english_what_it_says_in_words():
    """Its text is for logs and tests; what a reader gets is the same sentence, translated."""
    game = engine.Game.new(seats=2, seed="0")
    with pytest.raises(engine.Refused) as refused:
        game.answer(1, ["one", "two"])

    with translation.override("pl"):
        polish = translate_error(refused.value)
    assert ("Choose exactly 1, not 2.", "Wybierz dokładnie 1, a\xa0nie 2.") == (str(refused.value), polish)
