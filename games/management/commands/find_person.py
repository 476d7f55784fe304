"""Says what is stored about an address, for who has to answer such a question."""

from argparse import ArgumentParser
from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand
from django.utils.translation import override

from games.core.mailboxes import canonical_mailbox
from games.models import BlockedAddress, InboundMail, Invitation, Player, ReplyAlias
from games.models.player import clean_address
from games.people.personal_data import STORED


class Command(BaseCommand):
    """Counts rows, and shows none: an export is for the person themselves."""

    help = "Say what is stored about an e-mail address: accounts and guests, and how many rows of each kind."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="the address, in any spelling of its mailbox")

    def handle(self, *args: Any, address: str, **options: Any) -> None:
        """Print it, in English as all that operators read."""
        mailbox = canonical_mailbox(address)
        domain = mailbox.rpartition("@")[2]
        with override("en"):
            players = [each for each in Player.objects.iterator() if canonical_mailbox(each.email) == mailbox]
            for player in players:
                self.describe(player)
            aliases = ReplyAlias.objects.filter(mailbox=mailbox).select_related("player")
            for alias in aliases:
                self.stdout.write(f"another address from which {name_kind(alias.player)} replies")
            others = EmailAddress.objects.filter(email=clean_address(address)).exclude(user__in=players)
            rest = {
                "unproved addresses of other accounts": others.count(),
                "invitations": Invitation.objects.filter(mailbox=mailbox).count(),
                "received mails": InboundMail.objects.filter(sender=clean_address(address)).count(),
                "blocks of invitations": BlockedAddress.objects.filter(mailbox=mailbox).count(),
            }
        for name, count in rest.items():
            if count:
                self.stdout.write(f"{name}: {count}")
        if not players and not aliases and not any(rest.values()):
            self.stdout.write(f"Nothing is stored about this mailbox at {domain}.")

    def describe(self, player: Player) -> None:
        """Print how many rows there are about a player."""
        self.stdout.write(f"{name_kind(player)}, since {player.joined_at:%Y-%m-%d}")
        for stored in STORED:
            if count := stored.rows(player).count():
                self.stdout.write(f"  {stored.label}: {count}")


def name_kind(player: Player) -> str:
    """Return whether somebody has an account, with its number."""
    return f"{'guest' if player.is_guest else 'account'} {player.pk}"
