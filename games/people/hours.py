"""What pauses a player's clocks: quiet hours, days off, and vacations within a yearly budget."""

from collections.abc import Iterable, Mapping
from datetime import date, time, timedelta
from functools import partial
from time import monotonic

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.clocks import running_time
from games.clocks.running_time import MOST_DAYS_OFF, MOST_QUIET
from games.core.locking import in_transaction
from games.core.postponed import run_each
from games.core.refusal import Illegal, NotAllowed, NotPossible
from games.models import AwayChoice, Game, Player, Question, Seat, Vacation
from games.models.hours import with_vacations
from games.models.question import IS_OPEN
from games.play.away import away_choices
from games.play.vacations import begin_vacation, do_finish_vacation
from games.timing import deadlines

# How far ahead a vacation may end.
MOST_AHEAD = timedelta(days=400)
# Seconds after which tables hear of a vacation from a sweep, and not while somebody waits for the page.
BEGIN_SECONDS = 5


@in_transaction
def set_hours(
    *, player: Player, quiet: tuple[time, time] | None = None, days_off: Iterable[int] = ()
) -> None:
    """Set a player's quiet hours and days off, as wall times of their zone.

    Deadlines that run already stay; their reminders are scheduled anew. Raises `Illegal`.
    """
    off = sorted(set(days_off))
    if not set(off) <= running_time.EVERY_DAY:
        raise Illegal(_("That isn’t a day of the week."))
    if len(off) > MOST_DAYS_OFF:
        raise Illegal(_("You can have at most %(most)s days off a week.") % {"most": MOST_DAYS_OFF})
    if running_time.quiet_length(quiet) > MOST_QUIET:
        hours = MOST_QUIET // timedelta(hours=1)
        raise Illegal(_("Quiet hours can last at most %(most)s hours.") % {"most": hours})
    if quiet is not None and not running_time.quiet_length(quiet):
        quiet = None
    player.quiet_from, player.quiet_to = quiet if quiet is not None else (None, None)
    player.days_off = "".join(map(str, off))
    player.save(update_fields=["quiet_from", "quiet_to", "days_off"])
    for question in running_questions(player):
        deadlines.reschedule_reminder(question)
        question.save(update_fields=["remind_at"])


def set_auto_vacation(*, player: Player, wanted: bool) -> None:
    """Let a vacation begin by itself when a turn of a player runs out, or not."""
    player.auto_vacation = wanted
    player.save(update_fields=["auto_vacation"])


def enter_vacation(
    *, player: Player, first_day: date, last_day: date, choices: Mapping[int, str] | None = None
) -> Vacation:
    """Pause a player's clocks from the start of one local day, or from now, to the end of another.

    `choices` say what happens meanwhile at the seats with these primary keys (`models.Away`); elsewhere what
    is usual there. Raises a `Refusal`.
    """
    vacation = store_vacation(player=player, first_day=first_day, last_day=last_day, choices=choices or {})
    if vacation.starts_at <= clock.now():
        begin_at_tables(vacation)
    return vacation


@in_transaction
def store_vacation(
    *,
    player: Player,
    first_day: date,
    last_day: date,
    choices: Mapping[int, str],
    is_automatic: bool = False,
) -> Vacation:
    """Store a vacation; deadlines of turns move by exactly the time that it takes, where tables allow that.

    Locks the player's running games and the player. Raises a `Refusal`.
    """
    lock_games_of(player)
    return do_store_vacation(player, first_day, last_day, choices, is_automatic=is_automatic)


def do_store_vacation(
    player: Player,
    first_day: date,
    last_day: date,
    choices: Mapping[int, str],
    *,
    is_automatic: bool = False,
) -> Vacation:
    """Store a vacation of a locked player whose running games are locked. Raises a `Refusal`."""
    zone, now = player.zone, clock.now()
    check_days(first_day, last_day, now.astimezone(zone).date())
    entered = list(Vacation.objects.filter(player=player))
    if any(each.first_day <= last_day and first_day <= each.last_day for each in entered):
        raise NotPossible(_("You already have a vacation on these days."))
    for year in range(first_day.year, last_day.year + 1):
        check_budget(entered, first_day, last_day, year)
    vacation = Vacation.objects.create(
        player=player,
        first_day=first_day,
        last_day=last_day,
        starts_at=max(running_time.start_of_day(first_day, zone), now),
        ends_at=running_time.start_of_day(last_day + timedelta(days=1), zone),
        is_automatic=is_automatic,
    )
    do_choose(vacation, choices)
    shift_deadlines(player, entered, [*entered, vacation])
    return vacation


def begin_at_tables(vacation: Vacation) -> None:
    """Let a vacation that has begun count at its player's tables; a sweep does it where this fails."""
    seats = seats_of(vacation.player).order_by("game_id").values_list("pk", flat=True)
    act = partial(begin_vacation, vacation=vacation.pk)
    run_each(
        "the vacation at seat", list(seats), lambda seat: act(seat=seat), stop_at=monotonic() + BEGIN_SECONDS
    )


def change_choices(*, player: Player, vacation: int, choices: Mapping[int, str]) -> None:
    """Change what happens at a player's seats during a vacation that is not over. Raises a `Refusal`."""
    row = store_choices(player=player, vacation=vacation, choices=choices)
    if row.starts_at <= clock.now():
        begin_at_tables(row)


