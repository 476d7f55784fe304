"""Carries out what a reply asks for besides cards: how the table stands, a vacation, time, fewer mails.

Each act is that of the package that owns it, as its page does it, and refuses in the same words. What ends
something is offered first (`OFFERS`): a reply “yes” to the mail with the offer does it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext as _

from games import clock
from games.core import access
from games.core.refusal import Illegal, NotPossible, Resting
from games.core.snapshot import TableSnapshot
from games.core.zone_names import name_zone, read_zone
from games.history import game_history
from games.history.formatting import brief_moment, day
from games.mail import parts
from games.models import Group, LineResult, NoticeChoices, Player, Seat, Vacation
from games.models.line_result import OFFER
from games.models.question import STOPS_PLAY
from games.people.hours import current_vacation, end_vacation, enter_vacation
from games.people.notification_settings import mute_game, set_notice_choices
from games.people.preferences import set_preferences
from games.people.unsubscribe import do_switch_off, do_switch_on
from games.play import nudge, pace_vote, pauses, takeback
from games.replies.request_dates import UnclearDates, read_days
from games.replies.request_words import RequestKind
from games.replies.requests import Request, read_count, read_language, read_pace
from games.seats.rematch import join_rematch

from .confirmed import OFFERS, player_of
from .plan_words import ask_only_card, describe_plan, play_only_card, set_plan

MOST_MOVES = 8  # in the line about the history
# After a crash these are done once more, as that changes nothing more.
REPEATABLE = (
    *(RequestKind.STATUS, RequestKind.HISTORY, RequestKind.MUTE, RequestKind.UNMUTE, RequestKind.MUTE_TALK),
    *(RequestKind.UNMUTE_TALK, RequestKind.TOGETHER, RequestKind.ONE_BY_ONE, RequestKind.LANGUAGE),
    *(RequestKind.TIME_ZONE, RequestKind.PLAN, RequestKind.LEAVE, RequestKind.STOP, RequestKind.STOP_ALL),
    *(RequestKind.REMATCH, RequestKind.NEW_GAME, RequestKind.MORE_TIME),
    *(RequestKind.PLAY_ONLY_CARD, RequestKind.ASK_ONLY_CARD),
)
# These are about the player, whichever game a mail is about.
OF_PLAYER = (
    *(RequestKind.MUTE_TALK, RequestKind.UNMUTE_TALK, RequestKind.TOGETHER, RequestKind.ONE_BY_ONE),
    *(RequestKind.LANGUAGE, RequestKind.TIME_ZONE, RequestKind.VACATION, RequestKind.BACK),
    *(RequestKind.CANCEL_VACATION, RequestKind.STOP_ALL),
)


def carry_out_request(
    request: Request, seat: Seat, done: LineResult, *, was_begun: bool, is_of_bundle: bool = False
) -> LineResult:
    """Do what a line asks for at the seat of its writer, and return the result. Raises a `Refusal`."""
    if was_begun and request.kind not in REPEATABLE:
        return replace(done, text=interrupted())
    if request.kind in OFFERS:
        if request.kind == RequestKind.LEAVE and seat.game.is_over:
            raise Resting(_("This game is over."))
        return replace(done, kind=OFFER + request.kind, text=OFFERS[request.kind].ask(seat))
    if request.kind == RequestKind.HISTORY and not is_of_bundle:
        return replace(done, kind=request.kind, text=_("You’ll find the last moves below."))
    return replace(done, kind=request.kind, text=ACTS[request.kind](seat, request.given))


def interrupted() -> str:
    """Return what is said of a line that a crash has interrupted, and that can't be done twice."""
    return _("We were interrupted here; check the table to see whether it was done.")


def describe_status(seat: Seat, _given: str) -> str:
    """Return who plays, whose turn it is and for whom the game waits, as far as this seat may know it."""
    game, zone = seat.game, player_of(seat).zone
    names = [each.shown_name for each in game.seats.order_by("number") if each.is_taken]
    said = [parts.players_sentence(names)]
    view = access.view(game, seat)
    if game.is_over:
        return " ".join([*said, _("The game is over.")])
    if view is None:
        return " ".join([*said, _("The game hasn’t started yet.")])
    turn = {"name": access.names(game)[view.turn], "number": view.turn_number}
    said.append(_("Turn %(number)d; it’s %(name)s’s turn.") % turn)
    if game.paused_at is not None:
        return " ".join([*said, _("This game is paused.")])
    asked = list(game.questions.filter(STOPS_PLAY).select_related("seat__player").order_by("number"))
    if any(each.is_window for each in asked):
        said.append(_("A card was played that others can still answer."))
    for each in asked:
        if each.is_window and each.seat_id != seat.pk:
            continue
        words = {"name": each.seat.shown_name, "at": brief_moment(each.opened_at, zone)}
        text = _("It has been waiting for %(name)s since %(at)s.")
        if each.seat_id == seat.pk:
            text = _("It has been waiting for you since %(at)s.")
        said.append(text % words)
    return " ".join(said)


