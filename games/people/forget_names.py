"""Takes the names of somebody whose account goes out of what games and staff have stored in words.

An event says by key whom it names (`core.event_log`). Patterns are left for what people wrote in their own
words, for records of acts of staff, and for events of releases up to 0.1, which have names alone.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from games.core.event_log import renamed_words
from games.models import Game, Move, Notice, Player, Report, StaffAct, StaffNote
from games.models.seat import FORMER_NAMES

# What holds a code, the name of a game or keys, among the words of an event.
NO_NAMES = ("what", "title", "who")
# What staff wrote in their own words.
WRITTEN = ("reason", "text", "suspended_because")


@dataclass(frozen=True)
class Forgotten:
    """Who is forgotten: the key of the player, what they were called, and what stands for it from now on."""

    player: int
    names: tuple[str, ...]
    new: str

    @classmethod
    def of(cls, player: Player, names: Iterable[str], new: str) -> "Forgotten":
        """Return somebody with these names, the longest first: one may be a part of another."""
        old = sorted({*names} - {"", *FORMER_NAMES}, key=len, reverse=True)
        return cls(player.pk, tuple(old), new)

    def in_text(self, text: str) -> str:
        """Return what somebody wrote, without the names as words of their own."""
        return self._replace(r"(?<!\w){}(?!\w)", text)

    def in_list(self, text: str) -> str:
        """Return one or several names, without those that are forgotten."""
        return self._replace(r"(?:^|(?<=, )|(?<=: )|(?<=→ )){}(?=$|, |: | →)", text)

    def in_words(self, words: dict[str, Any]) -> dict[str, Any]:
        """Return the words of an event or a record: by key, where they say whom they name."""
        found = {word: self._in_word(word, text) for word, text in words.items()}
        return found | renamed_words(words, self.player, self.new)

    def _in_word(self, name: str, word: Any) -> Any:
        if not isinstance(word, str) or name in NO_NAMES:
            return word
        return self.in_text(word) if name in WRITTEN else self.in_list(word)

    def _replace(self, pattern: str, text: str) -> str:
        for name in self.names:
            text = re.sub(pattern.format(re.escape(name)), lambda _found: self.new, text)
        return text


def do_forget_in_game(game: Game, forgotten: Forgotten) -> None:
    """Take the names out of what is told, reported and noted of a locked game, and of mails about it."""
    for move in Move.objects.filter(game=game, kind=Move.Kind.EVENT):
        if (params := forgotten.in_words(move.params)) != move.params:
            Move.objects.filter(pk=move.pk).update(params=params)
    for notice in Notice.objects.filter(game=game, kind=Notice.Kind.STAFF):
        sentence = forgotten.in_words(notice.params.get("sentence", {}))
        if sentence != notice.params.get("sentence", {}):
            Notice.objects.filter(pk=notice.pk).update(params=notice.params | {"sentence": sentence})
    for note in StaffNote.objects.filter(game=game):
        if (text := forgotten.in_text(note.text)) != note.text:
            StaffNote.objects.filter(pk=note.pk).update(text=text)
    for report in Report.objects.filter(game=game):
        evidence = [
            [heading, [forgotten.in_text(line) for line in lines]] for heading, lines in report.evidence
        ]
        if evidence != report.evidence:
            Report.objects.filter(pk=report.pk).update(evidence=evidence)
    do_forget_in_acts(StaffAct.objects.filter(game=game), forgotten)


def do_forget_in_acts(acts: QuerySet[StaffAct], forgotten: Forgotten) -> None:
    """Take the names out of records of acts of staff, and what mail servers said of an address."""
    for act in acts:
        act.about, act.reason = forgotten.in_list(act.about)[:200], forgotten.in_text(act.reason)
        act.params = forgotten.in_words(act.params)
        for stored in (act.before, act.after):
            for table in stored.keys() & {"seat", "player"}:
                stored[table] = {pk: forgotten.in_words(row) for pk, row in stored[table].items()}
            for row in stored.get("player", {}).values():
                row |= {"mail_error": ""} if row.get("mail_error") else {}
        act.save(update_fields=["about", "reason", "params", "before", "after"])
