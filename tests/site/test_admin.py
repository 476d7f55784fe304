"""The admin: looks, finds, acts through the one door, and shows no hidden card to anybody."""

import re
from html import unescape

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.urls import reverse

import engine
from games import clock
from games.core import access
from games.models import Ballot, Game, GameState, Invitation, Move, Notice, StaffAct, Vote
from games.seats.invitations import invite
from games.seats.lobby import create_game

from .conftest import make_player
from .play import answer, asks_three, open_questions, position, question_to, set_table

MODELS = [
    "player",
    "game",
    "seat",
    "question",
    "move",
    "notice",
    "invitation",
    "staffact",
    "heartbeat",
    "vote",
    "deck",
    "outage",
    "switch",
]


@pytest.fixture
def staff(client, moderator):
    client.force_login(moderator)
    return client


def page(client, name: str, *args, **query) -> str:
    response = client.get(reverse(f"admin:games_{name}", args=args), query)
    assert response.status_code == 200, (name, args, query)
    return response.content.decode()


def addresses() -> list[str]:
    """The lists, and the pages and histories of the newest rows, of every model."""
    found = [reverse("admin:index")]
    for model in MODELS:
        found.append(reverse(f"admin:games_{model}_changelist"))
        for row in apps.get_model("games", model).objects.order_by("-pk")[:4]:
            found += [reverse(f"admin:games_{model}_{kind}", args=[row.pk]) for kind in ("change", "history")]
    return found


def crawl(client, most: int = 110) -> dict[str, str]:
    """Open these pages and follow the links on them; return the pages by their addresses."""
    pages: dict[str, str] = {}
    waiting = addresses()
    while waiting and len(pages) < most:
        address = waiting.pop(0)
        if address in pages or "logout" in address or "jsi18n" in address:
            continue
        response = client.get(address)
        if response.status_code != 200:
            continue
        pages[address] = response.content.decode()
        for found in re.findall(r'href="([^"#]+)"', pages[address]):
            link = unescape(found)
            if link.startswith("?"):
                link = address.split("?")[0] + link
            if link.startswith("/admin/"):
                waiting.append(link)
    return pages


def hidden_titles(game: Game) -> set[str]:
    """The titles of the cards in the hands of a running game that nobody else has seen."""
    seats = list(game.seats.all())
    hands = {card for seat in seats for card in access.view(game, seat).hand}
    return {engine.card(card.partition("#")[0]).title for card in hands}


@pytest.mark.parametrize("model", MODELS)
def test_every_list_is_searched_and_filtered(ann, bob, start, staff, model):
    """Each list answers, with a search and with each of its filters."""
    start(ann, bob)
    found = page(staff, f"{model}_changelist", q="ann")
    for link in set(re.findall(r'href="(\?[^"]+)"', page(staff, f"{model}_changelist"))):
        assert staff.get(reverse(f"admin:games_{model}_changelist") + unescape(link)).status_code == 200

    nameless = ("staffact", "heartbeat", "invitation", "deck", "vote", "outage", "switch")
    assert "Ann" in found or model in nameless


def test_players_and_games_are_found_by_address_and_key(ann, bob, start, staff):
    """What an operator has at hand in a mail is what the search takes."""
    game = start(ann, bob)

    assert "bob@players.example" in page(staff, "player_changelist", q="bob@")
    assert game.name in page(staff, "game_changelist", q=game.key)
    assert game.name in page(staff, "game_changelist", q="bob@players.example")
    assert "0 games" in page(staff, "game_changelist", q="nobody@")


@pytest.mark.parametrize("model", ["player", "game", "seat", "question", "move", "notice"])
def test_nothing_is_added_edited_or_deleted_by_hand(ann, bob, start, staff, model):
    """The admin has no form for rows: every change has its own door."""
    start(ann, bob)
    pk = apps.get_model("games", model).objects.first().pk
    change = reverse(f"admin:games_{model}_change", args=[pk])

    assert staff.get(reverse(f"admin:games_{model}_add")).status_code == 403
    assert staff.post(reverse(f"admin:games_{model}_delete", args=[pk])).status_code == 403
    assert staff.post(change, {"name": "x"}).status_code == 403
    assert 'name="_save"' not in staff.get(change).content.decode()


def test_the_state_has_no_page(staff, ann, bob, start):
    """The table of secrets is not in the admin at all."""
    start(ann, bob)

    assert staff.get("/admin/games/gamestate/").status_code == 404
    assert "gamestate" not in staff.get(reverse("admin:index")).content.decode().lower()


