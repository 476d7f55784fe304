"""Acts about the links by which players show a game that is over, or a year of theirs, to anybody."""

from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games.core.refusal import NotPossible
from games.models import Game, Player, Seat, Share, YearShare

from .act import Act, Readers
from .person_acts import PersonAct


class EndShare(Act):
    """End the link to a game; its players can't make another."""

    code = "end-share"
    columns = {Share: ("is_ended",)}  # noqa: RUF012  (read, never changed)
    title = gettext_lazy("End the link that shares the game")
    meaning = gettext_lazy(
        "The link stops working at once, and the players can’t make another. The game itself stays as it is."
    )
    sentence = gettext_noop("A moderator ended the link that showed this game to anyone: %(reason)s")
    sentence_back = gettext_noop("A moderator restored the link that shows this game.")
    changes_play = False
    answers_report = True

    @classmethod
    def check_state(cls, row: Game) -> None:
        if not Share.objects.filter(game=row, is_ended=False).exists():
            raise NotPossible(_("Nobody shares this game by a link."))

    def rows(self) -> list[Model]:
        return list(Share.objects.select_for_update().filter(game=self.game))

    def do(self) -> None:
        Share.objects.filter(game=self.game).update(is_ended=True)

    def what_depends(self) -> str:
        """Return what rests on it; nothing where an account was deleted, and the link with it."""
        return self.changed_since() if Share.objects.filter(game=self.game).exists() else ""


class EndYearShares(PersonAct):
    """End the links to the years of a person; they can't make others for these years."""

    code = "end-year-shares"
    columns = {YearShare: ("is_ended",)}  # noqa: RUF012  (read, never changed)
    title = gettext_lazy("End the links that share a year")
    meaning = gettext_lazy(
        "The links by which they show their figures to anyone stop working at once, and they can’t make "
        "others for these years."
    )
    reason_is_for = Readers.STAFF
    answers_report = True

    @classmethod
    def check_state(cls, row: Player) -> None:
        if not YearShare.objects.filter(player=row, is_ended=False).exists():
            raise NotPossible(_("They don’t share any year by a link."))

    def rows(self) -> list[Model]:
        return list(YearShare.objects.select_for_update().filter(player=self.person).order_by("pk"))

    def do(self) -> None:
        YearShare.objects.filter(player=self.person).update(is_ended=True)

    def audience(self, game: Game) -> list[Seat]:
        return []
