"""PgBouncer in front of the test's PostgreSQL, in transaction mode as hosts of databases run it."""

import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import psycopg

from fluxx_site.embedded import account

PROGRAM = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
# What PgBouncer keeps for each client and sets again on whatever connection that one gets.
TRACKED = {"application_name", "client_encoding", "DateStyle", "standard_conforming_strings", "TimeZone"}
# All that a session can keep, as far as PostgreSQL lists it.
KEPT = """
SELECT 'SET ' || name FROM pg_settings WHERE source = 'session' AND name <> ALL(%(tracked)s)
UNION ALL SELECT 'cursor ' || name FROM pg_cursors WHERE name <> ''
UNION ALL SELECT 'prepared ' || statement FROM pg_prepared_statements WHERE name NOT LIKE 'PGBOUNCER%%'
UNION ALL SELECT 'LISTEN ' || channel FROM pg_listening_channels() AS channel
UNION ALL SELECT 'table ' || relname FROM pg_class WHERE relnamespace = pg_my_temp_schema()
UNION ALL SELECT 'lock ' || objid FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()
"""


class PgBouncer:
    """A pooler with few connections to the server of `database`, Django's settings of one."""

    def __init__(self, folder: Path, database: dict[str, Any], *, connections: int = 4) -> None:
        assert PROGRAM is not None
        self.connections = connections
        self.folder = account.make_server_folder(folder)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        config = account.make_server_folder(folder / "config") / "pgbouncer.ini"
        server = f"host={database['HOST']} user={database['USER']} password={database['PASSWORD']}"
        port = f" port={database['PORT']}" if database["PORT"] else ""
        config.write_text(
            f"[databases]\n* = {server}{port}\n[pgbouncer]\n"
            f"listen_addr = 127.0.0.1\nlisten_port = {self.port}\nunix_socket_dir =\n"
            f"auth_type = trust\nauth_file = {config.parent}/users\n"
            f"pool_mode = transaction\ndefault_pool_size = {connections}\n"
        )
        (config.parent / "users").write_text(f'"{database["USER"]}" ""\n')
        words, how = account.build_command(
            [PROGRAM, "-q", config], reads=[config], dies_with_us=signal.SIGTERM
        )
        self.log = folder / "pgbouncer.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(words, stdout=log, stderr=log, cwd="/", **how)
        self.url = f"postgresql://{database['USER']}:none@127.0.0.1:{self.port}/{database['NAME']}"
        end = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.url).close()
            except psycopg.OperationalError as error:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise AssertionError(self.log.read_text()) from error
                time.sleep(0.05)
            else:
                return

    def kept(self) -> set[str]:
        """What any of its connections to the server has kept after a transaction, for whoever comes next."""
        clients = [psycopg.connect(self.url, prepare_threshold=None) for _ in range(self.connections)]
        try:
            pids, found = set(), set()
            for client in clients:  # each holds its connection, so that the next client gets another one
                (pid,) = client.execute("SELECT pg_backend_pid()").fetchone() or (0,)
                pids.add(pid)
                found |= {str(row[0]) for row in client.execute(KEPT, {"tracked": [*TRACKED]})}
            assert len(pids) == self.connections
            return found
        finally:
            for client in clients:
                client.close()

    def stop(self) -> None:
        """End it with all its connections."""
        self.process.kill()
        self.process.wait(30)
