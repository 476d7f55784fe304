"""Games that visitors play against bots without an account (docs/decisions/0045-play-now.md).

Their player has no address: the browser's session is all that opens the seat, and no mail is sent. An account
takes the games over, and what nobody played for a week is deleted.
"""

import secrets
from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.core import sign_up
from games.core.locking import in_transaction, lock_game
from games.core.refusal import Capped, NotPossible
from games.models import Game, Pace, Player, Question, Remark, Seat, Starter
from games.models.question import STOPS_PLAY
from games.outbox import notices
from games.play.start import start_game

from .lobby import create_game, name_at_table, read_name

SEATS = 3
# Nobody's: addresses under .invalid reach no mailbox (RFC 2606).
NO_ADDRESS = "@trial.invalid"
GOING_ON = (Game.Status.OPEN, Game.Status.RUNNING)


def start_against_bots(*, host: Player, edition: str) -> Game:
    """Create a game of `host` against bots, without a clock, and deal the cards. Raises a `Refusal`."""
    game = create_game(
        host=host,
        name=pgettext("stored name", "Against bots"),
        seats=SEATS,
        edition=edition,
        pace=Pace.NONE,
        fill_with_bots=True,
        starter=Starter.HOST,
        is_trial=host.is_trial,
    )
    return start_game(game=game, by=host)


def check_room_for_trial() -> None:
    """Refuse another game of a visitor where the operator wants none, or as many are stored as may be."""
    if not sign_up.is_open():
        raise NotPossible(_("New people come here by invitation. Sign in to play against bots."))
    if not settings.TRIAL_GAMES:
        raise NotPossible(_("Sign up first to play against bots. It takes a name and an address."))
    if Game.objects.filter(is_trial=True).count() >= settings.TRIAL_GAMES:
        raise Capped(
            _("Too many visitors are playing right now. Sign up to play right away, or try again later.")
        )


def create_trial_player(*, timezone: str) -> Player:
    """Create the player of a visitor: without an address, and in the language that they read now."""
    return Player.objects.create_user(
        f"{secrets.token_hex(16)}{NO_ADDRESS}",
        is_guest=True,
        is_trial=True,
        language=get_language() or settings.LANGUAGE_CODE,
        timezone=timezone,
    )


def find_running_trial(player: Player) -> Game | None:
    """Return the game that a visitor has begun and not finished, if there is one."""
    return Game.objects.filter(host=player, is_trial=True, status__in=GOING_ON).order_by("-pk").first()


def prepare_account(*, email: str, trial: Player) -> None:
    """Make sure that a code can be mailed to an address: a new one gets a player, who isn't proven yet.

    Whether the address was new shows nowhere. Without the code the new player is deleted after a week. Where
    signing up isn't open nobody new is made, and the mail says so in place of a code.
    """
    known = Q(email=email) | Q(emailaddress__email=email)
    if not sign_up.is_open() or Player.objects.filter(known).exists():
        return
    new = {"is_guest": True, "is_trial": True, "language": trial.language, "timezone": trial.timezone}
    player, is_new = Player.objects.get_or_create(email=email, defaults=new)
    if is_new:
        player.set_unusable_password()
        player.save(update_fields=["password"])
        EmailAddress.objects.create(user=player, email=email, verified=False, primary=True)


def keep_trial(*, trial: Player, account: Player, name: str = "") -> None:
    """Give all games of a visitor to an account, which gets mail about them from now on. Idempotent.

    An account without a name gets `name`.
    """
    if name and not account.name:
        account.name = read_name(name, kept=[name])  # as it was taken when it was entered
        account.save(update_fields=["name"])
    for pk in Game.objects.filter(host=trial, is_trial=True).order_by("pk").values_list("pk", flat=True):
        do_keep_game(pk, trial, account)
    delete_trial_player(trial.pk)


@in_transaction
def do_keep_game(pk: int, trial: Player, account: Player) -> None:
    """Give one game of a visitor to an account. Locks the game."""
    game = lock_game(pk=pk)
    if game.host_id != trial.pk or not game.is_trial:
        return
    game.host, game.is_trial = account, False
    game.save(update_fields=["host", "is_trial"])
    seat = game.seats.get(player=trial)
    seat.player = account
    seat.name = name_at_table(game, account, seat=seat) if account.name else seat.name
    seat.save(update_fields=["player", "name"])
    Remark.objects.filter(game=game, player=trial).update(player=account)
    Question.objects.filter(game=game, counts_for=trial).update(counts_for=account)
    if trial.tips_over and not account.tips_over:
        Player.objects.filter(pk=account.pk).update(tips_over=True)
    if game.is_running:
        asked = Question.objects.filter(STOPS_PLAY, game=game, seat__player=account)
        notices.write(
            notices.build_for_question(question, delay=notices.AT_THE_PAGE)
            for question in asked.select_related("game", "seat")
        )


def give_up_trial(*, trial: Player) -> None:
    """Delete a visitor's games, and the visitor."""
    for pk in Game.objects.filter(host=trial, is_trial=True).values_list("pk", flat=True):
        delete_trial_game(pk)
    delete_trial_player(trial.pk)


@in_transaction
def delete_trial_game(pk: int) -> None:
    """Delete a game that is still a visitor's. Locks the game."""
    game = Game.objects.select_for_update().filter(pk=pk, is_trial=True).first()
    if game is not None:
        game.delete()


def delete_trial_player(pk: int) -> None:
    """Delete a visitor who has no seat any more."""
    Player.objects.filter(without_games(), pk=pk, is_trial=True).delete()


def without_games() -> Q:
    """Return the condition for players who neither sit, nor have invited anybody to sit, anywhere."""
    seats, hosted = Seat.objects.filter(player=OuterRef("pk")), Game.objects.filter(host=OuterRef("pk"))
    return ~Q(Exists(seats)) & ~Q(Exists(hosted))


def untouched_trials(before: datetime) -> list[int]:
    """Return the visitors' games, by primary key, that began before an instant and were not played since."""
    played = Seat.objects.filter(game=OuterRef("pk"), seen_at__gte=before)
    old = Game.objects.filter(~Exists(played), is_trial=True, created_at__lt=before)
    return list(old.order_by("pk").values_list("pk", flat=True))


def untouched_trial_players(before: datetime) -> list[int]:
    """Return players without an account, by primary key, who have no game and came before an instant."""
    old = Player.objects.filter(without_games(), is_trial=True, joined_at__lt=before)
    return list(old.order_by("pk").values_list("pk", flat=True))
