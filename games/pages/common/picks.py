"""What links of a mail fill in: of two choices that are opened within seconds, neither is.

Some scanners open every link of a mail, and press the main button of the page behind it. A person opens one.
What was opened is kept for some seconds in the cache, by seat and question: scanners may drop cookies. A page
that was filled in meanwhile stays doubtful for a day, as its button may be pressed later.
"""

from collections.abc import Sequence

from django.core.cache import cache
from django.utils.translation import gettext as _

from games.core.refusal import NotPossible
from games.models import Seat

SECONDS, DAY = 10, 24 * 60 * 60
VOTE = "vote"


class DoubtfulPick(NotPossible):
    """An answer was filled in by one of several links that were opened within seconds."""


def note_pick(seat: Seat, asked: int | str, picks: Sequence[str]) -> bool:
    """Note that a link fills in these choices; return whether no others were opened within seconds.

    `asked` is the number of the question, or `VOTE`.
    """
    mine = list(picks)
    if cache.add(_key(seat, asked), [mine], SECONDS):
        _trust(seat, asked, mine)
        return True
    opened = cache.get(_key(seat, asked), [])
    if opened in ([], [mine]):
        return True
    if mine not in opened:
        opened.append(mine)
    cache.set(_key(seat, asked), opened, SECONDS)
    cache.set(_doubt_key(seat, asked), opened, DAY)
    return False


def is_doubtful(seat: Seat, asked: int | str, picks: Sequence[str]) -> bool:
    """Whether these choices were opened by a link, and others as well within seconds of it."""
    return list(picks) in cache.get(_doubt_key(seat, asked), [])


def check_pick(seat: Seat, asked: int | str, picks: Sequence[str]) -> None:
    """Refuse what a link filled in while other choices were opened, too. Raises `DoubtfulPick`."""
    if is_doubtful(seat, asked, picks):
        raise DoubtfulPick(
            _(
                "Nothing was played: two different choices from one mail were opened within seconds. "
                "Choose one here."
            )
        )


def explain() -> str:
    """Return why nothing is filled in."""
    return _("Two different choices from one mail were opened within seconds. Choose one here.")


def _trust(seat: Seat, asked: int | str, picks: list[str]) -> None:
    """Doubt choices no longer whose link was opened alone."""
    doubted = cache.get(_doubt_key(seat, asked), [])
    if picks in doubted:
        cache.set(_doubt_key(seat, asked), [each for each in doubted if each != picks], DAY)


def _doubt_key(seat: Seat, asked: int | str) -> str:
    return f"doubt/{seat.pk}/{asked}"


def _key(seat: Seat, asked: int | str) -> str:
    return f"pick/{seat.pk}/{asked}"
