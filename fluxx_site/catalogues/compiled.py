"""The .mo files that Django reads: compiled from the .po where the site starts, and not kept in git."""

import gettext
import hashlib
import struct
import tempfile
from pathlib import Path

from django.conf import settings

from fluxx_site.catalogues.paths import get_path, list_languages
from games.core import typography

COMMAND = "python manage.py compilemessages"


def list_stale() -> list[str]:
    """Return the languages whose .mo that Django reads is missing, or made from other translations."""
    return [each for each in list_languages() if _read_version(each) != _build_version(each)]


def describe_stale() -> str:
    """Return in one line which translations players don't see; nothing if they see all of them."""
    stale = list_stale()
    if not stale:
        return ""
    said = f"The translations are not compiled ({', '.join(stale)}): players may read English."
    in_the_way = [str(path) for each in stale for path in _find_in_the_way(each)]
    if in_the_way:
        paths = ", ".join(in_the_way)
        return f"{said} Delete {paths} (VAR_DIR has newer ones), or run as the owner: {COMMAND}"
    return f"{said} Run: {COMMAND}"


def _find_in_the_way(language: str) -> list[Path]:
    """Return the stale .mo that Django reads first, where a right one lies in another place."""
    found = _find_compiled(language)
    return found[:1] if any(_version_of(path) == _build_version(language) for path in found[1:]) else []


def _find_compiled(language: str) -> list[Path]:
    """Return the .mo files of a language, the one that outweighs the others first."""
    paths = (get_path(language, ".mo", root) for root in settings.LOCALE_PATHS)
    return [path for path in paths if path.is_file()]


def compile_stale() -> str:
    """Compile what is missing or stale; return in one line what can't be written, or nothing.

    Where the code can't be written by the site, the files go to VAR_DIR.
    """
    for language in list_stale():
        content = _compile(language)
        for root in settings.LOCALE_PATHS:
            try:
                _write(get_path(language, ".mo", root), content)
                break
            except OSError:
                continue
    return describe_stale()


def _build_version(language: str) -> str:
    """Return what a .mo is made from, as a hash: no file time tells it, as a rollback brings older ones."""
    made_from = get_path(language, ".po"), Path(typography.__file__)
    return hashlib.sha256(b"".join(path.read_bytes() for path in made_from if path.exists())).hexdigest()


def _read_version(language: str) -> str | None:
    """Return what the .mo that Django reads was made from, as its header says."""
    return next((_version_of(path) for path in _find_compiled(language)), None)


def _version_of(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            said = gettext.GNUTranslations(file).info().get("project-id-version", "")
    except (OSError, ValueError, struct.error):  # no .mo file, or one that was cut off
        return None
    return str(said.rpartition(" ")[2])


def _compile(language: str) -> bytes:
    from fluxx_site.catalogues import files  # only here: importing Babel takes time and memory

    catalog = files.read_catalog(language)
    catalog.version = _build_version(language)
    return files.as_mo(catalog)


def _write(path: Path, content: bytes) -> None:
    """Write a file at once: a process that starts meanwhile reads the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as new:
        new.write(content)
    made = Path(new.name)
    try:
        made.chmod(0o644)
        made.replace(path)
    finally:
        made.unlink(missing_ok=True)
