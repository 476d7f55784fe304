"""The pictures that people can choose for the keepers and Creepers that they make."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

import engine
from games.core.typography import sort_key
from games.models.face import FaceMark
from games.pages.common.card_faces import drawn

# Pictures of other things than keepers and Creepers, which have the titles of these.
OTHERS = {
    "balloon": gettext_lazy("Balloon"),
    "cake": gettext_lazy("Cake"),
    "clock": pgettext_lazy("picture", "Clock"),
    "cosmos": gettext_lazy("Planet"),
    "crown": gettext_lazy("Crown"),
    "dice": gettext_lazy("Die"),
    "gift": gettext_lazy("Present"),
    "bot": gettext_lazy("Robot"),
    "paper": gettext_lazy("Paper"),
    "person": gettext_lazy("Person"),
    "purse": gettext_lazy("Purse"),
    "rock": gettext_lazy("Rock"),
    "scissors": gettext_lazy("Scissors"),
    "zap": gettext_lazy("Lightning"),
}


def picture_choices(chosen: str = "") -> list[tuple[str, str]]:
    """Return the pictures to choose from with what they show, by title; first the choice of none.

    One that this site doesn't have, as it may come with an imported deck, is kept while it is ``chosen``.
    """
    cards = map(engine.card, sorted({slug for each in engine.all_editions() for slug in each.cards}))
    named = {card.slug: _(card.title) for card in cards if card.kind in ("keeper", "creeper")}
    named |= {f"mark-{mark.value}": str(mark.label) for mark in FaceMark}
    named |= {name: str(title) for name, title in OTHERS.items()}
    known = sorted(
        ((name, title) for name, title in named.items() if name in drawn()),
        key=lambda each: sort_key(each[1]),
    )
    unknown = [(chosen, chosen)] if chosen and chosen not in dict(known) else []
    return [("", _("No picture")), *known, *unknown]
