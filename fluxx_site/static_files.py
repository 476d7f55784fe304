"""Whether the collected static files are those of this release.

Pages name files by what STATIC_ROOT held when the process started. With the files of another release they
name files that are not there, or fail.
"""

import filecmp
import functools
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage

REMEDY = "Run: python manage.py collectstatic --noinput"


@functools.cache
def describe_stale_files() -> str:
    """Return in one line what is wrong with the files in STATIC_ROOT; nothing if they are this release's.

    It is asked once for each process, which reads their names once, too.
    """
    if not settings.STATIC_ROOT:
        return ""
    root, known = Path(settings.STATIC_ROOT), getattr(staticfiles_storage, "hashed_files", {})
    if not known:
        return f"{root} holds no static files. {REMEDY}"
    for finder in get_finders():
        for name, storage in finder.list([]):
            if name not in known:
                return f"The static files in {root} are of another release: {name} is missing. {REMEDY}"
            source, copy = storage.path(name), root / name
            if copy.is_file() and not filecmp.cmp(source, copy, shallow=False):
                return f"The static files in {root} are of another release: {name} differs. {REMEDY}"
    return ""
