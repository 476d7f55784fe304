"""What every template may ask about the installation."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, bool]:
    """`mails_go_to_files`: no mail leaves this machine (a banner says so); `has_mailbox`: see /mailbox/."""
    return {
        "mails_go_to_files": settings.MAILS_GO_TO_FILES,
        "has_mailbox": settings.EMBEDDED and settings.MAILS_GO_TO_FILES,
    }
