"""Creating a game: with whom and how fast, or as last time."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.core.refusal import NotPossible, Refusal
from games.history.formatting import brief_moment
from games.models import Game, Player
from games.pages.circles.chosen_circle import ChosenCircle, choose_circle
from games.pages.common import waiting
from games.pages.common.guards import sign_in_on_404
from games.pages.common.invite_form import InviteForm, invite_all, leave_messages
from games.pages.common.parts import read_part, read_promise
from games.pages.common.rate_limits import check_rate
from games.pages.common.requests import posted_data, read_submission_key, signed_in, status_of, submit_form
from games.people.circle_games import create_circle_game
from games.people.preferences import set_preferences
from games.play.seed import hash_of_promise, promise_part
from games.play.start import start_game
from games.seats.invitations import Invitee
from games.seats.last_time import create_as_last_time, find_last_time
from games.seats.lobby import change_seats, create_game

from .game_form import GameForm


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
def new_game(request: HttpRequest) -> HttpResponse:
    """Create a game; with “start at once”, bots take the other seats and the cards are dealt."""
    host = signed_in(request)
    is_again = "last" in request.POST or "all" in request.POST
    sent = None if is_again else posted_data(request)
    asked = {name: request.GET[name] for name in ("deck", "link") if name in request.GET}
    chosen = choose_circle(request, host)
    form = GameForm(sent, host=host, initial=chosen.usual | asked)
    invite_form = InviteForm(sent, host=host, fellows=chosen.fellows, chosen=chosen.chosen)
    check_invitees(form, invite_form)
    status: int = status_of(invite_form)
    game, invitees, problem = None, invite_form.invitees, ""
    if is_again:
        try:
            game, invitees = create_again(request, host, chosen)
        except Refusal as refusal:
            problem, status = str(refusal), refusal.status
    elif status == HTTPStatus.OK:
        game, status = submit_form(form, lambda: create(request, host, form, len(invitees), chosen))
    if game is None:
        last = find_last_time(host) if chosen.circle is None else None
        shown = {"form": form, "invite_form": invite_form, "host": host, "last": last, "problem": problem}
        shown |= {"circle": chosen.circle, "backlog": describe_backlog(host)}
        promise = promise_part(host, read_promise(request))
        shown |= {"site_part": promise, "commitment": hash_of_promise(promise)}
        return render(request, "games/new_game.html", shown, status=status)
    # The form may have been sent before, and stopped anywhere: whom it didn't invite is invited now.
    leave_messages(request, invite_all(game, host, invitees, once=True))
    return redirect("game", game.key)


def describe_backlog(host: Player) -> str:
    """Return how many games wait for the host, and since when, if they are many."""
    backlog = waiting.find_backlog(host)
    if backlog is None:
        return ""
    text = ngettext(
        "%(n)d game is waiting for you, the longest since %(at)s.",
        "%(n)d games are waiting for you, the longest since %(at)s.",
        backlog.count,
    )
    return text % {"n": backlog.count, "at": brief_moment(backlog.since, host.zone)}


def check_invitees(form: GameForm, invite_form: InviteForm) -> None:
    """Refuse more people than seats, and people who would come too late as bots have their seats."""
    if not (form.is_bound and form.is_valid() and invite_form.is_valid()):
        return
    if form.starts_at_once and invite_form.invitees:
        problem = _("Bots would take these seats right away. To invite people, choose “Create and invite”.")
        invite_form.add_error(invite_form.main_field, problem)
    invite_form.check_seats(form.most_seats - 1)


def create(request: HttpRequest, host: Player, form: GameForm, invited: int, chosen: ChosenCircle) -> Game:
    """Create the game of a valid form, and start it if the form says so. Raises a `Refusal`."""
    part = read_part(request)
    check_rate(request, "new_game", host)
    if not host.name:
        set_preferences(player=host, name=form.cleaned_data["my_name"])
    game = create_game(
        host=host,
        invited=invited,
        submission_key=read_submission_key(request),
        part=part,
        site_part=read_promise(request),
        **form.settings(),
        **chosen.settings,
    )
    if not form.cleaned_data["seats"] and game.seats_wanted <= invited and game.status == Game.Status.OPEN:
        change_seats(game=game, by=host, seats=invited + 1)  # who went back has added people
    if form.starts_at_once:
        start_once(game, host)
    return game


def create_again(request: HttpRequest, host: Player, chosen: ChosenCircle) -> tuple[Game, list[Invitee]]:
    """Create a game as the host's last one, or of all of a circle; return it with whom to invite.

    Raises a `Refusal`.
    """
    if "all" in request.POST:
        if chosen.circle is None:
            raise NotPossible(_("You’re not in this circle any more."))
        check_rate(request, "new_game", host)
        key, part = read_submission_key(request), read_part(request)
        return create_circle_game(chosen.circle, host=host, submission_key=key, part=part)
    last = find_last_time(host, request.POST["last"])
    if last is None:
        raise NotPossible(_("This game can’t be played the same way again. Choose below what you want."))
    check_rate(request, "new_game", host)
    key = read_submission_key(request)
    game = create_as_last_time(last, host=host, submission_key=key, part=read_part(request))
    if last.starts_at_once:
        start_once(game, host)
    return game, last.invitees


def start_once(game: Game, host: Player) -> None:
    """Start a game, unless the same form, sent twice, has started it. Raises a `Refusal`."""
    if game.status != Game.Status.OPEN:
        return
    try:
        start_game(game=game, by=host)
    except Refusal:
        game.refresh_from_db(fields=["status"])
        if game.status == Game.Status.OPEN:
            raise
