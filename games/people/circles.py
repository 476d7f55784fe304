"""Circles: making one, asking people to join, joining, leaving, and what hosts may do.

Whoever changes who belongs to a circle locks its row first, then that of a player.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from games import clock
from games.core import blocks
from games.core.locking import in_transaction
from games.core.lookups import count_address
from games.core.mailboxes import canonical_mailbox
from games.core.refusal import Capped, NotAllowed, NotPossible, check_cap, check_fields, check_new_title
from games.core.submissions import find_made, sign_form
from games.core.suspension import check_may_play, suspended
from games.models import Circle, CircleInvitation, CircleMember, Game, Player, Seat
from games.models.circles import IS_ASKED
from games.seats.invitations import find_acquaintances
from games.seats.invite_checks import is_blocked

MOST_MEMBERS, MOST_CIRCLES = 300, 20
INVITED_A_DAY = 30


@in_transaction
def create_circle(
    *, host: Player, name: str, game: Game | None = None, submission_key: str = "", **settings: Any
) -> Circle:
    """Make a circle with one member, its host, and invite the people of a game of theirs, if one is named.

    The same `submission_key` with the same of all else is the same circle, sent twice. Whom the host may not
    invite is left out. Locks the host's row. Raises a `Refusal`.
    """
    check_may_play(host)
    Player.objects.select_for_update().get(pk=host.pk)
    circle = Circle(name=name.strip(), **settings)
    check_fields(circle, exclude=["link_key"])
    check_new_title(circle.name)
    told = {"name": circle.name, "game": game.pk if game else None, **settings}
    circle.submission_key = sign_form(submission_key, host=host.pk, **told)
    if (earlier := find_made(Circle.objects.filter(members__player=host), circle.submission_key)) is not None:
        return earlier
    check_has_room(host)
    asked = people_of(game, host) if game is not None else []
    circle.save()
    CircleMember.objects.create(circle=circle, player=host, is_host=True)
    for player in asked:
        do_invite(circle, host, player)
    return circle


def people_of(game: Game, host: Player) -> list[Player]:
    """Return who played in a game besides this player, of those whom they may ask to join a circle."""
    seats = game.seats.filter(status=Seat.Status.TAKEN, player__is_active=True).exclude(player=host)
    seats = seats.exclude(player__in=blocks.find_apart(host)).exclude(suspended("player"))
    people = [seat.player for seat in seats.select_related("player").order_by("number") if seat.player]
    return [each for each in people if not is_blocked(canonical_mailbox(each.email))]


@in_transaction
def change_circle(*, circle: Circle, by: Player, **settings: Any) -> None:
    """Change the name and the settings of a circle. Locks it. Raises a `Refusal`."""
    circle = lock_circle(circle)
    check_host(circle, by)
    if (name := settings.get("name", circle.name)) != circle.name:
        check_new_title(name)
    for field, value in settings.items():
        setattr(circle, field, value)
    check_fields(circle, exclude=["link_key"])
    circle.save(update_fields=list(settings))


@in_transaction
def invite(*, circle: Circle, by: Player, players: Iterable[int]) -> int:
    """Ask people with these primary keys, whom `by` has played with, to join; return how many.

    Who was asked before is not asked again. Locks the circle, then the player's row. Raises a `Refusal`.
    """
    circle = lock_circle(circle)
    check_may_invite(circle, by)
    offered = {player.pk: player for player in find_invitable(circle, by)}
    chosen = [offered[pk] for pk in dict.fromkeys(players) if pk in offered]
    if not chosen:
        raise NotPossible(_("Choose who you’d like to ask."))
    Player.objects.select_for_update().get(pk=by.pk)
    for player in chosen:
        do_invite(circle, by, player)
    return len(chosen)


def do_invite(circle: Circle, by: Player, player: Player) -> None:
    """Ask somebody to join a locked circle; in vain, if they have said no to somebody who has left it.

    `by` is locked. What is asked counts for a day, also when its row goes with its circle. Raises `Capped`.
    """
    if not count_address(f"circles/{by.pk}", f"{circle.pk}/{player.pk}", INVITED_A_DAY):
        raise Capped(_("You can ask %(most)s people a day. Try again tomorrow.") % {"most": INVITED_A_DAY})
    asked = {"invited_by": by, "created_at": clock.now()}
    CircleInvitation.objects.update_or_create(circle=circle, player=player, defaults=asked)


@in_transaction
def withdraw(*, circle: Circle, by: Player, invitation: int) -> None:
    """Take an invitation back by its primary key: hosts any, others their own. Locks the circle.

    Raises a `Refusal`.
    """
    circle = lock_circle(circle)
    sent = circle.invitations.filter(IS_ASKED, pk=invitation)
    if not sent.filter(invited_by=by).exists():
        check_host(circle, by)
    check_may_invite(circle, by)
    if not sent.exists():
        raise NotPossible(_("This invitation is no longer open."))
    do_withdraw(sent)


def find_invitable(circle: Circle, by: Player) -> list[Player]:
    """Return the people with whom somebody has played and whom they may ask to join, the last ones first."""
    here = set(circle.members.values_list("player", flat=True))
    here.update(circle.invitations.filter(IS_ASKED).values_list("player", flat=True))
    people = [player for player, _name in find_acquaintances(by) if player.pk not in here]
    return [each for each in people if not is_blocked(canonical_mailbox(each.email))]


def open_invitations(player: Player) -> list[CircleInvitation]:
    """Return the circles that somebody is asked to join, but for those by people they keep apart from."""
    asked = CircleInvitation.objects.filter(player=player, declined_at=None)
    asked = asked.exclude(invited_by__in=blocks.find_apart(player)).exclude(suspended("invited_by"))
    return list(asked.select_related("circle", "invited_by"))


@in_transaction
def answer_invitation(*, circle: Circle, player: Player, accepts: bool) -> None:
    """Join the circle that somebody is asked to join, or say no, which tells nobody. Locks it.

    Raises a `Refusal`.
    """
    circle = lock_circle(circle)
    invitation = next((each for each in open_invitations(player) if each.circle_id == circle.pk), None)
    if invitation is None:
        raise NotPossible(_("This invitation is no longer open."))
    if not accepts:
        CircleInvitation.objects.filter(pk=invitation.pk).update(declined_at=clock.now())
        return
    do_join(circle, player)


@in_transaction
def join_by_link(*, link_key: str, player: Player) -> Circle:
    """Join the circle that a link is of; who belongs to it already stays so. Locks it. Raises a `Refusal`."""
    found = find_by_link(link_key)
    if found is None:
        raise NotPossible(_("This link no longer works. Ask for a new one."))
    circle = lock_circle(found)
    if circle.link_key != link_key:
        raise NotPossible(_("This link no longer works. Ask for a new one."))
    do_join(circle, player)
    return circle


def find_by_link(link_key: str) -> Circle | None:
    """Return the circle that a link is of, as long as the link works."""
    circle = Circle.objects.filter(link_key=link_key).first() if link_key else None
    return circle if circle is not None and circle.link_ends_at is not None else None


def do_join(circle: Circle, player: Player) -> None:
    """Let somebody be a member of a locked circle. Locks the player's row. Raises a `Refusal`."""
    check_may_play(player)
    Player.objects.select_for_update().get(pk=player.pk)
    if not circle.members.filter(player=player).exists():
        check_has_room(player)
        text = _("This circle is full: it can have at most %(count)s members.")
        check_cap(circle.members.all(), MOST_MEMBERS, text)
        CircleMember.objects.create(circle=circle, player=player)
    circle.invitations.filter(player=player).delete()


