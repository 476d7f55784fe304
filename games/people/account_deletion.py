"""Deleting an account, two weeks after its player asked for it.

Games belong to everybody who played in them. So the row of the player stays, without anything about a person,
and their seats are called “Former player”; everything else goes as `personal_data.STORED` says.
"""

import json
import re
from datetime import timedelta
from email import message_from_bytes
from email.utils import getaddresses
from itertools import chain

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import clock
from games.core.errors import Tally
from games.core.event_log import events_that_name, note_event
from games.core.locking import in_transaction, lock_game
from games.core.postponed import run_due
from games.core.refusal import NotAllowed, NotPossible, Refusal
from games.core.suspension import is_suspended
from games.models import (
    Deputy,
    FormerPlayer,
    Game,
    Invitation,
    Notice,
    Player,
    Question,
    Seat,
    SeatNotebook,
    StaffAct,
    Vote,
    Wish,
)
from games.models.deputy import IS_LIVE
from games.models.invitation import IS_OPEN as INVITATION_IS_OPEN
from games.models.seat import FORMER_NAMES, Bot, free_former_name
from games.models.vote import IS_OPEN
from games.play.play_on import play_and_store
from games.play.silence import do_give_to_bot
from games.play.table import LockedTable
from games.seats.deputies import end_deputy
from games.seats.lobby import do_cancel, do_free_seat, do_hand_over_host
from games.seats.membership import leave, return_to_seat
from games.seats.replacement import do_clear_seat

from .circles import leave_all
from .forget_names import Forgotten, do_forget_in_acts, do_forget_in_game
from .own_rows import invitations_to_or_by
from .personal_data import STORED, Stays

REGRET = timedelta(days=14)
BATCH = 20


def request_deletion(*, player: Player) -> None:
    """Delete a player's account in two weeks, unless they change their mind; bots play for them meanwhile.

    Raises a `Refusal`.
    """
    _store_request(player)
    for seat in _running_seats(player):
        _hand_to_bot(seat)


def call_off_deletion(*, player: Player) -> None:
    """Keep an account after all, and give its player their seats back, if they may play."""
    Player.objects.filter(pk=player.pk).update(deletion_at=None)
    player.deletion_at = None
    resting = _running_seats(player).filter(on_autopilot=True)
    if is_suspended(player):
        Player.objects.filter(pk=player.pk).update(held_seats=list(resting.values_list("pk", flat=True)))
        return
    for seat in resting:
        try:
            return_to_seat(seat=seat)
        except Refusal:  # the game ended, or they are leaving it: nothing to give back
            continue


def delete_due(*, stop_at: float) -> Tally:
    """Delete each account whose time has come."""
    due = Player.objects.filter(deletion_at__lte=clock.now()).order_by("deletion_at", "pk")
    return run_due("the deletion of player", due, delete_account, stop_at=stop_at, most=BATCH)


def delete_account(pk: int) -> None:
    """Delete what is stored about the player with this primary key, and leave their games playable.

    Each step may be done twice: a deletion that was interrupted is finished by the next sweep.
    """
    player = Player.objects.get(pk=pk)
    if player.deletion_at is None or player.deletion_at > clock.now():
        return
    before_start = Seat.objects.filter(player=player, status=Seat.Status.TAKEN).exclude(
        game__status__in=[Game.Status.FINISHED, Game.Status.ENDED]
    )
    # A seat that is free again no longer says by which invitation it was taken.
    invitations_to_or_by(player).filter(accepted_at__isnull=False).delete()
    for seat in before_start.filter(game__state__isnull=True).order_by("game_id"):
        leave(seat=seat)
    for seat in _running_seats(player):
        _give_to_bot_for_ever(seat.pk)
    for game in Game.objects.filter(host=player, status__in=[Game.Status.OPEN, Game.Status.RUNNING]):
        _hand_over(game.pk, player)
    _hand_over_invitations(player)
    leave_all(player)
    for deputy in Deputy.objects.filter(IS_LIVE, player=player):
        end_deputy(deputy=deputy.pk, by=player)
    _forget(player)


def _running_seats(player: Player) -> QuerySet[Seat]:
    seats = Seat.objects.filter(player=player, status=Seat.Status.TAKEN, game__status=Game.Status.RUNNING)
    return seats.filter(game__state__isnull=False).order_by("game_id")


