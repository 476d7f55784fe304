"""Configuration: settings, addresses, the Celery application, and the servers of the embedded stack."""

from fluxx_site.celery import app as celery_app

__all__ = ["celery_app"]
