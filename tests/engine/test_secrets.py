"""What a seat may not know, it does not learn: neither from its view nor from what it is told."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from engine import Game, Outcome, View, seen_by
from engine.outcomes import CreeperCame, Discarded, Left, Played, Surprised
from engine.table import CommonTable
from tests.engine.games import DECKS, EDITIONS, by_chance, moments, seats_of, take


def eyes(game: Game) -> list[int | None]:
    """Whoever may look at a game: each seat, and a spectator."""
    return [None, *game.seats]


def seen_with_others(game: Game, seat: int | None) -> View:
    """What ``seat`` may know, projected together with what everybody else may."""
    everybody = eyes(game)
    return game.views(*everybody)[everybody.index(seat)]


def shuffled(hidden: list[list[int]], dice: Random) -> list[list[int]]:
    """The same cards in zones of the same sizes, some elsewhere."""
    cards = [card for zone in hidden for card in zone]
    dice.shuffle(cards)
    return [[cards.pop() for _ in zone] for zone in hidden]


def other_secrets(stored: bytes, seat: int | None, dice: Random) -> bytes:
    """A stored game at rest in which all that ``seat`` can't see is different: pile, hands, seed."""
    data = msgspec.json.decode(stored)
    table: dict[str, Any] = data["checkpoint"]
    others = [name for name in table["hands"] if name != str(seat)]
    pile, *hands = shuffled([table["draw_pile"], *(table["hands"][name] for name in others)], dice)
    table["draw_pile"] = pile
    table["hands"] |= dict(zip(others, hands, strict=True))
    table["seed"] = str(dice.random())
    table["chance"] = dice.randrange(1000)
    return msgspec.json.encode(data)


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("number", range(5))  # each number of seats
def test_a_view_does_not_depend_on_what_is_hidden(deck, number):
    """Shuffle the pile and the other hands, change the seed: the view, question included, is the same."""
    dice = Random(number)
    for game in moments(number, seats=seats_of(deck, number), come_and_go=0.01, deck=deck):
        if not game.at_rest:
            continue
        stored = game.dump()
        for seat in eyes(game):
            changed = Game.load(other_secrets(stored, seat, dice))

            assert changed.view(seat) == seen_with_others(changed, seat) == game.view(seat)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("number", range(5))  # each number of seats
def test_a_view_in_the_middle_of_a_play_does_not_depend_on_what_is_hidden(deck, number):
    """The same while cards are being resolved, windows and temporary hands are open."""
    dice = Random(number)
    for game in moments(number, seats=seats_of(deck, number), deck=deck):
        if game.at_rest or game.over:
            continue
        for seat in eyes(game):
            changed = Game.load(game.dump())
            hide(changed.table, seat, dice)

            assert changed.view(seat) == seen_with_others(changed, seat) == game.view(seat)


def hide(table: CommonTable, seat: int | None, dice: Random) -> None:
    """Change all that ``seat`` can't see of a table."""
    hidden = [table.draw_pile]
    hidden += [cards for other, cards in table.hands.items() if other != seat]
    hidden += [aside.cards for aside in table.temporary if aside.seat != seat]
    for zone, cards in zip(hidden, shuffled(hidden, dice), strict=True):
        zone[:] = cards
    table.seed, table.chance = str(dice.random()), dice.randrange(1000)


def half_answered() -> Iterator[tuple[Game, int, list[tuple[str, ...]]]]:
    """Games in which several seats are asked at once: game, a seat, and answers that it could give."""
    for number in range(60):
        for game in moments(number, seats=5):
            if len(game.questions) > 1:
                question = game.questions[0]
                most = question.most
                answers = [question.options[at : at + most] for at in range(len(question.options) - most + 1)]
                yield Game.load(game.dump()), question.seat, answers


@pytest.mark.slow
def test_an_answer_stays_sealed_until_all_have_answered():
    """Whatever a seat answers, nobody else sees a difference while others are still asked."""
    kinds = set()
    for game, seat, answers in half_answered():
        kinds.add(next(question.what.value for question in game.questions if question.seat == seat))
        seen = []
        for labels in answers:
            answered = Game.load(game.dump())
            assert answered.answer(seat, labels) == ()
            others = [other for other in eyes(game) if other != seat]
            seen.append([*answered.views(*others), *map(answered.view, others)])

        assert all(views == seen[0] for views in seen)

    assert kinds == {"hand-limit", "keeper-limit", "rock-paper-scissors"}


def secrets(table: CommonTable, seat: int | None) -> set[int]:
    """The cards that ``seat`` can't see: the draw pile, and what others hold."""
    hidden = set(table.draw_pile)
    for other, cards in table.hands.items():
        hidden.update(cards if other != seat else ())
    for aside in table.temporary:
        hidden.update(aside.cards if aside.seat != seat else ())
    return hidden


def names(table: CommonTable, hidden: set[int]) -> set[str]:
    """What hidden cards are called, where no other copy can be seen."""
    seen = {*range(len(table.deck))} - hidden
    return {*table.slugs(hidden)} - {*table.slugs(seen)}


def shown(outcomes: tuple[Outcome, ...]) -> set[str]:
    """The cards that were shown to all, if only for a moment."""
    names: set[str] = set()
    for outcome in outcomes:
        if isinstance(outcome, Played | Surprised | CreeperCame):
            names.add(outcome.card)
        if isinstance(outcome, Discarded | Left):
            names.update(outcome.cards)
    return names


def words(value: object) -> set[str]:
    """Every word in a value; of a deck its name, for all know which cards are in it."""
    found: set[str] = set()
    todo = [msgspec.to_builtins(value, str_keys=True, enc_hook=repr)]
    while todo:
        match todo.pop():
            case str(word):
                found.add(word)
            case list(items) | tuple(items):
                todo += items
            case dict(items):
                todo += items.values()  # the keys are fields and seats
    return found


@pytest.mark.parametrize("deck", [each for each in EDITIONS if each != "anatomy"])  # trivia names organs
@pytest.mark.parametrize("number", range(10))
def test_no_hidden_card_is_named(deck, number):
    """A card hidden from a seat before and after an answer is in nothing that the seat is told or shown."""
    game = Game.new(deck, seats_of(deck, number), seed=f"canary {number}")
    game.take_outcomes()
    for step in by_chance(game, Random(number), come_and_go=0.01):
        before = {seat: secrets(game.table, seat) for seat in eyes(game)}
        outcomes = take(game, step)
        for seat in eyes(game):
            hidden = secrets(game.table, seat)
            unknown = names(game.table, hidden & before.get(seat, hidden)) - shown(outcomes)
            told = [seen for each in outcomes if (seen := seen_by(each, seat)) is not None]

            assert not words(told) & unknown
            assert not words(seen_with_others(game, seat)) & names(game.table, hidden)


def test_a_spectator_of_the_deal_sees_no_card():
    """At the start a spectator sees sizes, and no card at all."""
    game = Game.new(seats=4, seed="start")
    seen = [seen_by(outcome, None) for outcome in game.take_outcomes()]

    assert not words([*seen, game.view(None)]) & set(game.table.deck.slugs)


def test_the_stored_seed_is_in_no_view():
    """The seed and the counter of chance are on the table, and nowhere else."""
    game = Game.new(seats=2, seed="5eed" * 16)

    assert not any("5eed" in word for seat in eyes(game) for word in words(game.view(seat)))
    assert not {"seed", "chance", "stacked"} & set(View.__struct_fields__)