@in_transaction
def _store_request(player: Player) -> None:
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if locked.is_staff:
        raise NotAllowed(
            _("You’re on the staff of this site. Ask another member of staff to remove you first.")
        )
    if locked.deletion_at is not None:
        raise NotPossible(_("You’ve already asked us to delete your account."))
    player.deletion_at = clock.now() + REGRET
    Player.objects.filter(pk=player.pk).update(deletion_at=player.deletion_at)


@in_transaction
def _hand_to_bot(seat: Seat) -> None:
    """Let a bot answer for a seat until its player returns, if anybody waits for it. Locks the game."""
    game = lock_game(pk=seat.game_id)
    if not game.is_running or game.paused_at is not None:
        return
    table = LockedTable.load(game)
    here = table.seats[seat.number]
    if here.is_person and not here.on_autopilot and len(table.people) > 1:
        do_give_to_bot(table, here)
        play_and_store(table)


@in_transaction
def _give_to_bot_for_ever(pk: int) -> None:
    """Put a bot on a seat of a running game, with the seat's cards. Locks the game."""
    game = lock_game(seats=pk)
    seat = game.seats.get(pk=pk)
    player = seat.player
    if player is None or not game.is_running:
        return
    _rename(game, seat, player)
    Vote.objects.filter(IS_OPEN, seat=seat).update(closed_at=clock.now(), outcome="bot")
    Wish.objects.filter(game=game, seat=seat, settled_at=None).update(settled_at=clock.now())
    seat.player, seat.bot = None, Bot.SENSIBLE
    do_clear_seat(game, seat, player.pk)
    SeatNotebook.objects.filter(seat=seat).delete()  # those that a predecessor left for the player, too
    if game.host_id == player.pk:
        _do_find_heir(game, player)
    note_event(game, "account-deleted", name=seat)
    if game.paused_at is None:
        play_and_store(LockedTable.load(game))


@in_transaction
def _hand_over(pk: int, player: Player) -> None:
    """Find another host for a game. Locks it."""
    _do_find_heir(lock_game(pk=pk), player)


def _hand_over_invitations(player: Player) -> None:
    """Make the present hosts of games those who have invited whom a player has invited; others are deleted.

    Who was invited has a link that works, and a seat that is kept.
    """
    host = Game.objects.filter(pk=OuterRef("game")).values("host")[:1]
    invited = Invitation.objects.filter(INVITATION_IS_OPEN, invited_by=player)
    gathering = invited.filter(game__status=Game.Status.OPEN)
    heirs = gathering.exclude(game__host=player)
    # The new host has typed none of these addresses, and reads none.
    heirs.filter(how=Invitation.How.TYPED).update(how=Invitation.How.KNOWN)
    heirs.update(invited_by=Subquery(host))
    # A cancelled game keeps no name of a guest whom nobody else knows.
    over = invited.exclude(game__status=Game.Status.OPEN)
    kept_for = Seat.objects.filter(status=Seat.Status.INVITED, player=None, invitations__in=over)
    kept_for.update(status=Seat.Status.FREE, name="")


def _do_find_heir(game: Game, player: Player) -> None:
    """Make somebody else at the table the host of a locked game; without anybody a game that is open ends."""
    people = [seat.player for seat in game.seats.exclude(player=player) if seat.is_person]
    if people and people[0] is not None:
        do_hand_over_host(game, people[0])
    elif game.status == Game.Status.OPEN:
        do_cancel(game, gettext_noop("Its host deleted their account."))


def _rename(game: Game, seat: Seat, player: Player) -> None:
    """Take a person's name out of a locked game: from their seat, and from what is told of it."""
    names = {seat.name, *_names_of(player)}
    seat.name = _former_name(game, player)
    seat.save(update_fields=["name"])
    do_forget_in_game(game, Forgotten.of(player, names, seat.name))


def _names_of(player: Player) -> set[str]:
    """Return the name of a player, and those that records of acts of staff about them have."""
    acts = StaffAct.objects.filter(player=player)
    rows = [rows.get("player", {}) for act in acts for rows in (act.before, act.after)]
    known = {player.name, *(row["name"] for each in rows for row in each.values() if "name" in row)}
    # A record begins with what its person was called when it was made: they may have chosen another name.
    of_person = [act for act in acts if act.game_id is None and "deck" not in act.params]
    return known.union(_name_in(act, known) for act in of_person)


