"""Sentences for public events at a table besides the play.

An event is a code with the parameters of its sentence, such as
``{"what": "pause-asked", "name": "Ann", "days": 2}``. Whom it names is in ``who``, by seat and player, and is
called as they are when it is read; an event of an earlier release has the names alone. It is a move
(``Move.Kind.EVENT``), so that it has its place in the history. It never holds a card of a hand.
"""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.core.event_log import read_names
from games.core.unknown import label_of, note_unknown, unknown_event
from games.models import Pace, Seat
from games.models.seat import FORMER_NAMES

from .formatting import day, format_date

SENTENCES: dict[str, str] = {
    # Deputies.
    "deputy-began": gettext_noop("%(deputy)s plays for %(name)s until %(until)s."),
    "deputy-ended": gettext_noop("%(deputy)s no longer plays for %(name)s."),
    # Vacations.
    "away-stop": gettext_noop("%(name)s is on vacation until %(until)s. Their turns wait."),
    "away-answers": gettext_noop(
        "%(name)s is on vacation until %(until)s. A bot answers questions others are waiting "
        "for; their own turns wait."
    ),
    "away-deputy": gettext_noop(
        "%(name)s is on vacation until %(until)s, and has asked someone to play for them."
    ),
    "away-bot": gettext_noop("%(name)s is on vacation until %(until)s. A bot plays for them."),
    "away-auto": gettext_noop(
        "%(name)s let a turn run out: their automatic vacation has begun and lasts until %(until)s at most."
    ),
    "away-over": gettext_noop("%(name)s is back from vacation."),
    # Time given by other players.
    "time-given": gettext_noop("%(name)s gives %(to)s %(hours)s more hours."),
    # Taking a turn back.
    "takeback-asked": gettext_noop("%(name)s asks to take back a turn."),
    "takeback-refused": gettext_noop("%(name)s’s turn stays: not everyone agreed."),
    "takeback-lapsed": gettext_noop("%(name)s’s turn stays: not everyone agreed in time."),
    "takeback-withdrawn": gettext_noop("%(name)s no longer asks to take back a turn."),
    # Pauses on which the table agrees.
    "pause-asked": gettext_noop("%(name)s suggests pausing the game. Days: %(days)s."),
    "pause-refused": gettext_noop("The game continues: not everyone agreed to a pause."),
    "pause-withdrawn": gettext_noop("%(name)s no longer suggests a pause."),
    "pause-agreed": gettext_noop("The game is paused until %(until_at)s, as %(name)s suggested."),
    "pause-ended": gettext_noop("%(name)s ended the pause. The clocks are running again."),
    "pause-over": gettext_noop("The pause is over. The clocks are running again."),
    # Another pace on which the table agrees.
    "pace-asked": gettext_noop("%(name)s suggests another pace: %(pace)s."),
    "pace-refused": gettext_noop("The pace stays as it was: not everyone agreed to another one."),
    "pace-withdrawn": gettext_noop("%(name)s no longer suggests another pace."),
    "pace-changed": gettext_noop("The game has a new pace, as %(name)s suggested: %(pace)s."),
    # Silent players.
    "vote-opened": gettext_noop("%(name)s hasn’t answered for too long, so the others vote on what to do."),
    "vote-returned": gettext_noop("%(name)s is back, so the vote is off."),
    "voted-more-time": gettext_noop("The vote is over: %(name)s gets more time."),
    "voted-bot": gettext_noop("The vote is over: a bot plays for %(name)s."),
    "voted-replace": gettext_noop("The vote is over: someone else can take over for %(name)s."),
    "voted-end": gettext_noop("The vote is over: the game ends without %(name)s."),
    "seat-offered": gettext_noop("Someone else can take over from %(name)s. Until then a bot plays."),
    "offer-withdrawn": gettext_noop("%(name)s is keeping the seat after all."),
    "offer-lapsed": gettext_noop("Nobody took over from %(name)s, so the bot keeps playing."),
    "offer-ended": gettext_noop("Nobody took over from %(name)s, who keeps the seat."),
    "seat-taken-over": gettext_noop("%(name)s has taken over from %(old)s."),
    "outage-silent": gettext_noop(
        "The site was down from %(from_at)s to %(to_at)s. All clocks got that time back."
    ),
    "outage-held": gettext_noop(
        "All clocks were stopped from %(from_at)s to %(to_at)s; the time has been given back."
    ),
    "outage-jump": gettext_noop(
        "All clocks were stopped from %(from_at)s to %(to_at)s because the server’s clock was wrong; the "
        "time has been given back."
    ),
    "outage-restored": gettext_noop(
        "The site and this game were restored from a backup of %(from_at)s. The time until "
        "%(to_at)s has been added back to all clocks."
    ),
    "shared": gettext_noop("%(name)s has made a link that shows this game to anyone who has it."),
    # In a mail alone.
    "unreadable": gettext_noop("This game can’t be opened: this version of the site can’t read it."),
    "account-deleted": gettext_noop("%(name)s has deleted their account. A bot plays on."),
    "unreachable": gettext_noop(
        "Notifications to %(name)s aren’t getting through, so they got more time, once."
    ),
    "suspension-over": gettext_noop("%(name)s can play again and has the seat back."),
    "staff-rewind-failed": gettext_noop("No moves were undone: the game can’t return to that turn."),
}
# The same as who is in them reads them, by the word that names them.
TO_READER: dict[str, dict[str, str]] = {
    "deputy-began": {
        "name": gettext_noop("%(deputy)s plays for you until %(until)s."),
    },
    "deputy-ended": {
        "name": gettext_noop("%(deputy)s no longer plays for you."),
    },
    "away-stop": {
        "name": gettext_noop("You’re on vacation until %(until)s. Your turns wait."),
    },
    "away-answers": {
        "name": gettext_noop(
            "You’re on vacation until %(until)s. A bot answers questions others "
            "are waiting for; your own turns wait."
        ),
    },
    "away-deputy": {
        "name": gettext_noop("You’re on vacation until %(until)s, and have asked someone to play for you."),
    },
    "away-bot": {
        "name": gettext_noop("You’re on vacation until %(until)s. A bot plays for you."),
    },
    "away-auto": {
        "name": gettext_noop(
            "You let a turn run out: your automatic vacation has begun and lasts until %(until)s at most."
        ),
    },
    "away-over": {
        "name": gettext_noop("You’re back from vacation."),
    },
    "time-given": {
        "name": gettext_noop("You give %(to)s %(hours)s more hours."),
        "to": gettext_noop("%(name)s gives you %(hours)s more hours."),
    },
    "takeback-asked": {
        "name": gettext_noop("You ask to take back a turn."),
    },
    "takeback-refused": {
        "name": gettext_noop("Your turn stays: not everyone agreed."),
    },
    "takeback-lapsed": {
        "name": gettext_noop("Your turn stays: not everyone agreed in time."),
    },
    "takeback-withdrawn": {
        "name": gettext_noop("You no longer ask to take back a turn."),
    },
    "pause-asked": {
        "name": gettext_noop("You suggest pausing the game. Days: %(days)s."),
    },
    "pause-withdrawn": {
        "name": gettext_noop("You no longer suggest a pause."),
    },
    "pause-agreed": {
        "name": gettext_noop("The game is paused until %(until_at)s, as you suggested."),
    },
    "pause-ended": {
        "name": gettext_noop("You ended the pause. The clocks are running again."),
    },
    "pace-asked": {
        "name": gettext_noop("You suggest another pace: %(pace)s."),
    },
    "pace-withdrawn": {
        "name": gettext_noop("You no longer suggest another pace."),
    },
    "pace-changed": {
        "name": gettext_noop("The game has a new pace, as you suggested: %(pace)s."),
    },
    "vote-opened": {
        "name": gettext_noop("You haven’t answered for too long, so the others vote on what to do."),
    },
    "vote-returned": {
        "name": gettext_noop("You’re back, so the vote is off."),
    },
    "voted-more-time": {
        "name": gettext_noop("The vote is over: you get more time."),
    },
    "voted-bot": {
        "name": gettext_noop("The vote is over: a bot plays for you."),
    },
    "voted-replace": {
        "name": gettext_noop("The vote is over: someone else can take over for you."),
    },
    "seat-offered": {
        "name": gettext_noop("Someone else can take over from you. Until then a bot plays."),
    },
    "offer-withdrawn": {
        "name": gettext_noop("You’re keeping the seat after all."),
    },
    "offer-lapsed": {
        "name": gettext_noop("Nobody took over from you, so the bot keeps playing."),
    },
    "offer-ended": {
        "name": gettext_noop("Nobody took over from you: you keep the seat."),
    },
    "seat-taken-over": {
        "name": gettext_noop("You have taken over from %(old)s."),
    },
    "unreachable": {
        "name": gettext_noop("Notifications to you aren’t getting through, so you got more time, once."),
    },
    "suspension-over": {
        "name": gettext_noop("You can take your seat back and play again."),
    },
}
# The sentences of acts of staff stand with the acts: `moderation.registry` puts them in here when the site
# starts. An act that is removed leaves them here, as the histories of games go on telling it.
# These stand in no history: only who they are about reads them.
PRIVATE: set[str] = set()


