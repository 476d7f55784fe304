"""What is said at a table, in the mails that tell it: both parts have it, as one line of text each."""

import re
from datetime import timedelta

import pytest

from games.mail.compose import compose
from games.models import Remark, Seat, Vote
from games.outbox.obsolete import Obsolete
from tests.mail.kinds import EDITIONS, HOSTILE, mention_notice, takeback_notice, turn_of_ann
from tests.mail.received import Mail, send
from tests.mail.tables import NOW, Stored, store

pytestmark = pytest.mark.django_db


def say(stored: Stored, name: str, text: str, **fields) -> Remark:
    """Somebody says something at a stored table."""
    seat = stored.seats[name]
    made = {"game": stored.game, "seat": seat, "player": seat.player, "text": text, "created_at": NOW}
    return Remark.objects.create(**made | fields)


def both(mail: Mail) -> tuple[str, str]:
    """What the two parts of a mail say."""
    return re.sub(r"\s+", " ", mail.text), mail.words


def test_a_turn_tells_what_was_said():
    """The last things that others have said, the newest last; not what was taken back, nor one's own."""
    stored = store(turn_of_ann())
    say(stored, "bob", "You cannot stop me.")
    say(stored, "cid", "Oh yes?\nWe shall see.")
    say(stored, "ann", "My own words.")
    say(stored, "bob", "Not for you.", hidden_at=NOW)
    mail = send(stored.notice("turn", "ann"))

    assert "== Said at the table" in mail.text
    assert "> Bob: You cannot stop me.\n> Cid: Oh yes? We shall see." in mail.text
    for said in both(mail):
        assert "Bob: You cannot stop me." in said
        assert "My own words." not in said
        assert "Not for you." not in said


def test_what_was_read_is_not_told_again():
    """Ann has read the talk on the page: her mail does not bring it once more."""
    stored = store(turn_of_ann())
    remark = say(stored, "bob", "Good luck!")
    Seat.objects.filter(pk=stored.seats["ann"].pk).update(heard_until=remark.pk)

    assert "Good luck!" not in send(stored.notice("turn", "ann")).text


def test_a_mention_quotes_who_said_what():
    """The letter begins with who mentions its reader; what was said since follows."""
    notice = mention_notice("Your turn, @Bob!")
    Remark.objects.create(game=notice.game, seat=notice.game.seats.get(name="Cid"), text="Quick!")
    mail = send(notice)

    assert mail.text.startswith("Ann mentioned you in the table talk.\n")
    assert "> Ann: Your turn, @Bob!\n> Cid: Quick!" in mail.text
    for said in both(mail):
        assert "Ann: Your turn, @Bob!" in said


def test_a_mention_that_was_read_or_taken_back_is_obsolete():
    """Whoever has read it is not told, and what is gone is not quoted."""
    read, gone = mention_notice(), mention_notice()
    Seat.objects.filter(pk=read.seat_id).update(heard_until=Remark.objects.get(game=read.game).pk)
    Remark.objects.filter(game=gone.game).update(deleted_at=NOW, text="")
    for notice in (read, gone):
        notice.refresh_from_db()
        with pytest.raises(Obsolete):
            compose(notice)


def test_a_takeback_that_was_decided_is_obsolete():
    """The request is closed before the mail leaves: nothing is asked any more."""
    notice = takeback_notice()
    Vote.objects.filter(game=notice.game).update(closed_at=NOW + timedelta(hours=1))

    with pytest.raises(Obsolete):
        compose(notice)


@pytest.mark.parametrize(
    "write", [lambda: mention_notice(f"@Bob {HOSTILE}"), EDITIONS["trivia-vote"]], ids=["remark", "fact"]
)
def test_hostile_words_stay_words(write):
    """Markup, a link, a signature and a header in what somebody says are one line of text."""
    mail = send(write())

    assert "<script" not in mail.html.partition("</style>")[2]
    assert "<b>" not in mail.html
    assert "&lt;b&gt;bold&lt;/b&gt;" in mail.html
    assert "evil.example" not in "".join(re.findall(r'href="([^"]+)"', mail.html))
    assert "X-Spam" not in mail.head.decode()
    assert 1 == len(re.findall(r"^-- $", mail.text, re.MULTILINE))
