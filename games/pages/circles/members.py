"""The members of a circle: who belongs to it, who is asked to join, and what hosts may do about both."""

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core import blocks
from games.core.refusal import Refusal
from games.models import CircleMember
from games.models.circles import IS_ASKED
from games.pages.common.person_context import PersonContext
from games.pages.common.rate_limits import check_rate
from games.pages.common.requests import read_primary_key
from games.people import circles

from .circle_page import act_and_go, circle_page, may_invite, render_circle
from .forms import AskForm, MemberSearchForm

SHOWN = 50


@circle_page()
def members(request: HttpRequest, person: PersonContext, me: CircleMember) -> HttpResponse:
    """Show the members of a circle page by page, or those searched for; to who may invite, how to."""
    circle = me.circle
    search = MemberSearchForm(request.GET or None)
    shown_members = circles.find_shown_members(me)
    found = shown_members.select_related("player").order_by("-is_host", "player__name", "pk")
    if search.is_used and search.is_valid():
        found = found.filter(player__name__icontains=search.cleaned_data["q"])
    page = Paginator(found, SHOWN).get_page(request.GET.get("page"))
    shown = {"page": page, "search": search, "count": shown_members.count(), "most": SHOWN}
    if may_invite(me):
        people = circles.find_invitable(circle, person.player)
        # Who has said no stays in the list, or it would tell.
        asked = circle.invitations.filter(IS_ASKED).select_related("player")
        if not me.is_host:
            asked = asked.exclude(player__in=blocks.find_apart(person.player))
        ends_at = circle.link_ends_at
        link = f"{settings.SITE_URL}{reverse('join_circle', args=[circle.link_key])}" if ends_at else ""
        shown |= {
            "ask_form": AskForm(people=people) if people else None,
            "asked": [(each, me.is_host or each.invited_by_id == person.player.pk) for each in asked[:SHOWN]],
            "link": link,
            "link_ends_at": ends_at,
        }
    return render_circle(request, person, me, "circles/members.html", shown)


@circle_page(post_only="circle_members")
def invite(request: HttpRequest, person: PersonContext, me: CircleMember) -> HttpResponse:
    """Ask the chosen people to join, or withdraw one invitation."""
    if (sent := read_primary_key(request, "withdraw")) is not None:
        return act_and_go(
            request,
            lambda: circles.withdraw(circle=me.circle, by=person.player, invitation=sent),
            message=_("The invitation is withdrawn."),
            to="circle_members",
            person=person,
            circle=me.circle,
        )
    form = AskForm(request.POST, people=circles.find_invitable(me.circle, person.player))
    try:
        check_rate(request, "circle_invite", person.player)
        chosen = form.cleaned_data["known"] if form.is_valid() else []
        count = circles.invite(circle=me.circle, by=person.player, players=chosen)
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        said = ngettext(
            "We’ve asked %(count)d person to join.", "We’ve asked %(count)d people to join.", count
        )
        messages.success(request, said % {"count": count})
    return redirect(person.url("circle_members", me.circle.key))


@circle_page(post_only="circle_members")
def set_link(request: HttpRequest, person: PersonContext, me: CircleMember) -> HttpResponse:
    """Make a link to join, or end it."""
    is_on = "on" in request.POST
    return act_and_go(
        request,
        lambda: circles.set_link(circle=me.circle, by=person.player, is_on=is_on),
        message=_("This is the new link. It works for 30 days.") if is_on else _("The link no longer works."),
        to="circle_members",
        person=person,
        circle=me.circle,
    )


@circle_page(post_only="circle_members")
def member(request: HttpRequest, person: PersonContext, me: CircleMember, pk: int) -> HttpResponse:
    """Remove a member, make them a host, or stop being one."""

    def act() -> None:
        if "remove" in request.POST:
            circles.remove_member(circle=me.circle, by=person.player, member=pk)
        else:
            is_host = "host" in request.POST
            circles.set_host(circle=me.circle, by=person.player, member=pk, is_host=is_host)

    return act_and_go(request, act, message=_("Saved."), to="circle_members", person=person, circle=me.circle)
