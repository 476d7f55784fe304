"""Who may see what: the one small set of functions that a view, a mail or an action fetches through.

Read this module to know every way from a person to a game. What is refused looks like what does not exist.
"""

import hashlib
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, QuerySet
from django.http import Http404
from django.utils.crypto import constant_time_compare

import engine
from games import clock
from games.models import (
    CircleMember,
    Deck,
    Deputy,
    FeedKey,
    FormerPlayer,
    Game,
    GameState,
    Player,
    Question,
    Seat,
    SeedMix,
)
from games.models.deputy import IS_LIVE
from games.models.question import STOPS_PLAY

from .shown_rows import find_seat_at
from .snapshot import TableBatch, TableSnapshot
from .stored_game import DivergedTable, UndoPoints, read_engine_game, read_undo_points
from .suspension import suspended


class Place(NamedTuple):
    """A game, and the seat from which somebody looks at it; without a seat they see what everybody may."""

    game: Game
    seat: Seat | None


def get_game_for(player: Player | AnonymousUser | None, key: str) -> Place:
    """Return the game with this key as this person may see it, or raise `Http404`.

    Everybody may see a game that is listed for all; a private one only its host, who sits or sat there, and
    who is invited.
    """
    if isinstance(player, Player):
        seat = find_seat_at(key, player.pk)
        if seat is not None:
            return Place(seat.game, seat)
    game = Game.objects.filter(key=key).first()
    if game is None:
        raise Http404
    if not (game.is_open or _belongs_to(game, player)):
        raise Http404
    return Place(game, None)


def _belongs_to(game: Game, player: Player | AnonymousUser | None) -> bool:
    if not isinstance(player, Player):
        return False
    if game.host_id == player.pk or game.seats.filter(player=player).exists():
        return True
    return any(invitation.is_open for invitation in game.invitations.filter(email=player.email))


def deputies_in_force(**where: object) -> list[Deputy]:
    """Return the deputies who may now see the hand of another player's seat and answer for it.

    They may from accepting to the end of the last day, as long as the same player sits there, the game goes
    on and they have and had no seat at that table: nobody may see two hands, not even one after the other.
    For a deputy, `get_game_for` returns the game without the seat.
    """
    now = clock.now()
    rows = Deputy.objects.filter(IS_LIVE, accepted_at__isnull=False, ends_at__gt=now, **where)
    rows = rows.filter(seat__player=F("owner"), seat__status=Seat.Status.TAKEN, player__is_active=True)
    rows = rows.exclude(seat__game__status__in=[Game.Status.FINISHED, Game.Status.ENDED])
    rows = rows.exclude(suspended("seat__player"))  # a bot keeps the seat
    at_table = Seat.objects.filter(game=OuterRef("seat__game"), player=OuterRef("player"))
    replaced = FormerPlayer.objects.filter(seat__game=OuterRef("seat__game"), player=OuterRef("player"))
    rows = rows.exclude(Exists(at_table)).exclude(Exists(replaced.exclude(seat=OuterRef("seat"))))
    return list(rows.select_related("seat", "seat__game", "seat__player", "player"))


def knows_another_hand(game: Game, player: Player, besides: Seat | None = None) -> bool:
    """Whether somebody has ever been the deputy of a seat of this game, or had one that is another's now.

    The seat `besides` does not count: it is the one that they ask for.
    """
    was_deputy = Deputy.objects.filter(seat__game=game, player=player, accepted_at__isnull=False)
    was_replaced = FormerPlayer.objects.filter(seat__game=game, player=player)
    if besides is not None:
        was_deputy, was_replaced = was_deputy.exclude(seat=besides), was_replaced.exclude(seat=besides)
    return was_deputy.exists() or was_replaced.exists()


def has_seen_another_hand(game: Game, seat: Seat, player: Player) -> bool:
    """Whether somebody has seen a hand of this game besides that of a seat: also one that was laid down."""
    left = game.seats.filter(player=player, status=Seat.Status.LEFT).exclude(pk=seat.pk)
    asked = Question.objects.filter(game=game, counts_for=player).exclude(seat=seat)
    return left.exists() or asked.exists() or knows_another_hand(game, player, besides=seat)


def get_deputy_for(player: Player | AnonymousUser | None, key: str) -> Deputy:
    """Return for whom this person plays in the game with this key, or raise `Http404`."""
    if isinstance(player, Player):
        for deputy in deputies_in_force(player=player, seat__game__key=key):
            return deputy
    raise Http404


