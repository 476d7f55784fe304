"""The link to a game that is over: who makes it, what strangers see by it, and by which names."""

import random
from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image

from engine.scenario import deal
from games import clock
from games.history.game_history import history_lines
from games.models import Game, Player, Remark, Seat, Share
from games.moderation.desk import perform, revert
from games.pages.common import rate_limits
from games.pages.table.end_picture import can_write, render_svg
from games.pages.table.shown_end import show_end
from games.people.account_deletion import delete_account
from tests.mail.tables import Stored, store
from tests.pages.boards import won_by_cid
from tests.pages.kinds import all_have_lost
from tests.pages.positions import Html, all_rows, mask, open_link, turn_of_ann, won_by_ann
from tests.pages.replays import finished

PAGES = ("shared", "shared_replay", "shared_picture")


def share(visit, stored: Stored, name: str = "bob", do: str = "share") -> str:
    """Press a button on the page that shares the game; return the key of the link, if there is one."""
    response = visit(stored.players[name]).post(f"/g/{stored.game.key}/share/", {"do": do})

    assert 302 == response.status_code
    found = Share.objects.filter(game=stored.game).first()
    return found.key if found is not None else ""


def read(client, key: str, page: str = "shared", **query: object) -> str:
    """What a page of the link says."""
    response = client.get(reverse(page, args=[key]), query)

    assert 200 == response.status_code
    return Html(response.content).text


def test_strangers_see_the_end_by_the_link(client, visit, db):
    """Of a private game: who won, why, and no hand; not for search engines, other sites and caches."""
    stored = store(won_by_ann())
    key = share(visit, stored)
    response = client.get(f"/s/{key}/")
    text = Html(response.content).text

    assert "Ann won." in text
    assert "In turn 1 Ann set the goal Baked Goods and had all it asks for." in text
    assert "Jackpot" not in text
    assert ("noindex", "no-referrer") == (response["X-Robots-Tag"], response["Referrer-Policy"])
    assert "no-store" in response["Cache-Control"]


def test_chats_show_the_picture(client, visit, db):
    """In the language of who has shared it, whatever the program that asks speaks."""
    stored = store(won_by_ann())
    Player.objects.filter(pk=stored.players["bob"].pk).update(language="pl")
    key = share(visit, stored)
    page = Html(client.get(f"/s/{key}/", HTTP_ACCEPT_LANGUAGE="ru").content)
    found = {each.get("property") or each.get("name"): each.get("content") for each in page.all("meta")}

    assert "Ann wygrywa partię „Friday game”" == found["og:title"].replace("\xa0", " ")
    assert "W turze 1 Ann zagrywa cel „Wypieki”" in found["og:description"].replace("\xa0", " ")
    assert found["og:image"].endswith(f"/s/{key}/end.png")
    assert ("summary_large_image", "noindex") == (found["twitter:card"], found["robots"])
    assert "Побеждает Ann." in page.text


@pytest.mark.parametrize("make", [won_by_ann, won_by_cid, all_have_lost])
def test_the_picture_of_each_end(client, visit, make, db):
    """1200 by 630, the same as long as nothing changes, and drawn no second time for who has it."""
    stored = store(make())
    key = share(visit, stored)
    first = client.get(f"/s/{key}/end.png")
    image = Image.open(BytesIO(first.content))

    assert ("image/png", (1200, 630)) == (first["Content-Type"], image.size)
    assert len(first.content) < 100_000
    again = client.get(f"/s/{key}/end.png", HTTP_IF_NONE_MATCH=first["ETag"])
    assert (304, b"") == (again.status_code, again.content)


@pytest.mark.parametrize(
    "name", ["Zażółć Gęślą Jaźń", "Щукина Ёлка", "נעמה לוי", "ليلى حسن", "O'Neil & <Söhne>"]
)
def test_the_picture_writes_names_in_many_letters(client, visit, name, db):
    """Each letter is drawn: another name of as many letters makes another picture."""
    stored = store(won_by_ann())
    key, pictures = share(visit, stored), set()
    for written in (name, name[::-1]):
        Seat.objects.filter(pk=stored.seats["ann"].pk).update(name=written)
        pictures.add(client.get(f"/s/{key}/end.png").content)

    assert can_write(name)
    assert 2 == len(pictures)


def test_a_name_in_letters_that_no_font_has(visit, db):
    """It says a player, and draws no boxes."""
    stored = store(won_by_ann())
    Seat.objects.filter(pk=stored.seats["ann"].pk).update(name="山田花子")
    stored.game.refresh_from_db()

    assert "A player won." in render_svg(show_end(stored.game))


@pytest.mark.parametrize("key", ["running", "withdrawn", "wrong", "ended"])
def test_a_link_that_shows_nothing_says_so(client, visit, key, moderator, db):
    """A game that goes on, one withdrawn or ended by a moderator, a slip: one sentence, no change."""
    stored = store(turn_of_ann() if key == "running" else won_by_ann())
    token = "mistyped"
    if key == "running":
        token = Share.objects.create(
            game=stored.game, seat=stored.seats["bob"], player=stored.players["bob"], language="en"
        ).key
    elif key != "wrong":
        token = share(visit, stored)
        if key == "withdrawn":
            share(visit, stored, "cid", "withdraw")
        else:
            perform("end-share", game=stored.game, by=moderator, reason="Insults in a name.")
    before = all_rows()
    for page in PAGES:
        response = client.get(reverse(page, args=[token]))

        assert 404 == response.status_code
        assert "It’s incomplete, or those who made it have withdrawn it." in Html(response.content).text
    assert before == all_rows()


