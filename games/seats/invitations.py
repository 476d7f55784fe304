"""Invitations by mail: one mail per address and game, at most one reminder, none to a blocked address."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import clock
from games.core.locking import in_transaction, lock_game
from games.core.refusal import Capped, Illegal, NotAllowed, NotPossible, check_cap
from games.models import BlockedAddress, Game, Invitation, Notice, Player, Seat
from games.models.invitation import normalize_mailbox
from games.models.player import check_one_line, clean_address
from games.outbox import notices
from games.play.start import check_open, do_start_when_full

from . import lobby

DAY = timedelta(days=1)
A_PLAYER_MAY_INVITE = 20
A_MAILBOX_MAY_GET = 5
LONGEST_NAME = 40


@in_transaction
def invite(*, game: Game, by: Player, email: str, name: str = "") -> Invitation:
    """Invite an address to a free seat. Locks the game, then the host's own row. Raises a `Refusal`."""
    game = lobby.lock_open_game_for_host(game, by)
    email, name = check_address(email), check_name(name)
    mailbox = normalize_mailbox(email)
    check_wanted(game, mailbox)
    check_rate_limits(by, mailbox)
    seat = game.seats.filter(status=Seat.Status.FREE).first()
    if seat is None:
        raise NotPossible(
            _("All seats of this game are taken or kept for somebody. Withdraw an invitation first.")
        )
    invitation = do_invite(seat, by=by, email=email, mailbox=mailbox, name=name)
    notify_invited(invitation)
    return invitation


def check_address(email: str) -> str:
    """Return an address in its stored form. Raises `Illegal` if it is invalid."""
    email = clean_address(email)
    try:
        validate_email(email)
        Invitation._meta.get_field("email").run_validators(email)
    except ValidationError:
        raise Illegal(_("“%(email)s” is not an e-mail address.") % {"email": email[:100]}) from None
    return email


def check_name(name: str) -> str:
    """Return a name without surrounding spaces. Raises `Illegal` if it is too long or has line breaks."""
    name = name.strip()
    try:
        check_one_line(name)
    except ValidationError as error:
        raise Illegal(error.messages[0]) from None
    if len(name) > LONGEST_NAME:
        raise Illegal(_("This name is too long."))
    return name


def check_wanted(game: Game, mailbox: str) -> None:
    """Refuse to mail an address that is blocked, sits at the table, or has had its mails about this game."""
    if BlockedAddress.objects.filter(mailbox=mailbox).exists():
        raise NotPossible(_("This address wants no invitations. Send a link to the game by another way."))
    addresses = game.seats.filter(status=Seat.Status.TAKEN).values_list("player__email", flat=True)
    if any(address and normalize_mailbox(address) == mailbox for address in addresses):
        raise NotPossible(_("This player sits at the table already."))
    earlier = game.invitations.filter(mailbox=mailbox).first()
    if earlier is not None and earlier.is_open:
        raise NotPossible(_("This address is invited already. You can remind it once."))
    if earlier is not None and (earlier.declined_at or earlier.accepted_at or earlier.reminded_at):
        raise NotPossible(
            _("This address has had its mails about this game. Send a link to the game by another way.")
        )


def check_rate_limits(by: Player, mailbox: str) -> None:
    """Refuse more invitations a day than one player may send or a mailbox may get. Locks the player's row."""
    Player.objects.select_for_update().get(pk=by.pk)
    since = clock.now() - DAY
    today = Invitation.objects.filter(created_at__gt=since)
    text = _("You have sent %(count)s invitations today. Go on tomorrow, or send a link by another way.")
    check_cap(today.filter(invited_by=by), A_PLAYER_MAY_INVITE, text)
    text = _("This address has been invited often today. Try again tomorrow.")
    check_cap(today.filter(mailbox=mailbox), A_MAILBOX_MAY_GET, text)


def do_invite(seat: Seat, *, by: Player, email: str, mailbox: str, name: str) -> Invitation:
    """Reserve a seat of a locked game for an address; inviting it again uses up its reminder."""
    seat.status, seat.name = Seat.Status.INVITED, name
    seat.save()
    withdrawn = Invitation.objects.filter(game=seat.game_id, mailbox=mailbox).first()
    if withdrawn is not None:
        withdrawn.removed_at, withdrawn.reminded_at = None, clock.now()
        withdrawn.seat, withdrawn.name = seat, name
        withdrawn.save()
        return withdrawn
    return Invitation.objects.create(
        game_id=seat.game_id, seat=seat, invited_by=by, email=email, mailbox=mailbox, name=name
    )


