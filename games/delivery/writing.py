"""Writes the mail of notices that go together, without those that turn out to be obsolete."""

from collections.abc import Sequence

from games import clock
from games.core.snapshot import SeveralTables, TableSnapshot
from games.core.stored_game import UnreadableTable
from games.mail.compose import compose, compose_bundle, letter_of
from games.mail.letter import Letter
from games.mail.message import Mail
from games.models import Notice
from games.outbox.notices import new_message_id
from games.outbox.obsolete import Obsolete
from games.play.unreadable import SAID, rest_game

from . import bundling
from .marking import composition_failure, mark_failed, mark_skipped, update_and_release


def write_mail(notices: list[Notice], snapshot: TableSnapshot | None = None) -> Mail | None:
    """Return the mail for these notices; ``None`` if none can be written.

    `snapshot` is of the first one's game; several games are looked up together. Obsolete notices are skipped,
    and those that can't be composed have failed; both are removed from `notices`, which is sorted by letter.
    Raises `Obsolete` if the only letter left is obsolete.
    """
    groups = bundling.group_by_letter(notices)
    notices[:] = [notice for group in groups for notice in group]
    tables = SeveralTables(tuple({notice.game_id: notice.game for notice in notices}.values()))
    letters: list[tuple[Notice, Letter]] = []
    for lead, *rest in groups if len(groups) > 1 else []:
        try:
            letters.append((lead, letter_of(lead, TableSnapshot(lead.game, tables))))
            continue
        except Obsolete as obsolete:
            mark_skipped(lead, str(obsolete))
        except UnreadableTable:
            rest_game(game=lead.game_id)  # and skips what asks about it
            update_and_release(lead)
        except Exception as error:
            mark_failed([lead], composition_failure(lead, error))
        notices.remove(lead)
        for each in rest:
            update_and_release(each)
            notices.remove(each)
    if not notices:
        return None
    first = notices[0]
    known = snapshot if snapshot is not None and snapshot.game.pk == first.game_id else None
    try:
        message = (
            compose_bundle(first.player, letters)
            if len(letters) > 1 and first.player
            else compose(first, known)
        )
        message.message()  # a header that cannot be written shows here, not in the middle of a conversation
    except Obsolete:
        raise
    except UnreadableTable as error:
        rest_game(game=first.game_id)
        raise Obsolete(SAID) from error
    except Exception as error:
        mark_failed(notices, composition_failure(first, error))
        return None
    leave_for_next_mail(notices, message.left_out)
    return message


def leave_for_next_mail(notices: list[Notice], left_out: Sequence[Notice]) -> None:
    """Take those of seats for which a mail has no room out of its notices: they come in the next one."""
    seats = {notice.seat_id for notice in left_out}
    for each in [notice for notice in notices if notice.seat_id in seats]:
        notices.remove(each)
        message_id = new_message_id(each.game_id, each.kind)
        later = clock.now() + bundling.PAUSE
        update_and_release(each, plan=Notice.Plan.READY, message_id=message_id, next_try_at=later)
