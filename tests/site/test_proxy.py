"""docs/deploy/nginx.conf, tried: Debian's nginx with TLS before the real gunicorn. And the Caddyfile."""

import http.client
import ipaddress
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from fluxx_site.logs import SECRET_PATHS
from tests.support.processes import ROOT, Group

HOST = "games.example"
CONF = (ROOT / "docs" / "deploy" / "nginx.conf").read_text()
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/bin")
SECRET = "WzEzOCwwXQ-1xV4nS-secret"
SECRET_ADDRESSES = [
    *(
        f"/{kind}/{SECRET}/"
        for kind in (
            "p",
            "i",
            "b",
            "u",
            "v",
            "e",
            "s",
            "me",
            "join",
            "join-circle",
            "newcomer",
            "first-operator",
        )
    ),
    f"/u/{SECRET}",
    f"/f/{SECRET}/turns.atom",
    f"/p/{SECRET}/?pick={SECRET}",
    f"/decks/some-deck/?link={SECRET}",
    f"/accounts/password/reset/key/{SECRET}/",
    f"//p//{SECRET}/",
]
CADDYFILE = ROOT / "docs" / "deploy" / "Caddyfile"
BUFFERED = "request_buffers 3MB"
pytestmark = pytest.mark.slow
needs_nginx = pytest.mark.skipif(NGINX is None, reason="There is no nginx here: apt-get install nginx-light.")
needs_caddy = pytest.mark.skipif(
    not shutil.which("caddy"), reason="There is no Caddy here: apt-get install caddy."
)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def make_certificate(folder: Path) -> None:
    """Write a certificate for HOST, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    names = [x509.DNSName(HOST), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    form = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "privkey.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, *form))


def write_config(folder: Path, ports: dict[str, int]) -> Path:
    """Write the site's configuration, with other ports and folders, within a configuration of nginx."""
    site = re.sub(r"\n    listen \[::\].*", "", CONF)
    for old, new in {
        "listen 80;": f"listen 127.0.0.1:{ports['http']};",
        "listen 443 ssl": f"listen 127.0.0.1:{ports['https']} ssl",
        "127.0.0.1:8000": f"127.0.0.1:{ports['site']}",
        f"/etc/letsencrypt/live/{HOST}": str(folder),
        "/var/log/nginx": str(folder),
        "/var/www/html": str(folder),
    }.items():
        assert old in site
        site = site.replace(old, new)
    temporary = "".join(
        f"    {kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    path = folder / "nginx.conf"
    path.write_text(
        f"user root;\ndaemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/main.log;\n"
        f"events {{}}\nhttp {{\n{temporary}    access_log off;\n{site}\n}}\n"
    )
    return path


@pytest.fixture
def proxy(tmp_path, start_program: Callable[..., Group]) -> Iterator[SimpleNamespace]:
    """The site behind nginx: one worker with one thread, which a single slow client would hold."""
    folder = tmp_path / "nginx"
    folder.mkdir()
    make_certificate(folder)
    ports = {name: free_port() for name in ("http", "https", "site")}
    config = write_config(folder, ports)
    words = ["fluxx_site.wsgi", "--bind", f"127.0.0.1:{ports['site']}", "--workers", "1", "--threads", "1"]
    web = start_program("gunicorn", *words, SITE_URL=f"https://{HOST}", ALLOWED_HOSTS=HOST)
    nginx = Group([str(NGINX), "-c", str(config)], {"PATH": "/usr/bin:/bin"}, folder / "out.log")
    web.wait_for_line("Booting worker")
    nginx.wait_until(lambda: answers(ports["https"]), "nginx does not listen", 20)
    yield SimpleNamespace(web=web, folder=folder, config=config, **ports)
    nginx.stop()


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def connect(proxy: SimpleNamespace, client: str = "127.0.0.1") -> ssl.SSLSocket:
    """Return a TLS connection from this address, with the certificate checked."""
    context = ssl.create_default_context(cafile=proxy.folder / "fullchain.pem")
    raw = socket.create_connection(("127.0.0.1", proxy.https), 20, source_address=(client, 0))
    return context.wrap_socket(raw, server_hostname=HOST)


def ask(
    proxy: SimpleNamespace,
    path: str,
    form: dict[str, str] | None = None,
    *,
    client: str = "127.0.0.1",
    **headers: str,
) -> http.client.HTTPResponse:
    """Ask for a page over https, or send a form."""
    connection = http.client.HTTPConnection(HOST, timeout=40)
    connection.sock = connect(proxy, client)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if form is None:
        connection.request("GET", path, headers=sent)
    else:
        sent |= {"Content-Type": "application/x-www-form-urlencoded", "Referer": f"https://{HOST}/"}
        connection.request("POST", path, urlencode(form), headers=sent)
    answer = connection.getresponse()
    answer.body = answer.read().decode(errors="replace")  # type: ignore[attr-defined]
    connection.close()
    return answer


@needs_nginx
def test_the_configuration_is_one_that_nginx_takes(tmp_path):
    """`nginx -t` has nothing against it, not even a warning."""
    make_certificate(tmp_path)
    config = write_config(tmp_path, {"http": free_port(), "https": free_port(), "site": 8000})
    done = subprocess.run([str(NGINX), "-t", "-c", config], capture_output=True, text=True, check=False)

    assert 0 == done.returncode, done.stderr
    assert "[warn]" not in done.stderr.replace('[warn] the "user" directive', "")


def test_it_masks_every_path_that_holds_a_secret():
    """The site's own logs and nginx's agree on which paths those are."""
    listed = re.findall(r"\^(?:\?<\w+>)?\(?(?:\?<\w+>)?/\(([a-z/|-]+)\)/", CONF)

    assert [SECRET_PATHS.split("|")] * 2 == [each.split("|") for each in listed]
    assert 2 == CADDYFILE.read_text().count(f"(?:{SECRET_PATHS})")


def test_hosting_md_tells_them():
    """Who has another proxy masks the same paths."""
    told = (ROOT / "docs" / "hosting.md").read_text().partition("The secrets are the part")[2]

    assert SECRET_PATHS.split("|") == re.findall(r"`/([a-z/-]+)/`", told.partition("question mark")[0])


@needs_nginx
def test_pages_come_over_https_with_secure_cookies(proxy):
    """http leads to https; over https there is no loop, and cookies never travel in the open."""
    plain = http.client.HTTPConnection("127.0.0.1", proxy.http, timeout=20)
    plain.request("GET", "/accounts/login/?next=/", headers={"Host": HOST, "X-Forwarded-Proto": "https"})
    redirect = plain.getresponse()
    plain.close()
    page = ask(proxy, "/accounts/login/")
    cookie = page.getheader("Set-Cookie", "")

    assert (301, f"https://{HOST}/accounts/login/?next=/") == (
        redirect.status,
        redirect.getheader("Location"),
    )
    assert 200 == page.status
    assert "__Host-csrftoken=" in cookie
    assert {"Secure", "HttpOnly", "Path=/"} <= set(cookie.split("; "))
    assert page.getheader("Strict-Transport-Security")
    assert "nginx/" not in page.getheader("Server", "")


@needs_nginx
def test_limits_go_by_the_address_of_the_visitor(proxy, smtp):
    """Twenty codes for an address: no header gives a fresh limit, and another address does."""
    page = ask(proxy, "/accounts/login/code/")
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.body)[1]
    cookie = page.getheader("Set-Cookie").partition(";")[0]

    def ask_for_code(number: int, client: str = "127.0.0.1") -> None:
        form = {"email": f"p{number}@players.example", "csrfmiddlewaretoken": token}
        made_up = {"X_Forwarded_For": f"192.0.2.{number}", "X_Real_IP": f"192.0.2.{number}"}
        ask(proxy, "/accounts/login/code/", form, client=client, Cookie=cookie, **made_up)

    for number in range(21):
        ask_for_code(number)
    assert 20 == len(smtp.received)
    ask_for_code(21, client="127.0.0.2")
    assert 21 == len(smtp.received)
    proxy.web.wait_for_line("client=127.0.0.2", 10)
    assert "192.0.2." not in proxy.web.output


