"""The four pages of settings: old addresses lead to their sections, presets, and sentences that are true."""

import re
from datetime import time, timedelta

import pytest
from django.test import Client

from games import clock
from games.models import Channel, Group, Mode, Notice, NoticeChoices, Player
from games.outbox.kinds import KINDS
from games.outbox.planning import plan_notice, unwanted_reason
from games.pages.people.notice_words import describe_choices, describe_places
from games.people.notification_settings import Preset, preset_of, set_notice_choices
from tests.pages.positions import Html, open_link

# An address that earlier mails and bookmarks hold, the page that shows it now, and its section there.
MOVED = [
    ("hours/", "notices/", "hours"),
    ("people/", "access/", "blocks"),
    ("deputies/", "access/", "deputies"),
    ("reports/", "data/", "reports"),
]
MOVED_OF_ACCOUNTS = [("security/", "", "sign-in"), ("feeds/", "notices/", "calendar")]
MODES = {
    "Mail right away": Mode.ONCE,
    "Mail after 1 hour, unless you visit the game": Mode.QUIET,
    "In one mail a day, at 07:15": Mode.DIGEST,
    "No mail": Mode.OFF,
}


def assert_moved(client: Client, root: str, old: str, page: str, section: str) -> None:
    """An old address leads to a page that has the section and shows it unfolded."""
    response = client.get(f"{root}{old}", follow=True)
    shown = Html(response.content)
    (found,) = [
        each for tag in ("details", "section") for each in shown.all(tag) if each.get("id") == section
    ]

    assert (200, f"{root}{page}") == (response.status_code, response.request["PATH_INFO"])
    assert response.redirect_chain[-1][0].endswith(f"#{section}")
    assert "open" in found or section in ("deputies", "sign-in")


@pytest.mark.parametrize(("old", "page", "section"), MOVED + MOVED_OF_ACCOUNTS)
def test_old_addresses_lead_to_their_sections(old, page, section, ann):
    """Bookmarks and links in mails of earlier releases open what they always did."""
    assert_moved(ann, "/account/", old, page, section)


@pytest.mark.parametrize(("old", "page", "section"), MOVED)
def test_a_guest_s_old_addresses_lead_to_their_sections(old, page, section, client, stored):
    """The link in a mail opens the same four pages for who has no account."""
    Player.objects.filter(pk=stored.players["ann"].pk).update(is_guest=True)
    open_link(client, stored.seats["ann"])
    assert_moved(client, f"/t/{stored.game.key}/account/", old, page, section)


def test_there_are_four_pages_and_each_leads_to_the_others(ann):
    """One row of tabs, no second list of the same links; the profile says who can open one’s seats."""
    for address in ("/account/", "/account/notices/", "/account/access/", "/account/data/"):
        page = Html(ann.get(address).content)
        tabs = [link["href"] for link in page.all("a") if str(link["href"]).startswith("/account/")]
        assert {"/account/", "/account/notices/", "/account/access/", "/account/data/"} <= set(tabs)
    assert "Who can open your seats" in Html(ann.get("/account/").content).text


@pytest.mark.parametrize("preset", Preset)
def test_a_preset_sets_every_group_and_is_marked(preset, ann, stored):
    """One press; the hour of the digest and what a device gets stay as they were."""
    player = stored.players["ann"]
    set_notice_choices(player=player, mail={"turn": "quiet"}, quiet_minutes=60, digest_at=time(7, 15))
    before = Html(ann.get("/account/notices/").content)
    ann.post("/account/notices/preset/", {"preset": preset.value})
    page = Html(ann.get("/account/notices/").content)
    choices = NoticeChoices.objects.get(player=player)

    pressed = [each["value"] for each in page.all("button") if each.get("aria-pressed") == "true"]
    assert [preset.value] == pressed
    assert not [each for each in before.all("button") if each.get("aria-pressed") == "true"]
    assert (preset, 60, time(7, 15)) == (preset_of(choices), choices.quiet_minutes, choices.digest_at)


def test_who_never_chose_has_every_mail():
    """The first preset is what the site does by itself."""
    assert Preset.EVERY == preset_of(NoticeChoices())


def test_an_unknown_preset_is_refused_in_a_sentence(ann):
    """A form of another release changes nothing."""
    response = ann.post("/account/notices/preset/", {"preset": "sometimes"})

    assert (422, False) == (response.status_code, NoticeChoices.objects.filter(mail__has_key="turn").exists())
    assert "Reload the page and choose again." in Html(response.content).text


