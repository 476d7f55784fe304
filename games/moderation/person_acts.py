"""Acts about a person: a name, mail to an address that rejected it, a suspension, and a word to them."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games.core.event_log import Named, Word, events_that_name, read_names, renamed_words
from games.core.refusal import Illegal, NotPossible
from games.core.suspension import is_suspended
from games.models import Game, Move, PersonMail, Player, Seat
from games.people.suspensions import day_of, do_end_suspension, do_suspend, tables_of
from games.seats.lobby import name_at_table, read_name

from .act import MOST_ROWS, Act, Readers
from .act_fields import Fields, days_field, name_field
from .snapshots import column_of, read_row

REFUSAL = ("mail_refused_at", "bounced_at", "refusal_doubted_at", "mail_error", "bounces")
MOST_DAYS = 365
GOES_ON = (Game.Status.OPEN, Game.Status.RUNNING)


class PersonAct(Act):
    """An act about one person, who is locked."""

    subject = Player
    changes_play = False

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if self.player is None:
            raise NotPossible(_("This account is gone."))
        # After the games: the order of locks.
        self.person = Player.objects.select_for_update().get(pk=self.player.pk)

    def check(self) -> None:
        self.check_state(self.person)

    def rows(self) -> list[Model]:
        return [self.person]


class RenamePlayer(PersonAct):
    """Give a person another name, in their account and at every table that isn't over."""

    code = "rename-player"
    columns = {Player: ("name",)}  # noqa: RUF012  (read, never changed)
    answers_report = True
    title = gettext_lazy("Change the name")
    meaning = gettext_lazy(
        "The person has the new name in their account and at each table that isn’t over. The "
        "history of these games mentions the change without repeating the old name."
    )
    sentence = gettext_noop("A moderator renamed a player, who is now %(name)s: %(reason)s")
    sentence_back = gettext_noop("A moderator gave that player their old name back.")

    @classmethod
    def fields(cls, game: Game | None) -> Fields:
        return {"name": name_field(40)}

    @classmethod
    def games_of(cls, player: Player) -> list[int]:
        seats = Seat.objects.filter(player=player, status=Seat.Status.TAKEN, game__status__in=GOES_ON)
        return sorted(set(seats.values_list("game", flat=True)))

    @classmethod
    def check_state(cls, row: Player) -> None:
        if row.is_staff or row.is_superuser:
            raise NotPossible(_("They’re on the staff. Take the role away first."))

    def check(self) -> None:
        super().check()
        if self.new_name() in ("", self.person.name):
            raise NotPossible(_("Enter another name."))

    def new_name(self) -> str:
        """Return the new name. Raises `Illegal`."""
        return read_name(str(self.params.get("name", "")))

    def do(self) -> None:
        Player.objects.filter(pk=self.person.pk).update(name=self.new_name())
        at_table = {}
        seats = Seat.objects.filter(game__in=self.games, player=self.person).select_related("game")
        for seat in seats.order_by("pk"):
            seat.name = name_at_table(seat.game, self.person, self.new_name(), seat=seat)
            seat.save(update_fields=["name"])
            at_table[seat.game_id] = seat.name
        events = list(self.events())
        self.sealed = json.dumps({move.pk: self.name_in(move) for move in events})
        self.rename_in(events, {move.pk: at_table.get(move.game_id, self.new_name()) for move in events})

    def undo(self) -> None:
        super().undo()
        before = {int(pk): name for pk, name in json.loads(self.recorded.sealed or "{}").items()}
        events = Move.objects.filter(pk__in=before).order_by("pk").select_for_update()
        self.rename_in(list(events), before)

    def events(self) -> QuerySet[Move]:
        """Return the events that name the person, but for those that say who has got which name.

        Games that only name them, such as a deputy or who left a lobby, aren't locked and aren't told: they
        may be many, and the moderator may sit there.
        """
        named = events_that_name(self.person).filter(game__status__in=GOES_ON)
        others = named.exclude(params__what__startswith=self.event())
        return others.order_by("pk").select_for_update(of=("self",))

    def name_in(self, move: Move) -> str:
        """Return what a stored event calls the person."""
        named = chain.from_iterable(read_names(move.params).values())
        return next((called for called, key in named if key.get("player") == self.person.pk), "")

    def rename_in(self, events: Sequence[Move], names: Mapping[int, str]) -> None:
        """Give the person other names in stored events, by their keys: who has lost a seat is told by it."""
        for move in events:
            move.params |= renamed_words(move.params, self.person.pk, names[move.pk])
        Move.objects.bulk_update(events, ["params"], batch_size=500)

    def words(self, game: Game) -> dict[str, Word]:
        seat = game.seats.filter(player=self.person).order_by("-pk").first()
        name = seat.name if seat is not None else self.new_name()
        # Without the seat: the line says which name it was, whatever comes after it.
        return {"name": Named(name=name, seat=None, player=self.person.pk)}

    def audience(self, game: Game) -> list[Seat]:
        """Return one seat of the person: they get one mail, whatever the number of their games."""
        first = Seat.objects.filter(game__in=self.games, player=self.player).order_by("game", "pk")[:1]
        return [seat for seat in first if seat.game_id == game.pk]


