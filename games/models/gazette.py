"""The gazette of a circle: what happened in each week that was not dull."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock

from .stored_json import NUMBER, TEXT, StoredJSON, list_of, record


class GazetteIssue(models.Model):
    """One issue: the week from a Monday on, and what is told of it.

    Each of ``headlines`` has a ``kind``, whom and what it is about by primary keys and slugs, and how many.
    It holds no name: an issue is put into words when it is read.
    """

    circle = models.ForeignKey(
        "games.Circle", models.CASCADE, related_name="gazette", verbose_name=_("circle")
    )
    week = models.DateField(_("week"))
    headlines = StoredJSON(
        default=list,
        form=list_of(
            record(
                {"game": NUMBER, "members": list_of(NUMBER), "card": TEXT, "n": NUMBER},
                needed={"kind": TEXT, "seats": list_of(NUMBER)},
            )
        ),
    )
    created_at = models.DateTimeField(_("written"), default=clock.now)

    class Meta:
        verbose_name = _("issue of a gazette")
        verbose_name_plural = _("issues of gazettes")
        ordering = ["-week", "-pk"]
        constraints = [models.UniqueConstraint(name="gazette_issue_once", fields=["circle", "week"])]

    def __str__(self) -> str:
        return f"{self.circle_id} {self.week}"
