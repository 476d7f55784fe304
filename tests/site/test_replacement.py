"""A seat in a running game goes to somebody else: offered, looked at, taken over, withdrawn, lapsed."""

from datetime import timedelta
from functools import partial

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.test import Client
from django.urls import reverse

from games import clock
from games.core import access, tokens
from games.core.refusal import Illegal, NotAllowed, NotPossible
from games.history import game_history
from games.models import (
    Game,
    Notice,
    Question,
    Seat,
    SeatNote,
    SeatNotebook,
    Silence,
    StaffAct,
    StoredWindowOrder,
)
from games.moderation.desk import perform
from games.people.blocks import keep_away
from games.periodic.sweep import sweep_deadlines, sweep_old, sweep_votes
from games.play import question_rows
from games.play.start import start_game
from games.seats import replacement
from games.seats.deputies import accept_deputy, ask_deputy
from games.seats.lobby import remove_player
from games.seats.membership import return_to_seat, take_seat
from games.seats.replacement import offer_seat, take_over

from .conftest import make_player, open_game
from .play import let_time_run_out, open_questions, seat_of


def told(game: Game) -> list[str]:
    return [line.text for line in game_history.history_lines(game, None)]


@pytest.fixture
def offered(ann, bob, carol, start) -> Game:
    """A game of Ann, Bob and Carol, in which Carol's seat is offered to others."""
    game = start(ann, bob, carol)
    offer_seat(seat=seat_of(game, carol))
    game.refresh_from_db()
    return game


@pytest.fixture
def dora(db):
    return make_player("Dora")


def take(game: Game, player, **more) -> Seat:
    number = game.seats.get(offered_at__isnull=False).number
    return take_over(game=game, number=number, player=player, **more)


def test_silence_offers_the_seat(ann, bob, start):
    """With the policy “replace” a bot keeps the seat from then on, and it is offered."""
    game = start(ann, bob, silence=Silence.REPLACE, patience=1)
    let_time_run_out(game)
    sweep_deadlines()

    seat = seat_of(game, ann)
    assert (True, True) == (seat.on_autopilot, seat.is_offered)
    assert "Someone else can take over from Ann. Until then a bot plays." in told(game)


def test_taking_over(offered, carol, dora):
    """The newcomer has the seat and its hand; links, orders and mails of the old player are gone."""
    before = offered.seats.get(player=carol)
    link = tokens.make_token(before)
    StoredWindowOrder.objects.create(seat=before, kind=StoredWindowOrder.Kind.GOAL)
    hand = access.view(offered, before).hand
    seat = take(offered, dora)

    offered.refresh_from_db()
    mine = access.view(offered, Seat.objects.get(pk=seat.pk)).hand
    assert (dora, "Dora", False, None, 0) == (
        seat.player,
        seat.name,
        seat.on_autopilot,
        seat.offered_at,
        seat.timeouts_in_row,
    )
    assert sorted(hand) == sorted(mine)
    assert "Dora has taken over from Carol." in told(offered)
    assert not StoredWindowOrder.objects.filter(seat=seat).exists()
    assert Notice.objects.filter(kind=Notice.Kind.WARNING, player=carol, params={"replaced": True}).exists()
    with pytest.raises(tokens.Revoked):
        tokens.read_token(link, tokens.Purpose.PLAY)


def test_open_questions_get_a_fresh_clock(offered, carol, dora):
    """What the bot has not answered is the newcomer's, with all of its time."""
    seat = offered.seats.get(player=carol)
    Question.objects.filter(game=offered, closed_at=None).update(
        seat=seat, due_at=clock.now(), counts_for=carol
    )
    # The rules still ask somebody else; only the row is looked at.
    rows = list(Question.objects.filter(game=offered, closed_at=None))
    replacement.do_take_over(offered, seat, dora, "Dora")
    seat.refresh_from_db()
    for row in rows:
        question_rows.do_restart_clock(row, offered, seat, clock.now())

    row = Question.objects.get(pk=rows[0].pk)
    assert dora == row.counts_for
    assert row.due_at > clock.now() + timedelta(hours=20)