def notify_invited(invitation: Invitation) -> None:
    """Write the notice of an invitation, or its one reminder."""
    kind = Notice.Kind.INVITED_AGAIN if invitation.reminded_at else Notice.Kind.INVITATION
    key = f"{kind}/{invitation.pk}"
    notices.notify(kind, key=key, game=invitation.game, invitation=invitation)


@in_transaction
def remind_invited(*, invitation: Invitation, by: Player) -> None:
    """Remind an invited address, once. Locks the game. Raises a `Refusal`."""
    game, invitation = lock_invitation(invitation)
    lobby.check_host(game, by)
    check_open_invitation(invitation)
    if invitation.reminded_at:
        raise Capped(_("This address was reminded already."))
    if BlockedAddress.objects.filter(mailbox=invitation.mailbox).exists():
        raise NotPossible(_("This address wants no invitations."))
    invitation.reminded_at = clock.now()
    invitation.save(update_fields=["reminded_at"])
    notify_invited(invitation)


@in_transaction
def remove_invitation(*, invitation: Invitation, by: Player) -> None:
    """Withdraw an invitation: its seat is free again, its link dead. Locks the game. Raises a `Refusal`."""
    game, invitation = lock_invitation(invitation)
    lobby.check_host(game, by)
    check_open_invitation(invitation)
    invitation.removed_at = clock.now()
    invitation.save(update_fields=["removed_at"])
    if invitation.seat is not None:
        lobby.do_free_seat(invitation.seat)


@in_transaction
def accept_invitation(*, invitation: Invitation, player: Player | None = None, name: str = "") -> Seat:
    """Take the seat that is kept for an invited address.

    Without `player` the holder of the mailed link plays as the owner of the address; a new address becomes
    a guest. Accepting twice returns the same seat. Locks the game. Raises a `Refusal`.
    """
    game, invitation = lock_invitation(invitation)
    if invitation.accepted_at and invitation.seat is not None and invitation.seat.is_taken:
        return invitation.seat
    check_open_invitation(invitation)
    check_open(game)
    seat = invitation.seat
    if seat is None or seat.status != Seat.Status.INVITED:
        raise NotPossible(_("The seat of this invitation is taken."))
    name = check_name(name)
    player = player or get_or_create_owner(invitation.email, name or invitation.name)
    if not player.is_active:
        raise NotAllowed(_("This account is closed."))
    if game.seats.filter(player=player, status=Seat.Status.TAKEN).exists():
        raise NotPossible(_("You sit at this table already."))
    lobby.do_take_seat(seat, player, name or invitation.name)
    invitation.accepted_at = clock.now()
    invitation.save(update_fields=["accepted_at"])
    lobby.notify_taken(game, seat)
    do_start_when_full(game)
    seat.refresh_from_db()  # the start may have given it another number
    return seat


def get_or_create_owner(email: str, name: str) -> Player:
    """Return the player of an address, or create a guest: following the mailed link proves the address.

    A guest keeps the language in which they read the invitation.
    """
    new = {"name": name, "is_guest": True, "language": get_language()}
    player, is_new = Player.objects.get_or_create(email=email, defaults=new)
    if is_new:
        player.set_unusable_password()
        player.save(update_fields=["password"])
        EmailAddress.objects.create(user=player, email=email, verified=True, primary=True)
    return player


@in_transaction
def decline_invitation(*, invitation: Invitation) -> None:
    """Decline an invitation and notify the host. Idempotent. Locks the game."""
    game, invitation = lock_invitation(invitation)
    if invitation.declined_at:
        return
    check_open_invitation(invitation)
    invitation.declined_at = clock.now()
    invitation.save(update_fields=["declined_at"])
    if invitation.seat is not None:
        lobby.do_free_seat(invitation.seat)
        lobby.notify_declined(game, invitation.seat, key=f"declined/{invitation.pk}")


def block_invitations(*, address: str) -> None:
    """Block a mailbox from invitations, and decline its open ones."""
    mailbox = normalize_mailbox(address)
    BlockedAddress.objects.get_or_create(mailbox=mailbox)
    for invitation in Invitation.objects.filter(mailbox=mailbox):
        if invitation.is_open:
            decline_invitation(invitation=invitation)


def lock_invitation(invitation: Invitation) -> tuple[Game, Invitation]:
    """Lock the game of an invitation and return both, read again."""
    game = lock_game(pk=invitation.game_id)
    return game, Invitation.objects.select_related("seat", "game").get(pk=invitation.pk)


def check_open_invitation(invitation: Invitation) -> None:
    """Refuse unless an invitation waits for its answer."""
    if invitation.removed_at:
        raise NotPossible(_("This invitation was withdrawn."))
    if invitation.declined_at:
        raise NotPossible(_("This invitation was declined."))
    if invitation.accepted_at:
        raise NotPossible(_("This invitation was accepted already."))
