"""The chat of a table: posting, reading and deleting remarks, and mentions."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import timedelta

from django.utils.translation import gettext as _

from games import clock
from games.core import blocks
from games.core.locking import in_transaction
from games.core.refusal import Capped, Illegal, NotAllowed, NotPossible
from games.core.submissions import find_made, sign_form
from games.models import Notice, Player, Remark, Seat
from games.models.talk import MOST_SAID, SECOND_THOUGHTS
from games.outbox import notices

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
MOST_A_MINUTE, MOST_A_DAY = 10, 300
# A player gets at most one notice of mentions per game in this time.
MENTION_REST = timedelta(minutes=10)
EVERYBODY = "all"
INVISIBLE = ("Cc", "Cs", "Zl", "Zp")  # categories of Unicode: control characters, surrogates, separators


@in_transaction
def post_remark(*, seat: int, text: str, submission_key: str = "") -> Remark:
    """Post a remark at a table, for the player of the seat with this primary key.

    Players mentioned, as `@Ann` or by `@all`, are notified. The caller has verified that this person may
    speak for the seat. A text that was posted with the same `submission_key` is said once. Locks the player's
    row. Raises a `Refusal`.
    """
    mine = Seat.objects.select_related("game").get(pk=seat)
    if not mine.is_person or mine.player_id is None:
        raise NotAllowed(_("You’ve left this table."))
    Player.objects.select_for_update().get(pk=mine.player_id)
    text = check_text(text)
    signature = sign_form(submission_key, text=text)
    said = Remark.objects.filter(player=mine.player_id, seat=mine)
    if (earlier := find_made(said, signature)) is not None:
        return earlier
    check_rate_limit(mine.player_id)
    remark = Remark.objects.create(
        game=mine.game, seat=mine, player_id=mine.player_id, text=text, submission_key=signature
    )
    Seat.objects.filter(pk=seat).update(heard_until=remark.pk)
    notify_mentioned(remark, mine)
    return remark


def check_text(text: str) -> str:
    """Return the text with its white space tidied. Raises `Illegal` if it is empty or too long."""
    visible = "".join(
        " " if char != "\n" and unicodedata.category(char) in INVISIBLE else char for char in text
    )
    lines = [" ".join(line.split()) for line in visible.splitlines()]
    said = "\n".join(line for line in lines if line)
    if not said:
        raise Illegal(_("Write something first."))
    if len(said) > MOST_SAID:
        words = {"most": MOST_SAID, "count": len(said)}
        raise Illegal(_("A message can have at most %(most)s characters; this one has %(count)s.") % words)
    return said


def check_rate_limit(player: int) -> None:
    """Refuse more remarks than one player may post in a minute or a day. Raises `Capped`."""
    said = Remark.objects.filter(player=player)
    now = clock.now()
    if said.filter(created_at__gt=now - MINUTE).count() >= MOST_A_MINUTE:
        raise Capped(_("That was a lot at once. Wait a minute and try again."))
    if said.filter(created_at__gt=now - DAY).count() >= MOST_A_DAY:
        raise Capped(_("You’ve reached today’s limit of %(most)s messages.") % {"most": MOST_A_DAY})


def notify_mentioned(remark: Remark, by: Seat) -> None:
    """Notify the players whom a remark mentions, each at most once in `MENTION_REST` per game."""
    game = by.game
    others = [seat for seat in game.seats.all() if seat.is_person and seat.pk != by.pk]
    already_notified = set(
        Notice.objects.filter(
            game=game, kind=Notice.Kind.MENTION, created_at__gt=clock.now() - MENTION_REST
        ).values_list("player", flat=True)
    )
    mentioned = [
        seat
        for seat in find_mentioned(remark.text, others)
        if seat.player_id not in already_notified and not is_hidden_from(seat, by)
    ]
    key, params = f"mention/{remark.pk}", {"remark": remark.pk}
    notices.notify_seats(Notice.Kind.MENTION, mentioned, key=key, game=game, params=params)


def is_hidden_from(reader: Seat, speaker: Seat) -> bool:
    """Whether the player of one seat does not see what the player of another says."""
    hidden = blocks.hides_from(reader.player_id or 0, speaker.player_id or 0)
    return hidden.exists()


def find_mentioned(text: str, seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats that a text mentions; of names that begin alike, the longest match counts."""
    names: dict[str, list[Seat]] = {EVERYBODY: list(seats)}
    for seat in names[EVERYBODY][:]:
        if seat.name:
            names.setdefault(seat.name.casefold(), []).append(seat)
    longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    matches = re.finditer(rf"@({longest_first})(?![^\W_])", text.casefold())
    return list({seat.pk: seat for match in matches for seat in names[match[1]]}.values())


def mark_remarks_read(*, seat: Seat, until: int) -> None:
    """Record that a player has read the chat up to the remark with this primary key."""
    newest = Remark.objects.filter(game=seat.game_id, pk__lte=until).order_by("-pk").first()
    if newest is not None:
        Seat.objects.filter(pk=seat.pk, heard_until__lt=newest.pk).update(heard_until=newest.pk)


@in_transaction
def delete_remark(*, seat: Seat, remark: int) -> None:
    """Delete a remark of one's own, within `SECOND_THOUGHTS`. Locks its row. Raises a `Refusal`."""
    said = Remark.objects.select_for_update().filter(pk=remark, game=seat.game_id).first()
    if said is None or said.seat_id != seat.pk or said.player_id != seat.player_id or not said.is_shown:
        raise NotAllowed(_("You can only delete your own messages."))
    if said.created_at + SECOND_THOUGHTS < clock.now():
        raise NotPossible(_("You can only delete a message within ten minutes."))
    said.text, said.deleted_at = "", clock.now()
    said.save(update_fields=["text", "deleted_at"])
