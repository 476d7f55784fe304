"""The Celery application. Tasks are wake-up hints: everything they act on is a row that a sweep finds as well."""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fluxx_site.settings")

app = Celery("fluxx_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_django_does(**_kwargs: Any) -> None:
    """Keep Celery's hands off the root logger, so that worker and web write lines of one shape."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)
