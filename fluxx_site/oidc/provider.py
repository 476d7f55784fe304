"""What an OpenID Connect provider says about somebody, and how that is checked.

django-allauth sends people there, exchanges the code that they bring back, and makes a sign-in of the claims.
It leaves out some of what the standard asks of a client: the nonce, the signature, the issuer and whose the
claims are. OpenID Connect Core 1.0, sections 3.1.3.7 and 5.3.2, is meant by the comments here.
"""

import hmac
import re
import secrets
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

import jwt
from allauth.account.models import EmailAddress
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.app_settings import UID_MAX_LENGTH
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from requests import RequestException

# With public keys only: by a shared secret the client could sign its own tokens.
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
CLOCK_SKEW = 60  # seconds by which the provider's clock may differ from ours
NEEDED = ("issuer", "authorization_endpoint", "token_endpoint", "jwks_uri")
ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint")
ADDRESS = re.compile(r"[!-~]{1,2000}")  # what may stand in a header
# What libraries raise where an answer is not what they expect; of JSON within JSON, RecursionError.
UNREADABLE = (
    OAuth2Error,
    RequestException,
    jwt.PyJWTError,
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)


class ProviderFailed(Exception):
    """The provider can't be reached, or says what can't be believed. The text is for the log."""


class Connection(OpenIDConnectOAuth2Adapter):
    """Talks to the provider for one request. Every method raises `ProviderFailed`."""

    @cached_property
    def openid_config(self) -> dict[str, Any]:
        """Where the provider's addresses are, as it says itself."""
        issuer = self.provider_id
        config = self.fetch(f"{issuer}/.well-known/openid-configuration")
        missing = [name for name in NEEDED if not isinstance(config.get(name), str)]
        if missing:
            raise ProviderFailed(f"its configuration has no {' and no '.join(missing)}")
        if config["issuer"].rstrip("/") != issuer:
            raise ProviderFailed(f"it calls itself {config['issuer']!r}: set OIDC_ISSUER to that")
        scheme = issuer.partition("://")[0]
        for name in ENDPOINTS:
            if (url := config.get(name)) and not is_endpoint(url, scheme):
                raise ProviderFailed(f"its {name} is no {scheme} address")
        return config

    @property
    def basic_auth(self) -> bool:
        """Whether our secret goes into a header: so it is where the provider doesn't say."""
        ways = self.openid_config.get("token_endpoint_auth_methods_supported")
        return not isinstance(ways, list) or "client_secret_post" not in ways

    def get_callback_url(self, request: HttpRequest, app: Any) -> str:
        return settings.SITE_URL + reverse("oidc_callback")

    def read_login(self, code: str, state: dict[str, Any]) -> SocialLogin:
        """Return who came back with this code; `state` is what was remembered when they left."""
        provider = self.get_provider()
        client = self.get_client(self.request, provider.app)
        try:
            answer = client.get_access_token(code, pkce_code_verifier=state["pkce_code_verifier"])
            claims = self.read_id_token(answer["id_token"], state["nonce"])
            about = self.read_userinfo(answer["access_token"], claims["sub"])
        except UNREADABLE as error:
            raise ProviderFailed(f"{type(error).__name__}: {error}") from error
        if "email" in about:  # an address and whether it is verified come from one place
            claims.pop("email_verified", None)
        login: SocialLogin = provider.sociallogin_from_response(self.request, {"userinfo": claims | about})
        login.state = state
        return login

    def read_id_token(self, token: str, nonce: str) -> dict[str, Any]:
        """Return the claims of a token that the provider has signed, for us and for this sign-in."""
        client_id = self.get_provider().app.client_id
        key_id = jwt.get_unverified_header(token).get("kid")
        keys = jwt.PyJWKSet.from_dict(self.fetch(self.openid_config["jwks_uri"])).keys
        # A token may leave its key unnamed where the provider has a single one.
        signing = [key for key in keys if key.public_key_use in (None, "sig")]
        fitting = [key for key in signing if key_id in (None, key.key_id)]
        if len(fitting) != 1:
            raise ProviderFailed(f"its token names the key {key_id!r}, of which it has {len(fitting)}")
        claims: dict[str, Any] = jwt.decode(
            token,
            fitting[0],
            algorithms=ALGORITHMS,
            audience=client_id,
            issuer=self.openid_config["issuer"],
            leeway=CLOCK_SKEW,
            options={"require": ["iss", "sub", "aud", "exp", "iat"], "enforce_minimum_key_length": True},
        )
        if claims.get("azp", client_id) != client_id:
            raise ProviderFailed(f"its token is for {claims['azp']!r}")
        if not hmac.compare_digest(str(claims.get("nonce", "")).encode(), nonce.encode()):
            raise ProviderFailed("its token belongs to another sign-in")
        if not 0 < len(claims["sub"]) <= UID_MAX_LENGTH or not claims["sub"].isprintable():
            raise ProviderFailed("it names somebody by an ID that is empty, too long or no text")
        return claims

    def read_userinfo(self, access_token: str, subject: str) -> dict[str, Any]:
        """Return what the provider tells beside the token: names and addresses are often there alone."""
        url = self.openid_config.get("userinfo_endpoint")
        about = self.fetch(url, Authorization=f"Bearer {access_token}") if url else {"sub": subject}
        if about.get("sub") != subject:
            raise ProviderFailed("it tells about somebody else than its token")
        return about

    def fetch(self, url: str, **headers: str) -> dict[str, Any]:
        """Return the JSON object at an address of the provider."""
        try:
            with get_adapter().get_requests_session() as session:
                answer = session.get(url, headers=headers)
                answer.raise_for_status()
                found = answer.json()
        except UNREADABLE as error:
            raise ProviderFailed(str(error)) from error
        if not isinstance(found, dict):
            raise ProviderFailed(f"{url} is no JSON object")
        return found


