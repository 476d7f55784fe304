"""The votes of a table: what is to be decided, one's own ballot, and what was decided before."""

from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from games.core.refusal import Refusal
from games.history import game_settings
from games.models import Vote
from games.pages.common.picks import VOTE, check_pick, is_doubtful
from games.pages.common.requests import read_primary_key
from games.pages.common.seat_context import SeatContext, render_page, seat_page
from games.play import votes as voting

CLOSED_SHOWN = 10


@dataclass(frozen=True)
class VoteShown:
    """One vote as a seat may see it: of an open one only its own ballot, and how many have voted."""

    vote: Vote
    title: str
    choices: tuple[tuple[str, str], ...]
    mine: str
    checked: str
    can_vote: bool
    voted: int
    voters: int
    outcome: str
    ballots: tuple[tuple[str, str], ...]


@seat_page("GET", "POST")
def votes(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show the votes of a table, and take a ballot."""
    problem, status = "", HTTPStatus.OK
    rows = Vote.objects.filter(game=context.game, kind=Vote.Kind.SILENCE)
    if request.method == "POST":
        vote = get_object_or_404(rows, pk=read_primary_key(request, "vote"))
        try:
            if context.only_this_game:
                check_pick(context.required_seat, VOTE, [vote.pick_of(request.POST.get("choice", ""))])
            voting.cast(vote=vote, seat=context.required_seat, choice=request.POST.get("choice", ""))
        except Refusal as refusal:
            problem, status = str(refusal), refusal.status
        else:
            return redirect(context.urls["votes"])
    latest = rows.select_related("seat").prefetch_related("ballots__seat").order_by("-opened_at")
    picked = request.GET.get("pick", "")
    if context.only_this_game and is_doubtful(context.required_seat, VOTE, [picked]):
        picked = ""
    shown = [build_vote(context, vote, picked) for vote in latest[: CLOSED_SHOWN * 2]]
    page = {
        "problem": problem,
        "open_votes": [each for each in shown if each.vote.is_open and not context.game.is_over],
        "closed_votes": [each for each in shown if not each.vote.is_open][:CLOSED_SHOWN],
    }
    return render_page(request, context, "games/votes.html", page, status=status)


def build_vote(context: SeatContext, vote: Vote, picked: str = "") -> VoteShown:
    """Return a vote as the seat behind a context may see it.

    `picked` is what a link from a mail chose, such as ``12-bot`` in the vote 12: it is filled in, not cast.
    """
    me, name_choice = context.required_seat, game_settings.describe_vote_choice
    voters = {seat.pk for seat in voting.voters(context.game.seats.all(), vote.seat)}
    ballots = list(vote.ballots.all())
    closed_ballots = [] if vote.is_open else ballots
    mine = next((each.choice for each in ballots if each.seat_id == me.pk), "")
    checked = next((each for each in vote.choices if picked == vote.pick_of(each)), mine)
    return VoteShown(
        vote=vote,
        title=_("%(name)s isn’t answering. What should happen?") % {"name": vote.seat},
        choices=tuple((each, name_choice(each)) for each in vote.choices),
        mine=mine,
        checked=checked,
        can_vote=me.pk in voters,
        voted=sum(each.seat_id in voters for each in ballots),
        voters=len(voters),
        outcome="" if vote.is_open else name_choice(vote.outcome),
        ballots=tuple((str(each.seat), name_choice(each.choice)) for each in closed_ballots),
    )