@pytest.mark.slow
def test_h8_no_page_of_the_admin_shows_a_secret(ann, bob, carol, start, staff, moderator):
    """Every page that can be reached, of a game in which the moderator sits too, holds no secret of it."""
    game = start(ann, bob, carol, moderator)
    set_table(game, position(asks_three, seats=4))
    sealed = answer(open_questions(game)[0])
    waiting = create_game(host=ann, name="Waiting")
    invite(game=waiting, by=ann, email="nora@players.example")
    kept = Move.objects.filter(pk=sealed.move.pk)
    kept.update(labels=["canary-label"], submission_key="canary-submission")
    Invitation.objects.update(nonce="canary-nonce")
    GameState.objects.update(seed="canary-seed")
    pages = crawl(staff)
    actions_pages = [
        staff.post(reverse("admin:games_game_changelist"), {"action": act, "_selected_action": [game.pk]})
        for act in ("end", "pause", "resume", "extend")
    ]
    everything = unescape("\n".join([*pages.values(), *(each.content.decode() for each in actions_pages)]))

    view = access.view(game, None)
    public = {
        *view.discard,
        *view.rules,
        *view.goals,
        *(card for seat in view.seats for card in seat.keepers),
    }
    known = {engine.card(card.partition("#")[0]).title for card in public} | {
        "Time",
        "Love",
        "Money",
        "Sleep",
        "Music",
    }
    secret = {title for title in hidden_titles(game) - known if len(title) > 5}
    assert len(pages) > 60
    assert secret
    assert "canary" not in everything
    assert [title for title in secret if title in everything] == []
    assert [key for key in Game.objects.values_list("link_key", flat=True) if key in everything] == []
    assert game.state.seed not in everything


def test_h8_the_canary_sings_when_a_redaction_is_off(ann, bob, start, staff, monkeypatch):
    """The test above would notice: with one field not hidden the page of a move shows it."""
    game = start(ann, bob)
    kept = Move.objects.get(game=game)
    Move.objects.update(labels=["canary-label"])
    silent = page(staff, "move_change", kept.pk)
    monkeypatch.setattr("games.admin.play.MoveAdmin.hidden", ())

    assert ("canary" in silent, "canary" in page(staff, "move_change", kept.pk)) == (False, True)


def test_a_move_is_told_as_a_spectator_may_know_it(ann, bob, start, staff):
    """The page of a move says that Ann drew a card, and not which."""
    game = start(ann, bob)
    move = Move.objects.get(game=game)
    (card,) = (outcome["cards"][0] for outcome in move.outcomes if outcome["type"] == "drew")

    shown = page(staff, "move_change", move.pk)
    assert "Ann drew 1 card." in shown
    assert card not in shown
    assert engine.card(card).title not in shown


def test_the_password_is_not_shown(ann, staff):
    """Not even as a hash."""
    ann.set_password("a good long password")
    ann.save()

    assert ann.password not in page(staff, "player_change", ann.pk)


def act(client, name: str, *games: Game, **fields):
    """Confirm an act on these games."""
    data = {"action": name, "_selected_action": [game.pk for game in games], "confirmed": "yes"} | fields
    return client.post(reverse("admin:games_game_changelist"), data, follow=True)


def test_an_act_asks_for_a_reason_first(ann, bob, start, staff):
    """Choosing an action shows the games and a form; nothing has happened yet."""
    game = start(ann, bob)
    chosen = {"action": "end", "_selected_action": [game.pk]}
    response = staff.post(reverse("admin:games_game_changelist"), chosen)

    game.refresh_from_db()
    text = response.content.decode()
    assert ("Reason" in text, game.key in text, game.status) == (True, True, "running")


@pytest.mark.parametrize("reason", ["", "   "])
def test_without_a_reason_nothing_is_done(ann, bob, start, staff, reason):
    """The form comes back and says so."""
    game = start(ann, bob)
    response = act(staff, "end", game, reason=reason)

    game.refresh_from_db()
    assert ("This field is required" in response.content.decode(), game.status) == (True, "running")


