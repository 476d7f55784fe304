"""Every page, looked at by everybody (requirement S1): one table, and a page that is not in it fails.

What a page is of: `game` is a running one, `over` one that is over and that Bob has shared, `lobby` one that
gathers, `deck` that of Ann, `circle` one of Ann and Bob, whose host is Ann.

The columns: nobody signed in; Charlie, a stranger; Ann, the host; Bob, who has a seat; a moderator without
one; somebody who came by a link from a mail to Bob, and is not signed in. A number is a status; `in` asks to
sign in, `ok` goes on to a page of the site. What stands in the column `seat` is what that link finds at the
page's address under /t/, where nobody else finds anything; in the column `guest`, what it finds there while
Bob is a guest, if that is something else. The games are private, and so is the deck, which is Ann's.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

import engine
from engine.scenario import Scene, deal
from games import clock, urls
from games.core import tokens
from games.decks.edit import create_deck
from games.mail.unsubscribe import make_token
from games.models import (
    Channel,
    Circle,
    CircleMember,
    CircleRemark,
    Deputy,
    Game,
    GameFacts,
    GazetteIssue,
    InboundMail,
    Invitation,
    MutedGame,
    Player,
    SeatFacts,
    Share,
    YearShare,
)
from games.pages.common import passes
from games.people.circles import create_circle, set_link
from games.people.data_export import make_export_token
from games.people.feeds import renew_feeds
from tests.mail.kinds import invite, open_game
from tests.mail.tables import NOW, Stored, store
from tests.pages.positions import open_link, turn_of_ann, won_by_ann

PAGES = """
name             of     method  nobody charlie ann  bob  mod  link seat guest
dashboard        -      get     200    200     200  200  200  200
next_game        -      get     in     ok      ok   ok   ok   in
mark_all_as_read -      post    in     ok      ok   ok   ok   in
open_games       -      get     200    200     200  200  200  200
watch            -      get     200    200     200  200  200  200
learn            -      get     200    200     200  200  200  200
lesson           -      get     200    200     200  200  200  200
play_now         -      get     ok     ok      ok   ok   ok   ok
play_now         -      post    ok     ok      ok   ok   ok   ok
keep_trial       -      get     ok     ok      ok   ok   ok   ok
keep_trial       -      post    in     ok      ok   ok   ok   in
give_up_trial    -      get     ok     ok      ok   ok   ok   ok
give_up_trial    -      post    ok     ok      ok   ok   ok   ok
favicon          -      get     ok     ok      ok   ok   ok   ok
manifest         -      get     200    200     200  200  200  200
robots           -      get     200    200     200  200  200  200
fair             -      get     200    200     200  200  200  200
about            -      get     200    200     200  200  200  200
mail_help        -      get     200    200     200  200  200  200
conduct          -      get     200    200     200  200  200  200
set_language     -      get     ok     ok      ok   ok   ok   ok
set_language     -      post    ok     ok      ok   ok   ok   ok
set_theme        -      get     ok     ok      ok   ok   ok   ok
set_theme        -      post    ok     ok      ok   ok   ok   ok
editions         -      get     200    200     200  200  200  200
edition          -      get     200    200     200  200  200  200
all_cards        -      get     ok     ok      ok   ok   ok   ok
cards            -      get     ok     ok      ok   ok   ok   ok
decks            -      get     200    200     200  200  200  200
new_deck         -      get     in     200     200  200  200  in
new_deck         -      post    in     422     422  422  422  in
import_deck      -      get     in     200     200  200  200  in
import_deck      -      post    in     422     422  422  422  in
deck             deck   get     in     404     200  404  404  in
report_deck      deck   get     in     404     404  404  404  in
report_deck      deck   post    in     404     404  404  404  in
edit_deck        deck   get     in     404     200  404  404  in
edit_deck        deck   post    in     404     422  404  404  in
export_deck      deck   get     in     404     200  404  404  in
copy_deck        deck   post    in     404     ok   404  404  in
delete_deck      deck   get     in     404     200  404  404  in
delete_deck      deck   post    in     404     ok   404  404  in
renew_deck_link  deck   post    in     404     ok   404  404  in
add_card         deck   get     in     404     200  404  404  in
add_card         deck   post    in     404     422  404  404  in
change_card      deck   get     in     404     200  404  404  in
change_card      deck   post    in     404     422  404  404  in
remove_card      deck   post    in     404     409  404  404  in
account          -      get     in     200     200  200  200  in   ok   200
account          -      post    in     422     422  422  422  in   ok   422
switch_language  -      post    in     ok      ok   ok   ok   in   ok
mail_again       -      post    in     ok      ok   ok   ok   in   ok
hours            -      get     in     ok      ok   ok   ok   in   ok   ok
hours            -      post    in     ok      ok   ok   ok   in   ok
add_vacation     -      post    in     422     422  422  422  in   ok   422
end_vacation     -      post    in     403     403  403  403  in   ok   403
change_vacation  -      post    in     404     404  404  404  in   ok   404
automatic_vacation -    post    in     ok      ok   ok   ok   in   ok
archive          -      get     in     200     200  200  200  in   ok   200
figures          -      get     in     200     200  200  200  in   ok   200
figures_of_year  -      get     in     200     200  200  200  in   ok   200
share_year       -      get     in     404     200  200  404  in   ok   200
share_year       -      post    in     422     422  422  422  in   ok   422
shared_year      -      get     200    200     200  200  200  200
shared_year_picture -   get     200    200     200  200  200  200
figures_with     -      get     in     404     404  200  404  in   ok   200
while_away       -      get     in     200     200  200  200  in   ok   200
circles          circle get     in     200     200  200  200  in   ok   200
circles          circle post    in     422     422  422  422  in   ok   422
answer_circle    circle post    in     ok      ok   ok   ok   in   ok
circle           circle get     in     404     200  200  404  in   ok   200
circle_games     circle get     in     404     200  200  404  in   ok   200
circle_talk      circle get     in     404     200  200  404  in   ok   200
circle_talk      circle post    in     404     422  422  404  in   ok   422
report_circle_talk circle get   in     404     200  404  404  in   ok   404
report_circle_talk circle post  in     404     422  404  404  in   ok   404
circle_season    circle get     in     404     200  200  404  in   ok   200
circle_gazette   circle get     in     404     200  200  404  in   ok   200
circle_gazette   circle post    in     404     ok   ok   404  in   ok
circle_issue     circle get     in     404     200  200  404  in   ok   200
circle_settings  circle get     in     404     200  200  404  in   ok   200
circle_settings  circle post    in     404     422  404  404  in   ok   404
leave_circle     circle get     in     404     200  200  404  in   ok   200
leave_circle     circle post    in     404     ok   ok   404  in   ok
delete_circle    circle get     in     404     200  404  404  in   ok   404
delete_circle    circle post    in     404     ok   404  404  in   ok   404
circle_members   circle get     in     404     200  200  404  in   ok   200
circle_invite    circle post    in     404     ok   ok   404  in   ok
circle_link      circle post    in     404     ok   ok   404  in   ok
circle_member    circle post    in     404     ok   ok   404  in   ok
join_circle      circle get     in     200     ok   ok   200  in
join_circle      circle post    in     ok      ok   ok   ok   in
privacy          -      get     200    200     200  200  200  200
data             -      get     in     200     200  200  200  in   ok   200
export_data      -      post    in     ok      ok   ok   ok   in   ok
delete_account   -      get     in     200     200  200  200  in   ok   200
delete_account   -      post    in     ok      ok   ok   403  in   ok
keep_account     -      post    in     ok      ok   ok   ok   in   ok
exported_data    -      get     200    200     200  200  200  200
notices          -      get     in     200     200  200  200  in   ok   200
notices          -      post    in     422     422  422  422  in   ok   422
set_preset       -      post    in     422     422  422  422  in   ok   422
test_mail        -      post    in     ok      ok   ok   ok   in   ok
add_webhook      -      post    in     422     422  422  422  in
renew_device     -      post    404    404     404  404  404  404
add_device       -      post    in     422     422  422  422  in
test_channel     -      post    in     404     ok   404  404  in
remove_channel   -      post    in     404     ok   404  404  in
switch_on        -      post    in     404     ok   404  404  in
unmute           -      post    in     404     ok   404  404  in   ok   404
security         -      get     in     ok      ok   ok   ok   in
sign_in_again    -      get     in     200     200  200  200  in
sign_in_again    -      post    in     200     200  200  200  in
end_other_sessions -    post    in     ok      ok   ok   ok   in
end_session      -      post    in     ok      ok   ok   ok   in
feeds            -      get     in     ok      ok   ok   ok   in
feeds            -      post    in     200     200  200  200  in
revoke_feeds     -      post    in     ok      ok   ok   ok   in
deadlines_feed   game   get     200    200     200  200  200  200
turns_feed       game   get     200    200     200  200  200  200
blocks           -      get     in     ok      ok   ok   ok   in   ok   ok
lift_block       -      post    in     ok      ok   ok   ok   in   ok   ok
reports          -      get     in     ok      ok   ok   ok   in   ok   ok
deputies         -      get     in     ok      ok   ok   ok   in   ok   ok
deputies         -      post    in     422     422  422  422  in   ok   422
seat_access      -      get     in     200     200  200  200  in   ok   200
end_seat_access  -      get     in     200     200  200  200  in   ok   200
end_seat_access  -      post    in     ok      ok   ok   ok   in   ok   200
drop_reply_alias -      post    in     ok      ok   ok   ok   in   ok   ok
accept_deputy    game   post    in     ok      403  403  403  in   ok   403
end_deputy       game   post    in     ok      403  ok   403  in   ok
ask_for_deputy   game   get     in     404     200  200  404  in   ok   200
ask_for_deputy   game   post    in     404     422  422  404  in   ok   422
deputy_link      game   get     ok     ok      ok   ok   ok   ok
deputy_game      game   get     404    200     404  404  404  404
deputy_pulse     game   get     404    200     404  404  404  404
deputy_answer    game   post    404    409     404  404  404  404
deputy_answer_text game post    404    422     404  404  404  404
deputy_history   game   get     404    200     404  404  404  404
deputy_replay    game   get     404    200     404  404  404  404
deputy_game_deck game   get     404    200     404  404  404  404
new_game         -      get     in     200     200  200  200  in
new_game         -      post    in     422     422  422  422  in
game             game   get     in     404     200  200  404  in   200
pulse            game   get     in     404     200  200  404  in   200
answer           game   post    in     404     409  409  404  in   409
answer_text      game   post    in     404     422  422  404  in   422
history          game   get     in     404     200  200  404  in   200
replay           game   get     in     404     200  200  404  in   200
record           game   get     in     404     409  409  404  in   409
story            game   get     in     404     200  200  404  in   200
share            game   get     in     404     ok   ok   404  in   ok
share            game   post    in     404     409  409  404  in   409
end_picture      game   get     in     404     409  409  404  in   409
shared           game   get     404    404     404  404  404  404
shared_replay    game   get     404    404     404  404  404  404
shared_picture   game   get     404    404     404  404  404  404
share            over   get     in     404     200  200  404  in   200
share            over   post    in     404     422  422  404  in   422
end_picture      over   get     in     404     200  200  404  in   200
shared           over   get     200    200     200  200  200  200
shared_replay    over   get     200    200     200  200  200  200
shared_picture   over   get     200    200     200  200  200  200
game_deck        game   get     in     404     200  200  404  in   200
seen             game   post    in     404     ok   ok   404  in   ok
hide_tips       game   post    in     404     ok   ok   404  in   ok
set_one_tap     game   post    in     404     ok   ok   404  in   ok
come_back        game   post    in     404     ok   ok   404  in   ok
undo             game   post    in     404     409  409  404  in   409
takeback         game   get     in     404     200  200  404  in   200
takeback         game   post    in     404     422  422  404  in   422
pause            game   get     in     404     200  200  404  in   200
pause            game   post    in     404     422  422  404  in   422
pace             game   get     in     404     200  200  404  in   200
pace             game   post    in     404     422  422  404  in   422
talk             game   get     in     404     200  200  404  in   200
talk             game   post    in     404     422  422  404  in   422
own_notes        game   post    in     404     ok   ok   404  in   ok
back             game   post    in     404     ok   ok   404  in   ok
mute             game   post    in     404     ok   ok   404  in   ok
orders           game   get     in     404     200  200  404  in   200
orders           game   post    in     404     422  422  404  in   422
switch_surprise  game   post    in     404     422  422  404  in   422
rematch          game   post    in     404     409  409  404  in   409
seat_keep        game   get     404    404     404  404  404  200
seat_keep        game   post    404    404     404  404  404  in
seat_next        game   get     404    404     404  404  404  ok
revoke           game   post    in     404     ok   ok   404  in   200
leave            game   get     in     404     200  200  404  in   ok   200
leave            game   post    in     404     ok   ok   404  in   ok   200
votes            game   get     in     404     200  200  404  in   200
votes            game   post    in     404     404  404  404  in   404
give_time        game   post    in     404     404  404  404  in   404
nudge            game   post    in     404     404  404  404  in   404
people           game   get     in     404     200  200  404  in   200
block_person     game   post    in     404     404  404  404  in   ok   404
report           game   get     in     404     200  200  404  in   200
report           game   post    in     404     422  422  404  in   422
offer_seat       game   post    in     404     ok   ok   404  in   ok
take_over        game   get     in     404     ok   ok   404  in
take_over        game   post    in     404     ok   ok   404  in
take_over_by_link game  get     in     200     ok   ok   200  in
take_over_by_link game  post    in     409     ok   ok   409  in
hand_over_host   game   get     in     404     200  404  404  in
hand_over_host   game   post    in     404     ok   404  404  in
game             lobby  get     in     404     200  200  404  in
pulse            lobby  get     in     404     200  200  404  in
invite           lobby  post    in     404     422  404  404  in
remind_all       lobby  post    in     404     429  404  404  in
remind           lobby  post    in     404     ok   404  404  in
withdraw         lobby  post    in     404     ok   404  404  in
renew_game_link  lobby  post    in     404     ok   404  404  in
start            lobby  post    in     404     ok   404  404  in
change_seats     lobby  post    in     404     ok   404  404  in
own_card         lobby  get     in     404     200  404  404  in
own_card         lobby  post    in     404     422  404  404  in
agree_card       lobby  post    in     404     409  409  404  in   409
withdraw_card    lobby  post    in     404     ok   404  404  in
cancel           lobby  get     in     404     200  404  404  in
cancel           lobby  post    in     404     ok   404  404  in
remove_player    lobby  get     in     404     200  404  404  in
remove_player    lobby  post    in     404     ok   404  404  in
keep_open        lobby  post    in     404     ok   403  404  in   403
give_part        lobby  post    in     404     409  409  404  in   409
join             lobby  post    in     404     403  403  404  in
accept           lobby  post    in     404     404  404  404  in   409
decline          lobby  post    in     404     404  404  404  in   409
leave            lobby  post    in     404     ok   ok   404  in   ok   200
join_by_link     lobby  get     200    200     ok   ok   200  200
join_by_link     lobby  post    422    409     ok   ok   409  422
play_link        game   get     ok     ok      ok   ok   ok   ok
webhook          -      post   404    404     404  404  404  404
reply_alias      game   get     200    200     200  200  200  200
reply_alias      game   post    200    200     200  200  200  200
unsubscribe      game   get     200    200     200  200  200  200
unsubscribe      game   post    422    422     422  422  422  422
unsubscribe_bare game   post    422    422     422  422  422  422
invitation_link  lobby  get     ok     ok      ok   ok   ok   ok
block_link       lobby  get     ok     ok      ok   ok   ok   ok
invitation       lobby  get     404    404     404  404  404  404
invitation       lobby  post    404    404     404  404  404  404
block            lobby  get     404    404     404  404  404  404
block            lobby  post    404    404     404  404  404  404
"""
(*HEAD, _seat, _guest), *LINES = [line.split() for line in PAGES.strip().splitlines()]
VIEWERS = [*HEAD[3:], "guest"]
PERSONAL = {pattern.name for pattern in urls.urlpatterns if str(pattern.name).startswith("guest_")}
BY_LINK = [
    [f"guest_{name}", of if of == "circle" else "game", method, *["404"] * 5, *by_link]
    if f"guest_{name}" in PERSONAL
    else [f"seat_{name}", of, method, *["404"] * 5, *by_link]
    for name, of, method, *statuses in LINES
    if (by_link := (statuses[6:] * 2)[:2])
]
ROWS = [[*line[: len(HEAD)], line[len(HEAD) - 1]] for line in LINES] + BY_LINK
KINDS = sorted({row[1] for row in ROWS})
OF_CIRCLES = {row[0] for row in ROWS if row[1] == "circle"}
BY_LINK_OF_BOB = ("link", "guest")
Visit = Callable[[Player | None], Client]
AT_A_TABLE = (
    *("game", "pulse", "answer", "history", "replay", "game_deck", "undo", "takeback", "orders", "people"),
    *("seat_game", "seat_answer", "seat_orders", "deputy_game", "deputy_answer", "deputy_history"),
    *("answer_text", "seat_answer_text", "deputy_answer_text"),
)


class World:
    """A game, and the browsers of all viewers; whatever a visit changes is undone after it."""

    def __init__(self, visit: Visit, charlie: Player, moderator: Player, *given: Any) -> None:
        self.stored, self.invitation = set_up(*given)
        people = {**self.stored.players, "charlie": charlie, "mod": moderator}
        self.browsers = {viewer: visit(people.get(viewer)) for viewer in VIEWERS}
        for viewer in BY_LINK_OF_BOB:
            assert 200 == open_link(self.browsers[viewer], self.stored.seats["bob"]).status_code

    @contextmanager
    def visited_by(self, viewer: str) -> Iterator[Client]:
        """The browser of a viewer, with which nobody has done anything yet."""
        browser = Client()
        browser.cookies = deepcopy(self.browsers[viewer].cookies)
        before = transaction.savepoint()
        Player.objects.filter(pk=self.stored.players["bob"].pk).update(is_guest=viewer == "guest")
        yield browser
        transaction.savepoint_rollback(before)

    def check(self, rows: list[list[str]]) -> None:
        """Fail with every row of the table that is not what the pages answer."""
        found = [[*row[:3], *(self.answer(row[0], row[2], viewer) for viewer in VIEWERS)] for row in rows]
        wrong = [" ".join(answers) for row, answers in zip(rows, found, strict=True) if row != answers]

        assert not wrong, "\n".join(wrong)

    def answer(self, name: str, method: str, viewer: str) -> str:
        """How a page answers a viewer, in the words of the table."""
        with self.visited_by(viewer) as browser:
            fields = {"hand_over_host": {"seat": "2"}, "change_seats": {"seats": "4"}}.get(name, {})
            if name.startswith("deputy_"):
                fields["csrfmiddlewaretoken"] = passes.deputy_secret(deputy_of_bob(self.stored))
            elif viewer in BY_LINK_OF_BOB:
                fields["csrfmiddlewaretoken"] = passes.seat_secret(self.stored.seats["bob"])
            address = address_of(name, self.stored, self.invitation)
            response = getattr(browser, method)(address, fields)

        if response.status_code == 302:
            return "in" if response["Location"].startswith(reverse(settings.LOGIN_URL)) else "ok"
        return str(response.status_code)


@pytest.fixture
def make_world(visit, charlie, moderator) -> Callable[..., World]:
    """Set up a game of a kind (a column of the table), with all who may look at it."""
    return partial(World, visit, charlie, moderator)


def set_up(of: str, position: Callable[[], Scene] = turn_of_ann) -> tuple[Stored, Invitation | None]:
    """A private running game, or one that has not begun: Bob sits, and dee@example.org is invited."""
    if of != "lobby":
        stored = store(won_by_ann() if of == "over" else position(), commitment="c0ffee" * 8)
        if of == "deck":
            deck_of_ann(stored)
        if of == "circle":
            circle_of_ann(stored)
        return stored, None
    stored = open_game()
    return stored, invite(stored)


def address_of(name: str, stored: Stored, invitation: Invitation | None) -> str:
    """The address of a page about this game."""
    key = {"key": stored.game.key}
    words: dict[str, Callable[[], dict[str, Any]]] = {
        "edition": lambda: {"edition": "fluxx"},
        "lesson": lambda: {"slug": "goal"},
        "exported_data": lambda: {"token": make_export_token(stored.players["bob"], clock.now())},
        "cards": lambda: {"edition": "fluxx"},
        "add_card": lambda: deck_of_ann(stored) | {"kind": "keeper"},
        "change_card": lambda: deck_of_ann(stored) | {"place": 0},
        "remove_card": lambda: deck_of_ann(stored) | {"place": 0},
        "play_link": lambda: {"token": tokens.make_token(stored.seats["bob"])},
        "webhook": lambda: {"rest": "postmark/inbound/"},
        "unsubscribe": lambda: {"token": make_token(stored.notice("started", "bob"))},
        "unsubscribe_bare": lambda: {"token": make_token(stored.notice("started", "bob"))},
        "deadlines_feed": lambda: {"secret": renew_feeds(player=stored.players["bob"])},
        "turns_feed": lambda: {"secret": renew_feeds(player=stored.players["bob"])},
        "shared": lambda: {"key": share_of_bob(stored).key},
        "shared_replay": lambda: {"key": share_of_bob(stored).key},
        "shared_picture": lambda: {"key": share_of_bob(stored).key},
        "accept_deputy": lambda: {"pk": deputy_of_bob(stored).pk},
        "end_deputy": lambda: {"pk": deputy_of_bob(stored).pk},
        "deputy_link": lambda: {"token": tokens.make_deputy_token(deputy_of_bob(stored))},
        "invitation_link": lambda: {"token": tokens.make_invitation_token(invitation)},
        "block_link": lambda: {"token": tokens.make_invitation_token(invitation, tokens.Purpose.BLOCK)},
        "join_by_link": lambda: {"link_key": stored.game.link_key},
        "take_over": lambda: key | {"number": 2},
        "take_over_by_link": lambda: {"link_key": stored.game.link_key, "number": 2},
        "figures_of_year": lambda: {"year": clock.now().year},
        "share_year": lambda: {"year": finish(stored).finished_at.year},
        "shared_year": lambda: {"key": year_of_bob(stored).key},
        "shared_year_picture": lambda: {"key": year_of_bob(stored).key},
        "figures_with": lambda: {"table": finish(stored).key, "number": 1},
        "circles": dict,
        "report_circle_talk": lambda: circle_of_ann(stored) | {"pk": remark_of_bob(stored).pk},
        "circle_issue": lambda: issue_of_ann(stored),
        "circle_season": lambda: circle_of_ann(stored) | {"year": 2020, "quarter": 1},
        "circle_member": lambda: circle_of_ann(stored) | {"pk": 1},
        "join_circle": lambda: {"link_key": Circle.objects.get(key=circle_of_ann(stored)["circle"]).link_key},
        "own_card": lambda: key | {"kind": "goal"},
        "remove_player": lambda: key | {"number": 2},
        "end_session": lambda: {"pk": 1},
        "lift_block": lambda: {"pk": 1},
        "drop_reply_alias": lambda: {"pk": 1},
        "reply_alias": lambda: {"token": alias_token_of_bob(stored)},
        "end_vacation": lambda: {"pk": 1},
        "change_vacation": lambda: {"pk": 1},
        "test_channel": lambda: {"pk": channel_of_ann(stored).pk},
        "remove_channel": lambda: {"pk": channel_of_ann(stored).pk},
        "switch_on": lambda: {"pk": channel_of_ann(stored).pk},
        "unmute": lambda: {"pk": muted_by_ann(stored).pk},
        "remind": lambda: key | {"pk": invitation.pk},
        "withdraw": lambda: key | {"pk": invitation.pk},
    }
    if name in PERSONAL:
        page = name.removeprefix("guest_")
        personal = words.get(page, partial(circle_of_ann, stored) if page in OF_CIRCLES else dict)()
        return reverse(name, kwargs=key | personal)
    of = next(row[1] for row in ROWS if row[0] == name)
    usual: Any = {"-": dict, "deck": lambda: deck_of_ann(stored), "circle": lambda: circle_of_ann(stored)}
    usual = usual.get(of, lambda: key)
    return reverse(name, kwargs=words.get(name, usual)())


def finish(stored: Stored) -> Game:
    """Leave the facts of the game, as if it had ended between Ann and the others."""
    Game.objects.filter(pk=stored.game.pk).update(finished_at=clock.now())
    facts, _is_new = GameFacts.objects.get_or_create(game=stored.game, between_people=True, turns=9)
    for seat in stored.seats.values():
        told = dict.fromkeys(("turns", "goals_set", "taken", "lost", "answers"), 0) | {"has_won": False}
        SeatFacts.objects.get_or_create(seat=seat, facts=facts, defaults=told)
    return Game.objects.get(pk=stored.game.pk)


def year_of_bob(stored: Stored) -> YearShare:
    """The link by which Bob shares the year of the game."""
    year = finish(stored).finished_at.year
    link, _is_new = YearShare.objects.get_or_create(
        player=stored.players["bob"], year=year, defaults={"language": "en"}
    )
    return link


def alias_token_of_bob(stored: Stored) -> str:
    """The token of a link that lets replies from another address count for Bob."""
    seat = stored.seats["bob"]
    mail, _is_new = InboundMail.objects.get_or_create(key="alias", seat=seat, sender="bob@work.example")
    return tokens.make_alias_token(seat, mail)


def share_of_bob(stored: Stored) -> Share:
    """The link to the game that Bob has made; there is none while it goes on, and this one shows nothing."""
    made = {"seat": stored.seats["bob"], "player": stored.players["bob"], "language": "en"}
    return Share.objects.get_or_create(game=stored.game, defaults=made)[0]


def deputy_of_bob(stored: Stored) -> Deputy:
    """Charlie, who plays for Bob."""
    charlie = Player.objects.filter(email="charlie@example.org").first()
    charlie = charlie or Player.objects.create_user("charlie@example.org", name="Charlie")
    made = {"owner": stored.players["bob"], "accepted_at": NOW, "until": NOW.date()}
    ends_at = clock.now() + timedelta(days=1)
    return Deputy.objects.get_or_create(
        seat=stored.seats["bob"], player=charlie, defaults=made | {"ends_at": ends_at}
    )[0]


def channel_of_ann(stored: Stored) -> Channel:
    """A webhook of Ann's."""
    made = {"kind": Channel.Kind.JSON, "name": "server", "url": "https://example.org/hook"}
    return Channel.objects.get_or_create(player=stored.players["ann"], defaults=made)[0]


