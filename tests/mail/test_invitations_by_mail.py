"""Taking or declining a seat by answering the mail that offers it (decision 87)."""

import pytest

from games.inbound.receive import receive
from games.mail import addresses
from games.models import BlockedAddress, Game, InboundMail, Invitation, Notice, Player, Reply, Seat
from games.seats.invitations import invite, remind_invited, remove_invitation
from games.seats.membership import leave, take_seat
from games.seats.rematch import join_rematch
from tests.mail.received import Mail, send
from tests.mail.replying import answer
from tests.site.conftest import make_player, open_game

pytestmark = pytest.mark.django_db(transaction=True)
DEE = "dee@example.org"


@pytest.fixture(autouse=True)
def mail_comes_in(settings):
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"


@pytest.fixture
def game(db) -> Game:
    return open_game(make_player("Ann"), make_player("Bob"), seats=4)


def ask(game: Game, language: str = "", email: str = DEE) -> Mail:
    """The mail that invites Dee."""
    invitation = invite(game=game, by=game.host, email=email, name="Dee")
    Invitation.objects.filter(pk=invitation.pk).update(language=language)
    return send(Notice.objects.filter(invitation=invitation).latest("pk"))


def bring(mail: Mail, text: str, sender: str = DEE, name: str = "1") -> InboundMail:
    sent = answer(mail, text, sender=sender, name=name)
    return receive(sent.as_bytes(), recipients=[sent["To"]])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "yes"),
        ("en", "1"),
        ("en", "Hi Ann,\n\nSure, I'm in!\n\nDee"),
        ("pl", "Tak, chętnie!"),
        ("ru", "Да, с удовольствием"),
    ],
)
def test_a_yes_takes_the_seat_without_an_account(game, language, text):
    """A stranger becomes a guest in the language of the invitation, and is told that they sit there."""
    row = bring(ask(game, language), text)

    seat = Seat.objects.get(game=game, player__email=DEE)
    assert ("done", True, language) == (row.status, seat.is_taken, seat.player.language)
    assert seat.player.is_guest
    (reply,) = Reply.objects.filter(player=seat.player)
    assert game.name in send(reply.notice).text
    assert "play+" in addresses.make_reply(reply.notice)


DECLINED = [("en", "No, thanks."), ("en", "2"), ("pl", "Nie"), ("ru", "нет")]


@pytest.mark.parametrize(("language", "text"), DECLINED)
def test_a_no_declines(game, language, text):
    """The seat is free again, and the host hears of it."""
    bring(ask(game, language), text)

    assert Invitation.objects.get().declined_at is not None
    assert not game.seats.filter(status=Seat.Status.INVITED).exists()
    assert Notice.objects.filter(kind="declined", player=game.host).exists()
    assert not Player.objects.filter(email=DEE).exists()


CONFIRMED = {"en": "You’ve declined the seat", "pl": "nie jest już dla ciebie", "ru": "отклонено"}


@pytest.mark.parametrize(("language", "text"), DECLINED)
def test_a_no_is_confirmed(game, language, text):
    """Once, in the language of the invitation; a second no gets no other mail."""
    mail = ask(game, language)
    bring(mail, text)
    bring(mail, text, name="2")

    (notice,) = Notice.objects.filter(params__is_declined=True)
    said = send(notice)
    assert (DEE, True) == (said.parsed["To"], CONFIRMED[language] in said.text)


def test_who_stops_invitations_gets_no_mail_about_it(game):
    """A no is confirmed, but not to an address that has asked for no mail."""
    bring(ask(game), "stop")

    assert not Notice.objects.filter(params__is_declined=True).exists()


UNCLEAR = ["maybe", "yes?", "yes\nbut not before Friday", "3", "not yes", "ok or not", ""]


@pytest.mark.parametrize("text", UNCLEAR)
def test_what_is_not_clear_does_nothing(game, text):
    """The invitation goes out again, with how to answer it."""
    bring(ask(game), text)

    assert Invitation.objects.get().is_open
    assert ["invitation"] == list(
        Notice.objects.filter(params__is_answered=True).values_list("kind", flat=True)
    )


@pytest.mark.parametrize("text", ["unsubscribe", "STOP", "wypisz mnie"])
def test_who_wants_no_invitations_gets_none(game, text):
    """As by List-Unsubscribe, the address is blocked and the invitation declined."""
    bring(ask(game), text)

    assert BlockedAddress.objects.filter(mailbox=DEE).exists()
    assert not Invitation.objects.get().is_open


def test_only_the_invited_address_counts(game):
    """The secret address alone does not take a seat: a friend who was forwarded the mail answers in vain."""
    mail = ask(game)
    row = bring(mail, "yes", sender="eve@example.org")

    assert ("ignored", "not from the invited address") == (row.status, row.reason)
    assert Invitation.objects.get().is_open


