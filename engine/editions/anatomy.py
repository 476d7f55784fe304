"""The Anatomy edition: 100 cards with the Basic Rules, 99 of them without Heartbeat (R002, R182)."""

from engine.cards.anatomy import CREEPERS, GOALS, KEEPERS, META_RULES, RULES
from engine.translation import gettext_noop

ANATOMY_START = ("learning-mode", "name-that-organ")
ANATOMY_OPTIONAL = ("heartbeat",)

_UNGOALS = ("cancer", "sepsis", "multiple-organ-failure")
_BASE_RULES = (
    *("draw-2", "draw-3", "draw-4", "draw-5", "play-2", "play-3", "play-4", "play-all"),
    *("hand-limit-0", "hand-limit-1", "hand-limit-2", "keeper-limit-2", "keeper-limit-3", "keeper-limit-4"),
    *("double-agenda", "no-hand-bonus", "poor-bonus"),
)
_ACTIONS = (
    *("steal-a-keeper", "trade-hands", "draw-2-and-use-em", "draw-3-play-2-of-them", "zap-a-card"),
    *("mix-it-all-up", "antibiotics", "antivirals", "surgery"),
    *("exchange-keepers", "trash-a-new-rule", "rules-reset", "lets-simplify", "discard-and-draw"),
    *("everybody-gets-1", "use-what-you-take", "rotate-hands"),
)

ANATOMY = (
    gettext_noop("Anatomy"),
    gettext_noop("Organs, what ails them, and questions about them: 100 cards, with Creepers and Ungoals."),
    (
        *(card.slug for card in (*KEEPERS, *GOALS)),
        *_UNGOALS,
        *(card.slug for card in (*CREEPERS, *META_RULES, *RULES)),
        *_BASE_RULES,
        *_ACTIONS,
    ),
)

_UNKNOWN_KEEPERS = (
    *("heart", "eyes", "skin", "muscles", "nerves", "intestines"),
    *("bladder", "gallbladder", "thyroid", "adrenals"),
)
_KNOWN_GOALS = ("appetite", "respiratory-system", "filters")

ANATOMY_OURS = (
    *_UNKNOWN_KEEPERS,
    *(card.slug for card in GOALS if card.slug not in _KNOWN_GOALS),
    *_UNGOALS,
    "toxin",
    *("heartbeat", "draw-4", "draw-5", "no-hand-bonus", "poor-bonus"),
    *("antibiotics", "antivirals", "surgery", "exchange-keepers", "trash-a-new-rule", "rules-reset"),
    *("lets-simplify", "discard-and-draw", "everybody-gets-1", "use-what-you-take", "rotate-hands"),
)

ANATOMY_ABOUT = gettext_noop(
    "No complete list of this deck has been published. What is known: the kinds of cards, Learning Mode and "
    "its two rules, fifteen organs, three goals with what they need, three Creepers, and some rules and "
    "actions. Of Cancer and of four more goals (Female Reproductive System, Menses, Semen, Puberty) only the "
    "names are known; what they need is ours, and so are the numbers on the limits, which Creeper clings "
    "where, what happens when a learning rule would leave, what an answer earns, and the form that the "
    "questions and Heartbeat have by mail. All facts about organs were written for this game and name their "
    "sources. Heartbeat is left out unless you switch it on; Alternate Factlets can be left out."
)
