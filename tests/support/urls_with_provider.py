"""The addresses of a site whose operator has set up a provider for signing in."""

from django.urls import include, path

from fluxx_site.urls import handler500, urlpatterns

__all__ = ["handler500", "urlpatterns"]

urlpatterns = [path("accounts/provider/", include("fluxx_site.oidc.urls")), *urlpatterns]
