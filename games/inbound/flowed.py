"""Joins the lines of a text that its mail program has broken: format=flowed, RFC 3676."""

SIGNATURE = "-- "


def unfold(text: str, *, delsp: bool = False) -> str:
    """Return a text with its paragraphs as lines.

    A line that ends with a space goes on in the next one of the same quotation; with `delsp` that space is
    not part of the text. A space before a line was put there by the program (RFC 3676, 4.4).
    """
    lines: list[str] = []
    parts: list[str] = []
    depth = 0
    for line in text.splitlines():
        content = line.lstrip(">")
        quoted = len(line) - len(content)
        content = content.removeprefix(" ")
        is_signature = content == SIGNATURE
        if parts and (quoted != depth or is_signature):
            lines.append(_join(parts, depth))
            parts = []
        depth = quoted
        is_flowed = content.endswith(" ") and not is_signature
        parts.append(content[:-1] if is_flowed and delsp else content)
        if not is_flowed:
            lines.append(_join(parts, depth))
            parts = []
    if parts:
        lines.append(_join(parts, depth))
    return "\n".join(lines)


def _join(parts: list[str], depth: int) -> str:
    marks = f"{'>' * depth} " if depth else ""
    return marks + "".join(parts)
