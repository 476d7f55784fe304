"""Rules that no single test of behaviour would notice being broken."""

import ast
import hashlib
import re
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from celery.beat import ScheduleEntry
from django.conf import settings

from fluxx_site.celery import app
from tests.support.processes import ROOT

SITE = [path for name in ("games", "fluxx_site") for path in sorted((ROOT / name).rglob("*.py"))]


def delays(tree: ast.AST) -> Iterator[int]:
    """The lines that ask Celery to do something later."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if any(keyword.arg in ("eta", "countdown") for keyword in node.keywords):
                yield node.lineno
            if isinstance(node.func, ast.Attribute) and ast.unparse(node.func) in (
                "self.retry",
                "task.retry",
            ):
                yield node.lineno


PARSING = {
    "partition",
    "rpartition",
    "split",
    "rsplit",
    "startswith",
    "endswith",
    "removeprefix",
    "removesuffix",
}
PREFIXES = ("use:", "rotate:", "uproot:")
# The one reader of labels, and that of what people write in scenarios.
READS_LABELS = {ROOT / "engine/option.py", ROOT / "engine/scenario/labels.py"}


def is_label(node: ast.AST) -> bool:
    """Whether a value is the label of an option, by its name."""
    return (isinstance(node, ast.Name) and node.id in ("label", "option")) or (
        isinstance(node, ast.Attribute) and node.attr == "label"
    )


def texts_in(node: ast.AST) -> list[str]:
    """The literal texts in an expression."""
    return [
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]


def parses_label(node: ast.AST) -> bool:
    """Whether a piece of code takes the label of an option apart."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=attr), args=args) if attr in PARSING:
            has_prefix = any(text.startswith(PREFIXES) for arg in args for text in texts_in(arg))
            return has_prefix or is_label(value) or any(map(is_label, args))
        case ast.Call(func=ast.Attribute(attr="match" | "fullmatch" | "search"), args=args):
            return any(map(is_label, args))
        case ast.Compare(ops=[ast.In() | ast.NotIn()], left=ast.Constant(), comparators=[value]):
            return is_label(value)
        case ast.Subscript(value=value):
            return is_label(value)
    return False


def compares_kind(node: ast.AST) -> bool:
    """Whether a kind of question (`what`) is compared with a literal text, which no type checker checks."""
    match node:
        case ast.Compare():
            sides = [node.left, *node.comparators]
            has_kind = any(isinstance(side, ast.Attribute) and side.attr == "what" for side in sides)
            return has_kind and any(map(texts_in, sides))
        case ast.Match(subject=ast.Attribute(attr="what"), cases=cases):
            return any(texts_in(case.pattern) for case in cases)
    return False


@pytest.mark.parametrize(
    "code",
    [
        "label.partition('@')",
        "choice.label.removeprefix('x')",
        "word.startswith(('use:', 'x'))",
        "'@' in label",
        "'>' not in choice.label",
        "label[1:]",
        "re.split('[@#]', label)",
    ],
)
def test_the_rule_against_parsing_labels_sees_it(code):
    """The rule below would find each way to break it."""
    assert any(map(parses_label, ast.walk(ast.parse(code))))


@pytest.mark.parametrize(
    "code",
    ["q.what == 'play'", "q.what in ('a', 'b')", "'x' != row.what", "match q.what:\n case 'leap': pass"],
)
def test_the_rule_against_texts_beside_kinds_sees_them(code):
    """The rule below would find each way to break it."""
    assert any(map(compares_kind, ast.walk(ast.parse(code))))


