"""The export of an account: a zip of JSON files, and of the games that its player played in."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.core import signing
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.core.refusal import Refusal
from games.core.stored_game import UnreadableTable
from games.history.export import export_record, export_text
from games.models import Player, Seat

from .personal_data import STORED

# Of the links to an export.
SALT = "games.data-export"
LINK_HOURS = 24
# What an export does not hold of the account itself: the password's hash, and what is no fact about a person.
NOT_EXPORTED = frozenset({"id", "password", "is_superuser"})
# What is no fact about a person in the lines of replies: from the versions of moves passes could be counted.
NUMBERS = frozenset({"version", "question", "seat"})


def make_export_token(player: Player, at: datetime) -> str:
    """Return the secret of a link to the export of a player's data."""
    return signing.dumps([player.pk, at.timestamp()], salt=SALT)


def find_player_by_token(token: str) -> Player | None:
    """Return whose export a link opens; ``None`` if it opens none, or none any more.

    One from before they got another address, or ended all links, opens none: the mailbox may be another's.
    """
    try:
        pk, at = signing.loads(token, salt=SALT, max_age=LINK_HOURS * 3600)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    player = Player.objects.filter(pk=pk, is_active=True).first()
    ended = (player.address_changed_at, player.links_ended_at) if player is not None else ()
    return None if any(each is not None and at < each.timestamp() for each in ended) else player


def seats_with_games(player: Player) -> QuerySet[Seat]:
    """Return the seats of a player whose games an export holds."""
    return Seat.objects.filter(player=player, game__started_at__isnull=False)


def write_export(player: Player, file: IO[bytes], *, lock: AbstractContextManager[object]) -> None:
    """Write what the site stores of a player, as a zip, in their language and time zone.

    A game that runs comes with its history as they may read it, one that is over with its record, too. Each
    game is played again under this lock, and others have their turn between two of them.
    """
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", _readme())
        archive.writestr("account.json", _json(_account(player)))
        for name, rows in exported_tables(player):
            archive.writestr(f"{name}.json", _json(rows))
        for seat in seats_with_games(player).select_related("game").order_by("game_id"):
            with lock:
                files = list(_files_of(seat))
            for name, text in files:
                archive.writestr(name, text)


def _account(player: Player) -> dict[str, Any]:
    """Return what is stored in the row of a player."""
    fields = [field.attname for field in Player._meta.concrete_fields if field.name not in NOT_EXPORTED]
    return {name: getattr(player, name) for name in fields}


def exported_tables(player: Player) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the name and the rows of each table, as plain values."""
    for stored in STORED:
        if stored.fields:
            rows = stored.rows(player).order_by("pk").values(*stored.fields.split())
            shown = [{key.replace("__", "_"): _without_numbers(row[key]) for key in row} for row in rows]
            yield stored.name, shown


def _without_numbers(value: Any) -> Any:
    """Return what an export holds of a value: of the lines of a reply not what the site knows them by."""
    if not (isinstance(value, list) and all(isinstance(each, dict) for each in value)):
        return value
    return [{key: each[key] for key in each if key not in NUMBERS} for each in value]


def _files_of(seat: Seat) -> Iterator[tuple[str, str]]:
    """Yield the files of the game of a seat."""
    folder = f"games/{seat.game.key}"
    try:
        yield f"{folder}/history.txt", "\n".join(export_text(seat.game, seat)) + "\n"
        if seat.game.is_over:
            yield f"{folder}/record.json", str(export_record(seat.game))
    except (Refusal, UnreadableTable) as problem:
        yield f"{folder}/problem.txt", f"{problem}\n"


def _readme() -> str:
    return _(
        "This is what the site stores about you.\n\n"
        "account.json is your account. Each other .json file in this folder is one kind of entry.\n"
        "games/ has a folder for each game you have played in.\n"
        "history.txt is what happened, as far as you may know it.\n"
        "record.json is the whole game once it’s over. Check its shuffles with “python -m engine verify”.\n"
    )


def _json(content: object) -> str:
    return json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2) + "\n"
