"""What is recorded besides the play: events of a table in its history, and acts of staff."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from django.db.models import BooleanField, F, Func, QuerySet, Value
from django.utils.translation import gettext as _

from games import clock
from games.models import By, Game, Move, Player, Seat, StaffAct

from .refusal import Illegal, NotAllowed


class Named(TypedDict):
    """Somebody whom an event names: by keys, and as they are called now.

    Without a seat it stays so, until staff give them another name.
    """

    name: str
    seat: int | None
    player: int | None


# A word of a sentence; people are given as a seat or a list of seats.
Word = str | int | Seat | Named | list[Seat]


def name_seat(seat: Seat) -> Named:
    """Return a seat as an event names it."""
    return Named(name=seat.name or str(seat), seat=seat.number, player=seat.player_id)


def event_params(what: str, **words: Word) -> dict[str, Any]:
    """Return the parameters of an event; `who` has the keys of those whom a word names.

    A name is stored in its word alone, where the release before reads it, and forgets it.
    """
    params: dict[str, Any] = {"what": what}
    who = {}
    for word, given in words.items():
        if isinstance(given, str | int):
            params[word] = given
            continue
        several = given if isinstance(given, list) else [given]
        named = [name_seat(each) if isinstance(each, Seat) else each for each in several]
        params[word] = ", ".join(each["name"] for each in named)
        who[word] = [{"seat": each["seat"], "player": each["player"]} for each in named]
    return {**params, "who": who} if who else params


def read_names(params: Mapping[str, Any]) -> dict[str, list[tuple[str, Mapping[str, Any]]]]:
    """Return the names in each word of an event as they are stored, with the keys of those whom they name."""
    found = {}
    for word, keys in params.get("who", {}).items():
        text = str(params.get(word, ""))
        names = [text] if len(keys) == 1 else text.split(", ")
        if len(names) == len(keys):  # else a name has a comma, and can't be told from two
            found[word] = list(zip(names, keys, strict=True))
    return found


def events_that_name(player: Player) -> QuerySet[Move]:
    """Return the events that name somebody by key, such as a player, a deputy or who left a lobby."""
    path = Value(f"$.who.*[*] ? (@.player == {player.pk:d})")
    template = "jsonb_path_exists(%(expressions)s::jsonpath)"
    names_them = Func("params", path, template=template, output_field=BooleanField())
    return Move.objects.filter(names_them, kind=Move.Kind.EVENT)


def renamed_words(params: Mapping[str, Any], player: int, name: str) -> dict[str, str]:
    """Return the words of an event that name people, with another name for the player with this key."""
    return {
        word: ", ".join(name if key.get("player") == player else called for called, key in named)
        for word, named in read_names(params).items()
    }


def note_event(game: Game, what: str, **words: Word) -> Move:
    """Record something that all may know of a locked game whose table is not loaded; see `event_sentences`.

    Where a `LockedTable` is loaded, its own ``note_event`` is the one to call.
    """
    (move,) = note_events([game], what, **words)
    return move


def note_events(games: Sequence[Game], what: str, **words: Word) -> list[Move]:
    """Record the same in several locked games."""
    for game in games:
        game.version += 1
    Game.objects.filter(pk__in=[game.pk for game in games]).update(version=F("version") + 1)
    events = [
        Move(
            game=game,
            version=game.version,
            kind=Move.Kind.EVENT,
            by=By.ENGINE,
            params=event_params(what, **words),
            created_at=clock.now(),
        )
        for game in games
    ]
    return Move.objects.bulk_create(events)


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
    player: Player | None = None,
) -> None:
    """Log who did what to what (`about`) and why, with what it changed. Called in the act's transaction."""
    StaffAct.objects.create(
        who=by,
        at=clock.now(),
        act=act,
        game=game,
        player=player,
        about=(f"{game.name} ({game.key}){about}" if game is not None else str(about))[:200],
        reason=reason.strip(),
        before=before,
        after=after,
    )
