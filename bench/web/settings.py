"""The site's settings, a bare view beside its pages, and a queue of this run's own."""

import os

from kombu import Queue

from fluxx_site.settings import *  # noqa: F403
from fluxx_site.settings import INSTALLED_APPS as OF_THE_SITE

INSTALLED_APPS = [*OF_THE_SITE, "bench.web"]
ROOT_URLCONF = "bench.web.urls"
CELERY_TASK_DEFAULT_QUEUE = os.environ["BENCH_QUEUE"]
SWEEPS_QUEUE = f"{CELERY_TASK_DEFAULT_QUEUE}-sweeps"
CELERY_TASK_QUEUES = [Queue(CELERY_TASK_DEFAULT_QUEUE), Queue(SWEEPS_QUEUE)]
CELERY_TASK_ROUTES = {"games.tasks.sweep_*": {"queue": SWEEPS_QUEUE}}
CATCH_UP_MAILS = 0  # what is measured is how fast mails can leave
