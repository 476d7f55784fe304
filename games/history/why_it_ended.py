"""Why a game ended, in three sentences: who set the goal, what completed it, and how near the reader was.

All of it follows from what everybody was told and from what lies face up, so it is the same for onlookers.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine

from .end_events import (
    Event,
    before_end,
    cards_brought,
    collecting_turns,
    find_last,
    find_trigger,
    is_decided_by,
    read_end,
)
from .marks import Told, translate_marked
from .narrator import Viewer, tell_outcome
from .near_wins import near_wins


def find_deciding_cards(view: engine.View, goals: Iterable[str]) -> list[str]:
    """Return the goals that were met with the winner's cards that met them, or the same of Ungoals."""
    if view.board is not None:
        return []
    if view.winner is None:
        attached = [pair for seat in view.seats for pair in seat.attached]
        return [
            *view.lost,
            *view.lost_by,
            *(creeper for creeper, keeper in attached if keeper in view.lost_by),
        ]
    met = [slug for goal in goals for slug in engine.cards_that_meet(view, goal, view.winner)]
    return list(dict.fromkeys([*goals, *met]))


@dataclass(frozen=True)
class HowItEnded:
    """The cards that decided a game, and why it ended in three sentences at most."""

    cards: tuple[str, ...] = ()
    why: tuple[Told, ...] = ()


def explain_end(viewer: Viewer, view: engine.View) -> HowItEnded:
    """Tell a viewer how a game ended; nothing of one that goes on or was broken off."""
    if not view.over:
        return HowItEnded()
    events = read_end(viewer.game, view)
    won = [each.outcome for each in events if isinstance(each.outcome, engine.Won)]
    goals = won[-1].goals if won else view.goals  # with two in play, perhaps one of them
    why = tuple(_tell(_Teller(viewer, view), events, goals))
    return HowItEnded(tuple(find_deciding_cards(view, goals)), why)


def _tell(teller: "_Teller", events: Sequence[Event], goals: Sequence[str]) -> Iterator[Told]:
    view = teller.view
    if view.board is not None:
        yield from teller.tell_board(events)
        yield from teller.tell_collected()
        return
    if view.lost:
        yield from teller.tell_loss(events)
    elif view.winner is not None:
        yield from teller.tell_win(events, goals)
    yield from list(teller.tell_near(goals))[:1]


