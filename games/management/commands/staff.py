"""`manage.py staff ADDRESS`: give somebody a role on the staff, take it away, or reset a second factor."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import transaction

from games.core.refusal import Refusal
from games.models import Player
from games.models.player import clean_address
from games.moderation.roles import MODERATOR, OPERATOR, do_appoint, make_groups
from games.people.sessions import forget_factors


class Command(BaseCommand):
    help = "Gives somebody a role on the staff or takes it away, and helps who has lost a second factor."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="the address by which the person signs in")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--role", choices=[MODERATOR, OPERATOR], default=MODERATOR)
        what.add_argument("--remove", action="store_true", help="take the role away")
        what.add_argument(
            "--reset-factor",
            action="store_true",
            help="forget their passkeys, app and recovery codes, and sign them out everywhere",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        address = clean_address(options["address"])
        player = Player.objects.filter(email=address).first()
        if player is None:
            raise CommandError(
                f"Nobody has an account with the address {address}. Let them sign up on the site first."
            )
        if options["reset_factor"]:
            forget_factors(player=player)
            self.stdout.write(
                f"{address} is signed out everywhere, has no second factor any more, and can set one up anew."
            )
            return
        role = "" if options["remove"] else options["role"]
        make_groups()
        try:
            with transaction.atomic():
                do_appoint(player, role)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from None
        said = {"": "not on the staff any more", MODERATOR: "a moderator now", OPERATOR: "an operator now"}
        self.stdout.write(f"{address} is {said[role]}.")
