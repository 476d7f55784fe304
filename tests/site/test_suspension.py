"""Suspending a person: what they can’t do, what tables and they are told, and how seats come back."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from games import clock
from games.core import tokens
from games.core.refusal import NotAllowed, NotPossible
from games.history.game_history import history_lines
from games.inbound.receive import receive
from games.mail import addresses
from games.mail.compose import compose
from games.models import Game, Notice, PersonMail, Player, Seat, StaffAct
from games.moderation import person_acts
from games.moderation.desk import perform, revert, why_not_revert
from games.outbox.kinds import obsolete_reason
from games.people import suspensions
from games.people.account_deletion import request_deletion
from games.periodic.sweep import sweep_notices, sweep_wishes
from games.play.start import start_game
from games.seats.deputies import accept_deputy, ask_deputy
from games.seats.invitations import accept_invitation, invite
from games.seats.lobby import create_game
from games.seats.membership import return_to_seat, take_seat
from games.seats.rematch import join_rematch
from games.seats.replacement import offer_seat, take_over

from .play import answer, open_questions, question_to, seat_of
from .test_export import finish

pytestmark = pytest.mark.django_db(transaction=True)

REASON = "You insulted Ann in three games."


@pytest.fixture
def suspend(moderator):
    """Suspend somebody for a week."""

    def run(player: Player, **more) -> StaffAct:
        given = {"by": moderator, "reason": REASON, "days": 7} | more
        record = perform("suspend", player=player, **given).record
        player.refresh_from_db()
        return record

    return run


def said(text: str) -> bool:
    """Whether a page or a sentence tells the reason and the end."""
    return REASON in text and "suspended until" in text


def events(game: Game) -> list[str]:
    return [line.text for line in history_lines(game, None)]


def test_a_bot_keeps_the_seat_and_the_table_is_told_in_one_line(ann, bob, carol, start, suspend, settings):
    """The play goes on at once; the line names no reason. They alone get a mail: reason, end and appeal."""
    settings.CONTACT_EMAIL = "Moderators <help@games.example>"
    game = start(bob, ann, carol)
    before = game.seats.count()
    suspend(bob)
    sweep_wishes()

    assert seat_of(game, bob).on_autopilot
    assert before == game.seats.count()
    assert open_questions(game)[0].seat.player != bob
    (line,) = [text for text in events(game) if "suspended" in text]
    assert REASON not in line
    assert not Notice.objects.filter(kind=Notice.Kind.STAFF).exists()
    sweep_notices()
    (letter,) = [each for each in mail.outbox if "suspended" in each.subject]
    assert [bob.email] == letter.to
    assert REASON in letter.body
    assert "help@games.example" in letter.body
    assert ["Moderators <help@games.example>"] == letter.reply_to


def test_every_page_says_why_to_who_is_signed_in(bob, suspend):
    """And until when, but for what everybody may read, and the way out."""
    inside = Client()
    inside.force_login(bob)
    suspend(bob)

    page = inside.get("/new/")

    assert 403 == page.status_code
    assert said(page.content.decode())
    assert 200 == inside.get(reverse("conduct")).status_code
    assert 302 == inside.post(reverse("account_logout")).status_code


def test_signing_in_leads_to_their_data_and_nowhere_else(ann, bob, start, suspend):
    """The copy and the deletion are theirs by right; the page behind the sign-in says where they are."""
    bob.set_password("three little pigs")
    bob.save()
    EmailAddress.objects.create(user=bob, email=bob.email, verified=True, primary=True)
    game = start(ann, bob)
    suspend(bob)
    browser = Client()
    entered = {"login": bob.email, "password": "three little pigs"}

    page = browser.post(reverse("account_login"), entered, follow=True)
    data = browser.get(reverse("data"))
    browser.post(reverse("export_data"))
    (link,) = re.findall(r"https?://[^/\s]+(/e/\S+)", mail.outbox[-1].body)

    assert 403 == page.status_code
    assert said(page.content.decode())
    assert f'href="{reverse("data")}"' in page.content.decode()
    assert 200 == data.status_code
    assert f'href="{reverse("hours")}"' not in data.content.decode()
    for opened in (browser, Client()):
        assert "application/zip" == opened.get(link)["Content-Type"]
    for closed in (reverse("account"), reverse("game", args=[game.key]), reverse("security")):
        assert 403 == browser.get(closed).status_code


def test_they_delete_their_account_or_keep_it(ann, bob, carol, start, suspend, moderator):
    """Bots keep their seats until both are called off: the deletion and the suspension."""
    game = start(ann, bob, carol)
    record = suspend(bob)
    browser = Client()
    browser.force_login(bob)

    browser.post(reverse("delete_account"))
    revert(record, by=moderator)
    bob.refresh_from_db()
    assert bob.deletion_at is not None
    assert seat_of(game, bob).on_autopilot
    record = suspend(bob)
    kept = browser.post(reverse("keep_account"), follow=True).content.decode()
    assert "Your account stays." in kept
    assert seat_of(game, bob).on_autopilot
    revert(StaffAct.objects.get(pk=record.pk), by=moderator)
    bob.refresh_from_db()
    assert bob.deletion_at is None
    assert not seat_of(game, bob).on_autopilot


def test_what_ends_while_the_account_is_to_be_deleted_promises_no_seats(ann, bob, start, suspend, travel):
    """The mail says how they come back; the table isn’t made to wait for who is leaving."""
    game = start(ann, bob)
    suspend(bob, days=1)
    request_deletion(player=bob)
    travel(days=1, minutes=2)
    sweep_wishes()
    sweep_notices()

    (letter,) = [each for each in mail.outbox if "You can play again" in each.subject]
    assert seat_of(game, bob).on_autopilot
    assert "your seats are yours again" not in " ".join(letter.body.split())
    assert "If you keep it, you get them back." in " ".join(letter.body.split())


def test_they_can_not_play_by_link(ann, bob, start, suspend):
    """Neither with a link nor with the pass that one gave before; a guest neither."""
    game = start(bob, ann)
    seat = seat_of(game, bob)
    browser = Client()
    browser.get(reverse("play_link", args=[tokens.make_token(seat)]))
    assert 200 == browser.get(reverse("seat_game", args=[game.key])).status_code
    Player.objects.filter(pk=bob.pk).update(is_guest=True)
    suspend(bob)

    for response in (
        browser.get(reverse("seat_game", args=[game.key])),
        browser.post(reverse("seat_answer", args=[game.key])),
        Client().get(reverse("play_link", args=[tokens.make_token(seat)])),
    ):
        assert 403 == response.status_code
        assert said(response.content.decode())
        assert f"{reverse('account_request_login_code')}?next={reverse('data')}" in response.content.decode()


def test_they_can_not_play_by_mail(ann, bob, start, suspend, settings):
    """A reply is answered once, with the reason and the end, and plays nothing."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    game = start(bob, ann)
    notice = Notice.objects.filter(player=bob, game=game, question__isnull=False).first()
    address = addresses.make_reply(notice)
    suspend(bob)
    version = Game.objects.get(pk=game.pk).version

    reply = f"From: {bob.email}\r\nTo: {address}\r\nMessage-ID: <1@x.example>\r\nSubject: Re\r\n\r\n1\r\n"
    receive(reply.encode(), recipients=[address])

    answered = Notice.objects.get(kind=Notice.Kind.REPLY)
    assert version == Game.objects.get(pk=game.pk).version
    assert "" == obsolete_reason(answered)
    assert said(" ".join(compose(answered).body.split()))


