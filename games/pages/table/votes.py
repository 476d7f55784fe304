"""The votes of a table: what is to be decided, one's own ballot, and what was decided before."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.core.refusal import Refusal
from games.history import silence_words
from games.models import Vote
from games.pages.common import seat_context
from games.pages.common.guards import by_link, private
from games.pages.common.preferences import speaking_to
from games.pages.common.requests import read_number
from games.pages.common.seat_context import Door
from games.play import votes as votes_actions
from games.play import votes as voting

CLOSED_SHOWN = 10


@dataclass(frozen=True)
class VoteShown:
    """One vote as a seat may see it: of an open one only its own ballot, and how many have voted."""

    vote: Vote
    title: str
    choices: tuple[tuple[str, str], ...]
    mine: str
    can_vote: bool
    voted: int
    voters: int
    outcome: str
    ballots: tuple[tuple[str, str], ...]


@require_http_methods(["GET", "HEAD", "POST"])
@private
def votes(request: HttpRequest, key: str) -> HttpResponse:
    """Show the votes of a table, and take a ballot."""
    return take_ballot(request, seat_context.for_player(request, key))


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def votes_by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Show the votes of a table from the seat of this browser's pass, and take a ballot."""
    door = seat_context.for_link(request, key)
    with speaking_to(door.seat_taken.player):
        return take_ballot(request, door)


def take_ballot(request: HttpRequest, door: Door) -> HttpResponse:
    """Store the posted ballot, or show the votes, with what was wrong with it."""
    problem, status = "", HTTPStatus.OK
    if request.method == "POST":
        asked = Vote.objects.filter(game=door.game, kind=Vote.Kind.SILENCE)
        vote = get_object_or_404(asked, pk=read_number(request, "vote"))
        try:
            votes_actions.cast(vote=vote, seat=door.seat_taken, choice=request.POST.get("choice", ""))
        except Refusal as refusal:
            problem, status = str(refusal), refusal.status
        else:
            return redirect(door.url("votes"))
    rows = Vote.objects.filter(game=door.game, kind=Vote.Kind.SILENCE)
    rows = rows.select_related("seat").prefetch_related("ballots__seat")
    shown = [show_vote(door, vote) for vote in rows.order_by("-opened_at")[: CLOSED_SHOWN * 2]]
    is_shut = door.game.is_over
    more = {
        "door": door,
        "game": door.game,
        "problem": problem,
        "open_votes": [each for each in shown if each.vote.is_open and not is_shut],
        "closed_votes": [each for each in shown if not each.vote.is_open][:CLOSED_SHOWN],
    }
    if door.is_link:
        more["csrf_token"] = door.form_secret
    return render(request, "games/votes.html", more, status=status)


def show_vote(door: Door, vote: Vote) -> VoteShown:
    """Return a vote as the seat behind a door may see it."""
    me = door.seat_taken
    able = voting.voters(door.game.seats.all(), vote.seat)
    ballots = list(vote.ballots.all())
    mine = next((each.choice for each in ballots if each.seat_id == me.pk), "")
    told = (
        ()
        if vote.is_open
        else tuple((str(b.seat), silence_words.describe_vote_choice(b.choice)) for b in ballots)
    )
    return VoteShown(
        vote=vote,
        title=_("%(name)s is silent: what shall the table do?") % {"name": vote.seat},
        choices=tuple((each, silence_words.describe_vote_choice(each)) for each in vote.choices),
        mine=mine,
        can_vote=me.pk in [each.pk for each in able],
        voted=sum(each.seat_id in [seat.pk for seat in able] for each in ballots),
        voters=len(able),
        outcome="" if vote.is_open else silence_words.describe_vote_choice(vote.outcome),
        ballots=told,
    )
