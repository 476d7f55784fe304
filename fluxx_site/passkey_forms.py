"""The forms of passkeys: what no browser sends is refused, and there is an end to their number and names."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.utils.translation import gettext as _
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

from games.models.names import LONGEST_NAME, check_one_line

MOST_PASSKEYS = 20
LONGEST_CREDENTIAL = 20_000  # characters; one has about 1,500


class CredentialField(forms.JSONField):
    """What a browser sends of a passkey: to add one, or to prove that its owner has it.

    The libraries raise many things for what no browser sends.
    """

    widget = forms.HiddenInput

    def __init__(self, response: type[RegistrationResponse | AuthenticationResponse], **words: Any) -> None:
        super().__init__(**words)
        self.response = response

    def to_python(self, value: Any) -> Any:
        """Return the credential. Raises `ValidationError`."""
        try:
            if len(value or "") > LONGEST_CREDENTIAL:
                raise ValueError("too long")
            read = super().to_python(value)
            if read not in self.empty_values:
                self.response.from_dict(read)
        except Exception:
            raise forms.ValidationError(
                _("Your browser sent a passkey that can’t be right. Please try again.")
            ) from None
        return read


class SecondFactorPasskeyForm(AuthenticateWebAuthnForm):
    credential = CredentialField(AuthenticationResponse)


class SignInPasskeyForm(LoginWebAuthnForm):
    credential = CredentialField(AuthenticationResponse)


class ConfirmPasskeyForm(ReauthenticateWebAuthnForm):
    credential = CredentialField(AuthenticationResponse)


class AddPasskeyForm(AddWebAuthnForm):
    name = forms.CharField(max_length=LONGEST_NAME, required=False, validators=[check_one_line])
    credential = CredentialField(RegistrationResponse)

    def clean_credential(self) -> dict[str, Any]:
        """Refuse one passkey too many."""
        if Authenticator.objects.filter(user=self.user, type="webauthn").count() >= MOST_PASSKEYS:
            raise forms.ValidationError(
                _("You have %(count)d passkeys. Remove one first.") % {"count": MOST_PASSKEYS}
            )
        return self.cleaned_data["credential"]


class RenamePasskeyForm(EditWebAuthnForm):
    name = forms.CharField(max_length=LONGEST_NAME, validators=[check_one_line])
