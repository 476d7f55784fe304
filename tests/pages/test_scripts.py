"""The scripts of the pages: each module is one feature; and clicks on the board as the server means them."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from games.board.clicks import ClickMap, clicks_of

SCRIPTS = sorted((settings.BASE_DIR / "static/js").glob("*.js"))
SAID = json.loads((Path(__file__).parent / "board_clicks.json").read_text())


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda each: each.stem)
def test_a_module_is_one_feature(script):
    """Its first line names what it looks for, a template has that, and a template loads it."""
    first, text = script.read_text().split("\n", 1)
    looked_for = re.findall(r"[\[#.]([\w-]+)", first.partition(":")[0])
    written = "".join(each.read_text() for each in (settings.BASE_DIR / "templates").rglob("*.html"))
    written += "".join(each.read_text() for each in (settings.BASE_DIR / "games").rglob("*.py"))

    assert looked_for
    assert all(each in written for each in looked_for)
    assert f"""<script src="{{% static 'js/{script.name}' %}}" type="module\"""" in written
    assert not re.search(r"^(?:import|export)\b", text, re.MULTILINE)
    assert finders.find(f"js/{script.name}")


def leads(labels: list[str], path: list[str], key: str) -> dict[str, object] | None:
    """What the server links something on the board to."""
    question = SimpleNamespace(options=tuple(labels), number=5, least=1, most=1)
    click = ClickMap(question, tuple(path), ()).for_key(key)  # type: ignore[arg-type]  # all that it reads
    if click is None or click.label:
        return None if click is None else {"label": click.label}
    query = parse_qs(urlsplit(click.href).query)
    return {"path": query.get("from", []) + query.get("to", [])}


def test_the_server_says_what_clicks_mean():
    """What has to be clicked for an answer, and where a click leads, as it is written down."""
    assert SAID["clicks"] == {label: list(clicks_of(label)) for label in SAID["clicks"]}
    for case in SAID["cases"]:
        assert case["leads"] == {key: leads(case["labels"], case["path"], key) for key in case["leads"]}


@pytest.mark.browser
def test_the_script_says_the_same_of_clicks(new_context):
    """The same, in a browser."""
    page = new_context().new_page()
    script = (settings.BASE_DIR / "static/js/board.js").read_text()
    page.add_script_tag(content=f"{script}\nObject.assign(window, {{ clicksOf, leadsTo }});", type="module")
    clicks = page.evaluate("said => said.map((each) => clicksOf(each))", list(SAID["clicks"]))
    found = [
        page.evaluate(
            """({ labels, path, leads }) => Object.fromEntries(Object.keys(leads).map((key) => {
              const lead = leadsTo({ labels, path, most: 1 }, key);
              return [key, lead && (lead.label ? { label: lead.label } : { path: lead.path })];
            }))""",
            case,
        )
        for case in SAID["cases"]
    ]

    assert list(SAID["clicks"].values()) == clicks
    assert [case["leads"] for case in SAID["cases"]] == found
