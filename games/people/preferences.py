"""What players set for themselves: name, language, time zone, and notes at a seat."""

from django.utils.translation import gettext as _

from games import clock
from games.core.refusal import Illegal, NotAllowed, check_fields
from games.models import Player, Seat, SeatNotebook
from games.models.talk import MOST_NOTED


def set_preferences(*, player: Player, **chosen: str | bool) -> None:
    """Set the name, language, time zone or face of a player, or whether they show presence and see hints.

    Seats keep their old name.

    Raises `Illegal`.
    """
    for field, value in chosen.items():
        setattr(player, field, value)
    check_fields(player, exclude={field.name for field in player._meta.fields} - chosen.keys())
    player.save(update_fields=list(chosen))


def end_tips(*, player: Player) -> None:
    """Show a player no more tips on the table page."""
    Player.objects.filter(pk=player.pk).update(tips_over=True)


def clear_mail_error(*, player: Player) -> None:
    """Try again to send mail to a player whose address refused it, or who marked a mail as spam."""
    player.mail_refused_at = player.complained_at = player.bounced_at = None
    player.mail_error, player.bounces = "", 0
    player.save(update_fields=["mail_refused_at", "mail_error", "complained_at", "bounces", "bounced_at"])


def write_notes(*, seat: Seat, text: str, released: bool) -> None:
    """Replace the notes of a seat; `released` lets a player who takes the seat over read them.

    Raises a `Refusal` if the text is too long or the seat has no player.
    """
    if not seat.is_person:
        raise NotAllowed(_("You’ve left this table."))
    text = text.replace("\r\n", "\n").replace("\x00", "")
    if len(text) > MOST_NOTED:
        words = {"most": MOST_NOTED, "count": len(text)}
        raise Illegal(_("Your notes can have at most %(most)s characters; these have %(count)s.") % words)
    kept = {"text": text, "released": released, "written_at": clock.now()}
    SeatNotebook.objects.update_or_create(seat=seat, defaults=kept)
