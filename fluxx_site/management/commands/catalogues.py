"""Bringing locale/ up to date with the words of the site."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from fluxx_site.catalogues.compiled import compile_stale
from fluxx_site.catalogues.paths import list_languages


class Command(BaseCommand):
    help = "Find all words of the site and write the files in locale/ (see docs/translating.md)."
    requires_system_checks: list[str] = []  # noqa: RUF012  (Django's own name and type)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="before a release: write nothing, and fail if there is work"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        from fluxx_site.catalogues import files, sources

        template = sources.build_template()
        faults: list[str] = []
        gaps: list[str] = []
        counts: list[str] = []
        for language in list_languages():
            catalog = files.update_catalog(language, template)
            if options["check"]:
                faults += files.list_stale(language, catalog)
            else:
                files.write_catalog(language, catalog)
            faults += files.list_faults(language, catalog)
            missing = files.list_gaps(language, catalog) + files.list_undeclined(language)
            gaps += missing
            counts.append(f"{language}: {len(missing)} of {len(catalog)} are not translated.")
        if not options["check"]:
            compile_stale()
        if faults or (gaps and options["check"]):
            raise CommandError("\n".join(faults + gaps + counts))
        self.stdout.write("\n".join(gaps + counts) if gaps else "All words are translated.")