@in_transaction
def store_choices(*, player: Player, vacation: int, choices: Mapping[int, str]) -> Vacation:
    """Store what happens at a player's seats during a vacation. Raises a `Refusal`."""
    row = Vacation.objects.filter(player=player, pk=vacation).first()
    if row is None:
        raise NotAllowed(_("This isn’t your vacation."))
    if row.ends_at <= clock.now():
        raise NotPossible(_("This vacation is over."))
    do_choose(row, choices)
    return row


def do_choose(vacation: Vacation, choices: Mapping[int, str]) -> None:
    """Store choices for seats of the player of a vacation. Raises `Illegal`."""
    seats = {seat.pk: seat for seat in seats_of(vacation.player)}
    for pk, what in choices.items():
        if pk not in seats or what not in away_choices(seats[pk].game):
            raise Illegal(_("This table doesn’t offer that during a vacation. Choose again."))
        AwayChoice.objects.update_or_create(vacation=vacation, seat=seats[pk], defaults={"what": what})


def seats_of(player: Player) -> QuerySet[Seat]:
    """Return the seats of a player in running games."""
    seats = Seat.objects.filter(player=player, status=Seat.Status.TAKEN, game__status=Game.Status.RUNNING)
    return seats.select_related("game").order_by("game__name", "game_id")


def current_vacation(player: Player) -> Vacation | None:
    """Return the vacation that a player is on now."""
    now = clock.now()
    return Vacation.objects.filter(player=player, starts_at__lte=now, ends_at__gt=now).first()


@in_transaction
def end_vacation(*, player: Player, vacation: int) -> None:
    """End a vacation now, or cancel one that has not begun; deadlines move back accordingly.

    Its unused days return to the budget. Locks the player's running games and the player. Raises a `Refusal`.
    """
    lock_games_of(player)
    now = clock.now()
    entered = list(Vacation.objects.filter(player=player))
    ended = next((each for each in entered if each.pk == vacation), None)
    if ended is None:
        raise NotAllowed(_("This isn’t your vacation."))
    if ended.ends_at <= now:
        raise NotPossible(_("This vacation is over."))
    others = [each for each in entered if each is not ended]
    if ended.starts_at > now:
        ended.delete()
        shift_deadlines(player, entered, others)
        return
    cut = Vacation(player=player, first_day=ended.first_day, starts_at=ended.starts_at, ends_at=now)
    shift_deadlines(player, entered, [*others, cut])
    ended.ends_at = now
    ended.last_day = min(ended.last_day, max(ended.first_day, now.astimezone(player.zone).date()))
    ended.save(update_fields=["ends_at", "last_day"])
    for seat in seats_of(player).exclude(away_until=None):
        do_finish_vacation(seat.game, seat, now, early=True)


def check_days(first_day: date, last_day: date, today: date) -> None:
    """Refuse days that are in the wrong order, in the past, or too far ahead."""
    if last_day < first_day:
        raise Illegal(_("The last day is before the first."))
    if first_day < today:
        raise Illegal(_("A vacation can’t begin in the past. It can begin today."))
    if last_day > today + MOST_AHEAD:
        raise Illegal(_("A vacation must be within the next twelve months."))


def check_budget(entered: Iterable[Vacation], first_day: date, last_day: date, year: int) -> None:
    """Refuse a vacation that exceeds the budget of a calendar year."""
    left = days_left(entered, year)
    if count_days_in_year(first_day, last_day, year) > left:
        said = ngettext(
            "You have %(left)s day of vacation left in %(year)s.",
            "You have %(left)s days of vacation left in %(year)s.",
            left,
        )
        raise NotPossible(said % {"year": year, "left": left})


def days_left(entered: Iterable[Vacation], year: int) -> int:
    """Return how many days of vacation can still be entered in a calendar year."""
    used = sum(count_days_in_year(each.first_day, each.last_day, year) for each in entered)
    return max(settings.VACATION_DAYS - used, 0)


def count_days_in_year(first_day: date, last_day: date, year: int) -> int:
    """Return how many days from the first to the last lie in a calendar year."""
    first, last = max(first_day, date(year, 1, 1)), min(last_day, date(year, 12, 31))
    return max((last - first).days + 1, 0)


def lock_games_of(player: Player) -> None:
    """Lock the running games of a player, in the order of their primary keys, and then the player."""
    seated = Seat.objects.filter(player=player, status=Seat.Status.TAKEN).values("game")
    running = Game.objects.filter(pk__in=seated, status=Game.Status.RUNNING)
    list(running.order_by("pk").select_for_update(of=("self",)))
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def shift_deadlines(player: Player, before: Iterable[Vacation], after: Iterable[Vacation]) -> None:
    """Move a player's running deadlines from one set of vacations to another. Their games are locked."""
    regular, now = player.regular_hours, clock.now()
    old, new = with_vacations(regular, before), with_vacations(regular, after)
    for question in running_questions(player):
        counts = question.game.vacations_stop_turns and question.on_turn_clock
        if counts and deadlines.apply_pauses(question, old, new, now):
            question.save(update_fields=["due_at", "remind_at", "attempts", "retry_at", "stuck_at"])


def running_questions(player: Player) -> list[Question]:
    """Return the open questions of a player whose clocks run."""
    asked = Question.objects.filter(IS_OPEN, seat__player=player, due_at__isnull=False)
    return list(asked.select_related("game", "seat__player").order_by("pk"))
