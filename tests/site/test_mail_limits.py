"""Mails that somebody else can ask for: so many to a mailbox, and nobody is kept out by them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client

from fluxx_site import account_mails
from games.core.mail_limits import MAILS_A_DAY, MAILS_AN_HOUR, count_mail
from games.core.refusal import Capped
from games.models import Invitation, Notice
from games.seats.invitations import invite
from games.seats.lobby import create_game
from tests.support.smtp import Fault

from .test_accounts import ABOUT, ADDRESS, ask_for_code, code_in, dora, signed_in

__all__ = ["dora"]
pytestmark = pytest.mark.django_db
CONFIRM = "/accounts/login/code/confirm/"
# Mails that only tell somebody what they have done, or that were asked for by who is signed in.
OF_ONES_OWN = {"data_export", "deletion"}


def enter(client: Client, code: str):
    return client.post(CONFIRM, {"code": code})


def flood(times: int = MAILS_AN_HOUR) -> None:
    """Somebody asks for so many codes for Dora, each in a browser of its own."""
    for _ in range(times):
        ask_for_code(Client())


def sign_in(smtp) -> Client:
    """A browser in which Dora asks for a code and types in the newest that has come."""
    client = Client()
    ask_for_code(client)
    enter(client, code_in(smtp))
    return client


def known_browser(smtp) -> Client:
    """A browser in which Dora has signed in, and out again."""
    client = sign_in(smtp)
    client.post("/accounts/logout/")
    assert signed_in(client) is None
    return client


def test_all_kinds_and_spellings_of_a_mailbox_count_together(smtp):
    """Codes, resets and sign-ups by one stranger for another, each in a spelling of its own."""
    asked = [
        ("/accounts/login/code/", {}),
        ("/accounts/password/reset/", {}),
        ("/accounts/signup/", {**ABOUT, "password1": ""}),
    ]
    for n in range(4):
        for path, more in asked:
            spelled = f"victim+{n}@players.example" if n else "victim@players.example"
            answer = Client().post(path, {"email": spelled, **more})
            assert answer.status_code == 302

    assert 1 <= len(smtp.received) <= MAILS_AN_HOUR


@pytest.mark.slow
def test_a_mailbox_gets_ten_a_day(smtp, travel):
    """Five of six in the first hour, and in the next one that asks; then none until a day has passed."""
    sent = []
    for _time in range(7):
        for n in range(6):
            ask_for_code(Client(), f"victim+{n}@players.example")
        sent.append(len(smtp.received))
        travel(hours=4)

    assert [MAILS_AN_HOUR, *[MAILS_A_DAY] * 5, MAILS_A_DAY + MAILS_AN_HOUR] == sent


def test_an_owner_gets_in_by_the_last_code_in_a_new_browser(smtp, dora):
    """Somebody asks for code after code; Dora types the newest that came into a browser that got none."""
    flood()
    before = len(smtp.received)
    mine = sign_in(smtp)

    assert (before, len(smtp.received)) == (MAILS_AN_HOUR, MAILS_AN_HOUR)
    assert signed_in(mine) == ADDRESS


def test_a_code_works_as_long_as_its_mail_says(smtp, dora, travel):
    """For a quarter of an hour; after that only where somebody asks again and no mail comes, for a day."""
    mine = Client()
    flood(MAILS_AN_HOUR - 1)
    ask_for_code(mine)
    said = " ".join(smtp.received[-1].text.split())
    code = code_in(smtp)
    travel(minutes=16)
    enter(mine, code)
    late = signed_in(mine)
    ask_for_code(mine)
    page = mine.get(CONFIRM)
    enter(mine, code)

    assert MAILS_AN_HOUR == len(smtp.received)
    assert (None, ADDRESS) == (late, signed_in(mine))
    assert "Enter it within 15 minutes." in said
    assert "If you ask for another code later and no mail comes, the latest code you got still works" in said
    assert "If no mail comes, enter the latest code you got." in page.content.decode()


def test_a_code_works_for_a_day_at_most(smtp, dora, travel):
    """While no mail comes: whoever asks every hour gets ten a day."""
    for _hour in range(10):
        ask_for_code(Client())
        travel(hours=1)
    code, mine, count = code_in(smtp), Client(), len(smtp.received)
    travel(hours=13, minutes=30)
    ask_for_code(mine)
    enter(mine, code)

    assert (count, ADDRESS) == (len(smtp.received), signed_in(mine))


def test_the_last_code_works_once(smtp, dora):
    """Who looks over a shoulder has nothing by it."""
    flood()
    code = code_in(smtp)
    first, second = Client(), Client()
    for client in (first, second):
        ask_for_code(client)
        enter(client, code)

    assert (signed_in(first), signed_in(second)) == (ADDRESS, None)


def test_a_code_of_somebody_else_opens_nothing(smtp, dora, ann):
    """It belongs to its player, whichever browser asked for whatever."""
    ask_for_code(Client(), ann.email)
    code = code_in(smtp)
    client = Client()
    ask_for_code(client)
    enter(client, code)
    stranger = Client()
    ask_for_code(stranger, "nobody@players.example")
    enter(stranger, code)

    assert (signed_in(client), signed_in(stranger)) == (None, None)


def test_a_code_to_an_old_address_signs_nobody_in(smtp, dora):
    """Neither where it was asked for nor, as the last one, elsewhere, once its player has another address."""
    mine, theirs = known_browser(smtp), Client()
    ask_for_code(mine)
    enter(mine, code_in(smtp))
    ask_for_code(theirs)
    code = code_in(smtp)
    mine.post("/accounts/email/", {"email": "new@players.example", "action_add": ""})
    mine.post("/accounts/confirm-email/", {"code": code_in(smtp)})
    dora.refresh_from_db()
    is_taken = account_mails.takes_last_code(code, dora)
    enter(theirs, code)
    again = Client()
    ask_for_code(again, dora.email)
    enter(again, code_in(smtp))

    assert ("new@players.example", False) == (dora.email, is_taken)
    assert (signed_in(theirs), signed_in(again)) == (None, dora.email)


def test_resending_past_the_limit_leaves_the_code_that_came(smtp, dora):
    """The button makes a new code that nobody was sent; the one in the mail goes on working."""
    flood(MAILS_AN_HOUR - 1)
    client = Client()
    ask_for_code(client)
    code = code_in(smtp)
    client.post(CONFIRM, {"action": "resend"})
    enter(client, code)

    assert len(smtp.received) == MAILS_AN_HOUR
    assert signed_in(client) == ADDRESS


def test_a_code_at_sign_up_goes_on_working_past_the_limit(client, smtp):
    """The same for an address that isn't proved yet."""
    client.post("/accounts/signup/", {"email": ADDRESS, **ABOUT})
    code = code_in(smtp)
    for n in range(MAILS_AN_HOUR):
        ask_for_code(Client(), f"dora+{n}@players.example")
    client.post("/accounts/confirm-email/", {"action": "resend"})
    client.post("/accounts/confirm-email/", {"code": code})

    assert signed_in(client) == ADDRESS


