"""A seat's view of the table in words: cards, numbers in force, seats, and questions."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

import engine
from engine import OptionKind, QuestionKind
from games.board.names import pieces_name
from games.board.pegs import describe_pegboards
from games.decks import descriptions
from games.decks.card_kinds import kind_name
from games.decks.titles import translate
from games.history import window
from games.history.card_hints import CardHint, HintKind, hints_by_card
from games.history.formatting import name_option
from games.models import Face
from games.models.names import one_line
from games.replies import vocabulary

from . import board, links
from .letter import CardFace, LetterRule, Link, PrintedChoice, PrintedQuestion, SeatSection, TableSection
from .situation import hint_on_card, quote_title

Names = Mapping[int, str]

# Gmail cuts a mail off at about 100 kB. Nobody holds so many cards, but the rules allow it.
MOST_CARDS = vocabulary.MOST_PRINTED
FACE_DOWN = "face-down"  # what the back of a keeper is called in a view
# The groups of rules that a number in force tells.
COUNTED = ("draw", "play", "hand limit", "keeper limit")


def show_card(slug: str, cards: engine.KnownCards) -> CardFace:
    """Return the face of a card in words."""
    card = cards[slug]
    return CardFace(
        _(card.title),
        descriptions.card_text(card),
        card.kind.replace(" ", "-"),
        kind_name(card.kind),
        is_back=slug == FACE_DOWN,
    )


def show_cards(slugs: Iterable[str], cards: engine.KnownCards) -> tuple[CardFace, ...]:
    """Return the faces of some cards."""
    return tuple(show_card(slug, cards) for slug in slugs)


def show_hand(view: engine.View, printed: Container[str] = ()) -> tuple[str, tuple[CardFace, ...]]:
    """Return the heading and the cards of a seat's hand, without their texts those `printed` elsewhere."""
    count = len(view.hand)
    if count > MOST_CARDS:
        title = _("Your hand: the first %(shown)d of %(count)d cards") % {"shown": MOST_CARDS, "count": count}
    else:
        title = _("Your hand, set aside for now") if view.temporary else _("Your hand")
    shown = [
        replace(
            show_card(slug, view.deck.known_cards), text="" if slug in printed else hint_on_card(slug, view)
        )
        for slug in view.hand[:MOST_CARDS]
    ]
    return title, tuple(shown)


def show_table(
    view: engine.View, names: Names, faces: Mapping[int, Face], *, is_over: bool = False
) -> TableSection:
    """Return the table as a seat sees it, without its hand; `faces` by the numbers of the seats.

    Nobody plays and nobody is asked where the game `is_over`, also where people have ended it.
    """
    cards = view.deck.known_cards
    return TableSection(
        numbers=_numbers(view, names),
        remark=_("each number on a card counts for one more") if view.inflation else "",
        rules=show_cards(
            (*view.meta, *(slug for slug in view.rules if engine.rule_group(cards[slug]) not in COUNTED)),
            cards,
        ),
        removed=show_cards(view.removed, cards),
        seats=tuple(
            replace(
                _show_seat(view, seat, names, is_over=is_over or view.over),
                colour=faces[seat.seat].colour if seat.seat in faces else "",
            )
            for seat in _others_first(view)
        ),
        resolving_title=_("Being played") if view.window else _("In progress"),
        resolving=show_cards(view.resolving, cards),
        piles=_piles(view),
    )


def _others_first(view: engine.View) -> Iterable[engine.SeatView]:
    """Return the seats clockwise after the reader's, whose cards are elsewhere in the mail until the end."""
    place = next((place for place, each in enumerate(view.seats, start=1) if each.seat == view.me), 0)
    others = (*view.seats[place:], *view.seats[: max(0, place - 1)])
    return view.seats if view.over or view.board is not None else others


def _numbers(view: engine.View, names: Names) -> tuple[LetterRule, ...]:
    """Return the numbers in force, Inflation counted in; in the board game, the settings of the pegs."""
    if view.board is not None:
        pegs = describe_pegboards(view, names)
        shown = [peg for peg in (*pegs.rules, pegs.win) if peg.is_moved or peg.setting.isdigit()]
        return tuple(LetterRule(peg.title, peg.setting) for peg in shown)
    plays = _("all") if view.play_count is None else str(view.play_count)
    limits = ((_("Hand limit"), view.hand_limit), (_("Keeper limit"), view.keeper_limit))
    return (
        LetterRule(_("Draw"), str(view.draw_count)),
        LetterRule(_("Play"), plays),
        *(LetterRule(name, str(limit)) for name, limit in limits if limit is not None),
    )


def _piles(view: engine.View) -> str:
    cards, count = view.deck.known_cards, view.deck_size
    deck = ngettext("%(count)d card to draw", "%(count)d cards to draw", count) % {"count": count}
    if not view.discard:
        return deck
    top = quote_title(_(cards[view.discard[0]].title))
    discard = ngettext(
        "%(count)d discarded, last %(card)s", "%(count)d discarded, last %(card)s", len(view.discard)
    )
    return f"{deck} · {discard % {'count': len(view.discard), 'card': top}}"