@in_transaction
def leave_circle(*, circle: Circle, player: Player) -> None:
    """Leave a circle, which goes with its last member. Locks it.

    Who belongs to it longest is a host where none is left who may act.
    """
    circle = lock_circle(circle)
    do_end_membership(circle, player)
    if circle.members.exclude(player__is_active=False).exists():
        do_find_host(circle)
    else:
        circle.delete()


def do_find_host(circle: Circle) -> None:
    """Make the longest-standing member of a circle a host, unless there is one who may act."""
    rest = circle.members.exclude(player__is_active=False)
    can_act = rest.exclude(suspended("player"))
    if not can_act.filter(is_host=True).exists():
        heirs = can_act if can_act.exists() else rest
        CircleMember.objects.filter(pk=heirs.order_by("joined_at", "pk")[:1]).update(is_host=True)


def find_other_hosts(player: Player) -> None:
    """Find each circle a host who may act while this one is suspended.

    Locks nothing: two who find one at the same moment make two hosts, which does no harm.
    """
    for membership in player.circle_memberships.filter(is_host=True).select_related("circle"):
        do_find_host(membership.circle)


def do_end_membership(circle: Circle, player: Player) -> None:
    """Take somebody out of a locked circle; their invitations end.

    They all go from the list of who was asked: those that stayed would be of who has said no.
    """
    circle.members.filter(player=player).delete()
    do_withdraw(circle.invitations.filter(IS_ASKED, invited_by=player))


