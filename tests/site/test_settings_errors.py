"""Requirement O2: a wrong or missing setting ends in one line that names it, and never in a stack trace."""

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.db import connection

from tests.support.processes import ROOT

pytestmark = pytest.mark.slow

GOOD = {
    "SITE_URL": "https://games.example",
    "SECRET_KEY": "k" * 20 + "abcdefghijklmnopqrstuvwxyz0123456789",
    "DATABASE_URL": "postgresql://fluxx:secret@127.0.0.1:1/fluxx",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "EMAIL_URL": "smtp://127.0.0.1:25",
}
OIDC: dict[str, str | None] = {
    "OIDC_NAME": "Club",
    "OIDC_ISSUER": "https://login.example/realms/club",
    "OIDC_CLIENT_ID": "fluxx",
    "OIDC_CLIENT_SECRET": "s3cr3t",
}


def run(tmp_path: Path, *words: str, **changes: str | None) -> subprocess.CompletedProcess[str]:
    """Run a program with good settings but for `changes`; None takes a setting away."""
    return run_in(environment_of(tmp_path, changes), *words)


def environment_of(folder: Path, changes: dict[str, str | None]) -> dict[str, str]:
    """The environment of a program with good settings but for `changes`; None takes one away."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    env = {**kept, "VAR_DIR": str(folder), **GOOD, **changes}
    return {name: value for name, value in env.items() if value is not None}


def run_in(env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, env=env, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that the program ended with."""
    assert done.returncode != 0, done.stdout
    assert "Traceback" not in done.stderr + done.stdout, done.stderr + done.stdout
    return done.stderr.strip().splitlines()[-1]


