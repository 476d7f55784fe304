"""The admin: looks, finds, acts through the one door, and shows no hidden card to anybody."""

import re
from html import unescape

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.urls import reverse

import engine
from games import clock
from games.core import access
from games.history.game_history import history_lines
from games.models import (
    Announcement,
    Ballot,
    By,
    Deck,
    Game,
    GameState,
    InboundMail,
    Invitation,
    Move,
    Notice,
    Player,
    Question,
    SeatNotebook,
    StaffAct,
    StaffNote,
    Vote,
)
from games.moderation.desk import perform
from games.moderation.registry import ACTS
from games.moderation.roles import appoint, do_appoint, make_groups, role_of
from games.pages.table.question_words import describe_wait
from games.people import talk
from games.people.reply_aliases import add_reply_alias
from games.seats.invitations import invite
from games.seats.lobby import create_game
from games.templatetags.desk import address_of, row_url

from .conftest import make_player
from .play import answer, asks_three, open_questions, position, question_to, set_table
from .wonderland import answer as answer_of
from .wonderland import asks, order, table

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
    "sweeplease",
    "vote",
    "deck",
    "outage",
    "switch",
    "report",
    "replyalias",
]


@pytest.fixture
def staff(client, moderator):
    client.force_login(moderator)
    return client


def page(client, name: str, *args, **query) -> str:
    response = client.get(reverse(f"admin:games_{name}", args=args), query)
    assert response.status_code == 200, (name, args, query)
    return response.content.decode()


def shown_of(client, row) -> str:
    """The page of a row."""
    return client.get(row_url(row)).content.decode()


def addresses() -> list[str]:
    """The lists, and the pages and histories of the newest rows, of every model."""
    found = [reverse("admin:index")]
    for model in MODELS:
        found.append(reverse(f"admin:games_{model}_changelist"))
        for row in apps.get_model("games", model).objects.order_by("-pk")[:4]:
            found += [row_url(row), row_url(row).replace("/change/", "/history/")]
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


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_every_list_is_searched_and_filtered(ann, bob, start, staff, model):
    """Each list answers, with a search and with each of its filters."""
    start(ann, bob)
    add_reply_alias(player=ann, address="ann@work.example")
    found = page(staff, f"{model}_changelist", q="ann")
    for link in set(re.findall(r'href="(\?[^"]+)"', page(staff, f"{model}_changelist"))):
        assert staff.get(reverse(f"admin:games_{model}_changelist") + unescape(link)).status_code == 200

    nameless = {"report", "staffact", "heartbeat", "sweeplease", "invitation", "deck", "vote", "outage"}
    assert "Ann" in found or model in nameless | {"switch"}
    assert model != "replyalias" or "ann@work.example" in found


def test_players_and_games_are_found_by_address_and_key(ann, bob, start, staff):
    """What an operator has at hand in a mail is what the search takes."""
    game = start(ann, bob)

    assert "bob@players.example" in page(staff, "player_changelist", q="bob@")
    assert game.name in page(staff, "game_changelist", q=game.key)
    assert game.name in page(staff, "game_changelist", q="bob@players.example")
    assert "Games: 0" in page(staff, "game_changelist", q="nobody@")


@pytest.mark.parametrize("model", ["player", "game", "seat", "question", "move", "notice"])
def test_nothing_is_added_edited_or_deleted_by_hand(ann, bob, start, staff, model):
    """The admin has no form for rows: every change has its own door."""
    start(ann, bob)
    pk = apps.get_model("games", model).objects.first().pk
    change = address_of(apps.get_model("games", model), pk)

    assert staff.get(reverse(f"admin:games_{model}_add")).status_code == 403
    assert staff.post(reverse(f"admin:games_{model}_delete", args=[pk])).status_code == 403
    assert staff.post(change, {"name": "x"}).status_code == 403
    assert 'name="_save"' not in staff.get(change).content.decode()


@pytest.mark.parametrize("table", ["games/gamestate", "account/emailaddress"])
def test_what_staff_must_not_see_or_edit_has_no_page(staff, ann, bob, start, table):
    """The table of secrets, and addresses beside the acts: not for superusers either."""
    start(ann, bob)

    assert staff.get(f"/admin/{table}/").status_code == 404
    assert table not in staff.get(reverse("admin:index")).content.decode()


