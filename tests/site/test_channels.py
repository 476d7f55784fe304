"""Devices and webhooks: real calls to real servers, nothing into a private network, patience, and order."""

import base64
import hashlib
import hmac
import json
import socket
import ssl
import threading
import time
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest.mock import patch

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from games import clock
from games.core import outbound_http
from games.core.outbound_http import Forbidden, Unanswered
from games.core.refusal import Capped, Illegal
from games.core.sweep_lease import lease_sweep
from games.delivery import channel_dispatch
from games.delivery.channels import push, webhook
from games.delivery.channels.brief import brief_of_test
from games.delivery.dispatch import CHANNELS, deliver
from games.models import Channel, Group, Mode, Notice, NoticeChoices, Pace, Player, SiteKey
from games.people.notification_settings import (
    add_device,
    add_webhook,
    ask_for_test,
    set_notice_choices,
    switch_on_channel,
)
from games.periodic import sweep
from games.periodic.sweep import sweep_notices
from games.play.start import start_game
from games.seats.lobby import create_game
from games.seats.membership import take_seat
from tests.support.smtp import Fault

from .play import question_to

pytestmark = pytest.mark.django_db


class Endpoint(ThreadingHTTPServer):
    """Keeps what is posted to it, and answers with `status`, after `delay` seconds."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.status, self.delay, self.location, self.answer = 200, 0.0, "", b"ok"
        self.received: list[tuple[dict[str, str], bytes]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook/secret-part"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append(({name.lower(): value for name, value in self.headers.items()}, body))
        time.sleep(self.server.delay)
        self.send_response(self.server.status)
        if self.server.location:
            self.send_header("Location", self.server.location)
        self.send_header("Content-Length", str(len(self.server.answer)))
        self.end_headers()
        self.wfile.write(self.server.answer)

    def log_message(self, *_words):
        """Say nothing."""


@pytest.fixture
def endpoint(settings):
    """A server on this machine that channels may call."""
    settings.CHANNELS_MAY_BE_LOCAL = True
    server = Endpoint()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def no_mail(ann, bob):
    """Let Ann and Bob be told by channels alone."""
    for player in (ann, bob):
        NoticeChoices.objects.create(player=player, mail=dict.fromkeys(Group.values, Mode.OFF))


def hook(player: Player, endpoint: Endpoint, kind: str = "json") -> Channel:
    return add_webhook(player=player, kind=kind, name="our server", url=endpoint.url)


class Device:
    """What a browser keeps of its subscription: it can read what is pushed."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"

    @property
    def keys(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": encoded(point), "auth": encoded(self.auth)}

    def read(self, body: bytes) -> dict[str, str]:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return json.loads(plain)


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def test_a_push_is_read_by_its_device_alone_and_names_no_card(ann, bob, start, smtp, endpoint, no_mail):
    """Real encryption, a signature by the key that the page shows, and a sentence about whose turn it is."""
    device = Device()
    add_device(player=ann, name="phone", url=endpoint.url, **device.keys)
    game = start(ann, bob)
    sweep_notices()

    (headers, body) = endpoint.received[-1]
    shown = device.read(body)
    assert shown["body"].startswith(f"It’s your turn in {game.name}. Answer by ")
    assert shown["url"].endswith(f"/g/{game.key}/")
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) > 0
    assert "Fluxx-by-mail" == headers["user-agent"]
    assert f"k={push.application_server_key()}" in headers["authorization"]
    assert Vapid02.verify(headers["authorization"])
    assert (smtp.to(ann.email), Channel.objects.get().sent_at is not None) == ([], True)


def test_the_key_of_the_site_is_made_once(ann):
    """Two processes that ask for it at first get the same."""
    assert push.application_server_key() == push.application_server_key()
    assert SiteKey.objects.count() == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_took_its_subscription_back_is_told_no_more(ann, bob, start, smtp, endpoint, status):
    """Push services say 404 or 410 for ever after. What it was told before stays on record (D5)."""
    add_device(player=ann, name="phone", url=endpoint.url, **Device().keys)
    endpoint.status = status
    start(ann, bob)
    sweep_notices()

    channel = Channel.objects.get()
    assert (channel.off_at is not None, channel.error) == (True, channel_dispatch.GONE)
    assert len(smtp.to(ann.email)) > 0


