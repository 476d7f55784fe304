"""Passes in windows, which nobody may learn of: what is shown, counted or limited leaves them out.

Who could play a Surprise and doesn't has passed, and that is secret (requirement H7). The condition is here
three times: for rows that a query finds, for rows that are there, and in the statement that finds the last
moves of several games; `tests/site/test_counted_passes.py` holds them against each other.
"""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

import engine
from games.models import Game, Move, Question
from games.models.question import WINDOW

PASS = ["pass"]
# Moves that are shown to nobody.
SEALED = Q(kind=Move.Kind.ANSWER, outcomes=[])
NEWEST = """
SELECT m.* FROM unnest(%s) AS wanted (game), LATERAL (
    SELECT * FROM games_move WHERE game_id = wanted.game
    AND NOT (kind = 'answer' AND outcomes = '[]' AND labels = '["pass"]' AND NOT EXISTS (
        SELECT FROM games_question q
        WHERE q.game_id = wanted.game AND q.number = question_number AND q.what <> 'window'
    ))
    ORDER BY version DESC LIMIT %s
) m ORDER BY m.version DESC
"""


def has_windows(game: Game) -> bool:
    """Whether the deck has windows, so that some moves are secret."""
    return bool(engine.surprises(game.edition))


def without_passes(game: Game, moves: QuerySet[Move]) -> QuerySet[Move]:
    """Leave out of the moves of a game the passes in windows; a card may ask for another “pass”, too."""
    if not has_windows(game):
        return moves
    others = Question.objects.filter(game=OuterRef("game"), number=OuterRef("question_number"))
    return moves.exclude(SEALED & Q(labels=PASS) & ~Exists(others.exclude(what=WINDOW)))


def newest_without_passes(games: Iterable[int], count: int) -> list[Move]:
    """Return the last `count` moves of each of these games without passes in windows, the newest first."""
    return list(Move.objects.raw(NEWEST, [list(games), count]))


def windows_among(game: Game, moves: Iterable[Move]) -> set[int]:
    """Return the numbers of the windows in which these moves passed."""
    passed = [move.question_number or 0 for move in moves if move.labels == PASS]
    if not passed or not has_windows(game):
        return set()
    asked = game.questions.filter(number__in=passed)
    others = set(asked.exclude(what=WINDOW).values_list("number", flat=True))
    return set(passed) - others  # what an order or a bot answers at once has no row


def newest_version(game: Game) -> int:
    """Return the version of the last visible move."""
    if not has_windows(game):
        return game.version
    return game.moves.exclude(SEALED).order_by("-version").values_list("version", flat=True).first() or 0


def newest_versions(game: Game, count: int) -> list[int]:
    """Return the versions of the last `count` visible moves and of the one before them, the newest first.

    Cut to so many moves, a page shows the same whether or not somebody has passed among them.
    """
    if not has_windows(game):
        return list(range(game.version, max(0, game.version - count - 1), -1))
    visible = game.moves.exclude(SEALED).order_by("-version")
    return list(visible.values_list("version", flat=True)[: count + 1])


def version_before(game: Game, count: int) -> int:
    """Return the version after which the last `count` visible moves are; 0 where there are no more."""
    versions = newest_versions(game, count)
    return versions[count] if len(versions) > count else 0


def number_at(game: Game, version: int) -> int:
    """Return how many visible moves a game has up to a version: the number by which pages name it.

    The versions of two moves would tell how many have passed between them, also once the window is over.
    """
    if not has_windows(game):
        return version
    return game.moves.exclude(SEALED).filter(version__lte=version).count()


def version_at(game: Game, number: int) -> int:
    """Return the version of the visible move with a number; from the newest on, that of the game."""
    if not has_windows(game):
        return min(number, game.version)
    number = max(0, min(number, game.version))
    visible = game.moves.exclude(SEALED).order_by("version").values_list("version", flat=True)
    versions = [0, *visible[:1]] if not number else [*visible[number - 1 : number + 1]]
    return versions[0] if len(versions) > 1 else game.version


def move_before_answer(move: Move) -> int:
    """Return the version after which the history shows the result of an answer.

    For a pass in a window it is the last visible one: the real number would tell how many have passed.
    """
    is_sealed = not move.outcomes and has_windows(move.game)
    return newest_version(move.game) if is_sealed else move.version - 1
