"""Before the first card: creating, sitting down, getting up, starting."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from fluxx_site.embedded.newcomer import do_demo
from games.core import access
from games.core.refusal import Illegal, NotAllowed, NotPossible, Resting, Stale
from games.models import By, Game, Move, Notice, Player, Question, Remark, Starter
from games.models.question import IS_OPEN, TAKE_FIRST_CARD
from games.outbox import kinds
from games.people.talk import post_remark
from games.play.start import start_game
from games.seats.invitations import accept_invitation, invite, mail_seat
from games.seats.lobby import cancel_game, change_seats, create_game, remove_player, renew_link
from games.seats.membership import leave, take_seat
from games.seats.replacement import offer_seat, take_over

from .conftest import browser_of, make_player, open_game
from .play import answer, open_questions, question_to, seat_of


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"seats": 1}, "2 to 6 seats|greater than or equal to 2"),
        ({"seats": 7}, "2 to 6 seats|less than or equal to 6"),
        ({"name": ""}, "blank"),
        ({"name": "a\nBcc: x@y.example"}, "one line"),
        ({"name": "x" * 61}, "60"),
        ({"edition": "chess"}, "no edition"),
        ({"pace": 2}, "not a valid choice"),
        ({"starter": "dealer"}, "not a valid choice"),
        ({"starter": "host", "starting_seat": 9}, "no seat 9"),
    ],
)
def test_settings_that_no_game_can_have_are_refused(ann, settings, words):
    """Every wrong setting gets a sentence, and no game is made."""
    with pytest.raises(Illegal) as refusal:
        create_game(host=ann, **({"name": "Friday"} | settings))

    assert re.search(words, str(refusal.value))
    assert not Game.objects.exists()


def test_a_new_game_has_its_host_on_seat_1_and_free_seats(ann):
    """The host sits, the others' seats are free, and the key is short and readable."""
    game = create_game(host=ann, name=" Friday ", seats=3)

    assert [(seat.number, seat.status, seat.player) for seat in game.seats.all()] == [
        (1, "taken", ann),
        (2, "free", None),
        (3, "free", None),
    ]
    assert (game.name, len(game.key), game.is_over) == ("Friday", 8, False)


def test_a_full_game_starts_by_itself(ann, bob):
    """When the last seat is taken the cards are dealt; the mail about that is the only one to the host."""
    game = open_game(ann, bob, seats=2, starts_when_full=True)

    game.refresh_from_db()
    assert (game.status, game.is_dealt) == ("running", True)
    assert not Notice.objects.filter(kind="accepted", player=ann).exists()


def test_fewer_seats_take_nobody_s_words_away(ann, bob, carol):
    """What people said who have left stays, as evidence, too: a seat of no words goes first."""
    game = open_game(ann, bob, carol, seats=3)
    remark = post_remark(seat=game.seats.get(player=carol).pk, text="You cheat!")
    for player in (bob, carol):
        leave(seat=game.seats.get(player=player))
    change_seats(game=game, by=ann, seats=2)

    assert {ann, None} == {seat.player for seat in game.seats.all()}
    assert game.seats.filter(pk=remark.seat_id).exists()
    assert Remark.objects.filter(pk=remark.pk).exists()


def test_seats_of_people_who_wrote_something_stay(ann, bob, carol):
    """The host is told why the game can't have fewer."""
    game = open_game(ann, bob, carol, seats=3)
    for player in (bob, carol):
        post_remark(seat=game.seats.get(player=player).pk, text="Hello!")
        leave(seat=game.seats.get(player=player))
    with pytest.raises(NotPossible, match="keeps their seats"):
        change_seats(game=game, by=ann, seats=2)

    assert (3, 2) == (game.seats.count(), Remark.objects.count())


def test_a_private_game_needs_its_link(ann, bob):
    """Without the secret of the link nobody sits down at a private table."""
    game = create_game(host=ann, name="Friday", seats=3)

    with pytest.raises(NotAllowed):
        take_seat(game=game, player=bob)
    with pytest.raises(NotAllowed):
        take_seat(game=game, player=bob, link_key="guess")

    assert take_seat(game=game, player=bob, link_key=game.link_key).player == bob


def test_nobody_takes_two_seats(ann, bob):
    """Who presses twice has one seat."""
    game = create_game(host=ann, name="Friday", seats=4, is_open=True)

    assert take_seat(game=game, player=bob).pk == take_seat(game=game, player=bob).pk


def test_a_full_table_takes_nobody(ann, bob, carol):
    """All seats taken, and the host has not started: there is no room."""
    game = open_game(ann, bob, seats=2)

    with pytest.raises(NotPossible):
        take_seat(game=game, player=carol)