def test_a_new_link_has_another_address(visit, client, db):
    """Who has the old one sees nothing; pressing twice makes one link."""
    stored = store(won_by_ann())
    old = share(visit, stored)
    assert old == share(visit, stored, "cid")
    share(visit, stored, "ann", "withdraw")
    new = share(visit, stored, "ann")

    assert old != new
    assert [404, 200] == [client.get(f"/s/{key}/").status_code for key in (old, new)]


def test_a_game_that_goes_on_is_not_shared(visit, db):
    """Neither the page nor the picture is there before the end, whatever is sent."""
    stored = store(turn_of_ann())
    browser = visit(stored.players["bob"])
    before = all_rows()
    answers = [
        browser.get(f"/g/{stored.game.key}/share/"),
        browser.post(f"/g/{stored.game.key}/share/", {"do": "share"}),
        browser.post(f"/g/{stored.game.key}/share/", {"do": "hide-name"}),
        browser.get(f"/g/{stored.game.key}/end.png"),
    ]

    assert [302, 409, 409, 409] == [each.status_code for each in answers]
    assert "This game isn’t over yet, so there’s nothing to share." in Html(answers[1].content).text
    assert before == all_rows()


def test_a_button_that_does_not_exist_changes_nothing(visit, db):
    """A form of another release, or of nobody."""
    stored = store(won_by_ann())
    browser = visit(stored.players["bob"])
    before = all_rows()
    response = browser.post(f"/g/{stored.game.key}/share/", {"do": "publish"})

    assert 422 == response.status_code
    assert "Nothing was changed." in Html(response.content).text
    assert before == all_rows()


def test_only_players_of_the_table_share_it(client, visit, charlie, db):
    """Not who watches an open game; a guest, by their link."""
    stored = store(won_by_ann())
    Game.objects.update(is_open=True)
    onlooker = visit(charlie)

    assert 404 == onlooker.post(f"/g/{stored.game.key}/share/", {"do": "share"}).status_code
    assert 200 == onlooker.get(f"/g/{stored.game.key}/end.png").status_code
    assert not Share.objects.exists()
    Player.objects.filter(pk=stored.players["bob"].pk).update(is_guest=True)
    open_link(client, stored.seats["bob"])
    page = Html(client.get(f"/t/{stored.game.key}/share/").content)
    secret = next(each["value"] for each in page.all("input") if each.get("name") == "csrfmiddlewaretoken")
    fields = {"do": "share", "csrfmiddlewaretoken": secret}
    assert 302 == client.post(f"/t/{stored.game.key}/share/", fields).status_code
    assert Share.objects.get().seat == stored.seats["bob"]


def test_the_table_learns_who_shares_it(visit, db):
    """In the history, and on the page of each player."""
    stored = store(won_by_ann())
    share(visit, stored)
    told = [line.text for line in history_lines(stored.game, None)]
    page = Html(visit(stored.players["cid"]).get(f"/g/{stored.game.key}/share/").content).text

    assert "Bob has made a link that shows this game to anyone who has it." == told[-1]
    assert "Bob has shared this game. Its link:" in page
    assert "Withdraw the link" in page


# Names


def test_each_player_may_be_unnamed_at_once(client, visit, db):
    """On the page, in the replay, in chats and in the picture; the others read on as they are called."""
    stored = finished()
    winner = next(
        each for each in stored.seats.values() if each == Game.objects.get(pk=stored.game.pk).winner
    )
    other = next(each for each in stored.seats.values() if each != winner)
    key = share(visit, stored)
    drawn = client.get(f"/s/{key}/end.png")["ETag"]
    assert winner.name in read(client, key)
    share(visit, stored, winner.name.lower(), "hide-name")

    everything = [client.get(f"/s/{key}/").content.decode()]
    everything += [client.get(f"/s/{key}/replay/", {"move": move}).content.decode() for move in range(1, 9)]
    assert not [page for page in everything if winner.name in page]
    assert "A player won." in Html(everything[0].encode()).text
    assert other.name in everything[0]
    assert drawn != client.get(f"/s/{key}/end.png")["ETag"]
    share(visit, stored, winner.name.lower(), "show-name")
    assert winner.name in read(client, key)
    assert drawn == client.get(f"/s/{key}/end.png")["ETag"]


def test_two_unnamed_players_are_told_apart(client, visit, db):
    """Also where the game is called after one of them."""
    stored = store(won_by_ann(), name="Ann’s birthday")
    key = share(visit, stored)
    for name in ("ann", "cid"):
        share(visit, stored, name, "hide-name")
    text = read(client, key)

    assert "A player" in text
    assert "Player B" in text
    assert "Ann" not in text
    assert "Cid" not in text
    assert "Bob" in text


