"""Announcements: on every page from their beginning to their end, in the reader’s language."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from games import clock
from games.models import Announcement, Player, StaffAct
from games.moderation.roles import appoint, make_groups

from .conftest import make_player

pytestmark = pytest.mark.django_db


def announce(**given) -> Announcement:
    now = clock.now()
    times = {"begins_at": now - timedelta(hours=1), "ends_at": now + timedelta(hours=1)}
    return Announcement.objects.create(**{"text_en": "We’ll be away on Sunday.", **times, **given})


def entries(begins: str, ends: str) -> dict[str, str]:
    """What the form of the admin asks for."""
    days = {"begins_at_0": begins, "begins_at_1": "12:00:00", "ends_at_0": ends, "ends_at_1": "12:00:00"}
    return {"text_en": "New decks!", **days}


def test_it_stands_on_every_page_for_its_time(client, ann):
    """For visitors and players, and not before or afterwards."""
    announce()
    announce(text_en="Too early", begins_at=clock.now() + timedelta(minutes=30))
    announce(text_en="Too late", ends_at=clock.now() - timedelta(minutes=30))
    for address in ("/", reverse("conduct"), reverse("account_login")):
        page = client.get(address).content.decode()
        assert "We’ll be away on Sunday." in page
        assert "Too " not in page
    client.force_login(ann)

    assert "We’ll be away on Sunday." in client.get("/").content.decode()


def test_it_speaks_the_reader_s_language(client):
    """English where there is no other text; the page says which language it is."""
    announce(text_pl="W niedzielę nas nie będzie.")
    pages = {
        language: client.get("/", headers={"Accept-Language": language}).content.decode()
        for language in ("pl", "ru")
    }

    assert "W niedzielę nas nie będzie." in pages["pl"]
    assert "We’ll be away on Sunday." in pages["ru"]
    assert 'lang="en">We’ll be away' in pages["ru"]


def test_its_text_is_text(client):
    """Addresses become links; nothing else of it is HTML."""
    announce(text_en="<b>See</b> https://games.example/news")
    page = client.get("/").content.decode()

    assert "&lt;b&gt;See" in page
    assert 'href="https://games.example/news"' in page


@pytest.mark.parametrize(("role", "status"), [("operator", 200), ("moderator", 200), ("", 403)])
def test_staff_write_it_and_the_log_has_it(role, status, client, moderator):
    """In the admin; who may only look can’t."""
    make_groups()
    olga = make_player("Olga")
    if role:
        appoint(player=olga, role=role, by=moderator, reason="She helps.")
    else:
        Player.objects.filter(pk=olga.pk).update(is_staff=True)
        olga.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    olga.refresh_from_db()
    client.force_login(olga)
    address = reverse("admin:games_announcement_add")

    assert status == client.get(address).status_code
    client.post(address, entries("2026-01-01", "2099-01-01"))

    written = int(status == 200)
    assert written == Announcement.objects.count()
    assert written == StaffAct.objects.filter(act="announce", who=olga).count()


def test_one_that_ends_before_it_begins_is_refused(client, moderator):
    client.force_login(moderator)
    page = client.post(reverse("admin:games_announcement_add"), entries("2026-01-02", "2026-01-01"))

    assert "It has to end after it begins." in page.content.decode()
    assert not Announcement.objects.exists()


def test_one_that_is_removed_is_logged(client, moderator):
    """On its own page; the list offers nothing that removes several."""
    row, other = announce(), announce(text_en="Another")
    client.force_login(moderator)
    several = {"action": "delete_selected", "_selected_action": [other.pk], "post": "yes"}
    client.post(reverse("admin:games_announcement_changelist"), several)
    client.post(reverse("admin:games_announcement_delete", args=[row.pk]), {"post": "yes"})

    assert [other] == list(Announcement.objects.all())
    assert [row.text_en] == list(StaffAct.objects.filter(act="unannounce").values_list("reason", flat=True))
