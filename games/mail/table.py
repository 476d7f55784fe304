"""A seat's view of the table in words: cards, numbers in force, seats, and questions."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.board.names import pieces_name
from games.board.pegs import describe_pegboards
from games.decks import descriptions
from games.decks.card_kinds import kind_name
from games.history import window
from games.history.formatting import one_line
from games.models.question import WINDOW
from games.replies import board_vocabulary, vocabulary

from . import board, links
from .letter import CardFace, LetterRule, Link, PrintedChoice, PrintedQuestion, SeatSection, TableSection

Names = Mapping[int, str]

# Gmail cuts a mail off at about 100 kB. Nobody holds so many cards, but the rules allow it.
MOST_CARDS = vocabulary.MOST_PRINTED


def show_card(slug: str, cards: engine.KnownCards) -> CardFace:
    """Return the face of a card in words."""
    card = cards[slug]
    return CardFace(
        _(card.title), descriptions.card_text(card), card.kind.replace(" ", "-"), kind_name(card.kind)
    )


def show_cards(slugs: Iterable[str], cards: engine.KnownCards) -> tuple[CardFace, ...]:
    """Return the faces of some cards."""
    return tuple(show_card(slug, cards) for slug in slugs)


def show_hand(view: engine.View) -> tuple[str, tuple[CardFace, ...]]:
    """Return the heading and the cards of a seat's hand."""
    count = len(view.hand)
    if count > MOST_CARDS:
        title = _("Your hand: the first %(shown)d of %(count)d cards") % {"shown": MOST_CARDS, "count": count}
    else:
        title = _("Your hand, set aside for now") if view.temporary else _("Your hand")
    return title, show_cards(view.hand[:MOST_CARDS], view.deck.known_cards)


def show_table(view: engine.View, names: Names) -> TableSection:
    """Return the table as a seat sees it, without its hand."""
    cards = view.deck.known_cards
    return TableSection(
        goals=show_cards(view.goals, cards),
        numbers_of=_("At the end") if view.over else _("On %(name)s’s turn") % {"name": names[view.turn]},
        numbers=_numbers(view, names),
        remark=_("Inflation is counted in here; on a card itself, each number counts for one more.")
        if view.inflation
        else "",
        rules=show_cards(view.rules, cards),
        meta=show_cards(view.meta, cards),
        removed=show_cards(view.removed, cards),
        seats=tuple(_show_seat(view, seat, names) for seat in view.seats),
        resolving_title=_("Being played") if view.window else _("Being carried out"),
        resolving=show_cards(view.resolving, cards),
        discard_top=show_card(view.discard[0], cards) if view.discard else None,
        piles=_piles(view),
        is_board=view.board is not None,
    )


def _numbers(view: engine.View, names: Names) -> tuple[LetterRule, ...]:
    """Return the numbers in force; in the board game, the settings of the pegs."""
    if view.board is not None:
        pegs = describe_pegboards(view, names)
        return tuple(LetterRule(peg.title, peg.setting) for peg in (*pegs.rules, pegs.win))
    return (
        LetterRule(_("Draw"), str(view.draw_count)),
        LetterRule(_("Play"), _("all") if view.play_count is None else str(view.play_count)),
        LetterRule(_("Hand limit"), _limit(view.hand_limit)),
        LetterRule(_("Keeper limit"), _limit(view.keeper_limit)),
    )


def _limit(limit: int | None) -> str:
    return _("none") if limit is None else str(limit)


def _piles(view: engine.View) -> str:
    count, discarded = view.deck_size, len(view.discard)
    deck = ngettext("%(count)d card in the draw pile,", "%(count)d cards in the draw pile,", count)
    discard = ngettext("%(count)d discarded.", "%(count)d discarded.", discarded)
    return f"{deck % {'count': count}} {discard % {'count': discarded}}"


def _show_seat(view: engine.View, seat: engine.SeatView, names: Names) -> SeatSection:
    remarks = []
    if seat.seat == view.me:
        remarks.append(_("you"))
    if seat.seat == view.turn and not view.over:
        remarks.append(_("has the turn"))
    asked = [number for number, what in view.waiting_for if what != WINDOW]
    if seat.seat != view.me and seat.seat in asked:
        remarks.append(_("is asked too") if view.question else _("is asked"))
    hand = ngettext("%(count)d card in hand", "%(count)d cards in hand", seat.hand_size) % {
        "count": seat.hand_size
    }
    if seat.temporary:
        aside = ngettext("%(count)d more set aside", "%(count)d more set aside", seat.temporary)
        hand += ", " + aside % {"count": seat.temporary}
    keepers, creepers = _in_front(seat, view.deck.known_cards)
    shown = SeatSection(names[seat.seat], ", ".join(remarks), hand, keepers, creepers)
    if view.board is None:
        return shown
    goals = show_cards(view.board.collected.get(seat.seat, ()), view.deck.known_cards)
    return replace(shown, pieces=pieces_name(view.board.colours[seat.seat]), goals=goals)


