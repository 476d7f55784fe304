"""Circles: making one, asking and joining, leaving, and what hosts may do; who sees what of it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import clock
from games.core.refusal import Capped, Illegal, NotAllowed, NotPossible
from games.models import Circle, CircleInvitation, CircleMember, Game, Player, Seat
from games.people import circles
from games.people.account_deletion import delete_account
from games.people.blocks import keep_away
from games.people.data_export import exported_tables
from games.people.suspensions import do_suspend
from games.seats.rematch import join_rematch
from tests.mail.tables import store
from tests.pages.positions import open_link, won_by_ann

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> dict[str, Player]:
    return {
        name: Player.objects.create_user(f"{name}@example.org", name=name.title())
        for name in ("ann", "bob", "cid", "dee")
    }


@pytest.fixture
def ann(people) -> Player:
    return people["ann"]


@pytest.fixture
def bob(people) -> Player:
    return people["bob"]


@pytest.fixture
def circle(ann) -> Circle:
    return circles.create_circle(host=ann, name="Thursday people")


def add(circle: Circle, *players: Player) -> None:
    for player in players:
        CircleMember.objects.create(circle=circle, player=player)


def played(*players: Player, **fields) -> Game:
    """A finished game of these people."""
    told = {"status": Game.Status.FINISHED, "started_at": clock.now(), "finished_at": clock.now()}
    game = Game.objects.create(name="Friday game", host=players[0], **told | fields)
    for number, player in enumerate(players, 1):
        Seat.objects.create(
            game=game, number=number, player=player, name=player.name, status=Seat.Status.TAKEN
        )
    return game


def browser_of(player: Player) -> Client:
    browser = Client()
    browser.force_login(player)
    return browser


def names(circle: Circle) -> list[str]:
    return [each.player.name for each in circle.members.select_related("player")]


def hosts(circle: Circle) -> list[str]:
    return [each.player.name for each in circle.members.filter(is_host=True).select_related("player")]


def member(circle: Circle, player: Player) -> int:
    return circle.members.get(player=player).pk


def test_a_circle_is_made_of_a_game_s_people(people, ann):
    """The others are asked, and belong to it only when they have said yes."""
    game = played(*people.values())
    browser = browser_of(ann)
    page = browser.get(reverse("circles"), {"game": game.key}).content.decode()
    browser.post(reverse("circles"), {"name": "Friday people", "game": game.key})
    circle = Circle.objects.get()
    asked = [each.player.name for each in circle.invitations.select_related("player")]

    assert all(f"<bdi>{name}</bdi>" in page for name in ("Bob", "Cid", "Dee"))
    assert (["Ann"], ["Bob", "Cid", "Dee"]) == (names(circle), asked)
    browser_of(people["bob"]).post(reverse("answer_circle", args=[circle.key]), {"accept": "1"})
    browser_of(people["cid"]).post(reverse("answer_circle", args=[circle.key]), {"decline": "1"})
    assert ["Ann", "Bob"] == names(circle)
    assert circles.open_invitations(people["cid"]) == []
    assert [circle.pk] == [each.circle_id for each in circles.open_invitations(people["dee"])]


def test_nobody_makes_a_circle_of_others_games(people, ann):
    """Nor of one that goes on: only who has played to its end is offered its people."""
    others, running = played(people["bob"], people["cid"]), played(ann, people["bob"], status="running")
    for game in (others, running):
        browser_of(ann).post(reverse("circles"), {"name": "Mine", "game": game.key})

    assert not CircleInvitation.objects.exists()


def test_hosts_ask_whom_they_know(people, circle, ann, bob):
    """By name alone; whoever they haven't played with is no choice, whatever the form says."""
    played(ann, bob)
    browser = browser_of(ann)
    address = reverse("circle_invite", args=[circle.key])
    browser.post(address, {"known": [people["dee"].pk]})
    assert not CircleInvitation.objects.exists()
    browser.post(address, {"known": [bob.pk]})
    page = browser.get(reverse("circle_members", args=[circle.key])).content.decode()

    assert [bob.pk] == list(CircleInvitation.objects.values_list("player", flat=True))
    assert "<bdi>Bob</bdi>" in page
    assert "example.org" not in page
    with pytest.raises(NotPossible):
        circles.invite(circle=circle, by=ann, players=[bob.pk])