def test_questions_and_options_are_read_in_one_place():
    """What an option means is read by `engine.read_option`, and what is asked is a `QuestionKind`."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in [*SITE, *sorted((ROOT / "engine").rglob("*.py"))]
        for node in ast.walk(ast.parse(path.read_text()))
        if compares_kind(node) or (parses_label(node) and path not in READS_LABELS)
    ]

    assert [] == found


@pytest.mark.parametrize("code", ["t.apply_async(eta=soon)", "t.apply_async(countdown=5)", "self.retry()"])
def test_the_rule_against_delays_sees_them(code):
    """The rule below would find each way to break it."""
    assert [1] == list(delays(ast.parse(code)))


def test_nothing_is_left_to_celery_to_do_later():
    """X8: a task that waits in Redis is lost or doubled; what is due later is a row, and a sweep finds it."""
    found = [
        f"{path.relative_to(ROOT)}:{line}" for path in SITE for line in delays(ast.parse(path.read_text()))
    ]

    assert [] == found


def test_celery_is_set_to_lose_nothing():
    """X8: late acknowledgement, no hoarding, no results, limits on every wait."""
    conf = app.conf
    options = conf.broker_transport_options

    assert conf.task_acks_late
    assert conf.task_reject_on_worker_lost
    assert conf.worker_prefetch_multiplier == 1
    assert conf.task_ignore_result
    assert conf.result_backend is None
    assert not conf.task_publish_retry
    assert 0 < conf.task_soft_time_limit < conf.task_time_limit
    assert options["visibility_timeout"] >= 10 * conf.task_time_limit
    assert 0 < options["socket_connect_timeout"] <= 2
    assert 0 < options["socket_timeout"] <= 2
    assert not conf.task_always_eager


def test_every_sweep_exists_and_never_stacks():
    """X11: a sweep that waited in the queue for longer than its period is dropped."""
    app.loader.import_default_modules()

    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in app.tasks
        assert 10 <= entry["schedule"].seconds <= 60
        assert entry["options"]["expires"] <= entry["schedule"].seconds


def test_sweeps_go_on_when_a_clock_that_was_ahead_is_set_right():
    """Beat counts by a clock that nobody sets: it does not wait until the wrong time has come."""
    (first, *_others) = settings.CELERY_BEAT_SCHEDULE.values()
    with time_machine.travel(datetime.now(UTC) + timedelta(days=5)):
        entry = next(ScheduleEntry(**first, name="sweep", app=app))

    assert 0 <= entry.is_due().next <= first["schedule"].seconds


def test_a_hanging_mail_server_is_given_up_within_a_lease():
    """X5: Django's own default waits for ever."""
    assert 0 < settings.EMAIL_TIMEOUT <= 15


def committed() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a git clone")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_file_names_a_folder_of_one_machine():
    """The project means the same wherever it is cloned."""
    machine = re.compile(rb"/(?:work|home|Users|root)/[a-z]")

    assert [] == [str(path.relative_to(ROOT)) for path in committed() if machine.search(path.read_bytes())]


def test_one_module_knows_the_internals_of_allauth():
    """An upgrade that moves them is mended in one place."""
    ours = [path for path in committed() if path.suffix == ".py" and path.parts[len(ROOT.parts)] != "tests"]
    users = [path.name for path in ours if re.search(r"\ballauth\.[\w.]*internal\b", path.read_text())]

    assert users == ["allauth_internals.py"]


def test_no_line_of_a_template_is_too_long():
    """Templates can be read beside other files, and a change of one word is a short change."""
    templates = [path for path in committed() if "templates" in path.parts]
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in templates
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > 160
    ]

    assert len(templates) > 100
    assert [] == long


def test_every_requirement_is_pinned_with_its_hash():
    """What was tested is what is installed."""
    for name in ("requirements.txt", "requirements-dev.txt"):
        blocks = re.split(r"\n(?=\S)", (ROOT / name).read_text())
        packages = [block for block in blocks if not block.startswith("#")]

        assert packages
        assert [] == [
            block.split()[0] for block in packages if "==" not in block or "--hash=sha256:" not in block
        ]


def test_no_landed_migration_was_edited():
    """A site that has run a migration never runs it again: what it lacks is a new one.

    The older ones are listed with their hashes. Of a newer one the history knows one form.
    """
    landed = Path(__file__).with_name("landed_migrations.txt").read_text()
    listed = dict(reversed(line.split()) for line in landed.splitlines())
    found = {
        path.relative_to(ROOT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (ROOT / "games/migrations").glob("0*.py")
    }

    assert listed.items() <= found.items()
    assert {} == {name: changes for name in found.keys() - listed.keys() if (changes := changes_of(name))}


def changes_of(name: str) -> str:
    """The commits that have changed a file since one added it, and whether it differs from the last one."""
    for_it = {"cwd": ROOT, "capture_output": True, "text": True, "check": False}
    commits = subprocess.run(["git", "log", "--diff-filter=MD", "--format=%h %s", "--", name], **for_it)
    differs = subprocess.run(["git", "status", "--porcelain", "--", name], **for_it)
    return commits.stdout + "".join(line for line in differs.stdout.splitlines() if line[:2].strip() == "M")