def describe_history(seat: Seat, _given: str) -> str:
    """Return the last moves, in a line for a mail about several games."""
    lines = game_history.history_lines(seat.game, seat, limit=MOST_MOVES)
    return " · ".join(line.text for line in lines if not line.is_undone) or _("Nothing has happened yet.")


def refuse_more_time(_seat: Seat, _given: str) -> str:
    """Say what is left to who needs time."""
    raise NotPossible(
        _(
            "Only the others at the table can give you time. You can ask them with “say …”, ask for a break "
            "with “pause 3 days”, or write “vacation 3 to 10 August” for the days when you’re away."
        )
    )


def refuse_new_game(seat: Seat, given: str) -> str:
    """Begin a rematch where the game is over; otherwise say what is left."""
    if seat.game.is_over:
        return ask_rematch(seat, given)
    raise NotPossible(
        _(
            "By mail, you can start a new game with the same people when this one is over: reply “rematch” to"
            " the mail with the result. You can start a second game at the same time on the site."
        )
    )


def nudge_all(seat: Seat, _given: str) -> str:
    """Nudge everybody for whom the game waits."""
    offers = nudge.offer_nudges(TableSnapshot(seat.game), seat)
    if not offers:
        raise NotPossible(_("There’s nobody to nudge right now."))
    for each in sorted(offers, key=lambda offer: offer.nudged_at is not None):
        if each.nudged_at is None or len(offers) == 1:
            nudge.nudge(seat=seat, to=each.seat)
    names = [each.seat.shown_name for each in offers if each.nudged_at is None]
    if not names:
        raise NotPossible(_("Everyone was nudged within the last day. Once a day is enough."))
    return _("We’ve asked %(names)s to play.") % {"names": _(", ").join(names)}


def ask_pause(seat: Seat, given: str) -> str:
    """Ask the others for a pause of so many days."""
    days = read_count(given) if given else None
    if days is None:
        raise Illegal(_("Write for how many days, for example “pause 3 days”."))
    if pauses.request_pause(seat=seat.pk, days=days) is None:
        return _("The game is paused. “resume” ends the pause.")
    return _("We’ve asked the others. The game will pause once everyone has agreed.")


def ask_pace(seat: Seat, given: str) -> str:
    """Ask the others for another pace."""
    days = read_pace(given) if given else None
    if days is None:
        raise Illegal(
            _("Write which pace you’d like: “pace 1 day”, “pace 3 days”, “pace 7 days” or “pace no clock”.")
        )
    if pace_vote.request_pace(seat=seat.pk, days=days) is None:
        return _("The game has its new pace.")
    return _("We’ve asked the others. The pace will change once everyone has agreed.")


def end_pause(seat: Seat, _given: str) -> str:
    """End the pause of a table."""
    pauses.end_pause(seat=seat)
    return _("The game has resumed.")


def ask_takeback(seat: Seat, _given: str) -> str:
    """Ask the others to let the player take a turn back."""
    if takeback.request_takeback(seat=seat.pk) is None:
        return _("Your turn has been undone.")
    return _("We’ve asked the others. Your turn will be undone once everyone has agreed.")


def ask_rematch(seat: Seat, _given: str) -> str:
    """Take a seat in the rematch, which the first to ask for it begins."""
    new = join_rematch(game=seat.game, player=player_of(seat))
    if new.is_running:
        return _("The rematch has begun.")
    return _("You have a seat in the rematch. It starts when everyone has taken theirs.")


def mute(seat: Seat, _given: str) -> str:
    """Announce nothing of a game but its end."""
    mute_game(player=player_of(seat), game=seat.game, muted=True)
    return _(
        "You’ll only hear about this game when it ends, so not about your turns either. Reply “unmute” to "
        "change that."
    )


def unmute(seat: Seat, _given: str) -> str:
    """Announce everything of a game again."""
    mute_game(player=player_of(seat), game=seat.game, muted=False)
    return _("You’ll get all mails about this game again.")


def mute_talk(seat: Seat, _given: str) -> str:
    """Send no mail when somebody mentions the player."""
    do_switch_off(player_of(seat), [Group.TALK])
    return _(
        "You won’t get mails about table talk any more, in any game. Reply “unmute chat” to change that."
    )


def unmute_talk(seat: Seat, _given: str) -> str:
    """Send mail again when somebody mentions the player."""
    do_switch_on(player_of(seat), [Group.TALK])
    return _("You’ll get a mail again when someone mentions you.")


def set_together(seat: Seat, *, together: bool) -> None:
    """Let games share a mail, or not; all else stays."""
    player = player_of(seat)
    now = NoticeChoices.objects.filter(player=player).first() or NoticeChoices(player=player)
    set_notice_choices(
        player=player,
        mail={},
        quiet_minutes=now.quiet_minutes,
        digest_at=now.digest_at,
        together=together,
    )