def test_who_is_blocked_can_t_ask(people, circle, ann, bob):
    """Neither by choosing, nor by a game's people, nor by an invitation from before; and isn't told."""
    game = played(ann, bob)
    circles.invite(circle=circle, by=ann, players=[bob.pk])
    keep_away(by=bob, player=ann, kind="block")
    other = circles.create_circle(host=ann, name="Others", game=game)

    assert [] == circles.find_invitable(circle, ann) == circles.people_of(game, ann)
    assert not other.invitations.exists()
    assert [] == circles.open_invitations(bob)
    assert circle.key not in browser_of(bob).get(reverse("circles")).content.decode()
    with pytest.raises(NotPossible):
        circles.answer_invitation(circle=circle, player=bob, accepts=True)
    page = browser_of(ann).get(reverse("circle_members", args=[circle.key])).content.decode()
    assert "<bdi>Bob</bdi>" in page  # as if nothing had happened


def test_who_may_ask_is_a_setting(people, circle, ann, bob):
    """Hosts alone, or every member."""
    add(circle, bob)
    played(bob, people["cid"])
    with pytest.raises(NotAllowed):
        circles.invite(circle=circle, by=bob, players=[people["cid"].pk])
    circles.change_circle(circle=circle, by=ann, members_invite=True)

    assert 1 == circles.invite(circle=circle, by=bob, players=[people["cid"].pk])
    with pytest.raises(NotAllowed):
        circles.change_circle(circle=circle, by=bob, members_invite=False)


def test_a_link_lets_people_join_until_it_ends(people, circle, ann, bob, monkeypatch):
    """It works for 30 days, or until a host ends it, makes another, or removes somebody."""
    circles.set_link(circle=circle, by=ann, is_on=True)
    circle.refresh_from_db()
    link = reverse("join_circle", args=[circle.link_key])

    asked = browser_of(bob).get(link)
    assert "example.org" not in asked.content.decode().replace("bob@example.org", "")
    assert ["Ann"] == names(circle)
    browser_of(bob).post(link)
    assert ["Ann", "Bob"] == names(circle)
    assert 302 == Client().get(link).status_code
    circles.remove_member(circle=circle, by=ann, member=member(circle, bob))
    assert 404 == browser_of(bob).get(link).status_code
    assert ["Ann"] == names(circle)
    circles.set_link(circle=circle, by=ann, is_on=True)
    circle.refresh_from_db()
    Circle.objects.update(link_made_at=clock.now() - timedelta(days=30))
    assert 404 == browser_of(bob).get(reverse("join_circle", args=[circle.link_key])).status_code
    with pytest.raises(NotPossible):
        circles.join_by_link(link_key=circle.link_key, player=bob)


def test_strangers_find_nothing(circle, bob):
    """What exists looks to them like what doesn't."""
    browser = browser_of(bob)
    for name in ("circle", "circle_members", "circle_settings", "leave_circle", "delete_circle"):
        there, nowhere = (browser.get(reverse(name, args=[key])) for key in (circle.key, "nowhere"))

        assert (404, 404) == (there.status_code, nowhere.status_code)


def test_the_last_host_leaves(people, circle, ann):
    """Who has been there longest takes over; asked before."""
    add(circle, people["cid"], people["bob"])
    page = browser_of(ann).get(reverse("leave_circle", args=[circle.key])).content.decode()
    assert ["Ann", "Cid", "Bob"] == names(circle)
    browser_of(ann).post(reverse("leave_circle", args=[circle.key]))

    assert "only host" in page
    assert (["Cid", "Bob"], ["Cid"]) == (names(circle), hosts(circle))


def test_the_last_member_leaves(circle, ann):
    """The circle goes, after a page that says so; games stay."""
    game = played(ann, circle=circle)
    page = browser_of(ann).get(reverse("leave_circle", args=[circle.key])).content.decode()
    browser_of(ann).post(reverse("leave_circle", args=[circle.key]))
    game.refresh_from_db()

    assert "last member" in page
    assert not Circle.objects.exists()
    assert game.circle is None


def test_hosts_are_equals(people, circle, ann, bob):
    """They make others hosts, remove members, and nobody removes a host; one always stays."""
    add(circle, bob, people["cid"])
    with pytest.raises(NotPossible):
        circles.set_host(circle=circle, by=ann, member=member(circle, ann), is_host=False)
    circles.set_host(circle=circle, by=ann, member=member(circle, bob), is_host=True)
    for act in (
        lambda: circles.remove_member(circle=circle, by=ann, member=member(circle, bob)),
        lambda: circles.set_host(circle=circle, by=ann, member=member(circle, bob), is_host=False),
        lambda: circles.remove_member(circle=circle, by=people["cid"], member=member(circle, ann)),
        lambda: circles.delete_circle(circle=circle, by=people["cid"]),
    ):
        with pytest.raises(NotAllowed):
            act()
    circles.set_host(circle=circle, by=ann, member=member(circle, ann), is_host=False)

    assert ["Bob"] == hosts(circle)


