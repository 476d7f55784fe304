"""Who may come in (decision 70): closing the door breaks no invitation, no game's link and no provider."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.core.refusal import NotPossible
from games.models import Game, Invitation, Player
from games.seats.invitations import accept_invitation, invite
from games.seats.lobby import create_game
from games.seats.membership import take_seat

from .test_accounts import code_in, signed_in

pytestmark = pytest.mark.django_db

NEW = {"email": "zoe@players.example", "name": "Zoe", "password1": "", "timezone": "UTC"}
CLOSED_WAYS = pytest.mark.parametrize("way", ["invited", "closed"])


@pytest.fixture
def game(ann) -> Game:
    return create_game(host=ann, name="Friday", seats=4, starts_when_full=False)


def link_of(game: Game) -> str:
    return reverse("join_by_link", args=[game.link_key])


def test_anybody_signs_up_unless_the_operator_says_otherwise(client, smtp):
    """The default is as it was."""
    client.post(reverse("account_signup"), NEW)

    assert Player.objects.filter(email=NEW["email"]).exists()


@CLOSED_WAYS
def test_strangers_are_told_how_people_come_in(client, smtp, settings, way):
    """Neither the page nor a form that was sent anyway makes an account, and no mail leaves."""
    settings.SIGNUP = way
    page = client.get(reverse("account_signup")).content.decode()
    client.post(reverse("account_signup"), NEW)

    assert "New people come here by invitation" in page
    assert "<form" not in page.partition("<main")[2].partition("</main>")[0]
    assert (Player.objects.filter(email=NEW["email"]).exists(), smtp.received) == (False, [])


@CLOSED_WAYS
def test_nobody_is_sent_for_an_invitation_that_nobody_can_give(client, db, settings, way):
    """Where it is closed, players can send the link of a game alone; open invitations go on working."""
    settings.SIGNUP = way
    pages = [
        client.get(reverse(name)).content.decode()
        for name in ("dashboard", "account_signup", "account_login")
    ]
    asks = ["ask someone who plays here." in pages[0], *("to invite you" in each for each in pages[1:])]

    assert [way == "invited"] * 3 == asks
    assert ["link" in each for each in pages] == [True] * 3


@CLOSED_WAYS
@pytest.mark.parametrize("absolute", [False, True])
def test_the_link_of_a_game_lets_somebody_sign_up(client, smtp, settings, game, way, absolute):
    """Its link is a promise of the host; the form keeps where it leads."""
    settings.SIGNUP = way
    address = f"http://testserver{link_of(game)}" if absolute else link_of(game)
    page = client.get(reverse("account_signup"), {"next": address}).content.decode()
    client.post(reverse("account_signup"), NEW | {"next": address})
    client.post(reverse("account_email_verification_sent"), {"code": code_in(smtp)})

    assert f'value="{address}"' in page
    assert signed_in(client)


@CLOSED_WAYS
@pytest.mark.parametrize(
    "address", ["/join/nothing/", "/about/", "/%00", "//evil.example/join/x/", "http://[", ""]
)
def test_no_other_address_lets_somebody_sign_up(client, smtp, settings, game, way, address):
    """What isn't the link of a game that goes on, such as of one that is over, opens and raises nothing."""
    settings.SIGNUP = way
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ENDED)
    client.post(reverse("account_signup"), NEW | {"next": address or link_of(game)})

    assert not Player.objects.filter(email=NEW["email"]).exists()


@CLOSED_WAYS
def test_closing_breaks_no_invitation(client, smtp, settings, ann, game, way):
    """Who was invited takes the seat, and signs in to the account that it makes."""
    invitation = invite(game=game, by=ann, email=NEW["email"])
    settings.SIGNUP = way
    accept_invitation(invitation=invitation, name="Zoe")
    client.post(reverse("account_request_login_code"), {"email": NEW["email"]})
    client.post(reverse("account_confirm_login_code"), {"code": code_in(smtp)})

    assert signed_in(client)
    assert not Player.objects.get(email=NEW["email"]).is_guest


@CLOSED_WAYS
def test_the_link_of_a_game_seats_a_guest_by_mail(client, settings, ann, game, way):
    """Nobody needs an account to play by a link."""
    settings.SIGNUP = way
    client.post(link_of(game), {"name": "Zoe", "email": NEW["email"]})
    invitation = Invitation.objects.get(game=game, email=NEW["email"])
    seat = accept_invitation(invitation=invitation, name="Zoe")

    assert seat.is_taken


