"""Games before their start: creating them, their seats, their host, cancelling. See also membership."""

from collections.abc import Collection
from datetime import timedelta
from itertools import chain, count
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

import engine
from games import clock
from games.core.locking import in_transaction, lock_game
from games.core.refusal import Illegal, NotAllowed, NotPossible, Resting, check_fields, check_new_title
from games.core.submissions import find_made, sign_form
from games.core.suspension import check_may_play
from games.decks import descriptions
from games.models import (
    Game,
    LobbyCard,
    Notice,
    Player,
    RemovedPlayer,
    Seat,
    SeatNotebook,
    SeatPart,
    Starter,
    StoredTurnOrders,
)
from games.models.game import LEAST_SEATS, MOST_SEATS, new_expiry, new_link_key
from games.models.names import clean_person_name, distinct_name
from games.models.seat import Bot, free_bot_names, names_at
from games.outbox import notices
from games.play.seed import do_commit, do_give_part
from games.play.start import check_open, do_start_when_full

from .deputies import do_end_as_deputy

DAY = timedelta(days=1)
USUAL_SEATS = 4
LONGEST_NAME = Game._meta.get_field("name").max_length or 60


def suggest_name(host: Player) -> str:
    """Return a name for a new game: after the weekday of its host, and told apart from their other games."""
    names = [
        pgettext("stored name", "Monday game"),
        pgettext("stored name", "Tuesday game"),
        pgettext("stored name", "Wednesday game"),
        pgettext("stored name", "Thursday game"),
        pgettext("stored name", "Friday game"),
        pgettext("stored name", "Saturday game"),
        pgettext("stored name", "Sunday game"),
    ]
    return free_name(host, names[localtime(clock.now(), host.zone).weekday()])


