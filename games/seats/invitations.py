"""Invitations by mail: one mail per address and game, at most one reminder, none to a blocked address."""

from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import clock
from games.core import blocks
from games.core.locking import in_transaction, lock_game
from games.core.lookups import count_address
from games.core.mail_limits import count_mail
from games.core.mailboxes import canonical_mailbox, is_same_mailbox
from games.core.refusal import Capped, NotAllowed, NotPossible, Refusal
from games.core.suspension import check_may_play, suspended
from games.models import BlockedAddress, Game, Invitation, Notice, Player, Seat
from games.models.invitation import IS_OPEN, new_nonce
from games.outbox import notices
from games.play.start import check_open, do_start_when_full

from . import lobby
from .invite_checks import (
    DAY,
    check_address,
    check_apart,
    check_invitation_limits,
    check_mailbox_limit,
    check_may_invite,
    check_open_invitation,
    check_takes_mail,
    check_tries,
    check_wanted,
    find_removed,
    is_blocked,
)

A_LINK_MAY_MAIL, A_NETWORK_MAY_ASK = 20, 8  # addresses a day
ACQUAINTANCES_SHOWN = 18
SEATS_LOOKED_AT = 200


class Invitee(NamedTuple):
    """Somebody to invite."""

    email: str
    name: str
    how: str = Invitation.How.TYPED


def find_acquaintances(host: Player, game: Game | None = None) -> list[tuple[Player, str]]:
    """Return with whom a player has played, and under which name, the last ones first.

    Who has a seat in `game`, or was invited to it, is left out.
    """
    tables = Seat.objects.filter(player=host, game__started_at__isnull=False).values("game")
    seats = Seat.objects.filter(game__in=tables, status=Seat.Status.TAKEN, player__is_active=True)
    seats = seats.exclude(player__in=blocks.find_apart(host))
    seats = seats.exclude(suspended("player")).exclude(player=host).select_related("player").order_by("-game")
    if game is not None:
        seats = seats.exclude(player__in=game.seats.filter(player__isnull=False).values("player"))
        seats = seats.exclude(player__email__in=game.invitations.filter(removed_at=None).values("email"))
    found: dict[int, tuple[Player, str]] = {}
    for seat in seats[:SEATS_LOOKED_AT]:
        if seat.player is not None:
            found.setdefault(seat.player.pk, (seat.player, str(seat)))
    return list(found.values())[:ACQUAINTANCES_SHOWN]


def invite(
    *,
    game: Game,
    by: Player,
    email: str,
    name: str = "",
    how: str = Invitation.How.TYPED,
    once: bool = False,
) -> Invitation:
    """Invite an address to a free seat. Locks the game, then the host's own row. Raises a `Refusal`.

    With `once`, an earlier invitation to this game is returned unchanged, even if it was withdrawn.
    """
    if how == Invitation.How.TYPED:
        check_tries(by, check_address(email))
    return do_invite_address(game=game, by=by, email=email, name=name, how=how, once=once)


@in_transaction
def do_invite_address(*, game: Game, by: Player, email: str, name: str, how: str, once: bool) -> Invitation:
    """Invite an address that counts as tried. What does not depend on the address is checked first."""
    game = lock_game(pk=game.pk)
    lobby.check_host(game, by)
    check_may_invite(how)
    email = check_address(email)
    mailbox = canonical_mailbox(email)
    earlier = game.invitations.filter(mailbox=mailbox).first()
    if once and earlier is not None:
        return earlier
    check_open(game)
    name = lobby.read_name(name, kept=[name] if how == Invitation.How.KNOWN else [])
    removed = find_removed(game, mailbox)
    seat = game.seats.filter(status=Seat.Status.FREE).first()
    if seat is None:
        raise NotPossible(_("All seats are taken or kept for someone. Withdraw an invitation first."))
    check_apart(game, by, email)
    check_wanted(game, mailbox, again=removed is not None)
    check_invitation_limits(by, mailbox)
    invitation = do_invite(
        game, seat, by=by, email=email, mailbox=mailbox, name=name, how=how, again=removed is not None
    )
    if removed is not None:
        removed.delete()
    notify_invited(invitation)
    return invitation


def takes_guests(game: Game) -> bool:
    """Whether the link of a game gives a seat to people without an account, of whom nothing is known."""
    asks = game.least_reliability or game.usual_hours or not game.newcomers
    return game.status == Game.Status.OPEN and not asks


