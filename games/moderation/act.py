"""What an act of staff is: it checks, does, says what it has done, and can be taken back.

An act works on locked games, in a transaction that `moderation.desk` opens. Its class says all that there is
to know of it; `desk` performs it, rehearses it for the page that asks for confirmation, and reverts it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games import clock
from games.core.passes import without_passes
from games.core.refusal import NotPossible, Resting
from games.models import BY_PEOPLE, Game, Move, Notice, PersonMail, Player, Seat, StaffAct
from games.outbox.person_mail import write_to

from . import snapshots

# So long a final act can be called off.
DELAY = timedelta(hours=24)
# An act of more rows is a slip.
MOST_ROWS = 20


class Act:
    """One act, about to be performed or, with its `record`, to be reverted or carried out.

    `params` is what the form of the act has asked for, and public.
    """

    code: ClassVar[str]
    title: ClassVar[Promise]
    # What it does, for staff who have never done it.
    meaning: ClassVar[Promise]
    # It takes effect after `DELAY`; until then the game rests, and it can be called off.
    is_final: ClassVar[bool] = False
    # It changes clocks or the play, and so has to wait for a final act that is pending.
    changes_play: ClassVar[bool] = True
    # It stands in the history of the games.
    is_public: ClassVar[bool] = True
    # It is about a person at all their tables, or at none; else it is about one game.
    of_person: ClassVar[bool] = False
    # It leaves out the tables at which who acts sits; else it is refused because of them.
    skips_own_tables: ClassVar[bool] = False
    # It is about a deck.
    of_deck: ClassVar[bool] = False
    # Its sentence in the history of the games says why.
    tells_reason: ClassVar[bool] = True
    # The person whom it is about reads the reason, in a mail to them alone.
    mails_reason: ClassVar[bool] = False
    # What its record must have among `params`, so that it can be taken back or carried out.
    needs: ClassVar[frozenset[str]] = frozenset()
    # Templates show the words of a class.
    do_not_call_in_templates: ClassVar[bool] = True

    def __init__(
        self,
        games: Sequence[Game],
        params: dict[str, Any],
        reason: str,
        *,
        player: Player | None = None,
        record: StaffAct | None = None,
    ) -> None:
        self.games, self.params, self.reason, self.player, self.record = games, params, reason, player, record
        self.now: datetime = clock.now()
        # What it has put away for its revert and nobody reads, such as the notes of a player.
        self.sealed = ""

    @property
    def game(self) -> Game:
        """The game, for an act that is about a single one."""
        return self.games[0]

    def seat(self) -> Seat:
        """Return the seat that the act is about. Raises a `Refusal`."""
        seat = self.game.seats.select_related("player").filter(number=self.params.get("seat") or 0).first()
        if seat is None:
            raise NotPossible(_("There’s no such seat at this table."))
        seat.game = self.game
        return seat

    @classmethod
    def games_of(cls, player: Player) -> list[int]:
        """Return the games of a player, by primary key, that an act about them is about."""
        return []

    @classmethod
    def games_since(cls, player: Player) -> list[int]:
        """Return more games of a player, by primary key, that its revert is about."""
        return []

    def rows(self) -> list[Model]:
        """Return what the act changes besides its games, their seats and questions, before it does."""
        return []

    def check(self) -> None:
        """Raise a `Refusal` if it can't be done."""

    def do(self) -> None:
        """Do it, or for a final act: let the game rest until it takes effect."""
        raise NotImplementedError

    def carry_out(self) -> None:
        """Do what a final act is about, when its time has come."""
        raise NotImplementedError

    def effects(self) -> list[str]:
        """Return what else it will do, in sentences for staff, after it was rehearsed."""
        return []

    def words(self, game: Game) -> dict[str, str | int]:
        """Return the words of its sentence in the history of a game, besides the reason."""
        return {}

    def audience(self, game: Game) -> list[Seat]:
        """Return the seats whose players get a mail about it."""
        return [seat for seat in game.seats.select_related("player") if seat.is_person]

    def tell_person(self, *, is_back: bool) -> list[Player]:
        """Write the mails about it that concern no table, and return to whom; `is_back` at its revert."""
        return []

    def write(self, kind: PersonMail.Kind, **params: Any) -> list[Player]:
        """Write a mail that concerns no table to the person whom it is about; return to whom."""
        person = self.concerned()
        if person is None:
            return []
        write_to(person, kind, act=self.recorded.pk, **params)
        return [person]

    def take_mail_back(self) -> bool:
        """Don’t send the mail about the act if it hasn’t left; return whether the person has heard of it."""
        mails = PersonMail.objects.filter(params__act=self.recorded.pk)
        waiting = mails.filter(status=Notice.Status.WAITING)
        waiting.update(status=Notice.Status.SKIPPED, reason="staff took it back")
        return mails.filter(status=Notice.Status.SENT).exists()

    def about(self) -> str:
        """Return whom or what it is about besides the game, in words."""
        return ""

    def concerned(self) -> Player | None:
        """Return the one person whom it is about, if there is one."""
        return self.player

    def what_depends(self) -> str:
        """Return what has happened since that rests on it, in a sentence; nothing if it can be reverted."""
        return self.changed_since()

    def undo(self) -> None:
        """Take it back, after `what_depends` has found nothing."""
        self.restore()

    def changed_since(self) -> str:
        """Return why what the act has changed is not any more what it made of it."""
        record = self.recorded
        rows = list(snapshots.changed_rows(record.after))
        if len(rows) == snapshots.count_rows(record.after) and all(is_same for _row, is_same in rows):
            return ""
        return self.played_since() or _("What it changed has been changed again since.")

    def played_since(self) -> str:
        """Return who has played since, or that the game is over; nothing otherwise."""
        versions = self.recorded.params.get("versions", {})
        for game in self.games:
            if game.is_over:
                return _("“%(game)s” is over.") % {"game": game.name}
            since = Move.objects.filter(game=game, version__gt=versions.get(str(game.pk), game.version))
            since = without_passes(game, since)  # which staff may not know
            move = since.exclude(kind=Move.Kind.EVENT).order_by("version").first()
            if move is not None and move.seat is not None and move.by in BY_PEOPLE and move.outcomes:
                return _("%(name)s has played since.") % {"name": move.seat}
            if move is not None:
                return _("The game has gone on since.")
        return ""

    def restore(self) -> None:
        """Give every row that it has changed the values from before."""
        record = self.recorded
        for row, _is_same in snapshots.changed_rows(record.after):
            values = record.before.get(str(row._meta.model_name), {}).get(str(row.pk))
            if values:
                snapshots.write_back(row, values)
        for game in self.games:
            game.refresh_from_db()

    @property
    def recorded(self) -> StaffAct:
        """The record of an act that was performed."""
        assert self.record is not None  # noqa: S101  # only an act with a record is reverted or carried out
        return self.record


def check_running(game: Game) -> None:
    """Refuse what needs a running game, paused or not."""
    if not game.is_running:
        raise Resting(_("This game isn’t running."))
