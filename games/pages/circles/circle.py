"""A circle: its overview, its settings, leaving it and deleting it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.core.refusal import Refusal
from games.decks.descriptions import deck_title
from games.history import game_settings
from games.models import CircleMember, Game
from games.pages.common.guards import show_refusal
from games.pages.common.person_context import PersonContext
from games.pages.common.requests import posted_data, submit_form
from games.people import circle_talk
from games.people.circle_games import find_fellows, most_invited
from games.people.circle_tally import count_tally, list_seasons
from games.people.circles import change_circle, delete_circle, leave_circle
from games.people.gazette import list_issues
from games.people.gazette_letters import describe_week
from games.people.gazette_values import Week

from .circle_page import circle_page, render_circle
from .forms import CircleForm
from .games import finished, going_on, list_games
from .talk import list_messages

GOING_ON_SHOWN, FINISHED_SHOWN, MESSAGES_SHOWN = 30, 5, 3


@circle_page()
def overview(request: HttpRequest, person: PersonContext, me: CircleMember) -> HttpResponse:
    """Show a circle: inviting everybody to a game, what is played, the standings, and what ended last."""
    circle = me.circle
    fellows = len(find_fellows(circle, person.player))
    lately = [*going_on(circle)[:GOING_ON_SHOWN], *finished(circle)[:FINISHED_SHOWN]]
    games = list_games(person, circle, lately)
    usual = game_settings.describe_pace(Game(pace=circle.pace))
    issue = list_issues(circle).values_list("week", flat=True).first()
    shown = {
        "issue": issue,
        "issue_week": describe_week(Week(issue)) if issue is not None else "",
        "fellows": fellows,
        "invites_all": fellows <= most_invited(circle),
        "usual": f"{deck_title(circle.edition)} · {usual}",
        "games": [each for each in games if not each.game.is_over],
        "finished": [each for each in games if each.game.is_over],
        "said": list_messages(circle_talk.read(circle, person.player)[:MESSAGES_SHOWN], me),
        "tally": count_tally(circle, person.player),
        "seasons": list_seasons(circle),
    }
    return render_circle(request, person, me, "circles/circle.html", shown)


@circle_page()
def settings(request: HttpRequest, person: PersonContext, me: CircleMember) -> HttpResponse:
    """Show the settings of a circle; take those of a host. Everybody leaves it from here."""
    circle = me.circle
    form = None
    if me.is_host:
        initial = {name: getattr(circle, name) for name in CircleForm.base_fields}
        form = CircleForm(posted_data(request), initial=initial)
        changed, status = submit_form(form, lambda: save(form, me, person))
        if changed is None:
            return render_circle(request, person, me, "circles/settings.html", {"form": form}, status=status)
        messages.success(request, _("Saved."))
        return redirect(person.url("circle_settings", circle.key))
    if request.method == "POST":
        raise Http404
    return render_circle(request, person, me, "circles/settings.html", {"form": form})


def save(form: CircleForm, me: CircleMember, person: PersonContext) -> bool:
    """Store the settings of a valid form. Raises a `Refusal`."""
    change_circle(circle=me.circle, by=person.player, **form.cleaned_data)
    return True


@circle_page()
def leave(request: HttpRequest, person: PersonContext, me: CircleMember) -> HttpResponse:
    """Ask for confirmation, then leave a circle."""
    others = me.circle.members.exclude(pk=me.pk)
    if request.method != "POST":
        shown = {
            "is_last": not others.exists(),
            "is_last_host": me.is_host and not others.filter(is_host=True).exists(),
        }
        return render_circle(request, person, me, "circles/leave.html", shown)
    try:
        leave_circle(circle=me.circle, player=person.player)
    except Refusal as refusal:
        return show_refusal(request, refusal)
    messages.success(request, _("You’ve left “%(name)s”.") % {"name": me.circle.name})
    return redirect(person.url("circles"))


@circle_page()
def delete(request: HttpRequest, person: PersonContext, me: CircleMember) -> HttpResponse:
    """Ask a host for confirmation, then delete a circle."""
    if not me.is_host:
        raise Http404
    if request.method != "POST":
        return render_circle(request, person, me, "circles/delete.html", {})
    try:
        delete_circle(circle=me.circle, by=person.player)
    except Refusal as refusal:
        return show_refusal(request, refusal)
    messages.success(request, _("“%(name)s” has been deleted.") % {"name": me.circle.name})
    return redirect(person.url("circles"))