def test_other_mails_leave_room_for_a_code(smtp, dora):
    """A flood of resets and of made-up spellings leaves the owner one code at least."""
    for n in range(MAILS_AN_HOUR):
        Client().post("/accounts/password/reset/", {"email": ADDRESS})
        ask_for_code(Client(), f"dora+{n}@players.example")

    assert signed_in(sign_in(smtp)) == ADDRESS
    assert len(smtp.received) == MAILS_AN_HOUR + 1


def test_invitations_leave_room_for_a_code(smtp, dora, ann):
    """A host can't keep somebody out either: one code leaves whatever came before."""
    for _ in range(MAILS_AN_HOUR):
        invite(game=create_game(host=ann, name="Friday", seats=3), by=ann, email=ADDRESS)
    client = sign_in(smtp)
    ask_for_code(Client())

    assert signed_in(client) == ADDRESS


def test_a_browser_that_signed_in_before_has_a_limit_of_its_own(smtp, dora):
    """Nobody else can use it up."""
    mine = known_browser(smtp)
    flood(2 * MAILS_AN_HOUR)
    before = len(smtp.received)
    ask_for_code(mine)
    enter(mine, code_in(smtp))

    assert len(smtp.received) == before + 1
    assert signed_in(mine) == ADDRESS


def test_the_limit_of_a_known_browser_is_for_its_own_mailbox(smtp, dora, ann):
    """Who has an account here floods a stranger no better than anybody."""
    mine = known_browser(smtp)
    smtp.received.clear()
    for n in range(2 * MAILS_AN_HOUR):
        ask_for_code(mine if n % 2 else Client(), "victim@players.example")

    assert len(smtp.received) <= MAILS_AN_HOUR


@pytest.mark.parametrize("cookie", ["", "x", "a:b:c", "é"])
def test_a_made_up_cookie_is_none(smtp, dora, cookie):
    """It is signed by the site."""
    for _ in range(2 * MAILS_AN_HOUR):
        client = Client()
        client.cookies[account_mails.COOKIE] = cookie
        ask_for_code(client)

    assert len(smtp.received) == MAILS_AN_HOUR