def test_who_cannot_choose_any_more_is_not_named(client, visit, db):
    """A player who has left; one whose account is deleted is called so; a bot keeps its name."""
    stored = store(won_by_ann())
    Seat.objects.filter(pk=stored.seats["cid"].pk).update(status=Seat.Status.LEFT)
    Seat.objects.filter(pk=stored.seats["ann"].pk).update(name="Former player")
    text = read(client, share(visit, stored))

    assert "Former player won." in text
    assert "Cid" not in text
    assert "A player" in text


def test_a_suspended_player_shares_nothing(client, visit, db):
    """Their link rests."""
    stored = store(won_by_ann())
    key = share(visit, stored)
    in_a_year = stored.game.created_at.replace(year=2036)
    Player.objects.filter(pk=stored.players["bob"].pk).update(suspended_until=in_a_year)

    assert 404 == client.get(f"/s/{key}/").status_code


# What strangers see


def test_strangers_see_what_every_onlooker_sees(client, visit, db):
    """The replay, move by move, is that of an open game; talk and what concerned the table are not there."""
    stored = finished()
    Remark.objects.create(
        game=stored.game, seat=stored.seats["ann"], player=stored.players["ann"], text="Psst!"
    )
    key = share(visit, stored)
    Game.objects.update(is_open=True)
    count = Html(client.get(f"/s/{key}/replay/").content).text.split(" of ")[1].split()[0]
    for move in random.Random(7).sample(range(1, int(count) + 1), 4):
        mine = Html(client.get(f"/s/{key}/replay/", {"move": move}).content).text
        theirs = Html(client.get(f"/g/{stored.game.key}/replay/", {"move": move}).content).text

        ends = "You see what everyone could see at that moment"
        pages = [text.partition(f"Move {move} of {count}")[2].partition(ends)[0] for text in (mine, theirs)]
        assert pages[0] == pages[1] != ""
        assert "Psst!" not in mine
        assert "has made a link" not in mine


def test_what_nobody_saw_makes_no_difference(client, visit, db):
    """Two games that differ in hands, in the pile, in talk and in notes: the same bytes."""
    found = []
    for bob, said in ((["jackpot", "milk"], "one"), (["love", "time"], "another")):
        scene = deal(
            ann=["baked-goods"], bob=bob, cid=2, keepers={"ann": ["bread", "cookies"]}, turn="ann", played=0
        )
        scene.seats[0].plays("baked-goods")
        stored = store(scene)
        Remark.objects.create(
            game=stored.game, seat=stored.seats["ann"], player=stored.players["ann"], text=said
        )
        share(visit, stored)
        Share.objects.filter(game=stored.game).update(key="always-the-same")
        pages = [client.get(reverse(page, args=["always-the-same"])) for page in PAGES]
        found.append([mask(pages[0].content), mask(pages[1].content), pages[2].content])
        Share.objects.all().delete()

    assert found[0] == found[1]


def test_strangers_are_limited_as_onlookers_are(client, visit, monkeypatch, db):
    """A network that reads too much is told to wait."""
    stored = store(won_by_ann())
    key = share(visit, stored)
    monkeypatch.setattr(rate_limits, "READS_A_MINUTE", 2)

    assert [200, 200, 429] == [client.get(f"/s/{key}/").status_code for _ in range(3)]
    assert 429 == client.get(f"/s/{key}/end.png").status_code


# Moderators


def test_a_moderator_ends_it_and_takes_that_back(client, visit, moderator, db):
    """Players can’t make another link meanwhile."""
    stored = store(won_by_ann())
    key = share(visit, stored)
    record = perform("end-share", game=stored.game, by=moderator, reason="Insults in a name.").record
    page = Html(visit(stored.players["bob"]).get(f"/g/{stored.game.key}/share/").content).text

    assert 404 == client.get(f"/s/{key}/").status_code
    assert "A moderator has ended the link to this game, so nobody can share it." in page
    again = visit(stored.players["bob"]).post(f"/g/{stored.game.key}/share/", {"do": "share"})
    assert 403 == again.status_code
    visit(stored.players["bob"]).post(f"/g/{stored.game.key}/share/", {"do": "withdraw"})
    revert(record, by=moderator)
    assert 200 == client.get(f"/s/{key}/").status_code


def test_what_a_moderator_ended_stays_ended(client, visit, moderator, db):
    """Also when the account of who had shared it is deleted; taken back, somebody else may share it."""
    stored = store(won_by_ann())
    share(visit, stored)
    record = perform("end-share", game=stored.game, by=moderator, reason="Insults in a name.").record
    Player.objects.filter(pk=stored.players["bob"].pk).update(deletion_at=clock.now())
    delete_account(stored.players["bob"].pk)
    assert not Share.objects.exists()
    cid = visit(stored.players["cid"])

    assert 403 == cid.post(f"/g/{stored.game.key}/share/", {"do": "share"}).status_code
    revert(record, by=moderator)
    assert 200 == client.get(f"/s/{share(visit, stored, 'cid')}/").status_code
