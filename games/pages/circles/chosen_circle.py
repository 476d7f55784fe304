"""The circle that a new game is for: who is invited, and how it is played unless its host says otherwise."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest

from games.core.access import get_membership_of
from games.models import Circle, Player
from games.people.circle_games import find_fellows, most_invited


@dataclass(frozen=True)
class ChosenCircle:
    """The circle that a request names, if its host belongs to one of that key."""

    circle: Circle | None
    host: Player

    @cached_property
    def fellows(self) -> list[Player]:
        """The other members, who are offered as people to invite."""
        return find_fellows(self.circle, self.host) if self.circle is not None else []

    @property
    def chosen(self) -> list[Player]:
        """Who of them is chosen already: all, where there are seats for all."""
        has_room = self.circle is not None and len(self.fellows) <= most_invited(self.circle)
        return self.fellows if has_room else []

    @property
    def usual(self) -> dict[str, Any]:
        """What the form of a new game proposes."""
        return {"deck": self.circle.edition, "pace": self.circle.pace} if self.circle is not None else {}

    @property
    def settings(self) -> dict[str, Any]:
        """What says at the game that it is one of the circle."""
        return {"circle_id": self.circle.pk} if self.circle is not None else {}


def choose_circle(request: HttpRequest, host: Player) -> ChosenCircle:
    """Return the circle that a form, or the address of its page, names."""
    sent = request.POST if request.method == "POST" else request.GET
    key = sent.get("all") or sent.get("circle") or ""
    try:
        return ChosenCircle(get_membership_of(host, key).circle if key else None, host)
    except Http404:
        return ChosenCircle(None, host)
