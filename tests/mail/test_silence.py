"""Mails about somebody who is silent: what follows and when, votes, and a seat that was taken over."""

from datetime import timedelta

import pytest

from games.mail.compose import compose
from games.models import Ballot, Game, Notice, Seat, Silence, Vote
from games.outbox.obsolete import Obsolete
from tests.mail.kinds import turn_of_ann
from tests.mail.received import send
from tests.mail.tables import DUE, NOW, Stored, store
from tests.pages.positions import Html

pytestmark = pytest.mark.django_db


def stored_with(policy: str, patience: int = 1, **seat) -> Stored:
    stored = store(turn_of_ann())
    Game.objects.filter(pk=stored.game.pk).update(silence=policy, patience=patience)
    stored.game.refresh_from_db()
    if seat:
        Seat.objects.filter(pk=stored.seats["ann"].pk).update(**seat)
        stored.seats["ann"].refresh_from_db()
    return stored


def warning(stored: Stored) -> Notice:
    question = stored.question("ann")
    made = stored.notice("warning", "bob", due_at=int(DUE.timestamp()))
    made.question = question
    made.save()
    return made


def test_a_warning_of_a_moved_deadline_is_obsolete():
    """Ann has been given time: nobody is warned of what will not follow."""
    stored = stored_with(Silence.BOT)
    owed = warning(stored)
    question = stored.question("ann")
    question.due_at = DUE + timedelta(days=1)
    question.save()
    owed.refresh_from_db()

    with pytest.raises(Obsolete):
        compose(owed)


def vote_about_ann(stored: Stored) -> Vote:
    return Vote.objects.create(
        game=stored.game,
        seat=stored.seats["ann"],
        kind=Vote.Kind.SILENCE,
        choices=["more-time", "bot", "replace", "end"],
        opened_at=NOW,
        closes_at=NOW + timedelta(days=2),
    )


def test_each_choice_of_a_vote_is_a_link(client):
    """The link opens the page with this choice filled in, and casts no ballot."""
    stored = stored_with(Silence.VOTE)
    vote = vote_about_ann(stored)
    mail = send(stored.notice("vote", "bob", vote=vote.pk))
    picks = [link for link in mail.links if f"pick={vote.pk}-" in link]
    (ending,) = [link for link in picks if link.endswith("-end")]

    page = Html(client.get(ending, follow=True).content)

    assert 4 == len(set(picks))
    assert f"End the game:\n{ending}\n" in mail.text
    assert ["end"] == [each["value"] for each in page.all("input") if "checked" in each]
    assert not Ballot.objects.exists()


def test_a_closed_vote_is_obsolete():
    """Nobody is asked for a ballot that does not count any more."""
    stored = stored_with(Silence.VOTE)
    vote = vote_about_ann(stored)
    owed = stored.notice("vote", "bob", vote=vote.pk)
    Vote.objects.update(closed_at=NOW, outcome="bot")

    with pytest.raises(Obsolete):
        compose(owed)
