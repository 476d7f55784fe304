"""Writes the mail of notices that go together, without those that turn out to be obsolete."""

from typing import NamedTuple

from games import clock
from games.core.snapshot import TableBatch, TableSnapshot
from games.mail.compose import compose, compose_bundle, letter_of
from games.mail.letter import Letter
from games.mail.message import Mail
from games.models import Notice
from games.outbox.notices import new_message_id

from . import bundling
from .notice_status import mark_unwritten, update_and_release


class Written(NamedTuple):
    """A mail that is written, with the notices that it is about, those of the first letter first.

    It has no room for those of `left_out`. `failed` are notices whose letter can't be written, and why; if
    that is so of all, there is no mail.
    """

    mail: Mail | None
    notices: list[Notice]
    left_out: list[Notice]
    failed: list[tuple[list[Notice], Exception]]


def write_mail(notices: list[Notice], snapshot: TableSnapshot) -> Written:
    """Return the mail for these notices, as far as it can be written.

    `snapshot` is of the first one's game; several games are looked up together.
    """
    groups = bundling.group_by_letter(notices)
    tables = TableBatch.of(notice.game for notice in notices)
    letters: list[tuple[Notice, Letter]] = []
    failed: list[tuple[list[Notice], Exception]] = []
    for group in groups if len(groups) > 1 else []:
        try:
            letters.append((group[0], letter_of(group[0], TableSnapshot(group[0].game, tables))))
        except Exception as error:
            failed.append((group, error))
    lost = [group for group, _error in failed]
    rest = [notice for group in groups if group not in lost for notice in group]
    if not rest:
        return Written(None, [], [], failed)
    first = rest[0]
    try:
        if len(letters) > 1 and first.player:
            mail = compose_bundle(first.player, letters)
        else:
            is_known = snapshot.game.pk == first.game_id
            mail = compose(first, snapshot if is_known else None)
        mail.message()  # a header that cannot be written shows here, not in the middle of a conversation
    except Exception as error:
        return Written(None, [], [], [*failed, (rest, error)])
    without_room = {notice.seat_id for notice in mail.left_out}
    left_out = [notice for notice in rest if notice.seat_id in without_room]
    return Written(mail, [notice for notice in rest if notice not in left_out], left_out, failed)


def put_back(written: Written) -> bool:
    """Mark the notices whose letter can't be written, and leave to the next mail those without room in this.

    Return whether no letter that can't be written is needed any more.
    """
    needless = [mark_unwritten(group, error) for group, error in written.failed]
    for each in written.left_out:
        message_id = new_message_id(each.game_id, each.kind)
        later = clock.now() + bundling.MAIL_GAP
        update_and_release(each, plan=Notice.Plan.READY, message_id=message_id, next_try_at=later)
    return all(needless)