def test_they_can_not_create_or_join_games(ann, bob, start, suspend):
    """Not by any way: each says why."""
    over = finish(start(ann, bob))
    waiting = create_game(host=ann, name="Waiting", is_open=True)
    invitation = invite(game=waiting, by=ann, email=bob.email)
    playing = start(ann, bob, name="Another")
    suspend(bob)
    mine = seat_of(playing, bob)

    for act in (
        lambda: create_game(host=bob, name="Mine"),
        lambda: take_seat(game=waiting, player=bob),
        lambda: accept_invitation(invitation=invitation),
        lambda: join_rematch(game=over, player=bob),
        lambda: return_to_seat(seat=mine),
    ):
        with pytest.raises(NotAllowed) as refusal:
            act()
        assert said(str(refusal.value))


def test_staff_give_them_no_seat(ann, bob, carol, start, suspend, moderator):
    """Nor do they take one over; nothing changes."""
    game = start(ann, carol)
    offer_seat(seat=seat_of(game, carol))
    suspend(bob)
    before = list(Seat.objects.order_by("pk").values())

    with pytest.raises(NotAllowed, match="account is suspended"):
        perform("replace", game=game, by=moderator, reason="Gone.", seat=2, to=bob.pk)
    with pytest.raises(NotAllowed) as refusal:
        take_over(game=game, number=2, player=bob)
    assert said(str(refusal.value))
    assert before == list(Seat.objects.order_by("pk").values())


