"""Actions on what all have in common: the new rules in play, the piles and the turn."""

from engine.ask import Ask
from engine.card import Action
from engine.cards.registering import registering
from engine.outcomes import PileRenewed, TurnGained
from engine.play import play
from engine.question_kind import QuestionKind
from engine.table import Table
from engine.verbs import choose, choose_some, discard_rules, label_cards

ACTIONS: list[Action] = []
action = registering(ACTIONS)


@action("empty-the-trash")
async def empty_the_trash(table: Table, me: int) -> None:
    """Shuffle the discard pile into the draw pile."""
    count = len(table.discard)
    table.draw_pile.extend(table.discard)
    table.discard.clear()
    table.shuffle(table.draw_pile)
    table.tell(PileRenewed(me, count))


@action("lets-do-that-again")
async def lets_do_that_again(table: Table, me: int) -> None:
    """Choose an action or a new rule in the discard pile and play it."""
    again = [card for card in table.discard if table.card(card).kind in ("action", "new rule")]
    if not again:
        return
    options = label_cards(table, again)
    card = await choose(table, me, QuestionKind.CHOOSE_DISCARDED, options, ("lets-do-that-again",))
    table.discard.remove(card)
    await play(table, me, card, via="lets-do-that-again")


@action("lets-simplify")
async def lets_simplify(table: Table, me: int) -> None:
    """Discard up to half of the new rules in play, rounded up (R067)."""
    if not table.rules:
        return
    half = (len(table.rules) + 1) // 2
    options = label_cards(table, table.rules)
    least = 1 if "simplify-at-least-1" in table.deck.switches else 0  # X1
    ask = Ask(me, QuestionKind.DISCARD_RULES, options, least=least, most=half, about=("lets-simplify",))
    chosen = await choose_some(table, ask)
    discard_rules(table, chosen, "lets-simplify")


@action("no-limits")
async def no_limits(table: Table, me: int) -> None:
    """Discard every hand limit and keeper limit in play."""
    limits = [
        rule
        for rule in table.rules
        if getattr(table.card(rule), "group", "") in ("hand limit", "keeper limit")
    ]
    if not limits:
        return
    discard_rules(table, limits, "no-limits")


@action("rules-reset")
async def rules_reset(table: Table, me: int) -> None:
    """Discard every new rule in play; goals stay (R070)."""
    if not table.rules:
        return
    discard_rules(table, table.rules, "rules-reset")


@action("take-another-turn")
async def take_another_turn(table: Table, me: int) -> None:
    """One more turn after this one; the same card never gives two in a row (R132)."""
    turn = table.turn
    card = table.deck.slugs[table.resolving[-1]]
    if not table.deck.rulings:  # never a third in a row, whatever the cards
        granted = not turn.extra
        turn.again = turn.again or granted
    elif granted := card not in turn.gave_turns:
        turn.gave_turns.append(card)
        turn.more_turns += turn.again
        turn.again = True
    table.tell(TurnGained(me, granted))


@action("trash-a-new-rule")
async def trash_a_new_rule(table: Table, me: int) -> None:
    """Discard a new rule in play."""
    if not table.rules:
        return
    rule = await choose(
        table, me, QuestionKind.DISCARD_RULE, label_cards(table, table.rules), ("trash-a-new-rule",)
    )
    discard_rules(table, [rule], "trash-a-new-rule")
