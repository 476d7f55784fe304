"""The settings as mypy's Django plugin reads them: no server is asked, so any well-formed address will do."""

import os

os.environ.setdefault("SITE_URL", "http://localhost:8000")
os.environ.setdefault("SECRET_KEY", "only-mypy-reads-this-and-nothing-is-ever-signed-with-it")
os.environ.setdefault("DATABASE_URL", "postgresql://nobody@localhost/nothing")
os.environ.setdefault("REDIS_URL", "redis://localhost/0")

from fluxx_site.settings import *  # noqa: F403
