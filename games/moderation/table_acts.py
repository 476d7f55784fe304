"""Acts about the play: answering for a seat, offering it, going back, ending, voiding, and the name."""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext_lazy

import engine
from games.clocks import running_time
from games.core import bots, rows
from games.core.event_log import Word
from games.core.refusal import NotPossible, Resting, check_fields
from games.core.stored_game import StaffPoint, UndoPoint, UndoPoints, read_undo_points
from games.history.game_history import history_lines, undone_since
from games.models import By, Game, GameState, Move, Player, Question, Seat, Wish
from games.models.question import IS_OPEN, STOPS_PLAY
from games.outbox import notices
from games.play.pauses import CLOCKS, do_pause
from games.play.play_on import play_and_store
from games.play.store_change import store_change
from games.play.table import LockedTable
from games.play.table_notices import build_table_notices
from games.play.undo import do_go_back
from games.seats.lobby import do_cancel
from games.seats.replacement import check_offer
from games.timing import deadlines

from . import snapshots
from .act import Act, check_dealt, check_running
from .act_fields import Fields, asked_seats, moments_field, name_field, seat_field, seats_of_people
from .clock_acts import do_resume
from .sealed import has_open_window

NO_TIME = timedelta()


class SeatAct(Act):
    """An act about one seat, where somebody sits."""

    subject = Seat
    needs = frozenset({"seat"})

    @classmethod
    def fields(cls, game: Game | None) -> Fields:
        return {"seat": seat_field(game, among=seats_of_people(game))}

    @classmethod
    def check_state(cls, row: Game) -> None:
        check_running(row)

    def words(self, game: Game) -> dict[str, Word]:
        return {"name": self.seat()}

    def about(self) -> str:
        return str(self.seat())

    def concerned(self) -> Player | None:
        return self.seat().player


class Offer(SeatAct):
    """Offer a seat to others. Its player keeps it, and its clock, until somebody takes it over."""

    code = "offer"
    answers_report = True
    title = gettext_lazy("Offer a seat to others")
    meaning = gettext_lazy(
        "Anyone who may join can take the seat over. Until then its player can still answer, "
        "which withdraws the offer."
    )
    sentence = gettext_noop("A moderator lets someone else take over from %(name)s: %(reason)s")
    sentence_back = gettext_noop("A moderator undid that: %(name)s keeps the seat.")

    @classmethod
    def check_state(cls, row: Game) -> None:
        super().check_state(row)
        check_dealt(row)

    def check(self) -> None:
        super().check()
        check_offer(self.game, self.seat())

    def do(self) -> None:
        seat = self.seat()
        seat.offered_at = self.now
        seat.save(update_fields=["offered_at"])


