"""What Outlook for Windows shows of a mail: it uses Word, which knows less of CSS than browsers do.

After the tables of caniemail.com (`client_support.tsv`). A simulation: Word itself runs on Windows alone.
"""

import re

# Properties that Word doesn't know, on whatever element.
UNKNOWN = frozenset(
    (
        *("border-radius", "border-spacing", "box-sizing", "max-height", "opacity"),
        *("overflow", "overflow-wrap", "white-space"),
    )
)
ONLY_ON_CELLS = frozenset(("padding", "padding-left"))
NOT_SIZED = frozenset(("body", "div", "p", "span", "img", "a", "b"))
OPENING = re.compile(
    r"<(?P<tag>[a-z][a-z0-9]*)(?P<rest>[^<>]*?)\sstyle=\"(?P<style>[^\"]*)\"(?P<end>[^<>]*)>"
)


def as_word_shows(html: str) -> str:
    """Return a page that a browser shows about as Word shows this mail."""
    html = re.sub(r"<style>.*?</style>", "", html, count=1, flags=re.DOTALL)  # at-rules alone
    html = html.replace("<!--[if mso]>", "").replace("<![endif]-->", "")
    return OPENING.sub(_shown, html)


def _shown(found: re.Match[str]) -> str:
    tag = found["tag"]
    known = [part.partition(":") for part in found["style"].split(";") if ":" in part]
    said = {name.strip(): value.strip() for name, _colon, value in known}
    kept = {name: value for name, value in said.items() if _knows(tag, name, value)}
    if "mso-padding-alt" in said:
        kept["padding"] = said["mso-padding-alt"]
    style = ";".join(f"{name}:{value}" for name, value in kept.items())
    return f'<{tag}{found["rest"]} style="{style}"{found["end"]}>'


def _knows(tag: str, name: str, value: str) -> bool:
    if name in UNKNOWN or (name in ONLY_ON_CELLS and tag not in ("td", "body")):
        return False
    if name == "max-width" and tag != "table":
        return False
    if name == "width" and tag in NOT_SIZED:
        return False
    if name == "margin" and "auto" in value:
        return False
    return name != "display" or value == "none"
