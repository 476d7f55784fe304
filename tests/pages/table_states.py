"""The states in which a table is looked at: a position, who looks, and what else is the case."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.card import NewRule
from engine.scenario import Scene, deal
from games.models import Game, Player, Seat, Vote
from tests.mail.tables import NOW, Stored, store
from tests.pages import boards, kinds
from tests.pages.positions import hand_limits, throws_of_bob, turn_of_ann, twelve_cards, won_by_ann

LONG_NAME = "Featherstonehaugh Константинопольская"  # as long as a name may be
RIGHT_TO_LEFT = "محمد بن عبد الله الخوارزمي"
SIX = ("bob", "cid", "dora", "eve", "fritz")


@dataclass(frozen=True)
class State:
    """What `who` sees of a position, in a language, after something else was `done` to it."""

    scene: Callable[[], Scene]
    who: str = "ann"
    language: str = "en"
    done: Callable[[Stored], object] = lambda _stored: None

    def open(self, name: str) -> Stored:
        """Store it as a running game."""
        stored = store(self.scene(), name=name)
        Player.objects.update(tips_over=True, language=self.language)
        self.done(stored)
        return stored


def six_and_a_large_hand() -> Scene:
    """Ann has 28 cards among six players, with three goals and eleven rules."""
    return deal(
        ann=28,
        bob=3,
        cid=11,
        dora=0,
        eve=4,
        fritz=1,
        keepers={
            "ann": ["the-sun", "dreams", "milk"],
            "bob": ["the-toaster", "peace"],
            "cid": ["music", "love", "money", "sleep", "the-moon", "chocolate"],
            "eve": ["cookies"],
        },
        rules=[
            "play-3",
            "keeper-limit-4",
            "double-agenda",
            "recycling",
            "get-on-with-it",
            "goal-mill",
            "inflation",
        ],
        goals=["the-appliances", "bed-time"],
        turn="ann",
        played=0,
    )


def which_goal() -> Scene:
    """Ann has to say which of three goals goes."""
    scene = deal(
        ann=["toast", "bread", "draw-4", "jackpot", "love"],
        bob=3,
        cid=2,
        rules=["double-agenda"],
        goals=["the-appliances", "bed-time"],
        turn="ann",
        played=0,
    )
    scene.seats[0].plays("toast")
    return scene


def which_player() -> Scene:
    """Ann has to say with whom she trades hands."""
    scene = deal(
        ann=["trade-hands", "bread", "draw-4", "jackpot", "love"],
        bob=3,
        cid=2,
        keepers={"bob": ["milk", "the-sun"]},
        goals=["toast"],
        turn="ann",
        played=0,
    )
    scene.seats[0].plays("trade-hands")
    return scene


def two_discard() -> Scene:
    """Bob cancels all plans: Ann and Cid each have to discard a goal or a random card."""
    scene = deal(
        ann=["impenetrability", "tea", "walrus"],
        bob=["canceled-plans", "tarts"],
        cid=["veto", "draw-3"],
        edition="wonderland",
        goals=["down-the-rabbit-hole"],
        keepers={"ann": ["vorpal-sword"], "bob": ["alice"], "cid": ["cake"]},
        turn="bob",
        played=0,
    )
    scene.seats[1].plays("canceled-plans")
    for seat in (2, 0):
        scene.seats[seat].answers("pass")
    return scene


EVERY_EDITION = "fluxx ice wonderland anatomy"


def every_rule() -> Scene:
    """A rule of each group of all editions is in play: twenty-three."""
    deck = deal(ann=1, bob=1, edition=EVERY_EDITION, turn="ann").game.table.deck
    groups: dict[str, str] = {}
    for card in deck.cards:
        if isinstance(card, NewRule) and card.group != "hand limit":
            groups.setdefault(card.group, card.slug)
    return deal(
        ann=["toast", "bread", "draw-4", "jackpot", "love"],
        bob=3,
        cid=2,
        edition=EVERY_EDITION,
        rules=list(groups.values()),
        goals=["the-appliances", "bed-time"],
        turn="ann",
        played=0,
    )


def long_words() -> Scene:
    """Ann holds, and looks at, the cards with the longest words of the Polish and Russian editions."""
    return deal(
        ann=["antivirals", "unbirthday-presents", "rocket-science", "my-own-invention", "get-on-with-it"],
        bob=3,
        cid=2,
        edition=EVERY_EDITION,
        keepers={"ann": ["pancreas", "mad-hatter"], "bob": ["humpty-dumpty", "adrenals", "pocket-watch"]},
        goals=["multiple-organ-failure", "impenetrability"],
        rules=["double-agenda", "swap-plays-for-draws", "play-all-but-1"],
        turn="ann",
        played=0,
    )


def which_gift() -> Scene:
    """Ann has to say which keeper she gives away."""
    scene = deal(
        ann=["unbirthday-presents", "tea", "draw-3"],
        bob=3,
        cid=2,
        edition="wonderland",
        keepers={"ann": ["crown", "vorpal-sword"], "bob": ["cake"]},
        turn="ann",
        played=0,
    )
    scene.seats[0].plays("unbirthday-presents")
    for seat in (1, 2):
        scene.seats[seat].answers("pass")
    return scene


def surprise_in_hand() -> Scene:
    """It is Ann's turn: Bob waits, and can say what his Surprises do meanwhile."""
    return deal(
        ann=["down-the-rabbit-hole", "tea", "stop-that"],
        bob=["canceled-plans", "veto", "tarts"],
        cid=2,
        edition="wonderland",
        keepers={"ann": ["crown"], "bob": ["alice"]},
        turn="ann",
        played=0,
    )


