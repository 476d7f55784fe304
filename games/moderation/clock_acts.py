"""Acts about time: pausing a game and letting it go on, more time for a seat or for all games of a person."""

from datetime import timedelta
from typing import Any, ClassVar

from django.db.models import Model, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games.clocks import running_time
from games.core.event_log import Word
from games.core.refusal import Illegal, NotPossible
from games.models import Game, Player, Question, Seat
from games.models.question import IS_OPEN, WINDOW
from games.play import pauses
from games.play.pauses import CLOCKS
from games.timing import deadlines

from . import snapshots
from .act import Act, check_running
from .act_fields import Fields, asked_seats, hours_field, seat_field
from .sealed import has_open_window

MOST_HOURS = 60 * 24
# After a shorter pause, those who are asked have their mail still before them.
SHORT_PAUSE = timedelta(hours=1)


class Pause(Act):
    """Stop all clocks of a running game; nobody can answer until it goes on."""

    code = "pause"
    title = gettext_lazy("Pause the game")
    meaning = gettext_lazy("All clocks stop, and nobody can play until the game resumes.")
    sentence = gettext_noop("A moderator paused this game: %(reason)s")
    sentence_back = gettext_noop("A moderator cancelled the pause. The clocks are running again.")

    @classmethod
    def check_state(cls, row: Game) -> None:
        check_running(row)
        if row.paused_at is not None:
            raise NotPossible(_("This game is already paused."))

    def do(self) -> None:
        pauses.do_pause(self.game, self.now)

    def what_depends(self) -> str:
        is_paused = self.game.is_running and self.game.paused_at is not None
        return "" if is_paused else _("The game isn’t paused any more.")

    def undo(self) -> None:
        do_resume(self)


class Resume(Act):
    """Let a paused game go on; every clock has the time that it had."""

    code = "resume"
    title = gettext_lazy("Resume the game")
    meaning = gettext_lazy(
        "Every clock continues from where it stopped, and players with a question get a mail."
    )
    sentence = gettext_noop("A moderator ended the pause of this game: %(reason)s")
    sentence_back = gettext_noop("A moderator paused this game again: it was resumed by mistake.")

    @classmethod
    def check_state(cls, row: Game) -> None:
        check_running(row)
        if row.paused_at is None:
            raise NotPossible(_("This game isn’t paused."))

    def do(self) -> None:
        do_resume(self)

    def what_depends(self) -> str:
        return self.changed_since() or self.played_since()


