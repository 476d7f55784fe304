"""The image of the Dockerfile, as .ci/image builds it: one container is the whole site."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.site.test_container import READY
from tests.support.browser import Browser
from tests.support.processes import PATIENCE, ROOT, Group

IMAGE = os.environ.get("IMAGE_ROOT", "")
ACCOUNT = 10001
# What the Dockerfile sets; buildah tells it of an image, and an engine of containers passes it on.
SET = ["PATH=/srv/venv/bin:/usr/local/bin:/usr/bin:/bin", "PYTHONUNBUFFERED=1", "PYTHONDONTWRITEBYTECODE=1"]
SET += ["STATIC_ROOT=/srv/static", "VAR_DIR=/data", "BUILT_FOR_CONTAINERS=1"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not Path(IMAGE, "srv/fluxx").is_dir(), reason="There is no image: .ci/image builds it."
    ),
]


def first_process(run: Group) -> int:
    """The first process of a container, as its host numbers it."""
    return int(Path(f"/proc/{run.process.pid}/task/{run.process.pid}/children").read_text().split()[0])


def test_one_container_is_a_whole_site(tmp_path):
    """Read-only, not as root: it serves, is healthy, writes a backup, and ends within 30 seconds."""
    volume = tmp_path / "volume"
    volume.mkdir(mode=0o700)
    os.chown(volume, ACCOUNT, ACCOUNT)
    words = [str(ROOT / ".ci" / "contain"), IMAGE, str(volume), *SET, "SITE_URL=http://localhost:8000"]
    run = Group([*words, "--", "bin/role", "all"], {"PATH": os.environ["PATH"]}, tmp_path / "run.log")
    try:
        run.wait_for_line(READY)
        first = first_process(run)
        accounts = {path.stat().st_uid for path in Path("/proc").glob("[0-9]*") if in_container(path, first)}
        front = Browser().get("http://localhost:8000/").status
        enter = [
            "nsenter",
            "--target",
            str(first),
            "--mount",
            "--pid",
            "--root",
            "--wd",
            "/usr/bin/env",
            "-i",
        ]
        healthy = subprocess.run([*enter, *SET, "bin/role", "healthy"], check=False).returncode
        run.wait_until(lambda: any(volume.glob("backups/night-*.backup")), "there is no backup")
        began = time.monotonic()
        os.kill(first, signal.SIGTERM)
        run.process.wait(PATIENCE)
        took = time.monotonic() - began
    finally:
        run.stop()

    assert (200, 0, {ACCOUNT}) == (front, healthy, accounts)
    assert took < 30
    assert {path.stat().st_uid for path in volume.rglob("*")} == {ACCOUNT}


def in_container(process: Path, first: int) -> bool:
    """Whether a process is in the name space of a container's first one."""
    with suppress(OSError):
        return (process / "ns/pid").readlink() == Path(f"/proc/{first}/ns/pid").readlink()
    return False


def test_without_a_volume_it_says_what_to_add(tmp_path):
    """As its first process would, in the root of the image alone."""
    words = ["chroot", f"--userspec={ACCOUNT}", IMAGE, "/usr/bin/env", "-i", "-C", "/srv/fluxx", *SET]
    inside = ["unshare", "--mount", "bash", "-c", 'mount -t proc proc "$0/proc"; exec "$@"', IMAGE, *words]
    done = subprocess.run(
        [*inside, "SITE_URL=https://games.example", "bin/role", "all"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert 1 == done.returncode
    assert "Nothing is mounted at /data" in done.stderr
    assert "Add -v fluxx:/data" in done.stderr