def do_withdraw(sent: QuerySet[CircleInvitation]) -> None:
    """Take invitations of a locked circle back, alike whether they were declined or not."""
    sent.filter(declined_at=None).delete()
    sent.update(invited_by=F("player"))


def leave_all(player: Player) -> None:
    """Leave every circle, for somebody whose account is deleted."""
    for membership in player.circle_memberships.select_related("circle"):
        leave_circle(circle=membership.circle, player=player)


@in_transaction
def remove_member(*, circle: Circle, by: Player, member: int) -> None:
    """Take a member, by primary key, out of a circle, whose link ends. Locks it. Raises a `Refusal`."""
    circle = lock_circle(circle)
    check_host(circle, by)
    found = find_member(circle, member)
    if found.is_host:
        raise NotAllowed(_("Hosts can’t remove each other."))
    do_end_membership(circle, found.player)
    # Their way back is an invitation, not a link that they still have.
    circle.end_link()
    circle.save(update_fields=["link_key", "link_made_at"])


@in_transaction
def set_host(*, circle: Circle, by: Player, member: int, is_host: bool) -> None:
    """Make a member a host as well, or let somebody be none any more. Locks the circle. Raises a `Refusal`.

    A host stops by their own wish alone, and only while there is another.
    """
    circle = lock_circle(circle)
    check_host(circle, by)
    found = find_member(circle, member)
    if not is_host:
        if found.player_id != by.pk:
            raise NotAllowed(_("Hosts can’t remove each other."))
        if not circle.members.filter(is_host=True).exclude(pk=found.pk).exists():
            raise NotPossible(_("A circle needs a host. Make someone else a host first."))
    circle.members.filter(pk=found.pk).update(is_host=is_host)


@in_transaction
def set_link(*, circle: Circle, by: Player, is_on: bool) -> None:
    """Give a circle a new link, or none. Locks it. Raises a `Refusal`."""
    circle = lock_circle(circle)
    check_may_invite(circle, by)
    if is_on:
        circle.make_link()
    else:
        circle.end_link()
    circle.save(update_fields=["link_key", "link_made_at"])


@in_transaction
def delete_circle(*, circle: Circle, by: Player) -> None:
    """Delete a circle with what was said there; its games stay. Locks it. Raises a `Refusal`."""
    circle = lock_circle(circle)
    check_host(circle, by)
    circle.delete()


def find_shown_members(me: CircleMember) -> QuerySet[CircleMember]:
    """Return the members whom one of them sees: a host all, others not who keeps apart from them."""
    members = me.circle.members.all()
    return members if me.is_host else members.exclude(player__in=blocks.find_apart(me.player))


def lock_circle(circle: Circle) -> Circle:
    """Return the circle as it is now, locked until the transaction ends. Raises `NotPossible`."""
    locked = Circle.objects.select_for_update().filter(pk=circle.pk).first()
    if locked is None:
        raise NotPossible(_("This circle no longer exists."))
    return locked


def find_member(circle: Circle, member: int) -> CircleMember:
    """Return the member with this primary key. Raises `NotPossible`."""
    found = circle.members.filter(pk=member).first()
    if found is None:
        raise NotPossible(_("This person isn’t in the circle any more."))
    return found


def check_host(circle: Circle, by: Player) -> None:
    """Refuse unless this player is one of the hosts. Raises `NotAllowed`."""
    check_may_play(by)
    if not circle.members.filter(player=by, is_host=True).exists():
        raise NotAllowed(_("Only a host of this circle can do this."))


def check_may_invite(circle: Circle, by: Player) -> None:
    """Refuse unless this player may ask others to join. Raises `NotAllowed`."""
    if not circle.members_invite:
        check_host(circle, by)
        return
    check_may_play(by)
    if not circle.members.filter(player=by).exists():
        raise NotAllowed(_("Only members of this circle can do this."))


def check_has_room(player: Player) -> None:
    """Refuse somebody who is in as many circles as one may be. Raises `Capped`."""
    text = _("You can be in at most %(count)s circles. Leave one first.")
    check_cap(player.circle_memberships.all(), MOST_CIRCLES, text)