def test_a_deleted_account_is_in_no_circle(people, circle, ann, bob):
    """Its circles get another host, or go; what it was asked to join is forgotten."""
    add(circle, bob)
    circles.create_circle(host=ann, name="Only mine")
    Player.objects.filter(pk=ann.pk).update(deletion_at=clock.now())
    delete_account(ann.pk)

    assert ["Thursday people"] == list(Circle.objects.values_list("name", flat=True))
    assert ["Bob"] == names(circle) == hosts(circle)


def test_there_are_limits(people, circle, ann, bob, monkeypatch):
    """Of members, of circles of one person, and of people who are asked in a day."""
    played(*people.values())
    monkeypatch.setattr(circles, "INVITED_A_DAY", 1)
    with pytest.raises(Capped):
        circles.invite(circle=circle, by=ann, players=[bob.pk, people["cid"].pk])
    circles.invite(circle=circle, by=ann, players=[bob.pk])
    monkeypatch.setattr(circles, "MOST_MEMBERS", 1)
    with pytest.raises(Capped):
        circles.answer_invitation(circle=circle, player=bob, accepts=True)
    monkeypatch.setattr(circles, "MOST_CIRCLES", 1)
    with pytest.raises(Capped):
        circles.create_circle(host=ann, name="Another")

    assert ["Ann"] == names(circle)


def crowd(circle: Circle, count: int) -> None:
    """Let so many more people be members."""
    start = Player.objects.count()
    many = [Player(email=f"p{n}@example.org", name=f"Player {n:03}") for n in range(start, start + count)]
    CircleMember.objects.bulk_create(
        CircleMember(circle=circle, player=each) for each in Player.objects.bulk_create(many)
    )


PAGES = ("circle", "circle_talk", "circle_members", "circle_games", "circle_settings")


@pytest.mark.parametrize("name", PAGES)
def test_pages_cost_the_same_for_few_and_many(name, circle, ann):
    """The statements of a page don't grow with members; nor do those of the list with circles."""
    browser, address = browser_of(ann), reverse(name, args=[circle.key])
    crowd(circle, 4)
    browser.get(address)
    with CaptureQueriesContext(connection) as few:
        browser.get(address)
    crowd(circle, 40)
    with CaptureQueriesContext(connection) as many:
        assert 200 == browser.get(address).status_code

    assert len(few) == len(many)
    assert len(few) <= 16


def test_a_club_is_paged_and_searched(circle, ann):
    """Fifty a page, the hosts first, and part of a name finds a member."""
    crowd(circle, 70)
    browser, address = browser_of(ann), reverse("circle_members", args=[circle.key])
    first, second = (browser.get(address, {"page": page}).content.decode() for page in (1, 2))
    found = browser.get(address, {"q": "player 012"}).content.decode()

    assert "<bdi>Ann</bdi>" in first
    assert "<bdi>Ann</bdi>" not in second
    assert (50, 21, 1) == tuple(page.count('<li class="game-row">') for page in (first, second, found))
    assert "No member matches." in browser.get(address, {"q": "zzz"}).content.decode()


def invited(game: Game) -> list[str]:
    return sorted(game.invitations.values_list("name", flat=True))


def test_all_are_invited_by_one_press(people, circle, ann):
    """As the circle usually plays, each by an invitation; sent twice it is one game."""
    add(circle, people["bob"], people["cid"])
    circles.change_circle(circle=circle, by=ann, edition="ice", pace=7)
    browser = browser_of(ann)
    assert "Invite all 2 to a game" in browser.get(reverse("circle", args=[circle.key])).content.decode()
    for _time in range(2):
        browser.post(reverse("new_game"), {"all": circle.key, "submission_key": "k"})
    game = Game.objects.get()

    assert ("Thursday people", "ice", 7, circle) == (game.name, game.edition, game.pace, game.circle)
    assert (["Bob", "Cid"], 3) == (invited(game), game.seats_wanted)
    assert "Thursday people" in browser_of(people["bob"]).get(reverse("dashboard")).content.decode()


