"""Finds the rows of a person where a path doesn’t: seats have had others, and addresses several spellings."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import BigIntegerField, Exists, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games import models
from games.core.mailboxes import canonical_mailbox
from games.models import Player
from games.models.invitation import IS_OPEN

Rows = QuerySet[Any]


def rows_since(model: type[Model], at: str) -> Callable[[Player], Rows]:
    """Return what finds the rows of a player's seats that are not of those who had the seats before.

    `at` is when a row was made.
    """
    taken_over = models.FormerPlayer.objects.filter(seat=OuterRef("seat"), replaced_at__gt=OuterRef(at))
    return lambda player: model._default_manager.filter(~Exists(taken_over), seat__player=player)


def invitations_to_or_by(player: Player) -> Rows:
    """Those to the player, and those sent by them that nobody can accept any more.

    To another address than they have now is what led to a seat that was theirs first after it was accepted.
    """
    had_it = models.FormerPlayer.objects.filter(
        seat=OuterRef("seat"), replaced_at__gte=OuterRef("accepted_at")
    )
    of_others = Player.objects.filter(email=OuterRef("email")).exclude(pk=player.pk)
    replaced = Subquery(had_it.order_by("replaced_at").values("player")[:1])
    first = Coalesce(replaced, "seat__player", output_field=BigIntegerField())
    by_seat = Q(~Exists(of_others), accepted_at__isnull=False, taken_by=player.pk)
    to_player = Q(mailbox=canonical_mailbox(player.email)) | by_seat
    can_be_accepted = Q(IS_OPEN, game__status=models.Game.Status.OPEN)
    sent = Q(Q(invited_by=player), ~can_be_accepted)
    return models.Invitation.objects.alias(taken_by=first).filter(to_player | sent)


def mails_received(player: Player) -> Rows:
    """Those from the player's address, and those for their seats from others that they reply from.

    A seat that somebody has taken over, or a bot once an account is deleted, was theirs until then.
    """
    own = _spellings([player.email])
    others = _spellings(models.ReplyAlias.objects.filter(player=player).values_list("address", flat=True))
    was_theirs = models.FormerPlayer.objects.filter(
        player=player, seat=OuterRef("seat"), replaced_at__gte=OuterRef("received_at")
    )
    from_others = Q(Q(seat__player=player) | Exists(was_theirs), sender__in=others)
    return models.InboundMail.objects.filter(Q(sender__in=own) | from_others)


def _spellings(addresses: Iterable[str]) -> list[str]:
    """Return addresses, and others of their mailboxes that mails came from, but those of other accounts."""
    mailboxes = {canonical_mailbox(each) for each in addresses}
    rows = models.InboundMail.objects.exclude(sender__in=Player.objects.values("email"))
    senders = rows.order_by().values_list("sender", flat=True).distinct()
    return [*addresses, *(each for each in senders if canonical_mailbox(each) in mailboxes)]
