"""What the documents say is so: every setting, every link, every file that they name."""

import ast
import re
from collections.abc import Iterator

from tests.support.processes import ROOT

SETTINGS = (ROOT / "docs" / "settings.md").read_text()
DECISIONS = ROOT / "docs" / "decisions"
# What the images and compose.yaml say themselves, and what only bin/run and developers set.
NOT_PASSED_ON = {"VAR_DIR", "STATIC_ROOT", "DEBUG", "EMBEDDED"}


READERS = ("text", "chosen", "sender", "env")  # the functions of settings.py that look into the environment


def settings_read() -> set[str]:
    """The names that settings.py looks up in the environment."""
    tree = ast.parse((ROOT / "fluxx_site" / "settings.py").read_text())
    asked: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[0] in READERS:
            asked += node.args
        if isinstance(node, ast.comprehension) and isinstance(node.iter, ast.Tuple):
            asked += node.iter.elts
    words = {each.value for each in asked if isinstance(each, ast.Constant) and isinstance(each.value, str)}
    return {
        word for word in words if re.fullmatch(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+|DEBUG|EMBEDDED|SIGNUP", word)
    }


def documented_settings() -> set[str]:
    """The names in the first columns of docs/settings.md."""
    rows = [line for line in SETTINGS.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row.split("|")[1])}


def test_every_setting_is_documented_and_no_other():
    """A setting that nobody is told of is never set; one that is gone would be set in vain."""
    assert {"SITE_URL", "HEALTH_TOKEN", "MAILGUN_WEBHOOK_SIGNING_KEY", "DEBUG"} <= settings_read()
    assert settings_read() == documented_settings()


def test_compose_passes_every_setting_on():
    """What is written into .env beside compose.yaml reaches the site."""
    compose = (ROOT / "compose.yaml").read_text()
    names = re.findall(
        r"^    ([A-Z_]+): ", compose.partition("  environment:")[2].partition("services:")[0], re.M
    )
    passed_on = {name if name == "ALIVE_FILE" else name.removesuffix("_FILE") for name in names}

    assert settings_read() - NOT_PASSED_ON == passed_on


def test_links_in_the_documents_lead_somewhere():
    """Every file that a document names beside it, and every heading in it, is there."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    missing = []
    for page in pages:
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
            name, _hash, heading = target.partition("#")
            there = page.parent / name if name else page
            if "://" in target or target.startswith("mailto:"):
                continue
            if not there.exists() or (heading and heading not in headings(there.read_text())):
                missing.append(f"{page.name}: {target}")

    assert [] == missing


def test_the_index_has_each_decision_once():
    """Who looks for a reason finds its page by its title, and each page says its own number."""
    pages = {page.name: page.read_text() for page in DECISIONS.glob("0*.md")}
    rows = re.findall(r"^\| \[(\d+)\]\((\S+)\) \| (.+?) \|", (DECISIONS / "README.md").read_text(), re.M)

    assert sorted(pages) == sorted(name for _number, name, _title in rows)
    assert [] == [
        name for number, name, title in rows if not pages[name].startswith(f"# {number}. {title}\n")
    ]


def headings(text: str) -> set[str]:
    """The anchors that a forge gives to the headings of a document."""
    lines = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def named_in(text: str) -> Iterator[str]:
    """The files and modules of this repository that a document names, as paths."""
    for name in re.findall(r"`([\w/.-]+)`", text):
        if re.fullmatch(r"(engine|games|fluxx_site|tests|bench|templates|static|docs)/[\w/.-]+", name):
            yield name
        elif re.fullmatch(r"(games|fluxx_site)(\.[a-z_]+)+", name):
            yield name.replace(".", "/")


def exists(name: str) -> bool:
    """Whether a path is there; of a module, its last word may be something that the module defines."""
    path = ROOT / name
    module = path.with_suffix(".py") if not path.suffix else path
    if path.exists() or module.exists():
        return True
    defines = re.compile(rf"\b{re.escape(path.name)}\b")
    above = (path.parent.with_suffix(".py"), path.parent / "__init__.py")
    return any(each.exists() and defines.search(each.read_text()) for each in above)


def test_documents_name_only_what_exists():
    """No reader searches a file that moved; what was superseded may name the past."""
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    gone = [
        f"{document.relative_to(ROOT)}: {name}"
        for document in documents
        if "Superseded" not in (text := document.read_text())
        for name in named_in(text)
        if not exists(name)
    ]

    assert [] == gone
    assert not exists("games/nowhere.py")