def test_a_webhook_that_may_not_be_called_is_switched_off_at_once(ann, bob, start, smtp, settings):
    """Its name leads into a network of the site's own: trying again would change nothing."""
    settings.CHANNELS_MAY_BE_LOCAL = False
    Channel.objects.create(player=ann, kind="json", name="inside", url="https://inside.example/hook")
    start(ann, bob)
    with names_lead_to("10.0.0.1"):
        sweep_notices()

    channel, calls = Channel.objects.get(), Notice.objects.exclude(channel=None)
    assert (channel.off_at is not None, channel.error) == (True, outbound_http.NOT_CALLED)
    assert {"dead"} == set(calls.values_list("status", flat=True))


def test_a_webhook_of_a_program_is_signed_and_has_the_shape_that_is_written_down(
    ann, bob, start, smtp, endpoint, no_mail
):
    """Headers as Standard Webhooks has them; the body says what, in which game, until when, and no card."""
    channel = hook(ann, endpoint)
    game = start(ann, bob)
    sweep_notices()

    (headers, body) = endpoint.received[-1]
    told = json.loads(body)
    notice = Notice.objects.get(channel=channel, kind="turn")
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(channel.secret.removeprefix("whsec_"))
    digest = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{digest}"
    assert headers["webhook-id"] == f"notice-{notice.reference}"
    assert "Fluxx-by-mail" == headers["user-agent"]
    assert told == {
        "version": 1,
        "id": f"notice-{notice.reference}",
        "kind": "turn",
        "group": "turn",
        "text": told["text"],
        "url": f"http://testserver.localhost/g/{game.key}/",
        "game": {
            "key": game.key,
            "name": game.name,
            "url": f"http://testserver.localhost/g/{game.key}/",
        },
        "due_at": question_to(game, ann).due_at.isoformat(),
        "written_at": notice.created_at.isoformat(),
    }


def test_discord_and_slack_take_names_for_words(ann):
    """A game called after a mark-up pings nobody and links nowhere."""
    brief = brief_of_test(ann, clock.now())
    sly = type(brief)(**{**brief.__dict__, "text": "@everyone [win](https://evil.example) <!channel> &"})

    discord, slack = webhook.body_for("discord", sly), webhook.body_for("slack", sly)
    assert discord["allowed_mentions"] == {"parse": []}
    assert r"\[win\]\(https\://evil.example\)" in discord["content"]
    assert "&lt;!channel&gt; &amp;" in slack["text"]


def test_a_channel_is_told_what_its_player_wants_and_no_more(ann, bob, start, smtp, endpoint, no_mail):
    """With turns switched off, the news still come."""
    channel = hook(ann, endpoint)
    set_notice_choices(
        player=ann,
        mail={},
        quiet_minutes=30,
        digest_at=NoticeChoices.objects.get(player=ann).digest_at,
        channels_on={channel.pk: ["news"]},
    )
    game = create_game(
        host=ann, name="Friday game", seats=2, pace=Pace.ONE_DAY, is_open=True, starts_when_full=False
    )
    take_seat(game=game, player=bob)
    sweep_notices()
    start_game(game=game, by=ann)
    sweep_notices()

    assert [json.loads(body)["kind"] for _headers, body in endpoint.received] == ["accepted"]


def test_a_failing_channel_is_tried_again_in_order_and_shows_why(ann, bob, start, smtp, endpoint, no_mail):
    """500: later again, longer each time; what came after waits for what came before, and goes with it."""
    channel = hook(ann, endpoint)
    endpoint.status, endpoint.answer = 500, b"out of\norder"
    game = start(ann, bob)
    deliver()
    start(ann, bob, name="Saturday game")
    for _round in range(2):
        deliver()
    channel.refresh_from_db()
    rows = list(Notice.objects.filter(channel=channel).order_by("pk"))
    tried = len(endpoint.received)
    endpoint.status = 200
    for _round in range(3):
        Notice.objects.filter(channel=channel, status="waiting").update(next_try_at=clock.now())
        deliver()

    assert (tried, [row.attempts for row in rows]) == (1, [1, 0])
    assert channel.error == "500 out of order"
    assert rows[0].next_try_at > clock.now()
    kinds = [json.loads(body)["kind"] for _headers, body in endpoint.received]
    assert kinds == ["turn", "several"]
    assert {row.status for row in Notice.objects.filter(channel=channel)} == {"sent"}
    channel.refresh_from_db()
    assert (channel.error, channel.failing_since, game.status) == ("", None, "running")