@pytest.mark.parametrize("released", [True, False])
def test_notes_go_over_if_they_were_released(released, offered, carol, dora):
    """Private notes stay private unless their writer left them behind, and that only once."""
    seat = offered.seats.get(player=carol)
    SeatNote.objects.create(seat=seat, version=1, kind="holding", params={"surprise": "veto", "passes": True})
    SeatNotebook.objects.create(seat=seat, text="Bob hoards milk", released=released)
    take(offered, dora)

    assert not SeatNote.objects.filter(seat=seat).exists()  # they tell what the old player held
    left = SeatNotebook.objects.filter(seat=seat)
    assert ([("Bob hoards milk", False)] if released else []) == list(left.values_list("text", "released"))


def test_who_may_not_take_it(offered, ann, carol, dora, bob):
    """Nobody who sits there, and of a private game nobody without its link."""
    with pytest.raises(NotPossible, match="already at this table"):
        take(offered, bob)
    with pytest.raises(NotPossible, match="already at this table"):
        take(offered, carol)
    Game.objects.filter(pk=offered.pk).update(is_open=False)
    with pytest.raises(NotAllowed, match="private"):
        take(offered, dora)

    assert take(offered, dora, link_key=offered.link_key).player == dora


def test_who_knows_another_hand_may_not_take_it(offered, ann, carol, dora):
    """Somebody whose own seat was taken over has seen cards, and cannot take another seat."""
    take(offered, dora)
    Question.objects.create(
        game=offered,
        seat=offered.seats.get(player=dora),
        number=9999,
        what="play",
        opened_at=clock.now(),
        closed_at=clock.now(),
        counts_for=carol,
    )
    offer_seat(seat=seat_of(offered, ann))

    with pytest.raises(NotAllowed, match="another hand"):
        take(offered, carol)


def test_what_they_have_seen_outlives_its_notice(offered, bob, carol, dora):
    """After 100 days the notice of it has been removed, and Carol still knows another hand."""
    seat = take(offered, dora)
    then = clock.now() - timedelta(days=100)
    Notice.objects.update(status=Notice.Status.SENT, created_at=then, sent_at=then)
    sweep_old()

    assert not Notice.objects.filter(player=carol).exists()
    assert access.knows_another_hand(offered, carol)
    assert not access.knows_another_hand(offered, carol, besides=seat)
    with pytest.raises(NotPossible, match="another hand in this game"):
        ask_deputy(
            seat=seat_of(offered, bob), by=bob, who=carol.email, until=clock.now().astimezone(bob.zone).date()
        )


def test_who_comes_back_keeps_the_seat(offered, carol, dora):
    """The offer is withdrawn, and whoever comes later is told so."""
    number = seat_of(offered, carol).number
    return_to_seat(seat=seat_of(offered, carol))

    assert "Carol is keeping the seat after all." in told(offered)
    with pytest.raises(NotPossible, match="no longer on offer"):
        take_over(game=offered, number=number, player=dora)


def test_after_two_weeks_the_bot_stays(offered, carol):
    """Nobody came: the offer lapses, and Carol can still come back."""
    Seat.objects.filter(player=carol).update(offered_at=clock.now() - timedelta(days=14, minutes=1))
    tally = sweep_votes()

    seat = seat_of(offered, carol)
    assert (1, 0) == (tally.did, tally.failed)
    assert (True, None) == (seat.on_autopilot, seat.offered_at)
    assert "Nobody took over from Carol, so the bot keeps playing." in told(offered)


def test_a_host_who_is_replaced_is_host_no_more(ann, bob, start, dora):
    """Another player who is there becomes the host."""
    game = start(ann, bob)
    offer_seat(seat=seat_of(game, ann))
    take(game, dora)

    game.refresh_from_db()
    assert bob == game.host


def test_staff_offers_a_seat_with_a_reason(ann, bob, start, moderator):
    """It takes staff and a reason, and stands in the log."""
    game = start(ann, bob)
    seat = seat_of(game, ann)
    offer = partial(perform, "offer", game=game, seat=seat.number)
    with pytest.raises(Illegal):
        offer(by=moderator, reason=" ")
    with pytest.raises(NotAllowed):
        offer(by=bob, reason="gone")
    offer(by=moderator, reason="gone for good")

    act = StaffAct.objects.get()
    assert ("offer", moderator, "gone for good", game) == (act.act, act.who, act.reason, act.game)
    assert (seat_of(game, ann).is_offered, seat_of(game, ann).on_autopilot) == (True, False)
    with pytest.raises(NotPossible):
        offer(by=moderator, reason="again")


