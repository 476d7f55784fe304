"""What bin/run keeps in var/ from one run to the next, for one supervisor at a time."""

import fcntl
import os
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from fluxx_site.embedded import CannotStart

SETTINGS = (
    "SITE_URL",
    "SECRET_KEY",
    "DATABASE_URL",
    "REDIS_URL",
    "EMBEDDED",
    "VAR_DIR",
    "EMAIL_URL",
    "MAIL_DOMAIN",
    "DEFAULT_FROM_EMAIL",
    "INBOUND_DOMAIN",
    "WEBHOOK_SECRET",
    "INBOX_URL",
)


def lock_folder(var: Path, *, taken: str = "") -> IO[str]:
    """Make the folder of everything that bin/run keeps, and lock it: one site, one supervisor.

    `taken` is said where another supervisor has it.
    """
    try:
        var.mkdir(mode=0o711, parents=True, exist_ok=True)
        lock = (var / "lock").open("w")
    except OSError as error:
        raise CannotStart(
            f"{var} can’t be written ({error.strerror}). Set VAR_DIR to a folder of yours."
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise CannotStart(
            taken or f"The site runs already, in another terminal, on the data in {var}."
        ) from error
    return lock


def clear_folder(var: Path) -> None:
    """Delete everything in the folder but our lock."""
    for kept in var.iterdir():
        if kept.is_dir():
            shutil.rmtree(kept)
        elif kept.name != "lock":
            kept.unlink()


def read_secret(path: Path) -> str:
    """Return the secret in a file, which is made on the first run. Raises `CannotStart`."""
    if not path.exists():
        write_privately(path, secrets.token_urlsafe(50).encode())
    try:
        secret = path.read_text().strip()
    except (OSError, UnicodeDecodeError):
        secret = ""
    if not secret or not secret.isprintable():
        raise CannotStart(
            f"{path} holds no secret: it is empty, not text, or can’t be read. Put it back from a copy, or "
            "remove it if the site has never run, and start again."
        )
    return secret


def write_privately(path: Path, content: bytes) -> None:
    """Write a file that nobody else may read at any time; it has its name once it is whole."""
    partial = path.with_name(f".{path.name}.new")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def write_settings(var: Path, env: Mapping[str, str]) -> None:
    """Leave the settings where settings.py finds them, so that manage.py works on the same servers."""
    lines = [f"{name}={env[name]}\n" for name in SETTINGS if env.get(name)]
    write_privately(var / "embedded.env", "".join(lines).encode())