@in_transaction
def mail_seat(*, game: Game, link_key: str, email: str, name: str = "", network: str = "") -> bool:
    """Mail an invitation to the address of somebody who has the link of the game, and no account here.

    They sit down from that mail, so nobody can in another's name. No seat is kept meanwhile, and where the
    address may get no mail nothing is sent, and nothing is said: neither this answer nor the table afterwards
    tells whether an address is blocked, invited or sits here. Of one `network` fewer addresses count than a
    link may mail: nobody uses it up with invented ones. Returns False where no seat is free; an
    invitation with a seat that is kept is mailed again even so. Locks the game. Raises a `Refusal`.
    """
    game = lock_game(pk=game.pk)
    check_open(game)
    if link_key != game.link_key or not takes_guests(game):
        raise NotAllowed(_("This game is private. Ask its host for an invitation."))
    email, name = check_address(email), lobby.read_name(name)
    mailbox = canonical_mailbox(email)
    counts = {f"link/{game.pk}/{network}": A_NETWORK_MAY_ASK, f"link/{game.pk}": A_LINK_MAY_MAIL}
    if not all(count_address(name, mailbox, most) for name, most in counts.items()):
        raise Capped(_("This link has sent enough mails today. Try again tomorrow, or sign in."))
    has_room = game.seats.filter(status=Seat.Status.FREE).exists()
    earlier = game.invitations.filter(mailbox=mailbox).first()
    if earlier is not None and earlier.is_open and (has_room or earlier.seat is not None):
        mail_again(earlier)
    if not has_room:
        return False
    try:
        check_apart(game, game.host, email)
        check_wanted(game, mailbox)
        check_mailbox_limit(mailbox)
    except Refusal:
        return True
    if find_removed(game, mailbox) is not None:
        return True
    how = Invitation.How.ASKED
    invitation = do_invite(game, None, by=game.host, email=email, mailbox=mailbox, name=name, how=how)
    invitation.language = get_language() or ""  # they are a stranger, and read this page
    invitation.save(update_fields=["language"])
    notify_invited(invitation)
    return True


def mail_again(invitation: Invitation) -> None:
    """Send an open invitation of a locked game once more, in place of its one reminder."""
    blocked = is_blocked(invitation.mailbox)
    if not blocked and invitation.reminded_at is None and count_mail(invitation.mailbox):
        do_remind(invitation)


def do_remind(invitation: Invitation) -> None:
    """Use up the one reminder of an invitation, whose mail is counted already."""
    invitation.reminded_at = clock.now()
    invitation.save(update_fields=["reminded_at"])
    notify_invited(invitation)


def do_invite(
    game: Game,
    seat: Seat | None,
    *,
    by: Player,
    email: str,
    mailbox: str,
    name: str,
    how: str,
    again: bool = False,
) -> Invitation:
    """Invite an address to a locked game, and reserve this seat, if any; anew that uses up its reminder.

    Not that of somebody who was removed, and is invited `again` by a new link.
    """
    if seat is not None:
        seat.status, seat.name = Seat.Status.INVITED, name
        seat.save()
        lobby.do_keep_open(seat.game)
    withdrawn = Invitation.objects.filter(game=game, mailbox=mailbox).first()
    if withdrawn is not None:
        withdrawn.removed_at, withdrawn.reminded_at = None, clock.now()
        if again:
            withdrawn.accepted_at = withdrawn.declined_at = withdrawn.reminded_at = None
            withdrawn.nonce = new_nonce()
        withdrawn.seat, withdrawn.name, withdrawn.how, withdrawn.invited_by = seat, name, how, by
        withdrawn.save()
        return withdrawn
    return Invitation.objects.create(
        game=game, seat=seat, invited_by=by, email=email, mailbox=mailbox, name=name, how=how
    )


def notify_invited(invitation: Invitation) -> None:
    """Write the notice of an invitation, or its one reminder."""
    kind = Notice.Kind.INVITED_AGAIN if invitation.reminded_at else Notice.Kind.INVITATION
    key = f"{kind}/{invitation.pk}/{invitation.nonce}"
    notices.notify(kind, key=key, game=invitation.game, invitation=invitation)


@in_transaction
def remind_invited(*, invitation: Invitation, by: Player) -> None:
    """Remind an invited address, once. Locks the game. Raises a `Refusal`."""
    game, invitation = lock_invitation(invitation)
    lobby.check_host(game, by)
    check_open_invitation(invitation)
    if invitation.reminded_at:
        raise Capped(_("You’ve already reminded this person."))
    if is_blocked(invitation.mailbox):
        raise NotPossible(_("This person has asked not to be invited."))
    check_takes_mail(invitation.mailbox)
    do_remind(invitation)


