"""Games with all of their moves, so that they can be replayed."""

import random

import engine
from engine.scenario import new_game
from games.models import By, Game, GameState, Move
from tests.mail.tables import NOW, Stored, store

SEED = "5a" * 32


def played(edition: str = "fluxx", answers: int = 20, **given) -> Stored:
    """A running game of Ann, Bob and Cid after so many answers by chance, from its deal on."""
    scene = new_game(("ann", "bob", "cid"), seed=SEED, edition=edition)
    stored = store(scene, **given)
    game = engine.Game.new(edition, 3, 1, seed=SEED)
    Move.objects.filter(game=stored.game).delete()
    note(stored, 1, game.take_outcomes(), kind=Move.Kind.DEAL)
    dice = random.Random(answers)
    for number in range(answers):
        question = dice.choice([each for each in game.questions if not each.beside])
        labels = engine.bots.random(game.view(question.seat), f"{number}")
        outcomes = game.answer(question.seat, labels)
        seat = next(each for each in stored.seats.values() if each.number == question.seat)
        asked = {"seat": seat, "labels": list(labels), "question_number": question.number}
        note(stored, number + 2, outcomes, **asked)
        if game.over:
            break
    GameState.objects.filter(game=stored.game).update(data=game.dump(), seed=SEED)
    return stored


def finished(**given) -> Stored:
    """A game that chance has played from its deal to its end."""
    stored = played(answers=3_000, **given)
    assert not Game.objects.filter(pk=stored.game.pk, status=Game.Status.FINISHED).exists()
    state = engine.Game.load(bytes(GameState.objects.get(game=stored.game).data))
    assert state.over
    winner = state.view(None).winner
    seat = next((each for each in stored.seats.values() if each.number == winner), None)
    Game.objects.filter(pk=stored.game.pk).update(
        status=Game.Status.FINISHED, winner=seat, finished_at=stored.game.started_at
    )
    return stored


def note(stored: Stored, version: int, outcomes, **fields) -> None:
    """Store one move."""
    stored.game.version = version
    stored.game.save(update_fields=["version"])
    dumped = engine.dump_outcomes(outcomes)
    Move.objects.create(
        game=stored.game, version=version, by=By.PAGE, outcomes=dumped, created_at=NOW, **fields
    )
