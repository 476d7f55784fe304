"""The site's settings, a bare view beside its pages, and a queue of this run's own."""

import os

from fluxx_site.settings import *  # noqa: F403
from fluxx_site.settings import INSTALLED_APPS as OF_THE_SITE

INSTALLED_APPS = [*OF_THE_SITE, "bench.web"]
ROOT_URLCONF = "bench.web.urls"
CELERY_TASK_DEFAULT_QUEUE = os.environ["BENCH_QUEUE"]
