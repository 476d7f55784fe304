"""A game in which every kind of mail is owed, and the notice of each kind."""

from collections.abc import Callable

from engine.scenario import Scene, deal
from games.core.event_log import note_event
from games.models import (
    Deputy,
    Game,
    Invitation,
    Notice,
    Player,
    Question,
    Remark,
    Seat,
    StaffAct,
    Vacation,
    Vote,
)
from games.models.question import TAKE_FIRST_CARD
from tests.mail import boards
from tests.mail.tables import DUE, NOW, NUMBERS, Stored, store
from tests.pages import kinds as editions


def turn_of_ann() -> Scene:
    """Cid has stolen Milk from Bob, and it is Ann's turn: she plays two of her five cards."""
    scene = deal(
        ann=["bread", "draw-3", "baked-goods"],
        bob=4,
        cid=["love", "steal-a-keeper"],
        keepers={"ann": ["the-sun", "dreams"], "bob": ["the-toaster", "milk"]},
        goals=["the-appliances"],
        rules=["draw-2", "play-2", "keeper-limit-3"],
        discard=["jackpot", "music"],
        turn="cid",
        drawn=2,
        deck=["zap-a-card", "time"],
    )
    _ann, bob, cid = scene.seats
    cid.plays("love").plays("steal-a-keeper").answers(f"milk@{bob.name}")
    return scene


def throws_of_bob() -> Scene:
    """Ann has challenged Bob, in her turn, to rock, paper, scissors."""
    scene = deal(
        ann=["rock-paper-scissors-showdown", "bread"],
        bob=["jackpot", "milk", "baked-goods"],
        cid=3,
        turn="ann",
        played=0,
    )
    ann, bob, _cid = scene.seats
    ann.plays("rock-paper-scissors-showdown").answers(bob.name)
    return scene


def won_by_ann() -> Scene:
    """Ann has just won with Baked Goods."""
    scene = deal(
        ann=["baked-goods"],
        bob=["jackpot", "milk"],
        cid=2,
        keepers={"ann": ["bread", "cookies"]},
        turn="ann",
        played=0,
    )
    scene.seats[0].plays("baked-goods")
    return scene


def first_card() -> Stored:
    """A game that waits for the first player to take a card: nothing is dealt."""
    stored = store(deal(ann=3, bob=3, cid=3))
    game = stored.game
    game.starting_seat = None
    game.save()
    game.state.delete()
    game.questions.all().delete()
    for seat in stored.seats.values():
        Question.objects.create(
            game=game, seat=seat, number=-seat.number, what=TAKE_FIRST_CARD, opened_at=NOW, due_at=DUE
        )
    return stored


def open_game() -> Stored:
    """A game of Ann's that has not begun: Bob sits, and the third seat is kept for dee@example.org."""
    stored = store(deal(ann=3, bob=3, cid=3))
    game = stored.game
    game.status, game.started_at, game.starting_seat = Game.Status.OPEN, None, None
    game.save()
    game.state.delete()
    game.questions.all().delete()
    Seat.objects.filter(game=game, number=3).update(player=None, name="Dee", status=Seat.Status.INVITED)
    stored.seats["cid"].refresh_from_db()
    return stored


def invite(stored: Stored, **given) -> Invitation:
    """Invite dee@example.org to the third seat of an open game."""
    fields = {"name": "Dee", "created_at": NOW, **given}
    return Invitation.objects.create(
        game=stored.game,
        seat=stored.seats["cid"],
        invited_by=stored.game.host,
        email="dee@example.org",
        mailbox="dee@example.org",
        **fields,
    )


def invitation_notice(kind: str) -> Notice:
    stored = open_game()
    number = next(NUMBERS)
    return Notice.objects.create(
        key=f"test/{number}",
        kind=kind,
        game=stored.game,
        invitation=invite(stored),
        message_id=f"<g{stored.game.pk}.v0.{kind}.{number:08x}@testserver.localhost>",
        created_at=NOW,
        next_try_at=NOW,
    )


def ended_notice() -> Notice:
    stored = store(turn_of_ann(), end_reason="Everyone left.")
    stored.game.status = Game.Status.ENDED
    stored.game.save()
    return stored.notice("ended", "bob")


def rematch_notice() -> Notice:
    stored = open_game()
    Seat.objects.filter(pk=stored.seats["bob"].pk).update(status=Seat.Status.INVITED)
    stored.seats["bob"].refresh_from_db()
    return stored.notice("rematch", "bob")


def declined_notice() -> Notice:
    stored = open_game()
    invite(stored, declined_at=NOW)
    Seat.objects.filter(pk=stored.seats["cid"].pk).update(name="", status=Seat.Status.FREE)
    stored.seats["cid"].refresh_from_db()
    return stored.notice("declined", "cid", player="ann")


def warning_notice() -> Notice:
    stored = store(turn_of_ann())
    question = stored.question("ann")
    notice = stored.notice("warning", "bob", due_at=int(DUE.timestamp()))
    notice.question = question
    notice.save()
    return notice


def vote_notice() -> Notice:
    stored = store(turn_of_ann())
    vote = Vote.objects.create(
        game=stored.game,
        seat=stored.seats["ann"],
        kind=Vote.Kind.SILENCE,
        choices=["more-time", "bot", "replace", "end"],
        opened_at=NOW,
        closes_at=DUE,
    )
    return stored.notice("vote", "bob", vote=vote.pk)


def unreachable_notice() -> Notice:
    stored = store(turn_of_ann())
    notice = stored.notice("unreachable", "bob")
    notice.question = stored.question("ann")
    notice.save()
    return notice