def test_some_are_chosen_for_a_game(people, circle, ann):
    """The form of a new game offers the members, all of them chosen where they have seats."""
    add(circle, people["bob"], people["cid"])
    circles.change_circle(circle=circle, by=ann, edition="ice", pace=7)
    browser = browser_of(ann)
    shown = browser.get(reverse("new_game"), {"circle": circle.key}).context
    sent = {"circle": circle.key, "known": [people["cid"].pk], "name": "Ice", "pace": "7", "deck": "ice"}
    sent |= {"is_open": "private", "first": "chance", "submission_key": "k"}
    browser.post(reverse("new_game"), sent)
    game = Game.objects.get()

    assert {people["bob"].pk, people["cid"].pk} == set(shown["invite_form"].initial["known"])
    assert ("ice", 7) == (shown["form"].chosen_deck, shown["form"]["pace"].value())
    assert (["Cid"], circle) == (invited(game), game.circle)


def test_a_club_chooses_who_plays(circle, ann):
    """More members than seats: nobody is invited by one press, and nobody is chosen beforehand."""
    crowd(circle, 6)
    browser = browser_of(ann)
    page = browser.get(reverse("circle", args=[circle.key])).content.decode()
    refused = browser.post(reverse("new_game"), {"all": circle.key})
    shown = browser.get(reverse("new_game"), {"circle": circle.key}).context

    assert "to a game" not in page
    assert (409, False) == (refused.status_code, Game.objects.exists())
    assert "There are more members than seats." in refused.content.decode()
    assert [] == shown["invite_form"].initial["known"]


def test_who_keeps_apart_is_not_offered(people, circle, ann, bob):
    """Neither reads of it."""
    add(circle, bob, people["cid"])
    keep_away(by=bob, player=ann, kind="block")
    browser_of(ann).post(reverse("new_game"), {"all": circle.key, "submission_key": "k"})

    assert ["Cid"] == invited(Game.objects.get())


def test_a_circle_of_others_is_none(circle, bob):
    """A key that somebody has read makes no game of a circle that isn't theirs."""
    browser = browser_of(bob)
    refused = browser.post(reverse("new_game"), {"all": circle.key})
    sent = {"circle": circle.key, "name": "Mine", "pace": "3", "is_open": "private", "first": "chance"}
    browser.post(reverse("new_game"), sent)

    assert 409 == refused.status_code
    assert [None] == [game.circle for game in Game.objects.all()]


@pytest.mark.parametrize(("is_member", "is_kept"), [(True, True), (False, False)])
def test_a_rematch_stays_in_the_circle(is_member, is_kept, people, circle, ann, bob):
    """As long as who asks for it belongs to it."""
    game = played(ann, bob, circle=circle)
    if is_member:
        add(circle, bob)
    rematch = join_rematch(game=game, player=bob)

    assert (circle if is_kept else None) == rematch.circle


def test_games_name_members_alone(people, circle, ann, bob):
    """Who plays in a game of the circle and isn't in it is nobody there; strangers' tables lead nowhere."""
    add(circle, bob, people["cid"])
    game = played(ann, people["dee"], circle=circle)
    Game.objects.filter(pk=game.pk).update(winner=game.seats.get(player=people["dee"]))
    for name in ("circle", "circle_games"):
        page = browser_of(bob).get(reverse(name, args=[circle.key])).content.decode()

        assert "Friday game" in page
        assert "Dee" not in page
        assert "Someone else won." in page
        assert reverse("game", args=[game.key]) not in page
        assert (
            reverse("game", args=[game.key])
            in browser_of(ann).get(reverse(name, args=[circle.key])).content.decode()
        )


def test_the_statements_of_games_are_bounded(people, circle, ann):
    """Many games cost what few do."""
    for name in ("circle", "circle_games"):
        played(ann, people["bob"], circle=circle)
        browser, address = browser_of(ann), reverse(name, args=[circle.key])
        browser.get(address)
        with CaptureQueriesContext(connection) as few:
            browser.get(address)
        for _game in range(4):
            played(*people.values(), circle=circle)
        with CaptureQueriesContext(connection) as many:
            browser.get(address)

        assert len(few) == len(many)