@pytest.mark.slow
def test_h8_no_page_of_the_admin_shows_a_secret(ann, bob, carol, start, staff, moderator):
    """Every page that can be reached, of a game in which the moderator sits too, holds no secret of it."""
    game = start(ann, bob, carol, moderator)
    set_table(game, position(asks_three, seats=4))
    sealed = answer(open_questions(game)[0])
    waiting = create_game(host=ann, name="Waiting")
    invite(game=waiting, by=ann, email="nora@players.example")
    other = start(ann, bob, carol, name="Another")
    sealed_by = open_questions(other)[0].seat.number
    colleague = make_player("Olga", is_staff=True, is_superuser=True)
    SeatNotebook.objects.create(seat=other.seats.get(player=bob), text="canary-note")
    for code, given in (("answer", {"seat": sealed_by}), ("pause", {}), ("resume", {})):
        perform(code, game=other, by=colleague, reason="To see.", **given)
    sealed_by = open_questions(other)[0].seat.number
    waits = next(number for number in (2, 3) if number != sealed_by)  # a bot has no clock
    perform("replace", game=other, by=colleague, reason="To see.", seat=waits)
    kept = Move.objects.filter(pk=sealed.move.pk)
    kept.update(labels=["canary-label"], submission_key="canary-submission")
    Invitation.objects.update(nonce="canary-nonce")
    GameState.objects.update(seed="canary-seed")
    pages = crawl(staff)
    before_acts = [
        staff.post(reverse("admin:games_game_act", args=[other.pk, act]), {"reason": "To see.", **fields})
        for act, fields in (
            ("end", {}),
            ("pause", {}),
            ("answer", {"seat": sealed_by}),
            ("extend", {"seat": "", "hours": 24}),
        )
    ]
    assert all("What will happen" in each.content.decode() for each in before_acts)
    everything = unescape("\n".join([*pages.values(), *(each.content.decode() for each in before_acts)]))

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
    hidden = hidden_titles(game) - known
    told = " ".join(line.text for line in history_lines(other, None))  # the same cards lie open elsewhere
    secret = {title for title in hidden if len(title) > 5 and title not in told}
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
    silent = shown_of(staff, kept)
    monkeypatch.setattr("games.admin.play.MoveAdmin.hidden", ())

    assert ("canary" in silent, "canary" in shown_of(staff, kept)) == (False, True)


def test_a_move_is_told_as_a_spectator_may_know_it(ann, bob, start, staff):
    """The page of a move says that Ann drew a card, and not which."""
    game = start(ann, bob)
    move = Move.objects.get(game=game)
    (card,) = (outcome["cards"][0] for outcome in move.outcomes if outcome["type"] == "drew")

    shown = shown_of(staff, move)
    assert "Ann drew 1 card." in shown
    assert card not in shown
    assert engine.card(card).title not in shown


def test_the_password_is_not_shown(ann, staff):
    ann.set_password("a good long password")
    ann.save()

    assert ann.password not in page(staff, "player_change", ann.pk)


def act(client, name: str, game: Game, **fields):
    """Confirm an act on this game."""
    address = reverse("admin:games_game_act", args=[game.pk, name])
    return client.post(address, {"confirmed": "yes"} | fields, follow=True)


def test_an_act_is_shown_before_it_is_done(ann, bob, start, staff):
    """The form asks for a reason; sent once it says what will happen, and nothing has happened yet."""
    game = start(ann, bob)
    address = reverse("admin:games_game_act", args=[game.pk, "end"])
    form = staff.get(address).content.decode()
    preview = staff.post(address, {"reason": "Spam."}).content.decode()

    game.refresh_from_db()
    confirms = 'name="confirmed"'
    assert ("Reason" in form, confirms in form, confirms in preview) == (True, False, True)
    assert ("Ann, Bob" in preview, game.paused_at, StaffAct.objects.count()) == (True, None, 0)


