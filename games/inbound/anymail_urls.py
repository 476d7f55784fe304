"""The addresses that providers call, behind the one that asks for their secret."""

from django.urls import include, path

urlpatterns = [path("", include("anymail.urls"))]
