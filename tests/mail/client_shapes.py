"""Replies as mail programs write them: a mail of ours quoted in every shape, with an answer of ours in it.

Made from what programs are known to do, and of nobody's mails. The quotation is a mail as the site renders
it, with its numbers and names, which is the hardest case.
"""
# ruff: noqa: E501 -- what programs write on one line stands on one line here, too

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from functools import cache, partial
from html.parser import HTMLParser
from itertools import cycle, product

SENDER, ADDRESS = "Fluxx by mail", "turns@testserver.localhost"


@dataclass(frozen=True)
class Original:
    """The mail that is answered: its two parts."""

    text: str
    html: str

    @property
    def page(self) -> str:
        """What stands in the body of its page."""
        return self.html.partition("<body")[2].partition(">")[2].partition("</body>")[0]


@dataclass(frozen=True)
class Shape:
    """A reply: which set it belongs to, which program and layout, what its writer wrote, and the mail."""

    group: str
    name: str
    said: str
    original: Original
    write: Callable[[], EmailMessage]

    @property
    def message(self) -> EmailMessage:
        """The mail, from Ann Example."""
        message = self.write()
        message["From"] = "Ann Example <ann@example.org>"
        return message


# Attributions


WHO = f"{SENDER} <{ADDRESS}>"
ATTRIBUTIONS: dict[str, str] = {
    # Gmail
    "gmail en": f"On Sat, Nov 21, 2026 at 6:30 PM {WHO} wrote:",
    "gmail en, broken": f"On Sat, Nov 21, 2026 at 6:30 PM {SENDER} <\n{ADDRESS}> wrote:",
    "gmail pl": f"sob., 21 lis 2026 o 18:30 {WHO} napisał(a):",
    "gmail ru": f"сб, 21 нояб. 2026 г. в 18:30, {WHO}:",
    "gmail de": f"Am Sa., 21. Nov. 2026 um 18:30 Uhr schrieb {WHO}:",
    "gmail fr": f"Le sam. 21 nov. 2026 à 18:30, {WHO} a écrit :",
    # Apple Mail
    "apple en": f"On 21 Nov 2026, at 18:30, {SENDER} wrote:",
    "apple en, us": f"On Nov 21, 2026, at 6:30 PM, {WHO} wrote:\n",
    "apple pl": f"Wiadomość napisana przez {WHO} w dniu 21.11.2026, o godz. 18:30:",
    "apple ru": f"21 нояб. 2026 г., в 18:30, {SENDER} <{ADDRESS}> написал(а):\n",
    "apple de": f"Am 21.11.2026 um 18:30 schrieb {WHO}:",
    "apple fr": f"Le 21 nov. 2026 à 18:30, {SENDER} a écrit :\n",
    # Thunderbird
    "thunderbird en": f"On 11/21/26 18:30, {SENDER} wrote:",
    "thunderbird pl": f"W dniu 21.11.2026 o 18:30, {SENDER} pisze:",
    "thunderbird ru": f"21.11.2026 18:30, {SENDER} пишет:",
    "thunderbird de": f"Am 21.11.26 um 18:30 schrieb {SENDER}:",
    "thunderbird fr": f"Le 21/11/2026 à 18:30, {SENDER} a écrit :",
    # Yahoo
    "yahoo en": f"    On Saturday, November 21, 2026 at 06:30:00 PM GMT+1, {SENDER} \n<{ADDRESS}> wrote:  \n ",
    "yahoo fr": f"    Le samedi 21 novembre 2026 à 18:30:00 UTC+1, {WHO} a écrit :  \n ",
    "yahoo pl": f"    W dniu sobota, 21 listopada 2026 18:30:00 CET użytkownik {WHO} napisał:  \n ",
    # Proton
    "proton en": f"On Saturday, November 21st, 2026 at 6:30 PM, {WHO} wrote:\n",
    "proton pl": f"W dniu sobota, 21 listopada 2026 o 18:30 {WHO} napisał(a):\n",
    "proton de": f"{SENDER} <{ADDRESS}> schrieb am Samstag, 21. November 2026 um 18:30:\n",
    # K-9, mutt, Claws, Evolution, KMail, Pine
    "k-9 en": f"On 21 November 2026 18:30:00 CET, {SENDER} <{ADDRESS}> wrote:",
    "k-9 ru": f"21 ноября 2026 г. 18:30:00 GMT+01:00, {WHO} пишет:",
    "mutt": f"On Sat, Nov 21, 2026 at 06:30:00PM +0100, {SENDER} wrote:",
    "mutt, short": f"* {SENDER} [2026-11-21 18:30]:",
    "claws": f"On Sat, 21 Nov 2026 18:30:00 +0100\n{WHO} wrote:\n",
    "evolution": f"On Sat, 2026-11-21 at 18:30 +0100, {SENDER} wrote:",
    "kmail": f"On Saturday, 21 November 2026 18:30:00 CET {SENDER} wrote:",
    "gnus": f"{SENDER} <{ADDRESS}> writes:\n",
    "no date en": f"{SENDER} wrote:",
    "no date de": f"{SENDER} via Postfach schrieb:",
    "no date pl": f"{SENDER} napisał:",
    "no date ru": f"{SENDER} пишет:\n",
    # Webmail
    "gmx de": f"Am 21.11.26, 18:30 schrieb {SENDER} <{ADDRESS}>:",
    "wp.pl": f"Dnia 21 listopada 2026 18:30 {SENDER} <{ADDRESS}> napisał(a):\n",
    "onet": f"W dniu 2026-11-21 18:30:00 użytkownik {WHO} napisał:",
    "interia": f"Temat: Re: [Fluxx] Friday game\nData: 2026-11-21 18:30\nNadawca: {WHO}\n",
    "mail.ru": f"Суббота, 21 ноября 2026, 18:30 +03:00 от {WHO}:\n ",
    "yandex": f'21.11.2026, 18:30, "{SENDER}" <{ADDRESS}>:',
    "zoho": f"---- On Sat, 21 Nov 2026 18:30:00 +0100 {WHO} wrote ---\n",
    "fastmail": f"On Sat, 21 Nov 2026, at 6:30 PM, {SENDER} wrote:",
    "roundcube pl": f"W dniu 2026-11-21 18:30, {SENDER} napisał(a):",
    "roundcube en": f"On 2026-11-21 18:30, {SENDER} wrote:",
    "horde": f"Zitat von {WHO}:\n",
    "three lines": f"On Saturday,\n21 November 2026 at 18:30,\n{SENDER} <{ADDRESS}>\nwrote:",
    "broken before the date": f"On Saturday, the 21st of November\n2026 18:30, {WHO}\nwrote:",
}
HEADERS: dict[str, str] = {
    "outlook en": f"________________________________\nFrom: {WHO}\nSent: Saturday, November 21, 2026 6:30 PM\n"
    "To: Ann <ann@example.org>\nSubject: [Fluxx] Friday game\n",
    "outlook desktop en": f"From: {WHO} \nSent: Saturday, November 21, 2026 6:30 PM\nTo: ann@example.org\n"
    "Subject: [Fluxx] Friday game\n",
    "outlook old": f"-----Original Message-----\nFrom: {SENDER} [mailto:{ADDRESS}]\nSent: Saturday, November 21, 2026 6:30 PM\n"
    "To: Ann\nSubject: [Fluxx] Friday game\n",
    "outlook pl": f"________________________________\nOd: {WHO}\nWysłane: sobota, 21 listopada 2026 18:30\n"
    "Do: Ann <ann@example.org>\nTemat: [Fluxx] Friday game\n",
    "outlook ru": f"________________________________\nОт: {WHO}\nОтправлено: 21 ноября 2026 г. 18:30\n"
    "Кому: Ann <ann@example.org>\nТема: [Fluxx] Friday game\n",
    "outlook de": f"Von: {WHO}\nGesendet: Samstag, 21. November 2026 18:30\nAn: Ann <ann@example.org>\n"
    "Betreff: [Fluxx] Friday game\n",
    "outlook fr": f"De : {WHO}\nEnvoyé : samedi 21 novembre 2026 18:30\nÀ : Ann <ann@example.org>\n"
    "Objet : [Fluxx] Friday game\n",
    "outlook mobile": f"Get Outlook for Android<https://example.com/android>\n________________________________\nFrom: {WHO}\n"
    "Sent: Saturday, November 21, 2026 6:30:00 PM\nTo: Ann <ann@example.org>\nSubject: [Fluxx] Friday game\n",
    "samsung en": f"-------- Original message --------\nFrom: {WHO} \nDate: 21/11/2026  18:30  (GMT+01:00) \n"
    "To: ann@example.org \nSubject: [Fluxx] Friday game \n",
    "samsung pl": f"-------- Oryginalna wiadomość --------\nOd: {WHO} \nData: 21.11.2026  18:30  (GMT+01:00) \n"
    "Do: ann@example.org \nTemat: [Fluxx] Friday game \n",
    "gmx headers": f"Gesendet: Samstag, 21. November 2026 um 18:30 Uhr\nVon: {WHO}\nAn: ann@example.org\n"
    "Betreff: [Fluxx] Friday game\n",
    "interia headers": f"-------- Wiadomość oryginalna --------\nOd: {WHO}\nDo: ann@example.org\nData: 21 listopada 2026 18:30\n",
    "mail.ru forward": f"-------- Исходное сообщение --------\nОт: {WHO}\nДата: 21.11.2026 18:30\nКому: ann@example.org\n"
    "Тема: [Fluxx] Friday game\n",
}
SIGNATURES = (
    "-- \nAnn Example\nExample Ltd, 12 High Street, room 3",
    "--\nAnn",
    "Sent from my iPhone",
    "Sent from Proton Mail for iOS",
    "Sent from Proton Mail for Android.",
    "Sent from Yahoo Mail on Android",
    "Sent from Outlook for iOS<https://example.com/o>",
    "Get Outlook for Android",
    "Sent with Proton Mail secure email.",
    "Wysłano z iPhone’a",
    "Wysłane z programu Poczta dla Windows",
    "Wysłano z bezpiecznej poczty Proton Mail.",
    "Pobierz aplikację Outlook dla systemu iOS",
    "Отправлено из мобильной Почты Mail.ru",
    "Отправлено с iPhone",
    "Отправлено из Яндекс Почты для мобильных",
    "-- \nОтправлено из Mail.ru для Android",
    "Von meinem iPhone gesendet",
    "Gesendet mit der GMX Mail App",
    "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "Envoyé de mon iPhone",
    "Envoyé depuis l’application Mail Orange",
    "Sent from Mail for Windows",
    "-Ann",
    "- Ann",
    "— Ann",
    "Ann",
    "Cheers,\nAnn",
    "Pozdrawiam\nAnn",
    "С уважением,\nАнна",
    "___\nAnn, 12 High Street",
)


