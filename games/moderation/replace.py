"""The act that gives a seat to another player, or to a bot, at once."""

from itertools import chain
from typing import Any

from django.core import serializers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games.clocks import running_time
from games.core import access, blocks, wake
from games.core.event_log import Named, Word, event_params
from games.core.refusal import NotAllowed, NotPossible
from games.core.suspension import is_suspended
from games.models import (
    BY_PEOPLE,
    Ballot,
    Game,
    Move,
    Notice,
    Player,
    Question,
    Seat,
    SeatNotebook,
    StoredTurnOrders,
    Vote,
    Wish,
)
from games.models.deputy import IS_LIVE
from games.models.question import IS_OPEN
from games.models.vote import IS_OPEN as IS_OPEN_VOTE
from games.outbox import notices
from games.play.answer import check_can_move
from games.play.pauses import CLOCKS
from games.seats import replacement
from games.seats.lobby import check_not_removed
from games.timing import deadlines

from . import snapshots
from .act import check_dealt
from .act_fields import Fields, PlayerField
from .table_acts import SeatAct

REPLACED = "replaced"  # the outcome of votes about a player whom staff have replaced
# Whose seat it is: what a revert gives back after the game has gone on.
IDENTITY = ("player", "bot", "name", "on_autopilot", "timeouts_in_row", "offered_at", "away", "away_until")


