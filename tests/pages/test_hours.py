"""The page of quiet hours and vacations, and the clocks that a table shows."""

from datetime import timedelta

import pytest
from django.test import Client

from games import clock
from games.models import Question, Timing, Vacation
from tests.mail.tables import store
from tests.pages.positions import turn_of_ann

pytestmark = pytest.mark.django_db


def sign_in(client, player):
    """Let a browser be a player's."""
    client.force_login(player, "allauth.account.auth_backends.AuthenticationBackend")
    return client


def test_quiet_hours_and_days_off_are_set_on_a_page(client):
    """They are kept, shown again, and refused with a reason."""
    ann = store(turn_of_ann()).seats["ann"].player
    browser = sign_in(client, ann)
    browser.post("/account/hours/", {"quiet_from": "22:00", "quiet_to": "08:00", "days_off": ["5", "6"]})
    ann.refresh_from_db()

    assert (f"{ann.quiet_from:%H:%M}", f"{ann.quiet_to:%H:%M}", ann.days_off) == ("22:00", "08:00", "56")
    assert 'value="22:00"' in browser.get("/account/hours/", follow=True).text
    refused = browser.post("/account/hours/", {"quiet_from": "01:00", "quiet_to": "23:00"})
    assert (refused.status_code, "at most 16 hours" in refused.text) == (422, True)
    half = browser.post("/account/hours/", {"quiet_from": "01:00"})
    assert half.status_code == 422


def test_a_vacation_is_entered_and_withdrawn_on_a_page(client):
    """The budget shows what is left; a day in the past is refused."""
    ann = store(turn_of_ann()).seats["ann"].player
    browser, day = sign_in(client, ann), clock.now().date()
    days = {"first_day": f"{day + timedelta(days=3)}", "last_day": f"{day + timedelta(days=4)}"}
    browser.post("/account/hours/vacations/", days)
    vacation = Vacation.objects.get()
    assert "28 days are left" in browser.get("/account/hours/", follow=True).text
    past = f"{day - timedelta(days=2)}"
    late = browser.post("/account/hours/vacations/", {"first_day": past, "last_day": f"{day}"})
    assert (late.status_code, "in the past" in late.text) == (422, True)
    browser.post(f"/account/hours/vacations/{vacation.pk}/end/")

    assert not Vacation.objects.exists()


def test_a_table_shows_clocks_and_lets_others_give_time(client):
    """Bob sees what Ann has saved and gives her a day; she sees the same, and no such button."""
    stored = store(turn_of_ann(), timing=Timing.BANK)
    Question.objects.filter(game=stored.game).update(due_at=clock.now() + timedelta(days=2))
    page = sign_in(client, stored.seats["bob"].player).get(f"/g/{stored.game.key}/").text
    ann = stored.seats["ann"]
    before = Question.objects.get(seat=ann, closed_at=None).due_at
    client.post(f"/g/{stored.game.key}/time/", {"seat": ann.number, "days": 1})
    after = Question.objects.get(seat=ann, closed_at=None).due_at
    mine = sign_in(client, ann.player).get(f"/g/{stored.game.key}/").text

    assert ("Saved: 3 days." in page, "Give Ann more time" in page) == (True, True)
    assert after - before == timedelta(days=1)
    assert ("more hours." in mine, "Give Ann more time" in mine) == (True, False)


def test_a_vacation_s_form_asks_about_each_table_and_refuses_nonsense(client):
    """A choice that the table doesn't offer, or a deputy without a name, enters nothing; a bot does."""
    stored = store(turn_of_ann())
    ann, game = stored.seats["ann"].player, stored.game
    browser, day = sign_in(client, ann), clock.now().date()
    days = {"first_day": f"{day + timedelta(days=2)}", "last_day": f"{day + timedelta(days=4)}"}
    page = browser.get("/account/hours/", follow=True).text
    assert f'name="away-{game.key}"' in page
    for wrong in ({f"away-{game.key}": "nonsense"}, {f"away-{game.key}": "deputy"}):
        assert browser.post("/account/hours/vacations/", days | wrong).status_code == 422
    assert not Vacation.objects.exists()
    browser.post("/account/hours/vacations/", days | {f"away-{game.key}": "bot"})
    vacation = Vacation.objects.get()
    other = Client()
    other.force_login(stored.players["bob"], "allauth.account.auth_backends.AuthenticationBackend")
    address = f"/account/hours/vacations/{vacation.pk}/"

    assert vacation.choices.get().what == "bot"
    assert other.post(address, {f"away-{game.key}": "answers"}).status_code == 404
    assert browser.post(address, {f"away-{game.key}": "answers"}).status_code == 302
    assert vacation.choices.get().what == "answers"
    browser.post("/account/hours/automatic/", {"auto_vacation": "on"})
    ann.refresh_from_db()
    assert ann.auto_vacation is True
