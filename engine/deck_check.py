"""What is wrong with a deck that somebody builds, and how it is composed."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from engine.board.deck_check import board_problems
from engine.card import KINDS, Card, Creeper, Goal, Keeper, NewRule
from engine.cards import CARDS
from engine.deck_spec import MOST_CARDS, MOST_COPIES, DeckSpec
from engine.editions import MADE_ELSEWHERE, OTHER_GAME, SWITCHES, all_editions, is_of
from engine.editions.deck_list import NOT_MIXED
from engine.goals import Both, GoalCondition, Holds, MostCards, MostKeepers, WithFood, Without
from engine.made.build import Built, build, named
from engine.made.check import key
from engine.made.data import MadeCard
from engine.made.problem import Problem, hint, serious
from engine.made.wants import WithCreeper
from engine.set_up import FEWEST, MOST
from engine.translation import gettext_noop
from engine.verbs import DEALT

_PLAYED = ("keeper", "goal", "ungoal", "leaper", "new rule", "action", "surprise", "creeper")


class Share(msgspec.Struct, frozen=True):
    """One title of a deck: its card, how many copies there are, and its data if it is a made card."""

    card: Card
    copies: int
    made: MadeCard | None = None


class Composition(msgspec.Struct, frozen=True):
    """What a deck holds: its titles, kind by kind, and how many cards of each kind and each slug."""

    shares: tuple[Share, ...]
    kinds: dict[str, int]
    copies: dict[str, int]

    @property
    def size(self) -> int:
        """How many cards there are, copies included."""
        return sum(self.kinds.values())


def composition(spec: DeckSpec) -> Composition:
    """The cards of a deck, copies counted.  What is not known is left out."""
    built = build(spec.made)
    counts = {slug: copies for slug, copies in _printed(spec).items() if copies > 0}
    shares = [Share(CARDS[slug], copies) for slug, copies in counts.items()]
    shares += [Share(each.card, 1 + spec.more.get(name, 0), each.made) for name, each in built.items()]
    shares.sort(key=lambda share: KINDS.index(share.card.kind))
    kinds: dict[str, int] = {}
    for share in shares:
        kinds[share.card.kind] = kinds.get(share.card.kind, 0) + share.copies
    return Composition(tuple(shares), kinds, {share.card.slug: share.copies for share in shares})


def _printed(spec: DeckSpec) -> Counter[str]:
    """How many copies of each known printed card a deck has; below zero if too many are left out."""
    chosen = [edition for edition in all_editions() if edition.slug in spec.editions]
    counts = Counter(card for each in chosen for card in each.cards if card not in each.optional)
    counts.update({slug: copies for slug, copies in spec.more.items() if slug in CARDS})
    counts.subtract(slug for slug in spec.without if slug in CARDS)
    return counts


def problems(spec: DeckSpec, seats: int | None = None) -> list[Problem]:
    """What is wrong with a deck, the serious first; with ``seats``, whether so many can play with it.

    The values in ``about`` are titles of cards, which may be translated, or numbers.
    """
    made, held = build(spec.made), composition(spec)
    found = [
        *_unknown(spec, made),
        *_mentions(spec, made),
        *_counts(spec, held),
        *_titles(held),
        *_games(spec, held),
    ]
    if "board" in _games_of(spec):
        found += board_problems(held.size, held.kinds.get("goal", 0), spec.switches, seats)
    else:
        found += [*_seats(held, seats), *_goals(held), *_bonuses(held), *_creepers(held, seats)]
    return sorted(found, key=lambda problem: not problem.serious)


def _games_of(spec: DeckSpec) -> set[str]:
    """The games whose rules the editions of a deck are played by."""
    return {edition.game for edition in all_editions() if edition.slug in spec.editions}


def _unknown(spec: DeckSpec, made: dict[str, Built]) -> Iterator[Problem]:
    """Names of editions, cards and switches that mean nothing here."""
    known = {edition.slug for edition in all_editions()}
    for name in spec.editions:
        if name not in known:
            yield serious(gettext_noop("There’s no edition called “{name}”."), name=name)
    for name in dict.fromkeys((*spec.more, *spec.without)):
        if name not in CARDS and name not in made:
            yield serious(gettext_noop("There’s no card called “{name}”."), name=name)
    for name in spec.switches:
        if name not in SWITCHES:
            yield serious(gettext_noop("There’s no rule option called “{name}”."), name=name)


def _mentions(spec: DeckSpec, made: dict[str, Built]) -> Iterator[Problem]:
    """Cards that a made card mentions and that don't exist, or are of another kind than it takes them for."""
    cards = {**CARDS, **{name: each.card for name, each in made.items()}}
    for card in spec.made:
        keepers, creepers = named(card)
        for name, kind in (*((name, Keeper) for name in keepers), *((name, Creeper) for name in creepers)):
            if name not in cards:
                text = gettext_noop("“{card}” mentions the card “{name}”, which doesn’t exist.")
            elif kind is Keeper and not isinstance(cards[name], Keeper):
                text = gettext_noop("“{card}” names “{name}” as a keeper, but it isn’t one.")
            elif kind is Creeper and not isinstance(cards[name], Creeper):
                text = gettext_noop("“{card}” names “{name}” as a Creeper, but it isn’t one.")
            else:
                continue
            yield serious(text, card=card.title, name=cards[name].title if name in cards else name)


def _games(spec: DeckSpec, held: Composition) -> Iterator[Problem]:
    """Editions of different games, and cards and readings of the rules of another game than theirs."""
    games = _games_of(spec)
    if len(games) > 1:
        yield serious(NOT_MIXED)
    if len(games) != 1:
        return
    (game,) = games
    if game != "cards" and spec.made:
        yield serious(MADE_ELSEWHERE)
    for share in held.shares:
        if not share.made and not is_of(share.card.slug, game):
            yield serious(OTHER_GAME, card=share.card.title)
    for name in spec.switches:
        if SWITCHES.get(name, game) != game:
            yield hint(gettext_noop("The rule option “{name}” changes nothing in this game."), name=name)


