"""Cards that people make: data in a fixed vocabulary, never code.

A made card names the keepers and Creepers that it speaks of by slug; those made for the same deck by
``made:`` and their title, ``made:robot`` (see ``key``).  Keepers and Creepers name no other card, so nothing
goes round in circles.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

LONGEST_TITLE, LONGEST_TEXT, LONGEST_FACE = 40, 300, 8
LARGEST_NUMBER = 10
MOST_NAMED = 20  # cards that a goal names
MOST_STEPS = 5

Number = Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
Few = Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]
Ref = Annotated[str, Meta(min_length=1, max_length=64)]
Picture = Annotated[str, Meta(max_length=40, pattern=r"^([a-z0-9][a-z0-9-]*)?$")]
Refs = Annotated[tuple[Ref, ...], Meta(min_length=1, max_length=MOST_NAMED)]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Data of this module: unknown fields are refused, what is left out has its default."""


class WantsBoth(_Data, frozen=True, tag_field="what", tag="both"):
    """Both keepers."""

    one: Ref
    other: Ref


class WantsSome(_Data, frozen=True, tag_field="what", tag="some"):
    """At least so many different keepers of a list."""

    least: Number
    of: Refs


class WantsWithout(_Data, frozen=True, tag_field="what", tag="without"):
    """A keeper, while nobody has another one."""

    keeper: Ref
    absent: Ref


class WantsMostKeepers(_Data, frozen=True, tag_field="what", tag="most-keepers"):
    """At least so many keepers, and more than anybody else."""

    least: Number


class WantsMostCards(_Data, frozen=True, tag_field="what", tag="most-cards"):
    """At least so many cards in hand, and more than anybody else."""

    least: Number


class WantsWithCreeper(_Data, frozen=True, tag_field="what", tag="with-creeper"):
    """All of these keepers, and a Creeper."""

    keepers: Refs
    creeper: Ref


Wants = WantsBoth | WantsSome | WantsWithout | WantsMostKeepers | WantsMostCards | WantsWithCreeper


class BonusFor(_Data, frozen=True):
    """More to draw and to play for the seat in turn while it has a keeper."""

    holds: Ref
    draw: Few = 0
    play: Few = 0


Plain = Literal[
    "discard-and-draw",
    "empty-the-trash",
    "everybody-gets-1",
    "exchange-keepers",
    "lets-do-that-again",
    "lets-simplify",
    "no-limits",
    "random-tax",
    "rotate-hands",
    "rules-reset",
    "share-the-wealth",
    "steal-a-keeper",
    "take-a-card",
    "take-another-turn",
    "trade-hands",
    "trash-a-keeper",
    "trash-a-new-rule",
    "use-what-you-take",
    "zap-a-card",
]
Counting = Literal["draw", "draw-and-play", "everybody-draws", "everybody-discards"]


class Step(_Data, frozen=True):
    """One thing that an action does.  ``count`` and ``play`` belong to the steps of ``Counting`` alone."""

    do: Plain | Counting
    count: Few = 0
    play: Few = 0


class _Made(_Data, frozen=True, tag_field="kind"):
    """What every made card has.  An empty text is written by the engine, from the data."""

    title: str
    text: str = ""


class MadeKeeper(_Made, frozen=True, tag="keeper"):
    """A keeper.  ``picture`` names a drawing; without one, ``face`` is a symbol or two to show on it."""

    food: bool = False
    face: str = ""
    picture: Picture = ""


class MadeCreeper(_Made, frozen=True, tag="creeper"):
    """A Creeper.  ``attaches`` says whether it clings to a keeper of its owner."""

    attaches: bool = False
    face: str = ""
    picture: Picture = ""


class MadeGoal(_Made, frozen=True, tag="goal", kw_only=True):
    """A goal.  With ``creeper`` it asks for that Creeper, too."""

    wants: Wants
    creeper: str = ""


class MadeRule(_Made, frozen=True, tag="rule"):
    """A new rule: exactly one of the numbers or the bonus is given.

    ``play_all_but`` is 0 or 1, as printed: with more, a hand limit could keep everybody from ever playing.
    """

    draw: Number | None = None
    play: Number | None = None
    play_all_but: Annotated[int, Meta(ge=0, le=1)] | None = None
    hand_limit: Few | None = None
    keeper_limit: Number | None = None
    bonus: BonusFor | None = None


class MadeAction(_Made, frozen=True, tag="action", kw_only=True):
    """An action: its steps, done one after the other."""

    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=MOST_STEPS)]


MadeCard = MadeKeeper | MadeCreeper | MadeGoal | MadeRule | MadeAction