def _name_in(act: StaffAct, known: set[str]) -> str:
    """Return what the record of an act called its person; nothing if they had no name, or are known by it.

    Names may hold “: ”: it ends where the first of the act's games begins, as `desk.describe` writes them.
    """
    if appointed := re.fullmatch(rf"player {act.player_id} \((.*)\)", act.about):
        return appointed[1]
    if (versions := act.params.get("versions")) == {}:
        return act.about
    games = [f"{game.name} ({game.key})" for game in Game.objects.filter(pk__in=versions or ())]
    if act.about.startswith(tuple(games)):
        return ""
    if begins := [place for game in games if (place := act.about.find(f": {game}")) > 0]:
        return act.about[: min(begins)]
    # The games are gone, or are called something else now.
    if any(name and act.about.startswith(f"{name}: ") for name in known):
        return ""
    name = act.about.partition(": ")[0]
    return "" if re.search(r" \(\w{8}\)(, |$)", name) else name


def _former_name(game: Game, player: Player) -> str:
    """Return what a player is called at a table from now on: one name, whatever they were called there.

    It is a name for former players that nobody else there has, nor had, while any is left.
    """
    seats, former = Seat.objects.filter(game=game), FormerPlayer.objects.filter(seat__game=game)
    mine = [each.values_list("name", flat=True).filter(player=player) for each in (former, seats)]
    for name in chain(*mine):
        if name in FORMER_NAMES:
            return name
    others = [seat for seat in seats if seat.player_id != player.pk]
    return free_former_name(others, former.exclude(player=player).values_list("name", flat=True))


@in_transaction
def _forget(player: Player) -> None:
    """Remove everything about a person, but for what belongs to the games of others."""
    _forget_at_tables(player)
    # Releases up to 0.1 didn't say by key who was appointed.
    appointed = StaffAct.objects.filter(act="appoint", about__startswith=f"player {player.pk} (")
    appointed.update(player=player, about=f"player {player.pk} ({FORMER_NAMES[0]})")
    about = StaffAct.objects.filter(player=player)
    about.update(sealed="")
    do_forget_in_acts(about, Forgotten.of(player, _names_of(player), FORMER_NAMES[0]))
    Question.objects.filter(counts_for=player).update(counts_for=None)
    Notice.objects.filter(player=player).delete()
    for stored in STORED:
        if stored.stays != Stays.GAME:
            stored.rows(player).delete()
    _forget_sessions(player)
    _forget_mail_files(player.email)
    kept = {"id", "joined_at"}
    for field in Player._meta.concrete_fields:
        if field.name not in kept:
            setattr(player, field.attname, field.get_default())
    player.email = f"deleted-{player.pk}@deleted.invalid"
    player.is_active = False
    player.set_unusable_password()
    player.groups.clear()
    player.user_permissions.clear()
    player.save()


def _forget_at_tables(player: Player) -> None:
    """Take somebody's names out of each game in which they have or had a seat, or which names them."""
    for pk in Seat.objects.filter(player=player).order_by("game_id").values_list("game_id", flat=True):
        game = lock_game(pk=pk)
        for seat in game.seats.filter(player=player):
            if seat.status == Seat.Status.INVITED:
                do_free_seat(seat)
            elif seat.name not in FORMER_NAMES:
                _rename(game, seat, player)
    known = Q(seats__former_players__player=player) | Q(pk__in=events_that_name(player).values("game"))
    for pk in Game.objects.filter(known).order_by("pk").values_list("pk", flat=True).distinct():
        game = lock_game(pk=pk)
        had, new = player.former_seats.filter(seat__game=game), _former_name(game, player)
        # Names are told apart among the seats of a game alone: who never had one is only found by key.
        names = _names_of(player).union(*(seat.names for seat in had)) if had else ()
        do_forget_in_game(game, Forgotten.of(player, names, new))
        had.update(name=new, earlier_names=[])


def _forget_sessions(player: Player) -> None:
    """End the sessions of a player, and those in which somebody has typed in their address."""
    address = json.dumps(player.email)[1:-1].lower()
    for session in Session.objects.filter(expire_date__gt=clock.now()).iterator():
        held = session.get_decoded()
        if held.get("_auth_user_id") == str(player.pk) or address in json.dumps(held).lower():
            session.delete()


def _forget_mail_files(address: str) -> None:
    """Delete the mails to an address, where mails stay on this machine as files."""
    if not settings.MAILS_GO_TO_FILES:
        return
    for path in settings.EMAIL_FILE_PATH.glob("*.eml"):
        mail = message_from_bytes(path.read_bytes())
        to = {found.lower() for _name, found in getaddresses([str(each) for each in mail.get_all("To", [])])}
        if address in to:
            path.unlink(missing_ok=True)
