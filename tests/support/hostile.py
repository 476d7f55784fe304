"""Mails that somebody wrote to choke their reader: each is small, and was slow or fatal to some parser."""

from collections.abc import Callable, Iterator

DEEP = 230  # levels that the standard library's parser still follows


def parts(*bodies: bytes, kind: bytes = b"multipart/mixed") -> bytes:
    """The headers and the parts of a mail; each body begins with the headers of its part."""
    return (
        b"Content-Type: %b; boundary=b\r\n\r\n" % kind
        + b"".join(b"--b\r\n%b\r\n" % each for each in bodies)
        + b"--b--\r\n"
    )


def levels(count: int, kind: bytes, between: bytes = b"") -> bytes:
    """Parts within parts."""
    heads = (
        b"Content-Type: %b; boundary=b%d\r\n\r\n--b%d\r\n%b" % (kind, n, n, between) for n in range(count)
    )
    return b"".join(heads)


def report(*bodies: bytes) -> bytes:
    """A report of a mail server."""
    return parts(*bodies, kind=b"multipart/report; report-type=delivery-status")


STRUCTURES: dict[str, bytes] = {
    "type of comments": b"Content-Type: " + b"(" * 3_000 + b"\r\n\r\nhi",
    "type of named comments": b"Content-Type: " + b"(a" * 1_500 + b"\r\n\r\nhi",
    "parameter of comments": b"Content-Type: text/plain; " + b"(" * 3_000 + b"\r\n\r\nhi",
    "quoted comments": b'Content-Type: text/plain; a="' + b"(" * 3_000 + b"\r\n\r\nhi",
    "disposition of comments": b"Content-Disposition: " + b"(" * 3_000 + b"\r\n\r\nhi",
    "encoding of comments": b"Content-Transfer-Encoding: " + b"(" * 3_000 + b"\r\n\r\nhi",
    "version of comments": b"MIME-Version: " + b"(" * 3_000 + b"\r\n\r\nhi",
    "part of comments": parts(b"Content-Type: " + b"(" * 3_000 + b"\r\n\r\n1"),
    "many parameters": parts(*[b"Content-Type: text/plain; " + b"a=b; " * 700 + b"\r\n\r\n"] * 200),
    "many quotes": parts(*[b'Content-Type: image/x; a="' + b'\\"' * 1_900 + b"\r\n\r\n"] * 100),
    "many pieces": parts(
        *[b"Content-Type: image/x" + b"".join(b"; a*%d*=%%41" % n for n in range(350)) + b"\r\n\r\n"] * 110
    ),
    "many semicolons": parts(*[b'Content-Type: text/plain; a="' + b";" * 3_900 + b"\r\n\r\n"] * 200),
    "levels": levels(2_000, b"multipart/mixed") + b"\r\n1",
    "levels of a digest": levels(DEEP, b"multipart/digest", b"\r\n") + b"\r\n1",
    "levels of empty lines": levels(DEEP, b"multipart/mixed") + b"\n" * 900_000,
    "mails in mails": b"Content-Type: message/rfc822\r\n\r\n" * 3_000 + b"1",
    "parts without an end": b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\n" * 100_000,
    "boundaries alike": b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--bb\r\n" * 150_000,
    "lines alone": b"\r\n" + b"\n" * 990_000,
    "a header in 300,000 lines": b"X-A: b\r\n" + b" c\r\n" * 240_000 + b"\r\n1",
    "a hundred thousand headers": b"a: b\r\n" * 160_000 + b"\r\n1",
    "blocks of a report": report(
        b"Content-Type: message/delivery-status\r\n\r\n" + b"a: b\r\n\r\n" * 100_000
    ),
    "blocks that failed": report(
        b"Content-Type: message/delivery-status\r\n\r\n" + b"Action: failed\r\nStatus: 5.1.1\r\n\r\n" * 20_000
    ),
    "returned mails": report(
        *[
            b"Content-Type: message/rfc822\r\n\r\nSubject: "
            + b"a," * 1_900
            + b'\r\nTo: "'
            + b'a,"' * 1_000
            + b"\r\n\r\n1"
        ]
        * 60
    ),
    "nothing": b"",
    "blanks": b"\r\n\r\n",
    "zeros": b"\0" * 5_000,
    "colons": b":" * 5_000,
    "mailbox lines": b"From x\n" * 50_000 + b"\n1",
    "bytes": bytes(range(256)) * 3_000,
}
HEADERS = (
    "From",
    "To",
    "Cc",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Auto-Submitted",
    "Precedence",
)
VALUES: dict[str, bytes] = {
    "comments": b"(" * 3_990,
    "quotes": b'"' * 3_990,
    "angles": b"<" * 3_990,
    "groups": b"a:" * 1_990,
    "commas": b"a," * 1_990,
    "ats": b"a@" * 1_990,
    "backslashes": b"\\" * 3_990,
    "brackets": b"[" * 3_990,
    "encoded": b"=?utf-8?q?a?= " * 280,
    "begun": b"=?utf-8?q?" * 390,
    "marks": b"=?" * 1_990,
    "blanks": b"a" + b" " * 3_900 + b"b",
    "bytes": b"\xff\xfe" * 1_900,
}
PAGES: dict[str, str] = {
    "section": "<p><![x[a]]></p>",
    "begun section": "<![ 1",
    "condition": "<![if !mso]>1<![endif]>",
    "data": "<![CDATA[1",
    "entities": "<!DOCTYPE a [ <!ENTITY x 'y'> ]>1",
    "declarations": "<!x [ <!y> ]>1",
    "numbers": "&#x110000; &#xd800; &#" + "9" * 5_000 + ";1",
    **{
        repr(piece): piece * (200_000 // len(piece))
        for piece in (
            "<!--",
            "<",
            "<a ",
            "&#",
            "<![CDATA[",
            "<!x",
            "<a b='",
            "</a",
            "<?",
            "<script>",
            "<title>",
            "<p ",
            "<p a=b ",
        )
    },
}
CHARSETS = (
    "",
    "a\0b",
    "a" * 3_000,
    "rot13",
    "zlib",
    "hex",
    "undefined",
    "mbcs",
    "utf-7",
    "utf-32",
    "punycode",
    "unicode-escape",
    "idna",
    "bz2",
)
SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----\n"
# Repeated in a line, and as lines.
PIECES = (
    *(
        "On a <",
        "On 2020 10:30 ",
        "2020 10:30:",
        "w dniu ",
        "*From: a@",
        "**",
        "__",
        "== ",
        "a: ",
        "1, ",
        "#1 ",
    ),
    *("> ", "| ", "( ", "<https:", "\u200b", "10:30", "2020 ", "wrote ", "Sent from my ", "reacted to "),
    *("get the ", "a.b@c ", "1.", "\u2013 a", "é "),
)
LINES = (
    *("", ">", "a", "1", "--", "From: a@b", "On 1 Jan 2020 at 10:30, A <a@b> wrote:", "Am 1.1.2020"),
    *("Subject: a", "-----", "Regards,", "- a"),
)
DASHES = "-" * 998 + "x\n"
TEXTS: dict[str, str] = {
    "a line of dashes": DASHES * 6,
    "dashes above quotations": (DASHES + "> q\n") * 40,
    "dashes and blanks": ("-- " * 333 + "x\n") * 40,
    "addresses begun": ("<cid:" * 199 + "a\n") * 40,
    "addresses begun, long": "<cid:" * 8_000,
    "signatures begun": SIGNED + "\n" + "-----BEGIN PGP SIGNATURE-----\n" * 1_300 + "x" * 20_000,
    "headers of PGP": SIGNED + "a: b\n" * 8_000,
    **{repr(piece): (piece * (1_000 // len(piece)) + "\n") * 40 for piece in PIECES},
    **{repr(line): (line + "\n") * (39_000 // (len(line) + 1)) for line in LINES},
}


def hostile_mails(head: bytes) -> Iterator[tuple[str, bytes]]:
    """Name and raw bytes of each mail; `head` are headers that make it reach somebody."""
    for name, raw in STRUCTURES.items():
        yield name, head + raw
    for header in HEADERS:
        for name, value in VALUES.items():
            yield f"{header} of {name}", b"%b: %b\r\n" % (header.encode(), value) + head + b"\r\n1\r\n"
    yield (
        "every header",
        b"".join(b'%b: "%b\r\n' % (each.encode(), b'",' * 900) for each in HEADERS * 20) + head + b"\r\n1",
    )
    for name, page in PAGES.items():
        yield (
            f"page: {name}",
            head + b"Content-Type: text/html; charset=utf-8\r\n\r\n" + page.encode("utf-8", "replace"),
        )
    for charset in CHARSETS:
        yield (
            f"charset {charset[:8]!r}",
            head + b'Content-Type: text/plain; charset="%b"\r\n\r\n-1\r\n' % charset.encode(),
        )
    for charset in CHARSETS[1:]:
        yield (
            f"boundary in {charset[:8]!r}",
            head + b"Content-Type: multipart/mixed; boundary*=%b''%%5Cud800\r\n\r\n1\r\n" % charset.encode(),
        )
    for name, text in TEXTS.items():
        yield f"text: {name}", head + b"Content-Type: text/plain; charset=utf-8\r\n\r\n" + text.encode()


def costs(work: Callable[[], object]) -> float:
    """Seconds of processor time that this takes once."""
    import time

    began = time.process_time()
    work()
    return time.process_time() - began