def test_they_are_nobody_s_deputy_and_have_none(ann, bob, carol, start, suspend):
    """Whoever plays for them has nothing to play: a bot does. Their own link as a deputy says why."""
    until = (clock.now() + timedelta(days=3)).date()

    def deputy_link(game: Game, player: Player, who: Player) -> str:
        asked = ask_deputy(seat=seat_of(game, player), by=player, who=who.email, until=until)
        return tokens.make_deputy_token(accept_deputy(deputy=asked.pk, by=who))

    token, own = deputy_link(start(ann, bob), bob, carol), deputy_link(start(ann, carol), ann, bob)
    assert tokens.read_token(token, tokens.Purpose.DEPUTY)
    suspend(bob)

    with pytest.raises(tokens.Revoked):
        tokens.read_token(token, tokens.Purpose.DEPUTY)
    other = start(ann, carol)
    with pytest.raises(NotPossible):
        ask_deputy(seat=seat_of(other, ann), by=ann, who=bob.email, until=until)
    with pytest.raises(tokens.Suspended) as failure:
        tokens.read_token(own, tokens.Purpose.DEPUTY)
    assert said(str(failure.value))


def test_taking_it_back_gives_the_seats_back(ann, bob, carol, start, suspend, moderator):
    """Both lines stay in the history, both mails leave, and nothing else differs."""
    game = start(bob, ann, carol)
    question = question_to(game, bob)
    due = question.due_at
    record = suspend(bob)
    sweep_notices()
    revert(record, by=moderator)
    sweep_notices()

    seat = seat_of(game, bob)
    bob.refresh_from_db()
    assert not seat.on_autopilot
    assert (None, "", []) == (bob.suspended_until, bob.suspended_because, bob.held_seats)
    assert due == question_to(game, bob).due_at
    assert 2 == len([text for text in events(game) if "suspen" in text])
    subjects = [each.subject for each in mail.outbox if each.to == [bob.email]]
    assert "[Fluxx] Your account isn’t suspended any more" in subjects
    answer(question_to(game, bob))


def test_who_has_not_heard_of_it_never_does(bob, suspend, moderator):
    """Taken back before the mail has left, there is none; what is written otherwise is mailed."""
    revert(suspend(bob), by=moderator)
    revert(perform("write", player=bob, by=moderator, reason="Hello.").record, by=moderator)
    sweep_notices()
    assert [] == mail.outbox

    perform("write", player=bob, by=moderator, reason="Please choose another name.")
    sweep_notices()
    (letter,) = mail.outbox
    assert "> Please choose another name." in letter.body


def test_its_end_gives_the_seats_back(ann, bob, carol, start, suspend, travel):
    """By the sweep: seats, a line, a mail, and a question with a fresh clock."""
    game = start(ann, bob, carol, pace=0)
    suspend(bob)
    travel(days=7, minutes=2)
    sweep_wishes()
    sweep_notices()

    bob.refresh_from_db()
    assert not seat_of(game, bob).on_autopilot
    assert bob.suspended_until is None
    assert "Bob can play again and has the seat back." in events(game)
    assert PersonMail.objects.filter(player=bob, kind="suspension-over", status="sent").exists()
    browser = Client()
    browser.force_login(bob)
    assert 200 == browser.get("/").status_code


