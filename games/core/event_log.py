"""What is recorded besides the play: events of a table in its history, and acts of staff."""

from typing import Any, TypedDict

from django.utils.translation import gettext as _

from games import clock
from games.models import By, Game, Move, Player, Seat, StaffAct

from .refusal import Illegal, NotAllowed


class Named(TypedDict):
    """Somebody whom an event names: by keys, and as they are called now; without a seat it stays so."""

    name: str
    seat: int | None
    player: int | None


# What a sentence is made of; whoever it names is given as a seat, or as several.
Word = str | int | Seat | Named | list[Seat]


def name_seat(seat: Seat) -> Named:
    """Return a seat as an event names it."""
    return Named(name=seat.name or str(seat), seat=seat.number, player=seat.player_id)


def event_params(what: str, **words: Word) -> dict[str, Any]:
    """Return the parameters of an event, with those whom it names by key in `who`.

    The release before reads names as words, so these are there as well.
    """
    params: dict[str, Any] = {"what": what}
    who: dict[str, list[Named]] = {}
    for word, given in words.items():
        if isinstance(given, str | int):
            params[word] = given
            continue
        named = given if isinstance(given, list) else [given]
        params[word] = ", ".join(str(each) if isinstance(each, Seat) else each["name"] for each in named)
        who[word] = [name_seat(each) if isinstance(each, Seat) else each for each in named]
    return {**params, "who": who} if who else params


def note_event(game: Game, what: str, **words: Word) -> Move:
    """Record something that all may know of a locked game whose table is not loaded; see `event_sentences`.

    Where a `LockedTable` is loaded, its own ``note_event`` is the one to call.
    """
    game.version += 1
    game.save(update_fields=["version"])
    return Move.objects.create(
        game=game,
        version=game.version,
        kind=Move.Kind.EVENT,
        by=By.ENGINE,
        params=event_params(what, **words),
        created_at=clock.now(),
    )


def check_staff(by: Player, reason: str) -> None:
    """Refuse an act of somebody who is not on the staff, or without a reason."""
    if not (by.is_staff and by.is_active):
        raise NotAllowed(_("Only staff can do this."))
    if not reason.strip():
        raise Illegal(_("Give a reason. It’s kept in the log."))


def log_staff_act(
    act: str,
    by: Player,
    reason: str,
    *,
    about: object,
    before: dict[str, Any],
    after: dict[str, Any],
    game: Game | None = None,
) -> None:
    """Log who did what to what (`about`) and why, with what it changed. Called in the act's transaction."""
    StaffAct.objects.create(
        who=by,
        at=clock.now(),
        act=act,
        game=game,
        about=(f"{game.name} ({game.key}){about}" if game is not None else str(about))[:200],
        reason=reason.strip(),
        before=before,
        after=after,
    )
