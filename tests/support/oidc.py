"""A real OpenID Connect provider on a free port, whose people and faults a test chooses."""

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from django.test import Client

from fluxx_site.environment import SignInProvider

from . import urls_with_provider

# Imported before any setting names a provider, as the addresses of the site look at that once.
URLS = urls_with_provider.__name__
KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
OTHER_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


@dataclass
class Faults:
    """What the provider does wrong: claims of its token that differ, and so on."""

    claims: dict[str, Any] = field(default_factory=dict)
    userinfo: dict[str, Any] = field(default_factory=dict)
    configuration: dict[str, Any] = field(default_factory=dict)
    key: rsa.RSAPrivateKey = KEY
    algorithm: str = "RS256"
    answers: dict[str, bytes] = field(default_factory=dict)  # by path, in place of the right one
    redirects: dict[str, str] = field(default_factory=dict)  # by path
    drip: float = 0.0  # seconds between two bytes of an answer, its first line too


class OidcProvider:
    """Signs in `person`, as soon as somebody's browser comes by, and tells the site who it is."""

    def __init__(self) -> None:
        self.person: dict[str, Any] = {"sub": "dora-1", "name": "Dora", "email": "dora@players.example"}
        self.faults = Faults()
        self.codes: dict[str, dict[str, str]] = {}
        self.tokens: list[dict[str, str]] = []  # what the site has sent to exchange its codes
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.issuer = f"http://127.0.0.1:{self.server.server_port}/realms/club"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """Answer no more."""
        self.server.shutdown()
        self.server.server_close()

    @property
    def settings(self) -> SignInProvider:
        """The settings of a site that uses it."""
        return SignInProvider("Club", self.issuer, "fluxx", "s3cr3t-of-the-client")

    def authorize(self, query: dict[str, str]) -> str:
        """Sign the person in; return where their browser is sent."""
        code = secrets.token_urlsafe(8)
        self.codes[code] = query
        return f"{query['redirect_uri']}?code={code}&state={query['state']}"

    def exchange(self, sent: dict[str, str]) -> dict[str, Any]:
        """Return the tokens for a code, which works once and with its verifier alone."""
        self.tokens.append(sent)
        query = self.codes.pop(sent["code"])
        digest = hashlib.sha256(sent["code_verifier"].encode()).digest()
        assert base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == query["code_challenge"]
        assert ("S256", "code") == (query["code_challenge_method"], query["response_type"])
        if "by_header" in sent:
            assert f"{self.settings.client_id}:{self.settings.client_secret}" == sent["by_header"]
            assert "client_secret" not in sent
        else:
            assert self.settings.client_secret == sent["client_secret"]
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "aud": query["client_id"],
            "sub": self.person["sub"],
            "iat": now,
            "exp": now + 300,
            "nonce": query["nonce"],
        } | self.faults.claims
        if self.faults.algorithm == "HS256":
            token = jwt.encode(claims, self.settings.client_secret * 2, "HS256", {"kid": "one"})
        elif self.faults.algorithm == "none":
            token = jwt.encode(claims, "", "none", {"kid": "one"})
        else:
            token = jwt.encode(claims, self.faults.key, "RS256", {"kid": "one"})
        return {"access_token": "access", "token_type": "Bearer", "id_token": token}

    def answer(self, path: str, sent: dict[str, str]) -> bytes:
        """Return the body of an answer of the site's own calls."""
        if path in self.faults.answers:
            return self.faults.answers[path]
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(KEY.public_key()))
        answers: dict[str, Any] = {
            "/.well-known/openid-configuration": {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                "userinfo_endpoint": f"{self.issuer}/userinfo",
                "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
            }
            | self.faults.configuration,
            "/keys": {"keys": [{**public, "kid": "one", "alg": "RS256", "use": "sig"}]},
            "/userinfo": self.person | self.faults.userinfo,
        }
        return json.dumps(self.exchange(sent) if path == "/token" else answers[path]).encode()

    def _handler(provider) -> type[BaseHTTPRequestHandler]:  # noqa: N805  (`self` is the handler's)
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                path = parts.path.removeprefix("/realms/club")
                if path == "/authorize":
                    self.send_response(302)
                    self.send_header("Location", provider.authorize(flatten(parts.query)))
                    self.end_headers()
                    return
                length = int(self.headers.get("Content-Length", 0))
                sent = flatten(self.rfile.read(length).decode())
                scheme, _blank, secret = self.headers.get("Authorization", "").partition(" ")
                if scheme == "Basic":
                    sent["by_header"] = base64.b64decode(secret).decode()
                self._send(path, sent)

            do_POST = do_GET  # noqa: N815  (so the standard library calls it)

            def _send(self, path: str, sent: dict[str, str]) -> None:
                body = provider.answer(path, sent)
                if provider.faults.drip:
                    self._drip(b"HTTP/1.0 200 OK\r\n\r\n" + body)
                    return
                if path in provider.faults.redirects:
                    self.send_response(307)
                    self.send_header("Location", provider.faults.redirects[path])
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def _drip(self, answer: bytes) -> None:
                with suppress(OSError):
                    for byte in answer:
                        self.wfile.write(bytes([byte]))
                        time.sleep(provider.faults.drip)

            def log_message(self, *_words: Any) -> None:
                pass

        return Handler


def flatten(query: str) -> dict[str, str]:
    """Return the first value of each name in a query."""
    return {name: values[0] for name, values in parse_qs(query).items()}


@contextmanager
def running_provider() -> Iterator[OidcProvider]:
    """Run a provider as long as the block does."""
    provider = OidcProvider()
    try:
        yield provider
    finally:
        provider.stop()


@pytest.fixture
def provider(settings: Any) -> Iterator[OidcProvider]:
    """A provider of this site that knows Dora, and has seen that the address is hers."""
    with running_provider() as provider:
        provider.person["email_verified"] = True
        settings.SIGN_IN_PROVIDER = provider.settings
        settings.ROOT_URLCONF = URLS
        yield provider


def leave(client: Client, path: str = "/accounts/provider/sign-in/", **form: str) -> dict[str, str]:
    """Press the button; return what the site asks the provider for."""
    page = client.post(path, form)
    assert 200 == page.status_code, page.headers
    return flatten(urlsplit(page.headers["Refresh"].partition("url=")[2]).query)


def come_back(client: Client, provider: OidcProvider, asked: dict[str, str], **changes: str) -> Any:
    """Return from the provider, as its redirect says but for `changes`; the answer is the last page."""
    query = flatten(urlsplit(provider.authorize(asked)).query) | changes
    return client.get("/accounts/provider/callback/", query, follow=True)


def sign_in_with(client: Client, provider: OidcProvider, **form: str) -> Any:
    """Press the button, and return from the provider."""
    return come_back(client, provider, leave(client, **form))
