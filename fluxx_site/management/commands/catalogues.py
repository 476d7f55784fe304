"""Bringing locale/ up to date with the words of the site."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Find all words of the site and write the files in locale/ (see docs/translating.md)."
    requires_system_checks: list[str] = []  # noqa: RUF012

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if there is work")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from fluxx_site.catalogues import files, sources
        except ImportError as error:
            raise CommandError("This needs Babel: pip install -r requirements-dev.txt") from error
        template = sources.build_template()
        complaints: list[str] = []
        for language in files.list_languages():
            catalog = files.update_catalog(language, template)
            if options["check"]:
                complaints += files.list_stale(language, catalog)
            else:
                files.write_catalog(language, catalog)
            complaints += files.list_complaints(language, catalog)
        if complaints:
            raise CommandError("\n".join(complaints))
        self.stdout.write("All words are translated.")
