"""The addresses of the site: games at the root, accounts, the admin, the embedded stack's own pages."""

from allauth.account.decorators import reauthentication_required, secure_admin_login
from allauth.account.views import password_set
from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from fluxx_site import health, metrics
from fluxx_site.account_mails import ConfirmLoginCode
from fluxx_site.first_operator import first_operator
from games.admin.desk_pages import search_page
from games.admin.health_panel import health_page

handler400 = "fluxx_site.error_pages.answer_bad_request"
handler403 = "fluxx_site.error_pages.answer_forbidden"
handler404 = "fluxx_site.error_pages.answer_not_found"
handler500 = "fluxx_site.database_away.answer_error"

admin.autodiscover()
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns: list[URLPattern | URLResolver] = [
    # One page shows what allauth spreads over three.
    path("accounts/2fa/", RedirectView.as_view(pattern_name="security")),
    path("accounts/2fa/webauthn/", RedirectView.as_view(pattern_name="security")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    # allauth asks nobody who they are before a first password, by which they could confirm all else.
    path(
        "accounts/password/set/",
        reauthentication_required(password_set, app="allauth.account"),
        name="account_set_password",
    ),
    path(
        "accounts/login/code/confirm/",
        ConfirmLoginCode.as_view(),
        name="account_confirm_login_code",
    ),
    path("accounts/", include("allauth.account.urls")),
    path("admin/health/", admin.site.admin_view(health_page), name="admin_health"),
    path("admin/search/", admin.site.admin_view(search_page), name="admin_search"),
    path("admin/", admin.site.urls),
    path("first-operator/<str:key>/", first_operator, name="first_operator"),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("", include("games.urls")),
]
if settings.SIGN_IN_PROVIDER is not None:
    urlpatterns.append(path("accounts/provider/", include("fluxx_site.oidc.urls")))
if settings.EMBEDDED:
    urlpatterns.append(path("", include("fluxx_site.embedded.urls")))
