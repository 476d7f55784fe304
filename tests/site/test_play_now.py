"""Playing against bots without an account, and keeping such a game in one (decision 45)."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games import clock
from games.history.game_history import history_lines
from games.models import Game, Heartbeat, Notice, Player, Question, Seat
from games.pages.common import passes
from games.periodic import retention
from games.periodic.sweep import sweep_deadlines, sweep_notices, sweep_old, sweep_reminders
from games.seats.invitations import accept_invitation, invite
from games.seats.lobby import create_game
from games.timing import player_records

from .conftest import make_player
from .play import answer, play_to_end, question_to
from .test_accounts import code_in, signed_in

pytestmark = pytest.mark.django_db

ADDRESS = "dora@players.example"
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


class Visitor:
    """A browser in which somebody plays without an account."""

    def __init__(self, **given: str) -> None:
        self.client = Client()
        self.opened = self.press(**given)
        self.game = Game.objects.order_by("-pk").first()

    def press(self, **given: str):
        """Press “Play now” on the front page."""
        return self.client.post(reverse("play_now"), given)

    @property
    def player(self) -> Player:
        """Who plays."""
        return self.game.host

    @property
    def seat(self) -> Seat:
        """Where they sit."""
        return self.game.seats.get(player=self.player)

    def address(self, page: str = "game") -> str:
        """The address of a page of the game."""
        return reverse(f"seat_{page}", args=[self.game.key])

    def get(self, page: str = "game"):
        """Open a page of the game."""
        return self.client.get(self.address(page))

    def post(self, page: str, **fields: str):
        """Send a form of the seat's pages."""
        secret = {"csrfmiddlewaretoken": passes.seat_secret(self.seat)}
        return self.client.post(self.address(page), secret | fields)

    def play(self):
        """Play some card on the page."""
        question = question_to(self.game, self.player)
        label = re.search(r'name="label"\s+value="([^"]+)"', self.get().content.decode())
        assert label
        fields = {"number": str(question.number), "nonce": str(question.nonce), "label": label[1]}
        return self.post("answer", **fields, submission_key="first")

    def ask_for_code(self, address: str = ADDRESS):
        """Ask for a code on the page that keeps the game."""
        asked = self.post("keep", name="Mia", email=address, next=reverse("game", args=[self.game.key]))
        self.next = asked.get("Location", "")
        return asked

    def type_code(self, code: str):
        """Type the code in, and follow to the page behind it."""
        return self.client.post(self.next, {"code": code}, follow=True)


def clean_up() -> None:
    """Let the sweep remove what is old, though it has done so within the hour."""
    Heartbeat.objects.filter(name=retention.NAME).delete()
    sweep_old()


@pytest.fixture
def visitor(db) -> Visitor:
    return Visitor()


@pytest.fixture
def dora(db) -> Player:
    player = make_player("Dora")
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


def test_one_press_opens_a_table_where_the_visitor_begins(visitor):
    """The game is private, has bots and no clock, asks the visitor for a card, and says once who begins."""
    page = visitor.get()
    lines = [line.text for line in history_lines(visitor.game, visitor.seat)]

    assert (302, visitor.address()) == (visitor.opened.status_code, visitor.opened["Location"])
    assert 200 == page.status_code
    assert "submission_key" in page.content.decode()
    assert ["", "sensible", "sensible"] == list(visitor.game.seats.values_list("bot", flat=True))
    assert (True, False, "fluxx") == (visitor.game.is_trial, visitor.game.is_open, visitor.game.edition)
    assert question_to(visitor.game, visitor.player).due_at is None
    assert lines[:2] == ["The cards are dealt.", "Your turn began."]


def test_another_edition_can_be_chosen_and_an_unknown_one_is_refused(client, db):
    """What is not an edition makes no game and no player."""
    assert "anatomy" == Visitor(edition="anatomy").game.edition
    assert 409 == client.post(reverse("play_now"), {"edition": "poker"}).status_code
    assert 1 == Game.objects.count() == Player.objects.count()


def test_only_a_press_on_this_site_begins_a_game(client, db):
    """Who looks gets no cookie but that of forms; neither a link nor another site starts anything."""
    client.get("/")
    assert settings.SESSION_COOKIE_NAME not in client.cookies

    assert 302 == client.get(reverse("play_now")).status_code
    assert 403 == Client(enforce_csrf_checks=True).post(reverse("play_now")).status_code
    assert 0 == Game.objects.count()


def test_the_press_changes_the_key_of_the_session(client, db):
    """A session key that somebody has planted in the browser opens nothing afterwards."""
    session = client.session
    session["planted"] = True
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = planted = session.session_key
    client.post(reverse("play_now"))

    assert client.cookies[settings.SESSION_COOKIE_NAME].value != planted


