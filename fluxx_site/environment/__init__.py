"""Reads settings that need more than their text, and says in one sentence what is wrong with one.

Every function that reads one raises `ImproperlyConfigured`; settings.py turns that into one line and a
non-zero exit.
"""

from .addresses import is_local
from .mail import (
    check_inbound_domain,
    check_mail_domain,
    check_sender,
    check_webhook_secret,
    mails_go_to_files,
    name_sender,
    parse_email_url,
    parse_inbox_url,
)
from .provider import SignInProvider, parse_sign_in_provider
from .services import parse_broker_url, parse_database_url
from .site import check_secret_key, check_sign_up, check_site_title, find_misspelt, parse_site_url

__all__ = [
    "SignInProvider",
    "check_inbound_domain",
    "check_mail_domain",
    "check_secret_key",
    "check_sender",
    "check_sign_up",
    "check_site_title",
    "check_webhook_secret",
    "find_misspelt",
    "is_local",
    "mails_go_to_files",
    "name_sender",
    "parse_broker_url",
    "parse_database_url",
    "parse_email_url",
    "parse_inbox_url",
    "parse_sign_in_provider",
    "parse_site_url",
]
