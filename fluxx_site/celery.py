"""The Celery application. Tasks are wake-up hints: all they act on is rows that a sweep finds as well."""

import logging.config
import os
import sys
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import (
    after_task_publish,
    beat_init,
    heartbeat_sent,
    setup_logging,
    task_prerun,
    worker_init,
)

from games.core.log_context import start_fields
from games.core.priority import yield_to_pages

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


@worker_init.connect
def let_pages_go_first(**_kwargs: Any) -> None:
    """Take less of the processor than web processes; the processes of its pool are started later."""
    yield_to_pages()


@heartbeat_sent.connect
def touch_alive_file(**_kwargs: Any) -> None:
    """Touch `ALIVE_FILE`: the loop of this worker turns (every two seconds), or this beat has sent a task.

    A container's health check asks how old it is. Asking the worker itself would start a Python of its own
    each time.
    """
    from django.conf import settings

    if settings.ALIVE_FILE:
        Path(settings.ALIVE_FILE).touch()


@beat_init.connect
def touch_alive_file_at_tasks(**_kwargs: Any) -> None:
    """Let beat touch it whenever the queue has taken a task. (A web process sends tasks as well.)"""
    after_task_publish.connect(touch_alive_file)
