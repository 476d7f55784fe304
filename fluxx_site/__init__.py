"""Configuration: settings, addresses, the Celery application, and the servers of the embedded stack."""

from fluxx_site.celery import app as celery_app

__all__ = ["__version__", "celery_app"]

# The release that this is, or that it is becoming. CHANGELOG.md begins with it; docs/releasing.md says when
# it changes.
__version__ = "0.2.0"
