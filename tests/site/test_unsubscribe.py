"""Being rid of mails by one click (M8), and choosing which (M9)."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.http import int_to_base36

from games import clock
from games.inbound.receive import receive
from games.mail.addresses import make_unsubscribe, prove
from games.mail.unsubscribe import make_bundle_token, make_token, read_token
from games.models import Game, MutedGame, Notice, NoticeChoices, Player
from games.people.seat_access import end_all_links, leave_old_address
from games.periodic.sweep import sweep_notices
from tests.mail.eml import eml

from .play import question_to

pytestmark = pytest.mark.django_db(transaction=True)
ONE_CLICK = {"List-Unsubscribe": "One-Click"}
AGAIN = re.compile(r'value="([a-z-]*again)"')


@pytest.fixture
def notice(ann, bob, start) -> Notice:
    """The mail that asks Ann for her turn, still in the outbox."""
    game = start(ann, bob)
    return Notice.objects.get(question=question_to(game, ann), kind="turn", channel=None)


@pytest.fixture
def address(notice) -> str:
    return reverse("unsubscribe", args=[make_token(notice)])


@pytest.fixture
def stranger() -> Client:
    """A mail program: no cookie, no session."""
    return Client(enforce_csrf_checks=True)


def muted() -> bool:
    return MutedGame.objects.exists()


@pytest.mark.parametrize("slash", ["/", ""])
@pytest.mark.parametrize("encoding", ["form", "multipart"])
def test_m8_one_click(address, stranger, ann, notice, slash, encoding):
    """Both encodings, with and without the slash: 200 at once, no cookie; doing it twice is as well.

    Mail is off, the table is not; and the page after the click offers the mails again.
    """
    body = (
        {"data": "List-Unsubscribe=One-Click", "content_type": "application/x-www-form-urlencoded"}
        if encoding == "form"
        else {"data": ONE_CLICK}
    )
    responses = [stranger.post(address.rstrip("/") + slash, **body) for _time in range(2)]
    browser = Client()
    browser.force_login(ann)

    assert [200, 200] == [response.status_code for response in responses]
    assert not any(response.cookies for response in responses)
    assert muted()
    assert 200 == browser.get(reverse("game", args=[notice.game.key])).status_code
    stranger.post(address, {"what": "again"})
    assert not muted()


def test_m8_over_https_nothing_is_redirected(address, stranger, settings):
    """A mail program follows no redirect."""
    settings.SECURE_SSL_REDIRECT = True

    assert 200 == stranger.post(address, ONE_CLICK, secure=True).status_code


def test_m8_a_game_that_is_over(notice, address, stranger):
    """Nobody is told that its clock keeps running, or that its end is still to come."""
    Game.objects.filter(pk=notice.game_id).update(status=Game.Status.FINISHED)
    asked, done = stranger.get(address).content.decode(), stranger.post(address, ONE_CLICK).content.decode()

    assert "is over. We won’t mail you about it any more." in done
    assert "you’ll still hear how it ends" not in asked
    assert "clock keeps running" not in done


@pytest.mark.parametrize("method", ["get", "head"])
def test_m8_looking_changes_nothing(address, stranger, method):
    """Scanners open every link; the page is in no cache, referrer or search engine, and warns of clocks."""
    response = getattr(stranger, method)(address)

    assert (200, False) == (response.status_code, muted())
    assert ("no-referrer", "noindex") == (response["Referrer-Policy"], response["X-Robots-Tag"])
    assert not response.cookies
    assert method == "head" or "Clocks keep running" in response.content.decode()


def test_m8_it_holds_for_what_is_in_the_outbox(address, stranger, notice, smtp):
    """A mail that was written before and waits is not sent."""
    stranger.post(address, ONE_CLICK)
    sweep_notices()
    notice.refresh_from_db()

    assert ("skipped", False) == (notice.status, "ann@players.example" in str(smtp.received))


def test_m8_it_works_after_the_account_is_closed(address, stranger, notice, ann):
    """Closed, or gone from the database: nobody is asked to sign in, and nothing fails."""
    Player.objects.filter(pk=ann.pk).update(is_active=False)
    closed = stranger.post(address, ONE_CLICK).status_code
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(id) + 1 FROM games_player")
        (nobody,) = cursor.fetchone()
    words = f"g{int_to_base36(nobody)}-{int_to_base36(notice.game_id)}-{'a' * 26}"
    token = f"{words}-{prove('unsubscribe', words)}"
    gone = stranger.post(reverse("unsubscribe", args=[token]), ONE_CLICK).status_code

    assert (200, 200) == (closed, gone)


@pytest.mark.parametrize("token", ["x", "g1-1-aaaaaaaaaaaaaaaaaaaa", "%00", "g" * 3000])
def test_a_wrong_token_stops_nothing(stranger, notice, token):
    """404, whether somebody looks or clicks."""
    statuses = [
        stranger.get(f"/u/{token}/").status_code,
        stranger.post(f"/u/{token}/", ONE_CLICK).status_code,
    ]

    assert ([404, 404], False) == (statuses, muted())


def test_m9_reminders_alone(address, stranger, ann):
    """Whoever wants no reminders is still told of their turn."""
    page = stranger.post(address, {"what": "reminders"}).content.decode()

    assert "No more reminders" in page
    assert ({"reminders": "off", "nudges": "off"}, False) == (
        NoticeChoices.objects.get(player=ann).mail,
        muted(),
    )


def test_m9_all_mail(address, stranger, ann, notice, smtp):
    """All groups of occasions are off, also for what waits; the page says what that means for the clock."""
    page = stranger.post(address, {"what": "all"}).content.decode()
    choices = NoticeChoices.objects.get(player=ann).mail

    assert {"off"} == set(choices.values())
    assert "clocks keep running" in page
    sweep_notices()
    notice.refresh_from_db()
    assert ("skipped", []) == (notice.status, smtp.to(ann.email))


def test_reminders_and_all_mail_are_taken_back(address, stranger, ann):
    """By the button of the page that says what was stopped; other choices stay."""
    NoticeChoices.objects.create(player=ann, mail={"talk": "digest"})
    for what in ("reminders", "all"):
        done = stranger.post(address, {"what": what}).content.decode()
        assert f'value="{what}-again"' in done
        assert "off" in NoticeChoices.objects.get(player=ann).mail.values()
        assert ("digest" in NoticeChoices.objects.get(player=ann).mail.values()) == (what == "reminders")
        again = stranger.post(address, {"what": f"{what}-again"})
        assert again.status_code == 200
        assert "off" not in NoticeChoices.objects.get(player=ann).mail.values()


def test_the_link_says_later_that_mails_are_off(address, stranger, ann, notice):
    """Whoever was unsubscribed by a program reads so at home, and by the same link takes it back."""
    before = stranger.get(address).content.decode()
    stranger.post(address, ONE_CLICK)
    after = stranger.get(address).content.decode()
    browser = Client()
    browser.force_login(ann, backend="allauth.account.auth_backends.AuthenticationBackend")
    home = browser.get(reverse("dashboard")).content.decode()
    stranger.post(address, {"what": "again"})

    assert 'value="again"' not in before
    assert 'value="again"' in after
    assert ">muted</span>" in home
    assert ">muted</span>" not in browser.get(reverse("dashboard")).content.decode()


@pytest.mark.parametrize("what", ["reminders", "all"])
def test_the_link_takes_reminders_and_all_mails_back_later(address, stranger, ann, what):
    """As long as they’re off; what else the player has switched off is no stop of the link."""
    NoticeChoices.objects.create(player=ann, mail={"reminders": "off", "talk": "off"})
    before = stranger.get(address).content.decode()
    stranger.post(address, {"what": what})
    after = stranger.get(address).content.decode()
    said = stranger.post(address, {"what": f"{what}-again"}).content.decode()

    assert 'again"' not in before
    assert [f"{what}-again"] == AGAIN.findall(after)
    assert "you’d switched off in the settings" in said
    assert 'again"' not in stranger.get(address).content.decode()


@pytest.mark.parametrize("several", [False, True])
def test_of_two_stops_the_link_names_what_holds(several, request, stranger):
    """Where all mails are off, that one game is muted says nothing; one press takes all back."""
    page = request.getfixturevalue("of_several" if several else "address")
    stranger.post(page, ONE_CLICK)
    stranger.post(page, {"what": "reminders"})
    with_reminders = stranger.get(page).content.decode()
    stranger.post(page, {"what": "all"})
    with_all = stranger.get(page).content.decode()
    stranger.post(page, {"what": "all-again"})

    assert ["reminders-again", "again"] == AGAIN.findall(with_reminders)
    assert ["all-again"] == AGAIN.findall(with_all)
    assert "only tell you when" not in with_all
    assert ["Stop these mails" in each for each in (with_reminders, with_all)] == [True, False]
    assert [] == AGAIN.findall(stranger.get(page).content.decode())
    assert not muted()


def test_the_link_speaks_of_one_game_as_one(address, stranger, notice):
    """Also when it’s over; of several games it says which."""
    stranger.post(address, ONE_CLICK)
    running = stranger.get(address).content.decode()
    Game.objects.filter(pk=notice.game_id).update(status=Game.Status.FINISHED)
    over = stranger.get(address).content.decode()

    assert "these games" not in running + over
    assert f"We’ll only tell you when “{notice.game.name}” ends." in running
    assert "is over. We won’t mail you about it any more." in over
    assert "Send me its mails again" in running


@pytest.mark.parametrize("body", [{}, {"List-Unsubscribe": "one"}, {"go": "1"}])
def test_a_post_that_says_nothing_stops_nothing(address, stranger, body):
    """A scanner that tries out forms is no click of RFC 8058, whose body says that it is one."""
    answer = stranger.post(address, body)

    assert (422, False) == (answer.status_code, muted())
    assert "Stop these mails" in answer.content.decode()


def test_what_is_no_choice_is_refused(address, stranger):
    """A broken form changes nothing."""
    assert (422, False) == (stranger.post(address, {"what": "everything"}).status_code, muted())


@pytest.fixture
def of_several(ann, bob, start, smtp) -> str:
    """The page of a mail that told Ann of three games."""
    for number in range(3):
        start(ann, bob, name=f"Game {number}")
    sweep_notices()
    (mail,) = [mail for mail in smtp.received if mail.message["To"] == ann.email]
    (page,) = re.findall(r"<https?://[^/]+(/u/[^>]+)>", mail.message["List-Unsubscribe"])
    return page


def test_m8_one_click_at_a_mail_of_several_games_means_all_of_them(of_several, stranger, ann, bob, start):
    """Not one of them, and not a game of which the mail did not tell."""
    start(ann, bob, name="Another")
    shown = stranger.get(of_several).content.decode()
    clicks = [stranger.post(of_several, ONE_CLICK).status_code for _time in range(2)]
    names = set(MutedGame.objects.filter(player=ann).values_list("game__name", flat=True))

    assert clicks == [200, 200]
    assert names == {"Game 0", "Game 1", "Game 2"}
    assert all(name in shown for name in names)
    assert "Another" not in shown
    stranger.post(of_several, {"what": "again"})
    assert not muted()


def test_m8_when_nobody_knows_which_games_those_were_all_mail_ends(of_several, stranger, ann):
    """The notices of an old mail are removed; the click in it still ends what annoys."""
    Notice.objects.all().delete()

    assert stranger.get(of_several).status_code == 200
    assert stranger.post(of_several, ONE_CLICK).status_code == 200
    assert set(NoticeChoices.objects.get(player=ann).mail.values()) == {"off"}


# A mailbox that somebody else may read by now


def earlier(token: str) -> str:
    """The token of a mail about one game as earlier releases made it: without a digest of the address."""
    words = "-".join(token.split("-")[:2])
    return f"{words}-{prove('unsubscribe', words)}"


def move(player: Player, address: str = "ann@new.example") -> None:
    """Give a player another address, as the pages of the account do."""
    Player.objects.filter(pk=player.pk).update(email=address)
    leave_old_address(player=player)


def try_all_roads(token: str, stranger: Client, settings) -> str:
    """Try to stop mail by a token on each road that there is; return what the page says before and after."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    page = reverse("unsubscribe", args=[token])
    said = stranger.get(page).content.decode()
    for body in (ONE_CLICK, {"what": "game"}, {"what": "reminders"}, {"what": "all"}):
        answer = stranger.post(page, body)
        assert answer.status_code == 200
        said += answer.content.decode()
    to = make_unsubscribe(token)
    assert to
    row = receive(eml("unsubscribe", to=to, sender="reader@old.example"))
    assert row.kind == "unsubscribe"
    return f"{said} {row.status}"


