"""The talk of a circle: who writes, who reads what, what is deleted, hidden and reported."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import clock
from games.core.refusal import Capped, Illegal, NotAllowed, NotPossible
from games.models import Circle, CircleMember, CircleRemark, Player, Report
from games.moderation.desk import perform, revert
from games.people import circle_talk, circles
from games.people.account_deletion import delete_account
from games.people.blocks import keep_away
from games.people.data_export import exported_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> dict[str, Player]:
    return {
        name: Player.objects.create_user(f"{name}@example.org", name=name.title())
        for name in ("ann", "bob", "cid", "dee")
    }


@pytest.fixture
def circle(people) -> Circle:
    circle = circles.create_circle(host=people["ann"], name="Thursday people")
    for name in ("bob", "cid"):
        CircleMember.objects.create(circle=circle, player=people[name])
    return circle


def say(circle: Circle, by: Player, text: str = "Well.", **more) -> CircleRemark:
    return circle_talk.write(circle=circle, by=by, text=text, **more)


def browser_of(player: Player) -> Client:
    browser = Client()
    browser.force_login(player)
    return browser


def page_of(player: Player, circle: Circle, name: str = "circle_talk", **query) -> str:
    return browser_of(player).get(reverse(name, args=[circle.key]), query).content.decode()


def test_members_write_and_read(people, circle):
    """Words stay words: no markup, no link, and lines as they were written."""
    text = "<b>Hi</b> **all**\n[x](https://evil.example)"
    browser_of(people["bob"]).post(reverse("circle_talk", args=[circle.key]), {"text": text})
    page = page_of(people["ann"], circle)

    assert "&lt;b&gt;Hi&lt;/b&gt; **all**<br>[x](https://evil.example)" in page
    assert "&lt;b&gt;Hi" in page_of(people["ann"], circle, "circle")
    with pytest.raises(NotAllowed):
        say(circle, people["dee"])
    assert (
        404
        == browser_of(people["dee"])
        .post(reverse("circle_talk", args=[circle.key]), {"text": "Hi"})
        .status_code
    )


def test_there_are_limits(people, circle, monkeypatch):
    """Nothing empty, nothing endless, and no flood."""
    for text in ("", " \n ", "x" * 1001):
        with pytest.raises(Illegal):
            say(circle, people["bob"], text)
    monkeypatch.setattr(circle_talk, "MOST_A_MINUTE", 1)
    say(circle, people["bob"])
    with pytest.raises(Capped):
        say(circle, people["bob"], "Again.")
    refused = browser_of(people["bob"]).post(reverse("circle_talk", args=[circle.key]), {"text": "My draft"})

    assert 429 == refused.status_code
    assert "My draft</textarea>" in refused.content.decode()


def test_what_is_sent_twice_stands_once(people, circle):
    for text in ("Hi", "Hi", "Ho"):
        say(circle, people["bob"], text, submission_key="k")

    assert ["Ho", "Hi"] == [each.text for each in circle.remarks.all()]


@pytest.mark.parametrize("kind", ["block", "mute"])
def test_who_keeps_apart_reads_nothing(kind, people, circle):
    """Of the other; a mute is the reader's alone."""
    say(circle, people["bob"], "From Bob")
    say(circle, people["cid"], "From Cid")
    keep_away(by=people["bob"], player=people["cid"], kind=kind)

    assert "From Cid" not in page_of(people["bob"], circle)
    assert ("From Bob" in page_of(people["cid"], circle)) is (kind == "mute")
    assert "From Cid" not in page_of(people["bob"], circle, "circle")


def test_messages_are_deleted(people, circle):
    """One's own for ten minutes; a host deletes any; nothing of it is stored."""
    said, other, third = (say(circle, people[name], "Secret") for name in ("bob", "bob", "cid"))
    circle_talk.delete(circle=circle, by=people["bob"], remark=said.pk)
    CircleRemark.objects.filter(pk=other.pk).update(created_at=clock.now() - timedelta(minutes=11))
    with pytest.raises(NotPossible):
        circle_talk.delete(circle=circle, by=people["bob"], remark=other.pk)
    with pytest.raises(NotAllowed):
        circle_talk.delete(circle=circle, by=people["bob"], remark=third.pk)
    browser_of(people["ann"]).post(reverse("circle_talk", args=[circle.key]), {"delete": other.pk})

    assert ["Secret", "", ""] == list(CircleRemark.objects.values_list("text", flat=True))
    assert 1 == page_of(people["ann"], circle).count("Secret")