def free_name(host: Player, name: str) -> str:
    """Return a name for a game, with a number where another game of this host that goes on is called so."""
    going_on = Game.objects.filter(host=host, status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    taken = set(going_on.values_list("name", flat=True))
    marks = chain([""], (f" {number}" for number in count(2)))
    named = (f"{name[: LONGEST_NAME - len(mark)].rstrip()}{mark}" for mark in marks)
    return next(each for each in named if each not in taken)


@in_transaction
def create_game(
    *,
    host: Player,
    name: str,
    seats: int = USUAL_SEATS,
    invited: int = 0,
    is_numbered: bool = False,
    starting_seat: int | None = None,
    submission_key: str = "",
    part: str = "",
    site_part: str = "",
    **settings: Any,
) -> Game:
    """Create a game; the host takes seat 1, the other seats are free. Locks the host's row.

    With 0 `seats` there is one for each of so many people who are `invited`; as many as usual at least where
    nobody is, or where the game is open to all. A name `is_numbered` where another game goes on under it.

    The same `submission_key` with the same of all else is the same game, sent twice: it's returned as it is.

    `settings` are fields of `Game.SETTINGS`, and the `circle_id` of a circle of the host; what is left out
    has the default of the model.

    With the starter ``host``, `starting_seat` is who begins: it can also be said at the start, and is the
    host's own seat when nothing is said. `part` is what the host gives to the seed,
    and `site_part` what `promise_part` has shown them of the site's. Raises `Illegal`.
    """
    check_may_play(host)
    game = Game(host=host, name=name.strip(), **settings)
    game.seats_wanted = seats or count_seats(game, invited)
    game.starting_seat = starting_seat if game.starter == Starter.HOST else None
    check_settings(game)
    if not is_numbered:  # else it was the name of a game of theirs
        check_new_title(game.name)
    Player.objects.select_for_update().get(pk=host.pk)
    said = {"name": game.name, "seats": seats, "starting_seat": game.starting_seat, **settings}
    game.submission_key = sign_form(submission_key, **said)
    if (earlier := find_made(Game.objects.filter(host=host), game.submission_key)) is not None:
        return earlier
    if is_numbered:
        game.name = free_name(host, game.name)
    game.save()
    do_commit(game, site_part)
    numbers = range(1, game.seats_wanted + 1)
    Seat.objects.bulk_create(Seat(game=game, number=number) for number in numbers)
    do_take_seat(game.seats.get(number=1), host, part=part)
    return game


def count_seats(game: Game, invited: int) -> int:
    """Return how many seats a new game gets whose host hasn't said it."""
    if invited and not game.is_open:
        return invited + 1
    try:
        most = descriptions.most_seats(game.edition)
    except (KeyError, ValueError):  # which `check_settings` says
        most = USUAL_SEATS
    return max(invited + 1, min(USUAL_SEATS, most))


@in_transaction
def change_seats(*, game: Game, by: Player, seats: int) -> None:
    """Give a game that hasn't started another number of seats; nobody who sits or is invited loses theirs.

    It may be full then, and start. Locks the game. Raises a `Refusal`.
    """
    game = lock_open_game_for_host(game, by)
    rows = list(game.seats.all())
    free = [seat.pk for seat in rows if seat.status == Seat.Status.FREE]
    if seats < (kept := len(rows) - len(free)):
        text = ngettext(
            "%(count)d seat is taken or kept for someone, so it can’t have fewer.",
            "%(count)d seats are taken or kept for people, so it can’t have fewer.",
            kept,
        )
        raise NotPossible(text % {"count": kept})
    game.seats_wanted = seats
    check_settings(game)
    game.save(update_fields=["seats_wanted"])
    numbers = {seat.number for seat in rows}
    unused = (number for number in count(1) if number not in numbers)
    Seat.objects.bulk_create(Seat(game=game, number=next(unused)) for _more in range(seats - len(rows)))
    if fewer := max(len(rows) - seats, 0):
        silent = Seat.objects.filter(pk__in=free, remarks=None).order_by("number")
        if len(silent) < fewer:  # a remark belongs to the seat of who has made it
            raise NotPossible(
                _("People who have left wrote something at this table, so it keeps their seats.")
            )
        Seat.objects.filter(pk__in=[seat.pk for seat in silent][-fewer:]).delete()
    do_keep_open(game)
    do_start_when_full(game)


def check_settings(game: Game) -> None:
    """Refuse impossible settings. Raises `Illegal`, which names everything that is wrong."""
    check_fields(game, exclude=["host", "salt", "commitment", "end_reason", "rematch_of", "winner", "circle"])
    if not LEAST_SEATS <= game.seats_wanted <= MOST_SEATS:
        raise Illegal(
            _("A game has %(least)s to %(most)s seats.") % {"least": LEAST_SEATS, "most": MOST_SEATS}
        )
    check_playable(game.edition, game.seats_wanted)
    if game.starting_seat is not None and not 1 <= game.starting_seat <= game.seats_wanted:
        raise Illegal(_("There’s no seat %(number)s.") % {"number": game.starting_seat})


def check_playable(name: str, seats: int) -> None:
    """Refuse a deck that cannot be dealt to this many seats. Raises `Illegal`, which names all problems."""
    try:
        spec = descriptions.parse_spec(name)
    except ValueError as error:
        raise Illegal(descriptions.describe_deck_error(error)) from None
    known = {edition.slug for edition in engine.all_editions()}
    for slug in spec.editions:
        if slug not in known:
            raise Illegal(_("There’s no edition “%(slug)s”.") % {"slug": slug})
    if wrong := descriptions.blocking_problems(spec, seats):
        raise Illegal(" ".join(wrong))


@in_transaction
def seat_bots(*, game: Game, by: Player, bots: int) -> None:
    """Let so many bots sit on free seats of a game that hasn't started. Locks it. Raises a `Refusal`."""
    game = lock_open_game_for_host(game, by)
    rows = list(game.seats.all())
    missing = bots - sum(bool(seat.bot) for seat in rows)
    free, names = [seat for seat in rows if seat.status == Seat.Status.FREE], free_bot_names(rows)
    for seat in free[: max(missing, 0)]:
        seat.bot, seat.status, seat.name = Bot.SENSIBLE, Seat.Status.TAKEN, next(names)
        seat.save()


def lock_open_game_for_host(game: Game, by: Player) -> Game:
    """Lock and return a game that hasn't started, for its host. Raises a `Refusal`."""
    game = lock_game(pk=game.pk)
    check_host(game, by)
    check_open(game)
    return game


def check_host(game: Game, player: Player) -> None:
    """Refuse unless this player is the host. Locks nothing."""
    if game.host_id != player.pk:
        raise NotAllowed(_("Only the host of this game can do this."))


def read_name(name: str, *, kept: Collection[str] = ()) -> str:
    """Return a name that somebody has entered, as it is stored. `kept` are theirs. Raises `Illegal`."""
    try:
        return clean_person_name(name, kept=kept)
    except ValidationError as error:
        raise Illegal(" ".join(error.messages)) from None


def name_at_table(game: Game, player: Player, name: str = "", *, seat: Seat | None = None) -> str:
    """Return what a player is called on a seat: by `name` or their own, told apart from the others there."""
    chosen = name.strip() or player.name or pgettext("stored name", "Guest")
    others = game.seats.exclude(player=player) if seat is None else game.seats.exclude(pk=seat.pk)
    return distinct_name(chosen, names_at(others))


def do_take_seat(seat: Seat, player: Player, name: str = "", *, part: str = "") -> Seat:
    """Let a player sit down on a free or invited seat of a locked game that has not started.

    They are nobody's deputy there any more. `part` is what they give to the seed. Raises `Illegal`.
    """
    do_end_as_deputy(seat.game, player)
    seat.player = player
    seat.bot = ""
    seat.name = name_at_table(seat.game, player, name, seat=seat)
    seat.status = Seat.Status.TAKEN
    check_fields(seat, exclude=["game", "player", "bot"])
    seat.save()
    do_give_part(seat, part)
    do_keep_open(seat.game)
    return seat


def do_free_seat(seat: Seat) -> None:
    """Make a seat of a locked game that has not started free again; links to it stop working."""
    seat.player = None
    seat.name = ""
    seat.status = Seat.Status.FREE
    seat.link_epoch += 1
    seat.save()
    LobbyCard.agreed.through.objects.filter(seat=seat).delete()
    do_delete_orders(seat)
    SeatPart.objects.filter(seat=seat).delete()
    SeatNotebook.objects.filter(seat=seat).delete()


def do_delete_orders(seat: Seat) -> None:
    """Delete what the player of a seat has ordered, and what they were told came of it."""
    seat.window_orders.all().delete()
    StoredTurnOrders.objects.filter(seat=seat).delete()
    seat.notes.all().delete()


def notify_taken(game: Game, seat: Seat) -> None:
    """Notify the host that somebody sat down, before a full table starts by itself.

    At once when everybody is there and the host has to start the game. Otherwise in a day, once for all who
    come until then, unless the game has begun: the mail about that says enough.
    """
    if seat.player_id == game.host_id:
        return
    key = f"accepted/{seat.pk}/{seat.link_epoch}/{seat.player_id}"
    mine: dict[str, Any] = {"key": key, "game": game, "seat": seat, "player": game.host}
    if game.seats.exclude(status=Seat.Status.TAKEN).exists():
        told = Notice.objects.filter(game=game, kind=Notice.Kind.ACCEPTED, status=Notice.Status.WAITING)
        if not told.filter(params={}).exists():
            notices.notify(Notice.Kind.ACCEPTED, delay=DAY, **mine)
    elif not game.starts_when_full:
        notices.notify(Notice.Kind.ACCEPTED, params={"complete": True}, **mine)


@in_transaction
def remove_player(*, game: Game, by: Player, seat: Seat) -> None:
    """Free the seat of a player before the start, and tell them. They come back only when invited anew.

    Locks the game. Raises a `Refusal`.
    """
    game = lock_open_game_for_host(game, by)
    seat = game.seats.select_related("player").get(pk=seat.pk)
    player = seat.player
    if not seat.is_person or player is None:
        raise NotPossible(_("Nobody sits there any more."))
    if player.pk == game.host_id:
        raise NotAllowed(_("You’re the host. Make someone else the host first, or leave the game."))
    do_free_seat(seat)
    RemovedPlayer.objects.update_or_create(game=game, player=player, defaults={"removed_at": clock.now()})
    # The seat that is named is the host's: a free one goes when the game starts.
    hosted = game.seats.filter(player=by).first() or seat
    key = f"removed/{seat.pk}/{seat.link_epoch}"
    notices.notify(Notice.Kind.REMOVED, key=key, game=game, seat=hosted, player=player)


def check_not_removed(game: Game, player: Player) -> None:
    """Refuse a player whom the host has removed. Raises `NotAllowed`."""
    if RemovedPlayer.objects.filter(game=game, player=player).exists():
        raise NotAllowed(_("The host has removed you from this game. Ask them to invite you again."))


def notify_declined(game: Game, seat: Seat, *, key: str) -> None:
    """Notify the host that somebody has declined a seat."""
    notices.notify(Notice.Kind.DECLINED, key=key, game=game, seat=seat, player=game.host)


@in_transaction
def hand_over_host(*, game: Game, by: Player, to: Seat) -> None:
    """Make another player at the table the host. Locks the game."""
    game = lock_game(pk=game.pk)
    to = game.seats.get(pk=to.pk)
    check_host(game, by)
    if not to.is_person or to.player is None:
        raise NotPossible(_("The host has to be a player at the table."))
    do_hand_over_host(game, to.player)


def do_hand_over_host(game: Game, player: Player) -> None:
    """Make a player at the table the host of a locked game, and notify them."""
    game.host = player
    game.save(update_fields=["host"])
    seat = game.seats.filter(player=player, status=Seat.Status.TAKEN).first()
    key = f"host/{game.pk}/{player.pk}/{clock.now().isoformat()}"
    notices.notify(Notice.Kind.HOST, key=key, game=game, seat=seat, player=player)


@in_transaction
def renew_link(*, game: Game, by: Player) -> None:
    """Replace the link of a game; the old one stops working. Locks the game. Raises a `Refusal`.

    Invitations stay, also those that somebody has asked for by the old link: the host can withdraw them.
    """
    game = lock_game(pk=game.pk)
    check_host(game, by)
    if game.is_over:
        raise Resting(_("This game is over."))
    game.link_key = new_link_key()
    game.save(update_fields=["link_key"])


@in_transaction
def cancel_game(*, game: Game, by: Player) -> None:
    """Cancel a game that has not started, and notify the players at its table. Locks the game."""
    game = lock_open_game_for_host(game, by)
    do_cancel(game, gettext_noop("The host cancelled it."))
    notify_cancelled(game, by)


def notify_cancelled(game: Game, by: Player | None = None) -> None:
    """Notify everybody who sits at, or is invited to, a locked game that was cancelled before its start."""
    people = game.seats.filter(player__isnull=False, status__in=[Seat.Status.TAKEN, Seat.Status.INVITED])
    invited = [each for each in game.invitations.filter(refused_at=None) if each.is_open]
    told = [
        notices.build_notice(Notice.Kind.CALLED_OFF, key=f"called-off/{each.pk}", game=game, invitation=each)
        for each in invited
    ]
    notices.write(told + notices.build_for_end(game, people.exclude(player=by)))


def do_keep_open(game: Game) -> None:
    """Let a locked game that has not started wait as long again as a new one."""
    game.expires_at, game.warned_at = new_expiry(), None
    game.save(update_fields=["expires_at", "warned_at"])


def do_cancel(game: Game, reason: str) -> None:
    """Mark a locked game that has not started as ended."""
    game.status = Game.Status.ENDED
    game.end_reason = reason
    game.finished_at = clock.now()
    game.save(update_fields=["status", "end_reason", "finished_at"])
