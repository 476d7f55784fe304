"""The form of orders about windows: a few lines for each kind of card, and what is done otherwise."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.models import Game, Seat, StoredWindowOrder
from games.orders.window_orders import CONDITIONS, GROUPS, MOST_LINES, WindowOrder, cards_of, surprises_of
from games.play.set_window_orders import set_window_orders

Kind = StoredWindowOrder.Kind
What = StoredWindowOrder.What
Condition = StoredWindowOrder.Condition

# What stands over the lines of each kind of card, and what cancelling such a card does.
HEADINGS = {
    Kind.KEEPER: (
        gettext_lazy("When someone else plays a keeper"),
        gettext_lazy("A cancelled keeper goes to the player who cancels it."),
    ),
    Kind.GOAL: (
        gettext_lazy("When someone else plays a goal or an Ungoal"),
        gettext_lazy("A goal that is cancelled never counts, and nobody wins by it."),
    ),
    Kind.RULE: (
        gettext_lazy("When someone else plays a new rule"),
        gettext_lazy("A rule that is cancelled was never in force."),
    ),
    Kind.ACTION: (
        gettext_lazy("When someone else plays an action"),
        gettext_lazy("An action that is cancelled has no effect."),
    ),
    Kind.SURPRISE: (
        gettext_lazy("When someone else plays a Surprise"),
        gettext_lazy(
            "A Surprise cancels the card before it; cancelled itself, it leaves that card as it was."
        ),
    ),
}
OTHERWISE = (
    (What.PASS, gettext_lazy("Pass for me, so the game continues right away")),
    (What.ASK, gettext_lazy("Ask me: a mail comes, and the others wait until I answer or time runs out")),
)


@dataclass(frozen=True)
class KindShown:
    """The fields about one kind of card that others play; each of ``lines`` is one order.

    ``is_set`` when something else is ordered than to pass, ``is_in_hand`` when the seat holds an answer.
    """

    kind: str
    legend: str
    explained: str
    is_set: bool
    lines: tuple[list[forms.BoundField], ...]
    otherwise: forms.BoundField
    has_errors: bool
    is_in_hand: bool = False

    @property
    def is_open(self) -> bool:
        """Whether its lines are unfolded."""
        return self.has_errors or self.is_in_hand


class WindowOrdersForm(forms.Form):
    """The window orders of one seat. What is offered depends on the deck alone, never on the hand."""

    def __init__(self, data: Any = None, *, game: Game, seat: Seat) -> None:
        self.seat, self.kinds, self.cards = seat, surprises_of(game), cards_of(game)
        given = list(StoredWindowOrder.objects.filter(seat=seat).order_by("position"))
        super().__init__(data)
        others: list[tuple[str, str]] = []
        if game.is_running:
            taken = game.seats.filter(status=Seat.Status.TAKEN).exclude(pk=seat.pk)
            others = [(str(each.number), str(each)) for each in taken]
        for kind in self.kinds:
            self._add_kind(kind, [order for order in given if order.kind == kind], others)

    def _add_kind(
        self, kind: str, given: Sequence[StoredWindowOrder], others: Sequence[tuple[str, str]]
    ) -> None:
        last = given[-1] if given and _is_otherwise(given[-1]) else None
        lines = given[:-1] if last is not None else given
        for number in range(MOST_LINES):
            order = lines[number] if number < len(lines) else None
            self._add_line(_name(kind, number), kind, order, others)
        self.fields[_name(kind, "otherwise")] = forms.ChoiceField(
            choices=OTHERWISE,
            initial=last.what if last is not None else What.PASS,
            required=False,
            widget=forms.RadioSelect,
            label=gettext_lazy("In every other case"),
        )

    def _add_line(
        self, name: str, kind: str, order: StoredWindowOrder | None, others: Sequence[tuple[str, str]]
    ) -> None:
        self.fields[f"{name}-what"] = forms.ChoiceField(
            choices=[("", _("(no order)")), *self._whats(kind)],
            initial=_join(order.what, order.surprise) if order else "",
            required=False,
            label=gettext_lazy("Order"),
        )
        self.fields[f"{name}-when"] = forms.ChoiceField(
            choices=list(self._whens(kind)),
            initial=_join(order.condition, order.about) if order else None,
            required=False,
            label=gettext_lazy("When"),
        )
        if others:
            self.fields[f"{name}-by"] = forms.TypedChoiceField(
                choices=[("", _("anyone")), *others],
                coerce=int,
                empty_value=None,
                initial=order.by_seat if order else None,
                required=False,
                label=gettext_lazy("Who plays it"),
            )

    def _whats(self, kind: str) -> Iterator[tuple[str, str]]:
        for slug in self.kinds[kind]:
            text = _("play %(card)s, if I hold it") % {"card": _(engine.card(slug).title)}
            yield _join(What.PLAY, slug), text
        yield What.ASK, str(What.ASK.label)
        yield What.PASS, str(What.PASS.label)

    def _whens(self, kind: str) -> Iterator[tuple[str, Any]]:
        cards = self.cards.get(kind, [])
        for condition in CONDITIONS[kind]:
            if condition == Condition.GROUP:
                groups = {engine.rule_group(card) for card in cards}
                yield from (
                    (_join(condition, group), _(text)) for group, text in GROUPS.items() if group in groups
                )
            elif condition == Condition.CARD:
                named = [(_join(condition, card.slug), _(card.title)) for card in cards]
                yield _("if it is this card"), named
            elif condition != Condition.ALL_LOSE or any(card.kind == "ungoal" for card in cards):
                yield condition, condition.label

    @property
    def by_kind(self) -> Iterator[KindShown]:
        """The form, kind by kind, with the lines that are in use and one to add."""
        for kind in self.kinds:
            legend, explained = map(str, HEADINGS[Kind(kind)])
            lines, otherwise = tuple(self._lines(kind)), self[_name(kind, "otherwise")]
            is_set = len(lines) > 1 or otherwise.value() == What.ASK
            has_errors = any(field.errors for line in lines for field in line) or bool(otherwise.errors)
            yield KindShown(kind, legend, explained, is_set, lines, otherwise, has_errors)

    def _lines(self, kind: str) -> Iterator[list[forms.BoundField]]:
        names = [_name(kind, number) for number in range(MOST_LINES)]
        used = [place for place, name in enumerate(names, start=1) if self[f"{name}-what"].value()]
        for name in names[: max([0, *used]) + 1]:
            fields = (f"{name}-{part}" for part in ("what", "when", "by"))
            yield [self[field] for field in fields if field in self.fields]

    def save(self) -> None:
        """Store the orders. Raises a `Refusal`."""
        set_window_orders(
            seat=self.seat, orders=[order for kind in self.kinds for order in self._orders_of(kind)]
        )

    def _orders_of(self, kind: str) -> Iterator[WindowOrder]:
        chosen = self.cleaned_data
        for number in range(MOST_LINES):
            name = _name(kind, number)
            what, _colon, surprise = chosen[f"{name}-what"].partition(":")
            condition, _colon, about = (chosen[f"{name}-when"] or Condition.ANY).partition(":")
            if what:
                yield WindowOrder(kind, what, surprise, condition, about, chosen.get(f"{name}-by"))
        if chosen[_name(kind, "otherwise")] == What.ASK:
            yield WindowOrder(kind, What.ASK)


def _is_otherwise(order: StoredWindowOrder) -> bool:
    """Whether an order says what is done in every other case."""
    always = order.condition == Condition.ANY and order.by_seat is None
    return always and order.what in (What.PASS, What.ASK)


def _name(kind: str, part: object) -> str:
    return f"{kind.replace(' ', '-')}-{part}"


def _join(*parts: str) -> str:
    """Return a value such as ``play:veto``, or ``ask``."""
    return ":".join(part for part in parts if part)
