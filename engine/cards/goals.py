"""The goals: each is a condition (engine.goals)."""

from engine.card import Goal
from engine.cards.words import words
from engine.goals import Both, GoalCondition, MostCards, MostKeepers, WithFood, Without

_WANTS: dict[str, GoalCondition] = {
    "the-appliances": Both("the-toaster", "television"),
    "baked-goods": Both("bread", "cookies"),
    "bed-time": Both("sleep", "time"),
    "bread-and-chocolate": Both("bread", "chocolate"),
    "cant-buy-me-love": Both("money", "love"),
    "chocolate-cookies": Both("chocolate", "cookies"),
    "chocolate-milk": Both("chocolate", "milk"),
    "day-dreams": Both("the-sun", "dreams"),
    "dreamland": Both("sleep", "dreams"),
    "the-eye-of-the-beholder": Both("the-eye", "love"),
    "great-theme-song": Both("music", "television"),
    "hearts-and-minds": Both("love", "the-brain"),
    "hippyism": Both("peace", "love"),
    "lullaby": Both("sleep", "music"),
    "milk-and-cookies": Both("milk", "cookies"),
    "the-minds-eye": Both("the-brain", "the-eye"),
    "night-and-day": Both("the-sun", "the-moon"),
    "party-time": Both("the-party", "time"),
    "rocket-science": Both("the-rocket", "the-brain"),
    "rocket-to-the-moon": Both("the-rocket", "the-moon"),
    "squishy-chocolate": Both("chocolate", "the-sun"),
    "time-is-money": Both("time", "money"),
    "toast": Both("bread", "the-toaster"),
    "turn-it-up": Both("music", "the-party"),
    "winning-the-lottery": Both("dreams", "money"),
    "world-peace": Both("dreams", "peace"),
    "5-keepers": MostKeepers(5),
    "10-cards-in-hand": MostCards(10),
    "the-brain-no-tv": Without("the-brain", absent="television"),
    "party-snacks": WithFood("the-party", least=1),
}

GOALS = [Goal(slug, *words(slug), "goal", wants=wants) for slug, wants in _WANTS.items()]
