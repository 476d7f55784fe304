"""Whom somebody who comes from the provider is here: an account of theirs, a guest, or new."""

from typing import Any

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import user_logged_in
from allauth.account.utils import setup_user_email
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.forms import SignupForm
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from allauth.socialaccount.providers.base.constants import AuthProcess
from django.conf import settings
from django.core.exceptions import ValidationError
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _

from fluxx_site.allauth_internals import sync_user_email_address, verify_email_indirectly
from games.models import Player
from games.models.names import LONGEST_NAME, clean_person_name, visible_part
from games.models.player import clean_address

from .calls import ProviderSession


class SocialAccountAdapter(DefaultSocialAccountAdapter):
    """Accounts are joined by an address that is verified at both ends, and by nothing less."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Whoever the provider knows may come in: the operator has chosen it."""
        return True

    def get_requests_session(self) -> ProviderSession:
        return ProviderSession()

    def list_apps(self, request: HttpRequest, provider: str = "", client_id: str = "") -> list[SocialApp]:
        """Return the provider of the settings. Rows of providers in the database are never read.

        Its issuer is the ID by which links are stored: an ID of a person means nothing at another issuer.
        """
        known = settings.SIGN_IN_PROVIDER
        if known is None or provider not in ("", None, "openid_connect", known.issuer):
            return []
        return [
            SocialApp(
                provider="openid_connect",
                provider_id=known.issuer,
                name=known.name,
                client_id=known.client_id,
                secret=known.client_secret,
            )
        ]

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[Player, str] | None:
        """Return whose address the provider has verified: an account that has proved it here, or a guest.

        Nobody has signed in to a guest's account, and its seats are what that address was invited to. An
        account that is connected with somebody else at the provider is theirs: addresses change hands.
        """
        for address in sociallogin.email_addresses:
            player = Player.objects.filter(email=clean_address(address.email)).first()
            if player is None or not address.verified:
                continue
            proved = EmailAddress.objects.filter(user=player, email=player.email, verified=True).exists()
            linked = SocialAccount.objects.filter(user=player, provider=sociallogin.account.provider).exists()
            if (proved or player.is_guest) and not linked:
                return player, player.email
        return None

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Count the address of a guest as proved, as a code in a mail would have done."""
        if sociallogin.state["process"] == AuthProcess.LOGIN and is_joined(sociallogin):
            sync_user_email_address(sociallogin.user)
            verify_email_indirectly(request, sociallogin.user, sociallogin.user.email)

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: SignupForm) -> Player:
        """Store a new player. Where the address isn't proved yet, they are connected when it is.

        Else who signs up with the address of somebody else would get in as soon as its owner has proved it.
        """
        if has_verified_address(sociallogin):
            return super().save_user(request, sociallogin, form)
        player: Player = sociallogin.user
        player.set_unusable_password()
        get_account_adapter().save_user(request, player, form)
        setup_user_email(request, player, [])
        return player

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> Player:
        """Propose name and address for a new account."""
        player: Player = sociallogin.user
        player.email = data.get("email", "")
        player.name = _read_name(data.get("name", ""))
        return player

    def get_signup_form_initial_data(self, sociallogin: SocialLogin) -> dict[str, str]:
        return {"email": sociallogin.user.email, "name": sociallogin.user.name}

    def get_connect_redirect_url(self, request: HttpRequest, socialaccount: SocialAccount) -> str:
        return reverse("security")


def _read_name(text: str) -> str:
    """Return the name that a provider gives somebody, or none where nobody may choose such a name here."""
    try:
        return clean_person_name(visible_part(text)[:LONGEST_NAME])
    except ValidationError:
        return ""


class ProviderSignupForm(SignupForm):
    """What a new player enters who comes from the provider; an address that it has verified stays."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.has_verified_address = has_verified_address(self.sociallogin)
        if self.has_verified_address:
            self.fields["email"].disabled = True
            self.fields["email"].help_text = _("%(provider)s has confirmed this address.") % {
                "provider": escape(self.sociallogin.provider.name)
            }


def has_verified_address(sociallogin: SocialLogin) -> bool:
    """Whether the provider has verified an address of who comes from it."""
    return any(address.verified for address in sociallogin.email_addresses)


def is_joined(sociallogin: SocialLogin) -> bool:
    """Whether an account goes by its address, and isn't connected with the provider yet."""
    return bool(sociallogin.is_existing) and sociallogin.account.pk is None


@receiver(user_logged_in)
def connect_joined(
    request: HttpRequest, user: Player, sociallogin: SocialLogin | None = None, **_more: Any
) -> None:
    """Connect an account that goes by its address, after the second factor or the code in a mail."""
    if sociallogin is not None and is_joined(sociallogin):
        sociallogin.connect(request, user)
