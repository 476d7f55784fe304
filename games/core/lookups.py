"""How many addresses may be tried in a day where the answer tells something about who has them.

PostgreSQL counts (docs/decisions/0011-rate-limits-in-postgresql.md).
"""

from django.core.cache import cache

from games import clock
from games.models import Player

from .keys import make_keyed_hashes
from .locking import in_transaction
from .refusal import Capped

MOST_A_DAY = 20
DAY = 86_400


@in_transaction
def count_lookup(*, by: Player, about: str, address: str, text: str, most: int = MOST_A_DAY) -> None:
    """Count an address that a player tries, in a transaction of its own: no refusal takes it back.

    Each purpose (`about`) has its own count. Raises `Capped` with this text. Locks the player's row.
    """
    Player.objects.select_for_update().get(pk=by.pk)
    if not count_address(f"{about}/{by.pk}", address, most):
        raise Capped(text)


def count_address(name: str, address: str, most: int) -> bool:
    """Count an address under this name, or return False: `most` others were tried within a day.

    The same one again counts no more. The caller holds a lock, so that no other counts under this name.
    """
    key, now = f"lookups/{name}", clock.now().timestamp()
    tried = {each: at for each, at in cache.get(key, {}).items() if at > now - DAY}
    digest = make_keyed_hashes("games.lookups", address)[0].hex()
    if digest in tried:
        return True
    if len(tried) >= most:
        return False
    cache.set(key, tried | {digest: now}, DAY)
    return True
