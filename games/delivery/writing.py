"""Writes the mail of notices that go together, without those that turn out to be obsolete."""

from collections.abc import Sequence

from games import clock
from games.core.snapshot import TableBatch, TableSnapshot
from games.mail.compose import compose, compose_bundle, letter_of
from games.mail.letter import Letter
from games.mail.message import Mail
from games.models import Notice
from games.outbox.notices import new_message_id

from . import bundling
from .notice_status import mark_unwritten, update_and_release


def write_mail(notices: list[Notice], snapshot: TableSnapshot) -> Mail | None:
    """Return the mail for these notices; ``None`` if each of several letters can't be written.

    `snapshot` is of the first one's game; several games are looked up together. Notices whose letter can't be
    written are marked, and removed from `notices`, which is sorted by letter. Raises why the only letter left
    can't be.
    """
    groups = bundling.group_by_letter(notices)
    notices[:] = [notice for group in groups for notice in group]
    tables = TableBatch.of(notice.game for notice in notices)
    letters: list[tuple[Notice, Letter]] = []
    for group in groups if len(groups) > 1 else []:
        try:
            letters.append((group[0], letter_of(group[0], TableSnapshot(group[0].game, tables))))
        except Exception as error:
            mark_unwritten(group, error)
            notices[:] = [each for each in notices if each not in group]
    if not notices:
        return None
    first = notices[0]
    if len(letters) > 1 and first.player:
        mail = compose_bundle(first.player, letters)
    else:
        is_known = snapshot.game.pk == first.game_id
        mail = compose(first, snapshot if is_known else None)
    mail.message()  # a header that cannot be written shows here, not in the middle of a conversation
    return mail


def leave_for_next_mail(notices: list[Notice], left_out: Sequence[Notice]) -> None:
    """Take those of seats for which a mail has no room out of its notices: they come in the next one."""
    seats = {notice.seat_id for notice in left_out}
    for each in [notice for notice in notices if notice.seat_id in seats]:
        notices.remove(each)
        message_id = new_message_id(each.game_id, each.kind)
        later = clock.now() + bundling.MAIL_GAP
        update_and_release(each, plan=Notice.Plan.READY, message_id=message_id, next_try_at=later)
