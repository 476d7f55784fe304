"""The pages of a circle in a browser, as light and dark as they come, on a phone and on a desk."""

import os
from datetime import timedelta
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from games import clock
from games.models import CircleMember, CircleRemark, Game, GameFacts, Player, Seat, SeatFacts
from games.people import circles

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = {
    "list": "/circles/",
    "circle": "/circles/{key}/",
    "talk": "/circles/{key}/talk/",
    "members": "/circles/{key}/members/",
    "games": "/circles/{key}/games/",
    "season": "/circles/{key}/{season}/",
    "settings": "/circles/{key}/settings/",
    "leave": "/circles/{key}/leave/",
    "new": "/new/?circle={key}",
}


def furnish() -> tuple[Player, str]:
    """A circle of four with a dozen games, some talk, a link, and open invitations to it and to another."""
    names = ("Ann", "Bartholomew of Nether Wallop", "Żaneta", "Никита")
    people = [Player.objects.create_user(f"c{n}@players.example", name=name) for n, name in enumerate(names)]
    ann = people[0]
    circle = circles.create_circle(host=ann, name="Thursday people of the long table")
    CircleMember.objects.bulk_create(CircleMember(circle=circle, player=each) for each in people[1:])
    circles.set_link(circle=circle, by=ann, is_on=True)
    for n in range(12):
        at = clock.now() - timedelta(days=9 * n)
        game = Game.objects.create(
            name=f"Friday game {n + 1}", host=ann, circle=circle, started_at=at - timedelta(days=7),
            status="running" if n < 2 else "finished", finished_at=None if n < 2 else at, is_open=n == 0,
        )  # fmt: skip
        facts = GameFacts.objects.create(game=game, between_people=True, turns=20) if n >= 2 else None
        for number, player in enumerate(people, 1):
            seat = Seat.objects.create(
                game=game, number=number, player=player, name=player.name, status=Seat.Status.TAKEN
            )
            if facts is not None:
                won = n % 4 == number - 1
                SeatFacts.objects.create(
                    seat=seat, facts=facts, has_won=won, turns=5, goals_set=1, taken=0, lost=0, answers=4
                )
                Game.objects.filter(pk=game.pk, winner=None).update(winner=seat if won else None)
    for player in people[1:]:
        CircleRemark.objects.create(circle=circle, player=player, text="Who plays on Thursday?\nI can’t.")
    asked = Player.objects.create_user("asked@players.example", name="Konstanty Ildefons of the Woods")
    circles.CircleInvitation.objects.create(circle=circle, player=asked, invited_by=ann)
    other = circles.create_circle(host=people[1], name="Chess people")
    circles.CircleInvitation.objects.create(circle=other, player=ann, invited_by=people[1])
    return ann, circle.key


def test_pages_are_accessible_at_every_width(new_context, address, sign_in_at):
    """Axe finds nothing in either theme, and nothing is wider than a phone."""
    ann, key = furnish()
    day = clock.now() - timedelta(days=60)
    season = f"{day.year}-q{(day.month - 1) // 3 + 1}"
    pictures = os.environ.get("PICTURES")
    wrong, wide = {}, {}
    for width in (390, 1280):
        for scheme in ("light", "dark"):
            context = new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
            sign_in_at(address, context, ann)
            page = context.new_page()
            for name, path in PAGES.items():
                page.goto(address + path.format(key=key, season=season))
                if pictures:
                    page.screenshot(path=Path(pictures) / f"{name}-{width}-{scheme}.png", full_page=True)
                found = Axe().run(page).response["violations"]
                wrong[name, width, scheme] = [(each["id"], each["nodes"][0]["target"]) for each in found]
                wide[name, width] = page.evaluate("document.documentElement.scrollWidth")
            context.close()

    assert {each: [] for each in wrong} == wrong
    assert {(name, width): width for name, width in wide} == wide