@needs_nginx
def test_no_log_holds_a_secret(proxy):
    """Neither nginx's nor the site's, whether the site answers or not."""
    for address in SECRET_ADDRESSES:
        assert ask(proxy, address, Referer=f"https://{HOST}/p/{SECRET}/").status < 500
    proxy.web.stop()
    for address in SECRET_ADDRESSES:
        assert 502 == ask(proxy, address, Referer=f"https://{HOST}/p/{SECRET}/").status
    time.sleep(0.5)
    logs = {path.name: path.read_text() for path in proxy.folder.glob("*.log")}
    access = logs["fluxx.access.log"]

    lines = "\n".join([*logs.values(), proxy.web.output]).splitlines()
    assert [] == [line for line in lines if SECRET in line]
    assert 2 * len(SECRET_ADDRESSES) == len(access.splitlines())
    assert '"GET /p/***?***" 502' in access
    assert '"GET /decks/some-deck/?***" ' in access
    assert "/p/***" in proxy.web.output


@needs_nginx
def test_slow_uploads_wait_in_the_proxy(proxy):
    """Ten forms that trickle in hold none of the site's threads, of which there is one."""
    head = (
        f"POST /accounts/login/ HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 100000\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\nlogin="
    ).encode()
    assert 200 == ask(proxy, "/about/").status
    with ExitStack() as opened:
        for _upload in range(10):
            opened.enter_context(connect(proxy)).sendall(head)
        time.sleep(0.5)
        begin = time.monotonic()
        status = ask(proxy, "/about/").status
        took = time.monotonic() - begin

    assert 200 == status
    assert took < 3