def test_a_guest_reads_their_circles_by_a_link(circle):
    """A guest belongs to them like others, without an account; they host nothing."""
    stored = store(won_by_ann())
    Player.objects.filter(pk=stored.players["bob"].pk).update(is_guest=True)
    add(circle, stored.players["bob"])
    browser = Client()
    open_link(browser, stored.seats["bob"])
    page = browser.get(reverse("guest_circle", args=[stored.game.key, circle.key]))
    listed = browser.get(reverse("guest_circles", args=[stored.game.key])).content.decode()

    assert 200 == page.status_code
    assert reverse("new_game") not in page.content.decode()
    assert "Thursday people" in listed
    assert 404 == browser.get(reverse("guest_circle", args=[stored.game.key, "nowhere"])).status_code


@pytest.mark.parametrize("name", ["Free at evil.example/now", "\u3164"])
def test_a_circle_gets_no_name_that_is_a_web_address_or_blank(name, ann, circle):
    """Mails of its games are called so."""
    with pytest.raises(Illegal, match="A name"):
        circles.create_circle(host=ann, name=name)
    with pytest.raises(Illegal, match="A name"):
        circles.change_circle(circle=circle, by=ann, name=name)

    assert [circle.name] == [each.name for each in Circle.objects.all()]


@pytest.mark.parametrize("key", ["a\0b", "\0", "", "../x", "x" * 5000])
def test_a_key_that_is_none_names_nothing(key, circle, ann):
    """PostgreSQL stores no NUL, and nobody is told of a fault."""
    browser = browser_of(ann)
    statuses = [
        browser.get(reverse("circles"), {"game": key}).status_code,
        browser.post(reverse("circles"), {"game": key, "name": "x"}).status_code,
        browser.get(reverse("new_game"), {"circle": key}).status_code,
        browser.post(reverse("new_game"), {"all": key or "x"}).status_code,
        browser.get(reverse("circle_members", args=[circle.key]), {"q": key}).status_code,
        browser.post(reverse("circle_talk", args=[circle.key]), {"text": f"Hi {key[:9]}"}).status_code,
    ]

    assert [200, 409, 200] == [statuses[0], statuses[3], statuses[4]]
    assert max(statuses) < 500


def test_an_invitation_goes_with_who_has_sent_it(people, circle, ann, bob):
    """Removed or gone, they let nobody in; whoever said no to them stays asked."""
    add(circle, bob)
    circles.change_circle(circle=circle, by=ann, members_invite=True)
    played(bob, people["cid"], people["dee"])
    circles.invite(circle=circle, by=bob, players=[people["cid"].pk, people["dee"].pk])
    circles.answer_invitation(circle=circle, player=people["dee"], accepts=False)
    circles.remove_member(circle=circle, by=ann, member=member(circle, bob))

    with pytest.raises(NotPossible):
        circles.answer_invitation(circle=circle, player=people["cid"], accepts=True)
    assert ["Dee"] == [each.player.name for each in circle.invitations.select_related("player")]


def test_nobody_learns_of_a_no(people, circle, ann, bob):
    """The page of the members says the same before and after it."""
    played(ann, bob)
    circles.invite(circle=circle, by=ann, players=[bob.pk])
    page = reverse("circle_members", args=[circle.key])
    pages = [browser_of(ann).get(page).content.decode()]
    circles.answer_invitation(circle=circle, player=bob, accepts=False)
    pages.append(browser_of(ann).get(page).content.decode())

    assert all("<bdi>Bob</bdi>" in each for each in pages)


def test_the_next_host_is_one_who_may_act(people, circle, ann, bob):
    """Not somebody who is suspended, as long as there is anybody else."""
    add(circle, bob, people["cid"])
    circle.members.filter(player=bob).update(is_host=True)
    Player.objects.filter(pk=bob.pk).update(suspended_until=clock.now() + timedelta(days=3))
    circles.leave_circle(circle=circle, player=ann)

    assert ["Bob", "Cid"] == hosts(circle)


def test_a_new_circle_asks_no_more_than_one_may_ask(people, ann, monkeypatch):
    """One circle after another would be a way around the limit of a day."""
    game = played(*people.values())
    monkeypatch.setattr(circles, "INVITED_A_DAY", 4)
    circles.create_circle(host=ann, name="One", game=game)
    with pytest.raises(Capped):
        circles.create_circle(host=ann, name="Two", game=game)

    assert ["One"] == list(Circle.objects.values_list("name", flat=True))


THEN = {
    "nothing": lambda circle, bob: None,
    "leaves": lambda circle, bob: circles.leave_circle(circle=circle, player=bob),
    "comes-back": lambda circle, bob: (circles.leave_circle(circle=circle, player=bob), add(circle, bob)),
    "is-removed": lambda circle, bob: circles.remove_member(
        circle=circle, by=circle.members.get(is_host=True).player, member=member(circle, bob)
    ),
    "withdraws": lambda circle, bob: [
        circles.withdraw(circle=circle, by=bob, invitation=each.pk) for each in circle.invitations.all()
    ],
}


