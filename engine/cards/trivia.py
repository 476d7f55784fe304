"""The trivia of Anatomy: questions to the players that wait, beside the play, about the organs played.

The first question of a turn goes to the next seat, the second to the one after it, and so on round; the seat
in turn is never asked (R179, R180).  Whatever chance picks, it picks when the question is asked.
"""

from collections.abc import Sequence
from itertools import chain

from engine.beside import ask_beside, settles
from engine.cards.factlets import FACTLETS, ORGANS, Factlet
from engine.in_force import in_force, numeral
from engine.outcomes import Answered, Judged, Lapsed, Quizzed, Said
from engine.play import after_keeper
from engine.table import Beside, Table
from engine.verbs import draw

NAME, KNOW, ADD, VOTE = "name-that-organ", "knowledge-bonus", "alternate-factlets", "challenge"
CHOICES = 4
_OTHERS = {organ: [each for each in ORGANS if each != organ] for organ in ORGANS}
WORDS = 300


@after_keeper
def ask_trivia(table: Table, card: str) -> None:
    """Ask the next seat in line whatever the rules in play ask about an organ just played."""
    asking = [rule for rule in (NAME, KNOW, ADD) if rule in in_force(table).slugs]
    if not asking or card not in ORGANS:
        return
    others = table.others(table.turn.seat)
    seat = others[table.turn.trivia % len(others)]
    table.turn.trivia += 1
    for rule in asking:
        _ASK[rule](table, seat, card)
        table.tell(Quizzed(seat, card, rule))


def _ask_name(table: Table, seat: int, played: str) -> None:
    """A fact about an organ, its name hidden, and four organs to choose from."""
    if table.deck.rulings:
        fact, *others = _facts_unseen(table, played)
    else:
        fact, *others = _facts(table, played)
    options = sorted(each.organ for each in (fact, *others))
    ask_beside(
        table, seat, NAME, tuple(options), about=(NAME,), said=fact.fact, secret=(fact.organ, fact.slug)
    )


def _ask_fact(table: Table, seat: int, played: str) -> None:
    """The organ that was played, and four facts: one is about it."""
    fact, *others = _facts(table, played)
    options = sorted(each.slug for each in (fact, *others))
    ask_beside(table, seat, KNOW, tuple(options), about=(KNOW, played), secret=(fact.slug, fact.slug))


def _facts(table: Table, organ: str) -> list[Factlet]:
    """By chance, a fact about this organ, and one about each of three others."""
    others = _OTHERS[organ].copy()
    numbers = table.roll(2 * CHOICES)
    chosen = [organ, *(others.pop(number % len(others)) for number in numbers[CHOICES + 1 :])]
    return _facts_about(chosen, numbers)


def _facts_unseen(table: Table, played: str) -> list[Factlet]:
    """By chance, facts about four organs that lie face up nowhere, as long as there are so many (Z6).

    What lies in sight would be no answer, so the other three are such organs, too.
    """
    numbers = table.roll(2 * CHOICES)
    unseen, seen = _organs_unseen(table), [organ for organ in ORGANS if organ != played]
    chosen = []
    for number in numbers[CHOICES:]:
        organs = [organ for organ in unseen or seen if organ not in chosen]
        chosen.append(organs[number % len(organs)])
        unseen = [organ for organ in unseen if organ not in chosen]
    return _facts_about(chosen, numbers)


def _organs_unseen(table: Table) -> list[str]:
    """The organs of the deck of which no card lies face up: in play or in the discard pile."""
    in_sight = {*table.slugs(chain(table.discard, table.resolving, *table.face_up.values()))}
    return [organ for organ in ORGANS if table.deck.numbers(organ) and organ not in in_sight]


def _facts_about(organs: Sequence[str], numbers: Sequence[int]) -> list[Factlet]:
    return [ORGANS[each][number % len(ORGANS[each])] for each, number in zip(organs, numbers, strict=False)]


def _ask_for_fact(table: Table, seat: int, played: str) -> None:
    """Another true fact about the organ that was played, in the seat's own words."""
    ask_beside(table, seat, ADD, ("pass",), about=(ADD, played), words=WORDS)


_ASK = {NAME: _ask_name, KNOW: _ask_fact, ADD: _ask_for_fact}


@settles(NAME)
async def name_that_organ(table: Table, question: Beside) -> None:
    """The right one of the four organs is worth 1 card."""
    _reward_right(table, question)


@settles(KNOW)
async def knowledge_bonus(table: Table, question: Beside) -> None:
    """The right one of the four facts is worth 1 card."""
    _reward_right(table, question)


def _reward_right(table: Table, question: Beside) -> None:
    seat, rule = question.seat, question.what
    if not question.given:
        table.tell(Lapsed(seat, rule))
        return
    right, slug = question.secret
    fact = FACTLETS.get(slug)
    organ, text = (fact.organ, fact.fact) if fact else (question.about[-1], question.said)
    table.tell(Answered(seat, organ, text, rule, question.given == (right,)))
    if question.given == (right,):
        _reward(table, seat, rule)


def _reward(table: Table, seat: int, rule: str) -> None:
    if seat in table.hands:  # it may have left since
        draw(table, seat, numeral(table, 1), why=rule)


@settles(ADD)
async def alternate_factlets(table: Table, question: Beside) -> None:
    """All read the fact, and each of the others may challenge it until their next turn (R181)."""
    seat = question.seat
    if not question.given:
        table.tell(Lapsed(seat, ADD))
    elif question.given != ("pass",):
        (words,) = question.given
        table.tell(Said(seat, words, ADD))
        for other in [each for each in table.around(table.turn.seat) if each != seat]:
            teller = (str(question.number), str(seat))
            ask_beside(
                table, other, VOTE, ("accept", "challenge"), about=question.about, said=words, secret=teller
            )


@settles(VOTE)
async def challenge(table: Table, question: Beside) -> None:
    """With the last vote in or lapsed, the fact counts unless most of the votes cast challenge it.

    The votes cast so far wait, unseen, with one that is still open.
    """
    factlet, seat, *before = question.secret
    cast = (*before, *question.given)
    others = [each for each in table.beside if each.what == VOTE and each.secret[0] == factlet]
    if others:
        others[0].secret += cast
        return
    challenges = cast.count("challenge")
    accepted = challenges * 2 <= len(cast)
    table.tell(Judged(int(seat), ADD, len(cast), challenges, accepted))
    if accepted:
        _reward(table, int(seat), ADD)
