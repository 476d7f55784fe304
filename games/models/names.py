"""Names of people, and of what they make: what a name may hold, and which ones can't be told apart.

What a stored name may hold is wider than what a person may enter: names of earlier releases stay
(docs/decisions/0068-names.md).
"""

import re
import unicodedata
from collections.abc import Collection
from functools import cache
from itertools import chain, count

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, override, pgettext
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 40  # of a person
LONGEST_SHOWN = 60  # of what a mail names: as many as the longest column holds
LONGEST_LINE = 200  # of anything: what is longer is refused before its characters are looked at
MOST_MARKS, MOST_MARKS_OF_A_SCRIPT = 2, 4
_ZWNJ, _ZWJ = "\u200c", "\u200d"
_VARIANTS = "\ufe0e\ufe0f"  # as text, as an emoji
# What is drawn as nothing, though Unicode counts it among letters, marks and signs.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# Scripts in which a joiner, or its opposite, changes how a word is written.
_JOINED_SCRIPTS = (
    *("ARABIC", "SYRIAC", "MONGOLIAN", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA"),
    *("TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "KHMER", "MYANMAR"),
)
# Letters that look like Latin ones: of the confusables of Unicode (UTS 39) those of the alphabets that people
# here write with. Both cases of a letter look like the same one, but for three Greek ones (Η, Ν, Υ).
_LOOK_ALIKE = str.maketrans(
    "АВЕКМНОРСТУХІЈЅԌԚԜҺЗЬГѴԀавекмнорстухіјѕԍԁԛԝһѵзьгΑΒΓΕΖΗΙΚΜΝΟΡΤΥΧΩαβγεζηικμνορτυχωłŁøØđĐıɑɡʙɢʜɪʟɴʀʏ",
    "ABEKMHOPCTYXIJSGQWH3BRVDabekmhopctyxijsgdqwhv3brABYEZHIKMNOPTYXWabyeznikmvoptuxwlLoOdDiagbghilnry",
)
_SAME_STROKE = str.maketrans("i1|!0", "llllo")
# The same of Armenian, Cherokee and Lisu: whole names can be written so that look like Latin ones.
_FROM_AFAR = str.maketrans(
    "ՏտՈոռՍսՕօԼլհՀցզգյᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏴꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ",
    "ssnnnuuoollhhgqgjDRTiYAJEWMHYGhZbRWSVSLCPKdBBPdDTGKJCZFMNLSRVHWXYAEIOU",
)
# Which no word mixes with another one: most of them have letters that look alike. Japanese and Korean names
# are of several, and written beside Latin ones.
_MIXED_SCRIPTS = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC", "MODIFIER")
# Alphabets that nobody writes with any more, and most devices show as boxes, or take for Latin.
_DEAD_SCRIPTS = (
    *("CARIAN ", "COPTIC ", "DESERET ", "ELBASAN ", "GLAGOLITIC ", "GOTHIC ", "LYCIAN ", "LYDIAN "),
    *(
        "OGHAM ",
        "OLD ",
        "PHOENICIAN ",
        "RUNIC ",
        "SHAVIAN ",
        "UGARITIC ",
        "LINEAR ",
        "CUNEIFORM ",
        "EGYPTIAN ",
    ),
)
_RESERVED = (
    *("moderator", "operator", "admin", "administrator", "support"),
    *("moderatorka", "operatorka", "administratorka"),
    *("staff", "mod", "moderacja", "administracja", "noreply", "no reply"),
    *("сотрудник", "модерация", "администрация"),
    *("модератор", "оператор", "админ", "администратор", "поддержка"),
    *("Former player", "Former player B", "Former player C"),
)
# What pages and mails say in place of a name, as their messages: each language has its own words for it.
SAID_OF_PEOPLE = (
    *("You", "you", "Me", "Someone", "nobody", "a person", "a player without a name"),
    *("Host", "The host", "host", "Deputy", "a moderator", "staff", "a bot", "bot"),
)
_SAID_IN_ENGLISH = "I"  # which is no message: where English has it, the others have “Me”
# Mail programs make links of these, without a space after the dot.
_WEB_ADDRESS = re.compile(r"\w://|\bwww\.\S|\w\.\w+/|\w\.[^\W\d_]{2}", re.IGNORECASE)
# Marks that change the direction of text: a name with one would mirror the rest of its line.
# What pages set beside a name stands behind one of these.
_BESIDE = re.compile(r"[()\[\]{}<>·•|/,;:–—―]+|\s-+\s")
_BREAKABLE_SPACES = re.compile(r"[^\S\u00a0]+")
TURNS_AROUND = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def one_line(text: str, limit: int = 0) -> str:
    """Return a name as one line of visible characters, cut to `limit` characters if one is given.

    Forms refuse such names already; a mail does not rely on it (requirement M15).
    """
    text = TURNS_AROUND.sub("", text)
    # Controls and line separators count as spaces; halves of surrogate pairs are dropped.
    shown = {"Cs": "", "Cc": " ", "Zl": " ", "Zp": " "}
    text = "".join(shown.get(unicodedata.category(char), char) for char in text)
    line = " ".join(filter(None, _BREAKABLE_SPACES.split(text)))
    return line if not limit or len(line) <= limit else line[: limit - 1].rstrip() + "…"


class ShownName:
    """A row that is written as its name."""

    @property
    def shown_name(self) -> str:
        """The name as mails show it: one line of visible characters."""
        return one_line(str(self), LONGEST_SHOWN)


def check_one_line(text: str) -> None:
    """Refuse a name with control characters, as it ends up in mail headers. Any space is one."""
    if len(text) > LONGEST_LINE:
        raise ValidationError(_("This name is too long."))
    if not all(_is_shown(text, place) for place in range(len(text))):
        raise ValidationError(_("A name is one line of visible characters."))


def clean_line(text: str) -> str:
    """Return a text with plain spaces: people copy what pages keep together by other ones."""
    return "".join(" " if unicodedata.category(char) == "Zs" else char for char in text).strip()


def visible_part(text: str) -> str:
    """Return of a name from elsewhere what may stand in one."""
    text = text[:LONGEST_LINE]
    return clean_line("".join(char for place, char in enumerate(text) if _is_shown(text, place)))


def clean_person_name(text: str, *, kept: Collection[str] = ()) -> str:
    """Return the name that a person has entered, as it is stored.

    What they are called already (`kept`) stays. Raises `ValidationError`.
    """
    if text.strip() in kept:
        return text.strip()
    check_one_line(text)
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if any(_is_blank(name, place) for place in range(len(name))):
        raise ValidationError(_("A name is one line of visible characters."))
    if name and not any(char.isalnum() for char in name):
        raise ValidationError(_("A name needs a letter or a digit."))
    if _has_heaped_marks(name):
        raise ValidationError(_("This name has too many marks on one letter. Use two at most."))
    if len(name) > LONGEST_NAME:
        raise ValidationError(_("This name is too long."))
    if holds_web_address(name):
        raise ValidationError(_("A name can’t contain a web address. Put a space after each dot."))
    if is_said_by_site(name):
        raise ValidationError(_("The site itself uses this name. Choose another one."))
    if _mixes_scripts(name):
        raise ValidationError(_("Write each word of a name in one alphabet that people use today."))
    return name


def check_title(text: str) -> None:
    """Refuse what somebody would call a game or a deck, and nobody would see, or mail programs would link.

    Invitations to strangers name both. Those of earlier releases stay.
    """
    if not any(char.isprintable() and not char.isspace() and char not in _BLANKS for char in text):
        raise ValidationError(_("A name is one line of visible characters."))
    if holds_web_address(text):
        raise ValidationError(_("A name can’t contain a web address. Put a space after each dot."))


def holds_web_address(name: str) -> bool:
    """Whether mail programs could make a link of a name, or of a part of it."""
    return _WEB_ADDRESS.search(unicodedata.normalize("NFKC", name)) is not None


def is_said_by_site(name: str) -> bool:
    """Whether a whole name is what the site calls itself, its staff, or somebody who isn't named."""
    if len(looks := skeleton(name)) > 1:
        reserved = (each.replace(" ", "") for each in _reserved_words(settings.SITE_TITLE))
        return looks in _said_of_people() or looks in reserved
    # One letter is compared as it is: else nobody could be called “L” or “1”, as both look like “I”.
    letter = "".join(char for char in name.translate(_LOOK_ALIKE) if char.isalnum()).casefold()
    return letter in (_SAID_IN_ENGLISH.casefold(), *map(str.casefold, in_all_languages("Me")))


def holds_at_sign(name: str) -> bool:
    """Whether a name could pass for an e-mail address, by this sign or one that looks like it."""
    return "@" in unicodedata.normalize("NFKC", name) or any(char in name for char in "ⓐⒶ🄰🅐🅰")


def distinct_name(name: str, others: Collection[str]) -> str:
    """Return a name by which somebody can be told from `others` and from the site: itself, or with a mark."""
    name, taken = mark_reserved(name), {skeleton(each) for each in others}
    marks = chain([""], (f" ({number})" for number in count(2)))
    named = (f"{name[: LONGEST_NAME - len(mark)].rstrip()}{mark}" for mark in marks)
    return next(each for each in named if skeleton(each) not in taken)


def mark_reserved(name: str) -> str:
    """Return a name that sounds like the site or its staff with a word that says: a player."""
    unnumbered = re.sub(r"(?<=[^\W\d_])\d+\b", "", name)  # Moderator1
    words = f" {' '.join(_words(name))} / {' '.join(_words(unnumbered))} "
    is_reserved = any(f" {reserved} " in words for reserved in _reserved_words(settings.SITE_TITLE))
    if not is_reserved and not _adds_what_the_site_says(name):
        return name
    marked = pgettext("stored name", "%(name)s (player)")
    room = LONGEST_NAME - len(marked % {"name": ""})
    return name if name.endswith(marked % {"name": ""}) else marked % {"name": name[:room].rstrip()}


def _adds_what_the_site_says(name: str) -> bool:
    """Whether a name says of itself what pages say beside one, such as “Bob (host)”."""
    said = _said_of_people()
    return any(skeleton(each) in said for each in _BESIDE.split(name)[1:] if each.strip())


def skeleton(name: str) -> str:
    """Return what names that look alike have in common (after UTS 39), to be compared and never shown."""
    return "".join(_words(name))


def in_all_languages(*messages: str) -> tuple[str, ...]:
    """Return messages in each language of the site."""
    found = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            found += [gettext(message) for message in messages]
    return tuple(found)


@cache
def _reserved_words(site_title: str) -> frozenset[str]:
    """Return what nobody is called: names of staff, and of the site in its languages and by its operator."""
    names = filter(None, (site_title, *in_all_languages("Fluxx by mail", *_RESERVED)))
    return frozenset(" ".join(_words(name)) for name in names)


@cache
def _said_of_people() -> frozenset[str]:
    return frozenset(map(skeleton, in_all_languages(*SAID_OF_PEOPLE)))


def _words(name: str) -> list[str]:
    """Return the words of a name in the letters that they look like, without marks and signs but emoji."""
    latin = unicodedata.normalize("NFKD", _with_large_cherokee(name)).translate(_LOOK_ALIKE | _FROM_AFAR)
    spelled = unicodedata.normalize("NFKD", latin)
    shown = (char for char in spelled if unicodedata.category(char)[0] != "M" and char not in _BLANKS)
    text = "".join(shown).casefold().translate(_SAME_STROKE).replace("rn", "m").replace("vv", "w")
    kept = ((char if char.isalnum() or _is_emoji(char) else " ") for char in text)
    return "".join(kept).split()


def _with_large_cherokee(name: str) -> str:
    """Return a name whose small Cherokee letters, which are drawn as their large ones, are these."""
    return "".join(char.upper() if "\uab70" <= char <= "\uabbf" else char for char in name)


def _mixes_scripts(name: str) -> bool:
    """Whether letters of two alphabets stand in a word, or some of one that is no longer in use."""
    without_marks = "".join(char for char in name if unicodedata.category(char)[0] != "M")
    for word in re.findall(r"\w+", without_marks):
        names = {unicodedata.name(char, "") for char in word if unicodedata.category(char)[0] == "L"}
        scripts = {each.partition(" ")[0] for each in names if each and not each.startswith(_MIXED_SCRIPTS)}
        if len(scripts) > 1 or any(each.startswith(_DEAD_SCRIPTS) for each in names):
            return True
    return False


def _is_shown(text: str, place: int) -> bool:
    """Whether a character may stand in any name: visible, a space, or a joiner where one belongs."""
    char = text[place]
    if char in (_ZWJ, _ZWNJ):
        before, after = text[max(place - 2, 0) : place].rstrip(_VARIANTS)[-1:], text[place + 1 : place + 2]
        if not (before and after):
            return False
        is_emoji = char == _ZWJ and _is_emoji(before) and _is_emoji(after)
        return is_emoji or (_is_joined_script(before) and _is_joined_script(after))
    return char.isprintable() or _is_emoji(char) or unicodedata.category(char) == "Zs"


def _is_blank(name: str, place: int) -> bool:
    """Whether a printable character is drawn as nothing where it stands."""
    char = name[place]
    if char in _VARIANTS:
        return not (place and (_is_emoji(name[place - 1]) or name[place - 1] in "#*0123456789"))
    return char in _BLANKS


def _has_heaped_marks(name: str) -> bool:
    """Whether marks are heaped up on a letter: accents and the like, or even those of one script."""
    for found in re.finditer("M+", "".join(unicodedata.category(char)[0] for char in name)):
        marks = name[slice(*found.span())]
        accents = sum(unicodedata.name(char, "").startswith("COMBINING") for char in marks)
        if accents > MOST_MARKS or len(marks) > MOST_MARKS_OF_A_SCRIPT:
            return True
    return False


def _is_emoji(char: str) -> bool:
    # Newer ones than this Python knows are in these blocks, too.
    return unicodedata.category(char) == "So" or 0x1F000 <= ord(char) <= 0x1FAFF


def _is_joined_script(char: str) -> bool:
    return unicodedata.category(char)[0] in "LM" and unicodedata.name(char, "").startswith(_JOINED_SCRIPTS)
