"""The talk of a table: who may say and read what, mentions, second thoughts, staff; and one's own notes."""

from datetime import timedelta

import pytest

from games import clock
from games.core.refusal import Capped, Illegal, NotAllowed, NotPossible
from games.history import remarks
from games.mail.compose import compose
from games.models import Notice, Remark, Seat, SeatNotebook, StaffAct
from games.moderation.desk import perform
from games.outbox.kinds import obsolete_reason
from games.outbox.obsolete import Obsolete
from games.people import preferences, talk
from games.seats.replacement import offer_seat, take_over

from .play import seat_of


def said(game) -> list[str]:
    """What is said at a table."""
    return [remark.text for remark in remarks.remarks(game) if remark.is_shown]


def test_what_is_said_is_kept_tidied(ann, bob, start):
    """Lines stay lines; spaces and characters that nobody sees do not."""
    game = start(ann, bob)
    talk.post_remark(seat=seat_of(game, ann).pk, text="  Well   played,\r\n\n\x00 Bob!\x07 ")

    assert said(game) == ["Well played,\nBob!"]


@pytest.mark.parametrize("text", ["", "  \n ", "\x00", "x" * 1001])
def test_nothing_and_too_much_are_refused(ann, bob, start, text):
    """An empty remark and one that is too long are refused with a sentence, and leave nothing."""
    game = start(ann, bob)
    with pytest.raises(Illegal, match=r"\.$"):
        talk.post_remark(seat=seat_of(game, ann).pk, text=text)

    assert said(game) == []


def test_nobody_floods_a_table(ann, bob, start):
    """Ten remarks in a minute are enough."""
    game = start(ann, bob)
    for number in range(10):
        talk.post_remark(seat=seat_of(game, ann).pk, text=str(number))
    with pytest.raises(Capped):
        talk.post_remark(seat=seat_of(game, ann).pk, text="more")

    assert len(said(game)) == 10


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("@Bob, your turn", ["Bob"]),
        ("@bob’s idea", ["Bob"]),
        ("@Bobby hi", []),
        ("@Bob Ross, hi", ["Bob Ross"]),
        ("@Bob and @Bob Ross", ["Bob", "Bob Ross"]),
        ("hi @all!", ["Bob", "Bob Ross"]),
        ("me@Bobsmail and @", []),
        ("@Ann I say to myself", []),
    ],
)
def test_whom_a_remark_mentions(ann, bob, carol, start, text, names):
    """The longest name that fits; everybody by @all; never the one who speaks."""
    game = start(ann, bob, carol)
    Seat.objects.filter(game=game, player=carol).update(name="Bob Ross")
    talk.post_remark(seat=seat_of(game, ann).pk, text=text)
    told = Notice.objects.filter(game=game, kind=Notice.Kind.MENTION).order_by("seat__number")

    assert [notice.seat.name for notice in told] == names


def test_who_is_mentioned_often_is_told_once_in_ten_minutes(ann, bob, start, travel):
    """Mentions in a row make one notice; later ones another."""
    game = start(ann, bob)
    for minutes in (0, 4, 4, 4):
        travel(minutes=minutes)
        talk.post_remark(seat=seat_of(game, ann).pk, text="@Bob!")

    assert Notice.objects.filter(game=game, kind=Notice.Kind.MENTION).count() == 2


def test_second_thoughts_last_ten_minutes(ann, bob, start, travel):
    """Ann deletes what she has just said; Bob cannot, and later she cannot either."""
    game = start(ann, bob)
    remark = talk.post_remark(seat=seat_of(game, ann).pk, text="Oops")
    with pytest.raises(NotAllowed):
        talk.delete_remark(seat=seat_of(game, bob), remark=remark.pk)
    talk.delete_remark(seat=seat_of(game, ann), remark=remark.pk)
    later = talk.post_remark(seat=seat_of(game, ann).pk, text="Again")
    travel(minutes=11)
    with pytest.raises(NotPossible):
        talk.delete_remark(seat=seat_of(game, ann), remark=later.pk)

    assert said(game) == ["Again"]
    assert not Remark.objects.filter(text="Oops").exists()


def test_staff_hides_a_remark_and_says_why(ann, bob, start, moderator):
    """The place stays, the words are for staff alone, and the act is written down."""
    game = start(ann, bob)
    remark = talk.post_remark(seat=seat_of(game, ann).pk, text="Rude words")
    with pytest.raises(NotAllowed):
        perform("hide", game=game, remark=remark.pk, by=bob, reason="I don’t like it")
    with pytest.raises(Illegal):
        perform("hide", game=game, remark=remark.pk, by=moderator, reason=" ")
    perform("hide", game=game, remark=remark.pk, by=moderator, reason="Rude")

    assert said(game) == []
    assert StaffAct.objects.get().reason == "Rude"


def test_who_may_read(ann, bob, carol, start):
    """The table; who has left it; onlookers only if the host has opened it."""
    game = start(ann, bob)
    mine, left = seat_of(game, ann), seat_of(game, bob)
    Seat.objects.filter(pk=left.pk).update(status=Seat.Status.LEFT)

    assert [remarks.may_read(game, mine, ann), remarks.may_read(game, None, bob)] == [True, True]
    assert not remarks.may_read(game, None, carol)
    assert not remarks.may_read(game, None, None)
    game.talk_is_public = True
    assert remarks.may_read(game, None, None)


def test_unread_talk_counts_until_it_is_read(ann, bob, start):
    """What others have said counts; one's own does not, nor what was read."""
    game = start(ann, bob)
    talk.post_remark(seat=seat_of(game, bob).pk, text="Hi")
    remark = talk.post_remark(seat=seat_of(game, bob).pk, text="Ann?")
    before = remarks.games_with_unread(ann), remarks.games_with_unread(bob)
    talk.mark_remarks_read(seat=seat_of(game, ann), until=remark.pk)

    assert before == ({game.pk}, set())
    assert remarks.games_with_unread(ann) == set()


def test_notes_are_kept_and_bounded(ann, bob, start):
    """The last text stands; too much of it is refused and changes nothing."""
    game = start(ann, bob)
    seat = seat_of(game, ann)
    preferences.write_notes(seat=seat, text="Bob holds Milk?", released=False)
    preferences.write_notes(seat=seat, text="Bob holds Milk!", released=True)
    with pytest.raises(Illegal):
        preferences.write_notes(seat=seat, text="x" * 5001, released=False)

    kept = SeatNotebook.objects.get()
    assert (kept.text, kept.released) == ("Bob holds Milk!", True)
    assert kept.written_at > clock.now() - timedelta(minutes=1)


def test_a_mention_that_waits_opens_no_seat_of_somebody_else(ann, bob, carol, start):
    """Bob is mentioned, and Carol takes his seat over before his digest, which brings no link to it."""
    game = start(ann, bob)
    talk.post_remark(seat=seat_of(game, ann).pk, text="Where are you, @Bob?")
    seat = seat_of(game, bob)
    offer_seat(seat=seat)
    take_over(game=game, number=seat.number, player=carol)
    mention = Notice.objects.get(kind=Notice.Kind.MENTION)

    assert "the player has left the table" == obsolete_reason(mention)
    with pytest.raises(Obsolete):
        compose(mention)
