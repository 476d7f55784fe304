"""How django-allauth keeps passkeys, authenticator apps and recovery codes."""

import base64
import secrets
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext_lazy, pgettext

from fluxx_site.allauth_internals import record_authentication
from games.core.site_title import site_title
from games.models import Player

SECRETS = {Authenticator.Type.TOTP: "secret", Authenticator.Type.RECOVERY_CODES: "seed"}


class MFAAdapter(DefaultMFAAdapter):
    """Secrets are stored encrypted; a passkey belongs to the host of SITE_URL, whatever a request says."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": gettext_lazy("That code or passkey isn’t right. Please try again."),
        "unverified_email": gettext_lazy("Confirm your e-mail address first."),
        "cannot_generate_recovery_codes": gettext_lazy(
            "Recovery codes stand in for a passkey or an authenticator app. Set one up first."
        ),
    }

    def encrypt(self, text: str) -> str:
        return ciphers().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret; where its key is gone, one that nobody knows, so that no code is right."""
        try:
            return ciphers().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return base64.b32encode(secrets.token_bytes(20)).decode()

    def generate_authenticator_name(self, user: Player, type: Authenticator.Type) -> str:  # noqa: A002
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return pgettext("stored name", "Passkey %(number)d") % {"number": number}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {"id": str(urlsplit(settings.SITE_URL).hostname), "name": site_title()}

    def get_totp_issuer(self) -> str:
        return str(urlsplit(settings.SITE_URL).hostname)


def ciphers() -> MultiFernet:
    """Return what encrypts by SECRET_KEY, and reads what its fallbacks have encrypted, too."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [sha256(b"fluxx_site.second_factor/" + key.encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


@transaction.atomic
def reencrypt_secrets() -> None:
    """Encrypt all secrets by the SECRET_KEY of now, so that they outlive the key before it."""
    both = ciphers()
    for row in Authenticator.objects.select_for_update().filter(type__in=SECRETS):
        name = SECRETS[Authenticator.Type(row.type)]
        try:
            row.data[name] = both.rotate(row.data[name].encode()).decode()
        except InvalidToken:
            continue  # its key is gone: `manage.py staff ADDRESS --reset-factor` helps its owner
        row.save(update_fields=["data"])


@receiver(authenticator_added)
def remember_proof(request: HttpRequest, user: Player, authenticator: Authenticator, **_more: Any) -> None:
    """Count setting up a factor as proving it: a code or a signature was needed for it."""
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        proof = {"id": authenticator.pk, "type": authenticator.type, "reauthenticated": True}
        record_authentication(request, user, "mfa", **proof)
