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


@pytest.mark.parametrize(
    ("policy", "follows"),
    [
        (Silence.BOT, "a bot plays until the player is back"),
        (Silence.VOTE, "the others vote on what to do"),
        (Silence.REPLACE, "somebody else can take over"),
        (Silence.END, "the game ends for everybody"),
    ],
)
def test_the_others_are_warned_with_an_absolute_time(policy, follows, settings):
    """Who has not answered, until when, and what follows then; no card is named."""
    mail = send(warning(stored_with(policy)))
    text = " ".join(mail.text.split())

    assert text.startswith("Ann hasn’t answered yet.")
    assert "Tue 18:30 · then " + follows in text
    assert "Bread" not in text


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


@pytest.mark.parametrize(
    ("missed", "words"),
    [
        (0, "After 2 missed turns in a row, the others vote on what to do."),
        (1, "then the others vote on what to do."),
    ],
)
def test_the_silent_one_reads_it_in_the_mail_of_their_turn(missed, words):
    """The mail of a turn says what follows, and when it would follow this time."""
    mail = send(stored_with(Silence.VOTE, 2, timeouts_in_row=missed).notice("turn", "ann"))

    assert words in " ".join(mail.text.split())


def vote_about_ann(stored: Stored) -> Vote:
    return Vote.objects.create(
        game=stored.game,
        seat=stored.seats["ann"],
        kind=Vote.Kind.SILENCE,
        choices=["more-time", "bot", "replace", "end"],
        opened_at=NOW,
        closes_at=NOW + timedelta(days=2),
    )


def test_a_vote_is_asked_for_with_a_link_to_it():
    """The others read what can be voted for, until when, and get a link to the votes."""
    stored = stored_with(Silence.VOTE)
    vote = vote_about_ann(stored)
    mail = send(stored.notice("vote", "bob", vote=vote.pk))

    assert mail.text.startswith("Ann isn’t answering. What should happen?\n\n2 days left · Mon 18:30.")
    assert "End the game" in mail.text
    assert "?to=votes" in mail.text


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


def test_whom_a_vote_is_about_is_asked_back():
    """Ann reads that any answer of hers closes it."""
    stored = stored_with(Silence.VOTE)
    vote = vote_about_ann(stored)
    mail = send(stored.notice("vote", "ann", vote=vote.pk))

    assert mail.text.startswith("The others are voting about your seat, Ann.")


def test_a_closed_vote_is_obsolete():
    """Nobody is asked for a ballot that does not count any more."""
    stored = stored_with(Silence.VOTE)
    vote = vote_about_ann(stored)
    owed = stored.notice("vote", "bob", vote=vote.pk)
    Vote.objects.update(closed_at=NOW, outcome="bot")

    with pytest.raises(Obsolete):
        compose(owed)


def test_who_was_replaced_reads_it_and_gets_no_link_to_the_seat():
    """The mail to the old player holds no hand and no way back to the seat."""
    stored = stored_with(Silence.REPLACE)
    owed = stored.notice("warning", "ann", replaced=True)
    mail = send(owed)

    assert "now plays in your place." in mail.text
    assert "/p/" not in mail.text
    assert "Bread" not in mail.text
