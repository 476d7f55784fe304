"""What was played since the viewer's last turn, a line of cards for each player: the strip above a table."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

import engine
from games.history.marks import Told
from games.history.narrator import Viewer, tell_outcome
from games.models import By, Move
from games.pages.common.card_faces import Face, Faces

# Whom each of these was done to: the field that names the seat.
DONE_TO: dict[type[engine.Outcome], str] = {
    engine.KeeperTaken: "source",
    engine.KeeperGiven: "other",
    engine.KeepersExchanged: "other",
    engine.CardsTaken: "source",
    engine.CardGiven: "other",
    engine.HandsTraded: "other",
    engine.HandWon: "loser",
    engine.Zapped: "source",
    engine.Cancelled: "seat",
    engine.PieceBumped: "seat",
    engine.PieceSentBack: "seat",
}
# Who answers so answers in somebody's place.
FOR_SOMEBODY = (By.BOT, By.CLOCK)
# What no card says: it is told in words to everybody.
TOLD = (engine.PieceMoved, engine.TileRotated, engine.TileUprooted, engine.GoalCollected)


@dataclass(frozen=True)
class TurnNews:
    """What one player did without a pause: cards, then sentences where cards don't say it.

    `hits_me` where something of it was done to the viewer, `is_mine` where the viewer did it in person. What
    a bot or the site did for the viewer has a name that says so.
    """

    seat: int
    name: str
    cards: tuple[Face, ...] = ()
    told: tuple[Told, ...] = ()
    hits_me: bool = False
    is_mine: bool = False


def list_turn_news(
    moves: Iterable[Move], viewer: Viewer, faces: Faces, *, turn: int | None
) -> tuple[TurnNews, ...]:
    """Return what was done, oldest first. What is drawn is left out; `turn` has the turn now."""
    outcomes = (
        (outcome, move.by in FOR_SOMEBODY and viewer.owns(move))
        for move in moves
        for outcome in viewer.outcomes_of(move)
    )
    return tuple(_join(_find_news(outcomes, viewer, faces, turn)))


def _find_news(
    outcomes: Iterable[tuple[engine.Outcome, bool]], viewer: Viewer, faces: Faces, turn: int | None
) -> Iterator[TurnNews | None]:
    """Yield one value for each deed, and `None` where a turn began.

    With each outcome comes whether it was done in the viewer's place.
    """
    at_turn = turn
    for outcome, is_for_me in outcomes:
        news: TurnNews | None = None
        match outcome:
            case engine.TurnBegan(seat=seat):
                at_turn = seat
                yield None
            case engine.Played(seat=seat, card=card) | engine.Surprised(seat=seat, card=card):
                news = _news_of(seat, viewer, cards=faces.all([card]))
            case engine.Used(seat=seat, rule=rule):
                news = _news_of(seat, viewer, cards=faces.all([rule]))
            case _:
                victim = getattr(outcome, DONE_TO.get(type(outcome), ""), None)
                actor = (
                    getattr(outcome, "seat", None) if victim != getattr(outcome, "seat", None) else at_turn
                )
                is_hit = victim is not None and victim == viewer.number and actor != viewer.number
                if actor is not None and (is_hit or isinstance(outcome, TOLD)):
                    told = _tell(outcome, viewer, actor)
                    news = _news_of(actor, viewer, told=(told,), hits_me=is_hit)
        if news is not None and news.is_mine and is_for_me:
            news = replace(news, name=_("For you"), is_mine=False)
        if news is not None:
            yield news


def _news_of(
    seat: int,
    viewer: Viewer,
    *,
    cards: tuple[Face, ...] = (),
    told: tuple[Told, ...] = (),
    hits_me: bool = False,
) -> TurnNews:
    return TurnNews(seat, viewer.names.get(seat, ""), cards, told, hits_me, seat == viewer.reader)


def _tell(outcome: engine.Outcome, viewer: Viewer, actor: int) -> Told:
    """Return a sentence as one of several in a line: without a full stop, and the name that stands before."""
    told = tell_outcome(outcome, viewer, reader=viewer.reader).after_name(actor)
    return Told(told.marked.removesuffix("."))


def _who(news: TurnNews) -> tuple[int, bool]:
    return news.seat, news.is_mine


def _join(deeds: Iterable[TurnNews | None]) -> Iterator[TurnNews]:
    """Put the deeds of one player in a row together, turn by turn."""
    open_news: TurnNews | None = None
    for deed in deeds:
        if open_news is not None and deed is not None and _who(deed) == _who(open_news):
            open_news = replace(
                open_news,
                cards=open_news.cards + deed.cards,
                told=open_news.told + deed.told,
                hits_me=open_news.hits_me or deed.hits_me,
            )
            continue
        if open_news is not None:
            yield open_news
        open_news = deed
    if open_news is not None:
        yield open_news
