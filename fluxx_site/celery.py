"""The Celery application. Tasks are wake-up hints: all they act on is rows that a sweep finds as well."""

import logging.config
import os
import sys
from typing import Any

from celery import Celery
from celery.signals import beat_init, setup_logging, task_prerun, worker_init

from games.core.log_context import start_fields

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fluxx_site.settings")

app = Celery("fluxx_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_django_does(**_kwargs: Any) -> None:
    """Keep Celery's hands off the root logger, so that worker and web write lines of one shape."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


@task_prerun.connect
def name_task_in_logs(task_id: str, task: Any, **_kwargs: Any) -> None:
    """Tell the lines of this process which task they are about, until the next begins."""
    start_fields(task=f"{task.name.rpartition('.')[2]}/{task_id[:8]}")


@worker_init.connect
@beat_init.connect
def refuse_to_start_unready(**_kwargs: Any) -> None:
    """End in one line when the site could not work."""
    from django.db import connection

    from fluxx_site.checks import NotReady, preflight

    try:
        preflight()
    except NotReady as error:
        sys.exit(str(error))
    finally:
        connection.close()