def test_a_message_of_another_circle_is_not_touched(people, circle):
    other = circles.create_circle(host=people["dee"], name="Others")
    said = say(circle, people["bob"])
    with pytest.raises(NotAllowed):
        circle_talk.delete(circle=other, by=people["dee"], remark=said.pk)
    address = reverse("report_circle_talk", args=[other.key, said.pk])
    assert 404 == browser_of(people["dee"]).get(address).status_code


def test_a_message_is_reported_and_hidden(people, circle):
    """The report holds a copy; staff hide the message by its number, and take that back."""
    said = say(circle, people["bob"], "You fool")
    mod = Player.objects.create_superuser("mod@example.org", name="Mod")
    address = reverse("report_circle_talk", args=[circle.key, said.pk])
    form = {"kind": "talk", "words": ""}
    assert 200 == browser_of(people["cid"]).get(address).status_code
    assert 404 == browser_of(people["bob"]).get(address).status_code  # their own
    assert 302 == browser_of(people["cid"]).post(address, form).status_code
    report = Report.objects.get()
    evidence = str(report.evidence)
    act = perform("hide-circle-talk", player=people["bob"], by=mod, reason="Rude.", message=said.pk)

    assert (people["bob"], said) == (report.about, report.circle_remark)
    assert "You fool" in evidence
    assert str(said.pk) in evidence
    assert "You fool" not in page_of(people["cid"], circle)
    assert "Hidden by the staff of this site." in page_of(people["cid"], circle)
    revert(record=act.record, by=mod)
    assert "You fool" in page_of(people["cid"], circle)


def test_only_their_own_messages_are_hidden(people, circle):
    """A number of somebody else's message, or of none, is refused."""
    said = say(circle, people["bob"])
    mod = Player.objects.create_superuser("mod@example.org", name="Mod")
    for number in (said.pk, 0, 10**9):
        with pytest.raises(NotPossible):
            perform("hide-circle-talk", player=people["cid"], by=mod, reason="Rude.", message=number)


def test_who_has_left_is_not_named(people, circle):
    """Their words stay, as at tables; those of a deleted account go."""
    say(circle, people["bob"], "By Bob")
    say(circle, people["cid"], "By C.")
    circles.leave_circle(circle=circle, player=people["bob"])
    page = page_of(people["ann"], circle)
    Player.objects.filter(pk=people["cid"].pk).update(deletion_at=clock.now())
    rows = dict(exported_tables(people["cid"]))
    delete_account(people["cid"].pk)

    assert "<bdi>Bob</bdi>" not in page
    assert "A former member" in page
    assert ["By C."] == [row["text"] for row in rows["circle_talk"]]
    assert ["Thursday people"] == [row["circle_name"] for row in rows["circles"]]
    assert ["By Bob"] == list(CircleRemark.objects.values_list("text", flat=True))


def test_talk_costs_the_same_for_little_and_much(people, circle):
    """Fifty a page, whoever wrote them."""
    seen = []
    say(circle, people["bob"])
    browser = browser_of(people["ann"])
    for count in (0, 60):
        CircleRemark.objects.bulk_create(
            CircleRemark(circle=circle, player=people[("bob", "cid")[n % 2]], text="x") for n in range(count)
        )
        browser.get(reverse("circle_talk", args=[circle.key]))
        with CaptureQueriesContext(connection) as spent:
            page = browser.get(reverse("circle_talk", args=[circle.key])).content.decode()
        seen.append(len(spent))

    assert seen[0] == seen[1] <= 12
    assert 50 == page.count('<li class="game-row">')