@CLOSED_WAYS
def test_an_unknown_address_reads_in_its_mail_how_to_come_in(client, smtp, settings, ann, game, way):
    """The page says the same for all addresses; the mail brings the invitation to its owner."""
    settings.SIGNUP = way if way == "invited" else "open"
    invite(game=game, by=ann, email=NEW["email"])
    settings.SIGNUP = way
    answers = []
    for address in (NEW["email"], "nobody@players.example", ann.email):
        answer = Client().post(reverse("account_request_login_code"), {"email": address})
        answers.append((answer.status_code, answer["Location"]))
    invited, unknown, _known = (each.text for each in smtp.received[-3:])
    link = re.search(r"http://\S+", invited.partition("Take your seat")[2])

    assert link
    assert len(set(answers)) == 1
    assert Client().get(link[0], follow=True).status_code == 200
    assert "by invitation" in " ".join(unknown.split())
    assert reverse("account_signup") not in invited + unknown


@CLOSED_WAYS
def test_visitors_play_no_games_on_a_site_for_friends(client, settings, way):
    """Playing now without an account is for people who may stay; the front page doesn't offer it."""
    settings.SIGNUP = way
    pressed = client.post(reverse("play_now"))
    front = client.get("/").content.decode()

    assert "New people come here by invitation" in pressed.content.decode()
    assert not Game.objects.filter(is_trial=True).exists()
    assert reverse("play_now") not in front
    assert reverse("account_signup") not in front


def test_a_game_begun_before_is_kept_in_known_accounts_only(smtp, settings):
    """The answer is the same for every address; nobody new is made."""
    from .test_play_now import Visitor

    visitor = Visitor()
    settings.SIGNUP = "invited"
    answer = visitor.ask_for_code(NEW["email"])

    assert answer.status_code == 302
    assert not Player.objects.filter(email=NEW["email"]).exists()
    assert "by invitation" in " ".join(str(smtp.received[-1].text).split())


def test_closed_to_all_who_are_new(settings, ann, bob, game):
    """With `closed` no address can be invited, known or not; people one has played with can."""
    old = create_game(host=ann, name="Old", seats=2, starts_when_full=True)
    take_seat(game=old, player=bob, link_key=old.link_key)
    settings.SIGNUP = "closed"
    for address in ("new@players.example", bob.email):
        with pytest.raises(NotPossible, match="Nobody new can be invited here"):
            invite(game=game, by=ann, email=address)

    assert invite(game=game, by=ann, email=bob.email, how=Invitation.How.KNOWN).is_open


def test_the_forms_of_a_closed_site_ask_for_no_addresses(client, settings, ann, game):
    """Where there is nobody to choose, the lobby has its link and no empty form."""
    settings.SIGNUP = "closed"
    client.force_login(ann)
    lobby = client.get(reverse("game", args=[game.key])).content.decode()
    new = client.get(reverse("new_game")).content.decode()
    sent = client.post(reverse("invite", args=[game.key]), {"people": "new@players.example"})

    assert 'name="people"' not in lobby + new
    assert link_of(game) in lobby
    assert reverse("invite", args=[game.key]) not in lobby
    assert (sent.status_code, Invitation.objects.count()) == (422, 0)


@CLOSED_WAYS
def test_a_site_for_friends_has_no_lists_for_strangers(client, settings, ann, game, way):
    """Lists of games, and what a host says about people they don't know, are gone for all."""
    settings.SIGNUP = way
    as_visitor = [client.get(reverse(name)).status_code for name in ("open_games", "watch")]
    front = client.get("/")
    client.force_login(ann)
    pages = [client.get(reverse(name)).content.decode() for name in ("dashboard", "archive", "new_game")]

    assert as_visitor == [302, 302]  # to the page to sign in
    assert front.headers["X-Robots-Tag"] != "all"
    for page in pages:
        assert f'href="{reverse("open_games")}"' not in page
        assert f'href="{reverse("watch")}"' not in page
    for name in ("is_open", "least_reliability", "usual_hours", "known_only", "talk_is_public"):
        assert f'name="{name}"' not in pages[-1]


def test_games_listed_before_stay_in_reach_of_friends(client, settings, ann, bob):
    """A game that was listed before the site became one of friends has its place in their lists."""
    create_game(host=bob, name="From before", seats=4, is_open=True)
    settings.SIGNUP = "invited"
    front = client.get("/").content.decode()
    client.force_login(ann)
    page = client.get(reverse("open_games")).content.decode()

    assert "From before" not in front
    assert "From before" in page
    assert f'href="{reverse("open_games")}"' in client.get("/").content.decode()


@CLOSED_WAYS
def test_games_of_friends_are_private(client, settings, ann, way):
    """A form that says otherwise changes nothing."""
    settings.SIGNUP = way
    client.force_login(ann)
    fields = {
        "name": "Ours",
        "seats": "3",
        "pace": "3",
        "first": "chance",
        "deck": "fluxx",
        "is_open": "open",
    }
    strange = {"is_open": "open", "known_only": "on", "talk_is_public": "on"}
    made = client.post(reverse("new_game"), fields | strange)
    game = Game.objects.get(name="Ours")

    assert made.status_code == 302
    assert (game.is_open, game.newcomers, game.talk_is_public) == (False, True, False)