# What is wrong, and what is said of it.
WRONG = [
    ({"SITE_URL": None}, "SITE_URL is not set."),
    ({"SITE_URL": "games.example"}, "Write it with its scheme"),
    ({"SITE_URL": "http://games.example"}, "Serve the site over https"),
    ({"SITE_URL": "https://games.example/fluxx/"}, "Leave out everything after the host name"),
    ({"SITE_URL": "https://games.example:port"}, "which is not an address"),
    ({"SITE_URL": "https://games.example:0"}, "which is not an address"),
    ({"SITE_URL": "https://games example"}, "which is not an address"),
    ({"SITE_URL": "https://*"}, "which is not an address"),
    ({"SITE_URL": "https://-x.example"}, "which is not an address"),
    ({"SECRET_KEY": None}, "SECRET_KEY is not set. Make one"),
    ({"SECRET_KEY": "short"}, "too easy to guess"),
    ({"SECRET_KEY": "a" * 60}, "too easy to guess"),
    ({"DATABASE_URL": None}, "DATABASE_URL is not set."),
    ({"DATABASE_URL": "sqlite:///db"}, "DATABASE_URL must start with postgresql://"),
    ({"DATABASE_URL": "postgresql://fluxx@localhost:many/fluxx"}, "DATABASE_URL is not an address"),
    ({"DATABASE_URL": "postgresql://fluxx@localhost/"}, "DATABASE_URL names no database"),
    ({"DATABASE_URL": "postgresql://fluxx:p@ss/w#rd?%@db/fluxx"}, "put the password into DATABASE_PASSWORD"),
    ({"DATABASE_URL": "postgresql://fluxx:pa/ss@db/fluxx"}, "goes into DATABASE_PASSWORD"),
    ({"DATABASE_URL": "postgresql://fluxx:p@ss@db/fluxx"}, "put the password into DATABASE_PASSWORD"),
    ({"DATABASE_PASSWORD": "another"}, "DATABASE_URL and DATABASE_PASSWORD hold different passwords"),
    ({"SECRET_KEY_FILE": "/nowhere/key"}, "The value of SECRET_KEY_FILE must be a readable file path"),
    ({"SECRET_KEY_FILE": "/dev/null/key"}, "Not a directory: '/dev/null/key'"),
    ({"EMAIL_URL_FILE": "/"}, "The value of EMAIL_URL_FILE must be a readable file path"),
    ({"REDIS_URL": None}, "REDIS_URL is not set."),
    ({"REDIS_URL": "redis://h:abc/0"}, "REDIS_URL is not an address"),
    ({"REDIS_URL": "redis://localhost:99999"}, "REDIS_URL is not an address"),
    ({"REDIS_URL": "redis://[::1"}, "REDIS_URL is not an address"),
    ({"REDIS_URL": "redis://localhost:1/0?x=y"}, "REDIS_URL has something that its client doesn’t know"),
    ({"REDIS_URL": "rediss://h:1/0?ssl_cert_reqs=zz"}, "REDIS_URL has something that its client"),
    ({"REDIS_URL": "unix:///x?db=abc"}, "REDIS_URL names no socket"),
    ({"REDIS_URL": "unix://"}, "REDIS_URL names no socket"),
    ({"REDIS_URL": "amqp://localhost"}, "REDIS_URL starts with amqp://"),
    ({"EMAIL_URL": "mail.example"}, "EMAIL_URL must be smtp+tls://"),
    ({"REDIS_URL": "redis://:w#rd@queue.example:6379/0"}, "REDIS_URL has a /, ? or # within its password"),
    ({"EMAIL_URL": "smtp+tls://me:w#rd@mail.example:587"}, "digits goes into EMAIL_PASSWORD"),
    (
        {"EMAIL_URL": "smtp+tls://me:12/3@mail.example"},
        "put the password into EMAIL_PASSWORD instead, as it is",
    ),
    (
        {"EMAIL_URL": "smtp+tls://me:one@mail.example", "EMAIL_PASSWORD": "other"},
        "EMAIL_URL and EMAIL_PASSWORD hold different passwords",
    ),
    ({"EMAIL_URL": "smtp://mail.example", "EMAIL_PASSWORD": "any"}, "EMAIL_URL names nobody"),
    ({"EMAIL_URL": "postmark://key@", "EMAIL_PASSWORD": "any"}, "no mail server that EMAIL_PASSWORD"),
    ({"EMAIL_URL": None, "EMAIL_PASSWORD": "any"}, "no mail server that EMAIL_PASSWORD"),
    ({"EMAIL_URL": "smtp+tls://me:12/3@mail.example"}, "EMAIL_URL has a /, ? or # within its password"),
    ({"INBOX_URL": "imaps://me:1?2@mail.example/INBOX"}, "INBOX_URL has a /, ? or # within its password"),
    ({"EMAIL_URL": "smtp://mail.example:many"}, "EMAIL_URL is not an address"),
    ({"EMAIL_URL": "file://mail"}, "EMAIL_URL names no folder"),
    ({"EMAIL_URL": "postmark://"}, "EMAIL_URL has no key: write postmark://key@"),
    ({"EMAIL_URL": "mailgun://key@"}, "EMAIL_URL names no domain to send from"),
    ({"EMAIL_URL": "mailjet://key@"}, "EMAIL_URL needs both keys of Mailjet"),
    ({"INBOUND_DOMAIN": "turns@games.example"}, "Write the part after the @ alone"),
    ({"INBOUND_DOMAIN": "a..b"}, "Write the part after the @ alone"),
    ({"MAIL_DOMAIN": "not a domain"}, "MAIL_DOMAIN is 'not a domain'"),
    ({"MAIL_DOMAIN": "turns@games.example"}, "Write the part after the @ alone"),
    ({"DEFAULT_FROM_EMAIL": "Fluxx, by mail <turns@games.example>"}, "DEFAULT_FROM_EMAIL is"),
    ({"DEFAULT_FROM_EMAIL": "Fluxx <turns@games"}, "Write one address"),
    ({"DEFAULT_FROM_EMAIL": "turns@games.example; fluxx@games.example"}, "Write one address"),
    ({"ACCOUNTS_FROM_EMAIL": "Fluxx: accounts <accounts@games.example>"}, "ACCOUNTS_FROM_EMAIL is"),
    ({"ACCOUNTS_FROM_EMAIL": "Fluxx <accounts @ games.example>"}, "Write one address"),
    ({"CONTACT_EMAIL": "nonsense"}, "CONTACT_EMAIL is"),
    ({"WEBHOOK_SECRET": "secret"}, "WEBHOOK_SECRET is too easy to guess"),
    ({"INBOX_URL": "pop3://user:word@mail.example"}, "INBOX_URL must be imaps://"),
    ({"INBOX_URL": "imaps://mail.example/INBOX"}, "INBOX_URL must be imaps://"),
    ({"INBOX_URL": "imap://user:word@mail.example"}, "would send its password in the open"),
    ({"OIDC_ISSUER": "https://login.example"}, "OIDC_NAME and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are"),
    (OIDC | {"OIDC_CLIENT_SECRET": ""}, "OIDC_CLIENT_SECRET is not set. To let people sign in"),
    (OIDC | {"OIDC_ISSUER": "http://login.example"}, "must not travel in the open"),
    (OIDC | {"OIDC_ISSUER": "login.example"}, "Write the address that the provider calls its issuer"),
    (OIDC | {"OIDC_ISSUER": "https://login.example:port"}, "OIDC_ISSUER is 'https://login.example:port'"),
    (
        OIDC | {"OIDC_ISSUER": "https://login.example/.well-known/openid-configuration"},
        "without /.well-known/openid-configuration",
    ),
    (OIDC | {"OIDC_ISSUER": f"https://login.example/{'x' * 200}"}, "more than 200 characters"),
    (OIDC | {"OIDC_NAME": "x" * 41}, "It stands on a button"),
    ({"DEBUG": "1"}, "DEBUG is on and SITE_URL is https://games.example"),
    ({"EMBEDDED": "1"}, "EMBEDDED is on and SITE_URL is https://games.example"),
    ({"DEBUG": "perhaps"}, '"DEBUG" invalid'),
    ({"PROXY_COUNT": "some"}, '"PROXY_COUNT" invalid'),
    ({"LOG_LEVEL": "LOUD"}, '"LOG_LEVEL" invalid'),
    ({"SIGNUP": "friends"}, "SIGNUP is 'friends'. Write open for anybody"),
    ({"SIGNUP": "Closed"}, "SIGNUP is 'Closed'."),
    ({"SITE_TITLE": "x" * 41}, "Write a name of 40 characters at most"),
    ({"SITE_TITLE": "Ann <ann@example.org>"}, "SITE_TITLE is"),
    ({"SITE_TITLE": "…"}, "SITE_TITLE is"),
    ({"VACATION_DAYS": "many"}, '"VACATION_DAYS" invalid'),
    ({"TRIAL_GAMES": "-1"}, '"TRIAL_GAMES" invalid'),
    ({"VACATION_DAYS": "-1"}, '"VACATION_DAYS" invalid'),
    ({"MAILS_AN_HOUR": "0"}, '"MAILS_AN_HOUR" invalid'),
    ({"CATCH_UP_MAILS": "-5"}, '"CATCH_UP_MAILS" invalid'),
]
# Each is read in a process of its own, a copy of one that has loaded already what all of them need.
READ_EACH = """
import json, os, sys
import celery, csp.constants, dj_database_url, environs, kombu, marshmallow
import fluxx_site.environment, fluxx_site.logs, fluxx_site.quiet_scheduler, games.core.budgets

codes = []
for number, env in enumerate(json.load(sys.stdin)):
    if not os.fork():
        os.environ.clear()
        os.environ.update(env)
        os.dup2(os.open(f"{sys.argv[1]}/{number}", os.O_WRONLY | os.O_CREAT), sys.stderr.fileno())
        import fluxx_site.settings
        sys.exit()
    codes.append(os.waitstatus_to_exitcode(os.wait()[1]))
print(json.dumps(codes))
"""


