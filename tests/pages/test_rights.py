"""What each viewer may do at a table and in its lobby: the page's value says it, and no template decides."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser

from games.core.access import Place
from games.models import Deputy, Game, Player, Seat, Wish
from games.pages.common.seat_context import SeatContext, Via
from games.pages.table.build_lobby import LobbyPage, build_lobby
from games.pages.table.build_table_page import build_table_page
from games.pages.table.table_page import TablePage
from games.pages.table.table_rights import TableRights
from tests.mail.kinds import invite, open_game
from tests.mail.tables import DUE, NOW, Stored, store
from tests.pages.positions import won_by_ann

TEMPLATES = Path(__file__).parents[2] / "templates"
# Templates that show what a page value has decided.
SHOWN = [
    *(
        "table",
        "lobby",
        "orders",
        *("_table_head", "_since", "_notices", "_felt", "_dock", "_dock_waits", "_sheets", "_more"),
        *("_more_acts", "_more_help", "_more_host", "_hand_over", "_happened_foot"),
        "_about_game",
        "_fair_shuffles",
    ),
    *("_happened", "_ending", "_invite_panel", "_pulse", "_pace_facts"),
]
ONE_NAME = re.compile(r"(not )?[\w.]+")
PLAYS = {"can_give_orders", "can_leave", "can_mute", "can_disable_links", "can_see_people", "can_report"}
IN_TURN = {"can_take_turn_back", "can_pause", "can_change_pace", "asks_others"}


def look(
    stored: Stored, who: str = "", *, person: Player | None = None, via: Via = Via.SIGN_IN, **given: object
) -> TablePage:
    """The page of a table as it is stored now, from a seat, or for somebody else."""
    game = Game.objects.get(pk=stored.game.pk)
    seat = Seat.objects.select_related("player").get(pk=stored.seats[who].pk) if who else None
    deputy = given.get("deputy")
    if person is None and who and via is Via.SIGN_IN:
        person = stored.players[who]
    place, user = Place(game, seat), person or AnonymousUser()
    return build_table_page(SeatContext(game.key, lambda: place, user, via, deputy=deputy))


def named(rights: TableRights) -> set[str]:
    """What of it a viewer may do."""
    return {each.name for each in fields(rights) if getattr(rights, each.name)}


def where_rights_differ(seen: dict[str, set[str]], expected: dict[str, set[str]]) -> str:
    """Name the rights that somebody has and shall not have here, or the other way round."""
    differ = {who: sorted(seen[who] ^ rights) for who, rights in expected.items() if seen[who] != rights}
    return f"a new right belongs to each viewer who has it in this test: {differ}"


def test_at_a_table_that_is_played(stored, charlie, moderator):
    """For its host, a player, one by link, a deputy, somebody who watches, staff, and a visitor."""
    Game.objects.update(is_open=True)
    dee = Player.objects.create_user("dee@example.org", name="Dee")
    bob = stored.seats["bob"]
    deputy = Deputy.objects.create(
        seat=bob, owner=stored.players["bob"], player=dee, until=DUE.date(), ends_at=DUE, accepted_at=NOW
    )
    signed_in = PLAYS | IN_TURN | {"marks_itself_as_read"}
    seen = {
        "host": named(look(stored, "ann").rights),
        "player": named(look(stored, "bob").rights),
        "by link": named(look(stored, "ann", via=Via.MAIL_LINK).rights),
        "deputy": named(look(stored, "bob", via=Via.DEPUTY, deputy=deputy).rights),
        "watcher": named(look(stored, person=charlie).rights),
        "staff": named(look(stored, person=moderator).rights),
        "nobody": named(look(stored).rights),
    }
    expected = {
        "host": signed_in | {"heirs"},
        "player": signed_in,
        "by link": PLAYS | IN_TURN,
        "deputy": set[str](),
        "watcher": {"can_see_people", "can_report", "can_join"},
        "staff": {"can_see_people", "can_report", "can_join"},
        "nobody": set(),
    }

    assert seen == expected, where_rights_differ(seen, expected)


def test_what_changes_it(stored, charlie):
    """Pauses, requests, autopilots, bots alone, wishes to join, trials: each offers what is of use then."""
    game, ann = Game.objects.filter(pk=stored.game.pk), Seat.objects.filter(pk=stored.seats["ann"].pk)
    before = named(look(stored, "ann").rights)
    game.update(paused_at=NOW, paused_until=DUE)
    paused = named(look(stored, "ann").rights)
    game.update(paused_at=None, paused_until=None)
    ann.update(on_autopilot=True)
    replaced = named(look(stored, "ann").rights)
    ann.update(on_autopilot=False)
    Seat.objects.exclude(pk=stored.seats["ann"].pk).update(player=None, bot="sensible")
    alone = named(look(stored, "ann").rights)
    game.update(pace=0)
    untimed = named(look(stored, "ann").rights)
    game.update(is_trial=True)
    trial = named(look(stored, "ann", via=Via.MAIL_LINK).rights)
    game.update(is_trial=False, is_open=True)
    Wish.objects.create(game=stored.game, player=charlie, kind=Wish.Kind.JOIN)
    joining = named(look(stored, person=charlie).rights)

    assert paused == before - {"can_pause", "can_change_pace"} | {"can_end_pause"}
    assert replaced == before | {"can_come_back"}
    assert alone == before - {"asks_others", "heirs"}
    assert untimed == alone - {"can_pause"}
    assert trial == {"can_give_orders", "can_take_turn_back", "can_see_people", "can_give_up_trial"}
    assert joining == {"can_see_people", "can_report", "is_joining"}


def test_when_it_is_over(charlie, moderator):
    """Who played may play again and disable links; nothing of the game itself can be changed."""
    stored = store(won_by_ann())
    page = look(stored, "bob")
    others = [named(look(stored, person=each).rights) for each in (charlie, moderator)]
    over = {"can_disable_links", "can_see_people", "can_report", "can_rematch", "asks_others"}

    assert named(page.rights) == over
    assert named(look(stored, "ann").rights) == over
    assert (page.have_won, look(stored, "ann").have_won) == (False, True)
    assert (page.rematch is not None, look(stored, person=charlie).rematch) == (True, None)
    assert others == [{"can_see_people", "can_report"}] * 2


def lobby(stored: Stored, who: str = "", *, person: Player | None = None, via: Via = Via.SIGN_IN) -> set[str]:
    """What the lobby offers a viewer."""
    game = Game.objects.get(pk=stored.game.pk)
    seat = Seat.objects.select_related("player").get(pk=stored.seats[who].pk) if who else None
    if person is None and who and via is Via.SIGN_IN:
        person = stored.players[who]
    place = Place(game, seat)
    page = build_lobby(SeatContext(game.key, lambda: place, person or AnonymousUser(), via))
    offers = [name for name in vars(LobbyPage) if name.startswith(("can_", "is_"))]
    found = {
        name for name in [*offers, "is_host", "can_propose_card", "invite", "start"] if getattr(page, name)
    }
    return found | {f"removes {seat.row}" for seat in page.seats if seat.can_be_removed}


def test_in_the_lobby(charlie, moderator):
    """Its host runs it, players may leave, others take a free seat of an open game; until it is cancelled."""
    stored = open_game()
    dee = Player.objects.create_user("dee@example.org", name="Dee")
    Seat.objects.filter(pk=stored.seats["cid"].pk).update(status=Seat.Status.FREE, name="")
    Game.objects.update(is_open=True, warned_at=NOW, expires_at=DUE)
    host = {
        *("is_host", "is_expiring", "can_keep_open", "can_make_game", "can_join", "can_invite", "can_cancel"),
        *("can_leave", "can_see_deck", "can_propose_card", "invite", "start", "removes Bob"),
    }
    seen = [
        lobby(stored, "ann"),
        lobby(stored, "ann", via=Via.MAIL_LINK),
        lobby(stored, "bob"),
        lobby(stored, person=charlie),
        lobby(stored, person=moderator),
        lobby(stored),
    ]
    others = {"is_expiring", "can_join", "can_see_deck"}

    assert seen[0] == host
    assert seen[1] == others | {"can_keep_open", "can_leave"}
    assert seen[2] == others | {"can_make_game", "can_leave"}
    assert seen[3] == seen[4] == others | {"can_make_game"}
    assert seen[5] == others
    invite(stored)
    assert lobby(stored, person=dee) == others | {"can_make_game", "is_invited"}
    Game.objects.update(status=Game.Status.ENDED, is_open=False)
    assert lobby(stored, "ann") == {"is_host", "can_make_game", "can_see_deck"}
    assert lobby(stored, person=charlie) == {"can_make_game"}


def test_a_deputy_sees_the_same_page_without_what_its_player_sets(stored):
    """One template with another value: what is asked is there, and nothing beside the table."""
    dee, ann = Player.objects.create_user("dee@example.org", name="Dee"), stored.seats["ann"]
    deputy = Deputy.objects.create(
        seat=ann, owner=stored.players["ann"], player=dee, until=DUE.date(), ends_at=DUE, accepted_at=NOW
    )
    page = look(stored, "ann", via=Via.DEPUTY, deputy=deputy)

    assert page.notes.deputy is not None
    assert page.notes.deputy.owner == "Ann"
    assert (page.asked is not None, page.side, page.undo, page.is_my_turn) == (True, None, None, False)
    assert not any((page.can_mark_as_read, page.leads_to_replay, page.can_choose_one_tap, page.has_tips))


@pytest.mark.parametrize("name", SHOWN)
def test_a_template_decides_nothing(name):
    """Each condition is one name, for the value to answer."""
    text = (TEMPLATES / f"games/{name}.html").read_text()
    asked = re.findall(r"{% (?:el)?if (.*?) %}", text)

    assert [] == [each for each in asked if not ONE_NAME.fullmatch(each)]
