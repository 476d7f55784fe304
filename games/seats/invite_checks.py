"""Whether somebody may be invited: by whom, to which table, and how often a mailbox may be mailed."""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from games import clock
from games.core import blocks, sign_up
from games.core.lookups import count_lookup
from games.core.mail_limits import count_mail, lock_mailbox
from games.core.mailboxes import canonical_mailbox
from games.core.refusal import Capped, Illegal, NotPossible, check_cap
from games.models import BlockedAddress, Game, Invitation, Player, PlayerBlock, RemovedPlayer, Seat
from games.models.player import clean_address

DAY = timedelta(days=1)
A_PLAYER_MAY_INVITE = 20
A_MAILBOX_MAY_GET = 5


def check_may_invite(how: str) -> None:
    """Refuse to invite by address where nobody new comes in; it says nothing about the address."""
    if how == Invitation.How.TYPED and not sign_up.may_invite_strangers():
        raise NotPossible(_("Nobody new can be invited here. Choose people you’ve played with."))


def check_address(email: str) -> str:
    """Return an address in its stored form. Raises `Illegal` if it is invalid."""
    email = clean_address(email)
    try:
        validate_email(email)
        Invitation._meta.get_field("email").run_validators(email)
    except ValidationError:
        raise Illegal(_("“%(email)s” isn’t an e-mail address.") % {"email": email[:100]}) from None
    return email


def find_removed(game: Game, mailbox: str) -> RemovedPlayer | None:
    """Return the removal of the player with this mailbox, if the host has removed them from the game."""
    removed = game.removed.select_related("player")
    return next((each for each in removed if canonical_mailbox(each.player.email) == mailbox), None)


def is_blocked(mailbox: str) -> bool:
    """Whether a mailbox wants no invitations."""
    return BlockedAddress.objects.filter(mailbox=mailbox).exists()


def check_apart(game: Game, by: Player, email: str) -> None:
    """Refuse to invite somebody who keeps apart from a person at the table; it doesn't say who wants that."""
    player = Player.objects.filter(email=email).first()
    if player is None:
        return
    if PlayerBlock.objects.filter(by=by, player=player, kind=PlayerBlock.Kind.BLOCK).exists():
        raise NotPossible(_("You’ve blocked this person. You can lift that in your account."))
    if blocks.is_apart(player, blocks.people_at(game)):
        raise NotPossible(_("This person can’t be invited to this table."))


def check_wanted(game: Game, mailbox: str, *, again: bool = False) -> None:
    """Refuse to mail an address that is blocked, sits at the table, or has had its mails about this game.

    Who was removed may be invited `again`.
    """
    if is_blocked(mailbox):
        raise NotPossible(_("This person has asked not to be invited. Send them a link some other way."))
    addresses = game.seats.filter(status=Seat.Status.TAKEN).values_list("player__email", flat=True)
    if any(address and canonical_mailbox(address) == mailbox for address in addresses):
        raise NotPossible(_("This player is already at the table."))
    earlier = game.invitations.filter(mailbox=mailbox).first()
    if earlier and earlier.is_open:
        raise NotPossible(_("This person is already invited. You can remind them once."))
    if earlier and not again and (earlier.declined_at or earlier.accepted_at or earlier.reminded_at):
        raise NotPossible(
            _(
                "We’ve already sent this person as many mails about this game as we’re allowed to. "
                "Send them a link some other way."
            )
        )


def check_tries(by: Player, email: str) -> None:
    """Count an address that a host types; the refusals tell who wants no invitations. Raises `Capped`.

    Twice as many as they may invite, as some have typing errors. Outside of transactions.
    """
    text = _limit_reached() % {"count": A_PLAYER_MAY_INVITE}
    count_lookup(by=by, about="invitation", address=email, text=text, most=2 * A_PLAYER_MAY_INVITE)


def _limit_reached() -> str:
    return _(
        "You’ve reached today’s limit of %(count)s invitations. Continue tomorrow, or send a link some other "
        "way."
    )


def check_invitation_limits(by: Player, mailbox: str) -> None:
    """Refuse more invitations a day than one player may send or a mailbox may get. Locks the player's row."""
    Player.objects.select_for_update().get(pk=by.pk)
    since = clock.now() - DAY
    today = Invitation.objects.filter(created_at__gt=since)
    text = _limit_reached()
    own = today.filter(invited_by=by).exclude(how=Invitation.How.ASKED)
    check_cap(own, A_PLAYER_MAY_INVITE, text)
    check_mailbox_limit(mailbox)


def check_mailbox_limit(mailbox: str) -> None:
    """Refuse more invitations a day than a mailbox may get, from whomever they are. Raises `Capped`.

    Locks the mailbox to the end of the transaction: hosts of other games may be inviting it, too. The mail is
    counted with all others that somebody asks for.
    """
    lock_mailbox(mailbox)
    today = Invitation.objects.filter(created_at__gt=clock.now() - DAY, mailbox=mailbox)
    text = _("This person has had %(count)s invitations today, which is the limit. Try again tomorrow.")
    check_cap(today, A_MAILBOX_MAY_GET, text)
    check_takes_mail(mailbox)


def check_takes_mail(mailbox: str) -> None:
    """Count a mail to a mailbox. Raises `Capped` where it has had enough of them, of whatever kind."""
    if not count_mail(mailbox):
        raise Capped(_("This person has had enough mails from us for now. Send them a link some other way."))


def check_open_invitation(invitation: Invitation) -> None:
    """Refuse unless an invitation waits for its answer."""
    if invitation.removed_at:
        raise NotPossible(_("This invitation was withdrawn."))
    if invitation.declined_at:
        raise NotPossible(_("This invitation was declined."))
    if invitation.accepted_at:
        raise NotPossible(_("This invitation has already been accepted."))