def test_a_channel_that_has_failed_for_a_day_is_switched_off(ann, bob, start, smtp, endpoint, no_mail):
    """It is told nothing more until its player switches it on again."""
    channel = hook(ann, endpoint)
    endpoint.status = 503
    Channel.objects.update(failing_since=clock.now() - timedelta(hours=24))
    start(ann, bob)
    for _round in range(2):
        Notice.objects.filter(status="waiting").update(next_try_at=clock.now())
        deliver()
    channel.refresh_from_db()
    waiting = Notice.objects.filter(channel=channel, status="waiting").count()
    switch_on_channel(channel=channel)

    off_at = channel.off_at
    channel.refresh_from_db()
    assert (off_at is not None, waiting, channel.off_at, len(endpoint.received)) == (True, 0, None, 1)


def test_a_redirect_is_not_followed(ann, endpoint):
    """Not even to a place that might be called."""
    endpoint.status, endpoint.location = 302, endpoint.url
    with pytest.raises(Unanswered):
        outbound_http.post(endpoint.url, b"{}", {})

    assert len(endpoint.received) == 1


def test_who_never_answers_holds_nobody_up(endpoint, monkeypatch):
    """The whole of a call has a limit, however slowly the other side speaks."""
    monkeypatch.setattr(outbound_http, "ALTOGETHER", 0.3)
    endpoint.delay = 2
    begun = time.monotonic()
    with pytest.raises(Unanswered, match="no answer within"):
        outbound_http.post(endpoint.url, b"{}", {})

    assert time.monotonic() - begun < endpoint.delay


def test_who_drips_headers_keeps_no_thread(monkeypatch, settings):
    """Its connection is closed when the time is up, and the thread that waited for it ends."""
    monkeypatch.setattr(outbound_http, "ALTOGETHER", 0.3)
    settings.CHANNELS_MAY_BE_LOCAL = True
    is_over = threading.Event()

    def drip(server: socket.socket) -> None:
        with server.accept()[0] as connection, suppress(OSError):
            while not is_over.wait(0.05):
                connection.sendall(b"H")

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=drip, args=[server], daemon=True).start()
        before = set(threading.enumerate())
        with pytest.raises(Unanswered, match="no answer within"):
            outbound_http.post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {})
        for thread in set(threading.enumerate()) - before:
            thread.join(2)
        left = set(threading.enumerate()) - before
        is_over.set()

    assert set() == left


def test_a_long_answer_is_not_read(endpoint):
    """An error is shown in one line of a few hundred characters."""
    endpoint.status, endpoint.answer = 400, b"x" * 5_000_000
    with pytest.raises(Unanswered) as refused:
        outbound_http.post(endpoint.url, b"{}", {})

    assert len(str(refused.value)) <= outbound_http.MOST_READ + 10


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "https://127.0.0.1/hook",
        "https://[::1]/hook",
        "https://10.0.0.1/hook",
        "https://192.168.1.1/hook",
        "https://172.16.0.1/hook",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/hook",
        "https://[::ffff:10.0.0.1]/hook",
        "https://[fe80::1]/hook",
        "https://[fd00::1]/hook",
        "https://[64:ff9b::a9fe:a9fe]/hook",
        "https://[::ffff:0:a9fe:a9fe]/hook",
        "https://[::ffff:0:7f00:1]/hook",
        "https://[2001:20::1]/hook",
        "https://[2001:2f:ffff::1]/hook",
        "https://[1000::1]/hook",
        "https://[4000::1]/hook",
        "https://2130706433/hook",
        "https://0x7f000001/hook",
        "https://0x7f.1/hook",
        "https://127.1/hook",
        "https://[::ffff:7f00:1]/hook",
        "https://①②⑦.⓪.⓪.①/hook",
        "https://localhost/hook",
        "https://LOCALHOST./hook",
        "https://api.localhost/hook",
        "https://db/hook",
        "https://printer.local/hook",
        "https://metadata.google.internal/hook",
        "https://example.org\\@127.0.0.1/hook",
        "https://0177.0.0.1/hook",
        "https://0.0.0.0/hook",
        "https://user:secret@example.org/hook",
        "https://example.org:22/hook",
        "ftp://example.org/hook",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "example.org/hook",
        "",
        "https://example.org/" + "x" * 9000,
        "https://[",
        "https://[::1",
        "https://a]b/hook",
        "https://exa\u2100mple.org/hook",
    ],
)
def test_addresses_that_are_none_of_the_open_internet_are_refused(ann, url):
    """When it is typed, and when it is called."""
    with pytest.raises(Illegal):
        add_webhook(player=ann, kind="json", name="", url=url)
    with pytest.raises(Illegal):
        add_device(player=ann, name="", url=url, **Device().keys)
    with pytest.raises(Forbidden):
        outbound_http.post(url, b"{}", {})

    assert not Channel.objects.exists()


