"""Whether the collected static files are those of this release.

Pages name files by what STATIC_ROOT held when the process started. With the files of another release they
name files that are not there, or fail.
"""

import contextlib
import filecmp
import functools
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import MissingFileError

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


class StaticFiles(WhiteNoiseMiddleware):
    """Serves the files that were there at the start, and those of a later release that lie beside them.

    While one web process after another is restarted, pages of the newer ones name files which the older ones
    are asked for as well.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer for a static file, and let all else pass."""
        if self.static_root and request.path_info.startswith(self.static_prefix):
            self.look_again(request.path_info)
        answer: HttpResponseBase = super().__call__(request)
        return answer

    def look_again(self, url: str) -> None:
        """Learn of a file that has come since the start, if there is one."""
        if url in self.files or url.endswith("/") or not self.url_is_canonical(url):
            return
        root = Path(self.static_root).resolve()
        path = (root / url[len(self.static_prefix) :]).resolve()
        if path.is_relative_to(root) and path.is_file():
            with contextlib.suppress(MissingFileError):
                self.files[url] = self.find_file_at_path(str(path), url)