def test_pages_say_the_same_past_the_limit(smtp, dora):
    """Known or not, sent or not: the same way on."""
    answers = set()
    for address in (ADDRESS, "nobody@players.example"):
        for _ in range(MAILS_AN_HOUR + 2):
            answer = ask_for_code(Client(), address)
            answers.add((answer.status_code, answer["Location"]))

    assert len(answers) == 1


@pytest.mark.parametrize("path", ["/accounts/login/code/", "/accounts/password/reset/"])
@pytest.mark.parametrize("flooded", [False, True])
def test_nothing_tells_of_an_account_while_the_mail_server_is_away(smtp, dora, path, flooded):
    """Each request is answered alike with and without an account, also the last within the limit."""
    smtp.fault = Fault.BUSY
    answers = []
    for address in (ADDRESS, "nobody@players.example"):
        if flooded:
            while count_mail(address):
                pass
        answers.append(
            [Client().post(path, {"email": address}).status_code for _ in range(MAILS_AN_HOUR + 2)]
        )

    assert answers[0] == answers[1]
    assert flooded or set(answers[0]) == {302, 503}


def test_one_more_mail_a_day_past_the_limit(smtp, dora, monkeypatch):
    """Guessing a code away brings another, and guessing that away brings none."""
    monkeypatch.setattr(account_mails, "WRONG_GUESSES", 1)
    for _ in range(MAILS_AN_HOUR + 3):
        client = Client()
        ask_for_code(client)
        enter(client, "BBBB-BBBB")

    assert len(smtp.received) == MAILS_AN_HOUR + 1


def test_wrong_guesses_do_not_prolong_the_last_code(smtp, dora, travel):
    """It works for a day from when it was mailed."""
    ask_for_code(Client())
    code, player = code_in(smtp), dora
    for _ in range(2):
        travel(hours=13)
        assert not account_mails.takes_last_code("BBBB-BBBB", player)

    assert not account_mails.takes_last_code(code, player)


def test_a_code_is_no_longer_shared_after_many_wrong_guesses(smtp, dora, monkeypatch):
    """What works in every browser may be guessed in every browser."""
    monkeypatch.setattr(account_mails, "WRONG_GUESSES", 4)
    flood()
    code = code_in(smtp)
    for _ in range(2):
        guesser = Client()
        ask_for_code(guesser)
        for _ in range(2):
            enter(guesser, "BBBB-BBBB")
    late = Client()
    ask_for_code(late)
    enter(late, code)

    assert signed_in(late) is None


def test_hosts_are_told_when_a_mailbox_has_had_enough(ann, bob):
    """Invitations count with codes, and say nothing of what else came."""
    for _ in range(MAILS_AN_HOUR):
        assert count_mail("nora@players.example")
    game = create_game(host=ann, name="Friday", seats=3)
    with pytest.raises(Capped, match="enough mails"):
        invite(game=game, by=ann, email="Nora+1@players.example")

    assert (Invitation.objects.count(), Notice.objects.filter(kind="invitation").count()) == (0, 0)


def test_a_refused_invitation_counts_for_nothing(ann):
    """The count is in the transaction of what it counts."""
    full = create_game(host=ann, name="Full", seats=2, starts_when_full=False)
    invite(game=full, by=ann, email="bob@players.example")
    for _ in range(3):
        with pytest.raises(Exception, match="All seats are taken"):
            invite(game=full, by=ann, email="nora@players.example")

    assert [count_mail("nora@players.example") for _ in range(MAILS_AN_HOUR + 1)] == [
        True
    ] * MAILS_AN_HOUR + [False]


def test_each_mail_about_accounts_is_of_a_known_sort():
    """A new template is either counted, or tells somebody what they have done."""
    folder = Path(settings.BASE_DIR) / "templates" / "account" / "email"
    names = {each.name.removesuffix("_message.txt") for each in folder.glob("*_message.txt")} - {"base"}
    asked = {each.rpartition("/")[2] for each in account_mails.ASKED_FOR}
    told = {
        name
        for name in names
        if "base_notification" in (folder / f"{name}_message.txt").read_text() or name in OF_ONES_OWN
    }

    assert (asked | told, asked & told) == (names, set())


@pytest.fixture(scope="module")
def counted_elsewhere(django_db_setup, django_db_blocker) -> Iterator[str]:
    """What a test that commits leaves in the cache."""
    with django_db_blocker.unblock():
        cache.set("counted-elsewhere", 1)
        connection.close()
    yield "counted-elsewhere"
    with django_db_blocker.unblock():
        cache.delete("counted-elsewhere")
        connection.close()


def test_no_test_goes_on_counting_what_another_counted(counted_elsewhere):
    """Limits would be reached by how tests happen to be spread over processes."""
    assert cache.get(counted_elsewhere) is None
