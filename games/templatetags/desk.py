"""The queue of the desk, on the start page of the admin."""

from typing import Any

from django import template
from django.apps import apps
from django.contrib import admin
from django.db.models import Model

from games.moderation.queue import find_waiting
from games.moderation.registry import ACTS

register = template.Library()


@register.filter
def act_title(code: str) -> str:
    """Return what an act is called; its code where it is none of the desk."""
    return str(ACTS[code].title) if code in ACTS else code


@register.simple_tag
def row_url(row: Model) -> str:
    """Return the address of the page of a row in the admin."""
    return address_of(type(row), row.pk)


def address_of(model: type[Model], pk: Any) -> str:
    """Return the same by model and primary key."""
    return str(admin.site.get_model_admin(model).url_of(pk))  # type: ignore[attr-defined]


@register.inclusion_tag("admin/games/_queue.html", takes_context=True)
def desk_queue(context: Any) -> dict[str, Any]:
    """Show what waits for somebody, of what this member of staff may look at."""
    queue = []
    for source, found in find_waiting(context["request"].user):
        models = [apps.get_model("games", each.model) for each in found]
        rows = [
            {"waiting": each, "url": address_of(model, each.pk)}
            for each, model in zip(found, models, strict=True)
        ]
        queue.append((source, rows))
    return {"queue": queue}
