"""What the site is called: by its operator (`SITE_TITLE`), or else by the product's name."""

from django.conf import settings
from django.utils.translation import gettext as _


def site_title() -> str:
    """Return what the site is called in full, in the language of the reader."""
    return settings.SITE_TITLE or _("Fluxx by mail")


def short_title() -> str:
    """Return what the site is called where there is little room, such as in subjects."""
    return settings.SITE_TITLE or "Fluxx"