def ask_for_a_vote(stored: Stored) -> None:
    """Let the table vote on a seat that doesn't answer."""
    vote = {"choices": ["more-time", "bot"], "opened_at": NOW, "closes_at": NOW.replace(year=2036)}
    Vote.objects.create(game=stored.game, seat=stored.seats["cid"], kind=Vote.Kind.SILENCE, **vote)


def give_long_names(stored: Stored) -> None:
    """Call the game by sixty letters, one player by forty, and another from right to left."""
    Game.objects.update(name=f"{LONG_NAME}: der Freitagabend")
    Seat.objects.filter(pk=stored.seats["bob"].pk).update(name=LONG_NAME)
    Seat.objects.filter(pk=stored.seats["cid"].pk).update(name=RIGHT_TO_LEFT)


STATES = {
    "five": State(turn_of_ann),
    "twelve": State(twelve_cards),
    "twenty-eight": State(six_and_a_large_hand),
    "goal": State(which_goal),
    "player": State(which_player),
    "throw": State(throws_of_bob, "bob"),
    "limit": State(hand_limits, "bob"),
    "discards": State(two_discard),
    "window": State(kinds.window, "bob"),
    "window-waits": State(kinds.window, "ann"),
    "rhyme": State(kinds.rhyming),
    "beside": State(kinds.asked_beside, "bob"),
    "creepers": State(kinds.afflicted),
    "backs": State(kinds.covered_up),
    "waits": State(turn_of_ann, "bob"),
    "vote": State(turn_of_ann, done=ask_for_a_vote),
    "rules": State(every_rule),
    "gift": State(which_gift),
    "orders": State(surprise_in_hand, "bob"),
    "long-polish": State(long_words, language="pl"),
    "long-russian": State(long_words, language="ru"),
    "polish": State(kinds.afflicted, language="pl"),
    "russian": State(kinds.window, "bob", "ru"),
    "names": State(turn_of_ann, done=give_long_names),
    "board": State(boards.everything_goes),
    "pegs": State(boards.free_changes),
    "won": State(won_by_ann),
    "lost": State(won_by_ann, "bob"),
    "all-lost": State(kinds.all_have_lost),
    "board-won": State(boards.won_by_cid),
}
ENDED = ("won", "lost", "all-lost", "board-won")
# What fits a low window as a whole: the board, a window for Surprises, many rules, and ends; and a phone.
FIT = ("board", "pegs", "window", "window-waits", "rules", *ENDED)
FIT_A_PHONE = ("board", "pegs", "rules")