class ClearRefusal(PersonAct):
    """Send mail again to a player whose address refused it, or from whom mail came back.

    Who marked a mail as spam still gets none.
    """

    code = "clear-refusal"
    columns = {Player: REFUSAL}  # noqa: RUF012  (read, never changed)
    title = gettext_lazy("Send mail again")
    meaning = gettext_lazy(
        "Mails go to this address again. If it still rejects them, they stop again. Anyone "
        "who has marked a mail as spam still gets none."
    )
    reason_is_for = Readers.STAFF

    @classmethod
    def check_state(cls, row: Player) -> None:
        if row.mail_refused_at is None and row.bounces == 0:
            raise NotPossible(_("No mail server rejects mail to them."))

    def do(self) -> None:
        cleared = {name: column_of(self.person, name).get_default() for name in REFUSAL}
        Player.objects.filter(pk=self.person.pk).update(**cleared)

    def audience(self, game: Game) -> list[Seat]:
        return []


class MailedAct(PersonAct):
    """An act of which the person hears by a mail about no table; what tables hear of it names no reason."""

    reason_is_for = Readers.PERSON

    def audience(self, game: Game) -> list[Seat]:
        return []

    def what_depends(self) -> str:
        return ""


class Suspend(MailedAct):
    """Keep a person from playing, until a day."""

    needs = frozenset({"days"})
    code = "suspend"
    is_dangerous = True
    columns = {Player: ("suspended_until", "suspended_because")}  # noqa: RUF012  (read, never changed)
    answers_report = True
    title = gettext_lazy("Suspend the account")
    meaning = gettext_lazy(
        "They can’t play or join games until the end, and a bot keeps their seats. They get "
        "a mail with the reason below, and can appeal by answering it. Their tables see one "
        "line about it, without the reason."
    )
    sentence = gettext_noop("The moderators have suspended %(name)s until %(until)s. A bot keeps the seat.")
    sentence_back = gettext_noop("The moderators lifted %(name)s’s suspension. The seat is theirs again.")

    @classmethod
    def fields(cls, game: Game | None) -> Fields:
        return {"days": days_field(MOST_DAYS)}

    @classmethod
    def games_of(cls, player: Player) -> list[int]:
        """Return the first tables of a player; the seats at any more are kept by bots with the next sweep."""
        return tables_of(player)[:MOST_ROWS]

    @classmethod
    def games_since(cls, player: Player) -> list[int]:
        return tables_of(player)  # bots have got more seats to keep

    @classmethod
    def check_state(cls, row: Player) -> None:
        if row.is_staff:
            raise NotPossible(_("They’re on the staff. Take the role away first."))
        if not row.is_active:
            raise NotPossible(_("This account is closed."))
        if is_suspended(row):
            raise NotPossible(_("They’re already suspended. Lift that first."))

    def check(self) -> None:
        super().check()
        if not 1 <= int(self.params.get("days") or 0) <= MOST_DAYS:
            raise Illegal(_("Choose 1 to %(most)s days.") % {"most": MOST_DAYS})

    def do(self) -> None:
        do_suspend(self.person, self.games, until=self.until, because=self.reason)

    @property
    def until(self) -> datetime:
        """When it ends by itself."""
        began = self.record.at if self.record is not None else self.now
        return began + timedelta(days=int(self.params["days"]))

    def words(self, game: Game) -> dict[str, Word]:
        seat = game.seats.filter(player=self.person).order_by("-pk").first()
        person = Named(name=self.person.name, seat=None, player=self.person.pk)
        return {"name": seat or person, "until": day_of(self.until)}

    def tell_person(self, *, is_back: bool) -> list[Player]:
        if not is_back:
            return self.write(PersonMail.Kind.SUSPENDED)
        return self.write(PersonMail.Kind.SUSPENSION_LIFTED) if self.take_mail_back() else []

    def what_depends(self) -> str:
        after = self.recorded.after.get("player", {}).get(str(self.person.pk), {})
        is_this = after.get("suspended_until") == read_row(self.person)["suspended_until"]
        return "" if is_this and is_suspended(self.person) else _("This suspension is over.")

    def undo(self) -> None:
        do_end_suspension(self.person, self.games)


class Write(MailedAct):
    """Write to a person about no table."""

    code = "write"
    is_message = True
    answers_report = True
    title = gettext_lazy("Write to them")
    meaning = gettext_lazy("The message below goes to this person by mail. Nobody else hears about it.")

    def tell_person(self, *, is_back: bool) -> list[Player]:
        if not is_back:
            return self.write(PersonMail.Kind.WRITTEN, text=self.reason)
        text = _("Please ignore my last message: “%(text)s”") % {"text": self.reason}
        return self.write(PersonMail.Kind.WRITTEN, text=text) if self.take_mail_back() else []
