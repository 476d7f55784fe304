"""Acts about a person: another name, and mail again to an address that has rejected it."""

from django.db.models import Model, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.refusal import NotPossible, check_fields
from games.models import Game, Player, Seat

from .act import Act
from .snapshots import column_of

REFUSAL = ("mail_refused_at", "bounced_at", "refusal_doubted_at", "mail_error", "bounces")


class PersonAct(Act):
    """An act about one person, who is locked."""

    of_person = True
    changes_play = False

    def person(self) -> Player:
        """Return the player, locked. Raises a `Refusal`."""
        found = Player.objects.select_for_update().filter(pk=self.player.pk if self.player else 0).first()
        if found is None:
            raise NotPossible(_("There’s no such player."))
        return found

    def rows(self) -> list[Model]:
        return [self.person()]


class RenamePlayer(PersonAct):
    """Give a person another name, in their account and at every table that isn't over."""

    code = "rename-player"
    title = gettext_lazy("Change the name")
    meaning = gettext_lazy(
        "The person has the new name in their account and at each table that isn’t over. The history of "
        "these games says so, and doesn’t repeat the old name."
    )

    @classmethod
    def games_of(cls, player: Player) -> list[int]:
        seats = Seat.objects.filter(player=player, status=Seat.Status.TAKEN)
        seats = seats.filter(game__status__in=[Game.Status.OPEN, Game.Status.RUNNING])
        return list(seats.order_by("game_id").values_list("game_id", flat=True))

    def check(self) -> None:
        renamed = Player(name=self.new_name())
        check_fields(renamed, exclude=[each.name for each in Player._meta.fields if each.name != "name"])
        if not renamed.name or renamed.name == self.person().name:
            raise NotPossible(_("Enter another name."))

    def new_name(self) -> str:
        """Return the new name."""
        return str(self.params.get("name", "")).strip()

    def do(self) -> None:
        person = self.person()
        Player.objects.filter(pk=person.pk).update(name=self.new_name())
        Seat.objects.filter(game__in=self.games, player=person).update(name=self.new_name())

    def words(self, game: Game) -> dict[str, str | int]:
        return {"name": self.new_name()}

    def audience(self, game: Game) -> list[Seat]:
        """Return one seat of the person: they get one mail, whatever the number of their games."""
        return [seat for seat in game.seats.filter(player=self.player) if game.pk == self.game.pk]


class ClearRefusal(PersonAct):
    """Send mail again to a player whose address refused it, or from whom mail came back.

    Who marked a mail as spam still gets none.
    """

    code = "clear-refusal"
    title = gettext_lazy("Send mail again")
    meaning = gettext_lazy(
        "Mails go to this address again. If it still rejects them, they stop again. Who has marked a mail as "
        "spam still gets none."
    )
    is_public = False

    def check(self) -> None:
        if not Player.objects.filter(~Q(mail_refused_at=None) | Q(bounces__gt=0), pk=self.person().pk):
            raise NotPossible(_("No mail server rejects mail to them."))

    def do(self) -> None:
        cleared = {name: column_of(self.person(), name).get_default() for name in REFUSAL}
        Player.objects.filter(pk=self.person().pk).update(**cleared)

    def audience(self, game: Game) -> list[Seat]:
        return []
