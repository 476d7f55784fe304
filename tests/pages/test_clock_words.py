"""Where the clock of a game, and who is away, is said in words: the form, the lobby, the mails, the admin."""

from datetime import time, timedelta

import pytest
import time_machine
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.urls import reverse

from games import clock
from games.mail.compose import compose
from games.models import Game, Notice, Player, Vacation
from games.models.timing import TimingSettings
from tests.mail.kinds import turn_of_ann
from tests.mail.tables import NOW, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def host(client) -> Player:
    player = Player.objects.create_user(
        "host@example.org", name="Host", quiet_from=time(22), quiet_to=time(8), timezone="Europe/Warsaw"
    )
    client.force_login(player)
    return player


def test_the_form_says_what_its_clock_means_without_a_script(client, host):
    """What each pace means, the usual one first; what was chosen when the form is shown again."""
    fresh = client.get(reverse("new_game")).content.decode()
    chosen = {"pace": "7", "timing": "bank", "bank": "usual"}
    again = client.post(reverse("new_game"), chosen).content.decode()
    fresh = " ".join(fresh.split())

    assert '<span data-pace="3" data-usual>You get 3 days for each turn.' in fresh
    assert '<span data-pace="7">You get 7 days for each turn.' in fresh
    assert "Your quiet hours from 22:00 to 08:00" in fresh
    assert "to begin with" in again


def test_the_lobby_says_it_to_whoever_is_signed_in(client, host):
    """With their own quiet hours."""
    game = Game.objects.create(host=host, name="Friday", edition="fluxx", seats_wanted=3)

    shown = " ".join(client.get(reverse("game", args=[game.key])).content.decode().split())
    assert ">You get 3 days for each turn. Your quiet hours" in shown


def test_a_mail_says_who_is_away(travel_to_now):
    """Bob is on vacation: Ann reads until when, in her zone, as long as vacations stop the clock."""
    stored = store(turn_of_ann())
    now = clock.now()
    Vacation.objects.create(
        player=stored.players["bob"],
        starts_at=now - timedelta(days=1),
        ends_at=now + timedelta(days=2),
        first_day=now.date(),
        last_day=now.date(),
    )
    told = compose(stored.notice("turn", "ann")).body
    Game.objects.update(away_policy="none")
    silent = compose(Notice.objects.select_related("game", "seat", "player", "question").get()).body

    assert "Bob is away until" in told
    assert "is away until" not in silent


@pytest.fixture
def travel_to_now():
    with time_machine.travel(NOW, tick=False):
        yield


def test_staff_read_the_clock_of_a_game_and_the_hours_of_a_player(rf):
    """All of it is there to be read, and nothing of it to be changed by hand."""
    request = rf.get("/")
    request.user = Player.objects.create_superuser("staff@example.org", password=None, name="Staff")
    clocks = {field.name for field in TimingSettings._meta.local_fields}
    for model, wanted in ((Game, clocks), (Player, {"quiet_from", "quiet_to", "days_off", "timezone"})):
        page = admin.site.get_model_admin(model)
        assert wanted <= set(flatten_fieldsets(page.get_fieldsets(request, model())))
        assert not page.has_change_permission(request, model())