def event_sentence(params: Mapping[str, Any], seats: Iterable[Seat] = (), reader: int | None = None) -> str:
    """Return the sentence of an event, in the reader's language; `seats` are those of its table.

    Who still has the seat is called as they are now. A parameter named ``…_at`` is an instant, ``until`` a
    day, and ``pace`` the days of a turn. The seat with the number `reader` is called “you”. An event of
    another release is told neutrally.
    """
    what, words = params.get("what", ""), {**params, **_name_all(params, seats)}
    try:
        return _(_to_reader(params, seats, reader) or SENTENCES[what]) % {
            name: _shown(name, word) for name, word in words.items()
        }
    except (KeyError, ValueError, TypeError):  # another release has written it, with other words
        note_unknown("event", what)
        return unknown_event()


def _to_reader(params: Mapping[str, Any], seats: Iterable[Seat], reader: int | None) -> str:
    """Return the sentence for the seat `reader`, if it is named; not for who has left it."""
    now = {(seat.number, seat.player_id) for seat in seats if seat.number == reader}
    named = read_names(params)
    for word, said in TO_READER.get(params.get("what", ""), {}).items():
        if any((key.get("seat", 0), key.get("player")) in now for _name, key in named.get(word, ())):
            return said
    return ""


def _name_all(params: Mapping[str, Any], seats: Iterable[Seat]) -> dict[str, str]:
    """Return by which names the words of an event that name somebody stand for them."""
    now = {(seat.number, seat.player_id): str(seat) for seat in seats}
    found = {}
    for word, named in read_names(params).items():
        names = (now.get((key.get("seat", 0), key.get("player")), name) for name, key in named)
        found[word] = ", ".join(_(name) if name in FORMER_NAMES else name for name in names)
    return found


def _shown(name: str, word: Any) -> Any:
    if name == "pace":
        return label_of(Pace, word)
    if name == "until":
        return day(date.fromisoformat(word))
    if name.endswith("_at"):
        # Translators: Django's date format of an instant in the history: 24 November 2026, 18:30
        return format_date(localtime(datetime.fromisoformat(word)), pgettext("date format", "j E Y, H:i"))
    return _(word) if word in FORMER_NAMES else word