@pytest.mark.parametrize(
    "address", ["2a00:1450:4001::1", "2001:4860::8888", "2606:4700::1111", "93.184.216.34"]
)
def test_addresses_of_the_open_internet_are_called(address):
    """The narrowest row of the table counts."""
    outbound_http.check_address(f"https://[{address}]/hook" if ":" in address else f"https://{address}/hook")


@contextmanager
def names_lead_to(*addresses: str):
    """Let every name have these addresses, one look-up after the other; the last one stays."""
    left = list(addresses)
    asked = []

    def look_up(host, port, *_more, **_options):
        address = left.pop(0) if len(left) > 1 else left[0]
        asked.append((host, address))
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    with patch("socket.getaddrinfo", look_up):
        yield asked


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "192.168.0.1"])
def test_a_name_that_leads_into_a_private_network_is_not_called(address):
    """What is refused is the address that the name has when it is called; nobody is told which that is."""
    with names_lead_to(address), pytest.raises(Forbidden) as refused:
        outbound_http.post("https://rebind.example/hook", b"{}", {})

    assert address not in str(refused.value)


def test_a_record_that_changes_between_look_ups_leads_nowhere(monkeypatch):
    """One look-up for one connection: the second, private answer is never asked for."""
    reached = []

    def connect(self, address):
        reached.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket.socket, "connect", connect)
    with names_lead_to("93.184.216.34", "127.0.0.1") as asked, pytest.raises(Unanswered):
        outbound_http.post("https://rebind.example/hook", b"{}", {})

    assert "127.0.0.1" not in reached
    assert len(asked) == 1


def test_a_proxy_of_the_machine_is_not_used(endpoint, monkeypatch):
    """A proxy would look the name up by itself."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    outbound_http.post(endpoint.url, b"{}", {})

    assert len(endpoint.received) == 1


def test_a_discord_address_is_one_of_discord(ann):
    """Who mistakes the kind is told how such an address begins."""
    with pytest.raises(Illegal, match=r"discord\.com"):
        add_webhook(player=ann, kind="discord", name="", url="https://example.org/api/webhooks/1")

    made = add_webhook(player=ann, kind="discord", name="", url="https://discord.com/api/webhooks/1/x")
    assert (made.name, made.host) == ("Discord", "discord.com")


def test_ten_channels_are_enough(ann):
    """The eleventh is refused, and so is one that is there already."""
    for number in range(10):
        add_webhook(player=ann, kind="json", name="", url=f"https://example.org/{number}")
    with pytest.raises(Capped):
        add_webhook(player=ann, kind="json", name="", url="https://example.org/11")
    Channel.objects.filter(url__endswith="/9").delete()
    with pytest.raises(Illegal):
        add_webhook(player=ann, kind="json", name="", url="https://example.org/1")


def test_a_device_without_keys_is_refused(ann):
    """Push cannot be encrypted for it."""
    for keys in (
        {"p256dh": "", "auth": ""},
        {"p256dh": "%%%", "auth": "x"},
        {"p256dh": "aGk", "auth": "aGk"},
    ):
        with pytest.raises(Illegal):
            add_device(player=ann, name="", url="https://push.example/1", **keys)


def test_a_test_is_really_sent_once_a_minute(ann, smtp, endpoint):
    """By mail and by webhook; the second within a minute is refused."""
    channel = hook(ann, endpoint)
    ask_for_test(player=ann)
    ask_for_test(player=ann, channel=channel)
    for which in (None, channel):
        with pytest.raises(Capped):
            ask_for_test(player=ann, channel=which)
    sweep_notices()
    sweep_notices()

    channel.refresh_from_db()
    assert [mail.message["X-Fluxx-Kind"] for mail in smtp.to(ann.email)] == ["test"]
    assert [json.loads(body)["kind"] for _headers, body in endpoint.received] == ["test"]
    assert (channel.sent_at is not None, NoticeChoices.objects.get(player=ann).test_error) == (True, "")


def test_a_test_that_fails_says_why(ann, smtp, endpoint):
    """What the mail server and the webhook said is kept for the page."""
    channel = hook(ann, endpoint)
    smtp.fault, endpoint.status = Fault.NO_SUCH_BOX, 403
    ask_for_test(player=ann)
    ask_for_test(player=ann, channel=channel)
    sweep_notices()

    channel.refresh_from_db()
    assert "550" in NoticeChoices.objects.get(player=ann).test_error
    assert channel.error == "403 ok"


def test_slow_tests_of_channels_hold_up_nobody_else(ann, bob, start, smtp, endpoint, monkeypatch):
    """Webhooks that never answer take no time from mails, and none from the test of another player."""
    monkeypatch.setattr(outbound_http, "ALTOGETHER", 1)
    monkeypatch.setattr(sweep, "LONGEST", 3)
    start(ann, bob)
    endpoint.delay = 2
    for number in range(5):
        slow = add_webhook(player=ann, kind="json", name="", url=f"{endpoint.url}/{number}")
        ask_for_test(player=ann, channel=slow)
    ask_for_test(player=bob, channel=hook(bob, endpoint))
    sweep_notices()

    left = Channel.objects.filter(test_due_at__isnull=False)
    assert not Notice.objects.filter(channel=None, status=Notice.Status.WAITING).exists()
    assert [ann.pk] * 4 == list(left.values_list("player", flat=True))


def test_one_process_at_a_time_waits_for_channels(ann, bob, start, smtp, endpoint):
    """Players with slow webhooks leave the other process of a worker to everybody's mail."""
    slow = hook(ann, endpoint)
    ask_for_test(player=ann, channel=slow)
    game = start(ann, bob)
    with lease_sweep(CHANNELS):  # another process is at it
        deliver(game=game.pk)
        sweep_notices()
        called, mails = len(endpoint.received), len(smtp.received)
    sweep_notices()

    assert called == 0 < mails
    assert 0 < len(endpoint.received)
    assert not Channel.objects.filter(test_due_at__isnull=False).exists()