def test_only_what_the_suspension_took_comes_back(ann, bob, carol, start, suspend, moderator):
    """A seat that a bot kept before, and one that somebody has taken over since, stay as they are."""
    silent, taken = start(ann, bob, name="Silent"), start(ann, bob, name="Taken")
    Seat.objects.filter(game=silent, player=bob).update(on_autopilot=True)
    record = suspend(bob)
    Seat.objects.filter(game=taken, player=bob).update(player=carol, on_autopilot=True)
    revert(record, by=moderator)

    assert seat_of(silent, bob).on_autopilot
    assert seat_of(taken, carol).on_autopilot


def test_games_that_begin_later_are_held_too(ann, bob, suspend, moderator):
    """The sweep finds them, tells the table, and the revert gives these seats back as well."""
    record = suspend(bob)
    later = started_with(ann, bob)
    sweep_wishes()

    bob.refresh_from_db()
    seat = seat_of(later, bob)
    assert seat.on_autopilot
    assert [seat.pk] == bob.held_seats
    assert 1 == len([text for text in events(later) if "suspended" in text])
    revert(record, by=moderator)
    assert not seat_of(later, bob).on_autopilot


def started_with(ann: Player, bob: Player) -> Game:
    """A game in which Bob has had a seat since before he was suspended."""
    until = Player.objects.get(pk=bob.pk).suspended_until
    Player.objects.filter(pk=bob.pk).update(suspended_until=None)
    bob.refresh_from_db()
    game = create_game(host=ann, name="Later", seats=2, is_open=True, starts_when_full=False)
    take_seat(game=game, player=bob)
    Player.objects.filter(pk=bob.pk).update(suspended_until=until)
    started = start_game(game=game, by=ann)
    for question in open_questions(started)[:1]:
        answer(question)
    return Game.objects.get(pk=game.pk)


def test_who_plays_at_the_table_does_not_suspend(ann, bob, start, moderator, suspend):
    """Nor themselves, nor staff, nor twice."""
    game = start(moderator, bob)
    with pytest.raises(NotAllowed, match="You play"):
        suspend(bob)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ENDED)
    suspend(bob)
    with pytest.raises(NotPossible, match="already"):
        suspend(bob)
    ann.is_staff = True
    ann.save()
    with pytest.raises(NotPossible, match="staff"):
        suspend(ann)
    with pytest.raises(NotAllowed):
        suspend(moderator)


def test_a_suspension_that_is_over_is_not_taken_back(bob, suspend, travel):
    """Nor is an old one, while there is a new one."""
    first = suspend(bob, days=1)
    travel(days=1, minutes=2)
    sweep_wishes()
    second = suspend(bob)

    assert "This suspension is over." == why_not_revert(first)
    assert "" == why_not_revert(second)


def test_a_person_with_many_games_is_suspended_at_once(ann, bob, start, suspend, monkeypatch):
    """What is too much for one act is left to the sweep."""
    monkeypatch.setattr(person_acts, "MOST_ROWS", 1)
    games = [start(ann, bob, name=f"Game {number}") for number in range(2)]
    suspend(bob)
    sweep_wishes()

    assert [True, True] == [seat_of(game, bob).on_autopilot for game in games]
    assert 2 == len(Player.objects.get(pk=bob.pk).held_seats)


def test_a_table_of_bots_alone_is_left_to_its_clock(bob, start, suspend):
    """Nobody waits there, so no bot plays it to its end at once."""
    game = start(bob, bots=1)
    suspend(bob)

    assert not seat_of(game, bob).on_autopilot


def test_the_desk_shows_first_what_a_suspension_does(ann, bob, start, moderator, client):
    """Who gets a bot, that a mail goes to him, and the end; nothing has happened yet."""
    game = start(ann, bob)
    client.force_login(moderator)
    act = reverse("admin:games_player_act", args=[bob.pk, "suspend"])

    page = client.post(act, {"days": 7, "reason": REASON}).content.decode()

    assert "A mail goes to:" in page
    assert "Bob" in page
    assert "on autopilot" in page.lower()
    assert "<td>Yes</td>" in page
    assert not seat_of(game, bob).on_autopilot
    assert not suspensions.is_suspended(Player.objects.get(pk=bob.pk))
