"""The games of a circle: beginning one with its members, and who of them may be invited to a table."""

from django.utils.translation import gettext as _

from games.core import blocks
from games.core.refusal import NotPossible
from games.core.suspension import suspended
from games.decks import descriptions
from games.models import Circle, Game, Invitation, Player
from games.seats.invitations import Invitee
from games.seats.lobby import create_game


def find_fellows(circle: Circle, player: Player) -> list[Player]:
    """Return the other members whom somebody may invite to a table, by name."""
    members = Player.objects.filter(circle_memberships__circle=circle, is_active=True).exclude(pk=player.pk)
    members = members.exclude(pk__in=blocks.find_apart(player)).exclude(suspended())
    return list(members.order_by("name", "pk"))


def most_invited(circle: Circle) -> int:
    """Return how many people can be invited to what the circle usually plays; 0 if that can't be played."""
    try:
        return descriptions.most_seats(circle.edition) - 1
    except (KeyError, ValueError):
        return 0


def create_circle_game(
    circle: Circle, *, host: Player, submission_key: str = "", part: str = ""
) -> tuple[Game, list[Invitee]]:
    """Create a game as the circle usually plays, and return it with its members, whom to invite.

    Raises a `Refusal`: where there are more of them than seats, too.
    """
    fellows = find_fellows(circle, host)
    if not fellows:
        raise NotPossible(_("There’s nobody else in this circle yet. Invite people to it first."))
    if len(fellows) > most_invited(circle):
        raise NotPossible(_("There are more members than seats. Choose below who plays."))
    game = create_game(
        host=host,
        name=circle.name,
        is_numbered=True,
        seats=0,
        invited=len(fellows),
        submission_key=submission_key,
        part=part,
        edition=circle.edition,
        pace=circle.pace,
        circle_id=circle.pk,
    )
    return game, [Invitee(each.email, each.name, Invitation.How.KNOWN) for each in fellows]