class Answer(SeatAct):
    """Let the site answer what the play waits for at one seat, as it does when time runs out."""

    needs = frozenset({"seat", "versions_before"})
    code = "answer"
    answers_report = True
    title = gettext_lazy("Answer for a seat")
    meaning = gettext_lazy(
        "The site answers as it does when time runs out, but it isn’t counted as a missed "
        "turn. If that ends the game, you can’t undo it."
    )
    sentence = gettext_noop("A moderator let the site answer for %(name)s: %(reason)s")
    sentence_back = gettext_noop("A moderator undid that answer. %(name)s has the question again.")

    @classmethod
    def fields(cls, game: Game | None) -> Fields:
        return {"seat": seat_field(game, among=asked_seats(game))}

    @classmethod
    def check_state(cls, row: Game) -> None:
        check_running(row)
        if row.paused_at is not None:
            raise Resting(_("This game is paused. Resume it first."))
        check_dealt(row)

    def check(self) -> None:
        super().check()
        if has_open_window(self.game):
            raise NotPossible(
                _("Others can answer a card now. Who has passed is secret, so nobody can answer for a seat.")
            )
        if self.question() is None:
            raise NotPossible(_("The game isn’t waiting for this seat."))

    def question(self) -> Question | None:
        """Return what the play waits for at the seat."""
        return Question.objects.filter(
            STOPS_PLAY, game=self.game, seat__number=self.params.get("seat") or 0
        ).first()

    def do(self) -> None:
        question = self.question()
        if question is None:
            raise NotPossible(_("The game isn’t waiting for this seat."))
        table = LockedTable.load(self.game)
        seat = table.seats[self.params["seat"]]
        labels = bots.choose_answer(table.engine_game, seat, table.chance)
        table.answer(seat, labels, by=By.MODERATOR, number=question.number)
        play_and_store(table)

    def what_depends(self) -> str:
        if self.game.is_over:
            return _("“%(game)s” is over.") % {"game": self.game.name}
        if self.game.paused_at is not None:
            return _("This game is paused. Resume it first.")
        if self.staff_point() is None:
            return self.played_since() or _("The game has moved on since then.")
        return ""

    def staff_point(self) -> StaffPoint | None:
        """Return the point before the answer, unless a person has answered, joined or left since."""
        point = read_undo_points(GameState.objects.get(game=self.game)).staff
        before = self.recorded.params["versions_before"][str(self.game.pk)]
        return point if point is not None and point.version == before else None

    def undo(self) -> None:
        point = self.staff_point()
        if point is None:
            raise NotPossible(_("The game has moved on since then."))
        table = LockedTable.load(self.game)
        shown = list(self.game.seats.all())
        try:
            renumbered = table.revert_staff_answer(point, table.seats[self.params["seat"]])
        except engine.Refused:
            raise NotPossible(_("The rules have been changed since, so the table can’t go back.")) from None
        change, questions = store_change(table)
        self.restore_clocks(renumbered, shown)
        notices.write(build_table_notices(change, questions))

    def restore_clocks(self, renumbered: dict[int, int], shown: list[Seat]) -> None:
        """Let clocks show what they showed before the answer: nobody has used the time since then.

        `shown` are the seats before the revert, which has charged the time to those who were asked.
        """
        record = self.recorded
        Seat.objects.bulk_update(shown, deadlines.CLOCK_FIELDS)
        for pk, values in record.before.get("seat", {}).items():
            snapshots.write_back(Seat.objects.get(pk=pk), values)
        for pk, values in record.before.get("question", {}).items():
            old = Question.objects.get(pk=pk)
            new = Question.objects.filter(
                IS_OPEN, game=self.game, number=renumbered.get(old.number, 0)
            ).first()
            if new is None:
                continue
            new.game = self.game
            clocks = {name: value for name, value in values.items() if name not in ("number", "closed_at")}
            snapshots.write_back(new, clocks)
            pauses = new.pauses
            since = running_time.elapsed(record.at, self.now, pauses)
            if new.due_at is not None and since > NO_TIME:
                due_at = running_time.add_running(new.due_at, since, pauses)
                deadlines.set_due(new, due_at, pauses, self.now)
                new.save(update_fields=CLOCKS)


class Rename(Act):
    """Give a game another name."""

    needs = frozenset({"title"})
    code = "rename"
    title = gettext_lazy("Rename the game")
    meaning = gettext_lazy("Lists, mails and the history show the new name, and don’t repeat the old one.")
    sentence = gettext_noop("A moderator renamed this game to “%(title)s”: %(reason)s")
    sentence_back = gettext_noop("A moderator gave this game its old name back.")
    changes_play = False

    @classmethod
    def fields(cls, game: Game | None) -> Fields:
        return {"title": name_field(60)}

    def check(self) -> None:
        renamed = Game(name=str(self.params.get("title", "")).strip())
        check_fields(renamed, exclude=[each.name for each in Game._meta.fields if each.name != "name"])
        if renamed.name == self.game.name:
            raise NotPossible(_("The game already has this name."))

    def do(self) -> None:
        self.game.name = str(self.params["title"]).strip()
        self.game.save(update_fields=["name"])

    def words(self, game: Game) -> dict[str, Word]:
        return {"title": str(self.params["title"]).strip()}


class FinalAct(Act):
    """An act that can't be reverted once it has taken effect: the game rests until then."""

    is_final = True
    is_dangerous = True

    @classmethod
    def check_state(cls, row: Game) -> None:
        if row.is_over:
            raise Resting(_("This game is over."))

    def do(self) -> None:
        if self.game.is_running and self.game.paused_at is None:
            do_pause(self.game, self.now)

    def what_depends(self) -> str:
        return ""  # nothing happens at a table that rests

    def undo(self) -> None:
        if "game" in self.recorded.after:  # it was not paused before
            do_resume(self)


