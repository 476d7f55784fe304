"""The project itself as an app: system checks, and the commands that operate an installation."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps


class SiteConfig(AppConfig):
    name = "fluxx_site"
    default = True

    def ready(self) -> None:
        # They register system checks, and what happens when somebody sets up a second factor.
        from fluxx_site import checks, second_factor  # noqa: F401


class StaffAdminConfig(admin_apps.AdminConfig):
    default = False
    default_site = "fluxx_site.staff_site.StaffSite"