def is_silenced(player: Player) -> bool:
    choices = NoticeChoices.objects.filter(player=player).first()
    return muted() or bool(choices and "off" in choices.mail.values())


@pytest.mark.parametrize("form", ["", "earlier", "several"])
def test_an_old_mailbox_stops_no_mail_to_the_new_one(notice, ann, stranger, settings, travel, form):
    """A link, a click in a mail program and a mail, with each kind of token: nothing changes."""
    Notice.objects.filter(pk=notice.pk).update(status=Notice.Status.SENT, sent_at=clock.now())
    tokens = {"": make_token, "earlier": lambda each: earlier(make_token(each)), "several": make_bundle_token}
    token = tokens[form](notice)
    travel(minutes=1)
    move(ann)
    said = try_all_roads(token, stranger, settings)

    assert not is_silenced(ann)
    assert said.count("an address that’s no longer used here") == 5
    assert said.endswith("ignored")
    assert notice.game.name not in said


@pytest.mark.parametrize("form", ["", "earlier", "several"])
def test_who_has_the_same_address_stops_mails_as_ever(notice, ann, stranger, settings, form):
    """Also by a mail of an earlier release, and after they have ended the links in their mails."""
    tokens = {"": make_token, "earlier": lambda each: earlier(make_token(each)), "several": make_bundle_token}
    token = tokens[form](notice)
    end_all_links(player=ann)
    said = try_all_roads(token, stranger, settings)

    assert is_silenced(ann)
    assert "no longer used" not in said
    assert said.endswith("done")