def _counts(spec: DeckSpec, held: Composition) -> Iterator[Problem]:
    """Too many cards, too many copies, cards that can't be had more than once, cards left out in vain."""
    if held.size > MOST_CARDS:
        text = gettext_noop("The deck has {count} cards; the limit is {most}.")
        yield serious(text, count=held.size, most=MOST_CARDS)
    for share in held.shares:
        title = share.card.title
        if share.card.kind not in _PLAYED or share.card.slug == "face-down":
            if share.card.slug in spec.more:
                yield serious(gettext_noop("“{card}” can’t be added to a deck."), card=title)
        elif share.copies > MOST_COPIES:
            text = gettext_noop("There are {count} copies of “{card}”; the limit is {most}.")
            yield serious(text, card=title, count=share.copies, most=MOST_COPIES)
    for slug, copies in _printed(spec).items():
        if copies < 0:
            text = gettext_noop("The deck doesn’t have that many copies of “{card}” to leave out.")
            yield hint(text, card=CARDS[slug].title)


def _titles(held: Composition) -> Iterator[Problem]:
    """Different cards that people can't tell apart by their titles."""
    slugs: dict[str, str] = {}
    for share in held.shares:
        if slugs.setdefault(key(share.card.title), share.card.slug) != share.card.slug:
            text = gettext_noop("Two different cards are called “{card}”.")
            yield hint(text, card=share.card.title)


def _seats(held: Composition, seats: int | None) -> Iterator[Problem]:
    """Too few cards to deal three to each seat and have one to draw; Creepers are in nobody's hand."""
    dealt = sum(
        share.copies for share in held.shares if share.card.kind in _PLAYED and share.card.kind != "creeper"
    )
    fits = (dealt - 1) // DEALT
    if fits < (seats or FEWEST):
        text = gettext_noop("The deck is too small for {seats} players: each is dealt {dealt} cards.")
        yield serious(text, seats=seats or FEWEST, dealt=DEALT)
    elif fits < MOST and seats is None:
        text = gettext_noop("The deck is too small for more than {seats} players.")
        yield hint(text, seats=fits)


def _goals(held: Composition) -> Iterator[Problem]:
    """Goals that nobody can meet, and decks that nobody can win with."""
    goals = [share.card for share in held.shares if isinstance(share.card, Goal)]
    lacking = {goal.slug: list(_lacking(goal, held)) for goal in goals}
    for found in lacking.values():
        yield from found
    if not goals:
        yield serious(gettext_noop("The deck has no goals, so nobody can win."))
    elif all(lacking.values()):
        yield serious(gettext_noop("None of the deck’s goals can be met, so nobody can win."))
    if not held.kinds.get("keeper"):
        yield hint(gettext_noop("The deck has no keepers."))


def _lacking(goal: Goal, held: Composition) -> Iterator[Problem]:
    """What the deck lacks for a goal to be met."""
    for slug in dict.fromkeys(_needed(goal.wants)):
        if slug not in held.copies:
            text = gettext_noop("Nobody can meet the goal “{goal}”: the deck has no “{card}”.")
            yield hint(text, goal=goal.title, card=_title(slug, held))
    wanted, count = _number(goal.wants, held)
    if count < wanted:
        text = gettext_noop(
            "Nobody can meet the goal “{goal}”: it takes {wanted} such cards, and the deck has {count}."
        )
        yield hint(text, goal=goal.title, wanted=wanted, count=count)


def _needed(wants: GoalCondition) -> tuple[str, ...]:
    """The cards without which a condition can't be met."""
    match wants:
        case WithCreeper():
            return (*wants.creepers, *_needed(wants.wants))
        case Both() | Without():
            return wants.keepers
        case WithFood(keeper):
            return (keeper,)
        case Holds():
            return (*wants.all, *wants.creepers)
    return ()


def _number(wants: GoalCondition, held: Composition) -> tuple[int, int]:
    """How many cards of some sort a condition asks for, and how many the deck has."""
    match wants:
        case WithCreeper():
            return _number(wants.wants, held)
        case Holds():
            return wants.least, sum(slug in held.copies for slug in wants.some)
        case WithFood(least=least):
            food = [share for share in held.shares if isinstance(share.card, Keeper) and share.card.food]
            return least, sum(share.copies for share in food)
        case MostKeepers(least):
            return least, held.kinds.get("keeper", 0)
        case MostCards(least):
            return least, held.size - held.kinds.get("creeper", 0)
    return 0, 0


def _bonuses(held: Composition) -> Iterator[Problem]:
    """Rules that give something for a keeper which the deck does not have."""
    for share in held.shares:
        rule = share.card
        if isinstance(rule, NewRule) and rule.bonus and rule.bonus.holds not in held.copies:
            text = gettext_noop("The rule “{rule}” never helps anyone: the deck has no “{card}”.")
            yield hint(text, rule=rule.title, card=_title(rule.bonus.holds, held))


def _creepers(held: Composition, seats: int | None) -> Iterator[Problem]:
    """So many made Creepers of which nobody gets rid that everybody may be blocked for good."""
    count = sum(
        share.copies
        for share in held.shares
        if share.made and isinstance(share.card, Creeper) and not share.card.attaches
    )
    if count >= (seats or FEWEST):
        text = gettext_noop("{count} Creepers don’t attach to a keeper, so nobody can get rid of them.")
        yield hint(text, count=count)


def _title(slug: str, held: Composition) -> str:
    return CARDS[slug].title if slug in CARDS else slug
