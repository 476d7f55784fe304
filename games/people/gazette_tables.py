"""What an onlooker has seen at a table in a week: by what everybody was told, and by the public view."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import pairwise

import engine
from games.core import access
from games.core.stored_game import UnreadableTable
from games.history.end_events import Event, last_move_at, read_span
from games.models import Game, Seat

from .gazette_values import Headline, Week

MOST_MOVES = 600
# A table has waited for long after so much time.
WAITS = timedelta(days=4)


@dataclass(frozen=True)
class OnlookersTable:
    """A table as an onlooker has seen it in the week. `named` are its members' seats by number."""

    game: Game
    named: dict[int, Seat]
    week: Week

    @cached_property
    def view(self) -> engine.View | None:
        """What everybody sees of it now."""
        try:
            return access.view(self.game, None)
        except UnreadableTable:
            return None

    def tell(self) -> Iterator[Headline]:
        """Tell which keeper was taken last and is still there, and which goal was gone with the next card."""
        is_known = self.game.edition in {each.slug for each in engine.all_editions()}
        if len(self.named) < 2 or self.view is None or not is_known:
            return
        events = read_span(self.game, self.view, self.week.begins_at, self.week.ends_at, MOST_MOVES)
        yield from self._tell_heist(events, self.view)
        yield from self._tell_brief_goal(events)

    def _tell_heist(self, events: Sequence[Event], view: engine.View) -> Iterator[Headline]:
        held = {card: seat.seat for seat in view.seats for card in seat.keepers}
        for each in reversed(events):
            taken = each.outcome
            if not isinstance(taken, engine.KeeperTaken) or taken.face_down:
                continue
            if held.get(taken.card) == taken.seat and {taken.seat, taken.source} <= self.named.keys():
                seats = (self.named[taken.seat].pk, self.named[taken.source].pk)
                yield Headline("heist", seats, self.game.pk, taken.card)
                return

    def _tell_brief_goal(self, events: Sequence[Event]) -> Iterator[Headline]:
        cards = engine.cards_of(self.game.edition)
        plays = [place for place, each in enumerate(events) if isinstance(each.outcome, engine.Played)]
        for place, following in pairwise([*plays, len(events)]):
            played = events[place].outcome
            if not isinstance(played, engine.Played) or played.face_down or played.seat not in self.named:
                continue
            if cards[played.card].kind != "goal" or following == len(events):
                continue
            after = plays[plays.index(following) + 1 :][:1] or [len(events)]
            gone = (each.outcome for each in events[following : after[0]])
            if any(
                isinstance(each, engine.Discarded) and each.zone == "goals" and played.card in each.cards
                for each in gone
            ):
                yield Headline("brief-goal", (self.named[played.seat].pk,), self.game.pk, played.card)
                return

    def find_wait(self) -> tuple[datetime, Seat] | None:
        """Return whose turn the table waits for, and since when, if that is long; of a window nothing."""
        if (
            self.view is None
            or not self.game.is_running
            or self.game.paused_at is not None
            or self.view.window
        ):
            return None
        asked = {seat for seat, _what in self.view.waiting_for}
        seat = self.named.get(self.view.turn)
        if asked != {self.view.turn} or seat is None or seat.on_autopilot or len(self.named) < 2:
            return None
        at = last_move_at(self.game)
        return (at, seat) if at is not None and self.week.ends_at - at >= WAITS else None
