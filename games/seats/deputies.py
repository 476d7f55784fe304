"""Asking another player to play a seat for a while (docs/decisions/0023-deputies.md)."""

from datetime import date, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games import clock
from games.clocks.running_time import start_of_day
from games.core import access, blocks
from games.core.event_log import Named, Word, note_event
from games.core.locking import in_transaction, lock_game
from games.core.lookups import count_lookup
from games.core.refusal import NotAllowed, NotPossible, Refusal, Resting, check_cap
from games.core.suspension import is_suspended
from games.history.formatting import name_of
from games.models import Deputy, Game, Notice, Player, Question, Seat
from games.models.deputy import IS_LIVE
from games.models.player import clean_address
from games.models.question import IS_OPEN
from games.outbox import notices

LONGEST = timedelta(days=60)
DAY = timedelta(days=1)
MOST_A_DAY = 20


def ask_deputy(*, seat: Seat, by: Player, who: str, until: date) -> Deputy:
    """Ask a player, by address or by a name from a table of both, to play a seat to the end of a day.

    It takes effect once they accept. Locks the game. Raises a `Refusal`. Whoever is
    refused for another reason learns nothing of the address: that is checked first.
    """
    check_until(by, until)
    check_seat(seat, by)
    return do_ask_deputy(seat=seat, by=by, player=find_player(by, who), until=until)


def ask_deputy_for_all(*, by: Player, who: str, until: date) -> tuple[list[Deputy], list[tuple[Game, str]]]:
    """Ask a player to play all seats of `by`; return the requests, and the refused games with the reason.

    Raises a `Refusal` if all were refused.
    """
    asked: list[Deputy] = []
    refused: list[tuple[Game, str]] = []
    check_until(by, until)
    seats = Seat.objects.filter(player=by, status=Seat.Status.TAKEN, game__status=Game.Status.RUNNING)
    for seat in seats.select_related("game"):
        try:
            asked.append(ask_deputy(seat=seat, by=by, who=who, until=until))
        except Refusal as refusal:
            refused.append((seat.game, str(refusal)))
    if not asked:
        raise NotPossible(refused[0][1] if refused else _("You’re not playing any games right now."))
    return asked, refused


@in_transaction
def do_ask_deputy(*, seat: Seat, by: Player, player: Player, until: date) -> Deputy:
    """Ask this player to play a seat. Locks the game. Raises a `Refusal`."""
    game = lock_game(pk=seat.game_id)
    seat = check_seat(seat, by)
    today = Deputy.objects.filter(owner=by, created_at__gt=clock.now() - DAY)
    check_cap(today, MOST_A_DAY, _limit_reached())
    check_may_become_deputy(game, player, seat)
    # What is left are requests that have lapsed, or are of an earlier player of the seat.
    Deputy.objects.filter(IS_LIVE, seat=seat).update(ended_at=clock.now())
    ends_at = start_of_day(until + DAY, by.zone)
    deputy = Deputy.objects.create(
        seat=seat, owner=by, player=player, until=until, ends_at=ends_at, created_at=clock.now()
    )
    notify_deputy(deputy, "asked", player)
    return deputy


def find_player(by: Player, who: str) -> Player:
    """Return the player with this address, or the one with this name who shares a table with `by`.

    Each address counts, or so many could be tried until one has an account here. Raises a `Refusal`.
    """
    who = " ".join(who.split())
    if "@" in who:
        address = clean_address(who)
        count_lookup(by=by, about="deputy", address=address, text=_limit_reached())
        found = list(Player.objects.filter(email=address, is_active=True))
        if not found:
            raise NotPossible(_("Nobody plays here with this address."))
        return found[0]
    tables = Seat.objects.filter(player=by).values("game")
    found = list(
        Player.objects.filter(name__iexact=who, is_active=True, seats__game__in=tables)
        .exclude(pk=by.pk)
        .distinct()[:2]
    )
    if not found:
        raise NotPossible(
            _("None of the people you play with has that name. Enter their e-mail address instead.")
        )
    if len(found) > 1:
        raise NotPossible(_("Several people have that name. Enter the e-mail address of the one you mean."))
    return found[0]


def _limit_reached() -> str:
    return _("You’ve reached today’s limit of requests. You can ask again tomorrow.")


def check_until(by: Player, until: date) -> None:
    """Refuse a last day that is over, or too far away. Raises `NotPossible`."""
    today = clock.now().astimezone(by.zone).date()
    if not today <= until <= today + LONGEST:
        raise NotPossible(_("Choose a day at most %(days)d days from now.") % {"days": LONGEST.days})


