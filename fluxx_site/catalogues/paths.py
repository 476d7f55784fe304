"""Which languages the site is translated into, and where their catalogues lie."""

from pathlib import Path

from django.conf import settings


def list_languages() -> list[str]:
    """Return the languages that the site is translated into."""
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def get_path(language: str, suffix: str, root: Path | None = None) -> Path:
    """Return where the catalogue of a language lies, as .po or as .mo."""
    return Path(root or settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / f"django{suffix}"
