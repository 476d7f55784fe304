"""`manage.py staff ADDRESS`: give somebody a role on the staff, or take it away."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import transaction

from games.core.refusal import Refusal
from games.models import Player
from games.models.player import clean_address
from games.moderation.roles import MODERATOR, OPERATOR, do_appoint, make_groups


class Command(BaseCommand):
    help = "Makes the player with this address a moderator or an operator, or ends that."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="the address by which the person signs in")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--role", choices=[MODERATOR, OPERATOR], default=MODERATOR)
        what.add_argument("--remove", action="store_true", help="take the role away")

    def handle(self, *_args: Any, **options: Any) -> None:
        address = clean_address(options["address"])
        player = Player.objects.filter(email=address).first()
        if player is None:
            raise CommandError(
                f"Nobody has an account with the address {address}. Let them sign up on the site first."
            )
        role = "" if options["remove"] else options["role"]
        make_groups()
        try:
            with transaction.atomic():
                do_appoint(player, role)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from None
        said = {"": "not on the staff any more", MODERATOR: "a moderator now", OPERATOR: "an operator now"}
        self.stdout.write(f"{address} is {said[role]}.")
