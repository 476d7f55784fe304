"""Starting a game: from seats to cards, or to the question who takes the first one."""

import secrets
from collections.abc import Sequence
from contextlib import suppress

from django.utils.translation import gettext as _

import engine
from games import clock
from games.core import rows
from games.core.locking import in_transaction, lock_game
from games.core.refusal import Illegal, NotAllowed, NotPossible, Resting
from games.decks import descriptions
from games.models import BY_PEOPLE, By, Game, GameState, LobbyCard, Move, Notice, Player, Question, Seat
from games.models.game import LEAST_SEATS, Starter
from games.models.question import TAKE_FIRST_CARD
from games.models.seat import Bot, free_bot_names
from games.outbox import notices
from games.timing import deadlines

from .play_on import play_on
from .seed import do_mix
from .store_change import store_change
from .table import LockedTable
from .table_notices import build_table_notices

# The one answer to the question who takes the first card.
TAKE: tuple[str, ...] = ("take",)


@in_transaction
def start_game(*, game: Game, by: Player, starting_seat: int | None = None) -> Game:
    """Start a game with those who sit at the table, and bots on the other seats where that was chosen.

    `starting_seat` is who begins, where the host chooses that. Locks the game. Raises a `Refusal`.
    """
    game = lock_game(pk=game.pk)
    check_start(game, by, starting_seat)
    do_start(game, starting_seat)
    return game


def check_start(game: Game, by: Player, starting_seat: int | None) -> None:
    """Refuse to start a locked game that cannot start, or for somebody who is not its host."""
    if game.host_id != by.pk:
        raise NotAllowed(_("Only the host of this game can start it."))
    check_open(game)
    seats = list(game.seats.all())
    taken = {seat.number for seat in seats if seat.is_taken}
    if len(taken) < LEAST_SEATS and not game.fill_with_bots:
        raise NotPossible(_("A game needs at least two players. Invite someone, or let bots fill the seats."))
    if starting_seat is not None:
        sits = starting_seat in taken or (game.fill_with_bots and 1 <= starting_seat <= len(seats))
        if not sits:
            raise Illegal(_("Seat %(number)s is empty.") % {"number": starting_seat})


def check_open(game: Game) -> None:
    """Refuse unless the game waits for players."""
    if game.is_over:
        raise Resting(_("This game is over."))
    if game.status != Game.Status.OPEN:
        raise NotPossible(_("This game has already started."))


def do_start_when_full(game: Game) -> None:
    """Start a locked game that is full and starts by itself, unless its own card must still be agreed to."""
    waits = any(own.undecided_seats for own in LobbyCard.objects.filter(game=game))
    if game.starts_when_full and not waits and not game.seats.exclude(status=Seat.Status.TAKEN).exists():
        do_start(game, None)


def do_start(game: Game, starting_seat: int | None) -> None:
    """Settle the seats of a locked game, number them anew, and deal or ask who takes the first card."""
    wanted = starting_seat if starting_seat is not None else game.starting_seat
    chosen = game.seats.filter(number=wanted).first() if wanted is not None else None
    do_take_own_card(game)
    seats = do_settle_seats(game)
    game.status = Game.Status.RUNNING
    game.started_at = clock.now()
    game.save(update_fields=["status", "started_at"])
    first = choose_first(game, seats, chosen)
    if first is None:
        notices.write(notices.build_for_question(question) for question in do_ask_who_is_first(game, seats))
        return
    table = do_deal(game, first=first, by=By.ENGINE)
    play_on(table)
    change, questions = store_change(table)
    asked = {question.seat_id for question in questions.to_notify}
    others = [seat for seat in seats if seat.is_person and seat.pk not in asked and not game.is_over]
    started = notices.build_for_seats(Notice.Kind.STARTED, others, key="started", game=game)
    notices.write([*build_table_notices(change, questions), *started])


def do_take_own_card(game: Game) -> None:
    """Put the table's own card into the deck of a locked game, if all who sit there have agreed to it.

    One that the rules can't read any more is on no page, so that nobody could withdraw it: it is left out.
    """
    own = LobbyCard.objects.filter(game=game).first()
    if own is not None and not own.undecided_seats:
        with suppress(ValueError):
            game.edition = descriptions.with_card(game.edition, own.card)
            game.save(update_fields=["edition"])


def do_settle_seats(game: Game) -> list[Seat]:
    """Put bots on the free seats of a locked game, if that was chosen; drop the rest; number the seats."""
    seats = list(game.seats.all())
    if game.fill_with_bots:
        spare = free_bot_names(seats)
        for seat in seats:
            if not seat.is_taken:
                seat.player, seat.bot = None, Bot.SENSIBLE
                seat.status, seat.name = Seat.Status.TAKEN, next(spare)
                seat.link_epoch += 1
                seat.save()
    pending = game.invitations.filter(accepted_at=None, declined_at=None, removed_at=None)
    pending.update(removed_at=clock.now())
    game.seats.exclude(status=Seat.Status.TAKEN).delete()
    return do_number_seats(game)


def do_number_seats(game: Game) -> list[Seat]:
    """Number the seats of a locked game from 1, in their order, before the rules know them by number."""
    seats = list(game.seats.all())
    for number, seat in enumerate(seats, start=1):
        seat.number = number
        seat.save(update_fields=["number"])
    return seats


def do_deal(
    game: Game, *, first: Seat, by: By, number: int | None = None, submission_key: str = ""
) -> LockedTable:
    """Deal the cards of a locked game, and record the deal as its first move. The caller stores the table.

    The seed is the only source of chance in the game. It is mixed from the parts of the site and of the
    players; for a game that an earlier release has created, the site alone draws it.
    """
    if (mix := do_mix(game)) is not None:
        seed, salt, game.commitment = mix.seed, "", mix.commitment
    else:
        seed, salt = secrets.token_hex(32), secrets.token_hex(16)
        game.commitment = engine.commitment(seed, salt)
    dealt = engine.Game.new(game.edition, game.seats.count(), first.number, seed=seed)
    GameState.objects.create(game=game, data=dealt.dump(), seed=seed)
    game.salt = salt
    game.starting_seat = first.number
    game.save(update_fields=["commitment", "salt", "starting_seat"])
    table = LockedTable(game, rows.load(game), dealt)
    table.record(
        Move.Kind.DEAL,
        by=by,
        seat=table.seats[first.number],
        question_number=number,
        labels=[] if number is None else list(TAKE),
        outcomes=table.engine_game.take_outcomes(),
        submission_key=submission_key,
    )
    if by in BY_PEOPLE:
        table.mark_present(first)
    return table


def choose_first(game: Game, seats: Sequence[Seat], chosen: Seat | None) -> Seat | None:
    """Return who has the first turn; ``None`` when the seats decide it by taking the first card.

    Without another choice of the host's it is the host. Chance comes from the operating system's secrets.
    """
    people = [seat for seat in seats if seat.is_person]
    if game.starter == Starter.FIRST and people:
        return None
    if game.starter == Starter.HOST:
        hosts = [seat for seat in people if seat.player_id == game.host_id]
        if chosen in seats:
            return chosen
        if hosts:
            return hosts[0]
    return secrets.choice(seats)


def do_ask_who_is_first(game: Game, seats: Sequence[Seat]) -> list[Question]:
    """Ask every player at the table to take the first card; the first who does has the first turn."""
    questions = [
        Question(game=game, seat=seat, number=-seat.number, what=TAKE_FIRST_CARD, opened_at=clock.now())
        for seat in seats
        if seat.is_person
    ]
    for question in questions:
        deadlines.start_clock(question)
    Question.objects.bulk_create(questions)
    return questions
