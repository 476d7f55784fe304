"""Non-breaking spaces, where a line must not end, and the dash of each language.

Sentences get the spaces when the catalogues are compiled, dates when they are written.
"""

import re
import unicodedata

NBSP = "\u00a0"
# Words of one letter, which no line ends with.
_SHORT = {"pl": "aiouwz", "ru": "авикосуя"}
_PLACES = "count|days|hours|least|left|minutes|most|n|number|percent|points"
_NUMBER = rf"\d|%\((?:{_PLACES})\)[ds]|{{(?:{_PLACES})}}"
_INITIAL = re.compile(r"(?<!\w)([A-ZĆŁŚŹŻА-Я]\.) (?=[A-ZĆŁŚŹŻА-Я])")
_ABBREVIATION = {
    "pl": re.compile(r"(?<!\w)(np\.|ok\.|godz\.|nr) (?=\w|%|\{)"),
    "ru": re.compile(r"(?<!\w)(эл\.|т\.|и т\.|№) (?=\w|%|\{)"),
}
_DASHES = {"ru": "—"}  # others have the shorter one
_CODE = re.compile(r"(<code>(?:[^<]|<(?!/?code>))*+</code>|<[^<>]*+>)")
# Of text and of HTML, where the title may stand in a tag.
_SECOND_STOP = re.compile(r"([!?…](?:</[a-z]+>)*[”»](?:</[a-z]+>)*)\.(?!\.)")


def keep_together(text: str, language: str) -> str:
    """Put non-breaking spaces into a text of a language, except within tags and code.

    They stand behind words of one letter, between a number and what it counts, behind initials, and before a
    dash. Languages that don't mind are left as they are.
    """
    if language not in _SHORT:
        return text
    parts = _CODE.split(text)
    parts[::2] = [_keep_together(part, language) for part in parts[::2]]
    return "".join(parts)


def drop_second_stop(text: str) -> str:
    """Leave out the full stop after a quoted title that ends a sentence itself: “Party Time!”."""
    return _SECOND_STOP.sub(r"\1", text)


def sort_key(text: str) -> str:
    """Return by what texts are sorted: “ё” and “ą” stand behind “е” and “a”, not behind all other letters."""
    return unicodedata.normalize("NFD", text.casefold()).replace("ł", "l\u0335")


def spaced_dash(language: str) -> str:
    """Return the dash of a language with its spaces, to stand between two pieces of text."""
    return keep_together(f" {_DASHES.get(language, '–')} ", language)


def _keep_together(text: str, language: str) -> str:
    short = _SHORT[language]
    # A short word may stand behind another: “i w domu”.
    text = re.sub(rf"(?<![\w%{{}}'’-])([{short}{short.upper()}]) (?=\S)", rf"\1{NBSP}", text)
    text = re.sub(rf"(?<![\w-])((?:{_NUMBER})+) (?=[^\W\d_]|%)", rf"\1{NBSP}", text)
    text = _INITIAL.sub(rf"\1{NBSP}", text)
    text = _ABBREVIATION[language].sub(rf"\1{NBSP}", text)
    return re.sub(r"(?<!\s) (?=[–—] )", NBSP, text)