class End(FinalAct):
    """End a game without a winner."""

    code = "end"
    title = pgettext_lazy("action of a moderator", "End the game")
    meaning = gettext_lazy(
        "The game ends without a winner. What players have answered still counts for them."
    )
    sentence = gettext_noop("A moderator will end this game on %(effect_at)s: %(reason)s")
    sentence_back = gettext_noop("This game won’t end: a moderator cancelled that.")

    def carry_out(self) -> None:
        game = self.game
        self.check()
        do_cancel(game, self.reason[:200])
        game.paused_at = game.paused_until = None
        game.save(update_fields=["paused_at", "paused_until"])
        Question.objects.filter(IS_OPEN, game=game).update(closed_at=self.now, closed_by=By.MODERATOR)
        Wish.objects.filter(game=game, settled_at=None).update(settled_at=self.now)
        notices.write(notices.build_for_end(game, [seat for seat in game.seats.all() if seat.is_person]))


class Void(End):
    """End a game as if it had not been played."""

    code = "void"
    title = gettext_lazy("Declare the game void")
    meaning = gettext_lazy("The game ends without a winner, and it doesn’t count for anyone’s reliability.")
    sentence = gettext_noop("A moderator will declare this game void on %(effect_at)s: %(reason)s")
    sentence_back = gettext_noop("This game won’t be declared void: a moderator cancelled that.")

    @classmethod
    def check_state(cls, row: Game) -> None:
        super().check_state(row)
        check_running(row)

    def carry_out(self) -> None:
        super().carry_out()
        Question.objects.filter(game=self.game).update(counts_for=None)


class Rewind(FinalAct):
    """Bring a table back to a moment that is stored with it, and let it go on from there."""

    needs = frozenset({"version", "name", "turn"})
    code = "rewind"
    title = gettext_lazy("Take moves back")
    meaning = gettext_lazy(
        "The table goes back to the beginning of a turn. The same cards will be drawn again, but players "
        "remember what they have seen."
    )
    sentence = gettext_noop(
        "On %(effect_at)s a moderator will undo the moves from %(name)s’s turn %(turn)s on: %(reason)s"
    )
    sentence_back = gettext_noop("No moves will be undone: a moderator cancelled that.")

    @classmethod
    def fields(cls, game: Game | None) -> Fields:
        points = rewind_points(game) if game is not None else []
        return {"version": moments_field(game, points)}

    @classmethod
    def check_state(cls, row: Game) -> None:
        check_running(row)
        if not rewind_points(row):
            raise NotPossible(_("The table can’t go back to that moment."))

    def check(self) -> None:
        super().check()
        if self.point() is None:
            raise NotPossible(_("The table can’t go back to that moment."))

    def point(self) -> UndoPoint | None:
        """Return the moment to which the table is to go back."""
        wanted = self.params.get("version")
        return next((each for each in rewind_points(self.game) if each.version == wanted), None)

    def effects(self) -> list[str]:
        lost = history_lines(self.game, None, after=self.params["version"])
        played = [line.text for line in lost if line.kind == Move.Kind.ANSWER and not line.is_undone]
        return [_("This will be undone: %(line)s") % {"line": text} for text in played]

    def words(self, game: Game) -> dict[str, Word]:
        point = self.point() if self.record is None else None
        if point is None:  # its revert names nobody
            return {}
        seat = game.seats.get(number=point.seat)
        self.params |= {"name": str(seat), "turn": point.turn}
        return {"name": seat, "turn": point.turn}

    def carry_out(self) -> None:
        point = self.point()
        if point is None:
            raise NotPossible(_("The table can’t go back to that moment."))
        FinalAct.undo(self)
        table = LockedTable.load(self.game, rows.load(self.game))
        do_go_back(table, point, table.seats[point.seat], by=By.MODERATOR, agreed=True)


def rewind_points(game: Game) -> list[UndoPoint]:
    """Return the moments to which a running table can go back: the beginnings of turns, the latest first."""
    state = GameState.objects.filter(game=game).first()
    if state is None or not game.is_running:
        return []
    points: UndoPoints = read_undo_points(state)
    seats = {seat.number: seat for seat in game.seats.all()}
    found = [each for each in points.turns.values() if each.seat in seats and each.is_of(seats[each.seat])]
    answers = Move.objects.filter(game=game, kind=Move.Kind.ANSWER)
    stand = [
        each
        for each in found
        if set(answers.filter(version__gt=each.version).values_list("version", flat=True))
        - undone_since(game.pk, each.version)
    ]
    return sorted(stand, key=lambda each: -each.version)