def _in_front(
    seat: engine.SeatView, cards: engine.KnownCards
) -> tuple[tuple[CardFace, ...], tuple[CardFace, ...]]:
    """Return the keepers of a seat with notes on their state, and its unattached Creepers."""
    loose, down, clinging = list(seat.creepers), list(seat.face_down), list(seat.attached)
    keepers = []
    for slug in seat.keepers:
        notes = []
        if slug in down:
            down.remove(slug)
            notes.append(_("face down"))
        for creeper, keeper in [pair for pair in clinging if pair[1] == slug]:
            clinging.remove((creeper, keeper))
            loose.remove(creeper)
            notes.append(_("%(creeper)s clings to it") % {"creeper": _(cards[creeper].title)})
        keepers.append(replace(show_card(slug, cards), note=", ".join(notes)))
    return tuple(keepers), show_cards(loose, cards)


def show_question(
    view: engine.View, question: engine.QuestionView, names: Names, link: str
) -> PrintedQuestion:
    """Return a question with a link for each answer."""
    is_window = question.what == WINDOW
    labels = vocabulary.printed_choices(question)
    cards = view.deck.known_cards
    choices = [
        PrintedChoice(
            number,
            engine.text.option(label, cards, names, _, question.what),
            links.with_choice(link, label),
            show_card(slug, cards) if (slug := engine.text.card_of(label)) else None,
        )
        for number, label in enumerate(labels, start=1)
    ]
    if is_window:
        choices[0] = replace(choices[0], title=window.let_it_pass())
    choices = board.add_board_notes(choices, labels, view, question, names)
    written = tuple(board.explain_tile_moves(question, view.board))
    if question.beside:
        choices = [replace(choice, card=None) for choice in choices]
    if question.words:
        choices.append(PrintedChoice(len(choices) + 1, _("Say something in your own words"), link))
    return PrintedQuestion(
        text=window.window_question()
        if is_window
        else one_line(engine.text.ask(question, cards, _, ngettext)),
        remarks=tuple(_remarks(view, question, names)),
        choices=tuple(choices),
        is_hand=_is_hand(view, question),
        about=show_cards(question.about[:1], cards) if is_window else (),
        written=written,
        places=tuple(board.describe_uproot_places(question)),
        page=Link(_("Choose it on the page"), link) if written else None,
    )


def _remarks(view: engine.View, question: engine.QuestionView, names: Names) -> Iterable[str]:
    opened = window.open_window(view, names) if question.what == WINDOW else None
    if opened is not None:
        yield opened.history
        yield opened.verdict
    cards = [_(view.deck.known_cards[slug].title) for slug in question.about[:1]]
    if cards and opened is None:
        yield _("%(card)s asks you this.") % {"card": cards[0]}
    if question.own_turn and view.plays_left and question.what == "play":
        yield ngettext(
            "You have %(count)d play left in this turn.",
            "You have %(count)d plays left in this turn.",
            view.plays_left,
        ) % {"count": view.plays_left}
    if question.what == board.TURN_QUESTION and view.board is not None:
        yield _actions_left(view.plays_left, view.board.moves_left)
    left_out = _omitted_count(question)
    if left_out > 0:
        yield ngettext(
            "%(count)d more choice is on the page.", "%(count)d more choices are on the page.", left_out
        ) % {"count": left_out}
    elif _is_hand(view, question):
        yield _("Your whole hand is listed here.")
    if question.words:
        yield ngettext(
            "At most %(count)d character. Everybody at the table reads it.",
            "At most %(count)d characters. Everybody at the table reads it.",
            question.words,
        ) % {"count": question.words}
    if question.most > 1:
        yield _("Each link opens the page with that one chosen; choose the others there.")


def _actions_left(plays: int, steps: int) -> str:
    """Say how many plays and moves are left in a turn of the board game."""
    of_plays = ngettext("%(count)d play", "%(count)d plays", plays) % {"count": plays}
    of_moves = ngettext("%(count)d move", "%(count)d moves", steps) % {"count": steps}
    if not (plays and steps):
        return _("Left in this turn: %(what)s.") % {"what": of_plays if plays else of_moves}
    words = {"plays": of_plays, "moves": of_moves}
    return _("Left in this turn: %(plays)s and %(moves)s, in any order.") % words


def _omitted_count(question: engine.QuestionView) -> int:
    """Return how many choices are neither printed nor explained."""
    written = (board_vocabulary.ROTATE, board_vocabulary.UPROOT) if question.what != "rotate-tile" else ()
    listed = [label for label in question.options if not label.startswith(written)]
    return len(listed) - len(vocabulary.printed_choices(question))


def _is_hand(view: engine.View, question: engine.QuestionView) -> bool:
    """Whether the options show all of the hand, so that it need not be shown twice."""
    plain = [label for label in question.options if "@" not in label and ":" not in label]
    shown = sorted(slug for slug in map(engine.text.card_of, plain) if slug)
    return bool(view.hand) and shown == sorted(view.hand)
