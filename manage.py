#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fluxx_site.settings")
    if sys.argv[1:2] in (["catalogues"], ["compilemessages"]):
        from fluxx_site.catalogues import set_placeholders

        set_placeholders()
    from django.core.management import execute_from_command_line
    from django.db import OperationalError, connection

    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        if connection.connection is not None:  # PostgreSQL answered, and this is about a query
            raise
        from fluxx_site.database_away import describe_database_error

        sys.exit(describe_database_error(error))


if __name__ == "__main__":
    main()
