"""A database that is migrated already: each process of a run makes its own as a copy of it.

Migrating takes ten seconds of a processor. What came of it is kept in pytest's cache for later runs, under a
hash of all that it depends on.
"""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import django
import psycopg
from django.apps import apps

from fluxx_site.backups import find_programs

ROOT = Path(__file__).parents[2]
LOCK = 0x7E57  # of the one process that makes it, for which the others wait


def make_migrated_database(kept: Path) -> str:
    """The name of a database that is migrated and empty, in the server of this run; `kept` is a folder."""
    with psycopg.connect(build_url("postgres"), autocommit=True) as server:
        server.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        name = f"migrated_{hash_migrations(server.info.server_version)}"
        if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            server.execute("DROP DATABASE IF EXISTS migrating")
            server.execute("CREATE DATABASE migrating")
            fill_database(build_url("migrating"), kept / f"{name}.sql")
            server.execute(f"ALTER DATABASE migrating RENAME TO {name}")
    return name


def build_url(database: str) -> str:
    return f"{os.environ['DATABASE_URL'].rsplit('/', 1)[0]}/{database}"


def hash_migrations(server: int) -> str:
    """What the tables depend on: migrations of all apps, the models that ours import, versions."""
    files = [path for app in apps.get_app_configs() for path in Path(app.path).glob("migrations/*.py")]
    files += (ROOT / "games" / "models").rglob("*.py")
    found = sha256(f"{django.__version__} {server}".encode())
    for path in sorted(files):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def fill_database(url: str, dump: Path) -> None:
    """Read the dump, or else migrate and write it."""
    programs = find_programs()
    if dump.exists():
        words = ["--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", f"--file={dump}", url]
        subprocess.run([programs / "psql", *words], stdout=subprocess.DEVNULL, check=True)
        return
    words = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(words, cwd=ROOT, env={**os.environ, "DATABASE_URL": url}, check=True)
    partial = dump.with_suffix(f".{os.getpid()}")
    subprocess.run([programs / "pg_dump", "--no-owner", f"--file={partial}", url], check=True)
    for old in dump.parent.glob("*.sql"):
        old.unlink(missing_ok=True)
    partial.rename(dump)