# Quoting


def marked(text: str) -> str:
    """A text with the mark of a quotation before each line."""
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def marked_closely(text: str) -> str:
    """The same, without a blank behind the mark."""
    return "\n".join(f">{line}" for line in text.splitlines())


def marked_and_broken(text: str) -> str:
    """A quotation by a program that breaks its lines anew at 60 characters, and forgets the mark."""
    return "\n".join(
        "\n".join(textwrap.wrap(f"> {line}", 60, break_long_words=False) or [">"])
        for line in text.splitlines()
    )


def unmarked(text: str) -> str:
    """A text as it is."""
    return text


def broken(text: str) -> str:
    """A text whose lines a program has broken anew at 60 characters."""
    return "\n".join("\n".join(textwrap.wrap(line, 60, break_long_words=False)) for line in text.splitlines())


def flowed(text: str) -> str:
    """A text that a program has indented."""
    return textwrap.indent(text, "    ")


MARKED = (marked, marked_closely)
UNMARKED = (unmarked, flowed)
QUOTES = (*MARKED, *UNMARKED, broken, marked_and_broken)


class PlainOf(HTMLParser):
    """What a program makes of a page where it quotes it as plain text."""

    SILENT = ("style", "title", "script")

    def __init__(self, *, cells: str, links: str) -> None:
        super().__init__()
        self.cells, self.links = cells, links
        self.found: list[str] = []
        self.silent, self.address = 0, ""

    @classmethod
    def of(cls, page: str, *, cells: str, links: str) -> str:
        reader = cls(cells=cells, links=links)
        reader.feed(page)
        lines = [re.sub(r"[ \t\xa0]+", " ", line).strip() for line in "".join(reader.found).split("\n")]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()

    def handle_starttag(self, tag, attrs):
        self.silent += tag in self.SILENT
        if tag in ("p", "div", "tr", "li", "h1", "h2", "h3", "table", "ul"):
            self.found.append("\n")
        if tag == "br":
            self.found.append("\n")
        if tag == "li":
            self.found.append("  * ")
        if tag == "td":
            self.found.append(self.cells)
        if tag == "img":
            self.found.append("[image: board]")
        if tag == "a":
            self.address = dict(attrs).get("href") or ""

    def handle_endtag(self, tag):
        self.silent -= tag in self.SILENT
        if tag in ("p", "h1", "h2", "h3", "table", "ul"):
            self.found.append("\n")
        if tag == "a":
            self.found.append(self.links.format(self.address))

    def handle_data(self, data):
        if not self.silent:
            self.found.append(re.sub(r"\s+", " ", data))