def muted_by_ann(stored: Stored) -> MutedGame:
    """The game, which Ann has muted."""
    return MutedGame.objects.get_or_create(player=stored.players["ann"], game=stored.game)[0]


def deck_of_ann(stored: Stored) -> dict[str, Any]:
    """The key of a private deck of Ann's, with one card that she has made."""
    deck = stored.players["ann"].decks.first() or create_deck(
        owner=stored.players["ann"],
        name="Ann’s",
        spec=engine.DeckSpec.of({"editions": ["fluxx"], "made": [{"kind": "keeper", "title": "Robot"}]}),
    )
    return {"key": deck.key}


def issue_of_ann(stored) -> dict[str, Any]:
    """An issue of the gazette of Ann's circle."""
    found = circle_of_ann(stored)
    circle = Circle.objects.get(key=found["circle"])
    GazetteIssue.objects.get_or_create(circle=circle, week="2026-01-05")
    return found | {"year": 2026, "month": 1, "day": 5}


def remark_of_bob(stored: Stored) -> CircleRemark:
    """What Bob has said in the circle of Ann."""
    circle = Circle.objects.get(key=circle_of_ann(stored)["circle"])
    return CircleRemark.objects.get_or_create(circle=circle, player=stored.players["bob"])[0]


def circle_of_ann(stored: Stored) -> dict[str, Any]:
    """The key of a circle with a link, to which Ann belongs as its host, and Bob."""
    circle = Circle.objects.filter(members__player=stored.players["ann"]).first()
    if circle is None:
        circle = create_circle(host=stored.players["ann"], name="Friday game")
        set_link(circle=circle, by=stored.players["ann"], is_on=True)
        CircleMember.objects.create(circle=circle, player=stored.players["bob"])
    return {"circle": circle.key}


