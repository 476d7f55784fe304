"""Mails about somebody who is silent: what follows and when, votes, and a seat that was taken over."""

from datetime import timedelta

import pytest

from games.mail.compose import compose
from games.models import Ballot, Question, Vote
from games.outbox.obsolete import Obsolete
from tests.mail.kinds import vote_notice, warning_notice
from tests.mail.received import send
from tests.mail.tables import DUE, NOW
from tests.pages.positions import Html

pytestmark = pytest.mark.django_db


def test_a_warning_of_a_moved_deadline_is_obsolete():
    """Ann has been given time: nobody is warned of what will not follow."""
    owed = warning_notice()
    Question.objects.filter(pk=owed.question_id).update(due_at=DUE + timedelta(days=1))
    owed.refresh_from_db()

    with pytest.raises(Obsolete):
        compose(owed)


def test_each_choice_of_a_vote_is_a_link(client):
    """The link opens the page with this choice filled in, and casts no ballot."""
    mail = send(vote_notice())
    picks = [link for link in mail.links if f"pick={Vote.objects.get().pk}-" in link]
    (ending,) = [link for link in picks if link.endswith("-end")]

    page = Html(client.get(ending, follow=True).content)

    assert 4 == len(set(picks))
    assert f"End the game:\n{ending}\n" in mail.text
    assert ["end"] == [each["value"] for each in page.all("input") if "checked" in each]
    assert not Ballot.objects.exists()


def test_a_closed_vote_is_obsolete():
    """Nobody is asked for a ballot that does not count any more."""
    owed = vote_notice()
    Vote.objects.update(closed_at=NOW, outcome="bot")

    with pytest.raises(Obsolete):
        compose(owed)
