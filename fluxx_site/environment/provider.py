"""The OpenID Connect provider that people may sign in with."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from .addresses import is_local


@dataclass(frozen=True)
class SignInProvider:
    """An OpenID Connect provider, such as Keycloak or Google, and what this site is called there.

    `name` stands on buttons; `issuer` is an address without a slash at its end.
    """

    name: str
    issuer: str
    client_id: str
    client_secret: str = field(repr=False)


MOST_IN_ISSUER = 200  # characters: what django-allauth stores of one
MOST_IN_NAME = 40


def parse_sign_in_provider(
    *, name: str, issuer: str, client_id: str, client_secret: str
) -> SignInProvider | None:
    """The provider that people may sign in with, as four settings say; None where none of them is set."""
    given = {
        "OIDC_NAME": name,
        "OIDC_ISSUER": issuer,
        "OIDC_CLIENT_ID": client_id,
        "OIDC_CLIENT_SECRET": client_secret,
    }
    missing = [setting for setting, value in given.items() if not value]
    if len(missing) == len(given):
        return None
    if missing:
        raise ImproperlyConfigured(
            f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not set. To let people sign in "
            f"with a provider, set {', '.join(given)}; to let nobody, set none of them."
        )
    if len(name) > MOST_IN_NAME or not name.isprintable():
        raise ImproperlyConfigured(
            f"OIDC_NAME is {name!r}. It stands on a button: use one line, {MOST_IN_NAME} characters at most."
        )
    check_issuer(issuer)
    return SignInProvider(name, issuer.rstrip("/"), client_id, client_secret)


def check_issuer(issuer: str) -> None:
    """Refuse what can't be the address of a provider. Raises `ImproperlyConfigured`."""
    try:
        parts = urlsplit(issuer)
        parts.port  # noqa: B018  (a port that is no number raises here)
    except ValueError:
        raise ImproperlyConfigured(f"OIDC_ISSUER is {issuer!r}, which is not an address.") from None
    has_rest = parts.query or parts.fragment or parts.username or "/.well-known/" in parts.path
    if parts.scheme not in ("http", "https") or not parts.hostname or has_rest:
        raise ImproperlyConfigured(
            f"OIDC_ISSUER is {issuer!r}. Write the address that the provider calls its issuer, such as "
            "https://login.example/realms/club, without /.well-known/openid-configuration."
        )
    if parts.scheme == "http" and not is_local(issuer):
        raise ImproperlyConfigured(
            f"OIDC_ISSUER is {issuer!r}: who signs in must not travel in the open. Use its https address."
        )
    if len(issuer) > MOST_IN_ISSUER:
        raise ImproperlyConfigured(f"OIDC_ISSUER has more than {MOST_IN_ISSUER} characters.")
