"""gunicorn reads this file from the folder it is started in: `gunicorn fluxx_site.wsgi`."""

import sys
from typing import Any

accesslog = "-"
logger_class = "fluxx_site.logs.AccessLogger"
timeout = 30
graceful_timeout = 20
max_requests = 10_000
max_requests_jitter = 1_000
control_socket_disable = True  # it would lie in the home folder, one for all sites


def on_starting(server: Any) -> None:
    """Refuse to start, in one line, when the site could not work."""
    import django

    django.setup()
    from django.db import connection

    from fluxx_site.checks import NotReady, preflight

    try:
        preflight()
    except NotReady as error:
        sys.exit(str(error))
    finally:
        connection.close()
