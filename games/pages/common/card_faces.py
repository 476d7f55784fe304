"""Cards as a page shows them: words in the reader's language, and a picture."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

import engine
from games.board.names import picture_of
from games.decks import descriptions
from games.decks.card_kinds import kind_name
from games.decks.titles import quoted_title

# What is drawn on a card (symbols of static/pictures.svg), where it's neither the picture of its own name
# nor those of the cards that it names, as a keeper and a goal of two keepers have.
PICTURES = {
    "basic-rules": ("draw", "play"),
    "face-down": ("mystery",),
    "5-keepers": ("kind-keeper",),
    "10-cards-in-hand": ("hand",),
    "the-brain-no-tv": ("the-brain", "no-television"),
    "party-snacks": ("the-party", "snacks"),
    **dict.fromkeys(("draw-2", "draw-3", "draw-4", "draw-5"), ("draw",)),
    **dict.fromkeys(("play-2", "play-3", "play-4"), ("play",)),
    "play-all": ("play", "no-limits"),
    "play-all-but-1": ("play", "hand"),
    **dict.fromkeys(("hand-limit-0", "hand-limit-1", "hand-limit-2"), ("hand",)),
    **dict.fromkeys(("keeper-limit-2", "keeper-limit-3", "keeper-limit-4"), ("kind-keeper",)),
    "no-hand-bonus": ("empty-hand", "draw"),
    "party-bonus": ("the-party", "gift"),
    "poor-bonus": ("purse", "draw"),
    "rich-bonus": ("crown", "play"),
    "double-agenda": ("kind-goal", "kind-goal"),
    "first-play-random": ("dice", "play"),
    "get-on-with-it": ("hurry",),
    "goal-mill": ("mill", "kind-goal"),
    "inflation": ("balloon",),
    "mystery-play": ("mystery", "play"),
    "recycling": ("recycle", "kind-keeper"),
    "swap-plays-for-draws": ("play", "swap", "draw"),
    "discard-and-draw": ("trash", "draw"),
    "draw-2-and-use-em": ("draw", "play"),
    "draw-3-play-2-of-them": ("draw", "play"),
    "empty-the-trash": ("trash", "swap", "pile"),
    "everybody-gets-1": ("gift",),
    "exchange-keepers": ("kind-keeper", "swap", "kind-keeper"),
    "lets-do-that-again": ("again",),
    "lets-simplify": ("simplify",),
    "random-tax": ("tax",),
    "rock-paper-scissors-showdown": ("rock", "paper", "scissors"),
    "rotate-hands": ("rotate",),
    "rules-reset": ("reset",),
    "share-the-wealth": ("share",),
    "steal-a-keeper": ("grab", "kind-keeper"),
    "take-another-turn": ("again-turn",),
    "todays-special": ("cake",),
    "trade-hands": ("hand", "swap", "hand"),
    "trash-a-keeper": ("trash", "kind-keeper"),
    "trash-a-new-rule": ("trash", "kind-new-rule"),
    "use-what-you-take": ("grab", "play"),
    "zap-a-card": ("zap",),
    # ICE
    "final-card-random": ("dice", "play"),
    "government-cover-up": ("mystery", "no-television"),
    "secret-data": ("mystery", "kind-keeper"),
    "scramble-keepers": ("kind-keeper", "rotate"),
    # Wonderland
    "rhyme-time": ("music", "paper"),
    "royal-tax": ("tax", "crown"),
    "one-place-on": ("person", "rotate"),
    "unbirthday-presents": ("gift", "kind-keeper"),
    "thats-mine": ("grab", "kind-keeper"),
    "veto": ("zap", "kind-new-rule"),
    "stop-that": ("zap", "kind-action"),
    "canceled-plans": ("zap", "kind-goal"),
    # Anatomy
    "cancer": ("mutation", "kind-ungoal"),
    "sepsis": ("virus", "bacteria"),
    "organ-failure": ("kind-creeper", "kind-creeper"),
    "multiple-organ-failure": ("kind-creeper", "kind-creeper"),
    "learning-mode": ("brain", "again"),
    "name-that-organ": ("mystery", "heart"),
    "knowledge-bonus": ("brain", "draw"),
    "alternate-factlets": ("paper", "draw"),
    "heartbeat": ("heart", "draw"),
    "antibiotics": ("trash", "bacteria"),
    "antivirals": ("trash", "virus"),
    "surgery": ("scissors", "kind-creeper"),
    "mix-it-all-up": ("kind-keeper", "swap", "kind-creeper"),
    # The Board Game
    "draw-more": ("draw",),
    "draw-shift": ("draw", "swap"),
    "play-more": ("play",),
    "play-shift": ("play", "swap"),
    "move-more": ("move",),
    "move-shift": ("move", "swap"),
    "tighter-grip": ("hand",),
    "grip-shift": ("hand", "swap"),
    "rotate-switch": ("rotate",),
    "uproot-switch": ("uproot",),
    "wrap-switch": ("wraparound",),
    "finish-line-shift": ("crown", "swap"),
    "leap-to-octagon": ("octagon",),
    "leap-to-portal": ("portal",),
    "swap-colours": ("person", "swap", "person"),
    "pass-colours": ("person", "rotate"),
    "draw-two-play-both": ("draw", "play"),
    "draw-three-play-two": ("draw", "play"),
    "three-more": ("draw",),
    "one-for-everyone": ("gift",),
    "spin-two": ("rotate", "rotate"),
    "transplant": ("uproot",),
    "switch-tiles": ("swap",),
    "back-to-start": ("start",),
    "reset-pegs": ("reset",),
    "goal-to-bottom": ("kind-goal", "pile"),
}
# What keepers say that do nothing by themselves; goals are all that there is to say about them.
PLAIN = frozenset((engine.card("bread").text, engine.card("liver").text))
FACE_DOWN = "face-down"
NUMBER = re.compile("[0-9]+")
# When a Surprise may answer a card, by the kinds that it answers.
ANSWERS = {
    "keeper": gettext_noop("Out of turn: cancels a keeper or a Surprise"),
    "goal": gettext_noop("Out of turn: cancels a goal or a Surprise"),
    "new rule": gettext_noop("Out of turn: cancels a new rule or a Surprise"),
    "action": gettext_noop("Out of turn: cancels an action or a Surprise"),
}


@dataclass(frozen=True)
class Face:
    """A card as its viewer may see it. ``kind`` names its style.

    ``remark`` says what differs from its print now, or how it may be used. ``clings`` are the Creepers on it.
    ``is_wanted`` marks what lies face up in front of a seat and is named by a goal in play. ``letter`` stands
    for the sign of a made card that the reader's fonts may lack.
    """

    slug: str
    title: str
    text: str
    kind: str
    kind_name: str
    pictures: tuple[str, ...]
    numeral: str = ""
    remark: str = ""
    is_down: bool = False
    is_wanted: bool = False
    clings: "tuple[Face, ...]" = ()
    letter: str = ""

    @property
    def sign(self) -> str:
        """What stands for the picture on a made keeper or Creeper that has none."""
        return self.numeral if self.letter else ""


@dataclass(frozen=True)
class Faces:
    """The cards of a deck as its table shows them, with or without Inflation in force."""

    deck: engine.Deck
    inflation: bool = False

    @classmethod
    def at(cls, view: engine.View) -> "Faces":
        """Return the cards as a table shows them that a seat sees like this."""
        return cls(view.deck, view.inflation)

    def of(self, slug: str) -> Face:
        """Return the face of the card with this slug."""
        return kept_face(self.deck, self.inflation, slug, get_language() or "")

    def in_words(self, slug: str) -> Face:
        """Return the same in the language that is active now."""
        card = self.deck.known_cards[slug]
        return Face(
            slug=slug,
            title=_(card.title),
            text=self._text_of(card),
            kind=card.kind.replace(" ", "-"),
            kind_name=capfirst(kind_name(card.kind)),
            pictures=() if sign_of(card) else pictures_of(card, self.deck),
            numeral=sign_of(card) or self._as_it_holds(card, _numeral(card)),
            letter=first_letter(_(card.title)) if sign_of(card) else "",
            remark=self._remark_on(card),
            is_down=slug == FACE_DOWN,
        )

    def all(self, slugs: Iterable[str]) -> tuple[Face, ...]:
        """Return the faces of some cards, in their order."""
        return tuple(self.of(slug) for slug in slugs)

    def in_front_of(
        self, seat: engine.SeatView, *, wanted: Collection[str] = ()
    ) -> tuple[tuple[Face, ...], tuple[Face, ...]]:
        """Return the keepers of a seat with the Creepers that cling to them, and its other Creepers.

        Those of the names `wanted` are marked, unless they lie face down.
        """
        loose, down, free = list(seat.creepers), list(seat.face_down), list(seat.attached)
        keepers = []
        for slug in seat.keepers:
            clings = [creeper for creeper, keeper in free if keeper == slug]
            free = [pair for pair in free if pair[1] != slug]
            for creeper in clings:
                loose.remove(creeper)
            is_down = slug == FACE_DOWN or slug in down
            if slug in down:
                down.remove(slug)
            is_wanted = slug in wanted and not is_down
            face = replace(self.of(slug), is_down=is_down, is_wanted=is_wanted, clings=self.all(clings))
            keepers.append(face)
        return tuple(keepers), tuple(replace(self.of(slug), is_wanted=slug in wanted) for slug in loose)

    def _text_of(self, card: engine.Card) -> str:
        """Say what a card does; of a keeper, for which goals it is good, too."""
        is_wanted = card.kind in ("keeper", "creeper")
        goals = [quoted_title(goal) for goal in goals_by_name(self.deck).get(card.slug, ()) if is_wanted]
        for_goals = _("For the goals %(goals)s.") % {"goals": ", ".join(goals)} if goals else ""
        if card.text in PLAIN and for_goals:
            return for_goals
        return f"{self._as_it_holds(card, descriptions.card_text(card))} {for_goals}".rstrip()

    def _as_it_holds(self, card: engine.Card, printed: str) -> str:
        """Write each number of a card as it counts now: Inflation raises all by one, “3 → 4” (R066)."""
        if not self.inflation or card.slug == "inflation":
            return printed
        return NUMBER.sub(lambda found: f"{found[0]}\u00a0→\u00a0{int(found[0]) + 1}", printed)

    def _remark_on(self, card: engine.Card) -> str:
        return _(ANSWERS[card.answers[0]]) if card.answers else ""


FACES_KEPT = 4096  # of all decks together, as a site may have many made ones


@lru_cache(maxsize=FACES_KEPT)
def kept_face(deck: engine.Deck, inflation: bool, slug: str, _language: str) -> Face:
    """Return the face of a card in the language that is active, as it was made before."""
    return Faces(deck, inflation).in_words(slug)


def sign_of(card: engine.Card) -> str:
    """Return what is written on a made keeper or Creeper without a picture: its sign or first letter."""
    if card.picture in drawn():
        return ""
    has_sign = card.is_made and card.kind in ("keeper", "creeper")
    return (card.face or first_letter(card.title)) if has_sign else ""


def first_letter(title: str) -> str:
    """Return the first letter or digit of a title, as a capital."""
    return next((char for char in title if char.isalnum()), title[:1]).upper()


def pictures_of(card: engine.Card, deck: engine.Deck) -> tuple[str, ...]:
    """Return what is drawn on a card: itself, what it names, or the sign of its kind."""
    if card.picture in drawn():
        return (card.picture,)
    if card.slug in board_cards():
        named = PICTURES.get(card.slug) or tuple(map(picture_of, card.names))
    else:
        named = PICTURES.get(card.slug) or ((card.slug,) if card.slug in drawn() else card.names)
    known = tuple(name if name in drawn() else picture_or_sign(name, deck) for name in named)
    return known or (f"kind-{card.kind.replace(' ', '-')}",)


def picture_or_sign(slug: str, deck: engine.Deck) -> str:
    """Return the picture that was chosen for a made card, or the sign of its kind; a keeper's for no card."""
    card = deck.known_cards.get(slug)
    if card is not None and card.picture in drawn():
        return card.picture
    kind = card.kind if card else "keeper"
    return f"kind-{kind.replace(' ', '-')}"


@cache
def board_cards() -> frozenset[str]:
    """Return the slugs of the cards of the board game, whose goals and Leapers name spaces."""
    return frozenset(engine.edition_of("board").cards)


@cache
def drawn() -> frozenset[str]:
    """Return the names of all pictures that there are."""
    pictures = (settings.BASE_DIR / "static" / "pictures.svg").read_text()
    return frozenset(re.findall(r'<symbol [^>]*?\bid="([^"]+)"', pictures))


@engine.cached_on_deck
def goals_by_name(deck: engine.Deck) -> dict[str, list[engine.Card]]:
    """Return the goals of a deck by what they show: keepers, Creepers, signs."""
    goals: dict[str, list[engine.Card]] = {}
    for goal in {each.slug: each for each in deck.cards if each.kind == "goal"}.values():
        for name in {*PICTURES.get(goal.slug, ()), *goal.names}:
            goals.setdefault(name, []).append(goal)
    return goals


def _numeral(card: engine.Card) -> str:
    """Return the number that stands large on a goal or a rule: Draw 2, 5 Keepers."""
    if card.kind not in ("goal", "new rule"):
        return ""
    number = re.search(r"[0-9]{1,2}", card.title)
    return number[0] if number else ""
