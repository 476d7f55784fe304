"""All that the site uses of django-allauth outside of its documented API, and why.

An upgrade may move any of it: then this module can't be imported, and no other is concerned.
"""

# The address that a provider vouches for becomes the account's, verified, as if its owner had typed a code.
from allauth.account.internal.flows.email_verification import verify_email_indirectly

# How and when somebody signed in, for who has proved a second factor or opened the printed link of bin/run.
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.manage_email import sync_user_email_address

# A provider's answer belongs to the browser that asked, and is taken once.
from allauth.socialaccount.internal import statekit

# Who may disconnect the provider, and that it is told by mail.
from allauth.socialaccount.internal.flows.connect import disconnect

__all__ = [
    "disconnect",
    "record_authentication",
    "statekit",
    "sync_user_email_address",
    "verify_email_indirectly",
]
