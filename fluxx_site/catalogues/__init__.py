"""The catalogues of translations: made from the sources, checked, written as .po and .mo."""

import os

# Well-formed, and of nobody: words are found in files, and no server is asked.
PLACEHOLDERS = {
    "SITE_URL": "http://localhost:8000",
    "SECRET_KEY": "nothing-is-ever-signed-with-this-key-of-nobody-at-all",
    "DATABASE_URL": "postgresql://nobody@localhost/nothing",
    "REDIS_URL": "redis://localhost/0",
}


def set_placeholders() -> None:
    """Set what every site must set, where that is not set: words can be found in a bare clone, too."""
    for name, value in PLACEHOLDERS.items():
        os.environ.setdefault(name, value)
