"""Where somebody who signs in with the provider comes by; routed where there is one."""

from django.urls import path

from . import views

urlpatterns = [
    path("sign-in/", views.sign_in, name="oidc_sign_in"),
    path("callback/", views.callback, name="oidc_callback"),
    path("connect/", views.connect, name="oidc_connect"),
    path("disconnect/", views.disconnect, name="oidc_disconnect"),
    # django-allauth asks for this name.
    path("sign-up/", views.ProviderSignup.as_view(), name="socialaccount_signup"),
]
