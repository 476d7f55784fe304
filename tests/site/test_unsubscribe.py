"""Being rid of mails by one click (M8), and choosing which (M9)."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.mail.unsubscribe import make_token
from games.models import MutedGame, Notice, NoticeChoices, Player
from games.periodic.sweep import sweep_notices

from .play import question_to

pytestmark = pytest.mark.django_db(transaction=True)
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


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
def test_m8_one_click(address, stranger, slash, encoding):
    """Both encodings, with and without the slash: 200 at once, no cookie; doing it twice is as well."""
    body = (
        {"data": "List-Unsubscribe=One-Click", "content_type": "application/x-www-form-urlencoded"}
        if encoding == "form"
        else {"data": ONE_CLICK}
    )
    responses = [stranger.post(address.rstrip("/") + slash, **body) for _time in range(2)]

    assert [200, 200] == [response.status_code for response in responses]
    assert not any(response.cookies for response in responses)
    assert muted()


def test_m8_over_https_nothing_is_redirected(address, stranger, settings):
    """A mail program follows no redirect."""
    settings.SECURE_SSL_REDIRECT = True

    assert 200 == stranger.post(address, ONE_CLICK, secure=True).status_code


@pytest.mark.parametrize("method", ["get", "head"])
def test_m8_looking_changes_nothing(address, stranger, method):
    """Scanners open every link; the page is in no cache, no referrer and no search engine."""
    response = getattr(stranger, method)(address)

    assert (200, False) == (response.status_code, muted())
    assert ("no-referrer", "noindex") == (response["Referrer-Policy"], response["X-Robots-Tag"])
    assert not response.cookies


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
    notice.player_id = nobody
    gone = stranger.post(reverse("unsubscribe", args=[make_token(notice)]), ONE_CLICK).status_code

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
    assert "clocks go on" in page
    sweep_notices()
    notice.refresh_from_db()
    assert ("skipped", []) == (notice.status, smtp.to(ann.email))


def test_m9_the_choice_warns_about_the_clock(address, stranger):
    """Before anything is stopped, the page says that the clock goes on."""
    assert "Clocks keep running" in stranger.get(address).content.decode()


def test_m9_a_muted_player_plays_on(address, stranger, notice, ann):
    """Mail is off, the page is not."""
    stranger.post(address, ONE_CLICK)
    browser = Client()
    browser.force_login(ann, backend="allauth.account.auth_backends.AuthenticationBackend")

    assert 200 == browser.get(reverse("game", args=[notice.game.key])).status_code


def test_a_mistake_is_taken_back(address, stranger):
    """The page after the click offers the mails again."""
    stranger.post(address, ONE_CLICK)
    stranger.post(address, {"what": "again"})

    assert not muted()


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