def due_reminders(game: Game) -> list[Invitation]:
    """Return the open invitations of more than a day ago that have had no reminder."""
    since = clock.now() - DAY
    blocked = BlockedAddress.objects.values("mailbox")
    waiting = game.invitations.filter(IS_OPEN, reminded_at=None, created_at__lte=since)
    return list(waiting.exclude(mailbox__in=blocked))


@in_transaction
def remind_all(*, game: Game, by: Player) -> None:
    """Remind all who were invited more than a day ago, each once. Locks the game. Raises a `Refusal`."""
    game = lobby.lock_open_game_for_host(game, by)
    due = due_reminders(game)
    if not due:
        raise Capped(_("Everyone was either invited within the last day or has already been reminded."))
    for invitation in due:
        if count_mail(invitation.mailbox):
            do_remind(invitation)


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
def accept_invitation(
    *,
    invitation: Invitation,
    player: Player | None = None,
    name: str = "",
    timezone: str = "",
    part: str = "",
) -> Seat:
    """Take the seat that is kept for an invited address, or any free one if none is.

    Without `player` the holder of the mailed link plays as the owner of the address; a new address becomes
    a guest, who lives in `timezone`: the host's where none is given. Accepting twice returns the same seat,
    to who sits there. Locks the game. Raises a `Refusal`.
    """
    game, invitation = lock_invitation(invitation)
    seat = invitation.seat
    if seat is not None and invitation.accepted_at and is_seated(seat, invitation, player):
        return seat
    check_open_invitation(invitation)
    check_open(game)
    seat = find_seat(game, invitation)
    name = lobby.read_name(name, kept=[invitation.name, player.name if player is not None else ""])
    player = player or get_or_create_owner(
        invitation.email, name or invitation.name, timezone or invitation.invited_by.timezone
    )
    if not player.is_active:
        raise NotAllowed(_("This account is closed."))
    check_may_play(player)
    blocks.check_apart(game, player)
    if game.seats.filter(player=player, status=Seat.Status.TAKEN).exists():
        raise NotPossible(_("You’re already at this table."))
    lobby.do_take_seat(seat, player, name or invitation.name, part=part)
    invitation.accepted_at, invitation.seat = clock.now(), seat
    invitation.save(update_fields=["accepted_at", "seat"])
    lobby.notify_taken(game, seat)
    do_start_when_full(game)
    seat.refresh_from_db()  # the start may have given it another number
    return seat


def is_seated(seat: Seat, invitation: Invitation, player: Player | None) -> bool:
    """Whether the seat of an invitation is that of `player`, or of the owner of the invited address.

    Somebody else may have got the same mail, or sit there by now.
    """
    if seat.player is None or not seat.is_taken:
        return False
    return seat.player == player or (player is None and is_same_mailbox(seat.player.email, invitation.email))


def find_seat(game: Game, invitation: Invitation) -> Seat:
    """Return the seat on which an open invitation lets somebody sit down. Raises `NotPossible`."""
    seat = invitation.seat
    if seat is None and invitation.how == Invitation.How.ASKED:
        seat = game.seats.filter(status=Seat.Status.FREE).first()
        if seat is None:
            raise NotPossible(_("All seats in this game are taken."))
    elif seat is None or seat.status != Seat.Status.INVITED:
        raise NotPossible(_("Someone else has taken this seat."))
    return seat


def get_or_create_owner(email: str, name: str, timezone: str) -> Player:
    """Return the player of an address, or create a guest: following the mailed link proves the address.

    A guest keeps the language in which they read the invitation.
    """
    new = {"name": name, "is_guest": True, "language": get_language(), "timezone": timezone}
    player, is_new = Player.objects.get_or_create(email=email, defaults=new)
    if is_new:
        player.set_unusable_password()
        player.save(update_fields=["password"])
        EmailAddress.objects.create(user=player, email=email, verified=True, primary=True)
    elif player.is_trial:  # asked for a code once and never typed it in
        Player.objects.filter(pk=player.pk).update(is_trial=False)
        EmailAddress.objects.filter(user=player, email=email).update(verified=True)
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
    mailbox = canonical_mailbox(address)
    BlockedAddress.objects.get_or_create(mailbox=mailbox)
    for invitation in Invitation.objects.filter(mailbox=mailbox):
        if invitation.is_open:
            decline_invitation(invitation=invitation)


def lock_invitation(invitation: Invitation) -> tuple[Game, Invitation]:
    """Lock the game of an invitation and return both, read again."""
    game = lock_game(pk=invitation.game_id)
    return game, Invitation.objects.select_related("seat", "game", "invited_by").get(pk=invitation.pk)
