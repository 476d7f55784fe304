"""The test mail that Site health sends to a member of staff, and its result."""

import time

from django.conf import settings
from django.contrib import messages
from django.core.mail import get_connection
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.delivery.explain_failure import explain_failure
from games.mail.compose import compose_check
from games.pages.common.requests import signed_in


def send_test_mail(request: HttpRequest) -> None:
    """Send a test mail, and say in a message whether the mail server took it.

    The reason of a failure is English, as in `manage.py check_mail`: it names settings.
    """
    address = signed_in(request).email
    if settings.MAILS_GO_TO_FILES:
        said = _("No mail server is set up, so mails stay on this machine as files. Set EMAIL_URL.")
        messages.error(request, said)
        return
    try:
        with get_connection(fail_silently=False) as connection:
            connection.send_messages([compose_check(address, int(time.time()) * 2)])
    except Exception as error:  # whatever a mail server, a provider or a network can do
        said = _("The test mail didn’t leave. %(reason)s") % {"reason": explain_failure(error)}
        messages.error(request, said)
        return
    said = _("The mail server accepted the test mail to %(address)s. Check whether it’s in your inbox.")
    messages.success(request, said % {"address": address})
