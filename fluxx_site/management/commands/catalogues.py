"""Bringing locale/ up to date with the words of the site."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from fluxx_site.catalogues import sources


class Command(BaseCommand):
    help = "Find all words of the site and write the files in locale/ (see docs/translating.md)."
    requires_system_checks: list[str] = []  # noqa: RUF012

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if there is work")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from fluxx_site.catalogues import files
        except ImportError as error:
            raise CommandError("This needs Babel: pip install -r requirements-dev.txt") from error
        found = list(sources.messages())
        complaints: list[str] = []
        for language in files.languages():
            old = files.read(language)
            new = files.catalogue(language, found, files.said(old))
            if options["check"]:
                complaints += files.stale(language, new)
            else:
                files.write(language, new)
            complaints += files.complaints(language, new)
        if complaints:
            raise CommandError("\n".join(complaints))
        self.stdout.write("All words are translated.")
