"""The talk of a circle: reading it page by page, writing, and deleting what one has written."""

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.core.refusal import Refusal
from games.models import CircleMember, CircleRemark
from games.pages.common.person_context import PersonContext
from games.pages.common.requests import read_primary_key, read_submission_key
from games.people import circle_talk

from .circle_page import circle_page, render_circle

SHOWN = 50


@dataclass(frozen=True)
class Message:
    """A message as one member reads it, and what they may do about it."""

    remark: CircleRemark
    name: str
    may_delete: bool
    may_report: bool


def list_messages(said: Iterable[CircleRemark], me: CircleMember) -> list[Message]:
    """Return messages as a member reads them. Who has left the circle is not named."""
    return [
        Message(
            remark=each,
            name=_name_of(each),
            may_delete=circle_talk.may_delete(each, me),
            may_report=each.is_shown and each.player_id not in (None, me.player_id),
        )
        for each in said
    ]


def _name_of(remark: CircleRemark) -> str:
    if remark.player is None or not remark.is_member:  # type: ignore[attr-defined]  # annotated by `read`
        return _("A former member")
    return remark.player.name or _("Someone")


@circle_page()
def talk(request: HttpRequest, person: PersonContext, me: CircleMember) -> HttpResponse:
    """Show what is said in a circle; take what a member writes or deletes."""
    problem, draft, status = "", "", int(HTTPStatus.OK)
    if request.method == "POST":
        try:
            if (remark := read_primary_key(request, "delete")) is not None:
                circle_talk.delete(circle=me.circle, by=person.player, remark=remark)
                messages.success(request, _("Deleted."))
            else:
                draft = request.POST.get("text", "")
                key = read_submission_key(request)
                circle_talk.write(circle=me.circle, by=person.player, text=draft, submission_key=key)
            return redirect(person.url("circle_talk", me.circle.key))
        except Refusal as refusal:
            problem, status = str(refusal), refusal.status
    page = Paginator(circle_talk.read(me.circle, person.player), SHOWN).get_page(request.GET.get("page"))
    shown = {"page": page, "said": list_messages(page, me), "problem": problem, "draft": draft}
    return render_circle(request, person, me, "circles/talk.html", shown, status=status)