def test_acts_are_done_recorded_and_taken_back_from_their_record(ann, bob, start, staff, moderator):
    """Each leads to its record, from which one press takes it back."""
    game = start(ann, bob)
    due = question_to(game, ann).due_at
    act(staff, "extend", game, reason="flu", hours="48", seat="")
    extended = question_to(game, ann).due_at
    record = StaffAct.objects.get()
    shown = page(staff, "staffact_change", record.pk)
    revert = reverse("admin:games_staffact_revert", args=[record.pk])
    assert (staff.get(revert).status_code, revert in shown) == (405, True)
    staff.post(revert)

    record.refresh_from_db()
    assert (extended - due).days == 2
    assert (question_to(game, ann).due_at, record.status, record.settled_by) == (due, "reverted", moderator)
    assert revert not in page(staff, "staffact_change", record.pk)


@pytest.mark.parametrize("code", ACTS)
def test_every_act_has_its_form(ann, bob, start, staff, code):
    """With a sentence that says what it means; one that can't be done says why."""
    game = start(ann, bob)
    deck = Deck.objects.create(owner=ann, name="Mine")
    kind = ACTS[code]
    row = {Player: ann, Deck: deck, Game: game}[kind.target()]
    address = reverse(f"admin:games_{row._meta.model_name}_act", args=[row.pk, code])

    assert str(ACTS[code].meaning) in unescape(staff.get(address).content.decode())
    assert staff.post(address, {"reason": "To see.", "seat": "99"}).status_code == 200
    assert not StaffAct.objects.exists()


def test_what_is_no_act_is_not_found(ann, bob, start, staff):
    """Nor is an act on a person among those on games."""
    game = start(ann, bob)

    for code in ("explode", "extend-all", "suspend"):
        assert staff.get(f"/admin/games/game/{game.pk}/act/{code}/").status_code == 404
    assert staff.get("/admin/games/game/0/act/pause/").status_code == 404


def test_who_is_asked_hears_that_the_game_goes_on(ann, bob, start, staff):
    """The mail that asked was read before the pause; another one comes with the end of the pause."""
    game = start(ann, bob)
    Notice.objects.update(status=Notice.Status.SENT)
    act(staff, "pause", game, reason="holiday")
    act(staff, "resume", game, reason="back")
    owed = Notice.objects.filter(status=Notice.Status.WAITING).exclude(kind=Notice.Kind.STAFF)

    assert list(owed.values_list("question__number", "player")) == [(question_to(game, ann).number, ann.pk)]


def test_an_act_that_is_refused_says_why(ann, bob, start, staff):
    game = start(ann, bob)
    act(staff, "pause", game, reason="first")
    response = act(staff, "pause", game, reason="second")

    assert "This game is already paused." in unescape(response.content.decode())


def test_who_may_only_look_cannot_act(ann, bob, start, client):
    """Staff without the right to change games see them and have no acts."""
    game = start(ann, bob)
    watcher = make_player("Watcher", is_staff=True)
    watcher.user_permissions.add(*Permission.objects.filter(codename__in=["view_game", "view_staffact"]))
    client.force_login(watcher)
    record = perform(
        "pause", game=game, by=make_player("Olga", is_staff=True, is_superuser=True), reason="Holiday."
    ).record
    response = act(client, "resume", game, reason="because")
    reverted = client.post(reverse("admin:games_staffact_revert", args=[record.pk]))

    game.refresh_from_db()
    assert (response.status_code, reverted.status_code, game.paused_at is None) == (403, 403, False)
    assert "/act/" not in page(client, "game_change", game.pk)


def test_the_desk_shows_a_game_whole(ann, bob, start, staff, moderator):
    """Seats with what is asked and until when, history, talk, mails and acts; the settings are folded."""
    game = start(ann, bob)
    talk.post_remark(seat=game.seats.get(player=ann).pk, text="Well, well.")
    record = perform("rename", game=game, by=moderator, reason="Rude.", title="Saturday").record
    shown = unescape(page(staff, "game_change", game.pk))

    found = (
        "bob@players.example",
        "Well, well.",
        "Rude.",
        describe_wait("Ann", question_to(game, ann).kind),
        "<details>",
    )
    assert [each for each in found if each not in shown] == []
    assert reverse("admin:games_staffact_change", args=[record.pk]) in shown


