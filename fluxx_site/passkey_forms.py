"""The forms of passkeys, with an end to how many there are and how long their names."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.utils.translation import gettext as _

from games.models.names import LONGEST_NAME, check_one_line

MOST_PASSKEYS = 20
LONGEST_CREDENTIAL = 20_000  # characters; one has about 1,500


class AddPasskeyForm(AddWebAuthnForm):
    name = forms.CharField(max_length=LONGEST_NAME, required=False, validators=[check_one_line])
    credential = forms.JSONField(widget=forms.HiddenInput)

    def clean_credential(self) -> dict[str, Any]:
        """Refuse what no browser sends, and one passkey too many."""
        if len(self.data.get("credential", "")) > LONGEST_CREDENTIAL:
            raise forms.ValidationError(
                _("Your browser sent a passkey that can’t be right. Please try again.")
            )
        if Authenticator.objects.filter(user=self.user, type="webauthn").count() >= MOST_PASSKEYS:
            raise forms.ValidationError(
                _("You have %(count)d passkeys. Remove one first.") % {"count": MOST_PASSKEYS}
            )
        return self.cleaned_data["credential"]


class RenamePasskeyForm(EditWebAuthnForm):
    name = forms.CharField(max_length=LONGEST_NAME, validators=[check_one_line])
