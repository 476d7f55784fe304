"""Keyed hashes: what proves that an address, or a form, is this site's own.

Tokens of links are signed by `django.core.signing`, which knows SECRET_KEY_FALLBACKS by itself.
"""

from django.conf import settings
from django.utils.crypto import salted_hmac


def make_keyed_hashes(salt: str, words: str, *, algorithm: str = "sha256") -> list[bytes]:
    """Return the hashes of these words by SECRET_KEY, then by each of SECRET_KEY_FALLBACKS.

    The first is given out. Any of them is accepted, so that what was given out before the key was rotated
    goes on working.
    """
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [salted_hmac(salt, words, secret=key, algorithm=algorithm).digest() for key in keys]


def opaque_state(salt: str, *parts: str) -> str:
    """Return a sign that changes whenever these parts do, and from which nobody can read or count them."""
    return salted_hmac(salt, "-".join(parts), algorithm="sha256").hexdigest()[:16]
