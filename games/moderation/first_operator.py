"""The first operator of a site: whoever opens the link that its log shows makes an account for themselves.

A link is signed, lives for a day, and works as long as nobody runs the site: so no two become the first one.
"""

from datetime import timedelta

from django.contrib.auth.models import Group
from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.core.event_log import log_staff_act
from games.core.refusal import Illegal, NotPossible
from games.models import Player
from games.models.player import clean_address

from .roles import GROUPS, OPERATOR, make_groups

MAX_AGE = timedelta(days=1)
SALT = "games.moderation.first_operator"


def make_key() -> str:
    """Return what the link holds; it works for a day."""
    return signing.dumps(OPERATOR, salt=SALT)


def is_key(key: str) -> bool:
    """Whether this site has made the key within a day, and nobody runs the site yet."""
    try:
        signing.loads(key, salt=SALT, max_age=MAX_AGE)
    except signing.BadSignature:
        return False
    return not has_operator()


def has_operator() -> bool:
    """Whether somebody can open all of the administration."""
    may = Q(is_superuser=True) | Q(groups__name=GROUPS[OPERATOR])
    return Player.objects.filter(may, is_active=True, is_staff=True).exists()


@transaction.atomic
def become_first_operator(*, key: str, email: str, name: str, password: str, language: str) -> Player:
    """Make an account that may do everything. Locks the group of operators. Raises a `Refusal`."""
    make_groups()
    Group.objects.select_for_update().get(name=GROUPS[OPERATOR])
    if not is_key(key):
        raise NotPossible(_("Someone already runs this site, or the link is more than a day old."))
    if Player.objects.filter(email=clean_address(email)).exists():
        raise Illegal(_("This address already has an account."))
    player = Player.objects.create_superuser(email, password, name=name, language=language)
    log_staff_act(
        "appoint",
        player,
        "The first operator, by the link in the log.",
        about=f"player {player.pk} ({player.name})",
        player=player,
        before={"role": ""},
        after={"role": OPERATOR},
    )
    return player
