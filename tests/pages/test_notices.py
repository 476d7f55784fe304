"""The page on which players choose how they are told."""

from datetime import timedelta

import pytest
from django.urls import reverse

from games import clock
from games.models import Channel, Group, MutedGame, NoticeChoices, Player
from games.pages.common import passes
from games.people.notification_settings import add_webhook
from tests.pages.positions import Html, open_link

HOOK = "https://hooks.slack.com/services/T000/B000/very-secret"


@pytest.fixture
def slack(stored) -> Channel:
    return add_webhook(player=stored.players["ann"], kind="slack", name="our Slack", url=HOOK)


def form_of(player: Player, **changed: str) -> dict[str, str]:
    """What the form is sent with by somebody who changes nothing else."""
    fields = {f"mail-{group}": "once" for group in Group}
    fields |= {f"{channel.pk}-{group}": "on" for channel in player.channels.all() for group in Group}
    return fields | {"quiet_minutes": "30", "digest_at": "08:00"} | changed


def test_the_page_explains_itself(ann):
    """Each group of occasions in words, the defaults chosen, a test to ask for."""
    page = Html(ann.get("/account/notices/").content)

    assert all(str(group.label) in page.text for group in Group)
    assert "Send me a test" in page.text
    assert "You’ll always get invitations, sign-in codes and mails about your account." in page.text


def test_what_is_chosen_is_kept_and_shown(ann, stored, slack):
    """A digest at half past six, and no reminders in Slack."""
    player = stored.players["ann"]
    fields = form_of(player, **{"mail-turn": "digest", "digest_at": "18:30", "quiet_minutes": "60"})
    del fields[f"{slack.pk}-reminders"]
    response = ann.post("/account/notices/", fields, follow=True)

    choices = NoticeChoices.objects.get(player=player)
    slack.refresh_from_db()
    assert "Saved." in Html(response.content).text
    assert (choices.mode("turn"), choices.digest_at.hour, choices.quiet_minutes) == ("digest", 18, 60)
    assert slack.groups_off == ["reminders"]


def test_subjects_that_say_what_is_up_are_chosen_and_kept(ann, stored):
    """A form without the field, of a page that was open during an update, changes nothing."""
    player = stored.players["ann"]
    for fields in ({"telling_subjects": "yes"}, {}):
        ann.post("/account/notices/", form_of(player, **fields))
        assert NoticeChoices.objects.get(player=player).telling_subjects

    ann.post("/account/notices/", form_of(player, telling_subjects="no"))
    assert not NoticeChoices.objects.get(player=player).telling_subjects
    assert 422 == ann.post("/account/notices/", form_of(player, telling_subjects="x")).status_code


def test_m9_switching_off_mail_of_turns_warns_of_the_clock(ann, stored):
    """At once, and for as long as nothing else tells of turns."""
    warned = ann.post(
        "/account/notices/", form_of(stored.players["ann"], **{"mail-turn": "off"}), follow=True
    )
    again, front = ann.get("/account/notices/"), ann.get("/")
    add_webhook(player=stored.players["ann"], kind="slack", name="", url=HOOK)
    told = ann.get("/account/notices/")

    clocks = b"Your clocks keep running, so check your games yourself"
    assert [clocks in each.content for each in (warned, again, front, told)] == [True, True, True, False]


@pytest.mark.parametrize(
    "changed",
    [{"mail-turn": "sometimes"}, {"quiet_minutes": "-1"}, {"digest_at": "25:00"}, {"digest_at": ""}],
)
def test_what_cannot_be_chosen_is_refused(ann, stored, changed):
    """The page is shown again with what is wrong, and nothing is kept."""
    response = ann.post("/account/notices/", form_of(stored.players["ann"], **changed))

    assert (422, False) == (response.status_code, NoticeChoices.objects.exists())


def test_an_address_is_never_shown_again(ann, slack):
    """Neither its path nor its secret part, on the page nor in its source."""
    page = ann.get("/account/notices/").content.decode()

    assert "hooks.slack.com/…" in page
    assert "very-secret" not in page
    assert "T000" not in page


def test_a_webhook_is_added_and_removed_without_javascript(ann, stored):
    """By forms alone; a wrong address is refused in words."""
    wrong = ann.post("/account/notices/webhooks/", {"kind": "json", "name": "x", "url": "http://10.0.0.1/"})
    added = ann.post(
        "/account/notices/webhooks/", {"kind": "slack", "name": "ours", "url": HOOK}, follow=True
    )
    channel = Channel.objects.get()
    ann.post(f"/account/notices/{channel.pk}/remove/")

    assert 422 == wrong.status_code
    assert b"public address that starts with https://" in wrong.content
    assert "ours has been added. Send it a test." in Html(added.content).text
    assert not Channel.objects.exists()


def test_a_failing_channel_says_why_and_can_be_switched_on(ann, slack):
    """On the page, and on the dashboard once it is off."""
    now = clock.now()
    Channel.objects.update(
        error="404 no_service", failed_at=now, failing_since=now - timedelta(days=1), off_at=now
    )
    dashboard = Html(ann.get("/").content).text
    page = Html(ann.get("/account/notices/").content).text
    ann.post(f"/account/notices/{slack.pk}/on/")

    slack.refresh_from_db()
    assert "our Slack was switched off" in dashboard
    assert "404 no_service" in page
    assert "Switch on again" in page
    assert slack.off_at is None


def test_who_gets_no_mail_reads_it_on_the_dashboard_and_here(ann, stored):
    """With what the mail server said, and a button."""
    Player.objects.filter(pk=stored.players["ann"].pk).update(
        mail_refused_at=clock.now(), mail_error="550 no such box"
    )
    page = Html(ann.get("/account/notices/").content).text

    assert "550 no such box" in page
    assert "It works again: mail me" in page
    assert "we’ve stopped sending them" in Html(ann.get("/").content).text


def test_two_tests_within_a_minute_are_one_too_many(ann):
    """The second is refused in words."""
    first = ann.post("/account/notices/test/")
    second = ann.post("/account/notices/test/")

    assert (302, 429) == (first.status_code, second.status_code)
    assert "one test a minute" in Html(second.content).text


def test_a_game_is_muted_from_its_table(ann, stored):
    """And told of again, from the same place or from the page about notices."""
    address = reverse("mute", args=[stored.game.key])
    said = Html(ann.post(address, {"muted": "yes"}, follow=True).content).text
    page = Html(ann.get("/account/notices/").content).text
    muted = MutedGame.objects.get(player=stored.players["ann"], game=stored.game)
    ann.post(f"/account/notices/muted/{muted.pk}/")

    assert "Its clock keeps running." in said
    assert "You’ve muted this game" in said
    assert stored.game.name in page
    assert not MutedGame.objects.exists()


def test_a_game_is_muted_by_link(client, stored):
    """Whoever came by a link from a mail needs no sign-in for it."""
    seat = stored.seats["ann"]
    open_link(client, seat)
    address = reverse("seat_mute", args=[stored.game.key])
    client.post(address, {"muted": "yes", "csrfmiddlewaretoken": passes.seat_secret(seat)})

    assert MutedGame.objects.filter(player=stored.players["ann"], game=stored.game).exists()


def test_a_device_is_taken_once(ann, stored):
    """The same browser subscribing anew changes its keys, and no more."""
    point = "B" + "A" * 86
    sent = {"name": "phone", "url": "https://push.example/1", "p256dh": point, "auth": "A" * 22}
    for _time in range(2):
        assert 302 == ann.post("/account/notices/devices/", sent).status_code

    assert Channel.objects.get().name == "phone"
