"""The desk as its moderators meet it: what is theirs, acts that are told apart, previews, times, health."""

import re
from datetime import UTC, datetime

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games.models import Player, Remark, Report
from games.moderation.registry import ACTS
from games.moderation.roles import MACHINERY, appoint, make_groups
from games.people import reports, talk
from games.people.reports import report

from .conftest import make_player
from .play import seat_of
from .test_accounts import code_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client, moderator):
    client.force_login(moderator)
    return client


@pytest.fixture
def told(ann, bob, start) -> Report:
    """Ann reports what Bob has said, at 23:30 in Greenwich: in Warsaw that is another day."""
    game = start(ann, bob)
    said = talk.post_remark(seat=seat_of(game, bob).pk, text="What a silly move!")
    Remark.objects.filter(pk=said.pk).update(created_at=datetime(2026, 11, 20, 23, 30, tzinfo=UTC))
    return report(by=ann, game=game, remark=Remark.objects.get(pk=said.pk), kind="talk", words="So rude.")


def desk_of(role: str, moderator: Player) -> Client:
    """The browser of somebody with a role."""
    make_groups()
    olga = make_player("Olga", is_staff=True)
    appoint(player=olga, role=role, by=moderator, reason="She helps.")
    browser = Client()
    browser.force_login(Player.objects.get(pk=olga.pk))
    return browser


@pytest.mark.parametrize(("role", "status"), [("moderator", 403), ("operator", 200)])
def test_the_machinery_is_for_operators(role, status, moderator):
    """Its lists are refused to moderators, who don't see their names either; all others are theirs."""
    browser = desk_of(role, moderator)
    index = browser.get(reverse("admin:index")).content.decode()
    found = {}
    for model in admin.site._registry:
        if model._meta.app_label == "games":
            address = reverse(f"admin:games_{model._meta.model_name}_changelist")
            found[model._meta.model_name] = browser.get(address).status_code
            assert (address in index) == (found[model._meta.model_name] == 200)

    assert dict.fromkeys(MACHINERY, status) == {name: found[name] for name in MACHINERY}
    assert {200} == {each for name, each in found.items() if name not in MACHINERY}


def serious_part(page: str) -> str:
    """What a page keeps apart from its other acts."""
    return "".join(re.findall(r'<div class="desk-serious">.*?</div>', page, flags=re.DOTALL))


def test_dangerous_acts_are_apart(staff, told):
    """On the pages of a report, a game and a person: what takes something away stands apart."""
    addresses = [
        reverse("admin:games_report_change", args=[told.pk]),
        reverse("admin:games_game_change", args=[told.game.pk]),
        reverse("admin:games_player_change", args=[told.about.pk]),
    ]
    seen = set()
    for address in addresses:
        page = staff.get(address).content.decode()
        apart = serious_part(page)
        codes = set(re.findall(r'class="button" href="[^"]*/act/([\w-]+)/', page))
        seen |= codes
        serious = {code for code in codes if ACTS[code].is_dangerous}
        assert serious == set(re.findall(r"/act/([\w-]+)/", apart))

    assert {"void", "end", "suspend"} <= seen


def test_what_ends_or_takes_away_is_dangerous():
    """Whatever can't be taken back is, and so is what takes an account, a seat or a deck."""
    dangerous = {code for code, kind in ACTS.items() if kind.is_dangerous}

    assert {code for code, kind in ACTS.items() if kind.is_final} <= dangerous
    assert {"suspend", "replace", "delete-deck"} <= dangerous


def test_the_preview_of_hiding_a_message_shows_the_message(staff, told):
    """Its author and its words, not the number of its row."""
    address = reverse("admin:games_game_act", args=[told.game.pk, "hide"])
    page = staff.post(address, {"remark": told.remark.pk, "reason": "Rude."}).content.decode()

    assert 1 == page.count("What a silly move!")
    assert "remark 1" not in page
    assert f"remark {told.remark.pk}" not in page


def test_a_report_shows_its_message_once(staff, told):
    """Also one that an earlier release has stored twice."""
    page = staff.get(reverse("admin:games_report_change", args=[told.pk])).content.decode()

    assert 2 == sum(line.count("What a silly move!") for _heading, lines in told.evidence for line in lines)
    assert 1 == page.count("What a silly move!")


def test_all_times_of_a_report_are_in_one_zone_that_the_page_names(staff, told, moderator):
    """What was copied in UTC is shown in the zone of who reads it."""
    Player.objects.filter(pk=moderator.pk).update(timezone="Europe/Warsaw")
    page = staff.get(reverse("admin:games_report_change", args=[told.pk])).content.decode()

    assert "All times are in the zone Europe/Warsaw." in page
    assert "2026-11-20 23:30" not in page
    assert "21 Nov 2026, 00:30" in page


@pytest.mark.parametrize("line", ["2026-13-41 99:99 Bob: Hm.", "Bob: Hm.", "2026-11-20"])
def test_a_line_without_a_time_stays_as_it_is(line, staff, told):
    """What another release has copied is shown."""
    Report.objects.filter(pk=told.pk).update(evidence=[["History", [line]]])

    assert escape(line) in staff.get(reverse("admin:games_report_change", args=[told.pk])).content.decode()


def test_nothing_is_fine_beside_an_open_report(staff, told):
    """The page of the site's health says how much waits, and leads to it."""
    fine = "nothing needs your attention"
    page = staff.get(reverse("admin_health")).content.decode()
    reports.Report.objects.update(status=Report.Status.NOTHING)
    after = staff.get(reverse("admin_health")).content.decode()

    assert (fine in page, "thing is waiting for you" in page) == (False, True)
    assert "thing is waiting for you" not in after


def test_the_queue_is_first_on_the_start_page(staff, told):
    """Before the search and all lists."""
    page = staff.get(reverse("admin:index")).content.decode()

    row = page.index(reverse("admin:games_report_change", args=[told.pk]))
    assert row < page.index('id="desk-q"') < page.index(reverse("admin:games_game_changelist"), row)


def test_who_has_just_signed_up_sets_up_an_app_at_once(client, smtp):
    """The code of the sign-up counts as signing in: nobody is told that it was a while ago."""
    given = {"email": "nora@players.example", "name": "Nora", "timezone": "Europe/Warsaw"}
    client.post(reverse("account_signup"), given)
    client.post("/accounts/confirm-email/", {"code": code_in(smtp)})

    assert 200 == client.get(reverse("mfa_activate_totp")).status_code