@pytest.mark.slow
@pytest.mark.parametrize("of", KINDS)
def test_s1_who_sees_what(of, make_world):
    """Each page answers each viewer as the table says."""
    make_world(of).check([row for row in ROWS if row[1] == of])


@pytest.mark.slow
def test_s1_the_table_of_a_board_game_has_the_same_doors(make_world):
    """Who may see, and do, what at a table does not depend on what lies on it."""
    world = make_world("game", lambda: deal(edition="board", ann=2, bob=2, cid=2, turn="ann"))

    world.check([row for row in ROWS if row[0] in AT_A_TABLE])


def test_s1_every_page_is_in_the_table():
    """A page that is added has to say here who may see it."""
    assert {pattern.name for pattern in urls.urlpatterns} == {row[0] for row in ROWS}


def test_s1_no_page_comes_from_elsewhere():
    """Beside these pages there are allauth's and the admin's, and nothing else."""
    others = [each for each in get_resolver().url_patterns if not isinstance(each, URLPattern)]

    assert {"accounts/", "accounts/2fa/", "admin/", ""} == {str(each.pattern) for each in others}


@pytest.mark.slow
@pytest.mark.parametrize("of", KINDS)
def test_a_form_s_address_opens_no_blank_page(of, make_world):
    """Whoever reloads the address of a form gets to a page, is asked to sign in, or finds nothing there."""
    world = make_world(of)
    statuses = {}
    for name in sorted({row[0] for row in ROWS if row[1] == of and row[2] == "post"}):
        for viewer in VIEWERS:
            with world.visited_by(viewer) as browser:
                address = address_of(name, world.stored, world.invitation)
                statuses[name, viewer] = browser.get(address, follow=True).status_code

    wrong = [f"{case}: {status}" for case, status in statuses.items() if status not in (200, 404)]
    assert not wrong, "\n".join(wrong)


def test_s1_an_open_game_may_be_watched(stored, visit, charlie):
    """Anybody sees a listed game from outside: no hand, no form, no history of what was drawn."""
    stored.game.is_open = True
    stored.game.save()
    for browser in (visit(None), visit(charlie)):
        page = browser.get(reverse("game", args=[stored.game.key])).content.decode()

        assert "Baked Goods" not in page
        assert "submission_key" not in page
