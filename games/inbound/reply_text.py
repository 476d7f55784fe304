"""Extracts the writer's own lines from a reply.

Quoted text must never count: it holds the numbers and the cards of the mail itself. So everything that may be
a quotation is cut off, and a doubtful line is lost rather than played.
"""

import re
from collections.abc import Iterator, Sequence, Set
from enum import Enum, auto

from django.conf import settings

from games.core.budgets import MAIL_LINE, REPLY, REPLY_LINES
from games.mail.sent_lines import without_addresses
from games.replies import chatter

from .unmarked_quotes import find_quoted_lines

# Answers are in the first lines.
MOST_LINES, MOST_CHARACTERS, LONGEST_LINE = REPLY_LINES.largest, REPLY.largest, MAIL_LINE.largest
MOST_LINES_READ = 2_000
MARKS = (">", "|")
# Who sends a few lines of the mail alone has copied them, and not quoted it.
MOST_COPIED = 6

# Fills the preview of a mail, or marks the direction of writing.
INVISIBLE = re.compile("[\u00ad\u034f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
# What signs a mail in its own text.
PGP_BEGIN = re.compile(r"\A\s*+-----BEGIN PGP SIGNED MESSAGE-----\n(?:\w++: .*+\n)*+\n")
PGP_SIGNATURE = ("-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----")

SIGNATURE = re.compile(r"^(--|—|__+|\*\*+)$")
SIGNED_WITH_A_DASH = re.compile(r"^[-–—]{1,2}\s?[^\W\d_]+\.?( [^\W\d_]+\.?){0,2}$")
CLOSING = re.compile(
    r"^((kind|best|warm) )?(regards|wishes)|cheers|best|yours|thanks( a lot)?|thank you|thx"
    r"|pozdrawiam( serdecznie)?|pozdrowienia|dzięki|dziękuję|z poważaniem"
    r"|с уважением|спасибо|всего доброго|с приветом"
    r"|(viele|liebe|beste|schöne) grüße|mit freundlichen grüßen|gruß|lg|mfg|danke|merci|cordialement",
    re.I,
)
SENT_FROM = re.compile(
    r"^(sent (from|with|via|using) |get outlook for |(get|download) the .* app"
    r"|wysłan[oey] (z|ze|za|przez(?! przypad| pomył)|przy|w) |wiadomość wysłan|pobierz (aplikację|program) "
    r"|отправлено (из|с|со|через|при|от) "
    r"|(enviado|enviada) (desde|do|pelo|de) |inviato da |(verzonden|verstuurd) (vanaf|met|via) "
    r"|przesłan[oey] z |στάλθηκε από |发自我的|skickat från |sendt fra "
    r"|lähetetty |odesláno (z|ze) |odoslané (z|zo) |trimis (de|din) |надіслано (з|із) |изпратено от "
    r"|yahoo mail: |secured with |please (excuse|forgive) (the |my |any )?(brevity|typos)"
    r"|sent on the go|typed (on|with) "
    r"|gesendet (von|mit|aus) |von meinem .* gesendet|diese nachricht wurde von meinem "
    r"|envoyé (de|depuis|avec|à partir) |télécharge[rz] outlook )",
    re.I,
)
# “**Bread**” is bold.
DIVIDER = re.compile(r"^([-=]{2}\s*\S.*\S\s*[-=]{2}|[_*]{2,}\s+\S.*\S\s+[_*]{2,}|_{5}.*_{5})$|^_{5,}$")
# Lines above a quotation, in any language: a date or an address, and a colon at the end.
WHEN_OR_WHO = re.compile(r"\b(19|20)\d\d\b|\d{1,2}[:.]\d{2}|@|<")
BEGINS_ATTRIBUTION = re.compile(
    r"^\W*(on|am|le|w dniu|dnia|el|il|op|den|wiadomość napisana|zitat von|quoting)\b", re.I
)
UNMARKED = re.compile(r"^(?=.*\b20\d\d\b)(?=.*\d{1,2}[:.]\d{2}).*:$")
FROM_LINE = re.compile(r"^\**(from|von|od|de|från|fra|от|nadawca)\**\s*:\**\s.*(@|<)", re.I)
HEADER_LINE = re.compile(
    r"^\**(from|sent|date|to|cc|subject|reply-to"
    r"|od|nadawca|wysłan[eo]|data|do|dw|temat"
    r"|от|отправлено|дата|кому|копия|тема"
    r"|von|gesendet|datum|an|betreff"
    r"|de|envoyé|à|objet)\s?\**:",
    re.I,
)
ATTRIBUTION_LINES, INTRODUCING_LINES = 4, 8
EMOJI = re.compile(r"[\u2600-\u27bf\U0001f000-\U0001faff]")
REACTED = re.compile(
    r"^.{0,80}\b(reacted (to|with|via)|you reacted|zareagował|отреагировал|reagiert|a réagi)"
    r"|^(liked|loved|disliked|laughed at|emphasi[sz]ed) [“\"]",
    re.I,
)


class Line(Enum):
    """Whose a line is: its writer's, or part of what introduces a quotation or of one, marked or known."""

    OWN = auto()
    INTRODUCTION = auto()
    MARKED = auto()
    KNOWN = auto()


def extract_reply(text: str, sent: Sequence[bytes] = (), writer: str = "") -> str:
    """Return the writer's lines without quotations and signature; empty if none are left.

    `sent` are the hashes of the lines of the mail that is answered: they are known without any mark. `writer`
    is the name that the writer may sign with.
    """
    lines = split_lines(text)
    quoted = find_quoted_lines(lines, sent)
    found = own_lines(lines, quoted, writer)
    if quoted and not any(found) and sum(map(bool, lines)) <= MOST_COPIED:
        found = own_lines(lines, frozenset(), writer)
    return "\n".join(found).strip()[:MOST_CHARACTERS]


def is_reaction(text: str) -> bool:
    """Whether a reply is a thumbs-up or the like, or a program's sentence about one."""
    text = text.strip()
    only_signs = not any(char.isalnum() for char in text)
    return bool((only_signs and EMOJI.search(text)) or REACTED.match(text))


def split_lines(text: str) -> list[str]:
    """Return the lines of a text without what PGP puts around it, and without what can't be seen."""
    # Fewer lines before the patterns: many signatures without an end take them minutes.
    read = "\n".join(INVISIBLE.sub("", text).splitlines()[:MOST_LINES_READ])
    text, signed = PGP_BEGIN.subn("", read, count=1)
    lines = text.splitlines()
    begin, end = PGP_SIGNATURE
    if signed and begin in lines and end in lines[lines.index(begin) :]:
        at = lines.index(begin)
        lines[at : lines.index(end, at) + 1] = [""]
    return [line[:LONGEST_LINE].strip() for line in lines]


def own_lines(lines: Sequence[str], quoted: Set[int], writer: str = "") -> list[str]:
    """Return the lines of the writer, with runs of blank lines as one.

    `quoted` are the numbers of lines that are known to be quoted. A signature or the beginning of a quotation
    without marks ends the writer's lines; they go on below a quotation whose end is known.
    """
    found: list[str] = []
    kinds = kinds_of_lines(lines, quoted)
    is_over = is_signed = is_quoting = is_postscript = has_more = False
    for number, (line, kind) in enumerate(zip(lines, kinds, strict=True)):
        if kind != Line.OWN:
            begins = kind == Line.INTRODUCTION and WHEN_OR_WHO.search(line) and not is_end_of_all(line)
            if is_over and (kind == Line.KNOWN or (is_signed and begins)):
                is_over = is_signed = False
                found += [""] if found and found[-1] else []
            continue
        ends = ends_own_lines(lines, number)
        is_quoting = is_quoting or (ends and not SIGNATURE.match(line))
        if is_signed and line and not is_quoting and len(found) < MOST_LINES:
            found += below_the_name(line, is_postscript, is_first=not has_more)
            is_postscript, has_more = chatter.is_bare_postscript(line), True
        if is_over or len(found) >= MOST_LINES:
            continue
        if is_signature(line, found, writer):
            is_over = is_signed = True
            end_with_closing(found, line)
        elif ends:
            is_over = True
        elif line or (found and found[-1]):
            found.append(line)
    return found


def ends_own_lines(lines: Sequence[str], number: int) -> bool:
    """Whether the writer's lines end above this one: at a rule, or at the beginning of a quotation."""
    return is_end_of_all(lines[number]) or begins_quotation(*lines[number : number + 2])


def below_the_name(line: str, is_postscript: bool, *, is_first: bool) -> list[str]:
    """Return a line below the name that somebody signs with, if they have forgotten something or think again.

    `is_postscript` says that the line above announces it; the first line doubts with fewer words.
    """
    if is_postscript:
        return [line]
    thinks_again = chatter.takes_back(line) if is_first else chatter.takes_back_plainly(line)
    return ["", line] if chatter.is_postscript(line) or thinks_again else []


def kinds_of_lines(lines: Sequence[str], quoted: Set[int]) -> list[Line]:
    """Return whose each line is."""
    kinds = [
        Line.KNOWN if number in quoted else Line.MARKED if line.startswith(MARKS) else Line.OWN
        for number, line in enumerate(lines)
    ]
    for number, kind in enumerate(kinds):
        if kind != Line.OWN and number and kinds[number - 1] == Line.OWN:
            for above in introduction(lines, kinds, number):
                kinds[above] = Line.INTRODUCTION
    return kinds


def introduction(lines: Sequence[str], kinds: Sequence[Line], begin: int) -> Iterator[int]:
    """Yield the numbers of the lines that introduce the quotation that begins there."""
    last = begin - 1
    while last >= 0 and not lines[last] and begin - last < 4:
        last -= 1
    first = last + 1
    while first and begin - first < INTRODUCING_LINES and is_own(lines, kinds, first - 1, HEADER_LINE):
        first -= 1
    if first > last:
        first = attribution(lines, kinds, last)
    if first <= last:
        above = first - 1
        while above >= 0 and not lines[above]:
            above -= 1
        first = above if above >= 0 and is_own(lines, kinds, above, DIVIDER) else first
        yield from range(first, begin)


def is_own(lines: Sequence[str], kinds: Sequence[Line], number: int, pattern: re.Pattern[str]) -> bool:
    """Whether a line isn't quoted, and is of a form."""
    return kinds[number] == Line.OWN and bool(pattern.match(lines[number]))


def attribution(lines: Sequence[str], kinds: Sequence[Line], last: int) -> int:
    """Return where the attribution begins that ends at line `last`; the line below if it is none."""
    line = lines[last] if last >= 0 else ""
    has_letters = any(char.isalpha() for char in line)
    if not (has_letters and kinds[last] == Line.OWN and (line.endswith(":") or DIVIDER.match(line))):
        return last + 1
    first = last
    while not BEGINS_ATTRIBUTION.match(lines[first]) and first > max(0, last - ATTRIBUTION_LINES + 1):
        above = lines[first - 1]
        is_part = WHEN_OR_WHO.search(above) or (
            BEGINS_ATTRIBUTION.match(above) and WHEN_OR_WHO.search(" ".join(lines[first : last + 1]))
        )
        if kinds[first - 1] != Line.OWN or not is_part:
            break
        first -= 1
    return first


def end_with_closing(lines: list[str], signature: str) -> None:
    """Where a name signs below a closing, end that with a comma: the reader doesn't see the name any more."""
    last = next((at for at in range(len(lines) - 1, -1, -1) if lines[at]), -1)
    signs = not (SIGNATURE.match(signature) or SENT_FROM.match(signature))
    if last >= 0 and signs and chatter.is_closing(lines[last]) and not lines[last].endswith(","):
        lines[last] = lines[last].rstrip(" .!") + ","


def is_signature(line: str, above: Sequence[str], writer: str) -> bool:
    """Whether a line begins the signature of what stands above it."""
    if SIGNATURE.match(line) or SENT_FROM.match(line):
        return True
    if not above or not line:
        return False
    bare = line.strip(" .,!-–—").casefold()
    names = {writer.casefold(), *writer.casefold().split()[:1]} - {""}
    # A dash may also begin each line of a list of answers.
    is_dashed = SIGNED_WITH_A_DASH.match(line) and not above[0].startswith(("-", "–", "—"))
    return bool(is_dashed or CLOSING.fullmatch(bare) or bare in names)


def begins_quotation(line: str, below: str = "") -> bool:
    """Whether an attribution begins here, which may take two lines, or two lines of a mail's header."""
    if HEADER_LINE.match(line) and HEADER_LINE.match(below):
        return True
    return bool(BEGINS_ATTRIBUTION.match(line)) and any(
        text.endswith(":") and WHEN_OR_WHO.search(text) for text in (line, f"{line} {below}")
    )


def is_end_of_all(line: str) -> bool:
    """Whether a quotation without marks begins here."""
    if any(pattern.match(line) for pattern in (DIVIDER, FROM_LINE, UNMARKED)):
        return True
    lower = (without_addresses(line) or line).lower()  # a printed choice may have its link behind it
    return settings.SITE_URL.lower() in lower or f"@{settings.MAIL_DOMAIN}".lower() in lower
