"""Acts about what people say: hiding a remark and showing it again, and a word to one person."""

from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games.core.event_log import Word
from games.core.refusal import NotPossible, Resting
from games.models import Game, Player, Remark, Seat

from .act import Act, Readers
from .act_fields import Fields, remark_field
from .table_acts import SeatAct


class RemarkAct(Act):
    """An act about one remark; its author gets a mail."""

    subject = Remark
    columns = {Remark: ("hidden_at",)}  # noqa: RUF012  (read, never changed)
    changes_play = False

    @classmethod
    def fields(cls, game: Game | None) -> Fields:
        return {"remark": remark_field(game)}

    def remark(self) -> Remark:
        """Return the remark, locked. Raises a `Refusal`."""
        said = Remark.objects.select_for_update(of=("self",)).filter(
            pk=self.params.get("remark") or 0, game=self.game
        )
        found = said.select_related("seat", "player").first()
        if found is None or found.deleted_at is not None:
            raise NotPossible(_("This message was deleted."))
        return found

    def rows(self) -> list[Model]:
        return [self.remark()]

    def words(self, game: Game) -> dict[str, Word]:
        return {"name": self.remark().seat}

    def audience(self, game: Game) -> list[Seat]:
        said = self.remark()
        return [seat for seat in super().audience(game) if seat.player_id == said.player_id]

    def about(self) -> str:
        return str(self.remark().seat)

    def concerned(self) -> Player | None:
        return self.remark().player


class Hide(RemarkAct):
    """Hide a remark from its table."""

    code = "hide"
    title = gettext_lazy("Hide a message")
    meaning = gettext_lazy("Its place in the talk stays, without the words. Staff can still read them.")
    sentence = gettext_noop("A moderator hid a message by %(name)s: %(reason)s")
    sentence_back = gettext_noop("A moderator restored %(name)s’s message.")

    def check(self) -> None:
        if not self.remark().is_shown:
            raise NotPossible(_("This message is no longer shown."))

    def do(self) -> None:
        Remark.objects.filter(pk=self.remark().pk).update(hidden_at=self.now)


class Show(RemarkAct):
    """Show a hidden remark again."""

    code = "show"
    title = gettext_lazy("Show a message again")
    meaning = gettext_lazy("The table can read it again.")
    sentence = gettext_noop("A moderator showed a hidden message by %(name)s again: %(reason)s")
    sentence_back = gettext_noop("A moderator hid the message of %(name)s again.")

    def check(self) -> None:
        if self.remark().hidden_at is None:
            raise NotPossible(_("This message isn’t hidden."))

    def do(self) -> None:
        Remark.objects.filter(pk=self.remark().pk).update(hidden_at=None)


class Warn(SeatAct):
    """Write to one person at the table; nobody else learns of it."""

    code = "warn"
    title = gettext_lazy("Write to a player")
    meaning = gettext_lazy(
        "The message below goes to this player by mail. Nobody else at the table hears about it."
    )
    sentence = gettext_noop("A moderator has a message for you: %(reason)s")
    sentence_back = gettext_noop("A moderator withdrew a message to you. Please ignore it.")
    changes_play = False
    reason_is_for = Readers.PERSON
    is_message = True

    @classmethod
    def check_state(cls, row: Game) -> None:
        if row.is_over:
            raise Resting(_("This game is over."))

    def check(self) -> None:
        super().check()
        if not self.seat().is_person:
            raise NotPossible(_("Nobody is in this seat."))

    def audience(self, game: Game) -> list[Seat]:
        return [self.seat()]
