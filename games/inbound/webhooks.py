"""Webhooks of mail providers: incoming mail, bounces and complaints, decoded by Anymail.

Providers authenticate with WEBHOOK_SECRET; without that setting the addresses do not exist.
"""

import json
import logging
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.policy import compat32
from http import HTTPStatus
from threading import BoundedSemaphore
from typing import Any

from anymail.exceptions import AnymailError, AnymailWebhookValidationFailure
from anymail.inbound import AnymailInboundMessage
from anymail.signals import (
    AnymailInboundEvent,
    AnymailTrackingEvent,
    EventType,
    RejectReason,
    inbound,
    tracking,
)
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, RequestDataTooBig
from django.db import DatabaseError, DataError
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.urls import ResolverMatch, resolve
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt

from games.core.budgets import REQUEST_BODY, WEBHOOK_BODY, WEBHOOKS_AT_ONCE
from games.core.errors import describe_error
from games.delivery.bounce_reports import Bounce
from games.delivery.bounces import latest_notice, take_bounce, take_complaint
from games.delivery.smtp import is_address_dead, status_in
from games.models import Notice

from . import mime, receive
from .claims import TryAgain, record_unreadable
from .incoming import is_of_mails, storable_text

logger = logging.getLogger(__name__)

# The reasons that providers give for an address that does not exist.
GONE = (RejectReason.INVALID, RejectReason.BOUNCED)
# Each large call takes several times its size of memory.
ROOM = BoundedSemaphore(WEBHOOKS_AT_ONCE.largest)


def read_plainly(message: Any) -> None:
    """Let Anymail read mails with the limits of all others, and their headers as plain text.

    It has no setting for that, so its class gets other methods. A test tells when that has no effect.
    """
    begin = message.__init__

    def read(made: Any, came: str | bytes) -> Any:
        return mime.read_mail(came.encode("utf-8", "replace") if isinstance(came, str) else came, made)

    message.__init__ = lambda self, *_args, **_policy: begin(self, policy=compat32)
    message.parse_raw_mime = message.parse_raw_mime_bytes = classmethod(read)
    message.parse_raw_mime_chunks = classmethod(lambda made, chunks: read(made, b"".join(chunks)))


read_plainly(AnymailInboundMessage)