@pytest.mark.parametrize("then", THEN)
def test_nobody_learns_of_a_no_whatever_who_has_asked_does_then(then, people, circle, ann, bob):
    """Neither from pages, nor from whom they can ask, nor from an export: all is as without an answer."""
    for other in (bob, ann):
        played(other, people["cid"], people["dee"])
    add(circle, bob)
    circles.change_circle(circle=circle, by=ann, members_invite=True)
    circles.invite(circle=circle, by=bob, players=[people["cid"].pk, people["dee"].pk])
    circles.answer_invitation(circle=circle, player=people["dee"], accepts=False)
    THEN[then](circle, bob)

    assert told_of("Cid", circle, ann, bob) == told_of("Dee", circle, ann, bob)


def told_of(name: str, circle: Circle, *readers: Player) -> list[object]:
    """What a name stands in that these people read."""
    address, found = reverse("circle_members", args=[circle.key]), list[object]()
    for reader in readers:
        found.append(browser_of(reader).get(address).content.decode().count(f"{name}<"))
        found.append(name in [each.name for each in circles.find_invitable(circle, reader)])
        sent = dict(exported_tables(reader))["circle_invitations_sent"]
        found.append({key for each in sent for key in each})
    return found


def test_who_has_said_no_is_asked_again_by_nobody(people, circle, ann, bob):
    """Once who has asked is gone, another may choose them, and is not told that it tells them nothing."""
    add(circle, bob)
    circles.change_circle(circle=circle, by=ann, members_invite=True)
    for other in (bob, ann):
        played(other, people["cid"], people["dee"])
    asked = [people["cid"].pk, people["dee"].pk]
    circles.invite(circle=circle, by=bob, players=asked)
    circles.answer_invitation(circle=circle, player=people["dee"], accepts=False)
    circles.leave_circle(circle=circle, player=bob)

    assert 2 == circles.invite(circle=circle, by=ann, players=asked)
    assert [] == circles.open_invitations(people["dee"])
    assert [ann.pk] == [each.invited_by_id for each in circles.open_invitations(people["cid"])]


def test_circles_that_are_deleted_count_among_those_of_the_day(people, ann, bob, monkeypatch):
    """Nor does leaving one, or a no, make room for more."""
    game = played(*people.values())
    monkeypatch.setattr(circles, "INVITED_A_DAY", 7)
    for name in ("One", "Two"):
        made = circles.create_circle(host=ann, name=name, game=game)
        circles.answer_invitation(circle=made, player=bob, accepts=False)
        circles.delete_circle(circle=made, by=ann)

    with pytest.raises(Capped):
        circles.create_circle(host=ann, name="Three", game=game)
    assert not Circle.objects.exists()


def test_a_circle_has_a_host_while_its_only_one_is_suspended(people, circle, ann, bob):
    """Whoever has been in it longest; the other is one again afterwards."""
    add(circle, bob, people["cid"])
    Player.objects.filter(pk=bob.pk).update(suspended_until=clock.now() + timedelta(days=3))
    do_suspend(ann, [], until=clock.now() + timedelta(days=2), because="Spam.")

    assert ["Ann", "Cid"] == hosts(circle)


def test_an_invitation_is_withdrawn_by_who_sent_it_or_a_host(people, circle, ann, bob):
    """By nobody else, and it then opens nothing; the page has a button for those who may."""
    add(circle, bob, people["dee"])
    circles.change_circle(circle=circle, by=ann, members_invite=True)
    address = reverse("circle_members", args=[circle.key])
    for who, may in ((ann, True), (bob, True), (people["dee"], False)):
        played(bob, people["cid"])
        circles.invite(circle=circle, by=bob, players=[people["cid"].pk])
        invitation = circle.invitations.get()
        browser = browser_of(who)
        assert may == (f'name="withdraw" value="{invitation.pk}"' in browser.get(address).content.decode())
        browser.post(reverse("circle_invite", args=[circle.key]), {"withdraw": invitation.pk})

        assert may != circle.invitations.exists()
        assert may == (circles.open_invitations(people["cid"]) == [])
    assert (
        "no longer open"
        in browser_of(ann)
        .post(reverse("circle_invite", args=[circle.key]), {"withdraw": "9" * 18}, follow=True)
        .content.decode()
    )