def browser_of(player) -> Client:
    client = Client()
    client.force_login(player, "allauth.account.auth_backends.AuthenticationBackend")
    return client


def test_by_http(offered, carol, dora, ann, bob):
    """A stranger finds the seat on the front page, sees no hand before it is theirs, and takes it."""
    seat = seat_of(offered, carol)
    client = browser_of(dora)
    address = f"/g/{offered.key}/seats/{seat.number}/"
    front = client.get("/").content.decode()
    page = client.get(address).content.decode()
    taken = client.post(address, {"name": "Dora"})
    again = browser_of(dora).get(address)

    assert address in front
    assert "Take over this seat" in page
    assert "submission_key" not in page
    assert (302, f"/g/{offered.key}/") == (taken.status_code, taken["Location"])
    assert (302, f"/g/{offered.key}/") == (again.status_code, again["Location"])
    assert dora.pk == Seat.objects.get(pk=seat.pk).player_id
    assert address not in browser_of(bob).get("/").content.decode()


def test_by_http_a_private_game_opens_by_its_link_alone(offered, carol, dora, ann):
    """Without the link there is no such page; its host finds the address to share on the table."""
    Game.objects.filter(pk=offered.pk).update(is_open=False)
    number = seat_of(offered, carol).number
    address = f"/join/{offered.link_key}/seats/{number}/"
    client = browser_of(dora)

    assert 404 == client.get(f"/g/{offered.key}/seats/{number}/").status_code
    assert address in client.get(f"/join/{offered.link_key}/").content.decode()
    assert 200 == client.get(address).status_code
    assert address in browser_of(ann).get(f"/g/{offered.key}/").content.decode()
    assert 302 == client.post(address, {"name": ""}).status_code
    assert dora == offered.seats.get(number=number).player


@pytest.mark.parametrize("why", ["nothing is offered", "removed", "blocked", "knows a hand", ""])
def test_the_table_of_a_private_game_is_shown_only_to_who_may_take_a_seat(why, ann, bob, carol, dora):
    """Whoever has the link and is refused reads the reason alone; a name that is refused can be mended."""
    game = open_game(ann, seats=4 if why == "removed" else 3, is_open=False)
    for player in (bob, carol, *([dora] if why == "removed" else [])):
        take_seat(game=game, player=player, link_key=game.link_key)
    if why == "removed":
        remove_player(game=game, by=ann, seat=seat_of(game, dora))
    game = start_game(game=game, by=ann)
    if why != "nothing is offered":
        offer_seat(seat=seat_of(game, carol))
    if why == "blocked":
        keep_away(by=bob, player=dora, kind="block")
    if why == "knows a hand":
        until = clock.now().date() + timedelta(days=3)
        deputy = ask_deputy(seat=seat_of(game, ann), by=ann, who=dora.email, until=until)
        accept_deputy(deputy=deputy.pk, by=dora)
    address = reverse("take_over_by_link", args=[game.link_key, seat_of(game, carol).number])
    browser = browser_of(dora)
    pages = [browser.get(address), browser.post(address, {"name": "D" * 100})]
    shown = [page.content.decode() for page in pages]
    parts = ["line__text", "Take over this seat", "Carol"]

    assert (200, why == "") == (pages[0].status_code, pages[1].status_code == 422)
    assert [bool(why), True] == ["note--error" in page for page in shown]
    for page in shown:
        assert ([] if why else parts) == [each for each in parts if each in page]
    assert (302 if not why else pages[1].status_code) == browser.post(address, {"name": "Dora"}).status_code


def test_offering_instead_of_leaving_by_http(ann, bob, carol, start):
    """The page that asks about leaving offers this, too."""
    game = start(ann, bob, carol)
    client = browser_of(carol)

    assert "Offer my seat to a replacement" in client.get(f"/g/{game.key}/leave/").content.decode()
    client.post(f"/g/{game.key}/offer/")
    assert seat_of(game, carol).is_offered


def test_a_seat_that_is_offered_is_no_seat_for_joining(offered, dora):
    """Joining with three new cards stays another thing than taking over."""
    take_seat(game=offered, player=dora)

    with pytest.raises(ObjectDoesNotExist):
        offered.seats.exclude(offered_at=None).get(player=dora)
    assert open_questions(offered)