@cache
def texts_of(original: Original) -> dict[str, str]:
    """What programs quote: the plain part, or their own reading of the page."""
    return {
        "plain": original.text.rstrip("\n"),
        "page in rows": PlainOf.of(original.page, cells=" ", links="<{}>"),
        "page in cells": PlainOf.of(original.page, cells="\n", links=""),
        "page with addresses": "\n".join(
            textwrap.fill(line, 76, break_long_words=False)
            for line in PlainOf.of(original.page, cells=" ", links=" [{}] ").splitlines()
        ),
        "no signature": original.text.partition("\n-- \n")[0].rstrip("\n"),
    }


# Plain mails


def plain(text: str) -> EmailMessage:
    """A mail of one plain part."""
    message = EmailMessage()
    message.set_content(text)
    return message


def halves(text: str) -> tuple[str, str]:
    """A quotation in two, where a paragraph ends."""
    paragraphs = text.split("\n\n")
    middle = max(1, len(paragraphs) // 2)
    return "\n\n".join(paragraphs[:middle]), "\n\n".join(paragraphs[middle:])


LAYOUTS = {
    "top": "{said}\n\n{intro}\n{quoted}\n",
    "top, wide": "\n{said}\n\n\n{intro}\n\n{quoted}\n",
    "tight top": "{said}\n{intro}\n{quoted}\n",
    "bottom": "{intro}\n{quoted}\n\n{said}\n",
    "tight bottom": "{intro}\n{quoted}\n{said}\n",
    "bottom, signed": "{intro}\n{quoted}\n\n{said}\n\n-- \nAnn Example\n12 High Street\n",
    "bottom, signed above": "-- \nAnn Example\n\n{intro}\n{quoted}\n\n{said}\n",
    "bottom after a gap": "\n\n{intro}\n\n{quoted}\n\n\n\n{said}\n",
    "between": "{intro}\n{before}\n\n{said}\n\n{after}\n",
    "tight between": "{intro}\n{before}\n{said}\n{after}\n",
}
GROUPS = {"top": "top-posted", "tight": "tight", "bottom": "bottom-posted", "between": "interleaved"}


def plain_mails(originals: Sequence[tuple[Original, Sequence[str]]]) -> Iterator[Shape]:
    """Every attribution with every layout, marked or not, from each text that programs quote."""
    given = cycle([(original, said) for original, answers in originals for said in answers])
    how = [(name, intro, quote) for name, intro in ATTRIBUTIONS.items() for quote in (*MARKED, *UNMARKED)]
    how += [(name, intro, unmarked) for name, intro in HEADERS.items()]
    how += [(f"{name}, marked", intro, marked) for name, intro in HEADERS.items()]
    how += [("nothing", "", quote) for quote in (marked, unmarked)]
    which = cycle((0, 1, 2, 3, 4, 0, 1))  # seven, so that each text meets each layout
    for (name, intro, quote), (layout, words) in product(how, LAYOUTS.items()):
        original, said = next(given)
        source, text = list(texts_of(original).items())[next(which)]
        first, second = halves(text)
        whole = words.format(
            said=said, intro=intro, quoted=quote(text), before=quote(first), after=quote(second)
        )
        marks = "marked" if quote in MARKED else "unmarked"
        label = f"{name}, {source}, {layout}, {quote.__name__}"
        yield Shape(f"{group_of(layout)}, {marks}", label, said, original, partial(plain, whole))


def group_of(layout: str) -> str:
    """The row of the table that a layout belongs to."""
    if layout.startswith("tight top"):
        return "top-posted without an empty line"
    return next(group for word, group in GROUPS.items() if word in layout and word != "tight")


def broken_mails(originals: Sequence[tuple[Original, Sequence[str]]]) -> Iterator[Shape]:
    """Quotations whose lines were broken anew."""
    given = cycle([(original, said) for original, answers in originals for said in answers])
    for (name, intro), (layout, words), quote in product(
        ATTRIBUTIONS.items(), LAYOUTS.items(), (broken, marked_and_broken)
    ):
        original, said = next(given)
        text = original.text.rstrip("\n")
        first, second = halves(text)
        whole = words.format(
            said=said, intro=intro, quoted=quote(text), before=quote(first), after=quote(second)
        )
        yield Shape(
            f"lines broken anew, {group_of(layout)}",
            f"{name}, {layout}, {quote.__name__}",
            said,
            original,
            partial(plain, whole),
        )


def signed_mails(originals: Sequence[tuple[Original, Sequence[str]]]) -> Iterator[Shape]:
    """Signatures and the footers of programs, below the answer with and without an empty line."""
    intros = cycle([*ATTRIBUTIONS.items(), *HEADERS.items()])
    for (original, answers), signature, gap in product(originals, SIGNATURES, ("\n", "\n\n")):
        for said in answers:
            name, intro = next(intros)
            quoted = original.text if name in HEADERS else marked(original.text)
            text = f"{said}{gap}{signature}\n\n{intro}\n{quoted}"
            group = "signature below an empty line" if gap == "\n\n" else "signature on the next line"
            yield Shape(group, f"{signature!r}, {name}", said, original, partial(plain, text))


# Mails of HTML

ATTRIBUTION = f"On Sat, Nov 21, 2026 at 6:30 PM {SENDER} &lt;{ADDRESS}&gt; wrote:"
HEADER_LINES = (
    f"<b>From:</b> {SENDER} &lt;{ADDRESS}&gt;<br><b>Sent:</b> Saturday, November 21, 2026 6:30 PM<br>"
    "<b>To:</b> Ann &lt;ann@example.org&gt;<br><b>Subject:</b> [Fluxx] Friday game"
)
PAGES: dict[str, tuple[str, str, str]] = {
    # What begins the quotation, what ends it, and how a line of the writer is marked up.
    "gmail": (
        f'<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">{ATTRIBUTION}<br></div>'
        '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">',
        "</blockquote></div>",
        '<div dir="ltr">{}</div>',
    ),
    "gmail, no quote div": (
        f'<div class="gmail_attr">{ATTRIBUTION}<br></div><blockquote class="gmail_quote">',
        "</blockquote>",
        "<div>{}</div>",
    ),
    "apple": (
        f'<div><br><blockquote type="cite"><div>On 21 Nov 2026, at 18:30, {SENDER} wrote:</div><br><div>',
        "</div></blockquote></div>",
        "<div>{}</div>",
    ),
    "iphone": (
        f'<div dir="ltr"></div><div dir="ltr"><br><blockquote type="cite">{ATTRIBUTION}<br><br></blockquote></div>'
        '<blockquote type="cite"><div dir="ltr">',
        "</div></blockquote>",
        "{}<br>",
    ),
    "thunderbird": (
        f'<div class="moz-cite-prefix">On 11/21/26 18:30, {SENDER} wrote:<br></div><blockquote type="cite" cite="mid:a@b">',
        "</blockquote>",
        "<p>{}</p>",
    ),
    "outlook web": (
        '<div id="appendonsend"></div><hr style="display:inline-block;width:98%">'
        f'<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">{HEADER_LINES}</font><div>&nbsp;</div></div><div>',
        "</div>",
        '<div class="elementToProof">{}</div>',
    ),
    "outlook desktop": (
        '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        f'<p class="MsoNormal">{HEADER_LINES}<o:p></o:p></p></div></div><p class="MsoNormal"><o:p>&nbsp;</o:p></p>',
        "",
        '<p class="MsoNormal">{}<o:p></o:p></p>',
    ),
    "outlook mobile": (
        '<div id="ms-outlook-mobile-signature">Get <a href="https://example.com/o">Outlook for iOS</a></div><hr>'
        f'<div id="divRplyFwdMsg" dir="ltr">{HEADER_LINES}<div>&nbsp;</div></div>',
        "",
        '<div dir="auto">{}</div>',
    ),
    "yahoo": (
        f'<div id="ydp1yahoo_quoted_1" class="ydp1yahoo_quoted"><div><div>{ATTRIBUTION}</div><div><br></div><div>',
        "</div></div></div>",
        '<div dir="ltr" data-setdir="false">{}</div>',
    ),
    "proton": (
        f'<div class="protonmail_quote">{ATTRIBUTION}<br><br><blockquote class="protonmail_quote" type="cite">',
        "</blockquote><br></div>",
        "<div>{}</div>",
    ),
    "gmx": (
        '<div name="quote" style="margin:10px 5px 5px 10px;border-left:2px solid #C3D9E5">'
        f'<div style="margin:0 0 10px 0"><b>Gesendet:</b> Samstag, 21. November 2026 um 18:30 Uhr<br><b>Von:</b> {SENDER}</div>'
        '<div name="quoted-content">',
        "</div></div>",
        '<div style="font-family:Verdana">{}</div>',
    ),
    "web.de": (
        f'<div class="quote" name="quote"><div class="quote-header">Am 21.11.26 um 18:30 schrieb {SENDER}:</div><blockquote>',
        "</blockquote></div>",
        "<p>{}</p>",
    ),
    "wp.pl": (
        f'<div class="nh_extra"><div>Dnia 21 listopada 2026 18:30 {SENDER} &lt;{ADDRESS}&gt; napisał(a):</div>'
        '<blockquote class="nh_quote">',
        "</blockquote></div>",
        "<p>{}</p>",
    ),
    "onet": (
        f'<p>W dniu 2026-11-21 18:30:00 użytkownik {SENDER} &lt;{ADDRESS}&gt; napisał:</p><blockquote style="margin:0">',
        "</blockquote>",
        "<div>{}</div>",
    ),
    "interia": (
        f'<div class="quoted"><p>Od: {SENDER} &lt;{ADDRESS}&gt;<br>Do: ann@example.org<br>Data: 21 listopada 2026 18:30</p><blockquote>',
        "</blockquote></div>",
        "<p>{}</p>",
    ),
    "mail.ru": (
        '<blockquote style="border-left:1px solid #0857A6;margin:10px;padding:0 0 0 10px">'
        f'Суббота, 21 ноября 2026, 18:30 +03:00 от {SENDER} &lt;{ADDRESS}&gt;:<br>&nbsp;<div id="">',
        "</div></blockquote>",
        "<div>{}</div>",
    ),
    "yandex": (
        f'<div>21.11.2026, 18:30, "{SENDER}" &lt;{ADDRESS}&gt;:</div><blockquote>',
        "</blockquote>",
        "<div>{}</div>",
    ),
    "zoho": (
        f'<div class="zmail_extra" style=""><div id="Zm-_Id_-Sgn1">---- On Sat, 21 Nov 2026 18:30:00 +0100 <b>{SENDER}</b> wrote ---<br></div>'
        '<blockquote style="margin:0">',
        "</blockquote></div>",
        "<div>{}<br></div>",
    ),
    "samsung": (
        '<div><br></div><div align="left" dir="auto" style="font-size:100%"><div>-------- Original message --------</div>'
        f"<div>From: {SENDER} &lt;{ADDRESS}&gt; </div><div>Date: 21/11/2026  18:30  (GMT+01:00) </div><div>To: ann@example.org </div>"
        "<div>Subject: [Fluxx] Friday game </div><div><br></div></div>",
        "",
        '<div dir="auto">{}</div>',
    ),
    "k-9": (
        f'<div class="gmail_quote"><div dir="auto">On 21 November 2026 18:30:00 CET, {SENDER} wrote:</div><blockquote class="gmail_quote">',
        "</blockquote></div>",
        "<div dir='auto'>{}</div>",
    ),
    "unmarked": ("<div><br></div><div>", "</div>", "<div>{}</div>"),
}
PAGE_LAYOUTS = {
    "top": "{said}<div><br></div>{begin}{page}{end}",
    "tight top": "{said}{begin}{page}{end}",
    "top, signed": "{said}<div><br></div><div>Sent from my phone</div><div><br></div>{begin}{page}{end}",
    "bottom": "{begin}{page}{end}<div><br></div>{said}",
    "tight bottom": "{begin}{page}{end}{said}",
    "bottom, signed": "{begin}{page}{end}<p>&nbsp;</p>{said}<p>--&nbsp;<br>Ann Example</p>",
}
GATEWAY = "This mail was checked for viruses by Example Gateway 3.\nhttps://gateway.example/2\n"


def pages(original: Original, said: str) -> Iterator[tuple[str, str, str]]:
    """Each program and layout with its page."""
    for (name, (begin, end, line)), (layout, words) in product(PAGES.items(), PAGE_LAYOUTS.items()):
        lines = "".join(line.format(each) for each in said.splitlines())
        body = words.format(said=lines, begin=begin, page=original.page, end=end)
        yield name, layout, f'<html><head><meta charset="utf-8"></head><body>{body}</body></html>'


def mails_of_pages(originals: Sequence[tuple[Original, Sequence[str]]]) -> Iterator[Shape]:
    """Each page alone, beside an empty plain part, and above the plain footer of a gateway."""
    for original, answers in originals:
        for said in answers:
            for name, layout, page in pages(original, said):
                for dress in DRESSES:
                    group = f"HTML, {group_of(layout)}"
                    label = f"{name}, {layout}, {dress.__name__}"
                    yield Shape(group, label, said, original, partial(dress, page))


def alone(page: str) -> EmailMessage:
    """A page as the whole mail."""
    message = EmailMessage()
    message.set_content(page, subtype="html")
    return message


def beside_nothing(page: str) -> EmailMessage:
    """A page beside an empty plain part."""
    message = EmailMessage()
    message.set_content("\n")
    message.add_alternative(page, subtype="html")
    return message


def above_a_footer(page: str) -> EmailMessage:
    """A page with the plain footer of a gateway."""
    message = EmailMessage()
    message.make_mixed()
    for content, subtype in ((page, "html"), (GATEWAY, "plain")):
        part = EmailMessage()
        part.set_content(content, subtype=subtype)
        message.attach(part)
    return message


DRESSES = (alone, beside_nothing, above_a_footer)


# Other structures


def odd_mails(originals: Sequence[tuple[Original, Sequence[str]]]) -> Iterator[Shape]:
    """PGP in the text, a plain part with a footer of its own, character sets, attachments."""
    intro = ATTRIBUTIONS["gmail en"]
    for original, answers in originals:
        for said in answers:
            text = f"{said}\n\n{intro}\n{marked(original.text)}\n"
            signed = (
                f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{text.replace(chr(10) + '-', chr(10) + '- -')}"
                "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCgAdFiEE2\n=abcd\n-----END PGP SIGNATURE-----\n"
            )
            below = f"{intro}\n{marked(original.text)}\n\n{said}\n"
            footers = "\n\n--\nThis mail was checked by Example 2.\n"
            cases = {
                "PGP in the text": signed,
                "PGP in the text, bottom": signed.replace(text, below),
                "footer of a list": text + "_______________\nList 3\nhttps://lists.example/2\n",
                "footer of a scanner": text + footers,
                "footer of a scanner, bottom": below + footers,
                "CRLF": text.replace("\n", "\r\n"),
                "no-break spaces": text.replace("\n> ", "\n>\xa0"),
            }
            for name, each in cases.items():
                yield Shape("other structures", name, said, original, partial(plain, each))
            yield Shape("other structures", "a file", said, original, partial(with_attachment, text))


def with_attachment(text: str) -> EmailMessage:
    """A mail with a text file beside it."""
    message = plain(text)
    message.add_attachment("3\nundo\n", filename="notes.txt")
    return message


# Without an answer


def silent_mails(originals: Sequence[tuple[Original, Sequence[str]]]) -> Iterator[Shape]:
    """The mail sent back in every shape with nothing in it, and only a signature."""
    texts = cycle(
        (original, source, text) for original, _ in originals for source, text in texts_of(original).items()
    )
    for (name, intro), quote, gap in product({**ATTRIBUTIONS, **HEADERS}.items(), QUOTES, ("", "\n\n")):
        original, source, text = next(texts)
        label = f"{name}, {source}, {quote.__name__}"
        yield Shape("nothing written", label, "", original, partial(plain, f"{gap}{intro}\n{quote(text)}\n"))
    for original, _answers in originals:
        for name, layout, page in pages(original, ""):
            for dress in DRESSES:
                label = f"{name}, {layout}, {dress.__name__}"
                yield Shape("nothing written", label, "", original, partial(dress, page))


def all_mails(originals: Sequence[tuple[Original, Sequence[str]]]) -> Iterator[Shape]:
    """Every mail of this module."""
    yield from plain_mails(originals)
    yield from broken_mails(originals)
    yield from signed_mails(originals)
    yield from mails_of_pages([(original, answers[:2]) for original, answers in originals])
    yield from odd_mails(originals)
    yield from silent_mails(originals[:1])