def test_games_are_ended_paused_resumed_and_extended(ann, bob, start, staff, moderator):
    """Each act goes through its door, and is logged with its reason."""
    game = start(ann, bob)
    due = question_to(game, ann).due_at
    act(staff, "extend", game, reason="flu", days="2")
    extended = question_to(game, ann).due_at
    act(staff, "pause", game, reason="holiday")
    game.refresh_from_db()
    paused = game.paused_at
    act(staff, "resume", game, reason="back")
    response = act(staff, "end", game, reason="enough")

    game.refresh_from_db()
    log = StaffAct.objects.order_by("pk").values_list("who", "act", "reason")
    assert ((extended - due).days, paused is not None, game.paused_at, game.status) == (
        2,
        True,
        None,
        "ended",
    )
    assert list(log) == [
        (moderator.pk, "extend", "flu"),
        (moderator.pk, "pause", "holiday"),
        (moderator.pk, "resume", "back"),
        (moderator.pk, "end", "enough"),
    ]
    assert "Done: 1." in response.content.decode()


def test_who_is_asked_hears_that_the_game_goes_on(ann, bob, start, staff):
    """The mail that asked was read before the pause; another one comes with the end of the pause."""
    game = start(ann, bob)
    Notice.objects.update(status=Notice.Status.SENT)
    act(staff, "pause", game, reason="holiday")
    act(staff, "resume", game, reason="back")
    owed = Notice.objects.filter(status=Notice.Status.WAITING)

    assert list(owed.values_list("question__number", "player")) == [(question_to(game, ann).number, ann.pk)]


def test_one_game_that_refuses_leaves_the_others_alone(ann, bob, start, staff):
    """A game that cannot be paused is named with the reason; the other is paused."""
    fine, paused = start(ann, bob), start(ann, bob)
    act(staff, "pause", paused, reason="first")
    response = act(staff, "pause", fine, paused, reason="second")

    text = unescape(response.content.decode())
    assert f"{paused.name}: This game is paused already." in text
    assert "Done: 1." in text


def test_who_may_only_look_cannot_act(ann, bob, start, client):
    """Staff without the right to change games see them and have no actions."""
    game = start(ann, bob)
    watcher = make_player("Watcher", is_staff=True)
    watcher.user_permissions.add(Permission.objects.get(codename="view_game"))
    client.force_login(watcher)
    act(client, "end", game, reason="because")

    game.refresh_from_db()
    assert (game.status, "End these games" in page(client, "game_changelist")) == ("running", False)


def test_strangers_have_no_admin(ann, bob, start, client):
    """A player is sent to sign in as staff."""
    game = start(ann, bob)
    client.force_login(ann)

    assert client.get(reverse("admin:games_game_change", args=[game.pk])).status_code == 302
    assert act(client, "end", game, reason="because").status_code in (200, 302, 403)
    assert Game.objects.get(pk=game.pk).status == "running"
    assert Notice.objects.exists()


def test_lists_take_few_queries(ann, bob, start, staff, django_assert_max_num_queries):
    """A list of games takes as many queries with ten games as with one."""
    for _game in range(10):
        start(ann, bob)
    for model in MODELS:
        with django_assert_max_num_queries(14):
            page(staff, f"{model}_changelist")


def test_ballots_are_secret_from_staff_until_the_vote_is_closed(ann, bob, start, staff):
    """Staff see that a table votes, and who voted for what only when it is decided."""
    game = start(ann, bob)
    seat = game.seats.get(player=ann)
    choices = ["bot", "end"]
    vote = Vote.objects.create(
        game=game, seat=seat, kind=Vote.Kind.SILENCE, choices=choices, closes_at=clock.now()
    )
    Ballot.objects.create(vote=vote, seat=game.seats.get(player=bob), choice="end")
    before = page(staff, "vote_change", vote.pk)
    Vote.objects.update(closed_at=clock.now(), outcome="end")
    after = page(staff, "vote_change", vote.pk)

    assert ("ballots-group" in before, "ballots-group" in after) == (False, True)


def test_staff_offers_a_seat(ann, bob, start, staff):
    """The action asks for a reason, and does what `replacement.offer_for` does."""
    game = start(ann, bob)
    seat = game.seats.get(player=ann)
    asked = {"action": "offer", "_selected_action": [seat.pk]}
    form = staff.post(reverse("admin:games_seat_changelist"), asked)
    staff.post(reverse("admin:games_seat_changelist"), asked | {"confirmed": "yes", "reason": "gone"})

    seat.refresh_from_db()
    assert "Reason" in form.content.decode()
    assert (True, "offer") == (seat.is_offered, StaffAct.objects.get().act)
