"""A seat's view of the table in words: cards, numbers in force, what lies before whom, what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine

from . import links
from .letter import Asked, Card, Choice, Number, SeatShown, TableShown
from .words import kind_name

Names = Mapping[int, str]

# Gmail cuts a mail off at about 100 kB. Nobody holds so many cards, but the rules allow it.
MOST_CARDS = 25


def show_card(slug: str) -> Card:
    """Return the face of a card."""
    card = engine.card(slug)
    return Card(_(card.title), _(card.text), card.kind.replace(" ", "-"), kind_name(card.kind))


def show_cards(slugs: Iterable[str]) -> tuple[Card, ...]:
    """Return the faces of some cards."""
    return tuple(show_card(slug) for slug in slugs)


def show_hand(view: engine.View) -> tuple[str, tuple[Card, ...]]:
    """Return the cards of a seat's hand, and the words above them."""
    count = len(view.hand)
    if count > MOST_CARDS:
        title = _("Your hand: the first %(shown)d of %(count)d cards") % {"shown": MOST_CARDS, "count": count}
    else:
        title = _("Your hand, set aside for now") if view.temporary else _("Your hand")
    return title, show_cards(view.hand[:MOST_CARDS])


def show_table(view: engine.View, names: Names) -> TableShown:
    """Return what a seat sees of the table, its own hand apart."""
    return TableShown(
        goals=show_cards(view.goals),
        numbers_of=_("At the end") if view.over else _("On %(name)s’s turn") % {"name": names[view.turn]},
        numbers=_numbers(view),
        remark=_("Inflation is counted in here; on a card itself, each number counts for one more.")
        if view.inflation
        else "",
        rules=show_cards(view.rules),
        seats=tuple(_show_seat(view, seat, names) for seat in view.seats),
        resolving=show_cards(view.resolving),
        discard_top=show_card(view.discard[0]) if view.discard else None,
        piles=_piles(view),
    )


def _numbers(view: engine.View) -> tuple[Number, ...]:
    numbers = [
        Number(_("Draw"), str(view.draw_count)),
        Number(_("Play"), _("all") if view.play_count is None else str(view.play_count)),
        Number(_("Hand limit"), _limit(view.hand_limit)),
        Number(_("Keeper limit"), _limit(view.keeper_limit)),
    ]
    return tuple(numbers)


def _limit(limit: int | None) -> str:
    return _("none") if limit is None else str(limit)


def _piles(view: engine.View) -> str:
    discarded = len(view.discard)
    return " ".join(
        [
            ngettext("%(count)d card in the draw pile,", "%(count)d cards in the draw pile,", view.deck_size)
            % {"count": view.deck_size},
            ngettext("%(count)d discarded.", "%(count)d discarded.", discarded) % {"count": discarded},
        ]
    )


def _show_seat(view: engine.View, seat: engine.SeatView, names: Names) -> SeatShown:
    remarks = []
    if seat.seat == view.me:
        remarks.append(_("you"))
    if seat.seat == view.turn and not view.over:
        remarks.append(_("has the turn"))
    if seat.seat != view.me and any(asked == seat.seat for asked, _what in view.waiting_for):
        remarks.append(_("is asked too") if view.question else _("is asked"))
    hand = ngettext("%(count)d card in hand", "%(count)d cards in hand", seat.hand_size) % {
        "count": seat.hand_size
    }
    if seat.temporary:
        aside = ngettext("%(count)d more set aside", "%(count)d more set aside", seat.temporary)
        hand += ", " + aside % {"count": seat.temporary}
    return SeatShown(names[seat.seat], ", ".join(remarks), hand, show_cards(seat.keepers))


def show_question(view: engine.View, question: engine.Question, names: Names, link: str) -> Asked:
    """Return what is asked, with a link for each answer."""
    labels = question.options[:MOST_CARDS]
    choices = tuple(_show_choice(number, label, names, link) for number, label in enumerate(labels, start=1))
    return Asked(
        text=engine.text.ask(question, _, ngettext),
        remarks=tuple(_remarks(view, question)),
        choices=choices,
        is_hand=_is_hand(view, question),
    )


def _show_choice(number: int, label: str, names: Names, link: str) -> Choice:
    slug = engine.text.card_of(label)
    return Choice(
        number,
        engine.text.option(label, names, _),
        links.of_choice(link, label),
        show_card(slug) if slug else None,
    )


def _remarks(view: engine.View, question: engine.Question) -> Iterable[str]:
    cards = [_(engine.card(slug).title) for slug in question.about[:1]]
    if cards:
        yield _("%(card)s asks you this.") % {"card": cards[0]}
    if question.own_turn and view.plays_left and question.what == "play":
        yield ngettext(
            "You have %(count)d play left in this turn.",
            "You have %(count)d plays left in this turn.",
            view.plays_left,
        ) % {"count": view.plays_left}
    left_out = len(question.options) - MOST_CARDS
    if left_out > 0:
        yield ngettext(
            "%(count)d more choice is on the page.", "%(count)d more choices are on the page.", left_out
        ) % {"count": left_out}
    elif _is_hand(view, question):
        yield _("Your whole hand is listed here.")
    if question.most > 1:
        yield _("Each link opens the page with that one chosen; choose the others there.")


def _is_hand(view: engine.View, question: engine.Question) -> bool:
    """Whether the options show all of the hand, so that it need not be shown twice."""
    plain = [label for label in question.options if "@" not in label and ":" not in label]
    shown = sorted(slug for slug in map(engine.text.card_of, plain) if slug)
    return bool(view.hand) and shown == sorted(view.hand)
