"""Acts about a person at all their tables: suspending them, and a word to somebody without a table."""

from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.refusal import Illegal, NotPossible
from games.core.suspension import is_suspended
from games.models import Game, Notice, PersonMail, Player, Seat
from games.outbox.person_mail import write_to
from games.people.suspensions import day_of, do_end_suspension, do_suspend

from . import snapshots
from .act import Act

MOST_DAYS = 365


class PersonAct(Act):
    """An act about one person; what tables hear of it names no reason."""

    of_person = True
    tells_reason = False

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if self.player is None:
            raise NotPossible(_("This account is gone."))
        # After the games: the order of locks.
        self.person = Player.objects.select_for_update().get(pk=self.player.pk)

    def people(self) -> list[Player]:
        return [self.person]

    def write(self, kind: PersonMail.Kind, **params: Any) -> list[Player]:
        """Write a mail about the act to the person; return to whom."""
        write_to(self.person, kind, act=self.recorded.pk, **params)
        return [self.person]

    def take_mail_back(self) -> bool:
        """Don’t send the mail about the act if it hasn’t left; return whether the person has heard of it."""
        mails = PersonMail.objects.filter(player=self.person, params__act=self.recorded.pk)
        waiting = mails.filter(status=Notice.Status.WAITING)
        waiting.update(status=Notice.Status.SKIPPED, reason="staff took it back")
        return mails.filter(status=Notice.Status.SENT).exists()

    def audience(self, game: Game) -> list[Seat]:
        return []

    def what_depends(self) -> str:
        return ""


class Suspend(PersonAct):
    """Keep a person from signing in and playing, until a day."""

    code = "suspend"
    title = gettext_lazy("Suspend the account")
    meaning = gettext_lazy(
        "They can’t sign in, play or join games until the end, and a bot keeps their seats. They get a mail "
        "with the reason below, and can appeal by answering it. Their tables are told in one line, without "
        "the reason."
    )
    changes_play = False

    def check(self) -> None:
        if self.person.is_staff:
            raise NotPossible(_("They’re on the staff. Take the role away first."))
        if not self.person.is_active:
            raise NotPossible(_("This account is closed."))
        if is_suspended(self.person):
            raise NotPossible(_("They’re suspended already. Take that back first."))
        if not 1 <= int(self.params.get("days") or 0) <= MOST_DAYS:
            raise Illegal(_("Choose 1 to %(most)s days.") % {"most": MOST_DAYS})

    def do(self) -> None:
        do_suspend(self.person, self.games, until=self.until, because=self.reason)

    @property
    def until(self) -> datetime:
        """When it ends by itself."""
        began = self.record.at if self.record is not None else self.now
        return began + timedelta(days=int(self.params["days"]))

    def words(self, game: Game) -> dict[str, str | int]:
        seat = game.seats.filter(player=self.person).order_by("-pk").first()
        return {"name": str(seat or self.person), "until": day_of(self.until)}

    def tell_person(self, *, is_back: bool) -> list[Player]:
        if not is_back:
            return self.write(PersonMail.Kind.SUSPENDED)
        return self.write(PersonMail.Kind.SUSPENSION_LIFTED) if self.take_mail_back() else []

    def what_depends(self) -> str:
        after = self.recorded.after.get("player", {}).get(str(self.person.pk), {})
        is_this = after.get("suspended_until") == snapshots.read_row(self.person)["suspended_until"]
        return "" if is_this and is_suspended(self.person) else _("This suspension is over.")

    def undo(self) -> None:
        do_end_suspension(self.person, self.games)


class Write(PersonAct):
    """Write to a person about no table."""

    code = "write"
    title = gettext_lazy("Write to them")
    meaning = gettext_lazy("The message below goes to this person by mail. Nobody else learns of it.")
    changes_play = False
    is_public = False

    def do(self) -> None:
        """Change nothing: what is written is the mail."""

    def tell_person(self, *, is_back: bool) -> list[Player]:
        if not is_back:
            return self.write(PersonMail.Kind.WRITTEN, text=self.reason)
        text = _("Please ignore my last message: “%(text)s”") % {"text": self.reason}
        return self.write(PersonMail.Kind.WRITTEN, text=text) if self.take_mail_back() else []