@csrf_exempt
def webhook(request: HttpRequest, rest: str) -> HttpResponse:
    """Let Anymail answer a provider: 403 without the secret, 503 to have the call repeated.

    A call that broke off halfway gets 400 and is stored nowhere: its provider brings it again, whole.
    A call that is too large gets 413: the provider tries again, and its log shows what was not taken.
    """
    if not settings.ANYMAIL.get("WEBHOOK_SECRET"):
        raise Http404
    found = resolve(f"/{rest}", urlconf="anymail.urls")
    if not knows_secret(request):  # Anymail asks for it, too, but for some providers late
        logger.warning("a call to a webhook was refused: it doesn’t know the secret")
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    try:
        with one_of_few(request):
            check_charsets(request, found.url_name)
            return hand_over(request, found)
    except AnymailWebhookValidationFailure:
        logger.warning("a call to a webhook was refused: it is not signed, or wrongly")
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    except RequestDataTooBig:
        logger.error("a call to a webhook is over %s bytes: its mail was not taken", WEBHOOK_BODY.largest)
        return HttpResponse(status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    except ImproperlyConfigured as error:  # its mail comes again until the operator has set what is missing
        logger.error("a call to a webhook can’t be read, as the site isn’t set up for it: %s", error)
        return HttpResponse(status=HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": "600"})
    except TryAgain:
        return HttpResponse(status=HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": "60"})
    except (AnymailError, KeyError, ValueError, UnreadablePostError) as error:
        logger.warning("a call to a webhook cannot be read: %s", type(error).__name__)
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    except Exception as error:  # whatever somebody has written: it would come again and again
        if isinstance(error, DatabaseError) and not isinstance(error, DataError):
            raise
        logger.error("a call to a webhook cannot be read: %s", describe_error(error))
        record_unreadable(error)
        return HttpResponse()


def knows_secret(request: HttpRequest) -> bool:
    """Whether a call has one of the names and passwords of WEBHOOK_SECRET; its body isn't read for that."""
    scheme, _space, given = request.headers.get("Authorization", "").partition(" ")
    try:
        name_and_password = b64decode(given, validate=True)
    except (NotBase64, ValueError):
        return False
    secrets = settings.ANYMAIL["WEBHOOK_SECRET"]
    known = [secrets] if isinstance(secrets, str) else secrets
    matches = [constant_time_compare(name_and_password, each.encode()) for each in known]
    return scheme.lower() == "basic" and any(matches)


@contextmanager
def one_of_few(request: HttpRequest) -> Iterator[None]:
    """Read a large call only while few others are read.

    Raises `TryAgain` when there are too many, before anything of the body is read.
    """
    length = request.META.get("CONTENT_LENGTH") or "0"
    if length.isdecimal() and int(length) <= REQUEST_BODY.largest:
        yield
        return
    if not ROOM.acquire(blocking=False):
        raise TryAgain
    try:
        yield
    finally:
        ROOM.release()


def check_charsets(request: HttpRequest, name: str | None) -> None:
    """Keep from Anymail the character sets of fields that no mail is written in: those stay UTF-8.

    SendGrid takes their names from the mail, and Anymail decodes by whichever codec they name.
    """
    if name != "sendgrid_inbound_webhook":
        return
    _kept_for_anymail = request.body  # which reads the parts again if a character set is named
    try:
        named = json.loads(request.POST.get("charsets", "{}"))
    except ValueError:
        return
    kept = {
        field: charset
        for field, charset in (named.items() if isinstance(named, dict) else ())
        if isinstance(charset, str) and is_of_mails(charset)
    }
    checked = request.POST.copy()
    checked["charsets"] = json.dumps(kept)
    request.POST = checked  # type: ignore[assignment]


def hand_over(request: HttpRequest, found: ResolverMatch) -> HttpResponse:
    """Let Anymail read a call; as UTF-8 if its mail isn't written in the character sets that it names."""
    try:
        return found.func(request, *found.args, **found.kwargs)
    except UnicodeDecodeError:
        checked = request.POST.copy()
        checked["charsets"] = "{}"
        request.POST = checked  # type: ignore[assignment]
        return found.func(request, *found.args, **found.kwargs)


@receiver(inbound)
def take_mail(event: AnymailInboundEvent, **_more: Any) -> None:
    """Process a mail that a provider has received for this site."""
    message = event.message
    to = [message.envelope_recipient] if message.envelope_recipient else []
    receive.receive_message(message, recipients=to, envelope_sender=message.envelope_sender)


@receiver(tracking)
def take_tracking_event(event: AnymailTrackingEvent, **_more: Any) -> None:
    """Record a bounce, or a complaint that a mail was spam."""
    notice = find_notice_of_event(event)
    recipient = storable_text(event.recipient or "")
    match event.event_type:
        case EventType.BOUNCED | EventType.REJECTED | EventType.FAILED:
            said = storable_text(" ".join(filter(None, (event.mta_response, event.description))))
            status = status_in(said)
            is_dead = is_address_dead(status) if status else event.reject_reason in GONE
            recipients = frozenset({recipient.lower()})
            bounce = Bounce(recipients, status or "5.0.0", said[:500], is_dead)
            done = take_bounce(notice=notice, bounces=[bounce])
        case EventType.COMPLAINED | EventType.UNSUBSCRIBED:
            done = take_complaint(notice=notice, recipient=recipient)
        case _:
            return
    logger.info("a provider tells of a mail: %s, %s", event.event_type, done)


def find_notice_of_event(event: AnymailTrackingEvent) -> Notice | None:
    """Return the notice that an event is about, by the metadata of its mail."""
    metadata = event.metadata if isinstance(event.metadata, Mapping) else {}
    named = [storable_text(str(name)) for name in (metadata.get("message_id"), event.message_id) if name]
    return latest_notice(message_id__in=named)