def hash_feed_secret(secret: str) -> str:
    """Return the hash of the secret in the address of a feed, which is what is stored."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def get_feed_key(secret: str) -> FeedKey:
    """Return whose calendar and feed this secret opens, or raise `Http404`."""
    keys = FeedKey.objects.select_related("player").filter(player__is_active=True)
    key = keys.filter(digest=hash_feed_secret(secret)).first()
    if key is None:
        raise Http404
    return key


def get_game_by_link(link_key: str) -> Game:
    """Return the game that this secret link invites to, or raise `Http404`."""
    game = Game.objects.select_related("host").filter(link_key=link_key).first()
    if game is None or game.is_over:
        raise Http404
    return game


def get_deck_for(player: Player | AnonymousUser | None, key: str, link_key: str = "") -> Deck:
    """Return the deck with this key as this person may see, play and copy it, or raise `Http404`.

    Everybody may see a public deck; one that is shared by link, who has the link. One that staff has hidden
    only its owner sees.
    """
    deck = Deck.objects.select_related("owner").filter(key=key).first() if key.isalnum() else None
    if deck is None:
        raise Http404
    if isinstance(player, Player) and deck.owner_id == player.pk:
        return deck
    by_link = deck.visibility == Deck.Visibility.LINK and constant_time_compare(link_key, deck.link_key)
    if deck.is_hidden or not (by_link or deck.visibility == Deck.Visibility.PUBLIC):
        raise Http404
    return deck


def get_own_deck(player: Player | AnonymousUser | None, key: str) -> Deck:
    """Return the deck with this key, to its owner alone. Raises `Http404` for everybody else."""
    deck = get_deck_for(player, key)
    if not isinstance(player, Player) or deck.owner_id != player.pk:
        raise Http404
    return deck


def public_decks(player: Player | AnonymousUser | None) -> QuerySet[Deck]:
    """Return the decks that others show to everybody, the last changed first."""
    shown = Deck.objects.filter(visibility=Deck.Visibility.PUBLIC, is_hidden=False).select_related("owner")
    return shown.exclude(owner=player) if isinstance(player, Player) else shown


def get_membership_of(player: Player, circle: str) -> CircleMember:
    """Return what a player is in the circle with this key, to its members alone. Raises `Http404`."""
    members = CircleMember.objects.select_related("circle")
    found = members.filter(circle__key=circle, player=player).first() if circle.isalnum() else None
    if found is None:
        raise Http404
    return found


def circle_for_next(game: Game, player: Player) -> int | None:
    """Return the circle of a game, by primary key, for the next game of this player, if they belong to it."""
    if game.circle_id is None:
        return None
    is_member = CircleMember.objects.filter(circle=game.circle_id, player=player).exists()
    return game.circle_id if is_member else None


def question_of(seat: Seat) -> Question | None:
    """Return the question that the play waits for this seat to answer, if one does."""
    return Question.objects.filter(STOPS_PLAY, seat=seat).first()


def side_questions(seat: Seat) -> list[Question]:
    """Return what a seat is asked beside the play, the oldest first; nobody waits for it."""
    return list(Question.objects.filter(seat=seat, closed_at=None, is_side=True).order_by("number"))


def names(game: Game) -> dict[int, str]:
    """Return what each seat is called, by its number, seats that were left included."""
    return {seat.number: str(seat) for seat in game.seats.all()}


def view(game: Game, seat: Seat | None, snapshot: TableSnapshot | None = None) -> engine.View | None:
    """Return what this seat may know of the table now; without a seat, or for one that was left, what all do.

    ``None`` before the cards are dealt. No page or mail reads a table in another way. `snapshot` is of this
    game, where the caller has one. Raises `UnreadableTable`.
    """
    state = (snapshot or TableSnapshot(game, TableBatch((game,)))).state
    if state is None:
        return None
    if seat is not None and seat.game_id != game.pk:
        raise Http404
    try:
        engine_game = read_engine_game(state)
    except DivergedTable as error:
        # The next answer, or the sweep, takes the play back in the database as well.
        engine_game = error.engine_game
    return engine_game.view(seat.number if seat is not None and seat.is_taken else None)


def last_answer(snapshot: TableSnapshot, seat: Seat, turn: int) -> tuple[int | None, str]:
    """Return after which move the last answer of a seat in turn number `turn` came, if it can be taken back.

    Otherwise ``None`` and why: a key of `play.undo.WHY_NOT`. It tells nothing of what a hand holds.
    """
    state = snapshot.state
    points = read_undo_points(state) if state is not None else UndoPoints()
    step = points.newest(seat, turn)
    return (step.version, "") if step is not None else (None, points.why_not(turn))


def shown_commitment(game: Game) -> str:
    """Return the hash of the site's part of a seed, which is public from the start; empty without one."""
    return SeedMix.objects.filter(game=game).values_list("commitment", flat=True).first() or ""


@dataclass(frozen=True)
class ShownSeed:
    """The seed of a game that is over, and what it was mixed from, if it was."""

    seed: str
    mix: engine.Mix | None


def shown_seed(game: Game) -> ShownSeed | None:
    """Return the seed of a game that is over, for whoever verifies its shuffles; ``None`` before the end."""
    if not game.is_over:
        return None
    state = GameState.objects.filter(game=game).select_related("game__mix").only("seed", "game__mix").first()
    return ShownSeed(state.seed, read_mix(state.game)) if state is not None else None


def read_mix(game: Game) -> engine.Mix | None:
    """Return what the seed of a dealt game was mixed from: a secret until it is over. None if it wasn't."""
    row = getattr(game, "mix", None)
    if row is None or row.mixed_at is None:
        return None
    parts = (engine.Part(each["seat"], each["part"], each["by"]) for each in row.parts)
    return engine.Mix(row.house, tuple(parts))
