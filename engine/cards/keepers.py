"""The keepers: they have no effect of their own."""

from engine.card import Keeper
from engine.cards.words import words

FOOD = ("bread", "chocolate", "cookies", "milk")

KEEPERS = [
    Keeper(slug, *words(slug), "keeper", food=slug in FOOD)
    for slug in (
        "bread",
        "chocolate",
        "cookies",
        "milk",
        "dreams",
        "love",
        "money",
        "music",
        "peace",
        "sleep",
        "television",
        "the-brain",
        "the-eye",
        "the-moon",
        "the-party",
        "the-rocket",
        "the-sun",
        "the-toaster",
        "time",
    )
]
