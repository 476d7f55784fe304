"""A reproducible mail: the same parts give the same bytes, in seven bits and short lines."""

import hashlib
import struct
from collections.abc import Sequence
from email import charset
from email.message import Message
from email.mime.image import MIMEImage
from typing import Any, cast

from django.core.mail import EmailMultiAlternatives

from games.models import Notice

# Relays that know no eight-bit mail would recode it and break its signature (DKIM).
QUOTED_PRINTABLE, BASE64 = charset.Charset("utf-8"), charset.Charset("utf-8")
ASCII = bytes(range(128))
QUOTED_PRINTABLE.body_encoding, BASE64.body_encoding = charset.QP, charset.BASE64
PLAIN = charset.Charset("utf-8")
cast(Any, PLAIN).body_encoding = None  # eight bits, as Django's own has it


class Mail(EmailMultiAlternatives):
    """A mail of plain text and HTML; attached pictures belong to the HTML.

    `left_out` are the notices for which a mail about several games has no room.
    """

    mixed_subtype = "related"
    encoding = PLAIN  # each body is encoded once, in the end
    left_out: Sequence[Notice] = ()
    _built: Message | None = None

    @property
    def metadata(self) -> dict[str, str]:
        """What a provider stores with the mail and returns in its webhooks (see Anymail)."""
        return {"message_id": self.extra_headers["Message-ID"]}

    def message(self, *args: Any, **kwargs: Any) -> Any:
        """Build the mail; its boundaries come from its Message-ID, not from chance.

        So a mail that is sent again after a crash is identical (requirement X4). It is built once: to see
        whether that can be done, and for the mail server.
        """
        if self._built is None:
            self._built = self._build(*args, **kwargs)
        return self._built

    def _build(self, *args: Any, **kwargs: Any) -> Message:
        message: Message = super().message(*args, **kwargs)
        if message.get_content_type() == "multipart/related":
            message.set_param("type", "multipart/alternative")
        identity = hashlib.sha256(self.extra_headers["Message-ID"].encode())
        for depth, part in enumerate(part for part in message.walk() if part.is_multipart()):
            # "=_" cannot occur in an encoded body
            part.set_boundary(f"=_{depth or ''}{identity.hexdigest()[:32]}")
        for part in message.walk():
            if part.get_content_maintype() == "text":
                body = cast(bytes, part.get_payload(decode=True))
                del part["Content-Transfer-Encoding"]
                part.set_payload(body.decode(), _shortest(body))
        return message


def make_picture(png: bytes, identity: str, filename: str) -> tuple[MIMEImage, int, int]:
    """Return a PNG as a part of a mail, which its HTML names by `identity`, with its width and height."""
    picture = MIMEImage(png, "png")
    picture.add_header("Content-ID", f"<{identity}>")
    picture.add_header("Content-Disposition", "inline", filename=filename)
    return picture, *struct.unpack(">II", png[16:24])


def _shortest(body: bytes) -> charset.Charset:
    """Return the shorter encoding: quoted-printable takes three bytes for one outside of ASCII."""
    outside = len(body.translate(None, delete=ASCII))
    return BASE64 if 2 * outside > len(body) / 3 else QUOTED_PRINTABLE
