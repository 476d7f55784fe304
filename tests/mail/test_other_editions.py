"""Mails of the other editions: windows, trivia, own words, Creepers, backs, meta rules, Ungoals."""

import json
import re

import pytest

import engine
from games.mail.compose import compose
from games.models import GameState, Player, Question
from games.outbox.obsolete import Obsolete
from tests.mail.reader import Reader
from tests.mail.received import Mail, send
from tests.mail.tables import store
from tests.pages import kinds

pytestmark = pytest.mark.django_db


def flat(text: str) -> str:
    """Text without its line breaks."""
    return re.sub(r"\s+", " ", text)


def both(mail: Mail) -> tuple[str, str]:
    """What the two parts of a mail say."""
    return flat(mail.text), mail.words


# Windows


def test_a_window_is_answered_from_the_mail():
    """Bob opens the link of his Surprise and presses the button: it is played, and Ann is asked."""
    stored = store(kinds.window())
    mail = send(stored.notice("answer", "bob"))
    Reader().answers(mail, "canceled-plans")
    game = engine.Game.load(bytes(GameState.objects.get(game=stored.game).data))

    assert "canceled-plans" in game.view(None).discard or "canceled-plans" in game.view(None).resolving


def test_a_mail_names_nobody_in_a_window():
    """Bob's mail does not tell whether Cid is asked as well, nor does a mail to Ann."""
    stored = store(kinds.window())

    for notice in (stored.notice("answer", "bob"), stored.notice("started", "ann")):
        assert all(not re.search("has a question", said) for said in both(send(notice)))


@pytest.mark.parametrize("name", ["bob", "cid"])
def test_a_window_says_who_wins_by_the_card(name):
    """The winner reads it, too, unless they have switched hints off."""
    stored = store(kinds.window(bob=["tarts", "veto"], cid=["canceled-plans"]))
    said = "Then you win." if name == "bob" else "Then Bob wins."
    assert all(said in each for each in both(send(stored.notice("answer", name))))

    Player.objects.update(shows_hints=False)
    assert all("Then" not in each for each in both(send(stored.notice("answer", name))))


def test_a_mail_warns_of_a_card_by_which_everyone_loses():
    """In both parts, at the number of the card; not where hints are off."""
    stored = store(kinds.fatal_ungoal())
    for part in both(send(stored.notice("turn", "ann"))):
        assert "Sepsis" in part
        assert "Everyone would lose" in part
        assert 1 == part.count("would lose")

    Player.objects.update(shows_hints=False)
    assert all("would lose" not in part for part in both(send(stored.notice("turn", "ann"))))


def test_a_window_says_that_everyone_loses():
    """Where Surprises may answer an Ungoal that holds."""
    stored = store(kinds.fatal_ungoal(edition="anatomy wonderland", plays=True))

    assert all("Then everyone loses." in part for part in both(send(stored.notice("answer", "bob"))))


def swap_hand(data: bytes, seat: int) -> bytes:
    """A stored game in which this seat has other cards, none of them a Surprise, and the pile has its."""
    stored = json.loads(data)
    table = stored["checkpoint"]
    cards = engine.Game.load(data).view(None).deck.cards
    hand, pile = table["hands"][str(seat)], table["draw_pile"]
    plain = [place for place, card in enumerate(pile) if cards[card].kind == "keeper"]
    for at, place in zip(range(len(hand)), plain, strict=False):
        hand[at], pile[place] = pile[place], hand[at]
    return json.dumps(stored).encode()


def test_h7_a_window_does_not_depend_on_other_hands():
    """Whether Cid holds a Surprise or none, Bob's mail is the same bytes; Cid's own is not."""
    stored = store(kinds.window())
    bob, cid = stored.notice("answer", "bob"), stored.notice("answer", "cid")
    before, own = send(bob).raw, send(cid).raw
    state = GameState.objects.get(game=stored.game)
    state.data = swap_hand(bytes(state.data), stored.seats["cid"].number)
    state.save()

    assert before == send(bob).raw
    assert own != send(cid).raw


def test_h7_a_pass_changes_no_mail():
    """Bob has let it pass: Cid's mail is the same bytes."""
    scene = kinds.window()
    stored = store(scene)
    notice = stored.notice("answer", "cid")
    before = send(notice).raw
    scene.seats[1].answers("pass")
    GameState.objects.filter(game=stored.game).update(data=scene.game.dump())
    Question.objects.filter(seat=stored.seats["bob"]).update(closed_at=notice.created_at)

    assert before == send(notice).raw


# Beside the play


def test_trivia_is_answered_from_the_mail():
    """The link of a choice answers the question beside the play, and leaves the main one open."""
    stored = store(kinds.asked_beside())
    question = stored.beside("bob")
    mail = send(stored.notice("beside", "bob"))
    Reader().answers(mail, mail.picks[0])

    assert not Question.objects.get(pk=question.pk).is_open
    assert stored.question("ann").is_open


def test_what_is_asked_beside_the_play_comes_with_every_mail():
    """The mail of a turn brings the questions beside the play as well, each with links of its own."""
    stored = store(kinds.told_a_fact("It is a large organ."))
    mail = send(stored.notice("beside", "cid"))

    assert 1 == mail.text.count("No hurry")
    assert {"accept", "challenge"} <= set(mail.picks)


def test_an_answered_question_beside_the_play_is_obsolete():
    """Nothing is sent of a question that was answered before the mail left."""
    scene = kinds.asked_beside()
    stored = store(scene)
    notice = stored.notice("beside", "bob")
    scene.seats[1].answers("correct")
    GameState.objects.filter(game=stored.game).update(data=scene.game.dump())

    with pytest.raises(Obsolete):
        compose(notice)


def test_a_note_for_one_seat_says_so():
    """What a seat alone is told is marked as such among what happened."""
    stored = store(kinds.window())
    stored.seats["bob"].notes.create(
        version=1, kind="holding", params={"surprise": "canceled-plans", "passes": True}
    )
    told = send(stored.notice("answer", "bob"))
    other = send(stored.notice("answer", "cid"))

    assert "Only for you: You now have “Canceled Plans”." in flat(told.text)
    assert "Only for you" not in other.text
