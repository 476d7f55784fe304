"""The forms of allauth by which people sign in and up, without placeholders that repeat their labels."""

from typing import Any

from allauth.account import forms


class LoginForm(forms.LoginForm):
    """Signing in by a password."""

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        drop_placeholders(self)


class SignupForm(forms.SignupForm):
    """Signing up, with what `games.pages.people.account.SignupForm` adds."""

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        drop_placeholders(self)


def drop_placeholders(form: Any) -> None:
    """Say in a label alone what a field is for: allauth calls an address by another word than this site."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