def check_seat(seat: Seat, by: Player) -> Seat:
    """Return the seat, read again, for which `by` may ask somebody. Raises a `Refusal` otherwise."""
    seat = Seat.objects.select_related("game").get(pk=seat.pk)
    if seat.game.is_over:
        raise Resting(_("This game is over."))
    if seat.player_id != by.pk or not seat.is_taken:
        raise NotAllowed(_("You’re no longer in this game."))
    if Deputy.objects.filter(IS_LIVE, seat=seat, owner=by, ends_at__gt=clock.now()).exists():
        raise NotPossible(_("This seat already has a deputy. End that first."))
    return seat


def check_may_become_deputy(game: Game, player: Player, seat: Seat) -> None:
    """Refuse a player who would see, or has seen, another hand at the table of this seat."""
    if is_suspended(player):
        raise NotPossible(_("They can’t play right now."))
    if blocks.is_apart(player, blocks.people_at(game)):
        raise NotPossible(_("They can’t play at this table. Ask someone else."))
    if player.pk == seat.player_id:
        raise NotPossible(_("Choose someone other than yourself."))
    sits = game.seats.filter(player=player, status__in=[Seat.Status.TAKEN, Seat.Status.INVITED])
    if sits.exists() or game.wishes.filter(player=player, settled_at=None).exists():
        raise NotPossible(_("They’re playing in this game themselves, so they would see two hands."))
    others = Deputy.objects.filter(IS_LIVE, player=player, seat__game=game, ends_at__gt=clock.now())
    if others.exclude(seat=seat).exists():
        raise NotPossible(_("They’re already playing for someone else in this game."))
    if access.has_seen_another_hand(game, seat, player):
        raise NotPossible(_("They have already seen another hand in this game."))


@in_transaction
def accept_deputy(*, deputy: int, by: Player) -> Deputy:
    """Accept to play a seat for its player. Locks the game. Raises a `Refusal`."""
    row, game = _lock(deputy)
    if row.player_id != by.pk:
        raise NotAllowed(_("This request is for someone else."))
    if not row.is_live(clock.now()) or row.seat.player_id != row.owner_id or not row.seat.is_taken:
        raise NotPossible(_("This request is no longer open."))
    if game.is_over:
        raise Resting(_("This game is over."))
    if row.accepted_at is not None:
        return row
    check_may_become_deputy(game, by, row.seat)
    row.accepted_at = clock.now()
    row.save(update_fields=["accepted_at"])
    Seat.objects.filter(pk=row.seat_id).update(has_deputy=True)
    note_event(game, "deputy-began", **_deputy_words(row))
    notify_deputy(row, "accepted", row.owner)
    asked = Question.objects.filter(IS_OPEN, seat=row.seat).select_related("seat", "game")
    notices.write(
        notices.build_for_question(question, f"/deputy/{row.pk}", player=by)
        for question in asked
        if notices.needs_notice(question)
    )
    return row


@in_transaction
def end_deputy(*, deputy: int, by: Player) -> Deputy:
    """End, or decline, that a player plays a seat for another; either may. Locks the game."""
    row, game = _lock(deputy)
    if by.pk not in (row.player_id, row.owner_id):
        raise NotAllowed(_("This is between two other players."))
    if row.is_live(clock.now()):
        do_end_deputy(game, row, by)
    return row


def do_end_deputy(game: Game, row: Deputy, by: Player) -> None:
    """End what is live of a locked game, and tell the other of the two."""
    row.ended_at = clock.now()
    row.save(update_fields=["ended_at"])
    if row.accepted_at is not None and not game.is_over:
        note_event(game, "deputy-ended", **_deputy_words(row))
    notify_deputy(row, "ended", row.owner if by.pk == row.player_id else row.player)


def do_end_as_deputy(game: Game, player: Player) -> None:
    """End what somebody is, or is asked to be, for others in a locked game in which they get a seat."""
    rows = Deputy.objects.filter(IS_LIVE, player=player, seat__game=game, ends_at__gt=clock.now())
    for row in rows.select_related("seat", "owner", "player"):
        do_end_deputy(game, row, player)


def _lock(deputy: int) -> tuple[Deputy, Game]:
    """Return a deputy and the locked game; raises `NotPossible` when there is no such."""
    row = Deputy.objects.filter(pk=deputy).select_related("seat").first()
    if row is None:
        raise NotPossible(_("This request is no longer open."))
    game = lock_game(pk=row.seat.game_id)
    row = Deputy.objects.select_related("seat", "owner", "player").get(pk=deputy)
    return row, game


def _deputy_words(deputy: Deputy) -> dict[str, Word]:
    player = Named(name=name_of(deputy.player), seat=None, player=deputy.player_id)
    return {"deputy": player, "name": deputy.seat, "until": date_format(deputy.until, "Y-m-d")}


def notify_deputy(deputy: Deputy, event: str, player: Player) -> None:
    """Notify the owner or the deputy of what happened."""
    seat = deputy.seat
    key, params = f"deputy/{event}/{deputy.pk}", {"deputy": deputy.pk, "event": event}
    notices.notify(Notice.Kind.DEPUTY, key=key, game=seat.game, seat=seat, player=player, params=params)