def test_only_the_host_starts_and_only_once(ann, bob, start):
    """Others are refused, and so is a second start."""
    game = open_game(ann, bob)

    with pytest.raises(NotAllowed):
        start_game(game=game, by=bob)
    start_game(game=game, by=ann)
    with pytest.raises(NotPossible):
        start_game(game=game, by=ann)


def test_nobody_plays_alone(ann):
    """One person and no bots are no game."""
    game = create_game(host=ann, name="Friday", seats=3)

    with pytest.raises(NotPossible):
        start_game(game=game, by=ann)


def test_free_seats_go_at_the_start_and_the_others_are_numbered_anew(ann, bob, carol):
    """Who sits on 1, 3 and 4 of six plays on 1, 2 and 3, in rows that stay the same."""
    game = create_game(host=ann, name="Friday", seats=6, is_open=True, starts_when_full=False)
    second = take_seat(game=game, player=make_player("Dave"))
    third = take_seat(game=game, player=bob)
    take_seat(game=game, player=carol)
    leave(seat=second)
    start_game(game=game, by=ann)

    assert [(seat.number, seat.player) for seat in game.seats.all()] == [(1, ann), (2, bob), (3, carol)]
    assert game.seats.get(number=2).pk == third.pk


def test_bots_fill_empty_seats_where_that_was_chosen(ann):
    """One person and three bots: the bots have names, and play."""
    game = create_game(host=ann, name="Friday", seats=4, fill_with_bots=True)
    start_game(game=game, by=ann)

    bots = game.seats.exclude(bot="")
    assert (len({seat.name for seat in bots}), {seat.status for seat in bots}) == (3, {"taken"})


def test_the_host_chooses_who_starts(ann, bob, start):
    """The seat that the host names has the first turn, by its number at the table."""
    rules = {"starter": Starter.HOST, "starting_seat": 2, "starts_when_full": True}
    game = open_game(ann, bob, seats=2, **rules)

    game.refresh_from_db()
    assert (game.starting_seat, question_to(game, bob).own_turn) == (2, True)


def test_chance_chooses_from_all_seats(ann, bob, monkeypatch):
    """Chance comes from the operating system's secrets, and what it said is recorded."""
    firsts = set()
    for _game in range(12):
        game = open_game(ann, bob, seats=2, starts_when_full=True)
        game.refresh_from_db()
        firsts.add(game.starting_seat)
        assert Move.objects.get(game=game, version=1).seat.number == game.starting_seat

    assert firsts == {1, 2}


def test_the_first_to_take_a_card_has_the_first_turn(ann, bob, start):
    """Both are asked; whoever presses first begins, and the other reads that it is decided."""
    game = start(ann, bob, starter=Starter.FIRST)
    asked = open_questions(game)
    view_before = access.view(game, None)
    answered = answer(question_to(game, bob), ["take"])

    game.refresh_from_db()
    late = next(question for question in asked if question.seat_id != answered.seat.pk)
    with pytest.raises(Stale):
        answer(late, ["take"])
    assert view_before is None
    assert [question.what for question in asked] == [TAKE_FIRST_CARD] * 2
    assert (game.starting_seat, question_to(game, bob).number >= 1) == (2, True)
    assert Question.objects.filter(IS_OPEN, what=TAKE_FIRST_CARD).count() == 0
    assert (answered.move.kind, answered.move.by, answered.move.version) == ("deal", By.PAGE, 1)


def test_taking_the_first_card_is_all_that_can_be_answered(ann, bob, start):
    """Any other label is refused, and nothing is dealt."""
    game = start(ann, bob, starter=Starter.FIRST)
    for labels in (["bread"], [], ["take", "take"]):
        with pytest.raises(Illegal):
            answer(question_to(game, ann), labels)

    game.refresh_from_db()
    assert not game.is_dealt


def test_who_leaves_before_the_first_card_is_out_at_once(ann, bob, carol, start):
    """The others are numbered anew, the host hands over, and one of them takes the first card."""
    game = start(ann, bob, carol, starter=Starter.FIRST)
    left = leave(seat=seat_of(game, ann))
    answered = answer(question_to(game, carol), ["take"])

    game.refresh_from_db()
    assert (left, game.host, answered.seat.number, game.starting_seat) == (True, bob, 2, 2)
    assert [seat.player for seat in game.seats.all()] == [bob, carol]


def test_one_who_is_left_before_the_first_card_is_told_that_it_is_off(ann, bob, start):
    """With one person there is no game: it is called off, and nothing is asked any more."""
    game = start(ann, bob, starter=Starter.FIRST)
    leave(seat=seat_of(game, ann))

    game.refresh_from_db()
    assert (game.status, open_questions(game)) == ("ended", [])
    assert Notice.objects.get(kind="ended").player == bob