@pytest.fixture(scope="module")
def read_wrong_settings(tmp_path_factory) -> list[subprocess.CompletedProcess[str]]:
    """What came of reading each of the wrong settings."""
    folder = tmp_path_factory.mktemp("said")
    envs = json.dumps([environment_of(folder, changes) for changes, _said in WRONG])
    words = [sys.executable, "-c", READ_EACH, str(folder)]
    done = subprocess.run(
        words, input=envs, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    codes = json.loads(done.stdout)
    return [
        subprocess.CompletedProcess(words, code, "", (folder / f"{number}").read_text())
        for number, code in enumerate(codes)
    ]


@pytest.mark.parametrize("number", range(len(WRONG)), ids=lambda number: " ".join(WRONG[number][0]))
def test_a_wrong_setting_is_named_in_one_line(read_wrong_settings, number):
    """Whatever reads the settings stops with one sentence about the setting that is wrong."""
    assert WRONG[number][1] in complaint(read_wrong_settings[number])


def test_an_empty_setting_is_the_same_as_none(tmp_path):
    """compose.yaml passes on every setting, also those that nobody has set."""
    optional = re.findall(r"^    (\w+): \$\{\w+:-\}$", (ROOT / "compose.yaml").read_text(), re.MULTILINE)
    show = (
        "from fluxx_site import settings\n"
        "for name, kept in sorted(vars(settings).items()):\n"
        "    if name.isupper() and isinstance(kept, (str, int, float)) or name == 'ALLOWED_HOSTS':\n"
        "        print(name, kept)"
    )
    with_none = run(tmp_path, sys.executable, "-c", show)
    with_empty = run(tmp_path, sys.executable, "-c", show, **dict.fromkeys(optional, ""))

    assert {"VACATION_DAYS", "ALLOWED_HOSTS", "PREPARED_STATEMENTS"} <= set(optional)
    assert "VACATION_DAYS 30" in with_none.stdout
    assert with_none.stdout == with_empty.stdout


ANY_PASSWORD = "p@ss/w#rd?% $x'\"\\ñ"


def test_any_setting_may_stand_in_a_file(tmp_path):
    """NAME_FILE names a file with the value of NAME; the line break at its end is not part of it."""
    values = {
        "SECRET_KEY": GOOD["SECRET_KEY"],
        "DATABASE_PASSWORD": ANY_PASSWORD,
        "SECRET_KEY_FALLBACKS": f"{'a' * 30}bcd{'e' * 30},second",
        "EMAIL_URL": "smtp+tls://me@mail.example:587",
        "EMAIL_PASSWORD": ANY_PASSWORD,
        "VACATION_DAYS": "12",
        "INBOX_URL": "imaps://me:word@mail.example/INBOX",
        "WEBHOOK_SECRET": "provider:long-enough-to-guess",
        "HEALTH_TOKEN": "",
    }
    changes: dict[str, str | None] = dict.fromkeys(values)
    for name, value in values.items():
        (tmp_path / name).write_text(f"{value}\n")
        changes[f"{name}_FILE"] = str(tmp_path / name)
    changes["DATABASE_URL"] = "postgresql://fluxx@127.0.0.1:1/fluxx"
    show = (
        "import json\nfrom fluxx_site import settings as s\n"
        "print(json.dumps([s.SECRET_KEY, s.DATABASES['default']['PASSWORD'], s.DATABASES['default']['HOST'],"
        " len(s.SECRET_KEY_FALLBACKS), s.EMAIL_HOST_PASSWORD, s.VACATION_DAYS,"
        " bool(s.INBOX), s.WEBHOOK_SECRET, s.HEALTH_TOKEN]))"
    )
    done = run(tmp_path, sys.executable, "-c", show, **changes)

    made = [GOOD["SECRET_KEY"], ANY_PASSWORD, "127.0.0.1", 2, ANY_PASSWORD, 12]
    assert [*made, True, values["WEBHOOK_SECRET"], ""] == json.loads(done.stdout)


def test_a_provider_is_routed_where_it_is_set(tmp_path):
    """By all four settings, the secret in a file; a slash at the end of the issuer is the same as none."""
    secret = tmp_path / "secret"
    secret.write_text("s3cr3t\n")
    show = (
        "import django\ndjango.setup()\nfrom django.conf import settings\nfrom django.urls import reverse\n"
        "print(reverse('oidc_callback'), settings.SIGN_IN_PROVIDER, settings.SIGN_IN_PROVIDER.client_secret)"
    )
    given = OIDC | {"OIDC_CLIENT_SECRET": None, "OIDC_CLIENT_SECRET_FILE": str(secret)}
    given |= {"OIDC_ISSUER": f"{OIDC['OIDC_ISSUER']}/", "DJANGO_SETTINGS_MODULE": "fluxx_site.settings"}
    done = run(tmp_path, sys.executable, "-c", show, **given)

    known = "SignInProvider(name='Club', issuer='https://login.example/realms/club', client_id='fluxx')"
    assert f"/accounts/provider/callback/ {known} s3cr3t" == done.stdout.strip()


def test_a_slip_in_the_name_of_a_setting_is_told(tmp_path):
    """A variable that looks like a setting, and is none, is named with the setting that was meant."""
    slips = {"EMAIL_URLL": "smtp://mail.example", "HEALT_TOKEN_FILE": "/dev/null", "DATABASE_URL_OLD": "x"}
    slips |= {"WEB_CONCURENCY": "4", "WEB_CONCURRENCY": "3"}
    done = run(tmp_path, sys.executable, "manage.py", "check", **slips)

    warnings = re.findall(r"The site knows no setting (\w+)\.\n\s*HINT: Did you mean (\w+)\?", done.stderr)
    assert [
        ("EMAIL_URLL", "EMAIL_URL"),
        ("HEALT_TOKEN_FILE", "HEALTH_TOKEN_FILE"),
        ("WEB_CONCURENCY", "WEB_CONCURRENCY"),
    ] == warnings


def test_any_password_of_the_database_works(tmp_path):
    """PostgreSQL takes a password with every character that an address would have to encode."""
    import psycopg
    from psycopg import sql

    server_address = urlsplit(os.environ["DATABASE_URL"]).netloc.rpartition("@")[2]
    role = f"odd_{os.getpid()}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        make = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}")
        server.execute(make.format(sql.Identifier(role), sql.Literal(ANY_PASSWORD)))
        try:
            ask = (
                "import django; django.setup()\nfrom django.db import connection\n"
                "print(connection.cursor().execute('SELECT current_user').fetchone()[0])"
            )
            address = f"postgresql://{role}@{server_address}/postgres"
            changes = {"DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "fluxx_site.settings"}
            right = run(tmp_path, sys.executable, "-c", ask, **changes, DATABASE_PASSWORD=ANY_PASSWORD)
            wrong = run(tmp_path, sys.executable, "-c", ask, **changes, DATABASE_PASSWORD="p@ss")
        finally:
            server.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(role)))

    assert role == right.stdout.strip(), right.stderr
    assert "password authentication failed" in wrong.stderr


