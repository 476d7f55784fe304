"""Which addresses reach the same mailbox, so that limits and blocks can't be evaded by spelling."""

import unicodedata

from games.models.player import clean_address

# Domains of one provider under which a name is always the same person's.
SAME_DOMAIN = {
    "googlemail.com": "gmail.com",
    "protonmail.com": "proton.me",
    "protonmail.ch": "proton.me",
    "pm.me": "proton.me",
    "me.com": "icloud.com",
    "mac.com": "icloud.com",
    "ya.ru": "yandex.ru",
    "yandex.by": "yandex.ru",
    "yandex.com": "yandex.ru",
    "yandex.kz": "yandex.ru",
    "yandex.ua": "yandex.ru",
}
# What the provider ignores in a name, or takes for another character.
SAME_LETTERS: dict[str, dict[int, str | None]] = {
    "gmail.com": {ord("."): None},
    "proton.me": {ord(each): None for each in ".-_"},
    "yandex.ru": {ord("."): "-"},
}


def canonical_mailbox(address: str) -> str:
    """Return one spelling for all addresses of one mailbox, as far as that is known.

    What follows a plus sign is dropped everywhere, dots and other domains where the provider is known to
    ignore them. A domain is written in ASCII. It is for comparing and counting: mail goes to the address
    that somebody gave.
    """
    local, at, domain = clean_address(unicodedata.normalize("NFKC", address)).rpartition("@")
    domain = _in_ascii(domain.rstrip("."))
    domain = SAME_DOMAIN.get(domain, domain)
    local = local.partition("+")[0] or local
    local = local.translate(SAME_LETTERS.get(domain, {})) or local
    return f"{local}{at}{domain}"


def is_same_mailbox(one: str, other: str) -> bool:
    """Whether two addresses reach the same mailbox, as far as that is known."""
    return canonical_mailbox(one) == canonical_mailbox(other)


def _in_ascii(domain: str) -> str:
    """Return a domain as mail servers look it up; one that can't be written so stays as it is."""
    try:
        return domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return domain