def mention_notice(said: str = "Your turn, @Bob!") -> Notice:
    stored = store(turn_of_ann())
    ann = stored.seats["ann"]
    remark = Remark.objects.create(game=stored.game, seat=ann, player=ann.player, text=said, created_at=NOW)
    return stored.notice("mention", "bob", remark=remark.pk)


def takeback_notice() -> Notice:
    stored = store(turn_of_ann())
    note_event(stored.game, "takeback-asked", name="Ann")
    vote = Vote.objects.create(
        game=stored.game,
        seat=stored.seats["ann"],
        kind=Vote.Kind.TAKEBACK,
        choices=["agree", "refuse"],
        version=0,
        opened_at=NOW,
        closes_at=DUE,
    )
    return stored.notice("takeback", "bob", vote=vote.pk)


def pace_notice() -> Notice:
    stored = store(turn_of_ann())
    ann = stored.seats["ann"]
    vote = Vote.objects.create(
        game=stored.game,
        seat=ann,
        kind=Vote.Kind.PACE,
        choices=["agree", "refuse"],
        days=1,
        opened_at=NOW,
        closes_at=DUE,
    )
    return stored.notice("pace", "bob", vote=vote.pk)


def deputy_notice(event: str = "accepted") -> Notice:
    stored = store(turn_of_ann())
    dee, _made = Player.objects.get_or_create(email="dee@example.org", name="Dee")
    bob = stored.seats["bob"]
    deputy = Deputy.objects.create(seat=bob, owner=bob.player, player=dee, until=DUE.date(), ends_at=DUE)
    return stored.notice("deputy", "bob", deputy=deputy.pk, event=event)


def vacation_notice(event: str = "ends") -> Notice:
    stored = store(turn_of_ann())
    bob = stored.players["bob"]
    vacation = Vacation.objects.create(
        player=bob, first_day=NOW.date(), last_day=DUE.date(), starts_at=NOW, ends_at=DUE
    )
    return stored.notice("vacation", "bob", vacation=vacation.pk, event=event)


def staff_notice() -> Notice:
    stored = store(turn_of_ann())
    act = StaffAct.objects.create(act="pause", game=stored.game, reason="A holiday.")
    sentence = {"what": "staff-pause", "reason": act.reason}
    return stored.notice("staff", "bob", act=act.pk, reverted=False, sentence=sentence)


def expiring_notice() -> Notice:
    stored = open_game()
    stored.game.warned_at, stored.game.expires_at = NOW, DUE
    stored.game.save()
    return stored.notice("expiring", "ann")


def host_notice() -> Notice:
    stored = store(turn_of_ann())
    stored.game.host = stored.players["bob"]
    stored.game.save()
    return stored.notice("host", "bob")


def called_off_notice() -> Notice:
    notice = invitation_notice("called-off")
    notice.game.status, notice.game.end_reason = Game.Status.ENDED, "The host cancelled it."
    notice.game.save()
    return notice


NOTICES: dict[str, Callable[[], Notice]] = {
    "turn": lambda: store(turn_of_ann()).notice("turn", "ann"),
    "answer": lambda: store(throws_of_bob()).notice("answer", "bob"),
    "beside": lambda: store(editions.asked_beside()).notice("beside", "bob"),
    "reminder": lambda: store(turn_of_ann()).notice("reminder", "ann"),
    "nudge": lambda: store(turn_of_ann()).notice("nudge", "ann", question=True, by=2),
    "autopilot": lambda: store(turn_of_ann()).notice("autopilot", "bob"),
    "started": lambda: store(turn_of_ann(), commitment="c0ffee00" * 8).notice("started", "bob"),
    "result": lambda: store(won_by_ann()).notice("result", "bob"),
    "ended": ended_notice,
    "invitation": lambda: invitation_notice("invitation"),
    "invited-again": lambda: invitation_notice("invited-again"),
    "rematch": rematch_notice,
    "accepted": lambda: open_game().notice("accepted", "bob", player="ann"),
    "declined": declined_notice,
    "removed": lambda: open_game().notice("removed", "ann", player="cid"),
    "host": host_notice,
    "warning": warning_notice,
    "vote": vote_notice,
    "unreachable": unreachable_notice,
    "mention": mention_notice,
    "takeback": takeback_notice,
    "pace": pace_notice,
    "deputy": deputy_notice,
    "vacation": vacation_notice,
    "staff": staff_notice,
    "expiring": expiring_notice,
    "called-off": called_off_notice,
    "reply": lambda: store(turn_of_ann()).notice("reply", "bob", not_counted="sender"),
}

HOSTILE = "<script>alert(1)</script> & https://evil.example/ <b>bold</b>\n-- \nX-Spam: yes"

# What only other editions ask or tell.
EDITIONS: dict[str, Callable[[], Notice]] = {
    "window": lambda: store(editions.window()).notice("answer", "bob"),
    "chain": lambda: store(editions.answered()).notice("answer", "bob"),
    "trivia-vote": lambda: store(editions.told_a_fact(HOSTILE)).notice("beside", "ann"),
    "rhyme": lambda: store(editions.rhyming()).notice("turn", "ann"),
    "creepers": lambda: store(editions.afflicted(goals=["appetite"])).notice("turn", "ann"),
    "backs": lambda: store(editions.covered_up()).notice("turn", "ann"),
    "lost": lambda: store(editions.all_have_lost()).notice("result", "bob"),
}

# Every kind of notice, in every kind of game.
ALL: dict[str, Callable[[], Notice]] = {
    **NOTICES,
    **{f"edition-{kind}": make for kind, make in EDITIONS.items()},
    **{f"board-{kind}": make for kind, make in boards.NOTICES.items()},
}
