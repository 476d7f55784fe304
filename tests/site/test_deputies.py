"""A seat in other hands for a while: who may, what they see, how it ends, and who is told."""

import re
from datetime import timedelta

import pytest
from django.http import Http404
from django.urls import reverse

import engine
from games import clock
from games.core import access, tokens
from games.core.refusal import NotAllowed, NotPossible, Refusal
from games.history import game_history
from games.mail.compose import compose
from games.models import By, Deputy, Game, Move, Notice, SeatNote
from games.moderation.desk import perform
from games.outbox import notices
from games.outbox.obsolete import Obsolete
from games.pages.common import passes
from games.people import talk
from games.play.answer import answer_question
from games.play.start import start_game
from games.seats.deputies import accept_deputy, ask_deputy, ask_deputy_for_all, end_deputy
from games.seats.invitations import accept_invitation, invite
from games.seats.membership import leave, take_seat
from games.seats.rematch import join_rematch
from games.seats.replacement import do_note_former, offer_seat, take_over
from tests.mail.received import Mail

from .conftest import browser_of, make_player, open_game
from .play import (
    advice,
    asks_three,
    open_questions,
    play_to_end,
    position,
    question_to,
    seat_of,
    set_table,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def dee(db):
    return make_player("Dee")


def hand(game, owner, player, days=5) -> Deputy:
    until = (clock.now() + timedelta(days=days)).date()
    return ask_deputy(seat=seat_of(game, owner), by=owner, who=player.email, until=until)


def handed(game, owner, player, days=5) -> Deputy:
    return accept_deputy(deputy=hand(game, owner, player, days).pk, by=player)


def read(notice) -> Mail:
    return Mail(compose(notice).message().as_bytes(linesep="\r\n"))


def titles(game, player) -> set[str]:
    return {engine.card(slug).title for slug in access.view(game, seat_of(game, player)).hand}


def test_a_deputy_answers_and_both_names_stand_below_it(ann, bob, dee, start, client):
    """What a deputy plays is a move of the seat, signed “Dee for Ann” to everybody."""
    game = start(ann, bob)
    deputy = handed(game, ann, dee)
    question = question_to(game, ann)
    client.force_login(dee)
    page = client.get(reverse("deputy_game", args=[game.key])).content.decode()
    client.post(
        reverse("deputy_answer", args=[game.key]),
        {
            "number": question.number,
            "label": advice(question),
            "csrfmiddlewaretoken": passes.deputy_secret(deputy),
        },
    )
    move = Move.objects.get(game=game, question_number=question.number)
    told = [line.text for line in game_history.history_lines(game, None)]

    assert f'name="number" value="{question.number}"' in page
    assert (seat_of(game, ann), dee, By.PAGE) == (move.seat, move.deputy, move.by)
    assert any("Dee for Ann" in text for text in told)
    assert any(text.startswith("Dee plays for Ann until") for text in told)
    assert dee.email not in " ".join(told)


def test_it_counts_only_from_acceptance_to_the_last_day(ann, bob, dee, start, travel):
    """Nothing is seen before it is accepted, nor after the day has ended where the owner lives."""
    ann.timezone = "Asia/Tokyo"
    ann.save()
    game = start(ann, bob, pace=7)
    deputy = hand(game, ann, dee, days=1)
    before = access.deputies_in_force(seat__game=game)
    accept_deputy(deputy=deputy.pk, by=dee)
    during = access.deputies_in_force(seat__game=game)
    travel(hours=26.9)  # to 23:54 of 21 November in Tokyo: the clock stood at 21:00 there
    last = access.deputies_in_force(seat__game=game)
    travel(hours=0.2)

    assert ([], [deputy], [deputy]) == (before, during, last)
    assert [] == access.deputies_in_force(seat__game=game)
    with pytest.raises(Http404):
        access.get_deputy_for(dee, game.key)


def test_either_may_end_it_at_once(ann, bob, carol, dee, start):
    """The owner and the deputy may end it, nobody else; then the deputy's answer is refused."""
    game = start(ann, bob)
    for by in (ann, dee):
        deputy = handed(game, ann, dee)
        with pytest.raises(NotAllowed):
            end_deputy(deputy=deputy.pk, by=carol)
        question = question_to(game, ann)
        end_deputy(deputy=deputy.pk, by=by)
        with pytest.raises(NotAllowed):
            answer_question(
                seat=question.seat_id,
                number=question.number,
                labels=advice(question),
                by=By.PAGE,
                deputy=deputy.pk,
            )
        with pytest.raises(tokens.Revoked):
            tokens.read_token(tokens.make_deputy_token(deputy), tokens.Purpose.DEPUTY)


def test_nobody_sees_two_hands(ann, bob, carol, dee, start):
    """Who sits at the table, or plays there for another, is no deputy; and no deputy sits down after."""
    game = start(ann, bob, carol)
    handed(game, ann, dee)
    for owner, player in ((bob, carol), (bob, dee), (bob, bob)):
        with pytest.raises(NotPossible):
            hand(game, owner, player)
    with pytest.raises(Refusal):
        take_seat(game=game, player=dee)


def test_asking_wants_a_player_and_a_day(ann, bob, dee, start):
    """An unknown name, an unknown address, and a day out of reach are refused."""
    game = start(ann, bob)
    seat = seat_of(game, ann)
    today = clock.now().date()
    for who, until in (
        ("nobody@example.org", today),
        ("Dee", today),  # no table with her
        (dee.email, today + timedelta(days=61)),
        (dee.email, today - timedelta(days=1)),
    ):
        with pytest.raises(Refusal):
            ask_deputy(seat=seat, by=ann, who=who, until=until)

    assert 0 == Deputy.objects.count()


def test_all_seats_at_once(ann, bob, dee, start):
    """All seats that run now are handed over, but for those where the deputy sits."""
    first, second = start(ann, bob), start(ann, dee)
    asked, refused = ask_deputy_for_all(by=ann, who="dee", until=clock.now().date() + timedelta(days=3))

    assert [first.pk] == [deputy.seat.game_id for deputy in asked]
    assert [second.pk] == [game.pk for game, _why in refused]


def test_the_deputy_is_told_with_links_of_their_own(ann, bob, dee, start, client):
    """Each question goes to both; the deputy's link opens the seat, signs nobody in, and dies with it."""
    game = start(ann, bob)
    deputy = handed(game, ann, dee)
    notices = {n.player: n for n in Notice.objects.filter(question=question_to(game, ann))}
    mail = read(notices[dee])
    anns = read(notices[ann])
    opened = client.get(mail.link)
    page = client.get(opened["Location"])

    assert {ann, dee} == set(notices)
    assert "You play for Ann" in mail.text
    assert "/v/" in mail.link
    assert "/p/" not in mail.text
    assert "/v/" not in anns.text
    assert f"/d/{game.key}/" == opened["Location"]
    assert 200 == page.status_code
    assert 404 == client.get(reverse("seat_game", args=[game.key])).status_code
    end_deputy(deputy=deputy.pk, by=ann)
    assert page.status_code != client.get(opened["Location"]).status_code
    with pytest.raises(Obsolete):
        compose(notices[dee])


def test_a_deputy_is_no_owner(ann, bob, dee, start, client):
    """They see the table and answer; no page of the seat's settings, talk or leaving opens to them."""
    game = start(ann, bob)
    type(game).objects.update(is_open=False)
    handed(game, ann, dee)
    client.force_login(dee)
    words = {"key": game.key}
    pages = ("game", "orders", "leave", "history", "votes", "talk", "own_notes", "takeback", "ask_for_deputy")
    page = client.get(reverse("deputy_game", kwargs=words)).content.decode()

    assert {404} == {client.get(reverse(name, kwargs=words), follow=True).status_code for name in pages}
    assert not any(f"/{word}/" in page for word in ("orders", "leave", "revoke", "talk", "mute"))


def test_a_deputy_sees_one_hand(ann, bob, dee, start, client):
    """Of the other seats a deputy sees what everybody sees, on the page, in the history and in the mail."""
    game = start(ann, bob)
    handed(game, ann, dee)
    client.force_login(dee)
    hidden = titles(game, bob) - titles(game, ann)
    notice = Notice.objects.get(question=question_to(game, ann), player=dee)
    words = [args for name in ("deputy_game", "deputy_history") for args in [reverse(name, args=[game.key])]]
    seen = [client.get(address).content.decode() for address in words] + [read(notice).text]

    assert hidden
    listed = [
        re.compile(rf">{re.escape(title)}<|^(\* |\d+\. +){re.escape(title)} \(", re.M) for title in hidden
    ]
    assert not [each.pattern for each in listed for text in seen if each.search(text)]


def test_letters_about_deputies_show_no_hand(ann, bob, dee, start):
    """Being asked, accepted and ended is told in words, without a card and without a link to a seat."""
    game = start(ann, bob)
    deputy = hand(game, ann, dee)
    asked = read(Notice.objects.get(key=f"deputy/asked/{deputy.pk}"))
    accept_deputy(deputy=deputy.pk, by=dee)
    accepted = read(Notice.objects.get(key=f"deputy/accepted/{deputy.pk}"))
    end_deputy(deputy=deputy.pk, by=dee)
    ended = read(Notice.objects.get(key=f"deputy/ended/{deputy.pk}"))

    assert (dee.email, ann.email, ann.email) == tuple(m.parsed["To"] for m in (asked, accepted, ended))
    for mail in (asked, accepted, ended):
        assert "/p/" not in mail.text
        assert "/v/" not in mail.text
        assert not [title for title in titles(game, ann) | titles(game, bob) if title in mail.text]


def test_the_owner_still_plays(ann, bob, dee, start):
    """Who answers first counts; the owner's answer is theirs alone."""
    game = start(ann, bob)
    handed(game, ann, dee)
    question = question_to(game, ann)
    move = answer_question(
        seat=question.seat_id, number=question.number, labels=advice(question), by=By.PAGE
    ).move

    assert move.deputy is None


def test_pages(ann, bob, dee, start, client):
    """A seat is handed on its page, accepted and ended on the account's."""
    game = start(ann, bob)
    client.force_login(ann)
    until = (clock.now() + timedelta(days=5)).date()
    client.post(reverse("ask_for_deputy", args=[game.key]), {"who": dee.email, "until": until})
    deputy = Deputy.objects.get()
    client.force_login(dee)
    asked = client.get(reverse("seat_access")).content.decode()
    client.post(reverse("accept_deputy", args=[deputy.pk]))
    client.force_login(bob)
    table = client.get(reverse("game", args=[game.key])).content.decode()
    client.force_login(ann)
    client.post(reverse("end_deputy", args=[deputy.pk]))
    deputy.refresh_from_db()

    assert "Ann asks you to play for them" in asked
    assert "Dee plays for Ann until" in table
    assert deputy.accepted_at is not None
    assert deputy.ended_at is not None


def test_no_mail_to_a_deputy_opens_more_than_their_own_door(ann, bob, carol, start):
    """Asked out of turn, they get the link that answers, and none to the orders or the pages of the owner."""
    game = start(ann, bob, carol, make_player("Dave"))
    for owner in (bob, carol):
        handed(game, owner, make_player(f"Deputy{owner.name}"))
    set_table(game, position(asks_three, seats=4))
    notices.write(notices.build_for_question(question) for question in open_questions(game))
    sent = [n for n in Notice.objects.filter(game=game, kind="answer") if n.player_id != n.seat.player_id]
    mails = [read(notice).text for notice in sent if notice.question.is_open]

    assert mails
    assert all("/v/" in text and "/p/" not in text for text in mails)


def test_the_talk_of_the_table_is_not_in_their_mails(ann, bob, dee, start):
    """What is said there is for those who sit there; the owner's own mail has it."""
    game = start(ann, bob)
    handed(game, ann, dee)
    talk.post_remark(seat=seat_of(game, bob).pk, text="Between us: I bluff.")
    mails = {n.player: read(n).text for n in Notice.objects.filter(question=question_to(game, ann))}

    assert "I bluff" in mails[ann]
    assert "I bluff" not in mails[dee]


def test_what_orders_did_is_told_to_the_owner_alone(ann, bob, dee, start, client):
    """A deputy sees the hand, not what the owner has ordered and what came of it."""
    game = start(ann, bob)
    handed(game, ann, dee)
    seat = seat_of(game, ann)
    type(seat).objects.filter(pk=seat.pk).update(has_turn_orders=True)
    SeatNote.objects.create(
        seat=seat, version=game.version, kind="threw", params={"how": "list", "throw": "rock"}
    )
    pages = {}
    for player, names in ((ann, ("game", "history")), (dee, ("deputy_game", "deputy_history"))):
        client.force_login(player)
        pages[player] = [client.get(reverse(name, args=[game.key])).content.decode() for name in names]
    mails = {n.player: read(n).text for n in Notice.objects.filter(question=question_to(game, ann))}

    assert all("Your orders threw" in text for text in [*pages[ann], mails[ann]])
    assert not any("Your orders threw" in text for text in [*pages[dee], mails[dee]])


def test_nobody_comes_to_know_two_hands_one_after_the_other(ann, bob, carol, dee, start):
    """Who has been a deputy, or had a seat that is another's now, is deputy of no other seat."""
    game = start(ann, bob, carol)
    end_deputy(deputy=handed(game, ann, dee).pk, by=ann)
    with pytest.raises(NotPossible):
        hand(game, bob, dee)
    assert handed(game, ann, dee)
    seat = seat_of(game, carol)
    offer_seat(seat=seat)
    take_over(game=game, number=seat.number, player=make_player("Eve"))

    with pytest.raises(NotPossible):
        hand(game, bob, carol)
    with pytest.raises(Refusal):
        take_seat(game=game, player=carol)


def test_a_deputy_is_not_asked_to_answer_the_mail(ann, bob, dee, start, settings):
    """A reply plays for the player of the seat alone: the owner's mail says so, the deputy's does not."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    game = start(ann, bob)
    handed(game, ann, dee)
    asked = Notice.objects.filter(question=question_to(game, ann), kind="turn", channel=None)
    owners, deputys = read(asked.get(player=ann)), read(asked.get(player=dee))

    asks = "what else you can reply"
    assert (asks in owners.text, asks in deputys.text) == (True, False)
    to = [compose(asked.get(player=player)).reply_to[0] for player in (ann, dee)]
    assert [each.partition("@")[0].partition("+")[0] for each in to] == ["play", "noreply"]


def test_who_sits_down_before_the_start_plays_for_nobody_there(ann, bob, carol):
    """Bob, Ann’s deputy since the lobby, sat down and handed on his seat: he sees neither hand any more."""
    game = open_game(ann, carol, seats=3)
    handed(game, ann, bob)
    take_seat(game=game, player=bob)
    start_game(game=game, by=ann)
    own, hers = titles(game, bob), titles(game, ann)
    number = seat_of(game, bob).number
    offer_seat(seat=seat_of(game, bob))
    dora = make_player("Dora")
    take_over(game=game, number=number, player=dora)
    response = browser_of(bob).get(reverse("deputy_game", args=[game.key]))
    page = response.content.decode()

    assert own & titles(game, dora)
    assert (404, []) == (response.status_code, [title for title in hers if title in page])


@pytest.mark.parametrize("asked", [True, False], ids=["asked", "not asked yet"])
def test_who_has_left_becomes_no_deputy(ann, bob, carol, start, asked):
    """They have seen the hand that they laid down, also where nothing was asked of them."""
    game = start(ann, bob, carol)
    if asked:
        game.questions.update(counts_for=bob)
    leave(seat=seat_of(game, bob))

    with pytest.raises(NotPossible, match="another hand"):
        hand(game, ann, bob)
    offer_seat(seat=seat_of(game, carol))
    with pytest.raises(NotAllowed, match="another hand"):
        take_over(game=game, number=seat_of(game, carol).number, player=bob)


def lobby_with(ann, bob, carol, dee, moderator) -> Game:
    return open_game(ann, bob, carol, seats=4)


def running(ann, bob, carol, dee, moderator) -> Game:
    return start_game(game=open_game(ann, bob, carol, seats=3), by=ann)


def offered(ann, bob, carol, dee, moderator) -> Game:
    game = running(ann, bob, carol, dee, moderator)
    offer_seat(seat=seat_of(game, carol))
    return game


def rematch(ann, bob, carol, dee, moderator) -> Game:
    """A rematch in which a seat will be kept for Dee, once she has been asked to be a deputy."""
    over = play_to_end(start_game(game=open_game(ann, bob, dee, seats=3), by=ann))
    new = join_rematch(game=over, player=ann)
    new.seats.filter(player=dee).update(player=None)
    return new


def by_rematch(game, carol, dee, moderator) -> None:
    game.seats.filter(player=None).update(player=dee)
    join_rematch(game=game.rematch_of, player=dee)


# Every way to a seat: a game in which it can be gone, and how Dee goes it.
WAYS = {
    "sitting down": (lobby_with, lambda game, carol, dee, mod: take_seat(game=game, player=dee)),
    "by the link": (
        lobby_with,
        lambda game, carol, dee, mod: take_seat(game=game, player=dee, link_key=game.link_key),
    ),
    "invited": (
        lobby_with,
        lambda game, carol, dee, mod: accept_invitation(
            invitation=invite(game=game, by=game.host, email=dee.email), player=dee
        ),
    ),
    "rematch": (rematch, by_rematch),
    "joining": (running, lambda game, carol, dee, mod: take_seat(game=game, player=dee)),
    "taking over": (
        offered,
        lambda game, carol, dee, mod: take_over(game=game, number=seat_of(game, carol).number, player=dee),
    ),
    "by staff": (
        running,
        lambda game, carol, dee, mod: perform(
            "replace", game=game, seat=seat_of(game, carol).number, to=dee.pk, by=mod, reason="gone"
        ),
    ),
}
BEFORE_THE_START = ("sitting down", "by the link", "invited", "rematch")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("accepted", [True, False], ids=["deputy", "asked"])
def test_no_way_to_a_seat_leaves_a_deputy_there(way, accepted, ann, bob, carol, dee, moderator):
    """After the deal a deputy gets no seat; before it, or unaccepted, it ends, and its owner is told."""
    build, sit = WAYS[way]
    game = build(ann, bob, carol, dee, moderator)
    deputy = (handed if accepted else hand)(game, ann, dee)
    if accepted and way not in BEFORE_THE_START:
        with pytest.raises(Refusal):
            sit(game, carol, dee, moderator)
        assert [deputy] == access.deputies_in_force(seat__game=game)
        return
    sit(game, carol, dee, moderator)
    deputy.refresh_from_db()
    told = [line.text for line in game_history.history_lines(game, None)]

    assert seat_of(game, dee).is_taken
    assert deputy.ended_at is not None
    assert [ann] == [notice.player for notice in Notice.objects.filter(key=f"deputy/ended/{deputy.pk}")]
    assert accepted == any("Dee no longer plays for Ann" in line for line in told)
    with pytest.raises(Refusal):
        accept_deputy(deputy=deputy.pk, by=dee)


@pytest.mark.parametrize("trace", ["taken", "invited", "left", "replaced", None])
def test_who_has_or_had_another_seat_is_in_force_nowhere(trace, ann, bob, carol, dee, start):
    """Whatever made them both, a deputy and a player of the same table: they see no hand as a deputy."""
    game = start(ann, bob, carol)
    deputy = handed(game, ann, dee)
    do_note_former(seat_of(game, ann), dee.pk, "Dee")  # the seat itself may have been theirs
    if trace == "replaced":
        do_note_former(seat_of(game, bob), dee.pk, "Dee")
    elif trace is not None:
        game.seats.filter(player=bob).update(player=dee, status=trace)

    assert ([] if trace else [deputy]) == access.deputies_in_force(seat__game=game)
