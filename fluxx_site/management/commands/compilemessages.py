"""Compiling the translations: in place of Django's command of this name, which needs programs of gettext."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from fluxx_site.catalogues.compiled import compile_stale


class Command(BaseCommand):
    help = "Compile the translations in locale/ that Django does not read yet (see docs/translating.md)."
    requires_system_checks: list[str] = []  # noqa: RUF012  (Django's own name and type)

    def handle(self, *args: Any, **options: Any) -> None:
        if said := compile_stale():
            raise CommandError(said)
