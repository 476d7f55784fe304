"""`manage.py first_operator`: print the link by which the first operator of a site makes their account."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.urls import reverse

from games.moderation.first_operator import has_operator, make_key


class Command(BaseCommand):
    help = "Prints a link by which the first operator makes an account; it works once, for a day."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if has_operator():
            raise CommandError("Someone runs this site already. They appoint others in the administration.")
        self.stdout.write(f"{settings.SITE_URL}{reverse('first_operator', args=[make_key()])}")