class Replace(SeatAct):
    """Give a seat to another player or to a bot, with its hand, a fresh clock and links of its own."""

    needs = frozenset({"seat", "old", "name"})
    code = "replace"
    is_dangerous = True
    title = gettext_lazy("Give a seat to someone else")
    meaning = gettext_lazy(
        "Another player, or a bot, takes the seat right away, with its cards. The links in "
        "mails to its player stop working, and their notes and standing orders are set "
        "aside. You can undo this until the new player has played."
    )
    sentence = gettext_noop("A moderator gave the seat of %(old)s to %(name)s: %(reason)s")
    sentence_back = gettext_noop("A moderator undid that: %(old)s has the seat again.")
    # Whose seat it was, once it was given away.
    old: Player | None = None

    @classmethod
    def fields(cls, game: Game | None) -> Fields:
        to = PlayerField(
            label=_("Address of the new player"),
            required=False,
            help_text=_("Leave it empty to give the seat to a bot."),
        )
        return super().fields(game) | {"to": to}

    @classmethod
    def check_state(cls, row: Game) -> None:
        check_can_move(row)
        check_dealt(row)

    def check(self) -> None:
        super().check()
        seat = self.seat()
        if not seat.is_person:
            raise NotPossible(_("This seat is empty."))
        if seat.wishes.filter(kind=Wish.Kind.LEAVE, settled_at=None).exists():
            raise NotPossible(_("The player of this seat is leaving, and the seat goes too."))
        new = self.new_player()
        if new is None:
            if replacement.find_heir(self.game, seat) is None:
                raise NotPossible(_("Only bots would be left at this table. End the game instead."))
            return
        if self.game.seats.filter(player=new).exists():
            raise NotPossible(_("This person is, or was, at this table."))
        if access.has_seen_another_hand(self.game, seat, new):
            raise NotAllowed(_("This person has played at this table before, and knows another hand."))
        if is_suspended(new):
            raise NotAllowed(_("This person’s account is suspended."))
        if blocks.is_apart(new, blocks.people_at(self.game) - {seat.player_id}):
            raise NotAllowed(
                _("This person and someone at this table don’t play together. Choose someone else.")
            )
        check_not_removed(self.game, new)

    def new_player(self) -> Player | None:
        """Return who gets the seat; nobody for a bot. Raises a `Refusal`."""
        if self.params.get("to") is None:
            return None
        found = Player.objects.filter(pk=self.params["to"], is_active=True, is_trial=False).first()
        if found is None:
            raise NotPossible(_("There’s no such player."))
        return found

    def do(self) -> None:
        seat, new = self.seat(), self.new_player()
        self.old, name = seat.player, str(seat)
        kept = list(chain.from_iterable(private_rows(self.game, seat, new)))
        self.sealed = serializers.serialize("json", kept)
        Vote.objects.filter(IS_OPEN_VOTE, seat=seat).update(closed_at=self.now, outcome=REPLACED)
        if new is None:
            replacement.do_seat_bot(self.game, seat)
        else:
            replacement.do_take_over(self.game, seat, new)
        self.params |= {"old": name, "name": str(seat)}
        replacement.do_restart_questions(self.game, seat)
        replacement.notify_taken_over(self.game, seat, self.old, reason=self.reason)
        wake.play_after_commit(self.game.pk)

    def effects(self) -> list[str]:
        words = {"old": self.params["old"], "name": self.params["name"]}
        return [
            _("%(name)s takes the seat of %(old)s.") % words,
            _("%(old)s gets a mail about it, with the reason.") % words,
        ]

    def words(self, game: Game) -> dict[str, Word]:
        old, number = self.concerned(), self.params["seat"]
        players = {"old": old.pk if old is not None else None, "name": self.params.get("to")}
        return {
            word: Named(name=self.params[word], seat=number, player=player)
            for word, player in players.items()
        }

    def about(self) -> str:
        return f"{self.params['old']} → {self.params['name']}"

    def concerned(self) -> Player | None:
        return self.old or self.player

    def what_depends(self) -> str:
        game, seat, old = self.game, self.seat(), self.recorded.player
        is_theirs = (seat.player_id, seat.is_taken) == (self.params.get("to"), True)
        if game.is_over:
            return _("“%(game)s” is over.") % {"game": game.name}
        if game.paused_at is not None:
            return _("This game is paused. Resume it first.")
        if not is_theirs or old is None or not old.is_active or game.seats.filter(player=old).exists():
            return _("What it changed has been changed again since.")
        since = Move.objects.filter(
            game=game, seat=seat, version__gt=self.params["versions"].get(str(game.pk), 0)
        )
        if seat.is_person and since.filter(by__in=BY_PEOPLE).exclude(outcomes=[]).exists():
            return _("%(name)s has played since.") % {"name": seat}
        return ""

    def undo(self) -> None:
        seat, new = self.seat(), self.seat().player
        epoch = seat.link_epoch + 1  # a number that was used is never used again
        if self.changed_since():
            self.give_back(seat)
        else:
            self.restore()
            self.give_time_back(seat)
        Seat.objects.filter(pk=seat.pk).update(link_epoch=epoch)
        seat = self.seat()
        seat.former_players.filter(player=seat.player).delete()  # unless they had lost it before, too
        for kept in serializers.deserialize("json", self.recorded.sealed or "[]"):
            kept.save()
        if new is not None:
            replacement.do_note_former(seat, new.pk, self.params["name"])
        self.notify_back(seat, new)
        wake.play_after_commit(self.game.pk)

    def give_back(self, seat: Seat) -> None:
        """Give the seat of a game that has gone on back to its player, with a fresh clock."""
        before = self.recorded.before
        was = before["seat"][str(seat.pk)]
        snapshots.write_back(seat, {name: was[name] for name in IDENTITY if name in was})
        if host := before.get("game", {}).get(str(self.game.pk)):
            snapshots.write_back(self.game, host)
        seat = self.seat()
        deadlines.reset_clock(seat)
        seat.save(update_fields=deadlines.CLOCK_FIELDS)
        replacement.do_restart_questions(self.game, seat)

    def give_time_back(self, seat: Seat) -> None:
        """Let the clocks of the seat show what they showed when it was given away."""
        for question in Question.objects.filter(IS_OPEN, seat=seat).select_related("seat__player"):
            question.game = self.game
            pauses = question.pauses
            since = running_time.elapsed(self.recorded.at, self.now, pauses)
            if question.due_at is not None and since:
                deadlines.set_due(
                    question, running_time.add_running(question.due_at, since, pauses), pauses, self.now
                )
                question.save(update_fields=CLOCKS)

    def notify_back(self, seat: Seat, new: Player | None) -> None:
        """Tell both players, if they have heard of the act, and ask who has the seat again what is open."""
        since = Notice.objects.filter(game=self.game, seat=seat, created_at__gte=self.recorded.at)
        lost = since.filter(player=seat.player, params__replaced=True)
        lost.filter(status=Notice.Status.WAITING).update(status=Notice.Status.SKIPPED)
        if since.filter(player=new, status=Notice.Status.SENT).exists():
            replacement.notify_taken_over(self.game, seat, new, reason=self.reason)
        if lost.filter(status=Notice.Status.SENT).exists():
            sentence = event_params("staff-replace-reverted", **self.words(self.game))
            notices.notify(
                Notice.Kind.STAFF,
                key=f"seat-given-back/{self.recorded.pk}",
                game=self.game,
                seat=seat,
                params={"act": self.recorded.pk, "reverted": True, "sentence": sentence},
            )
        for question in Question.objects.filter(IS_OPEN, seat=seat).select_related("seat", "game"):
            notices.resend_question(question, reason=f"given-back-{seat.link_epoch}")


def private_rows(game: Game, seat: Seat, new: Player | None) -> list[Any]:
    """Return what is taken away with a seat, table by table, those first to which others point."""
    of_seat: list[Any] = [
        Vote.objects.filter(IS_OPEN_VOTE, seat=seat),
        Ballot.objects.filter(seat=seat, vote__closed_at=None),
        seat.deputies.filter(IS_LIVE),
        seat.window_orders.all(),
        StoredTurnOrders.objects.filter(seat=seat),
        seat.notes.all(),
        SeatNotebook.objects.filter(seat=seat),
        seat.former_players.filter(player=seat.player),
    ]
    if new is not None:
        of_seat.append(game.wishes.filter(player=new, kind=Wish.Kind.JOIN, settled_at=None))
    return of_seat
