"""Where messages of one page to the next are kept: in a cookie that no other host of the domain can set."""

from django.conf import settings
from django.contrib.messages.storage.base import BaseStorage
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpRequest


class PrefixedCookie(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class MessageStorage(FallbackStorage):
    """A cookie, and the session for what is too long for one. Guests who come by a link have no session."""

    storage_classes = (PrefixedCookie, SessionStorage)

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.storages: list[BaseStorage] = [storage(request) for storage in self.storage_classes]
