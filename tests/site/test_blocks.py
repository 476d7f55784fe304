"""Blocks keep two people from the same new table and hide their talk; a mute is one person’s own."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games import clock
from games.core import tokens
from games.core.refusal import Illegal, NotAllowed, NotPossible, Refusal
from games.history.remarks import games_with_unread
from games.mail.context import LetterContext
from games.mail.talk import recent_remarks
from games.models import Game, Notice, Player, PlayerBlock, Remark, Seat
from games.moderation.desk import perform
from games.people.blocks import keep_away, lift
from games.people.talk import post_remark
from games.play.silence import do_offer
from games.play.store_change import store_change
from games.play.table import LockedTable
from games.seats.deputies import ask_deputy
from games.seats.invitations import accept_invitation, find_acquaintances, invite, mail_seat
from games.seats.membership import take_seat
from games.seats.rematch import join_rematch
from games.seats.replacement import take_over
from tests.pages.test_nul import addresses

from .conftest import browser_of, make_player, open_game
from .play import seat_of
from .test_export import finish

pytestmark = pytest.mark.django_db
BOTH_WAYS = pytest.mark.parametrize("who", ["ann", "bob"], ids=["by the one", "by the other"])


def block(one: Player, other: Player, who: str = "ann") -> None:
    """Ann blocks Bob, or Bob Ann."""
    by, player = (one, other) if who == "ann" else (other, one)
    keep_away(by=by, player=player, kind="block")


def table_of(host: Player, **settings) -> Game:
    return open_game(host, name="Waiting", **settings)


def refused(act) -> str:
    with pytest.raises(Refusal) as refusal:
        act()
    return str(refusal.value)


@BOTH_WAYS
def test_they_do_not_meet_at_a_new_table(who, ann, bob, carol):
    """Not listed, not at a third person’s, not by invitation; others take these seats."""
    block(ann, bob, who)
    of_ann, of_carol = table_of(ann), table_of(carol)
    take_seat(game=of_carol, player=ann)

    for game in (of_ann, of_carol):
        with pytest.raises(NotAllowed):
            take_seat(game=game, player=bob)
    with pytest.raises(NotPossible):
        invite(game=of_ann, by=ann, email=bob.email)
    with pytest.raises(NotPossible):
        invite(game=of_carol, by=carol, email=bob.email)
    assert take_seat(game=of_ann, player=carol)


def test_who_is_blocked_is_never_told(ann, bob, carol):
    """What they read says nothing of a block or of a person; the one who blocked reads whom."""
    keep_away(by=ann, player=bob, kind="block")
    of_ann, of_bob = table_of(ann), table_of(bob)

    theirs = [
        refused(lambda: take_seat(game=of_ann, player=bob)),
        refused(lambda: invite(game=of_bob, by=bob, email=ann.email)),
    ]
    mine = refused(lambda: take_seat(game=of_bob, player=ann))

    assert not any("block" in text.lower() or "Ann" in text for text in theirs)
    assert "Bob" in mine
    assert "Ann" not in browser_of(bob).get(reverse("seat_access")).content.decode()


def test_an_invitation_that_was_open_is_not_accepted(ann, bob):
    game = table_of(ann)
    invitation = invite(game=game, by=ann, email=bob.email)
    keep_away(by=ann, player=bob, kind="block")

    with pytest.raises(NotAllowed):
        accept_invitation(invitation=invitation)


def test_the_link_of_a_game_mails_them_no_seat(ann, bob):
    """And says nothing about it, as it does of every address."""
    game = table_of(ann)
    keep_away(by=ann, player=bob, kind="block")

    assert mail_seat(game=game, link_key=game.link_key, email=bob.email)
    assert not game.invitations.exists()


@BOTH_WAYS
def test_they_do_not_take_over_each_other_s_tables(who, ann, bob, carol, start):
    """A seat that is offered there is none for them."""
    game = start(ann, carol)
    block(ann, bob, who)
    seat = seat_of(game, carol)
    with transaction.atomic():
        table = LockedTable.load(Game.objects.select_for_update().get(pk=game.pk))
        do_offer(table, table.seats[seat.number])
        store_change(table)

    with pytest.raises(NotAllowed):
        take_over(game=game, number=seat.number, player=bob)
    with pytest.raises(NotAllowed):
        take_seat(game=game, player=bob)


@BOTH_WAYS
def test_staff_give_no_seat_to_one_beside_the_other(who, ann, bob, carol, start, moderator):
    """Nothing changes; the sentence names nobody. The seat of the one may go to the other."""
    game = start(ann, carol)
    block(ann, bob, who)
    before = list(Seat.objects.order_by("pk").values()), Game.objects.get().version

    with pytest.raises(NotAllowed, match="don’t play together") as refusal:
        perform("replace", game=game, by=moderator, reason="Gone.", seat=2, to=bob.pk)
    assert "Ann" not in str(refusal.value)
    assert before == (list(Seat.objects.order_by("pk").values()), Game.objects.get().version)
    perform("replace", game=game, by=moderator, reason="Gone.", seat=seat_of(game, ann).number, to=bob.pk)
    assert seat_of(game, bob).is_taken


@pytest.mark.slow
@BOTH_WAYS
def test_a_rematch_leaves_the_other_out(who, ann, bob, carol, start):
    """Whoever of the two begins it; the third may still play with them."""
    over = finish(start(ann, bob, carol))
    block(ann, bob, who)
    new = join_rematch(game=over, player=ann)

    assert not new.seats.filter(player=bob).exists()
    assert new.seats.get(player=carol).status == Seat.Status.INVITED
    with pytest.raises(NotPossible):
        join_rematch(game=over, player=bob)


def test_a_rematch_of_a_third_person_takes_who_comes_first(ann, bob, carol, start):
    """The other is refused in neutral words."""
    over = finish(start(ann, bob, carol))
    keep_away(by=ann, player=bob, kind="block")
    new = join_rematch(game=over, player=carol)
    join_rematch(game=over, player=ann)

    assert "Ann" not in refused(lambda: join_rematch(game=over, player=bob))
    assert 2 == new.seats.filter(status=Seat.Status.TAKEN).count()


@BOTH_WAYS
def test_they_are_not_each_other_s_deputies(who, ann, bob, carol, start):
    """Nor a deputy at a table where the other sits."""
    game = start(ann, carol)
    block(ann, bob, who)
    until = (clock.now() + timedelta(days=2)).date()

    for owner in (ann, carol):
        with pytest.raises(NotPossible):
            ask_deputy(seat=seat_of(game, owner), by=owner, who=bob.email, until=until)


def test_they_are_not_proposed_to_each_other(ann, bob, start):
    start(ann, bob)
    assert [bob] == [player for player, _name in find_acquaintances(ann)]
    keep_away(by=bob, player=ann, kind="block")

    assert [] == find_acquaintances(ann)


def talk_of(player: Player, game: Game) -> str:
    return browser_of(player).get(reverse("talk", args=[game.key])).content.decode()


def test_a_block_hides_talk_from_both_and_a_mute_from_one(ann, bob, carol, start):
    """The third reads all of it."""
    game = start(ann, bob, carol)
    for player in (ann, bob):
        post_remark(seat=seat_of(game, player).pk, text=f"Here is {player.name}.")
    keep_away(by=ann, player=bob, kind="mute")

    assert "Here is Bob." not in talk_of(ann, game)
    assert "Here is Ann." in talk_of(bob, game)

    keep_away(by=ann, player=bob, kind="block")
    assert "Here is Bob." not in talk_of(ann, game)
    assert "Here is Ann." not in talk_of(bob, game)
    assert "Here is Bob." in talk_of(carol, game)

    lift(by=ann, pk=PlayerBlock.objects.get().pk)
    assert "Here is Bob." in talk_of(ann, game)


def test_no_number_of_a_message_shows_what_its_reader_does_not_hear(ann, bob, carol, start, moderator):
    """No page of the game shows it, whichever field of its address or form names it; one that is heard is."""
    dave, eve = make_player("Dave"), make_player("Eve")
    game, other = start(ann, bob, carol, dave, eve), start(carol, dave)
    keep_away(by=bob, player=ann, kind="block")
    keep_away(by=dave, player=bob, kind="block")
    keep_away(by=bob, player=eve, kind="mute")
    unheard = [
        post_remark(seat=seat_of(game, player).pk, text=f"Unheard of {player.name}")
        for player in (ann, dave, eve, carol)
    ]
    perform("hide", game=game, remark=unheard[-1].pk, by=moderator, reason="Rude")
    unheard.append(post_remark(seat=seat_of(other, carol).pk, text="Unheard of elsewhere"))
    heard = post_remark(seat=seat_of(game, carol).pk, text="Heard of Carol")
    Remark.objects.filter(pk=heard.pk).update(id=10**17)  # as many digits as a key may have
    heard.pk = 10**17
    browser = browser_of(bob)
    pages = [(address, names) for address, names in addresses(game.key) if names and game.key in address]
    asked = [(address, dict.fromkeys(names, unheard[0].pk)) for address, names in pages]
    asked += [(f"/g/{game.key}/report/", {"remark": remark.pk}) for remark in unheard]
    shown = [each for each in asked if "Unheard" in browser.get(*each).content.decode()]
    for remark in unheard:
        form = f"/g/{game.key}/report/?remark={remark.pk}"
        shown += [form] if "Unheard" in browser.post(form, {"kind": "talk"}).content.decode() else []

    assert [] == shown
    assert "report" in {address.split("/")[-2] for address, names in pages if "remark" in names}
    assert "Heard of Carol" in browser.get(f"/g/{game.key}/report/?remark={heard.pk}").content.decode()


def test_no_mention_and_no_mail_brings_it_back(ann, bob, start):
    """Nor is the game marked as one with new talk."""
    game = start(ann, bob)
    keep_away(by=ann, player=bob, kind="mute")
    post_remark(seat=seat_of(game, bob).pk, text="Hello @Ann")

    assert not Notice.objects.filter(kind=Notice.Kind.MENTION).exists()
    assert set() == games_with_unread(ann)
    notice = Notice.objects.filter(player=ann, seat__isnull=False).first()
    assert () == recent_remarks(LetterContext.of(notice))


def test_the_buttons_at_the_table_and_the_page_of_the_account(ann, bob, start):
    """Block, see it in the account, lift it there; the other sees no sign of it."""
    game = start(ann, bob)
    browser, people = browser_of(ann), reverse("people", args=[game.key])
    number = seat_of(game, bob).number
    assert "Block Bob" in browser.get(people).content.decode()

    page = browser.post(
        reverse("block_person", args=[game.key]), {"seat": number, "kind": "block"}, follow=True
    )
    assert "Unblock Bob" in page.content.decode()
    shown = browser.get(reverse("seat_access")).content.decode()
    assert "Bob" in shown
    browser.post(reverse("lift_block", args=[PlayerBlock.objects.get().pk]))

    assert not PlayerBlock.objects.exists()


def test_nobody_lifts_what_another_has_set(ann, bob):
    keep_away(by=ann, player=bob, kind="block")
    browser_of(bob).post(reverse("lift_block", args=[PlayerBlock.objects.get().pk]))

    assert PlayerBlock.objects.exists()


def test_a_guest_blocks_by_their_link(ann, bob, start):
    """They have a page of people, and settings of their own."""
    game = start(ann, bob)
    Player.objects.filter(pk=bob.pk).update(is_guest=True)
    browser = Client()
    browser.get(reverse("play_link", args=[tokens.make_token(seat_of(game, bob))]))
    page = browser.get(reverse("seat_people", args=[game.key]))
    given = {"seat": seat_of(game, ann).number, "kind": "mute"}
    browser.post(
        reverse("seat_block_person", args=[game.key]),
        given | {"csrfmiddlewaretoken": page.context["csrf_token"]},
    )

    assert PlayerBlock.objects.filter(by=bob, player=ann, kind="mute").exists()
    assert "Ann" in browser.get(reverse("guest_seat_access", args=[game.key])).content.decode()


@pytest.mark.parametrize(("kind", "refusal"), [("nonsense", Illegal), ("of-oneself", NotPossible)])
def test_what_is_no_block_is_refused(kind, refusal, ann, bob):
    other = ann if kind == "of-oneself" else bob
    with pytest.raises(refusal):
        keep_away(by=ann, player=other, kind="block" if kind == "of-oneself" else kind)