@pytest.mark.parametrize(
    ("url", "backend", "setting"),
    [
        ("mailgun://a%2Fkey@mail.example?region=eu", "mailgun", ("MAILGUN_API_KEY", "a/key")),
        ("postmark://key@", "postmark", ("POSTMARK_SERVER_TOKEN", "key")),
        ("mailjet://key:secret@", "mailjet", ("MAILJET_SECRET_KEY", "secret")),
        ("sendgrid://key@", "sendgrid", ("SENDGRID_API_KEY", "key")),
    ],
)
def test_a_provider_is_an_address_as_well(url, backend, setting):
    """Anymail's backend of that name takes its key from EMAIL_URL."""
    from django.utils.module_loading import import_string

    from fluxx_site import environment

    mail = environment.parse_email_url(url)

    assert f"anymail.backends.{backend}.EmailBackend" == mail["EMAIL_BACKEND"]
    assert setting in mail["ANYMAIL"].items()
    assert import_string(mail["EMAIL_BACKEND"])


def test_a_provider_s_mail_can_be_made(settings):
    """The backend of a provider takes the site's mails as they are, without an envelope of their own."""
    from django.core.mail import get_connection

    from fluxx_site import environment
    from games.mail.message import Mail

    mail = environment.parse_email_url("mailgun://key@mail.example")
    settings.EMAIL_BACKEND, settings.ANYMAIL = mail["EMAIL_BACKEND"], mail["ANYMAIL"]
    message = Mail(
        "Friday", "text", "turns@games.example", ["ann@players.example"], headers={"Message-ID": "<g1@x>"}
    )
    message.attach_alternative("<p>text</p>", "text/html")
    payload = get_connection(timeout=1).build_message_payload(message, {})

    assert ("<g1@x>", "mail.example") == (payload.data["v:message_id"], payload.sender_domain)


