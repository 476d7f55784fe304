"""The admin: staff read rows, and act on games only through `games.moderation`.

Nothing here shows a hidden card: not what a move held, not a table's state, no token, no key of a link. What
happened is shown as a spectator may know it. Rows are not edited here: every change is a function that
checks, locks and logs.
"""

from django.contrib import admin
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.core.site_title import site_title

from . import (  # noqa: F401  (each registers its models)
    announcements,
    circles,
    decks,
    games,
    play,
    players,
    reports,
    upkeep,
)

admin.site.site_header = admin.site.site_title = format_lazy(
    _("{site}: administration"), site=lazy(site_title, str)()
)