def test_a_visitor_plays_and_the_bots_answer(visitor):
    """The move counts as played on the page, no mail is written, and there is no clock to pause."""
    answered = visitor.play()

    assert 302 == answered.status_code
    assert "page" == visitor.game.moves.get(seat=visitor.seat, submission_key="first").by
    assert 0 == Notice.objects.count()
    assert visitor.address("pause") not in visitor.get().content.decode()


def test_nothing_is_ever_mailed_about_the_game(travel, visitor, smtp):
    """Neither a turn, nor a reminder, nor the end; and time alone plays for nobody."""
    asked = question_to(visitor.game, visitor.player).number
    travel(days=6)
    for sweep in (sweep_deadlines, sweep_reminders, sweep_notices):
        sweep()
    assert asked == question_to(visitor.game, visitor.player).number
    play_to_end(visitor.game)
    sweep_notices()

    assert [] == smtp.received
    assert 0 == Notice.objects.count()


def test_another_browser_opens_nothing(visitor, bob):
    """Neither signed out, nor as somebody else, nor as another visitor, at no address of the game."""
    stranger, signed, other = Client(), Client(), Visitor()
    signed.force_login(bob, backend=BACKEND)
    statuses = [
        browser.get(address).status_code
        for browser in (stranger, signed)
        for address in (visitor.address(), reverse("game", args=[visitor.game.key]))
    ]

    assert [404, 302, 404, 404] == statuses
    assert (404, 200) == (other.client.get(visitor.address()).status_code, other.get().status_code)


@pytest.mark.parametrize("page", ["leave", "ask_for_deputy"])
def test_what_wants_an_account_says_how_to_get_one(visitor, page):
    """Leaving, deputies and settings lead to the page that keeps the game."""
    assert visitor.address("keep") == visitor.get(page)["Location"]
    assert visitor.address("keep") == visitor.client.get(f"{visitor.address()}account/")["Location"]
    assert 200 == visitor.get("keep").status_code


def test_a_second_press_goes_on_with_the_game(visitor):
    """As many tabs as one likes, and one game, which the front page offers in place of the button."""
    assert visitor.address() == visitor.press()["Location"]
    assert 1 == Game.objects.count() == Player.objects.count()

    mine, other = (each.get("/").content.decode() for each in (visitor.client, Client()))
    button = f'action="{reverse("play_now")}"'
    assert (True, False) == (visitor.address() in mine, button in mine)
    assert (False, True) == (visitor.address() in other, button in other)


def test_giving_up_asks_first_and_deletes_everything(visitor):
    """Afterwards one may begin another game."""
    address = reverse("give_up_trial")
    assert 200 == visitor.client.get(address).status_code
    assert 1 == Game.objects.count()
    visitor.client.post(address)

    assert (0, 0) == (Game.objects.count(), Player.objects.count())
    assert 404 == visitor.client.get(visitor.address()).status_code
    assert 302 == visitor.press().status_code
    assert 1 == Game.objects.count()


@pytest.mark.slow
def test_after_the_end_a_rematch_or_another_game_begins(visitor):
    """The rematch is as private as the first game, and opens by the same session."""
    play_to_end(visitor.game)
    again = visitor.post("rematch")
    new = Game.objects.exclude(pk=visitor.game.pk).get()

    assert reverse("seat_game", args=[new.key]) == again["Location"]
    assert new.is_trial
    assert 200 == visitor.client.get(again["Location"]).status_code
    play_to_end(new)
    assert 302 == visitor.press().status_code
    assert [visitor.player.pk] * 3 == list(Game.objects.values_list("host", flat=True))


def test_so_many_games_an_hour_from_one_network(db, settings):
    """Who erases cookies does not get round the limit."""
    settings.ACCOUNT_RATE_LIMITS = {"play_now": "2/h/ip"}
    statuses = [Client().post(reverse("play_now")).status_code for _each in range(3)]

    assert [302, 302, 429] == statuses
    assert 2 == Game.objects.count()


def test_so_many_games_on_the_site(visitor, settings):
    """The operator's number holds for all networks; finished games count until they are deleted."""
    settings.TRIAL_GAMES = 1

    assert 429 == Client().post(reverse("play_now")).status_code
    assert 1 == Game.objects.count() == Player.objects.count()


def test_an_operator_can_switch_it_off(client, settings, db, bob):
    """Visitors see no button and start nothing; who is signed in plays against bots as before."""
    settings.TRIAL_GAMES = 0
    assert f'action="{reverse("play_now")}"' not in client.get("/").content.decode()
    assert 409 == client.post(reverse("play_now")).status_code
    client.force_login(bob, backend=BACKEND)
    client.post(reverse("play_now"))
    game = Game.objects.get()

    assert (bob.pk, False) == (game.host_id, game.is_trial)


