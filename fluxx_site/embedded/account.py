"""Starts a server program as an account that may run it, and lets it end when its starter dies.

PostgreSQL refuses to run as root. As root a server therefore runs as `nobody`, which owns the folders that
the server writes and nothing else. A clone often lies where `nobody` can't reach (under /root, in a folder
made by mktemp): nobody's rights are not widened by opening those folders to everyone, but by the single
capability to pass through them, for this one process.
"""

import functools
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from fluxx_site.embedded import CannotStart

READ_SEARCH, OVERRIDE = 2, 1  # the numbers of CAP_DAC_READ_SEARCH and CAP_DAC_OVERRIDE


def is_root() -> bool:
    return os.geteuid() == 0


def make_server_folder(folder: Path) -> Path:
    """Make `folder` for the server's account, closed to others."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if is_root():
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return folder


def make_socket_folder(key: Path) -> Path:
    """An empty folder for the sockets of `key`, always the same; a socket's path has 107 bytes at most."""
    folder = get_socket_folder(key)
    try:
        if folder.is_symlink() or (
            folder.exists() and folder.stat().st_uid not in (os.geteuid(), server_uid())
        ):
            raise CannotStart(
                f"{folder} belongs to somebody else. Remove it, or set TMPDIR to a folder of yours."
            )
        shutil.rmtree(folder, ignore_errors=True)
        return make_server_folder(folder)
    except OSError as error:
        raise CannotStart(f"The folder {folder} for sockets can’t be made: {error.strerror}.") from error


def get_socket_folder(key: Path) -> Path:
    return Path(tempfile.gettempdir(), f"fluxx-{sha256(str(key).encode()).hexdigest()[:12]}")


def server_uid() -> int:
    return pwd.getpwnam("nobody").pw_uid if is_root() else os.geteuid()


def build_command(
    argv: Sequence[str | Path], *, reads: Sequence[Path] = (), dies_with_us: signal.Signals | None = None
) -> tuple[list[str], dict[str, Any]]:
    """The words and the options for subprocess that run `argv` as the server's account.

    `reads` are the folders that the program must reach beside its own. With `dies_with_us` the kernel
    (Linux) sends that signal when the calling process ends in any way, so that even SIGKILL leaves no server
    behind.
    """
    words = [str(word) for word in argv]
    prefix = ["setpriv"]
    if dies_with_us is not None and setpriv_knows("--pdeathsig", "TERM"):
        prefix += ["--pdeathsig", dies_with_us.name.removeprefix("SIG")]
    if not is_root():
        return (prefix if len(prefix) > 1 else []) + words, {}
    nobody = pwd.getpwnam("nobody")
    reach = list_reach_options([Path(words[0]), *reads])
    if not reach and len(prefix) == 1:
        return words, {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    identity = ["--reuid", str(nobody.pw_uid), "--regid", str(nobody.pw_gid), "--clear-groups"]
    return [*prefix, *identity, *reach, *words], {}


def list_reach_options(paths: Sequence[Path]) -> list[str]:
    """The options of setpriv with which `nobody` reaches `paths`; none when it reaches them anyway."""
    blocked = next((path for path in paths if not nobody_reaches(path)), None)
    if blocked is None:
        return []
    for number, name in ((READ_SEARCH, "dac_read_search"), (OVERRIDE, "dac_override")):
        options = [
            "--securebits",
            "+no_setuid_fixup",
            "--inh-caps",
            f"-all,+{name}",
            "--ambient-caps",
            f"-all,+{name}",
        ]
        if has_capability(number) and setpriv_knows("--reuid", "nobody", "--clear-groups", *options):
            return options
    raise CannotStart(
        f"PostgreSQL refuses to run as root, and the account nobody can’t reach {blocked}. "
        "Run this as an ordinary user, or move the clone where everybody may enter, such as /srv/fluxx."
    )


def nobody_reaches(path: Path) -> bool:
    nobody = pwd.getpwnam("nobody")
    test = ["/bin/sh", "-c", 'test -x "$0"', str(path)]
    return (
        subprocess.run(test, user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[], cwd="/").returncode
        == 0
    )


def has_capability(number: int) -> bool:
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return False
    held = next((line.split()[1] for line in status.splitlines() if line.startswith("CapEff:")), "0")
    return bool(int(held, 16) >> number & 1)


@functools.cache
def setpriv_knows(*options: str) -> bool:
    """Whether setpriv is here and takes these options: it belongs to Linux, and busybox has a smaller one."""
    if not sys.platform.startswith("linux") or shutil.which("setpriv") is None:
        return False
    return subprocess.run(["setpriv", *options, "true"], capture_output=True, check=False).returncode == 0