def test_d9_a_phone_is_silent_in_quiet_hours(ann, bob, start, smtp, endpoint, no_mail):
    """A turn that comes at night is pushed in the morning."""
    Player.objects.filter(pk=ann.pk).update(quiet_from="00:00", quiet_to="12:00")
    hook(ann, endpoint)
    with patch("games.clock.now", lambda: datetime(2026, 11, 22, 3, tzinfo=UTC)):
        start(ann, bob, pace=3)
        deliver()
        night = len(endpoint.received)
    with patch("games.clock.now", lambda: datetime(2026, 11, 22, 12, tzinfo=UTC)):
        deliver()

    assert (night, len(endpoint.received) > 0) == (0, True)


def test_a_certificate_of_somebody_else_is_refused(settings, tmp_path):
    """A server that cannot prove its name is not told anything."""
    settings.CHANNELS_MAY_BE_LOCAL = True
    with socket.create_server(("127.0.0.1", 0)) as silent:
        context = ssl.create_default_context()
        assert context.verify_mode == ssl.CERT_REQUIRED
        threading.Thread(target=lambda: silent.accept()[0].close(), daemon=True).start()
        with pytest.raises(Unanswered):
            outbound_http.post(f"https://127.0.0.1:{silent.getsockname()[1]}/", b"{}", {})


def test_other_players_channels_are_told_nothing(ann, bob, start, smtp, endpoint, no_mail):
    """Bob's webhook hears of Bob's notices alone."""
    channel = hook(bob, endpoint)
    start(ann, bob)
    sweep_notices()

    assert {notice.player_id for notice in Notice.objects.filter(channel=channel)} == {bob.pk}


def test_what_cannot_be_said_fails_the_channel_and_nobody_else(ann, endpoint, monkeypatch):
    """Broken keys are an error of this channel, shown at it."""
    channel = Channel.objects.create(
        player=ann, kind="push", name="old", url=endpoint.url, p256dh="x", auth="y"
    )

    failed = channel_dispatch.send_brief(channel, brief_of_test(ann, clock.now()))

    channel.refresh_from_db()
    assert (failed is not None, bool(channel.error), endpoint.received) == (True, True, [])
    assert push.MOST_LETTERS < 4000


def test_what_comes_up_soon_after_a_call_is_one_call(ann, bob, start, smtp, endpoint, no_mail, travel):
    """The first game at once; three more within half a minute wait for its end, and come as one sentence."""
    channel = hook(ann, endpoint)
    start(ann, bob)
    deliver()
    for _number in range(3):
        start(ann, bob)
        deliver()
    before = len(endpoint.received)
    travel(seconds=31)
    deliver()
    told = [json.loads(body) for _headers, body in endpoint.received[before:]]

    assert before == 1
    assert [each["text"].partition(".")[0] for each in told] == ["3 games are waiting for you"]
    assert (told[0]["kind"], told[0]["game"], bool(told[0]["due_at"])) == ("several", None, True)
    assert {row.status for row in Notice.objects.filter(channel=channel)} == {"sent"}
    travel(seconds=31)
    deliver()
    assert len(endpoint.received) == 2