def test_one_code_makes_an_account_of_it(visitor, smtp):
    """The game stands on the list of games, and the next turn comes by mail."""
    visitor.play()
    visitor.ask_for_code()
    page = visitor.type_code(code_in(smtp))
    player = Player.objects.get()
    game = Game.objects.get()

    assert (ADDRESS, ADDRESS) == (signed_in(visitor.client), player.email)
    assert (False, False) == (player.is_guest, player.is_trial)
    assert ("Mia", "Mia") == (player.name, Seat.objects.get(player=player).name)
    assert (player.pk, False) == (game.host_id, game.is_trial)
    assert reverse("game", args=[game.key]) == page.redirect_chain[-1][0]
    assert game.key in visitor.client.get("/").content.decode()
    assert 404 == Client().get(visitor.address()).status_code
    assert EmailAddress.objects.get().verified


def test_an_account_that_exists_gets_the_game(travel, visitor, smtp, dora):
    """Its name is on the seat, the visitor's row is gone, and the question is mailed; no sweep ends it."""
    visitor.ask_for_code()
    visitor.type_code(code_in(smtp))
    notice = Notice.objects.get()

    assert dora.pk == Game.objects.get().host_id
    assert ("Dora", "Dora") == (Player.objects.get().name, Seat.objects.get(player=dora).name)
    assert [dora.pk] == list(Player.objects.values_list("pk", flat=True))
    assert (dora.pk, "turn") == (notice.player_id, notice.kind)
    assert notice.next_try_at > clock.now()
    travel(days=30)
    clean_up()
    assert dora.pk == Game.objects.get().host_id


def test_keeping_tells_of_no_address_whether_it_has_an_account(visitor, smtp, dora):
    """Known and unknown addresses get the same answer, and each a code."""
    answers = []
    for address in (ADDRESS, "nobody@players.example"):
        each = Visitor()
        answered = each.ask_for_code(address)
        page = each.client.get(answered["Location"]).content.decode()
        shown = re.sub(r'value="[^"]{20,}"', "", answered["Location"] + page)
        answers.append(
            (answered.status_code, shown.replace(address, "ADDRESS").replace(each.game.key, "KEY"))
        )
        assert code_in(smtp)

    assert answers[0] == answers[1]


@pytest.mark.parametrize("address", ["", "dora", "dora@", "a b@players.example"])
def test_a_wrong_address_is_refused_with_a_sentence(visitor, smtp, address):
    """No mail leaves, and nobody is made a player."""
    page = visitor.ask_for_code(address)

    assert 422 == page.status_code
    assert "errorlist" in page.content.decode()
    assert [] == smtp.received
    assert 1 == Player.objects.count()


def test_without_the_right_code_nothing_is_kept(visitor, smtp):
    """The visitor goes on as before."""
    visitor.ask_for_code()
    visitor.type_code("WRNG-CODE")

    assert signed_in(visitor.client) is None
    assert Game.objects.get().is_trial
    assert 200 == visitor.get().status_code


def test_codes_to_keep_games_by_are_limited(visitor, smtp, settings):
    """Neither rows nor mails without end come from one network."""
    settings.ACCOUNT_RATE_LIMITS = {"keep_game": "2/h/ip"}
    statuses = [visitor.ask_for_code(f"dora{n}@players.example").status_code for n in range(3)]

    assert [302, 302, 429] == statuses
    assert 1 + 2 == Player.objects.count()


def test_signing_in_as_somebody_else_asks_first(visitor, dora, bob, smtp):
    """Whoever signs in at a browser where another has played is offered the game, and may decline it."""
    visitor.ask_for_code(bob.email)
    visitor.client.force_login(dora, backend=BACKEND)
    offered = visitor.client.get("/").content.decode()
    assert Game.objects.get().is_trial
    kept = visitor.client.post(reverse("keep_trial"))

    assert reverse("keep_trial") in offered
    assert reverse("game", args=[visitor.game.key]) == kept["Location"]
    assert dora.pk == Game.objects.get().host_id
    assert reverse("keep_trial") not in visitor.client.get("/").content.decode()


@pytest.mark.parametrize("signs_out", [False, True])
def test_who_is_signed_in_keeps_the_game_at_its_table_by_one_press(visitor, bob, signs_out):
    """No code is needed; once signed out, the next person at this machine opens nothing of it."""
    session = visitor.client.session["trial_player"]
    visitor.client.force_login(bob, backend=BACKEND)
    assert session == visitor.client.session["trial_player"]
    if signs_out:
        visitor.client.logout()
        assert 404 == visitor.get().status_code
    else:
        visitor.post("keep")
        assert (bob.pk, False) == (Game.objects.get().host_id, Game.objects.get().is_trial)


