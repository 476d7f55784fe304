"""Every journey through the site, in every language, by the pages' own forms: a refusal fails."""

import re
from collections.abc import Callable
from itertools import count

import pytest
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.urls import reverse

from games import clock
from games.delivery.dispatch import deliver
from games.models import Game, Player, Question
from tests.mail.tables import store
from tests.pages.positions import hand_limits, turn_of_ann, won_by_ann
from tests.pages.test_access_matrix import ROWS
from tests.support.forms import FormBrowser
from tests.support.second_factor import sign_in_with_app

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = [code for code, _name in settings.LANGUAGES]
NUMBERS = count(1)
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


class Journey:
    """Browsers of people who read one language, and what their forms were sent to."""

    def __init__(self, language: str) -> None:
        self.language, self.posted = language, set[str]()

    def visitor(self) -> FormBrowser:
        """A browser in which nobody is signed in."""
        return FormBrowser(self.language, self.posted)

    def signed_in(self, player: Player) -> FormBrowser:
        """A browser in which somebody is signed in, who reads this language."""
        Player.objects.filter(pk=player.pk).update(language=self.language)
        browser = self.visitor()
        browser.client.force_login(player, backend=BACKEND)
        return browser

    def new_player(self, name: str) -> FormBrowser:
        """A browser of a new player."""
        number = next(NUMBERS)
        return self.signed_in(Player.objects.create_user(f"p{number}@players.example", name=name))


Walk = Callable[[Journey], None]
PROMISED: dict[str, set[str]] = {}


def posts_to(*views: str) -> Callable[[Walk], Walk]:
    """Promise that a walk sends forms to these views."""

    def promise(walk: Walk) -> Walk:
        PROMISED.setdefault(walk.__name__, set()).update(views)
        return walk

    return promise