def test_the_desk_shows_a_person_whole(ann, bob, start, staff, moderator):
    """Games, answers, remarks, acts about them, mails and their state."""
    game = start(ann, bob)
    talk.post_remark(seat=game.seats.get(player=ann).pk, text="Well, well.")
    perform("warn", game=game, by=moderator, reason="Be kind.", seat=1)
    ann.mail_refused_at, ann.mail_error = clock.now(), "550 no such user"
    ann.save()
    shown = unescape(page(staff, "player_change", ann.pk))

    found = (game.name, "Well, well.", "Be kind.", "550 no such user", "no record yet")
    assert [each for each in found if each not in shown] == []


def test_going_back_is_offered_once_there_is_something_to_take_back(staff, ann, bob, start):
    """Before the first answer its form would have no moment to choose."""
    game = start(ann, bob)
    act = reverse("admin:games_game_act", args=[game.pk, "rewind"])
    before = page(staff, "game_change", game.pk)
    answer(question_to(game, ann))

    assert act not in before
    assert act in page(staff, "game_change", game.pk)


def test_the_fields_of_an_instant_have_names(staff):
    """Each of the two, for who hears the page instead of seeing it."""
    text = page(staff, "announcement_add")

    for name, label in (("ends_at_0", "Date:"), ("ends_at_1", "Time:")):
        (field,) = re.findall(rf'<input[^>]*name="{name}"[^>]*>', text)
        assert f'aria-label="{label}"' in field


@pytest.mark.slow
def test_the_search_finds_by_whatever_is_at_hand(ann, bob, start, staff):
    """A key, an address, a Message-ID, a subject, something said, a deck, an invited address; no nonsense."""
    game = start(ann, bob)
    talk.post_remark(seat=game.seats.get(player=ann).pk, text="What a hand!")
    deck = Deck.objects.create(owner=ann, name="Robots")
    invite(game=create_game(host=ann, name="Waiting"), by=ann, email="nora@players.example")
    notice = Notice.objects.filter(game=game).first()

    def found(words: str) -> str:
        return staff.get(reverse("admin_search"), {"q": words}).content.decode()

    assert reverse("admin:games_game_change", args=[game.pk]) in found(game.key)
    assert reverse("admin:games_player_change", args=[bob.pk]) in found("bob@")
    assert row_url(notice) in found(notice.message_id)
    assert reverse("admin:games_game_change", args=[game.pk]) in found("Re: Friday game: your turn")
    assert "What a hand" in found("a hand")
    assert reverse("admin:games_deck_change", args=[deck.pk]) in found("Robots")
    assert "nora@players.example" in found("nora@")
    add_reply_alias(player=bob, address="bobby@work.example")
    assert reverse("admin:games_player_change", args=[bob.pk]) in found("bobby@")
    desk = staff.get(reverse("admin:games_player_change", args=[bob.pk])).content.decode()
    assert "bobby@work.example" in desk
    assert "Nothing was found" in found("xyzzy")
    assert staff.get(reverse("admin_search"), {"q": "\0"}).status_code == 200


def test_the_start_page_says_what_needs_somebody(ann, bob, start, staff, moderator):
    """Stuck games, dead addresses, mails that were given up, acts that wait; else that nothing does."""
    assert "Nothing is waiting for you." in staff.get(reverse("admin:index")).content.decode()
    game, ending = start(ann, bob), start(ann, bob, name="To end")
    perform("end", game=ending, by=moderator, reason="Spam.")
    game.questions.update(stuck_at=clock.now())
    bob.mail_refused_at = clock.now()
    bob.save()
    dead = Notice.objects.filter(game=game).first()
    Notice.objects.filter(pk=dead.pk).update(status=Notice.Status.DEAD)
    mail = InboundMail.objects.create(key="1", kind="reply", status="ignored", sender="bob@players.example")
    shown = staff.get(reverse("admin:index")).content.decode()

    rows = [game, bob, dead, StaffAct.objects.get(), mail]
    links = [row_url(row) for row in rows]
    assert [link for link in links if link not in shown] == []


