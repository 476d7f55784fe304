"""Each mail that asks something out of turn offers the order that would have answered it (ORDER_HINTS)."""

import pytest

from engine import QuestionKind
from games.inbound.receive import receive
from games.mail.order_hints import ORDER_HINTS
from games.models import Reply
from games.orders.turn_orders import ORDERED
from tests.mail.kinds import throws_of_bob
from tests.mail.received import Mail, send
from tests.mail.replying import answer, table, together
from tests.mail.tables import store
from tests.pages.kinds import window
from tests.pages.positions import hand_limits

pytestmark = pytest.mark.django_db

# What asks Bob while Ann plays: the position, and the question.
ASKED = {
    QuestionKind.HAND_LIMIT: hand_limits,
    QuestionKind.ROCK_PAPER_SCISSORS: throws_of_bob,
    QuestionKind.WINDOW: window,
}


@pytest.fixture(autouse=True)
def inbound(settings):
    """This site takes mail."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"


def answered(mail: Mail, text: str) -> Mail:
    """The mail that answers what Bob replies."""
    reply = answer(mail, text, sender="bob@example.org")
    receive(reply.as_bytes(), recipients=[reply["To"]])
    return send(Reply.objects.latest("pk").notice)


def missing(mail: Mail, what: QuestionKind) -> list[str]:
    """What the two parts of a mail don't offer: the sentence, and the link to its section of the orders."""
    section, title, sentence = ORDER_HINTS[what]
    text = " ".join(mail.text.split())
    offered = {
        "sentence": sentence in text and sentence in mail.words,
        "title": title in mail.words,
        "link": any(link.endswith(f"?to={section}") for link in mail.links),
        "link in HTML": any(link.endswith(f"?to={section}") for link in mail.all_links),
    }
    return [part for part, is_there in offered.items() if not is_there]


def test_every_question_that_an_order_answers_has_its_hint():
    """None is forgotten when orders learn to answer another."""
    assert {*ORDERED, QuestionKind.WINDOW} == set(ORDER_HINTS)


@pytest.mark.parametrize("what", ASKED, ids=str)
def test_every_mail_that_asks_out_of_turn_offers_the_order(what):
    """The mail itself, its reminder and a nudge, one about two games, and the answers to vain replies."""
    stored = store(ASKED[what]())
    other = table("Another", "bread", "milk", player="bob", other="ann")
    asking, turn = stored.notice("answer", "bob"), other.notice("turn", "bob")
    alone, several = send(asking), together(asking, turn)
    mails = {
        "answer": alone,
        "reminder": send(stored.notice("reminder", "bob")),
        "nudge": send(stored.notice("nudge", "bob", question=True, by=1)),
        "several games": several,
        "answer to a reply": answered(alone, "nonsense"),
        "answer to a reply in several games": answered(several, "99"),
    }

    assert what is stored.question("bob").kind
    assert {} == {kind: gone for kind, mail in mails.items() if (gone := missing(mail, what))}


def test_a_mail_about_many_games_offers_it_too():
    """With so many that choices are names alone."""
    stored = store(throws_of_bob())
    others = [table(f"Game {n}", "bread", "milk", player="bob", other="ann") for n in range(4)]
    mail = together(stored.notice("answer", "bob"), *(each.notice("turn", "bob") for each in others))

    assert [] == missing(mail, QuestionKind.ROCK_PAPER_SCISSORS)


def test_the_own_turn_has_none():
    """In one's own turn the game waits for nothing that an order could have answered before."""
    stored = table("Friday", "bread", "milk", player="bob", other="ann")

    assert "nobody has to wait for you here" not in send(stored.notice("turn", "bob")).text