def test_all_games_of_a_visitor_are_kept_with_their_results(visitor, smtp, dora):
    """The finished one is on the list, too; turns against bots are in no record."""
    play_to_end(visitor.game)
    visitor.press()
    visitor.game = Game.objects.get(status="running")
    visitor.ask_for_code()
    visitor.type_code(code_in(smtp))

    assert [dora.pk] * 2 == list(Game.objects.values_list("host", flat=True))
    assert not Question.objects.filter(counts_for__isnull=False).exists()
    assert 0 == player_records.load_record(dora).turns


def test_a_finished_game_is_kept_without_a_word_of_turns(visitor, smtp):
    """Neither the page that keeps it nor the sentence afterwards promises mails."""
    play_to_end(visitor.game)
    asked = visitor.get("keep").content.decode()
    visitor.ask_for_code()
    kept = visitor.type_code(code_in(smtp)).content.decode()

    assert ("The result, the history" in asked, "your turns by mail" in asked) == (True, False)
    assert ("list of finished games" in kept, "mail you when it’s your turn" in kept) == (True, False)


def test_what_nobody_plays_for_a_week_is_deleted(travel, visitor, smtp, ann, bob, start):
    """With the visitor's row, and that of an address whose code was never typed in; other games stay."""
    other = start(ann, bob)
    visitor.ask_for_code()
    travel(days=6, hours=23)
    clean_up()
    assert 2 == Game.objects.count()
    travel(hours=3)
    clean_up()

    assert [other.pk] == list(Game.objects.values_list("pk", flat=True))
    assert {ann.pk, bob.pk} == set(Player.objects.values_list("pk", flat=True))
    assert 302 == visitor.press().status_code


def test_playing_keeps_a_visitor_s_game(travel, visitor):
    """A week begins anew with each answer, and the session lives as long."""
    for _day in range(5):
        travel(days=5)
        answer(question_to(visitor.game, visitor.player))
        visitor.post("seen", version="1")
        clean_up()

    assert 200 == visitor.get().status_code


def test_an_invitation_makes_a_player_of_an_address_without_its_code(visitor, smtp, ann, travel):
    """Who once asked for a code sits down by a mail like anybody, and is not deleted."""
    visitor.ask_for_code()
    game = create_game(host=ann, name="Friday game")
    accept_invitation(invitation=invite(game=game, by=ann, email=ADDRESS), name="Dora")
    travel(days=8)
    clean_up()
    player = Player.objects.get(email=ADDRESS)

    assert (True, False) == (player.is_guest, player.is_trial)


def test_tips_are_shown_in_the_first_turn_alone(visitor):
    """Three of them, in the order of the page; after the turn none."""
    page = visitor.get().content.decode()
    assert 1 == page.count('class="tip"')
    assert "This is your hand. Choose a card" in page
    assert "Then press “Play it”." in page
    while question_to(visitor.game, visitor.player).turn == 1:
        answer(question_to(visitor.game, visitor.player))

    assert 0 == visitor.get().content.decode().count('class="tip"')


def test_tips_go_away_by_a_button(visitor):
    """They stay away."""
    assert visitor.address() == visitor.post("hide_tips")["Location"]
    assert 0 == visitor.get().content.decode().count('class="tip"')


def test_an_empty_list_of_games_offers_what_one_can_do(client, bob):
    """Play against bots, or invite friends; with a game both are gone."""
    client.force_login(bob, backend=BACKEND)
    before = client.get("/").content.decode()
    client.post(reverse("play_now"))
    after = client.get("/").content.decode()

    assert 'class="first-steps"' in before
    assert 'class="first-steps"' not in after
    assert timedelta(seconds=10) > clock.now() - Game.objects.get(host=bob).started_at


def test_after_signing_up_one_sentence_greets(client, smtp):
    """Not one for the address and another for the sign-in."""
    client.post("/accounts/signup/", {"email": ADDRESS, "name": "Dora", "timezone": "Europe/Warsaw"})
    client.get("/accounts/confirm-email/")
    page = client.post("/accounts/confirm-email/", {"code": code_in(smtp)}, follow=True)

    assert 1 == page.content.decode().count('class="note note--')


def test_the_footer_changes_the_language_of_the_table(visitor):
    """It is that of the browser, as on the front page; the visitor has no settings."""
    visitor.client.get(visitor.address(), {"language": "pl"})
    page = visitor.get()

    assert "pl" == page["Content-Language"]
    assert 'hreflang="ru"' in page.content.decode()