def test_a_bot_does_not_race_for_the_first_card(ann, start):
    """Only people are asked who takes the first card."""
    game = start(ann, bots=3, starter=Starter.FIRST)

    assert [question.seat.player for question in open_questions(game)] == [ann]


def test_a_host_who_leaves_hands_over(ann, bob):
    """Before the start the next player at the table is the host; an empty table is called off."""
    game = open_game(ann, bob)
    leave(seat=seat_of(game, ann))
    game.refresh_from_db()
    heir = game.host
    told = [notice.player for notice in Notice.objects.filter(kind="host", game=game)]
    leave(seat=seat_of(game, bob))
    game.refresh_from_db()

    assert (heir, told, game.status) == (bob, [bob], "ended")


def test_the_host_calls_a_game_off(ann, bob):
    """Only the host can, and who sat at the table is told."""
    game = open_game(ann, bob)
    with pytest.raises(NotAllowed):
        cancel_game(game=game, by=bob)
    cancel_game(game=game, by=ann)

    game.refresh_from_db()
    assert game.status == "ended"
    assert [notice.player for notice in Notice.objects.filter(kind="ended")] == [bob]


def test_the_commitment_is_published_at_the_start_and_fits_the_seed(ann, bob, start):
    """The hash of the site's part is there from the deal on; the parts are shown after the end only."""
    game = start(ann, bob)
    hidden = access.shown_seed(game)
    Game.objects.update(status="ended")
    game.refresh_from_db()
    shown = access.shown_seed(game)

    assert hidden is None
    assert (shown.mix.commitment, shown.mix.seed) == (game.commitment, shown.seed)


def test_the_demo_waits_for_the_newcomers_move_and_is_made_once(db):
    """A game against three bots in which the newcomer is asked; a second run finds the same."""
    player, game = do_demo()
    again = do_demo()

    assert (again, player.is_staff) == ((player, game), True)
    assert [question.seat.player for question in open_questions(game)] == [player]
    assert game.seats.exclude(bot="").count() == 3


@pytest.mark.parametrize(
    ("terminal", "language", "name"),
    [
        ("pl_PL.UTF-8", "pl", "Twoja pierwsza partia"),
        ("ru", "ru", "Твоя первая партия"),
        ("C", "en", "Your first game"),
        ("", "en", "Your first game"),
    ],
)
def test_the_demo_speaks_as_the_terminal_does(terminal, language, name, db, monkeypatch):
    """Names that are stored, and the first mail, which leaves before anybody has opened a page."""
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", terminal)

    player, game = do_demo()

    assert (language, name) == (player.language, game.name)


def owed_to_host(game: Game) -> list[Notice]:
    """The notices to the host about who took a seat."""
    return list(Notice.objects.filter(kind="accepted", game=game, player=game.host))


def test_one_mail_a_day_says_who_has_taken_a_seat(ann, bob, carol, travel):
    """Two who come on one day are one mail, a day after the first, and none once the game has begun."""
    game = open_game(ann, bob, carol, seats=4)
    (owed,) = owed_to_host(game)

    assert owed.next_try_at - owed.created_at == timedelta(days=1)
    assert not kinds.obsolete_reason(owed)

    start_game(game=game, by=ann)
    owed.refresh_from_db()
    owed.game.refresh_from_db()
    assert kinds.obsolete_reason(owed)


def test_the_host_hears_at_once_when_everybody_is_there(ann, bob):
    """A full table that its host has to start is told of without delay."""
    game = open_game(ann, bob, seats=2)
    (owed,) = owed_to_host(game)

    assert (timedelta(), {"complete": True}) == (owed.quiet, owed.params)


def test_the_host_removes_somebody_before_the_start(ann, bob):
    """The seat is free, its links are dead, who sat there is told, and no link brings them back."""
    game = open_game(ann, bob, seats=4)
    seat = seat_of(game, bob)
    remove_player(game=game, by=ann, seat=seat)
    epoch, seat = seat.link_epoch, game.seats.get(pk=seat.pk)

    assert ("free", None, epoch + 1) == (seat.status, seat.player, seat.link_epoch)
    assert [bob] == [each.player for each in Notice.objects.filter(kind="removed", game=game)]
    with pytest.raises(NotAllowed):
        take_seat(game=game, player=bob)
    with pytest.raises(NotAllowed):
        take_seat(game=game, player=bob, link_key=game.link_key)
    assert mail_seat(game=game, link_key=game.link_key, email=bob.email.replace("@", "+b@"))
    assert not game.invitations.exists()


