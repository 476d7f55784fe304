"""What stands above a table: a problem, votes and requests, seats to take over, vacations and deputies."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import clock
from games.core import access
from games.core.refusal import Refusal, Stale
from games.history.formatting import day, name_of
from games.models import Away, Deputy, Player, Seat, Vote
from games.pages.common.seat_context import SeatContext
from games.play import consent, takeback


@dataclass(frozen=True)
class Problem:
    """Why nothing was changed; with `is_stale` the page was older than the table, and it is no error."""

    words: str
    is_stale: bool


@dataclass(frozen=True)
class DeputyNote:
    """For whom a deputy plays here, and until when."""

    owner: str
    until: date


@dataclass(frozen=True)
class TakebackRequest:
    """A request to take a turn back, as one seat sees it; ``agrees`` is what it has answered, if it has."""

    vote: Vote
    is_mine: bool
    may_answer: bool
    agrees: bool | None


@dataclass(frozen=True)
class TableRequest:
    """An open request for a pause or another pace, as one seat sees it.

    ``has_agreed`` where it has said yes already.
    """

    vote: Vote
    is_mine: bool
    has_agreed: bool = False


@dataclass(frozen=True)
class AwayHint:
    """Until when the viewer is on vacation, and what happens at their seat meanwhile."""

    until: datetime
    words: str


@dataclass(frozen=True)
class TableNotes:
    """What stands above a table. `offered` are seats to take over, each with the address to share or to open.

    They are by the link of a private game, which its host may renew.
    `mails_to` is the player whose mails may fail to arrive. A deputy reads `deputy`, and nothing of the rest
    but a problem.
    """

    problem: Problem | None = None
    deputy: DeputyNote | None = None
    says_whose_link: bool = False
    mails_to: Player | None = None
    away: AwayHint | None = None
    has_open_votes: bool = False
    offered: Sequence[tuple[Seat, str]] = ()
    can_renew_link: bool = False
    deputies: Sequence[str] = ()
    takeback: TakebackRequest | None = None
    pause: TableRequest | None = None
    pace: TableRequest | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """What there is to say, the most pressing first."""
        said = {
            "problem": self.problem is not None,
            "deputy": self.deputy is not None,
            "takeback": self.takeback is not None,
            "pause": self.pause is not None,
            "pace": self.pace is not None,
            "votes": self.has_open_votes,
            "away": self.away is not None,
            "mail": self.mails_to is not None and has_mail_trouble(self.mails_to),
            "offered": bool(self.offered),
            "deputies": bool(self.deputies),
            "link": self.says_whose_link,
        }
        return tuple(kind for kind, is_said in said.items() if is_said)


def has_mail_trouble(player: Player) -> bool:
    """Return whether mails to a player may fail to arrive."""
    return bool(player.mail_refused_at or player.complained_at or player.mail_came_back_lately)


def build_notes(context: SeatContext, problem: Refusal | str) -> TableNotes:
    """Return what stands above a table for a viewer."""
    said = Problem(str(problem), isinstance(problem, Stale)) if problem else None
    if context.deputy is not None:
        return TableNotes(said, DeputyNote(str(context.deputy.seat), context.deputy.until))
    game, seat = context.game, context.seat
    people = [each for each in context.snapshot.seats if each.is_person]
    votes = context.snapshot.votes if seat is not None and not game.is_over else []
    pause, pace = (consent.find_open(votes, kind) for kind in (Vote.Kind.PAUSE, Vote.Kind.PACE))
    deputies = access.deputies_in_force(seat__game=game) if any(each.has_deputy for each in people) else []
    offered = build_offer_links(context, people)
    return TableNotes(
        problem=said,
        says_whose_link=context.only_this_game,
        mails_to=find_reader_of_mails(context),
        away=build_away_hint(context),
        has_open_votes=any(vote.kind == Vote.Kind.SILENCE for vote in votes),
        offered=offered,
        can_renew_link=bool(offered) and not game.is_open and _is_host(context),
        deputies=describe_deputies(deputies),
        takeback=build_takeback_request(context),
        pause=None if seat is None or pause is None else _show_request(pause, seat),
        pace=None if seat is None or pace is None else _show_request(pace, seat),
    )


def _is_host(context: SeatContext) -> bool:
    """Whether the viewer is the host, who has signed in."""
    return (
        context.seat is not None
        and not context.only_this_game
        and context.seat.player_id == context.game.host_id
    )


def _show_request(vote: Vote, seat: Seat) -> TableRequest:
    agreed = vote.ballots.filter(seat=seat, choice=consent.AGREE)
    return TableRequest(vote, vote.seat_id == seat.pk, has_agreed=agreed.exists())


def find_reader_of_mails(context: SeatContext) -> Player | None:
    """Return the player who looks, and whose mails may fail to arrive; nobody where no mail is sent."""
    if not context.only_this_game:
        return context.person
    return None if context.is_trial else context.reader


AWAY_WORDS: dict[str, str] = {
    Away.ANSWERS: gettext_noop("Your turn is waiting. A bot answers if others are waiting for you."),
    Away.STOP: gettext_noop("Your turn is waiting."),
    Away.DEPUTY: gettext_noop(
        "Your deputy plays. Until they accept, a bot answers if others are waiting for you."
    ),
    Away.BOT: gettext_noop("A bot plays for you here."),
    Away.HERE: gettext_noop("Your clock keeps running here."),
}


def build_away_hint(context: SeatContext) -> AwayHint | None:
    """Return what to tell a viewer who is on vacation; `None` to all others."""
    seat, now = context.seat, clock.now()
    if seat is None or not seat.is_person or context.deputy is not None or not context.game.is_running:
        return None
    hours = context.snapshot.pauses[seat.player_id or 0]
    until = max((back for leave, back in hours.away if leave <= now < back), default=None)
    if until is None:
        return None
    has_begun = seat.away_until == until  # otherwise a sweep is about to see to it
    return AwayHint(until, _(AWAY_WORDS[seat.away]) if has_begun and seat.away in AWAY_WORDS else "")


def build_takeback_request(context: SeatContext) -> TakebackRequest | None:
    """Return the request that the table can answer now; ``None`` to viewers without a seat."""
    seat, game = context.seat, context.game
    if context.deputy is not None or seat is None or not seat.is_taken:
        return None
    if not game.is_running or game.paused_at is not None:
        return None
    vote = takeback.find_request(context.snapshot.votes)
    if vote is None:
        return None
    given = vote.ballots.filter(seat=seat).first()
    agrees = given.choice == consent.AGREE if given is not None else None
    is_mine = vote.seat_id == seat.pk
    return TakebackRequest(vote, is_mine, not is_mine and seat.is_person and not seat.on_autopilot, agrees)


def build_offer_links(context: SeatContext, people: Sequence[Seat]) -> list[tuple[Seat, str]]:
    """Return the seats that may be taken over, each with the address to share; to outsiders, to open.

    The link of a private game is its host's to give away, or everybody's at the table while a bot plays for
    the host.
    """
    game, me = context.game, context.seat
    offered = [seat for seat in people if seat.is_offered and not game.is_over]
    if not offered or me in offered:
        return []
    host = next((seat for seat in people if seat.player_id == game.host_id), None)
    if game.is_open:
        name, key = "take_over", game.key
    elif me is not None and (me.player_id == game.host_id or host is None or host.on_autopilot):
        name, key = "take_over_by_link", game.link_key
    else:
        return []
    site = "" if me is None else settings.SITE_URL
    return [(seat, site + reverse(name, args=[key, seat.number])) for seat in offered]


def describe_deputies(deputies: Iterable[Deputy]) -> list[str]:
    """Return who plays for whom at a table, and until when, for everybody to see."""
    return [
        _("%(deputy)s plays for %(name)s until %(until)s.")
        % {"deputy": name_of(row.player), "name": row.seat, "until": day(row.until)}
        for row in deputies
    ]
