"""Sentences for public events at a table besides the play.

An event is a code with the parameters of its sentence, such as
``{"what": "time-given", "name": "Ann", "to": "Bob", "hours": 24}``. It is a move
(``Move.Kind.EVENT``), so that it has its place in the history. It never holds a card of a hand.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

SENTENCES: dict[str, str] = {
    # Deputies.
    "deputy-began": gettext_noop("%(deputy)s plays for %(name)s until %(until)s."),
    "deputy-ended": gettext_noop("%(deputy)s does not play for %(name)s any more."),
    # Time given by other players.
    "time-given": gettext_noop("%(name)s gives %(to)s %(hours)s hours more."),
    # Taking a turn back.
    "takeback-asked": gettext_noop("%(name)s asks the others to take back a turn."),
    "takeback-refused": gettext_noop("Not everybody agreed: the turn of %(name)s stays."),
    "takeback-lapsed": gettext_noop("The turn of %(name)s stays: not all have agreed in time."),
    "takeback-withdrawn": gettext_noop("%(name)s asks no more to take back a turn."),
    # Silent players.
    "vote-opened": gettext_noop("%(name)s has not answered for too long: the others vote what to do."),
    "vote-returned": gettext_noop("%(name)s is back, so the vote is off."),
    "voted-more-time": gettext_noop("The table has voted: %(name)s gets more time."),
    "voted-bot": gettext_noop("The table has voted: a bot keeps the seat of %(name)s."),
    "voted-replace": gettext_noop("The table has voted: somebody else may take over for %(name)s."),
    "voted-end": gettext_noop("The table has voted: without %(name)s, the game ends."),
    "seat-offered": gettext_noop("The seat of %(name)s is free to be taken over; a bot keeps it meanwhile."),
    "offer-withdrawn": gettext_noop("%(name)s keeps the seat after all."),
    "offer-lapsed": gettext_noop("Nobody took over the seat of %(name)s: the bot keeps it."),
    "seat-taken-over": gettext_noop("%(name)s has taken over the seat of %(old)s."),
    "outage-silent": gettext_noop(
        "The site was away from %(from_at)s to %(to_at)s; all clocks got that time back."
    ),
    "outage-held": gettext_noop(
        "The site held all clocks from %(from_at)s to %(to_at)s; they got that time back."
    ),
    "outage-jump": gettext_noop(
        "The site held all clocks from %(from_at)s to %(to_at)s, as its own was wrong; they got it back."
    ),
    "outage-restored": gettext_noop(
        "The site was restored from a backup of %(from_at)s, and this game with it. All clocks got the time "
        "until %(to_at)s back."
    ),
    "unreachable": gettext_noop("Notices to %(name)s fail. Their time was extended once."),
}


def event_sentence(params: Mapping[str, Any]) -> str:
    """Return the sentence of an event, in the reader's language.

    A parameter named ``…_at`` is an instant, and ``until`` a day.
    """
    words = {name: _shown(name, word) for name, word in params.items()}
    return _(SENTENCES[params["what"]]) % words


def _shown(name: str, word: Any) -> Any:
    if name == "until":
        return date_format(date.fromisoformat(word), "j E Y")
    if name.endswith("_at"):
        # Translators: Django's date format of an instant in the history: 24 November 2026, 18:30
        return date_format(localtime(datetime.fromisoformat(word)), pgettext("date format", "j E Y, H:i"))
    return word