def test_who_was_removed_reads_no_more_who_sits_there(ann, bob, carol):
    """The link that they still have says that they were removed, and nothing else of the table."""
    game = open_game(ann, bob, carol, seats=4)
    remove_player(game=game, by=ann, seat=seat_of(game, bob))
    answer = browser_of(bob).get(f"/join/{game.link_key}/")
    page = answer.content.decode()

    assert 403 == answer.status_code
    assert "removed you" in page
    assert "Carol" not in page
    assert "Carol" in browser_of(make_player("Dora")).get(f"/join/{game.link_key}/").content.decode()


NOT_CALLED = ("Free at evil.example/now", "www.evil", "https://evil", "\u3164", "\u2800 \u2800", "\u115f")


@pytest.mark.parametrize("name", NOT_CALLED)
def test_a_new_game_is_called_by_no_web_address_and_by_no_blank(name, ann):
    """An invitation says it to strangers, and mail programs make links; a list shows nothing of a blank."""
    with pytest.raises(Illegal, match="A name"):
        create_game(host=ann, name=name, seats=3)

    assert not Game.objects.exists()


@pytest.mark.parametrize("name", ["Fluxx 2.0", "Mr. Smith", "a.b", "🎲👩‍👧", "الجمعة", "…"])
def test_other_names_of_games_stay_welcome(name, ann):
    assert name == create_game(host=ann, name=name, seats=3).name


def test_who_was_removed_comes_back_by_an_invitation(ann, bob):
    """Even one who had come by an invitation before gets a new one, with a mail and a link of its own."""
    game = create_game(host=ann, name="Friday", seats=4)
    first = invite(game=game, by=ann, email=bob.email)
    remove_player(game=game, by=ann, seat=accept_invitation(invitation=first, player=bob))
    again = invite(game=game, by=ann, email=bob.email)

    assert first.nonce != again.nonce
    assert 2 == Notice.objects.filter(kind="invitation", invitation=again).count()
    assert bob == accept_invitation(invitation=again, player=bob).player
    assert not game.removed.exists()


def test_only_the_host_removes_and_only_others_before_the_start(ann, bob, carol):
    """Nobody else may, the host not themselves, and nobody once the cards are dealt."""
    game = open_game(ann, bob, carol, seats=4)
    seat = seat_of(game, bob)

    with pytest.raises(NotAllowed):
        remove_player(game=game, by=carol, seat=seat)
    with pytest.raises(NotAllowed):
        remove_player(game=game, by=ann, seat=seat_of(game, ann))
    with pytest.raises(NotPossible):
        remove_player(game=game, by=ann, seat=game.seats.get(number=4))
    start_game(game=game, by=ann)
    with pytest.raises(NotPossible):
        remove_player(game=game, by=ann, seat=seat)
    assert not Notice.objects.filter(kind="removed").exists()


def test_a_host_replaces_a_link_that_leaked(ann, bob, carol):
    """The old one lets nobody in any more, and the new one does; who sits there stays."""
    game = create_game(host=ann, name="Friday game", seats=4)
    take_seat(game=game, player=bob, link_key=game.link_key)
    old = game.link_key
    browser_of(ann).post(reverse("renew_game_link", args=[game.key]))
    game.refresh_from_db()

    assert game.link_key != old
    with pytest.raises(NotAllowed):
        take_seat(game=game, player=carol, link_key=old)
    with pytest.raises(NotAllowed):
        mail_seat(game=game, link_key=old, email="dee@example.org")
    assert 404 == browser_of(carol).get(reverse("join_by_link", args=[old])).status_code
    assert reverse("join_by_link", args=[game.link_key]) in page_of(ann, game)
    assert take_seat(game=game, player=carol, link_key=game.link_key).player == carol
    with pytest.raises(NotAllowed):
        renew_link(game=game, by=bob)


def test_a_link_is_replaced_while_a_game_runs(ann, bob, carol, start):
    """Where a seat is offered by it; an ended game has none."""
    game = start(ann, bob, carol)
    Game.objects.filter(pk=game.pk).update(is_open=False)
    old = game.link_key
    assert "Replace this link" not in page_of(ann, game)
    offer_seat(seat=seat_of(game, bob))
    offered = game.seats.get(offered_at__isnull=False)
    assert "Replace this link" in page_of(ann, game)
    assert "Replace this link" not in page_of(carol, game)
    renew_link(game=game, by=ann)
    dee = make_player("Dee")

    assert 404 == browser_of(dee).get(reverse("take_over_by_link", args=[old, offered.number])).status_code
    with pytest.raises(NotAllowed):
        take_over(game=Game.objects.get(pk=game.pk), number=offered.number, player=dee, link_key=old)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ENDED)
    with pytest.raises(Resting):
        renew_link(game=game, by=ann)


def page_of(player: Player, game: Game) -> str:
    return browser_of(player).get(reverse("game", args=[game.key])).content.decode()
