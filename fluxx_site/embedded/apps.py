"""Installed only under bin/run, so that its pages exist nowhere else."""

from django.apps import AppConfig


class EmbeddedConfig(AppConfig):
    name = "fluxx_site.embedded"