def _show_seat(view: engine.View, seat: engine.SeatView, names: Names, *, is_over: bool) -> SeatSection:
    remarks = []
    if seat.seat == view.me:
        remarks.append(_("you"))
    if seat.seat == view.turn and not is_over:
        mine = seat.seat == view.me
        remarks.append(pgettext("about the reader", "your turn") if mine else _("is playing"))
    asked = [number for number, what in view.waiting_for if what is not QuestionKind.WINDOW]
    if seat.seat != view.me and seat.seat in asked and not is_over:
        remarks.append(_("has a question, too") if view.question else _("has a question"))
    hand = ngettext("%(count)d card", "%(count)d cards", seat.hand_size) % {"count": seat.hand_size}
    if seat.temporary:
        aside = ngettext("%(count)d more set aside", "%(count)d more set aside", seat.temporary)
        hand += ", " + aside % {"count": seat.temporary}
    keepers, creepers = _in_front(seat, view.deck.known_cards)
    shown = SeatSection(names[seat.seat], ", ".join(remarks), hand, keepers, creepers)
    if view.board is None:
        return shown
    goals = show_cards(view.board.collected.get(seat.seat, ()), view.deck.known_cards)
    return replace(shown, pieces=pieces_name(view.board.colours[seat.seat]), goals=goals)


def keepers_of_reader(view: engine.View) -> tuple[CardFace, ...]:
    """Return the keepers and Creepers in front of the reader, with notes on their state."""
    for seat in view.seats:
        if seat.seat == view.me:
            keepers, creepers = _in_front(seat, view.deck.known_cards)
            return (*keepers, *creepers)
    return ()


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
        attached = [creeper for creeper, keeper in clinging if keeper == slug]
        for creeper in attached:
            clinging.remove((creeper, slug))
            loose.remove(creeper)
        if attached:
            titles = _(", ").join(quote_title(_(cards[creeper].title)) for creeper in attached)
            text = ngettext("%(creepers)s clings to it", "%(creepers)s cling to it", len(attached))
            notes.append(text % {"creepers": titles})
        keepers.append(replace(show_card(slug, cards), note=", ".join(notes)))
    return tuple(keepers), show_cards(loose, cards)


def show_question(
    view: engine.View, question: engine.QuestionView, names: Names, link: str, *, has_hints: bool
) -> PrintedQuestion:
    """Return a question with a link for each answer, numbered from 1; with hints, who wins by them."""
    is_window = question.what is QuestionKind.WINDOW
    labels = vocabulary.printed_choices(question)
    options = [engine.read_option(label, question.what) for label in labels]
    cards = view.deck.known_cards
    hints = hints_by_card(view, names) if has_hints and not question.beside and not is_window else {}
    choices = [
        PrintedChoice(
            number,
            name_option(option, view, names),
            links.with_choice(link, option.label),
            replace(show_card(option.card, cards), text=hint_on_card(option.card, view))
            if option.card
            else None,
            hint=_ending_hint(hints.get(option.card)),
        )
        for number, option in enumerate(options, start=1)
    ]
    choices = board.add_board_notes(choices, options, view, question, names)
    written = tuple(board.explain_tile_moves(question, view.board))
    if question.beside:
        choices = [replace(choice, card=None) for choice in choices]
    if question.words:
        choices.append(PrintedChoice(len(choices) + 1, _("Say something in your own words"), link))
    text = (
        window.window_question()
        if is_window
        else one_line(engine.text.ask(question, cards, translate, ngettext))
    )
    return PrintedQuestion(
        text=text,
        remarks=tuple(_remarks(view, question, names, text, has_hints=has_hints)),
        choices=tuple(choices),
        is_hand=_is_hand(view, question),
        about=show_cards(question.about[:1], cards) if is_window else (),
        written=written,
        places=tuple(board.describe_uproot_places(question, view.board)),
        page=Link(_("Choose it on the page"), link) if written else None,
        number=question.number,
        what=question.what,
        stored_what=question.stored_what,
        labels=tuple(labels),
    )


def _ending_hint(hint: CardHint | None) -> str:
    """Return how the game would end, by a hint; the text of the card says what the goal wants."""
    return "" if hint is None or hint.kind is HintKind.WANTED else f"{hint.text}."


def _remarks(
    view: engine.View, question: engine.QuestionView, names: Names, text: str, *, has_hints: bool
) -> Iterable[str]:
    """Yield what a question does not say in its `text`."""
    opened = window.open_window(view, names) if question.what is QuestionKind.WINDOW else None
    if opened is not None:
        yield opened.history
        yield opened.verdict
        if has_hints and opened.outcome:
            yield opened.outcome
    if question.about and opened is None:
        title = _(view.deck.known_cards[question.about[0]].title)
        if quote_title(title) not in text:
            yield _("“%(card)s” asks you this.") % {"card": title}
    left_out = _omitted_count(question)
    if left_out > 0:
        yield ngettext(
            "%(count)d more choice is on the page.", "%(count)d more choices are on the page.", left_out
        ) % {"count": left_out}
    if question.words:
        yield ngettext(
            "At most %(count)d character. Everyone at the table reads it.",
            "At most %(count)d characters. Everyone at the table reads it.",
            question.words,
        ) % {"count": question.words}


def _omitted_count(question: engine.QuestionView) -> int:
    """Return how many choices are neither printed nor explained."""
    written = board.WRITTEN if question.what is not QuestionKind.ROTATE_TILE else ()
    listed = [option for option in question.read_options if option.kind not in written]
    return len(listed) - len(vocabulary.printed_choices(question))


def _is_hand(view: engine.View, question: engine.QuestionView) -> bool:
    """Whether the options show all of the hand, so that it need not be shown twice."""
    options = question.read_options
    shown = sorted(each.card for each in options if each.kind is OptionKind.CARD and each.seat is None)
    return bool(view.hand) and shown == sorted(view.hand)
