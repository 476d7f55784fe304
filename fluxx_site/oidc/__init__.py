"""Signing in with an OpenID Connect provider that the operator has set up.

docs/decisions/0061-sign-in-by-a-provider.md says what is believed of a provider, and why.
"""