@needs_nginx
def test_a_file_that_is_too_large_is_refused(proxy):
    """By nginx, before the site reads it; a provider may bring a larger one, which the site looks at."""
    large = {"Content-Length": str(6 * 2**20), "Expect": "100-continue"}
    statuses = []
    for path in ("/decks/import/", "/anymail/postmark/inbound/"):
        connection = http.client.HTTPConnection(HOST, timeout=20)
        connection.sock = connect(proxy)
        connection.request("POST", path, headers=large)
        if path.startswith("/anymail"):
            connection.sock.sendall(b"x" * (6 * 2**20))
        with connection.getresponse() as answer:
            statuses.append(answer.status)
        connection.close()

    assert 413 == statuses[0]
    assert statuses[1] in (400, 403, 404)


def start_caddy(folder: Path, port: int, site: int) -> Group:
    """Start Caddy with the site's configuration, but for ports, folders and what Debian's calls else."""
    tried = CADDYFILE.read_text()
    for old, new in {
        "games.example {": f"http://{HOST}:{port} {{",
        "127.0.0.1:8000": f"127.0.0.1:{site}",
        "/var/log/caddy": str(folder),
        "\tlog default {": "\tadmin off\n\tlog default {",
        BUFFERED: "buffer_requests" if caddy_version() < (2, 6, 4) else BUFFERED,
    }.items():
        assert old in tried
        tried = tried.replace(old, new)
    (folder / "Caddyfile").write_text(tried)
    words = ["--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    env = {"PATH": "/usr/bin:/bin", "HOME": str(folder)}
    caddy = Group(["caddy", "run", *words], env, folder / "caddy.log")
    caddy.wait_until(lambda: answers(port), "Caddy does not listen", 20)
    return caddy


def start_behind_caddy(folder: Path, start_program: Callable[..., Any]) -> tuple[int, Any, Group]:
    """Start the site with a single thread, and Caddy before it at this port."""
    port, site = free_port(), free_port()
    words = ["fluxx_site.wsgi", "--bind", f"127.0.0.1:{site}", "--workers", "1", "--threads", "1"]
    web = start_program("gunicorn", *words, SITE_URL=f"http://127.0.0.1:{port}", ALLOWED_HOSTS=HOST)
    web.wait_for_line("Booting worker")
    return port, web, start_caddy(folder, port, site)


def caddy_version() -> tuple[int, ...]:
    said = subprocess.run(["caddy", "version"], capture_output=True, text=True, check=True).stdout
    return tuple(int(number) for number in re.findall(r"\d+", said.split()[0])[:3])


@needs_caddy
def test_slow_uploads_wait_in_caddy(tmp_path, start_program):
    """As in nginx: ten forms that trickle in hold none of the site's threads, of which there is one."""
    port, _web, caddy = start_behind_caddy(tmp_path, start_program)
    head = (
        f"POST /theme/ HTTP/1.1\r\nHost: {HOST}:{port}\r\nContent-Length: 1000\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\nnext="
    ).encode()
    try:
        assert 200 == ask_caddy(port)[0]
        with ExitStack() as opened:
            for _upload in range(10):
                opened.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(head)
            time.sleep(0.5)
            status, took = ask_caddy(port)
    finally:
        caddy.stop()

    assert 200 == status
    assert took < 3


@needs_caddy
def test_caddy_keeps_no_mail_of_who_has_no_secret(tmp_path, start_program):
    """The site refuses a call of 40 MB before it is sent, so it fills no memory meanwhile."""
    port, web, caddy = start_behind_caddy(tmp_path, start_program)
    head = (
        f"POST /anymail/postmark/inbound/ HTTP/1.1\r\nHost: {HOST}:{port}\r\nContent-Length: 40000000\r\n\r\n"
    )
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as call:
            call.sendall(head.encode() + b"{")
            web.wait_for_line("POST /anymail/postmark/inbound/")
    finally:
        caddy.stop()


def ask_caddy(port: int) -> tuple[int, float]:
    """Fetch a page, and return its status and how many seconds it took."""
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=40)
    connection.request("GET", "/about/", headers={"Host": f"{HOST}:{port}"})
    with connection.getresponse() as answer:
        answer.read()
    connection.close()
    return answer.status, time.monotonic() - began


@needs_caddy
def test_caddy_takes_its_file_and_logs_no_secret(tmp_path):
    """Neither in its access log nor in the lines that say that the site does not answer."""
    port = free_port()
    caddy = start_caddy(tmp_path, port, site=free_port())
    try:
        for address in SECRET_ADDRESSES:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request("GET", address, headers={"Host": f"{HOST}:{port}", "Referer": f"/p/{SECRET}/"})
            with connection.getresponse() as answer:
                assert 502 == answer.status
            connection.close()
        caddy.wait_until((tmp_path / "fluxx.log").exists, "no access log", 10)
    finally:
        caddy.stop()
    logs = [(tmp_path / name).read_text() for name in ("caddy.log", "fluxx.log")]

    assert [True, True] == ["/u/***" in text for text in logs]
    assert [] == [line for text in logs for line in text.splitlines() if SECRET in line]
