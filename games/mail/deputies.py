"""Letters about a seat that is in other hands for a while. None shows a hand, and none opens a seat."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.history import moves
from games.history.formatting import one_line
from games.models import Deputy, Notice, Player, Seat
from games.outbox.obsolete import Obsolete

from . import links
from .letter import Letter, Link
from .occasion import Occasion, Writer


def of_deputy(occasion: Occasion) -> Letter:
    """Return the letter to who is asked to play for somebody, or about what became of that."""
    deputy = Deputy.objects.select_related("player", "owner").filter(pk=occasion.param("deputy")).first()
    if deputy is None:
        raise Obsolete("there is no such deputy")
    words = {
        "deputy": one_line(moves.name_of(deputy.player)),
        "name": occasion.name,
        "game": one_line(occasion.game.name),
        "until": date_format(deputy.until, "j E Y"),
    }
    button = Link(_("To your deputies"), links.absolute("deputies"))
    match occasion.param("event"):
        case "asked" if deputy.ended_at is None:
            call = _("%(name)s asks you to play for them in “%(game)s”, until %(until)s.")
            lead = _(
                "You would see their hand and answer for them while they are away, and nothing else. What "
                "you do is signed with both names. You, or they, can end it at any time. If you do nothing, "
                "nothing happens."
            )
            button = Link(_("Accept or decline"), links.absolute("deputies"))
        case "asked":
            raise Obsolete("it was ended")
        case "accepted":
            call = _("%(deputy)s plays for you in “%(game)s”, until %(until)s.")
            lead = _("You can still play, too: who answers first, counts. You can end it at any time.")
        case _:
            call = _("%(deputy)s does not play for %(name)s in “%(game)s” any more.")
            lead = _("From now on, the player of the seat alone is asked.")
    return Letter(call=call % words, lead=(lead,), button=button)


def for_whom(notice: Notice, seat: Seat, player: Player) -> tuple[str, ...]:
    """Return what a letter says first to somebody who plays a seat that is not theirs."""
    if seat.player_id == player.pk:
        return ()
    until = date_format(links.deputy_of(notice, seat).until, "j E Y")
    words = {"name": one_line(str(seat)), "until": until}
    return (_("You play for %(name)s, until %(until)s. They are told as well.") % words,)


WRITERS: dict[str, Writer] = {
    Notice.Kind.DEPUTY: of_deputy,
}
