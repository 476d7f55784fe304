"""“yes 2” to a mail that asks for a yes and for a card: nobody knows which, so nothing is done."""

import pytest

from games.models import Notice, Player, Vote
from games.play import consent, votes
from tests.mail.received import Mail
from tests.mail.replying import bring, mail_of, played, result_mail, said, table, together
from tests.mail.tables import Stored

pytestmark = pytest.mark.django_db
BOTH = ["yes 2", "yes, 2", "Yes. 2", "ok 2", "yes milk", "no, milk", "yes\n2", "tak 2", "да, 2"]


@pytest.fixture(autouse=True)
def inbound(settings):
    """This site takes mail."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"


def of_two_games(kind: Vote.Kind = Vote.Kind.PAUSE) -> tuple[Stored, Stored, Vote, Mail]:
    """A mail about two turns of Ann's, and about what Bob suggests in the second game."""
    one, other = table("Alpha", "bread", "milk", "time"), table("Beta", "love", "peace")
    vote = votes.do_open(other.game, other.seats["bob"], kind, choices=consent.CHOICES)
    Vote.objects.filter(pk=vote.pk).update(days=1)
    notices = [each.notice("turn", "ann") for each in (one, other)]
    notices.append(other.notice("vote" if kind == Vote.Kind.PAUSE else kind, "ann", vote=vote.pk))
    mail = together(*notices)
    Notice.objects.filter(pk__in=[each.pk for each in notices]).update(message_id=mail.parsed["Message-ID"])
    return one, other, vote, mail


@pytest.mark.parametrize("text", BOTH)
def test_beside_an_offer_to_leave(text):
    """A yes and a choice in one reply neither leave nor play, and the answer says what to write."""
    game = table("Alpha", "bread", "milk", "time")
    Player.objects.filter(email="ann@example.org").update(language="en")
    offering = result_mail(bring(mail_of(game), "leave"))
    reply = bring(offering, text, name="2")

    game.seats["ann"].refresh_from_db()
    assert [[]] == played(game)
    assert game.seats["ann"].is_taken
    assert "Reply “yes” or “no” alone, or write only the number or the name" in said(reply)[0][1]


@pytest.mark.parametrize("kind", [Vote.Kind.PAUSE, Vote.Kind.PACE])
@pytest.mark.parametrize("text", BOTH)
def test_beside_a_vote_of_several_games(text, kind):
    """A mail of several games may tell of a vote: a yes beside a choice plays nothing there."""
    one, other, vote, mail = of_two_games(kind)
    reply = bring(mail, text)

    assert [[], []] == played(one, other)
    assert not vote.ballots.exists()
    assert "There’s also a vote" in said(reply)[0][1]


@pytest.mark.parametrize("text", ["2", "milk", "Alpha: 2"])
def test_a_choice_alone_plays(text):
    """Whoever writes only a choice is understood beside a vote."""
    one, other, vote, mail = of_two_games()
    bring(mail, text)

    assert not vote.ballots.exists()
    assert [["milk"], []] == played(one, other)