def bundle_games(seat: Seat, _given: str) -> str:
    """Let several games share a mail."""
    set_together(seat, together=True)
    return _("Questions from several games now come in one mail. Reply “one by one” to change that.")


def part_games(seat: Seat, _given: str) -> str:
    """Send a mail for each game."""
    set_together(seat, together=False)
    return _("You now get a mail for each game. Reply “together” to change that.")


def choose_language(seat: Seat, given: str) -> str:
    """Write to the player in another language from now on."""
    code = read_language(given)
    if not code:
        raise Illegal(_("We can write in English, Polish or Russian. Write “language: Polish”, for example."))
    set_preferences(player=player_of(seat), language=code)
    with translation.override(code):
        return _("From now on we’ll write to you in English.")


def choose_zone(seat: Seat, given: str) -> str:
    """Show the player times of another zone from now on."""
    if not given:
        raise Illegal(_("Write the zone or a large city in it, for example “time zone Europe/Warsaw”."))
    try:
        zone = read_zone(given.strip("'\""))
    except ValidationError as error:
        raise Illegal(" ".join(error.messages)) from None
    set_preferences(player=player_of(seat), timezone=zone)
    return _("Your time zone is now %(zone)s.") % {"zone": name_zone(zone)}


def plan_vacation(seat: Seat, given: str) -> str:
    """Enter a vacation on these days; without any, tell the next one."""
    player = player_of(seat)
    if not given:
        vacation = next_vacation(player)
        if vacation is None:
            raise Illegal(unclear_days())
    else:
        try:
            first, last = read_days(given, clock.now().astimezone(player.zone).date())
        except (UnclearDates, OverflowError):
            raise Illegal(unclear_days()) from None
        vacation = enter_vacation(player=player, first_day=first, last_day=last)
    words = {"first": day(vacation.first_day), "last": day(vacation.last_day)}
    return (
        _("Your vacation is from %(first)s to %(last)s, in all your games. “I’m back” ends it earlier.")
        % words
    )


def unclear_days() -> str:
    """Return how the days of a vacation are written."""
    return _(
        "We don’t know which days you mean. Write, for example, “vacation 3 to 10 August”, “vacation until 12"
        " August” or “vacation 2027-08-03 to 2027-08-10”."
    )


def next_vacation(player: Player) -> Vacation | None:
    """Return the vacation that a player is on, or the next one."""
    coming = Vacation.objects.filter(player=player, ends_at__gt=clock.now()).order_by("starts_at")
    return current_vacation(player) or coming.first()


def come_back(seat: Seat, _given: str) -> str:
    """End the vacation that the player is on. The next one stays: who is back from lunch goes away later."""
    vacation = current_vacation(player_of(seat))
    if vacation is None:
        raise NotPossible(_("You have no vacation to end."))
    end_vacation(player=player_of(seat), vacation=vacation.pk)
    return _("Welcome back! Your clocks are running again.")


def cancel_vacation(seat: Seat, given: str) -> str:
    """End the vacation that the player is on, or cancel the next one."""
    vacation = next_vacation(player_of(seat))
    if vacation is None or vacation.starts_at <= clock.now():
        return come_back(seat, given)
    end_vacation(player=player_of(seat), vacation=vacation.pk)
    return _("Your vacation is cancelled.")


def plan_turn(seat: Seat, given: str) -> str:
    """Set what the seat plays in its next turn, or tell what is set."""
    return set_plan(seat, given) if given else describe_plan(seat)


ACTS: Mapping[RequestKind, Callable[[Seat, str], str]] = {
    RequestKind.STATUS: describe_status,
    RequestKind.HISTORY: describe_history,
    RequestKind.MORE_TIME: refuse_more_time,
    RequestKind.NUDGE: nudge_all,
    RequestKind.PAUSE: ask_pause,
    RequestKind.PACE: ask_pace,
    RequestKind.RESUME: end_pause,
    RequestKind.REMATCH: ask_rematch,
    RequestKind.NEW_GAME: refuse_new_game,
    RequestKind.MUTE: mute,
    RequestKind.UNMUTE: unmute,
    RequestKind.MUTE_TALK: mute_talk,
    RequestKind.UNMUTE_TALK: unmute_talk,
    RequestKind.TOGETHER: bundle_games,
    RequestKind.ONE_BY_ONE: part_games,
    RequestKind.LANGUAGE: choose_language,
    RequestKind.TIME_ZONE: choose_zone,
    RequestKind.VACATION: plan_vacation,
    RequestKind.BACK: come_back,
    RequestKind.CANCEL_VACATION: cancel_vacation,
    RequestKind.TAKE_BACK: ask_takeback,
    RequestKind.PLAN: plan_turn,
    RequestKind.PLAY_ONLY_CARD: play_only_card,
    RequestKind.ASK_ONLY_CARD: ask_only_card,
}