def is_endpoint(url: Any, scheme: str) -> bool:
    """Whether this is an address with a host that browsers and the site may be sent to."""
    if not isinstance(url, str) or not ADDRESS.fullmatch(url):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme == scheme and bool(parts.hostname)


class Provider(OpenIDConnectProvider):
    """The provider of the settings; `fluxx_site.oidc.accounts` names it to django-allauth."""

    oauth2_adapter_class = Connection
    pkce_enabled_default = True

    def redirect(self, request: HttpRequest, process: str, *args: Any, **more: Any) -> HttpResponse:
        """Return what leads to the provider's page. Raises `ProviderFailed`."""
        nonce = secrets.token_urlsafe(24)
        answer: HttpResponse = super().redirect(
            request, process, *args, nonce=nonce, auth_params={"nonce": nonce}, **more
        )
        return answer

    def get_login_url(self, request: HttpRequest, **_more: Any) -> str:
        return reverse("oidc_sign_in")

    def get_callback_url(self) -> str:
        return reverse("oidc_callback")

    def extract_email_addresses(self, data: dict[str, Any]) -> list[EmailAddress]:
        """Return the address that the provider names; "false" as a text, which some send, is not true."""
        about = data["userinfo"]
        if not isinstance(about.get("email"), str):
            return []
        said = about.get("email_verified")
        # Other letters than those of ASCII become one of its letters in lower case: K (a sign for kelvin), İ.
        is_plain = about["email"].isascii() or about["email"].lower() == about["email"]
        is_verified = is_plain and (said is True or said == "true")
        return [EmailAddress(email=about["email"], verified=is_verified, primary=True)]

    def extract_common_fields(self, data: dict[str, Any]) -> dict[str, Any]:
        about = data["userinfo"]
        return {name: about[name] for name in ("email", "name") if isinstance(about.get(name), str)}

    def extract_extra_data(self, data: dict[str, Any]) -> dict[str, Any]:
        """Store the address alone, by which people tell two accounts of theirs apart."""
        return {name: about for name, about in self.extract_common_fields(data).items() if name == "email"}
