"""What keepers, the Jabberwock and Rhyme Time let the seat in turn do: none of it is a play (R142, R174)."""

from engine.ask import PASSES, Ask
from engine.cards.free_actions import free_action
from engine.in_force import in_force, numeral
from engine.outcomes import CreeperMoved, Discarded, Said
from engine.question_kind import QuestionKind
from engine.table import Table
from engine.verbs import (
    choose,
    discard_creeper,
    discard_keepers,
    draw,
    label_cards,
    label_seats,
    put_creeper,
)

COUPLET = 400  # characters


def _unused(table: Table, slug: str) -> bool:
    return slug not in table.turn.used


def _has_a_keeper(table: Table) -> bool:
    return bool(table.keepers[table.turn.seat])


def _is_worth_a_bite(table: Table) -> bool:
    """Whether one more play can matter: there is a card to play, and the rules don't say to play all."""
    turn, rules = table.turn, in_force(table)
    if not _unused(table, "cake") or turn.plays_over:
        return False
    counts = rules.play is not None or bool(rules.keep)
    return counts and (turn.phase != "plays" or bool(table.hands[turn.seat]))


def _has_a_drop(table: Table) -> bool:
    return _unused(table, "bottle") and bool(table.draw_pile or table.discard)


@free_action("vorpal-sword", lambda table: _unused(table, "vorpal-sword") and _has_a_creeper(table))
async def vorpal_sword(table: Table, me: int) -> None:
    """Discard a Creeper from in front of you, and the keeper that it clings to, if any (D8)."""
    creeper = await choose(
        table, me, QuestionKind.DISCARD_CREEPER, label_cards(table, table.creepers[me]), ("vorpal-sword",)
    )
    if creeper in table.attached:
        discard_keepers(table, me, [table.attached[creeper]], "vorpal-sword")
    else:
        discard_creeper(table, me, creeper)
        table.tell(Discarded(table.slugs([creeper]), "creepers", "vorpal-sword", me))


def _has_a_creeper(table: Table) -> bool:
    return bool(table.creepers.get(table.turn.seat))


@free_action("cake", _is_worth_a_bite)
async def cake(table: Table, me: int) -> None:
    """Play 1 more card this turn."""
    table.turn.more_plays += numeral(table, 1)


@free_action("bottle", _has_a_drop)
async def bottle(table: Table, me: int) -> None:
    """Draw 1 card; it does not count for the draw rule."""
    draw(table, me, numeral(table, 1), why="bottle")


@free_action("jabberwock", _has_a_keeper)
async def jabberwock(table: Table, me: int) -> None:
    """Discard one of your keepers in play to move the Jabberwock to another player (D14, R148)."""
    about = ("jabberwock",)
    keeper = await choose(
        table, me, QuestionKind.DISCARD_KEEPER, label_cards(table, table.keepers[me]), about
    )
    to = await choose(table, me, QuestionKind.CHOOSE_RECIPIENT, label_seats(table.others(me)), about)
    discard_keepers(table, me, [keeper], "jabberwock")
    creeper = next(card for card in table.deck.numbers("jabberwock") if card in table.creepers[me])
    table.creepers[me].remove(creeper)
    put_creeper(table, to, creeper)
    table.tell(CreeperMoved(to, me, "jabberwock", "jabberwock"))


@free_action("rhyme-time", lambda table: _unused(table, "rhyme-time"))
async def rhyme_time(table: Table, me: int) -> None:
    """Say something that rhymes, and draw 1 card and play 1 more; who passes gets nothing.

    Nobody judges the rhyme: all can read it.
    """
    ask = Ask[str | None](me, QuestionKind.RHYME, {PASSES: None}, about=("rhyme-time",), words=COUPLET)
    (said,) = await ask
    if said is None:
        return
    table.tell(Said(me, said, "rhyme-time"))
    draw(table, me, numeral(table, 1), why="rhyme-time")
    table.turn.more_plays += numeral(table, 1)
