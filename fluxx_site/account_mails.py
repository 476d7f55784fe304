"""Which mails about accounts leave: as many as a mailbox may get, whoever asks for them.

Past that the last code goes on working, and the page says the same as ever: nobody learns that an address has
an account, and nobody keeps somebody else out by asking for codes in their name. A browser in which somebody
has signed in before has a count of its own (docs/decisions/0071-leaving-means-gone.md).
"""

import secrets
import time
from collections.abc import Callable
from typing import Any

from allauth.account.forms import ConfirmEmailVerificationCodeForm, ConfirmLoginCodeForm
from allauth.account.models import EmailAddress
from allauth.account.views import ConfirmLoginCodeView
from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from games.core.keys import make_keyed_hashes
from games.core.mail_limits import DAY, count_mail, lock_mailbox
from games.core.mailboxes import canonical_mailbox, is_same_mailbox
from games.models import Player
from games.models.player import clean_address

LOGIN_CODE = "account/email/login_code"
UNKNOWN_ACCOUNT = "account/email/unknown_account"
CONFIRMATIONS = ("account/email/email_confirmation", "account/email/email_confirmation_signup")
# What anybody can ask for who knows an address. All else tells somebody what they have done themselves.
ASKED_FOR = (
    LOGIN_CODE,
    *CONFIRMATIONS,
    UNKNOWN_ACCOUNT,
    "account/email/account_already_exists",
    "account/email/password_reset_key",
)
# A code that works in all browsers is guessed in all browsers: it has 20^8 values, and so many tries.
WRONG_GUESSES = 1000
COOKIE = f"{settings.COOKIE_PREFIX}known"
COOKIE_AGE = 365 * DAY
SALT = "fluxx_site.known"


def may_leave(request: HttpRequest, template: str, address: str, context: dict[str, Any]) -> bool | None:
    """Whether a mail about an account may leave, which is counted; a code that leaves is remembered.

    Returns None for one more past the limit: what becomes of it must not be told.
    """
    if template not in ASKED_FOR:
        return True
    player = _find_owner(template, address, context)
    names = _name_codes(template, address, player)
    mailbox, asker = canonical_mailbox(address), _name_browser(request, address)
    # One mail is left for who asks for a code, whether or not the address has an account.
    is_reset = request.path == reverse("account_reset_password")
    is_for_code = template == LOGIN_CODE or (template == UNKNOWN_ACCOUNT and not is_reset)
    is_counted = count_mail(mailbox, asker=asker, keep=0 if is_for_code else 1)
    if not is_counted:
        is_needed = template == LOGIN_CODE and player is not None and _is_proved(player)
        if not is_needed or cache.get(names) is not None or not cache.add(f"{names}/more", True, DAY):
            return False
    if player is not None and "code" in context:
        with transaction.atomic():
            lock_mailbox(names)
            last = {"hash": _hash_code(context["code"]), "wrong": 0, "expires_at": time.time() + DAY}
            cache.set(names, last, DAY)
    return True if is_counted else None


def _find_owner(template: str, address: str, context: dict[str, Any]) -> Player | None:
    """Return whose code a mail brings."""
    if template == LOGIN_CODE:
        return Player.objects.filter(email=clean_address(address)).first()
    player = context.get("user")
    return player if isinstance(player, Player) else None


def _is_proved(player: Player) -> bool:
    """Whether the owner of an address has ever shown that it is theirs: not so who was only signed up."""
    if player.is_guest:
        return not player.is_trial
    return EmailAddress.objects.filter(user=player, email=player.email, verified=True).exists()


def _name_codes(template: str, address: str, player: Player | None) -> str:
    """Return the key under which the last code of a player is kept."""
    kind = "login" if template == LOGIN_CODE else f"confirm/{clean_address(address)}"
    words = f"{kind}/{player.pk if player is not None else None}"
    return f"last-code/{make_keyed_hashes('fluxx_site.last_code', words)[0].hex()}"


def _hash_code(code: str) -> str:
    letters = "".join(filter(str.isalnum, code)).lower()
    return make_keyed_hashes("fluxx_site.code", letters)[0].hex()


def takes_last_code(code: str, player: Player | None, *, address: str = "") -> bool:
    """Whether this is the last code that was mailed to a player; it works once."""
    template = CONFIRMATIONS[0] if address else LOGIN_CODE
    key = _name_codes(template, address, player)
    if player is None:
        return False
    with transaction.atomic():
        lock_mailbox(key)  # two guesses at once count as two, and bring back no code that was used
        last = cache.get(key)
        left = last.get("expires_at", 0) - time.time() if last is not None else 0
        if left <= 0:
            return False
        if constant_time_compare(last["hash"], _hash_code(code)):
            cache.delete(key)
            return True
        last["wrong"] += 1
        if last["wrong"] < WRONG_GUESSES:
            cache.set(key, last, left)
        else:
            cache.delete(key)
    return False


def forget_login_code(player: Player) -> None:
    """Let the last code to sign in be none any more, as the mailbox that it went to may be another's."""
    cache.delete(_name_codes(LOGIN_CODE, "", player))


class LoginCodeForm(ConfirmLoginCodeForm):
    """Takes the code that this browser asked for, or the last one that was mailed to the same player."""

    def __init__(self, *args: Any, user: Player | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        self.user = user

    def clean_code(self) -> str:
        """Return the code. Raises a `ValidationError` where it is wrong."""
        if takes_last_code(self.cleaned_data["code"], self.user):
            return str(self.cleaned_data["code"])
        return str(super().clean_code())


class ConfirmLoginCode(ConfirmLoginCodeView):
    """Asks for the code to sign in with."""

    def get_form_kwargs(self) -> dict[str, Any]:
        """Return what the form is built with: whose code it is, if they still have the address it went to."""
        given: dict[str, Any] = super().get_form_kwargs()
        if "code" not in given:
            return given
        player, address = self.stage.login.user, self.stage.login.email
        if player is not None and address and not is_same_mailbox(address, player.email):
            return given | {"user": None, "code": ""}
        return given | {"user": player}


class AddressCodeForm(ConfirmEmailVerificationCodeForm):
    """Takes the code that this browser asked for, or the last one that was mailed for the same address."""

    def clean_code(self) -> str:
        """Return the code. Raises a `ValidationError` where it is wrong, or the address is taken."""
        if takes_last_code(self.cleaned_data["code"], self.user, address=self.email or ""):
            self.expected_code = self.cleaned_data["code"]
        return str(super().clean_code())


def _name_browser(request: HttpRequest, address: str) -> str:
    """Return what names a browser in which the owner of an address has signed in before; else nothing."""
    pk, name = _read_cookie(request)
    owner = Player.objects.filter(pk=pk).first() if pk is not None else None
    return name if owner is not None and is_same_mailbox(owner.email, address) else ""


def _read_cookie(request: HttpRequest) -> tuple[int | None, str]:
    match _unsign(request.COOKIES.get(COOKIE, "")):
        case [int(pk), str(name)]:
            return pk, name
    return None, ""


def _unsign(value: str) -> Any:
    try:
        return signing.loads(value, salt=SALT, max_age=COOKIE_AGE)
    except (signing.BadSignature, ValueError):
        return None


class KnownBrowsers:
    """Middleware: remember a browser in which somebody signs in: others can't use up its mails."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not request.path.startswith("/accounts/") or not request.user.is_authenticated:
            return response
        if _read_cookie(request)[0] != request.user.pk:
            response.set_cookie(
                COOKIE,
                signing.dumps([request.user.pk, secrets.token_hex(8)], salt=SALT),
                max_age=COOKIE_AGE,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response