@pytest.mark.parametrize("shift", range(len(Mode)))
def test_what_the_page_says_is_set_is_what_happens(shift, stored):
    """Each group is told as it is planned, whichever mode each has."""
    player = stored.players["ann"]
    modes = list(Mode)
    mail = {group: modes[(place + shift) % len(modes)] for place, group in enumerate(Group.values)}
    choices = set_notice_choices(player=player, mail=mail, quiet_minutes=60, digest_at=time(7, 15))
    told = {}
    for sentence in describe_choices(player, choices, []):
        words, _colon, groups = sentence.rstrip(".").rpartition(": ")
        told |= dict.fromkeys(groups.split(", "), MODES[words])

    assert {str(group.label): mode_in_fact(player, group) for group in Group} == told


def mode_in_fact(player: Player, group: str) -> Mode:
    """When a mail of a group is sent, by the planning of notices."""
    kind = next(name for name, spec in KINDS.items() if spec.group == group and not spec.is_direct)
    notice = Notice(player=Player.objects.get(pk=player.pk), kind=kind, created_at=clock.now())
    if unwanted_reason(notice):
        return Mode.OFF
    sending = plan_notice(notice)
    if sending.in_digest:
        return Mode.DIGEST
    return Mode.QUIET if sending.at >= notice.created_at + timedelta(minutes=59) else Mode.ONCE


def test_mail_that_stands_in_for_a_lost_channel_is_told(stored):
    """Who chose no mail for what a device told gets it by mail, and the sentence says so."""
    player = stored.players["ann"]
    off = dict.fromkeys(Group.values, Mode.OFF)
    choices = set_notice_choices(player=player, mail=off, quiet_minutes=60, digest_at=time(7, 15))
    lost = Channel.objects.create(
        player=player, kind="json", name="My bridge", url="https://h.example/1", off_at=clock.now()
    )

    mailed, bridge = describe_choices(player, choices, [lost])
    assert mailed.startswith("Mail right away: My turn")
    assert "My bridge: switched off." == bridge


@pytest.mark.parametrize("reason", ["mail_refused_at", "complained_at"])
def test_whom_no_mail_reaches_reads_so(reason, ann, stored):
    """Their devices get everything instead, and the section that says why is unfolded."""
    player = stored.players["ann"]
    setattr(player, reason, clock.now())
    player.save()
    choices = set_notice_choices(player=player, mail={}, quiet_minutes=60, digest_at=time(7, 15))
    bridge = Channel.objects.create(
        player=player, kind="json", name="My bridge", url="https://h.example/1", groups_off=["news"]
    )
    page = Html(ann.get("/account/notices/").content)

    nowhere = "We don’t mail you about games at the moment."
    assert [nowhere, "My bridge: everything."] == describe_choices(player, choices, [bridge])
    assert ["My bridge", nowhere] == [describe_places(player, each) for each in ([bridge], [])]
    assert {"places"} == {each["id"] for each in page.all("details") if "open" in each}


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_the_page_of_notifications_is_short(language, new_context, address, sign_in, stored):
    """At most 1,200 pixels on a desk, with a device, and nothing is wider than a phone."""
    player = stored.players["ann"]
    Player.objects.filter(pk=player.pk).update(language=language, quiet_from=time(22), quiet_to=time(8))
    Channel.objects.create(player=player, kind="json", name="My bridge", url="https://h.example/1")
    context = new_context(viewport={"width": 1280, "height": 900})
    sign_in(context, player)
    page = context.new_page()
    page.goto(f"{address}/account/notices/")
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": 390, "height": 844})
    wide = page.evaluate("document.documentElement.scrollWidth")

    assert height <= 1200
    assert wide == 390


FIELD = re.compile(r'<(?:textarea|select|input(?=[^>]* type="(?:text|email|url|date|time|number)"))')


@pytest.mark.parametrize("page", ["notices", "access"])
def test_what_is_wrong_with_a_form_is_in_sight(page, ann):
    """A form below the first screen is sent to its own section: the answer opens where its errors stand."""
    parts = re.split(
        r'<(?:details|section) class="panel[^"]*" id="', ann.get(f"/account/{page}/").content.decode()
    )
    forms = [
        (part.partition('"')[0], re.findall(r'action="([^"]*)"', form)[0])
        for part in parts[1:]
        for form in re.findall(r"<form.*?</form>", part, re.DOTALL)
        if FIELD.search(form)
    ]

    assert forms
    assert [] == [(section, action) for section, action in forms if not action.endswith(f"#{section}")]
