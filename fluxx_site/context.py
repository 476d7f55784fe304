"""What every template may ask about the installation."""

from collections.abc import Sequence

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject, cached_property

from fluxx_site import __version__
from fluxx_site.embedded.newcomer import opens_admin
from games import clock
from games.core import sign_up
from games.models import Announcement, Switch
from games.moderation.switches import switches_on
from games.pages.common.card_chips import ShownCards
from games.pages.people.theme import read_theme
from games.people.announcements import current_announcements
from games.timing.outages import recent_restore

# What is seldom so: one statement costs a thirtieth of two queries that find nothing.
NEWS = """
SELECT
    EXISTS (SELECT FROM games_announcement WHERE begins_at <= %(now)s AND ends_at > %(now)s),
    EXISTS (SELECT FROM games_switch WHERE until IS NULL)
"""


class News:
    """What the whole site is told, and what is held, at this moment: for banners, read where a page asks."""

    @cached_property
    def exists(self) -> tuple[bool, bool]:
        """Whether anything is announced, and whether anything is held."""
        with connection.cursor() as cursor:
            cursor.execute(NEWS, {"now": clock.now()})
            is_announced, is_held = cursor.fetchone()
        return is_announced, is_held

    def announcements(self) -> Sequence[Announcement]:
        """Return what is announced, the newest first."""
        return current_announcements() if self.exists[0] else []

    def held(self) -> dict[str, object]:
        """Return what is held."""
        return get_held() if self.exists[1] else {}


def get_held() -> dict[str, object]:
    """Return what is held at this moment."""
    switches = {each.name: each for each in switches_on()}
    now = clock.now()
    return {
        "clocks": Switch.Name.CLOCKS in switches or Switch.Name.JUMP in switches,
        "mail": Switch.Name.MAIL in switches,
        "overdue": [each for each in switches.values() if each.needs_staff(now)],
    }


def site(request: HttpRequest) -> dict[str, object]:
    """What every page may ask.

    `mails_go_to_files`: no mail leaves this machine (a banner says so); `has_mailbox`: see /mailbox/;
    `restored`: what the restore of a backup has lost lately, for pages that find nothing;
    `shown_cards`: those that the chips of the page show, as it is rendered;
    `announcements`: what the operators tell everybody now;
    `sign_in_provider`: the name of the provider that people may sign in with; None where there is none;
    `code_minutes`: how long a code that was mailed works, for pages that ask for it;
    `can_sign_up`: whether this browser may sign up, for pages that lead there;
    `is_for_friends`: nobody signs up here without being invited, and nothing is shown to strangers;
    `invites_by_mail`: whether players may invite people by address;
    `lists_games`: whether games are listed for all, or may be;
    `opens_admin`: whether the administration opens to this visitor without a second factor, under bin/run;
    `theme`: "light" or "dark", and nothing where the visitor's system decides.
    """
    news = News()
    return {
        "version": f"{__version__} ({settings.FLUXX_COMMIT})" if settings.FLUXX_COMMIT else __version__,
        "mails_go_to_files": settings.MAILS_GO_TO_FILES,
        "site_url": settings.SITE_URL,
        "shown_cards": ShownCards(),
        "theme": read_theme(request),
        "code_minutes": settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60,
        "can_sign_up": SimpleLazyObject(lambda: get_adapter().is_open_for_signup(request)),
        "is_for_friends": not sign_up.is_open(),
        "invites_by_mail": sign_up.may_invite_strangers(),
        "lists_games": SimpleLazyObject(sign_up.lists_games),
        "sign_in_provider": settings.SIGN_IN_PROVIDER and settings.SIGN_IN_PROVIDER.name,
        "held": SimpleLazyObject(news.held),
        "announcements": SimpleLazyObject(news.announcements),
        "restored": SimpleLazyObject(recent_restore),
        "has_mailbox": settings.EMBEDDED and settings.MAILS_GO_TO_FILES,
        "opens_admin": settings.EMBEDDED and opens_admin(request),
    }
