"""A player's part of the seed, as a form sends it: the number of their browser, and words of their own."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

import engine
from games.core.budgets import PART_OF_SEED
from games.core.refusal import Illegal
from games.play.seed import check_part

MOST_OF_PROMISE = 100


def read_promise(request: HttpRequest) -> str:
    """Return what a form sends back of the site's part that it has shown the hash of."""
    return request.POST.get("site_part", "")[:MOST_OF_PROMISE]


def read_part(request: HttpRequest) -> str:
    """Return the part that a form gives; empty where it gives none. Raises `Illegal`."""
    number, words = request.POST.get("part", ""), request.POST.get("words", "").strip()
    if len(words) > PART_OF_SEED.largest:
        text = _("Your words for the shuffle can have %(most)d characters at most.")
        raise Illegal(text % {"most": PART_OF_SEED.largest})
    check_part(number)
    return engine.part_with_words(number, words)
