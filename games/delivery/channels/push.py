"""Web push (RFC 8030, 8291, 8292): an encrypted brief for one browser on one device."""

import base64
import json
import time
from email.utils import parseaddr

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02
from pywebpush import WebPusher

from games.core import outbound_http
from games.core.site_title import short_title
from games.models import Channel, SiteKey

from .brief import Brief

KEY = "push"
# Seconds for which a push service keeps what a sleeping device has not fetched.
TTL = 24 * 60 * 60
EXPIRES = 12 * 60 * 60
GONE = (404, 410)
# Push services take 4096 bytes with the encryption's own; a sentence needs far less.
MOST_LETTERS = 500


class Gone(outbound_http.Unanswered):
    """The device has cancelled its subscription."""


def site_key() -> Vapid02:
    """Return the key that identifies this site to push services; made on first use."""
    row = SiteKey.objects.filter(name=KEY).first()
    if row is None:
        new = Vapid02()
        new.generate_keys()
        SiteKey.objects.bulk_create(
            [SiteKey(name=KEY, value=new.private_pem().decode())], ignore_conflicts=True
        )
        row = SiteKey.objects.get(name=KEY)
    key: Vapid02 = Vapid02.from_pem(row.value.encode())
    return key


def application_server_key() -> str:
    """Return the public part of the site's key in the format of browsers."""
    point = site_key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def send(channel: Channel, brief: Brief) -> None:
    """Send a brief to a device. Raises `Gone`, or what `outbound_http.post` raises."""
    shown = {"title": short_title(), "body": brief.whole[:MOST_LETTERS], "url": brief.url, "tag": brief.tag}
    pusher = WebPusher({"endpoint": channel.url, "keys": {"p256dh": channel.p256dh, "auth": channel.auth}})
    body = pusher.encode(json.dumps(shown).encode(), "aes128gcm")["body"]
    headers = {
        **claim(channel.url),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(TTL),
        "Urgency": "normal",
    }
    try:
        outbound_http.post(channel.url, body, headers)
    except outbound_http.Unanswered as error:
        if error.status in GONE:
            raise Gone(str(error), error.status) from None
        raise


def claim(endpoint: str) -> dict[str, str]:
    """Return the header that authenticates this site to a push service."""
    scheme, _colon, rest = endpoint.partition("://")
    claims = {
        "aud": f"{scheme}://{rest.partition('/')[0]}",
        "exp": int(time.time()) + EXPIRES,
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    signed: dict[str, str] = site_key().sign(claims)
    return signed
