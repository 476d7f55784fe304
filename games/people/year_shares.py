"""Showing the figures of a year to anybody: its player makes the link and withdraws it."""

from django.http import Http404
from django.utils.translation import gettext as _

from games.core.locking import in_transaction
from games.core.refusal import NotAllowed, NotPossible
from games.core.suspension import check_may_play, suspended
from games.models import Player, YearShare

from .figures_of_year import Year, read_year


@in_transaction
def share_year(*, player: Player, year: int, language: str) -> YearShare:
    """Make the link to a year that has games, or return the one that there is. Raises a `Refusal`."""
    check_may_play(player)
    shown = read_year(player, year)
    if shown is None or not shown.figures.games:
        raise NotPossible(_("You didn’t finish a game with another person that year."))
    found, _is_new = YearShare.objects.get_or_create(
        player=player, year=year, defaults={"language": language}
    )
    if found.is_ended:
        raise NotAllowed(_("A moderator has ended the link to this year, so you can’t share it."))
    return found


@in_transaction
def withdraw_year(*, player: Player, year: int) -> None:
    """Let the link to a year open nothing any more; the next one is another."""
    YearShare.objects.filter(player=player, year=year, is_ended=False).delete()


def find_shared_year(key: str) -> tuple[YearShare, Year]:
    """Return what a link shows, or raise `Http404`. While its player is suspended, it rests."""
    shares = YearShare.objects.select_related("player").exclude(suspended("player"))
    share = shares.filter(key=key, is_ended=False).first()
    year = read_year(share.player, share.year) if share is not None else None
    if share is None or year is None or not year.figures.games:
        raise Http404
    return share, year