@dataclass(frozen=True)
class _Teller:
    """Tells one viewer of an end that they all can see in a view."""

    viewer: Viewer
    view: engine.View

    def tell_win(self, events: Sequence[Event], goals: Sequence[str]) -> Iterator[Told]:
        """Tell who set the goal and what completed it, in the order in which both happened."""
        winner = self.view.winner or 0
        events = before_end(events)
        set_at = find_last(events, lambda each: isinstance(each, engine.Played) and each.card in goals)
        cards = set(find_deciding_cards(self.view, goals)) - {*goals}
        came_at = find_last(events, lambda each: bool(cards.intersection(cards_brought(each, winner))))
        places = [place for place in (set_at, came_at) if place is not None]
        last = max(places, default=None)
        first = min(places) if len(places) > 1 else None
        is_last = last is not None and is_decided_by(events, last)
        if first is not None:
            yield self._tell_step(events[first], is_goal=first == set_at)
        elif last is not None and not is_last:
            yield self._tell_step(events[last], is_goal=last == set_at)
        if last is not None and is_last:
            yield self._tell_completion(events[last], goals, is_goal=last == set_at)
        else:
            yield from self._tell_trigger(events)

    def tell_loss(self, events: Sequence[Event]) -> Iterator[Told]:
        """Tell who played the Ungoal, and what met it."""
        events = before_end(events)
        at = find_last(events, lambda each: isinstance(each, engine.Played) and each.card in self.view.lost)
        trigger = find_trigger(events)
        if at is not None and trigger is not None and events[at] is not trigger:
            yield self._tell(
                events[at],
                _("In turn {turn} you played the Ungoal “{card}”."),
                _("In turn {turn} {name} played the Ungoal “{card}”."),
            )
        yield from self._tell_trigger(events)

    def tell_board(self, events: Sequence[Event]) -> Iterator[Told]:
        """Tell which goals the winner has collected, and by which move the last one."""
        board, winner = self.view.board, self.view.winner
        if board is not None and winner is not None:
            turns = collecting_turns(events)
            goals = _(", ").join(self._collected(goal, turns.get(goal)) for goal in board.collected[winner])
            you, name = _("You collected {goals}."), _("{name} collected {goals}.")
            text = you if winner == self.viewer.number else name
            yield Told(text.format(name=self._name(winner), goals=goals))
        yield from self._tell_trigger(before_end(events))

    def _collected(self, goal: str, turn: int | None) -> str:
        card = self._title(goal)
        if turn is None:
            return _("“{title}”").format(title=card)
        return _("“{card}” in turn {turn}").format(card=card, turn=turn)

    def tell_collected(self) -> Iterator[Told]:
        """Tell how many goals the reader has collected; to the winner and onlookers, who was nearest."""
        board = self.view.board
        wanted = board.settings.get("win") if board is not None else None
        others = {} if board is None else {seat: len(each) for seat, each in board.collected.items()}
        others.pop(self.view.winner or 0, None)
        if not others or not wanted:
            return
        me = self.viewer.number
        seat = me if me in others else max(others, key=lambda each: others[each])
        you, name = _("You had {count} of {wanted} goals."), _("{name} had {count} of {wanted} goals.")
        text = you if seat == me else name
        yield Told(text.format(name=self._name(seat), count=others[seat], wanted=wanted))

    def tell_near(self, goals: Iterable[str]) -> Iterator[Told]:
        """Tell how near the reader was, then who else was one card away."""
        found, me = list(near_wins(self.view)), self.viewer.number
        for near in sorted(found, key=lambda each: each.seat != me):
            words = {"card": self._title(near.card), "goal": self._title(near.goal)}
            if near.seat == me:
                yield Told(
                    _("You were one card short: you needed only “{card}” for “{goal}”.").format(**words)
                )
            else:
                text = _("{name} was one card short, and needed only “{card}” for “{goal}”.")
                yield Told(text.format(name=self._name(near.seat), **words))
        if found:
            return
        named = [goal for goal in goals if self.view.deck.known_cards[goal].names_all]
        seats = {each.seat: each for each in self.view.seats}
        if me in seats and me != self.view.winner:
            for goal in named:
                yield self._tell_count(me, goal)
        elif named and len(named) == len(self.view.goals):
            yield Told(_("Nobody else was one card away from winning."))

    def _tell_count(self, seat: int, goal: str) -> Told:
        wanted = self.view.deck.known_cards[goal].names
        met = set(wanted).intersection(engine.cards_that_meet(self.view, goal, seat))
        words = {"count": len(met), "wanted": len(wanted), "goal": self._title(goal)}
        if not met:
            return Told(_("You had none of the cards for “{goal}”.").format(**words))
        return Told(_("You had {count} of the {wanted} cards for “{goal}”.").format(**words))

    def _tell_step(self, event: Event, *, is_goal: bool) -> Told:
        """Tell the earlier of the two: the goal was set, or a card came to the winner."""
        if is_goal:
            return self._tell(
                event,
                _("In turn {turn} you set the goal “{card}”."),
                _("In turn {turn} {name} set the goal “{card}”."),
            )
        match event.outcome:
            case engine.Played(face_down=False):
                return self._tell(
                    event,
                    _("In turn {turn} you played “{card}”."),
                    _("In turn {turn} {name} played “{card}”."),
                )
            case engine.KeeperTaken(source=source):
                return self._tell(
                    event,
                    _("In turn {turn} you took “{card}” from {source}."),
                    _("In turn {turn} {name} took “{card}” from you.")
                    if source == self.viewer.number
                    else _("In turn {turn} {name} took “{card}” from {source}."),
                )
            case _:
                return self._tell_in_turn(event)

    def _tell_completion(self, event: Event, goals: Sequence[str], *, is_goal: bool) -> Told:
        """Tell what made the winner win."""
        me, winner = self.viewer.number, self.view.winner or 0
        words = {"goal": self._title(goals[0]), "winner": self._name(winner)}
        match event.outcome:
            case engine.Played(seat=seat) if is_goal and seat == winner:
                you = _("In turn {turn} you set the goal “{card}”, with all it asks for in front of you.")
                name = _("In turn {turn} {name} set the goal “{card}” and had all it asks for.")
            case engine.Played() if is_goal:
                you = _("In turn {turn} you set the goal “{card}”, and {winner} had all it asks for.")
                name = (
                    _("In turn {turn} {name} set the goal “{card}”, and you had all it asks for.")
                    if winner == me
                    else _("In turn {turn} {name} set the goal “{card}”, and {winner} had all it asks for.")
                )
            case engine.Played():
                you = _("In turn {turn} you played “{card}”: that completed “{goal}”.")
                name = _("In turn {turn} {name} played “{card}”: that completed “{goal}”.")
            case engine.KeeperTaken(source=source):
                you = _("In turn {turn} you took “{card}” from {source}: that completed “{goal}”.")
                name = (
                    _("In turn {turn} {name} took “{card}” from you: that completed “{goal}”.")
                    if source == me
                    else _("In turn {turn} {name} took “{card}” from {source}: that completed “{goal}”.")
                )
            case _:
                return self._tell_decided(event)
        return self._tell(event, you, name, **words)

    def _tell_trigger(self, events: Sequence[Event]) -> Iterator[Told]:
        trigger = find_trigger(events)
        if trigger is not None:
            yield self._tell_decided(trigger)

    def _tell_decided(self, event: Event) -> Told:
        """Tell by any outcome that it was the last that was missing."""
        told = tell_outcome(event.outcome, self.viewer, reader=self.viewer.reader).marked
        return Told(_("Turn {turn} decided it: {sentence}").format(turn=event.turn, sentence=told))

    def _tell_in_turn(self, event: Event) -> Told:
        told = tell_outcome(event.outcome, self.viewer, reader=self.viewer.reader).marked
        return Told(_("In turn {turn}: {sentence}").format(turn=event.turn, sentence=told))

    def _tell(self, event: Event, you: str, name: str, **words: str) -> Told:
        """Fill in the sentence for the one who did it, or that for others."""
        outcome = event.outcome
        seat, card = getattr(outcome, "seat", 0), getattr(outcome, "card", "")
        given = {"turn": event.turn, "name": self._name(seat), "card": self._title(card), **words}
        given["source"] = self._name(getattr(outcome, "source", 0))
        return Told((you if seat == self.viewer.number else name).format(**given))

    def _title(self, slug: str) -> str:
        return translate_marked(engine.text.Title(self.viewer.cards[slug].title, slug=slug))

    def _name(self, seat: int) -> str:
        return self.viewer.marked_names.get(seat, "")
