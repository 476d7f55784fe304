"""The admin: staff read rows, and act on games only through `games.moderation`.

Nothing here shows a hidden card: not what a move held, not a table's state, no token, no key of a link. What
happened is shown as a spectator may know it. Rows are not edited here: every change is a function that
checks, locks and logs.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from . import announcements, decks, games, play, players, reports, upkeep  # noqa: F401  (each registers its models)

admin.site.site_header = admin.site.site_title = _("Fluxx by mail: administration")