def test_no_page_says_who_has_passed_in_a_window(staff):
    """Cid has passed and Bob hasn't: the desk shows the same of both, and no list has their answers."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)
    for name in ("bob", "cid"):
        order(stored, name, *asks("new rule"))
    answer_of(stored, "ann", "draw-2")
    before = page(staff, "game_change", stored.game.pk)
    answer_of(stored, "cid", "pass")
    after = page(staff, "game_change", stored.game.pk)

    assert "Who has passed is secret" in after
    assert without_tokens(before) == without_tokens(after)
    assert "window" not in re.sub(r"<nav.*?</nav>", "", page(staff, "question_changelist"), flags=re.DOTALL)
    assert page(staff, "move_changelist").count("Cid") == 0


def without_tokens(shown: str) -> str:
    """A page without what differs each time it is opened."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"|nonce="[^"]+"', "", shown)


def test_an_action_of_a_list_takes_at_most_twenty_rows(ann, staff):
    """A slip that large is not possible."""
    decks = [Deck.objects.create(owner=ann, name=f"Deck {number}", spec="{}") for number in range(21)]
    fields = {
        "action": "hide",
        "confirmed": "yes",
        "reason": "Spam.",
        "_selected_action": [d.pk for d in decks],
    }
    shown = staff.post(reverse("admin:games_deck_changelist"), fields, follow=True).content.decode()

    assert "at most 20" in shown
    assert not Deck.objects.filter(is_hidden=True).exists()


def test_the_start_page_shows_who_stalls_within_the_clock(ann, bob, start, staff):
    """Three turns that ran out, though she comes back each time; two are no matter."""
    game = start(ann, bob)
    for turn in range(3):
        assert "Deadlines missed" not in staff.get(reverse("admin:index")).content.decode()
        Question.objects.create(
            game=game,
            seat=game.seats.get(player=ann),
            number=900 + turn,
            what="play",
            turn=turn,
            opened_at=clock.now(),
            closed_at=clock.now(),
            closed_by=By.CLOCK,
            counts_for=ann,
        )

    assert "Friday game: Ann has let the time of 3 turns run out" in staff.get("/admin/").content.decode()


@pytest.mark.parametrize("name", ["game", "player"])
def test_staff_note_what_colleagues_should_know(name, ann, bob, start, staff):
    """About a game or a player, on its page; an empty note and one of a stranger are refused."""
    game = start(ann, bob)
    pk = {"game": game, "player": ann}[name].pk
    add = reverse(f"admin:games_{name}_note", args=[pk])
    staff.post(add, {"text": "Knows Bob from work."})
    staff.post(add, {"text": " "})
    broken = staff.post(add, {"text": "He\0 stalls."}, follow=True)
    shown = page(staff, f"{name}_change", pk)
    staff.force_login(bob)
    staff.post(add, {"text": "Me, too."})

    assert "Knows Bob from work." in shown
    assert "Null characters are not allowed." in broken.content.decode()
    assert StaffNote.objects.count() == 1


def test_the_whole_history_is_read_page_by_page(ann, bob, start, staff, monkeypatch):
    """From the newest moves back to the first, each line once."""
    monkeypatch.setattr("games.admin.desk_pages.MOVES_SHOWN", 4)
    game = start(ann, bob)
    for _time in range(9):
        game.refresh_from_db()
        if not game.is_over:
            answer(open_questions(game)[0])
    whole = [line.text for line in history_lines(game, None)]
    found, until = [], {}
    for _page in range(20):
        context = staff.get(reverse("admin:games_game_change", args=[game.pk]), until).context
        found += [line.text for line in context["history"]]
        if context["earlier"] is None:
            break
        until = {"until": context["earlier"]}

    assert found[::-1] == whole
    assert staff.get(reverse("admin:games_game_change", args=[game.pk]), {"until": "x"}).status_code == 200


def test_strangers_have_no_admin(ann, bob, start, client):
    game = start(ann, bob)
    client.force_login(ann)

    assert client.get(reverse("admin:games_game_change", args=[game.pk])).status_code == 302
    assert act(client, "end", game, reason="because").status_code in (200, 302, 403)
    assert Game.objects.get(pk=game.pk).status == "running"
    assert Notice.objects.exists()