def test_a_withdrawn_invitation_is_not_accepted(game):
    """Nor one of an earlier nonce; accepting twice is one seat, and a late no changes nothing."""
    mail = ask(game)
    remove_invitation(invitation=Invitation.objects.get(), by=game.host)
    assert "ignored" == bring(mail, "yes").status
    assert not Player.objects.filter(email=DEE).exists()

    again = ask(game)
    assert ["done", "done", "ignored"] == [
        bring(again, text, name=f"again-{text}-{place}").status
        for place, text in enumerate(("yes", "yes", "no"))
    ]
    assert 1 == Seat.objects.filter(player__email=DEE).count()


def test_the_reminder_is_answered_as_well(game):
    """It has an address of its own."""
    ask(game)
    invitation = Invitation.objects.get()
    remind_invited(invitation=invitation, by=game.host)
    mail = send(Notice.objects.get(kind="invited-again"))
    bring(mail, "yes")

    assert Invitation.objects.get().accepted_at is not None


def finished(*people: Player) -> Game:
    game = open_game(*people, seats=len(people))
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("text", ["yes", "Rewanż!", "1", "да"])
def test_a_rematch_is_joined_by_mail(text):
    """Its mail asks for a yes, which takes the kept seat; the rematch begins when all have taken theirs."""
    ann, bob, carol = map(make_player, ("Ann", "Bob", "Carol"))
    new = join_rematch(game=finished(ann, bob, carol), player=ann)
    mail = send(Notice.objects.get(kind="rematch", player=bob))
    row = bring(mail, text, sender=bob.email)

    assert "done" == row.status, row.reason
    assert new.seats.get(player=bob).is_taken
    assert new.name in send(Reply.objects.get(player=bob).notice).text


def test_a_rematch_is_declined_by_mail_or_asked_again():
    """A no frees the seat; anything else asks once more."""
    ann, bob, carol = map(make_player, ("Ann", "Bob", "Carol"))
    new = join_rematch(game=finished(ann, bob, carol), player=ann)
    mail = send(Notice.objects.get(kind="rematch", player=bob))
    bring(mail, "who is in?", sender=bob.email)
    assert Notice.objects.filter(kind="rematch", player=bob, params__is_answered=True).exists()
    bring(mail, "no thanks", sender=bob.email, name="2")

    assert not new.seats.filter(player=bob).exists()
    assert "declined the rematch" in send(Reply.objects.get(player=bob).notice).text


def test_a_yes_to_a_cancelled_rematch_begins_none():
    """Who says it reads that it was cancelled; a new one is asked for at the old table."""
    ann, bob, carol = map(make_player, ("Ann", "Bob", "Carol"))
    over = finished(ann, bob, carol)
    new = join_rematch(game=over, player=ann)
    mail = send(Notice.objects.get(kind="rematch", player=bob))
    Game.objects.filter(pk=new.pk).update(status=Game.Status.ENDED)
    row = bring(mail, "yes", sender=bob.email)

    assert "done" != row.status
    assert [new] == list(over.rematches.all())
    assert "This rematch was cancelled." in send(Reply.objects.get(player=bob).notice).text


MORE_BELOW = [
    ("en", "Ok.\n\nI can't play this month, sorry."),
    ("en", "Yes\n\nI got your mail, but I don't want to play."),
    ("en", "ok\n\nwhat is this?"),
    ("en", "OK.\n\nI am out of office until Monday."),
    ("ru", "Хорошо\n\nно не сейчас"),
]


@pytest.mark.parametrize(("language", "text"), MORE_BELOW)
def test_what_stands_below_a_yes_may_deny_it(game, language, text):
    """Also behind an empty line: the invitation goes out again, and no seat is taken."""
    bring(ask(game, language), text)

    assert Invitation.objects.get().is_open
    assert not Player.objects.filter(email=DEE).exists()


@pytest.mark.parametrize("text", ["Yes!\n\nThanks!\nKind regards\nDee", "yes\n\nSent from my iPhone"])
def test_a_closing_below_a_yes_denies_nothing(game, text):
    """Nor does what programs write there."""
    bring(ask(game), text)

    assert Invitation.objects.get().accepted_at is not None


def test_a_yes_after_leaving_is_no_mail_to_who_sits_there_now(game):
    """The seat was freed, and somebody else has it: they get no answer, and none of theirs is used up."""
    mail = ask(game)
    bring(mail, "yes")
    seat = Seat.objects.get(game=game, player__email=DEE)
    leave(seat=seat)
    eve = make_player("Eve")
    for number in range(2):
        if not Seat.objects.filter(pk=seat.pk, player__isnull=False).exists():
            take_seat(game=game, player=eve if number == 0 else make_player("Fay"))
    seat.refresh_from_db()
    assert seat.player is not None

    row = bring(mail, "yes", name="again")

    assert "ignored" == row.status
    assert not Reply.objects.filter(seat=seat, player=seat.player).exists()


@pytest.mark.parametrize("text", ["Cancel", "anuluj, proszę", "rezygnacja", "Rezygnuję"])
def test_who_cancels_may_be_invited_again(game, text):
    """Only words about mails block an address."""
    bring(ask(game, "pl"), text)

    assert Invitation.objects.get().declined_at is not None
    assert not BlockedAddress.objects.exists()