def test_mails_to_the_new_address_stop_it(notice, ann, stranger, settings, smtp, travel):
    """Of one game and of several; and where the old address comes back, so do its links."""
    token = make_token(notice)
    move(ann)
    travel(minutes=1)
    sweep_notices()
    notice = Notice.objects.select_related("player").get(pk=notice.pk)
    new = [make_token(notice), make_bundle_token(notice)]
    read = [read_token(each).player for each in new]
    is_outdated = read_token(token).is_outdated
    move(ann, "ann@players.example")

    assert ([ann, ann], True) == (read, is_outdated)
    assert ann == read_token(token).player


def test_a_mail_of_several_games_that_is_gone_stops_nothing_after_a_change(of_several, stranger, ann):
    """Nobody knows which address it went to, so its click is not taken; the page says what to do instead."""
    move(ann)
    Notice.objects.all().delete()
    answers = [stranger.get(of_several), stranger.post(of_several, ONE_CLICK)]

    assert [200, 200] == [each.status_code for each in answers]
    assert all("Use the link in a newer mail" in each.content.decode() for each in answers)
    assert not is_silenced(ann)


def test_the_release_before_reads_the_new_tokens(notice):
    """Its pattern, its proof and its names: while both run, either may be asked."""
    token = make_token(notice)
    match = re.fullmatch(
        r"(?P<kind>[gim])(?P<numbers>[0-9a-z]{1,13}(?:-[0-9a-z]{1,13})?)(?:-(?P<reference>[a-z2-7]{26}))?"
        r"-(?P<proof>[a-z2-7]{20})",
        token,
    )

    assert match
    assert match["proof"] == prove("unsubscribe", token[:-21])
    assert match["numbers"] == "-".join(token[1:].split("-")[:2])
