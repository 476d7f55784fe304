"""The list of somebody's circles: making one, answering an invitation, joining by a link."""

from http import HTTPStatus

from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

import engine
from games.core.blocks import find_apart
from games.core.refusal import Refusal
from games.models import Circle, Game, Player, Seat
from games.pages.common.guards import sign_in_on_404
from games.pages.common.person_context import PersonContext, person_page, render_person_page
from games.pages.common.rate_limits import check_rate
from games.pages.common.requests import posted_data, read_submission_key, signed_in, submit_form
from games.people.circles import (
    answer_invitation,
    create_circle,
    find_by_link,
    join_by_link,
    open_invitations,
    people_of,
)

from .forms import NewCircleForm


@person_page()
def circles(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Show the circles of a player and the invitations to others; make a circle, also of a game's people."""
    game = find_finished_game(person.player, request.POST.get("game") or request.GET.get("game", ""))
    initial = {"name": game.name, "game": game.key} if game is not None else {}
    form = NewCircleForm(posted_data(request), initial=initial)
    made, status = submit_form(form, lambda: create(request, person, form, game))
    if made is not None:
        messages.success(request, _("Your circle is ready."))
        return redirect(person.url("circle_members", made.key))
    shown = {
        "circles": list_circles(person.player),
        "invitations": open_invitations(person.player),
        "form": form,
        "people": people_of(game, person.player) if game is not None else [],
        "has_game": game is not None,
    }
    return render_person_page(request, person, "circles/circles.html", shown, status=status)


def list_circles(player: Player) -> QuerySet[Circle]:
    """Return the circles of a player with the `count` of the members whom they see in each."""
    mine = player.circle_memberships.values("circle")
    hosted = player.circle_memberships.filter(is_host=True).values("circle")
    seen = Q(pk__in=hosted) | ~Q(members__player__in=find_apart(player))
    return Circle.objects.filter(pk__in=mine).annotate(count=Count("members", filter=seen))


def create(request: HttpRequest, person: PersonContext, form: NewCircleForm, game: Game | None) -> Circle:
    """Make the circle of a valid form. Raises a `Refusal`."""
    check_rate(request, "new_circle", person.player)
    settings = {"edition": usual_edition(game), "pace": game.pace} if game is not None else {}
    return create_circle(
        host=person.player,
        name=form.cleaned_data["name"],
        game=game,
        submission_key=read_submission_key(request),
        **settings,
    )


def usual_edition(game: Game) -> str:
    """Return the edition that a game was played with; the usual one for a deck of somebody's own."""
    known = {each.slug for each in engine.all_editions()}
    return game.edition if game.edition in known else Circle().edition


def find_finished_game(player: Player, key: str) -> Game | None:
    """Return a game with this key that is over and in which somebody has played to the end."""
    if not key.isalnum():
        return None
    seats = Seat.objects.filter(player=player, status=Seat.Status.TAKEN, game__key=key, game__is_trial=False)
    seats = seats.filter(game__status__in=[Game.Status.FINISHED, Game.Status.ENDED]).select_related("game")
    return next((seat.game for seat in seats), None)


@person_page()
def answer(request: HttpRequest, person: PersonContext, circle: str) -> HttpResponse:
    """Join a circle to which the player is invited, or say no."""
    found = Circle.objects.filter(key=circle).first()
    if request.method != "POST" or found is None:
        return redirect(person.url("circles"))
    accepts = "accept" in request.POST
    try:
        answer_invitation(circle=found, player=person.player, accepts=accepts)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect(person.url("circles"))
    if not accepts:
        messages.success(request, _("Declined. We won’t tell anyone."))
        return redirect(person.url("circles"))
    messages.success(request, _("Welcome to “%(name)s”.") % {"name": found.name})
    return redirect(person.url("circle", found.key))


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
def join(request: HttpRequest, link_key: str) -> HttpResponse:
    """Ask whether to join the circle that a link is of, and join it."""
    player = signed_in(request)
    circle = find_by_link(link_key)
    if circle is None:
        raise Http404
    if circle.members.filter(player=player).exists():
        return redirect("circle", circle.key)
    problem, status = "", int(HTTPStatus.OK)
    if request.method == "POST":
        try:
            join_by_link(link_key=link_key, player=player)
        except Refusal as refusal:
            problem, status = str(refusal), refusal.status
        else:
            messages.success(request, _("Welcome to “%(name)s”.") % {"name": circle.name})
            return redirect("circle", circle.key)
    seen = circle.members.exclude(player__in=find_apart(player))  # as on the page of the members afterwards
    shown = {"circle": circle, "count": seen.count(), "problem": problem}
    return render(request, "circles/join.html", shown, status=status)
