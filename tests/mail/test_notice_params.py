"""The data of a notice: those of rows that an earlier release wrote, and of those that lack them."""

from importlib import import_module
from uuid import uuid4

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.core import access
from games.mail.compose import compose
from games.models import AnswerHours, FormerPlayer, Game, Notice, Player, Question, Seat
from games.outbox.obsolete import Obsolete
from tests.mail.kinds import NOTICES, deputy_notice, turn_of_ann
from tests.mail.received import send
from tests.mail.tables import DUE, NOW, Stored, store

BEFORE = [("games", "0014_feeds_and_deputies")]


def unreachable_notice() -> Notice:
    """Bob gets no mail, and is asked nothing."""
    stored = store(turn_of_ann())
    Player.objects.filter(name="Bob").update(mail_refused_at=NOW)
    return stored.notice("unreachable", "ann", seat=stored.seats["bob"].pk)


def table() -> Stored:
    return store(turn_of_ann())


ALL = NOTICES | {
    "replaced": lambda: table().notice("warning", "ann", replaced=True),
    "unreachable, not asked": unreachable_notice,
    "deputy asked": lambda: deputy_notice("asked"),
    "deputy ended": lambda: deputy_notice("ended"),
    "too old": lambda: table().notice("reply", "ann", not_counted="too-old"),
}


def old_key(notice: Notice) -> str:
    """The key that the release before gave such a notice."""
    to, about = notice.seat_id, notice.params
    match notice.kind:
        case "warning":
            question = notice.question_id
            return f"replaced/{to}/1" if "replaced" in about else f"warning/{question}/{DUE:%s}/{to}"
        case "vote" | "takeback":
            return f"{notice.kind}/{about['vote']}/{to}"
        case "mention":
            return f"mention/{about['remark']}/{to}"
        case "unreachable":
            asked = notice.question_id
            return f"unreachable/{asked}/{to}" if asked else f"refused/{about['seat']}/{NOW:%s}/{to}"
        case "deputy":
            return f"deputy/{about['event']}/{about['deputy']}"
        case "reply":
            return f"not-counted/{notice.player_id}/2026-11-21/{about['not_counted']}"
    return f"{notice.kind}/{to or notice.invitation_id}"


# Kinds that the release before knew nothing of.
NEWER = ("vacation", "nudge", "staff", "expiring", "pace", "host")


def back_and_forth() -> None:
    """Take the database back to the release before, and forth again."""
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        MigrationExecutor(connection).migrate(BEFORE)
    finally:
        MigrationExecutor(connection).migrate(latest)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_rows_of_an_earlier_release(monkeypatch):
    """Data are filled from keys of every form, batch by batch, of notices and of their copies.

    Letters stay the same. Who was replaced before is known by the notice that told them, or, where that has
    been removed, by what they were asked there.
    """
    fill = import_module("games.migrations.0016_fill_notice_params")
    monkeypatch.setattr(fill, "BATCH", 3)
    made = {name: make() for name, make in ALL.items() if name not in NEWER}
    written, other = list(made.values()), table()
    ann, bob, cid = other.seats.values()
    to_ann = other.notice("warning", "ann", replaced=True)
    Question.objects.update(nonce=0)  # that release had none
    Game.objects.update(answer_hours=AnswerHours.AS_IN_TURN)  # nor this
    Player.objects.update(tips_over=True)  # first mails differ from later ones
    letters = {notice.pk: send(notice).raw for notice in written}
    params = {notice.pk: notice.params for notice in [*written, to_ann]}
    for notice in [*written, to_ann]:
        Notice.objects.filter(pk=notice.pk).update(key=old_key(notice))
    copy = Notice.objects.get(pk=made["replaced"].pk)
    copy.pk, copy.key, copy.status = None, f"{copy.key}/17", Notice.Status.SENT
    copy.public_id = uuid4()
    copy.save()
    give_away(ann, to="dee")
    Question.objects.filter(seat=ann).update(counts_for=ann.player)
    Question.objects.create(
        game=other.game, seat=bob, number=99, counts_for=bob.player, opened_at=NOW, closed_at=NOW
    )
    give_away(bob, to="eve")
    back_and_forth()
    for notice in written:  # they are drawn anew
        Notice.objects.filter(pk=notice.pk).update(public_id=notice.public_id)

    assert params | {copy.pk: {"replaced": True}} == dict(Notice.objects.values_list("pk", "params"))
    assert letters == {notice.pk: send(notice).raw for notice in written}
    former = FormerPlayer.objects.filter(seat__game=other.game).values_list("seat", "player")
    assert {(ann.pk, ann.player_id), (bob.pk, bob.player_id)} == set(former)
    assert access.knows_another_hand(other.game, ann.player)
    assert not access.knows_another_hand(other.game, ann.player, besides=ann)
    assert not access.knows_another_hand(other.game, cid.player)


def give_away(seat: Seat, *, to: str) -> None:
    """Let somebody new have a seat."""
    player = Player.objects.create_user(f"{to}@players.example", name=to)
    Seat.objects.filter(pk=seat.pk).update(player=player)


@pytest.mark.django_db
def test_the_release_before_can_write_notices_meanwhile():
    """Its rows have no data: what cannot be told without is not sent, and nothing fails."""
    notice = NOTICES["vote"]()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_notice SET params = DEFAULT WHERE id = %s", [notice.pk])
    notice.refresh_from_db()

    with pytest.raises(Obsolete, match="without its data"):
        compose(notice)