def code_in_mail() -> str:
    """The code of the newest mail."""
    found = re.search(r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$", mail.outbox[-1].body, re.MULTILINE)
    assert found, mail.outbox[-1].body
    return found[1]


def link_in_mail(to: str, part: str) -> str:
    """A link of the newest mail to somebody."""
    body = next(str(each.body) for each in reversed(mail.outbox) if each.to[0].endswith(to))
    found = re.search(rf"https?://\S*?(/{part}/\S+)", body)
    assert found, body
    return found[1].rstrip(".)>")


def answer(browser: FormBrowser, view: str = "answer") -> None:
    """Send the answer form of the page with as many of its choices as it wants."""
    form = browser.find(view)
    offered = form.choices.get("label") or [value for name, value in form.buttons if name == "label"]
    least = int(re.search(r'data-least="(\d+)"', browser.text)[1]) if "data-least" in browser.text else 1
    browser.send(view, label=offered[: max(1, least)])


@posts_to("play_now", "seat_answer", "seat_keep", "account_confirm_login_code")
def visit_and_keep(journey: Journey) -> None:
    """Play now against bots, play a card, and keep the game by name, address and code."""
    browser = journey.visitor()
    browser.open("/")
    browser.send("play_now")
    answer(browser, "seat_answer")
    browser.open(browser.link_to("seat_keep"))
    browser.send("seat_keep", name="Żółw\u00a0Ann", email=f"mia{next(NUMBERS)}@players.example")
    browser.send("account_confirm_login_code", code=code_in_mail())
    assert Game.objects.filter(is_trial=False, seats__name="Żółw Ann").exists()


@posts_to(
    "account_signup",
    "account_email_verification_sent",
    "account",
    "hours",
    "set_preset",
    "notices",
    "feeds",
    "revoke_feeds",
)
@posts_to("export_data", "delete_account", "keep_account")
def sign_up_and_settle(journey: Journey) -> None:
    """Sign up by a code, and set all that one sets for oneself."""
    browser = journey.visitor()
    browser.open("/accounts/signup/")
    browser.send(
        "account_signup", email=f"dora{next(NUMBERS)}@players.example", name="Dora", timezone="Europe/Warsaw"
    )
    browser.send("account_email_verification_sent", code=code_in_mail())
    browser.open("/account/")
    browser.send("account", name="Dora 👩‍👩‍👧", language=journey.language)
    for view, press in (("hours", None), ("set_preset", "preset"), ("notices", None), ("feeds", None)):
        browser.open("/account/notices/")
        browser.send(view, press=press)
    browser.send("revoke_feeds")
    browser.open("/account/data/")
    browser.send("export_data")
    browser.open(browser.link_to("delete_account"))
    browser.send(
        "delete_account",
        **{name: values[0] for name, values in browser.find("delete_account").choices.items()},
    )
    browser.open("/account/data/")
    browser.send("keep_account")


@posts_to("new_game", "invitation", "answer", "seat_answer", "talk", "own_notes", "seat_talk")
def host_and_guest(journey: Journey) -> None:
    """A host invites by mail; the guest takes the seat from it; both play, talk and take notes."""
    host = journey.new_player("Ann")
    host.open("/new/")
    address = f"ola{next(NUMBERS)}@players.example"
    host.send("new_game", name="Wtorek i środa", seats=2, people=f"Ola {address}")
    deliver()
    guest = journey.visitor()
    guest.open(link_in_mail(address, "i"))
    guest.send("invitation", name="Ola")
    game = Game.objects.latest("pk")
    if not game.is_running:
        host.open(f"/g/{game.key}/")
        host.send("start")
    pages = {True: (host, f"/g/{game.key}/", "answer"), False: (guest, f"/t/{game.key}/", "seat_answer")}
    for _turn in range(4):
        question = Question.objects.filter(game=game, closed_at=None, is_side=False).first()
        if question is None:
            break
        browser, page, view = pages[question.seat.player == game.host]
        browser.open(page)
        answer(browser, view)
    host.open(f"/g/{game.key}/")
    host.send("talk", text="Cześć, привет")
    host.send("own_notes", text="notatka")
    guest.open(f"/t/{game.key}/")
    guest.send("seat_talk", text="Здравствуйте")


@posts_to(
    *("answer", "undo", "orders", "pause", "pace", "report", "block_person", "lift_block", "mute", "revoke"),
    "leave",
)
def at_a_table(journey: Journey) -> None:
    """What is done at a table that runs: undo, orders, pause, mute, report, people, links, leave."""
    stored = store(turn_of_ann())
    ann, bob = (journey.signed_in(stored.players[name]) for name in ("ann", "bob"))
    table = f"/g/{stored.game.key}/"
    ann.open(table)
    answer(ann)
    ann.send("undo")
    ann.open(table)
    answer(ann)
    ann.open(f"{table}orders/")
    ann.send("orders")
    ann.open(f"{table}pause/")
    ann.send("pause", press="act", days="7")
    ann.open(f"{table}pace/")
    ann.send("pace", press="act", days="7")
    ann.open(f"{table}report/")
    ann.send("report", words="Proszę spojrzeć", kind=ann.find("report").choices["kind"][0])
    bob.open(f"{table}people/")
    bob.send("block_person", press="kind")
    bob.open("/account/access/")
    bob.send("lift_block")
    bob.open(table)
    bob.send("mute")
    bob.send("revoke")
    bob.open(f"{table}leave/")
    bob.send("leave")


@posts_to("answer", "rematch", "accept", "decline")
def limits_and_rematch(journey: Journey) -> None:
    """Discard for a limit; after the end of another game play again."""
    stored = store(hand_limits())
    bob = journey.signed_in(stored.players["bob"])
    bob.open(f"/g/{stored.game.key}/")
    answer(bob)
    Game.objects.filter(pk=stored.game.pk).update(status=Game.Status.FINISHED, finished_at=clock.now())
    ann = journey.signed_in(stored.players["ann"])
    ann.open(f"/g/{stored.game.key}/")
    ann.send("rematch")
    new = Game.objects.get(rematch_of=stored.game)
    bob.open(f"/g/{new.key}/")
    bob.send("accept")
    third = journey.signed_in(stored.players["cid"])
    third.open(f"/g/{new.key}/")
    third.send("decline")


@posts_to("admin:games_player_act", "admin:games_game_act")
def moderate(journey: Journey) -> None:
    """Staff give somebody another name, and pause a table."""
    stored = store(turn_of_ann())
    staff = Player.objects.create_superuser(f"mod{next(NUMBERS)}@players.example", name="Mod")
    browser = journey.signed_in(staff)
    sign_in_with_app(browser.client, staff)
    person = reverse("admin:games_player_act", args=[stored.players["bob"].pk, "rename-player"])
    browser.open(person)
    browser.send("admin:games_player_act", name="Bob z\u00a0Gdyni", reason="Powód")
    browser.open(reverse("admin:games_game_act", args=[stored.game.pk, "pause"]))
    browser.send("admin:games_game_act", reason="Powód")


@posts_to("new_deck", "add_card", "import_deck", "copy_deck", "delete_deck")
def decks(journey: Journey) -> None:
    """Make a deck, add a card, export it, import it, copy it and delete it."""
    browser = journey.new_player("Ann")
    browser.open("/decks/new/")
    browser.send("new_deck", name="Talia z\u00a0kotem", editions=["fluxx"])
    deck = Player.objects.latest("pk").decks.latest("pk")
    assert deck.name == "Talia z kotem"
    browser.open(f"/decks/{deck.key}/cards/new/keeper/")
    browser.send("add_card", title="Kot i\u00a0pies")
    text = browser.client.get(f"/decks/{deck.key}/export/").content.decode()
    browser.open("/decks/import/")
    browser.send("import_deck", text=text)
    browser.open(f"/decks/{deck.key}/")
    browser.send("copy_deck")
    browser.open(f"/decks/{deck.key}/delete/")
    browser.send("delete_deck")


@posts_to("circles", "answer_circle", "circle_settings", "circle_invite", "circle_talk")
@posts_to("report_circle_talk", "leave_circle", "delete_circle")
def circle_of_friends(journey: Journey) -> None:
    """Make a circle of a game's people, who say yes; name it anew, leave it, delete it."""
    stored = store(won_by_ann())
    Game.objects.filter(pk=stored.game.pk).update(status=Game.Status.FINISHED, finished_at=clock.now())
    ann, bob = (journey.signed_in(stored.players[name]) for name in ("ann", "bob"))
    ann.open(f"/circles/?game={stored.game.key}")
    ann.send("circles", name="Środa i\u00a0piątek")
    circle = stored.players["ann"].circle_memberships.latest("pk").circle
    assert circle.name == "Środa i piątek"
    bob.open("/circles/")
    bob.send("answer_circle", press="accept")
    bob.open(f"/circles/{circle.key}/talk/")
    bob.send("circle_talk", text="Cześć, привет")
    ann.open(f"/circles/{circle.key}/talk/")
    ann.open(ann.link_to("report_circle_talk"))
    ann.send("report_circle_talk", words="Proszę spojrzeć", kind="talk")
    ann.open("/circles/")
    ann.send("circles", name="Другой круг")
    ann.send("circle_invite", known=ann.find("circle_invite").choices["known"][:1])
    ann.open(f"/circles/{circle.key}/settings/")
    ann.send("circle_settings", name="Ёлка")
    bob.open(f"/circles/{circle.key}/leave/")
    bob.send("leave_circle")
    ann.open(f"/circles/{circle.key}/delete/")
    ann.send("delete_circle")


JOURNEYS = [
    *(visit_and_keep, sign_up_and_settle, host_and_guest, at_a_table, limits_and_rematch),
    *(moderate, decks, circle_of_friends),
]
# Buttons that send nothing that somebody has written, and store no words of the site. Tests of the
# access matrix press them, and those that are named do so at length.
PRESSES = (
    *("accept_deputy", "agree_card", "automatic_vacation", "back", "block", "cancel", "change_seats"),
    "come_back",
    *("circle_gazette", "circle_link", "circle_member", "join_circle"),
    *(
        "drop_reply_alias",
        "end_deputy",
        "end_other_sessions",
        "end_seat_access",
        "end_session",
        "end_vacation",
        "give_time",
    ),
    *("give_up_trial", "hand_over_host", "hide_tips", "join", "keep_open", "keep_trial", "mail_again"),
    *("mark_all_as_read", "nudge", "offer_seat", "remind", "remind_all", "remove_card", "remove_channel"),
    *(
        "remove_player",
        "renew_deck_link",
        "renew_game_link",
        "renew_device",
        "reply_alias",
        "seen",
        "set_language",
        "set_one_tap",
        "set_theme",
        "share",
        "share_year",
    ),
    *("sign_in_again", "start", "switch_language", "switch_on", "switch_surprise", "take_over"),
    *("take_over_by_link", "takeback", "test_channel", "test_mail", "unmute", "votes", "withdraw"),
    "withdraw_card",
)
NOT_WALKED = {
    **dict.fromkeys(PRESSES, "a button: it sends no words"),
    **dict.fromkeys(("add_device", "add_webhook"), "reach outside: tests/site/test_channels.py"),
    **dict.fromkeys(("unsubscribe", "unsubscribe_bare", "webhook"), "programs post to them"),
    **dict.fromkeys(("add_vacation", "change_vacation"), "dates alone: tests/pages/test_hours.py"),
    **dict.fromkeys(("change_card", "edit_deck"), "the fields of add_card and new_deck"),
    **dict.fromkeys(("ask_for_deputy", "deputies", "deputy_answer"), "tests/site/test_deputies.py"),
    **dict.fromkeys(
        ("answer_text", "deputy_answer_text"), "the board’s text field: tests/pages/test_board_page.py"
    ),
    **dict.fromkeys(("join_by_link",), "the fields of an invitation: tests/site/test_names.py"),
    **dict.fromkeys(("invite",), "the fields of new_game"),
    **dict.fromkeys(("own_card",), "the fields of add_card"),
    **dict.fromkeys(("give_part",), "its words are hashed: tests/site/test_mixed_seeds.py"),
    **dict.fromkeys(("report_deck",), "the fields of report"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("walk", JOURNEYS, ids=lambda walk: walk.__name__)
def test_a_journey_in_a_language(walk, language):
    """The same steps, with the same fields, wherever the words differ."""
    cache.clear()  # it counts what an address asks for
    journey = Journey(language)
    walk(journey)

    assert PROMISED[walk.__name__] - journey.posted == set()


def test_every_form_is_on_a_journey_or_says_why_not():
    """An address that takes a form, and that nobody walks to, is named here with its reason."""
    takes_forms = {row[0].removeprefix("seat_").removeprefix("guest_") for row in ROWS if row[2] == "post"}
    walked = {view.removeprefix("seat_") for views in PROMISED.values() for view in views}

    assert sorted(takes_forms - walked) == sorted(NOT_WALKED)
