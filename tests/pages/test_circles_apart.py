"""Two who keep apart belong to the same circle: no page of it shows either to the other, but for a host."""

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from games import clock
from games.models import Circle, CircleInvitation, CircleMember, Game, GameFacts, Player, Seat, SeatFacts
from games.people import circle_talk, circles
from games.people.blocks import keep_away
from games.people.circle_tally import season_at

pytestmark = pytest.mark.django_db


def pages() -> list[str]:
    """The names of all pages of a circle that open without a link from a mail."""
    patterns = get_resolver().reverse_dict
    names = [name for name in patterns if isinstance(name, str) and not name.startswith("guest")]
    return sorted(name for name in names if "circle" in patterns.getlist(name)[0][0][0][1])


@pytest.fixture
def people() -> dict[str, Player]:
    return {
        name: Player.objects.create_user(f"{name}@example.org", name=f"{name.title()}enough")
        for name in ("host", "bob", "eve", "cid")
    }


@pytest.fixture
def circle(people) -> Circle:
    """Bob has blocked Eve. They have said something and won games, one of which goes on."""
    circle = circles.create_circle(host=people["host"], name="Thursday people")
    for name in ("bob", "eve", "cid"):
        CircleMember.objects.create(circle=circle, player=people[name])
    for winner in ("bob", "eve", ""):
        play(circle, people, winner)
    for name in ("bob", "eve"):
        circle_talk.write(circle=circle, by=people[name], text="Hello.")
    keep_away(by=people["bob"], player=people["eve"], kind="block")
    return circle


def play(circle: Circle, people: dict[str, Player], winner: str) -> None:
    now = clock.now()
    over = {"status": Game.Status.FINISHED, "finished_at": now} if winner else {"status": Game.Status.RUNNING}
    game = Game.objects.create(name="A game", host=people["host"], circle=circle, started_at=now, **over)
    facts = (
        GameFacts.objects.create(game=game, edition="fluxx", between_people=True, turns=3) if winner else None
    )
    for number, (name, player) in enumerate(people.items(), 1):
        seat = Seat.objects.create(
            game=game, number=number, player=player, name=player.name, status=Seat.Status.TAKEN
        )
        if facts is not None:
            told = {"turns": 3, "goals_set": 1, "taken": 0, "lost": 0, "answers": 4}
            SeatFacts.objects.create(seat=seat, facts=facts, has_won=name == winner, **told)
        if name == winner:
            Game.objects.filter(pk=game.pk).update(winner=seat)


def addresses(circle: Circle) -> list[str]:
    """Each page of the circle, the list of all circles, and the form of a game for this one."""
    season = season_at(clock.now())
    today = clock.now()
    values = {"year": season.year, "quarter": season.quarter, "pk": 0, "month": today.month, "day": today.day}
    found = [reverse("circles"), f"{reverse('new_game')}?circle={circle.key}"]
    for name in pages():
        _text, wanted = get_resolver().reverse_dict.getlist(name)[0][0][0]
        found.append(reverse(name, kwargs={each: values.get(each, circle.key) for each in wanted}))
    return [*found, f"{reverse('circle_members', args=[circle.key])}?q=enough"]


def read(player: Player, address: str) -> str:
    browser = Client()
    browser.force_login(player)
    return browser.get(address, follow=True).content.decode()


@pytest.mark.parametrize(("reader", "other"), [("bob", "eve"), ("eve", "bob")])
def test_neither_sees_the_other_anywhere(reader, other, people, circle):
    """Whichever of them has blocked, and wherever it is; a third reads both."""
    found = addresses(circle)
    told = {address for address in found if people[other].name in read(people[reader], address)}
    third = {address for address in found if people[other].name in read(people["cid"], address)}

    assert told == set()
    assert len(third) >= 6


def test_who_is_blocked_reads_what_they_would_if_the_other_had_left(people, circle):
    """So a number tells nobody that they are blocked."""
    apart = [read(people["eve"], reverse(name, args=args)) for name, args in numbered(circle)]
    circles.leave_circle(circle=circle, player=people["bob"])
    left = [read(people["eve"], reverse(name, args=args)) for name, args in numbered(circle)]

    assert ["3 members" in page for page in apart] == ["3 members" in page for page in left] == [True, True]


def numbered(circle: Circle) -> list[tuple[str, list[str]]]:
    return [("circles", []), ("circle_members", [circle.key])]


def test_a_host_sees_whom_they_may_remove(people, circle):
    """Also who keeps apart from them: it's their circle."""
    keep_away(by=people["bob"], player=people["host"], kind="block")
    page = read(people["host"], reverse("circle_members", args=[circle.key]))

    assert people["bob"].name in page
    assert "4 members" in page


@pytest.mark.parametrize(("reader", "asked"), [("bob", "eve"), ("eve", "bob")])
def test_who_is_asked_to_join_is_not_shown_to_whom_they_keep_apart_from(reader, asked, people, circle):
    """It would tell of the block, when they join and are in no list."""
    Circle.objects.update(members_invite=True)
    circle.members.filter(player=people[asked]).delete()
    CircleInvitation.objects.create(circle=circle, player=people[asked], invited_by=people["host"])

    assert people[asked].name not in read(people[reader], reverse("circle_members", args=[circle.key]))
    assert people[asked].name in read(people["host"], reverse("circle_members", args=[circle.key]))


def test_the_page_to_join_counts_whom_the_members_page_will(people, circle):
    """A number that went down by joining told that somebody there keeps apart."""
    circles.set_link(circle=circle, by=people["host"], is_on=True)
    circle.refresh_from_db()
    circle.members.filter(player=people["eve"]).delete()
    asked = read(people["eve"], reverse("join_circle", args=[circle.link_key]))
    circles.join_by_link(link_key=circle.link_key, player=people["eve"])

    assert "has 2 members" in asked
    assert "3 members" in read(people["eve"], reverse("circle_members", args=[circle.key]))