GUNICORN = ("-m", "gunicorn", "fluxx_site.wsgi", "--bind", "127.0.0.1:0")
WORKER = ("-m", "celery", "-A", "fluxx_site", "worker")
BEAT = ("-m", "celery", "-A", "fluxx_site", "beat")


@pytest.mark.parametrize(
    "program", [GUNICORN, WORKER, BEAT, ("manage.py", "migrate")], ids=lambda words: words[-1]
)
def test_no_database_is_said_in_one_line(tmp_path, program):
    """Each process of the site refuses to start without PostgreSQL, and says where it looked."""
    done = run(tmp_path, sys.executable, *program)

    assert "PostgreSQL at 127.0.0.1:1 does not answer. Check DATABASE_URL" in complaint(done)


@pytest.mark.parametrize("program", [GUNICORN, WORKER, BEAT], ids=lambda words: words[-1])
def test_wrong_settings_are_one_line_from_every_process(tmp_path, program):
    """gunicorn and Celery end as quietly as manage.py does."""
    done = run(tmp_path, sys.executable, *program, SECRET_KEY=None)

    assert "SECRET_KEY is not set. Make one" in complaint(done)


def test_a_wrong_password_is_named(tmp_path):
    """The sentence says whose password was refused, and does not repeat it."""
    url = os.environ["DATABASE_URL"]
    user, rest = url.split("://")[1].split(":", 1)
    wrong = f"postgresql://{user}:not-the-password@{rest.split('@')[1]}"

    said = complaint(run(tmp_path, sys.executable, "manage.py", "migrate", DATABASE_URL=wrong))

    assert "refuses the password of fluxx" in said
    assert "not-the-password" not in said


