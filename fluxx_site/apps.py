"""The project itself as an app: system checks, and the commands that operate an installation."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "fluxx_site"

    def ready(self) -> None:
        from fluxx_site import checks  # noqa: F401  (registers the system checks)
