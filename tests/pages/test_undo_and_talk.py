"""The table page offers to take back, tells what was taken back, and holds the talk and the notes."""

import re

import pytest

from games.core import access
from games.models import Game, Pace, Remark, Seat, SeatNotebook, Timing
from games.pages.common import passes
from games.people import talk
from tests.mail.tables import store
from tests.pages.positions import Html, open_link, turn_of_ann

BUTTON = "Nobody has seen anything because of it."  # beside the button
HOSTILE = "<script>alert(1)</script> \"'& =1+1 @Bob"


@pytest.fixture
def stored(db):
    return store(turn_of_ann(), commitment="c0ffee" * 8)


def page(client, stored, door: str = "g") -> Html:
    return Html(client.get(f"/{door}/{stored.game.key}/").content)


def play(client, stored, label: str) -> None:
    question = stored.question("ann")
    client.post(
        f"/g/{stored.game.key}/answer/",
        {"number": question.number, "label": label, "submission_key": f"k{question.number}"},
    )


def test_a_move_is_taken_back_on_the_page(visit, stored):
    """Ann plays Bread, and takes it back; Bob, who has looked in between, reads that she did."""
    ann, bob = visit(stored.players["ann"]), visit(stored.players["bob"])
    before = page(ann, stored).text
    play(ann, stored, "bread")
    offered = page(ann, stored).text
    for_bob = page(bob, stored).text
    ann.post(f"/g/{stored.game.key}/undo/", {})

    assert BUTTON not in before
    assert "to take back" not in before.replace("Take back a whole turn", "")
    assert BUTTON in offered
    assert BUTTON not in for_bob
    assert "undone Ann played Bread." in " ".join(page(bob, stored).text.split())
    assert "Ann undid the moves above." in page(bob, stored).text


def test_what_stays_is_refused_with_its_reason(visit, stored):
    """Ann has drawn: no button, and a form sent all the same changes nothing."""
    ann = visit(stored.players["ann"])
    play(ann, stored, "draw-3")
    response = ann.post(f"/g/{stored.game.key}/undo/", {})

    assert response.status_code == 409
    assert "cards were drawn because of it" in Html(response.content).text


def test_the_same_by_a_link_from_a_mail(client, visit, stored):
    """Who came by a link takes back, talks and notes from the seat's own pages."""
    play(visit(stored.players["ann"]), stored, "bread")
    open_link(client, stored.seats["ann"])
    secret = {"csrfmiddlewaretoken": passes.seat_secret(stored.seats["ann"])}
    base = f"/t/{stored.game.key}"
    assert BUTTON in page(client, stored, "t").text
    assert client.post(f"{base}/undo/", secret).status_code == 302
    assert client.post(f"{base}/talk/", secret | {"text": "Hello"}).status_code == 302
    assert client.post(f"{base}/notes/", secret | {"text": "Mine"}).status_code == 302
    assert client.post(f"{base}/talk/", {"text": "Forged"}).status_code == 403

    shown = page(client, stored, "t").text
    assert BUTTON not in shown
    assert "Hello" in shown
    assert SeatNotebook.objects.get().text == "Mine"
    assert Remark.objects.count() == 1


def test_talk_is_escaped_and_stays_at_the_table(visit, charlie, stored):
    """What is said is text (S9); onlookers of an open game read it only where the host lets them."""
    stored.game.is_open = True
    stored.game.save()
    ann, bob, outside = visit(stored.players["ann"]), visit(stored.players["bob"]), visit(charlie)
    ann.post(f"/g/{stored.game.key}/talk/", {"text": HOSTILE})
    for_bob = bob.get(f"/g/{stored.game.key}/").content.decode()
    closed = outside.get(f"/g/{stored.game.key}/").content.decode()
    closed_talk = outside.get(f"/g/{stored.game.key}/talk/").status_code
    said = outside.post(f"/g/{stored.game.key}/talk/", {"text": "Hi"}).status_code
    stored.game.talk_is_public = True
    stored.game.save()
    opened = outside.get(f"/g/{stored.game.key}/").content.decode()

    assert "<script>alert(1)" not in for_bob
    assert "&lt;script&gt;alert(1)" in for_bob
    assert "alert(1)" not in closed
    assert (closed_talk, said) == (404, 404)
    assert "&lt;script&gt;alert(1)" in opened
    assert 'id="say"' not in opened


def test_the_talk_is_asked_for_again_only_where_it_changed(visit, stored):
    """The poll of a page that shows all gets no answer."""
    ann = visit(stored.players["ann"])
    page = ann.get(f"/g/{stored.game.key}/").content.decode()
    (address,) = re.findall(r'"(/g/\w+/talk/\?state=\w+)"', page)

    assert ann.get(address).status_code == 204
    talk.post_remark(seat=stored.seats["bob"].pk, text="Hi Ann")
    assert "Hi Ann" in Html(ann.get(address).content).text


def test_unread_talk_is_on_the_dashboard_until_it_is_read(visit, stored):
    """A badge, the next game, and no more of it once it was read."""
    cid = visit(stored.players["cid"])
    remark = talk.post_remark(seat=stored.seats["bob"].pk, text="Hi all")
    before = Html(cid.get("/").content).text
    following = cid.get("/next/")["Location"]
    cid.post(f"/g/{stored.game.key}/talk/", {"heard": remark.pk})

    assert "unread talk" in before
    assert following == f"/g/{stored.game.key}/"
    assert "unread talk" not in Html(cid.get("/").content).text
    assert Seat.objects.get(pk=stored.seats["cid"].pk).heard_until == remark.pk


def test_notes_are_for_their_seat_alone(visit, stored):
    """Nobody else's page holds a word of them."""
    visit(stored.players["ann"]).post(
        f"/g/{stored.game.key}/notes/", {"text": "Bob hides Milk", "released": "on"}
    )

    assert "Bob hides Milk" in page(visit(stored.players["ann"]), stored).text
    assert "Bob hides Milk" not in page(visit(stored.players["bob"]), stored).text
    assert SeatNotebook.objects.get().released


def test_asking_the_table(visit, stored):
    """Ann asks; Bob and Cid see it on the table, agree on the page, and her turn begins again."""
    ann, bob, cid = (visit(stored.players[name]) for name in ("ann", "bob", "cid"))
    play(ann, stored, "draw-3")
    address = f"/g/{stored.game.key}/takeback/"
    assert "You played Draw 3." in Html(ann.get(address).content).text
    ann.post(address, {"act": "ask"})
    vote = stored.game.votes.get()
    for client in (bob, cid):
        assert "Ann asks to take back a turn" in page(client, stored).text
        client.post(address, {"act": "agree", "vote": vote.pk})

    assert "draw-3" in hand_of_ann(stored)
    assert "Everyone agreed" in page(bob, stored).text


def hand_of_ann(stored) -> tuple[str, ...]:
    view = access.view(stored.game, stored.seats["ann"])
    assert view is not None
    return view.hand


def test_no_clock_is_told_to_run_where_there_is_none(visit, stored):
    """A game without a clock, such as one against bots, says nothing of it beside the way to undo."""
    ann = visit(stored.players["ann"])
    play(ann, stored, "bread")
    timed = page(ann, stored).text
    Game.objects.update(pace=Pace.NONE, timing=Timing.FLAT)
    untimed = page(ann, stored).text

    assert BUTTON in timed
    assert BUTTON in untimed
    assert "Your clock keeps running." in timed
    assert "Your clock keeps running." not in untimed
