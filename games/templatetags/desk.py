"""The queue of the desk, on the start page of the admin."""

from typing import Any

from django import template
from django.urls import reverse

from games.moderation.desk import ACTS
from games.moderation.queue import SOURCES

register = template.Library()


@register.filter
def act_title(code: str) -> str:
    """Return what an act is called; its code where it is none of the desk."""
    return str(ACTS[code].title) if code in ACTS else code


@register.inclusion_tag("admin/games/_queue.html", takes_context=True)
def desk_queue(context: Any) -> dict[str, Any]:
    """Show what waits for somebody, of what this member of staff may look at."""
    user = context["request"].user
    queue = []
    for source in SOURCES:
        rows = [
            {"waiting": waiting, "url": reverse(f"admin:games_{waiting.model}_change", args=[waiting.pk])}
            for waiting in source.find()
            if user.has_perm(f"games.view_{waiting.model}")
        ]
        if rows:
            queue.append((source, rows))
    return {"queue": queue}