@pytest.mark.slow
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


def staff_of(role: str, name: str):
    """Somebody with a role."""
    make_groups()
    player = make_player(name)
    do_appoint(player, role)
    return Player.objects.get(pk=player.pk)


def test_operators_appoint_staff_and_moderators_do_not(ann, bob, start, client):
    """With a reason, in the log; the new moderator acts at once, and holds no clocks."""
    client.force_login(staff_of("moderator", "Moe"))
    role = reverse("admin:games_player_role", args=[bob.pk])
    refused = client.post(role, {"role": "operator", "reason": "Helps."})
    client.force_login(staff_of("operator", "Olga"))
    client.post(role, {"role": "moderator", "reason": "Helps."})
    client.force_login(bob)
    game = start(ann, make_player("Cara"))
    act(client, "pause", game, reason="Holiday.")

    game.refresh_from_db()
    assert (refused.status_code, game.paused_at is not None) == (403, True)
    assert StaffAct.objects.get(act="appoint").after == {"role": "moderator"}
    assert client.get(reverse("admin:games_switch_add")).status_code == 403


def test_nobody_changes_their_own_role(db, client):
    """So one operator always remains."""
    olga = staff_of("operator", "Olga")
    client.force_login(olga)
    client.post(reverse("admin:games_player_role", args=[olga.pk]), {"role": "", "reason": "Tired."})

    assert role_of(Player.objects.get(pk=olga.pk)) == "operator"


def test_a_role_is_taken_away_whole(ann, client):
    """Who has lost it sees no page of the admin any more."""
    moe = staff_of("moderator", "Moe")
    client.force_login(moe)
    assert client.get(reverse("admin:index")).status_code == 200
    appoint(player=moe, role="", by=staff_of("operator", "Olga"), reason="Moved on.")

    assert client.get(reverse("admin:index")).status_code != 200
    assert not Player.objects.get(pk=moe.pk).groups.exists()


def test_staff_are_appointed_at_the_command_line(ann, capsys):
    """A moderator by default; an operator; not any more; and a sentence for an address without an account."""
    for words, role in (([], "moderator"), (["--role", "operator"], "operator"), (["--remove"], "")):
        call_command("staff", "ANN@players.example", *words)
        assert role_of(Player.objects.get(pk=ann.pk)) == role
    with pytest.raises(CommandError, match="sign up"):
        call_command("staff", "nobody@players.example")
    guest = make_player("Guest", is_guest=True)
    with pytest.raises(CommandError):
        call_command("staff", guest.email)

    assert "moderator" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Seats: 2", 'alt="Search"')),
        ("pl", ("Miejsca: 2", 'alt="Szukaj"', 'aria-label="Ścieżka"')),
        ("ru", ("Места: 2", 'alt="Поиск"', 'aria-label="Путь"')),
    ],
)
def test_a_list_counts_and_names_its_parts_in_every_language(language, words, ann, bob, start, staff):
    """The number stands behind its noun, which has no form of 2 or 5; what is read aloud is translated."""
    start(ann, bob)
    Player.objects.update(language=language)
    shown = page(staff, "seat_changelist")

    assert [] == [each for each in words if each not in shown]


def test_no_row_is_changed_past_the_log(rf, moderator):
    """Where Django's own forms change rows, a class logs each way; deleting several goes past all of them."""
    request = rf.get("/admin/")
    request.user = moderator
    ways = {
        "has_add_permission": "save_model",
        "has_change_permission": "save_model",
        "has_delete_permission": "delete_model",
    }
    offered, unlogged = [], []
    for model, shown in admin.site._registry.items():
        offered += [model for action in shown.get_actions(request) if action == "delete_selected"]
        for may, does in ways.items():
            is_own = getattr(type(shown), does) is not getattr(admin.ModelAdmin, does)
            unlogged += [(model.__name__, does)] if getattr(shown, may)(request) and not is_own else []

    assert moderator.is_superuser
    assert admin.site._registry.keys() >= {Announcement}
    assert ([], []) == (offered, unlogged)