def test_a_missing_database_is_named(tmp_path):
    """A server without the named database is told from one that does not answer."""
    url = os.environ["DATABASE_URL"].rsplit("/", 1)[0] + "/no_such_database"

    said = complaint(run(tmp_path, sys.executable, *GUNICORN, DATABASE_URL=url))

    assert "has no no_such_database" in said


def test_missing_migrations_are_named(tmp_path):
    """A web server in front of an empty database says which command to run."""
    url = os.environ["DATABASE_URL"].rsplit("/", 1)[0] + "/template1"

    said = complaint(run(tmp_path, sys.executable, *GUNICORN, DATABASE_URL=url))

    assert "Run: python manage.py prepare" in said


def test_another_programs_database_is_left_alone(transactional_db, site_env, tmp_path):
    """`prepare` refuses a database that holds somebody else's tables."""
    import psycopg

    base = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
    name = f"foreign_{os.getpid()}"
    with psycopg.connect(f"{base}/postgres", autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            with psycopg.connect(f"{base}/{name}") as foreign:
                foreign.execute("CREATE TABLE invoices (id int)")
            done = run(tmp_path, sys.executable, "manage.py", "prepare", DATABASE_URL=f"{base}/{name}")
            with psycopg.connect(f"{base}/{name}") as foreign:
                tables = foreign.execute(
                    "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
                ).fetchall()
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")

    assert "holds tables of another program (invoices is one)" in complaint(done)
    assert tables == [("invoices",)]


def test_an_unwritable_mail_folder_is_named(site_env, tmp_path):
    """Mails that go to files need a folder that takes them."""
    blocked = tmp_path / "a-file"
    blocked.write_text("in the way")
    env = {**site_env, "EMAIL_URL": (blocked / "mail").as_uri()}

    done = run_in(env, sys.executable, *GUNICORN)

    assert f"The mail folder {blocked}/mail can’t be written" in complaint(done)


def test_a_busy_port_is_named(site_env):
    """gunicorn says which address is taken."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run_in(site_env, sys.executable, *GUNICORN[:-1], f"127.0.0.1:{port}")

    assert f"Can't connect to ('127.0.0.1', {port})" in complaint(done)


def test_a_clock_that_is_wrong_is_named(db, monkeypatch):
    """Deadlines are instants, so this machine and PostgreSQL must agree on the time."""
    from fluxx_site import checks

    monkeypatch.setattr(checks, "clock_skew", lambda: -3600.0)

    with pytest.raises(checks.NotReady, match="differ by 3600 seconds"):
        checks.preflight()


def test_tables_of_another_role_are_named(transactional_db, settings):
    """As after a restore by another account: one line, which names the role that may not read them."""
    from fluxx_site import checks

    with connection.cursor() as cursor:
        cursor.execute("DROP ROLE IF EXISTS stranger")
        cursor.execute("CREATE ROLE stranger")
        cursor.execute("SET ROLE stranger")
        try:
            with pytest.raises(checks.NotReady, match="may not read the tables"):
                checks.preflight()
        finally:
            cursor.execute("RESET ROLE")
            cursor.execute("DROP ROLE stranger")


def test_redis_away_is_only_a_warning(db, settings, caplog):
    """Games go on without a queue, so the site starts and says so."""
    from fluxx_site import checks

    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    settings.EMAIL_FILE_PATH = Path("/tmp")

    checks.preflight()

    assert "Redis does not answer" in caplog.text
