"""Reads the signs of a text: what is struck out, says no, smiles or only decorates. Pure."""

import re
import unicodedata

from .chatter_words import NO_WORDS_YET
from .folding import words_of

# Also as programmers take a line out: “// bread”, “/* bread */”, “<!-- bread -->”.
_STRUCK = re.compile("~|[\u0335-\u0338]|[\\[(][\\s_]*+[\\])]|(?:^|\\s)//|/\\*|<!--")
# Written without a space before what it denies, and the “not equal” of programs.
# The last of several is enough: looking for the first of them would take quadratic time.
_NOT = re.compile(r"(?<!\w)!(?=[\w=])|<>|=/=")
# A minus or a slash that touches the first word of a line, or of a part of it: “-milk”, “/milk”.
# “-1/2” is a place, and “- milk” is a row of a list.
_TAKEN_OFF = re.compile(r"(?:^|[,;])\s*+(?:[-–—]++(?!\d++/)|[/\\])(?=\w)")
# With such a sign some programs begin the lines that they quote; “»Bread«” is a name.
_QUOTED = re.compile(r"[»›¦┃│▎][\s\d]")
_SAD = re.compile(r"[:;=]['^o-]?[(\[/\\|<]|(?<!\()\(++\s*+$|-[_.]-|[;tTтТ]_[;tTтТ]|¯")
_SMILEY = re.compile(r"[:;=]['^o-]?[^\s\w]|[:;=]['^o-]?\w\b|<3+|[xX][dD]+\b|\^_*\^")
# The rest of a smiley behind its colon, “: D”, “:DD haha”, “: ( no idea”, with few words behind it.
_REST_OF_SMILEY = re.compile(r"[()\[\]{}/\\|<>*]|(?:([dpoxcvвз3])\1{0,2}|xd+)\b", re.I)
SMILED_WORDS = 5  # with as many more words it is a sentence
# Ticks, thanks and joy: with them people decorate what they mean. Other pictures may say no, or ask.
THINGS = (
    *((0x1F300, 0x1F321), (0x1F324, 0x1F32C), (0x1F32D, 0x1F393), (0x1F396, 0x1F3F0), (0x1F3F8, 0x1F3FA)),
    *((0x1F400, 0x1F440), (0x1F451, 0x1F462), (0x1F466, 0x1F478), (0x1F47C, 0x1F47E), (0x1F483, 0x1F484)),
    *((0x1F48B, 0x1F493), (0x1F495, 0x1F49F), (0x1F4B0, 0x1F4B8), (0x1F4BB, 0x1F4C0), (0x1F4D6, 0x1F4DA)),
    *((0x1F4F7, 0x1F4FD), (0x1F680, 0x1F6A4), (0x1F6F0, 0x1F6FC), (0x1F93A, 0x1F945), (0x1F947, 0x1F96F)),
    *((0x1F980, 0x1F9CB), (0x1F9E0, 0x1F9FF), (0x1FA80, 0x1FABD), (0x1FAD0, 0x1FADB)),
)
HARMLESS_SIGNS = (
    "✅✔☑👍👌👏💪🙌🙏🎉🎊✨⭐🌟☺🙂😀😁😂🤣😃😄😆😇😊😋😎😍🥰😘🤗🤩🥳😸😺😻🏻🏼🏽🏾🏿"
    "♥❤💓💕💖💗💙💚💛💜💝💞🖤🤍🤎🧡☀☕🌙🌞🌈🎵🎶🎹🚀⏰💰🧠📺"
    + "🔥💯💎💡📖💤😴🥱🤞🤝🫶👋💃🕺❄⛄☃☘⚡⚽⚾⛅⛵⛺⭕🫡🤓👀😈👻👽👾🤖🤠🤑🤪😺💥💦💨🗝🛋🛌🛍🛒🧁🟠🟡🟢🔵🟣🟤⬛⬜"
    # Pictures of things decorate; faces, hands and signs do so only where they are listed above.
    + "".join(chr(code) for first, last in THINGS for code in range(first, last + 1))
)
_NO_PICTURES = str.maketrans(dict.fromkeys(HARMLESS_SIGNS + "\ufe0e\ufe0f\u20e3\u200d", " "))
# Beside letters: punctuation, bullets, lines, arrows and degrees as moves have them, stress and key caps.
_PLAIN_SIGNS = frozenset(
    "".join(map(chr, (*range(0x20, 0x7F), *range(0x2500, 0x25A0))))
    + "’‘‚‛“”„‟«»‹›‐‑‒–—―⸺⸻…·•‣⁃●○▪▫■◦。、，．！：；（）№°→\u0300\u0301\u20e3\ufe0e\ufe0f"
    + HARMLESS_SIGNS
)


def is_struck_out(text: str) -> bool:
    """Whether something in a text is struck out or commented out, or a box to tick that is left empty."""
    return bool(_STRUCK.search(text))


def says_no(text: str, names: str = "") -> bool:
    """Whether a text holds a sign that may say no, or ask; none is that stands in the names of choices."""
    composed = unicodedata.normalize("NFC", text)
    known = _PLAIN_SIGNS.union(unicodedata.normalize("NFC", names))
    if _QUOTED.match(composed):
        return True
    if any(sign.search(composed) and not sign.search(names) for sign in (_NOT, _TAKEN_OFF, _SAD)):
        return True
    return not all(char in known or char.isalnum() or char.isspace() for char in composed)


def without_pictures(text: str) -> str:
    """Return a text with a space for each sign that only decorates."""
    return text.translate(_NO_PICTURES)


def is_smiley(text: str) -> bool:
    """Whether a text holds smileys and signs alone, such as ``:)`` and ``<3``."""
    return bool(_SMILEY.match(text)) and not any(char.isalnum() for char in _SMILEY.sub("", text))


def ends_smiley(text: str) -> bool:
    """Whether a text behind a colon is the rest of a smiley rather than a sentence."""
    rest = _REST_OF_SMILEY.match(text)
    return rest is not None and len(words_of(text[rest.end() :])) < SMILED_WORDS


def has_no_words(text: str) -> bool:
    """Whether a text says that its writer has nothing to say yet, and nothing else; or is a smiley."""
    return words_of(text) in NO_WORDS_YET or is_smiley(text)