class Extend(Act):
    """Give a seat more time for its open question, or every seat."""

    needs = frozenset({"hours"})
    code = "extend"
    subject: ClassVar[type[Model]] = Seat
    answers_report = True
    title = gettext_lazy("Give more time")
    meaning = gettext_lazy("Deadlines of open questions move by this much running time.")
    sentence = gettext_noop("A moderator gave %(name)s %(hours)s more hours: %(reason)s")
    sentence_back = gettext_noop("A moderator cancelled the extra %(hours)s h for %(name)s.")

    @classmethod
    def fields(cls, game: Game | None) -> Fields:
        return {
            "seat": seat_field(game, among=asked_seats(game), empty=_("everyone with a question")),
            "hours": hours_field(MOST_HOURS),
        }

    @classmethod
    def check_state(cls, row: Any) -> None:
        check_running(row)
        if not row.is_timed:
            raise NotPossible(_("This game has no clock."))

    def check(self) -> None:
        super().check()
        check_hours(self.params.get("hours"))
        if self.params.get("seat") and has_open_window(self.game):
            raise NotPossible(
                _(
                    "Others can answer a card now. Who has passed is secret, so give everyone more time "
                    "instead."
                )
            )
        if not self.questions():
            raise NotPossible(_("No clock is running there."))

    def questions(self) -> list[Question]:
        """Return the open questions that get more time."""
        asked = Question.objects.filter(IS_OPEN, game__in=self.games, is_side=False).select_related(
            "seat", "game"
        )
        if self.params.get("seat"):
            asked = asked.filter(seat__number=self.params["seat"])
        if self.player is not None:  # nobody learns whether they have passed in a window
            asked = asked.filter(seat__player=self.player).exclude(what=WINDOW)
        return [row for row in asked if row.due_at is not None or row.time_left is not None]

    def do(self) -> None:
        more = timedelta(hours=self.params["hours"])
        for question in self.questions():
            deadlines.extend(question, more, self.now)
            question.save(update_fields=CLOCKS)

    def words(self, game: Game) -> dict[str, Word]:
        return {"name": self.audience(game), "hours": self.params["hours"]}

    def audience(self, game: Game) -> list[Seat]:
        if self.record is not None:
            changed = [int(pk) for pk in self.record.after.get("question", {})]
            questions = list(Question.objects.filter(pk__in=changed))
        else:
            questions = self.questions()
        if any(each.is_window for each in questions):
            return super().audience(game)  # it doesn't say who has passed
        asked = {row.seat_id for row in questions}
        return [seat for seat in super().audience(game) if seat.pk in asked]

    def about(self) -> str:
        return str(self.seat()) if self.params.get("seat") else ""

    def concerned(self) -> Player | None:
        return self.seat().player if self.params.get("seat") else self.player

    def what_depends(self) -> str:
        if changed := self.changed_since():
            return changed
        for pk, values in self.recorded.before.get("question", {}).items():
            due_at = snapshots.to_value(Question(), "due_at", values.get("due_at"))
            if due_at is not None and due_at <= self.now:
                seat = Question.objects.select_related("seat").get(pk=pk).seat
                return _("%(name)s is using the added time already.") % {"name": seat}
        return ""


class ExtendAll(Extend):
    """Give a person more time in all their games."""

    code = "extend-all"
    told_as = Extend.code
    subject = Player
    answers_report = False
    skips_own_tables = True
    title = gettext_lazy("Give more time in all games")
    meaning = gettext_lazy("In each game in which this person’s clock runs, the deadline moves by this much.")

    @classmethod
    def fields(cls, game: Game | None) -> Fields:
        return {"hours": hours_field(MOST_HOURS)}

    @classmethod
    def check_state(cls, row: Any) -> None:
        """Refuse nothing: whether a clock of theirs runs is counted when it is done."""

    @classmethod
    def games_of(cls, player: Player) -> list[int]:
        asked = Question.objects.filter(
            IS_OPEN, seat__player=player, is_side=False, game__status=Game.Status.RUNNING
        )
        asked = asked.exclude(what=WINDOW).filter(Q(due_at__isnull=False) | Q(time_left__isnull=False))
        return list(asked.order_by("game_id").values_list("game_id", flat=True).distinct())

    def check(self) -> None:
        check_hours(self.params.get("hours"))
        if not self.questions():
            raise NotPossible(_("No clock of this person is running."))


def check_hours(hours: object) -> None:
    """Refuse an impossible number of hours."""
    if not (isinstance(hours, int) and 1 <= hours <= MOST_HOURS):
        raise Illegal(_("Enter a number of hours from 1 to %(most)s.") % {"most": MOST_HOURS})


def do_resume(act: Act) -> None:
    """Let the clocks of a locked game run on.

    Of a pause that is reverted before it has cost any time, every row is again what it was.
    """
    paused_at = act.game.paused_at
    before = act.record.before.get("question", {}) if act.record is not None else {}

    def restore(question: Question) -> bool:
        was = before.get(str(question.pk), {})
        due_at = snapshots.to_value(question, "due_at", was.get("due_at"))
        left = question.time_left
        if due_at is None or left != running_time.elapsed(act.now, due_at, question.pauses):
            return False
        snapshots.write_back(question, was)
        return True

    is_long = act.record is None or paused_at is None or act.now - paused_at > SHORT_PAUSE
    pauses.do_resume(act.game, act.now, restore=restore, tells=is_long)
