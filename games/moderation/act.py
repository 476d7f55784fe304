"""What an act of staff is: it checks, does, says what it has done, and can be taken back.

An act works on locked games, in a transaction that `moderation.desk` opens. Its class says all that there is
to know of it; `registry` finds it, and `desk` performs it, rehearses it for the page that asks for
confirmation, and reverts it.
"""

import enum
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games import clock
from games.core.event_log import Word
from games.core.refusal import NotPossible, Refusal, Resting
from games.core.window_passes import without_passes
from games.models import BY_PEOPLE, Deck, Game, Move, Notice, PersonMail, Player, Seat, StaffAct
from games.outbox.person_mail import write_to

from . import snapshots
from .act_fields import Fields

# So long a final act can be called off.
DELAY = timedelta(hours=24)
# An act of more rows is a slip.
MOST_ROWS = 20


class Readers(enum.Enum):
    """Who reads the reason of an act."""

    TABLE = enum.auto()
    # The one person whom it is about, in a mail to them alone.
    PERSON = enum.auto()
    STAFF = enum.auto()


class Act:
    """One act, about to be performed or, with its `record`, to be reverted or carried out.

    `params` is what the form of the act has asked for, and public.
    """

    code: ClassVar[str]
    title: ClassVar[Promise]
    # What it does, for staff who have never done it.
    meaning: ClassVar[Promise]
    # What it is about: a game, something of a game that its form asks for, a person or a deck.
    subject: ClassVar[type[Model]] = Game
    # The columns that it changes, besides those that the play changes.
    columns: ClassVar[snapshots.Columns] = {}
    # What the history and the mails say of it and of its revert. Their places are `words` and the reason.
    sentence: ClassVar[str] = ""
    sentence_back: ClassVar[str] = ""
    # By which code they are told, where another act has the same.
    told_as: ClassVar[str] = ""
    reason_is_for: ClassVar[Readers] = Readers.TABLE
    # It is the mail with its reason, and changes nothing.
    is_message: ClassVar[bool] = False
    # It is offered on the page of a report.
    answers_report: ClassVar[bool] = False
    # It takes effect after `DELAY`; until then the game rests, and it can be called off.
    is_final: ClassVar[bool] = False
    # It takes something away from somebody: it is offered apart from the others.
    is_dangerous: ClassVar[bool] = False
    # It changes clocks or the play, and so has to wait for a final act that is pending.
    changes_play: ClassVar[bool] = True
    # It leaves out the tables at which who acts sits; else it is refused because of them.
    skips_own_tables: ClassVar[bool] = False
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

    @classmethod
    def target(cls) -> type[Model]:
        """Return on whose page of the desk it is: a game's, a person's or a deck's."""
        return cls.subject if cls.subject in (Player, Deck) else Game

    @classmethod
    def fields(cls, game: Game | None) -> Fields:
        """Return what its form asks for besides the reason; all of it are `params`."""
        return {}

    @classmethod
    def tells_reason(cls) -> bool:
        """Whether its sentence says why."""
        return "%(reason)s" in cls.sentence

    @classmethod
    def is_public(cls) -> bool:
        """Whether it stands in the history of the games."""
        return bool(cls.sentence) and (cls.reason_is_for is Readers.TABLE or not cls.tells_reason())

    @classmethod
    def event(cls) -> str:
        """Return the code of its sentence; that of its revert ends with `-reverted`."""
        return f"staff-{cls.told_as or cls.code}"

    @classmethod
    def check_state(cls, row: Any) -> None:
        """Raise a `Refusal` if the game, person or deck is in no state for it, whatever the form says."""

    @classmethod
    def is_offered(cls, row: Any) -> bool:
        """Whether the page of a game, person or deck offers it."""
        try:
            cls.check_state(row)
        except Refusal:
            return False
        return True

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
        self.check_state(self.game)

    def do(self) -> None:
        """Do it, or for a final act: let the game rest until it takes effect."""
        if not self.is_message:
            raise NotImplementedError

    def carry_out(self) -> None:
        """Do what a final act is about, when its time has come."""
        raise NotImplementedError

    def effects(self) -> list[str]:
        """Return what else it will do, in sentences for staff, after it was rehearsed."""
        return []

    def words(self, game: Game) -> dict[str, Word]:
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
                return _("The game has moved on since then.")
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


def check_dealt(game: Game) -> None:
    """Refuse what needs the hands of a game."""
    if not game.is_dealt:
        raise Resting(_("The cards haven’t been dealt yet."))
